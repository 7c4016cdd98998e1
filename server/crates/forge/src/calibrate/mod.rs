//! Which limits follow from lone runs of the solutions, and how that is told.

mod grown;
mod ladder;
mod measure;
mod words;

use std::time::Duration;

use judge::engine::{Engine, LoadedProblem};
use problem::{
    calibrate::{Advice, Ratios, Subject, advise},
    formats::icpc,
    model::{Format, TimeLimit},
};
use schemars::JsonSchema;
use serde::Serialize;

use crate::bench::WorkbenchError;

/// What a limit is a multiple of where the format says nothing of it, milliseconds.
const RESOLUTION_MS: u64 = 100;
/// How often each solution is run where nobody says it.
pub const RUNS: u32 = 5;
/// The ratio of the memory limit to the peak of correct solutions where nobody says it.
pub const RATIO_MEMORY: f64 = 2.0;
/// How long runs on generated inputs go on at most where nobody says it, seconds.
pub const GROWING_SECONDS: u32 = 60;

/// What is asked for.
#[derive(Clone, Copy, Debug)]
pub struct CalibrateOptions {
    /// How often each solution is run where it takes longest.
    pub n_runs: u32,
    /// The least ratio of the time limit to the slowest correct solution; the format's, else 2, if nothing is said.
    pub ratio_ac: Option<f64>,
    /// The least ratio of the fastest solution that is too slow to the time limit; the format's, else 1.5.
    pub ratio_tle: Option<f64>,
    /// The least ratio of the memory limit to the peak memory of correct solutions.
    pub ratio_memory: f64,
    /// How long runs on generated inputs go on at most, where the tests have too few sizes.
    pub growing: Duration,
}

/// What was measured and what follows, as it is printed as JSON.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Calibration {
    n_runs: u32,
    ratios: Ratios,
    limits: Limits,
    /// What follows.
    #[serde(flatten)]
    pub advice: Advice,
    /// What was generated to see how times grow; null where the tests say it, or nobody could be compared.
    generated: Option<Generated>,
    /// The file, or the files, in which the suggested limits stand now.
    pub applied: Option<String>,
    /// The runs of each solution.
    #[serde(skip)]
    pub subjects: Vec<Subject>,
}

/// Inputs of growing size that were made since the tests have too few; they are no tests.
#[derive(Debug, Default, Serialize, JsonSchema)]
struct Generated {
    /// By size.
    inputs: Vec<GeneratedInput>,
    /// The time was over before every solution had run on each of them as often as it was to.
    is_cut: bool,
    /// What could not be made or measured, a sentence each.
    notes: Vec<String>,
}

/// One of them.
#[derive(Debug, Serialize, JsonSchema)]
struct GeneratedInput {
    /// The command that makes it.
    command: String,
    /// Its size, bytes.
    input_bytes: u64,
}

/// The limits as they are; the time limit is null where it follows from runs.
#[derive(Debug, Serialize, JsonSchema)]
struct Limits {
    time_limit_ms: Option<u64>,
    memory_limit_mb: u64,
    source: String,
    /// Whether the format has a memory limit.
    #[serde(skip)]
    has_memory: bool,
}

/// Why nothing was measured.
#[derive(Debug, thiserror::Error)]
pub enum CalibrateError {
    /// Nothing could follow from runs.
    #[error("{0}")]
    Pointless(String),
    /// Programs cannot be run.
    #[error(transparent)]
    Workbench(#[from] WorkbenchError),
}

/// Measures the solutions of a problem; `on_solution` hears which one is run first.
///
/// # Errors
/// One sentence where nothing could be measured.
pub fn calibrate(
    engine: &Engine,
    loaded: &LoadedProblem,
    options: &CalibrateOptions,
    on_solution: &mut dyn FnMut(&str),
) -> Result<Calibration, CalibrateError> {
    let limits = &loaded.problem.limits;
    let limits = Limits {
        time_limit_ms: limits.time.fixed_ms(),
        memory_limit_mb: limits.memory_bytes >> 20,
        source: limits.source.clone(),
        has_memory: loaded.problem.format.has_memory_limit(),
    };
    let ratios = ratios(loaded, options);
    let (subjects, generated) = measure::measured(engine, loaded, &ratios, options, on_solution)?;
    let mut advice = advise(&subjects, &ratios, limits.time_limit_ms);
    advice.memory_limit_mb = advice.memory_limit_mb.filter(|_| limits.has_memory);
    Ok(Calibration { n_runs: options.n_runs, ratios, limits, advice, generated, applied: None, subjects })
}

/// What was asked for; else what the format says; else two and one and a half.
fn ratios(loaded: &LoadedProblem, options: &CalibrateOptions) -> Ratios {
    let by_format = (loaded.problem.format == Format::Icpc).then(|| icpc::time_multipliers(&*loaded.folder));
    let (ac, tle, resolution_ms) = match by_format {
        Some(TimeLimit::FromRuns { multiplier, safety_margin, resolution_ms }) => {
            (multiplier, safety_margin, resolution_ms)
        }
        Some(TimeLimit::Fixed(_)) | None => (2.0, 1.5, RESOLUTION_MS),
    };
    Ratios {
        ac: options.ratio_ac.unwrap_or(ac),
        tle: options.ratio_tle.unwrap_or(tle),
        memory: options.ratio_memory,
        resolution_ms,
    }
}

impl Calibration {
    /// The text for people.
    pub fn words(&self) -> String {
        words::of(self)
    }

    /// The limits that follow, milliseconds and mebibytes; none for memory where it is not known what every correct solution
    /// takes beside its runtime.
    ///
    /// # Errors
    /// One sentence with the reason where none follow.
    pub fn suggested(&self) -> Result<(u64, Option<u64>), String> {
        let advice = &self.advice;
        if let Some(time_ms) = advice.time_limit_ms {
            return Ok((time_ms, advice.memory_limit_mb));
        }
        let why = advice.solutions.iter().find_map(|timed| Some(format!("{}: {}", timed.path, timed.why.as_ref()?)));
        let why = why.unwrap_or_else(|| "no correct solution was measured to its end".to_owned());
        Err(format!("nothing was changed, since no limit follows; {why}"))
    }

    /// Whether every solution was measured, and lies on its side of the suggested limit.
    pub fn is_clear(&self) -> bool {
        let is_measured = self.advice.solutions.iter().all(|timed| timed.why.is_none());
        is_measured && self.advice.suggested.as_ref().is_some_and(problem::calibrate::Standing::is_clear)
    }
}

#[cfg(test)]
mod tests;
