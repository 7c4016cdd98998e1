//! Test suites.

use super::{EVIL, finding, material, report};
use crate::{Kind, text};

#[test]
fn a_case_for_each_solution_and_each_test() {
    let mut report = report(
        &[("sol.cpp", "accepted", "AA"), ("wa.cpp", "wrong_answer", "AA"), ("tle.cpp", "time_limit_exceeded", "--")],
        &["d1", "d2"],
    );
    report.tests[0].valid = false;
    report.tests[0].validators[0].ok = false;
    report.tests[0].validator_message = EVIL.to_owned();
    report.tests[1].validators.clear();
    report.findings = vec![finding("no-main", None, "a & b")];
    let written = text(Kind::Junit, &material(report));
    let read = roxmltree::Document::parse(&written).unwrap();
    let cases: Vec<(&str, &str, Option<&str>)> = read
        .descendants()
        .filter(|node| node.has_tag_name("testcase"))
        .map(|case| {
            let outcome = case.children().find(roxmltree::Node::is_element).map(|outcome| outcome.tag_name().name());
            (case.attribute("classname").unwrap(), case.attribute("name").unwrap(), outcome)
        })
        .collect();
    assert_eq!(
        cases,
        [
            ("sums.solutions", "sol.cpp", None),
            ("sums.solutions", "wa.cpp", Some("failure")),
            ("sums.solutions", "tle.cpp", Some("skipped")),
            ("sums.tests", "1", Some("failure")),
            ("sums.tests", "2", Some("skipped")),
        ]
    );
    let suite = read.descendants().find(|node| node.has_tag_name("testsuite")).unwrap();
    let counts = ["tests", "failures", "errors", "skipped", "time"].map(|name| suite.attribute(name).unwrap());
    // Two runs of 1.5 ms each for three solutions.
    assert_eq!(counts, ["5", "2", "0", "2", "0.0090"]);
    let out = suite.children().find(|node| node.has_tag_name("system-out")).and_then(|out| out.text());
    assert_eq!(out, Some("warning[no-main]: a & b\n"));
    let said = read.descendants().find_map(|node| node.attribute("message").filter(|said| said.contains("octocat")));
    let hidden = EVIL.replace('\u{202e}', "\\u{202e}").replace('\u{1b}', "\\u{1b}");
    assert_eq!(said, Some(&*format!("val.cpp: {hidden}")));
}
