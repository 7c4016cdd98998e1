//! What lies about in real folders.

use expect_test::expect;

use super::{MAIN, VAL, check};

#[test]
fn is_ignored() {
    let files = [
        (".DS_Store", "x"),
        ("._sol.cpp", MAIN),
        ("a.out", "\u{7f}ELF"),
        ("gen.exe", "MZ"),
        ("sol", "\u{7f}ELF"),
        ("sol.cpp", MAIN),
        ("sol.cpp.bak", MAIN),
        ("sol.cpp.disabled", MAIN),
        ("sol.cpp~", MAIN),
        ("#sol.cpp#", MAIN),
        ("solutions/.gitkeep", ""),
        ("solutions/output_a", "1"),
        ("tests/.1.in.swp", "1"),
        ("tests/1.in", "1"),
        ("tests/1.in~", "1"),
        ("tests/README.md", "1"),
        ("testlib.h", "// registerGen("),
        ("wa_empty.cpp", ""),
        ("wa_newline.cpp", "\n"),
    ];
    check(
        &files,
        &["program", "main", "test", "finding solution"],
        expect![[r#"
        program sol.cpp solution cpp (in the root folder) = accepted {Ac}/{}
        main sol.cpp
        test 1: tests/1.in
    "#]],
    );
}

#[test]
fn odd_names_are_read() {
    let files = [
        ("sols/wa 反例.cpp", MAIN),
        ("sols/решение.py", "print(1)"),
        ("sols/sol (1).cpp", MAIN),
        ("sols/.cpp", MAIN),
        ("tests/тест 1.in", "1"),
        ("tests/a.b.in", "1"),
        ("validator copy.cpp", VAL),
        ("validator.cpp", VAL),
    ];
    check(
        &files,
        &["program", "main", "test", "validator"],
        expect![[r#"
        program sols/sol (1).cpp solution cpp (in the folder sols) = accepted {Ac}/{}
        program sols/wa 反例.cpp solution cpp (in the folder sols) = wrong_answer {Ac, Wa, Pe}/{Wa, Pe}
        program sols/решение.py solution python (in the folder sols)
        program validator.cpp validator cpp (calls registerValidation)
        main sols/решение.py
        validator validator.cpp testlib
        test a.b: tests/a.b.in
        test тест 1: tests/тест 1.in
    "#]],
    );
}
