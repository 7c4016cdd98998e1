//! `touchstone evaluate`

use std::{fmt::Write as _, path::Path, time::Duration};

use forge::{
    ask::NoModel,
    evaluate::{EvaluateOptions, Evaluated, TestMaker, evaluate, plot},
    hack::Stop,
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

pub(crate) fn run(global: &Global, arguments: &Evaluate) -> anyhow::Result<u8> {
    let app = App::start(&global.at(&arguments.elsewhere))?;
    let fresh = app.fresh(global)?;
    let is_wanted = |one: &TestMaker| match arguments.engine.is_empty() {
        true => !one.asks_model(),
        false => arguments.engine.contains(one),
    };
    let engines: Vec<TestMaker> = TestMaker::ALL.into_iter().filter(is_wanted).collect();
    let asks_model = engines.iter().any(|one| one.asks_model());
    let (stop, model) = match asks_model {
        false => (stop_by_signal(&app), None),
        true => {
            let stop = Stop::default();
            let asked = stop.clone();
            let model = ConfiguredModel::start_unless(&app, &arguments.asking, move || asked.ask())?;
            (stop, Some(model))
        }
    };
    app.sandbox()?;
    let budget = arguments.asking.time().unwrap_or(BUDGET);
    let options = EvaluateOptions { engines, budget, seed: arguments.seed, stop: stop.clone() };
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
            output::line(&format!("{}\n{HEAD}", clean::line(&name)));
        }
        let mut tell = |evaluated: &Evaluated| {
            let line = Line { problem: name.clone(), evaluated };
            match serde_json::to_string(&line) {
                Ok(line) if is_json => output::line(&line),
                Ok(_) | Err(_) => {
                    output::line(&row(evaluated));
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
            Err(error) if output::code_of(&error) == output::INTERRUPTED => return Err(error),
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
        output::line(&format!("all that were done\n{HEAD}"));
        for &engine in &options.engines {
            output::line(&row(&sum(engine, all.iter().filter(|one| one.engine == engine))));
        }
    }
    if let Some(path) = &arguments.plot {
        write_plot(path, &all, budget.as_secs_f64())?;
    }
    app.trim();
    Ok(if n_left_out > 0 { FAILURE } else { SUCCESS })
}

fn write_plot(path: &Path, all: &[Evaluated], seconds: f64) -> anyhow::Result<()> {
    let picture = plot::kills_over_time(all, seconds).map_err(anyhow::Error::msg)?;
    files::write_for_person(path, picture.as_bytes()).map_err(anyhow::Error::msg)
}

const HEAD: &str = "  engine       kills   TNR    TPR  prec.   kept  bytes   tried   valid  per s      s";

fn row(evaluated: &Evaluated) -> String {
    let Evaluated { engine, n_wrong, kills, tpr, tnr, precision, n_kept, n_bytes, n_tried, n_valid, .. } = evaluated;
    let kills = format!("{}/{n_wrong}", kills.len());
    let mut row = format!(
        "  {:10} {kills:>7} {:>5} {:>6} {:>6}",
        engine.name(),
        percent(*tnr),
        percent(*tpr),
        percent(*precision)
    );
    if *n_tried > 0 {
        let per_second = evaluated.per_second.unwrap_or_default();
        let seconds = evaluated.seconds;
        // A string takes what is written.
        let _ = write!(row, " {n_kept:>6} {n_bytes:>6} {n_tried:>7} {n_valid:>7} {per_second:>6.0} {seconds:>6.1}");
    }
    if evaluated.n_questions > 0 {
        let _ = write!(row, "  {} answers", evaluated.n_questions);
    }
    if evaluated.n_invalid > 0 {
        let _ = write!(row, "  {} INVALID", evaluated.n_invalid);
    }
    row
}

/// One row for several folders: sums, and shares of them.
fn sum<'a>(engine: TestMaker, folders: impl Iterator<Item = &'a Evaluated>) -> Evaluated {
    let mut sum = Evaluated::nothing(engine);
    let mut n_passing = 0.0;
    for one in folders {
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
