//! The offline engine: inputs that fail wrong solutions, found without a model.
//!
//! Inputs come from validators run backwards, from changes to inputs that are there, and from the folder's generators with other
//! arguments. All are tried in batches against the solutions that nothing fails yet; what a validator accepts is changed
//! further. An input that fails somebody is judged with the whole pool, made smaller, and then stands its proof like any other.

mod backwards;
mod called;
mod change;
mod courses;
mod described;
mod guided;
mod hunt;
mod infer;
mod interest;
pub(crate) mod numbers;
pub(crate) mod pattern;
mod reads;
mod runs;
mod small;

use std::{
    collections::BTreeMap,
    time::{Duration, Instant},
};

use judge::engine::LoadedProblem;
use problem::{
    finding::Bound,
    label::Pool,
    model::{Program, ProgramIdx, TestIdx},
    path::RelPath,
    verdict::Verdict,
};

use self::{
    backwards::Backwards,
    called::Called,
    change::{BATCH, Changes},
    guided::Guided,
    hunt::Hunt,
    small::in_turn,
};
use crate::{
    bench::{StageObserver, TestSource, Trial, Workbench, WorkbenchError},
    evidence::is_alive,
};

/// An input above that size is nothing that changes are made of, bytes.
pub(crate) const MAX_CHANGED: usize = 64 << 10;
/// An input above that size is not tried, bytes.
pub(crate) const MAX_TRIED: usize = 8 << 20;
/// An input may be written out that is so long where a command makes one that fails the same, bytes.
pub(crate) const SHORT: usize = 200;
/// So many valid inputs are kept to be changed.
const N_KEPT: usize = 400;
/// The share of the time that making what was found smaller may take on top of the search.
const SHARE_FOR_SHRINKING: f64 = 0.25;
/// The least that it takes.
const LEAST_FOR_SHRINKING: Duration = Duration::from_secs(5);
/// The most that making one input smaller takes.
pub(crate) const MOST_FOR_ONE: Duration = Duration::from_secs(10);
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
    /// Others as they were found, to be used where one of those falls in the end.
    pub(crate) spares: Vec<Find>,
    /// Solutions that failed inputs of which none can be offered, and why the first cannot.
    pub(crate) refused: BTreeMap<RelPath, String>,
    /// How long was looked, without making what was found smaller.
    pub(crate) searched: Duration,
    /// How many inputs were tried.
    pub(crate) n_tried: usize,
    /// How many of them the validators accept.
    pub(crate) n_valid: usize,
    /// Where inputs came from, beside changes of others.
    pub(crate) ways: Ways,
    /// Sentences for the person.
    pub(crate) notes: Vec<Note>,
}

/// A sentence for the person.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Note {
    /// The solution that it is about, by the path in it.
    pub(crate) about: Option<RelPath>,
    pub(crate) words: String,
}

/// Where the inputs of a search come from, beside changes of others.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Ways {
    /// A validator that is run backwards, or a format that was learned from inputs.
    pub(crate) runs_backwards: bool,
    /// Generators, with other arguments and seeds.
    pub(crate) calls_generators: bool,
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
    let mut loaded = bench.open()?;
    // Those of candidates are there, too.
    loaded.problem.commands.clone_from(&baseline.problem.commands);
    let mut hunt = Hunt::new(bench, baseline, &loaded, options);
    hunt.sources.prepare(bench, &loaded, options.budget)?;
    hunt.found.ways = hunt.sources.ways();
    let deadline = Instant::now() + options.budget;
    let is_over = || Instant::now() >= deadline || (options.stop)();
    let mut n_idle = 0;
    while !hunt.alive.is_empty() && !is_over() {
        if n_idle >= MAX_IDLE {
            hunt.note("no further inputs could be made");
            break;
        }
        let n_before = hunt.found.n_tried;
        let batch = hunt.sources.batch(bench)?;
        hunt.try_all(batch, &is_over, observer)?;
        n_idle = if hunt.found.n_tried == n_before { n_idle + 1 } else { 0 };
    }
    hunt.found.searched = hunt.began.elapsed();
    if let Some(why) = hunt.sources.backwards.why_not.take() {
        hunt.note(&why);
    }
    hunt.make_small(deadline.min(Instant::now()) + time_to_shrink(options.budget), observer)?;
    Ok(hunt.found)
}

/// How long what was found may be made smaller after a search that took so long.
pub(crate) fn time_to_shrink(budget: Duration) -> Duration {
    budget.mul_f64(SHARE_FOR_SHRINKING).max(LEAST_FOR_SHRINKING)
}

/// Where candidates come from.
pub(crate) struct Sources {
    backwards: Backwards,
    called: Called,
    changes: Changes,
    guided: Guided,
    n_batches: usize,
    /// By sort.
    turns: [Turn; Sort::ALL.len()],
    /// Whose turn it is, and since when.
    last: Option<(Sort, Instant)>,
    kinds: Vec<SourceKind>,
}

impl Sources {
    /// Those of a problem; inputs of these tests are changed.
    pub(crate) fn new(loaded: &LoadedProblem, texts: Vec<String>, kinds: &[SourceKind], seed: u64) -> Sources {
        let changes = Changes::new(numbers::of_problem(loaded));
        let (backwards, called) = (Backwards::default(), Called::default());
        let mut random = fastrand::Rng::with_seed(seed);
        let turns = Sort::ALL.map(|_| Turn { spent: Duration::ZERO, random: random.fork() });
        let kinds = kinds.to_vec();
        let guided = Guided::default();
        let mut sources = Sources { backwards, called, changes, guided, n_batches: 0, turns, last: None, kinds };
        sources.backwards.texts.clone_from(&texts);
        texts.into_iter().for_each(|text| sources.keep(text));
        sources
    }

    /// Keeps a valid input for changes.
    pub(crate) fn keep(&mut self, text: String) {
        if text.len() <= MAX_CHANGED {
            self.guided.keep(&text);
            self.changes.keep(text);
        }
    }

    /// Changes a valid input more often than others.
    pub(crate) fn favour(&mut self, text: String) {
        if text.len() <= MAX_CHANGED {
            self.guided.favour(&text);
            self.changes.favour(text);
        }
    }

    /// Has further inputs made like this one, if it is a large one of the latest.
    pub(crate) fn follow(&mut self, text: &str) {
        self.backwards.follow(text);
    }

    /// Builds what runs, for a search that takes so long.
    pub(crate) fn prepare(
        &mut self,
        bench: &Workbench<'_>,
        loaded: &LoadedProblem,
        longest: Duration,
    ) -> Result<(), WorkbenchError> {
        if self.has(SourceKind::Backwards) {
            self.backwards.prepare(bench, loaded, longest)?;
        }
        if self.has(SourceKind::Calls) || self.has(SourceKind::Seeds) {
            self.called.only_seeds = !self.has(SourceKind::Calls);
            self.called.prepare(bench, loaded)?;
        }
        if self.has(SourceKind::Changes) {
            self.guided.prepare(bench, loaded)?;
        }
        Ok(())
    }

    fn ways(&self) -> Ways {
        Ways { runs_backwards: self.backwards.validator.is_some(), calls_generators: self.called.has_commands() }
    }

    /// So many turns of [`Sources::reaching`] are of different kinds.
    pub(crate) const N_KINDS: usize = 4;

    /// Inputs in which a read has its bound: small ones, larger ones, and those of generators that are given the bound.
    pub(crate) fn reaching(
        &mut self,
        bench: &Workbench<'_>,
        bound: &Bound,
        value: i128,
    ) -> Result<Vec<Candidate>, WorkbenchError> {
        self.n_batches += 1;
        let random = &mut self.turns[Sort::Tiny as usize].random;
        match self.n_batches % Sources::N_KINDS {
            0 => self.called.with_value(bench, value, random),
            size => self.backwards.at_bound(bench, bound, size, random),
        }
    }

    fn has(&self, kind: SourceKind) -> bool {
        self.kinds.contains(&kind)
    }

    /// Whether inputs of a sort are wanted: who waits for the turns of others would seem to have come to an end.
    fn may_make(&self, sort: Sort) -> bool {
        match sort {
            Sort::Tiny | Sort::Middle | Sort::Large => self.has(SourceKind::Backwards),
            Sort::Called => self.has(SourceKind::Calls) || self.has(SourceKind::Seeds),
            Sort::Changed => self.has(SourceKind::Changes),
        }
    }

    /// The next candidates: of the sort that has had the least of its share of the time so far. What is done until the next
    /// call is done for them.
    pub(crate) fn batch(&mut self, bench: &Workbench<'_>) -> Result<Vec<Candidate>, WorkbenchError> {
        if let Some((sort, began)) = self.last.take() {
            self.turns[sort as usize].spent += began.elapsed();
        }
        let had = |sort: &Sort| self.turns[*sort as usize].spent / sort.share();
        let sort = Sort::ALL.into_iter().filter(|sort| self.may_make(*sort)).min_by_key(had).unwrap_or(Sort::Changed);
        self.last = Some((sort, Instant::now()));
        let has_changes = self.has(SourceKind::Changes);
        let random = &mut self.turns[sort as usize].random;
        let batch = match sort {
            Sort::Tiny => in_turn(self.backwards.small(bench)?, self.backwards.tiny(bench, random)?),
            Sort::Middle => self.backwards.middle(bench, random)?,
            Sort::Large => self.backwards.large(bench, random)?,
            Sort::Called => self.called.batch(bench, random)?,
            Sort::Changed => Vec::new(),
        };
        // It is their turn, or there is no validator to run backwards, or no generator.
        if batch.is_empty() && has_changes {
            let guided = self.guided.batch(bench, BATCH / 2, random)?;
            let changed = self.changes.batch(BATCH - guided.len(), random).into_iter();
            let changed = changed.filter(|candidate| self.backwards.may_be_valid(&candidate.text));
            return Ok(guided.into_iter().chain(changed).collect());
        }
        Ok(batch)
    }
}

/// What a sort of inputs has had so far.
struct Turn {
    spent: Duration,
    /// Of its own, so that its inputs come in one order however long those of others take.
    random: fastrand::Rng,
}

/// Inputs of one sort, which have their turn together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Sort {
    Tiny,
    Changed,
    Middle,
    Called,
    Large,
}

impl Sort {
    /// All of them, in the order in which they have their first turn.
    const ALL: [Sort; 5] = [Sort::Tiny, Sort::Changed, Sort::Middle, Sort::Called, Sort::Large];

    /// How much of the time is theirs.
    fn share(self) -> u32 {
        match self {
            Sort::Tiny | Sort::Called => 1,
            Sort::Changed | Sort::Middle => 2,
            Sort::Large => 4,
        }
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
