//! What becomes of reads that are written alike.

use expect_test::{Expect, expect};
use problem::text::LineIndex;

use super::extract;
use crate::source::Source;

/// The text after the extraction at `^`; `nothing` where none is offered.
fn extracted(text: &str) -> String {
    let at = text.find('^').expect("a place is marked");
    let text = text.replace('^', "");
    let Some(mut edits) = extract(&Source::parse(&text), at..at) else { return "nothing".to_owned() };
    let (lines, mut after) = (LineIndex::new(&text), text.clone());
    edits.sort_by_key(|edit| std::cmp::Reverse(edit.range.start));
    for edit in edits {
        after.replace_range(lines.offset(edit.range.start)..lines.offset(edit.range.end), &edit.text);
    }
    after
}

/// `main` of a program that reads, with lines before it.
fn program(before: &str, body: &str) -> String {
    let body: String = body.lines().map(|line| format!("    {line}\n")).collect();
    format!("#include \"testlib.h\"\nusing namespace std;\n{before}int main(int argc, char* argv[]) {{\n{body}}}\n")
}

fn check(body: &str, expected: Expect) {
    expected.assert_eq(&extracted(&program("", body)));
}

#[test]
fn an_answer_of_jury_and_participant() {
    check(
        "registerTestlibCmd(argc, argv);\nint jury = ^ans.readInt();\nint found = ouf.readInt();\n\
         if (jury != found) quitf(_wa, \"differ\");\nquitf(_ok, \"same\");",
        expect![[r#"
            #include "testlib.h"
            using namespace std;
            int readAns(InStream& stream) {
                return stream.readInt();
            }

            int main(int argc, char* argv[]) {
                registerTestlibCmd(argc, argv);
                int jury = readAns(ans);
                int found = readAns(ouf);
                if (jury != found) quitf(_wa, "differ");
                quitf(_ok, "same");
            }
        "#]],
    );
}

#[test]
fn several_variables_and_one_of_the_function() {
    check(
        "registerTestlibCmd(argc, argv);\nint n = inf.readInt();\nlong long best = ans.readLong();\nvector<int> a(n);\n\
         for (int i = 0; i < n; i++) {\n    a[i] = ans.^readInt(1, n, \"a\");\n}\n// What the participant wrote.\n\
         long long got = ouf.readLong();\nvector<int> b(n);\nfor (int i = 0; i < n; i++) {\n    b[i] = ouf.readInt(1, n, \"a\");\n}\n\
         if (best != got || a != b) quitf(_wa, \"differ\");\nquitf(_ok, \"%d\", n);",
        expect![[r#"
            #include "testlib.h"
            using namespace std;
            struct Answer {
                long long best;
                vector<int> a;
            };

            Answer readAns(InStream& stream, int n) {
                long long best = stream.readLong();
                vector<int> a(n);
                for (int i = 0; i < n; i++) {
                    a[i] = stream.readInt(1, n, "a");
                }
                return {best, a};
            }

            int main(int argc, char* argv[]) {
                registerTestlibCmd(argc, argv);
                int n = inf.readInt();
                Answer got2 = readAns(ans, n);
                long long best = got2.best;
                vector<int> a = got2.a;
                // What the participant wrote.
                Answer got3 = readAns(ouf, n);
                long long got = got3.best;
                vector<int> b = got3.a;
                if (best != got || a != b) quitf(_wa, "differ");
                quitf(_ok, "%d", n);
            }
        "#]],
    );
}

#[test]
fn pairs_of_a_validator_under_other_names() {
    check(
        "registerValidation(argc, argv);\ninf.^readInt(1, 10, \"a\");\ninf.readSpace();\ninf.readInt(1, 20, \"b\");\n\
         inf.readEoln();\ninf.readInt(1, 10, \"c\");\ninf.readSpace();\ninf.readInt(1, 30, \"d\");\ninf.readEoln();\ninf.readEof();",
        expect![[r#"
            #include "testlib.h"
            using namespace std;
            void readPart(const std::string& name, int greatest, const std::string& name2) {
                inf.readInt(1, 10, name);
                inf.readSpace();
                inf.readInt(1, greatest, name2);
                inf.readEoln();
            }

            int main(int argc, char* argv[]) {
                registerValidation(argc, argv);
                readPart("a", 20, "b");
                readPart("c", 30, "d");
                inf.readEof();
            }
        "#]],
    );
}

#[test]
fn nothing_where_it_is_not_certain() {
    for body in [
        // One read is no function, and reads of other things are not alike.
        "int a = inf.^readInt(1, 5, \"a\");\nint b = inf.readInt(1, 5, \"b\");",
        "int a = ans.^readInt();\nlong long b = ouf.readLong();",
        "int a = ans.^readInt(0, 5);\nint b = ouf.readInt(0, 5) + 1;",
        // They leave the function or a loop, or hang on what may not be moved.
        "for (;;) { int a = ans.readInt(); if (^a) break; int b = ouf.readInt(); if (b) break; }\nreturn 0;",
        "int x[5];\nx[0] = ans.^readInt(); x[1] = ans.readInt();\nx[0] = ouf.readInt(); x[1] = ouf.readInt();",
        "const int n = 5;\nint a[n]; a[0] = ans.^readInt(0, n);\nint b[n]; b[0] = ouf.readInt(0, n);",
        "auto get = [&](int d) { return d; };\nint a = get(ans.^readInt());\nint b = get(ouf.readInt());",
        "struct P { int x; };\nint a = ans.^readInt();\nint b = ouf.readInt();",
        "static int a = ans.^readInt();\nstatic int b = ouf.readInt();",
        "int x = 0;\nint& a = x; a = ans.^readInt();\nint& b = x; b = ouf.readInt();\nquitf(_ok, \"%d\", a + b);",
    ] {
        assert_eq!(extracted(&program("", body)), "nothing", "{body}");
    }
    let plain = "int a = ans.^readInt(0, N);\nint b = ouf.readInt(0, N);\nquitf(_ok, \"%d\", a + b);";
    assert!(extracted(&program("#define N 5\n", plain)).contains("readAns(ouf)"));
    for before in ["#define N (*ans.name)\n", "#define N a\n", "#define int long long\n", "#include \"my.h\"\n"] {
        assert_eq!(extracted(&program(before, plain)), "nothing", "{before}");
    }
    assert_eq!(extracted(&program("#define N(x) x\n", &plain.replace("N)", "N(5))"))), "nothing");
    assert_eq!(extracted("int main() { int a = ans.^readInt(); int b = ouf.readInt(); return a + b; }"), "nothing");
}

#[test]
fn names_that_are_taken_and_ends_of_lines() {
    let text = program("int readAns, stream;\n", "int a = ^ans.readInt();\nint b = ouf.readInt();\nreturn a - b;");
    let after = extracted(&text.replace('\n', "\r\n"));
    assert!(after.contains("int readAns2(InStream& stream2) {\r\n    return stream2.readInt();\r\n}\r\n"), "{after}");
    assert!(after.contains("int b = readAns2(ouf);\r\n") && !after.replace("\r\n", "").contains('\n'), "{after}");
}
