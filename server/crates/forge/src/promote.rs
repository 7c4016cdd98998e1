//! An input that a person has at hand, such as a changed copy of a test's, as a test of the folder.

use judge::engine::Engine;

use crate::{
    bench::{StageObserver, TestSource, Trial, Workbench},
    evidence::{AGREEMENT, TestProof, prove_test},
    hack::{ForgeError, ProvedTest, TestKind},
};

/// Judges an input with the whole pool, and once more in an engine that believes no earlier run.
///
/// # Errors
/// Why it is no test to add, such as that a validator rejects it or that the folder has it already; the tool's own failures and
/// the wish to stop.
pub fn promote(
    bench: &Workbench<'_>,
    fresh: &Engine,
    input: String,
    observer: &mut dyn StageObserver,
) -> Result<ProvedTest, ForgeError> {
    let source = TestSource::Input(input);
    observer.stage("judging the input with the pool");
    let evidence = proved(&bench.judge(std::slice::from_ref(&source), observer)?)?;
    observer.stage("judging it again, without the cache");
    let again = bench.judge_candidates_only(fresh, std::slice::from_ref(&source), observer)?;
    if !proved(&again)?.holds_again(&evidence) {
        return Err(refused("it is not judged the same way twice"));
    }
    Ok(ProvedTest { source, why: "an input of your own".to_owned(), kind: TestKind::Offline, round: 0, evidence })
}

/// The proof of the one candidate of a trial.
fn proved(trial: &Trial) -> Result<TestProof, ForgeError> {
    let test = trial.candidate_tests.first().cloned().ok_or_else(|| refused("it was not judged"))?;
    test.and_then(|test| prove_test(trial, test, AGREEMENT)).map_err(|why| refused(&why))
}

fn refused(why: &str) -> ForgeError {
    ForgeError::Refused(format!("the input cannot be added as a test: {why}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rig::{Rig, SUMS, Stages};

    fn said(input: &str) -> Result<ProvedTest, String> {
        let rig = Rig::new(SUMS);
        let bench = rig.bench();
        promote(&bench, &rig.engine, input.to_owned(), &mut Stages::default()).map_err(|error| error.to_string())
    }

    #[test]
    fn an_input_of_ones_own_is_proved_or_refused_with_the_reason() {
        let offer = said("25 1\n").unwrap();
        assert_eq!(offer.source, TestSource::Input("25 1\n".to_owned()));
        assert_eq!(offer.evidence.kills.iter().map(|kill| kill.solution.as_str()).collect::<Vec<_>>(), ["wa_cap.cpp"]);
        let kept = "the input cannot be added as a test: it has the same input as test 1";
        assert_eq!(said("1 2\n").unwrap_err(), kept);
        assert!(said("no numbers\n").unwrap_err().contains("val.cpp rejects it"));
    }
}
