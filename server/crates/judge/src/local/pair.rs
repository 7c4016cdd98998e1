//! A solution and an interactor that talk to each other.
//!
//! Everything passes through us, so that the interaction can be shown.

use std::{fs::File, io, sync::OnceLock, thread};

use crossbeam_channel::{Receiver, Sender, bounded};
use problem::executor::{Action, Deadlock, Exceeded, ExecutorError, ExitStatus, MOST_DROPPED, TaskResult, Timing};

#[cfg(not(target_os = "linux"))]
use super::unwatched::{Handover, Referee};
use super::{LocalExecutor, Wanted, failed, files::memory_file, prepare::Prepared, relay::Relay};
#[cfg(target_os = "linux")]
use super::{named_pipes::Handover, referee::Referee};
use crate::{
    launcher::{Launcher, Side, clock},
    system,
};

/// What a side is started with.
struct Streams {
    stdin: File,
    stdout: File,
    /// Where it talks by named pipes.
    handover: Option<(Handover, Ends)>,
}

/// What a side wrote that is for nobody but us.
struct Kept {
    stdout: File,
    stderr: File,
}

/// Where the ends go that a partner writes to and reads from, as soon as they are open.
pub(super) struct Ends {
    pub(super) to: Sender<File>,
    pub(super) from: Sender<File>,
}

/// Where they are found.
struct FarEnds {
    to: Receiver<File>,
    from: Receiver<File>,
}

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

    /// What a side is started with, and the ends for its partner: of its standard streams, or of its named pipes.
    fn streams(&self, action: &Action) -> Result<(Streams, Kept, FarEnds), ExecutorError> {
        let pipe = || system::pipe().map_err(|error| failed("making a pipe", &error));
        let kept = Kept { stdout: memory_file()?, stderr: memory_file()? };
        let ((to_tx, to), (from_tx, from)) = (bounded(1), bounded(1));
        let ends = Ends { to: to_tx, from: from_tx };
        let streams = if action.pipes.is_some() {
            let of_pipes = |error: &io::Error| failed("making named pipes", error);
            let handover = Handover::new().map_err(|error| of_pipes(&error))?;
            let stdout = kept.stdout.try_clone().map_err(|error| of_pipes(&error))?;
            let stdin = self.inputs.open_stdin(&self.store, action.stdin)?;
            Streams { stdin, stdout, handover: Some((handover, ends)) }
        } else {
            let ((stdin, to), (from, stdout)) = (pipe()?, pipe()?);
            // Both have room for one.
            drop((ends.to.send(to), ends.from.send(from)));
            Streams { stdin, stdout, handover: None }
        };
        Ok((streams, kept, FarEnds { to, from }))
    }

    /// Lets both talk once; and what is to be known of the boxes of the solution and the interactor.
    fn run_interaction(
        &self,
        [solution, interactor]: [&Action; 2],
        [prepared_solution, prepared_interactor]: &[Prepared; 2],
        is_new: bool,
    ) -> Result<(TaskResult, [SideBox; 2]), ExecutorError> {
        let (of_solution, solution_kept, solution_ends) = self.streams(solution)?;
        let (of_interactor, interactor_kept, interactor_ends) = self.streams(interactor)?;
        let (solution_kept, interactor_kept) = (&solution_kept, &interactor_kept);
        let (referee, board) = Referee::make().map_err(|error| failed("watching an interaction", &error))?;
        let (referee, board, relay) = (&referee, &board, &Relay::default());
        let sources = &[OnceLock::new(), OnceLock::new()];
        let (still_runs, done) = crossbeam_channel::bounded(0);
        let (solution_side, interactor_side) = thread::scope(|scope| {
            let run = |prepared: &Prepared, Streams { stdin, stdout, handover }: Streams, kept: &Kept| {
                let wanted = Wanted { owner: prepared.owner, is_new };
                let run = |launcher: &mut Launcher| {
                    referee.may_stop(launcher.stop_handle());
                    let mut files = prepared.descriptors([&stdin, &stdout, &kept.stderr]);
                    files.push(board);
                    files.extend(handover.iter().map(|(handover, _)| &handover.theirs));
                    launcher.start_program(&prepared.request, &files)?;
                    // Our copies must go, or the other side would never see the end.
                    drop((stdin, stdout));
                    let _met = handover.map(|(handover, ends)| handover.meet(scope, ends)).transpose()?;
                    launcher.wait()
                };
                let lent = self.lend(wanted, run, Ok)?;
                Ok::<_, ExecutorError>(match lent {
                    Ok(lent) => (lent.came_to, SideBox { was_new: lent.was_new, was_lost: false }),
                    Err(lost) => (lost.finished(), SideBox { was_new: lost.was_new, was_lost: true }),
                })
            };
            let pass_on = |direction: usize, side, from: Receiver<File>, to: Receiver<File>, most_dropped| {
                scope.spawn(move || {
                    let Ok(file) = from.recv() else { return relay.fall_silent(side) };
                    let source = sources[direction].get_or_init(|| file);
                    let end_reading = |n_dropped: u64| n_dropped > most_dropped && referee.end_reading(source);
                    relay.pass_on(
                        side,
                        source,
                        || to.recv().ok(),
                        referee.waiter(direction, source),
                        end_reading,
                        clock,
                    );
                });
            };
            pass_on(0, Side::Solution, solution_ends.from, interactor_ends.to, MOST_DROPPED as u64);
            let most_for_nobody = interactor.limits.output_bytes;
            pass_on(1, Side::Interactor, interactor_ends.from, solution_ends.to, most_for_nobody);
            scope.spawn(move || referee.watch(relay, sources, &done));
            let second = scope.spawn(move || run(prepared_interactor, of_interactor, interactor_kept));
            let first = run(prepared_solution, of_solution, solution_kept);
            let second = second.join().unwrap_or(Err(ExecutorError::Failed("a thread of the judge panicked".into())));
            drop(still_runs);
            (first, second)
        });
        let ((solution_came_to, solution_box), (interactor_came_to, interactor_box)) =
            (solution_side?, interactor_side?);
        let deadlock = relay.is_over().then(|| {
            Box::new(Deadlock {
                solution_wrote: relay.late_words(Side::Solution),
                interactor_wrote: relay.late_words(Side::Interactor),
            })
        });
        let finish = |action, came_to, kept: &Kept| self.finish(action, came_to, &kept.stdout, &kept.stderr);
        let mut interactor_result = finish(interactor, interactor_came_to, interactor_kept)?;
        if relay.is_interactor_cut() {
            interactor_result.status = ExitStatus::Killed(Exceeded::Output);
        }
        let result = TaskResult::Pair {
            solution: finish(solution, solution_came_to, solution_kept)?,
            interactor: interactor_result,
            transcript: self.store.put(&relay.transcript())?,
            interactor_ended_first: relay.interactor_ended_first(),
            deadlock,
        };
        Ok((result, [solution_box, interactor_box]))
    }
}
