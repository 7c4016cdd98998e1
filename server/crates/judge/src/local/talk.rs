//! A solution, of which there may be several processes, and an interactor that talk to each other.
//!
//! Everything passes through us, so that the interaction can be shown.

use std::{fs::File, io, sync::OnceLock, thread};

use crossbeam_channel::{Receiver, Sender, bounded};
use problem::executor::{
    Action, Deadlock, Exceeded, ExecutorError, ExitStatus, MOST_DROPPED, MOST_PROCESSES, RunResult, TaskResult, Timing,
};

#[cfg(not(target_os = "linux"))]
use super::unwatched::{Handover, Referee};
use super::{
    LocalExecutor, Wanted, failed,
    files::memory_file,
    prepare::Prepared,
    relay::{Direction, Relay, Speaker},
};
#[cfg(target_os = "linux")]
use super::{named_pipes::Handover, referee::Referee};
use crate::{
    launcher::{Finished, Launcher, Side, clock},
    system,
};

/// What a side is started with.
struct Streams {
    stdin: File,
    stdout: File,
    /// Where it talks by named pipes.
    handover: Option<(Handover, Vec<Ends>)>,
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

/// What came of a side, and of its box.
type Outcome = Result<(Finished, SideBox), ExecutorError>;

impl LocalExecutor {
    pub(super) fn run_talk(
        &self,
        solutions: &[Action],
        interactor: &Action,
        timing: Timing,
    ) -> Result<TaskResult, ExecutorError> {
        let n_solutions = solutions.len();
        if !(1..=MOST_PROCESSES).contains(&n_solutions) || n_solutions > 1 && interactor.pipes.len() != n_solutions {
            let message = format!("an interactor cannot talk to {n_solutions} processes; let it talk to fewer");
            return Err(ExecutorError::Failed(message));
        }
        let actions: Vec<&Action> = solutions.iter().chain([interactor]).collect();
        let sides = (0..n_solutions).map(Side::Solution).chain([Side::Interactor]);
        let prepare = |(action, side): (&&Action, Side)| {
            let mut prepared = self.prepare(action)?;
            prepared.request.side = Some(side);
            Ok(prepared)
        };
        let prepared = actions.iter().zip(sides).map(prepare).collect::<Result<Vec<Prepared>, ExecutorError>>()?;
        let (result, boxes) = self.run_interaction(&actions, &prepared, timing == Timing::Alone)?;
        let TaskResult::Talk { solutions: of_solutions, interactor: of_interactor, .. } = &result else {
            return Ok(result);
        };
        let mut counts = boxes.iter().all(|side| side.was_new || !side.was_lost);
        // Each is asked, since each takes note of what it has seen. Nobody repeats an interaction for its interactor's sake.
        let timings = std::iter::repeat_n(timing, n_solutions).chain([Timing::Final]);
        for (idx, (result, timing)) in of_solutions.iter().chain([of_interactor]).zip(timings).enumerate() {
            let (owner, limits) = (prepared[idx].owner, &actions[idx].limits);
            counts &= self.note_and_accept_run(owner, limits, result, timing, boxes[idx].was_new);
        }
        if counts {
            return Ok(result);
        }
        self.run_interaction(&actions, &prepared, true).map(|(result, _)| result)
    }

    /// What a side is started with, and the ends for its partners: of its standard streams, or of its named pipes.
    fn streams(&self, action: &Action) -> Result<(Streams, Kept, Vec<FarEnds>), ExecutorError> {
        let pipe = || system::pipe().map_err(|error| failed("making a pipe", &error));
        let kept = Kept { stdout: memory_file()?, stderr: memory_file()? };
        let ends = || {
            let ((to_tx, to), (from_tx, from)) = (bounded(1), bounded(1));
            (Ends { to: to_tx, from: from_tx }, FarEnds { to, from })
        };
        if action.pipes.is_empty() {
            let ((stdin, to), (from, stdout)) = (pipe()?, pipe()?);
            let (near, far) = ends();
            // Both have room for one.
            drop((near.to.send(to), near.from.send(from)));
            return Ok((Streams { stdin, stdout, handover: None }, kept, vec![far]));
        }
        let of_pipes = |error: &io::Error| failed("making named pipes", error);
        let handover = Handover::new().map_err(|error| of_pipes(&error))?;
        let stdout = kept.stdout.try_clone().map_err(|error| of_pipes(&error))?;
        let stdin = self.inputs.open_stdin(&self.store, action.stdin)?;
        let (near, far) = action.pipes.iter().map(|_| ends()).unzip();
        Ok((Streams { stdin, stdout, handover: Some((handover, near)) }, kept, far))
    }

    /// Lets all talk once; and what is to be known of the boxes. The interactor is the last of them.
    fn run_interaction(
        &self,
        actions: &[&Action],
        prepared: &[Prepared],
        is_new: bool,
    ) -> Result<(TaskResult, Vec<SideBox>), ExecutorError> {
        let n_solutions = actions.len() - 1;
        let (mut streams, mut kept, mut ends) = (Vec::new(), Vec::new(), Vec::new());
        for action in actions {
            let (of_side, kept_of_side, ends_of_side) = self.streams(action)?;
            streams.push(of_side);
            kept.push(kept_of_side);
            ends.extend(ends_of_side);
        }
        // Those of the interactor, one for each process.
        let interactor_ends = ends.split_off(n_solutions);
        let (referee, board) = Referee::make(n_solutions).map_err(|error| failed("watching an interaction", &error))?;
        let relay = Relay::new(n_solutions);
        let watched = Watched { referee: &referee, board: &board, relay: &relay };
        let most_for_nobody = [MOST_DROPPED as u64, actions[n_solutions].limits.output_bytes];
        let sources: Vec<OnceLock<File>> = (0..2 * n_solutions).map(|_| OnceLock::new()).collect();
        let (still_runs, done) = crossbeam_channel::bounded(0);
        let outcomes: Vec<Outcome> = thread::scope(|scope| {
            let pairs = ends.into_iter().zip(interactor_ends);
            let ways = pairs.flat_map(|(of_solution, of_interactor)| {
                [(of_solution.from, of_interactor.to), (of_interactor.from, of_solution.to)]
            });
            for ((direction, (from, to)), source) in Direction::all(n_solutions).zip(ways).zip(&sources) {
                let most = most_for_nobody[usize::from(direction.from == Speaker::Interactor)];
                scope.spawn(move || watched.pass_on(direction, source, &from, &to, most));
            }
            let sources = &sources;
            scope.spawn(move || watched.referee.watch(watched.relay, sources, &done));
            let mut sides = prepared.iter().zip(streams).zip(&kept);
            let first = sides.next();
            let run = move |((prepared, streams), kept): ((&Prepared, Streams), &Kept)| {
                self.run_side(scope, watched, prepared, streams, kept, is_new)
            };
            let others: Vec<_> = sides.map(|side| scope.spawn(move || run(side))).collect();
            let first = first.map(run);
            let panicked = || Err(ExecutorError::Failed("a thread of the judge panicked".into()));
            let others = others.into_iter().map(|thread| thread.join().unwrap_or_else(|_| panicked()));
            let outcomes = first.into_iter().chain(others).collect();
            drop(still_runs);
            outcomes
        });
        let (mut results, mut boxes) = (Vec::new(), Vec::new());
        for ((action, outcome), kept) in actions.iter().zip(outcomes).zip(&kept) {
            let (came_to, side) = outcome?;
            results.push(self.finish(action, came_to, &kept.stdout, &kept.stderr)?);
            boxes.push(side);
        }
        Ok((self.result_of(&relay, results)?, boxes))
    }

    /// Runs one side to its end.
    fn run_side<'scope>(
        &self,
        scope: &'scope thread::Scope<'scope, '_>,
        watched: Watched<'_>,
        prepared: &Prepared,
        Streams { stdin, stdout, handover }: Streams,
        kept: &Kept,
        is_new: bool,
    ) -> Outcome {
        let wanted = Wanted { owner: prepared.owner, is_new };
        let run = |launcher: &mut Launcher| {
            watched.referee.may_stop(launcher.stop_handle());
            let mut files = prepared.descriptors([&stdin, &stdout, &kept.stderr]);
            files.push(watched.board);
            files.extend(handover.iter().map(|(handover, _)| &handover.theirs));
            launcher.start_program(&prepared.request, &files)?;
            // Our copies must go, or the other side would never see the end.
            drop((stdin, stdout));
            let _met = handover.map(|(handover, ends)| handover.meet(scope, ends)).transpose()?;
            launcher.wait()
        };
        Ok(match self.lend(wanted, run, Ok)? {
            Ok(lent) => (lent.came_to, SideBox { was_new: lent.was_new, was_lost: false }),
            Err(lost) => (lost.finished(), SideBox { was_new: lost.was_new, was_lost: true }),
        })
    }

    /// What a talk came to, of which the interactor's is the last result.
    fn result_of(&self, relay: &Relay, mut results: Vec<RunResult>) -> Result<TaskResult, ExecutorError> {
        let mixed_up = || ExecutorError::Failed("the executor mixed up its results".to_owned());
        let mut interactor = results.pop().ok_or_else(mixed_up)?;
        if relay.is_interactor_cut() {
            interactor.status = ExitStatus::Killed(Exceeded::Output);
        }
        let has_failed = |process: &usize| !results[*process].status.is_success();
        let some_failed = (0..results.len()).any(|process| has_failed(&process));
        let mut counted = (0..results.len()).filter(|process| !some_failed || has_failed(process));
        let interactor_ended_first = counted.all(|process| relay.interactor_ended_first(process));
        let deadlock = relay.is_over().then(|| {
            Box::new(Deadlock {
                solution_wrote: relay.late_words(Speaker::Solution),
                interactor_wrote: relay.late_words(Speaker::Interactor),
            })
        });
        let transcript = self.store.put(&relay.transcript())?;
        Ok(TaskResult::Talk { solutions: results, interactor, transcript, interactor_ended_first, deadlock })
    }
}

/// Who sees to an interaction while it lasts.
#[derive(Clone, Copy)]
struct Watched<'a> {
    referee: &'a Referee,
    /// The referee's board, as the launchers find it.
    board: &'a File,
    relay: &'a Relay,
}

impl Watched<'_> {
    /// Passes on what is written in one direction, of which at most so many bytes may be for nobody.
    fn pass_on(
        self,
        direction: Direction,
        source: &OnceLock<File>,
        from: &Receiver<File>,
        to: &Receiver<File>,
        most_dropped: u64,
    ) {
        let Ok(file) = from.recv() else { return self.relay.fall_silent(direction) };
        let source = source.get_or_init(|| file);
        let end_reading = |n_dropped: u64| n_dropped > most_dropped && self.referee.end_reading(source);
        let waiter = self.referee.waiter(direction.number(), source);
        self.relay.pass_on(direction, source, || to.recv().ok(), waiter, end_reading, clock);
    }
}
