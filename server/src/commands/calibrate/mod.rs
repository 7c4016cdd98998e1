//! `touchstone calibrate`

mod measure;
mod words;

use anyhow::Context as _;
use ide::limits::{LimitsEdit, set_limits};
use judge::{
    disk::folder::{FileChange, write_changes},
    engine::LoadedProblem,
};
use problem::{
    calibrate::{Advice, Ratios, advise},
    folder::Folder as _,
    formats::icpc,
    model::{Format, TimeLimit},
};
use serde::Serialize;

use super::{FAILURE, SUCCESS};
use crate::{
    app::App,
    args::{Calibrate, Global, OutputFormat},
    human::clean,
    output,
};

/// What a limit is a multiple of where the format says nothing of it, milliseconds.
const RESOLUTION_MS: u64 = 100;

/// What is printed as JSON.
#[derive(Serialize)]
struct Calibration {
    n_runs: u32,
    ratios: Ratios,
    limits: Limits,
    #[serde(flatten)]
    advice: Advice,
    /// The file that `--apply` has changed.
    applied: Option<String>,
}

/// The limits as they are; the time limit is null where it follows from runs.
#[derive(Serialize)]
struct Limits {
    time_limit_ms: Option<u64>,
    memory_limit_mb: u64,
    source: String,
}

pub(crate) fn run(global: &Global, arguments: &Calibrate) -> anyhow::Result<u8> {
    let app = App::start(global)?;
    app.stop_on_signal(|| {});
    let loaded = app.open(&arguments.dir)?;
    app.sandbox()?;
    let loaded = app.resolve(loaded)?;
    let limits = &loaded.problem.limits;
    let current = Limits {
        time_limit_ms: limits.time.fixed_ms(),
        memory_limit_mb: limits.memory_bytes >> 20,
        source: limits.source.clone(),
    };
    let ratios = ratios(&loaded, arguments);
    let subjects = measure::measured(&app, &loaded, &ratios, arguments.runs)?;
    let advice = advise(&subjects, &ratios, current.time_limit_ms);
    let mut calibration = Calibration { n_runs: arguments.runs, ratios, limits: current, advice, applied: None };
    // What was measured is shown also where the limits cannot be set.
    let applied = arguments.apply.then(|| apply(&loaded, &calibration.advice)).transpose();
    calibration.applied = applied.as_ref().ok().cloned().flatten();
    match arguments.format {
        OutputFormat::Json => output::json(&calibration).map(drop)?,
        OutputFormat::Human => output::line(&clean::lines(words::of(&calibration).trim_end())),
    }
    app.trim();
    if let Some(path) = &arguments.plot {
        let picture = forge::growth_plot::draw(&subjects).map_err(anyhow::Error::msg)?;
        judge::disk::files::write_for_person(path, picture.as_bytes()).map_err(anyhow::Error::msg)?;
    }
    applied?;
    let advice = &calibration.advice;
    let is_measured = advice.solutions.iter().all(|timed| timed.why.is_none());
    let is_clear = advice.suggested.as_ref().is_some_and(problem::calibrate::Standing::is_clear);
    Ok(if is_measured && is_clear { SUCCESS } else { FAILURE })
}

/// What was asked for; else what the format says; else two and one and a half.
fn ratios(loaded: &LoadedProblem, arguments: &Calibrate) -> Ratios {
    let by_format = (loaded.problem.format == Format::Icpc).then(|| icpc::time_multipliers(&*loaded.folder));
    let (ac, tle, resolution_ms) = match by_format {
        Some(TimeLimit::FromRuns { multiplier, safety_margin, resolution_ms }) => {
            (multiplier, safety_margin, resolution_ms)
        }
        Some(TimeLimit::Fixed(_)) | None => (2.0, 1.5, RESOLUTION_MS),
    };
    Ratios {
        ac: arguments.ratio_ac.unwrap_or(ac),
        tle: arguments.ratio_tle.unwrap_or(tle),
        memory: arguments.ratio_memory,
        resolution_ms,
    }
}

/// Sets both limits where the format has them; says in which file.
fn apply(loaded: &LoadedProblem, advice: &Advice) -> anyhow::Result<String> {
    let (Some(time_ms), Some(memory_mb)) = (advice.time_limit_ms, advice.memory_limit_mb) else {
        let why = advice.solutions.iter().find_map(|timed| Some(format!("{}: {}", timed.path, timed.why.as_ref()?)));
        let why = why.unwrap_or_else(|| "no correct solution was measured to its end".to_owned());
        anyhow::bail!("nothing was changed, since no limit follows; {why}");
    };
    let edits = set_limits(&*loaded.folder, &loaded.problem, time_ms, memory_mb).map_err(anyhow::Error::msg)?;
    let changes = edits.into_iter().map(|LimitsEdit { path, text }| FileChange {
        before: loaded.folder.bytes(&path).map(|bytes| bytes.to_vec()),
        after: text.into_bytes(),
        path,
    });
    let changes: Vec<FileChange> = changes.collect();
    write_changes(loaded.folder.root(), &changes)?;
    changes.last().map(|change| change.path.to_string()).context("there was nothing to change")
}
