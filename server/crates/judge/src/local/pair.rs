//! A solution and an interactor that talk to each other.
//!
//! Everything passes through us, so that the interaction can be shown.

use std::{fs::File, thread};

use problem::executor::{Action, Deadlock, ExecutorError, TaskResult, Timing};

#[cfg(target_os = "linux")]
use super::referee::Referee;
#[cfg(not(target_os = "linux"))]
use super::unwatched::Referee;
use super::{LocalExecutor, Wanted, failed, files::memory_file, prepare::Prepared, relay::Relay};
use crate::{
    launcher::{Launcher, Side, clock},
    system,
};

/// The box that a side of an interaction was in.
struct SideBox {
    /// No run was in it before.
    was_new: bool,
    /// Its launcher was gone before the end.
    was_lost: bool,
}

impl LocalExecutor {
    pub(super) fn run_pair(
        &self,
        solution: &Action,
        interactor: &Action,
        timing: Timing,
    ) -> Result<TaskResult, ExecutorError> {
        let prepare = |action, side| {
            let mut prepared = self.prepare(action)?;
            prepared.request.side = Some(side);
            Ok::<Prepared, ExecutorError>(prepared)
        };
        let actions = [solution, interactor];
        let prepared = [prepare(solution, Side::Solution)?, prepare(interactor, Side::Interactor)?];
        let (result, sides) = self.run_interaction(actions, &prepared, timing == Timing::Alone)?;
        let TaskResult::Pair { solution: solution_result, interactor: interactor_result, .. } = &result else {
            return Ok(result);
        };
        // Each is asked, since each takes note of what it has seen. Nobody repeats an interaction for its interactor's sake.
        let count = [
            self.note_and_accept_run(prepared[0].owner, &solution.limits, solution_result, timing, sides[0].was_new),
            self.note_and_accept_run(
                prepared[1].owner,
                &interactor.limits,
                interactor_result,
                Timing::Final,
                sides[1].was_new,
            ),
        ];
        let is_final = sides.iter().all(|side| side.was_new || !side.was_lost);
        if count == [true; 2] && is_final {
            return Ok(result);
        }
        self.run_interaction(actions, &prepared, true).map(|(result, _)| result)
    }

    /// Lets both talk once; and what is to be known of the boxes of the solution and the interactor.
    fn run_interaction(
        &self,
        [solution, interactor]: [&Action; 2],
        [prepared_solution, prepared_interactor]: &[Prepared; 2],
        is_new: bool,
    ) -> Result<(TaskResult, [SideBox; 2]), ExecutorError> {
        let pipe = || system::pipe().map_err(|error| failed("making a pipe", &error));
        let (solution_reads, to_solution) = pipe()?;
        let (from_solution, solution_writes) = pipe()?;
        let (interactor_reads, to_interactor) = pipe()?;
        let (from_interactor, interactor_writes) = pipe()?;
        let (solution_errors, interactor_errors) = (memory_file()?, memory_file()?);
        let (referee, board) = Referee::make().map_err(|error| failed("watching an interaction", &error))?;
        let (referee, board, relay) = (&referee, &board, &Relay::default());
        let run = |prepared: &Prepared, stdin: File, stdout: File, stderr: &File| {
            let wanted = Wanted { owner: prepared.owner, is_new };
            let run = |launcher: &mut Launcher| {
                referee.may_stop(launcher.stop_handle());
                let mut files = prepared.descriptors([&stdin, &stdout, stderr]);
                files.push(board);
                launcher.start_program(&prepared.request, &files)?;
                // Our copies must go, or the other side would never see the end.
                drop((stdin, stdout));
                launcher.wait()
            };
            let lent = self.lend(wanted, run, Ok)?;
            Ok::<_, ExecutorError>(match lent {
                Ok(lent) => (lent.came_to, SideBox { was_new: lent.was_new, was_lost: false }),
                Err(lost) => (lost.finished(), SideBox { was_new: lost.was_new, was_lost: true }),
            })
        };
        let (from_solution, from_interactor) = (&from_solution, &from_interactor);
        let (still_runs, done) = crossbeam_channel::bounded(0);
        let (solution_side, interactor_side) = thread::scope(|scope| {
            let pass_on = |direction, side, source, to| {
                scope.spawn(move || {
                    let (wait, end_reading) = (referee.waiter(direction, source), || referee.end_reading(source));
                    relay.pass_on(side, source, to, wait, end_reading, clock);
                });
            };
            pass_on(0, Side::Solution, from_solution, to_interactor);
            pass_on(1, Side::Interactor, from_interactor, to_solution);
            scope.spawn(move || referee.watch(relay, [from_solution, from_interactor], &done));
            let interactor_errors = &interactor_errors;
            let second =
                scope.spawn(move || run(prepared_interactor, interactor_reads, interactor_writes, interactor_errors));
            let first = run(prepared_solution, solution_reads, solution_writes, &solution_errors);
            let second = second.join().unwrap_or(Err(ExecutorError::Failed("a thread of the judge panicked".into())));
            drop(still_runs);
            (first, second)
        });
        let ((solution_came_to, solution_box), (interactor_came_to, interactor_box)) =
            (solution_side?, interactor_side?);
        let nothing = memory_file()?;
        let deadlock = relay.is_over().then(|| {
            Box::new(Deadlock {
                solution_wrote: relay.late_words(Side::Solution),
                interactor_wrote: relay.late_words(Side::Interactor),
            })
        });
        let result = TaskResult::Pair {
            solution: self.finish(solution, solution_came_to, &nothing, &solution_errors)?,
            interactor: self.finish(interactor, interactor_came_to, &nothing, &interactor_errors)?,
            transcript: self.store.put(&relay.transcript())?,
            interactor_ended_first: relay.interactor_ended_first(),
            deadlock,
        };
        Ok((result, [solution_box, interactor_box]))
    }
}
