//! The whole output.

use expect_test::expect;
use problem::{finding::Code, label::LabelWord, text::Range};

use super::{
    check,
    samples::{empty, finding, over, small, solution, sources},
};
use crate::human::{View, render};

#[test]
fn a_usual_problem() {
    check(
        &small(),
        80,
        expect![[r#"
            sum · plain · 2 s, 256 MB (statement.md) · checker check.cpp
              main solutions/sol.cpp · sandbox full · 7 programs, 12 tests

            correct            1   5    10
              sol.cpp          .......... ..  AC     31 ms  3.3 MB  ✓
              sol_slow.py      .......... ..  AC    1.71 s  3.3 MB  ✓
            wrong
              wa_overflow.cpp  ..W......W ..  WA     28 ms  3.3 MB  ✓
              wa_greedy.cpp    .......... ..  AC     27 ms  3.3 MB  ✗ false positive
              tle_n2.cpp       .......RRR ..  RTE   412 ms  3.3 MB  ! unmet
            other
              brute.cpp        ......TTTT TT  TLE   2.31 s  3.3 MB  ✓
              unsure.cpp       .......... ..  AC     27 ms  3.3 MB
            . accepted   W wrong answer   T time limit   R run-time error

            TPR 100% (2 of 2 correct solutions pass)
            TNR 66.7% (2 of 3 wrong solutions fail)

            error[generator-unknown]: there is no generator `gne`
              ┌─ script.txt:4:1
            4 │ gne -n 5 > 4
              │ ^^^

            error[wrong-solution-passes]: solutions/wa_greedy.cpp: labelled wrong_answer,
                but passes all 12 tests
              = script.txt:1:1: the tests are made here

            warning[testlib-07]: `rand()` differs from machine to machine
              ┌─ gen.cpp:6:10
            6 │     int m = rand() % n;
              │             ^^^^^^
              = use `rnd.next(n)`

            warning[test-duplicate]: test 3 is the same as test 2
              ┌─ script.txt:3:1
            2 │ gen -n 10 > 2
              │ --------- test 2
            3 │ gen -n 10 > 3
              │ ^^^^^^^^^

            warning[expectation-unmet]: solutions/tle_n2.cpp: expected TLE, saw RTE on test
                8

            note[no-main]: no solution is marked as the main one; sol.cpp is taken
            note[solution-unlabelled]: solutions/unsure.cpp: nothing says what is expected
                of it
            hint[test-kills-nothing]: script.txt:1:1: test 1 kills no wrong solution

            2 errors, 3 warnings, 2 notes, 1 hint
        "#]],
    );
}

#[test]
fn a_usual_problem_without_unicode_in_a_narrow_terminal() {
    let view = View { width: 40, color: false, unicode: false };
    expect![[r#"
        sum | plain | 2 s, 256 MB (statement.md)
          checker check.cpp
          main solutions/sol.cpp | sandbox full
          7 programs, 12 tests

        correct          1   5    10
          sol.cpp        ..........
          sol_slow.py    ..........
        wrong
          ..verflow.cpp  ..W......W
          wa_greedy.cpp  ..........
          tle_n2.cpp     .......RRR
        other
          brute.cpp      ......TTTT
          unsure.cpp     ..........

        correct          11
          sol.cpp        ..  AC     31 ms  ok
          sol_slow.py    ..  AC    1.71 s  ok
        wrong
          ..verflow.cpp  ..  WA     28 ms  ok
          wa_greedy.cpp  ..  AC     27 ms  x FP
          tle_n2.cpp     ..  RTE   412 ms  !
        other
          brute.cpp      TT  TLE   2.31 s  ok
          unsure.cpp     ..  AC     27 ms
        . accepted   W wrong answer
          T time limit   R run-time error

        TPR 100% (2 of 2 correct solutions pass)
        TNR 66.7% (2 of 3 wrong solutions fail)

        error[generator-unknown]: there is no
            generator `gne`
          --> script.txt:4:1
        4 | gne -n 5 > 4
          | ^^^

        error[wrong-solution-passes]: solutions/wa_greedy.cpp:
            labelled wrong_answer, but passes
            all 12 tests
          = script.txt:1:1: the tests are made
            here

        warning[testlib-07]: `rand()` differs
            from machine to machine
          --> gen.cpp:6:10
        6 |     int m = rand() % n;
          |             ^^^^^^
          = use `rnd.next(n)`

        warning[test-duplicate]: test 3 is the
            same as test 2
          --> script.txt:3:1
        2 | gen -n 10 > 2
          | --------- test 2
        3 | gen -n 10 > 3
          | ^^^^^^^^^

        warning[expectation-unmet]: solutions/tle_n2.cpp:
            expected TLE, saw RTE on test 8

        note[no-main]: no solution is marked as
            the main one; sol.cpp is taken
        note[solution-unlabelled]: solutions/unsure.cpp:
            nothing says what is expected of it
        hint[test-kills-nothing]: script.txt:1:1:
            test 1 kills no wrong solution

        2 errors, 3 warnings, 2 notes, 1 hint
    "#]]
    .assert_eq(&render(&small(), &sources, &view));
}

#[test]
fn nothing_at_all() {
    check(
        &empty(),
        80,
        expect![[r#"
        sum · plain · 2 s, 256 MB (assumed) · built-in checker tokens · no main solution
          sandbox full · 0 programs, 0 tests

        TPR no correct solution
        TNR no wrong solution

        no findings
    "#]],
    );
}

#[test]
fn nothing_in_the_pools() {
    let mut report = over(["1".into()]);
    solution(&mut report, "maybe.cpp", None, ".", 1.0);
    solution(&mut report, "broken.cpp", Some(LabelWord::Accepted), "", 0.0);
    report.solutions[1].verdict = "CE".into();
    report.problem.time_limit_ms = None;
    check(
        &report,
        80,
        expect![[r#"
            sum · plain · no time limit, 256 MB (assumed) · built-in checker tokens
              no main solution · sandbox full · 2 programs, 1 test

            correct       1
              broken.cpp  -  CE
            other
              maybe.cpp   .  AC    1 ms  3.3 MB
            . accepted   - not run

            TPR no correct solution was judged
            TNR no wrong solution

            no findings
        "#]],
    );
}

#[test]
fn cells_that_do_not_count() {
    let mut report = over(["1", "2", "3", "4"].map(str::to_owned));
    report.tests[2].valid = false;
    solution(&mut report, "sol.cpp", Some(LabelWord::Accepted), "..WF", 1.0);
    solution(&mut report, "wa.cpp", Some(LabelWord::WrongAnswer), ".W--", 1.0);
    check(
        &report,
        80,
        expect![[r#"
            sum · plain · 2 s, 256 MB (assumed) · built-in checker tokens · no main solution
              sandbox full · 2 programs, 4 tests

            correct    1
              sol.cpp  ..WF  FAIL  1 ms  3.3 MB  ✗ false negative
            wrong
              wa.cpp   .W--  WA    1 ms  3.3 MB  ✓
              invalid    x
            . accepted   W wrong answer   F checker or answer failed   - not run
              x not a valid test, counts for nothing

            TPR 0% (0 of 1 correct solution passes)
            TNR 100% (1 of 1 wrong solution fails)

            no findings
        "#]],
    );
}

#[test]
fn many_of_the_same() {
    let mut report = empty();
    let duplicate = |file: &str, line| {
        finding(Code::TestDuplicate, Some(file), Range::new(line, 0, line, 3), &format!("line {line} again"))
    };
    report.findings.extend((0..9).map(|line| duplicate("a.txt", line)));
    report.findings.extend((0..5).map(|line| duplicate("b.txt", line)));
    report.findings.extend((0..30).map(|file| duplicate(&format!("c{file:02}.txt"), 1)));
    report.findings.push(finding(Code::NoWrongSolution, None, Range::default(), "there is no wrong solution"));
    report.findings.extend((0..7).map(|test| {
        finding(Code::TestKillsNothing, Some("script.txt"), Range::new(test, 0, test, 3), "kills nothing\nat all")
    }));
    check(
        &report,
        80,
        expect![[r#"
        sum · plain · 2 s, 256 MB (assumed) · built-in checker tokens · no main solution
          sandbox full · 0 programs, 0 tests

        TPR no correct solution
        TNR no wrong solution

        warning[no-wrong-solution]: there is no wrong solution
        warning[test-duplicate]: a.txt:1:1: line 0 again
        warning[test-duplicate]: a.txt:2:1: line 1 again
        warning[test-duplicate]: a.txt:3:1: line 2 again
        … and 6 more test-duplicate in a.txt
        warning[test-duplicate]: b.txt:1:1: line 0 again
        warning[test-duplicate]: b.txt:2:1: line 1 again
        warning[test-duplicate]: b.txt:3:1: line 2 again
        warning[test-duplicate]: b.txt:4:1: line 3 again
        warning[test-duplicate]: b.txt:5:1: line 4 again
        warning[test-duplicate]: c00.txt:2:1: line 1 again
        warning[test-duplicate]: c01.txt:2:1: line 1 again
        … and 28 more test-duplicate

        hint[test-kills-nothing]: script.txt:1:1: kills nothing …
        hint[test-kills-nothing]: script.txt:2:1: kills nothing …
        hint[test-kills-nothing]: script.txt:3:1: kills nothing …
        … and 4 more test-kills-nothing in script.txt

        45 warnings, 7 hints
    "#]],
    );
}

#[test]
fn a_narrow_excerpt_of_a_long_line() {
    let mut report = empty();
    let line = format!("int a[] = {{{}}}; bad(a);", "1, ".repeat(200));
    let at = line.find("bad").map_or(0, |at| at as u32);
    report.findings.push(finding(Code::Testlib(12), Some("long.cpp"), Range::new(0, at, 2, 0), "this is bad"));
    let source = move |_: &str| Some(line.clone());
    expect![[r#"
        sum · plain · 2 s, 256 MB (assumed)
          built-in checker tokens · no main solution · sandbox full
          0 programs, 0 tests

        TPR no correct solution
        TNR no wrong solution

        warning[testlib-12]: this is bad
          ┌─ long.cpp:1:615
        1 │ …, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, }; bad(a);
          │                                                 ^^^^^^^

        1 warning
    "#]]
    .assert_eq(&render(&report, &source, &View { width: 60, color: false, unicode: true }));
}
