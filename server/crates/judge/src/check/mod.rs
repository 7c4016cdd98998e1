//! A check of a whole problem: plans, runs what is ready on all cores, folds what happened, and plans again.
//!
//! Invariant: only the thread that called [`CheckRun::run`] touches the state; workers get everything they need with
//! their work and give events back.

mod calls;
mod checktestdata;
mod counts;
mod explain;
mod fail_fast;
mod generators;
mod graders;
mod line_ends;
mod page;
mod passes;
mod printed;
mod queue;
mod results;
mod runner;
mod sanitize;
mod scheduler;
pub mod screen;
mod seen;
mod shown;
mod solution_run;
mod standard;
mod test_order;
#[cfg(test)]
mod tests;
mod tools;
pub mod traces;
mod validator_reads;
mod work;

use std::{
    panic::{self, AssertUnwindSafe},
    ptr,
    sync::{Arc, OnceLock, atomic::AtomicU64},
    thread,
};

use problem::{
    digest::KeyBuilder,
    executor::{Blob, Executor, ExecutorError, RunLimits},
    model::{ByProgram, Problem, ProgramIdx},
    path::RelPath,
    plan::Job,
    request::CheckRequest,
    settings::Caps,
    state::{State, StateEvent},
};

use self::{
    page::Page,
    queue::Queue,
    results::Results,
    runner::CachingRunner,
    scheduler::{Scheduler, solution_of},
    shown::Shown,
    solution_run::{Slow, SolutionLimits},
    test_order::TestOrder,
    work::WorkMaker,
};
use crate::compile::{BuildContext, Builder, Runnable};

pub use self::{checktestdata::Description, counts::Counts};
pub(crate) use self::{explain::VARIABLE as RECORD_VARIABLE, runner::TOOL_LIMITS, seen::see, standard::judges_alike};

/// Limits for running one program by hand: a solution's own, with a long wall-clock bound for a person who types, or a
/// tool's.
pub fn run_limits(problem: &Problem, caps: &Caps, program: &Runnable, is_solution: bool) -> RunLimits {
    const AN_HOUR_MS: u64 = 3_600_000;
    let tool = RunLimits { wall_ms: AN_HOUR_MS, ..runner::TOOL_LIMITS };
    if !is_solution {
        return tool;
    }
    let time_ms = program.limits.time_ms.or(problem.limits.time.fixed_ms());
    let cpu_ms = time_ms.map_or(tool.cpu_ms, |time_ms| time_ms.saturating_mul(10));
    RunLimits {
        cpu_ms: cpu_ms.min(caps.time_ms),
        memory_bytes: program
            .limits
            .memory_bytes
            .unwrap_or(problem.limits.memory_bytes)
            .min(caps.memory_bytes)
            .saturating_add(program.memory_more),
        ..tool
    }
}

/// The contents of an input or answer file as it is used, or of anything that a run left.
pub fn contents(context: &BuildContext<'_>, file: Option<&RelPath>, blob: Blob) -> Option<Arc<[u8]>> {
    let line_ends = context.problem.line_ends;
    let runner =
        CachingRunner::new(context.folder, context.machine.store(), context.machine, line_ends, Arc::default());
    if let Some(path) = file {
        runner.file(path).ok()?;
    }
    runner.bytes(blob).ok()
}

/// Everything a check needs.
pub struct CheckRun<'a> {
    /// The folder, the problem and the tools.
    pub context: BuildContext<'a>,
    /// Where programs of the folder run.
    pub executor: &'a dyn Executor,
    /// What was asked for.
    pub request: &'a CheckRequest,
    /// Number of jobs under way at once.
    pub n_workers: usize,
    /// Where runs are counted.
    pub counts: Arc<Counts>,
}

/// Someone who watches a check.
pub trait Observer {
    /// Something happened; the state does not show it yet.
    fn event(&mut self, event: &StateEvent);

    /// Some time has passed.
    fn tick(&mut self);
}

/// Nobody watches.
pub struct Unwatched;

impl Observer for Unwatched {
    fn event(&mut self, _event: &StateEvent) {}

    fn tick(&mut self) {}
}

/// A job with everything it needs, ready to be done on any thread.
type Work<'a> = Box<dyn FnOnce() -> Result<Vec<StateEvent>, ExecutorError> + Send + 'a>;

/// What the workers share; nothing in it changes but caches.
struct Shared<'a> {
    problem: &'a Problem,
    builder: Builder<'a>,
    /// What runs rows. Where it measures, only they do, since answers need no time.
    base_of_rows: CachingRunner<'a>,
    /// For the rows of solutions that are judged.
    rows: ByProgram<OnceLock<Runners<'a>>>,
    /// For all jobs that judge no solution.
    outside_rows: Runners<'a>,
    slow: Slow,
    shown: Shown,
    caps: Caps,
    /// Unix time, in seconds, at which the latest first run of a generator command ended; its repetition waits for a later
    /// second.
    last_first_run_s: AtomicU64,
}

/// The page of a row, a runner that notes there what it uses, and one that reads nothing else.
struct Runners<'a> {
    page: Arc<Page>,
    runner: CachingRunner<'a>,
    page_only: CachingRunner<'a>,
}

impl<'a> Runners<'a> {
    fn of(runner: &CachingRunner<'a>, problem: &Problem, row: Option<ProgramIdx>) -> Runners<'a> {
        let path = |program: Option<ProgramIdx>| program.map_or("", |program| problem.programs[program].path.as_str());
        let key = KeyBuilder::new("page 1").text(&problem.name).text(path(problem.main)).text(path(row)).finish();
        let page = Arc::new(Page::load(runner.store, runner.key(key)));
        let runner = runner.on_page(&page);
        Runners { page_only: runner.restricted_to_page(), runner, page }
    }
}

impl<'a> CheckRun<'a> {
    /// Runs until all that can be known is known.
    ///
    /// # Errors
    /// The executor's own failure, or [`ExecutorError::Cancelled`].
    pub fn run(&self, observer: &mut dyn Observer) -> Result<State, ExecutorError> {
        let store = self.context.machine.store();
        let problem = self.context.problem;
        let results = Results::new();
        let base =
            CachingRunner::new(self.context.folder, store, self.executor, problem.line_ends, Arc::clone(&self.counts));
        let base = if ptr::addr_eq(self.executor, self.context.machine) { base.sharing_store() } else { base };
        let base = if self.request.probing { base.probing() } else { base };
        let base_of_rows = if self.request.alone { base.measuring() } else { base.clone() };
        let shared = Shared {
            problem,
            builder: Builder::new(self.context.clone()),
            rows: problem.programs.iter().map(|_| OnceLock::new()).collect(),
            outside_rows: Runners::of(&base, problem, None),
            base_of_rows,
            slow: Slow::default(),
            shown: Shown::default(),
            last_first_run_s: AtomicU64::new(0),
            caps: self.context.caps,
        };
        let work: Queue<(Job, Work<'_>)> = Queue::new();
        let result = thread::scope(|scope| {
            for _ in 0..self.n_workers.max(1) {
                scope.spawn(|| work_until_closed(&work, &results));
            }
            let test_order = TestOrder::load(&shared.outside_rows.runner, problem);
            // Whatever becomes of this thread, the workers are let go; nobody wants any more what still waits.
            let _end = Abandons(&work);
            let mut scheduler = Scheduler::new(self, WorkMaker::new(&shared), test_order, &work, &results);
            scheduler.run(observer)?;
            Ok(scheduler.finish(store))
        });
        let result = result.and_then(|state| match self.request.sanitize {
            true => sanitize::sanitize(self, &shared, state, observer),
            false => Ok(state),
        });
        // Also what a run has found that was stopped. Rows that were measured used no kept run that a page could name.
        let rows = shared.rows.iter().filter_map(OnceLock::get).filter(|_| !self.request.alone);
        let used = rows.chain([&shared.outside_rows]);
        used.into_iter().for_each(|runners| runners.page.save(store));
        store.flush();
        result
    }
}

type Done = (Job, Result<Vec<StateEvent>, ExecutorError>);

/// Lets workers go when it is dropped.
struct Abandons<'a, T>(&'a Queue<T>);

impl<T> Drop for Abandons<'_, T> {
    fn drop(&mut self) {
        self.0.abandon();
    }
}

fn work_until_closed(work: &Queue<(Job, Work<'_>)>, results: &Results<Done>) {
    let mut last = None;
    while let Some(((job, work_of_job), solution)) = work.take(last) {
        last = solution;
        let result = panic::catch_unwind(AssertUnwindSafe(work_of_job)).unwrap_or_else(|_| {
            Err(ExecutorError::Failed(format!("the judge panicked in {job:?}; please report this")))
        });
        // As long as there is work for everybody, nobody waits for what this has opened.
        let is_urgent = result.is_err() || work.is_empty();
        results.push((job, result), is_urgent);
    }
}

/// A program that was built, shared by the jobs that run it.
type Built = Option<Arc<Runnable>>;

impl<'a> Shared<'a> {
    fn runners_of(&self, job: &Job) -> &Runners<'a> {
        match solution_of(job) {
            Some(row) => self.rows[row].get_or_init(|| Runners::of(&self.base_of_rows, self.problem, Some(row))),
            None => &self.outside_rows,
        }
    }

    fn limits(&self, state: &State) -> SolutionLimits {
        SolutionLimits::of_problem(self.problem, self.caps, state.time_limit_ms)
    }
}
