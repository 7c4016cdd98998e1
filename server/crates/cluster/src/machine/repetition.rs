//! Batches that run twice: by another worker, or here where there is none; and where the two say otherwise, here.

use std::time::Duration;

use problem::executor::{Batch, Executor as _, ExecutorError, Task, TaskResult};
use tokio::time::{Instant, sleep, timeout};

use super::{Came, ClusterMachine, Whose, program_of};
use crate::{
    audit::{self, Caught, N_PROOFS, N_QUESTIONS, tells},
    presence::Kind,
    wire,
};

/// So long one worker may take for an order of its own beside four times what its programs may: it may have others in hand.
const PATIENCE: Duration = Duration::from_secs(60);

/// Longer than the second of a clock.
const ANOTHER_SECOND: Duration = Duration::from_millis(1100);
/// So many workers are asked whether they have another key.
const MAX_OTHERS: usize = 3;

fn patience(batch: &Batch) -> Duration {
    PATIENCE + Duration::from_millis(wire::wall_ms(&batch.tasks).saturating_mul(4))
}

/// What somebody said of a batch, a worker or this machine, and how often this machine said so later, too.
struct Said {
    results: Vec<TaskResult>,
    whose: Option<Whose>,
    n_agreed: usize,
}

impl Said {
    fn is_confirmed(&self) -> bool {
        self.n_agreed == N_PROOFS
    }

    fn is_contradicted(&self) -> bool {
        self.n_agreed == 0
    }
}

/// What came of asking a worker again that says what nobody else says.
enum Asked {
    /// It says so each time, and this machine something else.
    Insists,
    /// It says what this machine says, for once; or it has gone, or does not answer.
    Evades,
    /// This machine says something else by now, too: the program is to blame.
    Unsteady,
}

impl ClusterMachine {
    /// Has what a worker has run repeated by one with another key, or here if there is none and the CPU is the same. Gives what
    /// counts in its place, where it is contradicted and nobody can be accused.
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
        let second = match self.repeated_by_another(kind, batch, whose)? {
            Some((results, whose)) => Said { results, whose: Some(whose), n_agreed: 0 },
            // With another CPU a program may well do something else.
            None if !self.connection.has_this_cpu() => return Ok(None),
            None => Said { results: self.run_here(batch)?, whose: None, n_agreed: 0 },
        };
        self.connection.audit.note_repeated(whose.key);
        if audit::agree(&batch.tasks, results, &second.results) {
            // Anybody can say that he was too busy.
            return Ok((!tells(results) && tells(&second.results)).then_some(second.results));
        }
        let first = Said { results: results.to_vec(), whose: Some(whose.clone()), n_agreed: 0 };
        let Some([first, second]) = self.with_proofs(batch, [first, second])? else { return Ok(None) };
        match (&first, &second) {
            (first, second) if first.is_contradicted() && second.is_confirmed() => {
                self.ensure_is_not_to_blame(whose, (kind, batch))?;
            }
            (first, Said { whose: Some(whose), .. }) if first.is_confirmed() && second.is_contradicted() => {
                if let Asked::Insists = self.asked_again(kind, batch, whose)? {
                    return Err(self.accuse(whose));
                }
            }
            // Where both say something else than this machine, or both the same now and then, it is not known who is right.
            _ => {}
        }
        Ok((first.is_contradicted() && !second.is_contradicted()).then_some(second.results))
    }

    /// Fails where a worker that is alone with what it said, when nobody could know that it would be looked at, is to blame for
    /// that, and not the program.
    fn ensure_is_not_to_blame(&self, whose: &Whose, (kind, batch): (&Kind, &Batch)) -> Result<(), ExecutorError> {
        let is_caught = match self.asked_again(kind, batch, whose)? {
            Asked::Insists => true,
            Asked::Evades => {
                let program = batch.tasks.iter().flat_map(Task::actions).next().map(program_of);
                self.connection.audit.is_too_often_alone(whose.key, program)
            }
            Asked::Unsteady => false,
        };
        if is_caught { Err(self.accuse(whose)) } else { Ok(()) }
    }

    /// Has a batch run here so often that it is known who is right; `None` where both are, or nothing can be known, since this
    /// machine is too busy.
    fn with_proofs(&self, batch: &Batch, mut said: [Said; 2]) -> Result<Option<[Said; 2]>, ExecutorError> {
        let mut n_proofs = 0;
        for _ in 0..2 * N_PROOFS {
            let own = self.run_here(batch)?;
            if !tells(&own) {
                continue;
            }
            let agrees = said.each_ref().map(|one| audit::agree(&batch.tasks, &one.results, &own));
            if agrees == [true; 2] {
                return Ok(None);
            }
            said.iter_mut().zip(agrees).for_each(|(one, agrees)| one.n_agreed += usize::from(agrees));
            n_proofs += 1;
            if n_proofs == N_PROOFS {
                return Ok(Some(said));
            }
        }
        Ok(None)
    }

    /// Has nobody believe a worker any more.
    fn accuse(&self, whose: &Whose) -> ExecutorError {
        let caught = whose.key.map(|key| Caught { worker: whose.worker.clone(), key });
        ExecutorError::Failed(match caught {
            Some(caught) => self.connection.audit.note(caught),
            // Nothing is repeated where nobody signs.
            None => format!("{} said of a run what is not so, and nobody knows its key", whose.worker),
        })
    }

    /// Asks a worker again and again for what this machine does, too, each time: a program that does something else now and then
    /// may have done so when that worker ran it, and not here.
    fn asked_again(&self, kind: &Kind, batch: &Batch, whose: &Whose) -> Result<Asked, ExecutorError> {
        let end = Instant::now() + 2 * patience(batch);
        let mut before = self.run_here(batch)?;
        let mut n_insisted = 0;
        while n_insisted < N_QUESTIONS {
            // Meanwhile, by another batch.
            self.connection.audit.ensure_nobody_is_caught()?;
            match self.have_run_at(kind, batch, &whose.worker) {
                Ok(Came::Results(results, by)) if by.key == whose.key => {
                    if tells(&results) && tells(&before) {
                        if audit::agree(&batch.tasks, &results, &before) {
                            return Ok(Asked::Evades);
                        }
                        n_insisted += 1;
                    }
                }
                Err(ExecutorError::Cancelled) => return Err(ExecutorError::Cancelled),
                Ok(Came::Results(..) | Came::Refusal(_)) | Err(ExecutorError::Failed(_)) => return Ok(Asked::Evades),
            }
            if Instant::now() > end {
                return Ok(Asked::Evades);
            }
            if n_insisted == N_QUESTIONS / 2 {
                // What goes by the clock does something else then.
                self.wait_for(async {
                    sleep(ANOTHER_SECOND).await;
                    Ok(())
                })?;
            }
            let own = self.run_here(batch)?;
            if !audit::agree(&batch.tasks, &before, &own) {
                return Ok(Asked::Unsteady);
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
        let mut others = self.connection.others(kind, &whose.worker);
        if !others.is_empty() {
            // It may be another one that calls itself so.
            others.push(whose.worker.clone());
        }
        for worker in others.into_iter().take(MAX_OTHERS) {
            match self.have_run_at(kind, batch, &worker) {
                Ok(Came::Results(results, another)) if another.key != whose.key => return Ok(Some((results, another))),
                Err(ExecutorError::Cancelled) => return Err(ExecutorError::Cancelled),
                // It is the same one by another name, or has gone.
                Ok(Came::Results(..) | Came::Refusal(_)) | Err(ExecutorError::Failed(_)) => {}
            }
        }
        Ok(None)
    }

    /// Has a batch run by one worker, which may take its time, but not all of it.
    fn have_run_at(&self, kind: &Kind, batch: &Batch, worker: &str) -> Result<Came, ExecutorError> {
        let (there, patience) = (kind.at(worker), patience(batch));
        let silent = || ExecutorError::Failed(format!("{worker} does not answer"));
        self.results_of((batch, None), &there, |payload| {
            self.wait_for(async {
                timeout(patience, self.orders.send_and_wait(&there, payload)).await.map_err(|_| silent())?
            })
        })
    }

    fn run_here(&self, batch: &Batch) -> Result<Vec<TaskResult>, ExecutorError> {
        let mut results = Vec::new();
        self.home.run(batch, &mut |_, result| results.push(result))?;
        Ok(results)
    }
}
