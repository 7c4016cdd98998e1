//! How a loop goes, and what it comes to.

use judge::session::Observer;
use problem::executor::ExecutorError;
use serde::Serialize;

use crate::{
    ask::AskError,
    bench::{BenchError, Source},
    evidence::{AGREEMENT, Evidence},
    prompt::PromptError,
    suite::{
        PassMatrix,
        metrics::{diversity, pass_at, quality},
        thin::LowPassRate,
    },
};

/// How the loop goes.
#[derive(Clone, Debug)]
pub struct Settings {
    /// How many rounds there are at most (EVC-11).
    pub n_rounds: u32,
    /// How many tests are asked for each time (EVC-6, EVC-9).
    pub n_wanted: usize,
    /// The share of right solutions that has to agree.
    pub agreement: f64,
    /// What a test that nearly everyone fails is taken for (EVC-16).
    pub low_pass_rate: LowPassRate,
    /// Where chance comes from.
    pub seed: u64,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { n_rounds: 3, n_wanted: 20, agreement: AGREEMENT, low_pass_rate: LowPassRate::default(), seed: 1 }
    }
}

/// The two questions of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Method {
    /// Break the strongest programs (EVC-5, EVC-6).
    Adversarial,
    /// Split programs that are alike (EVC-8, EVC-9).
    Discriminative,
}

impl Method {
    pub(super) fn task(self) -> &'static str {
        match self {
            Method::Adversarial => "adversarial_tests",
            Method::Discriminative => "discriminative_tests",
        }
    }
}

/// A test, and why it is not offered.
pub type Refused = (String, String);

/// What one question came to (EVC-13).
#[derive(Clone, Debug, Serialize)]
pub struct Record {
    /// Which round, from 1 on.
    pub round: u32,
    /// Which question.
    pub method: Method,
    /// The programs that it was about.
    pub targets: Vec<String>,
    /// How many tests came back.
    pub n_given: usize,
    /// How many of them are valid and joined the suite.
    pub n_kept: usize,
    /// What became of the others: the test and why.
    pub refused: Vec<Refused>,
    /// Edits to the generator that were left out, and why.
    pub left_out: Vec<String>,
}

/// How a suite does, before a round or after it.
#[derive(Clone, Debug, Serialize)]
pub struct Standing {
    /// Number of tests.
    pub n_tests: usize,
    /// The share of S+ that passes every test.
    pub tpr: Option<f64>,
    /// The share of S- that fails a test.
    pub tnr: Option<f64>,
    /// pass@1 over the pool (EVC-13).
    pub pass_at_1: Option<f64>,
    /// Number of distinct pass vectors (EVC-13).
    pub diversity: usize,
}

impl Standing {
    pub(super) fn of(matrix: &PassMatrix) -> Standing {
        let quality = quality(matrix);
        Standing {
            n_tests: matrix.tests.len(),
            tpr: quality.tpr,
            tnr: quality.tnr,
            pass_at_1: pass_at(matrix, 1),
            diversity: diversity(matrix),
        }
    }
}

/// A test that is offered.
#[derive(Clone, Debug)]
pub struct Offer {
    /// What makes it.
    pub source: Source,
    /// Why it is expected to break something, in the model's words.
    pub why: String,
    /// Which question it comes from.
    pub method: Method,
    /// In which round.
    pub round: u32,
    /// What was found about it.
    pub evidence: Evidence,
}

/// What the loop came to.
#[derive(Debug, Default)]
pub struct Outcome {
    /// The tests worth adding, those that fail most first.
    pub offers: Vec<Offer>,
    /// What the tests' commands need of generators, as a unified diff.
    pub diff: String,
    /// What each question came to.
    pub records: Vec<Record>,
    /// How the suite does before the first round and after each.
    pub standings: Vec<Standing>,
    /// Why there was no further answer, where the loop ended before its time.
    pub ended: Option<String>,
    /// Offers that were not the same when they were judged again, and why.
    pub fallen: Vec<Refused>,
}

/// Why the loop ended early.
#[derive(Debug, thiserror::Error)]
pub enum LoopError {
    /// The tool's own failure, or the wish to stop.
    #[error(transparent)]
    Bench(#[from] BenchError),
    /// No answer.
    #[error(transparent)]
    Ask(#[from] AskError),
    /// A template of the folder's own.
    #[error(transparent)]
    Prompt(#[from] PromptError),
    /// There is nothing to break.
    #[error("{0}")]
    Pointless(String),
}

impl LoopError {
    /// Whether the person wanted it to end.
    pub fn is_cancelled(&self) -> bool {
        matches!(
            self,
            LoopError::Bench(BenchError::Executor(ExecutorError::Cancelled))
                | LoopError::Ask(AskError::Model(llm::error::Error::Cancelled))
        )
    }
}

/// Who is told what goes on.
pub trait Watcher: Observer {
    /// Something begins, in a few words.
    fn stage(&mut self, words: &str);
}
