//! Measures solutions: each run alone, with nothing else of ours running, as verdicts near the limit are.
//!
//! In the first round each solution runs on every test; those whose time lies near its greatest are run again, in rounds over
//! all solutions, so that what a machine does for a while falls on all of them alike.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use judge::{
    check::{CheckRun, Unwatched},
    compile::Builder,
    engine::{Engine, LoadedProblem},
};
use problem::{
    calibrate::{Ratios, Runs, Subject, advise, wants_generated},
    executor::{Exceeded, ExecutorError},
    label::{LabelWord, Pool},
    model::{Program, ProgramIdx, TimeLimit},
    request::{CheckRequest, exactly},
    state::{Build, Cell, State},
    verdict::Verdict,
};

use super::{CalibrateError, CalibrateOptions, Generated, grown};
use crate::bench::WorkbenchError;

/// Correct solutions get this many times the present limit, and at least so many milliseconds.
const ROOM: u64 = 4;
const LEAST_ROOM_MS: u64 = 10_000;
/// Those that are too slow get a little more than what shows it.
const BEYOND: f64 = 1.1;
/// Tests from this share of a solution's greatest time on are run again, at most so many.
const NEAR: f64 = 0.8;
const MAX_AGAIN: usize = 5;

/// The solutions labelled correct, and those labelled too slow, with their runs.
pub(super) fn measured(
    engine: &Engine,
    loaded: &LoadedProblem,
    ratios: &Ratios,
    options: &CalibrateOptions,
    on_solution: &mut dyn FnMut(&str),
) -> Result<(Vec<Subject>, Option<Generated>), CalibrateError> {
    let problem = &loaded.problem;
    let wanted = problem.solutions().filter(|(_, program)| program.is_judged_solution());
    let wanted: Vec<(ProgramIdx, bool)> =
        wanted.filter_map(|(idx, program)| Some((idx, is_correct(program)?))).collect();
    if !wanted.iter().any(|(_, is_correct)| *is_correct) {
        let why = "no solution is labelled correct, so no limit follows; label one as its format has it";
        return Err(CalibrateError::Pointless(why.to_owned()));
    }
    let own = problem.limits.languages.iter().filter(|(_, limits)| limits.time_ms.is_some());
    let mut measuring = Measuring {
        engine,
        on_solution,
        loaded: LoadedProblem::of(Arc::clone(&loaded.folder)),
        own_limits: own.map(|(language, _)| language.clone()).collect(),
        subjects: BTreeMap::new(),
    };
    let current = problem.limits.time.fixed_ms();
    measuring.set_time_limit(current.unwrap_or_default().saturating_mul(ROOM).max(LEAST_ROOM_MS));
    for (idx, _) in wanted.iter().filter(|(_, is_correct)| *is_correct) {
        measuring.first(*idx, true)?;
    }
    let correct: Vec<Subject> = measuring.subjects.values().cloned().collect();
    let suggested = advise(&correct, ratios, None).time_limit_ms;
    let limit_ms = suggested.max(current).unwrap_or(LEAST_ROOM_MS) as f64;
    let for_slow = (limit_ms * ratios.tle * BEYOND).ceil() as u64;
    let bound_of_correct = measuring.bound_ms();
    measuring.set_time_limit(for_slow);
    for (idx, _) in wanted.iter().filter(|(_, is_correct)| !*is_correct) {
        measuring.first(*idx, false)?;
    }
    measuring.set_time_limit(bound_of_correct.max(for_slow));
    for _ in 1..options.n_runs {
        for (idx, _) in &wanted {
            measuring.again(*idx)?;
        }
    }
    let subjects: Vec<Subject> = measuring.subjects.values().cloned().collect();
    let wants = !options.growing.is_zero() && wants_generated(&subjects);
    let generated = wants.then(|| grown::grow(&mut measuring, options)).transpose()?;
    Ok((wanted.iter().filter_map(|(idx, _)| measuring.subjects.remove(idx)).collect(), generated))
}

/// Whether a solution is labelled correct, else too slow; `None` where it is labelled otherwise.
fn is_correct(program: &Program) -> Option<bool> {
    match program.pool() {
        Some(Pool::Correct) => Some(true),
        _ => {
            let label = program.label.as_ref()?;
            (label.sets.required == LabelWord::TimeLimitExceeded.sets().required).then_some(false)
        }
    }
}

pub(super) struct Measuring<'a> {
    pub(super) engine: &'a Engine,
    pub(super) on_solution: &'a mut dyn FnMut(&str),
    /// The problem with the limit under which is measured.
    pub(super) loaded: LoadedProblem,
    /// The languages for which the problem states a time limit of their own.
    own_limits: BTreeSet<String>,
    pub(super) subjects: BTreeMap<ProgramIdx, Subject>,
}

impl Measuring<'_> {
    fn bound_ms(&self) -> u64 {
        self.loaded.problem.limits.time.fixed_ms().unwrap_or_default()
    }

    /// Has one time limit for all languages and tests. Memory limits stay: they decide who is correct.
    pub(super) fn set_time_limit(&mut self, ms: u64) {
        let problem = &mut self.loaded.problem;
        problem.limits.time = TimeLimit::Fixed(ms);
        problem.limits.languages.values_mut().for_each(|limits| limits.time_ms = None);
        problem.tests.iter_mut().for_each(|test| test.limits.time_ms = None);
    }

    /// Runs a solution alone.
    pub(super) fn run(
        &self,
        solution: ProgramIdx,
        tests: Option<Vec<String>>,
        fail_fast: bool,
    ) -> Result<State, WorkbenchError> {
        let path = self.loaded.problem.programs[solution].path.as_str();
        self.check(&CheckRequest {
            solutions: exactly([path]),
            tests: exactly(tests.iter().flatten().map(String::as_str)),
            fail_fast,
            alone: true,
            ..CheckRequest::default()
        })
    }

    pub(super) fn check(&self, request: &CheckRequest) -> Result<State, WorkbenchError> {
        let check_run = CheckRun {
            context: self.engine.context(&self.loaded),
            executor: &*self.engine.machine,
            request,
            n_workers: 1,
            counts: Default::default(),
        };
        Ok(check_run.run(&mut Unwatched)?)
    }

    /// Runs a solution on every test. A correct one that fails is of no use, so its other tests are left out.
    fn first(&mut self, solution: ProgramIdx, is_correct: bool) -> Result<(), WorkbenchError> {
        let path = self.loaded.problem.programs[solution].path.clone();
        (self.on_solution)(path.as_str());
        let state = self.run(solution, None, is_correct)?;
        let (factor, memory_more) = self.of_language(solution, &state)?;
        let program = &self.loaded.problem.programs[solution];
        let language = program.language.name().to_owned();
        let mut subject = Subject {
            path: program.path.to_string(),
            is_correct,
            has_own_limit: self.own_limits.contains(&language),
            language,
            factor,
            memory_bytes: None,
            runs: Vec::new(),
            generated: Vec::new(),
            why: why_not_built(&state, solution),
        };
        for (test, cell) in state.cells[solution].iter_enumerated() {
            let Some(cell) = cell else { continue };
            let described = &self.loaded.problem.tests[test];
            let mut runs = Runs {
                test: described.id.clone(),
                input_bytes: state.tests[test].input_blob().map_or(0, |blob| blob.size),
                ..Runs::default()
            };
            note(&mut subject, &mut runs, cell, memory_more);
            subject.runs.push(runs);
        }
        let n_wanted = self.loaded.problem.tests.len();
        let is_whole = subject.runs.len() == n_wanted;
        if subject.why.is_none() && (n_wanted == 0 || !is_whole) {
            let n = subject.runs.len();
            subject.why = Some(format!("it could be run on {n} of {}", problem::words::quantity(n_wanted, "test")));
        }
        self.subjects.insert(solution, subject);
        Ok(())
    }

    /// Runs a solution again where it took longest.
    fn again(&mut self, solution: ProgramIdx) -> Result<(), WorkbenchError> {
        let Some(subject) = self.subjects.get(&solution) else { return Ok(()) };
        if subject.why.is_some() || subject.runs.iter().any(|runs| runs.stopped_us.is_some()) {
            return Ok(());
        }
        let least = |runs: &Runs| runs.cpu_us.iter().min().copied().unwrap_or_default();
        let mut near: Vec<&Runs> = subject.runs.iter().collect();
        near.sort_by_key(|runs| std::cmp::Reverse(runs.cpu_us.first().copied()));
        let greatest = near.first().and_then(|runs| runs.cpu_us.first().copied()).unwrap_or_default();
        near.retain(|runs| least(runs) as f64 >= NEAR * greatest as f64 || runs.cpu_us.len() > 1);
        let tests: Vec<String> = near.iter().take(MAX_AGAIN).map(|runs| runs.test.clone()).collect();
        if tests.is_empty() {
            return Ok(());
        }
        let state = self.run(solution, Some(tests), false)?;
        let problem = &self.loaded.problem;
        let Some(subject) = self.subjects.get_mut(&solution) else { return Ok(()) };
        for (test, cell) in state.cells[solution].iter_enumerated() {
            let Some(cell) = cell else { continue };
            let id = &problem.tests[test].id;
            let Some(at) = subject.runs.iter().position(|runs| runs.test == *id) else { continue };
            let mut runs = std::mem::take(&mut subject.runs[at]);
            // The memory of the first run counts.
            note(subject, &mut runs, cell, u64::MAX);
            subject.runs[at] = runs;
        }
        Ok(())
    }

    /// What a time limit is multiplied by for a program, and the memory that its runtime has of its own, bytes.
    fn of_language(&self, solution: ProgramIdx, state: &State) -> Result<(f64, u64), ExecutorError> {
        let Some(Build::Ok { executable, .. }) = &state.builds[solution] else { return Ok((1.0, 0)) };
        let program = &self.loaded.problem.programs[solution];
        let runnable = Builder::new(self.engine.context(&self.loaded)).runnable(program, *executable)?;
        Ok((runnable.time_factor, runnable.memory_more))
    }
}

/// What a lone run tells of a solution's time.
pub(super) enum Told {
    /// CPU time of a run that came to its end, microseconds.
    Took(u64),
    /// CPU time after which it was stopped.
    Stopped(u64),
    /// Why it tells nothing.
    Nothing(String),
}

/// What a run on a test, or on another input, tells.
pub(super) fn told(cell: &Cell, is_correct: bool, on: &str) -> Told {
    if cell.unmeasured {
        let why = if cell.message.is_empty() { "the machine was too busy to measure" } else { &cell.message };
        return Told::Nothing(format!("{on} was not measured: {why}"));
    }
    let is_wrong = !matches!(cell.verdict, Verdict::Ac | Verdict::Tle) || is_correct && cell.verdict != Verdict::Ac;
    if is_wrong || cell.exceeded == Some(Exceeded::Wall) {
        let idle = if cell.exceeded == Some(Exceeded::Wall) { " and waits instead of computing" } else { "" };
        return Told::Nothing(format!("it gets {} on {on}{idle}", cell.verdict.code()));
    }
    if cell.exceeded == Some(Exceeded::Cpu) {
        return Told::Stopped(cell.cpu_us);
    }
    if cell.verdict == Verdict::Tle && cell.exceeded.is_none() {
        return Told::Nothing(format!("it waits on {on} instead of computing"));
    }
    Told::Took(cell.cpu_us)
}

/// Adds what a cell tells to what is known, or why it tells nothing.
fn note(subject: &mut Subject, runs: &mut Runs, cell: &Cell, memory_more: u64) {
    match told(cell, subject.is_correct, &format!("test {}", runs.test)) {
        Told::Nothing(why) => {
            subject.why.get_or_insert(why);
        }
        Told::Stopped(us) => runs.stopped_us = Some(us),
        Told::Took(us) => {
            runs.cpu_us.push(us);
            // What a runtime takes for itself was not measured, so neither is what the solution takes beside it.
            if memory_more == 0 {
                subject.memory_bytes = Some(subject.memory_bytes.unwrap_or_default().max(cell.memory_kb * 1024));
            }
        }
    }
}

fn why_not_built(state: &State, solution: ProgramIdx) -> Option<String> {
    match &state.builds[solution] {
        Some(Build::Ok { .. }) => None,
        Some(Build::Failed { .. }) => Some("it does not compile".to_owned()),
        Some(Build::Skipped { reason }) => Some(reason.to_string()),
        None => Some("it was not built".to_owned()),
    }
}
