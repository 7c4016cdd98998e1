//! `touchstone calibrate`

use std::time::Duration;

use anyhow::Context as _;
use forge::calibrate::{CalibrateOptions, Calibration, calibrate};
use ide::limits::{LimitsEdit, set_limits};
use judge::{
    disk::folder::{FileChange, write_changes},
    engine::LoadedProblem,
};

use problem::words::enumerated;

use super::{FAILURE, SUCCESS};
use crate::{
    app::App,
    args::{Calibrate, Global, OutputFormat},
    human::clean,
    output,
};

pub(crate) fn run(global: &Global, arguments: &Calibrate) -> anyhow::Result<u8> {
    let app = App::start(global)?;
    app.stop_on_signal(|| {});
    let loaded = app.open(&arguments.dir)?;
    app.sandbox()?;
    let loaded = app.resolve(loaded)?;
    let options = CalibrateOptions {
        n_runs: arguments.runs,
        ratio_ac: arguments.ratio_ac,
        ratio_tle: arguments.ratio_tle,
        ratio_memory: arguments.ratio_memory,
        growing: Duration::from_secs(arguments.growth_seconds.into()),
    };
    let mut calibration = calibrate(&app, &loaded, &options, &mut note_progress)?;
    // What was measured is shown also where the limits cannot be set.
    let applied = arguments.apply.then(|| apply(&loaded, &calibration)).transpose();
    calibration.applied = applied.as_ref().ok().cloned().flatten();
    match arguments.format {
        OutputFormat::Json => output::json(&calibration).map(drop)?,
        OutputFormat::Human => output::line(&clean::lines(calibration.words().trim_end())),
    }
    app.trim();
    if let Some(path) = &arguments.plot {
        let picture = forge::growth_plot::draw(&calibration.subjects).map_err(anyhow::Error::msg)?;
        judge::disk::files::write_for_person(path, picture.as_bytes()).map_err(anyhow::Error::msg)?;
    }
    applied?;
    Ok(if calibration.is_clear() { SUCCESS } else { FAILURE })
}

/// Sets both limits where the format has them; says in which file.
fn apply(loaded: &LoadedProblem, calibration: &Calibration) -> anyhow::Result<String> {
    let (time_ms, memory_mb) = calibration.suggested().map_err(anyhow::Error::msg)?;
    let edits = set_limits(&*loaded.folder, &loaded.problem, time_ms, memory_mb).map_err(anyhow::Error::msg)?;
    let changes = edits.into_iter().map(|LimitsEdit { path, text }| FileChange::of_text(&*loaded.folder, path, text));
    let changes: Vec<FileChange> = changes.collect();
    write_changes(loaded.folder.root(), &changes)?;
    // A manifest that stays as it is has them no more than before.
    let is_other = |change: &&FileChange| change.before.as_ref() != Some(&change.after);
    let changed: Vec<String> = changes.iter().filter(is_other).map(|change| change.path.to_string()).collect();
    let all = || changes.last().map(|change| change.path.to_string());
    if changed.is_empty() {
        all().context("there was nothing to change")
    } else {
        Ok(enumerated(&changed, changed.len()))
    }
}

fn note_progress(path: &str) {
    if output::stderr_is_terminal() {
        output::note(&format!("measuring {}", clean::line(path)));
    }
}
