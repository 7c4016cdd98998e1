//! `gen/cases.gen`, line by line.

use expect_test::expect;

use super::Task;

fn task(cases: &str) -> Task {
    Task::new()
        .file("gen/cases.gen", cases)
        // It is made of the other one.
        .file("gen/GEN", "# tm-allow-delete\n#ST: 1\n1\n")
        .files(&["gen/generator.py", "gen/line.cpp", "gen/hard.py", "gen/validator.py", "gen/val_line.py"])
        .files(&["gen/example1.in", "gen/example2.in", "sol/solution.cpp"])
}

/// All that the format has.
#[test]
fn a_usual_file() {
    task(
        ": GEN default gen/generator.py N M seed\n: GEN line gen/line.cpp N seed\n:GEN hard gen/hard.py\n\n\
         : VAL default gen/validator.py\n: VAL line gen/val_line.py $INPUT $ST_NUM $N $TC_NUM # four\n\n\
         : CONSTRAINT 1 <= $N <= 1000\n: CONSTRAINT 1 <= $M <= 1000000\n\n\
         : SUBTASK 0 Examples\n: COPY gen/example1.in\n: COPY gen/example2.in # the other\n\n\
         : SUBTASK 30 Nodes are in a line\n: GEN line\n: VAL line\n: CONSTRAINT $N <= 500\n500   101\n500   102\n\n\
         : SUBTASK 70\n1000   1000      201\n: RUN hard 1000 '95 %' \"\" 203 # by hand\n: RUN line 999 7\n",
    )
    .check_lines(&["generator", "validator", "test", "group", "!"], expect![[r#"
        generator gen/generator.py python
        generator gen/hard.py python
        generator gen/line.cpp cpp
        validator gen/val_line.py python
        validator gen/validator.py python
        validator gen/val_line.py Testlib File { name: "tm_validation_file", usual_args: ["tm_validation_file", "1", "500", "3"] }
        validator gen/validator.py Testlib File { name: "tm_validation_file", usual_args: ["tm_validation_file", "2"] }
        test 000 of ["Examples"] sample: gen/example1.in | 1: tm_validation_file 0
        test 001 of ["Examples"] sample: gen/example2.in | 1: tm_validation_file 0
        test 002 of ["Nodes are in a line"]: `line 500 101` is gen/line.cpp ["500", "101"] | 0: tm_validation_file 1 500 2
        test 003 of ["Nodes are in a line"]: `line 500 102` is gen/line.cpp ["500", "102"] | 0: tm_validation_file 1 500 3
        test 004 of ["subtask3"]: `generator 1000 1000 201` is gen/generator.py ["1000", "1000", "201"] | 1: tm_validation_file 2
        test 005 of ["subtask3"]: `hard 1000 "95 %" "" 203` is gen/hard.py ["1000", "95 %", "", "203"] | 1: tm_validation_file 2
        test 006 of ["subtask3"]: `line 999 7` is gen/line.cpp ["999", "7"] | 1: tm_validation_file 2
        group all Min 0 of 100, 3 items
        group Examples Min 0 of 0, 2 items
        group Nodes are in a line Min 30 of 30, 2 items
        group subtask3 Min 70 of 70, 3 items
    "#]]);
}

/// Constraints that a test breaks, and those of which something is not known.
#[test]
fn constraints() {
    task(
        ": GEN a gen/generator.py N M\n: CONSTRAINT 1 <= $N < $M <= 100\n: SUBTASK 40\n1 2\n5 5\nmany 7\n\
         : SUBTASK 60\n: CONSTRAINT $M = 9\n2 9\n2 10\n3 11\n: RUN a 101 9\n",
    )
    .check_findings(expect![[r#"
        ! manifest-broken gen/cases.gen:4:0-4:3 this breaks the constraint `1 <= $N < $M <= 100`: N is 5, M is 5; the same goes for 1 further test
        ! manifest-broken gen/cases.gen:9:0-9:4 this breaks the constraint `$M = 9`: M is 10; the same goes for 1 further test
    "#]]);
}

/// Every mistake stands at its line.
#[test]
fn mistakes() {
    task(
        "1 2\n: COPY gen/example1.in\n: GEN\n: GEN a\n: GEN a gen/nothing.py\n: GEN a gen/example1.in\n: GEN a gen/generator.py N\n\
         : GEN a gen/hard.py\n: CONSTRAINT 1 < $N > 0\n: SUBTSK 3\n: SUBTASK many\n: RUN b 1\n: RUN a 'open\n: VAL z\n: COPY no.txt\n\
         : SUBTASK 100\n: VAL v gen/validator.py $INPUT $K\n: VAL v\n5\n",
    )
    .check_lines(&["test", "group", "!"], expect![[r#"
        test 000 of ["subtask2"]: `generator 5` is gen/generator.py ["5"]
        group all Min 0 of 100, 2 items
        group subtask1 Min 0 of 0, 0 items
        group subtask2 Min 100 of 100, 1 items
        ! manifest-stale gen/cases.gen:0:0-0:3 no generator is the default one, so this makes no test; declare one by `: GEN default gen/generator.py`
        ! manifest-broken gen/cases.gen:1:0-1:22 this stands before the first `: SUBTASK`, so its test is in none and left out; put it below one
        ! manifest-stale gen/cases.gen:2:0-2:5 the name of the generator is missing; write it behind the word
        ! manifest-stale gen/cases.gen:3:0-3:7 the generator of a subtask is chosen below its `: SUBTASK`; this changes nothing
        ! manifest-stale gen/cases.gen:4:0-4:22 `gen/nothing.py` is no program of the folder, so there is no generator `a`; correct the path
        ! manifest-stale gen/cases.gen:5:0-5:23 `gen/example1.in` is no program of the folder, so there is no generator `a`; correct the path
        ! manifest-stale gen/cases.gen:7:0-7:19 there is already a generator `a`, which stays; choose another name
        ! manifest-broken gen/cases.gen:8:0-8:23 it looks in both directions; write it with `<` alone or with `>` alone
        ! manifest-broken gen/cases.gen:9:0-9:10 `: SUBTSK` is no command here; did you mean `SUBTASK`?
        ! manifest-broken gen/cases.gen:10:0-10:14 `many` is no number of points, so this subtask gives none; write `: SUBTASK 20 name`
        ! generator-unknown gen/cases.gen:11:0-11:9 no generator is called `b`; did you mean `a`?
        ! manifest-broken gen/cases.gen:12:0-12:13 the arguments are broken, so the test is left out: a quote is not closed; close it
        ! manifest-stale gen/cases.gen:13:0-13:7 no validator is called `z`; declare it by `: VAL z gen/z.py`
        ! manifest-stale gen/cases.gen:14:0-14:13 there is no file no.txt, so the test is left out; add it, or correct the path
        ! manifest-stale gen/cases.gen:18:0-18:1 the validator gen/validator.py wants `$K`, which this test has not, so it is not asked
    "#]]);
}

/// No program is named `default`: the first one is.
#[test]
fn the_first_is_the_default() {
    task(": GEN x gen/hard.py\n: GEN y gen/line.cpp\n: SUBTASK 100\n7\n: GEN y\n8\n").check_lines(
        &["test", "validator", "!"],
        expect![[r#"
            validator gen/validator.py python
            test 000 of ["subtask1"]: `hard 7` is gen/hard.py ["7"]
            test 001 of ["subtask1"]: `line 8` is gen/line.cpp ["8"]
        "#]],
    );
}
