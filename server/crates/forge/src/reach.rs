//! A test that reaches a bound of what the validator reads, where no test of the folder does.
//!
//! The validator is run backwards with that read at its bound, and the folder's generators are called with the bound in the
//! place of each number of their calls; what the validators, run as they are, say to have read there decides.

use std::{
    collections::HashSet,
    time::{Duration, Instant},
};

use problem::{digest::Digest, finding::Bound, model::TestIdx, path::RelPath, trace::merged};

use crate::{
    bench::{Extra, StageObserver, TestSource, Trial, Workbench, WorkbenchError, candidates_to},
    evidence::{AGREEMENT, TestProof, ensure_valid, prove_test},
    hack::{ForgeError, ProvedTest, TestKind, words},
    offline::{Candidate, SourceKind, Sources},
};

/// How many inputs that reach it are enough to choose from.
const ENOUGH: usize = 12;
/// After so many turns without a new input there are no more.
const MAX_IDLE: usize = 12;
/// So many of the best are judged with the whole pool.
const MOST_PROVED: usize = 6;

/// Looks for a small test that reaches a bound; one that a command makes is preferred. `None` where none was found in that
/// time.
///
/// # Errors
/// The tool's own failures, the wish to stop, and folders in which nothing can be proved.
pub fn reach(
    bench: &Workbench<'_>,
    fresh: &judge::engine::Engine,
    (bound, budget, seed): (&Bound, Duration, u64),
    observer: &mut dyn StageObserver,
) -> Result<Option<ProvedTest>, ForgeError> {
    observer.stage("judging the pool");
    let baseline = bench.judge(&[], observer)?;
    let Some(main) = baseline.problem.main else {
        return Err(ForgeError::Refused("there is no main solution to make the answer; name one by `main`".to_owned()));
    };
    let main = baseline.problem.programs[main].path.clone();
    let Some(value) = value_of(&baseline, bound) else {
        let why = format!("{} does not read `{}` within constant bounds", bound.validator, bound.name);
        return Err(ForgeError::Refused(why));
    };
    let bound = Reached { bound, value };
    observer.stage(&format!("looking for a test in which `{}` is {value}", bound.bound.name));
    let found = bound.candidates(bench, &main, (budget, seed), observer)?;
    observer.stage("judging what was found again, without the cache");
    for candidate in found.into_iter().take(MOST_PROVED) {
        let source = candidate.command.map_or(TestSource::Input(candidate.text), TestSource::Command);
        let trial = bench.judge(std::slice::from_ref(&source), observer)?;
        let Some(evidence) = bound.proved(&trial) else { continue };
        let again = bench.judge_candidates_only(fresh, std::slice::from_ref(&source), observer)?;
        if bound.proved(&again).is_some_and(|again| again.holds_again(&evidence)) {
            let why = format!("`{}` is {value} in {}", bound.bound.name, words(&source));
            return Ok(Some(ProvedTest { source, why, kind: TestKind::Offline, round: 0, evidence }));
        }
    }
    Ok(None)
}

/// What is to be read where.
struct Reached<'a> {
    bound: &'a Bound,
    value: i128,
}

impl Reached<'_> {
    /// Valid inputs that reach it, those of commands first, and the smallest of each kind.
    fn candidates(
        &self,
        bench: &Workbench<'_>,
        main: &RelPath,
        (budget, seed): (Duration, u64),
        observer: &mut dyn StageObserver,
    ) -> Result<Vec<Candidate>, WorkbenchError> {
        let loaded = bench.open()?;
        let mut sources = Sources::new(&loaded, Vec::new(), &[SourceKind::Backwards, SourceKind::Calls], seed);
        sources.prepare(bench, &loaded, budget)?;
        let deadline = Instant::now() + budget;
        let (mut found, mut known): (Vec<Candidate>, HashSet<Digest>) = Default::default();
        let (mut n_turns, mut n_idle) = (0, 0);
        // Turns are of several kinds; each is to have been tried.
        while Instant::now() < deadline && (found.len() < ENOUGH || n_turns < Sources::N_KINDS) && n_idle < MAX_IDLE {
            n_turns += 1;
            let mut batch = sources.reaching(bench, self.bound, self.value)?;
            batch.retain(|candidate| known.insert(Digest::of(candidate.text.as_bytes())));
            n_idle = if batch.is_empty() { n_idle + 1 } else { 0 };
            let candidates = batch.iter().map(|one| TestSource::Input(one.text.clone())).collect();
            let extra = Extra { candidates, ..Extra::default() };
            let trial = bench.try_out(&extra, &candidates_to([main]), observer)?;
            let reached = batch.into_iter().zip(&trial.candidate_tests).filter(|(_, test)| {
                test.as_ref().is_ok_and(|test| ensure_valid(&trial, *test).is_ok() && self.is_in(&trial, *test))
            });
            found.extend(reached.map(|(candidate, _)| candidate));
            observer.progress(&format!("inputs that reach it: {}", found.len()));
        }
        found.sort_by_key(|one| (one.command.is_none(), one.text.len()));
        Ok(found)
    }

    /// The proof of the one candidate of a trial, if it reaches the bound.
    fn proved(&self, trial: &Trial) -> Option<TestProof> {
        let test = trial.candidate_tests.first()?.clone().ok()?;
        self.is_in(trial, test).then(|| prove_test(trial, test, AGREEMENT).ok()).flatten()
    }

    /// Whether the validator says that it has read the bound.
    fn is_in(&self, trial: &Trial, test: TestIdx) -> bool {
        let said = validator_of(trial, self.bound)
            .and_then(|validator| trial.state.tests[test].validations.get(validator)?.as_ref()?.reads.as_ref());
        said.into_iter().flatten().filter(|reads| reads.name == self.bound.name).any(|reads| {
            let (end, is_hit) = if self.bound.is_upper { (reads.hi, reads.hi_hit) } else { (reads.lo, reads.lo_hit) };
            is_hit && end == Some(self.value)
        })
    }
}

fn validator_of(trial: &Trial, bound: &Bound) -> Option<usize> {
    let Trial { problem, .. } = trial;
    problem.validators.iter().position(|one| problem.programs[one.program].path == bound.validator)
}

/// What the bound is, as the tests of the folder show it.
fn value_of(trial: &Trial, bound: &Bound) -> Option<i128> {
    let validator = validator_of(trial, bound)?;
    let said = trial.own_tests().filter_map(|test| trial.state.tests[test].validations.get(validator)?.as_ref());
    let all = merged(said.filter_map(|said| said.reads.as_ref()).flatten());
    let reads = all.get(bound.name.as_str())?;
    if bound.is_upper { reads.hi } else { reads.lo }
}
