//! `touchstone evolve`: the loop of `hack` for many folders.
//!
//! Each folder that is done has a line in a journal, written and flushed before the next one begins. A run that was killed goes on
//! behind the last whole line; the answers that a model gave for the folder in between are kept, so they are not paid twice.

use std::path::Path;

use forge::{
    evolve::LoopError,
    report::{self, percent},
};
use judge::{files, journal::Journal};
use serde_json::{Value, json};

use super::{
    FOUND_NOTHING, FOUND_SOMETHING,
    asking::Access,
    hack::{Done, make_tests},
};
use crate::{
    app::App,
    args::{Evolve, Global},
    human::clean,
    output,
};

pub(crate) fn run(global: &Global, evolve: &Evolve) -> anyhow::Result<u8> {
    let app = App::start(global, false)?;
    let access = Access::start(&app, &evolve.asking)?;
    app.sandbox()?;
    let mut journal =
        Journal::open(evolve.out.as_deref(), |line| line["folder"].is_string() && line["settings"].is_string())?;
    let mut lines: Vec<Value> = Vec::new();
    let names = evolve.dirs.iter().map(|dir| real_name(dir)).collect::<anyhow::Result<Vec<String>>>()?;
    for ((number, dir), name) in (1..).zip(&evolve.dirs).zip(names) {
        let method = format!("{:?}", evolve.making);
        let what = clean::line(&format!("{number} of {}: {}", evolve.dirs.len(), dir.display()));
        let is_done = |line: &&Value| {
            let is_it = line["folder"] == name && line["settings"] == method;
            // What ended early, failed, or was not written though it is wished now, is done again.
            let is_applied =
                !evolve.apply || !line["written"].is_null() || line["offers"].as_array().is_some_and(Vec::is_empty);
            is_it && line["error"].is_null() && line["ended"].is_null() && is_applied
        };
        if let Some(line) = journal.lines().iter().rev().find(is_done) {
            output::note(&format!("{what}: done before"));
            lines.push(line.clone());
            continue;
        }
        output::note(&what);
        let mut line = match one(&app, global, evolve, &access, dir) {
            Ok(line) => line,
            // What stops the whole run is no result of this folder.
            Err(error) if output::code_of(&error) == output::INTERRUPTED || is_final(&error) => return Err(error),
            Err(error) => json!({ "error": format!("{error:#}") }),
        };
        line["folder"] = json!(name);
        line["settings"] = json!(method);
        output::line(&clean::line(&sentence(dir, &line)));
        lines.push(line.clone());
        journal.write(line)?;
    }
    output::line(&clean::lines(&summary(&lines)));
    output::line(report::spent_text(&access.spent()).trim());
    app.trim()?;
    Ok(if lines.iter().any(|line| !line["error"].is_null()) { FOUND_SOMETHING } else { FOUND_NOTHING })
}

/// A folder's name in the journal: where it really is.
fn real_name(dir: &Path) -> anyhow::Result<String> {
    let lost = || anyhow::anyhow!("there is no folder {}; name one that is there", dir.display());
    Ok(files::real(dir).ok_or_else(lost)?.to_string())
}

/// Whether there will be no answer for any other folder either.
fn is_final(error: &anyhow::Error) -> bool {
    matches!(error.downcast_ref::<LoopError>(), Some(LoopError::Ask(error)) if error.is_final())
}

fn one(app: &App, global: &Global, evolve: &Evolve, access: &Access, dir: &Path) -> anyhow::Result<Value> {
    let opened = app.open(dir)?;
    let mut model = access.model(app, &opened)?;
    let Done { outcome, written } = make_tests(app, global, &opened, &mut model, &evolve.making, evolve.apply)?;
    let changes = written.as_ref().and_then(|written| written.as_ref().ok()).map(Vec::as_slice);
    let mut line = report::hack(&outcome, &access.spent(), changes);
    if let Some(object) = line.as_object_mut() {
        // What all folders took together stands below the last one.
        object.remove("spent");
    }
    if let Some(Err(error)) = written {
        line["error"] = json!(error.to_string());
    }
    Ok(line)
}

/// The shares before and after.
fn shares(line: &Value) -> Option<[Option<f64>; 4]> {
    let standings = line["standings"].as_array()?;
    let (first, last) = (standings.first()?, standings.last()?);
    let share = |of: &Value, name: &str| of[name].as_f64();
    Some([share(first, "tpr"), share(first, "tnr"), share(last, "tpr"), share(last, "tnr")])
}

fn sentence(dir: &Path, line: &Value) -> String {
    let dir = dir.display();
    match (line["error"].as_str(), shares(line)) {
        (Some(error), _) => format!("{dir}: {error}"),
        (None, Some([tpr, tnr, tpr_after, tnr_after])) => format!(
            "{dir}: {} tests worth adding; TPR {} to {}, TNR {} to {}",
            line["offers"].as_array().map_or(0, Vec::len),
            percent(tpr),
            percent(tpr_after),
            percent(tnr),
            percent(tnr_after)
        ),
        (None, None) => format!("{dir}: nothing was judged"),
    }
}

/// A suite is good when both shares reach this (CCP-15).
const GOOD: f64 = 0.9;

/// The means over the folders that have both shares (CCO-25), and how many are good (CCP-15).
fn summary(lines: &[Value]) -> String {
    let all: Vec<[f64; 4]> = lines
        .iter()
        .filter_map(|line| {
            let [tpr, tnr, tpr_after, tnr_after] = shares(line)?;
            Some([tpr?, tnr?, tpr_after?, tnr_after?])
        })
        .collect();
    let n_failed = lines.iter().filter(|line| !line["error"].is_null()).count();
    let mean = |at: usize| (!all.is_empty()).then(|| all.iter().map(|of| of[at]).sum::<f64>() / all.len() as f64);
    let n_good = all.iter().filter(|of| of[2] >= GOOD && of[3] >= GOOD).count();
    format!(
        "{} folders, {} with both shares: mean TPR {} to {}, mean TNR {} to {}; {n_good} have both at 90 % or more; {n_failed} \
         could not be done",
        lines.len(),
        all.len(),
        percent(mean(0)),
        percent(mean(2)),
        percent(mean(1)),
        percent(mean(3))
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cco_25_ccp_15_means_are_over_folders_with_both_shares() {
        let line = |before: Value, after: Value| json!({ "standings": [before, after] });
        let lines = [
            line(json!({ "tpr": 1.0, "tnr": 0.5 }), json!({ "tpr": 1.0, "tnr": 0.9 })),
            line(json!({ "tpr": 0.5, "tnr": 0.5 }), json!({ "tpr": 0.5, "tnr": 0.7 })),
            line(json!({ "tpr": null, "tnr": 0.5 }), json!({ "tpr": null, "tnr": 1.0 })),
            json!({ "error": "no" }),
        ];
        assert_eq!(
            summary(&lines),
            "4 folders, 2 with both shares: mean TPR 75.0 % to 75.0 %, mean TNR 50.0 % to 80.0 %; 1 have both at 90 % or \
             more; 1 could not be done"
        );
    }
}
