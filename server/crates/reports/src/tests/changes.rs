//! What differs between reports.

use super::{finding, report, several};
use crate::{Changes, Subject, changes, lines};

fn one(report: problem::report::Report) -> Subject {
    Subject::One(Box::new(report))
}

fn between(before: problem::report::Report, after: problem::report::Report) -> Changes {
    changes(&one(before), &one(after), "/srv/repo").remove(0)
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
fn another_problem_is_none_to_compare_with() {
    let of = |name: &str, root: &str, digest: &str| {
        let mut one = report(&[("sol.cpp", "accepted", "A")], &[digest]);
        (one.problem.name, one.problem.root) = (name.to_owned(), root.to_owned());
        one
    };
    let compared = |after| between(of("sums", "/a/sums", "d1"), after).compared;
    assert!(!compared(of("pairs", "/a/pairs", "d2")));
    assert!(compared(of("pairs", "/a/pairs", "d1")), "it has another name now");
    assert!(compared(of("pairs", "/b/sums", "d2")) && compared(of("sums", "/b/x", "d2")));
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
    assert!(between(after, before.clone()).is_empty());
    // One test was asked for: the other one has no input, and nobody knows whether labels are met.
    let mut one_test = report(&[("sol.cpp", "accepted", "A-"), ("wa.cpp", "wrong_answer", "W-")], &["d1", "d2"]);
    one_test.tests[1].digest = None;
    one_test.solutions.iter_mut().for_each(|one| one.expectation_met = None);
    one_test.metrics = before.metrics.clone();
    assert!(between(before.clone(), one_test.clone()).is_empty());
    assert!(between(one_test.clone(), before.clone()).is_empty());
    // What differs on the test that was run is said.
    one_test.matrix.verdicts[1][0] = "AC".to_owned();
    assert_eq!(lines(&between(before, one_test)), ["wa.cpp: WA -> AC on 1 test (1)"]);
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

/// For each problem now whether it was compared and how many solutions differ.
fn told(before: &[(&str, &str, &str)], after: &[(&str, &str, &str)], base: &str) -> Vec<(bool, usize)> {
    let found = changes(&several(before), &several(after), base);
    found.iter().map(|one| (one.compared, one.solutions.len())).collect()
}

#[test]
fn several_problems_are_compared_by_path_wherever_the_repository_lay() {
    // All are called alike, and one has gone before the others.
    let before = [("/old/ci/p/gone", "p", "A"), ("/old/ci/p/a", "p", "A"), ("/old/ci/p/b/a", "p", "W")];
    let after = [("/new/p/b/a", "p", "W"), ("/new/p/a", "p", "W"), ("/new/p/c", "p", "A")];
    // Of what is left each has a name that no other has: the third is the one that was moved.
    assert_eq!(told(&before, &after, "/new"), [(true, 0), (true, 1), (true, 0)]);
    let fewer = changes(&several(&before), &several(&after[..2]), "/new");
    assert_eq!((&fewer[0].problems_removed, &fewer[1].problems_removed), (&vec!["p".to_owned()], &vec![]));
    // `a` is what is left when `sub/a` has taken its own.
    let before = [("/old/a", "x", "A"), ("/old/sub/a", "x", "W")];
    assert_eq!(told(&before, &[("/c/a", "y", "A"), ("/c/sub/a", "y", "W")], "/c"), [(true, 0), (true, 0)]);
}

#[test]
fn several_problems_are_compared_by_name_where_only_one_has_it() {
    let before = [("/p/one", "a", "A"), ("/p/two", "b", "A"), ("/p/three", "twice", "A"), ("/p/four", "twice", "A")];
    let after = [("/q/1", "b", "W"), ("/q/2", "c", "A"), ("/q/3", "a", "A"), ("/q/4", "twice", "A")];
    assert_eq!(told(&before, &after, "/q"), [(true, 1), (false, 0), (true, 0), (false, 0)]);
}
