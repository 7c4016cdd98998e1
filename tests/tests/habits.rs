//! What real folders do to a reader: habits of setters, several in each folder, and what is made of them.
//!
//! A fixture is a remark, the files of a folder, and last `-- told --`: the limits, every program with its role and label,
//! every test, the verdicts, and every finding. `fixtures/habits/README.md` says which habit stands where.

use std::{collections::BTreeSet, fmt::Write as _, fs, path::Path};

use e2e::{
    archive, expect,
    report::{Report, words},
    touchstone::Touchstone,
};
use serde_json::Value;
use testkit::examples::here;

use crate::findings::{lay, merged};

const DIRECTORY: &str = "fixtures/habits";

#[test]
fn polygon_packages() {
    check("polygon");
}

#[test]
fn icpc_packages() {
    check("icpc");
}

#[test]
fn plain_folders() {
    check("plain");
}

/// The table names every fixture, and nothing else.
#[test]
fn the_table_is_whole() {
    let table = fs::read_to_string(here(DIRECTORY).join("README.md")).expect("the table is there");
    let named: BTreeSet<&str> = table.split('`').filter(|word| word.ends_with(".txt") && !word.contains('/')).collect();
    let there: Vec<String> = ["polygon", "icpc", "plain"].into_iter().flat_map(fixtures).collect();
    assert_eq!(named, there.iter().map(String::as_str).collect());
}

/// Tries the fixtures whose names begin so.
fn check(beginning: &str) {
    let mut failures = String::new();
    for name in fixtures(beginning) {
        if let Err(difference) = run(&here(DIRECTORY).join(&name)) {
            writeln!(failures, "{name}:\n{difference}").expect("writing to a string does not fail");
        }
    }
    assert!(failures.is_empty(), "set UPDATE_EXPECT=1 to replace what is expected\n{failures}");
}

fn fixtures(beginning: &str) -> Vec<String> {
    let listing = fs::read_dir(here(DIRECTORY)).expect("the fixtures are there");
    let names = listing.map(|entry| entry.expect("they can be listed").file_name().to_string_lossy().into_owned());
    let mut names: Vec<String> = names.filter(|name| name.starts_with(&format!("{beginning}-"))).collect();
    names.sort();
    names
}

fn run(fixture: &Path) -> Result<(), String> {
    let text = fs::read_to_string(fixture).expect("a fixture can be read");
    let (_, mut members) = archive::parse(&text);
    let expected = members.pop_if(|last| last.path == "told").map(|last| last.text).unwrap_or_default();
    let folder = lay(&members);
    let (report, code) = Touchstone::new().check(folder.path());
    let findings = report.findings();
    let is_bad = findings.iter().any(|line| line.starts_with("error ") || line.starts_with("warning "));
    assert_eq!(code, Some(i32::from(is_bad)), "{}: {findings:#?}", fixture.display());
    let found = format!("{}{}", told(&report), merged(&expected, &findings));
    if expected == found {
        return Ok(());
    }
    if expect::is_updating() {
        let files = text.split("-- told --\n").next().unwrap_or_default();
        fs::write(fixture, format!("{files}-- told --\n{found}")).expect("a fixture can be written");
    }
    Err(expect::difference(&expected, &found))
}

/// What a folder was read as, and what its solutions got.
fn told(report: &Report) -> String {
    let problem = &report.0["problem"];
    let mut text = format!(
        "{} {}: {} ms, {} MB, from {}\n",
        word(&problem["format"]),
        word(&problem["name"]),
        problem["time_limit_ms"],
        problem["memory_limit_mb"],
        word(&problem["limits_source"])
    );
    let lines = list(&report.0["programs"]).iter().map(program).chain([judged_by(&problem["checker"])]);
    let lines = lines.chain(list(&report.0["tests"]).iter().map(test));
    lines.for_each(|line| writeln!(text, "{line}").expect("writing to a string does not fail"));
    text + &report.matrix()
}

/// `gen.cpp: generator cpp c++20, calls registerGen`, with what is expected of a solution.
fn program(program: &Value) -> String {
    let [path, role, language, reason] = ["path", "role", "language", "reason"].map(|key| word(&program[key]));
    let main = if program["main"] == true { "main " } else { "" };
    let standard = program["standard"].as_str().map(|standard| format!(" {standard}")).unwrap_or_default();
    let build = match program["build"].as_str() {
        Some("ok") => "",
        Some("failed") => ", does not build",
        _ => ", not built",
    };
    let codes = |key: &str| words(&program[key]).join(" ");
    let label = match (words(&program["expected"]).join(", "), codes("permitted"), codes("required")) {
        (label, _, _) if label.is_empty() => String::new(),
        (label, permitted, required) if required.is_empty() => format!(" = {label}: {permitted}"),
        (label, permitted, required) => format!(" = {label}: {permitted}, with {required}"),
    };
    format!("{path}: {main}{role} {language}{standard}, {reason}{build}{label}")
}

fn judged_by(checker: &Value) -> String {
    let judge = checker["path"].as_str().or_else(|| checker["builtin"].as_str()).unwrap_or("nobody");
    format!("judged by {judge}, {}", word(&checker["reason"]))
}

/// `test 3: sample, group a, 4 bytes of tests/03.in with tests/03.ans, same as 1`
fn test(test: &Value) -> String {
    let mut text = format!("test {}:", word(&test["id"]));
    if test["sample"] == true {
        text += " sample,";
    }
    if let Some(group) = test["group"].as_str() {
        text += &format!(" group {group},");
    }
    let bytes = test["bytes"].as_u64().map_or("nothing".to_owned(), |bytes| format!("{bytes} bytes"));
    let origin = ["path", "command"].into_iter().find_map(|key| test[key].as_str()).unwrap_or("a rule");
    text += &format!(" {bytes} of {origin}");
    if let Some(answer) = test["answer_path"].as_str() {
        text += &format!(" with {answer}");
    }
    if let Some(first) = test["duplicate_of"].as_str() {
        text += &format!(", same as {first}");
    }
    if test["valid"] == false {
        text += &format!(", invalid: {}", word(&test["validator_message"]));
    }
    text
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn word(value: &Value) -> &str {
    value.as_str().unwrap_or("-")
}
