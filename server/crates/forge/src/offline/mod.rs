//! The offline engine: inputs that fail wrong solutions, found without a model.
//!
//! Inputs come from validators run backwards, from changes to inputs that are there, and from the folder's generators with other
//! arguments. All are tried in batches against the solutions that nothing fails yet; what a validator accepts is changed
//! further. An input that fails somebody is judged with the whole pool, made smaller, and then stands its proof like any other.

mod backwards;
mod called;
mod change;
mod numbers;
pub(crate) mod pattern;

use std::{
    collections::{BTreeMap, BTreeSet, HashSet},
    time::{Duration, Instant},
};

use judge::engine::LoadedProblem;
use problem::{
    digest::Digest,
    label::Pool,
    model::{ProgramIdx, TestIdx},
    path::RelPath,
    request::{CheckRequest, escaped, glob},
    verdict::Verdict,
};

use self::{backwards::Backwards, called::Called, change::Changes};
use crate::{
    bench::{Extra, StageObserver, TestSource, Trial, Workbench, WorkbenchError},
    evidence::{AGREEMENT, ensure_valid, prove_test},
    smaller::Search,
};

/// An input above that size is nothing that changes are made of, bytes.
const MAX_CHANGED: usize = 64 << 10;
/// An input above that size is not tried, bytes.
const MAX_TRIED: usize = 8 << 20;
/// So many valid inputs are kept to be changed.
const N_KEPT: usize = 400;
/// So many inputs that fail a solution are kept, the smallest ones, in case one does not stand its proof.
const N_SPARE: usize = 3;
/// The share of the time that making what was found smaller may take on top of the search.
const SHARE_FOR_SHRINKING: f64 = 0.25;
/// The least that it takes.
const LEAST_FOR_SHRINKING: Duration = Duration::from_secs(5);
/// The most that it takes for one of them.
const MOST_FOR_ONE: Duration = Duration::from_secs(10);
/// An input written out may be so long where a command makes one that fails the same, bytes.
const SHORT: usize = 200;

/// What the search is told.
pub(crate) struct OfflineOptions<'a> {
    /// For how long it goes on.
    pub(crate) budget: Duration,
    /// Where chance comes from.
    pub(crate) seed: u64,
    /// Only these solutions are to be failed; all that may be, if there are none.
    pub(crate) targets: Vec<RelPath>,
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
    /// Tests, each of which fails somebody whom nothing failed before.
    pub(crate) finds: Vec<Find>,
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
    while !hunt.alive.is_empty() && Instant::now() < deadline && !(options.stop)() {
        let batch = hunt.sources.batch(bench, &mut hunt.random)?;
        hunt.try_out(batch)?;
        hunt.tell(observer);
    }
    if let Some(why) = hunt.sources.backwards.why_not.take() {
        hunt.found.notes.push(why);
    }
    let more = options.budget.mul_f64(SHARE_FOR_SHRINKING).max(LEAST_FOR_SHRINKING);
    hunt.prove(deadline.min(Instant::now()) + more, observer)?;
    Ok(hunt.found)
}

/// Where candidates come from.
pub(crate) struct Sources {
    backwards: Backwards,
    called: Called,
    changes: Changes,
    n_batches: usize,
}

impl Sources {
    /// Those of a problem; inputs of these tests are changed.
    pub(crate) fn new(loaded: &LoadedProblem, texts: Vec<String>) -> Sources {
        let mut changes = Changes::new(numbers::of_problem(loaded));
        texts.into_iter().filter(|text| text.len() <= MAX_CHANGED).for_each(|text| changes.keep(text));
        Sources { backwards: Backwards::default(), called: Called::default(), changes, n_batches: 0 }
    }

    /// Keeps a valid input for changes.
    pub(crate) fn keep(&mut self, text: String) {
        if text.len() <= MAX_CHANGED {
            self.changes.keep(text);
        }
    }

    /// Builds what runs.
    pub(crate) fn prepare(&mut self, bench: &Workbench<'_>, loaded: &LoadedProblem) -> Result<(), WorkbenchError> {
        self.backwards.prepare(bench, loaded)?;
        self.called.prepare(bench, loaded)
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
            0 => self.backwards.large(bench, random)?,
            _ => self.changes.batch(random),
        };
        // Where there is no validator to run backwards, or no generator, there are still changes.
        Ok(if batch.is_empty() { self.changes.batch(random) } else { batch })
    }
}

/// An input that fails solutions, by what makes it.
struct Kill {
    text: String,
    command: Option<String>,
    how: &'static str,
    verdict: Verdict,
}

struct Hunt<'a> {
    bench: &'a Workbench<'a>,
    baseline: &'a Trial,
    random: fastrand::Rng,
    sources: Sources,
    /// Inputs that were tried.
    known: HashSet<Digest>,
    /// Solutions that nothing fails yet.
    alive: Vec<RelPath>,
    /// The main solution, which has to pass what it made the answer of.
    main: Option<RelPath>,
    /// For a solution the inputs that fail it, the best first.
    kills: BTreeMap<RelPath, Vec<Kill>>,
    found: Found,
    began: Instant,
}

impl<'a> Hunt<'a> {
    fn new(
        bench: &'a Workbench<'a>,
        baseline: &'a Trial,
        loaded: &LoadedProblem,
        options: &OfflineOptions<'_>,
    ) -> Hunt<'a> {
        let texts = baseline.own_tests().filter(|test| baseline.state.tests[*test].is_valid());
        let texts: Vec<String> = texts.filter_map(|test| baseline.text(bench.engine(), test, false)).collect();
        let known = texts.iter().map(|text| Digest::of(text.as_bytes())).collect();
        let sources = Sources::new(loaded, texts);
        let random = fastrand::Rng::with_seed(options.seed);
        let alive = alive(baseline, &options.targets);
        let main = baseline.problem.main.map(|main| baseline.problem.programs[main].path.clone());
        let (kills, found) = (BTreeMap::new(), Found::default());
        Hunt { bench, baseline, random, sources, known, alive, main, kills, found, began: Instant::now() }
    }

    /// Runs candidates: the validators, the main solution, and those whom nothing fails yet.
    fn try_out(&mut self, batch: Vec<Candidate>) -> Result<(), WorkbenchError> {
        let is_new = |candidate: &Candidate| {
            candidate.text.len() <= MAX_TRIED && self.known.insert(Digest::of(candidate.text.as_bytes()))
        };
        let batch: Vec<Candidate> = batch.into_iter().filter(is_new).collect();
        if batch.is_empty() {
            return Ok(());
        }
        self.found.n_tried += batch.len();
        let only = |paths: &[RelPath]| paths.iter().filter_map(|path| glob(&escaped(path.as_str())).ok()).collect();
        let request = CheckRequest {
            tests: glob("candidate-*").into_iter().collect(),
            solutions: only(&[&self.alive[..], self.main.as_slice()].concat()),
            only_valid: true,
            ..CheckRequest::default()
        };
        let candidates = batch.iter().map(|candidate| TestSource::Input(candidate.text.clone())).collect();
        let extra = Extra { candidates, ..Extra::default() };
        let trial = self.bench.try_out(&extra, &request, &mut judge::check::Unwatched)?;
        for (candidate, test) in batch.into_iter().zip(&trial.candidate_tests) {
            if let Ok(test) = test {
                self.look_at(&trial, candidate, *test);
            }
        }
        let kills = &self.kills;
        self.alive.retain(|path| !kills.contains_key(path));
        Ok(())
    }

    fn look_at(&mut self, trial: &Trial, candidate: Candidate, test: TestIdx) {
        if ensure_valid(trial, test).is_err() {
            return;
        }
        self.found.n_valid += 1;
        if let Ok(proof) = prove_test(trial, test, AGREEMENT) {
            for kill in &proof.kills {
                let Some(path) = RelPath::parse(&kill.solution) else { continue };
                let Candidate { text, command, how } = &candidate;
                let kill = Kill { text: text.clone(), command: command.clone(), how, verdict: kill.verdict };
                let kills = self.kills.entry(path).or_default();
                kills.push(kill);
                kills.sort_by_key(|kill| kill.text.len());
                kills.truncate(N_SPARE);
            }
        }
        self.sources.keep(candidate.text);
    }

    fn tell(&self, observer: &mut dyn StageObserver) {
        let rate = self.found.n_tried as f64 / self.began.elapsed().as_secs_f64().max(0.001);
        let Found { n_tried, n_valid, .. } = self.found;
        let (n_failed, n_left) = (self.kills.len(), self.alive.len());
        observer.progress(&format!(
            "{n_tried} inputs tried, {n_valid} of them valid, {rate:.0} a second; {n_failed} solutions failed, {n_left} left"
        ));
    }

    /// Judges what fails somebody with the whole pool, and makes it smaller.
    fn prove(&mut self, deadline: Instant, observer: &mut dyn StageObserver) -> Result<(), WorkbenchError> {
        if self.kills.is_empty() {
            return Ok(());
        }
        observer.stage("judging what was found with the whole pool");
        let kills = std::mem::take(&mut self.kills);
        let all: Vec<(&RelPath, &Kill)> =
            kills.iter().flat_map(|(path, kills)| kills.iter().map(move |kill| (path, kill))).collect();
        let inputs: Vec<TestSource> = all.iter().map(|(_, kill)| TestSource::Input(kill.text.clone())).collect();
        let trial = self.bench.judge(&inputs, observer)?;
        let mut failed: BTreeSet<RelPath> = BTreeSet::new();
        let mut against = BTreeSet::new();
        for ((path, kill), test) in all.into_iter().zip(&trial.candidate_tests) {
            if failed.contains(path) {
                continue;
            }
            match test.clone().and_then(|test| prove_test(&trial, test, AGREEMENT)) {
                Ok(proof) => {
                    failed.extend(proof.kills.iter().filter_map(|kill| RelPath::parse(&kill.solution)));
                    failed.insert(path.clone());
                    let find = self.as_small(path, kill, deadline, observer)?;
                    self.found.finds.push(find);
                }
                // The same input was found for somebody else.
                Err(why) if why.starts_with("it has the same input") => {}
                Err(why) => {
                    against.insert(why);
                }
            }
        }
        self.found.notes.extend(
            against.into_iter().map(|why| format!("an input that fails a wrong solution is not offered: {why}")),
        );
        Ok(())
    }

    /// The smallest test that does the same: a short input written out, else the command that made it, else the input.
    fn as_small(
        &self,
        path: &RelPath,
        kill: &Kill,
        deadline: Instant,
        observer: &mut dyn StageObserver,
    ) -> Result<Find, WorkbenchError> {
        let there: BTreeSet<String> = self
            .baseline
            .own_tests()
            .filter_map(|test| self.baseline.text(self.bench.engine(), test, false))
            .filter(|text| text.len() <= MAX_CHANGED)
            .collect();
        let mut text = kill.text.clone();
        // Only what is quickly tried is tried very often.
        if text.len() <= MAX_CHANGED && Instant::now() < deadline {
            let deadline = deadline.min(Instant::now() + MOST_FOR_ONE);
            let search = Search::new(self.bench, path.clone(), kill.verdict).until(deadline);
            text = search.smallest(&text, &there, observer)?;
        }
        let source = match &kill.command {
            Some(command) if text.len() > SHORT => TestSource::Command(command.clone()),
            Some(_) | None => TestSource::Input(text),
        };
        Ok(Find { source, how: kill.how })
    }
}

/// The solutions to be failed: those that may be, and that no test of the folder fails.
fn alive(baseline: &Trial, targets: &[RelPath]) -> Vec<RelPath> {
    let passes_all = |solution: ProgramIdx| {
        let state = &baseline.state;
        !baseline.own_tests().any(|test| {
            state.tests[test].is_valid() && state.cell(solution, test).is_some_and(|cell| cell.verdict.is_failure())
        })
    };
    let solutions = baseline.problem.solutions().filter(|(idx, program)| {
        let is_wanted = match targets {
            [] => program.pool() == Some(Pool::Wrong),
            targets => targets.contains(&program.path),
        };
        is_wanted && baseline.is_target(*idx) && baseline.state.is_built(*idx) && passes_all(*idx)
    });
    solutions.map(|(_, program)| program.path.clone()).collect()
}
