//! A smaller input on which a solution fails as before: what a person can follow by hand.
//!
//! Guesses are made without knowing the format; the validators refuse those that break it, and the right solutions have to agree
//! on those that are taken.

use std::{
    collections::BTreeSet,
    time::{Duration, Instant},
};

use problem::{
    label::Pool,
    model::{ProgramIdx, TestIdx},
    path::RelPath,
    verdict::Verdict,
};

use crate::{
    bench::{StageObserver, TestSource, Trial, Workbench},
    evidence::{AGREEMENT, Kill, TestProof, prove_test},
    hack::{ForgeError, ProvedTest, TestKind},
    smaller::{Search, size},
};

/// Inputs above this many bytes are too much for guessing.
const MAX_BYTES: usize = 256 << 10;
/// For so long a smaller one is looked for.
const MOST: Duration = Duration::from_secs(60);

/// A test that was made smaller.
#[derive(Debug)]
pub struct Shrunk {
    /// The smaller test, with what was found about it.
    pub offer: ProvedTest,
    /// How many bytes the input had before.
    pub n_before: usize,
}

/// Makes the input of a judged test smaller as long as a solution gets the verdict on it that it gets now. `None` where there
/// is nothing smaller.
///
/// # Errors
/// When the solution passes the test, when the input is no text, and the tool's own failures.
pub fn shrink(
    bench: &Workbench<'_>,
    fresh: &judge::engine::Engine,
    (known, test, solution): (&Trial, TestIdx, ProgramIdx),
    observer: &mut dyn StageObserver,
) -> Result<Option<Shrunk>, ForgeError> {
    let refuse = |why: String| Err(ForgeError::Refused(why));
    let (id, name) = (&known.problem.tests[test].id, known.problem.programs[solution].path.clone());
    let verdict = match known.state.cell(solution, test) {
        Some(cell) if cell.verdict.is_failure() => cell.verdict,
        Some(cell) => return refuse(format!("{name} gets {} on test {id}; name one that it fails", cell.verdict)),
        None => return refuse(format!("{name} was not run on test {id}; see `touchstone check`")),
    };
    let is_right = known.problem.programs[solution].pool() == Some(Pool::Correct);
    if is_right || known.problem.main == Some(solution) {
        return refuse(format!("{name} is labelled right, so no smaller test could be proved; name a wrong solution"));
    }
    let text = known.text(bench.engine(), test, false).filter(|text| !text.contains('\u{fffd}'));
    let Some(text) = text.filter(|text| text.len() <= MAX_BYTES) else {
        return refuse(format!("the input of test {id} is no text of at most {} KiB", MAX_BYTES >> 10));
    };
    let there: BTreeSet<String> = known
        .own_tests()
        .filter_map(|test| known.text(bench.engine(), test, false))
        .filter(|text| text.len() <= MAX_BYTES)
        .collect();
    let search = Search::new(bench, vec![(name.clone(), verdict)]).until(Instant::now() + MOST);
    let best = search.smallest(&text, &there, observer)?;
    if size(&best) >= size(&text) {
        return Ok(None);
    }
    observer.stage("judging what was found again, without the cache");
    let source = TestSource::Input(best);
    let trial = bench.judge_candidates_only(fresh, std::slice::from_ref(&source), observer)?;
    let Some(evidence) = evidence(&search, &trial, (&name, verdict))? else {
        return refuse(format!("the smaller input is not the same without the cache; {name} may depend on chance"));
    };
    let offer = ProvedTest { source, why: String::new(), kind: TestKind::Direct, round: 0, evidence };
    Ok(Some(Shrunk { offer, n_before: text.len() }))
}

/// What a trial of the one smaller input shows; `None` if it is not what was found.
fn evidence(
    search: &Search<'_>,
    trial: &Trial,
    (name, verdict): (&RelPath, Verdict),
) -> Result<Option<TestProof>, ForgeError> {
    let Some(Ok(test)) = trial.candidate_tests.first() else { return Ok(None) };
    if !search.fails(trial, *test) {
        return Ok(None);
    }
    let mut evidence = prove_test(trial, *test, AGREEMENT).map_err(ForgeError::Refused)?;
    let cell = trial.problem.program_at(name).and_then(|idx| trial.state.cell(idx, *test));
    let message = cell.map(|cell| cell.message.clone()).unwrap_or_default();
    evidence.kills.retain(|kill| kill.solution != name.as_str());
    evidence.kills.insert(0, Kill { solution: name.to_string(), verdict, message });
    Ok(Some(evidence))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rig::{Rig, SUMS, Stages, judged, program, sums_where, with};

    /// The smaller input on which a solution fails as on the folder's second test, or why there is none.
    fn smaller(files: &str, name: &str) -> Result<Option<(String, usize)>, String> {
        let rig = Rig::new(files);
        let bench = rig.bench();
        let known = judged(&bench, &[]);
        let of = (&known, TestIdx::from(1), program(&known, name));
        match shrink(&bench, &rig.fresh(), of, &mut Stages::default()) {
            Ok(found) => Ok(found.map(|Shrunk { offer, n_before }| {
                let TestSource::Input(text) = offer.source else { panic!("it is written out") };
                assert_eq!(offer.evidence.kills[0].solution, name, "the one that was asked about comes first");
                (text, n_before)
            })),
            Err(ForgeError::Refused(why)) => Err(why),
            Err(other) => panic!("{other}"),
        }
    }

    /// The second test is this input.
    fn sums_on(line: &str) -> String {
        let files = with(SUMS, "gen 7 > $", "");
        format!(
            "{files}-- tests/2.in --\n{line}\n-- tests/2.ans --\n{}\n",
            line.split(' ').map(|one| one.parse::<u64>().unwrap()).sum::<u64>()
        )
    }

    #[test]
    fn the_smallest_sum_on_which_it_still_fails_is_found() {
        // It stops at 20, so 21 is the least; in two digits there is nothing smaller.
        assert_eq!(smaller(&sums_on("23 13 7"), "wa_cap.cpp"), Ok(Some(("21\n".to_owned(), 8))));
        assert_eq!(smaller(&sums_on("33 13 7"), "rte_large.cpp"), Ok(Some(("31\n".to_owned(), 8))));
        assert_eq!(smaller(&sums_on("21"), "wa_cap.cpp"), Ok(None));
    }

    #[test]
    fn what_cannot_be_made_smaller_says_why() {
        assert_eq!(
            smaller(&sums_on("20"), "wa_cap.cpp"),
            Err("wa_cap.cpp gets AC on test 2; name one that it fails".to_owned())
        );
        let right = with(&sums_on("30"), "-- ac_other.cpp --\n// does: sum", "-- ac_other.cpp --\n// does: cap 25");
        assert_eq!(
            smaller(&right, "ac_other.cpp"),
            Err("ac_other.cpp is labelled right, so no smaller test could be proved; name a wrong solution".to_owned())
        );
        let broken = with(&sums_on("30"), "// does: cap 20\nint main", "// does: cap 20\nint mein");
        assert_eq!(
            smaller(&broken, "wa_cap.cpp"),
            Err("wa_cap.cpp was not run on test 2; see `touchstone check`".to_owned())
        );
    }

    #[test]
    fn a_smaller_input_has_to_fail_in_the_same_way() {
        // Above 30 it is too slow, and nothing else is wrong with it.
        let files = sums_where("wa_cap.cpp", "slow 30");
        let start = files.find("-- script.txt --").unwrap();
        let files =
            format!("{}-- tests/2.in --\n50 50\n-- samples/1.in --\n1 2\n-- samples/1.ans --\n3\n", &files[..start]);
        assert_eq!(smaller(&files, "wa_cap.cpp"), Ok(Some(("31\n".to_owned(), 6))));
    }
}
