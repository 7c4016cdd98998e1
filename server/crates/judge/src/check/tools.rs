//! Validators and checkers: one call each, with its result cached by content.

use std::{collections::BTreeMap, sync::Arc};

use checkers::{Outcome, OutcomeKind, Standard, kattis::KattisFlags};
use problem::{
    digest::{Digest, KeyBuilder},
    executor::{Action, Blob, ExecutorError, ExitStatus, Fed, InputFile, RunResult},
    model::{Protocol, ValidatorInput},
    path::RelPath,
    state::{CheckerResult, Validation},
};

use super::{
    checktestdata::Description,
    counts::Purpose,
    explain::{RECORD, explain},
    passes, printed,
    runner::{CachingRunner, data, with_files},
    validator_reads,
};
use crate::{
    compile::{Runnable, action},
    words::{ending_with, gist},
};

/// The names under which checkers and interactors find their files.
pub(super) const INPUT: &str = "input.txt";
pub(super) const OUTPUT: &str = "output.txt";
pub(super) const ANSWER: &str = "answer.txt";
/// Where a Kattis-style validator may leave its words.
pub(super) const JUDGE_MESSAGE: &str = "feedback/judgemessage.txt";
/// What it leaves of a score: so many points, or a share of what the test is worth.
const SCORE: &str = "feedback/score.txt";
const SCORE_MULTIPLIER: &str = "feedback/score_multiplier.txt";
/// How much of its words is kept, bytes.
pub(super) const MAX_TOLD: usize = 4096;
/// All that is read of what it leaves.
pub(super) const FEEDBACK: [&str; 3] = [JUDGE_MESSAGE, SCORE, SCORE_MULTIPLIER];

/// A program with the arguments of one call.
#[derive(Clone, Debug)]
pub(super) struct Call {
    pub(super) program: Arc<Runnable>,
    pub(super) args: Vec<String>,
}

/// What decides whether an input is valid, ready to be asked.
#[derive(Clone)]
pub(super) enum ValidatorCall {
    /// In-process.
    Checktestdata(Arc<Description>),
    /// A program.
    Program {
        /// The program with its arguments.
        call: Call,
        /// How it answers.
        protocol: Protocol,
        /// How it gets the input.
        input: ValidatorInput,
        /// What else it finds in its working directory.
        files: BTreeMap<String, RelPath>,
    },
}

impl ValidatorCall {
    /// The same with files in its working directory, which a description has no use for.
    pub(super) fn with_files(self, given: &BTreeMap<String, RelPath>) -> ValidatorCall {
        match self {
            ValidatorCall::Program { call, protocol, input, .. } => {
                ValidatorCall::Program { call, protocol, input, files: given.clone() }
            }
            ValidatorCall::Checktestdata(description) => ValidatorCall::Checktestdata(description),
        }
    }
}

/// What decides whether an output is right, ready to be asked.
#[derive(Clone, Debug)]
pub(super) enum OutputChecker {
    /// In-process.
    Standard(Standard),
    /// In-process.
    Kattis(KattisFlags),
    /// A program.
    Program {
        /// The program with extra arguments.
        call: Call,
        /// How it answers.
        protocol: Protocol,
    },
    /// Several, all of which have to be satisfied.
    All {
        /// The one that is asked first.
        first: Box<OutputChecker>,
        /// The others.
        further: Vec<OutputChecker>,
    },
}

impl OutputChecker {
    fn identity(&self) -> Digest {
        match self {
            OutputChecker::Standard(standard) => {
                KeyBuilder::new("standard").text(standard.name()).field(&standard.version().to_le_bytes()).finish()
            }
            OutputChecker::Kattis(flags) => KeyBuilder::new("kattis 1").text(&format!("{flags:?}")).finish(),
            OutputChecker::Program { call, protocol } => KeyBuilder::new("checker 1")
                .digest(call.program.identity)
                .texts(call.args.iter().map(String::as_str))
                .text(&format!("{protocol:?}"))
                .finish(),
            OutputChecker::All { first, further } => {
                let all = KeyBuilder::new("all checkers 1").digest(first.identity());
                further.iter().fold(all, |all, checker| all.digest(checker.identity())).finish()
            }
        }
    }
}

/// Asks a validator about an input.
pub(super) fn validate(
    runner: &CachingRunner<'_>,
    validator: &ValidatorCall,
    input: Blob,
) -> Result<Validation, ExecutorError> {
    match validator {
        ValidatorCall::Checktestdata(description) => description.validate(runner, input),
        ValidatorCall::Program { call, protocol, input: how, files } => {
            run_validator(runner, validator_action(runner, call, how, files, input)?, *protocol)
        }
    }
}

pub(super) fn validator_action(
    runner: &CachingRunner<'_>,
    call: &Call,
    how: &ValidatorInput,
    files: &BTreeMap<String, RelPath>,
    input: Blob,
) -> Result<Action, ExecutorError> {
    let stdin = Some(input).filter(|_| how.file().is_none());
    let plain = action(&call.program, &call.args, stdin, runner.tool_limits);
    let mut files = given(runner, files)?;
    files.extend(how.file().map(|name| (name.to_owned(), data(input))));
    Ok(with_files(plain, files))
}

/// Files of the folder as a run finds them; one that is gone is not there.
pub(super) fn given(
    runner: &CachingRunner<'_>,
    files: &BTreeMap<String, RelPath>,
) -> Result<BTreeMap<String, InputFile>, ExecutorError> {
    let mut given = BTreeMap::new();
    for (name, path) in files {
        given.extend(runner.file(path)?.map(|blob| (name.clone(), data(blob))));
    }
    Ok(given)
}

fn run_validator(runner: &CachingRunner<'_>, plain: Action, protocol: Protocol) -> Result<Validation, ExecutorError> {
    let run = match protocol {
        // One that answers as packages of Kattis want it may use testlib all the same.
        Protocol::Testlib | Protocol::Cms | Protocol::Kattis => validator_reads::requesting_reads(plain.clone()),
        Protocol::Sinol => plain.clone(),
    };
    let key = KeyBuilder::new("validation 7").digest(run.key()).text(&format!("{protocol:?}")).finish();
    if let Some(validation) = runner.kept::<Validation>(key, |_| true) {
        return Ok(validation);
    }
    let result = runner.run(Purpose::Validate, run)?;
    let mut validation = validation(runner, protocol, &result);
    let mut lasts = runner.is_lasting(result.status);
    if validation.ok {
        validation.reads = validator_reads::reads(runner, &result);
    } else if protocol == Protocol::Testlib || protocol == Protocol::Kattis && result.files.contains_key(RECORD) {
        let explained = explain(runner, Purpose::Validate, plain, result.status)?;
        validation.failure = explained.failure;
        lasts &= explained.is_lasting;
    }
    if lasts {
        runner.keep(key, &validation);
    }
    Ok(validation)
}

fn validation(runner: &CachingRunner<'_>, protocol: Protocol, result: &RunResult) -> Validation {
    let mut message = runner.words(result);
    if message.is_empty() && !result.status.is_success() {
        message = gist(&String::from_utf8_lossy(&runner.executor.get(result.stdout.digest).unwrap_or_default()));
    }
    let ok = is_yes(protocol, result.status);
    let broken = match (protocol, result.status) {
        (Protocol::Testlib | Protocol::Cms | Protocol::Sinol, ExitStatus::Exited(_))
        | (Protocol::Kattis, ExitStatus::Exited(42 | 43)) => false,
        (Protocol::Testlib | Protocol::Cms | Protocol::Sinol | Protocol::Kattis, _) => true,
    };
    if broken || (!ok && message.is_empty()) {
        message = ending_with(result.status, &message);
    }
    Validation { ok, message: without_prefix(&message), broken, failure: None, reads: None }
}

/// Asks the checker about an output.
pub(super) fn check_output(
    runner: &CachingRunner<'_>,
    with: &OutputChecker,
    input: Blob,
    output: Blob,
    answer: Option<Blob>,
) -> Result<CheckerResult, ExecutorError> {
    let answer = answer.unwrap_or(Blob::of(b""));
    let key = check_key(runner, with, [input, output, answer]);
    if let Some(check) = runner.kept::<CheckerResult>(key, |_| true) {
        return Ok(check);
    }
    let check = match with {
        OutputChecker::Standard(standard) => {
            let (output, answer) = (runner.bytes(output)?, runner.bytes(answer)?);
            of_outcome(&standard.check(Some(&output), Some(&answer), ANSWER, OUTPUT))
        }
        OutputChecker::Kattis(flags) => of_outcome(&flags.check(&runner.bytes(output)?, &runner.bytes(answer)?)),
        OutputChecker::Program { call, protocol } => {
            let (check, lasts) = run_checker(runner, call, *protocol, [input, output, answer])?;
            if !lasts {
                return Ok(check);
            }
            check
        }
        OutputChecker::All { first, further } => {
            return check_with_all(runner, first, further, [input, output, answer]);
        }
    };
    runner.keep(key, &check);
    Ok(check)
}

fn check_key(runner: &CachingRunner<'_>, with: &OutputChecker, [input, output, answer]: [Blob; 3]) -> Digest {
    let mut key = KeyBuilder::new("check 5").digest(with.identity()).digest(output.digest).digest(answer.digest);
    if matches!(with, OutputChecker::Program { .. }) {
        key = key.digest(input.digest);
    }
    if runner.is_probing() {
        key = key.text("told why");
    }
    key.finish()
}

/// The program that is asked first about the output of a solution, whatever that will be, and what it gets of it. `from` is
/// the file that the solution leaves, or its standard output.
pub(super) fn asked_next(
    runner: &CachingRunner<'_>,
    with: &OutputChecker,
    input: Blob,
    answer: Option<Blob>,
    from: Option<&String>,
) -> Result<Option<(Action, Fed)>, ExecutorError> {
    let (with, call, protocol) = match with {
        OutputChecker::All { first, .. } => return asked_next(runner, first, input, answer, from),
        OutputChecker::Program { call, protocol } => (with, call, *protocol),
        OutputChecker::Standard(_) | OutputChecker::Kattis(_) => return Ok(None),
    };
    let answer = answer.unwrap_or(Blob::of(b""));
    // Most right solutions write what the jury has written.
    let is_known = runner.kept::<CheckerResult>(check_key(runner, with, [input, answer, answer]), |_| true).is_some();
    let known = is_known.then_some(answer.digest).into_iter().collect();
    let mut then = checker_action(runner, call, protocol, [input, Blob::of(b""), answer])?;
    let into = then.inputs.remove(OUTPUT).map(|_| OUTPUT.to_owned());
    if into.is_none() {
        then.stdin = None;
    }
    Ok(Some((then, Fed { from: from.cloned(), into, known })))
}

/// The first objection, else what the last of them says.
fn check_with_all(
    runner: &CachingRunner<'_>,
    first: &OutputChecker,
    further: &[OutputChecker],
    [input, output, answer]: [Blob; 3],
) -> Result<CheckerResult, ExecutorError> {
    let mut last = check_output(runner, first, input, output, Some(answer))?;
    for checker in further {
        if !matches!(last.kind, OutcomeKind::Ok | OutcomeKind::Points) {
            break;
        }
        last = check_output(runner, checker, input, output, Some(answer))?;
    }
    Ok(last)
}

/// What the first validator of answers says that objects to an answer.
pub(super) fn objection_to_answer(
    runner: &CachingRunner<'_>,
    validators: &[ValidatorCall],
    input: Blob,
    answer: Blob,
) -> Result<Option<CheckerResult>, ExecutorError> {
    for validator in validators {
        let validation = match validator {
            ValidatorCall::Checktestdata(description) => description.validate(runner, answer)?,
            ValidatorCall::Program { call, protocol, .. } => {
                let args: Vec<String> = std::iter::once(INPUT.to_owned()).chain(call.args.iter().cloned()).collect();
                let plain = action(&call.program, &args, Some(answer), runner.tool_limits);
                let files = BTreeMap::from([(INPUT.to_owned(), data(input))]);
                run_validator(runner, with_files(plain, files), *protocol)?
            }
        };
        if !validation.ok {
            let kind = if validation.broken { OutcomeKind::Fail } else { OutcomeKind::Wa };
            let Validation { message, broken: crashed, failure, .. } = validation;
            return Ok(Some(CheckerResult { crashed, failure, ..CheckerResult::of(kind, message) }));
        }
    }
    Ok(None)
}

fn of_outcome(outcome: &Outcome) -> CheckerResult {
    CheckerResult { points: outcome.points, ..CheckerResult::of(outcome.kind, outcome.text().trim()) }
}

/// What the checker says, and whether it would say the same again.
fn run_checker(
    runner: &CachingRunner<'_>,
    call: &Call,
    protocol: Protocol,
    contents: [Blob; 3],
) -> Result<(CheckerResult, bool), ExecutorError> {
    let run = checker_action(runner, call, protocol, contents)?;
    let result = runner.run(Purpose::Check, run.clone())?;
    let mut check = of_exit(runner, protocol, &result);
    let mut lasts = runner.is_lasting(result.status);
    let is_asked_why = check.kind == OutcomeKind::Fail || runner.is_probing() && check.kind == OutcomeKind::Pe;
    if is_asked_why && protocol == Protocol::Testlib {
        let explained = explain(runner, Purpose::Check, run, result.status)?;
        check.failure = explained.failure;
        lasts &= explained.is_lasting;
    }
    Ok((check, lasts))
}

/// What the first arguments of a checker name.
pub(super) fn checker_args(protocol: Protocol) -> [&'static str; 3] {
    match protocol {
        Protocol::Testlib | Protocol::Sinol => [INPUT, OUTPUT, ANSWER],
        Protocol::Cms => [INPUT, ANSWER, OUTPUT],
        Protocol::Kattis => [INPUT, ANSWER, passes::FEEDBACK],
    }
}

/// Whether a validator or checker that ended so accepts what it was asked about.
pub(super) fn is_yes(protocol: Protocol, status: ExitStatus) -> bool {
    match protocol {
        Protocol::Testlib | Protocol::Cms | Protocol::Sinol => status == ExitStatus::Exited(0),
        Protocol::Kattis => status == ExitStatus::Exited(42),
    }
}

pub(super) fn checker_action(
    runner: &CachingRunner<'_>,
    call: &Call,
    protocol: Protocol,
    [input, output, answer]: [Blob; 3],
) -> Result<Action, ExecutorError> {
    let mut files = BTreeMap::from([(INPUT.to_owned(), data(input)), (ANSWER.to_owned(), data(answer))]);
    let stdin = match protocol {
        Protocol::Testlib | Protocol::Cms | Protocol::Sinol => {
            files.insert(OUTPUT.to_owned(), data(output));
            None
        }
        Protocol::Kattis => {
            files.insert(JUDGE_MESSAGE.to_owned(), data(runner.executor.put(b"")?));
            Some(output)
        }
    };
    let args: Vec<String> =
        checker_args(protocol).into_iter().map(str::to_owned).chain(call.args.iter().cloned()).collect();
    let mut run = with_files(action(&call.program, &args, stdin, runner.tool_limits), files);
    if protocol == Protocol::Kattis {
        run.outputs.extend(FEEDBACK.map(str::to_owned));
    }
    Ok(run)
}

/// What an exit code and the words beside it amount to.
pub(super) fn of_exit(runner: &CachingRunner<'_>, protocol: Protocol, result: &RunResult) -> CheckerResult {
    if protocol == Protocol::Sinol {
        return printed::of_sinol(runner, result);
    }
    let mut message = runner.words(result);
    let mut told = None;
    if let Some(left) = result.files.get(JUDGE_MESSAGE).and_then(|blob| runner.executor.get(blob.digest))
        && !left.is_empty()
    {
        let whole = String::from_utf8_lossy(&left[..left.len().min(MAX_TOLD)]).into_owned();
        message = gist(&whole);
        told = Some(whole.into_boxed_str());
    }
    let code = match result.status {
        ExitStatus::Exited(code) => Some(code),
        ExitStatus::Signalled(_) | ExitStatus::Killed(_) | ExitStatus::NotStarted(_) | ExitStatus::Unmeasured => None,
    };
    let printed = (protocol == Protocol::Cms).then(|| printed_share(runner, result)).flatten();
    let kind = match protocol {
        Protocol::Testlib | Protocol::Sinol => code.and_then(OutcomeKind::of_exit_code),
        Protocol::Cms => match (code, printed) {
            (Some(0), Some(share)) if share >= 1.0 => Some(OutcomeKind::Ok),
            (Some(0), Some(share)) if share <= 0.0 => Some(OutcomeKind::Wa),
            (Some(0), Some(_)) => Some(OutcomeKind::Points),
            (code, _) => code.and_then(OutcomeKind::of_exit_code),
        },
        Protocol::Kattis => match code {
            Some(42) => Some(OutcomeKind::Ok),
            Some(43) => Some(OutcomeKind::Wa),
            Some(_) | None => None,
        },
    };
    let crashed = kind.is_none();
    if crashed {
        message = ending_with(result.status, &message);
    }
    let kind = kind.unwrap_or(OutcomeKind::Fail);
    // Scores are for accepted outputs alone.
    let left = |name: &str| score_left(runner, result, name).filter(|_| kind == OutcomeKind::Ok);
    let points = match (kind, printed) {
        (OutcomeKind::Points, None) => points(&message),
        (_, Some(_)) => None,
        (_, None) => left(SCORE),
    };
    let share = printed.or_else(|| left(SCORE_MULTIPLIER)).filter(|share| (0.0..=1.0).contains(share));
    let message = without_prefix(&message);
    told = told.filter(|told| **told != *message);
    CheckerResult { kind, message, told, points, share, crashed, failure: None }
}

/// The share of the points in the first line that a checker has printed.
pub(super) fn printed_share(runner: &CachingRunner<'_>, result: &RunResult) -> Option<f64> {
    let bytes = runner.executor.get(result.stdout.digest)?;
    let text = String::from_utf8_lossy(&bytes[..bytes.len().min(MAX_TOLD)]).into_owned();
    text.lines().next()?.trim().parse().ok().filter(|share: &f64| share.is_finite())
}

/// The number in a file that a validator has left.
fn score_left(runner: &CachingRunner<'_>, result: &RunResult, name: &str) -> Option<f64> {
    let bytes = result.files.get(name).and_then(|blob| runner.executor.get(blob.digest))?;
    std::str::from_utf8(&bytes).ok()?.trim().parse().ok().filter(|score: &f64| score.is_finite())
}

/// The number behind `points`.
fn points(message: &str) -> Option<f64> {
    message
        .trim_start()
        .strip_prefix("points ")?
        .split_whitespace()
        .next()?
        .parse()
        .ok()
        .filter(|points: &f64| points.is_finite())
}

/// A tool's own words, without the verdict that testlib puts before them: the verdict stands beside them anyway.
fn without_prefix(message: &str) -> String {
    let prefixes = ["ok ", "wrong answer ", "wrong output format ", "FAIL ", "points "];
    let rest = prefixes.iter().find_map(|prefix| message.strip_prefix(prefix)).unwrap_or(message);
    rest.trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_testlib() {
        assert_eq!(without_prefix("wrong answer 1st words differ"), "1st words differ");
        assert_eq!(without_prefix("okay"), "okay");
        assert_eq!(points("points 12.5 nice"), Some(12.5));
        assert_eq!(points("points_info=3"), None);
    }
}
