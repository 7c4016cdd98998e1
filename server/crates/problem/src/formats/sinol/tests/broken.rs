//! Manifests with mistakes: each is told at its line, and the rest is read.

use expect_test::expect;
use proptest::prelude::*;

use super::Package;

#[test]
fn values_of_the_wrong_kind() {
    Package::new(
        "title: [a]\n\
         time_limit: soon\n\
         memory_limit: -5\n\
         time_limits: [1, 2]\n\
         memory_limits: {1: many, 9: 1000}\n\
         scores: {1: a, 2: 50, 8: 10}\n\
         subtask_dependencies: {1: [2], 2: [7], 9: 1}\n\
         override_limits: {klingon: {time_limit: 1}, cpp: 5, py: {tiem_limit: 3, time_limits: {1: 5}}}\n\
         extra_compilation_files: [none.cpp]\n\
         extra_compilation_args: {cpp: [none.cpp, -DX], elvish: x}\n\
         sinol_task_id: ../abc\n\
         sinol_contest_type: ioi\n\
         sinol_total_score: all\n\
         sinol_expected_scores: {abc.cpp: 5, abc2.cpp: {expected: {1: MAYBE}, ponits: 4}}\n\
         sinol_expected_score: {}\n",
    )
    .files(&["prog/abc.cpp", "prog/abc2.cpp", "prog/helper.cpp", "in/abc1.in", "in/abc2.in", "in/abc3.in"])
    .file("prog/abcb1.cpp", "\n")
    .check_findings(expect![[r#"
        ! manifest-stale config.yml:14:0-14:20 the key `sinol_expected_score` is not known, so it changes nothing here; perhaps `sinol_expected_scores` is meant
        ! manifest-broken config.yml:11:20-11:23 the contest type `ioi` is not known, so `default` is assumed; default, oi, oij and icpc are
        ! manifest-broken config.yml:10:15-10:21 `../abc` cannot be what file names begin with; write the task's short name
        ! manifest-stale prog/abcb1.cpp:0:0-0:0 prog/abcb1.cpp is empty, so it is left out; write it, or remove it
        ! file-left-out prog/helper.cpp:0:0-0:0 prog/helper.cpp is named like no program of the task, so it is left out; solutions are `abc`, `abc2`, `abcs1` and `abcb1`, and there is one abcingen, abcinwer and abcchk
        ! manifest-stale config.yml:8:26-8:34 there is no file prog/none.cpp; add it, or remove this
        ! manifest-stale config.yml:9:31-9:39 there is no file prog/none.cpp, which solutions are to be built with
        ! tool-missing config.yml:9:41-9:44 the flag `-DX` is not used here; what it changes in solutions is not seen
        ! manifest-stale config.yml:9:47-9:53 `elvish` is no language that is known here, so this changes nothing
        ! manifest-broken config.yml:13:33-13:34 a map of keys and values is wanted here, not `5`
        ! manifest-stale config.yml:13:69-13:75 the key `ponits` is not known, so it changes nothing here; perhaps `points` is meant
        ! manifest-broken config.yml:13:61-13:66 `MAYBE` is no status; take one of OK, WA, TL, ML, RE, CE
        ! manifest-broken config.yml:1:12-1:16 a number is wanted here, not `soon`
        ! manifest-broken config.yml:2:14-2:16 a number above zero is wanted here, not `-5`
        ! limits-assumed config.yml:0:0-0:0 no time limit is stated, so 2 s are assumed; write `time_limit`
        ! manifest-stale config.yml:7:18-7:25 `klingon` is no language that is known here, so these limits change nothing
        ! manifest-broken config.yml:7:49-7:50 a map of keys and values is wanted here, not `5`
        ! manifest-stale config.yml:7:57-7:67 the key `tiem_limit` is not known, so it changes nothing here; perhaps `time_limit` is meant
        ! tool-missing config.yml:7:72-7:83 limits of a language for single groups are not used here; what holds for py on all tests is, and otherwise what holds for the group
        ! manifest-broken config.yml:3:13-3:19 a map of keys and values is wanted here, not a list
        ! manifest-broken config.yml:4:19-4:23 a number is wanted here, not `many`
        ! manifest-stale config.yml:4:25-4:26 there is no group and no test `9`, so this limit changes nothing
        ! manifest-broken config.yml:12:19-12:22 a number is wanted here, not `all`
        ! manifest-broken config.yml:5:12-5:13 a number is wanted here, not `a`
        ! manifest-stale config.yml:5:22-5:23 group 8 has a score and no tests
        ! manifest-stale config.yml:5:8-5:28 group 1 has tests and no score, so it gives no points; add it
        ! manifest-stale config.yml:5:8-5:28 group 3 has tests and no score, so it gives no points; add it
        ! manifest-stale config.yml:5:8-5:28 the scores add up to 60 and not to 100; change them, or write `sinol_total_score`
        ! manifest-broken config.yml:6:27-6:28 a group depends on groups before it; this one is not before it
        ! manifest-stale config.yml:6:35-6:36 there is no group 7
        ! manifest-stale config.yml:6:39-6:40 there is no group 9
    "#]]);
}

#[test]
fn units() {
    Package::new("time_limit: 2\nmemory_limit: 256\n").files(&["prog/abc.cpp"]).check_findings(expect![[r#"
        ! limits-unit-suspect config.yml:0:12-0:13 a time limit of 2 is unusual; it is in milliseconds
        ! limits-unit-suspect config.yml:1:14-1:17 a memory limit of 256 is unusual; it is in kilobytes, so 256 MB are 262144
    "#]]);
}

proptest! {
    /// Whatever the manifest says, there is a problem.
    #[test]
    fn any_text(text in "(title|scores|time_limits|sinol_expected_scores|: |\\{|\\}|\\[|\\]|\n|  |1|abc.cpp|OK|- )*") {
        Package::new(&text).files(&["prog/abc.cpp", "prog/abcb1.cpp", "in/abc1a.in"]).read();
    }
}
