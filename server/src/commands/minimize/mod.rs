//! `touchstone minimize`

mod shrink;

use std::collections::{BTreeMap, BTreeSet};

use forge::{
    bench::Workbench,
    minimise::{Minimised, Rewritten, minimised, proved, without},
    report::{self, percent},
    suite::metrics::{DROPPED, N_DRAWS, Quality, diversity, precision_without, quality},
};
use judge::{check::Unwatched, disk::folder};
use problem::{request::CheckRequest, verdict::Verdict};

use super::SUCCESS;
use crate::{
    app::App,
    args::{Global, Minimize, OutputFormat},
    human::clean,
    output,
    progress::Progress,
};

pub(crate) fn run(global: &Global, minimize: &Minimize) -> anyhow::Result<u8> {
    minimize.elsewhere.until_nobody_is_caught(|| run_once(global, minimize))
}

fn run_once(global: &Global, minimize: &Minimize) -> anyhow::Result<u8> {
    let app = App::start(&global.at(&minimize.elsewhere))?;
    app.stop_on_signal(|| {});
    let loaded = app.open(&minimize.dir)?;
    app.sandbox()?;
    let loaded = app.resolve(loaded)?;
    if let (Some(test), Some(solution)) = (&minimize.test, &minimize.solution) {
        return shrink::run(&app, global, minimize, &loaded, (test, solution));
    }
    let is_shown = minimize.format == OutputFormat::Human && output::stderr_is_terminal();
    let state = app.judged(&loaded, &CheckRequest::default(), &mut Progress::new(is_shown, &loaded.problem))?;
    let found = minimised(&loaded.problem, &state, minimize.per_class.map(|n| n as usize));
    found.ensure_it_says_something(minimize.apply)?;
    let rewritten = without(&loaded.folder, &loaded.problem, &found.dropped());
    if minimize.apply {
        let bench = Workbench::new(&app, app.n_workers(None), &loaded)?;
        let changes = proved(&bench, (&loaded.problem, &state), &found, &rewritten, &mut Unwatched)?;
        folder::write_changes(loaded.folder.root(), &changes)?;
    }
    match minimize.format {
        OutputFormat::Json => output::json(&report::minimise(&found)).map(drop)?,
        OutputFormat::Human => output::line(&clean::lines(as_text(&found, &rewritten, minimize.apply).trim_end())),
    }
    app.trim();
    Ok(SUCCESS)
}

/// What a test shows: `WA of a.cpp, b.cpp; TLE of c.cpp`.
fn shown_by(found: &Minimised, column: usize) -> String {
    let mut by_verdict: BTreeMap<Verdict, Vec<&str>> = BTreeMap::new();
    for (row, verdict) in found.matrix.tests[column].verdicts.iter().enumerate() {
        if let Some(verdict) = verdict.filter(|verdict| verdict.is_failure()) {
            by_verdict.entry(verdict).or_default().push(&found.matrix.solutions[row].name);
        }
    }
    let words = by_verdict.into_iter().map(|(verdict, names)| format!("{verdict} of {}", names.join(", ")));
    let words: Vec<String> = words.collect();
    match (words.is_empty(), found.matrix.tests[column].is_sample) {
        (true, true) => "a sample".to_owned(),
        (true, false) => "nothing that other tests do not show".to_owned(),
        (false, _) => words.join("; "),
    }
}

fn as_text(found: &Minimised, rewritten: &Rewritten, is_applied: bool) -> String {
    let Minimised { matrix, thinned } = found;
    let Quality { tpr, tnr, precision, .. } = quality(matrix);
    let mut text = format!(
        "{} tests, {} solutions: TPR {}, TNR {}, {} kinds of tests by who passes them.\n",
        matrix.tests.len(),
        matrix.solutions.len(),
        percent(tpr),
        percent(tnr),
        diversity(matrix),
    );
    let seconds = |columns: &[usize]| {
        let cpu_us: u64 = columns.iter().map(|&column| matrix.tests[column].cpu_us).sum();
        format!("{:.2} s", cpu_us as f64 / 1e6)
    };
    let all: Vec<usize> = (0..matrix.tests.len()).collect();
    text += &format!(
        "{} of them show every verdict that any solution gets; to run all solutions on them takes {} instead of {}.\n",
        thinned.kept.len(),
        seconds(&thinned.kept),
        seconds(&all),
    );
    if let (Some(_), Some(left)) = (precision, precision_without(matrix, DROPPED, N_DRAWS, 1)) {
        text += &format!(
            "Of the solutions that pass everything {} are right; with {:.0} % of the tests dropped at random it would be {}.\n",
            percent(precision),
            DROPPED * 100.0,
            percent(Some(left)),
        );
    }
    text += "\n";
    let width = thinned.kept.iter().map(|&column| matrix.tests[column].id.chars().count()).max().unwrap_or_default();
    for &column in &thinned.kept {
        text += &format!("  {:width$}  {}\n", matrix.tests[column].id, shown_by(found, column));
    }
    if thinned.dropped.is_empty() {
        return text + "\nEvery test is needed.\n";
    }
    if !found.shows_anything() {
        return text + "\nNo solution fails any test, so nothing is known of what the others are good for.\n";
    }
    let ids: Vec<&str> = thinned.dropped.iter().map(|&column| matrix.tests[column].id.as_str()).collect();
    text += &format!("\nNot needed for these solutions, though they may fail others: {}\n", ids.join(" "));
    text + &what_to_do(found, rewritten, is_applied)
}

fn what_to_do(found: &Minimised, rewritten: &Rewritten, is_applied: bool) -> String {
    let scripts: BTreeSet<&str> = rewritten.texts.keys().map(problem::path::RelPath::as_str).collect();
    let scripts = scripts.into_iter().collect::<Vec<_>>().join(", ");
    let remaining: Vec<&str> = rewritten
        .remaining
        .iter()
        .filter_map(|test| found.matrix.tests.iter().find(|column| column.test == *test))
        .map(|column| column.id.as_str())
        .collect();
    let mut text = match (scripts.is_empty(), is_applied) {
        (true, _) => String::new(),
        (false, true) => format!("Their lines were taken out of {scripts}.\n"),
        (false, false) => format!("`touchstone minimize --apply` takes their lines out of {scripts}.\n"),
    };
    if !remaining.is_empty() {
        text +=
            &format!("No line of a script stands for these alone, so take them out by hand: {}\n", remaining.join(" "));
    }
    text.extend(rewritten.by_hand.iter().map(|sentence| format!("{sentence}\n")));
    text
}
