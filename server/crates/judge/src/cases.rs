//! One program on many cases: by its harness, or by a run for each.
//!
//! The first case that a harness takes is run by itself, too. Where the two differ, the harness is not believed any more.

use std::{
    collections::BTreeMap,
    sync::atomic::{AtomicU8, Ordering},
};

use problem::{
    executor::{
        Action, Batch, Blob, Exceeded, Executor, ExecutorError, ExitStatus, InputFile, RunLimits, RunResult, Task,
        TaskResult, Timing,
    },
    model::Program,
};

use crate::{
    compile::{Builder, Runnable, action},
    machine::Machine,
    sync::each_of,
};

/// So often a harness may end before its last case.
const MAX_DEATHS: usize = 3;
/// What a harness takes beyond the memory of its program, bytes.
const HARNESS_BYTES: u64 = 64 << 20;
/// The most that a harness writes, bytes.
const MAX_WRITTEN: u64 = 512 << 20;
/// How long many cases may take together, milliseconds: they do not all need what one may have.
const LONGEST_MS: u64 = 60_000;

/// What a program is run on.
#[derive(Clone, Debug, Default)]
pub(crate) struct Case<'a> {
    pub(crate) args: &'a [String],
    /// Files in its working directory.
    pub(crate) files: Vec<(&'a str, &'a [u8])>,
    pub(crate) stdin: &'a [u8],
    /// What it has in its environment besides; such a case is run by itself.
    pub(crate) env: Option<&'a BTreeMap<String, String>>,
    /// Files that it writes and that are wanted; such a case is run by itself.
    pub(crate) wanted: &'a [String],
}

impl Case<'_> {
    /// How large it is, bytes.
    pub(crate) fn n_bytes(&self) -> usize {
        self.stdin.len() + self.files.iter().map(|(_, bytes)| bytes.len()).sum::<usize>()
    }
}

/// How it ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Ended {
    pub(crate) status: ExitStatus,
    pub(crate) stdout: Vec<u8>,
    /// The processor's time that it took, microseconds.
    pub(crate) cpu_us: u64,
    /// A digest of what it said on standard error, with all numbers taken for the same; 0 if that was nothing, or is unknown.
    pub(crate) words: u64,
    /// The places of the program that it came to, each with about how often; none where they are not traced.
    pub(crate) places: Vec<u32>,
    /// What was wanted of the files that it wrote, in that order.
    pub(crate) files: Vec<Vec<u8>>,
}

impl Ended {
    /// What is told of a run by itself.
    fn told(status: ExitStatus, stdout: Vec<u8>, cpu_us: u64) -> Ended {
        Ended { status, stdout, cpu_us, words: 0, places: Vec::new(), files: Vec::new() }
    }

    fn is_like(&self, other: &Ended) -> bool {
        let are_slow = self.status.is_timeout() && other.status.is_timeout();
        are_slow || self.status == other.status && self.stdout == other.stdout
    }
}

/// What is known of a harness.
#[repr(u8)]
enum Trust {
    /// Nobody has compared it yet.
    Unknown,
    /// It did what the program does.
    Believed,
    /// It did not.
    Refused,
}

/// A program that is run on many cases.
pub struct CaseRunner {
    program: Runnable,
    harness: Option<Runnable>,
    trust: AtomicU8,
}

impl CaseRunner {
    /// Builds a program, and its harness where there is one. `None` where it does not build.
    ///
    /// # Errors
    /// The executor's own failure or a cancellation.
    pub fn build(builder: &Builder<'_>, program: &Program) -> Result<Option<CaseRunner>, ExecutorError> {
        let Some(runnable) = builder.build_runnable(program)? else { return Ok(None) };
        // What lies beside a program lies in no box of many cases.
        let harness = if program.beside.is_empty() { builder.build_harness(program)? } else { None };
        Ok(Some(CaseRunner { harness, ..CaseRunner::single(runnable) }))
    }

    /// Builds a program that tells which places it comes to. `None` where that cannot be done.
    ///
    /// # Errors
    /// The executor's own failure or a cancellation.
    pub(crate) fn traced(builder: &Builder<'_>, program: &Program) -> Result<Option<CaseRunner>, ExecutorError> {
        if !program.beside.is_empty() {
            return Ok(None);
        }
        let Some(harness) = builder.build_traced(program)? else { return Ok(None) };
        let Some(program) = builder.build_runnable(program)? else { return Ok(None) };
        Ok(Some(CaseRunner { harness: Some(harness), ..CaseRunner::single(program) }))
    }

    /// A program that is run for each case.
    pub fn single(program: Runnable) -> CaseRunner {
        CaseRunner { program, harness: None, trust: AtomicU8::new(Trust::Unknown as u8) }
    }

    pub(crate) fn program(&self) -> &Runnable {
        &self.program
    }

    fn has(&self, trust: Trust) -> bool {
        self.trust.load(Ordering::Relaxed) == trust as u8
    }

    fn set(&self, trust: Trust) {
        self.trust.store(trust as u8, Ordering::Relaxed);
    }

    /// Whether many cases are run in one process.
    pub(crate) fn takes_many(&self) -> bool {
        self.harness.is_some() && !self.has(Trust::Refused)
    }

    /// The harness, if it can take these cases.
    fn harness_for(&self, cases: &[Case<'_>]) -> Option<&Runnable> {
        let can_be = cases.len() > 1
            && self.takes_many()
            && cases.iter().all(|case| case.env.is_none() && case.wanted.is_empty());
        self.harness.as_ref().filter(|_| can_be)
    }

    /// Runs the program on cases, each under these limits.
    pub(crate) fn run(
        &self,
        executor: &dyn Executor,
        cases: &[Case<'_>],
        limits: RunLimits,
    ) -> Result<Vec<Ended>, ExecutorError> {
        let single = |case: &Case<'_>| self.run_single(executor, case, limits);
        let Some(harness) = self.harness_for(cases) else { return cases.iter().map(single).collect() };
        let mut ended: Vec<Ended> = Vec::with_capacity(cases.len());
        let mut n_deaths = 0;
        while ended.len() < cases.len() && n_deaths < MAX_DEATHS {
            let rest = &cases[ended.len()..];
            let mut of_rest = run_harness(executor, harness, rest, limits)?;
            if of_rest.len() < rest.len() {
                n_deaths += 1;
                // What it died of may be the case, or the time of all of them together.
                of_rest.push(single(&rest[of_rest.len()])?);
            }
            ended.extend(of_rest);
            if self.has(Trust::Unknown) {
                let first = single(&cases[0])?;
                self.set(if first.is_like(&ended[0]) { Trust::Believed } else { Trust::Refused });
            }
            if self.has(Trust::Refused) {
                ended.clear();
                break;
            }
        }
        let rest = &cases[ended.len()..];
        if !rest.is_empty() {
            self.set(Trust::Refused);
            ended.extend(rest.iter().map(single).collect::<Result<Vec<_>, _>>()?);
        }
        Ok(ended)
    }

    fn run_single(&self, executor: &dyn Executor, case: &Case<'_>, limits: RunLimits) -> Result<Ended, ExecutorError> {
        let mut run = action(&self.program, case.args, Some(executor.put(case.stdin)?), limits);
        run.outputs = case.wanted.to_vec();
        run.env.extend(case.env.into_iter().flatten().map(|(name, value)| (name.clone(), value.clone())));
        for (name, bytes) in &case.files {
            run.inputs.insert((*name).to_owned(), InputFile { blob: executor.put(bytes)?, executable: false });
        }
        let mut ended = Ended::told(ExitStatus::Unmeasured, Vec::new(), 0);
        run_one(executor, run, |result| {
            let contents = |blob: Blob| executor.get(blob.digest).unwrap_or_default().to_vec();
            let files = case.wanted.iter().filter_map(|name| result.files.get(name)).map(|file| contents(*file));
            let files = files.collect();
            ended = Ended { files, ..Ended::told(result.status, contents(result.stdout), result.cpu_us) };
        })?;
        Ok(ended)
    }
}

/// The least that a process is started for, in cases.
const LEAST_CASES: usize = 20;
/// The most that a process is given at once, bytes.
const MOST_BYTES: usize = 16 << 20;

/// Runs programs on their cases, some at a time, where they were built: what many runs at once ask for is more than others
/// give to one.
///
/// # Errors
/// The executor's own failure or a cancellation.
pub(crate) fn run_all(
    machine: &dyn Machine,
    n_workers: usize,
    work: &[(&CaseRunner, RunLimits, &[Case<'_>])],
) -> Result<Vec<Vec<Ended>>, ExecutorError> {
    let executor = machine.here();
    // As many as others run at once would wait for each other here.
    let n_workers = if machine.others().is_some() { n_workers.min(executor.n_cores()) } else { n_workers };
    let mut parts = Vec::new();
    for (number, (runner, _, cases)) in work.iter().enumerate() {
        let takes_many = runner.harness_for(cases).is_some();
        let most = if takes_many { LEAST_CASES.max(cases.len().div_ceil(2 * n_workers)) } else { 1 };
        let (mut from, mut n_bytes) = (0, 0);
        for (at, case) in cases.iter().enumerate() {
            if at > from && (at - from == most || n_bytes + case.n_bytes() > MOST_BYTES) {
                parts.push((number, from..at));
                (from, n_bytes) = (at, 0);
            }
            n_bytes += case.n_bytes();
        }
        if from < cases.len() {
            parts.push((number, from..cases.len()));
        }
    }
    let done = each_of(parts.len(), n_workers, |part| {
        let (number, range) = &parts[part];
        let (runner, limits, cases) = &work[*number];
        runner.run(executor, &cases[range.clone()], *limits)
    })?;
    let mut ended: Vec<Vec<Ended>> = work.iter().map(|_| Vec::new()).collect();
    parts.iter().zip(done).for_each(|((number, _), done)| ended[*number].extend(done));
    Ok(ended)
}

fn run_one(executor: &dyn Executor, action: Action, mut take: impl FnMut(RunResult)) -> Result<(), ExecutorError> {
    let batch = Batch { tasks: vec![Task::Single(action)], timing: Timing::Provisional };
    executor.run(&batch, &mut |_, result| {
        if let TaskResult::Single(result) = result {
            take(result);
        }
    })
}

/// What it says of the first cases: of all of them, unless it was killed or gave up.
fn run_harness(
    executor: &dyn Executor,
    harness: &Runnable,
    cases: &[Case<'_>],
    limits: RunLimits,
) -> Result<Vec<Ended>, ExecutorError> {
    let given = encoded(cases, limits);
    let most = |ms: u64| ms.saturating_mul(cases.len() as u64).min(LONGEST_MS.max(ms)).saturating_add(1000);
    let of_all = RunLimits {
        cpu_ms: most(limits.cpu_ms),
        wall_ms: most(limits.wall_ms),
        memory_bytes: limits.memory_bytes.saturating_add(HARNESS_BYTES + given.len() as u64),
        output_bytes: MAX_WRITTEN,
    };
    let run = action(harness, &[], Some(executor.put(&given)?), of_all);
    let mut ended = Vec::new();
    run_one(executor, run, |result| {
        let written = executor.get(result.stdout.digest).unwrap_or_default();
        ended = decoded(&written);
    })?;
    ended.truncate(cases.len());
    Ok(ended)
}

/// Cases as a harness reads them; its source says how.
fn encoded(cases: &[Case<'_>], limits: RunLimits) -> Vec<u8> {
    let us = |ms: u64| ms.saturating_mul(1000).to_ne_bytes();
    let n_bytes: usize = cases.iter().map(|case| case.n_bytes() + 64).sum();
    let mut bytes = Vec::with_capacity(n_bytes);
    let count = |bytes: &mut Vec<u8>, n: usize| bytes.extend(u32::try_from(n).unwrap_or(u32::MAX).to_ne_bytes());
    let text = |bytes: &mut Vec<u8>, text: &str| {
        count(bytes, text.len());
        bytes.extend(text.as_bytes());
        bytes.push(0);
    };
    let contents = |bytes: &mut Vec<u8>, contents: &[u8]| {
        bytes.extend((contents.len() as u64).to_ne_bytes());
        bytes.extend(contents);
    };
    count(&mut bytes, cases.len());
    bytes.extend(us(limits.cpu_ms));
    bytes.extend(us(limits.wall_ms));
    bytes.extend(limits.output_bytes.to_ne_bytes());
    for case in cases {
        count(&mut bytes, case.args.len());
        case.args.iter().for_each(|arg| text(&mut bytes, arg));
        count(&mut bytes, case.files.len());
        for (name, file) in &case.files {
            text(&mut bytes, name);
            contents(&mut bytes, file);
        }
        contents(&mut bytes, case.stdin);
    }
    bytes
}

/// What a harness wrote, as far as it is whole.
fn decoded(mut written: &[u8]) -> Vec<Ended> {
    fn number(written: &mut &[u8]) -> Option<u64> {
        let (number, rest) = written.split_first_chunk()?;
        *written = rest;
        Some(u64::from_ne_bytes(*number))
    }
    fn bytes<'a>(written: &mut &'a [u8], n: u64) -> Option<&'a [u8]> {
        let (bytes, rest) = written.split_at_checked(usize::try_from(n).ok()?)?;
        *written = rest;
        Some(bytes)
    }
    let mut one = || {
        let [status, cpu_us, words, n_places, n] = [(); 5].map(|()| number(&mut written));
        let (places, _) = bytes(&mut written, n_places?.checked_mul(4)?)?.as_chunks();
        let places = places.iter().map(|place| u32::from_ne_bytes(*place)).collect();
        let stdout = bytes(&mut written, n?)?.to_vec();
        Some(Ended { status: exit_status(status?), stdout, cpu_us: cpu_us?, words: words?, places, files: Vec::new() })
    };
    std::iter::from_fn(&mut one).collect()
}

/// How a process ended, from what `wait` says of it.
fn exit_status(of_wait: u64) -> ExitStatus {
    const SIGALRM: i32 = 14;
    const SIGXCPU: i32 = 24;
    const SIGXFSZ: i32 = 25;
    const SIGPROF: i32 = 27;
    let signal = (of_wait & 0x7f) as i32;
    match signal {
        0 => ExitStatus::Exited((of_wait >> 8 & 0xff) as i32),
        SIGPROF | SIGXCPU => ExitStatus::Killed(Exceeded::Cpu),
        SIGALRM => ExitStatus::Killed(Exceeded::Wall),
        SIGXFSZ => ExitStatus::Killed(Exceeded::Output),
        signal => ExitStatus::Signalled(signal),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_cut_is_not_taken() {
        let written = |head: [u64; 5], behind: &[u8]| {
            head.iter().flat_map(|n| n.to_ne_bytes()).chain(behind.iter().copied()).collect::<Vec<u8>>()
        };
        let places = [7u32.to_ne_bytes(), 9u32.to_ne_bytes()].concat();
        let whole: Vec<u8> = [
            written([0, 1500, 0, 0, 2], b"5\n"),
            written([3 << 8, 20, 11, 2, 0], &places),
            written([27, 1_000_000, 0, 0, 0], b""),
        ]
        .concat();
        let all = [
            Ended::told(ExitStatus::Exited(0), b"5\n".to_vec(), 1500),
            Ended { words: 11, places: vec![7, 9], ..Ended::told(ExitStatus::Exited(3), Vec::new(), 20) },
            Ended::told(ExitStatus::Killed(Exceeded::Cpu), Vec::new(), 1_000_000),
        ];
        assert_eq!(decoded(&whole), all);
        for (cut, n) in [(whole.len() - 1, 2), (41, 0), (42, 1), (89, 1), (90, 2), (0, 0)] {
            assert_eq!(decoded(&whole[..cut]), all[..n], "{cut} bytes");
        }
    }
}
