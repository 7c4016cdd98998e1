//! Programs that write inputs, run many at a time beside any check. No result is kept.

use std::{collections::BTreeMap, ptr, sync::Arc, time::Duration};

use problem::{
    executor::{ExecutorError, RunLimits},
    trace::Trace,
};

use crate::{
    cases::{Case, CaseRunner, Ended, run_all},
    check::{RECORD_VARIABLE, TOOL_LIMITS},
    machine::Machine,
};

/// How a record is written.
const FORMAT: &str = "TESTLIB_TRACE_FORMAT";

/// A run that writes inputs.
#[derive(Clone, Default)]
pub struct InputRun {
    /// Programs with their arguments, each of which reads what the one before wrote.
    pub calls: Vec<(Arc<CaseRunner>, Vec<String>)>,
    /// What the first has in its environment besides.
    pub env: BTreeMap<String, String>,
    /// Files that it finds in its working directory.
    pub files: Vec<(String, Vec<u8>)>,
    /// The files that the last one writes its inputs into; if there are none, they are its standard output.
    pub written: Vec<String>,
}

/// What the runs wrote, in their order: the standard output of each, or the files; nothing of those that did not end well,
/// took longer than that, or wrote more than so many bytes.
///
/// # Errors
/// The executor's own failure, and the wish to stop.
pub fn write_inputs(
    machine: &dyn Machine,
    runs: &[InputRun],
    n_workers: usize,
    longest: Duration,
    max_bytes: u64,
) -> Result<Vec<Vec<Vec<u8>>>, ExecutorError> {
    let mut written: Vec<Option<Vec<u8>>> = runs.iter().map(|run| (!run.calls.is_empty()).then(Vec::new)).collect();
    let mut all: Vec<Vec<Vec<u8>>> = runs.iter().map(|_| Vec::new()).collect();
    let cpu_ms = u64::try_from(longest.as_millis()).unwrap_or(u64::MAX).min(TOOL_LIMITS.cpu_ms);
    let limits = RunLimits { cpu_ms, wall_ms: 2 * cpu_ms + 1000, ..TOOL_LIMITS };
    let n_stages = runs.iter().map(|run| run.calls.len()).max().unwrap_or(0);
    for stage in 0..n_stages {
        // By program, the runs that have come so far.
        let mut going: Vec<(&CaseRunner, Vec<usize>)> = Vec::new();
        for (at, run) in runs.iter().enumerate() {
            let Some((program, _)) = run.calls.get(stage).filter(|_| written[at].is_some()) else { continue };
            match going.iter_mut().find(|(known, _)| ptr::eq(*known, &raw const **program)) {
                Some((_, of_program)) => of_program.push(at),
                None => going.push((program, vec![at])),
            }
        }
        let case = |at: &usize| {
            let run = &runs[*at];
            let first = Some(run).filter(|_| stage == 0);
            Case {
                args: &run.calls[stage].1,
                stdin: written[*at].as_deref().unwrap_or_default(),
                files: first.map(files).unwrap_or_default(),
                env: first.map(|run| &run.env).filter(|env| !env.is_empty()),
                wanted: if stage + 1 == run.calls.len() { &run.written } else { &[] },
            }
        };
        let cases: Vec<Vec<Case<'_>>> = going.iter().map(|(_, runs)| runs.iter().map(case).collect()).collect();
        let work: Vec<_> =
            going.iter().zip(&cases).map(|((program, _), cases)| (*program, limits, &cases[..])).collect();
        let ended = run_all(machine, n_workers, &work)?;
        for ((_, runs), ended) in going.iter().zip(ended) {
            for (at, ended) in runs.iter().zip(ended) {
                let is_fitting = |bytes: &Vec<u8>| bytes.len() as u64 <= max_bytes;
                let is_good = ended.status.is_success() && is_fitting(&ended.stdout);
                written[*at] = is_good.then_some(ended.stdout);
                if is_good {
                    all[*at] = ended.files.into_iter().filter(is_fitting).collect();
                }
            }
        }
    }
    for ((run, stdout), all) in runs.iter().zip(written).zip(&mut all) {
        if run.written.is_empty() {
            all.extend(stdout);
        }
    }
    Ok(all)
}

/// Has a validator built with our testlib.h record what it reads in each of some inputs. The record is empty where it keeps
/// none or refuses the input.
///
/// # Errors
/// The executor's own failure, and the wish to stop.
pub fn records(
    machine: &dyn Machine,
    validator: &CaseRunner,
    inputs: &[String],
    n_workers: usize,
) -> Result<Vec<Trace>, ExecutorError> {
    // It writes nothing else on its standard output.
    let env = [(RECORD_VARIABLE, "fd:1"), (FORMAT, "bin")].map(|(name, value)| (name.to_owned(), value.to_owned()));
    let env = BTreeMap::from(env);
    let case = |input| Case { stdin: String::as_bytes(input), env: Some(&env), ..Case::default() };
    let cases: Vec<Case<'_>> = inputs.iter().map(case).collect();
    let ended = run_all(machine, n_workers, &[(validator, TOOL_LIMITS, &cases)])?;
    let record = |(ended, input): (Ended, &String)| match ended.status.is_success() {
        true => Trace::parse(&ended.stdout, input.as_bytes()),
        false => Trace::default(),
    };
    Ok(ended.into_iter().flatten().zip(inputs).map(record).collect())
}

fn files(run: &InputRun) -> Vec<(&str, &[u8])> {
    run.files.iter().map(|(name, bytes)| (name.as_str(), &**bytes)).collect()
}
