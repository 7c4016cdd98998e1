//! What a validator read, in its own words: requested in the very run that validates.
//!
//! With our testlib.h a program writes it into its record at the level of bounds, which costs about a fifth of what it
//! takes to read numbers and has one line for each name, however long the input is. Another testlib.h writes its overview
//! log, which it keeps anyway, where it knows the option and the program hands its arguments on.
//!
//! The record of all reads would be as long as the input where bounds change, and cost ten times as much. Only the
//! summary is kept: bounds if they never changed, whether a read reached them, the least and the greatest value, the
//! call.

use problem::{
    executor::{Action, RunResult},
    trace::{NamedReads, Trace, overview},
};

use super::{
    explain::{RECORD, VARIABLE},
    runner::CachingRunner,
};

const LEVEL: &str = "TESTLIB_TRACE_LEVEL";
/// The option for the overview log of a testlib.h that is not ours.
pub(super) const OPTION: &str = "--testOverviewLogFileName";
/// The file that it names.
pub(super) const OVERVIEW: &str = "testlib.overview";
/// More names than any validator has.
const MAX: usize = 256;
/// What a program wrote beyond this is not looked at.
const MAX_BYTES: usize = 1 << 20;

/// The action of a validator, made to record its reads. Only what was compiled may have been built with testlib.h.
pub(super) fn requesting_reads(mut action: Action) -> Action {
    if action.inputs.values().any(|file| file.executable) {
        action.env.insert(VARIABLE.to_owned(), RECORD.to_owned());
        action.env.insert(LEVEL.to_owned(), "bounds".to_owned());
        action.outputs.push(RECORD.to_owned());
        if action.args.iter().any(|argument| argument == OPTION) {
            action.outputs.push(OVERVIEW.to_owned());
        }
    }
    action
}

/// What a validator that accepted its input recorded of its reads.
pub(super) fn reads(runner: &CachingRunner<'_>, result: &RunResult) -> Option<Vec<NamedReads>> {
    let written = |name: &str| {
        let bytes = runner.executor.get(result.files.get(name)?.digest)?;
        (bytes.len() <= MAX_BYTES).then_some(bytes)
    };
    let recorded = written(RECORD).and_then(|record| Trace::parse(&record, b"").bounds());
    let reads = recorded.or_else(|| Some(overview(&String::from_utf8_lossy(&written(OVERVIEW)?))))?;
    (reads.len() <= MAX).then_some(reads)
}
