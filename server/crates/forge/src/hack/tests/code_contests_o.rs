//! CodeContests-O.

use super::*;
use crate::rig::analysis;

fn generator(commands: &[&str]) -> (&'static str, Value) {
    (
        "test_generator",
        json!({ "constraints_summary": "n up to 50", "source": null, "edits": [], "commands": commands }),
    )
}

fn refinement(drop: &[&str], add: &[&str], more: Value) -> (&'static str, Value) {
    let mut answer = json!({ "edits": [], "commands_drop": drop, "commands_replace": [], "commands_add": add });
    for (key, value) in more.as_object().unwrap() {
        answer[key] = value.clone();
    }
    ("refine_generator", answer)
}

fn settings() -> HackOptions {
    by(HackMethod::CodeContestsO)
}

#[test]
fn cco_16_cco_17_cco_23_a_refinement_drops_and_adds_and_ends_at_the_goal() {
    let rig = Rig::new(SUMS);
    let replace = json!({ "commands_replace": [{ "old": "gen 2", "new": "gen 3" }] });
    let mut script = Script::of([
        analysis(),
        generator(&["gen 20", "gen 21", "./gen 2 > $"]),
        refinement(&["gen 20"], &["gen 31"], replace),
    ]);
    let outcome = hack(&rig, settings(), &mut script).unwrap();
    script.assert_done();
    let rounds: Vec<_> = outcome.refinements.iter().map(|round| (round.round, round.commands.join(", "))).collect();
    assert_eq!(rounds, [(0, "gen 20, gen 21, gen 2".to_owned()), (1, "gen 21, gen 3, gen 31".to_owned())]);
    let last = &outcome.refinements[1];
    assert_eq!(
        (last.replaced.join(", "), last.added.join(", ")),
        ("gen 2, gen 20".to_owned(), "gen 3, gen 31".to_owned())
    );
    // CCO-27: before, after the first commands, after the refinement. One of two wrong ones fails on 21, both on 31.
    let scores: Vec<_> = outcome.scores.iter().map(|score| (score.round, score.tpr, score.tnr)).collect();
    assert_eq!(
        scores,
        [(None, Some(1.0), Some(0.0)), (Some(0), Some(1.0), Some(0.5)), (Some(1), Some(1.0), Some(1.0))]
    );
    assert_eq!(offers(&outcome), ["gen 31: rte_large.cpp RTE, wa_cap.cpp WA"]);
    // CCO-13, CCO-5: the second question is about the one that still passes, and has the summary.
    let question = script.question(2);
    assert!(question.contains("rte_large.cpp") && question.contains("n up to 50"), "{question}");
    // CCO-26: without a checker program there is nothing to compare with.
    assert!(outcome.without_checker.is_none());
}

#[test]
fn cco_30_a_refinement_that_makes_the_suite_worse_is_taken_back_unless_that_is_wanted() {
    let rig = Rig::new(SUMS);
    let script = || Script::of([analysis(), generator(&["gen 21"]), refinement(&["gen 21"], &["gen 1"], json!({}))]);
    let once = HackOptions { n_rounds: 1, ..settings() };
    let outcome = hack(&rig, once.clone(), &mut script()).unwrap();
    let worse = "the tests became worse: TPR 100.0 %, TNR 0.0 % instead of TPR 100.0 %, TNR 50.0 %";
    assert_eq!(outcome.refinements[1].undone.as_deref(), Some(worse));
    assert_eq!(offers(&outcome), ["gen 21: wa_cap.cpp WA"]);
    assert_eq!(outcome.scores.last().map(|score| score.tnr), Some(Some(0.5)), "the suite is the best one again");
    let kept = hack(&rig, HackOptions { keeps_worse: true, ..once }, &mut script()).unwrap();
    assert_eq!((kept.refinements[1].undone.as_deref(), offers(&kept).len()), (None, 0));
}

#[test]
fn cco_19_the_next_question_says_what_was_undone_and_which_commands_are_none() {
    let rig = Rig::new(SUMS);
    let harmful = json!({ "edits": [edit("does: seeded", "does: refuse"), edit("no such line", "x")] });
    let mut script = Script::of([
        analysis(),
        generator(&["gen 21"]),
        refinement(&[], &[], harmful),
        refinement(&["gen 77"], &["gen 31"], json!({})),
    ]);
    let outcome = hack(&rig, settings(), &mut script).unwrap();
    let undone = &outcome.refinements[1];
    assert_eq!(undone.undone.as_deref(), Some("test 2 (`gen 7`) would have another input, or none"));
    assert_eq!(undone.unmatched, ["<<<<<<< SEARCH\nno such line\n=======\nx\n>>>>>>> REPLACE"]);
    let question = script.question(3);
    for said in ["test 2 (`gen 7`) would have another input, or none", "no such line", "does: seeded"] {
        assert!(question.contains(said), "{said}: {question}");
    }
    let (before, last) = question.split_once("begin your last changes").unwrap();
    assert!(
        !before.contains("does: refuse") && last.contains("does: refuse"),
        "what was undone is no generator: {question}"
    );
    assert_eq!(outcome.records[2].left_out, ["`gen 77` is none of the current commands"]);
    assert_eq!(outcome.diff, "");
}

#[test]
fn cco_19_a_command_that_is_none_takes_nothing_else_back() {
    let rig = Rig::new(SUMS);
    let replace = json!({ "commands_replace": [{ "old": "gen 78", "new": "gen 22" }] });
    let mut script = Script::of([
        analysis(),
        generator(&["gen 21"]),
        refinement(&["gen 77"], &["gen 23"], replace),
        refinement(&[], &["gen 31"], json!({})),
    ]);
    let outcome = hack(&rig, settings(), &mut script).unwrap();
    assert_eq!(outcome.refinements[1].undone, None);
    assert_eq!(outcome.refinements[1].commands, ["gen 21", "gen 22", "gen 23"]);
    let question = script.question(3);
    assert!(question.contains("gen 77") && question.contains("gen 78"), "{question}");
    assert!(question.contains("are none of the current commands"), "{question}");
    assert!(!question.contains("taken back"), "what was added is there: {question}");
}

const CHECKER: &str = "-- check.cpp --\n#include \"testlib.h\"\n// does: compare\n\
                       int main(int argc, char *argv[]) { registerTestlibCmd(argc, argv); }\n";

#[test]
fn cco_22_cco_26_an_edit_of_the_checker_that_turns_a_known_verdict_is_undone() {
    // On the folder's own test, 25, one solution is known to be wrong.
    let rig = Rig::new(&format!("{}{CHECKER}", with(SUMS, "gen 7 > $", "gen 25 > $")));
    let with_checker = |does: &str| {
        let edits = json!({ "checker_edits": [{ "path": "check.cpp", "search": "does: compare", "replace": does }] });
        let mut script = Script::of([analysis(), generator(&["gen 1"]), refinement(&[], &["gen 31"], edits)]);
        hack(&rig, HackOptions { n_rounds: 1, ..settings() }, &mut script).unwrap()
    };
    let lenient = with_checker("does: agree");
    let why = "by the edited checker wa_cap.cpp gets AC on test 2 instead of WA";
    assert_eq!(lenient.refinements[1].undone.as_deref(), Some(why));
    let strict = with_checker("does: differ");
    let why = strict.refinements[1].undone.clone().unwrap();
    assert!(why.starts_with("by the edited checker ac_other.cpp gets WA on test "), "{why}");
    // What judges all known ones as before is kept, and so is what it is told with.
    let same = with_checker("does: compare\n// again");
    assert_eq!(same.refinements[1].undone, None);
    assert_eq!(same.without_checker.map(|score| (score.tpr, score.tnr)), Some((Some(1.0), Some(1.0))));
}

#[test]
fn cco_4_who_does_not_get_through_the_samples_is_dropped_and_told() {
    let rig = Rig::new(&sums_where("wa_cap.cpp", "crash 2"));
    let mut script = Script::of([analysis(), generator(&["gen 31"])]);
    let outcome = hack(&rig, settings(), &mut script).unwrap();
    assert_eq!(outcome.dropped, [("wa_cap.cpp".to_owned(), "it gets RTE on sample 1".to_owned())]);
    let of_wrong: Vec<_> = outcome.scores.iter().map(|score| (score.n_wrong, score.tnr)).collect();
    assert_eq!(of_wrong, [(1, Some(0.0)), (1, Some(1.0))]);
}
