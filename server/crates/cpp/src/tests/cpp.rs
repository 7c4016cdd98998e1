//! C++ and C.

use super::*;
use crate::source::Source;

fn cpp(source: &str, expected: Expect) {
    check("a.cpp", source, expected);
}

#[test]
fn a_generator() {
    cpp(
        r#"#include "testlib.h"
#include <bits/stdc++.h>
using namespace std;
#define int long long
#define rep(i, n) for (int i = 0; i < n; i++)
// touchstone: allow generator-unused
signed main(int32_t argc, char* argv[]) {
    registerGen(argc, argv, 1);
    int n = opt<int>("n"), m = opt<long long>("m", 5);
    rep(i, n) { cout << opt("name") << opt<int>(1); }
    vector<int> a(opt<int>("q"));
    if (has_opt("tree")) println(opt<vector<int>>("tree"));
    bool flag = opt<bool>("flag");
    return 0;
}
"#,
        expect![[r#"
            Generator/3 7:4-7:30
            include "testlib.h" 0:0-0:20
            include <bits/stdc++.h> 1:0-1:24
            option n: "int" 8:12-8:25
            option m?: "long long" 8:31-8:53
            option name: "" 9:24-9:35
            option #1: "int" 9:39-9:50
            option q: "int" 10:18-10:31
            option tree?: "bool" 11:8-11:23
            option tree?: "vector<int>" 11:33-11:57
            option flag?: "bool" 12:16-12:33
            main 6:7-6:11
            exits [0]
            allow generator-unused 5
        "#]],
    );
}

#[test]
fn registers_are_calls() {
    cpp(
        r#"// registerGen(argc, argv, 1);
/* registerValidation(); */
const char* s = "registerInteraction(argc, argv)";
#if 0
registerTestlibCmd(argc, argv);
don't
#endif
void registerScorer(int argc, char* argv[], F f);
void registerGen(int argc, char* argv[], int version) { }
void registerGen(int argc, char* argv[]) { registerGen(argc, argv, 0); }
struct S { void registerValidation() {} };
int main() { s.registerGen(1); }
"#,
        expect![[r#"
            main 11:4-11:8
        "#]],
    );
    cpp(
        "int main() { registerValidation(); registerTestlib(5, a, b, /* no, */ c); registerLemonChecker(argc, argv); }",
        expect![[r#"
            Validator/0 0:13-0:33
            Checker/4 0:35-0:72
            Checker/2 0:74-0:106
            main 0:4-0:8
        "#]],
    );
    cpp(
        "void run() { registerScorer(argc, argv, [](auto v) { return 1; }); } int main() { ::registerInteraction(a, b); }",
        expect![[r#"
            Scorer/3 0:13-0:65
            Interactor/2 0:82-0:109
            main 0:73-0:77
        "#]],
    );
}

#[test]
fn registers_in_broken_sources() {
    cpp(
        "}} registerGen(argc, argv, 1);",
        expect![[r#"
        Generator/3 0:3-0:29
    "#]],
    );
    cpp(
        "int main( { foo(bar(; registerGen(argc, argv, 1); if (x { opt<int>(\"n\"); exit(42);",
        expect![[r#"
        Generator/3 0:22-0:48
        option n: "int" 0:58-0:71
        main 0:4-0:8
        exits [42]
    "#]],
    );
    cpp(
        "int main(int argc, char** argv) { rep(i,0,n) rep(j,0,m) registerTestlibCmd(argc, argv); x ]] exit(3); }",
        expect![[r#"
            Checker/2 0:56-0:86
            main 0:4-0:8
        "#]],
    );
    cpp(
        "int main(int argc, char** argv) { int x = 5\n registerValidation(argc, argv);\n }",
        expect![[r#"
        Validator/2 1:1-1:31
        main 0:4-0:8
    "#]],
    );
    cpp(
        "int main(int argc, char** argv) { FAST_IO registerTestlibCmd(argc, argv); FAST registerValidation(); }",
        expect![[r#"
            Checker/2 0:42-0:72
            Validator/0 0:79-0:99
            main 0:4-0:8
        "#]],
    );
    cpp(
        "class A { void f() {\nint main(int argc, char* args[]) { registerInteraction(argc, args);}",
        expect![[r#"
        Interactor/2 1:35-1:66
        main 1:4-1:8
    "#]],
    );
    cpp(
        "int main() { foo((registerGen(argc, \"a,)\", f(1, 2)",
        expect![[r#"
        Generator/3 0:18-0:50
        main 0:4-0:8
    "#]],
    );
    cpp(
        "int main() { IO registerGen(argc, argv, 1); exit(4; [[ opt<int>(\"n\";",
        expect![[r#"
            Generator/3 0:16-0:42
            options incomplete
            main 0:4-0:8
            exits [4]
        "#]],
    );
    cpp(
        "@ registerGen ( argc , \"a,)\" , f(1, 2) ) @ void registerGen(int a",
        expect![[r#"
        Generator/3 0:2-0:40
    "#]],
    );
}

#[test]
fn calls() {
    let source = Source::parse(
        "int n = inf.readInt(1, /* no */ MAX, \"n\"); std::f<vector<int>>(g(x)[1]); T t(5); void h(int);",
    );
    let mut out = String::new();
    for call in source.calls() {
        let arguments: Vec<&str> = call.arguments.iter().map(|argument| argument.text).collect();
        let (template, object) = (call.template.unwrap_or("-"), if call.on_object { "." } else { "" });
        writeln!(out, "{object}{} {template} {arguments:?} {}", call.name, source.slice(call.span)).unwrap();
    }
    expect![[r#"
        .readInt - ["1", "MAX", "\"n\""] inf.readInt(1, /* no */ MAX, "n")
        f vector<int> ["g(x)[1]"] std::f<vector<int>>(g(x)[1])
        g - ["x"] g(x)
    "#]]
    .assert_eq(&out);
}

#[test]
fn includes() {
    cpp(
        "\u{feff}#include \"testlib.h\" // \"x.h\"\r\n  #  include<set>\r\n#include \"./../../testlib.h\"\r\n#include MACRO\r\n// #include <no>\r\n#ifdef X\r\n#include \"jngen.h\"\r\n#endif\r\n#if 0\r\n#include <off>\r\n#endif",
        expect![[r#"
            include "testlib.h" 0:1-0:21
            include <set> 1:2-1:17
            include "./../../testlib.h" 2:0-2:28
            include "jngen.h" 6:0-6:18
        "#]],
    );
}

#[test]
fn options() {
    cpp(
        r#"auto a = opt<unsigned long  long>("a" "b"), b = tgen::opt<int>(R"(c)"), c = x.opt<int>("no"), d = opt<int>(0x2, 7);"#,
        expect![[r#"
            option ab: "unsigned long  long" 0:9-0:42
            option c: "int" 0:48-0:70
            option #2?: "int" 0:98-0:114
        "#]],
    );
    cpp(
        r#"int n = has_opt("n") ? opt<int>("n") : 5;"#,
        expect![[r#"
        option n?: "bool" 0:8-0:20
        option n?: "int" 0:23-0:36
    "#]],
    );
    cpp(
        "int f(const char* key) { return opt<int>(key); }",
        expect![[r#"
        options incomplete
    "#]],
    );
    cpp(
        "auto a = opt(\"a\\n\");",
        expect![[r#"
        options incomplete
    "#]],
    );
    cpp(
        "#define N opt<int>(\"n\")\n",
        expect![[r#"
        options incomplete
    "#]],
    );
    cpp(
        "#define option option_\nint main() { option(1); }",
        expect![[r#"
        main 1:4-1:8
    "#]],
    );
    cpp(
        "auto f = opts<int, int>(\"a\", \"b\");",
        expect![[r#"
        options incomplete
    "#]],
    );
}

#[test]
fn arguments() {
    cpp(
        r#"int main(int argc, char* argv[]) {
    (void)argc, (void)argv;
    rnd.setSeed(argc, argv);
    prepareOpts(argc, argv);
    int n = atoi(argv[1]);
    long long m = argc > 2 ? std::stoll(argv[2]) : 5;
    string s = argv[3];
    if (argc == 5 && argv[0]) { s = argv[4][0]; }
}"#,
        expect![[r#"
            option #1: "int" 4:12-4:25
            option #2?: "long long" 5:29-5:48
            option #3: "" 6:15-6:22
            option #4?: "" 7:36-7:43
            main 0:4-0:8
        "#]],
    );
    cpp(
        "int main(int n, char** a) { for (int i = 1; i < n; i++) use(a[i]); }",
        expect![[r#"
        options incomplete
        main 0:4-0:8
    "#]],
    );
    cpp(
        "int main(int argc, char** argv) { parseArgs(argc, argv); }",
        expect![[r#"
        options incomplete
        main 0:4-0:8
    "#]],
    );
    cpp(
        "int main(int argc, char** argv) { vector<string> a(argv, argv + argc); }",
        expect![[r#"
        options incomplete
        main 0:4-0:8
    "#]],
    );
    cpp(
        "int main(int argc, char** argv) { Reader reader(argv); }",
        expect![[r#"
        options incomplete
        main 0:4-0:8
    "#]],
    );
    cpp(
        "int main(int argc, char** argv) { return run(*(argv + 1)); }",
        expect![[r#"
        options incomplete
        main 0:4-0:8
    "#]],
    );
    cpp(
        "#define arg(i) argv[i]\nint main(int argc, char** argv) {}",
        expect![[r#"
        options incomplete
        main 1:4-1:8
    "#]],
    );
}

#[test]
fn mains() {
    cpp(
        "auto main() -> int {}",
        expect![[r#"
        main 0:5-0:9
    "#]],
    );
    cpp(
        "int32_t main(void) try { return 1; } catch (...) { return 2; }",
        expect![[r#"
        main 0:8-0:12
        exits [1, 2]
    "#]],
    );
    cpp(
        "main() { return 3; }",
        expect![[r#"
        main 0:0-0:4
        exits [3]
    "#]],
    );
    cpp("int main();\nstruct S { int main() { return 1; } };\nnamespace n { int mainly() {} }", expect![""]);
    cpp("#define MAIN int main()\n/* int main() {} */", expect![""]);
}

#[test]
fn exits() {
    cpp(
        "int f() { return 9; } int main() { auto g = [] { return 8; }; struct S { int h() { return 7; } }; if (x) exit(1); else std::_Exit(-2); return /* c */ (x ? 42 : 43); }",
        expect![[r#"
            main 0:26-0:30
            exits [1, -2, 42, 43]
        "#]],
    );
    cpp(
        "#define AC 42 // ok\n#define BAD (43)\n#define N 44",
        expect![[r#"
        exits [42, 43]
    "#]],
    );
    cpp(
        "static constexpr int a = 42, b{43};",
        expect![[r#"
        exits [42, 43]
    "#]],
    );
    cpp(
        "enum { AC = 42, WA, X = 7 }; struct S { static const int B = 43; }; const int N = 100; int k = 43;",
        expect![[r#"
            exits [42, 43]
        "#]],
    );
    cpp(
        "void f() { exit(code); app.exit(3); exit(); _exit(0x2b); quick_exit(1'0); exit(99999999999); }",
        expect![[r#"
        exits [43, 10]
    "#]],
    );
}

#[test]
fn comments() {
    cpp(
        "// touchstone: allow label-contradiction, no-main\n/* touchstone: allow a b */ /*\n * touchstone: allow c -- because\n */\nx; // says touchstone: allow no\n// touchstone: allowed no\nconst char* s = \"// touchstone: allow no\";",
        expect![[r#"
            allow label-contradiction 0
            allow no-main 0
            allow a 1
            allow b 1
            allow c 2
        "#]],
    );
    cpp(
        "/* é😀 @expected_results@: wrong_answer, Time_Limit_Exceeded , */ // @EXPECTED_RESULTS@: CORRECT",
        expect![[r#"
            expected ["WRONG_ANSWER", "TIME_LIMIT_EXCEEDED"] 0:7-0:62
        "#]],
    );
    cpp(
        "// @EXPECTED_RESULTS@ none\n// @EXPECTED_RESULTS@:\r\n// x @EXPECTED_RESULTS@: TLE\r\n",
        expect![[r#"
        expected ["TLE"] 2:5-2:28
    "#]],
    );
    cpp("const char* s = \"@EXPECTED_RESULTS@: WA\";", expect![""]);
}

#[test]
fn numbers_that_are_read_once() {
    cpp(
        r#"int n() { return inf.readInt(1, 5, "f"); }
int main() {
    int n = inf.readInt(1, 5, "n"), m = inf.readLong(1LL, 5LL, "~m");
    if (n > 1) inf.readInt(1, 5, "k"); else inf.readInt(1, 5, "k");
    for (int i = 0; i < n; ++i) inf.readInt(1, 5, "a");
    while (m--) { inf.readInt(1, 5, "b"); }
    auto next = [&] { return inf.readInt(1, 5, "l"); };
    inf.readInts(n, 1, 5, "c"); inf.readToken("[a-z]+", "s"); inf.readInt(1, 5); inf.readInt(1, 5, name);
    inf.readInt(1, 5, "a"); inf.readDouble(1, 5, "d");
}
"#,
        expect![[r#"
            main 1:4-1:8
            once ["d", "k", "n", "~m"]
        "#]],
    );
    let hidden = ["#define rep(i, n) for (int i = 0; i < n; i++)", "#define again goto"];
    for macros in hidden {
        let source = format!("{macros}\nint main() {{ inf.readInt(1, 5, \"n\"); }}\n");
        assert_eq!(facts_of("a.cpp", source.as_bytes()).reads_once, [""; 0], "{macros}");
    }
}
