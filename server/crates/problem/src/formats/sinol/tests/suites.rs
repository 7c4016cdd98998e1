//! Which tests there are.

use expect_test::expect;

use super::Package;

const LIMITS: &str = "time_limit: 1000\nmemory_limit: 65536\n";

/// The ingen's inputs take the place of files of the same names; of the others those count that are listed.
#[test]
fn tests_by_hand() {
    Package::new(&format!("{LIMITS}sinol_static_tests: ['abc0.in', 'in/abc1b.in', 'abc7.in']\n"))
        .files(&["prog/abc.cpp", "prog/abcingen.py"])
        .files(&["in/abc0.in", "in/abc1a.in", "in/abc1b.in", "in/abc1z.in", "in/abc2.in", "in/old/abc3a.in", "in/a.in"])
        .files(&["out/abc1a.out", "out/abc1b.out", "out/abc9.out"])
        .seen("prog/abcingen.py", &["abc1a.in", "abc2a.in", "ABC2b.in"])
        .check(expect![[r#"
            abc | Fixed(1000), 65536 KiB from config.yml
            checker Standard(Lcmp) (there is no checker, so outputs are compared line by line)
            main prog/abc.cpp
            solution prog/abc.cpp cpp ["correct"] permits {Ac} requires {}
            generator prog/abcingen.py python
            test abc0 of 0 sample: in/abc0.in
            test abc1a of 1: abc1a.in of abcingen
            test abc1b of 1: in/abc1b.in out/abc1b.out
            test abc2a of 2: abc2a.in of abcingen
            group all Sum of 100
            group 0 PassFail
            group 1 Min of 50
            group 2 Min of 50
            ! file-left-out prog/abcingen.py:0:0-0:0 it writes ABC2b.in, which is named like no test, so it is left out; a test is named like `abc1a.in`
            ! manifest-stale config.yml:2:47-2:56 there is no file in/abc7.in; write it, or remove it from the list
            ! file-left-out in/a.in:0:0-0:0 in/a.in and one more file like it are named like no test of the task, so they are left out; a test is named like in/abc1a.in
            ! file-left-out in/abc1z.in:0:0-0:0 in/abc1z.in and one more file like it are neither written by the ingen nor listed in `sinol_static_tests`, so they are left out; remove it, or list it
            ! file-left-out out/abc9.out:0:0-0:0 out/abc9.out has no input, so it is left out; add what is missing, or remove the rest
        "#]]);
}

/// An ingen in shell goes before the programs that it calls, and has the inputs in a directory of their own.
#[test]
fn an_ingen_in_shell() {
    Package::new(LIMITS)
        .files(&["prog/abc.cpp", "prog/abcingen.cpp", "prog/abcingen.sh", "prog/abcingen2.cpp"])
        .seen("prog/abcingen.sh", &["in/abc1a.in", "in/abc1b.in", "prog/abcingen.e"])
        .check(expect![[r#"
            abc | Fixed(1000), 65536 KiB from config.yml
            checker Standard(Lcmp) (there is no checker, so outputs are compared line by line)
            main prog/abc.cpp
            solution prog/abc.cpp cpp ["correct"] permits {Ac} requires {}
            generator prog/abcingen.sh scripts
            test abc1a of 1: in/abc1a.in of abcingen
            test abc1b of 1: in/abc1b.in of abcingen
            group all Sum of 100
            group 1 Min of 100
        "#]]);
}

#[test]
fn an_ingen_that_writes_nothing() {
    Package::new(LIMITS)
        .files(&["prog/abc.cpp", "prog/abcingen.cpp"])
        .seen("prog/abcingen.cpp", &["output.txt"])
        .check_findings(expect![[r#"
            ! no-tests prog/abcingen.cpp:0:0-0:0 it ends well and writes no input; a test is a file such as `abc1a.in` where it runs
        "#]]);
}

#[test]
fn one_point_for_all() {
    Package::new(&format!("{LIMITS}sinol_contest_type: icpc\n"))
        .files(&["prog/abc.cpp", "in/abc0.in", "in/abc1a.in", "in/abc2a.in"])
        .check(expect![[r#"
            abc | Fixed(1000), 65536 KiB from config.yml
            checker Standard(Lcmp) (there is no checker, so outputs are compared line by line)
            main prog/abc.cpp
            solution prog/abc.cpp cpp ["correct"] permits {Ac} requires {}
            test abc0 of 0 sample: in/abc0.in
            test abc1a of 1: in/abc1a.in
            test abc2a of 2: in/abc2a.in
            group all Sum
            group 0 PassFail
            group 1 PassFail
            group 2 PassFail
            no scores
        "#]]);
}
