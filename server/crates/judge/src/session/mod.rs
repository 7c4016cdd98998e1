//! A check of a whole problem: plans, runs what is ready on all cores, folds what happened, and plans again.
//!
//! Invariant: only the thread that called [`Session::run`] touches the state; workers get everything they need with
//! their work and give events back.

mod counts;
mod explain;
mod generators;
mod history;
mod prepare;
mod results;
mod runs;
mod solve;
#[cfg(test)]
mod tests;
mod told;
mod tools;

use std::{
    collections::HashSet,
    panic::{self, AssertUnwindSafe},
    sync::{Arc, atomic::AtomicU64},
    thread,
    time::Duration,
};

use crossbeam_channel::{Receiver, Sender};
use problem::{
    executor::{Blob, Executor, ExecutorError, RunLimits},
    model::{Problem, ProgramIdx},
    path::RelPath,
    plan::{Job, Request, next_cells, plan},
    state::{Build, Event, State},
};

use self::{
    history::History,
    prepare::Workshop,
    results::Results,
    runs::Runs,
    solve::{Slow, SolutionLimits},
};
use crate::compile::{BuildContext, Builder, Runnable};

pub use self::counts::Counts;

/// How often finished results are committed while runs are under way.
const TICK: Duration = Duration::from_millis(25);

/// Limits for running one program by hand: a solution's own, with a long wall-clock bound for a person who types, or a
/// tool's.
pub fn run_limits(problem: &Problem, is_solution: bool) -> RunLimits {
    const AN_HOUR_MS: u64 = 3_600_000;
    let tool = RunLimits { wall_ms: AN_HOUR_MS, ..runs::TOOL_LIMITS };
    match (is_solution, problem.limits.time.fixed_ms()) {
        (true, Some(time_ms)) => {
            RunLimits { cpu_ms: time_ms.saturating_mul(10), memory_bytes: problem.limits.memory_bytes, ..tool }
        }
        (true, None) => RunLimits { memory_bytes: problem.limits.memory_bytes, ..tool },
        (false, _) => tool,
    }
}

/// The contents of an input or answer file as it is used, or of anything that a run left.
pub fn contents(context: &BuildContext<'_>, file: Option<&RelPath>, blob: Blob) -> Option<Arc<[u8]>> {
    let line_ends = context.problem.line_ends;
    let runs = Runs::new(context.folder, context.executor.store(), context.executor, line_ends, Arc::default());
    if let Some(path) = file {
        runs.file(path);
    }
    runs.bytes(blob).ok()
}

/// Everything a check needs.
pub struct Session<'a> {
    /// The folder, the problem and the tools.
    pub context: BuildContext<'a>,
    /// Where programs of the folder run.
    pub runner: &'a dyn Executor,
    /// What was asked for.
    pub request: &'a Request,
    /// Number of jobs under way at once.
    pub n_workers: usize,
    /// Where runs are counted.
    pub counts: Arc<Counts>,
}

/// Someone who watches a check.
pub trait Observer {
    /// Something happened; the state does not show it yet.
    fn event(&mut self, event: &Event);

    /// Some time has passed.
    fn tick(&mut self);
}

/// Nobody watches.
pub struct Unwatched;

impl Observer for Unwatched {
    fn event(&mut self, _event: &Event) {}

    fn tick(&mut self) {}
}

/// A job with everything it needs, ready to be done on any thread.
type Work<'a> = Box<dyn FnOnce() -> Result<Vec<Event>, ExecutorError> + Send + 'a>;

/// What the workers share; nothing in it changes but caches.
struct Shared<'a> {
    problem: &'a Problem,
    builder: Builder<'a>,
    runs: Runs<'a>,
    slow: Slow,
    margin: f64,
    /// The second of the clock in which a command was last run for the first time.
    generated: AtomicU64,
}

impl<'a> Session<'a> {
    /// Runs until all that can be known is known.
    ///
    /// # Errors
    /// The executor's own failure, or [`ExecutorError::Cancelled`].
    pub fn run(&self, observer: &mut dyn Observer) -> Result<State, ExecutorError> {
        let store = self.context.executor.store();
        let problem = self.context.problem;
        let results = Results::new();
        let shared = Shared {
            problem,
            builder: Builder::new(self.context.clone()),
            runs: Runs::new(self.context.folder, store, self.runner, problem.line_ends, Arc::clone(&self.counts)),
            slow: Slow::default(),
            generated: AtomicU64::new(0),
            margin: prepare::safety_margin(problem),
        };
        let (work_sender, work_receiver) = crossbeam_channel::unbounded::<(Job, Work<'_>)>();
        let result = thread::scope(|scope| {
            for _ in 0..self.n_workers.max(1) {
                let (work, results, fail_fast) = (work_receiver.clone(), &results, self.request.fail_fast);
                scope.spawn(move || work_until_closed(&work, results, fail_fast));
            }
            let mut driver = Driver {
                session: self,
                workshop: Workshop::new(&shared),
                state: State::new(problem),
                under_way: HashSet::new(),
                history: History::load(store, problem),
                work: work_sender,
                results: &results,
            };
            driver.run(observer).inspect_err(|_| {
                // Nobody wants any more what is still waiting.
                while work_receiver.try_recv().is_ok() {}
            })?;
            driver.history.save(store, problem, &driver.state, self.request.is_whole())?;
            Ok(driver.state)
        });
        store.flush()?;
        result
    }
}

type Done = (Job, Result<Vec<Event>, ExecutorError>);

fn work_until_closed(work: &Receiver<(Job, Work<'_>)>, results: &Results<Done>, fail_fast: bool) {
    while let Ok((job, work_of_job)) = work.recv() {
        let result = panic::catch_unwind(AssertUnwindSafe(work_of_job)).unwrap_or_else(|_| {
            Err(ExecutorError::Failed(format!("the judge panicked in {job:?}; please report this")))
        });
        let is_urgent = fail_fast || cell_of(&job).is_none() || result.is_err() || work.is_empty();
        results.push((job, result), is_urgent);
    }
}

struct Driver<'a, 'b> {
    session: &'a Session<'a>,
    workshop: Workshop<'b>,
    state: State,
    under_way: HashSet<Job>,
    history: History,
    work: Sender<(Job, Work<'b>)>,
    results: &'b Results<Done>,
}

impl Driver<'_, '_> {
    fn run(&mut self, observer: &mut dyn Observer) -> Result<(), ExecutorError> {
        self.dispatch()?;
        while !self.under_way.is_empty() {
            if self.session.context.executor.is_cancelled() {
                return Err(ExecutorError::Cancelled);
            }
            let finished = self.results.take(TICK);
            if finished.is_empty() {
                observer.tick();
                self.session.context.executor.store().tick()?;
            }
            for (job, result) in finished {
                self.finish(job, result?, observer)?;
            }
        }
        Ok(())
    }

    /// Folds what a job came to, and hands out what it has made possible.
    fn finish(&mut self, job: Job, events: Vec<Event>, observer: &mut dyn Observer) -> Result<(), ExecutorError> {
        for event in events {
            observer.event(&event);
            self.fold(event)?;
        }
        self.under_way.remove(&job);
        match cell_of(&job) {
            Some(solution) if self.state.time_limit_ms.is_some() && !self.under_way.is_empty() => {
                self.dispatch_next_of(solution)
            }
            Some(_) | None => self.dispatch(),
        }
    }

    fn fold(&mut self, event: Event) -> Result<(), ExecutorError> {
        if let Event::Built { program, build: Build::Ok { executable, .. } } = &event {
            self.workshop.built(*program, *executable)?;
        }
        if let Event::Input { test, input: Some(input) } = &event {
            self.history.recognise(self.session.context.problem, *test, input.digest);
        }
        self.state.apply(event);
        Ok(())
    }

    /// Hands out every job that is ready and not under way yet. With `--fail-fast` a solution's tests are run one after
    /// the other.
    fn dispatch(&mut self) -> Result<(), ExecutorError> {
        let mut busy: HashSet<ProgramIdx> = self.under_way.iter().filter_map(cell_of).collect();
        let mut jobs = plan(self.session.context.problem, &self.state, self.session.request);
        jobs.retain(|job| !self.under_way.contains(job));
        self.history.order(&mut jobs);
        if self.under_way.iter().any(|job| !matches!(job, Job::Repeat(_))) {
            // What is under way may open more, and the repetitions wait for the clock.
            jobs.retain(|job| !matches!(job, Job::Repeat(_)));
        }
        let tests_are_settled = !jobs.iter().chain(&self.under_way).any(settles_a_test);
        for job in jobs {
            let must_wait = self.session.request.fail_fast
                && cell_of(&job).is_some_and(|solution| {
                    !tests_are_settled && self.history.expects_another(self.session.context.problem, &job)
                        || !busy.insert(solution)
                });
            if !must_wait {
                self.hand_out(job)?;
            }
        }
        Ok(())
    }

    /// A finished cell opens nothing but, with `--fail-fast`, the next one of its solution.
    fn dispatch_next_of(&mut self, solution: ProgramIdx) -> Result<(), ExecutorError> {
        if !self.session.request.fail_fast || self.under_way.iter().any(|job| cell_of(job) == Some(solution)) {
            return Ok(());
        }
        let problem = self.session.context.problem;
        let ready = next_cells(problem, &self.state, self.session.request, solution);
        match ready.into_iter().min_by_key(|&test| self.history.rank(solution, test)) {
            Some(test) => self.hand_out(Job::Cell { solution, test }),
            None => Ok(()),
        }
    }

    fn hand_out(&mut self, job: Job) -> Result<(), ExecutorError> {
        let work = self.workshop.prepare(&job, &self.state);
        self.under_way.insert(job.clone());
        let sent = self.work.send((job, work));
        sent.map_err(|_| ExecutorError::Failed("the workers of the judge are gone".to_owned()))
    }
}

/// Whether a job may make a test ready to be judged on.
fn settles_a_test(job: &Job) -> bool {
    matches!(job, Job::Generate(_) | Job::Input(_) | Job::Answer(_) | Job::CheckAnswer(_))
}

/// The solution that a job judges.
fn cell_of(job: &Job) -> Option<ProgramIdx> {
    if let Job::Cell { solution, .. } = job { Some(*solution) } else { None }
}

/// A program that was built, shared by the jobs that run it.
type Built = Option<Arc<Runnable>>;

impl Shared<'_> {
    fn limits(&self, state: &State) -> SolutionLimits {
        SolutionLimits {
            time_ms: state.time_limit_ms,
            margin: self.margin,
            memory_bytes: self.problem.limits.memory_bytes,
            output_bytes: self.problem.limits.output_bytes,
        }
    }
}
