//! Which limits follow from measured runs: what `touchstone calibrate` suggests, from arithmetic alone.
//!
//! As for verdicts near a limit, the least of a solution's runs on a test is what it takes there: whatever else a machine does
//! adds to a time and takes nothing off. Its time is the greatest of these over the tests, divided by the factor of its
//! language. A limit is at least `ac` times that of the slowest correct solution; one that is too slow has to take at least
//! `tle` times the limit.
//!
//! Invariant: what was not measured is `None`, and nothing that would rest on it has a number.

mod growth;

use schemars::JsonSchema;
use serde::Serialize;

pub use self::growth::{Growth, GrowthInputs, GrowthPoint, LEAST_GROWING_US};
use crate::timing;

/// Runs on a test differ too much to say anything from this factor on, if by [`NOISE_US`] as well.
const NOISE: f64 = 1.5;
/// Microseconds by which even a quiet machine may be off.
const NOISE_US: u64 = 20_000;

/// How far times are to lie from limits.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Ratios {
    /// The time limit over the slowest correct solution.
    pub ac: f64,
    /// The fastest solution that is too slow over the time limit.
    pub tle: f64,
    /// The memory limit over the peak memory of correct solutions.
    pub memory: f64,
    /// Milliseconds that the time limit is a multiple of.
    pub resolution_ms: u64,
}

/// The runs of a solution on a test, or on a generated input.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Runs {
    /// The test, or the command.
    pub test: String,
    /// Size of its input, bytes.
    pub input_bytes: u64,
    /// CPU time of each run that came to its end, microseconds.
    pub cpu_us: Vec<u64>,
    /// CPU time after which a run was stopped, microseconds: it takes longer.
    pub stopped_us: Option<u64>,
}

impl Runs {
    fn least_us(&self) -> Option<u64> {
        self.cpu_us.iter().min().copied()
    }

    fn greatest_us(&self) -> Option<u64> {
        self.cpu_us.iter().max().copied()
    }

    /// The least and the greatest run, milliseconds, where they differ too much to say anything.
    pub fn noise(&self) -> Option<(f64, f64)> {
        let (least, greatest) = self.least_us().zip(self.greatest_us())?;
        let is_noisy = greatest - least > NOISE_US && greatest as f64 > NOISE * least as f64;
        is_noisy.then_some((least as f64 / 1e3, greatest as f64 / 1e3))
    }
}

/// A solution and its runs.
#[derive(Clone, Debug, PartialEq)]
pub struct Subject {
    /// Its path.
    pub path: String,
    /// The name of its language.
    pub language: String,
    /// Whether it is labelled correct; else it is labelled too slow.
    pub is_correct: bool,
    /// Its language has a limit of its own, which follows from its own solutions alone.
    pub has_own_limit: bool,
    /// What a limit is multiplied by for its language.
    pub factor: f64,
    /// Peak memory without what its runtime has of its own, bytes; `None` where no run came to its end.
    pub memory_bytes: Option<u64>,
    /// By test.
    pub runs: Vec<Runs>,
    /// On inputs that were generated to see how its time grows; each is named by its command.
    pub generated: Vec<Runs>,
    /// Why it could not be measured, where that is so.
    pub why: Option<String>,
}

/// What is known of a solution's time.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Timed {
    /// Its path.
    pub path: String,
    /// The name of its language.
    pub language: String,
    /// `correct` or `too slow`.
    pub label: &'static str,
    /// The test that takes it longest.
    pub test: Option<String>,
    /// CPU time there, milliseconds: the least of the runs.
    pub time_ms: Option<f64>,
    /// The greatest of them.
    pub greatest_ms: Option<f64>,
    /// How many there were.
    pub n_runs: usize,
    /// Milliseconds of CPU time after which it was stopped: its time is greater.
    pub above_ms: Option<f64>,
    /// Peak memory, mebibytes, without what its runtime has of its own.
    pub memory_mb: Option<f64>,
    /// How its time grows.
    pub growth: Option<Growth>,
    /// Why it was not measured.
    pub why: Option<String>,
    #[serde(skip)]
    factor: f64,
    /// Its language has a limit of its own, so it is compared with no other.
    #[serde(skip)]
    pub has_own_limit: bool,
}

impl Timed {
    /// The time that counts against a limit: at least this many milliseconds, and whether exactly so.
    fn share(&self) -> Option<(f64, bool)> {
        let exact = self.time_ms.map(|ms| (ms / self.factor, true));
        exact.or_else(|| self.above_ms.map(|ms| (ms / self.factor, false)))
    }

    fn is_correct(&self) -> bool {
        self.label == CORRECT
    }
}

const CORRECT: &str = "correct";
/// What a row says of a solution that is labelled too slow.
pub const TOO_SLOW: &str = "too slow";

/// How solutions lie about a limit.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
pub struct Standing {
    /// The limit, milliseconds.
    pub time_limit_ms: u64,
    /// Neither ratio holds.
    pub in_between: Vec<String>,
    /// Labelled too slow, and in time with room to spare.
    pub in_time: Vec<String>,
    /// Labelled correct, and surely too slow.
    pub beyond: Vec<String>,
}

impl Standing {
    /// Whether every time that is known lies where it should.
    pub fn is_clear(&self) -> bool {
        self.in_between.is_empty() && self.in_time.is_empty() && self.beyond.is_empty()
    }
}

/// The limit of a language.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct LanguageLimit {
    /// Its name.
    pub language: String,
    /// Milliseconds.
    pub time_limit_ms: Option<u64>,
}

/// What follows.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Advice {
    /// Each solution.
    pub solutions: Vec<Timed>,
    /// Of the correct solutions.
    pub slowest_correct: Option<String>,
    /// Of those that are too slow, where the time of each is known or above that.
    pub fastest_too_slow: Option<String>,
    /// The least limit that leaves the correct solutions their room, milliseconds.
    pub time_limit_ms: Option<u64>,
    /// The same for memory, mebibytes.
    pub memory_limit_mb: Option<u64>,
    /// The limits of languages with another one.
    pub languages: Vec<LanguageLimit>,
    /// How solutions lie about that limit.
    pub suggested: Option<Standing>,
    /// How they lie about the present one.
    pub current: Option<Standing>,
    /// Whether the time of every solution that is too slow grows faster than that of every correct one, by more than the
    /// lines may be off; null where no two of them can be compared.
    pub growth_tells_apart: Option<bool>,
}

/// What follows from the runs of solutions, and how they lie about the present limit.
pub fn advise(subjects: &[Subject], ratios: &Ratios, current_ms: Option<u64>) -> Advice {
    let solutions: Vec<Timed> = subjects.iter().map(timed).collect();
    let common: Vec<&Timed> = solutions.iter().filter(|timed| !timed.has_own_limit).collect();
    let time_limit_ms = limit_of(&common, ratios);
    let mut languages: Vec<LanguageLimit> = Vec::new();
    for timed in &solutions {
        if languages.iter().any(|known| known.language == timed.language) {
            continue;
        }
        let limit = if timed.has_own_limit {
            let own: Vec<&Timed> = solutions.iter().filter(|other| other.language == timed.language).collect();
            limit_of(&own, ratios)
        } else if timed.factor == 1.0 {
            continue;
        } else {
            time_limit_ms.map(|ms| (ms as f64 * timed.factor).ceil() as u64)
        };
        languages.push(LanguageLimit { language: timed.language.clone(), time_limit_ms: limit });
    }
    let standing = |limit_ms: u64| standing(&common, ratios, limit_ms);
    Advice {
        slowest_correct: extreme(&common, true).map(|timed| timed.path.clone()),
        fastest_too_slow: extreme(&common, false).map(|timed| timed.path.clone()),
        time_limit_ms,
        memory_limit_mb: memory_limit(subjects, ratios),
        languages,
        suggested: time_limit_ms.map(standing),
        current: current_ms.map(standing),
        growth_tells_apart: growth::tells_apart(&solutions),
        solutions,
    }
}

/// Whether inputs of growing size would tell more: solutions of both kinds are measured, and by the tests no two of them can be
/// compared.
pub fn wants_generated(subjects: &[Subject]) -> bool {
    let has =
        |correct: bool| subjects.iter().any(|subject| subject.is_correct == correct && timed(subject).why.is_none());
    has(true) && has(false) && tells_apart(subjects).is_none()
}

/// Whether times grow faster where that is asked for, as [`Advice::growth_tells_apart`] has it.
pub fn tells_apart(subjects: &[Subject]) -> Option<bool> {
    growth::tells_apart(&subjects.iter().map(timed).collect::<Vec<_>>())
}

/// What its runs tell of a solution's time.
pub fn timed(subject: &Subject) -> Timed {
    let stopped = subject.runs.iter().filter(|runs| runs.stopped_us.is_some()).max_by_key(|runs| runs.stopped_us);
    let slowest = subject.runs.iter().filter(|runs| runs.least_us().is_some()).max_by_key(|runs| runs.least_us());
    let noisy = slowest.filter(|_| stopped.is_none() && subject.why.is_none());
    let why = subject.why.clone().or_else(|| {
        let (least, greatest) = noisy?.noise()?;
        Some(format!(
            "its runs on test {} took from {least:.0} to {greatest:.0} ms: the machine is too busy to measure",
            noisy?.test
        ))
    });
    let (slowest, stopped) = if why.is_some() { (None, None) } else { (slowest, stopped) };
    // What was stopped somewhere takes longer there than anywhere else that is known.
    let slowest = slowest.filter(|_| stopped.is_none());
    let ms = |us: u64| us as f64 / 1e3;
    Timed {
        path: subject.path.clone(),
        language: subject.language.clone(),
        label: if subject.is_correct { CORRECT } else { TOO_SLOW },
        test: stopped.or(slowest).map(|runs| runs.test.clone()),
        time_ms: slowest.and_then(Runs::least_us).map(ms),
        greatest_ms: slowest.and_then(Runs::greatest_us).map(ms),
        n_runs: slowest.map_or(0, |runs| runs.cpu_us.len()),
        above_ms: stopped.and_then(|runs| runs.stopped_us).map(ms),
        memory_mb: subject.memory_bytes.filter(|_| why.is_none()).map(|bytes| bytes as f64 / f64::from(1u32 << 20)),
        growth: if why.is_some() { None } else { growth::of(subject) },
        why,
        factor: subject.factor,
        has_own_limit: subject.has_own_limit,
    }
}

/// The limit that the correct ones ask for, if there is one and each is measured.
fn limit_of(solutions: &[&Timed], ratios: &Ratios) -> Option<u64> {
    let slowest = extreme(solutions, true)?;
    let (ms, _) = slowest.share()?;
    Some(timing::limit_ms((ms * 1e3).ceil() as u64, ratios.ac, ratios.resolution_ms))
}

/// The slowest correct or the fastest too slow solution, if the time of every such solution is known well enough.
fn extreme<'a>(solutions: &[&'a Timed], correct: bool) -> Option<&'a Timed> {
    let mut found: Option<(&Timed, f64, bool)> = None;
    for timed in solutions.iter().filter(|timed| timed.is_correct() == correct) {
        let (ms, is_exact) = timed.share()?;
        if correct && !is_exact {
            return None;
        }
        if found.is_none_or(|(_, best, _)| if correct { ms > best } else { ms < best }) {
            found = Some((timed, ms, is_exact));
        }
    }
    let (timed, _, is_exact) = found?;
    // One that was stopped may still be slower than another that was not, or was stopped later.
    let is_alone = solutions.iter().filter(|timed| timed.is_correct() == correct).count() == 1;
    (is_exact || is_alone).then_some(timed)
}

fn memory_limit(subjects: &[Subject], ratios: &Ratios) -> Option<u64> {
    const STEP_MB: f64 = 16.0;
    let correct = subjects.iter().filter(|subject| subject.is_correct);
    let peaks = correct.map(|subject| subject.memory_bytes.filter(|_| subject.why.is_none()));
    let peak = peaks.collect::<Option<Vec<u64>>>()?.into_iter().max()?;
    let steps = (ratios.memory * peak as f64 / f64::from(1u32 << 20) / STEP_MB).ceil().max(1.0);
    Some((steps * STEP_MB) as u64)
}

fn standing(solutions: &[&Timed], ratios: &Ratios, limit_ms: u64) -> Standing {
    let mut standing = Standing { time_limit_ms: limit_ms, ..Standing::default() };
    let limit = limit_ms as f64;
    for timed in solutions {
        let Some((ms, is_exact)) = timed.share() else { continue };
        let (has_room, is_beyond) = (ms * ratios.ac <= limit, ms >= limit * ratios.tle);
        match (has_room, is_beyond) {
            // It was stopped before its time could tell.
            (_, false) if !is_exact => {}
            (true, _) if !timed.is_correct() => standing.in_time.push(timed.path.clone()),
            (_, true) if timed.is_correct() => standing.beyond.push(timed.path.clone()),
            (false, false) => standing.in_between.push(timed.path.clone()),
            _ => {}
        }
    }
    standing
}

#[cfg(test)]
mod tests;
