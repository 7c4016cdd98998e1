//! Batches that run twice: by another worker, and where the two say otherwise, here.

use problem::executor::{Batch, Executor as _, ExecutorError, TaskResult};

use super::{Came, ClusterMachine, Whose};
use crate::{
    audit::{self, Caught, N_PROOFS},
    presence::Kind,
};

impl ClusterMachine {
    /// Has what a worker has run repeated by one with another key, or here if there is none.
    ///
    /// # Errors
    /// When somebody said what is not so: nothing that came of this client's runs is to be used.
    pub(super) fn repeat(
        &self,
        kind: &Kind,
        batch: &Batch,
        results: &[TaskResult],
        whose: &Whose,
    ) -> Result<(), ExecutorError> {
        let second = self.repeated_by_another(kind, batch, whose)?;
        if second.as_ref().is_some_and(|(theirs, _)| audit::agree(&batch.tasks, results, theirs)) {
            return Ok(());
        }
        let mut said = vec![(results, whose)];
        said.extend(second.as_ref().map(|(theirs, another)| (theirs.as_slice(), another)));
        // Whoever says what this machine says each time is right; where all say something else, it is not known who is.
        let mut right = vec![true; said.len()];
        for _ in 0..N_PROOFS {
            let own = self.run_here(batch)?;
            for (is_right, (theirs, _)) in right.iter_mut().zip(&said) {
                *is_right &= audit::agree(&batch.tasks, theirs, &own);
            }
            if right.iter().all(|is_right| *is_right) {
                return Ok(());
            }
        }
        let is_known = second.is_none() || right.contains(&true);
        let wrong = right.iter().zip(&said).filter(|(is_right, _)| !**is_right && is_known);
        let caught = wrong.filter_map(|(_, (_, whose))| Some(Caught { worker: whose.worker.clone(), key: whose.key? }));
        match caught.map(|caught| self.connection.audit.note(caught)).next() {
            Some(sentence) => Err(ExecutorError::Failed(sentence)),
            None => Ok(()),
        }
    }

    /// What a worker with another key makes of a batch; `None` where there is none, or it comes to nothing.
    fn repeated_by_another(
        &self,
        kind: &Kind,
        batch: &Batch,
        whose: &Whose,
    ) -> Result<Option<(Vec<TaskResult>, Whose)>, ExecutorError> {
        for worker in self.connection.others(kind, &whose.worker) {
            match self.have_run_by(&kind.at(&worker), batch) {
                Ok(Came::Results(results, another)) if another.key != whose.key => return Ok(Some((results, another))),
                Err(ExecutorError::Cancelled) => return Err(ExecutorError::Cancelled),
                // It is the same one by another name, or has gone.
                Ok(Came::Results(..) | Came::Refusal(_)) | Err(ExecutorError::Failed(_)) => {}
            }
        }
        Ok(None)
    }

    fn run_here(&self, batch: &Batch) -> Result<Vec<TaskResult>, ExecutorError> {
        let mut results = Vec::new();
        self.home.run(batch, &mut |_, result| results.push(result))?;
        Ok(results)
    }
}
