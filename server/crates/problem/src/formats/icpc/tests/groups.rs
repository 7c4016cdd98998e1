//! Groups and scores of packages.

use std::fmt::Write;

use expect_test::{Expect, expect};

use super::{Package, findings};
use crate::{
    model::Problem,
    scoring::{Item, Rules},
};

fn check(package: &Package, expected: Expect) {
    let problem = package.read();
    expected.assert_eq(&(dump(&problem) + &findings(&problem)));
}

fn dump(problem: &Problem) -> String {
    let Some(scoring) = &problem.scoring else { return "no groups\n".to_owned() };
    let mut out = if scoring.scored { String::new() } else { "no scores\n".to_owned() };
    for (idx, group) in scoring.groups.iter().enumerate() {
        let items = group.items.iter().map(|item| match *item {
            Item::Test(test) => problem.tests[test].id.clone(),
            Item::Group(part) => format!("[{}]", scoring.groups[part].name),
        });
        let items: Vec<String> = items.collect();
        writeln!(out, "`{}` {:?}: {}", group.name, group.max_score, items.join(" ")).unwrap();
        let depends: Vec<&str> = group.dependencies.iter().map(|&on| scoring.groups[on].name.as_str()).collect();
        match &scoring.rules {
            Rules::Legacy(rules) => writeln!(out, "  {:?}", rules[idx]).unwrap(),
            Rules::Newer(rules) => writeln!(out, "  after {depends:?} {:?}", rules[idx]).unwrap(),
            Rules::Polygon(_) | Rules::Subtasks(_) => unreachable!("no package has those of others"),
        }
    }
    out
}

fn scoring(version: &str) -> Package {
    Package::minimal()
        .file("problem.yaml", &format!("{version}name: Hello\ntype: scoring\nlimits: {{time_limit: 1}}\n"))
        .files(&["data/secret/a/1.in", "data/secret/a/2.in", "data/secret/b/1.in", "data/secret/b/2.in"])
}

#[test]
fn without_parts_and_scores_there_is_nothing() {
    let package = Package::minimal().file("problem.yaml", "name: Hello\n").files(&["data/secret/1.in"]);
    assert!(package.read().scoring.is_none());
    let parts = Package::minimal().file("problem.yaml", "name: Hello\n").files(&["data/secret/big/1.in"]);
    let scoring = parts.read().scoring.unwrap();
    assert!(!scoring.scored);
    assert_eq!(scoring.groups.len(), 4, "the whole, sample, secret and secret/big");
}

#[test]
fn legacy_keys_are_inherited_one_by_one() {
    let package = scoring("")
        .file("data/testdata.yaml", "on_reject: continue\ngrader_flags: ignore_sample\nrange: 0 100\n")
        .file("data/secret/testdata.yaml", "grader_flags: first_error accept_if_any_accepted sum max\n")
        .file("data/secret/a/testdata.yaml", "accept_score: 15\nreject_score: -1\n")
        .file("data/secret/b/testdata.yaml", "on_reject: break\ngrader_flags: min\naccept_score: 70\nrange: 0 70\n");
    check(
        &package,
        expect![[r#"
        `` Some(100.0): [sample] [secret]
          LegacyRule { breaks: false, custom: false, verdict: WorstError, score: Sum, accept_if_any_accepted: false, ignore_sample: true, accept_score: 1.0, reject_score: 0.0, custom_scores: false }
        `sample` Some(1.0): sample/1
          LegacyRule { breaks: false, custom: false, verdict: WorstError, score: Sum, accept_if_any_accepted: false, ignore_sample: false, accept_score: 1.0, reject_score: 0.0, custom_scores: false }
        `secret` Some(70.0): [secret/a] [secret/b]
          LegacyRule { breaks: false, custom: false, verdict: FirstError, score: Max, accept_if_any_accepted: true, ignore_sample: false, accept_score: 1.0, reject_score: 0.0, custom_scores: false }
        `secret/a` Some(15.0): secret/a/1 secret/a/2
          LegacyRule { breaks: false, custom: false, verdict: FirstError, score: Max, accept_if_any_accepted: true, ignore_sample: false, accept_score: 15.0, reject_score: -1.0, custom_scores: false }
        `secret/b` Some(70.0): secret/b/1 secret/b/2
          LegacyRule { breaks: true, custom: false, verdict: WorstError, score: Min, accept_if_any_accepted: false, ignore_sample: false, accept_score: 70.0, reject_score: 0.0, custom_scores: false }
        ! no-main submissions/accepted/sol.cpp:0:0-0:0 no submission is marked as the model solution, so submissions/accepted/sol.cpp is taken for it
    "#]],
    );
}

#[test]
fn legacy_values_that_make_no_sense() {
    let package = scoring("")
        .file("data/testdata.yaml", "on_reject: stop\ngrading: mine\ngrader_flags: sum of all\nrange: 5 1\n")
        .file(
            "data/secret/a/testdata.yaml",
            "grading: custom\ngrader_flags: anything\nacept_score: 3\nscoring: {score: 1}\n",
        )
        .file("data/secret/c/testdata.yaml", "accept_score: many\n");
    check(
        &package,
        expect![[r#"
            `` None: [sample] [secret]
              LegacyRule { breaks: true, custom: false, verdict: WorstError, score: Sum, accept_if_any_accepted: false, ignore_sample: false, accept_score: 1.0, reject_score: 0.0, custom_scores: false }
            `sample` Some(1.0): sample/1
              LegacyRule { breaks: true, custom: false, verdict: WorstError, score: Sum, accept_if_any_accepted: false, ignore_sample: false, accept_score: 1.0, reject_score: 0.0, custom_scores: false }
            `secret` None: [secret/a] [secret/b]
              LegacyRule { breaks: true, custom: false, verdict: WorstError, score: Sum, accept_if_any_accepted: false, ignore_sample: false, accept_score: 1.0, reject_score: 0.0, custom_scores: false }
            `secret/a` None: secret/a/1 secret/a/2
              LegacyRule { breaks: true, custom: true, verdict: WorstError, score: Sum, accept_if_any_accepted: false, ignore_sample: false, accept_score: 1.0, reject_score: 0.0, custom_scores: false }
            `secret/b` Some(2.0): secret/b/1 secret/b/2
              LegacyRule { breaks: true, custom: false, verdict: WorstError, score: Sum, accept_if_any_accepted: false, ignore_sample: false, accept_score: 1.0, reject_score: 0.0, custom_scores: false }
            ! no-main submissions/accepted/sol.cpp:0:0-0:0 no submission is marked as the model solution, so submissions/accepted/sol.cpp is taken for it
            ! manifest-broken data/secret/a/testdata.yaml:2:0-2:11 there is no key `acept_score`; did you mean `accept_score`?
            ! manifest-broken data/secret/a/testdata.yaml:3:0-3:7 `scoring` is no key of the version legacy of this package, so it says nothing
            ! manifest-stale data/secret/c/testdata.yaml:0:0-0:0 data/secret/c has no tests
            ! manifest-broken data/testdata.yaml:0:11-0:15 `stop` is neither `break` nor `continue`
            ! manifest-broken data/testdata.yaml:1:9-1:13 `mine` is neither `default` nor `custom`
            ! manifest-broken data/testdata.yaml:3:7-3:10 two numbers are wanted here, the lesser one first, such as `0 100`
            ! manifest-broken data/testdata.yaml:2:14-2:24 `all` is no flag of the default grader; worst_error, first_error, always_accept, sum, avg, min, max, ignore_sample and accept_if_any_accepted are
            ! manifest-broken data/secret/a/testdata.yaml:0:9-0:15 there is no grader in `graders/`, so the results of this group are not known; put one there, or write `default`
        "#]],
    );
}

#[test]
fn scores_of_2023_07_are_divided() {
    let package = scoring("problem_format_version: 2023-07-draft\n")
        .files(&["data/secret/c/deep/1.in", "data/secret/c/deep/2.in"])
        .file("data/secret/a/test_group.yaml", "scoring: {score: 30, aggregation: min}\n")
        .file("data/secret/b/test_group.yaml", "scoring:\n  aggregation: sum\n  require_pass: [secret/a/1, sample]\n")
        .file("data/secret/c/test_group.yaml", "scoring: {require_pass: secret/d}\nmax_score: 3\n");
    check(
        &package,
        expect![[r#"
        `` Some(100.0): [sample] [secret]
          after [] NewerRule { aggregation: Sum, scored: false, test_max: None, required_tests: [], unjudged: false }
        `sample` None: sample/1
          after [] NewerRule { aggregation: PassFail, scored: false, test_max: None, required_tests: [], unjudged: false }
        `secret` Some(100.0): [secret/a] [secret/b] [secret/c]
          after [] NewerRule { aggregation: Sum, scored: true, test_max: Some(35.0), required_tests: [], unjudged: false }
        `secret/a` Some(30.0): secret/a/1 secret/a/2
          after [] NewerRule { aggregation: Min, scored: true, test_max: Some(30.0), required_tests: [], unjudged: false }
        `secret/b` Some(35.0): secret/b/1 secret/b/2
          after ["sample"] NewerRule { aggregation: Sum, scored: true, test_max: Some(17.5), required_tests: [TestIdx(1)], unjudged: false }
        `secret/c` Some(35.0): [secret/c/deep]
          after [] NewerRule { aggregation: PassFail, scored: true, test_max: None, required_tests: [], unjudged: false }
        `secret/c/deep` None: secret/c/deep/1 secret/c/deep/2
          after [] NewerRule { aggregation: PassFail, scored: false, test_max: None, required_tests: [], unjudged: false }
        ! no-main submissions/accepted/sol.cpp:0:0-0:0 no submission is marked as the model solution, so submissions/accepted/sol.cpp is taken for it
        ! manifest-broken data/secret/c/test_group.yaml:1:0-1:9 `max_score` is no key of the version 2023-07 of this package, so it says nothing
        ! manifest-broken data/secret/c/test_group.yaml:0:24-0:32 there is no group `secret/d` with tests; write `sample` or a path such as `secret/group1`
    "#]],
    );
}

#[test]
fn scores_of_2025_09() {
    let package = scoring("problem_format_version: 2025-09\n")
        .files(&["data/secret/b/deep/3.in"])
        .file("data/secret/test_group.yaml", "max_score: 90\nrequire_pass: sample\n")
        .file("data/secret/a/test_group.yaml", "max_score: 40\nrequire_pass: [secret/b, secret]\n")
        .file("data/secret/b/test_group.yaml", "max_score: 60\nscore_aggregation: sum\nrequire_pass: secret/a\n")
        .file("data/secret/b/1.yaml", "max_score: 3\nhint: think\n");
    check(
        &package,
        expect![[r#"
        `` Some(90.0): [sample] [secret]
          after [] NewerRule { aggregation: Sum, scored: false, test_max: None, required_tests: [], unjudged: false }
        `sample` None: sample/1
          after [] NewerRule { aggregation: PassFail, scored: false, test_max: None, required_tests: [], unjudged: false }
        `secret` Some(90.0): [secret/a] [secret/b]
          after ["sample"] NewerRule { aggregation: Sum, scored: true, test_max: Some(90.0), required_tests: [], unjudged: false }
        `secret/a` Some(40.0): secret/a/1 secret/a/2
          after [] NewerRule { aggregation: PassFail, scored: true, test_max: None, required_tests: [], unjudged: false }
        `secret/b` Some(60.0): secret/b/1 secret/b/2 secret/b/deep/3
          after ["secret/a"] NewerRule { aggregation: Sum, scored: true, test_max: Some(20.0), required_tests: [], unjudged: false }
        ! no-main submissions/accepted/sol.cpp:0:0-0:0 no submission is marked as the model solution, so submissions/accepted/sol.cpp is taken for it
        ! manifest-broken data/secret/b/1.yaml:0:0-0:9 `max_score` is a key of groups, so it says nothing of a test
        ! manifest-broken data/secret/test_group.yaml:0:0-0:0 the groups in it have 100 together, which is more than its score of 90
        ! manifest-broken data/secret/a/test_group.yaml:1:15-1:23 `secret/b` does not come before this group, so it cannot be required
        ! manifest-broken data/secret/a/test_group.yaml:1:25-1:31 `secret` does not come before this group, so it cannot be required
    "#]],
    );
    let open = scoring("problem_format_version: 2025-09\n")
        .file("data/secret/test_group.yaml", "max_score: unbounded\nscore_aggregation: most\n")
        .file("data/secret/a/test_group.yaml", "max_score: -1\nstatic_validation_score: 5\n");
    check(
        &open,
        expect![[r#"
        `` None: [sample] [secret]
          after [] NewerRule { aggregation: Sum, scored: false, test_max: None, required_tests: [], unjudged: false }
        `sample` None: sample/1
          after [] NewerRule { aggregation: PassFail, scored: false, test_max: None, required_tests: [], unjudged: false }
        `secret` None: [secret/a] [secret/b]
          after [] NewerRule { aggregation: Sum, scored: true, test_max: None, required_tests: [], unjudged: false }
        `secret/a` None: secret/a/1 secret/a/2
          after [] NewerRule { aggregation: PassFail, scored: true, test_max: None, required_tests: [], unjudged: true }
        `secret/b` None: secret/b/1 secret/b/2
          after [] NewerRule { aggregation: PassFail, scored: true, test_max: None, required_tests: [], unjudged: false }
        ! no-main submissions/accepted/sol.cpp:0:0-0:0 no submission is marked as the model solution, so submissions/accepted/sol.cpp is taken for it
        ! manifest-broken data/secret/test_group.yaml:1:19-1:23 `most` is none of `pass-fail`, `sum` and `min`
        ! tool-missing data/secret/a/test_group.yaml:1:25-1:26 static validators are not run here, so the score of this group is not known
        ! manifest-broken data/secret/a/test_group.yaml:0:11-0:13 a number that is not below 0 is wanted here, or `unbounded`
    "#]],
    );
}
