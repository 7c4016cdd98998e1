//! What a solution may use on a test.

use problem::{
    executor::{Exceeded, RunLimits},
    model::{LanguageLimits, Problem, Test},
    settings::Caps,
};

use super::super::work::safety_margin;
use crate::compile::Runnable;

/// CPU time after which a program is killed, as a share of the limit, or of the limit with its margin: far enough to be
/// sure.
const KILL_AT: f64 = 1.6;
const KILL_ABOVE_MARGIN: f64 = 1.1;
/// The bound for runs whose limit is not known yet, milliseconds.
const UNKNOWN_LIMIT_MS: u64 = 60_000;

/// Limits of solutions.
#[derive(Clone, Copy, Debug)]
pub(in crate::check) struct SolutionLimits {
    /// CPU time, milliseconds; `None` while the limit is being found.
    pub(in crate::check) time_ms: Option<u64>,
    /// A run is borderline from 0.9 of the limit to this many times the limit, at least 1.1.
    pub(in crate::check) margin: f64,
    /// Memory, bytes.
    pub(in crate::check) memory_bytes: u64,
    /// Output, bytes.
    pub(in crate::check) output_bytes: u64,
    /// The most that a run gets all the same.
    pub(in crate::check) caps: Caps,
}

impl SolutionLimits {
    /// Those that a problem states, with its time limit as far as it is known.
    pub(in crate::check) fn of_problem(problem: &Problem, caps: Caps, time_ms: Option<u64>) -> SolutionLimits {
        SolutionLimits {
            time_ms,
            margin: safety_margin(problem),
            memory_bytes: problem.limits.memory_bytes,
            output_bytes: problem.limits.output_bytes,
            caps,
        }
    }

    /// The limits on a test: those that are stated for it go before those of the problem.
    pub(in crate::check) fn on(self, test: &Test) -> SolutionLimits {
        SolutionLimits {
            time_ms: test.limits.time_ms.or(self.time_ms),
            memory_bytes: test.limits.memory_bytes.unwrap_or(self.memory_bytes),
            ..self
        }
    }

    /// The limits of a run that makes an answer. A solution that a rule names for it need not be as fast as the main one: it
    /// has the minute that BAPCtools gives it.
    pub(in crate::check) fn for_answers(self, is_main: bool) -> SolutionLimits {
        let time_ms = if is_main { self.time_ms } else { self.time_ms.map(|ms| ms.max(UNKNOWN_LIMIT_MS)) };
        SolutionLimits { time_ms, ..self }
    }

    /// The limits of a program: with what its language has beyond those of the problem.
    pub(in crate::check) fn of(self, program: &Runnable) -> SolutionLimits {
        let common = LanguageLimits { time_ms: self.time_ms, memory_bytes: Some(self.memory_bytes) };
        let own = common.in_language(program.limits, program.time_factor, program.memory_more);
        let capped = self.caps.memory_bytes.saturating_add(program.memory_more);
        SolutionLimits {
            time_ms: own.time_ms,
            memory_bytes: own.memory_bytes.unwrap_or(self.memory_bytes),
            caps: Caps { memory_bytes: capped, ..self.caps },
            ..self
        }
    }

    pub(in crate::check) fn limit_us(&self) -> f64 {
        self.time_ms.unwrap_or(UNKNOWN_LIMIT_MS) as f64 * 1000.0
    }

    pub(in crate::check) fn run_limits(&self) -> RunLimits {
        let (cpu_ms, wall_ms) = match self.time_ms {
            Some(ms) => {
                let kill_at = KILL_AT.max(KILL_ABOVE_MARGIN * self.margin);
                (
                    (ms as f64 * kill_at).ceil() as u64,
                    ((ms as f64 * kill_at.max(2.0)).ceil() as u64).saturating_add(1000),
                )
            }
            None => (UNKNOWN_LIMIT_MS, UNKNOWN_LIMIT_MS),
        };
        let longest_ms = self.caps.time_ms.saturating_mul(2).saturating_add(1000);
        RunLimits {
            cpu_ms: cpu_ms.min(self.caps.time_ms),
            wall_ms: wall_ms.min(longest_ms),
            memory_bytes: self.memory_bytes.min(self.caps.memory_bytes),
            output_bytes: self.output_bytes.min(self.caps.output_bytes),
        }
    }

    /// Whether a run that reached a bound has not reached the limit: nobody knows what it would have done.
    pub(in crate::check) fn cap_is_below_limit(&self, exceeded: Exceeded) -> bool {
        match exceeded {
            Exceeded::Cpu | Exceeded::Wall => self.time_ms.is_some_and(|ms| ms > self.caps.time_ms),
            Exceeded::Memory => self.memory_bytes > self.caps.memory_bytes,
            Exceeded::Output => self.output_bytes > self.caps.output_bytes,
        }
    }
}
