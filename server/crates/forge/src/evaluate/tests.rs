//! Who makes tests, compared on a bench that starts no process.

use super::*;
use crate::{
    ask::NoModel,
    rig::{Rig, SUMS, Script, Stages, analysis, with},
};

fn compared(files: &str, engines: &[TestMaker]) -> Vec<Evaluated> {
    compared_with(files, engines, &mut NoModel)
}

fn compared_with(files: &str, engines: &[TestMaker], model: &mut dyn LanguageModel) -> Vec<Evaluated> {
    compared_as(files, &options(engines), model)
}

fn options(engines: &[TestMaker]) -> EvaluateOptions {
    EvaluateOptions {
        engines: engines.to_vec(),
        budget: Duration::from_secs(600),
        seed: 1,
        ablations: BTreeSet::new(),
        n_seeds: None,
        stop: Stop::default(),
    }
}

fn compared_as(files: &str, options: &EvaluateOptions, model: &mut dyn LanguageModel) -> Vec<Evaluated> {
    let rig = Rig::new(files);
    let mut told = Vec::new();
    let mut tell = |one: &Evaluated| told.push(one.engine);
    let fresh = rig.fresh();
    let (of, stages) = ((&rig.loaded(), 1), &mut Stages::default());
    let done = evaluate((&rig.engine, &fresh), of, options, model, stages, &mut tell).unwrap();
    assert_eq!(told, options.engines);
    done
}

#[test]
fn the_folders_tests_are_hidden_from_engines() {
    // The folder's command fails both wrong solutions, the sample none.
    let files = with(SUMS, "gen 7 > $", "gen 41 > $");
    let done = compared(&files, &[TestMaker::Samples, TestMaker::Tests, TestMaker::Offline]);
    let shares: Vec<_> = done.iter().map(|one| (one.tpr, one.tnr, one.precision)).collect();
    assert_eq!(
        shares,
        [(Some(1.0), Some(0.0), Some(0.5)), (Some(1.0), Some(1.0), Some(1.0)), (Some(1.0), Some(1.0), Some(1.0)),]
    );
    let counts: Vec<_> = done.iter().map(|one| (one.n_right, one.n_wrong, one.n_tests, one.n_kept)).collect();
    // One input is enough for both, beside the sample.
    assert_eq!(counts, [(2, 2, 1, 0), (2, 2, 2, 0), (2, 2, 2, 1)]);
    let search = &done[2];
    assert!(search.n_invalid == 0 && search.n_valid > 0 && search.n_valid <= search.n_tried);
    assert!(search.kills.iter().all(|kill| kill.seconds > 0.0 && kill.seconds <= search.seconds));
}

#[test]
fn a_models_loop_is_a_row_and_an_answer_that_is_not_there_a_note() {
    let test = serde_json::json!({ "edits": [], "tests": [{ "input": "10 11\n", "why": "it is large" }] });
    let nothing = serde_json::json!({ "edits": [], "tests": [] });
    let mut script = Script::of([("adversarial_tests", test), ("discriminative_tests", nothing)]);
    // The first fails one of two; then the next round has no answer.
    let done = compared_with(SUMS, &[TestMaker::EvolveCoder, TestMaker::CodeContestsPlus], &mut script);
    let shares: Vec<_> = done.iter().map(|one| (one.tnr, one.n_kept, one.n_questions)).collect();
    assert_eq!(shares, [(Some(0.5), 1, 2), (Some(0.0), 0, 0)]);
    assert!(done.iter().all(|one| one.notes.iter().any(|note| note.contains("no answer is left"))), "{done:?}");
}

#[test]
fn where_nothing_can_be_proved_the_samples_are_what_there_is() {
    let start = SUMS.find("-- val.cpp --").unwrap();
    let end = SUMS.find("-- script.txt --").unwrap();
    let done = compared(&format!("{}{}", &SUMS[..start], &SUMS[end..]), &[TestMaker::Mutation]);
    assert_eq!((done[0].n_tests, done[0].tnr), (1, Some(0.0)));
    assert_eq!(done[0].notes, ["there is no validator to accept new tests; write one first"]);
}

#[test]
fn an_option_that_an_engine_has_nothing_to_do_with_is_told() {
    use Ablation::{OnlyDirect, WithoutCheckerEdits, WithoutFeedback};
    let unfit = |engines: &[TestMaker], ablations: &[Ablation], n_seeds: Option<u32>| {
        let ablations = ablations.iter().copied().collect();
        EvaluateOptions { ablations, n_seeds, ..options(engines) }.unfit().unwrap_or_default()
    };
    let (o, plus) = (TestMaker::CodeContestsO, TestMaker::CodeContestsPlus);
    assert_eq!(unfit(&[o, plus], &[WithoutFeedback], None), "");
    assert_eq!(unfit(&[TestMaker::Offline, TestMaker::Both], &[], None), "");
    assert_eq!(
        unfit(&[o, plus], &[WithoutFeedback, WithoutCheckerEdits], None),
        "`--without checker-edits` is for codecontests-o, not for codecontests-plus; `--engine` names them"
    );
    assert_eq!(
        unfit(&[TestMaker::Offline], &[OnlyDirect], None),
        "`--only direct` is for hardtestgen, not for offline; `--engine` names them"
    );
    assert_eq!(unfit(&[plus], &[], Some(5)), "");
    assert!(unfit(&[o], &[], Some(1)).starts_with("`--seeds` is for codecontests-plus, not for codecontests-o"));
}

#[test]
fn ccp_4_a_row_says_what_its_loop_went_without_and_what_else_was_set() {
    let commands = serde_json::json!({
        "constraints_summary": "", "source": null, "edits": null, "commands": ["gen 21", "gen 99"]
    });
    let mut script = Script::of([analysis(), ("test_generator", commands)]);
    let ablations = [Ablation::WithoutValidator].into();
    let options = EvaluateOptions { ablations, n_seeds: Some(5), ..options(&[TestMaker::CodeContestsPlus]) };
    let row = compared_as(SUMS, &options, &mut script).remove(0);
    assert_eq!(row.ablations, ["without validator", "seeds 5"]);
    // What joins unseen is counted as what it is, and is not offered: 99 is above the bound, with each seed.
    assert_eq!((row.made.n_tests, row.made.n_invalid, row.n_valid, row.n_kept, row.n_invalid), (5, 5, 5, 1, 0));
    assert_eq!((row.tnr, row.n_questions), (Some(0.5), 2));
    // Nobody keeps a ledger.
    assert_eq!(row.tokens, Some(Tokens { count: TokenCount::NotCounted, asked: None, answered: None }));
    let plain = compared(SUMS, &[TestMaker::Samples]).remove(0);
    assert_eq!((plain.ablations.len(), plain.tokens), (0, None));
}
