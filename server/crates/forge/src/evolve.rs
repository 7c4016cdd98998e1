//! EvolveCoder's loop: rounds of tests that break the strongest programs and of tests that split those that are alike.
//!
//! A round asks twice about the same matrix (EVC-11). What comes back is run; a test that is valid joins the suite that the
//! next round begins with, and in the end those that fail a solution which nothing failed before are offered.

use std::collections::{BTreeMap, BTreeSet};

use judge::session::Observer;
use problem::{
    executor::{Blob, ExecutorError},
    label::Pool,
    model::{ProgramIdx, TestIdx},
    path::RelPath,
};
use serde::{Deserialize, Serialize};

use crate::{
    ask::{AskError, Asker, WrittenEdits, read},
    bench::{Bench, BenchError, Source, Trial},
    commands,
    describe::{Described, answer, boundary},
    edits::{Edit, Texts},
    evidence::{AGREEMENT, Evidence, weigh},
    prompt::{PromptError, Prompts, mark},
    suite::{
        PassMatrix,
        metrics::{diversity, pass_at, quality},
        select::{adversarial_filter, adversarial_targets, discriminative_filter, discriminative_targets, splits},
        thin::{LowPassRate, additions},
    },
};

/// A test shown beside programs; more would say no more and cost much.
const MAX_SHOWN: usize = 40;

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
    fn task(self) -> &'static str {
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
    fn of(matrix: &PassMatrix) -> Standing {
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
    /// Files that the tests' commands need in other texts: generators.
    pub texts: Texts,
    /// What each question came to.
    pub records: Vec<Record>,
    /// How the suite does before the first round and after each.
    pub standings: Vec<Standing>,
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

/// A test that came back.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
struct WrittenTest {
    command: Option<String>,
    input: Option<String>,
    why: String,
}

/// An answer to either question.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
struct Answer {
    edits: WrittenEdits,
    tests: Vec<WrittenTest>,
}

/// A test that joined the suite.
struct Joined {
    source: Source,
    why: String,
    method: Method,
    round: u32,
}

/// Who is told what goes on.
pub trait Watcher: Observer {
    /// Something begins, in a few words.
    fn stage(&mut self, words: &str);
}

/// The loop.
pub struct Evolution<'a> {
    bench: Bench<'a>,
    prompts: &'a Prompts<'a>,
    settings: Settings,
    joined: Vec<Joined>,
    outcome: Outcome,
}

impl<'a> Evolution<'a> {
    /// Ready to begin.
    pub fn new(bench: Bench<'a>, prompts: &'a Prompts<'a>, settings: Settings) -> Evolution<'a> {
        Evolution { bench, prompts, settings, joined: Vec::new(), outcome: Outcome::default() }
    }

    /// The copy in which everything was tried out.
    pub fn bench(&self) -> &Bench<'a> {
        &self.bench
    }

    /// Goes through the rounds, and gives what is worth adding; it is still to be proved ([`Evolution::prove`]).
    ///
    /// # Errors
    /// See [`LoopError`]; what was found so far is lost, but for answers, which are kept.
    pub fn run(&mut self, asker: &mut dyn Asker, watcher: &mut dyn Watcher) -> Result<(), LoopError> {
        watcher.stage("judging the pool");
        let mut trial = self.bench.judge(&[], watcher)?;
        worth_while(&trial)?;
        self.outcome.standings.push(Standing::of(&PassMatrix::of(&trial.problem, &trial.state)));
        for round in 1..=self.settings.n_rounds {
            let matrix = PassMatrix::of(&trial.problem, &trial.state);
            if matrix.survivors().is_empty() && !any_unlabelled_passes(&matrix) {
                break;
            }
            for method in [Method::Adversarial, Method::Discriminative] {
                self.question(round, method, &matrix, &trial, asker, watcher)?;
            }
            let sources: Vec<Source> = self.joined.iter().map(|joined| joined.source.clone()).collect();
            trial = self.bench.judge(&sources, watcher)?;
            self.outcome.standings.push(Standing::of(&PassMatrix::of(&trial.problem, &trial.state)));
        }
        self.outcome.offers = self.worth_adding(&trial);
        Ok(())
    }

    /// Asks once, and runs what comes back.
    fn question(
        &mut self,
        round: u32,
        method: Method,
        matrix: &PassMatrix,
        trial: &Trial,
        asker: &mut dyn Asker,
        watcher: &mut dyn Watcher,
    ) -> Result<(), LoopError> {
        let seed = self.settings.seed.wrapping_add(u64::from(round));
        let targets = match method {
            Method::Adversarial => {
                let may_die = |row: usize| matrix.solutions[row].pool != Some(Pool::Correct);
                adversarial_targets(matrix, may_die, seed)
            }
            Method::Discriminative => discriminative_targets(matrix, seed),
        };
        let names: Vec<String> = targets.iter().map(|&row| matrix.solutions[row].name.clone()).collect();
        watcher.stage(&format!("round {round}: asking for tests against {}", names.join(", ")));
        let (task, files) = self.task(method, matrix, trial, &targets)?;
        let answer: Answer = read(asker.ask(&task, &files)?);
        let left_out = self.edit(answer.edits, trial, watcher)?;
        let generators = trial.problem.generators_by_name();
        let given: Vec<(Source, String)> =
            answer.tests.into_iter().filter_map(|test| source_of(test, &generators)).collect();
        let n_given = given.len();
        let (given, mut refused) = self.without_known(given);
        watcher.stage(&format!("round {round}: trying {} tests", given.len()));
        let candidates: Vec<Source> = self
            .joined
            .iter()
            .map(|joined| &joined.source)
            .chain(given.iter().map(|(source, _)| source))
            .cloned()
            .collect();
        let tried = self.bench.judge(&candidates, watcher)?;
        let after = PassMatrix::of(&tried.problem, &tried.state);
        let mut n_kept = 0;
        for ((source, why), test) in given.into_iter().zip(&tried.tests[self.joined.len()..].to_vec()) {
            let verdict = test.clone().and_then(|test| {
                weigh(&tried, test, self.settings.agreement)?;
                let column = after.tests.iter().find(|column| column.test == test);
                let is_needed = method == Method::Adversarial || column.is_some_and(|column| splits(column, &targets));
                if is_needed { Ok(()) } else { Err("it does not tell the programs apart".to_owned()) }
            });
            match verdict {
                Ok(()) => {
                    n_kept += 1;
                    self.joined.push(Joined { source, why, method, round });
                }
                Err(reason) => refused.push((words(&source), reason)),
            }
        }
        self.outcome.records.push(Record { round, method, targets: names, n_given, n_kept, refused, left_out });
        Ok(())
    }

    /// The question about these programs (EVC-6, EVC-9).
    fn task(
        &self,
        method: Method,
        matrix: &PassMatrix,
        trial: &Trial,
        targets: &[usize],
    ) -> Result<(llm::task::Task, Vec<String>), PromptError> {
        let contents = |test, is_answer| self.contents(trial, test, is_answer);
        let described =
            Described { folder: &trial.folder, problem: &trial.problem, state: &trial.state, contents: &contents };
        let mut columns = match method {
            Method::Adversarial => adversarial_filter(matrix),
            Method::Discriminative => discriminative_filter(matrix, self.settings.low_pass_rate),
        };
        columns.truncate(MAX_SHOWN);
        let mut values = described.values();
        values.files = described.generators().iter().map(|path| described.source(path)).collect();
        values.n_wanted = self.settings.n_wanted;
        values.programs = targets.iter().map(|&row| described.solution(matrix.solutions[row].program)).collect();
        values.tests = columns.iter().map(|&column| described.test(matrix.tests[column].test)).collect();
        let cell = |row: usize, column: usize| u8::from(matrix.tests[column].passes(row) == Some(true));
        values.matrix = targets.iter().map(|&row| columns.iter().map(|&column| cell(row, column)).collect()).collect();
        values.mark = mark(&serde_json::to_string(&values).unwrap_or_default());
        let files = described.files(&values);
        Ok((self.prompts.task(method.task(), &values)?, files))
    }

    /// The text of a test's input or answer.
    fn contents(&self, trial: &Trial, test: TestIdx, is_answer: bool) -> Option<String> {
        let of = &trial.problem.tests[test];
        let (file, blob): (Option<&RelPath>, Blob) = if is_answer {
            (of.answer.as_ref(), answer(&trial.state, test)?)
        } else {
            let file = match &of.input {
                problem::model::InputSource::File(path) => Some(path),
                problem::model::InputSource::Stdout(_) | problem::model::InputSource::Written { .. } => None,
            };
            (file, trial.state.tests[test].blob()?)
        };
        let bytes = trial.contents(self.bench.engine(), file, blob)?;
        Some(String::from_utf8_lossy(&bytes).into_owned())
    }

    /// Carries edits to generators out, if the tests that are there stay what they are. What was left out, and why.
    fn edit(&self, edits: WrittenEdits, trial: &Trial, watcher: &mut dyn Watcher) -> Result<Vec<String>, BenchError> {
        let contents = |_, _| None;
        let described =
            Described { folder: &trial.folder, problem: &trial.problem, state: &trial.state, contents: &contents };
        let generators: BTreeSet<RelPath> = described.generators().into_iter().collect();
        let first = generators.first().map(RelPath::to_string).unwrap_or_default();
        let edits: Vec<Edit> = edits.edits(&first);
        if edits.is_empty() {
            return Ok(Vec::new());
        }
        let before = self.bench.texts(&generators)?;
        let applied = self.bench.edit(&edits, &generators)?;
        let mut left_out: Vec<String> =
            applied.left_out.into_iter().map(|out| format!("{}: {}", out.edit.path, out.why)).collect();
        let sources: Vec<Source> = self.joined.iter().map(|joined| joined.source.clone()).collect();
        let edited = self.bench.judge(&sources, watcher)?;
        if let Some(test) = first_other_input(trial, &edited) {
            self.bench.write(&before)?;
            left_out.push(format!("the edits were undone: after them test {test} would have another input, or none"));
        }
        Ok(left_out)
    }

    /// Tests that are not asked for already.
    fn without_known(&self, given: Vec<(Source, String)>) -> (Vec<(Source, String)>, Vec<Refused>) {
        let mut seen: Vec<Source> = self.joined.iter().map(|joined| joined.source.clone()).collect();
        let (mut new, mut refused) = (Vec::new(), Vec::new());
        for (source, why) in given {
            if seen.contains(&source) {
                refused.push((words(&source), "it was proposed before".to_owned()));
            } else {
                seen.push(source.clone());
                new.push((source, why));
            }
        }
        (new, refused)
    }

    /// The tests that fail someone whom nothing failed before.
    fn worth_adding(&self, trial: &Trial) -> Vec<Offer> {
        let matrix = PassMatrix::of(&trial.problem, &trial.state);
        let n_old = matrix.tests.iter().take_while(|column| column.test < trial.first).count();
        let offer = |column: usize| {
            let test = matrix.tests[column].test;
            let joined = &self.joined[trial.tests.iter().position(|tried| *tried == Ok(test))?];
            let evidence = weigh(trial, test, self.settings.agreement).ok()?;
            Some(Offer {
                source: joined.source.clone(),
                why: joined.why.clone(),
                method: joined.method,
                round: joined.round,
                evidence,
            })
        };
        additions(&matrix, n_old).into_iter().filter_map(offer).collect()
    }

    /// Judges what is offered again with an engine that remembers nothing, keeps what is the same, and gives everything.
    ///
    /// # Errors
    /// The tool's own failures, and the wish to stop.
    pub fn prove(mut self, fresh: &judge::engine::Engine, watcher: &mut dyn Watcher) -> Result<Outcome, LoopError> {
        if self.outcome.offers.is_empty() {
            return Ok(self.outcome);
        }
        watcher.stage("judging what was found again, without the cache");
        let sources: Vec<Source> = self.outcome.offers.iter().map(|offer| offer.source.clone()).collect();
        let trial = self.bench.judge_alone(fresh, &sources, watcher)?;
        let offers = std::mem::take(&mut self.outcome.offers);
        for (offer, test) in offers.into_iter().zip(&trial.tests) {
            let again = test.clone().and_then(|test| weigh(&trial, test, self.settings.agreement));
            match again {
                Ok(again) if again.holds_again(&offer.evidence) => self.outcome.offers.push(offer),
                Ok(_) => self
                    .outcome
                    .fallen
                    .push((words(&offer.source), "it does not fail the same solutions again".to_owned())),
                Err(why) => self.outcome.fallen.push((words(&offer.source), why)),
            }
        }
        let needs_edits = self.outcome.offers.iter().any(|offer| matches!(offer.source, Source::Command(_)));
        if needs_edits {
            self.outcome.texts = self.bench.changed_texts()?;
        }
        Ok(self.outcome)
    }
}

/// The first test of the folder whose input is another one after edits.
fn first_other_input(before: &Trial, after: &Trial) -> Option<String> {
    let is_other = |&test: &usize| before.state.tests[test].blob() != after.state.tests[test].blob();
    (0..before.state.tests.len()).find(is_other).map(|test| before.problem.tests[test].id.clone())
}

/// What a test is made by: a command as a script has it, if it can be understood.
fn source_of(test: WrittenTest, generators: &BTreeMap<&str, ProgramIdx>) -> Option<(Source, String)> {
    let as_understood = |text: String| commands::parse(&text, generators).map_or(text, |command| command.text);
    let command = test.command.filter(|command| !command.trim().is_empty()).map(as_understood);
    let input = || test.input.filter(|input| !input.is_empty()).map(Source::Input);
    Some((command.map(Source::Command).or_else(input)?, test.why))
}

/// A test in a few words.
pub fn words(source: &Source) -> String {
    const MOST: usize = 60;
    match source {
        Source::Command(command) => command.clone(),
        Source::Input(input) if input.len() <= MOST => format!("{input:?}"),
        Source::Input(input) => format!("{:?}… ({} bytes)", &input[..boundary(input, MOST)], input.len()),
    }
}

/// Whether asking can come to anything.
fn worth_while(trial: &Trial) -> Result<(), LoopError> {
    let pointless = |why: &str| Err(LoopError::Pointless(why.to_owned()));
    let Some(main) = trial.problem.main else {
        return pointless("there is no main solution to make answers; name one by `main` in touchstone.toml");
    };
    if !trial.state.is_built(main) {
        return pointless("the main solution does not compile; see `touchstone check`");
    }
    if trial.problem.validators.is_empty() {
        return pointless("there is no validator to accept new tests; write one first");
    }
    let matrix = PassMatrix::of(&trial.problem, &trial.state);
    if matrix.survivors().is_empty() && !any_unlabelled_passes(&matrix) {
        return pointless("every wrong solution fails a test already; add wrong solutions that should fail");
    }
    Ok(())
}

fn any_unlabelled_passes(matrix: &PassMatrix) -> bool {
    (0..matrix.solutions.len()).any(|row| matrix.solutions[row].pool.is_none() && matrix.passes_all(row))
}
