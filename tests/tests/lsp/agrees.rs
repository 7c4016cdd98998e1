//! The language server and the command line say the same of a problem: findings, the rates, the exported report.

use std::{collections::BTreeMap, path::PathBuf};

use e2e::{report::Report, server, touchstone::Touchstone};
use serde_json::{Value, json};
use testkit::{
    editor::{client::Client, uri},
    examples,
    folder::Folder,
    temporary,
};

/// The findings of a report, by file: code, range and message.
fn findings(report: &Report, folder: &Folder) -> BTreeMap<PathBuf, Vec<String>> {
    let mut found: BTreeMap<PathBuf, Vec<String>> = BTreeMap::new();
    for finding in report.0["findings"].as_array().expect("a list") {
        let path = folder.path().join(finding["path"].as_str().expect("this problem has none of the folder"));
        let line = format!("{} {} {}", finding["code"], finding["range"], finding["message"]);
        found.entry(path).or_default().push(line);
    }
    found.values_mut().for_each(|lines| lines.sort());
    found
}

/// With the findings in one order: a server finds those of the texts first.
fn in_order(mut report: Report) -> Report {
    report.0["findings"].as_array_mut().expect("a list").sort_by_key(Value::to_string);
    report
}

fn lines(items: &[Value]) -> Vec<String> {
    let mut lines: Vec<String> =
        items.iter().map(|item| format!("{} {} {}", item["code"], item["range"], item["message"])).collect();
    lines.sort();
    lines
}

/// A problem with findings of the texts and of runs, in several files.
fn full_of_findings() -> Folder {
    let folder = Folder::copy_of(&examples::folder("two-parcels"));
    let validator = std::fs::read_to_string(folder.path().join("val.cpp")).expect("it is there");
    folder.write("val.cpp", validator.replace("readInt(2, 50000", "readInt(2, 4").replace("    inf.readEof();\n", ""));
    folder.write("script.txt", "gen -n 2 -min 1 -max 1 -type pair > $\ngne 5 > $\ngen -n 6 -max 100 -type none > $\n");
    folder
}

#[test]
fn a_client_that_is_told_sees_what_check_says() {
    let folder = full_of_findings();
    let (report, _) = Touchstone::new().check(folder.path());
    let expected = findings(&report, &folder);
    assert!(expected.len() > 3 && expected.values().map(Vec::len).sum::<usize>() > 6, "{expected:#?}");
    let mut client = server::trusting().folder(folder.path()).start();
    client.open(&folder.path().join("val.cpp"));
    client.open(&folder.path().join("script.txt"));
    client.judge(folder.path());
    let seen = |client: &Client| -> BTreeMap<PathBuf, Vec<String>> {
        let published = client.seen.published.iter().filter(|(_, published)| !published.items.is_empty());
        published.map(|(uri, published)| (uri::path(uri), lines(&published.items))).collect()
    };
    client.wait_until("what check says", |client| seen(client) == expected);
    let status = &client.seen.status[&uri::of(folder.path())];
    assert_eq!((&status["tpr"], &status["tnr"]), (&report.0["metrics"]["tpr"], &report.0["metrics"]["tnr"]));
    let is_broken = report.findings().iter().any(|line| line.starts_with("error "));
    assert_eq!(status["health"] == "error", is_broken, "{status}");
    let place = temporary::folder();
    let file = place.path().join("report.json");
    let export = json!({ "uri": uri::of(folder.path()), "format": "json", "path": file });
    assert_eq!(client.command("touchstone.exportReport", export), json!(file));
    let written = std::fs::read(file).expect("it is written");
    let written = Report(serde_json::from_slice(&written).expect("JSON"));
    assert_eq!(in_order(written).text(), in_order(report).text());
    assert!(client.leave().success());
}
