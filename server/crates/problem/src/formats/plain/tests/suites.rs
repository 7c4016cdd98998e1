//! Tests that lie in the folder as files.

use expect_test::expect;

use globset::Glob;

use super::{GEN, MAIN, check, check_with};
use crate::{formats::plain::Hints, settings::RoleHint};

const TESTS: &[&str] = &["test", "validator-test", "checker-test", "finding manifest"];

#[test]
fn pairs_of_names() {
    let files = [
        ("tests/01", "1"),
        ("tests/01.a", "1"),
        ("tests/10.ans", "1"),
        ("tests/10.in", "1"),
        ("tests/2.ans", "1"),
        ("tests/2.in", "1"),
        ("tests/2.out", "1"),
        ("tests/7", "1"),
        ("tests/hand", "1"),
        ("tests/hand.a", "1"),
        ("tests/input.8", "1"),
        ("tests/output.8", "1"),
        ("tests/max_00.in", "1"),
        ("tests/max_00.out", "1"),
        ("tests/x1.in", "1"),
        ("tests/x1.out", "1"),
    ];
    check(
        &files,
        TESTS,
        expect![[r#"
        test 01: tests/01 answer tests/01.a
        test 2: tests/2.in answer tests/2.ans
        test 7: tests/7
        test 8: tests/input.8 answer tests/output.8
        test 10: tests/10.in answer tests/10.ans
        test hand: tests/hand answer tests/hand.a
        test max_00: tests/max_00.in answer tests/max_00.out
        test x1: tests/x1.in answer tests/x1.out
    "#]],
    );
}

#[test]
fn pairs_in_the_root() {
    let files = [("1.in", "1"), ("1.out", "1"), ("2.in", "1"), ("input.txt", "1"), ("output.txt", "1")];
    check(
        &files,
        TESTS,
        expect![[r#"
        test 1: 1.in answer 1.out
    "#]],
    );
}

#[test]
fn folders_for_inputs_and_for_outputs() {
    let files = [
        ("in/a_00.in", "1"),
        ("in/a_01.in", "1"),
        ("out/a_00.out", "1"),
        ("input/input00.txt", "1"),
        ("input/readme.txt", "1"),
        ("output/output00.txt", "1"),
        ("Testdata/deep/er/5.in", "1"),
        ("elsewhere/6.in", "1"),
        ("root.in", "1"),
        ("tests/out/9", "1"),
    ];
    check(
        &files,
        TESTS,
        expect![[r#"
        test 00: input/input00.txt answer output/output00.txt
        test 5: Testdata/deep/er/5.in
        test a_00: in/a_00.in answer out/a_00.out
        test a_01: in/a_01.in
    "#]],
    );
}

#[test]
fn samples() {
    let files = [
        ("data/sample/1.in", "1"),
        ("data/secret/1.in", "1"),
        ("sample.in", "1"),
        ("sample.out", "1"),
        ("samples/1.ans", "1"),
        ("samples/1.in", "1"),
        ("tests/1.in", "1"),
        ("tests/sample-2.in", "1"),
    ];
    check(
        &files,
        TESTS,
        expect![[r#"
        test data/sample/1 sample: data/sample/1.in
        test sample sample: sample.in answer sample.out
        test sample-2 sample: tests/sample-2.in
        test samples/1 sample: samples/1.in answer samples/1.ans
        test 1: tests/1.in
        test data/secret/1: data/secret/1.in
    "#]],
    );
}

#[test]
fn tests_of_the_validator_and_of_the_checker() {
    let files = [
        ("tests/1.in", "1"),
        ("tests/checker/ok_1.ans", "1"),
        ("tests/checker/ok_1.in", "1"),
        ("tests/checker/ok_1.out", "1"),
        ("tests/checker/trailing-wa.ans", "1"),
        ("tests/checker/trailing-wa.in", "1"),
        ("tests/checker/trailing-wa.out", "1"),
        ("tests/checker/pe.in", "1"),
        ("tests/checker/pe.out", "1"),
        ("tests/checker/what.ans", "1"),
        ("tests/checker/what.in", "1"),
        ("tests/checker/what.out", "1"),
        ("tests/invalid/10.in", "1"),
        ("tests/invalid/2.in", "1"),
        ("tests/invalid/notes.md", "1"),
        ("data/invalid_output/1.in", "1"),
    ];
    check(
        &files,
        TESTS,
        expect![[r#"
        test 1: tests/1.in
        validator-test tests/invalid/2.in invalid
        validator-test tests/invalid/10.in invalid
        checker-test tests/checker/ok_1.in tests/checker/ok_1.out tests/checker/ok_1.ans {Ac}
        checker-test tests/checker/trailing-wa.in tests/checker/trailing-wa.out tests/checker/trailing-wa.ans {Wa, Pe}
        finding manifest-stale warning tests/checker/pe.in: a test of the checker needs pe.out and pe.ans beside it
        finding manifest-stale warning tests/checker/what.in: the name does not tell which verdict is wanted; begin it with `ok`, `wa` or `pe`
    "#]],
    );
}

#[test]
fn files_that_the_settings_ignore() {
    let glob = |pattern: &str| (Glob::new(pattern).unwrap().compile_matcher(), RoleHint::Ignore);
    let hints = Hints { roles: vec![glob("tests/old*"), glob("script")], ..Hints::default() };
    let files = [("gen.cpp", GEN), ("script", "gen 1"), ("tests/1.in", "1"), ("tests/old1.in", "1")];
    check_with(
        "abc",
        &hints,
        &files,
        TESTS,
        expect![[r#"
        test 1: tests/1.in
    "#]],
    );
}

#[test]
fn built_tests_only_when_there_is_nothing_else() {
    let built = [("build/tests/1.ans", "1"), ("build/tests/1.in", "1"), ("sol.cpp", MAIN)];
    check(
        &built,
        TESTS,
        expect![[r#"
        test 1: build/tests/1.in answer build/tests/1.ans
    "#]],
    );
    let with_files = [built.as_slice(), &[("tests/9.in", "1")]].concat();
    check(
        &with_files,
        TESTS,
        expect![[r#"
        test 9: tests/9.in
    "#]],
    );
    let with_script = [built.as_slice(), &[("gen.cpp", GEN), ("script", "gen 1")]].concat();
    check(
        &with_script,
        TESTS,
        expect![[r#"
        test 1: `gen 1` by gen.cpp at script:0:0-0:5
    "#]],
    );
}
