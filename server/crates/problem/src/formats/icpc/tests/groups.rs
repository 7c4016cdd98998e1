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
            Rules::Polygon(_) => unreachable!("no package has Polygon's"),
        }
    }
    out
}

fn scoring(version: &str) -> Package {
    Package::minimal()
        .file("problem.yaml", &format!("{version}name: Hello\ntype: scoring\nlimits: {{time_limit: 1}}\n"))
        .files(&["data/secret/a/1.in", "data/secret/a/2.in", "data/secret/b/1.in", "data/secret/b/2.in"])
        .files(&["submissions/submissions.yaml"])
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
    check(&package, expect![[""]]);
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
    check(&package, expect![[""]]);
}

#[test]
fn scores_of_2023_07_are_divided() {
    let package = scoring("problem_format_version: 2023-07-draft\n")
        .files(&["data/secret/c/deep/1.in", "data/secret/c/deep/2.in"])
        .file("data/secret/a/test_group.yaml", "scoring: {score: 30, aggregation: min}\n")
        .file("data/secret/b/test_group.yaml", "scoring:\n  aggregation: sum\n  require_pass: [secret/a/1, sample]\n")
        .file("data/secret/c/test_group.yaml", "scoring: {require_pass: secret/d}\nmax_score: 3\n");
    check(&package, expect![[""]]);
}

#[test]
fn scores_of_2025_09() {
    let package = scoring("problem_format_version: 2025-09\n")
        .files(&["data/secret/b/deep/3.in"])
        .file("data/secret/test_group.yaml", "max_score: 90\nrequire_pass: sample\n")
        .file("data/secret/a/test_group.yaml", "max_score: 40\nrequire_pass: [secret/b, secret]\n")
        .file("data/secret/b/test_group.yaml", "max_score: 60\nscore_aggregation: sum\nrequire_pass: secret/a\n")
        .file("data/secret/b/1.yaml", "max_score: 3\nhint: think\n");
    check(&package, expect![[""]]);
    let open = scoring("problem_format_version: 2025-09\n")
        .file("data/secret/test_group.yaml", "max_score: unbounded\nscore_aggregation: most\n")
        .file("data/secret/a/test_group.yaml", "max_score: -1\nstatic_validation_score: 5\n");
    check(&open, expect![[""]]);
}
