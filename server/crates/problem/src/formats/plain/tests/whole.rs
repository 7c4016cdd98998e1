//! Folders as people keep them, read as a whole.

use expect_test::expect;

use super::{CHECK, GEN, INTERACT, MAIN, VAL, check, check_with};
use crate::formats::plain::Hints;

/// Every line of the print.
const ALL: &[&str] = &[""];

#[test]
fn everything_in_the_root() {
    let files = [
        ("README.md", "notes"),
        ("ac_alt.py", "print(1)"),
        ("check.cpp", CHECK),
        ("gen.cpp", GEN),
        ("greedy_heaviest.cpp", MAIN),
        ("re_none.cpp", MAIN),
        ("script.txt", "gen 1 > $\ngen 2\n"),
        ("slow.cpp", MAIN),
        ("sol.cpp", MAIN),
        ("statement.md", "Time limit: 1 second\nMemory limit: 256 MB\n"),
        ("tests/1.ans", "1"),
        ("tests/1.in", "1"),
        ("tests/2.ans", "1"),
        ("tests/2.in", "1"),
        ("val.cpp", VAL),
        ("wa_overflow.cpp", MAIN),
    ];
    check_with(
        "two-parcels",
        &Hints::default(),
        &files,
        ALL,
        expect![[r#"
        limits Fixed(1000) 256 MiB (statement.md)
        program ac_alt.py solution python (in the root folder) = accepted {Ac}/{}
        program check.cpp checker cpp (calls registerTestlibCmd)
        program gen.cpp generator cpp (calls registerGen)
        program greedy_heaviest.cpp solution cpp (in the root folder) = wrong_answer {Ac, Wa, Pe}/{Wa, Pe}
        program re_none.cpp solution cpp (in the root folder) = run_time_error {Ac, Rte}/{Rte}
        program slow.cpp solution cpp (in the root folder) = time_limit_exceeded {Ac, Tle}/{Tle}
        program sol.cpp solution cpp (in the root folder) = accepted {Ac}/{}
        program val.cpp validator cpp (calls registerValidation)
        program wa_overflow.cpp solution cpp (in the root folder) = wrong_answer {Ac, Wa, Pe}/{Wa, Pe}
        main sol.cpp
        checker check.cpp testlib (calls registerTestlibCmd)
        validator val.cpp testlib
        test 1: tests/1.in answer tests/1.ans
        test 2: tests/2.in answer tests/2.ans
        test 3: `gen 1` by gen.cpp at script.txt:0:0-0:9
        test 4: `gen 2` by gen.cpp at script.txt:1:0-1:5
    "#]],
    );
}

#[test]
fn solutions_and_samples_in_folders() {
    let files = [
        ("notes for testers.txt", "mle_table.cpp is fine on everything but tests/05."),
        ("samples/s1.ans", "1"),
        ("samples/s1.in", "1"),
        ("sols/ac_sort.c", MAIN),
        ("sols/std.cpp", MAIN),
        ("sols/wa smallest badge.cpp", MAIN),
        ("statement.md", "---\ntitle: Badge Race\ntimelimit: 1\n---\n\nTime limit: 1 second\nMemory limit: 64 MB"),
        ("tests/01.ans", "1"),
        ("tests/01.in", "1"),
        ("tests/02.in", "1"),
        ("tests/invalid/badge_zero.in", "0"),
        ("tests/invalid/two_blanks.in", "  "),
        ("val.cpp", VAL),
    ];
    check(
        &files,
        ALL,
        expect![[r#"
        limits Fixed(1000) 64 MiB (statement.md)
        program sols/ac_sort.c solution c (in the folder sols) = accepted {Ac}/{}
        program sols/std.cpp solution cpp (in the folder sols) = accepted {Ac}/{}
        program sols/wa smallest badge.cpp solution cpp (in the folder sols) = wrong_answer {Ac, Wa, Pe}/{Wa, Pe}
        program val.cpp validator cpp (calls registerValidation)
        main sols/std.cpp
        checker standard wcmp (there is no checker, so tokens are compared)
        validator val.cpp testlib
        test s1 sample: samples/s1.in answer samples/s1.ans
        test 01: tests/01.in answer tests/01.ans
        test 02: tests/02.in
        validator-test tests/invalid/badge_zero.in invalid
        validator-test tests/invalid/two_blanks.in invalid
    "#]],
    );
}

#[test]
fn interactive_with_a_script_beside_the_generator() {
    let files = [
        ("gen/generator.cpp", GEN),
        ("gen/script", "generator -n 1 -at 1 > $\ngenerator -n 2 -at 2 > $\n"),
        ("interactor.cpp", INTERACT),
        ("solutions/sol.cpp", MAIN),
        ("solutions/tle_never_narrows.cpp", MAIN),
        ("statement.md", "Time limit: 1 second\nMemory limit: 256 megabytes"),
        ("tests/.gitkeep", ""),
        ("validator.cpp", VAL),
    ];
    check(
        &files,
        ALL,
        expect![[r#"
        limits Fixed(1000) 256 MiB (statement.md)
        program gen/generator.cpp generator cpp (calls registerGen)
        program interactor.cpp interactor cpp (calls registerInteraction)
        program solutions/sol.cpp solution cpp (in the folder solutions) = accepted {Ac}/{}
        program solutions/tle_never_narrows.cpp solution cpp (in the folder solutions) = time_limit_exceeded {Ac, Tle}/{Tle}
        program validator.cpp validator cpp (calls registerValidation)
        main solutions/sol.cpp
        checker interactor (there is no checker, so the interactor's verdict is final)
        interactor interactor.cpp testlib
        validator validator.cpp testlib
        test 1: `generator -n 1 -at 1` by gen/generator.cpp at gen/script:0:0-0:24
        test 2: `generator -n 2 -at 2` by gen/generator.cpp at gen/script:1:0-1:24
    "#]],
    );
}
