//! What a run with sanitizers showed, at the lines of the folder.

use std::collections::BTreeSet;

use problem::executor::{Blob, ExecutorError, RunResult};

use super::{
    Seen,
    jobs::{Runs, Sanitized},
    report::{self, Written},
};
use crate::{
    compile::{LOG, MAX_ADDRESSES, file_in},
    local::STDERR_BYTES,
};

/// The most of all logs of a run that is read, bytes, and of how many of them: each process that sees something has one.
const MAX_LOG_BYTES: usize = 256 << 10;
const MAX_LOGS: usize = 16;
/// A larger log is not read at all: all of it would have to be.
const MAX_WHOLE_LOG_BYTES: u64 = 8 << 20;

/// What was read of a run.
#[derive(Default)]
pub(super) struct Read {
    pub(super) seen: Vec<Seen>,
    /// Why a sanitizer did not work, or was not read to its end.
    pub(super) trouble: Option<String>,
    /// Something that the run wrote is gone, so that this may not be all.
    pub(super) has_lost: bool,
}

impl Runs<'_, '_> {
    /// What the sanitizers say of a run of a program.
    pub(super) fn seen(&self, result: &RunResult, program: &Sanitized) -> Result<Read, ExecutorError> {
        let mut has_lost = false;
        let mut text = |blob: Blob, most: usize| {
            let bytes = self.runner().executor.get(blob.digest);
            has_lost |= bytes.is_none() && blob.size > 0;
            let bytes = bytes.unwrap_or_default();
            String::from_utf8_lossy(&bytes[..bytes.len().min(most)]).into_owned()
        };
        let stderr = text(result.stderr, STDERR_BYTES as usize);
        let is_log = |name: &str| name.strip_prefix(LOG).is_some_and(report::is_log);
        let logs = result.files.iter().filter(|(name, blob)| is_log(name) && blob.size > 0).take(MAX_LOGS);
        let mut left = MAX_LOG_BYTES;
        let (mut trouble, mut written) = (None, Vec::new());
        for (_, blob) in logs {
            if blob.size > MAX_WHOLE_LOG_BYTES {
                trouble.get_or_insert_with(|| format!("a log of {} MB is not read", blob.size >> 20));
                continue;
            }
            let log = text(*blob, left);
            left = left.saturating_sub(log.len());
            trouble = trouble.or_else(|| report::trouble(&log));
            report::read_log(&log, &stderr, &mut written);
        }
        // One sanitizer keeps to its log, the other writes to standard error. Headers of the compiler's have absolute paths.
        let is_file = |path: &str| {
            file_in(path, &program.files).is_some() || path.starts_with('/') && !path.contains(char::is_whitespace)
        };
        let n_of_logs = written.len();
        report::read_stderr(&stderr, is_file, &mut written);
        if result.stderr.size >= STDERR_BYTES {
            let limit = STDERR_BYTES >> 10;
            trouble.get_or_insert_with(|| format!("of standard error only the first {limit} KB are read"));
        }
        let (seen, knows_lines) = self.at_lines(written, n_of_logs, program)?;
        let has_lost = has_lost || !knows_lines;
        Ok(Read { seen, trouble, has_lost })
    }

    /// Each line once, and whether the lines could be asked for. Behind the first `n_of_logs`, those go that lead to no line,
    /// and those whose calls do not lead into the program: a checker may repeat whatever an output says.
    fn at_lines(
        &self,
        written: Vec<Written>,
        n_of_logs: usize,
        program: &Sanitized,
    ) -> Result<(Vec<Seen>, bool), ExecutorError> {
        let own = |written: &Written| {
            let (path, line) = written.place.as_ref()?;
            Some((file_in(path, &program.files)?, *line))
        };
        let is_asked = |(at, one): &(usize, &Written)| *at >= n_of_logs || own(one).is_none();
        let asked = written.iter().enumerate().filter(is_asked).flat_map(|(_, one)| &one.frames);
        let addresses: BTreeSet<u64> = asked.copied().collect();
        let addresses: Vec<u64> = addresses.into_iter().collect();
        let lines = self.shared.builder.lines_of(program.executable, &addresses, &program.files)?;
        let (knows_lines, lines) = (lines.is_some(), lines.unwrap_or_default());
        // Of addresses that were not asked for nobody knows where they lead.
        let can_tell = knows_lines && self.shared.builder.has_symbolizer() && addresses.len() <= MAX_ADDRESSES;
        let mut seen: Vec<Seen> = Vec::new();
        for (at, one) in written.into_iter().enumerate() {
            let called = || one.frames.iter().find_map(|address| lines.get(address)?.first().cloned());
            let line = own(&one).or_else(called);
            let is_repeated = || can_tell && called().is_none();
            if at >= n_of_logs && (line.is_none() || is_repeated()) {
                continue;
            }
            // What two sanitizers see on one line is one mistake, and the one of memory says more of it.
            let is_known = |known: &Seen| known.line == line && (known.is_memory || !one.is_memory);
            if !seen.iter().any(is_known) {
                seen.retain(|known| known.line != line || !one.is_memory);
                seen.push(Seen { is_memory: one.is_memory, line, message: one.message });
            }
        }
        Ok((seen, knows_lines))
    }
}
