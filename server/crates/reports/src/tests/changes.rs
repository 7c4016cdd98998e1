//! What differs between reports.

use super::{finding, report};
use crate::{Changes, Subject, changes, lines};

fn one(report: problem::report::Report) -> Subject {
    Subject::One(Box::new(report))
}

fn between(before: problem::report::Report, after: problem::report::Report) -> Changes {
    changes(&one(before), &one(after)).remove(0)
}

#[test]
fn a_test_is_the_same_by_its_input_whatever_it_is_called() {
    // A test was put before the others, which have other numbers now.
    let before = report(&[("sol.cpp", "accepted", "AA"), ("wa.cpp", "wrong_answer", "AW")], &["d1", "d2"]);
    let after = report(&[("sol.cpp", "accepted", "AAA"), ("wa.cpp", "wrong_answer", "AAW")], &["d0", "d1", "d2"]);
    let found = between(before, after);
    assert_eq!((&found.solutions[..], &found.tests_added[..]), (&[][..], &["1".to_owned()][..]));
    assert_eq!(lines(&found), ["1 test new: 1"]);
}

#[test]
fn verdicts_solutions_and_tests_that_differ() {
    let before = report(
        &[("gone.cpp", "accepted", "AA"), ("sol.cpp", "accepted", "AA"), ("wa.cpp", "wrong_answer", "WW")],
        &["d1", "d2"],
    );
    let mut after = report(
        &[("new.cpp", "accepted", "AA"), ("sol.cpp", "accepted", "TA"), ("wa.cpp", "wrong_answer", "AA")],
        &["d2", "d3"],
    );
    after.metrics.tpr = None;
    let found = between(before, after);
    assert_eq!(
        lines(&found),
        [
            "TPR 1.000 -> -",
            "sol.cpp: AC -> TLE, and its label is not met any more; AC -> TLE on 1 test (1)",
            "wa.cpp: WA -> AC, and its label is not met any more; WA -> AC on 1 test (1)",
            "1 solution new: new.cpp",
            "1 solution removed: gone.cpp",
            "1 test new: 2",
            "1 test removed: 1",
        ]
    );
}

#[test]
fn what_was_left_out_says_nothing() {
    let before = report(&[("sol.cpp", "accepted", "AA"), ("wa.cpp", "wrong_answer", "WW")], &["d1", "d2"]);
    let after = report(&[("sol.cpp", "accepted", "AA"), ("wa.cpp", "wrong_answer", "--")], &["d1", "d2"]);
    assert!(between(before.clone(), after.clone()).is_empty());
    assert!(between(after, before).is_empty());
}

#[test]
fn equal_inputs_are_paired_in_their_order() {
    let before = report(&[("sol.cpp", "accepted", "AW")], &["d1", "d1"]);
    assert!(between(before.clone(), before.clone()).is_empty());
    let found = between(before, report(&[("sol.cpp", "accepted", "A")], &["d1"]));
    assert_eq!((found.tests_removed, found.tests_added), (vec!["2".to_owned()], vec![]));
}

#[test]
fn findings_are_the_same_wherever_they_stand_and_whatever_their_numbers() {
    let mut before = report(&[], &[]);
    before.findings = vec![
        finding("borderline-time", Some("sol.cpp"), "takes 1.02 s of 1 s"),
        finding("test-kills-nothing", None, "test 1 fails nobody"),
        finding("no-main", None, "there is none"),
    ];
    let mut after = report(&[], &[]);
    after.findings = vec![
        finding("borderline-time", Some("sol.cpp"), "takes 0.98 s of 1 s"),
        finding("test-kills-nothing", None, "test 1 fails nobody"),
        finding("test-kills-nothing", None, "test 2 fails nobody"),
    ];
    after.findings[0].range.start.line += 10;
    let found = between(before, after);
    assert_eq!(found.findings_added, [finding("test-kills-nothing", None, "test 2 fails nobody")]);
    assert_eq!(found.findings_removed, [finding("no-main", None, "there is none")]);
}

#[test]
fn several_problems_are_compared_by_name() {
    let named = |name: &str, row: &str| {
        let mut report = report(&[("sol.cpp", "accepted", row)], &["d1"]);
        report.problem.name = name.to_owned();
        serde_json::to_value(report).unwrap()
    };
    let several = |problems: Vec<serde_json::Value>| {
        let problems: Vec<_> = problems
            .into_iter()
            .map(|mut one| {
                one["contest"] = serde_json::Value::Null;
                one["label"] = serde_json::Value::Null;
                one["title"] = serde_json::Value::Null;
                one["listed"] = false.into();
                one
            })
            .collect();
        let whole = serde_json::json!({ "version": 1, "contests": [], "problems": problems, "not_judged": [] });
        Subject::parse(whole.to_string().as_bytes()).unwrap()
    };
    let found = changes(
        &several(vec![named("a", "A"), named("b", "A")]),
        &several(vec![named("b", "W"), named("c", "A"), named("a", "A")]),
    );
    let told: Vec<_> = found.iter().map(|one| (one.problem.as_str(), one.compared, one.solutions.len())).collect();
    assert_eq!(told, [("b", true, 1), ("c", false, 0), ("a", true, 0)]);
}
