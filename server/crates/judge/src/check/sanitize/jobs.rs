//! The runs with sanitizers: which there are, and what each shows.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use problem::{
    digest::{Digest, KeyBuilder},
    executor::{Action, Blob, ExecutorError, InputFile, RunLimits, RunResult, Task, TaskResult, Timing},
    model::{CommandIdx, Problem, ProgramIdx, Test, TestIdx},
    path::RelPath,
    sanitizer::SanitizedRun,
    settings::Caps,
    state::State,
};
use serde::{Deserialize, Serialize};

use super::{
    super::{
        CheckRun, Shared,
        counts::Purpose,
        runner::{CachingRunner, TOOL_LIMITS, only},
        solution_run::{self, SolutionInput},
        tools::{self, Call, OUTPUT, OutputChecker, ValidatorCall},
        work::{WorkMaker, taken},
    },
    Outcome, Seen,
    sights::Read,
};
use crate::compile::{LOG, Runnable, action, is_sanitized};

/// The least and the most CPU time of a run, milliseconds: it is not judged, and a program with sanitizers is several times
/// slower.
const CPU_MS: (u64, u64) = (20_000, 60_000);
/// So many times the memory that a usual build may have, and so many bytes beside that, are for the sanitizers' books.
const MEMORY_TIMES: u64 = 3;
const MEMORY_MORE: u64 = 512 << 20;

/// A run, or several that hang together.
pub(super) enum Job {
    /// Generators.
    Command(CommandIdx),
    /// A validator on the input of a test.
    Validate { test: TestIdx, validator: usize },
    /// A solution on a test, with the interactor, and the checker on what it wrote.
    Solve { solution: ProgramIdx, test: TestIdx },
    /// The checker on what another solution wrote.
    Check { solution: ProgramIdx, test: TestIdx, output: Blob },
    /// A validator on a test of its own.
    ValidatorTest { idx: usize, validator: usize },
    /// The checker on a test of its own.
    CheckerTest(usize),
}

/// Everything that runs need.
pub(super) struct Runs<'r, 'a> {
    pub(super) check: &'a CheckRun<'a>,
    pub(super) shared: &'a Shared<'a>,
    pub(super) maker: &'r WorkMaker<'a>,
    /// Those that were built with sanitizers.
    pub(super) programs: &'r BTreeMap<ProgramIdx, Sanitized>,
    pub(super) state: &'r State,
    /// Of what says which lines addresses come from.
    pub(super) symbolizer: Digest,
}

/// A program that was built with sanitizers.
pub(super) struct Sanitized {
    /// For looking addresses up.
    pub(super) executable: Blob,
    /// The files of the folder that it was built from.
    pub(super) files: BTreeSet<RelPath>,
}

/// What is kept of a run.
#[derive(Serialize, Deserialize)]
struct Kept {
    result: TaskResult,
    /// Of each of its programs, with why a sanitizer did not work.
    seen: Vec<(Vec<Seen>, Option<String>)>,
}

impl Runs<'_, '_> {
    fn problem(&self) -> &Problem {
        self.shared.problem
    }

    pub(super) fn runner(&self) -> &CachingRunner<'_> {
        &self.shared.base_of_rows
    }

    /// All runs in which a program with sanitizers takes part, in the order of the problem, of those that the check had.
    pub(super) fn jobs(&self) -> Vec<Job> {
        let problem = self.problem();
        let is_there = |program: ProgramIdx| self.programs.contains_key(&program);
        let mut jobs = Vec::new();
        for (command, described) in problem.commands.iter_enumerated() {
            let has_run = self.state.generations[command].is_some();
            if has_run && described.pipeline.iter().any(|call| call.program.is_some_and(is_there)) {
                jobs.push(Job::Command(command));
            }
        }
        let validators: Vec<usize> = (0..problem.validators.len())
            .filter(|&validator| is_there(problem.validators[validator].program))
            .collect();
        let solutions: Vec<ProgramIdx> = problem.solutions().map(|(solution, _)| solution).collect();
        let interactor_is_there = problem.interactor.is_some_and(|interactor| is_there(interactor.program));
        let mut outputs = BTreeSet::new();
        for (test, described) in problem.tests.iter_enumerated() {
            if !self.check.request.wants_test(problem, test) || self.state.tests[test].input_blob().is_none() {
                continue;
            }
            let known = &self.state.tests[test].validations;
            let asked = validators.iter().filter(|&&validator| {
                described.validator_args.asks(validator) && known.get(validator).is_some_and(Option::is_some)
            });
            jobs.extend(asked.map(|&validator| Job::Validate { test, validator }));
            let checker_is_there = self.checker_is_there(&described.checker_args);
            for &solution in &solutions {
                let cell = self.state.cell(solution, test);
                let output =
                    cell.filter(|_| checker_is_there && problem.interactor.is_none()).and_then(|cell| cell.output);
                if is_there(solution) || interactor_is_there && cell.is_some() {
                    jobs.push(Job::Solve { solution, test });
                } else if let Some(output) = output.filter(|output| outputs.insert((test, output.digest))) {
                    jobs.push(Job::Check { solution, test, output });
                }
            }
        }
        for (idx, wanted) in problem.validator_tests.iter().enumerate() {
            if self.state.validator_tests[idx].is_none() {
                continue;
            }
            let asked = validators.iter().filter(|&&validator| wanted.validator_args.asks(validator));
            jobs.extend(asked.map(|&validator| Job::ValidatorTest { idx, validator }));
        }
        let checker_tests = problem.checker_tests.iter().enumerate();
        let checker_tests = checker_tests.filter(|(idx, wanted)| {
            self.state.checker_tests[*idx].is_some() && self.checker_is_there(&wanted.checker_args)
        });
        jobs.extend(checker_tests.map(|(idx, _)| Job::CheckerTest(idx)));
        jobs
    }

    fn checker_is_there(&self, args: &[String]) -> bool {
        let calls = self.maker.output_checker(args).flatten().map(|checker| programs_of(&checker)).unwrap_or_default();
        calls.iter().any(|(call, _)| is_sanitized(&call.program))
    }

    pub(super) fn run(&self, job: &Job) -> Result<Vec<Outcome>, ExecutorError> {
        let problem = self.problem();
        match job {
            Job::Command(command) => self.generate(*command),
            Job::Validate { test, validator } => {
                let described = &problem.tests[*test];
                let mut args = described.validator_args.of(*validator).to_vec();
                args.extend(described.solution_args.iter().cloned());
                let group = described.group.as_deref();
                let call = self.maker.validator_call(*validator, &described.testset, group, &args);
                let call = call.map(|call| call.with_files(&described.given_files));
                self.validate(call, self.state.tests[*test].input_blob(), SanitizedRun::Test(*test))
            }
            Job::Solve { solution, test } => self.solve(*solution, *test),
            Job::Check { solution, test, output } => self.check_output(*solution, *test, *output),
            Job::ValidatorTest { idx, validator } => {
                let wanted = &problem.validator_tests[*idx];
                let args = wanted.validator_args.of(*validator);
                let call = self.maker.validator_call(*validator, &wanted.testset, wanted.group.as_deref(), args);
                let input = match &wanted.made {
                    Some(made) => taken(self.runner(), made, self.state.generated_input(made))?,
                    None => self.runner().file(&wanted.input)?,
                };
                self.validate(call, input, SanitizedRun::ValidatorTest(*idx))
            }
            Job::CheckerTest(idx) => self.checker_test(*idx),
        }
    }

    fn generate(&self, command: CommandIdx) -> Result<Vec<Outcome>, ExecutorError> {
        let Some(run) = self.maker.command_run(command) else { return Ok(Vec::new()) };
        let mut outcomes = Vec::new();
        let mut stdin = None;
        for call in &run.calls {
            let run = SanitizedRun::Command(command);
            let result = self.single(
                Purpose::Generate,
                action(&call.program, &call.args, stdin, TOOL_LIMITS),
                &call.program,
                run,
                &mut outcomes,
            )?;
            if !result.status.is_success() {
                break;
            }
            stdin = Some(result.stdout);
        }
        Ok(outcomes)
    }

    fn validate(
        &self,
        call: Option<ValidatorCall>,
        input: Option<Blob>,
        run: SanitizedRun,
    ) -> Result<Vec<Outcome>, ExecutorError> {
        let (Some(ValidatorCall::Program { call, input: how, files, .. }), Some(input)) = (call, input) else {
            return Ok(Vec::new());
        };
        let mut outcomes = Vec::new();
        let plain = tools::validator_action(self.runner(), &call, &how, &files, input)?;
        self.single(Purpose::Validate, plain, &call.program, run, &mut outcomes)?;
        Ok(outcomes)
    }

    fn solve(&self, solution: ProgramIdx, test: TestIdx) -> Result<Vec<Outcome>, ExecutorError> {
        let described = &self.problem().tests[test];
        let (Some(program), Some(interactor), Some(input)) =
            (self.maker.runnable(solution), self.maker.interactor(test), self.state.tests[test].input_blob())
        else {
            return Ok(Vec::new());
        };
        let files: BTreeMap<String, InputFile> = tools::given(self.runner(), &described.given_files)?;
        let answer = self.state.tests[test].known_answer();
        let limits = self.shared.limits(self.state).on(described).of(&program);
        let run_input = SolutionInput {
            asked_next: None,
            input,
            answer,
            io: &self.problem().io,
            args: &described.solution_args,
            files,
            interactor: interactor.as_ref(),
            feedback: None,
            limits,
        };
        let run = SanitizedRun::Test(test);
        let mut outcomes = Vec::new();
        let Some(interactor) = &interactor else {
            let plain = solution_run::solution_action(&program, &run_input);
            let result = self.single(Purpose::Solve, plain, &program, run, &mut outcomes)?;
            let output = match &self.problem().io.output_file {
                Some(name) => result.files.get(name).copied(),
                None => Some(result.stdout),
            };
            if let Some(output) = output.filter(|_| result.status.is_success()) {
                outcomes.extend(self.check_output(solution, test, output)?);
            }
            return Ok(outcomes);
        };
        let solutions = solution_run::talking_solutions(&program, &run_input).into_iter();
        let mut sides: Vec<Action> =
            solutions.map(|solution| self.prepared(Purpose::Solve, solution, &program)).collect();
        let mut programs = vec![&program; sides.len()];
        let called = &interactor.call.program;
        let plain = solution_run::interactor_action(self.runner(), interactor, &run_input)?;
        sides.push(self.prepared(Purpose::Check, plain, called));
        programs.push(called);
        let TaskResult::Talk { interactor, .. } = self.task(Purpose::Solve, &sides, &programs, run, &mut outcomes)?
        else {
            return Ok(outcomes);
        };
        if let Some(output) = interactor.files.get(OUTPUT).filter(|_| interactor.status.is_success()) {
            outcomes.extend(self.check_output(solution, test, *output)?);
        }
        Ok(outcomes)
    }

    /// Has the checker look at an output.
    fn check_output(&self, solution: ProgramIdx, test: TestIdx, output: Blob) -> Result<Vec<Outcome>, ExecutorError> {
        let described: &Test = &self.problem().tests[test];
        let Some(input) = self.state.tests[test].input_blob() else { return Ok(Vec::new()) };
        let answer = self.state.tests[test].known_answer().unwrap_or(Blob::of(b""));
        let run = SanitizedRun::Output { solution, test };
        self.ask_checkers(&described.checker_args, [input, output, answer], run)
    }

    fn checker_test(&self, idx: usize) -> Result<Vec<Outcome>, ExecutorError> {
        let wanted = &self.problem().checker_tests[idx];
        let runner = self.runner();
        let files = match &wanted.made {
            Some(made) => [&made.input, &made.output, &made.answer]
                .map(|source| taken(runner, source, self.state.generated_input(source))),
            None => [&wanted.input, &wanted.output, &wanted.answer].map(|path| runner.file(path)),
        };
        let [input, output, answer] = files;
        match (input?, output?, answer?) {
            (Some(input), Some(output), Some(answer)) => {
                self.ask_checkers(&wanted.checker_args, [input, output, answer], SanitizedRun::CheckerTest(idx))
            }
            _ => Ok(Vec::new()),
        }
    }

    fn ask_checkers(
        &self,
        args: &[String],
        contents: [Blob; 3],
        run: SanitizedRun,
    ) -> Result<Vec<Outcome>, ExecutorError> {
        let mut outcomes = Vec::new();
        // What an interactive problem has for an answer.
        self.runner().executor.put(b"")?;
        for (call, protocol) in
            self.maker.output_checker(args).flatten().map(|checker| programs_of(&checker)).unwrap_or_default()
        {
            if is_sanitized(&call.program) {
                let plain = tools::checker_action(self.runner(), &call, protocol, contents)?;
                self.single(Purpose::Check, plain, &call.program, run, &mut outcomes)?;
            }
        }
        Ok(outcomes)
    }

    fn single(
        &self,
        purpose: Purpose,
        plain: Action,
        program: &Arc<Runnable>,
        run: SanitizedRun,
        outcomes: &mut Vec<Outcome>,
    ) -> Result<RunResult, ExecutorError> {
        self.task(purpose, &[self.prepared(purpose, plain, program)], &[program], run, outcomes).and_then(only)
    }

    /// A run as it is with sanitizers: with their log, and with room for them. One without them has its own limits.
    fn prepared(&self, purpose: Purpose, mut plain: Action, program: &Runnable) -> Action {
        if is_sanitized(program) {
            plain.outputs.push(LOG.to_owned());
            plain.limits = with_room(plain.limits, self.shared.caps, purpose == Purpose::Solve);
        }
        plain
    }

    /// Runs one program, or some that talk, and notes what sanitizers say.
    fn task(
        &self,
        purpose: Purpose,
        actions: &[Action],
        programs: &[&Arc<Runnable>],
        run: SanitizedRun,
        outcomes: &mut Vec<Outcome>,
    ) -> Result<TaskResult, ExecutorError> {
        let runner = self.runner();
        let mut key = KeyBuilder::new("run with sanitizers 3").digest(self.symbolizer);
        for action in actions {
            key = key.digest(action.key()).text(&format!("{:?}", action.limits));
        }
        let key = key.finish();
        let is_of_use =
            |kept: &Kept| kept.result.runs().iter().flat_map(|side| blobs(side)).all(|blob| runner.holds(blob));
        let kept = match runner.kept(key, is_of_use) {
            Some(kept) => kept,
            None => {
                let task = match actions {
                    [action] => Task::Single(action.clone()),
                    [solutions @ .., interactor] => {
                        Task::Talk { solutions: solutions.to_vec(), interactor: interactor.clone() }
                    }
                    [] => return Err(ExecutorError::Failed("there is nothing to run".to_owned())),
                };
                let result = runner.task(purpose, task, Timing::Final)?;
                let sides = result.runs().into_iter().zip(programs);
                let mut seen = Vec::new();
                let mut is_whole = sides_last(&result);
                for (side, program) in sides {
                    let read = match self.program_of(program) {
                        Some(program) => self.seen(side, &self.programs[&program])?,
                        None => Read::default(),
                    };
                    is_whole &= !read.has_lost && (self.program_of(program).is_some() || !is_sanitized(program));
                    seen.push((read.seen, read.trouble));
                }
                let kept = Kept { result, seen };
                if is_whole {
                    runner.keep(key, &kept);
                }
                kept
            }
        };
        for ((side, program), seen) in kept.result.runs().into_iter().zip(programs).zip(kept.seen) {
            if let Some(program) = self.program_of(program) {
                let (seen, trouble) = seen;
                outcomes.push(Outcome { program, run, status: side.status, seen, trouble });
            }
        }
        Ok(kept.result)
    }

    /// The program with sanitizers that a runnable is.
    fn program_of(&self, runnable: &Arc<Runnable>) -> Option<ProgramIdx> {
        let is_it =
            |program: &&ProgramIdx| self.maker.runnable(**program).is_some_and(|known| Arc::ptr_eq(&known, runnable));
        self.programs.keys().find(is_it).copied()
    }
}

/// The programs that look at an output, in the order in which they are asked.
fn programs_of(checker: &OutputChecker) -> Vec<(Call, problem::model::Protocol)> {
    match checker {
        OutputChecker::Standard(_) | OutputChecker::Kattis(_) => Vec::new(),
        OutputChecker::Program { call, protocol } => vec![(call.clone(), *protocol)],
        OutputChecker::All { first, further } => {
            std::iter::once(&**first).chain(further).flat_map(programs_of).collect()
        }
    }
}

fn with_room(limits: RunLimits, caps: Caps, is_solution: bool) -> RunLimits {
    let most_ms = if is_solution { caps.time_ms } else { u64::MAX };
    let cpu_ms = limits.cpu_ms.saturating_mul(10).clamp(CPU_MS.0, CPU_MS.1).min(most_ms);
    let memory_bytes = limits.memory_bytes.saturating_mul(MEMORY_TIMES).saturating_add(MEMORY_MORE);
    let memory_bytes = memory_bytes.min(caps.memory_bytes);
    RunLimits { cpu_ms, wall_ms: 2 * cpu_ms + 5_000, memory_bytes, ..limits }
}

fn sides_last(result: &TaskResult) -> bool {
    result.runs().iter().all(|side| side.status.is_lasting())
}

/// What the next run takes from one.
fn blobs(side: &RunResult) -> impl Iterator<Item = Blob> + '_ {
    side.files.values().copied().chain([side.stdout])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_solution_gets_more_than_the_caps() {
        let caps = Caps { time_ms: 7_000, memory_bytes: 1 << 30, ..Caps::default() };
        let given = |is_solution| {
            let limits = with_room(TOOL_LIMITS, caps, is_solution);
            (limits.cpu_ms, limits.memory_bytes)
        };
        assert_eq!(given(true), (7_000, 1 << 30));
        assert_eq!(given(false), (60_000, 1 << 30));
    }
}
