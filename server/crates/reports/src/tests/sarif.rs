//! Findings for services that show them in sources.

use serde_json::{Value, json};

use super::{EVIL, finding, material, report, several};
use crate::{Kind, Material, Subject, changes, text};

fn run(report: problem::report::Report) -> Value {
    let whole: Value = serde_json::from_str(&text(Kind::Sarif, &material(report))).unwrap();
    whole["runs"][0].clone()
}

#[test]
fn places_are_relative_to_the_repository_and_counted_from_one() {
    let mut report = report(&[], &[]);
    report.findings = vec![
        finding("no-main", None, "a"),
        finding("no-main", Some("dir/ü.cpp"), "b"),
        finding("bound-never-hit", Some("c.h"), "c"),
    ];
    let run = run(report);
    let places: Vec<&Value> = (0..3).map(|at| &run["results"][at]["locations"][0]["physicalLocation"]).collect();
    let region = json!({ "startLine": 3, "startColumn": 5, "endLine": 3, "endColumn": 10 });
    let artifact = |uri: &str| json!({ "uri": uri, "uriBaseId": "%SRCROOT%" });
    assert_eq!(*places[0], json!({ "artifactLocation": artifact("a%20b/sums/") }));
    assert_eq!(*places[1], json!({ "artifactLocation": artifact("a%20b/sums/dir/%C3%BC.cpp"), "region": region }));
    let rules: Vec<&Value> =
        run["tool"]["driver"]["rules"].as_array().unwrap().iter().map(|rule| &rule["id"]).collect();
    assert_eq!(rules, ["bound-never-hit", "no-main"]);
    assert_eq!((&run["results"][0]["ruleIndex"], &run["results"][2]["ruleIndex"]), (&json!(1), &json!(0)));
}

#[test]
fn headers_above_the_problem_are_found_there() {
    let mut report = report(&[], &[]);
    let above = problem::path::RelPath::root().climb("../common.h").unwrap();
    report.findings = vec![finding("no-main", Some(above.as_str()), "c")];
    let run = run(report);
    let place = &run["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"];
    assert_eq!(place, "a%20b/common.h");
}

#[test]
fn a_folder_outside_has_an_address_of_its_own() {
    let mut report = report(&[], &[]);
    report.problem.root = "/elsewhere/sums".to_owned();
    report.findings = vec![finding("no-main", Some("a.cpp"), "c")];
    let place = &run(report)["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"];
    assert_eq!(*place, json!({ "uri": "file:///elsewhere/sums/a.cpp" }));
}

#[test]
fn a_message_is_no_link_and_has_no_placeholder() {
    let mut report = report(&[], &[]);
    report.findings = vec![finding("no-main", None, EVIL), finding("no-main", None, "a[i] = {1, 2}; {} {x}")];
    let run = run(report);
    let said = run["results"][0]["message"]["text"].as_str().unwrap();
    assert!(said.contains("\\[a\\](b)") && said.contains("{{0}}"), "{said}");
    assert_eq!(run["results"][1]["message"]["text"], "a[i] = {1, 2}; {} {x}");
}

#[test]
fn with_an_earlier_report_each_result_says_whether_it_is_new() {
    let (mut before, mut after) = (report(&[], &[]), report(&[], &[]));
    before.findings = vec![finding("no-main", None, "old"), finding("no-main", None, "gone")];
    after.findings =
        vec![finding("no-main", None, "old"), finding("no-main", None, "new"), finding("no-main", None, "new")];
    let before = Subject::One(Box::new(before));
    let mut material = material(after);
    material.changes = changes(&before, &material.subject, &material.base);
    let whole: Value = serde_json::from_str(&text(Kind::Sarif, &material)).unwrap();
    let states: Vec<_> = whole["runs"][0]["results"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| (one["message"]["text"].as_str().unwrap(), one["baselineState"].as_str().unwrap()))
        .collect();
    assert_eq!(states, [("old", "unchanged"), ("new", "new"), ("new", "new")], "what is gone is no result");
}

#[test]
fn any_number_of_problems_is_one_run_that_is_named_by_their_folder() {
    let roots: Vec<String> = (0..25).map(|at| format!("/srv/repo/all of/them/{at}")).collect();
    let problems: Vec<(&str, &str, &str)> = roots.iter().map(|root| (&**root, "twins", "A")).collect();
    let of = |subject| {
        let whole: Value =
            serde_json::from_str(&text(Kind::Sarif, &Material { subject, ..material(report(&[], &[])) })).unwrap();
        assert_eq!(whole["runs"].as_array().unwrap().len(), 1);
        whole["runs"][0].clone()
    };
    let run = of(several(&problems));
    assert_eq!(run["automationDetails"]["id"], "touchstone/all%20of/them/");
    let uris: Vec<&Value> =
        (0..25).map(|at| &run["results"][at]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]).collect();
    assert_eq!((uris[0], uris[24]), (&json!("all%20of/them/0/a.cpp"), &json!("all%20of/them/24/a.cpp")));
    // Problems of one name, one by one.
    let id = |root| of(several(&[(root, "twins", "A")]))["automationDetails"]["id"].clone();
    assert_eq!(
        [id("/srv/repo/a"), id("/srv/repo/b"), id("/elsewhere")],
        ["touchstone/a/", "touchstone/b/", "touchstone/"]
    );
}
