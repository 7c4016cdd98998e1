//! Files that look like parts of tests and are none.

use expect_test::{Expect, expect};

use super::{GEN, check};
use crate::{folder::MemoryFolder, formats, path::RelPath};

fn left(files: &[&str], expected: Expect) {
    let files: Vec<(&str, &str)> = files.iter().map(|path| (*path, "1")).collect();
    check(&files, &["finding file"], expected);
}

#[test]
fn answers_without_inputs() {
    left(
        &["tests/1.in", "tests/1.ans", "tests/1.out", "tests/7.ans", "tests/10.ans", "tests/8.ans", "tests/9.in"],
        expect![[r#"
            finding file-left-out warning tests/7.ans: tests/7.ans and 2 more files like it are named like answers and have no inputs, so they are left out; add what is missing, or remove the rest
        "#]],
    );
    left(
        &["in/1.txt", "out/1.txt", "out/2.txt", "tests/3/out", "samples/output4.txt"],
        expect![[r#"
            finding file-left-out warning out/2.txt: out/2.txt is named like an answer and has no input, so it is left out; add what is missing, or remove the rest
            finding file-left-out warning samples/output4.txt: samples/output4.txt is named like an answer and has no input, so it is left out; add what is missing, or remove the rest
            finding file-left-out warning tests/3/out: tests/3/out is named like an answer and has no input, so it is left out; add what is missing, or remove the rest
        "#]],
    );
}

#[test]
fn answers_of_generated_tests() {
    let files = [
        ("gen.cpp", GEN),
        ("script", "gen 1\ngen 2 > 07\ngen 3 > big\n"),
        ("tests/1.a", "1"),
        ("tests/07.a", "1"),
        ("tests/8.a", "1"),
    ];
    check(
        &files,
        &["finding file"],
        expect![[r#"
            finding file-left-out warning tests/8.a: tests/8.a is named like an answer and has no input, so it is left out; add what is missing, or remove the rest
        "#]],
    );
}

#[test]
fn what_may_be_an_input() {
    left(
        &["tests/1.txt", "tests/2.txt", "tests/3.in", "tests/test4.txt", "tests/notes5.txt", "cases/small_1.dat"],
        expect![[r#"
            finding file-left-out information cases/small_1.dat: cases/small_1.dat may be an input, though nothing says that it is, so it is left out; use a name such as `1.in`, or `tests` in touchstone.toml
            finding file-left-out information tests/1.txt: tests/1.txt and 2 more files like it may be inputs, though nothing says that they are, so they are left out; use a name such as `1.in`, or `tests` in touchstone.toml
        "#]],
    );
    // Beside a test that is complete they are notes about it.
    left(&["tests/1.in", "tests/1.out", "tests/1.txt"], expect![[""]]);
    let mut folder = MemoryFolder::new("notes");
    for path in ["tests/1.in", "tests/1.out", "tests/1.txt", "tests/max", "tests/max.in", "tests/max.ans"] {
        folder.add(RelPath::parse(path).unwrap(), b"1\n", None);
    }
    let ids: Vec<String> = formats::open(&folder).0.tests.iter().map(|test| test.id.clone()).collect();
    assert_eq!(ids, ["1", "max"]);
}

#[test]
fn pairs_in_other_folders() {
    left(
        &[
            "misc/1.in",
            "misc/1.out",
            "misc/2.in",
            "misc/3.in",
            "misc/3.ans",
            "sols/4.in",
            "sols/4.out",
            "docs/5.in",
            "docs/5.out",
        ],
        expect![[r#"
            finding file-left-out information misc/1.in: misc/1.in and one more file like it are named like tests, but lie in no folder for tests, so they are left out; move that into the folder `tests`, or use `tests` in touchstone.toml
        "#]],
    );
}

#[test]
fn packed_tests() {
    left(
        &["tests.zip", "tests.zip/notes.txt", "samples/all.tar.gz", "logo.zip"],
        expect![[r#"
            finding file-left-out warning samples/all.tar.gz: samples/all.tar.gz holds no tests that can be used, since only zip archives are unpacked here; unpack it into the folder `tests`
            finding file-left-out warning tests.zip: tests.zip holds no tests that can be used, since no file in it has the name of an input; unpack it into the folder `tests`
        "#]],
    );
    left(&["tests.zip", "tests/1.in"], expect![[""]]);
}

#[test]
fn what_is_no_part_of_a_test() {
    left(
        &[
            ".1.out",
            "a.out",
            "build/tests/1.ans",
            "out/1.txt",
            "output.txt",
            "tests/README.txt",
            "tests/a.out",
            "tests/checker/x.out",
            "tests/gen1",
            "tests/gen1.cpp",
            "tests/invalid/1.ans",
            "tests/log.txt",
            "tests/output.txt",
            "tests/run.sh",
        ],
        expect![[""]],
    );
}
