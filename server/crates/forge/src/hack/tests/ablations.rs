//! Loops without one of their parts, and what tests are worth by kind.

use super::*;
use crate::rig::analysis;

fn without(method: HackMethod, ablation: Ablation) -> HackOptions {
    HackOptions { ablations: [ablation].into(), ..by(method) }
}

fn generator(commands: &[&str]) -> (&'static str, Value) {
    let answer = json!({ "constraints_summary": "", "source": null, "edits": null, "commands": commands });
    ("test_generator", answer)
}

fn refinement(add: &[&str], more: Value) -> (&'static str, Value) {
    let mut answer = json!({ "edits": [], "commands_drop": [], "commands_replace": [], "commands_add": add });
    for (key, value) in more.as_object().unwrap() {
        answer[key] = value.clone();
    }
    ("refine_generator", answer)
}

fn direct(texts: &[&str]) -> (&'static str, Value) {
    let inputs: Vec<Value> = texts.iter().map(|text| json!({ "text": text, "aim": "small" })).collect();
    ("direct_inputs", json!({ "inputs": inputs }))
}

fn range(commands: &[&str]) -> (&'static str, Value) {
    ("range_inputs", json!({ "constraints_summary": "", "source": null, "edits": null, "commands": commands }))
}

fn hacks(commands: &[&str]) -> (&'static str, Value) {
    let scenario = json!({ "breaks": "small sums", "why": "it is large", "commands": commands });
    ("hack_inputs", json!({ "flawed_programs": [], "scenarios": [scenario], "edits": null }))
}

/// What a loop comes to where every answer of the script is asked for, and no other.
fn done(files: &str, settings: HackOptions, mut script: Script) -> (Outcome, Script) {
    let outcome = hack(&Rig::new(files), settings, &mut script).unwrap();
    script.assert_done();
    assert_eq!(outcome.ended_early_because, None);
    (outcome, script)
}

/// How many tests were made that are valid, and how many that are not.
fn made(outcome: &Outcome) -> (usize, usize) {
    (outcome.made.n_tests, outcome.made.n_invalid)
}

#[test]
fn cco_16_without_feedback_the_first_commands_are_all() {
    let settings = without(HackMethod::CodeContestsO, Ablation::WithoutFeedback);
    // One of two wrong solutions is left, for which a round of refinement would ask.
    let (outcome, _) = done(SUMS, settings, Script::of([analysis(), generator(&["gen 21"])]));
    assert_eq!(offers(&outcome), ["gen 21: wa_cap.cpp WA"]);
    assert_eq!(outcome.refinements.len(), 1);
}

#[test]
fn ccp_7_without_feedback_nobody_hears_what_was_not_valid() {
    let settings = without(HackMethod::CodeContestsPlus, Ablation::WithoutFeedback);
    let (outcome, _) = done(SUMS, settings, Script::of([analysis(), generator(&["gen 21", "gen 99"])]));
    assert_eq!(offers(&outcome), ["gen 21: wa_cap.cpp WA"]);
    assert_eq!((outcome.records.len(), made(&outcome)), (1, (1, 0)), "what is not valid is left out all the same");
}

const CHECKER: &str = "-- check.cpp --\n#include \"testlib.h\"\n// does: compare\n\
                       int main(int argc, char *argv[]) { registerTestlibCmd(argc, argv); }\n";

#[test]
fn cco_22_without_checker_edits_the_checker_is_neither_shown_nor_changed() {
    let files = format!("{SUMS}{CHECKER}");
    let loop_of = |settings: HackOptions| {
        let of_checker = |search: &str| json!({ "path": "check.cpp", "search": search, "replace": "does: agree" });
        let edits = json!({ "checker_edits": [of_checker("does: compare")] });
        let script = Script::of([analysis(), generator(&["gen 21"]), refinement(&["gen 31"], edits)]);
        let (outcome, script) = done(&files, HackOptions { n_rounds: 1, ..settings }, script);
        (outcome.refinements[1].blocks.len(), script.question(2).contains("does: compare"), offers(&outcome).len())
    };
    // By the checker that agrees to everything nobody fails, so the edit is no good.
    assert_eq!(loop_of(by(HackMethod::CodeContestsO)), (1, true, 1));
    let settings = without(HackMethod::CodeContestsO, Ablation::WithoutCheckerEdits);
    assert_eq!(loop_of(settings.clone()), (0, false, 1));
    // Nor is it changed by what is meant for generators.
    let edits = json!({ "edits": [{ "path": "check.cpp", "search": "does: compare", "replace": "does: agree" }] });
    let script = Script::of([analysis(), generator(&["gen 21"]), refinement(&["gen 31"], edits)]);
    let (outcome, _) = done(&files, HackOptions { n_rounds: 1, ..settings }, script);
    assert_eq!((outcome.refinements[1].unmatched.len(), offers(&outcome).len()), (1, 1));
}

#[test]
fn cco_15_cco_23_without_the_validator_what_is_invalid_counts_for_the_loop_and_for_nobody_else() {
    // 60 is above the bound. It fails both wrong solutions, which reaches the goal for who does not know.
    let script = || Script::of([analysis(), generator(&["gen 60"])]);
    let settings = without(HackMethod::CodeContestsO, Ablation::WithoutValidator);
    let (outcome, _) = done(SUMS, settings.clone(), script());
    assert_eq!(outcome.scores[1].tnr, Some(1.0));
    assert_eq!((offers(&outcome).len(), made(&outcome)), (0, (0, 1)));
    // Who is told of it has nothing yet, and hears why.
    let mut full = script();
    let outcome = hack(&Rig::new(SUMS), by(HackMethod::CodeContestsO), &mut full).unwrap();
    assert_eq!(outcome.scores[1].tnr, Some(0.0));
    assert!(full.question(2).contains("validator: rejects"), "{}", full.question(2));
    // The report is silent where somebody is left, whom no test can fail.
    let files = format!("{SUMS}-- wa_right.cpp --\n// does: sum\nint main() {{}}\n");
    let script = Script::of([analysis(), generator(&["gen 60"]), refinement(&["gen 31"], json!({}))]);
    let (outcome, script) = done(&files, HackOptions { n_rounds: 1, ..settings }, script);
    let question = script.question(2);
    assert!(!question.contains("validator: rejects") && question.contains("fails: rte_large.cpp RTE"), "{question}");
    assert_eq!(offers(&outcome), ["gen 31: rte_large.cpp RTE, wa_cap.cpp WA"]);
}

#[test]
fn ccp_7_htg_13_without_the_validator_everything_with_an_input_joins_and_only_what_is_valid_is_offered() {
    let settings = without(HackMethod::CodeContestsPlus, Ablation::WithoutValidator);
    // `gem` is no generator: what makes no input goes back all the same.
    let script = Script::of([analysis(), generator(&["gen 21", "gen 99", "gem 3"]), generator(&["gen 22"])]);
    let (outcome, script) = done(SUMS, settings, script);
    assert!(script.question(2).contains("`gem 3`") && !script.question(2).contains("val.cpp rejects it"));
    assert_eq!((offers(&outcome).join("; "), made(&outcome)), ("gen 21: wa_cap.cpp WA".to_owned(), (2, 1)));
    let settings = without(HackMethod::HardTestGen, Ablation::WithoutValidator);
    let script = Script::of([analysis(), direct(&["99\n", "10 11\n"]), range(&["gen 60"]), hacks(&[])]);
    let (outcome, _) = done(SUMS, settings, script);
    assert_eq!(records(&outcome), "round 1, Direct: 2 of 2\nround 1, Range: 20 of 1\nround 1, Hacking: 0 of 0\n");
    assert_eq!((offers(&outcome).join("; "), made(&outcome)), ("\"10 11\\n\": wa_cap.cpp WA".to_owned(), (1, 21)));
}

#[test]
fn htg_3_htg_22_only_direct_asks_for_inputs_that_are_written_out() {
    let settings = without(HackMethod::HardTestGen, Ablation::OnlyDirect);
    let (outcome, _) = done(SUMS, settings, Script::of([analysis(), direct(&["10 11\n", "40\n"])]));
    assert_eq!(offers(&outcome), ["\"40\\n\": rte_large.cpp RTE, wa_cap.cpp WA"]);
    assert_eq!(
        outcome.made.by_kind.iter().map(|one| one.group).collect::<Vec<_>>(),
        [Grouping::Kind(TestKind::Direct)]
    );
}

#[test]
fn htg_17_htg_18_what_tests_are_worth_by_kind_and_by_what_makes_them() {
    let script = Script::of([analysis(), direct(&["10 11\n"]), range(&["gen 2"]), hacks(&["gen 31"])]);
    let (outcome, _) = done(SUMS, by(HackMethod::HardTestGen), script);
    let told = |groups: &[GroupScore]| -> Vec<String> {
        let one = |one: &GroupScore| {
            let GroupScore { group, n_tests, tally, precision, recall, .. } = one;
            let (n_failing, precision, recall) = (tally.n_wrong_failing, precision.unwrap(), recall.unwrap());
            format!("{}: {n_tests}, {n_failing} fail, {precision:.2}, {recall:.2}", group.name())
        };
        groups.iter().map(one).collect()
    };
    // The sum 21 fails one of two; those of `gen 2`, up to 2 + 19, need not; 31 fails both. Right ones are two.
    let by_kind = told(&outcome.made.by_kind);
    assert_eq!(
        (by_kind[0].as_str(), by_kind[2].as_str()),
        ("direct: 1, 1 fail, 0.67, 1.00", "hacking: 10, 2 fail, 1.00, 1.00")
    );
    assert!(by_kind[1].starts_with("range: 20, "), "{by_kind:?}");
    assert_eq!(told(&outcome.made.by_maker), ["written-out: 1, 1 fail, 0.67, 1.00", "command: 30, 2 fail, 1.00, 1.00"]);
    assert_eq!((outcome.made.by_kind[0].n_bytes, made(&outcome)), (6, (31, 0)));
}
