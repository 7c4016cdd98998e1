//! What the reads of a validator came to, in its own words: asked for in the very run that validates.
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
    runs::CachingRunner,
};

const LEVEL: &str = "TESTLIB_TRACE_LEVEL";
/// The option for the overview log of a testlib.h that is not ours.
pub(super) const OPTION: &str = "--testOverviewLogFileName";
/// The file that it names.
pub(super) const OVERVIEW: &str = "testlib.overview";
/// More names than any validator has.
const MOST: usize = 256;
/// What a program wrote beyond this is not looked at.
const MAX_BYTES: usize = 1 << 20;

/// The run of a validator that is to tell of its reads. Only what was compiled may have been built with testlib.h.
pub(super) fn asked(mut run: Action) -> Action {
    if run.inputs.values().any(|file| file.executable) {
        run.env.insert(VARIABLE.to_owned(), RECORD.to_owned());
        run.env.insert(LEVEL.to_owned(), "bounds".to_owned());
        run.outputs.push(RECORD.to_owned());
        if run.args.iter().any(|argument| argument == OPTION) {
            run.outputs.push(OVERVIEW.to_owned());
        }
    }
    run
}

/// What a validator that accepted its input told of its reads.
pub(super) fn reads(runs: &CachingRunner<'_>, result: &RunResult) -> Option<Vec<NamedReads>> {
    let written = |name: &str| {
        let bytes = runs.executor.get(result.files.get(name)?.digest)?;
        (bytes.len() <= MAX_BYTES).then_some(bytes)
    };
    let recorded = written(RECORD).and_then(|record| Trace::parse(&record, b"").bounds());
    let told = recorded.or_else(|| Some(overview(&String::from_utf8_lossy(&written(OVERVIEW)?))))?;
    (told.len() <= MOST).then_some(told)
}
