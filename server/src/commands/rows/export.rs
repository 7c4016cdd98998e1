//! `touchstone rows export`

use std::path::Path;

use anyhow::Context as _;
use forge::gather::{Besides, Gathered, gather, multiply};
use judge::disk::{journal::Journal, lines::Growing};
use problem::{executor::ExecutorError, request::CheckRequest};
use serde_json::Value;

use crate::{
    app::App,
    args::{Export, Global},
    commands::{FAILURE, SUCCESS},
    human::clean,
    output,
    progress::Progress,
};

pub(super) fn run(global: &Global, export: &Export) -> anyhow::Result<u8> {
    let app = App::start(&global.at(&export.elsewhere))?;
    app.stop_on_signal(|| {});
    app.sandbox()?;
    let cannot = |path: &Path| format!("{} cannot be written", path.display());
    let mut out = match &export.out {
        Some(path) => Some((path, Growing::begin(path).with_context(|| cannot(path))?)),
        None => None,
    };
    let is_of_journal = |line: &Value| line["folder"].is_string();
    let rounds = match &export.rounds {
        Some(path) => Journal::read(path, is_of_journal)?,
        None => Vec::new(),
    };
    let mut n_failed = 0;
    for dir in &export.dirs {
        let line = match row(&app, export, &rounds, dir) {
            Ok(line) => line,
            Err(error) if is_wish_to_stop(&error) || app.has_caught() => return Err(error),
            Err(error) => {
                n_failed += 1;
                output::note(&format!("error: {}: {}", dir.display(), clean::line(&format!("{error:#}"))));
                continue;
            }
        };
        match &mut out {
            Some((path, growing)) => growing.line(&line).with_context(|| cannot(path))?,
            None => output::line(&line),
        }
    }
    if let Some((path, growing)) = out {
        growing.finish(path).with_context(|| cannot(path))?;
        output::note(&format!("{} rows written to {}", export.dirs.len() - n_failed, path.display()));
    }
    app.trim();
    Ok(if n_failed == 0 { SUCCESS } else { FAILURE })
}

fn is_wish_to_stop(error: &anyhow::Error) -> bool {
    matches!(error.downcast_ref::<ExecutorError>(), Some(ExecutorError::Cancelled))
}

/// Judges a folder, and makes the row of it.
fn row(app: &App, export: &Export, rounds: &[Value], dir: &Path) -> anyhow::Result<String> {
    let mut loaded = app.resolve(app.open(dir)?)?;
    let is_multiplied = export.times > 1;
    if is_multiplied {
        multiply(&mut loaded.problem, export.times);
    }
    let mut progress = Progress::new(output::stderr_is_terminal(), &loaded.problem);
    let state = app.judged(&loaded, &CheckRequest::default(), &mut progress)?;
    let root = loaded.folder.root().to_string();
    let of_folder = rounds.iter().rev().find(|line| line["folder"] == root.as_str());
    let refinements = of_folder.map(|line| line["refinements"].clone());
    let iterations = refinements.map(serde_json::from_value).transpose()?.unwrap_or_default();
    let besides = Besides { is_multiplied, iterations };
    let Gathered { row, left_out } = gather(app, &loaded, &state, besides).map_err(anyhow::Error::msg)?;
    for what in left_out {
        output::note(&format!("{}: without {}", dir.display(), clean::line(&what)));
    }
    if row.tests.is_empty() {
        anyhow::bail!("none of its tests has an input and an answer; see `touchstone check`");
    }
    Ok(export.format.format().write(&row)?)
}
