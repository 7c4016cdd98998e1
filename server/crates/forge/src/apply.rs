//! Writing new tests into a folder, after a copy of it has shown that they come out as they were proved.

use std::{collections::BTreeMap, sync::Arc};

use judge::{
    engine::{Engine, Opened},
    folder::{replace, write_new},
    session::Observer,
};
use problem::{
    digest::Digest,
    folder::Folder as _,
    model::{Problem, TestIdx},
    path::RelPath,
    state::State,
};

use crate::{
    bench::{Bench, BenchError, Trial},
    describe::answer,
    edits::Texts,
    evidence::Evidence,
    evolve::Outcome,
    place::{NewTest, Placed, place},
};

/// Why new tests were not written.
#[derive(Debug, thiserror::Error)]
pub enum ApplyError {
    /// The tool's own failure.
    #[error(transparent)]
    Bench(#[from] BenchError),
    /// A file of the folder.
    #[error(transparent)]
    Folder(#[from] judge::folder::FolderError),
    /// There is no place for them, or the folder reads them otherwise.
    #[error("{0}; nothing was written")]
    NotPlaced(String),
}

/// What was written.
#[derive(Debug, Default)]
pub struct Written {
    /// Files with other texts.
    pub changed: Vec<RelPath>,
    /// New files.
    pub new: Vec<RelPath>,
}

/// Adds what a loop offers to the folder that it was made for.
///
/// # Errors
/// When the folder has no place for it, reads it otherwise than it was tried, or was changed meanwhile.
pub fn apply(
    engine: &Engine,
    n_workers: usize,
    opened: &Opened,
    outcome: &Outcome,
    observer: &mut dyn Observer,
) -> Result<Written, ApplyError> {
    let bench = Bench::new(engine, n_workers, opened)?;
    bench.write(&outcome.texts)?;
    let sources: Vec<_> = outcome.offers.iter().map(|offer| offer.source.clone()).collect();
    let trial = bench.judge(&sources, observer)?;
    let tests = outcome.offers.iter().zip(&trial.tests);
    let new_tests = tests
        .map(|(offer, test)| {
            let test = test.clone().map_err(ApplyError::NotPlaced)?;
            let bytes = |blob| engine.store.get(blob).ok_or_else(|| lost(&offer.evidence));
            let input = match &offer.source {
                crate::bench::Source::Input(text) => Arc::from(text.as_bytes()),
                crate::bench::Source::Command(_) => bytes(digest(&trial, test)?)?,
            };
            let answer = answer(&trial.state, test).map(|blob| bytes(blob.digest)).transpose()?;
            Ok(NewTest { source: offer.source.clone(), input, answer })
        })
        .collect::<Result<Vec<_>, ApplyError>>()?;
    let placed = place(&opened.folder, &opened.problem, &new_tests).map_err(ApplyError::NotPlaced)?;
    let texts = together(&outcome.texts, placed.texts.clone());
    see_that_they_come_out(&bench, &placed, outcome, observer)?;
    write(opened, &texts, &placed.new_files)
}

fn digest(trial: &Trial, test: TestIdx) -> Result<Digest, ApplyError> {
    let blob = trial.state.tests[test].blob();
    Ok(blob.ok_or_else(|| ApplyError::NotPlaced("a test that was proved has no input any more".to_owned()))?.digest)
}

fn lost(evidence: &Evidence) -> ApplyError {
    ApplyError::NotPlaced(format!("the input {} is gone from the cache; try again", &evidence.sha256[..8]))
}

fn together(one: &Texts, other: Texts) -> Texts {
    let mut all = one.clone();
    all.extend(other);
    all
}

/// Judges a copy of the folder with everything in it: each input has to be there, and who is said to fail has to fail.
fn see_that_they_come_out(
    bench: &Bench<'_>,
    placed: &Placed,
    outcome: &Outcome,
    observer: &mut dyn Observer,
) -> Result<(), ApplyError> {
    bench.write(&placed.texts)?;
    bench.add(&placed.new_files)?;
    let Trial { problem, state, .. } = bench.judge(&[], observer)?;
    for offer in &outcome.offers {
        let of_input =
            |&test: &TestIdx| state.tests[test].blob().is_some_and(|blob| blob.digest.hex() == offer.evidence.sha256);
        let test = (0..problem.tests.len()).find(of_input);
        let not_read = || ApplyError::NotPlaced(format!("the folder would not read {} as it was tried", words(offer)));
        let test = test.ok_or_else(not_read)?;
        if let Some(kill) = offer.evidence.kills.iter().find(|kill| !fails(&problem, &state, &kill.solution, test)) {
            let sentence = format!("in the folder, {} would not fail {}", words(offer), kill.solution);
            return Err(ApplyError::NotPlaced(sentence));
        }
    }
    Ok(())
}

fn words(offer: &crate::evolve::Offer) -> String {
    crate::evolve::words(&offer.source)
}

fn fails(problem: &Problem, state: &State, solution: &str, test: TestIdx) -> bool {
    let idx = problem.programs.iter().position(|program| program.path.as_str() == solution);
    idx.and_then(|idx| state.cell(idx, test)).is_some_and(|cell| cell.verdict.is_failure())
}

fn write(opened: &Opened, texts: &Texts, new_files: &BTreeMap<RelPath, Vec<u8>>) -> Result<Written, ApplyError> {
    let mut written = Written::default();
    // New files first: a script that names what is not there would be worse than a file that nobody names.
    for (path, bytes) in new_files {
        write_new(opened.folder.root().as_path(), path.as_str(), bytes)?;
        written.new.push(path.clone());
    }
    for (path, text) in texts {
        let gone = || ApplyError::NotPlaced(format!("{path} cannot be read any more"));
        let before = opened.folder.bytes(path).ok_or_else(gone)?;
        replace(&opened.folder.at(path), &before, text.as_bytes())?;
        written.changed.push(path.clone());
    }
    Ok(written)
}
