//! The offline engine: inputs that fail wrong solutions, found without a model.
//!
//! Inputs come from validators run backwards, from changes to inputs that are there, and from the folder's generators with other
//! arguments. All are tried in batches against the solutions that nothing fails yet; what a validator accepts is changed
//! further. An input that fails somebody is judged with the whole pool, made smaller, and then stands its proof like any other.

mod backwards;
mod called;
mod change;
mod described;
mod hunt;
mod numbers;
pub(crate) mod pattern;

use std::time::{Duration, Instant};

use judge::engine::LoadedProblem;
use problem::{
    finding::Bound,
    label::Pool,
    model::{Program, ProgramIdx, TestIdx},
    path::RelPath,
    verdict::Verdict,
};

use self::{backwards::Backwards, called::Called, change::Changes, hunt::Hunt};
use crate::{
    bench::{StageObserver, TestSource, Trial, Workbench, WorkbenchError},
    evidence::is_alive,
};

/// An input above that size is nothing that changes are made of, bytes.
const MAX_CHANGED: usize = 64 << 10;
/// An input above that size is not tried, bytes.
pub(crate) const MAX_TRIED: usize = 8 << 20;
/// So many valid inputs are kept to be changed.
const N_KEPT: usize = 400;
/// The share of the time that making what was found smaller may take on top of the search.
const SHARE_FOR_SHRINKING: f64 = 0.25;
/// The least that it takes.
const LEAST_FOR_SHRINKING: Duration = Duration::from_secs(5);
/// After so many batches without a new input there are no more.
pub(crate) const MAX_IDLE: usize = 100;

/// Where the inputs of a search come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SourceKind {
    /// The folder's commands with other seeds alone.
    Seeds,
    /// Its generators, with other arguments.
    Calls,
    /// Changes of inputs that are there.
    Changes,
    /// Validators run backwards.
    Backwards,
}

impl SourceKind {
    /// What the offline engine uses; other seeds are among its calls.
    pub const ALL: [SourceKind; 3] = [SourceKind::Calls, SourceKind::Changes, SourceKind::Backwards];
}

/// What the search is told.
pub(crate) struct OfflineOptions<'a> {
    /// For how long it goes on.
    pub(crate) budget: Duration,
    /// Where chance comes from.
    pub(crate) seed: u64,
    /// Only these solutions are to be failed; all that may be, if there are none.
    pub(crate) targets: Vec<RelPath>,
    /// Where inputs come from.
    pub(crate) sources: Vec<SourceKind>,
    /// Whether somebody wishes it to come to an end.
    pub(crate) stop: &'a dyn Fn() -> bool,
}

/// A test that fails somebody.
#[derive(Clone, Debug)]
pub(crate) struct Find {
    /// What makes it.
    pub(crate) source: TestSource,
    /// How it was made, in a few words.
    pub(crate) how: &'static str,
}

/// What the search came to.
#[derive(Debug, Default)]
pub(crate) struct Found {
    /// Solutions that fail, and when that was known, since the search began.
    pub(crate) failed_after: Vec<(RelPath, Duration)>,
    /// Tests, each of which fails somebody whom nothing failed before.
    pub(crate) finds: Vec<Find>,
    /// How long was looked, without making what was found smaller.
    pub(crate) searched: Duration,
    /// How many inputs were tried.
    pub(crate) n_tried: usize,
    /// How many of them the validators accept.
    pub(crate) n_valid: usize,
    /// Sentences for the person.
    pub(crate) notes: Vec<String>,
}

/// An input that is to be tried.
pub(crate) struct Candidate {
    pub(crate) text: String,
    /// The command that makes it.
    pub(crate) command: Option<String>,
    pub(crate) how: &'static str,
}

/// Looks for tests until nobody is left to fail or the time is over.
///
/// # Errors
/// The tool's own failures, and the wish to stop.
pub(crate) fn search(
    bench: &Workbench<'_>,
    baseline: &Trial,
    options: &OfflineOptions<'_>,
    observer: &mut dyn StageObserver,
) -> Result<Found, WorkbenchError> {
    let loaded = bench.open()?;
    let mut hunt = Hunt::new(bench, baseline, &loaded, options);
    hunt.sources.prepare(bench, &loaded)?;
    let deadline = Instant::now() + options.budget;
    let is_over = || Instant::now() >= deadline || (options.stop)();
    let mut n_idle = 0;
    while !hunt.alive.is_empty() && !is_over() {
        if n_idle >= MAX_IDLE {
            hunt.note("no further inputs could be made");
            break;
        }
        let n_before = hunt.found.n_tried;
        let batch = hunt.sources.batch(bench, &mut hunt.random)?;
        hunt.try_all(batch, &is_over, observer)?;
        n_idle = if hunt.found.n_tried == n_before { n_idle + 1 } else { 0 };
    }
    hunt.found.searched = hunt.began.elapsed();
    if let Some(why) = hunt.sources.backwards.why_not.take() {
        hunt.note(&why);
    }
    let more = options.budget.mul_f64(SHARE_FOR_SHRINKING).max(LEAST_FOR_SHRINKING);
    hunt.make_small(deadline.min(Instant::now()) + more, observer)?;
    Ok(hunt.found)
}

/// Where candidates come from.
pub(crate) struct Sources {
    backwards: Backwards,
    called: Called,
    changes: Changes,
    n_batches: usize,
    kinds: Vec<SourceKind>,
}

impl Sources {
    /// Those of a problem; inputs of these tests are changed.
    pub(crate) fn new(loaded: &LoadedProblem, texts: Vec<String>, kinds: &[SourceKind]) -> Sources {
        let changes = Changes::new(numbers::of_problem(loaded));
        let (backwards, called) = (Backwards::default(), Called::default());
        let mut sources = Sources { backwards, called, changes, n_batches: 0, kinds: kinds.to_vec() };
        texts.into_iter().for_each(|text| sources.keep(text));
        sources
    }

    /// Keeps a valid input for changes.
    pub(crate) fn keep(&mut self, text: String) {
        if text.len() <= MAX_CHANGED {
            self.changes.keep(text);
        }
    }

    /// Builds what runs.
    pub(crate) fn prepare(&mut self, bench: &Workbench<'_>, loaded: &LoadedProblem) -> Result<(), WorkbenchError> {
        if self.has(SourceKind::Backwards) {
            self.backwards.prepare(bench, loaded)?;
        }
        if self.has(SourceKind::Calls) || self.has(SourceKind::Seeds) {
            self.called.only_seeds = !self.has(SourceKind::Calls);
            self.called.prepare(bench, loaded)?;
        }
        Ok(())
    }

    /// So many turns of [`Sources::reaching`] are of different kinds.
    pub(crate) const N_KINDS: usize = 4;

    /// Inputs in which a read has its bound: small ones, larger ones, and those of generators that are given the bound.
    pub(crate) fn reaching(
        &mut self,
        bench: &Workbench<'_>,
        bound: &Bound,
        value: i128,
        random: &mut fastrand::Rng,
    ) -> Result<Vec<Candidate>, WorkbenchError> {
        self.n_batches += 1;
        match self.n_batches % Sources::N_KINDS {
            0 => self.called.with_value(bench, value, random),
            size => self.backwards.at_bound(bench, bound, size, random),
        }
    }

    fn has(&self, kind: SourceKind) -> bool {
        self.kinds.contains(&kind)
    }

    /// The next candidates; from small inputs to large ones and back.
    pub(crate) fn batch(
        &mut self,
        bench: &Workbench<'_>,
        random: &mut fastrand::Rng,
    ) -> Result<Vec<Candidate>, WorkbenchError> {
        self.n_batches += 1;
        let turn = self.n_batches % 8;
        let batch = match turn {
            1 => self.backwards.tiny(bench, random)?,
            3 | 6 => self.backwards.middle(bench, random)?,
            5 => self.called.batch(bench, random)?,
            0 | 4 => self.backwards.large(bench, random)?,
            _ => Vec::new(),
        };
        // It is their turn, or there is no validator to run backwards, or no generator.
        let are_changes = batch.is_empty() && self.has(SourceKind::Changes);
        Ok(if are_changes { self.changes.batch(random) } else { batch })
    }
}

/// Fails where a solution is said to be too slow and a right one is not much faster: on another machine that would be told
/// otherwise.
fn ensure_fair(trial: &Trial, test: TestIdx, verdict: Verdict) -> Result<(), String> {
    let Some(limit_ms) = trial.state.time_limit_ms.filter(|_| verdict == Verdict::Tle) else { return Ok(()) };
    let is_slow = |idx: &ProgramIdx| trial.state.cell(*idx, test).is_some_and(|cell| cell.cpu_us > limit_ms * 500);
    match trial.right_solutions().find(is_slow) {
        None => Ok(()),
        Some(idx) => {
            let path = &trial.problem.programs[idx].path;
            Err(format!("{path}, which is labelled right, takes more than half of the time limit on it"))
        }
    }
}

/// The solutions to be failed: those that may be, and that no test of the folder fails.
fn alive(baseline: &Trial, targets: &[RelPath]) -> Vec<RelPath> {
    let may_fail = |idx: ProgramIdx| baseline.is_target(idx) && baseline.state.is_built(idx) && is_alive(baseline, idx);
    let of = |is_wanted: &dyn Fn(&Program) -> bool| -> Vec<RelPath> {
        let solutions = baseline.problem.solutions().filter(|(idx, program)| is_wanted(program) && may_fail(*idx));
        solutions.map(|(_, program)| program.path.clone()).collect()
    };
    if !targets.is_empty() {
        return of(&|program| targets.contains(&program.path));
    }
    let wrong = of(&|program| program.pool() == Some(Pool::Wrong));
    // Those of whom nobody says anything come last.
    if wrong.is_empty() { of(&|_| true) } else { wrong }
}

/// The inputs of the folder's own tests that are small enough to be changed.
pub(crate) fn small_texts(bench: &Workbench<'_>, trial: &Trial, is_wanted: impl Fn(TestIdx) -> bool) -> Vec<String> {
    let is_small =
        |test: &TestIdx| trial.state.tests[*test].input_blob().is_some_and(|blob| blob.size <= MAX_CHANGED as u64);
    let tests = trial.own_tests().filter(|test| is_wanted(*test)).filter(is_small);
    tests.filter_map(|test| trial.text(bench.engine(), test, false)).collect()
}
