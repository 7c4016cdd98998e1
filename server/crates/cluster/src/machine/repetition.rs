//! Batches that run twice: by another worker, or here where there is none; and where the two say otherwise, here.

use std::time::Duration;

use problem::executor::{Batch, Executor as _, ExecutorError, Task, TaskResult};
use tokio::time::timeout;

use super::{Came, ClusterMachine, Whose, program_of};
use crate::{
    answer::fits,
    audit::{self, Caught, N_PROOFS, N_QUESTIONS, tells},
    presence::Kind,
    wire,
};

/// So long one worker may take for an order of its own beside four times what its programs may: it may have others in hand.
const PATIENCE: Duration = Duration::from_secs(60);

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
    /// It says what this machine says, for once.
    Agrees(Vec<TaskResult>),
    /// This machine says something else by now, too: the program is to blame.
    Unsteady,
    /// It has gone, or does not answer.
    Gone,
}

impl ClusterMachine {
    /// Has what a worker has run repeated by one with another key, or here if there is none. Gives what counts in its place,
    /// where it is contradicted and nobody can be accused.
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
        self.connection.audit.note_repeated(whose.key);
        let second = match self.repeated_by_another(kind, batch, whose)? {
            Some((results, whose)) => Said { results, whose: Some(whose), n_agreed: 0 },
            None => Said { results: self.run_here(batch)?, whose: None, n_agreed: 0 },
        };
        if audit::agree(&batch.tasks, results, &second.results) {
            return Ok(None);
        }
        let first = Said { results: results.to_vec(), whose: Some(whose.clone()), n_agreed: 0 };
        let Some([first, second]) = self.with_proofs(batch, [first, second])? else { return Ok(None) };
        if first.is_contradicted() && second.is_confirmed() {
            return self.instead_of(&first, second.results, (kind, batch));
        }
        if first.is_confirmed()
            && second.is_contradicted()
            && let Some(whose) = &second.whose
            && matches!(self.asked_again(kind, batch, whose)?, Asked::Insists)
        {
            return Err(self.accuse(whose));
        }
        // Where both say something else than this machine, it is not known who is right.
        Ok(None)
    }

    /// What counts in the place of what a worker said alone, where it is not accused, and not the program either; somebody else
    /// said `theirs`.
    fn instead_of(
        &self,
        wrong: &Said,
        theirs: Vec<TaskResult>,
        (kind, batch): (&Kind, &Batch),
    ) -> Result<Option<Vec<TaskResult>>, ExecutorError> {
        let Some(whose) = &wrong.whose else { return Ok(None) };
        let asked = self.asked_again(kind, batch, whose)?;
        let is_caught = match asked {
            Asked::Insists => true,
            // Nobody knows what will run twice, so that is when somebody lies who is afraid to be asked.
            Asked::Agrees(_) | Asked::Gone => {
                let program = batch.tasks.iter().flat_map(Task::actions).next().map(program_of);
                self.connection.audit.is_too_often_alone(whose.key, program)
            }
            Asked::Unsteady => return Ok(None),
        };
        if is_caught {
            return Err(self.accuse(whose));
        }
        let of_asked = if let Asked::Agrees(results) = asked { Some(results) } else { None };
        // This machine may have another CPU, by whose times nothing is judged.
        let will_do = |results: &Vec<TaskResult>| fits(&batch.tasks, kind.cpu_model(), results);
        of_asked.into_iter().chain([theirs]).find(will_do).map(Some).ok_or_else(|| {
            ExecutorError::Failed(format!(
                "{} said of a run what this machine never says, and does not say it again; see to it, and do this again",
                whose.worker
            ))
        })
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
        let mut before = self.run_here(batch)?;
        let mut n_insisted = 0;
        for _ in 0..2 * N_QUESTIONS {
            match self.have_run_at(kind, batch, &whose.worker) {
                Ok(Came::Results(results, by)) if by.key == whose.key => {
                    if tells(&results) && tells(&before) {
                        if audit::agree(&batch.tasks, &results, &before) {
                            return Ok(Asked::Agrees(results));
                        }
                        n_insisted += 1;
                    }
                }
                Err(ExecutorError::Cancelled) => return Err(ExecutorError::Cancelled),
                Ok(Came::Results(..) | Came::Refusal(_)) | Err(ExecutorError::Failed(_)) => return Ok(Asked::Gone),
            }
            let own = self.run_here(batch)?;
            if !audit::agree(&batch.tasks, &before, &own) {
                return Ok(Asked::Unsteady);
            }
            before = own;
            if n_insisted == N_QUESTIONS {
                return Ok(Asked::Insists);
            }
        }
        Ok(Asked::Gone)
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
        for worker in others {
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
        let there = kind.at(worker);
        let patience = PATIENCE + Duration::from_millis(wire::wall_ms(&batch.tasks).saturating_mul(4));
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
