//! Probes: what checkers, interactors and validators make of what nobody in the pool says.
//!
//! A checker is asked about the outputs of right solutions with one thing wrong, an interactor plays against sides that break
//! the protocol, a validator reads near misses. What they may not let through is said only by what right solutions show; but
//! whatever it is, nothing may break on it, and nobody but the contestant may be blamed.

mod checker;
mod inputs;
mod interactor;
mod outputs;
mod rote;
mod sides;
mod spoil;
mod stated;
mod text;
mod validators;

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use checkers::OutcomeKind;
use judge::check::Unwatched;
use problem::{
    finding::Finding,
    findings::{FindingContext, is_allowed},
    formats::statement,
    missing::MissingProgram,
    model::{CheckerKind, Interactor, Protocol, TestIdx},
    request::CheckRequest,
    state::CheckerResult,
};

use crate::{
    bench::{Extra, Probes, StageObserver, Trial, Workbench, WorkbenchError, validate_only},
    hack::Stop,
};

/// Inputs and outputs above that size are not looked at by checkers and interactors, bytes.
const MAX_BYTES: u64 = 64 << 10;
/// What takes longer than that has a tool in it that does not come to an end.
const TOO_LONG: Duration = Duration::from_secs(8);
/// A new tool is given up after that, whatever it was asked.
const LAST_RESORT: Duration = Duration::from_secs(300);
/// A word that is no word of any input or output.
const GARBAGE: &str = "@";

/// What is wanted.
#[derive(Clone, Debug)]
pub struct ProbeOptions {
    /// How long it goes on.
    pub budget: Duration,
    /// Asks it to come to an end.
    pub stop: Stop,
}

/// What a tool of the problem does wrong, with what shows it.
#[derive(Clone, Debug)]
pub struct Missed {
    /// What is wrong, and where.
    pub finding: Finding,
    /// The input.
    pub input: Vec<u8>,
    /// The output that a checker was asked about.
    pub output: Option<Vec<u8>>,
    /// The answer it had.
    pub answer: Option<Vec<u8>>,
    /// The side that an interactor played against.
    pub side: Option<SideEvidence>,
}

impl Missed {
    fn of(finding: Finding, input: Vec<u8>) -> Missed {
        Missed { finding, input, output: None, answer: None, side: None }
    }
}

/// A program that an interactor played against.
#[derive(Clone, Debug)]
pub struct SideEvidence {
    /// Its source.
    pub source: String,
    /// Its arguments.
    pub args: Vec<String>,
}

/// What it came to.
#[derive(Clone, Debug, Default)]
pub struct Probed {
    /// What was missed, for each tool the gravest first.
    pub missed: Vec<Missed>,
    /// How many outputs a checker was asked about.
    pub n_outputs: usize,
    /// How many sides an interactor played against, over all tests.
    pub n_sides: usize,
    /// How many inputs validators were asked about.
    pub n_inputs: usize,
    /// Sentences for the person: what could not be tried, and why.
    pub notes: Vec<String>,
    /// How long that took, seconds.
    pub seconds: f64,
}

/// Probes the tools of a folder.
///
/// # Errors
/// The tool's own failures, and the wish to stop.
pub fn probe(
    bench: &Workbench<'_>,
    options: &ProbeOptions,
    observer: &mut dyn StageObserver,
) -> Result<Probed, WorkbenchError> {
    run(bench, options, None, observer)
}

/// Probes one tool of a folder, at most about so many times: what comes of it does not hang on how fast the machine is.
///
/// # Errors
/// The tool's own failures, and the wish to stop.
pub(crate) fn probe_tool(
    bench: &Workbench<'_>,
    piece: MissingProgram,
    most: usize,
    observer: &mut dyn StageObserver,
) -> Result<Probed, WorkbenchError> {
    let options = ProbeOptions { budget: LAST_RESORT, stop: Stop::default() };
    run(bench, &options, Some((piece, most)), observer)
}

fn run(
    bench: &Workbench<'_>,
    options: &ProbeOptions,
    only: Option<(MissingProgram, usize)>,
    observer: &mut dyn StageObserver,
) -> Result<Probed, WorkbenchError> {
    let began = Instant::now();
    observer.stage("judging the pool");
    let base = bench.judge(&[], observer)?;
    let mut run = Run {
        bench,
        base: &base,
        probed: Probed::default(),
        only: only.map(|(piece, _)| piece),
        most: only.map_or(usize::MAX, |(_, most)| most),
        deadline: Instant::now() + options.budget,
        stop: &options.stop,
    };
    options.stop.listen(true);
    let done = run.all(observer);
    options.stop.listen(false);
    done?;
    let mut probed = run.probed;
    probed.missed.retain(|missed| {
        let finding = &missed.finding;
        !is_allowed(&*base.folder, finding) && !base.settings.filter(vec![finding.clone()]).is_empty()
    });
    probed.seconds = began.elapsed().as_secs_f64();
    Ok(probed)
}

struct Run<'a> {
    bench: &'a Workbench<'a>,
    /// The folder's own tests, judged.
    base: &'a Trial,
    probed: Probed,
    /// The tool that is meant; all of them where none is named.
    only: Option<MissingProgram>,
    /// It ends after so many probes.
    most: usize,
    deadline: Instant,
    stop: &'a Stop,
}

impl Run<'_> {
    fn all(&mut self, observer: &mut dyn StageObserver) -> Result<(), WorkbenchError> {
        let only = self.only;
        let is_meant = |piece: MissingProgram| only.is_none_or(|only| only == piece);
        if is_meant(MissingProgram::Validator) {
            observer.stage("asking the validators");
            self.validators()?;
        }
        let interactor = self.base.problem.interactor;
        // Where there is an interactor, it is the judge.
        let judge = if interactor.is_some() { MissingProgram::Interactor } else { MissingProgram::Checker };
        if !is_meant(judge) {
            return Ok(());
        }
        let has_own_checker = matches!(self.base.problem.checker.kind, CheckerKind::Program { .. });
        match (interactor, has_own_checker) {
            (Some(Interactor { protocol: Protocol::Cms, .. }), _) => {
                self.note("a manager, which talks by named pipes, is not probed");
                Ok(())
            }
            (Some(interactor), _) => {
                observer.stage("playing against the interactor");
                self.interactor(interactor)
            }
            (None, true) if self.base.problem.passes.is_none() => {
                observer.stage("asking the checker");
                self.checker(observer)
            }
            (None, true) => {
                self.note("a checker that is asked several times for each test is not probed");
                Ok(())
            }
            (None, false) => Ok(()),
        }
    }

    fn is_over(&self) -> bool {
        let Probed { n_inputs, n_outputs, n_sides, .. } = self.probed;
        n_inputs + n_outputs + n_sides >= self.most || Instant::now() >= self.deadline || self.stop.is_asked()
    }

    fn note(&mut self, words: &str) {
        if self.probed.notes.iter().all(|note| note != words) {
            self.probed.notes.push(words.to_owned());
        }
    }

    fn ask(&self, probes: Probes) -> Result<Trial, WorkbenchError> {
        self.ask_for(probes, true)
    }

    /// The same; with all the time that tools have where `is_quick` does not hold.
    fn ask_for(&self, probes: Probes, is_quick: bool) -> Result<Trial, WorkbenchError> {
        let extra = Extra { probes: Some(probes), ..Extra::default() };
        let request = CheckRequest { probing: is_quick, ..validate_only() };
        self.bench.try_out(&extra, &request, &mut Unwatched)
    }

    /// The bytes of a test's input, or of its answer.
    fn bytes(&self, test: TestIdx, is_answer: bool) -> Option<Arc<[u8]>> {
        self.base.bytes(self.bench.engine(), test, is_answer)
    }

    /// Valid tests with known inputs, the smallest first.
    fn small_tests(&self, max_bytes: u64) -> Vec<TestIdx> {
        let size = |test: &TestIdx| self.base.state.tests[*test].input_blob().map(|blob| blob.size);
        let own = self.base.own_tests().filter(|test| self.base.state.tests[*test].is_valid());
        let mut tests: Vec<TestIdx> = own.filter(|test| size(test).is_some_and(|size| size <= max_bytes)).collect();
        tests.sort_by_key(size);
        tests
    }

    /// The text of the statement.
    fn statement(&self) -> String {
        let text = statement::text(&*self.base.folder).map(|(_, text)| text).unwrap_or_default();
        self.base.problem.constants.shown_in(&text).into_owned()
    }

    /// Makes findings of what was missed, with the folder's tests in sight.
    fn with_context<T>(&self, make: impl FnOnce(&FindingContext<'_>) -> T) -> T {
        self.base.with_context(self.bench.engine(), make)
    }

    fn miss(&mut self, test: TestIdx, missed: Missed) {
        let finding = missed.finding.about_test(&self.base.problem.tests[test].id);
        self.probed.missed.push(Missed { finding, ..missed });
    }
}

/// Whether a tool was out of time, to go by its words.
fn is_out_of_time(message: &str) -> bool {
    message.contains("time limit") || message.contains("signal 24")
}

/// Whether a checker takes an output for right. A part of the points may well be for a part of an answer.
fn accepts(result: &CheckerResult) -> bool {
    result.kind == OutcomeKind::Ok && result.share.is_none_or(|share| share >= 1.0)
}
