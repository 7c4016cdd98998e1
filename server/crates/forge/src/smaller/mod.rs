//! Smaller inputs on which solutions fail as before.
//!
//! What a validator with our testlib.h records of its reads is taken out and made lower first. Other guesses are made without
//! knowing the format. The validators refuse those that break it, and the right solutions have to agree on those that are taken.

mod guesses;
mod rounds;

use std::{
    collections::{BTreeSet, HashSet},
    time::Instant,
};

use problem::{
    label::Pool,
    model::TestIdx,
    path::RelPath,
    request::{CheckRequest, exactly, glob},
    verdict::Verdict,
};

use self::guesses::guesses;
pub(crate) use self::guesses::size;
use crate::{
    bench::{Extra, StageObserver, TestSource, Trial, Workbench, WorkbenchError, validate_only},
    evidence::{AGREEMENT, ensure_valid, prove_test},
    recorded::Recorder,
};

/// An input above that size is not recorded, bytes.
const MAX_RECORDED: usize = 64 << 10;
/// So many guesses are tried at once.
const BATCH: usize = 40;
/// So many of the valid ones are judged at once.
const N_JUDGED: usize = 8;
/// After so many batches what was found is enough.
const MAX_BATCHES: usize = 300;

/// Looks for smaller inputs on which solutions get their verdicts.
pub(crate) struct Search<'a> {
    bench: &'a Workbench<'a>,
    failing: Vec<(RelPath, Verdict)>,
    deadline: Option<Instant>,
    /// Who makes the answers, and is the only one who has to pass, where it is not for the right solutions to say.
    against: Option<RelPath>,
}

impl<'a> Search<'a> {
    /// For solutions with the verdicts that all of them are to get.
    pub(crate) fn new(bench: &'a Workbench<'a>, failing: Vec<(RelPath, Verdict)>) -> Search<'a> {
        Search { bench, failing, deadline: None, against: None }
    }

    /// With what is found until then.
    pub(crate) fn until(self, deadline: Instant) -> Search<'a> {
        Search { deadline: Some(deadline), ..self }
    }

    /// With that solution's answers.
    pub(crate) fn against(self, solution: RelPath) -> Search<'a> {
        Search { against: Some(solution), ..self }
    }

    fn is_over(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// The smallest input that is found from one on, none of those that are there already.
    pub(crate) fn smallest(
        &self,
        text: &str,
        there: &BTreeSet<String>,
        observer: &mut dyn StageObserver,
    ) -> Result<String, WorkbenchError> {
        let mut best = text.to_owned();
        let mut n_batches = 0;
        observer.stage("looking for a smaller input");
        let mut recorder = Recorder::default();
        if text.len() <= MAX_RECORDED {
            recorder.prepare(self.bench, &self.bench.open()?)?;
        }
        'smaller: while n_batches < MAX_BATCHES && !self.is_over() {
            observer.progress(&format!("{} bytes", best.len()));
            let recorded = recorder.read(self.bench, vec![best.clone()])?.into_iter().flatten();
            let all = recorded.flat_map(|recorded| recorded.smaller()).chain(guesses(&best));
            let mut known = HashSet::new();
            let new: Vec<String> = all.filter(|guess| !there.contains(guess) && known.insert(guess.clone())).collect();
            for batch in new.chunks(BATCH) {
                n_batches += 1;
                if let Some(smaller) = self.first_that_fails(batch, observer)? {
                    best = smaller;
                    continue 'smaller;
                }
                if n_batches >= MAX_BATCHES || self.is_over() {
                    break;
                }
            }
            break;
        }
        Ok(best)
    }

    /// The first guess that the validators accept, that right solutions pass and that the others fail as before.
    fn first_that_fails(
        &self,
        batch: &[String],
        observer: &mut dyn StageObserver,
    ) -> Result<Option<String>, WorkbenchError> {
        let trial = self.try_out(
            batch.iter().cloned().map(TestSource::Input).collect(),
            CheckRequest { only_valid: true, ..validate_only() },
            observer,
        )?;
        let is_valid = |test: &Result<TestIdx, String>| test.clone().is_ok_and(|test| may_stand(&trial, test));
        let valid: Vec<&String> = batch
            .iter()
            .zip(&trial.candidate_tests)
            .filter(|(_, test)| is_valid(test))
            .map(|(guess, _)| guess)
            .collect();
        for some in valid.chunks(N_JUDGED) {
            let right = trial.problem.solutions().filter(|(idx, program)| {
                let is_asked = self.against.is_none() && program.pool() == Some(Pool::Correct);
                is_asked
                    || Some(*idx) == trial.problem.main
                    || self.failing.iter().any(|(path, _)| *path == program.path)
            });
            let solutions = exactly(right.map(|(_, program)| program.path.as_str()));
            let request = CheckRequest { solutions, ..CheckRequest::default() };
            let sources = some.iter().map(|guess| TestSource::Input((*guess).clone())).collect();
            let judged = self.try_out(sources, request, observer)?;
            let tests = some.iter().zip(&judged.candidate_tests);
            let mut failing = tests.filter(|(_, test)| test.as_ref().is_ok_and(|test| self.fails(&judged, *test)));
            if let Some((guess, _)) = failing.next() {
                return Ok(Some((*guess).clone()));
            }
        }
        Ok(None)
    }

    fn try_out(
        &self,
        candidates: Vec<TestSource>,
        request: CheckRequest,
        observer: &mut dyn StageObserver,
    ) -> Result<Trial, WorkbenchError> {
        let request = CheckRequest { tests: glob("candidate-*").into_iter().collect(), ..request };
        self.bench.try_out(&Extra { candidates, main: self.against.clone(), ..Extra::default() }, &request, observer)
    }

    pub(crate) fn fails(&self, trial: &Trial, test: TestIdx) -> bool {
        let verdict = |path| Some(trial.state.cell(trial.problem.program_at(path)?, test)?.verdict);
        let stands = match &self.against {
            None => prove_test(trial, test, AGREEMENT).is_ok(),
            Some(_) => may_stand(trial, test) && is_answered(trial, test),
        };
        stands && self.failing.iter().all(|(path, wanted)| verdict(path) == Some(*wanted))
    }
}

/// Whether all validators accept an input, as far as there are any.
pub(crate) fn may_stand(trial: &Trial, test: TestIdx) -> bool {
    match trial.problem.validators.is_empty() {
        true => trial.state.tests[test].input_blob().is_some(),
        false => ensure_valid(trial, test).is_ok(),
    }
}

/// Whether the solution that makes answers has made one that is right.
pub(crate) fn is_answered(trial: &Trial, test: TestIdx) -> bool {
    let cell = trial.problem.main.and_then(|main| trial.state.cell(main, test));
    cell.is_some_and(|cell| cell.verdict == Verdict::Ac)
}
