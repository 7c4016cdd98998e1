//! Validators, checkers and interactors.

use expect_test::expect;

use super::{CHECK, INTERACT, MAIN, VAL, check};

const JUDGES: &[&str] = &["checker ", "interactor", "validator ", "finding manifest"];

#[test]
fn validators_all_count() {
    let files = [
        ("val.cpp", "int main() { registerValidation(argc, argv); }"),
        ("validator.py", "exit(43)"),
        ("validator/validator.cpp", VAL),
        ("validator/validator/validator.cpp", VAL),
        ("val_simple.py", "raise SystemExit(1)"),
    ];
    check(
        &files,
        JUDGES,
        expect![[r#"
        checker standard wcmp (there is no checker, so tokens are compared)
        validator val.cpp testlib options
        validator val_simple.py testlib
        validator validator.py kattis
        validator validator/validator.cpp testlib
    "#]],
    );
}

#[test]
fn htg_2_the_checker_with_the_usual_name() {
    let files = [("lib/ncmp.cpp", "// 2\nint main() {}"), ("tools/checker.cpp", CHECK), ("wcmp.cpp", MAIN)];
    check(
        &files,
        JUDGES,
        expect![[r#"
        checker tools/checker.cpp testlib (calls registerTestlibCmd; chosen among 3 checkers by its name)
    "#]],
    );
    check(
        &[("files/check.cpp", CHECK), ("check.cpp", CHECK)],
        JUDGES,
        expect![[r#"
        checker check.cpp testlib (calls registerTestlibCmd)
    "#]],
    );
    check(
        &[("yesno.cpp", CHECK)],
        JUDGES,
        expect![[r#"
        checker yesno.cpp testlib (calls registerTestlibCmd)
    "#]],
    );
    check(
        &[("check.py", "exit(42)")],
        JUDGES,
        expect![[r#"
        checker check.py kattis (named like a checker)
    "#]],
    );
    check(
        &[("sol.cpp", MAIN)],
        JUDGES,
        expect![[r#"
        checker standard wcmp (there is no checker, so tokens are compared)
    "#]],
    );
}

#[test]
fn interactors() {
    check(
        &[("interactor.cpp", INTERACT)],
        JUDGES,
        expect![[r#"
        checker interactor (there is no checker, so the interactor's verdict is final)
        interactor interactor.cpp testlib
    "#]],
    );
    check(
        &[("check.cpp", CHECK), ("interactor.py", "exit(42)")],
        JUDGES,
        expect![[r#"
        checker check.cpp testlib (calls registerTestlibCmd)
        interactor interactor.py kattis
    "#]],
    );
}
