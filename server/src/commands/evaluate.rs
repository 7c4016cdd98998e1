//! `touchstone evaluate`

use std::{fmt::Write as _, path::Path, time::Duration};

use forge::{
    ask::NoModel,
    evaluate::{EvaluateOptions, Evaluated, TestMaker, evaluate, plot},
    hack::{GroupScore, Made, Stop},
    report::percent,
};
use judge::disk::files;
use serde::Serialize;

use super::{
    FAILURE, SUCCESS,
    asking::{Asked, ConfiguredModel, StagePrinter, ended, stop_by_signal},
};
use crate::{
    app::App,
    args::{Evaluate, Global, HackEngine, OutputFormat},
    human::clean,
    output,
};

/// How long each of them looks for tests in a folder, unless told otherwise.
const BUDGET: Duration = Duration::from_secs(60);

/// A line of the result.
#[derive(Serialize)]
struct Line<'a> {
    problem: String,
    #[serde(flatten)]
    evaluated: &'a Evaluated,
}

/// What is wanted.
fn options(arguments: &Evaluate) -> anyhow::Result<EvaluateOptions> {
    let is_wanted = |one: &TestMaker| match arguments.engine.is_empty() {
        true => !one.asks_model(),
        false => arguments.engine.contains(one),
    };
    let options = EvaluateOptions {
        engines: TestMaker::ALL.into_iter().filter(is_wanted).collect(),
        budget: arguments.asking.time().unwrap_or(BUDGET),
        seed: arguments.seed,
        ablations: arguments.ablations(),
        n_seeds: arguments.seeds,
        stop: Stop::default(),
    };
    match options.unfit() {
        Some(why) => anyhow::bail!(why),
        None => Ok(options),
    }
}

pub(crate) fn run(global: &Global, arguments: &Evaluate) -> anyhow::Result<u8> {
    let mut options = options(arguments)?;
    let app = App::start(&global.at(&arguments.elsewhere))?;
    let fresh = app.fresh(global)?;
    let asks_model = options.engines.iter().any(|one| one.asks_model());
    let (stop, model) = match asks_model {
        false => (stop_by_signal(&app), None),
        true => {
            let stop = options.stop.clone();
            let asked = stop.clone();
            let model = ConfiguredModel::start_unless(&app, &arguments.asking, move || asked.ask())?;
            (stop, Some(model))
        }
    };
    options.stop = stop.clone();
    app.sandbox()?;
    let table = Table::of(&options);
    let mut all: Vec<Evaluated> = Vec::new();
    let mut n_left_out = 0;
    for dir in &arguments.dirs {
        if stop.is_asked() {
            break;
        }
        let name = dir.display().to_string();
        let is_json = arguments.format == OutputFormat::Json;
        if is_json {
            output::note(&clean::line(&name));
        } else {
            output::line(&format!("{}\n{}", clean::line(&name), table.head()));
        }
        let mut tell = |evaluated: &Evaluated| {
            let line = Line { problem: name.clone(), evaluated };
            match serde_json::to_string(&line) {
                Ok(line) if is_json => output::line(&line),
                Ok(_) | Err(_) => {
                    output::line(&table.rows(evaluated));
                    evaluated.notes.iter().for_each(|note| output::line(&clean::line(&format!("    {note}"))));
                }
            }
        };
        let mut stages = StagePrinter::default();
        let done = app.open(dir).and_then(|loaded| {
            let loaded = app.resolve(loaded)?;
            let of = (&loaded, app.n_workers(None));
            let mut asked = match &model {
                Some(model) => model.asked(&app, &loaded, HackEngine::Both)?,
                None => Asked::Nobody(NoModel),
            };
            let asked = asked.as_language_model();
            evaluate((&app, &fresh), of, &options, asked, &mut stages, &mut tell).map_err(ended)
        });
        stages.end();
        match done {
            Ok(done) if done.len() == options.engines.len() && !stop.is_asked() => all.extend(done),
            Ok(_) => n_left_out += 1,
            Err(error) if output::code_of(&error) == output::INTERRUPTED || app.has_caught() => return Err(error),
            Err(error) => {
                n_left_out += 1;
                output::note(&clean::lines(&format!("left out: {error:#}")));
            }
        }
    }
    if stop.is_asked() {
        output::note("stopped: what was cut short is in no sum and in no picture");
    }
    if arguments.format == OutputFormat::Human && arguments.dirs.len() > 1 {
        output::line(&format!("all that were done\n{}", table.head()));
        for &engine in &options.engines {
            output::line(&table.rows(&sum(engine, all.iter().filter(|one| one.engine == engine))));
        }
    }
    if let Some(path) = &arguments.plot {
        write_plot(path, &all, options.budget.as_secs_f64())?;
    }
    app.trim();
    Ok(if n_left_out > 0 { FAILURE } else { SUCCESS })
}

fn write_plot(path: &Path, all: &[Evaluated], seconds: f64) -> anyhow::Result<()> {
    let picture = plot::kills_over_time(all, seconds).map_err(anyhow::Error::msg)?;
    files::write_for_person(path, picture.as_bytes()).map_err(anyhow::Error::msg)
}

/// The table for people.
struct Table {
    /// The width of the first column.
    width: usize,
    asks_model: bool,
}

/// The name of a row: who, and what it went without.
fn label(engine: TestMaker, settings: &[String]) -> String {
    std::iter::once(engine.name()).chain(settings.iter().map(String::as_str)).collect::<Vec<_>>().join(" ")
}

impl Table {
    fn of(options: &EvaluateOptions) -> Table {
        let labels = options.engines.iter().map(|engine| label(*engine, &options.settings()).len());
        Table {
            width: labels.max().unwrap_or_default().max("  discriminative".len()),
            asks_model: options.engines.iter().any(|one| one.asks_model()),
        }
    }

    fn head(&self) -> String {
        let of_model = if self.asks_model { "  questions  tokens asked  tokens answered" } else { "" };
        format!(
            "  {:width$}   kills     TNR     TPR   prec.   kept     bytes   tried   valid  per s      s{of_model}",
            "engine",
            width = self.width
        )
    }

    /// The row, and below it one for each kind of test, where the loop made several.
    fn rows(&self, evaluated: &Evaluated) -> String {
        let mut rows = self.row(evaluated);
        for groups in [&evaluated.made.by_kind, &evaluated.made.by_maker] {
            if groups.len() > 1 {
                rows.extend(groups.iter().map(|group| format!("\n{}", self.group(group))));
            }
        }
        rows
    }

    fn row(&self, evaluated: &Evaluated) -> String {
        let Evaluated { engine, n_wrong, tpr, tnr, precision, n_tried, n_valid, seconds, .. } = evaluated;
        let shown =
            Shares { n_kills: evaluated.kills.len(), n_wrong: *n_wrong, tnr: *tnr, tpr: *tpr, precision: *precision };
        let mut row = self.shares(&label(*engine, &evaluated.ablations), &shown);
        let has_suite = *n_tried > 0 || evaluated.tokens.is_some();
        // A string takes what is written.
        if has_suite {
            let (n_kept, n_bytes) = (evaluated.n_kept, evaluated.n_bytes);
            let searched = evaluated.per_second.map(|per_second| (format!("{per_second:.0}"), format!("{seconds:.1}")));
            let (per_second, seconds) = searched.unwrap_or(("-".to_owned(), "-".to_owned()));
            let _ = write!(row, " {n_kept:>6} {n_bytes:>9} {n_tried:>7} {n_valid:>7} {per_second:>6} {seconds:>6}");
        }
        if let Some(tokens) = evaluated.tokens {
            let shown = |n: Option<u64>| n.map_or_else(|| tokens.count.words().to_owned(), |n| n.to_string());
            let (asked, answered) = (shown(tokens.asked), shown(tokens.answered));
            let _ = write!(row, "  {:>9}  {asked:>12}  {answered:>15}", evaluated.n_questions);
        }
        if evaluated.n_invalid > 0 {
            let _ = write!(row, "  {} INVALID", evaluated.n_invalid);
        }
        let Made { n_tests, n_invalid, .. } = evaluated.made;
        if n_invalid > 0 {
            let _ = write!(row, "  {n_invalid} of {} made are invalid", n_tests + n_invalid);
        }
        row
    }

    fn group(&self, group: &GroupScore) -> String {
        let GroupScore { n_tests, n_bytes, n_invalid, tally, tnr, precision, recall, .. } = group;
        let shown = Shares {
            n_kills: tally.n_wrong_failing,
            n_wrong: tally.n_wrong,
            tnr: *tnr,
            tpr: *recall,
            precision: *precision,
        };
        let row = self.shares(&format!("  {}", group.group.name()), &shown);
        let invalid = if *n_invalid > 0 { format!("  {n_invalid} more are invalid") } else { String::new() };
        format!("{row} {n_tests:>6} {n_bytes:>9}{invalid}")
    }

    fn shares(&self, label: &str, shares: &Shares) -> String {
        let Shares { n_kills, n_wrong, tnr, tpr, precision } = *shares;
        let kills = format!("{n_kills}/{n_wrong}");
        let (tnr, tpr, precision) = (percent(tnr), percent(tpr), percent(precision));
        format!("  {label:width$} {kills:>7} {tnr:>7} {tpr:>7} {precision:>7}", width = self.width)
    }
}

/// What every row begins with.
struct Shares {
    n_kills: usize,
    n_wrong: usize,
    tnr: Option<f64>,
    tpr: Option<f64>,
    precision: Option<f64>,
}

/// One row for several folders: sums, and shares of them.
fn sum<'a>(engine: TestMaker, folders: impl Iterator<Item = &'a Evaluated>) -> Evaluated {
    let mut sum = Evaluated::nothing(engine);
    let mut n_passing = 0.0;
    for one in folders {
        sum.ablations.clone_from(&one.ablations);
        sum.made = sum.made.plus(&one.made);
        sum.tokens = match (sum.tokens, one.tokens) {
            (Some(so_far), Some(more)) => Some(so_far.plus(more)),
            (one, other) => one.or(other),
        };
        sum.n_right += one.n_right;
        sum.n_wrong += one.n_wrong;
        n_passing += one.tpr.unwrap_or_default() * one.n_right as f64;
        sum.kills.extend(one.kills.iter().cloned());
        sum.n_tests += one.n_tests;
        sum.n_kept += one.n_kept;
        sum.n_bytes += one.n_bytes;
        sum.n_invalid += one.n_invalid;
        sum.n_tried += one.n_tried;
        sum.n_valid += one.n_valid;
        sum.n_questions += one.n_questions;
        sum.seconds += one.seconds;
    }
    let share = |n: f64, of: f64| (of > 0.0).then(|| n / of);
    let n_surviving = (sum.n_wrong - sum.kills.len()) as f64;
    sum.tpr = share(n_passing, sum.n_right as f64);
    sum.recall = sum.tpr;
    sum.tnr = share(sum.kills.len() as f64, sum.n_wrong as f64);
    sum.precision = share(n_passing, n_passing + n_surviving);
    sum.per_second = share(sum.n_tried as f64, sum.seconds);
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_of_solutions_and_not_of_shares() {
        let of = |n_right, n_wrong, n_kills: usize, tpr| Evaluated {
            n_right,
            n_wrong,
            tpr: Some(tpr),
            kills: vec![forge::evaluate::TimedKill { seconds: 1.0, solution: "w.cpp".to_owned() }; n_kills],
            ..Evaluated::nothing(TestMaker::Offline)
        };
        let sum = sum(TestMaker::Offline, [of(2, 10, 9, 1.0), of(2, 2, 0, 0.5)].iter());
        // 9 of 12 fail; 3 of the 4 right ones pass beside 3 wrong ones.
        assert_eq!((sum.tnr, sum.tpr, sum.precision), (Some(0.75), Some(0.75), Some(0.5)));
    }
}
