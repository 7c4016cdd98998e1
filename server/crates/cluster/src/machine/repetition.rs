//! Batches that run twice: by another worker, and where the two say otherwise, here.

use problem::executor::{Batch, Executor as _, ExecutorError, TaskResult};

use super::{Came, ClusterMachine, Whose};
use crate::{
    audit::{self, Caught, N_PROOFS, N_QUESTIONS},
    presence::Kind,
};

/// What one worker said of a batch, and how often this machine said so, too.
struct Said {
    results: Vec<TaskResult>,
    whose: Whose,
    n_agreed: usize,
}

impl Said {
    fn of((results, whose): (Vec<TaskResult>, Whose)) -> Said {
        Said { results, whose, n_agreed: 0 }
    }

    fn is_confirmed(&self) -> bool {
        self.n_agreed == N_PROOFS
    }
}

/// What came of asking somebody again who says what nobody else says.
enum Asked {
    /// It says the same what nobody else says, each time.
    Insists,
    /// It says what the others say, for once.
    Agrees(Vec<TaskResult>),
    /// It has gone, or the program does not do the same each time here, either.
    Nothing,
}

impl ClusterMachine {
    /// Has what a worker has run repeated by one with another key, or here if there is none. Gives what counts in its place,
    /// where this machine says otherwise and nobody can be accused.
    ///
    /// # Errors
    /// When somebody said what is not so: nothing that came of this client's runs is to be used.
    pub(super) fn repeat(
        &self,
        kind: &Kind,
        batch: &Batch,
        results: &[TaskResult],
        whose: &Whose,
    ) -> Result<Option<Vec<TaskResult>>, ExecutorError> {
        let second = self.repeated_by_another(kind, batch, whose)?;
        if second.as_ref().is_some_and(|(theirs, _)| audit::agree(&batch.tasks, results, theirs)) {
            return Ok(None);
        }
        let mut said: Vec<Said> =
            std::iter::once((results.to_vec(), whose.clone())).chain(second).map(Said::of).collect();
        for _ in 0..N_PROOFS {
            let own = self.run_here(batch)?;
            let mut all_agree = true;
            for one in &mut said {
                let agrees = audit::agree(&batch.tasks, &one.results, &own);
                one.n_agreed += usize::from(agrees);
                all_agree &= agrees;
            }
            if all_agree {
                return Ok(None);
            }
        }
        let right = said.iter().position(Said::is_confirmed);
        let Some(wrong) = said.iter().position(|one| one.n_agreed == 0) else { return Ok(None) };
        // Where all say something else than this machine, it is not known who is right.
        if said.len() > 1 && right.is_none() {
            return Ok(None);
        }
        let asked = self.asked_again(kind, batch, &said[wrong].whose)?;
        let key_of = |at: usize| said.get(at).and_then(|one| one.whose.key);
        let is_caught = match (&asked, key_of(wrong), right.and_then(key_of)) {
            (Asked::Insists, _, _) => true,
            // That happens to both where the program is to blame.
            (Asked::Agrees(_) | Asked::Nothing, Some(wrong), Some(right)) => {
                self.connection.audit.is_too_often_alone(wrong, right)
            }
            (Asked::Agrees(_) | Asked::Nothing, ..) => false,
        };
        if is_caught && let Some(sentence) = self.accuse(&said[wrong].whose) {
            return Err(ExecutorError::Failed(sentence));
        }
        let of_right = right.and_then(|at| said.into_iter().nth(at)).map(|one| one.results);
        Ok(match (wrong, of_right, asked) {
            (0, Some(results), _) | (0, None, Asked::Agrees(results)) => Some(results),
            _ => None,
        })
    }

    /// Has nobody believe a worker any more; a sentence for the person, unless nobody knows by what to tell it.
    fn accuse(&self, whose: &Whose) -> Option<String> {
        let key = whose.key?;
        Some(self.connection.audit.note(Caught { worker: whose.worker.clone(), key }))
    }

    /// Asks a worker again and again for what this machine does, too, each time: a program that does something else now and then
    /// may have done so when that worker ran it, and not here.
    fn asked_again(&self, kind: &Kind, batch: &Batch, whose: &Whose) -> Result<Asked, ExecutorError> {
        let there = kind.at(&whose.worker);
        let mut before = self.run_here(batch)?;
        for _ in 0..N_QUESTIONS {
            match self.have_run_by(&there, batch) {
                Ok(Came::Results(results, by)) if by.key == whose.key => {
                    if audit::agree(&batch.tasks, &results, &before) {
                        return Ok(Asked::Agrees(results));
                    }
                }
                Err(ExecutorError::Cancelled) => return Err(ExecutorError::Cancelled),
                Ok(Came::Results(..) | Came::Refusal(_)) | Err(ExecutorError::Failed(_)) => return Ok(Asked::Nothing),
            }
            let own = self.run_here(batch)?;
            if !audit::agree(&batch.tasks, &before, &own) {
                return Ok(Asked::Nothing);
            }
            before = own;
        }
        Ok(Asked::Insists)
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
