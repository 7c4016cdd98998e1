//! Writing new tests into a folder, after a copy of it has shown that they come out as they were proved.

use std::sync::Arc;

use judge::{
    engine::LoadedProblem,
    folder::{FileChange, write_changes},
    session::Observer,
};
use problem::{
    digest::Digest,
    model::{Problem, TestIdx},
    state::State,
};

use crate::{
    bench::{Trial, Workbench, WorkbenchError},
    describe::answer,
    evidence::TestProof,
    evolve::Outcome,
    place::{NewTest, place},
};

/// Why new tests were not written.
#[derive(Debug, thiserror::Error)]
pub enum ApplyError {
    /// The tool's own failure.
    #[error(transparent)]
    Workbench(#[from] WorkbenchError),
    /// A file of the folder.
    #[error(transparent)]
    Folder(#[from] judge::folder::FolderError),
    /// There is no place for them, or the folder reads them otherwise.
    #[error("{0}; nothing was written")]
    NotPlaced(String),
}

/// Adds what a loop offers to the folder that it was made for; `bench` is the loop's own, with its edits in the copy. Gives
/// the files that were written.
///
/// # Errors
/// When the folder has no place for it, reads it otherwise than it was tried, or was changed since it was copied.
pub fn apply(
    bench: &Workbench<'_>,
    opened: &LoadedProblem,
    outcome: &Outcome,
    observer: &mut dyn Observer,
) -> Result<Vec<FileChange>, ApplyError> {
    let changes = changes(bench, outcome, observer)?;
    write_changes(opened.folder.root(), &changes)?;
    Ok(changes)
}

/// What [`apply`] would write; the folder is not touched.
///
/// # Errors
/// When the folder has no place for it, or reads it otherwise than it was tried.
pub fn changes(
    bench: &Workbench<'_>,
    outcome: &Outcome,
    observer: &mut dyn Observer,
) -> Result<Vec<FileChange>, ApplyError> {
    let sources: Vec<_> = outcome.offers.iter().map(|offer| offer.source.clone()).collect();
    let trial = bench.judge(&sources, observer)?;
    let tests = outcome.offers.iter().zip(&trial.tests);
    let new_tests = tests
        .map(|(offer, test)| {
            let test = test.clone().map_err(ApplyError::NotPlaced)?;
            let bytes = |blob| bench.engine().store.get(blob).ok_or_else(|| lost(&offer.evidence));
            let input = match &offer.source {
                crate::bench::TestSource::Input(text) => Arc::from(text.as_bytes()),
                crate::bench::TestSource::Command(_) => bytes(digest(&trial, test)?)?,
            };
            let answer = answer(&trial.state, test).map(|blob| bytes(blob.digest)).transpose()?;
            Ok(NewTest { source: offer.source.clone(), input, answer })
        })
        .collect::<Result<Vec<_>, ApplyError>>()?;
    let copy = bench.open()?;
    let placed = place(&copy.folder, &copy.problem, &new_tests).map_err(ApplyError::NotPlaced)?;
    bench.write(&placed.texts)?;
    bench.put(&placed.new_files)?;
    let after = bench.judge(&[], observer)?;
    ensure_they_come_out(&after, outcome)?;
    ensure_the_rest_stays(&trial, &after)?;
    Ok(bench.changes()?)
}

fn digest(trial: &Trial, test: TestIdx) -> Result<Digest, ApplyError> {
    let blob = trial.state.tests[test].blob();
    Ok(blob.ok_or_else(|| ApplyError::NotPlaced("a test that was proved has no input any more".to_owned()))?.digest)
}

fn lost(evidence: &TestProof) -> ApplyError {
    ApplyError::NotPlaced(format!("the input {} is gone from the cache; try again", &evidence.sha256[..8]))
}

/// In a copy of the folder with everything in it each input has to be there, and who is said to fail has to fail.
fn ensure_they_come_out(after: &Trial, outcome: &Outcome) -> Result<(), ApplyError> {
    let Trial { problem, state, .. } = after;
    for offer in &outcome.offers {
        let of_input =
            |&test: &TestIdx| state.tests[test].blob().is_some_and(|blob| blob.digest.hex() == offer.evidence.sha256);
        let test = problem.tests.indices().find(of_input);
        let not_read = || ApplyError::NotPlaced(format!("the folder would not read {} as it was tried", words(offer)));
        let test = test.ok_or_else(not_read)?;
        if let Some(kill) = offer.evidence.kills.iter().find(|kill| !fails(problem, state, &kill.solution, test)) {
            let sentence = format!("in the folder, {} would not fail {}", words(offer), kill.solution);
            return Err(ApplyError::NotPlaced(sentence));
        }
    }
    Ok(())
}

fn words(offer: &crate::evolve::ProvedTest) -> String {
    crate::evolve::words(&offer.source)
}

fn fails(problem: &Problem, state: &State, solution: &str, test: TestIdx) -> bool {
    let idx = problem.programs.position(|program| program.path.as_str() == solution);
    idx.and_then(|idx| state.cell(idx, test)).is_some_and(|cell| cell.verdict.is_failure())
}

/// No test of the folder is lost, and whoever failed one fails it still.
fn ensure_the_rest_stays(before: &Trial, after: &Trial) -> Result<(), ApplyError> {
    for test in before.own_tests() {
        let Some(input) = before.state.tests[test].blob() else { continue };
        let id = &before.problem.tests[test].id;
        let has_input =
            |&test: &TestIdx| after.state.tests[test].blob().is_some_and(|blob| blob.digest == input.digest);
        let Some(there) = after.problem.tests.indices().find(has_input) else {
            return Err(ApplyError::NotPlaced(format!(
                "with the new tests in the folder, test {id} would be another one"
            )));
        };
        for (idx, program) in before.problem.solutions() {
            let failed = before.state.cell(idx, test).is_some_and(|cell| cell.verdict.is_failure());
            if failed && !fails(&after.problem, &after.state, program.path.as_str(), there) {
                let sentence = format!("with the new tests in the folder, {} would not fail test {id}", program.path);
                return Err(ApplyError::NotPlaced(sentence));
            }
        }
    }
    Ok(())
}
