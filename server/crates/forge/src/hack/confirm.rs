//! What is offered is judged again, without the cache; what falls then is replaced.

use std::collections::BTreeSet;

use judge::engine::Engine;
use problem::path::RelPath;

use super::{ForgeError, HackLoop, Outcome, outcome::ProvedTest, words};
use crate::{
    bench::{StageObserver, TestSource, Workbench, WorkbenchError},
    commands,
    evidence::prove_test,
};

impl<'a> HackLoop<'a> {
    /// Judges what is offered again with an engine that believes no earlier run, keeps what is the same, and gives everything.
    /// In place of a test that falls others are tried that fail the same solutions, the cheapest first.
    ///
    /// # Errors
    /// The tool's own failures, and the wish to stop.
    pub fn confirm(
        mut self,
        fresh: &Engine,
        observer: &mut dyn StageObserver,
    ) -> Result<(Outcome, Workbench<'a>), ForgeError> {
        let mut archive = std::mem::take(&mut self.archive);
        let mut wanted = std::mem::take(&mut self.outcome.offers);
        // Revert every edit of the copy that no offer needs, for example edits to the checker.
        self.bench.reset_but(&self.called(wanted.iter().chain(&archive))?)?;
        if !wanted.is_empty() {
            observer.stage("judging what was found again, without the cache");
        }
        while !wanted.is_empty() {
            let fallen = self.judge_again(wanted, fresh, observer)?;
            if !fallen.is_empty() {
                archive.extend(self.proved_spares(observer)?);
            }
            wanted = in_place_of(&fallen, &self.outcome.offers, &mut archive);
        }
        self.bench.reset_but(&self.called(self.outcome.offers.iter())?)?;
        self.outcome.diff = self.bench.diff()?;
        Ok((self.outcome, self.bench))
    }

    /// What the offline engine has kept beside what it gave, each with its proof; once.
    fn proved_spares(&mut self, observer: &mut dyn StageObserver) -> Result<Vec<ProvedTest>, ForgeError> {
        let spares = std::mem::take(&mut self.spares);
        if spares.is_empty() {
            return Ok(Vec::new());
        }
        let sources: Vec<TestSource> = spares.iter().map(|spare| spare.source.clone()).collect();
        let trial = self.bench.judge(&sources, observer)?;
        let tests = trial.candidate_tests.iter().flatten();
        Ok(tests.filter_map(|test| self.proved(&trial, &spares, *test)).collect())
    }

    /// Keeps the tests that fail the same solutions again; gives the others.
    fn judge_again(
        &mut self,
        wanted: Vec<ProvedTest>,
        fresh: &Engine,
        observer: &mut dyn StageObserver,
    ) -> Result<Vec<ProvedTest>, ForgeError> {
        let sources: Vec<TestSource> = wanted.iter().map(|test| test.source.clone()).collect();
        let trial = self.bench.judge_candidates_only(fresh, &sources, observer)?;
        let mut fallen = Vec::new();
        for (offer, test) in wanted.into_iter().zip(&trial.candidate_tests) {
            let again = test.clone().and_then(|test| prove_test(&trial, test, self.settings.agreement));
            // The first proof stays: in a trial of the candidates alone every failing solution is a kill.
            let why = match again {
                Ok(again) if again.holds_again(&offer.evidence) => {
                    self.outcome.offers.push(offer);
                    continue;
                }
                Ok(_) => "it does not fail the same solutions again".to_owned(),
                Err(why) => why,
            };
            self.outcome.not_reproduced.push((words(&offer.source), why));
            fallen.push(offer);
        }
        Ok(fallen)
    }

    /// The sources of the generators that tests call, and the other files that they need; nothing for no test.
    fn called<'t>(&self, tests: impl Iterator<Item = &'t ProvedTest>) -> Result<BTreeSet<RelPath>, WorkbenchError> {
        let problem = self.bench.open()?.problem;
        let generators = problem.generators_by_name();
        let mut needed = BTreeSet::new();
        for test in tests {
            needed.extend(self.pieces.iter().cloned());
            let TestSource::Command(text) = &test.source else { continue };
            let calls = commands::parse(text, &generators).map(|command| command.pipeline).unwrap_or_default();
            let programs = calls.iter().filter_map(|call| call.program);
            needed.extend(programs.flat_map(|program| problem.programs[program].sources.clone()));
        }
        // A manifest may name its generators, new ones too.
        if self.bench.changes()?.iter().any(|change| change.before.is_none() && needed.contains(&change.path)) {
            needed.extend(problem.manifest);
        }
        Ok(needed)
    }
}

/// Takes tests out of the archive that fail those whom only fallen tests fail, as far as there are any.
fn in_place_of(fallen: &[ProvedTest], standing: &[ProvedTest], archive: &mut Vec<ProvedTest>) -> Vec<ProvedTest> {
    let failed = |tests: &[ProvedTest]| -> BTreeSet<String> {
        tests.iter().flat_map(|test| &test.evidence.kills).map(|kill| kill.solution.clone()).collect()
    };
    let still_failed = failed(standing);
    let mut lost: BTreeSet<String> = failed(fallen).difference(&still_failed).cloned().collect();
    let mut chosen = Vec::new();
    archive.retain(|test| {
        let n_before = lost.len();
        lost.retain(|path| !test.evidence.kills.iter().any(|kill| kill.solution == *path));
        let is_chosen = lost.len() < n_before;
        chosen.extend(is_chosen.then(|| test.clone()));
        !is_chosen
    });
    chosen
}

#[cfg(test)]
mod tests {
    use problem::verdict::Verdict;

    use super::*;
    use crate::{
        evidence::{Kill, TestProof},
        hack::outcome::TestKind,
    };

    fn test(input: &str, fails: &[&str]) -> ProvedTest {
        let kill = |name: &&str| Kill { solution: (*name).to_owned(), verdict: Verdict::Wa, message: String::new() };
        let evidence = TestProof {
            bytes: input.len() as u64,
            sha256: String::new(),
            validators: Vec::new(),
            main: "sol.cpp".to_owned(),
            n_agreeing: 1,
            n_right: 1,
            kills: fails.iter().map(kill).collect(),
        };
        let source = TestSource::Input(input.to_owned());
        ProvedTest { source, why: String::new(), kind: TestKind::Supervised, round: 1, evidence }
    }

    #[test]
    fn what_falls_is_replaced_by_what_fails_the_same_solutions() {
        let (fallen, standing) = ([test("1", &["a", "b", "c"])], [test("2", &["b"])]);
        let mut archive = vec![test("3", &["b"]), test("4", &["a"]), test("5", &["a", "c"]), test("6", &["c"])];
        let inputs = |tests: &[ProvedTest]| -> Vec<String> { tests.iter().map(|test| words(&test.source)).collect() };
        // Nobody has lost b; the first that fails a is taken, then one for c.
        let chosen = in_place_of(&fallen, &standing, &mut archive);
        assert_eq!(
            (inputs(&chosen), inputs(&archive)),
            (vec!["\"4\"".into(), "\"5\"".into()], vec!["\"3\"".into(), "\"6\"".into()])
        );
        // If these fall as well, one is left.
        let chosen = in_place_of(&chosen, &standing, &mut archive);
        assert_eq!((inputs(&chosen), inputs(&archive)), (vec!["\"6\"".into()], vec!["\"3\"".into()]));
        assert!(in_place_of(&chosen, &standing, &mut archive).is_empty());
    }
}
