//! Names that testlib does not have, and standard input.

use super::{check, check_source};
use expect_test::expect;
use problem::model::Role::{Checker, Generator, Interactor, Validator};

#[test]
fn unknown_members() {
    check(
        Validator,
        "
inf.readEOLN();
inf.readEndOfLine();
inf.readItn(1, 5, \"n\");
inf.frobnicate();
validator.gruop();",
        expect![[r#"
            warning testlib-47 `readEOLN`: the usual testlib.h has no `readEOLN`; did you mean `readEoln`?
              write `readEoln`
              | inf.readEoln();
            error testlib-47 `readEndOfLine`: testlib has no `readEndOfLine`; did you mean `readEoln`?
              write `readEoln`
              | inf.readEoln();
            error testlib-47 `readItn`: testlib has no `readItn`; did you mean `readInt`?
              write `readInt`
              | inf.readInt(1, 5, "n");
            error testlib-47 `frobnicate`: testlib's InStream has no `frobnicate`: write one of the names of its reference
            error testlib-47 `gruop`: testlib has no `gruop`; did you mean `group`?
              write `group`
              | validator.group();
        "#]],
    );
    check(
        Generator,
        "rnd.nextInt(5); rnd.randint(1, 5); rnd.nextPerm(5); rnd.choice(v); quit(_ok);",
        expect![[r#"
        warning testlib-47 `nextInt`: the usual testlib.h has no `nextInt`; did you mean `next`?
          write `next`
          | rnd.next(5); rnd.randint(1, 5); rnd.nextPerm(5); rnd.choice(v); quit(_ok);
        warning testlib-47 `randint`: the usual testlib.h has no `randint`; did you mean `next`?
          write `next`
          | rnd.nextInt(5); rnd.next(1, 5); rnd.nextPerm(5); rnd.choice(v); quit(_ok);
        error testlib-47 `nextPerm`: testlib has no `nextPerm`; did you mean `perm`?
          write `perm`
          | rnd.nextInt(5); rnd.randint(1, 5); rnd.perm(5); rnd.choice(v); quit(_ok);
        error testlib-47 `choice`: testlib has no `choice`; did you mean `any`?
          write `any`
          | rnd.nextInt(5); rnd.randint(1, 5); rnd.nextPerm(5); rnd.any(v); quit(_ok);
        warning testlib-47 `quit(_ok)`: `quit` takes a verdict and a message, and only our testlib.h does without one: add `, ""`
          add an empty message
          | rnd.nextInt(5); rnd.randint(1, 5); rnd.nextPerm(5); rnd.choice(v); quit(_ok, "");
    "#]],
    );
    check_source(
        Checker,
        "#include \"testlib.h\"\nint read(InStream& stream) { return stream.readIntt(1, 5); }\nint main(int c, char* v[]) { registerTestlibCmd(c, v); }",
        expect![[r#"
            error testlib-47 `readIntt`: testlib has no `readIntt`; did you mean `readInt`?
              write `readInt`
              | int read(InStream& stream) { return stream.readInt(1, 5); }
        "#]],
    );
}

#[test]
fn known_members() {
    check(
        Checker,
        "
int ans = 5; ans.foo(); std::vector<int> ouf; ouf.push_back(1); auto& inf = other; inf.bar();
tout.precision(5); tout.flush(); x.inf.foo(); p->rnd.foo();",
        expect![[""]],
    );
    check_source(
        Checker,
        "#include \"testlib.h\"\n#define readDone readEof\nint f(Reader& ans) { ans.go(); }\nint main(int c, char* v[]) { registerTestlibCmd(c, v); ouf.readDone(); ouf.quitf(_wa, \"\"); ouf.quits(_wa, \"\"); }",
        expect![[""]],
    );
    check_source(
        Checker,
        "#include \"testlib.h\"\n#include \"own.h\"\nint main(int c, char* v[]) { registerTestlibCmd(c, v); ouf.readDone(); }",
        expect![[""]],
    );
}

#[test]
fn unknown_functions() {
    check_source(
        Checker,
        "#include \"testlib.h\"\nint main(int argc, char* argv[]) { registerChecker(argc, argv); quitf(_ok, \"\"); }",
        expect![[r#"
            error testlib-47 `registerChecker`: testlib has no `registerChecker`; did you mean `registerTestlibCmd`?
              write `registerTestlibCmd`
              | int main(int argc, char* argv[]) { registerTestlibCmd(argc, argv); quitf(_ok, ""); }
        "#]],
    );
}

#[test]
fn standard_input() {
    check(
        Checker,
        "int n; std::cin >> n >> m; scanf(\"%d\", &n); getline(std::cin, s); std::cin.get();",
        expect![[r#"
        error testlib-35 `std::cin >> n >> m`: a checker has nothing on its standard input: read from `inf`, `ouf` and `ans`
        error testlib-35 `scanf("%d", &n)`: a checker has nothing on its standard input: read from `inf`, `ouf` and `ans`
        error testlib-35 `getline(std::cin, s)`: a checker has nothing on its standard input: read from `inf`, `ouf` and `ans`
        error testlib-35 `std::cin.get()`: a checker has nothing on its standard input: read from `inf`, `ouf` and `ans`
    "#]],
    );
    check(
        Validator,
        "while (std::cin >> n) {} char c = getchar();",
        expect![[r#"
        error testlib-35 `std::cin >> n`: a validator reads its input by `inf`, which takes what others read: write `inf.readInt(1, 100, "n")`
        error testlib-35 `getchar()`: a validator reads its input by `inf`, which takes what others read: write `inf.readInt(1, 100, "n")`
    "#]],
    );
    check(
        Interactor,
        "std::cin >> n;",
        expect![[r#"
        warning testlib-35 `std::cin >> n`: what the solution prints is read by `ouf`, with bounds and verdicts: write `ouf.readInt(1, 100, "n")`
    "#]],
    );
    check(
        Interactor,
        "ouf.readInt(1, 5, \"n\"); std::cin >> n;",
        expect![[r#"
        error testlib-35 `std::cin >> n`: `ouf` reads the same standard input, and each takes from the other: read from `ouf` only
    "#]],
    );
    check(Generator, "std::cin >> n;", expect![[""]]);
    check(
        Checker,
        "std::cin.tie(0); std::cin.sync_with_stdio(false); std::istringstream cin2; cin2 >> n; n = a >> b; getline(file, s); sscanf(s, \"%d\", &n); fscanf(f, \"\");",
        expect![[""]],
    );
    check(Checker, "std::istringstream cin(text); cin >> n;", expect![[""]]);
}
