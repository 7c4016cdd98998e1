//! `gen/GEN`, line by line.

use expect_test::expect;

use super::Task;

fn task(gen_file: &str) -> Task {
    Task::new().file("gen/GEN", gen_file).files(&[
        "gen/generator.cpp",
        "gen/validator.cpp",
        "sol/solution.cpp",
        "gen/a.txt",
    ])
}

#[test]
fn comments_and_blanks() {
    task("# N\r\n\r\n  \t\n#\n#no blank\n   5   6#seven\r\n#ST: 100 # all\n8")
        .check_lines(&["test", "group", "!"], expect![[r#"
            test 000 of ["subtask1"]: `generator 5 6` is gen/generator.cpp ["5", "6"] | 0: tm_validation_file 1
            test 001 of ["subtask2"]: `generator 8` is gen/generator.cpp ["8"] | 0: tm_validation_file 2
            group all Min 0 of 200, 2 items
            group subtask1 Min 100 of 100, 1 items
            group subtask2 Min 100 of 100, 1 items
            ! manifest-stale gen/GEN:5:3-5:14 tests that stand before the first `#ST:` are a subtask of 100 points to task-maker and a mistake to CMS; put them below one
            ! manifest-stale gen/GEN:5:3-5:14 the subtasks give 200 points together, and CMS imports a task only if it is 100
        "#]]);
}

/// What only one of the tools takes for more than a comment.
#[test]
fn words_behind_a_blank() {
    task("# ST: 30\n1\n# STNAME: first\n# COPY: gen/a.txt\n#ST: 70\n#STNAME: second\n2\n")
        .check_lines(&["test", "group", "!"], expect![[r#"
            test 000 of ["subtask1"]: `generator 1` is gen/generator.cpp ["1"] | 0: tm_validation_file 1
            test 001 of ["subtask1"]: gen/a.txt | 0: tm_validation_file 1
            test 002 of ["second"]: `generator 2` is gen/generator.cpp ["2"] | 0: tm_validation_file 2
            group all Min 0 of 100, 2 items
            group subtask1 Min 30 of 30, 2 items
            group second Min 70 of 70, 1 items
            ! manifest-stale gen/GEN:0:0-0:8 this is `#ST:` to CMS and a comment to task-maker; write it without the blank behind `#`
            ! manifest-stale gen/GEN:3:0-3:17 this is `#COPY:` to CMS and a comment to task-maker; write it without the blank behind `#`
        "#]]);
}

#[test]
fn what_is_misspelt() {
    task("#ST: 100\n#STMAME: a\n#COPI: gen/a.txt\n#Names\n#HELLO\n1\n").check_findings(expect![[r#"
        ! manifest-stale gen/GEN:1:0-1:10 this is a comment, so it changes nothing; did you mean `STNAME`?
        ! manifest-stale gen/GEN:2:0-2:16 this is a comment, so it changes nothing; did you mean `COPY`?
    "#]]);
}

/// Subtasks include each other however deep, also those that come later, and round about.
#[test]
fn what_subtasks_include() {
    task(
        "#ST: 10\n#STNAME: N<=10\n#STDEP: last\n1\n#ST: 20\n#STNAME: b\n#STDEP: N<=10\n2\n#ST: 70\n#STNAME: last\n\
         #STDEP: b nowhere\n3\n",
    )
    .check_lines(&["validator", "test", "!"], expect![[r#"
        validator gen/validator.cpp cpp
        validator gen/validator.cpp Testlib File { name: "tm_validation_file", usual_args: ["tm_validation_file", "3"] }
        validator gen/validator.cpp Testlib File { name: "tm_validation_file", usual_args: ["tm_validation_file", "3"] }
        validator gen/validator.cpp Testlib File { name: "tm_validation_file", usual_args: ["tm_validation_file", "3"] }
        test 000 of ["N<=10", "b", "last"]: `generator 1` is gen/generator.cpp ["1"] | 0: tm_validation_file 1 | 1: tm_validation_file 2 | 2: tm_validation_file 3
        test 001 of ["b", "N<=10", "last"]: `generator 2` is gen/generator.cpp ["2"] | 0: tm_validation_file 2 | 1: tm_validation_file 1 | 2: tm_validation_file 3
        test 002 of ["last", "N<=10", "b"]: `generator 3` is gen/generator.cpp ["3"] | 0: tm_validation_file 3 | 1: tm_validation_file 1 | 2: tm_validation_file 2
        ! manifest-stale gen/GEN:10:0-10:17 there is no subtask `nowhere` to include
    "#]]);
}

/// Every mistake stands at its line.
#[test]
fn mistakes() {
    task(
        "#STNAME: early\n#STDEP: early\n0 0\n#ST: many\n#ST: -1\n#ST: 12.5\n#STNAME: two words\n#STNAME: a\n1\n#ST: 3\n#STNAME: a\n\
         #STNAME:\n#COPY: nowhere.txt\n#COPY: ../up.txt\n#COPY:\n2\n",
    )
    .check_lines(&["test", "group", "!"], expect![[r#"
        test 000 of ["subtask1"]: `generator 0 0` is gen/generator.cpp ["0", "0"] | 0: tm_validation_file 1
        test 001 of ["a"]: `generator 1` is gen/generator.cpp ["1"] | 0: tm_validation_file 4
        test 002 of ["subtask5"]: `generator 2` is gen/generator.cpp ["2"] | 0: tm_validation_file 5
        group all Min 0 of 115.5, 5 items
        group subtask1 Min 100 of 100, 1 items
        group subtask2 Min 0 of 0, 0 items
        group subtask3 Min 0 of 0, 0 items
        group a Min 12.5 of 12.5, 1 items
        group subtask5 Min 3 of 3, 1 items
        ! manifest-stale gen/GEN:0:0-0:14 `#STNAME:` stands before the first `#ST:`, so it changes nothing; put it below one
        ! manifest-stale gen/GEN:1:0-1:13 `#STDEP:` stands before the first `#ST:`, so it changes nothing; put it below one
        ! manifest-stale gen/GEN:2:0-2:3 tests that stand before the first `#ST:` are a subtask of 100 points to task-maker and a mistake to CMS; put them below one
        ! manifest-stale gen/GEN:2:0-2:3 the subtasks give 115.5 points together, and CMS imports a task only if it is 100
        ! manifest-broken gen/GEN:3:0-3:9 `many` is no number of points, so this subtask gives none; write `#ST: 20`
        ! manifest-broken gen/GEN:4:0-4:7 `-1` is no number of points, so this subtask gives none; write `#ST: 20`
        ! manifest-stale gen/GEN:5:0-5:9 12.5 is no whole number, and CMS wants one here
        ! manifest-stale gen/GEN:6:0-6:18 the name of a subtask is one word; write it behind `#STNAME:`
        ! manifest-stale gen/GEN:10:0-10:10 there is already a subtask `a`, so this one is called `subtask5`; choose another name
        ! manifest-stale gen/GEN:11:0-11:8 the name of a subtask is one word; write it behind `#STNAME:`
        ! manifest-stale gen/GEN:12:0-12:18 there is no file nowhere.txt, so the test is left out; add it, or correct the path
        ! manifest-stale gen/GEN:13:0-13:16 this names no file of the folder, so the test is left out; name one
        ! manifest-stale gen/GEN:14:0-14:6 this names no file of the folder, so the test is left out; name one
    "#]]);
    task("# nothing\n").check_findings(expect![[r#"
        ! no-tests gen/GEN:0:0-0:0 it declares no test; write a line for each
    "#]]);
}

/// A name may be that which the subtask has without one; one that is very long is none.
#[test]
fn names_that_say_nothing_new() {
    task("#ST: 100\n#STNAME: subtask1\n1\n").check_lines(
        &["test", "!"],
        expect![[r#"
        test 000 of ["subtask1"]: `generator 1` is gen/generator.cpp ["1"] | 0: tm_validation_file 1
    "#]],
    );
    task(&format!("#ST: 100\n#STNAME: {}\n1\n", "a".repeat(201))).check_lines(&["test", "!"], expect![[r#"
        test 000 of ["subtask1"]: `generator 1` is gen/generator.cpp ["1"] | 0: tm_validation_file 1
        ! manifest-stale gen/GEN:1:0-1:210 the name of this subtask is longer than 200 bytes, so it is called `subtask1`; choose a shorter one
    "#]]);
}

/// The name of one subtask may be what another one is called without a name.
#[test]
fn names_like_the_usual_ones() {
    task("#ST: 50\n#STNAME: subtask2\n1\n#ST: 50\n2\n").check_lines(
        &["test", "!"],
        expect![[r#"
        test 000 of ["subtask2"]: `generator 1` is gen/generator.cpp ["1"] | 0: tm_validation_file 1
        test 001 of ["subtask2_"]: `generator 2` is gen/generator.cpp ["2"] | 0: tm_validation_file 2
    "#]],
    );
}
