//! One solution on one input: the run, its repetitions near the time limit, and the verdict.
//!
//! CPU time decides. A program is killed at 1.6 times the limit, or at 1.1 times the limit with its package's safety
//! margin if that is more: far enough to be sure, near enough not to wait. The wall-clock bound is one second more than
//! the greater of that and twice the limit. A run above 0.8 of the limit is repeated alone, up to three times, until the least
//! of them all is below that or above 1.5 of the limit; the least counts. Since it will be repeated, the executor need not make sure of the first one
//! (`Timing::Provisional`). Of a solution once seen alone above 1.5, or idle, later runs above
//! the limit are believed at once.
//!
//! What is kept is the run, not the verdict: [`SolutionRun`] has the limits it ran under, its costs and its output. A
//! changed limit classifies it anew, and runs again only what the old run cannot answer. A run that could not be
//! measured is not kept.

mod limits;
mod processes;
mod verdict;

use std::{
    collections::{BTreeMap, HashSet},
    sync::Mutex,
};

use checkers::OutcomeKind;
use problem::{
    digest::KeyBuilder,
    executor::{
        Action, Blob, Deadlock, Exceeded, ExecutorError, ExitStatus, Fed, InputFile, RunLimits, RunResult, Task,
        TaskResult, Timing,
    },
    model::{ProgramIdx, Protocol, SolutionIo},
    state::CheckerResult,
};
use serde::{Deserialize, Serialize};

pub(super) use self::{
    limits::SolutionLimits,
    processes::talking_solutions,
    verdict::{cell, verdict_of_run},
};
use super::{
    counts::Purpose,
    passes::{self, Feedback},
    printed,
    runner::{CachingRunner, data, mixed_up, with_files},
    tools::{self, ANSWER, Call, FEEDBACK, INPUT, JUDGE_MESSAGE, OUTPUT, OutputChecker},
};
use crate::{
    compile::{Runnable, action},
    sync::lock,
};

/// Above this share of the limit a run is repeated alone.
const REPEAT_ABOVE: f64 = 0.8;
/// A solution seen alone above this share of the limit is slow beyond doubt.
const SURELY_SLOW: f64 = 1.5;
/// At most this many repetitions.
const MAX_REPEATS: usize = 3;

/// An interactor, ready to talk.
#[derive(Clone, Debug)]
pub(super) struct InteractorCall {
    pub(super) call: Call,
    pub(super) protocol: Protocol,
    /// What a manager prints is for the checker.
    pub(super) is_checked: bool,
}

/// What a solution is run on.
#[derive(Clone, Debug)]
pub(super) struct SolutionInput<'a> {
    pub(super) input: Blob,
    /// For the interactor, which may want it.
    pub(super) answer: Option<Blob>,
    pub(super) io: &'a SolutionIo,
    /// Its arguments.
    pub(super) args: &'a [String],
    /// What else it finds in its working directory.
    pub(super) files: BTreeMap<String, InputFile>,
    pub(super) interactor: Option<&'a InteractorCall>,
    /// Who is asked next about what it wrote, and the jury's answer for that.
    pub(super) asked_next: Option<(&'a OutputChecker, Option<Blob>)>,
    /// What the interactor finds in its feedback directory, where it may ask for another pass.
    pub(super) feedback: Option<Feedback>,
    pub(super) limits: SolutionLimits,
}

/// A run of a solution as it is kept: what happened, not its verdict.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct SolutionRun {
    limits: RunLimits,
    pub(super) status: ExitStatus,
    pub(super) cpu_us: u64,
    /// Wall-clock time that was the program's own: without what it waited for a core.
    wall_us: u64,
    memory_kb: u64,
    /// Two runs ended well and wrote different outputs.
    flaky: bool,
    /// Its repetitions are done, or the solution is known to be slow.
    needs_no_repeat: bool,
    /// What it wrote; the interactor's output file in interactive problems.
    pub(super) output: Blob,
    stderr: Blob,
    /// Its runtime said that it had no more memory to give.
    out_of_memory: bool,
    /// What the interactor said, and whether it had ended first.
    pub(super) interaction: Option<InteractorResult>,
}

/// The interactor's side.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct InteractorResult {
    pub(super) check: CheckerResult,
    ended_first: bool,
    transcript: Blob,
    /// What it has left in its feedback directory, where it may ask for another pass.
    pub(super) feedback: Feedback,
    /// Both sides waited for each other to write.
    deadlock: Option<Box<Deadlock>>,
    /// The interactor is one of testlib's.
    is_testlib: bool,
}

impl InteractorResult {
    /// Whether the interactor waited for an answer to something that it had not sent. After the end of its input a
    /// program with testlib.h writes nothing but what it has held back.
    fn interactor_held_back(&self) -> Option<&str> {
        let deadlock = self.deadlock.as_ref().filter(|_| self.is_testlib)?;
        Some(deadlock.interactor_wrote.trim()).filter(|words| !words.is_empty())
    }
}

/// Solutions that were seen alone far above the limit, or idle: their later runs above it are believed at once.
#[derive(Default)]
pub(super) struct Slow(Mutex<HashSet<ProgramIdx>>);

impl Slow {
    fn contains(&self, solution: ProgramIdx) -> bool {
        lock(&self.0).contains(&solution)
    }

    fn insert(&self, solution: ProgramIdx) {
        lock(&self.0).insert(solution);
    }
}

impl SolutionRun {
    /// Whether this run tells what would happen under `limits`.
    fn answers(&self, limits: &SolutionLimits) -> bool {
        if self.interaction.as_ref().is_some_and(|interaction| interaction.deadlock.is_some()) {
            return true;
        }
        let wanted = limits.run_limits();
        let near = self.cpu_us as f64 > REPEAT_ABOVE * limits.limit_us();
        let in_time = self.wall_us <= wanted.wall_ms.saturating_mul(1000);
        match self.status {
            ExitStatus::Exited(0) => {
                (self.needs_no_repeat || !near) && in_time && wanted.output_bytes >= self.output.size
            }
            ExitStatus::Exited(_) | ExitStatus::Signalled(_) => {
                (self.needs_no_repeat || !near) && in_time && self.limits.memory_bytes >= wanted.memory_bytes
            }
            ExitStatus::Killed(Exceeded::Cpu | Exceeded::Wall) => {
                self.needs_no_repeat && self.limits.cpu_ms >= wanted.cpu_ms && self.limits.wall_ms >= wanted.wall_ms
            }
            ExitStatus::Killed(Exceeded::Memory) => self.limits.memory_bytes >= wanted.memory_bytes,
            ExitStatus::Killed(Exceeded::Output) => self.limits.output_bytes >= wanted.output_bytes,
            ExitStatus::NotStarted(_) | ExitStatus::Unmeasured => false,
        }
    }

    /// The same with the greater costs of two passes: each has to keep the limits.
    pub(super) fn with_costs_of(self, other: &SolutionRun) -> SolutionRun {
        SolutionRun {
            cpu_us: self.cpu_us.max(other.cpu_us),
            wall_us: self.wall_us.max(other.wall_us),
            memory_kb: self.memory_kb.max(other.memory_kb),
            flaky: self.flaky || other.flaky,
            ..self
        }
    }

    fn is_cut(&self) -> bool {
        matches!(self.status, ExitStatus::Killed(Exceeded::Cpu | Exceeded::Wall) | ExitStatus::Unmeasured)
    }

    /// Whether two runs of one program on one input ended well and wrote different outputs.
    fn differs_from(&self, other: &SolutionRun) -> bool {
        let end_well = [self, other].iter().all(|run| run.status == ExitStatus::Exited(0));
        end_well && self.interaction.is_none() && self.output != other.output
    }

    /// Lower is better evidence of what the program needs.
    fn cost(&self) -> (bool, u64) {
        (self.is_cut(), self.cpu_us)
    }
}

/// Runs a solution, or finds its run in the cache; where it is to be measured, runs it once, alone.
pub(super) fn run_solution(
    runner: &CachingRunner<'_>,
    slow: &Slow,
    solution: ProgramIdx,
    program: &Runnable,
    run_input: &SolutionInput<'_>,
) -> Result<SolutionRun, ExecutorError> {
    if runner.measures {
        return run_once(runner, program, run_input, Timing::Alone);
    }
    let mut key = KeyBuilder::new("solved 9")
        .digest(program.identity)
        .digest(run_input.input.digest)
        .text(&format!("{:?}", run_input.io));
    if !run_input.args.is_empty() || !run_input.files.is_empty() {
        key = key.text("given").texts(run_input.args.iter().map(String::as_str));
        for (name, file) in &run_input.files {
            key = key.text(name).digest(file.blob.digest);
        }
    }
    if let Some(interactor) = run_input.interactor {
        key = key
            .digest(interactor.call.program.identity)
            .text(&format!("{:?} {}", interactor.protocol, interactor.is_checked));
        key = key.texts(interactor.call.args.iter().map(String::as_str));
        key = key.digest(run_input.answer.unwrap_or(Blob::of(b"")).digest);
    }
    for (name, blob) in run_input.feedback.iter().flatten() {
        key = key.text("feedback").text(name).digest(blob.digest);
    }
    if run_input.feedback.is_some() {
        key = key.text("of several passes");
    }
    let key = key.finish();
    let is_of_use = |run: &SolutionRun| {
        let left = run.interaction.iter().flat_map(|interaction| interaction.feedback.values());
        run.answers(&run_input.limits) && left.chain([&run.output]).all(|blob| runner.holds(*blob))
    };
    if let Some(run) = runner.kept(key, is_of_use) {
        return Ok(run);
    }
    let run = run_with_repeats(runner, slow, solution, program, run_input)?;
    if run.status != ExitStatus::Unmeasured {
        runner.keep(key, &run);
    }
    Ok(run)
}

/// Runs, and repeats alone what came near the limit; the least counts (CCP-19).
fn run_with_repeats(
    runner: &CachingRunner<'_>,
    slow: &Slow,
    solution: ProgramIdx,
    program: &Runnable,
    run_input: &SolutionInput<'_>,
) -> Result<SolutionRun, ExecutorError> {
    let limit_us = run_input.limits.limit_us();
    let is_near = |run: &SolutionRun| run.is_cut() || run.cpu_us as f64 > REPEAT_ABOVE * limit_us;
    let is_over = |run: &SolutionRun| run.is_cut() || run.cpu_us as f64 > limit_us;
    // Read before the run: only if the solution was known to be slow before it did the run get a new box.
    let known_slow = slow.contains(solution);
    let timing = if known_slow || run_input.limits.time_ms.is_none() { Timing::Final } else { Timing::Provisional };
    let mut best = run_once(runner, program, run_input, timing)?;
    let has_deadlock = best.interaction.as_ref().is_some_and(|interaction| interaction.deadlock.is_some());
    let is_capped =
        matches!(best.status, ExitStatus::Killed(exceeded) if run_input.limits.cap_is_below_limit(exceeded));
    if is_capped {
        return Ok(SolutionRun { needs_no_repeat: true, ..best });
    }
    if run_input.limits.time_ms.is_none() || has_deadlock || !is_near(&best) {
        return Ok(best);
    }
    if is_over(&best) && known_slow {
        return Ok(SolutionRun { needs_no_repeat: true, ..best });
    }
    for _ in 0..MAX_REPEATS {
        let again = run_once(runner, program, run_input, Timing::Alone)?;
        let flaky = best.flaky || best.differs_from(&again);
        if again.cost() < best.cost() {
            best = again;
        }
        best.flaky = flaky;
        // An idle program is idle alone too: one repetition tells.
        let idle = best.status == ExitStatus::Killed(Exceeded::Wall) && (best.cpu_us as f64) < limit_us / 2.0;
        if idle || best.cpu_us as f64 > SURELY_SLOW * limit_us {
            slow.insert(solution);
        }
        // Another test of the same solution may have shown meanwhile how slow it is.
        if !is_near(&best) || idle || (is_over(&best) && slow.contains(solution)) {
            break;
        }
    }
    Ok(SolutionRun { needs_no_repeat: true, ..best })
}

fn run_once(
    runner: &CachingRunner<'_>,
    program: &Runnable,
    run_input: &SolutionInput<'_>,
    timing: Timing,
) -> Result<SolutionRun, ExecutorError> {
    let (result, output, interaction) = match run_input.interactor {
        None => {
            let next = asked_next(runner, run_input, timing)?;
            let result = runner.run_before(solution_action(program, run_input), next, timing)?;
            let output = match &run_input.io.output_file {
                Some(name) => result.files.get(name).copied().map_or_else(|| runner.executor.put(b""), Ok)?,
                None => result.stdout,
            };
            (result, output, None)
        }
        Some(interactor) => {
            let solutions = talking_solutions(program, run_input);
            let action = interactor_action(runner, interactor, run_input)?;
            let talk = Task::Talk { solutions, interactor: action };
            let (result, output, said) =
                talked(runner, interactor, run_input, runner.task(Purpose::Solve, talk, timing)?)?;
            (result, output, Some(said))
        }
    };
    let out_of_memory = says_out_of_memory(runner, program, &result);
    Ok(SolutionRun { out_of_memory, ..outcome(run_input, &result, output, interaction) })
}

/// Who is asked right after the solution, where somebody is and it is worth to know before. What is measured is run by itself.
fn asked_next(
    runner: &CachingRunner<'_>,
    run_input: &SolutionInput<'_>,
    timing: Timing,
) -> Result<Option<(Action, Fed)>, ExecutorError> {
    match run_input.asked_next.filter(|_| runner.runs_elsewhere() && timing != Timing::Alone) {
        Some((with, answer)) => {
            tools::asked_next(runner, with, run_input.input, answer, run_input.io.output_file.as_ref())
        }
        None => Ok(None),
    }
}

/// What the two sides of an interaction came to: the solution's run, what there is to be checked, and what was said.
fn talked(
    runner: &CachingRunner<'_>,
    called: &InteractorCall,
    run_input: &SolutionInput<'_>,
    result: TaskResult,
) -> Result<(RunResult, Blob, InteractorResult), ExecutorError> {
    let TaskResult::Talk { solutions, interactor, transcript, interactor_ended_first, deadlock } = result else {
        return Err(mixed_up());
    };
    let protocol = called.protocol;
    let (output, check) = match protocol {
        Protocol::Cms => (interactor.stdout, printed::of_manager(runner, &interactor, called.is_checked)),
        Protocol::Testlib | Protocol::Kattis | Protocol::Sinol => {
            let output = interactor.files.get(OUTPUT).copied().map_or_else(|| runner.executor.put(b""), Ok)?;
            (output, tools::of_exit(runner, protocol, &interactor))
        }
    };
    // What a manager says of a solution that fails counts for nothing, unless it is the manager that has failed; and one that
    // was waited for to the end did not fail first, whoever was seen to fall silent first.
    let has_failed = check.kind == OutcomeKind::Fail && interactor.status != ExitStatus::Killed(Exceeded::Wall);
    let may_speak_first = protocol != Protocol::Cms || has_failed;
    let said = InteractorResult {
        check,
        ended_first: interactor_ended_first && may_speak_first,
        transcript,
        feedback: run_input.feedback.as_ref().map(|_| passes::left(&interactor.files)).unwrap_or_default(),
        deadlock,
        is_testlib: protocol == Protocol::Testlib,
    };
    Ok((processes::together(solutions, run_input.io).ok_or_else(mixed_up)?, output, said))
}

/// Whether a program failed with the words that its runtime has when there is no more memory.
fn says_out_of_memory(runner: &CachingRunner<'_>, program: &Runnable, result: &RunResult) -> bool {
    if program.out_of_memory.is_empty() || result.status.is_success() || result.status.is_timeout() {
        return false;
    }
    let said = runner.executor.get(result.stderr.digest).unwrap_or_default();
    let said = String::from_utf8_lossy(&said);
    program.out_of_memory.iter().any(|words| said.contains(words.as_str()))
}

fn outcome(
    run_input: &SolutionInput<'_>,
    result: &RunResult,
    output: Blob,
    interaction: Option<InteractorResult>,
) -> SolutionRun {
    SolutionRun {
        limits: run_input.limits.run_limits(),
        status: result.status,
        cpu_us: result.cpu_us,
        wall_us: result.wall_us.saturating_sub(result.waited_us),
        memory_kb: result.memory_kb,
        flaky: false,
        needs_no_repeat: false,
        output,
        stderr: result.stderr,
        out_of_memory: false,
        interaction,
    }
}

pub(super) fn solution_action(program: &Runnable, run_input: &SolutionInput<'_>) -> Action {
    let limits = run_input.limits.run_limits();
    let mut files = run_input.files.clone();
    let stdin = match &run_input.io.input_file {
        Some(name) => {
            files.insert(name.clone(), data(run_input.input));
            None
        }
        None => Some(run_input.input),
    };
    let mut run = with_files(action(program, run_input.args, stdin, limits), files);
    run.outputs.extend(run_input.io.output_file.clone());
    run
}

pub(super) fn interactor_action(
    runner: &CachingRunner<'_>,
    interactor: &InteractorCall,
    run_input: &SolutionInput<'_>,
) -> Result<Action, ExecutorError> {
    let mut files = BTreeMap::from([(INPUT.to_owned(), data(run_input.input))]);
    let mut args = vec![INPUT.to_owned()];
    let mut outputs = vec![OUTPUT.to_owned()];
    let (mut stdin, mut pipes) = (None, Vec::new());
    match interactor.protocol {
        Protocol::Cms => {
            pipes = processes::pipes_of_manager(run_input.io);
            args = pipes.iter().flatten().cloned().collect();
            stdin = Some(run_input.input);
            outputs.clear();
        }
        Protocol::Testlib | Protocol::Sinol => {
            args.push(OUTPUT.to_owned());
            if let Some(answer) = run_input.answer {
                files.insert(ANSWER.to_owned(), data(answer));
                args.push(ANSWER.to_owned());
            }
        }
        Protocol::Kattis => {
            let empty = runner.executor.put(b"")?;
            files.insert(ANSWER.to_owned(), data(run_input.answer.unwrap_or(empty)));
            files.insert(JUDGE_MESSAGE.to_owned(), data(empty));
            args.extend([ANSWER, "feedback/"].map(str::to_owned));
            match &run_input.feedback {
                Some(feedback) => {
                    files.extend(passes::before(feedback));
                    outputs.extend(passes::feedback_outputs());
                }
                None => outputs.extend(FEEDBACK.map(str::to_owned)),
            }
        }
    }
    args.extend(interactor.call.args.iter().cloned());
    let solution = run_input.limits.run_limits();
    // Its partners may come one after another.
    let wall_ms = solution.wall_ms.saturating_mul(processes::number(run_input.io) as u64).saturating_add(5000);
    let limits = RunLimits { wall_ms, ..runner.tool_limits };
    let run = with_files(action(&interactor.call.program, &args, stdin, limits), files);
    Ok(Action { outputs, pipes, ..run })
}
