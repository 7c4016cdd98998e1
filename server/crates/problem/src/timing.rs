//! Which runs a time limit is derived from, where none is stated.
//!
//! Legacy Kattis packages take those of the solutions labelled correct. Newer ones take every run that is not permitted to
//! be too slow, with what `use_for_time_limit` says: [`Label::in_time`](crate::label::Label::in_time).

use crate::{
    classify,
    label::{EVERY_TEST, Pool},
    model::{Problem, ProgramIdx, TestIdx},
};

/// Whether the limit depends on a solution at all.
pub fn sets_limit(problem: &Problem, solution: ProgramIdx) -> bool {
    let program = &problem.programs[solution];
    if problem.limits.time.fixed_ms().is_some() || !program.is_judged_solution() {
        return false;
    }
    match program.label.as_ref().and_then(|label| label.in_time.as_ref()) {
        Some(tests) => !tests.is_empty(),
        None => program.pool() == Some(Pool::Correct),
    }
}

/// Whether the limit depends on the run of a solution on a test.
pub fn sets_limit_on(problem: &Problem, solution: ProgramIdx, test: TestIdx) -> bool {
    if !sets_limit(problem, solution) {
        return false;
    }
    match problem.programs[solution].label.as_ref().and_then(|label| label.in_time.as_ref()) {
        Some(tests) => tests.iter().any(|tests| tests == EVERY_TEST || classify::is_about(problem, tests, test)),
        None => true,
    }
}

/// The limit, milliseconds, that follows from the slowest of these runs, microseconds.
pub fn limit_ms(slowest_us: u64, multiplier: f64, resolution_ms: u64) -> u64 {
    let resolution_us = resolution_ms as f64 * 1000.0;
    let steps = (multiplier * slowest_us as f64 / resolution_us).ceil().max(1.0);
    resolution_ms.saturating_mul(steps as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_multiple_of_the_resolution() {
        assert_eq!(limit_ms(0, 2.0, 1000), 1000);
        assert_eq!(limit_ms(500_000, 2.0, 1000), 1000);
        assert_eq!(limit_ms(500_001, 2.0, 1000), 2000);
        assert_eq!(limit_ms(120_000, 2.0, 100), 300);
        assert_eq!(limit_ms(1_210_000, 5.0, 1000), 7000);
    }
}
