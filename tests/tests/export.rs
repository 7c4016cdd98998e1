//! `export`: a problem in another format is judged to the same verdicts.

use std::{collections::BTreeMap, path::Path};

use e2e::touchstone::Touchstone;
use serde_json::Value;
use testkit::{examples, temporary};

/// Verdicts by the name of the solution and the contents of the input. Validators of packages do not tell WA from PE.
fn cells(folder: &Path) -> BTreeMap<(String, String), String> {
    let done = Touchstone::new().arg("check").arg(folder).args(["--format", "json"]).run();
    let report: Value = serde_json::from_str(&done.stdout).expect("a report");
    let list = |value: &Value| value.as_array().cloned().expect("a list");
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    let digests: Vec<String> = list(&report["tests"]).iter().map(|test| text(&test["digest"])).collect();
    let mut cells = BTreeMap::new();
    for (path, verdicts) in list(&report["matrix"]["solutions"]).iter().zip(list(&report["matrix"]["verdicts"])) {
        let name = text(path).rsplit('/').next().expect("a name").to_owned();
        for (digest, verdict) in digests.iter().zip(list(&verdicts)) {
            let verdict = text(&verdict).replace("PE", "WA");
            cells.insert((name.clone(), digest.clone()), verdict);
        }
    }
    assert!(!cells.is_empty(), "{}", done.stderr);
    cells
}

#[track_caller]
fn is_judged_alike(problem: &str, target: &str) {
    let place = temporary::folder();
    let out = place.path().join("out");
    let from = examples::folder(problem);
    Touchstone::new().args(["export", target]).arg(&from).arg("--out").arg(&out).run().expect_code(0);
    assert_eq!(cells(&out), cells(&from), "{problem} as {target}");
}

#[test]
fn a_plain_folder_with_a_checker_of_its_own_as_a_legacy_package() {
    is_judged_alike("two-parcels", "icpc-legacy");
}

#[test]
fn a_plain_folder_as_a_polygon_package() {
    is_judged_alike("two-parcels", "polygon");
}

#[test]
fn nothing_is_written_over() {
    let place = temporary::folder();
    let out = place.path().join("out");
    std::fs::create_dir(&out).expect("a folder");
    let from = examples::folder("two-parcels");
    let refused = Touchstone::new().args(["export", "plain"]).arg(from).arg("--out").arg(&out).run().expect_code(2);
    assert!(refused.stderr.contains("is there already"), "{}", refused.stderr);
    assert_eq!(std::fs::read_dir(&out).expect("it is there").count(), 0);
}
