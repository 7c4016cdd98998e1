//! The offline engine as a method of the loop.

use super::{ForgeError, HackLoop, Joined, Record, StageObserver, SuiteScore, TestKind};
use crate::{
    bench::Trial,
    offline::{Find, OfflineOptions, search},
    suite::PassMatrix,
};

impl HackLoop<'_> {
    pub(super) fn offline(&mut self, baseline: &Trial, observer: &mut dyn StageObserver) -> Result<Trial, ForgeError> {
        let stop = self.settings.stop.clone();
        let options = OfflineOptions {
            budget: self.settings.budget,
            seed: self.settings.selection_seed,
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
            round: 1,
            kind: TestKind::Offline,
            targets: self.settings.targets.iter().map(ToString::to_string).collect(),
            n_given: found.n_tried,
            n_kept: found.n_valid,
            refused: Vec::new(),
            left_out: Vec::new(),
        });
        (self.outcome.failed_after, self.outcome.searched) = (found.failed_after, found.searched);
        self.outcome.notes.extend(found.notes);
        let joined =
            |find: Find| Joined { source: find.source, why: find.how.to_owned(), kind: TestKind::Offline, round: 1 };
        self.joined.extend(found.finds.into_iter().map(joined));
        self.spares = found.spares.into_iter().map(joined).collect();
        let trial = self.judge_joined(observer)?;
        self.outcome.scores.push(SuiteScore::of(&PassMatrix::of(&trial.problem, &trial.state), Some(1)));
        Ok(trial)
    }
}
