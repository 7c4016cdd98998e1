//! `touchstone evolve`: the loop of `hack` for many folders.
//!
//! Each folder that is done has a line in a journal, written and flushed before the next one begins. A run that was killed goes on
//! behind the last whole line; the answers that a model gave for the folder in between are kept, so they are not paid twice.

use std::path::Path;

use forge::{
    hack::ForgeError,
    report::{self, percent},
};
use judge::disk::{files, journal::Journal};
use serde_json::{Value, json};

use super::{
    FAILURE, SUCCESS,
    asking::{self, ConfiguredModel},
    hack::{Done, Search, make_tests},
};
use crate::{
    app::App,
    args::{Evolve, Global, HackEngine},
    human::clean,
    output,
};

pub(crate) fn run(global: &Global, evolve: &Evolve) -> anyhow::Result<u8> {
    let app = App::start(&global.at(&evolve.elsewhere))?;
    let engine = asking::engine(&app, &evolve.making, &evolve.asking);
    asking::ensure_budgets(&evolve.asking, engine)?;
    let configured = ConfiguredModel::start_unless(&app, &evolve.asking, || false)?;
    app.sandbox()?;
    let mut journal =
        Journal::open(evolve.out.as_deref(), |line| line["folder"].is_string() && line["settings"].is_string())?;
    let mut lines: Vec<Value> = Vec::new();
    let names = evolve.dirs.iter().map(|dir| real_name(dir)).collect::<anyhow::Result<Vec<String>>>()?;
    for ((number, dir), name) in (1..).zip(&evolve.dirs).zip(names) {
        let method = format!("{:?}, own prompts: {}", evolve.making, evolve.asking.own_prompts);
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
        let mut line = match one(&app, global, evolve, (&configured, engine), dir) {
            Ok(line) => line,
            // What stops the whole run is no result of this folder.
            Err(error) if output::code_of(&error) == output::INTERRUPTED || is_final(&error) || app.has_caught() => {
                return Err(error);
            }
            Err(error) => json!({ "error": format!("{error:#}") }),
        };
        line["folder"] = json!(name);
        line["settings"] = json!(method);
        output::line(&clean::line(&sentence(dir, &line)));
        lines.push(line.clone());
        journal.write(line)?;
    }
    output::line(&clean::lines(summary(&lines, evolve.min_pool).trim_end()));
    output::line(report::spent_text(&configured.spent()).trim());
    app.trim();
    Ok(if lines.iter().any(|line| !line["error"].is_null()) { FAILURE } else { SUCCESS })
}

/// A folder's name in the journal: where it really is.
fn real_name(dir: &Path) -> anyhow::Result<String> {
    let lost = || anyhow::anyhow!("there is no folder {}; name one that is there", dir.display());
    Ok(files::real(dir).ok_or_else(lost)?.to_string())
}

/// Whether there will be no answer for any other folder either.
fn is_final(error: &anyhow::Error) -> bool {
    matches!(error.downcast_ref::<ForgeError>(), Some(ForgeError::Ask(error)) if error.is_final())
}

fn one(
    app: &App,
    global: &Global,
    evolve: &Evolve,
    (configured, engine): (&ConfiguredModel, HackEngine),
    dir: &Path,
) -> anyhow::Result<Value> {
    let loaded = app.resolve(app.open(dir)?)?;
    let mut model = configured.asked(app, &loaded, engine)?;
    let prompts = asking::prompts(app, &loaded, &evolve.asking);
    let search = Search { time: evolve.asking.time(), ..Search::default() };
    let Done { outcome, written } = make_tests(
        app,
        global,
        &loaded,
        (model.as_language_model(), &prompts),
        &evolve.making,
        (engine, search),
        evolve.apply,
    )?;
    let changes = written.as_ref().and_then(|written| written.as_ref().ok()).map(Vec::as_slice);
    let mut line = report::hack(&outcome, &configured.spent(), changes);
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

/// From which shares on folders are counted; the last is that of a good suite (CCP-15).
const SHARES: [f64; 4] = [0.6, 0.7, 0.8, 0.9];

/// The means over the folders that have both shares, each of at least `min_pool` solutions (CCO-25), how many reach how much
/// (CCP-15), and how many of the tests that were there are valid (CCP-16).
fn summary(lines: &[Value], min_pool: u32) -> String {
    let counts = |line: &&Value| {
        let pool = &line["standings"][0];
        ["n_right", "n_wrong"].iter().all(|of| pool[*of].as_u64().is_some_and(|n| n >= u64::from(min_pool)))
    };
    let all: Vec<[f64; 4]> = lines
        .iter()
        .filter(counts)
        .filter_map(|line| {
            let [tpr, tnr, tpr_after, tnr_after] = shares(line)?;
            Some([tpr?, tnr?, tpr_after?, tnr_after?])
        })
        .collect();
    let n_failed = lines.iter().filter(|line| !line["error"].is_null()).count();
    let mean = |at: usize| (!all.is_empty()).then(|| all.iter().map(|of| of[at]).sum::<f64>() / all.len() as f64);
    let reach = |share: &f64| {
        let n = |tpr: usize, tnr: usize| all.iter().filter(|of| of[tpr] >= *share && of[tnr] >= *share).count();
        format!("{:.0} %: {} to {}", share * 100.0, n(0, 1), n(2, 3))
    };
    let of_at_least = if min_pool > 1 { format!(" of at least {min_pool} solutions each") } else { String::new() };
    let mut text = format!(
        "{} folders, {} with both shares{of_at_least}: mean TPR {} to {}, mean TNR {} to {}; {n_failed} could not be done\n\
         Folders with both at least, before to after: {}\n",
        lines.len(),
        all.len(),
        percent(mean(0)),
        percent(mean(2)),
        percent(mean(1)),
        percent(mean(3)),
        SHARES.iter().map(reach).collect::<Vec<_>>().join(", "),
    );
    let sum = |of: &str| lines.iter().filter_map(|line| line["audit"][of].as_u64()).sum::<u64>();
    if sum("n_tests") > 0 {
        text += &format!("Validators accept {} of the {} tests that were there\n", sum("n_valid"), sum("n_tests"));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cco_25_ccp_15_ccp_16_means_are_over_folders_with_both_shares() {
        let pool = |tpr: Option<f64>, tnr: f64| json!({ "tpr": tpr, "tnr": tnr, "n_right": 2, "n_wrong": 10 });
        let line = |before: Value, after: Value| json!({ "standings": [before, after] });
        let mut lines = vec![
            line(pool(Some(1.0), 0.5), pool(Some(1.0), 0.9)),
            line(pool(Some(0.5), 0.5), pool(Some(0.5), 0.7)),
            line(pool(None, 0.5), pool(None, 1.0)),
            json!({ "error": "no" }),
        ];
        assert_eq!(
            summary(&lines, 1),
            "4 folders, 2 with both shares: mean TPR 75.0 % to 75.0 %, mean TNR 50.0 % to 80.0 %; 1 could not be done\n\
             Folders with both at least, before to after: 60 %: 0 to 1, 70 %: 0 to 1, 80 %: 0 to 1, 90 %: 0 to 1\n"
        );
        assert!(
            summary(&lines, 3)
                .starts_with("4 folders, 0 with both shares of at least 3 solutions each: mean TPR - to -"),
            "small pools say little"
        );
        // CCP-16
        lines[0]["audit"] = json!({ "n_tests": 9, "n_valid": 7 });
        lines[1]["audit"] = json!({ "n_tests": 3, "n_valid": 3 });
        assert!(summary(&lines, 1).ends_with("\nValidators accept 10 of the 12 tests that were there\n"));
    }
}
