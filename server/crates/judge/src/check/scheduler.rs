//! The one thread that owns the state: hands out the jobs that are ready, folds what they came to, and goes on.
//!
//! Invariant: after most jobs only what their end can have made ready is looked at, so that a check of many tests costs time
//! linear in its cells. The whole plan is asked after a build, once the time limit can be found and when it is, and when no
//! job is under way; then its word is the last.

use std::{
    collections::{HashSet, VecDeque},
    time::Duration,
};

use problem::{
    executor::ExecutorError,
    model::{ByCommand, ProgramIdx},
    plan::{Job, MadeByCommand, Unlocked, made_by_commands, plan, ready_on, unlocked_by},
    state::{Build, State, StateEvent},
};

use super::{
    CheckRun, Done, Observer, Work, fail_fast::FailFastRows, queue::Queue, results::Results, test_order::TestOrder,
    work::WorkMaker,
};
use crate::store::Store;

/// The longest wait for a result before the observer and the cache get a moment of their own.
const TICK: Duration = Duration::from_millis(25);

pub(super) struct Scheduler<'a, 'b, 'c> {
    check: &'a CheckRun<'a>,
    work_maker: WorkMaker<'b>,
    state: State,
    under_way: UnderWay,
    /// The tests that are made of each command.
    of_commands: ByCommand<MadeByCommand>,
    /// With `--fail-fast`, the cells that wait for others of their solution.
    fail_fast_rows: Option<FailFastRows>,
    test_order: TestOrder,
    work: &'c Queue<(Job, Work<'b>)>,
    results: &'c Results<Done>,
    /// Jobs whose results may stand on their page.
    to_try_from_page: VecDeque<Job>,
    limit_was_sought: bool,
}

/// The jobs under way, and how many of some kinds they are.
#[derive(Default)]
struct UnderWay {
    jobs: HashSet<Job>,
    n_builds: usize,
    n_cells: usize,
    /// Those for the input or the answer of a test.
    n_preparing_tests: usize,
    n_reproductions: usize,
}

impl<'a, 'b, 'c> Scheduler<'a, 'b, 'c> {
    pub(super) fn new(
        check: &'a CheckRun<'a>,
        work_maker: WorkMaker<'b>,
        test_order: TestOrder,
        work: &'c Queue<(Job, Work<'b>)>,
        results: &'c Results<Done>,
    ) -> Scheduler<'a, 'b, 'c> {
        let problem = check.context.problem;
        let mut state = State::new(problem);
        state.findings.extend(check.context.caps.finding(&problem.limits));
        Scheduler {
            check,
            work_maker,
            state,
            under_way: UnderWay::default(),
            of_commands: made_by_commands(problem),
            fail_fast_rows: check.request.fail_fast.then(|| FailFastRows::new(problem)),
            test_order,
            work,
            results,
            to_try_from_page: VecDeque::new(),
            limit_was_sought: false,
        }
    }

    /// Goes on until all that can be known is known.
    pub(super) fn run(&mut self, observer: &mut dyn Observer) -> Result<(), ExecutorError> {
        self.dispatch();
        while !self.under_way.jobs.is_empty() {
            if self.check.context.machine.is_cancelled() {
                return Err(ExecutorError::Cancelled);
            }
            if let Some(job) = self.to_try_from_page.pop_front() {
                match self.work_maker.read_page(&job, &self.state) {
                    Some(events) => self.fold_all(&job, events, observer)?,
                    None => self.send(job),
                }
                continue;
            }
            let finished = self.results.take(TICK);
            if finished.is_empty() {
                observer.tick();
                self.check.context.machine.store().tick();
            }
            for (job, result) in finished {
                self.fold_all(&job, result?, observer)?;
            }
        }
        Ok(())
    }

    /// Keeps what the next check of this problem wants to know, and lets go of the state.
    pub(super) fn finish(self, store: &Store) -> State {
        self.test_order.save(store, self.check.context.problem, &self.state, self.check.request.is_whole());
        self.state
    }

    /// Folds what a job came to, and hands out what it has made possible.
    fn fold_all(
        &mut self,
        job: &Job,
        events: Vec<StateEvent>,
        observer: &mut dyn Observer,
    ) -> Result<(), ExecutorError> {
        for event in events {
            observer.event(&event);
            self.fold(event)?;
        }
        self.under_way.remove(job);
        if self.under_way.jobs.is_empty() || self.take_limit_turn() {
            self.dispatch();
            return Ok(());
        }
        match unlocked_by(job, &self.of_commands, self.check.request) {
            Unlocked::Anything => {
                self.dispatch();
                return Ok(());
            }
            Unlocked::Tests(tests) => {
                let (problem, request) = (self.check.context.problem, self.check.request);
                let ready = tests.iter().flat_map(|&test| ready_on(problem, &self.state, request, test));
                let jobs = ready.collect();
                self.hand_out_all(jobs);
            }
            Unlocked::Nothing => {}
        }
        match solution_of(job) {
            Some(solution) => self.next_of(solution),
            None => self.next_of_all(),
        }
        Ok(())
    }

    /// Whether the solutions labelled correct have now been run wherever they will be, so that the plan can name the time
    /// limit; true once.
    fn take_limit_turn(&mut self) -> bool {
        let UnderWay { n_builds, n_preparing_tests, n_cells, .. } = self.under_way;
        let is_open = self.state.time_limit_ms.is_none() && !self.limit_was_sought;
        let is_time = is_open && n_builds + n_preparing_tests + n_cells == 0;
        self.limit_was_sought |= is_time;
        is_time
    }

    fn fold(&mut self, event: StateEvent) -> Result<(), ExecutorError> {
        match &event {
            StateEvent::Built { program, build: Build::Ok { executable, .. } } => {
                self.work_maker.note_built(*program, *executable)?;
            }
            StateEvent::Input { test, input: Some(input) } => {
                self.test_order.recognise(self.check.context.problem, *test, input.digest);
            }
            StateEvent::Cell { solution, test, cell } => {
                if let Some(fail_fast_rows) = &mut self.fail_fast_rows {
                    fail_fast_rows.judged(*solution, *test, cell.verdict);
                }
            }
            _ => {}
        }
        self.state.apply(event);
        Ok(())
    }

    /// Hands out every job that is ready and not under way yet.
    fn dispatch(&mut self) {
        let jobs = plan(self.check.context.problem, &self.state, self.check.request);
        self.hand_out_all(jobs);
        self.next_of_all();
    }

    fn hand_out_all(&mut self, mut jobs: Vec<Job>) {
        // What is under way may open more, and the repetitions wait for the clock.
        let may_reproduce = self.under_way.n_reproductions == self.under_way.jobs.len();
        jobs.retain(|job| !self.under_way.jobs.contains(job) && (may_reproduce || !matches!(job, Job::Reproduce(_))));
        self.test_order.order(&mut jobs);
        for job in jobs {
            match (&job, &mut self.fail_fast_rows) {
                (Job::Cell { solution, test }, Some(fail_fast_rows)) => {
                    fail_fast_rows.insert(*solution, self.test_order.rank(*solution, *test));
                }
                _ => self.hand_out(job),
            }
        }
    }

    /// With `--fail-fast` a solution's tests are run one after the other, and first those that it failed the last time.
    fn next_of(&mut self, solution: ProgramIdx) {
        let Some(fail_fast_rows) = &mut self.fail_fast_rows else { return };
        let problem = self.check.context.problem;
        let inputs_and_answers_are_known = self.under_way.n_preparing_tests == 0;
        let may_run =
            |test| inputs_and_answers_are_known || !self.test_order.failed_only_others(problem, solution, test);
        if let Some(test) = fail_fast_rows.next(problem, solution, &self.state, may_run) {
            self.hand_out(Job::Cell { solution, test });
        }
    }

    fn next_of_all(&mut self) {
        if self.fail_fast_rows.is_none() {
            return;
        }
        let solutions: Vec<ProgramIdx> = self.check.context.problem.solutions().map(|(solution, _)| solution).collect();
        solutions.into_iter().for_each(|solution| self.next_of(solution));
    }

    fn hand_out(&mut self, job: Job) {
        self.under_way.insert(job.clone());
        if self.work_maker.may_be_on_page(&job) {
            self.to_try_from_page.push_back(job);
            return;
        }
        self.send(job);
    }

    fn send(&self, job: Job) {
        let work = self.work_maker.prepare(&job, &self.state);
        self.work.push(solution_of(&job), (job, work));
    }
}

impl UnderWay {
    fn insert(&mut self, job: Job) {
        if let Some(n) = self.n_of_its_kind(&job) {
            *n += 1;
        }
        self.jobs.insert(job);
    }

    fn remove(&mut self, job: &Job) {
        if let Some(n) = self.n_of_its_kind(job) {
            *n -= 1;
        }
        self.jobs.remove(job);
    }

    fn n_of_its_kind(&mut self, job: &Job) -> Option<&mut usize> {
        match job {
            Job::Cell { .. } => Some(&mut self.n_cells),
            Job::Generate(_) | Job::Input(_) | Job::Answer(_) | Job::CheckAnswer(_) => {
                Some(&mut self.n_preparing_tests)
            }
            Job::Reproduce(_) => Some(&mut self.n_reproductions),
            Job::Build(_) => Some(&mut self.n_builds),
            Job::Validate { .. } | Job::TimeLimit | Job::Grade(_) | Job::ValidatorTest(_) | Job::CheckerTest(_) => None,
        }
    }
}

/// The solution that a job judges.
pub(super) fn solution_of(job: &Job) -> Option<ProgramIdx> {
    if let Job::Cell { solution, .. } = job { Some(*solution) } else { None }
}
