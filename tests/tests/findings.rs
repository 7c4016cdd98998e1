//! Finding codes that `check` gives, each from the smallest folder that shows it. (`manual` sees that none is missing.)
//!
//! A fixture is a remark, the files of a folder, and last `-- findings --`: every finding of the folder, one a line as
//! `severity code path:line: words of its message`, and nothing else. A remark that begins with "Checked with `--sanitize`" says how. Where the exact places matter, `-- places --`
//! stands before it: for every finding `code path:line:column` with the text that is underlined, and below it the places
//! that explain it.

use std::{fmt::Write as _, fs, path::Path};

use e2e::{
    archive::{self, Member},
    expect, part,
    report::Report,
    server,
    touchstone::Touchstone,
};
use serde_json::Value;
use testkit::{examples::here, folder::Folder, temporary};

#[test]
fn each_fixture_gives_its_findings() {
    // CCO-2: correct-solution-fails and wrong-solution-passes. CCP-3: generator-not-reproducible. CCP-16:
    // validator-rejects-test, for tests that were there before.
    let mut failures = String::new();
    for fixture in fixtures() {
        let name = fixture.file_name().expect("fixtures have names").to_string_lossy().into_owned();
        if let Err(difference) = run(&fixture) {
            writeln!(failures, "{name}:\n{difference}").expect("writing to a string does not fail");
        }
    }
    assert!(failures.is_empty(), "set UPDATE_EXPECT=1 to replace what is expected\n{failures}");
}

#[test]
fn an_editor_is_told_of_a_changed_checker_when_a_run_has_found_out() {
    let text = fs::read_to_string(here("fixtures/findings/polygon-checker-changed.txt")).expect("the fixture is there");
    let folder = lay(&archive::parse(&text).1);
    let cache = temporary::folder();
    let mut client = server::trusting().with_cache(cache.path()).folder(folder.path()).start();
    let manifest = folder.path().join("problem.xml");
    client.open(&folder.path().join("files/check.cpp"));
    client.judge(folder.path());
    client.wait_for(&manifest, "information manifest-stale 16:");
    client.wait_for(&manifest, "wrong-solution-passes");
    assert!(client.leave().success());
}

fn fixtures() -> Vec<std::path::PathBuf> {
    let listing = fs::read_dir(here("fixtures/findings")).expect("the fixtures are there");
    let mut paths: Vec<_> = listing.map(|entry| entry.expect("the fixtures can be listed").path()).collect();
    paths.sort();
    part::of(paths)
}

fn run(fixture: &Path) -> Result<(), String> {
    let text = fs::read_to_string(fixture).expect("a fixture can be read");
    let (_, mut members) = archive::parse(&text);
    let expected = members.pop_if(|last| last.path == "findings").map(|last| last.text).unwrap_or_default();
    let expected_places = members.pop_if(|last| last.path == "places").map(|last| last.text);
    let folder = lay(&members);
    let sanitizes = text.starts_with("Checked with `--sanitize`");
    let (report, code) = if sanitizes {
        let done = Touchstone::new().args(["check", "--format", "json", "--sanitize"]).arg(folder.path()).run();
        (done.report(), done.code())
    } else {
        Touchstone::new().check(folder.path())
    };
    let found = merged(&expected, &report.findings());
    let found_places = expected_places.as_ref().map(|_| places(&folder, &report));
    let is_bad = found.lines().any(|line| line.starts_with("error ") || line.starts_with("warning "));
    assert_eq!(code, Some(i32::from(is_bad)), "{}: {found}", fixture.display());
    if expected == found && expected_places == found_places {
        return Ok(());
    }
    if expect::is_updating() {
        let files = text.split("-- findings --\n").next().unwrap_or_default();
        let files = files.split("-- places --\n").next().unwrap_or_default();
        let section = found_places.as_ref().map(|found| format!("-- places --\n{found}")).unwrap_or_default();
        fs::write(fixture, format!("{files}{section}-- findings --\n{found}")).expect("a fixture can be written");
    }
    let places = expect::difference(&expected_places.unwrap_or_default(), &found_places.unwrap_or_default());
    Err(expect::difference(&expected, &found) + &places)
}

/// Where findings stand and what explains them, with the text that is underlined there.
fn places(folder: &Folder, report: &Report) -> String {
    let mut text = String::new();
    for finding in report.0["findings"].as_array().expect("findings are a list") {
        let code = finding["code"].as_str().expect("a finding has a code");
        writeln!(text, "{code} {}", place(folder, finding)).expect("writing to a string does not fail");
        for related in finding["related"].as_array().expect("related places are a list") {
            let words = related["message"].as_str().expect("a related place has words");
            writeln!(text, "  {}: {words}", place(folder, related)).expect("writing to a string does not fail");
        }
    }
    text
}

/// `path:line:column` and the text there; texts of fixtures are ASCII.
fn place(folder: &Folder, of: &Value) -> String {
    let Some(path) = of["path"].as_str() else { return "(folder)".to_owned() };
    let text = fs::read_to_string(folder.path().join(path)).expect("findings stand in files");
    let position = |end: &str| {
        let number = |key: &str| of["range"][end][key].as_u64().expect("a range has numbers") as usize;
        (number("line"), number("character"))
    };
    let offset = |(line, character): (usize, usize)| {
        text.split_inclusive('\n').take(line).map(str::len).sum::<usize>() + character
    };
    let (start, end) = (position("start"), position("end"));
    let shown = text[offset(start)..offset(end)].replace('\n', "\\n");
    format!("{path}:{}:{} `{shown}`", start.0 + 1, start.1 + 1)
}

pub(crate) fn lay(members: &[Member]) -> Folder {
    let folder = Folder::empty("echo");
    for member in members {
        match (&member.part, &member.target) {
            (Some(part), _) => {
                let bytes = fs::read(here("fixtures/parts").join(part)).expect("the part is there");
                folder.write(&member.path, bytes);
            }
            (None, Some(target)) => folder.link(&member.path, target),
            (None, None) => folder.write(&member.path, &member.text),
        }
    }
    folder
}

/// The findings, each in the words of the expected line that it fits.
pub(crate) fn merged(expected: &str, found: &[String]) -> String {
    let mut expected: Vec<&str> = expected.lines().collect();
    let mut lines = found.iter().map(|finding| {
        let fitting = expected.iter().position(|line| fits(line, finding));
        fitting.map_or_else(|| finding.clone(), |idx| expected.remove(idx).to_owned())
    });
    let mut text = lines.by_ref().collect::<Vec<_>>().join("\n");
    if !text.is_empty() {
        text.push('\n');
    }
    text
}

/// Whether an expected line tells of a finding: the place is the same, and its words stand in the message.
fn fits(line: &str, finding: &str) -> bool {
    match (line.split_once(": "), finding.split_once(": ")) {
        (Some((place, words)), Some((found_place, message))) => place == found_place && message.contains(words),
        (_, _) => line == finding,
    }
}
