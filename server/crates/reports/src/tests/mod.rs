//! Reports that are written by hand, and what the writers make of them.

mod changes;
mod markdown;
mod sarif;
mod suites;

use expect_test::expect_file;
use problem::report::Report;
use serde_json::{Value, json};

use crate::{Material, Subject};

/// What a hostile folder calls its files, and what its programs say.
pub(crate) const EVIL: &str = "</script><img src=x onerror=alert(1)> @octocat #1 https://evil.example www.evil.example [a](b) `|`\\| ]]>&amp; {{7*7}} {0}\u{202e}\u{1b}[31m";

/// A report on solutions, by their path, their label and their verdicts, one letter for each test: A, W, T, or `-` for a
/// cell that was not run. The inputs of tests are `digests`.
pub(crate) fn report(solutions: &[(&str, &str, &str)], digests: &[&str]) -> Report {
    let code = |letter: char| match letter {
        'A' => "AC",
        'W' => "WA",
        'T' => "TLE",
        _ => "SK",
    };
    let verdicts = |row: &str| -> Vec<&str> { row.chars().map(code).collect() };
    let test = |(at, digest): (usize, &&str)| {
        json!({
            "id": (at + 1).to_string(), "name": (at + 1).to_string(), "testset": "tests", "group": null, "points": null,
            "sample": false, "origin": "manual", "path": null, "answer_path": null, "command": null, "bytes": 1,
            "digest": digest, "duplicate_of": null, "valid": true, "validator_message": "",
            "validators": [{ "path": "val.cpp", "ok": true, "message": "", "line": null, "column": null }],
            "passed_by": 0, "killed": 0,
        })
    };
    let solution = |(path, label, row): &(&str, &str, &str)| {
        let is_right = *label == "accepted";
        let worst = verdicts(row).into_iter().find(|code| !matches!(*code, "AC" | "SK"));
        let met = (worst.is_some() != is_right) && !row.contains('-');
        json!({
            "path": path, "expected": [label], "permitted": [], "required": [],
            "verdict": worst.unwrap_or(if row.starts_with('-') { "SK" } else { "AC" }), "verdicts_seen": [],
            "first_failed_test": null, "class": null,
            "expectation_met": if row.contains('-') { Value::Null } else { json!(met) },
            "points": null, "max_time_ms": 3.0, "max_memory_kb": 1000,
        })
    };
    let over = json!({ "known": 1, "asked": 1, "labelled": 1 });
    serde_json::from_value(json!({
        "version": 1,
        "problem": {
            "root": "/srv/repo/a b/sums", "name": "sums", "format": "plain", "time_limit_ms": 1000,
            "memory_limit_mb": 256, "limits_source": "assumed", "main": "sol.cpp",
            "checker": { "path": null, "builtin": "wcmp", "reason": "" }, "sandbox": { "level": "full", "layers": [] },
        },
        "programs": [],
        "tests": digests.iter().enumerate().map(test).collect::<Vec<_>>(),
        "solutions": solutions.iter().map(solution).collect::<Vec<_>>(),
        "matrix": {
            "solutions": solutions.iter().map(|one| one.0).collect::<Vec<_>>(),
            "tests": (1..=digests.len()).map(|at| at.to_string()).collect::<Vec<_>>(),
            "verdicts": solutions.iter().map(|one| verdicts(one.2)).collect::<Vec<_>>(),
            "time_ms": solutions.iter().map(|one| one.2.chars().map(|_| 1.5).collect()).collect::<Vec<Vec<f64>>>(),
            "memory_kb": solutions.iter().map(|one| one.2.chars().map(|_| 1000).collect()).collect::<Vec<Vec<u64>>>(),
        },
        "metrics": {
            "tpr": 1.0, "tnr": 0.5, "correct": over, "wrong": over, "unknown": null, "false_positives": [],
            "false_negatives": [], "tle_only_kills": [],
        },
        "findings": [],
    }))
    .unwrap()
}

/// A finding of a code, in a file, with a message.
pub(crate) fn finding(code: &str, path: Option<&str>, message: &str) -> problem::report::FindingReport {
    let range = json!({ "start": { "line": 2, "character": 4 }, "end": { "line": 2, "character": 9 } });
    serde_json::from_value(json!({
        "code": code, "severity": "warning", "path": path, "range": range, "message": message, "related": [],
    }))
    .unwrap()
}

/// A report on several problems, by their roots and names and the verdicts of their one solution.
pub(crate) fn several(problems: &[(&str, &str, &str)]) -> Subject {
    let of_one = |(root, name, row): &(&str, &str, &str)| {
        let mut report = report(&[("sol.cpp", "accepted", row)], &["d1"]);
        report.problem.root = (*root).to_owned();
        report.problem.name = (*name).to_owned();
        report.findings = vec![finding("no-main", Some("a.cpp"), name)];
        let mut one = serde_json::to_value(report).unwrap();
        one["contest"] = Value::Null;
        one["label"] = Value::Null;
        one["title"] = Value::Null;
        one["listed"] = false.into();
        one
    };
    let problems: Vec<Value> = problems.iter().map(of_one).collect();
    let whole = json!({ "version": 1, "contests": [], "problems": problems, "not_judged": [] });
    Subject::parse(whole.to_string().as_bytes()).unwrap()
}

/// A report with nothing to compare it with.
pub(crate) fn material(report: Report) -> Material {
    Material {
        subject: Subject::One(Box::new(report)),
        changes: Vec::new(),
        details: None,
        base: "/srv/repo".to_owned(),
        version: "1.2.3",
    }
}

#[test]
fn schemas_are_committed() {
    let pretty = |schema: Value| format!("{schema:#}\n");
    expect_file!["../../../problem/schemas/report.schema.json"].assert_eq(&pretty(crate::schema()));
    expect_file!["../../../problem/schemas/contest-report.schema.json"].assert_eq(&pretty(crate::contest_schema()));
}

#[test]
fn a_report_is_read_back_and_others_are_refused() {
    let subject = Subject::One(Box::new(report(&[("sol.cpp", "accepted", "A")], &["d1"])));
    let written = crate::text(crate::Kind::Json, &Material { subject: subject.clone(), ..material(report(&[], &[])) });
    assert_eq!(Subject::parse(written.as_bytes()), Ok(subject));
    let refused = |text: &str| Subject::parse(text.as_bytes()).unwrap_err().to_string();
    assert!(refused("{\"version\": 2, \"later\": true}").starts_with("is a report of version 2, and this touchstone"));
    assert!(refused("[]").starts_with("is no report (it names no version)"));
    assert!(refused("{\"version\": 1}").starts_with("is no report (missing field"));
    assert!(refused("nothing").starts_with("is no report (expected"));
}
