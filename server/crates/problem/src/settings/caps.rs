//! The most that a run may have on this machine, whatever a folder asks for.
//!
//! Invariant: a program that reaches a cap below the folder's own limit has no verdict: whether it would have kept to the
//! limit is not known.

use crate::{
    finding::{Code, Finding},
    model::Limits,
    path::RelPath,
    text::{Place, Range},
};

/// If the person says nothing: milliseconds of CPU time.
pub(super) const DEFAULT_TIME_CAP_MS: u64 = 60_000;
/// If the person says nothing: megabytes of memory.
pub(super) const DEFAULT_MEMORY_CAP_MB: u64 = 4096;
/// If the person says nothing: megabytes of output.
pub(super) const DEFAULT_OUTPUT_CAP_MB: u64 = 1024;

/// The most that a run of a solution may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Caps {
    /// CPU time, milliseconds.
    pub time_ms: u64,
    /// Memory, bytes.
    pub memory_bytes: u64,
    /// Output, bytes.
    pub output_bytes: u64,
}

impl Default for Caps {
    fn default() -> Caps {
        Caps {
            time_ms: DEFAULT_TIME_CAP_MS,
            memory_bytes: DEFAULT_MEMORY_CAP_MB << 20,
            output_bytes: DEFAULT_OUTPUT_CAP_MB << 20,
        }
    }
}

impl Caps {
    /// A finding about limits of a problem that are above what runs get.
    pub fn finding(&self, limits: &Limits) -> Option<Finding> {
        let megabytes = |bytes: u64| format!("{} MB", bytes >> 20);
        let seconds = |ms: u64| format!("{} s", ms as f64 / 1000.0);
        let time_ms = limits.time.fixed_ms().unwrap_or(0);
        let capped = [
            (time_ms > self.time_ms).then(|| ("time", seconds(time_ms), seconds(self.time_ms), "time_cap_ms")),
            (limits.memory_bytes > self.memory_bytes)
                .then(|| ("memory", megabytes(limits.memory_bytes), megabytes(self.memory_bytes), "memory_cap_mb")),
            (limits.output_bytes > self.output_bytes)
                .then(|| ("output", megabytes(limits.output_bytes), megabytes(self.output_bytes), "output_cap_mb")),
        ];
        let capped: Vec<String> = capped
            .into_iter()
            .flatten()
            .map(|(what, limit, cap, key)| format!("the {what} limit is {limit}, and runs get {cap} here (`{key}`)"))
            .collect();
        if capped.is_empty() {
            return None;
        }
        let message = format!(
            "{}; what needs more is not measured; allow more in config.toml, or correct the limit",
            capped.join("; ")
        );
        let finding = Finding::of_folder(Code::LimitCapped, message);
        // Not every source of limits is a file.
        let file = RelPath::parse(&limits.source).filter(|path| path.as_str().contains('.'));
        Some(Finding { place: file.map(|path| Place { path, range: Range::default() }), ..finding })
    }
}
