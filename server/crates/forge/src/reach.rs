//! A test that reaches a bound of what the validator reads, where no test of the folder does.
//!
//! The validator is run backwards with that read at its bound, and the folder's generators are called with the bound in the
//! place of each number of their calls; what the validators, run as they are, say to have read there decides.

use std::time::{Duration, Instant};

use problem::{finding::Bound, model::TestIdx, trace::merged};

use crate::{
    bench::{Extra, StageObserver, TestSource, Trial, Workbench, candidates_to},
    evidence::{AGREEMENT, ensure_valid, prove_test},
    hack::{ForgeError, ProvedTest, TestKind, words},
    offline::{Candidate, SourceKind, Sources},
};

/// How many inputs that reach it are enough to choose from.
const ENOUGH: usize = 12;

/// Looks for the smallest test that reaches a bound; one that a command makes is preferred. `None` where none was found in that
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
        return Err(ForgeError::Refused(format!("no validator reads `{}` within constant bounds", bound.name)));
    };
    observer.stage(&format!("looking for a test that reaches {value}"));
    let mut sources = Sources::new(&bench.open()?, Vec::new(), &[SourceKind::Backwards, SourceKind::Calls]);
    sources.prepare(bench, &bench.open()?)?;
    let mut random = fastrand::Rng::with_seed(seed);
    let deadline = Instant::now() + budget;
    let mut found: Vec<Candidate> = Vec::new();
    let mut n_turns = 0;
    // Each turn is of another size; all are to have been tried.
    while Instant::now() < deadline && (found.len() < ENOUGH || n_turns < Sources::N_SIZES) {
        let batch = sources.reaching(bench, bound, value, &mut random)?;
        n_turns += 1;
        let is_over = n_turns >= 4 * Sources::N_SIZES && found.is_empty();
        if is_over {
            break;
        }
        let candidates = batch.iter().map(|one| TestSource::Input(one.text.clone())).collect();
        let extra = Extra { candidates, ..Extra::default() };
        let trial = bench.try_out(&extra, &candidates_to([&main]), observer)?;
        let reached = batch.into_iter().zip(&trial.candidate_tests).filter(|(_, test)| {
            test.as_ref().is_ok_and(|test| ensure_valid(&trial, *test).is_ok() && reaches(&trial, *test, bound))
        });
        found.extend(reached.map(|(candidate, _)| candidate));
        observer.progress(&format!("{} inputs reach it", found.len()));
    }
    found.sort_by_key(|one| (one.command.is_none(), one.text.len()));
    observer.stage("judging what was found again, without the cache");
    for candidate in found.into_iter().take(3) {
        let source = candidate.command.map_or(TestSource::Input(candidate.text), TestSource::Command);
        let trial = bench.judge(std::slice::from_ref(&source), observer)?;
        let Some(evidence) = proved(&trial, bound) else { continue };
        let again = bench.judge_candidates_only(fresh, std::slice::from_ref(&source), observer)?;
        if proved(&again, bound).is_some_and(|again| again.holds_again(&evidence)) {
            let why = format!("`{}` is {value} in {}", bound.name, words(&source));
            return Ok(Some(ProvedTest { source, why, kind: TestKind::Offline, round: 0, evidence }));
        }
    }
    Ok(None)
}

/// The proof of the one candidate of a trial, if it reaches the bound.
fn proved(trial: &Trial, bound: &Bound) -> Option<crate::evidence::TestProof> {
    let test = trial.candidate_tests.first()?.clone().ok()?;
    reaches(trial, test, bound).then(|| prove_test(trial, test, AGREEMENT).ok()).flatten()
}

/// What the bound is, as the tests of the folder show it.
fn value_of(trial: &Trial, bound: &Bound) -> Option<i128> {
    let validators = 0..trial.problem.validators.len();
    validators.into_iter().find_map(|validator| {
        let said = trial.own_tests().filter_map(|test| trial.state.tests[test].validations.get(validator)?.as_ref());
        let all = merged(said.filter_map(|said| said.reads.as_ref()).flatten());
        let reads = all.get(bound.name.as_str())?;
        if bound.is_upper { reads.hi } else { reads.lo }
    })
}

/// Whether some validator says that it has read the bound.
fn reaches(trial: &Trial, test: TestIdx, bound: &Bound) -> bool {
    let said = trial.state.tests[test].validations.iter().flatten().filter_map(|said| said.reads.as_ref());
    said.flatten().any(|reads| reads.name == bound.name && if bound.is_upper { reads.hi_hit } else { reads.lo_hit })
}
