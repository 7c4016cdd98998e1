//! Repairs that a scripted model proposes.

use serde_json::{Value, json};

use super::*;
use crate::rig::{Rig, SUMS, Script, Stages, path, sums_where, with};

fn which(code: &str) -> FindingSelector {
    FindingSelector { code: code.parse().unwrap(), file: None, line: None }
}

fn fix(edits: &[(&str, &str, &str)]) -> (&'static str, Value) {
    let edit =
        |(path, search, replace): &(&str, &str, &str)| json!({ "path": path, "search": search, "replace": replace });
    ("fix", json!({ "explanation": "so it is", "edits": edits.iter().map(edit).collect::<Vec<_>>() }))
}

fn repaired(files: &str, code: &str, script: &mut Script) -> Result<Repaired, String> {
    repaired_by(files, code, Tries::of(3), script)
}

fn repaired_by(files: &str, code: &str, tries: Tries, script: &mut Script) -> Result<Repaired, String> {
    let rig = Rig::new(files);
    let bench = rig.bench();
    repair(&bench, &Prompts::default(), &which(code), tries, script, &mut Stages::default())
        .map_err(|error| error.to_string())
}

/// A script of which one test is invalid.
fn invalid() -> String {
    with(SUMS, "gen 7 > $", "gen 7 > $\ngen 99 > $")
}

#[test]
fn a_repair_is_taken_when_the_finding_is_gone_and_nothing_as_bad_is_new() {
    let mut script = Script::of([
        // The finding stays.
        fix(&[("script.txt", "gen 99", "gen 98")]),
        // It goes, and the generator does not work any more.
        fix(&[("val.cpp", "accept 50", "accept 99"), ("gen.cpp", "does: seeded", "does: refuse")]),
        fix(&[("script.txt", "gen 99", "gen 49"), ("script.txt", "no such line", "")]),
    ]);
    let found = repaired(&invalid(), "test-invalid", &mut script).unwrap();
    script.assert_done();
    assert!(found.finding.starts_with("test-invalid "), "{}", found.finding);
    assert_eq!((found.explanation.as_str(), found.changes.len()), ("so it is", 1));
    assert!(found.diff.contains("-gen 99 > $\n+gen 49 > $\n"), "{}", found.diff);
    assert_eq!(found.attempts.len(), 2);
    assert!(found.attempts[0][0].starts_with("the finding is still there: test-invalid"), "{:?}", found.attempts[0]);
    assert!(found.attempts[1].iter().all(|why| why.starts_with("a finding is new: ")), "{:?}", found.attempts[1]);
    assert!(script.question(1).contains("the finding is still there"), "the next question says what was wrong");
}

#[test]
fn a_candidate_without_edits_or_that_does_not_come_ends_nothing_that_others_did() {
    let mut script = Script::of([fix(&[]), fix(&[("script.txt", "gen 99", "gen 49")])]);
    let tries = Tries { candidates: 3, attempts: 3 };
    let found = repaired_by(&invalid(), "test-invalid", tries, &mut script).unwrap();
    assert_eq!(script.asked.len(), 3, "the third one had no answer left");
    assert!(found.diff.contains("+gen 49 > $\n"), "{found:#?}");
    assert_eq!(found.trials.len(), 1);
}

#[test]
fn no_comment_may_silence_a_finding() {
    let mut script =
        Script::of([fix(&[("val.cpp", "// does: accept 50", "// touchstone: ignore\n// does: accept 99")]), fix(&[])]);
    let found = repaired(&invalid(), "test-invalid", &mut script).unwrap();
    assert_eq!(found.attempts, [["a comment would silence a finding; that is no repair"]]);
    assert!(found.changes.is_empty() && found.diff.is_empty(), "no edit is an answer, too");
}

#[test]
fn a_solution_is_what_it_is_unless_it_does_not_compile() {
    let wrong = with(&sums_where("ac_other.cpp", "crash 2"), "-- samples/1.in --\n1 2\n-- samples/1.ans --\n3\n", "");
    let mut script = Script::of([fix(&[("ac_other.cpp", "crash 2", "sum")]), fix(&[])]);
    let found = repaired(&wrong, "correct-solution-fails", &mut script).unwrap();
    // What makes the test and says that it is valid may be wrong; the solution is read.
    let asked = script.question(0);
    let (to_edit, to_read) = asked.split_once("# Files to read only").expect("both are there");
    let shows = |text: &str, path: &str| text.contains(&format!("begin file {path}]]"));
    assert!(["gen.cpp", "script.txt", "val.cpp"].iter().all(|path| shows(to_edit, path)), "{asked}");
    assert!(shows(to_read, "ac_other.cpp") && shows(to_read, "sol.cpp") && !shows(to_edit, "ac_other.cpp"), "{asked}");
    assert!(!asked.contains("wa_cap.cpp") && asked.contains("ac_other.cpp fails "), "{asked}");
    assert!(
        found.attempts[0][0].contains("`ac_other.cpp` is none of the files that edits may name"),
        "{:?}",
        found.attempts
    );
    let broken = with(SUMS, "// does: cap 20\nint main", "// does: cap 20\nint mein");
    // That it passes everything then is seen for the first time, and no fault of the repair.
    let mut script = Script::of([fix(&[("wa_cap.cpp", "mein", "main")])]);
    let found = repaired(&broken, "build-failed", &mut script).unwrap();
    assert!(found.diff.contains("+int main() {}"), "{found:#?}");
}

#[test]
fn nobody_is_asked_where_no_edit_can_help() {
    // A person wrote the test, and a built-in checker judges.
    let why =
        repaired(&sums_where("ac_other.cpp", "cap 2"), "correct-solution-fails", &mut Script::of([])).unwrap_err();
    assert!(why.starts_with("no validator, checker, generator or script that could be changed"), "{why}");
    let why = repaired(SUMS, "bound-never-hit", &mut Script::of([])).unwrap_err();
    assert_eq!(why, "a bound that no test reaches needs another test; `touchstone hack` looks for one");
}

#[test]
fn what_is_shown_has_to_do_with_the_finding() {
    let mut script = Script::of([fix(&[])]);
    repaired(&invalid(), "test-invalid", &mut script).unwrap();
    let asked = script.question(0);
    assert!(["gen.cpp", "script.txt", "val.cpp"].iter().all(|path| asked.contains(&format!("begin file {path}]]"))));
    assert!(!asked.contains("sol.cpp") && !asked.contains("# Files to read only"), "{asked}");
}

#[test]
fn what_is_not_found_says_what_is() {
    let why = repaired(SUMS, "test-invalid", &mut Script::of([])).unwrap_err();
    assert!(why.starts_with("`touchstone check` finds no test-invalid there; it finds "), "{why}");
    let why = repaired(SUMS, "wrong-solution-passes", &mut Script::of([])).unwrap_err();
    assert_eq!(why, "a wrong solution that passes needs another test; `touchstone hack` looks for one");
}

#[test]
fn a_finding_is_chosen_by_its_file_and_its_line() {
    let rig = Rig::new(&with(SUMS, "gen 7 > $", "gen 98 > $\ngen 7 > $\ngen 99 > $"));
    let bench = rig.bench();
    let findings = bench.judge(&[], &mut Stages::default()).unwrap().findings(&rig.engine);
    let line = |selector: &FindingSelector| {
        found(&findings, selector).ok().and_then(|finding| finding.place.as_ref()).map(|place| place.range.start.line)
    };
    let any = which("test-invalid");
    let invalid: Vec<_> = findings.iter().filter(|finding| finding.code == any.code).collect();
    assert_eq!(invalid.len(), 2);
    let first = invalid[0].place.as_ref().unwrap();
    assert_eq!(line(&any), Some(first.range.start.line));
    let second = invalid[1].place.as_ref().unwrap();
    let on = |line| FindingSelector { file: Some(second.path.clone()), line: Some(line), ..any.clone() };
    assert_eq!(line(&on(second.range.start.line)), Some(second.range.start.line));
    assert!(line(&on(1000)).is_some(), "where none stands there, the first of the file is meant");
    let elsewhere = FindingSelector { file: Some(path("statement.md")), ..any.clone() };
    assert_eq!(line(&elsewhere), None);
}

#[test]
fn an_explanation_is_asked_for_once_and_nothing_is_tried() {
    let rig = Rig::new(&invalid());
    let bench = rig.bench();
    let mut script = Script::of([("explain", json!({ "explanation": "99 is too large." }))]);
    let (finding, words) =
        explain(&bench, &Prompts::default(), &which("test-invalid"), &mut script, &mut Stages::default()).unwrap();
    assert!(finding.starts_with("test-invalid ") && words == "99 is too large.", "{finding}");
    assert!(script.question(0).contains("99 is not from 0 to 50"), "{}", script.question(0));
    assert!(bench.changes().unwrap().is_empty());
}
