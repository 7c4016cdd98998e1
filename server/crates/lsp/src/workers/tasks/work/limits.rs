//! Which limits follow from lone runs, with the edit that sets them.

use std::time::Duration;

use forge::{
    calibrate::{CalibrateError, CalibrateOptions, Calibration, calibrate},
    growth_plot,
    hack::StageObserver as _,
    report::fenced,
};
use ide::limits::{LimitsEdit, set_limits};
use judge::disk::folder::FileChange;
use serde_json::json;

use super::{Learnt, ProgressReporter, Proposal, TaskError, TaskOutcome, TaskRunner, sentence};
use crate::protocol::payload::CalibrateParams;

impl From<CalibrateError> for TaskError {
    fn from(error: CalibrateError) -> TaskError {
        match error {
            CalibrateError::Workbench(error) => error.into(),
            CalibrateError::Pointless(words) => TaskError::Sentence(words),
        }
    }
}

impl TaskRunner<'_> {
    pub(super) fn calibrate(
        &self,
        params: &CalibrateParams,
        mut reporter: ProgressReporter,
    ) -> Result<TaskOutcome, TaskError> {
        let &CalibrateParams { runs, ratio_ac, ratio_tle, ratio_memory, growth_seconds, apply: _ } = params;
        let growing = Duration::from_secs(growth_seconds.into());
        let options = CalibrateOptions { n_runs: runs, ratio_ac, ratio_tle, ratio_memory, growing };
        let mut note = |path: &str| reporter.stage(&format!("measuring {path}"));
        let calibration = calibrate(&self.engine, &self.opened, &options, &mut note)?;
        let mut result = serde_json::to_value(&calibration).map_err(sentence)?;
        result["plot"] = json!(growth_plot::draw(&calibration.subjects).ok());
        let (title, changes, refusal) = match self.edit_of(&calibration) {
            Ok((title, changes)) => (title, changes, None),
            Err(why) => ("Limits".to_owned(), Vec::new(), Some(why)),
        };
        result["notes"] = json!(Vec::from_iter(&refusal));
        let why = refusal.map(|why| format!("\n> {why}\n")).unwrap_or_default();
        Ok(TaskOutcome::Proposed(Box::new(Proposal {
            result,
            page: format!("# Limits\n\n{}{why}", fenced("text", calibration.words().trim_end())),
            title,
            proof: "every correct solution has the room that was asked for".to_owned(),
            changes,
            learnt: Learnt::Nothing,
        })))
    }

    /// What sets the suggested limits, with a title.
    ///
    /// # Errors
    /// One sentence where there are none, or where this version cannot write them.
    fn edit_of(&self, calibration: &Calibration) -> Result<(String, Vec<FileChange>), String> {
        let (time_ms, memory_mb) = calibration.suggested()?;
        let folder = &self.opened.folder;
        let edits = set_limits(&**folder, &self.opened.problem, time_ms, memory_mb)?;
        let changes = edits.into_iter().map(|LimitsEdit { path, text }| FileChange::of_text(&**folder, path, text));
        let title = match memory_mb {
            Some(memory_mb) => format!("Set the limits to {time_ms} ms and {memory_mb} MB"),
            None => format!("Set the time limit to {time_ms} ms"),
        };
        Ok((title, changes.collect()))
    }
}
