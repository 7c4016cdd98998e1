//! Writing new tests into a folder, after a copy of it has shown that they come out as they were proved.

use std::sync::Arc;

use judge::{
    check::Observer,
    disk::folder::{FileChange, write_changes},
    engine::LoadedProblem,
};
use problem::{
    digest::Digest,
    model::{Problem, TestIdx},
    state::State,
};

use crate::{
    bench::{Trial, Workbench, WorkbenchError},
    evidence::TestProof,
    hack::Outcome,
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
    Folder(#[from] judge::disk::folder::FolderError),
    /// There is no place for them, or the folder reads them otherwise.
    #[error("{0}; nothing was written")]
    NotPlaced(String),
}

/// Adds what a loop offers to the folder that it was made for; `bench` is the loop's own, with its edits in the copy. Gives
/// the files that were written.
///
/// # Errors
/// When the folder has no place for it, reads it otherwise than it was tried, or a file that would be written was changed
/// since it was copied; other files are not compared.
pub fn apply(
    bench: &Workbench<'_>,
    loaded: &LoadedProblem,
    outcome: &Outcome,
    observer: &mut dyn Observer,
) -> Result<Vec<FileChange>, ApplyError> {
    let changes = place_in_copy_and_verify(bench, outcome, observer)?;
    write_changes(loaded.folder.root(), &changes)?;
    Ok(changes)
}

/// Places the offered tests in the copy, judges it, and returns the changes; the real folder is not touched.
///
/// # Errors
/// When the folder has no place for it, or reads it otherwise than it was tried.
pub fn place_in_copy_and_verify(
    bench: &Workbench<'_>,
    outcome: &Outcome,
    observer: &mut dyn Observer,
) -> Result<Vec<FileChange>, ApplyError> {
    let sources: Vec<_> = outcome.offers.iter().map(|offer| offer.source.clone()).collect();
    let trial = bench.judge(&sources, observer)?;
    let tests = outcome.offers.iter().zip(&trial.candidate_tests);
    let new_tests = tests
        .map(|(offer, test)| {
            let test = test.clone().map_err(ApplyError::NotPlaced)?;
            let bytes = |blob| bench.engine().store.get(blob).ok_or_else(|| lost(&offer.evidence));
            let input = match &offer.source {
                crate::bench::TestSource::Input(text) => Arc::from(text.as_bytes()),
                crate::bench::TestSource::Command(_) => bytes(digest(&trial, test)?)?,
            };
            let answer = trial.state.tests[test].known_answer().map(|blob| bytes(blob.digest)).transpose()?;
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
    let blob = trial.state.tests[test].input_blob();
    Ok(blob.ok_or_else(|| ApplyError::NotPlaced("a test that was proved has no input any more".to_owned()))?.digest)
}

fn lost(evidence: &TestProof) -> ApplyError {
    ApplyError::NotPlaced(format!("the input {} is gone from the cache; try again", &evidence.sha256[..8]))
}

/// In a copy of the folder with everything in it each input has to be there, and who is said to fail has to fail.
fn ensure_they_come_out(after: &Trial, outcome: &Outcome) -> Result<(), ApplyError> {
    let Trial { problem, state, .. } = after;
    for offer in &outcome.offers {
        let of_input = |&test: &TestIdx| {
            state.tests[test].input_blob().is_some_and(|blob| blob.digest.hex() == offer.evidence.sha256)
        };
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

fn words(offer: &crate::hack::ProvedTest) -> String {
    crate::hack::words(&offer.source)
}

fn fails(problem: &Problem, state: &State, solution: &str, test: TestIdx) -> bool {
    let idx = problem.programs.position(|program| program.path.as_str() == solution);
    idx.and_then(|idx| state.cell(idx, test)).is_some_and(|cell| cell.verdict.is_failure())
}

/// No test of the folder is lost, and whoever failed one fails it still.
fn ensure_the_rest_stays(before: &Trial, after: &Trial) -> Result<(), ApplyError> {
    for test in before.own_tests() {
        let Some(input) = before.state.tests[test].input_blob() else { continue };
        let id = &before.problem.tests[test].id;
        let has_input =
            |&test: &TestIdx| after.state.tests[test].input_blob().is_some_and(|blob| blob.digest == input.digest);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        evidence::{AGREEMENT, prove_test},
        hack::{ProvedTest, TestKind},
        rig::{Rig, SUMS, Stages, candidate, command, input},
    };

    /// What a loop that proved these tests offers.
    fn outcome(bench: &Workbench<'_>, sources: &[crate::bench::TestSource]) -> Outcome {
        let trial = bench.judge(sources, &mut Stages::default()).unwrap();
        let offer = |(at, source): (usize, &crate::bench::TestSource)| ProvedTest {
            source: source.clone(),
            why: String::new(),
            kind: TestKind::Direct,
            round: 1,
            evidence: prove_test(&trial, candidate(&trial, at), AGREEMENT).unwrap(),
        };
        Outcome { offers: sources.iter().enumerate().map(offer).collect(), ..Outcome::default() }
    }

    fn changed(changes: &[FileChange]) -> String {
        let one = |change: &FileChange| format!("-- {}\n{}", change.path, String::from_utf8_lossy(&change.after));
        changes.iter().map(one).collect()
    }

    #[test]
    fn what_is_offered_is_written_with_its_answer_and_read_as_it_was_proved() {
        let rig = Rig::new(SUMS);
        let bench = rig.bench();
        let found = outcome(&bench, &[command("gen 31"), input("25 1\n")]);
        let before = rig.folder.contents();
        let planned = place_in_copy_and_verify(&bench, &found, &mut Stages::default()).unwrap();
        assert_eq!(rig.folder.contents(), before, "so far it is a plan");
        expect_test::expect![[r#"
            -- script.txt
            gen 7 > $
            gen 31 > $
            -- tests/3.in
            25 1
        "#]]
        .assert_eq(&changed(&planned));
        bench.reset().unwrap();
        let written = apply(&bench, &rig.loaded(), &found, &mut Stages::default()).unwrap();
        assert_eq!(changed(&written), changed(&planned));
        let again = rig.bench().judge(&[], &mut Stages::default()).unwrap();
        assert_eq!(again.problem.tests.len(), 4);
        assert!(
            fails(&again.problem, &again.state, "rte_large.cpp", TestIdx::from(2))
                || fails(&again.problem, &again.state, "rte_large.cpp", TestIdx::from(3))
        );
    }

    #[test]
    fn what_would_not_come_out_as_it_was_proved_is_not_written() {
        let rig = Rig::new(SUMS);
        let bench = rig.bench();
        let why = |change: fn(&mut Outcome)| {
            bench.reset().unwrap();
            let mut found = outcome(&bench, &[input("25 1\n")]);
            change(&mut found);
            place_in_copy_and_verify(&bench, &found, &mut Stages::default()).unwrap_err().to_string()
        };
        let other_input = why(|found| found.offers[0].evidence.sha256 = "0".repeat(64));
        assert_eq!(other_input, "the folder would not read \"25 1\\n\" as it was tried; nothing was written");
        let survivor = why(|found| found.offers[0].evidence.kills[0].solution = "rte_large.cpp".to_owned());
        assert_eq!(survivor, "in the folder, \"25 1\\n\" would not fail rte_large.cpp; nothing was written");
        let unknown = why(|found| found.offers[0].source = command("tree 5"));
        assert_eq!(unknown, "`tree` is no generator of this problem; there is gen; nothing was written");
    }

    #[test]
    fn no_test_of_the_folder_is_lost_and_whoever_failed_one_fails_it_still() {
        let rig = Rig::new(&crate::rig::with(SUMS, "gen 7 > $", "gen 25 > $"));
        let bench = rig.bench();
        let judge = || bench.judge(&[], &mut Stages::default()).unwrap();
        let before = judge();
        let said = |path: &str, text: &str| {
            bench.write(&[(crate::rig::path(path), text.to_owned())].into()).unwrap();
            let said = ensure_the_rest_stays(&before, &judge()).map_err(|error| error.to_string());
            bench.reset().unwrap();
            said
        };
        assert_eq!(said("script.txt", "gen 1 > $\ngen 25 > $\n"), Ok(()), "they may be numbered otherwise");
        let lost = "with the new tests in the folder, test 2 would be another one; nothing was written".to_owned();
        assert_eq!(said("script.txt", "gen 24 > $\n"), Err(lost));
        let alive =
            "with the new tests in the folder, wa_cap.cpp would not fail test 2; nothing was written".to_owned();
        assert_eq!(said("wa_cap.cpp", "// does: cap 30\nint main() {}\n"), Err(alive));
    }
}
