//! A solution and an interactor that talk to each other.
//!
//! Everything passes through us, so that the talk can be shown.

use std::{fs::File, thread};

use problem::executor::{Action, Deadlock, ExecutorError, TaskResult};

#[cfg(target_os = "linux")]
use super::referee::Referee;
#[cfg(not(target_os = "linux"))]
use super::unwatched::Referee;
use super::{LocalExecutor, boxes::Kind, failed, files::memory_file, prepare::Prepared, talk::Talk};
use crate::{
    spawner::{Side, clock},
    system,
};

impl LocalExecutor {
    pub(super) fn run_pair(&self, solution: &Action, interactor: &Action) -> Result<TaskResult, ExecutorError> {
        let prepare = |action, side| {
            let mut prepared = self.prepare(action)?;
            prepared.request.talk = Some(side);
            Ok::<Prepared, ExecutorError>(prepared)
        };
        let prepared_solution = prepare(solution, Side::Solution)?;
        let prepared_interactor = prepare(interactor, Side::Interactor)?;
        let pipe = || system::pipe().map_err(|error| failed("making a pipe", &error));
        let (solution_reads, to_solution) = pipe()?;
        let (from_solution, solution_writes) = pipe()?;
        let (interactor_reads, to_interactor) = pipe()?;
        let (from_interactor, interactor_writes) = pipe()?;
        let (solution_errors, interactor_errors) = (memory_file()?, memory_file()?);
        let (referee, board) = Referee::make().map_err(|error| failed("watching a talk", &error))?;
        let (referee, board, talk) = (&referee, &board, &Talk::default());
        let run = |prepared: &Prepared, stdin: File, stdout: File, stderr: &File| {
            self.with_spawner(Kind::Programs, |spawner| {
                referee.may_stop(spawner.stop_handle());
                let mut files = prepared.descriptors([&stdin, &stdout, stderr]);
                files.push(board);
                spawner.start_program(&prepared.request, &files)?;
                // Our copies must go, or the other side would never see the end.
                drop((stdin, stdout));
                spawner.wait()
            })
        };
        let (from_solution, from_interactor) = (&from_solution, &from_interactor);
        let (still_runs, done) = crossbeam_channel::bounded(0);
        let (solution_side, interactor_side) = thread::scope(|scope| {
            let pass_on = |direction, side, source, to| {
                scope.spawn(move || talk.pass_on(side, source, to, referee.waiter(direction, source), clock));
            };
            pass_on(0, Side::Solution, from_solution, to_interactor);
            pass_on(1, Side::Interactor, from_interactor, to_solution);
            scope.spawn(move || referee.watch(talk, [from_solution, from_interactor], &done));
            let (interactor_errors, prepared_interactor) = (&interactor_errors, &prepared_interactor);
            let second =
                scope.spawn(move || run(prepared_interactor, interactor_reads, interactor_writes, interactor_errors));
            let first = run(&prepared_solution, solution_reads, solution_writes, &solution_errors);
            let second = second.join().unwrap_or(Err(ExecutorError::Failed("a thread of the judge panicked".into())));
            drop(still_runs);
            (first, second)
        });
        let (solution_side, interactor_side) = (solution_side?, interactor_side?);
        let nothing = memory_file()?;
        let deadlock = talk.is_over().then(|| {
            Box::new(Deadlock {
                solution_wrote: talk.late_words(Side::Solution),
                interactor_wrote: talk.late_words(Side::Interactor),
            })
        });
        Ok(TaskResult::Pair {
            solution: self.finish(solution, solution_side, &nothing, &solution_errors)?,
            interactor: self.finish(interactor, interactor_side, &nothing, &interactor_errors)?,
            transcript: self.store.put(&talk.transcript())?,
            interactor_ended_first: talk.interactor_ended_first(),
            deadlock,
        })
    }
}
