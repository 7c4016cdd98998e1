//! How times grow with the size of inputs: the line of least squares through the logarithms of both.

use schemars::JsonSchema;
use serde::Serialize;

use super::{Runs, Subject, Timed};

/// A run below this many microseconds says more of how a program starts than of how its time grows.
pub const LEAST_GROWING_US: u64 = 5_000;
/// So does one below this many times the solution's least time.
const ABOVE_START: u64 = 3;
/// What starting takes is known from an input that is so many times smaller than those of the line.
const SMALLER: u64 = 16;
/// A line through fewer inputs says nothing.
const LEAST_POINTS: usize = 4;
/// Nor does one over less than this factor of sizes.
const LEAST_RANGE: f64 = 4.0;
/// So many standard errors apart, two exponents differ.
const ERRORS_APART: f64 = 2.0;

/// How time grows with the size of inputs: `time ~ size ^ exponent`.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Growth {
    /// The slope of the line.
    pub exponent: f64,
    /// Its standard error.
    pub standard_error: f64,
    /// Which inputs it goes through.
    pub inputs: GrowthInputs,
    /// What it goes through.
    pub points: Vec<GrowthPoint>,
}

/// Which inputs a line goes through.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum GrowthInputs {
    /// Tests of the folder.
    Tests,
    /// Inputs that were generated for this, which are no tests.
    Generated,
}

/// What a line goes through.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct GrowthPoint {
    /// The test, or the command that made the input.
    pub input: String,
    /// Its size, bytes.
    pub input_bytes: u64,
    /// The least time on it, milliseconds.
    pub time_ms: f64,
}

/// The line through generated inputs, which differ in nothing but their size; else that through the tests.
pub(super) fn of(subject: &Subject) -> Option<Growth> {
    let all = subject.runs.iter().chain(&subject.generated);
    let quickest =
        all.filter(|runs| runs.least_us().is_some()).min_by_key(|runs| (runs.least_us(), runs.input_bytes))?;
    let generated = line(&subject.generated, GrowthInputs::Generated, quickest);
    generated.or_else(|| line(&subject.runs, GrowthInputs::Tests, quickest))
}

/// The line through runs that take long enough beside the quickest one, where there are enough of them. What starting takes is
/// no part of what grows, so it is taken off where it is known.
fn line(runs: &[Runs], inputs: GrowthInputs, quickest: &Runs) -> Option<Growth> {
    let start_us = quickest.least_us()?;
    let floor = LEAST_GROWING_US.max(start_us.saturating_mul(ABOVE_START));
    let points = runs.iter().filter(|runs| runs.stopped_us.is_none() && runs.noise().is_none()).filter_map(|runs| {
        let us = runs.least_us().filter(|&us| us >= floor && runs.input_bytes > 0)?;
        Some(GrowthPoint { input: runs.test.clone(), input_bytes: runs.input_bytes, time_ms: us as f64 / 1e3 })
    });
    let points: Vec<GrowthPoint> = points.collect();
    let smallest = points.iter().map(|point| point.input_bytes).min()?;
    let is_start = quickest.input_bytes.saturating_mul(SMALLER) <= smallest;
    let start_ms = if is_start { start_us as f64 / 1e3 } else { 0.0 };
    let logarithm = |point: &GrowthPoint| ((point.input_bytes as f64).ln(), (point.time_ms - start_ms).ln());
    let logarithms: Vec<(f64, f64)> = points.iter().map(logarithm).collect();
    let least = logarithms.iter().map(|point| point.0).fold(f64::INFINITY, f64::min);
    let greatest = logarithms.iter().map(|point| point.0).fold(f64::NEG_INFINITY, f64::max);
    if points.len() < LEAST_POINTS || greatest - least < LEAST_RANGE.ln() {
        return None;
    }
    let n = points.len() as f64;
    let mean = |of: fn(&(f64, f64)) -> f64| logarithms.iter().map(of).sum::<f64>() / n;
    let (mean_x, mean_y) = (mean(|point| point.0), mean(|point| point.1));
    let sxx: f64 = logarithms.iter().map(|(x, _)| (x - mean_x).powi(2)).sum();
    let sxy: f64 = logarithms.iter().map(|(x, y)| (x - mean_x) * (y - mean_y)).sum();
    let exponent = sxy / sxx;
    let residual = |(x, y): &(f64, f64)| (y - mean_y - exponent * (x - mean_x)).powi(2);
    let variance = logarithms.iter().map(residual).sum::<f64>() / (n - 2.0);
    Some(Growth { exponent, standard_error: (variance / sxx).sqrt(), inputs, points })
}

/// Compares each solution that is too slow with each correct one, where both have lines through inputs of the same kind.
pub(super) fn tells_apart(solutions: &[Timed]) -> Option<bool> {
    let of = |correct: bool| {
        solutions.iter().filter(move |timed| timed.is_correct() == correct).filter_map(|timed| timed.growth.as_ref())
    };
    let pairs = of(true).flat_map(|right| of(false).map(move |slow| (right, slow)));
    let apart = pairs.filter(|(right, slow)| right.inputs == slow.inputs).map(|(right, slow)| {
        let error = right.standard_error.hypot(slow.standard_error);
        slow.exponent - right.exponent > ERRORS_APART * error
    });
    apart.reduce(|all, one| all && one)
}

#[cfg(test)]
mod tests {
    use super::{
        super::tests::{RATIOS, runs, subject},
        *,
    };
    use crate::calibrate::advise;

    /// Tests of 2, 4, 8, … bytes with these times, and a small one that shows what starting takes.
    fn growing(times_ms: &[u64]) -> Vec<Runs> {
        let start = runs("small", 1, &[3]);
        [start].into_iter().chain(times_ms.iter().zip(1..).map(|(ms, k)| runs("t", 1 << k, &[*ms]))).collect()
    }

    fn growth(runs: Vec<Runs>) -> Option<Growth> {
        of(&subject("a", true, runs))
    }

    #[test]
    fn the_line_of_least_squares() {
        // Four times the time for twice the size: the exponent is 2, and nothing is off. The small test is no point.
        let found = growth(growing(&[10, 40, 160, 640])).expect("there are four");
        assert!((found.exponent - 2.0).abs() < 1e-9 && found.standard_error < 1e-6, "{found:?}");
        assert_eq!((found.points.len(), found.inputs), (4, GrowthInputs::Tests));
        // In powers of two x = 1, 2, 3, 4 and, from 10 ms on, y = 0, 2, 1, 3: means 2.5 and 1.5, Sxx = 5, Sxy = 4, slope
        // 0.8; the residuals are -0.3, 0.9, -0.9, 0.3, their squares add up to 1.8, so the variance is 0.9 and the error
        // sqrt(0.9 / 5) = 0.424264.
        let found = growth(growing(&[10, 40, 20, 80])).expect("there are four");
        assert!((found.exponent - 0.8).abs() < 1e-9, "{found:?}");
        assert!((found.standard_error - 0.424_264).abs() < 1e-6, "{found:?}");
        assert_eq!(growth(growing(&[10, 40, 160])), None, "three say nothing");
        assert_eq!(growth(growing(&[8, 8, 8, 8])), None, "these are about as fast as the small one");
        let alike = (0..6).map(|k| runs("t", 100 + k, &[10])).chain([runs("small", 1, &[3])]);
        assert_eq!(growth(alike.collect()), None, "the sizes are alike");
    }

    #[test]
    fn what_starting_takes_is_taken_off_where_it_is_known() {
        // 3 ms, and 9, 18, 36 and so on beside it: the exponent is 1.
        let times = [12, 21, 39, 75].into_iter().zip(4..).map(|(ms, k)| runs("t", 1 << k, &[ms]));
        let with = |start_bytes: u64| [runs("small", start_bytes, &[3])].into_iter().chain(times.clone()).collect();
        let exponent = |start_bytes: u64| growth(with(start_bytes)).expect("there are four").exponent;
        assert!((exponent(1) - 1.0).abs() < 1e-9);
        // One that is half as large as the first has work of its own in its time.
        assert!(exponent(8) < 0.9);
    }

    #[test]
    fn runs_that_differ_too_much_are_no_points() {
        let mut noisy = growing(&[10, 40, 160, 640]);
        noisy[4].cpu_us.push(1_300_000);
        assert_eq!(growth(noisy), None);
    }

    #[test]
    fn whether_growth_tells_apart() {
        let linear = subject("a", true, growing(&[10, 20, 40, 80]));
        let square = subject("b", false, growing(&[10, 40, 160, 640]));
        let apart = |subjects: &[Subject]| advise(subjects, &RATIOS, None).growth_tells_apart;
        assert_eq!(apart(&[linear.clone(), square]), Some(true));
        let alike = subject("b", false, growing(&[20, 40, 80, 160]));
        assert_eq!(apart(&[linear.clone(), alike]), Some(false));
        assert_eq!(apart(&[linear]), None);
    }

    #[test]
    fn generated_inputs_go_before_tests_and_are_compared_with_each_other() {
        let few = || vec![runs("1", 1, &[3]), runs("2", 900, &[700])];
        let with = |path: &str, is_correct: bool, times: &[u64]| Subject {
            generated: growing(times),
            ..subject(path, is_correct, few())
        };
        let (linear, square) = (with("a", true, &[10, 20, 40, 80]), with("b", false, &[10, 40, 160, 640]));
        let found = of(&square).expect("there are four");
        assert_eq!((found.inputs, found.points[0].input.as_str()), (GrowthInputs::Generated, "t"));
        assert!((found.exponent - 2.0).abs() < 1e-9, "{found:?}");
        let apart = |subjects: &[Subject]| advise(subjects, &RATIOS, None).growth_tells_apart;
        assert_eq!(apart(&[linear, square.clone()]), Some(true));
        let by_tests = subject("a", true, growing(&[10, 20, 40, 80]));
        assert_eq!(apart(&[by_tests, square]), None, "one line goes through tests, the other does not");
    }
}
