//! The offline engine as a method of the loop, and beside a model's.

use std::{
    collections::BTreeSet,
    time::{Duration, Instant},
};

use problem::{finding::Code, path::RelPath, verdict::Verdict};

use super::{
    ForgeError, HackLoop, Joined, Record, StageObserver, SuiteScore, TestKind, has_unbroken_target, outcome::ProvedTest,
};
use crate::{
    bench::{TestSource, Trial},
    evidence::prove_test,
    offline::{Find, MAX_CHANGED, MOST_FOR_ONE, OfflineOptions, search, time_to_shrink},
    prompt::values::SearchedText,
    smaller::Search,
    suite::PassMatrix,
};

/// The share of its time that the search has before a model is asked; in the rest it works with what the model brings.
const SHARE_BEFORE: f64 = 0.75;
/// With less than that nothing is found any more.
const LEAST: Duration = Duration::from_secs(1);
/// A search that has tried fewer valid inputs has shown nothing.
const LEAST_TOLD: usize = 100;
/// So many bounds that no test reaches are told.
const MAX_BOUNDS: usize = 10;

impl HackLoop<'_> {
    /// Looks for tests for all of its time, or, before a model is asked, for most of it.
    pub(super) fn offline(&mut self, baseline: &Trial, observer: &mut dyn StageObserver) -> Result<Trial, ForgeError> {
        let budget = self.settings.budget;
        let first = if self.settings.begins_offline { budget.mul_f64(SHARE_BEFORE) } else { budget };
        let trial = self.look(baseline, first, 1, observer)?;
        self.outcome.scores.push(SuiteScore::of(&PassMatrix::of(&trial.problem, &trial.state), Some(1)));
        Ok(trial)
    }

    /// Looks on for a share of the time that is left, where somebody is left, with the tests and the generators that a model
    /// brought: over their options, and by changes of their inputs.
    pub(super) fn look_on(
        &mut self,
        trial: Trial,
        share: f64,
        round: u32,
        observer: &mut dyn StageObserver,
    ) -> Result<Trial, ForgeError> {
        let left = self.settings.budget.saturating_sub(self.outcome.searched).mul_f64(share);
        let may_look = self.settings.begins_offline && left >= LEAST && !self.settings.stop.is_asked();
        if !may_look || !has_unbroken_target(&trial, &PassMatrix::of(&trial.problem, &trial.state)) {
            return Ok(trial);
        }
        // To it all tests are there already.
        let first_candidate = trial.problem.tests.next_idx();
        self.look(&Trial { first_candidate, ..trial }, left, round, observer)
    }

    fn look(
        &mut self,
        baseline: &Trial,
        budget: Duration,
        round: u32,
        observer: &mut dyn StageObserver,
    ) -> Result<Trial, ForgeError> {
        let stop = self.settings.stop.clone();
        let options = OfflineOptions {
            budget,
            // The same again would come to the same.
            seed: self.settings.selection_seed.wrapping_add(self.outcome.records.len() as u64),
            targets: self.settings.targets.clone(),
            sources: self.settings.sources.clone(),
            stop: &|| stop.is_asked(),
        };
        observer.stage("looking for tests without a model");
        self.settings.stop.listen(true);
        let found = search(&self.bench, baseline, &options, observer);
        self.settings.stop.listen(false);
        let found = found?;
        self.outcome.records.push(Record {
            round,
            kind: TestKind::Offline,
            targets: self.settings.targets.iter().map(ToString::to_string).collect(),
            n_given: found.n_tried,
            n_kept: found.n_valid,
            refused: Vec::new(),
            left_out: Vec::new(),
        });
        let before = self.outcome.searched;
        self.outcome.failed_after.extend(found.failed_after.into_iter().map(|(path, after)| (path, before + after)));
        self.outcome.searched += found.searched;
        for note in found.notes {
            if !self.outcome.notes.contains(&note.words) {
                self.outcome.notes.push(note.words);
            }
        }
        let joined =
            |find: Find| Joined { source: find.source, why: find.how.to_owned(), kind: TestKind::Offline, round };
        self.ways = found.ways;
        self.joined.extend(found.finds.into_iter().map(joined));
        self.spares.extend(found.spares.into_iter().map(joined));
        Ok(self.judge_joined(observer)?)
    }

    /// Makes inputs that a model has written smaller, as long as each fails all whom it failed, where the search has a part in
    /// the work. What is too slow stays: a smaller input would be one on which it is hardly so. So does a whole suite, whose
    /// tests are there for more than whom they fail first.
    pub(super) fn make_small(
        &self,
        offers: &mut [ProvedTest],
        observer: &mut dyn StageObserver,
    ) -> Result<(), ForgeError> {
        if !self.settings.begins_offline || self.settings.wants_all {
            return Ok(());
        }
        let deadline = Instant::now() + time_to_shrink(self.settings.budget);
        let there: BTreeSet<String> = self.joined.iter().filter_map(|joined| joined.source.input().cloned()).collect();
        for offer in offers {
            let is_slow = offer.evidence.kills.iter().any(|kill| kill.verdict == Verdict::Tle);
            let Some(text) = offer.source.input().filter(|text| text.len() <= MAX_CHANGED) else { continue };
            if offer.kind == TestKind::Offline || is_slow || Instant::now() >= deadline || self.settings.stop.is_asked()
            {
                continue;
            }
            let failing = offer.evidence.kills.iter();
            let failing = failing.filter_map(|kill| Some((RelPath::parse(&kill.solution)?, kill.verdict))).collect();
            let until = deadline.min(Instant::now() + MOST_FOR_ONE);
            let smaller = Search::new(&self.bench, failing).until(until).smallest(text, &there, observer)?;
            if smaller != *text {
                let source = TestSource::Input(smaller);
                let trial = self.bench.judge(std::slice::from_ref(&source), observer)?;
                let proof = trial.candidate_tests[0].clone();
                let proof = proof.and_then(|test| prove_test(&trial, test, self.settings.agreement));
                if let Ok(evidence) = proof
                    && evidence.fails_all_of(&offer.evidence)
                {
                    (offer.source, offer.evidence) = (source, evidence);
                }
            }
        }
        Ok(())
    }

    /// What a model is told of the search, if there was one.
    pub(super) fn searched(&self, trial: &Trial) -> Option<SearchedText> {
        let records = self.outcome.records.iter().filter(|record| record.kind == TestKind::Offline);
        let n_valid: usize = records.map(|record| record.n_kept).sum();
        if n_valid < LEAST_TOLD {
            return None;
        }
        let findings = trial.findings(self.bench.engine());
        let missed = findings.into_iter().filter(|finding| finding.code == Code::BoundNeverHit);
        // How many there were differs from run to run, and a question that differs is asked anew.
        Some(SearchedText {
            n_valid: 10_usize.pow(n_valid.ilog10()),
            runs_backwards: self.ways.runs_backwards,
            has_generators: self.ways.calls_generators,
            missed: missed.map(|finding| finding.message).take(MAX_BOUNDS).collect(),
        })
    }
}
