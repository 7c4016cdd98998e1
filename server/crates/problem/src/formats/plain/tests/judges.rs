//! Validators, checkers and interactors.

use expect_test::expect;

use super::{CHECK, INTERACT, MAIN, VAL, check};

const JUDGES: &[&str] = &["checker ", "interactor", "validator ", "finding manifest", "finding role"];

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
            finding role-ambiguous information val.cpp: every test has to pass val.cpp, val_simple.py, validator.py and validator/validator.cpp, since nothing says which validator is meant; give what is no part of the problem the role `ignore` in touchstone.toml
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
            checker tools/checker.cpp testlib (calls registerTestlibCmd)
            finding role-ambiguous information tools/checker.cpp: tools/checker.cpp is the checker, since it has the usual name; lib/ncmp.cpp and wcmp.cpp are not used: remove them, or give them the role `ignore` in touchstone.toml
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
