//! Register calls.

use super::{check, check_source};
use expect_test::expect;
use problem::model::Role::{Checker, Generator, Interactor, Validator};

#[test]
fn missing() {
    let source = "#include \"testlib.h\"\n\nint main() {\n  println(1);\n}\n";
    check_source(
        Generator,
        source,
        expect![[r#"
        error testlib-10 `main`: this generator includes testlib.h and calls no register function, so it fails at its end: begin `main` with `registerGen(argc, argv, 1);`
          begin `main` with `registerGen(argc, argv, 1)`
          | int main(int argc, char* argv[]) {
          | registerGen(argc, argv, 1);
    "#]],
    );
    check_source(
        Validator,
        "#include \"testlib.h\"\nint main(int argc, char** argv) { inf.readEof(); }\n",
        expect![[r#"
            error testlib-10 `main`: this validator includes testlib.h and calls no register function, so it fails at its end: begin `main` with `registerValidation(argc, argv);`
              begin `main` with `registerValidation(argc, argv)`
              | int main(int argc, char** argv) {
              | registerValidation(argc, argv); inf.readEof(); }
        "#]],
    );
    check_source(Checker, "#include \"testlib.h\"\nint main(int c, char** v) { quitf(_ok, \"\"); }\n", expect![[""]]);
}

#[test]
fn not_missing() {
    for source in [
        "#include \"testlib.h\"\n#include \"common.h\"\nint main() { start(); }\n",
        "#include \"testlib.h\"\nvoid helper();\n",
        "#include \"testlib.h\"\n#define START registerGen(argc, argv, 1)\nint main(int argc, char* argv[]) { START; }\n",
        "#include \"testlib.h\"\nint main() { disableFinalizeGuard(); }\n",
        "int main() {}\n",
    ] {
        check_source(Generator, source, expect![[""]]);
    }
}

#[test]
fn of_another_program() {
    let source = "#include \"testlib.h\"\nint main(int argc, char* argv[]) {\n  registerGen(argc, argv, 1);\n  inf.readEof();\n}\n";
    check_source(
        Validator,
        source,
        expect![[r#"
        error testlib-10 `registerGen(argc, argv, 1)`: this is the validator of the problem, but `registerGen` makes something else of it: write `registerValidation(argc, argv)`
          write `registerValidation(argc, argv)`
          | registerValidation(argc, argv);
    "#]],
    );
    check_source(
        Interactor,
        "#include \"testlib.h\"\nint main() { registerValidation(); }",
        expect![[r#"
        error testlib-10 `registerValidation()`: this is the interactor of the problem, but `registerValidation` makes something else of it: write `registerInteraction(argc, argv)`
          write `registerInteraction(argc, argv)`
          | int main(int argc, char* argv[]) { registerInteraction(argc, argv); }
    "#]],
    );
    check_source(Generator, source, expect![[""]]);
    let both = "#include \"testlib.h\"\nint main(int c, char* v[]) {\n#ifdef G\nregisterGen(c, v, 1);\n#else\nregisterValidation(c, v);\n#endif\ninf.readEof(); }\n";
    check_source(Validator, both, expect![[""]]);
    check_source(
        Checker,
        "#include \"testlib.h\"\nint main(int c, char* v[]) { registerScorer(c, v, f); }",
        expect![[""]],
    );
}

#[test]
fn version() {
    check_source(
        Generator,
        "#include \"testlib.h\"\nint main(int c, char* v[]) { registerGen(c, v); }",
        expect![[r#"
        warning testlib-09 `registerGen(c, v)`: `registerGen` without a version means version 0 and complains with each run: add `, 1`
          add the version 1 (tests change)
          | int main(int c, char* v[]) { registerGen(c, v, 1); }
          add the version 0 (tests stay as they are)
          | int main(int c, char* v[]) { registerGen(c, v, 0); }
    "#]],
    );
    check_source(
        Generator,
        "#include \"testlib.h\"\nint main(int c, char* v[]) { registerGen(c, v, 0); }",
        expect![[""]],
    );
    let own = "#include \"testlib.h\"\nvoid registerGen(int c, char* v[]) { registerGen(c, v, 1); }\nint main(int c, char* v[]) { registerGen(c, v); }";
    check_source(Generator, own, expect![[""]]);
}

#[test]
fn redefined_types() {
    let main = "int main(int c, char* v[]) { registerGen(c, v, 1); }\n";
    check_source(
        Generator,
        &format!("#define int long long\n#include \"testlib.h\"\n{main}"),
        expect![[r#"
        error testlib-46 `#define int long long`: this macro changes the types inside testlib.h as well: write `long long` where it is meant
    "#]],
    );
    check_source(Generator, &format!("#include \"testlib.h\"\n#define int long long\nsigned {main}"), expect![[""]]);
    check_source(Generator, &format!("#define ll long long\n#include \"testlib.h\"\n{main}"), expect![[""]]);
}

#[test]
fn options_of_validators() {
    let source = |call: &str| {
        format!(
            "#include \"testlib.h\"\nint main() {{\n    {call};\n    if (validator.group() == \"a\") inf.readEoln();\n    inf.readEof();\n}}\n"
        )
    };
    check_source(
        Validator,
        &source("registerValidation()"),
        expect![[r#"
        error testlib-49 `registerValidation()`: `registerValidation()` takes no options, so `validator.group()` fails: write `registerValidation(argc, argv)`
          write `registerValidation(argc, argv)`
          | int main(int argc, char* argv[]) {
          | registerValidation(argc, argv);
    "#]],
    );
    check_source(Validator, &source("registerValidation(argc, argv)"), expect![[""]]);
    check(Validator, "validator.setGroup(\"a\");", expect![[""]]);
}
