//! Generator commands: a run whose output counts, and a second one, when all else is known, that shows whether it
//! depends on anything but its arguments: it runs in another second, with another process number and environment.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use problem::{
    digest::{Digest, KeyBuilder},
    executor::{Action, Attempt, Blob, ExecutorError, RunResult},
    model::{RULE_INPUT, RuleRun},
    state::GeneratorRun,
};

use super::{
    counts::Purpose,
    explain::explain,
    runner::{CachingRunner, TOOL_LIMITS},
    tools::Call,
};
use crate::{compile::action, words::ending_with};

/// All files of the working directory, as outputs of a run name them.
const ALL_FILES: &str = "./";

/// What stands in the environment of the second run and not in that of the first.
const SECOND_RUN: &str = "SECOND_RUN";

/// A command with everything that its runs need.
pub(super) struct CommandRun {
    /// Programs joined by pipes.
    pub(super) calls: Vec<Call>,
    /// The files that it is asked for.
    pub(super) files: Vec<String>,
    /// How it runs as a rule of `generators.yaml`.
    pub(super) rule: Option<RuleRun>,
}

impl CommandRun {
    /// A command of which all files are kept, for they say which tests there are.
    pub(super) fn that_lists_tests(calls: Vec<Call>) -> CommandRun {
        CommandRun { calls, files: vec![ALL_FILES.to_owned()], rule: None }
    }
}

/// What a command that ended well has made: what counts as its standard output, and its files.
type Made = (Blob, Vec<(String, Blob)>);

fn key(name: &str, run: &CommandRun) -> Digest {
    let mut key = KeyBuilder::new(name).texts(run.files.iter().map(String::as_str));
    for call in &run.calls {
        key = key.digest(call.program.identity).texts(call.args.iter().map(String::as_str));
    }
    for args in run.rule.iter().flat_map(|rule| &rule.retries) {
        key = key.texts(args.iter().map(String::as_str));
    }
    key.finish()
}

/// Runs the programs of a command, each reading what the one before wrote. `last_first_run_s` is set to the second of the clock in
/// which they ended.
pub(super) fn generate(
    runner: &CachingRunner<'_>,
    run: &CommandRun,
    last_first_run_s: &AtomicU64,
) -> Result<GeneratorRun, ExecutorError> {
    let key = key("generation 4", run);
    if let Some(generation) = runner.kept(key, |generation| is_at_hand(runner, generation)) {
        return Ok(generation);
    }
    let generation = match attempts(runner, run, Attempt::First)? {
        Err(failure) => failure,
        Ok((stdout, files)) => GeneratorRun::Ok { stdout, files },
    };
    last_first_run_s.fetch_max(now().as_secs(), Ordering::SeqCst);
    if !matches!(generation, GeneratorRun::Failed { lasting: false, .. }) {
        runner.keep(key, &generation);
    }
    Ok(generation)
}

/// Whether the same programs write the same when they are run again (CCP-3): in another second of the clock, as other
/// processes, with other addresses and another environment.
pub(super) fn reproduces(
    runner: &CachingRunner<'_>,
    run: &CommandRun,
    first: &GeneratorRun,
    last_first_run_s: &AtomicU64,
) -> Result<bool, ExecutorError> {
    let GeneratorRun::Ok { stdout, files: written } = first else { return Ok(true) };
    let key = KeyBuilder::new("repetition 2").digest(key("generation 4", run)).digest(stdout.digest).finish();
    if let Some(same) = runner.kept(key, |_| true) {
        return Ok(same);
    }
    runner.ensure_may_run()?;
    if runner.has_clock() {
        let wait = until_another_second(last_first_run_s.load(Ordering::SeqCst), now());
        // Nothing is ever received before that.
        let _ = crossbeam_channel::after(wait).recv();
    }
    let same = match attempts(runner, run, Attempt::Second)? {
        Ok((again, files)) => again == *stdout && files == *written,
        // The machine's fault, perhaps: that it ended well once is all that is known.
        Err(GeneratorRun::Failed { lasting: false, .. }) => return Ok(true),
        Err(_) => false,
    };
    runner.keep(key, &same);
    Ok(same)
}

/// The first attempt that ends well, or the failure of the last one. One that runs into its time limit is the last.
fn attempts(
    runner: &CachingRunner<'_>,
    run: &CommandRun,
    attempt: Attempt,
) -> Result<Result<Made, GeneratorRun>, ExecutorError> {
    let mut made = one_attempt(runner, run, &run.calls, attempt)?;
    for args in run.rule.iter().flat_map(|rule| &rule.retries) {
        if !matches!(made, Err(GeneratorRun::Failed { timed_out: false, lasting: true, .. })) {
            break;
        }
        let calls = run.calls.iter().map(|call| Call { program: Arc::clone(&call.program), args: args.clone() });
        made = one_attempt(runner, run, &calls.collect::<Vec<_>>(), attempt)?;
    }
    Ok(made)
}

fn one_attempt(
    runner: &CachingRunner<'_>,
    run: &CommandRun,
    calls: &[Call],
    attempt: Attempt,
) -> Result<Result<Made, GeneratorRun>, ExecutorError> {
    let result = match pipeline(runner, calls, &run.files, attempt)? {
        Err(failure) => return Ok(Err(failure)),
        Ok(result) => result,
    };
    let laid = calls.last().map(|call| &call.program.inputs);
    let own_name = |name: String| name.strip_prefix(ALL_FILES).map_or(name.clone(), str::to_owned);
    let files = result.files.into_iter().map(|(name, blob)| (own_name(name), blob));
    // What was there before is nothing that the command has made, nor is what begins with a dot: our own places.
    let is_made = |name: &str| !name.starts_with('.') && laid.is_none_or(|laid| !laid.contains_key(name));
    let files: Vec<(String, Blob)> = files.filter(|(name, _)| is_made(name)).collect();
    if run.rule.is_none() {
        return Ok(Ok((result.stdout, files)));
    }
    let input = files.iter().find(|(name, _)| name == RULE_INPUT).map(|(_, blob)| *blob);
    Ok(match input {
        Some(input) => Ok((input, files)),
        None if result.stdout.size > 0 => Ok((result.stdout, files)),
        None => Err(GeneratorRun::Failed {
            message: format!("it printed nothing and wrote no file `{RULE_INPUT}`"),
            timed_out: false,
            lasting: true,
            failure: None,
        }),
    })
}

/// How long it is until programs see another second than the last one of the first runs. `time` reads a clock that moves
/// once per tick of the system, so it is up to ten milliseconds late.
fn until_another_second(last_first_run_s: u64, now: Duration) -> Duration {
    const LATE: Duration = Duration::from_millis(20);
    (Duration::from_secs(last_first_run_s + 1) + LATE).saturating_sub(now)
}

fn now() -> Duration {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default()
}

fn is_at_hand(runner: &CachingRunner<'_>, generation: &GeneratorRun) -> bool {
    match generation {
        GeneratorRun::Ok { stdout, files, .. } => {
            runner.holds(*stdout) && files.iter().all(|(_, blob)| runner.holds(*blob))
        }
        GeneratorRun::Failed { .. } => true,
    }
}

/// The last program's result, or the failure of the first that failed.
fn pipeline(
    runner: &CachingRunner<'_>,
    calls: &[Call],
    files: &[String],
    attempt: Attempt,
) -> Result<Result<RunResult, GeneratorRun>, ExecutorError> {
    let mut stdin = None;
    let mut last = None;
    for (idx, call) in calls.iter().enumerate() {
        let mut run = action(&call.program, &call.args, stdin, TOOL_LIMITS);
        run.attempt = attempt;
        if attempt == Attempt::Second {
            run.env.insert(SECOND_RUN.to_owned(), "1".to_owned());
        }
        if idx + 1 == calls.len() {
            run.outputs = files.to_vec();
        }
        let result = runner.run(Purpose::Generate, run.clone())?;
        if !result.status.is_success() {
            return generation_failure(runner, run, &result).map(Err);
        }
        stdin = Some(result.stdout);
        last = Some(result);
    }
    Ok(last.ok_or_else(|| GeneratorRun::Failed {
        message: "the command is empty".to_owned(),
        timed_out: false,
        lasting: true,
        failure: None,
    }))
}

fn generation_failure(
    runner: &CachingRunner<'_>,
    run: Action,
    result: &RunResult,
) -> Result<GeneratorRun, ExecutorError> {
    let message = ending_with(result.status, &runner.words(result));
    let explained = explain(runner, Purpose::Generate, run, result.status)?;
    Ok(GeneratorRun::Failed {
        message,
        timed_out: result.status.is_timeout(),
        lasting: result.status.is_lasting() && explained.is_lasting,
        failure: explained.failure,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_second_run_begins_when_programs_see_another_second() {
        let wait = |now| until_another_second(7, Duration::from_millis(now)).as_millis();
        // Even where the second has just turned.
        assert_eq!([7000, 7999, 8000, 8020, 9500].map(wait), [1020, 21, 20, 0, 0]);
    }
}
