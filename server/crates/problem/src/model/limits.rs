//! What solutions may use.

use std::collections::BTreeMap;

use super::{Problem, Program, Test};

/// Limits for solutions.
#[derive(Clone, Debug, PartialEq)]
pub struct Limits {
    /// CPU time.
    pub time: TimeLimit,
    /// Memory, bytes.
    pub memory_bytes: u64,
    /// Output, bytes.
    pub output_bytes: u64,
    /// Where they differ, by the name that the table of languages has for a language.
    pub languages: BTreeMap<String, LanguageLimits>,
    /// Where the limits come from: `problem.xml`, `statement.md`, `assumed`, …
    pub source: String,
}

/// What the limits of solutions in a language, or on a test, are; `None`: those of all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LanguageLimits {
    /// CPU time, milliseconds.
    pub time_ms: Option<u64>,
    /// Memory, bytes.
    pub memory_bytes: Option<u64>,
}

impl LanguageLimits {
    /// The limits in a language: those stated for it go first, a factor counts where no time is, and what the runtime needs
    /// (bytes) comes on top.
    pub fn in_language(self, stated: LanguageLimits, time_factor: f64, memory_more: u64) -> LanguageLimits {
        let with_factor = |ms: u64| (ms as f64 * time_factor).ceil() as u64;
        let memory_bytes = stated.memory_bytes.or(self.memory_bytes);
        LanguageLimits {
            time_ms: stated.time_ms.or(self.time_ms.map(with_factor)),
            memory_bytes: memory_bytes.map(|bytes| bytes.saturating_add(memory_more)),
        }
    }
}

/// The CPU-time limit, stated or to be found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TimeLimit {
    /// Milliseconds.
    Fixed(u64),
    /// `multiplier × the slowest run that has to be in time`, rounded up to the next multiple of the resolution, which is
    /// the least limit as well: as Kattis packages ask. [`timing`](crate::timing) says which runs those are.
    FromRuns {
        /// Factor on the slowest run.
        multiplier: f64,
        /// Milliseconds that the limit is a multiple of; at least 1.
        resolution_ms: u64,
        /// Factor beyond which a solution is surely too slow.
        safety_margin: f64,
    },
}

impl TimeLimit {
    /// Milliseconds, when the limit is stated.
    pub fn fixed_ms(self) -> Option<u64> {
        match self {
            TimeLimit::Fixed(ms) => Some(ms),
            TimeLimit::FromRuns { .. } => None,
        }
    }
}

impl Limits {
    /// The default output limit, 64 MiB.
    pub const DEFAULT_OUTPUT_BYTES: u64 = 64 << 20;

    /// 2 s and 256 MB, for folders that state nothing.
    pub fn assumed() -> Limits {
        Limits {
            time: TimeLimit::Fixed(2000),
            memory_bytes: 256 << 20,
            output_bytes: Limits::DEFAULT_OUTPUT_BYTES,
            languages: BTreeMap::new(),
            source: "assumed".to_owned(),
        }
    }
}

impl Problem {
    /// What a solution may use on a test, where `time_limit_ms` is the limit of all, as far as it is known.
    pub fn limits_on(&self, solution: &Program, test: &Test, time_limit_ms: Option<u64>) -> LanguageLimits {
        let of_test = LanguageLimits {
            time_ms: test.limits.time_ms.or(time_limit_ms),
            memory_bytes: test.limits.memory_bytes.or(Some(self.limits.memory_bytes)),
        };
        self.in_language(solution, of_test)
    }

    /// What a solution may use where nothing is said of the test, likewise.
    pub fn limits_of(&self, solution: &Program, time_limit_ms: Option<u64>) -> LanguageLimits {
        let of_all = LanguageLimits { time_ms: time_limit_ms, memory_bytes: Some(self.limits.memory_bytes) };
        self.in_language(solution, of_all)
    }

    fn in_language(&self, solution: &Program, limits: LanguageLimits) -> LanguageLimits {
        let stated = self.limits.languages.get(solution.language.name()).copied().unwrap_or_default();
        let entry = solution.language.entry().filter(|entry| entry.is_run());
        let time_factor = entry.and_then(|entry| entry.time_factor).unwrap_or(1.0);
        limits.in_language(stated, time_factor, entry.map_or(0, |entry| entry.memory_more_mb << 20))
    }
}
