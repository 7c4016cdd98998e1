//! What a setter does after the matrix, on examples in three formats: one cell, bounds, reports, sanitizers.

use std::{fs, path::Path};

use e2e::touchstone::Touchstone;
use serde_json::Value;
use testkit::{examples, temporary};

const REPORTS: [(&str, &str); 5] =
    [("json", "{"), ("html", "<!doctype html>"), ("junit", "<?xml"), ("sarif", "{"), ("markdown", "#")];

/// The report of a check that writes every kind of report, and looks with sanitizers too.
fn reported(problem: &Path, place: &Path) -> Value {
    let file = |kind: &str| place.join(format!("report.{kind}"));
    let kinds =
        REPORTS.iter().flat_map(|(kind, _)| ["--report".to_owned(), format!("{kind}={}", file(kind).display())]);
    let done = Touchstone::new().arg("check").arg(problem).args(["--sanitize", "--format", "json"]).args(kinds).run();
    for (kind, begin) in REPORTS {
        let text = fs::read_to_string(file(kind)).unwrap_or_else(|error| panic!("{kind}: {error}; {done:?}"));
        assert!(text.to_lowercase().starts_with(begin), "{kind}: {}", text.chars().take(100).collect::<String>());
    }
    serde_json::from_str(&done.stdout).unwrap_or_else(|error| panic!("{error}: {done:?}"))
}

fn is_looked_at(problem: &str) {
    let (folder, place) = (examples::folder(problem), temporary::folder());
    let report = reported(&folder, place.path());
    let codes = report["findings"].as_array().into_iter().flatten().filter_map(|finding| finding["code"].as_str());
    assert!(codes.into_iter().all(|code| !["undefined-behaviour", "memory-error"].contains(&code)), "{report}");
    let mut failing = report["solutions"].as_array().into_iter().flatten().filter_map(|solution| {
        let wrong = solution["verdict"] == "WA";
        wrong.then_some((solution["path"].as_str()?, solution["first_failed_test"].as_str()?))
    });
    let (solution, test) = failing.next().expect("a wrong answer");
    let written = place.path().join("cell");
    let cell = ["-s", solution, "-t", test, "--out"];
    let shown = Touchstone::new().arg("show").arg(&folder).args(cell).arg(&written).run().expect_code(0).stdout;
    let heading = format!("{solution} on test {test}: WA\n");
    assert!(shown.contains(&heading) && shown.contains("\nexpected\n") && shown.contains("\nfound\n"), "{shown}");
    let input = fs::read_to_string(written.join("input.txt")).expect("the input is written");
    assert!(shown.contains(input.lines().next().expect("a line").trim_end()), "{shown}");
    let bounds = Touchstone::new().arg("bounds").arg(&folder).run().expect_code(0).stdout;
    assert!(
        bounds.lines().any(|line| ["statement", "validator", "tests"].iter().all(|head| line.contains(head))),
        "{bounds}"
    );
}

#[test]
fn a_plain_folder() {
    is_looked_at("two-parcels");
}

#[test]
fn a_polygon_package() {
    is_looked_at("warm-spell");
}

#[test]
fn a_folder_of_hydro() {
    is_looked_at("two-guards");
}
