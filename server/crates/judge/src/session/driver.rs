//! The one thread that owns the state: hands out the jobs that are ready, folds what they came to, and goes on.
//!
//! Invariant: while jobs are under way, only what the end of one can have made ready is looked at, so that a check of
//! many tests costs time linear in its cells; when none is, the whole plan is asked, and its word is the last.

use std::{
    collections::{HashSet, VecDeque},
    time::Duration,
};

use problem::{
    executor::ExecutorError,
    model::{ByCommand, ProgramIdx, TestIdx},
    plan::{Job, Unlocked, plan, ready_on, tests_of_commands, unlocked_by},
    state::{Build, State, StateEvent},
};

use super::{
    CheckRun, Done, Observer, Work, history::History, prepare::JobFactory, queue::Queue, results::Results,
    waiting::Waiting,
};
use crate::store::Store;

/// How often finished results are committed while runs are under way.
const TICK: Duration = Duration::from_millis(25);

pub(super) struct Scheduler<'a, 'b, 'c> {
    session: &'a CheckRun<'a>,
    factory: JobFactory<'b>,
    state: State,
    under_way: UnderWay,
    /// The tests that are made of each command.
    of_commands: ByCommand<Vec<TestIdx>>,
    /// With `--fail-fast`, the cells that wait for others of their solution.
    waiting: Option<Waiting>,
    history: History,
    work: &'c Queue<(Job, Work<'b>)>,
    results: &'c Results<Done>,
    /// Jobs that may be known already.
    to_look: VecDeque<Job>,
    limit_was_sought: bool,
}

/// The jobs under way, and how many of some kinds they are.
#[derive(Default)]
struct UnderWay {
    jobs: HashSet<Job>,
    n_builds: usize,
    n_cells: usize,
    /// Those that may make a test ready to be judged on.
    n_settling: usize,
    n_repeats: usize,
}

impl<'a, 'b, 'c> Scheduler<'a, 'b, 'c> {
    pub(super) fn new(
        session: &'a CheckRun<'a>,
        factory: JobFactory<'b>,
        history: History,
        work: &'c Queue<(Job, Work<'b>)>,
        results: &'c Results<Done>,
    ) -> Scheduler<'a, 'b, 'c> {
        let problem = session.context.problem;
        let mut state = State::new(problem);
        state.findings.extend(session.context.caps.finding(&problem.limits));
        Scheduler {
            session,
            factory,
            state,
            under_way: UnderWay::default(),
            of_commands: tests_of_commands(problem),
            waiting: session.request.fail_fast.then(|| Waiting::new(problem)),
            history,
            work,
            results,
            to_look: VecDeque::new(),
            limit_was_sought: false,
        }
    }

    /// Goes on until all that can be known is known.
    pub(super) fn run(&mut self, observer: &mut dyn Observer) -> Result<(), ExecutorError> {
        self.dispatch();
        while !self.under_way.jobs.is_empty() {
            if self.session.context.executor.is_cancelled() {
                return Err(ExecutorError::Cancelled);
            }
            if let Some(job) = self.to_look.pop_front() {
                match self.factory.look(&job, &self.state) {
                    Some(events) => self.fold_all(&job, events, observer)?,
                    None => self.send(job),
                }
                continue;
            }
            let finished = self.results.take(TICK);
            if finished.is_empty() {
                observer.tick();
                self.session.context.executor.store().tick();
            }
            for (job, result) in finished {
                self.fold_all(&job, result?, observer)?;
            }
        }
        Ok(())
    }

    /// Keeps what the next check of this problem wants to know, and lets go of the state.
    pub(super) fn finish(self, store: &Store) -> State {
        self.history.save(store, self.session.context.problem, &self.state, self.session.request.is_whole());
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
        if self.under_way.jobs.is_empty() || self.limit_can_be_found() {
            self.dispatch();
            return Ok(());
        }
        match unlocked_by(job, &self.of_commands) {
            Unlocked::Anything => {
                self.dispatch();
                return Ok(());
            }
            Unlocked::Tests(tests) => {
                let (problem, request) = (self.session.context.problem, self.session.request);
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

    /// Whether the accepted solutions have been run wherever they will be; true once.
    fn limit_can_be_found(&mut self) -> bool {
        let UnderWay { n_builds, n_settling, n_cells, .. } = self.under_way;
        let is_open = self.state.time_limit_ms.is_none() && !self.limit_was_sought;
        let is_time = is_open && n_builds + n_settling + n_cells == 0;
        self.limit_was_sought |= is_time;
        is_time
    }

    fn fold(&mut self, event: StateEvent) -> Result<(), ExecutorError> {
        match &event {
            StateEvent::Built { program, build: Build::Ok { executable, .. } } => {
                self.factory.built(*program, *executable)?;
            }
            StateEvent::Input { test, input: Some(input) } => {
                self.history.recognise(self.session.context.problem, *test, input.digest);
            }
            StateEvent::Cell { solution, test, cell } => {
                if let Some(waiting) = &mut self.waiting {
                    waiting.judged(*solution, *test, cell.verdict);
                }
            }
            _ => {}
        }
        self.state.apply(event);
        Ok(())
    }

    /// Hands out every job that is ready and not under way yet.
    fn dispatch(&mut self) {
        let jobs = plan(self.session.context.problem, &self.state, self.session.request);
        self.hand_out_all(jobs);
        self.next_of_all();
    }

    fn hand_out_all(&mut self, mut jobs: Vec<Job>) {
        // What is under way may open more, and the repetitions wait for the clock.
        let may_repeat = self.under_way.n_repeats == self.under_way.jobs.len();
        jobs.retain(|job| !self.under_way.jobs.contains(job) && (may_repeat || !matches!(job, Job::Repeat(_))));
        self.history.order(&mut jobs);
        for job in jobs {
            match (&job, &mut self.waiting) {
                (Job::Cell { solution, test }, Some(waiting)) => {
                    waiting.insert(*solution, self.history.rank(*solution, *test));
                }
                _ => self.hand_out(job),
            }
        }
    }

    /// With `--fail-fast` a solution's tests are run one after the other, and first those that it failed the last time.
    fn next_of(&mut self, solution: ProgramIdx) {
        let Some(waiting) = &mut self.waiting else { return };
        let problem = self.session.context.problem;
        let tests_are_settled = self.under_way.n_settling == 0;
        let may_run = |test| tests_are_settled || !self.history.expects_another(problem, solution, test);
        if let Some(test) = waiting.next(solution, &self.state, may_run) {
            self.hand_out(Job::Cell { solution, test });
        }
    }

    fn next_of_all(&mut self) {
        if self.waiting.is_none() {
            return;
        }
        let solutions: Vec<ProgramIdx> =
            self.session.context.problem.solutions().map(|(solution, _)| solution).collect();
        solutions.into_iter().for_each(|solution| self.next_of(solution));
    }

    fn hand_out(&mut self, job: Job) {
        self.under_way.insert(job.clone());
        if self.factory.is_worth_looking(&job) {
            self.to_look.push_back(job);
            return;
        }
        self.send(job);
    }

    fn send(&self, job: Job) {
        let work = self.factory.prepare(&job, &self.state);
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
            Job::Generate(_) | Job::Input(_) | Job::Answer(_) | Job::CheckAnswer(_) => Some(&mut self.n_settling),
            Job::Repeat(_) => Some(&mut self.n_repeats),
            Job::Build(_) => Some(&mut self.n_builds),
            Job::Validate { .. } | Job::TimeLimit | Job::ValidatorTest(_) | Job::CheckerTest(_) => None,
        }
    }
}

/// The solution that a job judges.
pub(super) fn solution_of(job: &Job) -> Option<ProgramIdx> {
    if let Job::Cell { solution, .. } = job { Some(*solution) } else { None }
}
