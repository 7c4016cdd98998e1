//! What engines find where only the samples are there: baselines and the offline engine, compared on the pool of a folder.
//!
//! Every engine begins with the samples; the folder's other tests are hidden from it, and are a row of their own. What it
//! offers is proved as `hack` proves it, judged again without the cache, and only then counted.

pub mod plot;
mod tokens;

use std::{collections::BTreeSet, time::Duration};

use judge::engine::{Engine, LoadedProblem};
use problem::{label::Pool, model::TestIdx};
use serde::Serialize;

use self::tokens::Counted;
pub use self::tokens::{TokenCount, Tokens};
use crate::{
    ask::LanguageModel,
    bench::{StageObserver, TestSource, Trial, Workbench},
    hack::{Ablation, ForgeError, HackLoop, HackMethod, HackOptions, Made, SourceKind, Stop},
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
    /// What the loops go without; each of them has it ([`EvaluateOptions::unfit`]).
    pub ablations: BTreeSet<Ablation>,
    /// How many seeds each command gets in CodeContests+ (CCP-4), where that was said.
    pub n_seeds: Option<u32>,
    /// Asks the one that looks to come to an end.
    pub stop: Stop,
}

impl EvaluateOptions {
    /// What is to be left out or set, as options say it.
    pub fn settings(&self) -> Vec<String> {
        let seeds = self.n_seeds.map(|n| format!("seeds {n}"));
        self.ablations.iter().map(|one| one.name().to_owned()).chain(seeds).collect()
    }

    /// An option that one of the engines has nothing to do with, in a sentence: rows without it would be taken for rows with it.
    pub fn unfit(&self) -> Option<String> {
        let ablations = self.ablations.iter().map(|one| (one.name().to_owned(), one.methods()));
        let seeds = self.n_seeds.map(|_| ("seeds".to_owned(), [HackMethod::CodeContestsPlus].as_slice()));
        ablations.chain(seeds).find_map(|(name, methods)| {
            let is_for = |one: &TestMaker| methods.contains(&one.method());
            let other = self.engines.iter().find(|one| !is_for(one))?;
            let those: Vec<&str> = TestMaker::ALL.into_iter().filter(is_for).map(TestMaker::name).collect();
            Some(format!("`--{name}` is for {}, not for {}; `--engine` names them", those.join(", "), other.name()))
        })
    }
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
    /// What it went without, and what else was set, as options say it: `without feedback`, `seeds 5`.
    pub ablations: Vec<String>,
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
    /// The suite that was chosen from, with precision and recall by kind of test.
    pub made: Made,
    /// How many questions a model answered.
    pub n_questions: usize,
    /// The tokens of its questions and answers, where one is asked.
    pub tokens: Option<Tokens>,
    /// Sentences for the person.
    pub notes: Vec<String>,
}

impl Evaluated {
    /// What nobody has looked at.
    pub fn nothing(engine: TestMaker) -> Evaluated {
        Evaluated {
            engine,
            ablations: Vec::new(),
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
            made: Made::default(),
            n_questions: 0,
            tokens: None,
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
                // In many pools they say what is wrong.
                bench.strip_comments(true);
                let mut counted = Counted::new(&mut *model);
                let evaluated =
                    search(bench, fresh, (kind, sources), (&all, &samples), options, &mut counted, observer)?;
                Evaluated {
                    ablations: options.settings(),
                    n_questions: counted.n_answered,
                    tokens: kind.asks_model().then(|| counted.tokens()),
                    ..evaluated
                }
            }
        };
        tell(&evaluated);
        done.push(evaluated);
    }
    Ok(done)
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
        ablations: options.ablations.clone(),
        n_seeds: options.n_seeds.unwrap_or(1),
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
    let n_tried = records().map(|one| one.n_given).sum();
    let n_joined = records().map(|one| one.n_kept).sum();
    // What joined unseen is known at the end.
    let is_unseen = options.ablations.contains(&Ablation::WithoutValidator);
    let n_valid = if is_unseen { outcome.made.n_tests } else { n_joined };
    Ok(Evaluated {
        n_kept: sources.len(),
        n_bytes: outcome.offers.iter().map(|offer| offer.evidence.bytes).sum(),
        n_invalid: n_invalid(&trial),
        n_tried,
        n_valid,
        seconds,
        made: outcome.made,
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
mod tests;
