//! Options of the commands that try the problem's tools and its suite, and of the one that measures its solutions.

use schemars::JsonSchema;
use serde::Deserialize;

fn minute() -> u32 {
    60
}

fn sixty() -> usize {
    60
}

fn half_a_minute() -> u32 {
    30
}

fn one() -> u64 {
    1
}

/// Options of `touchstone.probe`.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct ProbeParams {
    /// How long it goes on at most once the pool is judged, 60 seconds if nothing is said.
    #[serde(default = "minute")]
    pub(crate) seconds: u32,
}

/// Options of `touchstone.mutate`.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct MutateParams {
    /// The solution that is changed, by its path in the folder; the main one if nothing is said.
    pub(crate) solution: Option<String>,
    /// How many mutants there are at most, 60 if nothing is said.
    #[serde(default = "sixty")]
    pub(crate) most: usize,
    /// How long tests are looked for that fail what the suite lets live, 30 seconds if nothing is said.
    #[serde(default = "half_a_minute")]
    pub(crate) seconds: u32,
    /// Where chance comes from.
    #[serde(default = "one")]
    pub(crate) seed: u64,
}

fn runs() -> u32 {
    forge::calibrate::RUNS
}

fn ratio_memory() -> f64 {
    forge::calibrate::RATIO_MEMORY
}

fn growth_seconds() -> u32 {
    forge::calibrate::GROWING_SECONDS
}

/// Options of `touchstone.calibrate`.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct CalibrateParams {
    /// How often each solution is run where it takes longest, 5 times if nothing is said.
    #[serde(default = "runs")]
    pub(crate) runs: u32,
    /// The least ratio of the time limit to the slowest correct solution; the format's, else 2, if nothing is said.
    pub(crate) ratio_ac: Option<f64>,
    /// The least ratio of the fastest solution that is too slow to the time limit; the format's, else 1.5.
    pub(crate) ratio_tle: Option<f64>,
    /// The least ratio of the memory limit to the peak memory of correct solutions, 2 if nothing is said.
    #[serde(default = "ratio_memory")]
    pub(crate) ratio_memory: f64,
    /// How many seconds runs on generated inputs take at most, where the tests have too few sizes to say how times grow; 0 for
    /// none, 60 if nothing is said.
    #[serde(default = "growth_seconds")]
    pub(crate) growth_seconds: u32,
    /// Have the client show the edit that sets the limits, and apply it.
    #[serde(default)]
    pub(crate) apply: bool,
}
