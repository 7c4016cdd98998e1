//! Limits as targets have them.

use super::laying::Laying;
use crate::model::TimeLimit;

/// Milliseconds and bytes for all solutions.
pub(super) struct Stated {
    pub(super) time_ms: u64,
    pub(super) memory_bytes: u64,
    pub(super) output_bytes: u64,
}

/// The limits, and in the list what of them the target has no place for.
///
/// # Errors
/// When the time limit is not known.
pub(super) fn stated(laying: &mut Laying<'_>, has_languages: bool, has_output: bool) -> Result<Stated, String> {
    let limits = &laying.problem().limits;
    if let TimeLimit::FromRuns { .. } = limits.time {
        laying.cannot("that the time limit follows from runs of solutions: it is stated as it came out here");
    }
    if !limits.languages.is_empty() && !has_languages {
        let names: Vec<&str> = limits.languages.keys().map(String::as_str).collect();
        laying.cannot(format!("limits of their own for solutions in {}", names.join(", ")));
    }
    let usual = crate::model::Limits::DEFAULT_OUTPUT_BYTES;
    if !has_output && limits.output_bytes != usual {
        laying.cannot(format!("the output limit of {} MB", limits.output_bytes >> 20));
    }
    let time_ms = limits.time.fixed_ms().or(laying.given.time_limit_ms);
    let time_ms = time_ms.ok_or("the time limit follows from runs, and there are none that it could follow from")?;
    Ok(Stated { time_ms, memory_bytes: limits.memory_bytes, output_bytes: limits.output_bytes })
}
