//! Expected scores.

use expect_test::expect;

use super::Package;

const LIMITS: &str = "time_limit: 1000\nmemory_limit: 65536\nscores: {1: 40, 2: 60}\n";

fn package(more: &str) -> Package {
    Package::new(&format!("{LIMITS}{more}")).files(&["in/abc0a.in", "in/abc1a.in", "in/abc2a.in"])
}

#[test]
fn both_forms() {
    package(
        "sinol_expected_scores:\n\
         \x20 abc.cpp:\n    expected:\n      0: {points: 0, status: OK}\n      1: {points: 40, status: OK}\n      \
         2: {points: 60, status: OK}\n    points: 100\n\
         \x20 abcs1.cpp: {expected: {0: OK, 1: OK, 2: TL}, points: 40}\n\
         \x20 abcb1.cpp: {expected: {0: OK, 1: WA, 2: RE}, points: 0}\n\
         \x20 abcb2.cpp: {expected: {1: {points: 40, status: OK}, 2: {points: 15, status: OK}}, points: 55}\n",
    )
    .files(&["prog/abc.cpp", "prog/abcs1.cpp", "prog/abcb1.cpp", "prog/abcb2.cpp", "prog/abcb3.cpp"])
    .check(expect![[r#"
        abc | Fixed(1000), 65536 KiB from config.yml
        checker Standard(Lcmp) (there is no checker, so outputs are compared line by line)
        main prog/abc.cpp
        solution prog/abc.cpp cpp ["OK"] permits {Ac} requires {}; 0 requires {}; 1 requires {}; 2 requires {}; 1 gives 40; 2 gives 60; all gives 100
        solution prog/abcb1.cpp cpp ["OK", "WA", "RE"] permits {Ac, Wa, Pe, Tle, Rte, Mle, Ole, Ce} requires {Wa, Pe, Rte}; 0 requires {}; 1 requires {Wa, Pe}; 2 requires {Rte}; all gives 0
        solution prog/abcb2.cpp cpp ["OK"] permits {Ac} requires {}; 1 requires {}; 2 requires {}; 1 gives 40; 2 gives 15; all gives 55
        solution prog/abcb3.cpp cpp ["bad"] permits {Ac, Wa, Pe, Tle, Rte, Mle, Ole, Ce} requires {Wa, Pe, Tle, Rte, Mle, Ole}
        solution prog/abcs1.cpp cpp ["OK", "TL"] permits {Ac, Wa, Pe, Tle, Rte, Mle, Ole, Ce} requires {Tle}; 0 requires {}; 1 requires {}; 2 requires {Tle}; all gives 40
        test abc0a of 0 sample: in/abc0a.in
        test abc1a of 1: in/abc1a.in
        test abc2a of 2: in/abc2a.in
        group all Sum of 100
        group 0 PassFail
        group 1 Min of 40
        group 2 Min of 60
    "#]]);
}

/// Points that fall with time are not reckoned.
#[test]
fn points_that_fall_with_time() {
    package(
        "sinol_contest_type: OI\n\
         sinol_expected_scores:\n\
         \x20 abc.cpp: {expected: {1: {points: 40, status: OK}, 2: {points: 60, status: OK}}, points: 100}\n\
         \x20 abc2.py: {expected: {1: {points: 40, status: OK}, 2: {points: 33, status: OK}}, points: 73}\n",
    )
    .files(&["prog/abc.cpp", "prog/abc2.py"])
    .check(expect![[r#"
        abc | Fixed(1000), 65536 KiB from config.yml
        checker Standard(Lcmp) (there is no checker, so outputs are compared line by line)
        main prog/abc.cpp
        solution prog/abc.cpp cpp ["OK"] permits {Ac} requires {}; 1 requires {}; 2 requires {}; 1 gives 40; 2 gives 60; all gives 100
        solution prog/abc2.py python ["OK"] permits {Ac} requires {}; 1 requires {}; 2 requires {}; 1 gives 40
        test abc0a of 0 sample: in/abc0a.in
        test abc1a of 1: in/abc1a.in
        test abc2a of 2: in/abc2a.in
        group all Sum of 100
        group 0 PassFail
        group 1 Min of 40
        group 2 Min of 60
        ! tool-missing config.yml:3:20-3:22 points that fall with time beyond half of the limit are not reckoned here: a group that is passed in time has its full score
    "#]]);
}

#[test]
fn names_that_contradict() {
    package(
        "sinol_expected_scores:\n\
         \x20 abc.cpp: {expected: {1: OK, 2: WA}, points: 40}\n\
         \x20 abc2.cpp: {expected: {1: OK, 2: TL}, points: 40}\n\
         \x20 abcb1.cpp: {expected: {1: OK, 2: OK}, points: 100}\n\
         \x20 abcb9.cpp: {expected: {1: WA, 2: WA}, points: 0}\n",
    )
    .files(&["prog/abc.cpp", "prog/abc2.cpp", "prog/abcb1.cpp"])
    .check_findings(expect![[r#"
        ! label-contradiction config.yml:4:2-4:9 the name abc.cpp says that this solution is correct, but it is expected to fail; what stands here counts
        ! label-contradiction config.yml:6:2-6:11 the name abcb1.cpp says that this solution is bad, but it is expected to pass everything; what stands here counts
        ! manifest-stale config.yml:7:2-7:11 there is no solution prog/abcb9.cpp; remove this, or add it (abcb1.cpp is one that is wrong)
    "#]]);
}

#[test]
fn while_the_tests_are_not_known_nothing_is_wanted_of_groups() {
    package("sinol_expected_scores:\n  abcb1.cpp: {expected: {1: OK, 2: WA}, points: 40}\n")
        .files(&["prog/abc.cpp", "prog/abcb1.cpp", "prog/abcingen.cpp"])
        .check(expect![[r#"
            abc | Fixed(1000), 65536 KiB from config.yml
            checker Standard(Lcmp) (there is no checker, so outputs are compared line by line)
            main prog/abc.cpp
            solution prog/abc.cpp cpp ["correct"] permits {Ac} requires {}
            solution prog/abcb1.cpp cpp ["OK", "WA"] permits {Ac, Wa, Pe, Tle, Rte, Mle, Ole, Ce} requires {Wa, Pe}
            generator prog/abcingen.cpp cpp
            test abc0a of 0 sample: in/abc0a.in
            test abc1a of 1: in/abc1a.in
            test abc2a of 2: in/abc2a.in
            group all Sum of 100
            group 0 PassFail
            group 1 Min of 40
            group 2 Min of 60
            ! no-tests prog/abcingen.cpp:0:0-0:0 which tests prog/abcingen.cpp writes is known once it has been run, as a check does
        "#]]);
}
