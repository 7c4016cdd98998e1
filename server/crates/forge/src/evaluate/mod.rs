//! What engines find where only the samples are there: baselines and the offline engine, compared on the pool of a folder.
//!
//! Every engine begins with the samples; the folder's other tests are hidden from it, and are a row of their own. What it
//! offers is proved as `hack` proves it, judged again without the cache, and only then counted.

pub mod plot;

use std::time::Duration;

use judge::engine::{Engine, LoadedProblem};
use llm::question::Question;
use problem::{label::Pool, model::TestIdx};
use serde::Serialize;
use serde_json::Value;

use crate::{
    ask::{LanguageModel, ModelError},
    bench::{StageObserver, TestSource, Trial, Workbench},
    hack::{ForgeError, HackLoop, HackMethod, HackOptions, SourceKind, Stop},
    prompt::Prompts,
    suite::PassMatrix,
};

/// Who makes tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum TestMaker {
    /// Nobody: the samples alone.
    Samples,
    /// The setter: all tests of the folder.
    Tests,
    /// The folder's commands with other seeds.
    Seeds,
    /// Changes of inputs that are there.
    Mutation,
    /// Validators run backwards.
    Backwards,
    /// The offline engine.
    Offline,
    /// A model, by EvolveCoder's loop.
    EvolveCoder,
    /// A model, by that of CodeContests-O.
    #[serde(rename = "codecontests-o")]
    CodeContestsO,
    /// A model, by that of CodeContests+.
    #[serde(rename = "codecontests-plus")]
    CodeContestsPlus,
    /// A model, by that of HardTestGen.
    HardTestGen,
    /// The offline engine, and EvolveCoder's loop for those whom nothing fails then.
    Both,
}

impl TestMaker {
    /// All of them, the weakest of those that need nobody first.
    pub const ALL: [TestMaker; 11] = [
        TestMaker::Samples,
        TestMaker::Tests,
        TestMaker::Seeds,
        TestMaker::Mutation,
        TestMaker::Backwards,
        TestMaker::Offline,
        TestMaker::EvolveCoder,
        TestMaker::CodeContestsO,
        TestMaker::CodeContestsPlus,
        TestMaker::HardTestGen,
        TestMaker::Both,
    ];

    /// Whether a model is asked.
    pub fn asks_model(self) -> bool {
        self.method() != HackMethod::Offline
    }

    /// Its name, as in options and results.
    pub fn name(self) -> &'static str {
        match self {
            TestMaker::Samples => "samples",
            TestMaker::Tests => "tests",
            TestMaker::Seeds => "seeds",
            TestMaker::Mutation => "mutation",
            TestMaker::Backwards => "backwards",
            TestMaker::Offline => "offline",
            TestMaker::EvolveCoder => "evolvecoder",
            TestMaker::CodeContestsO => "codecontests-o",
            TestMaker::CodeContestsPlus => "codecontests-plus",
            TestMaker::HardTestGen => "hardtestgen",
            TestMaker::Both => "both",
        }
    }

    /// Where its inputs come from, if it looks for any.
    fn sources(self) -> Option<Vec<SourceKind>> {
        match self {
            TestMaker::Samples | TestMaker::Tests => None,
            TestMaker::Seeds => Some(vec![SourceKind::Seeds]),
            TestMaker::Mutation => Some(vec![SourceKind::Changes]),
            TestMaker::Backwards => Some(vec![SourceKind::Backwards]),
            _ => Some(SourceKind::ALL.to_vec()),
        }
    }

    fn method(self) -> HackMethod {
        match self {
            TestMaker::EvolveCoder | TestMaker::Both => HackMethod::EvolveCoder,
            TestMaker::CodeContestsO => HackMethod::CodeContestsO,
            TestMaker::CodeContestsPlus => HackMethod::CodeContestsPlus,
            TestMaker::HardTestGen => HackMethod::HardTestGen,
            _ => HackMethod::Offline,
        }
    }
}

/// What is wanted.
#[derive(Clone, Debug)]
pub struct EvaluateOptions {
    /// Who is compared, in the order of the result.
    pub engines: Vec<TestMaker>,
    /// For how long each of them looks.
    pub budget: Duration,
    /// Where chance comes from.
    pub seed: u64,
    /// Asks the one that looks to come to an end.
    pub stop: Stop,
}

/// A solution that fails, and when that was known.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TimedKill {
    /// Since the search began, seconds; 0 for tests that were there before.
    pub seconds: f64,
    /// The solution.
    pub solution: String,
}

/// What one of them came to. Shares are from 0 to 1, and absent where there is nothing to count.
#[derive(Clone, Debug, Serialize)]
pub struct Evaluated {
    /// Who.
    pub engine: TestMaker,
    /// How many solutions are labelled right and could be judged.
    pub n_right: usize,
    /// How many are labelled wrong and could be judged.
    pub n_wrong: usize,
    /// Those labelled wrong that fail, in the order in which they did.
    pub kills: Vec<TimedKill>,
    /// Those labelled wrong that pass everything.
    pub survivors: Vec<String>,
    /// The share of right solutions that passes every test.
    pub tpr: Option<f64>,
    /// The share of wrong solutions that fails a test.
    pub tnr: Option<f64>,
    /// Of those that pass every test, the share that is right.
    pub precision: Option<f64>,
    /// The TPR by its other name.
    pub recall: Option<f64>,
    /// How many tests the suite has, samples among them.
    pub n_tests: usize,
    /// How many tests were offered and stood their proof twice.
    pub n_kept: usize,
    /// How many bytes their inputs have together.
    pub n_bytes: u64,
    /// How many of them a validator refused afterwards: none, or a proof was wrong.
    pub n_invalid: usize,
    /// How many inputs were tried.
    pub n_tried: usize,
    /// How many of them the validators accept.
    pub n_valid: usize,
    /// How long the search took, seconds.
    pub seconds: f64,
    /// Inputs tried a second.
    pub per_second: Option<f64>,
    /// How many questions a model answered.
    pub n_questions: usize,
    /// Sentences for the person.
    pub notes: Vec<String>,
}

impl Evaluated {
    /// What nobody has looked at.
    pub fn nothing(engine: TestMaker) -> Evaluated {
        Evaluated {
            engine,
            n_right: 0,
            n_wrong: 0,
            kills: Vec::new(),
            survivors: Vec::new(),
            tpr: None,
            tnr: None,
            precision: None,
            recall: None,
            n_tests: 0,
            n_kept: 0,
            n_bytes: 0,
            n_invalid: 0,
            n_tried: 0,
            n_valid: 0,
            seconds: 0.0,
            per_second: None,
            n_questions: 0,
            notes: Vec::new(),
        }
    }
}

/// Compares engines on a folder; tells of each as soon as it is done.
///
/// # Errors
/// The tool's own failures, the wish to stop, and folders in which nothing can be proved.
pub fn evaluate(
    (engine, fresh): (&Engine, &Engine),
    (loaded, n_workers): (&LoadedProblem, usize),
    options: &EvaluateOptions,
    model: &mut dyn LanguageModel,
    observer: &mut dyn StageObserver,
    tell: &mut dyn FnMut(&Evaluated),
) -> Result<Vec<Evaluated>, ForgeError> {
    observer.stage("judging the pool");
    // Of the whole suite the time limit is known, where it is found from runs.
    let whole = Workbench::new(engine, n_workers, loaded)?;
    let trial = whole.judge(&[], observer)?;
    let all = PassMatrix::of(&trial.problem, &trial.state);
    let samples: Vec<usize> = (0..all.tests.len()).filter(|&column| all.tests[column].is_sample).collect();
    let samples = all.with_tests(&samples);
    let mut done = Vec::new();
    for &kind in &options.engines {
        if options.stop.is_asked() {
            break;
        }
        let evaluated = match kind.sources() {
            None if kind == TestMaker::Samples => counted(kind, &all, &samples),
            None => counted(kind, &all, &all),
            Some(sources) => {
                observer.stage(&format!("looking for tests: {}", kind.name()));
                let mut bench = Workbench::new(engine, n_workers, loaded)?;
                bench.hide_tests(trial.state.time_limit_ms);
                let mut counted = Counted { model: &mut *model, n_answered: 0 };
                let evaluated =
                    search(bench, fresh, (kind, sources), (&all, &samples), options, &mut counted, observer)?;
                Evaluated { n_questions: counted.n_answered, ..evaluated }
            }
        };
        tell(&evaluated);
        done.push(evaluated);
    }
    Ok(done)
}

/// A model whose answers are counted.
struct Counted<'a> {
    model: &'a mut dyn LanguageModel,
    n_answered: usize,
}

impl LanguageModel for Counted<'_> {
    fn ask(&mut self, question: &Question, disclosed: &[String]) -> Result<Value, ModelError> {
        let answer = self.model.ask(question, disclosed)?;
        self.n_answered += 1;
        Ok(answer)
    }
}

/// Has one of them look for tests, judges what it offers from scratch, and counts.
fn search(
    bench: Workbench<'_>,
    fresh: &Engine,
    (kind, sources): (TestMaker, Vec<SourceKind>),
    (all, samples): (&PassMatrix, &PassMatrix),
    options: &EvaluateOptions,
    model: &mut dyn LanguageModel,
    observer: &mut dyn StageObserver,
) -> Result<Evaluated, ForgeError> {
    let prompts = Prompts::default();
    let settings = HackOptions {
        method: kind.method(),
        begins_offline: kind == TestMaker::Both,
        budget: options.budget,
        selection_seed: options.seed,
        stop: options.stop.clone(),
        sources,
        ..HackOptions::default()
    };
    let mut hack_loop = HackLoop::new(bench, &prompts, settings);
    match hack_loop.run(model, observer) {
        Ok(()) => {}
        // Where the samples fail everybody there is nothing to look for.
        Err(ForgeError::Refused(why)) => return Ok(Evaluated { notes: vec![why], ..counted(kind, all, samples) }),
        // An answer that was not recorded is no reason to tell nothing of others.
        Err(ForgeError::Ask(error)) if !error.is_cancelled() && !error.is_final() => {
            return Ok(Evaluated { notes: vec![error.to_string()], ..counted(kind, all, samples) });
        }
        Err(error) => return Err(error),
    }
    let (outcome, bench) = hack_loop.confirm(fresh, observer)?;
    let sources: Vec<TestSource> = outcome.offers.iter().map(|offer| offer.source.clone()).collect();
    let trial = bench.judge(&sources, observer)?;
    let matrix = PassMatrix::of(&trial.problem, &trial.state);
    let mut evaluated = counted(kind, all, &matrix);
    let seconds = outcome.searched.as_secs_f64();
    let by_samples: Vec<String> = counted(kind, all, samples).kills.into_iter().map(|kill| kill.solution).collect();
    let failed_at = |solution: &str| {
        outcome.failed_after.iter().find(|(path, _)| path.as_str() == solution).map(|(_, after)| after.as_secs_f64())
    };
    for kill in &mut evaluated.kills {
        // Who is failed by what was found for another, and by no sample, is known to be in the end.
        let otherwise = if by_samples.contains(&kill.solution) { 0.0 } else { seconds };
        kill.seconds = failed_at(&kill.solution).unwrap_or(otherwise);
    }
    evaluated.kills.sort_by(|one, other| one.seconds.total_cmp(&other.seconds));
    let records = || outcome.records.iter();
    let (n_tried, n_valid) = (records().map(|one| one.n_given).sum(), records().map(|one| one.n_kept).sum());
    Ok(Evaluated {
        n_kept: sources.len(),
        n_bytes: outcome.offers.iter().map(|offer| offer.evidence.bytes).sum(),
        n_invalid: n_invalid(&trial),
        n_tried,
        n_valid,
        seconds,
        per_second: (seconds > 0.0).then(|| n_tried as f64 / seconds),
        notes: outcome.notes.into_iter().chain(outcome.ended_early_because).collect(),
        ..evaluated
    })
}

fn n_invalid(trial: &Trial) -> usize {
    let is_valid =
        |tried: &Result<TestIdx, String>| tried.as_ref().is_ok_and(|test| trial.state.tests[*test].is_valid());
    trial.candidate_tests.iter().filter(|tried| !is_valid(tried)).count()
}

/// What a suite comes to, for the pool that could be judged on all tests.
fn counted(engine: TestMaker, all: &PassMatrix, suite: &PassMatrix) -> Evaluated {
    let is_failed = |name: &str| {
        let row = suite.solutions.iter().position(|solution| solution.name == name);
        row.is_some_and(|row| suite.tests.iter().any(|column| column.passes(row) == Some(false)))
    };
    let of = |pool: Pool| all.solutions.iter().filter(move |solution| solution.pool == Some(pool));
    let share = |n: usize, of: usize| (of > 0).then(|| n as f64 / of as f64);
    let (n_right, n_wrong) = (of(Pool::Correct).count(), of(Pool::Wrong).count());
    let n_passing = of(Pool::Correct).filter(|solution| !is_failed(&solution.name)).count();
    let (failed, survivors): (Vec<String>, Vec<String>) =
        of(Pool::Wrong).map(|solution| solution.name.clone()).partition(|name| is_failed(name));
    let tpr = share(n_passing, n_right);
    Evaluated {
        n_right,
        n_wrong,
        tnr: share(failed.len(), n_wrong),
        precision: share(n_passing, n_passing + survivors.len()),
        kills: failed.into_iter().map(|solution| TimedKill { seconds: 0.0, solution }).collect(),
        survivors,
        tpr,
        recall: tpr,
        n_tests: suite.tests.len(),
        ..Evaluated::nothing(engine)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        ask::NoModel,
        rig::{Rig, SUMS, Script, Stages, with},
    };

    fn compared(files: &str, engines: &[TestMaker]) -> Vec<Evaluated> {
        compared_with(files, engines, &mut NoModel)
    }

    fn compared_with(files: &str, engines: &[TestMaker], model: &mut dyn LanguageModel) -> Vec<Evaluated> {
        let rig = Rig::new(files);
        let options = EvaluateOptions {
            engines: engines.to_vec(),
            budget: Duration::from_secs(600),
            seed: 1,
            stop: Stop::default(),
        };
        let mut told = Vec::new();
        let mut tell = |one: &Evaluated| told.push(one.engine);
        let fresh = rig.fresh();
        let (of, stages) = ((&rig.loaded(), 1), &mut Stages::default());
        let done = evaluate((&rig.engine, &fresh), of, &options, model, stages, &mut tell).unwrap();
        assert_eq!(told, engines);
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
}
