//! What stands between reads, and at the end.

use super::{check, check_source};
use expect_test::expect;
use problem::model::Role::{Checker, Validator};

#[test]
fn missing_blank() {
    check(
        Validator,
        r#"
int n = inf.readInt(1, 5, "n");
int m = inf.readInt(1, 5, "m");
ensuref(n <= m, "order");
inf.readInts(n, 1, 5, "a");
inf.readEoln();"#,
        expect![[r#"
            error testlib-24 `inf.readInt(1, 5, "m")`: the read before this one stops in front of a blank, and a token cannot begin there: put `inf.readSpace()` or `inf.readEoln()` between the two
              add the missing `inf.readSpace()`
              | inf.readSpace();
              add the missing `inf.readEoln()`
              | inf.readEoln();
            error testlib-24 `inf.readInts(n, 1, 5, "a")`: the read before this one stops in front of a blank, and a token cannot begin there: put `inf.readSpace()` or `inf.readEoln()` between the two
              add the missing `inf.readSpace()`
              | inf.readSpace();
              add the missing `inf.readEoln()`
              | inf.readEoln();
        "#]],
    );
    check(
        Validator,
        r#"
for (int i = 0; i < 3; i++) {
    inf.readToken("a", "a");
    v.push_back(inf.readInt(1, 5, "b"));
    inf.readEoln();
}"#,
        expect![[r#"
            error testlib-24 `inf.readInt(1, 5, "b")`: the read before this one stops in front of a blank, and a token cannot begin there: put `inf.readSpace()` or `inf.readEoln()` between the two
              add the missing `inf.readSpace()`
              | inf.readSpace();
              add the missing `inf.readEoln()`
              | inf.readEoln();
        "#]],
    );
}

#[test]
fn separated() {
    check(
        Validator,
        r#"
int n = inf.readInt(1, 5, "n"), m = (inf.readSpace(), inf.readInt(1, 5, "m")); inf.readEoln();
int a = inf.readInt(1, 5, "a"); skip(); int b = inf.readInt(1, 5, "b"); inf.readEoln();
inf.readLine("[a-z]{1,5}", "l"); inf.readInt(1, 5, "c"); if (x) inf.readSpace(); inf.readInt(1, 5, "d");
inf.readLine("[a-z]{0,5}", "rest"); inf.readInts(0, 1, 5, "e"); inf.readInt(1, 5, "f"); inf.readChar(' ');
inf.readInt(1, 5, "g"); inf.nextChar(); inf.readInt(1, 5, "h"); inf.readEoln();"#,
        expect![[r#"
            error testlib-24 `inf.readInt(1, 5, "b")`: the read before this one stops in front of a blank, and a token cannot begin there: put `inf.readSpace()` or `inf.readEoln()` between the two
              add the missing `inf.readSpace()`
              | int a = inf.readInt(1, 5, "a"); skip(); inf.readSpace();
              | int b = inf.readInt(1, 5, "b"); inf.readEoln();
              add the missing `inf.readEoln()`
              | int a = inf.readInt(1, 5, "a"); skip(); inf.readEoln();
              | int b = inf.readInt(1, 5, "b"); inf.readEoln();
        "#]],
    );
    for macro_or_function in [
        "#define SP inf.readSpace();\n",
        "void sp() { inf.readSpace(); }\n",
        "struct R { void sp() { inf.readSpace(); } } r;\n",
    ] {
        let call = if macro_or_function.contains("define") {
            "SP"
        } else if macro_or_function.contains("struct") {
            "r.sp();"
        } else {
            "sp();"
        };
        let source = format!(
            "#include \"testlib.h\"\n{macro_or_function}int main() {{ registerValidation(); inf.readInt(1, 5, \"a\"); {call} inf.readInt(1, 5, \"b\"); inf.readEoln(); inf.readEof(); }}"
        );
        check_source(Validator, &source, expect![[""]]);
    }
    check(Validator, "inf.strict = false; inf.readInt(1, 5, \"a\"); inf.readInt(1, 5, \"b\");", expect![[""]]);
    check(Checker, "inf.readInt(1, 5, \"a\"); inf.readInt(1, 5, \"b\"); inf.readEof();", expect![[""]]);
}

#[test]
fn end_of_file() {
    let source = |body: &str| format!("#include \"testlib.h\"\nint main() {{\n    registerValidation();\n{body}}}\n");
    check_source(
        Validator,
        &source("    inf.readEoln();\n    return 0;\n"),
        expect![[r#"
        error testlib-25 `main`: no `readEof` is called, so this validator fails on every input: end `main` with `inf.readEof();`
          add the missing `inf.readEof()`
          | inf.readEof();
    "#]],
    );
    check_source(
        Validator,
        &source("    inf.readEoln(); // inf.readEof()\n"),
        expect![[r#"
        error testlib-25 `main`: no `readEof` is called, so this validator fails on every input: end `main` with `inf.readEof();`
          add the missing `inf.readEof()`
          | inf.readEoln();
          | inf.readEof(); // inf.readEof()
    "#]],
    );
    for body in [
        "inf.readEof();",
        "if (x) { inf.readEoln(); inf.readEof(); }",
        "quitf(_ok, \"\");",
        "exit(0);",
        "disableFinalizeGuard();",
        "abort();",
    ] {
        check_source(Validator, &source(body), expect![[""]]);
    }
    check_source(
        Validator,
        &source("    inf.readEoln();\n").replace("\nint", "\n#include \"end.h\"\nint"),
        expect![[""]],
    );
    check(
        Validator,
        "inf.readInt(1, 5, \"n\");",
        expect![[r#"
        warning testlib-25 `inf.readEof()`: the last line end is not read, so files that end with one are rejected: put `inf.readEoln()` before it
          add the missing `inf.readEoln()`
          | inf.readEoln();
    "#]],
    );
}

#[test]
fn blanks_behind_the_last_list() {
    check(
        Validator,
        "for (int i = 0; i < 3; i++) {
    auto a = inf.readInts(2, 1, 9, \"a\");
    inf.readSpace();
}
inf.readEoln();
for (int i = 0; i < 3; i++) { inf.readInts(2, 1, 9, \"b\"); if (i < 2) inf.readSpace(); }
inf.readEoln();
for (int i = 0; i < 3; i++) { inf.readInts(2, 1, 9, \"c\"); inf.readSpace(); }
inf.readInt(1, 2, \"d\");
inf.readEoln();
for (int i = 0; i < 3; i++) { inf.readInts(2, 1, 9, \"e\"); inf.readEoln(); }",
        expect![[r#"
            warning testlib-26 `inf.readSpace();`: the line would have to end with a blank: behind the last list stands `inf.readEoln()`, so read the blank between two of them only
        "#]],
    );
}
