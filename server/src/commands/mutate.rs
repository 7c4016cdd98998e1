//! `touchstone mutate`

use std::time::Duration;

use forge::{
    bench::Workbench,
    hack::{ForgeError, Stop},
    mutate::{Fate, FoundTest, JudgedMutant, MutateOptions, Mutated, mutate},
    report,
};
use judge::engine::LoadedProblem;
use problem::path::RelPath;
use serde_json::json;

use super::{
    FAILURE, SUCCESS,
    asked::solution_named,
    asking::{StagePrinter, ended, stoppable},
    check::{Checked, print},
};
use crate::{
    app::App,
    args::{Check, Global, Mutate, OutputFormat},
    human::clean,
    output,
};

/// An input above that size is not printed, bytes.
const MAX_SHOWN: usize = 400;

pub(crate) fn run(global: &Global, arguments: &Mutate) -> anyhow::Result<u8> {
    let (app, loaded, stop) = stoppable(global, &arguments.dir)?;
    let options = MutateOptions {
        solution: solution(&loaded, arguments)?,
        most: arguments.most,
        seed: arguments.seed,
        budget: arguments.budget,
        stop,
    };
    let bench = Workbench::new(&app, app.n_workers(None), &loaded)?;
    let mut stages = StagePrinter::default();
    let mutated = mutate(&bench, &options, &mut stages).map_err(ended)?;
    stages.end();
    match arguments.format {
        OutputFormat::Json => output::json(&mutated).map(drop)?,
        OutputFormat::Human => output::line(&clean::lines(as_text(&mutated).trim_end())),
    }
    app.trim();
    Ok(if mutated.n_found() > 0 { FAILURE } else { SUCCESS })
}

/// How many mutants are judged beside a check.
const MOST_BESIDE_A_CHECK: usize = 60;

/// Judges mutants of the main solution by the tests of a folder that was checked, and prints that with the report.
pub(super) fn print_beside_a_check(app: &App, check: &Check, checked: &Checked) -> anyhow::Result<()> {
    let loaded = &checked.loaded;
    let mutated = match loaded.problem.main {
        None => Err(ForgeError::Refused("there is no main solution to change".to_owned())),
        Some(main) => {
            let options = MutateOptions {
                solution: loaded.problem.programs[main].path.clone(),
                most: MOST_BESIDE_A_CHECK,
                seed: 1,
                budget: Duration::ZERO,
                stop: Stop::default(),
            };
            let bench = Workbench::new(app, app.n_workers(check.jobs), loaded)?;
            let mut stages = StagePrinter::default();
            let mutated = mutate(&bench, &options, &mut stages);
            stages.end();
            mutated
        }
    };
    // A solution that cannot be changed is no reason to lose the report.
    let mutated = match mutated {
        Ok(mutated) => Ok(mutated),
        Err(ForgeError::Refused(why)) => Err(why),
        Err(other) => return Err(ended(other)),
    };
    match check.format {
        OutputFormat::Human => {
            print(checked, check)?;
            let text = mutated.map_or_else(|why| format!("No mutants were judged: {why}."), |one| alive_as_text(&one));
            output::line(&clean::lines(&text));
        }
        OutputFormat::Json => {
            let mut report = serde_json::to_value(&checked.report)?;
            report["mutants"] = mutated.map_or_else(|why| Ok(json!({ "why_none": why })), serde_json::to_value)?;
            output::json(&report).map(drop)?;
        }
    }
    Ok(())
}

/// The mutants that no test fails.
fn alive_as_text(mutated: &Mutated) -> String {
    let mut text = format!("\n{}\n", report::mutants_in_short(mutated));
    let alive = mutated.mutants.iter().filter(|mutant| mutant.fate == Fate::PossiblyEquivalent);
    let lines: String = alive.map(|mutant| format!("  {}", line(&mutated.solution, mutant))).collect();
    if !lines.is_empty() {
        text.push_str(
            "No test fails these, some of which may do the same as the solution; `touchstone mutate` looks for one:\n",
        );
    }
    text + lines.trim_end()
}

fn line(solution: &str, mutant: &JudgedMutant) -> String {
    let at = mutant.range.start;
    format!("{solution}:{}:{}: {} ({})\n", at.line + 1, at.character + 1, mutant.words, mutant.operator)
}

fn solution(loaded: &LoadedProblem, arguments: &Mutate) -> anyhow::Result<RelPath> {
    match (&arguments.solution, loaded.problem.main) {
        (Some(name), _) => solution_named(loaded, name),
        (None, Some(main)) => Ok(loaded.problem.programs[main].path.clone()),
        (None, None) => anyhow::bail!("there is no main solution; name one with `--solution`"),
    }
}

fn as_text(mutated: &Mutated) -> String {
    let Mutated { solution, mutants, notes, .. } = mutated;
    let line = |mutant: &JudgedMutant| line(solution, mutant);
    let mut text = String::new();
    for mutant in mutants {
        let fails_on = match &mutant.fate {
            Fate::Found { test, verdict } => format!("it gets {verdict} on {}", shown(test)),
            Fate::NotOffered { why } => format!("an input that fails it cannot be a test: {why}"),
            Fate::NotBuilt | Fate::Failed { .. } | Fate::PossiblyEquivalent => continue,
        };
        text.push_str(&format!("{}  no test fails it; {fails_on}\n", line(mutant)));
    }
    let equivalent: Vec<&JudgedMutant> =
        mutants.iter().filter(|mutant| mutant.fate == Fate::PossiblyEquivalent).collect();
    if !equivalent.is_empty() {
        text.push_str("Possibly equivalent:\n");
        equivalent.iter().for_each(|mutant| text.push_str(&format!("  {}", line(mutant))));
    }
    notes.iter().for_each(|note| text.push_str(&format!("note: {note}\n")));
    format!("{text}{}\n", report::mutate_words(mutated))
}

fn shown(test: &FoundTest) -> String {
    match test {
        FoundTest::Command(command) => format!("`{command}`"),
        FoundTest::Input(input) if input.len() > MAX_SHOWN => format!("an input of {} bytes", input.len()),
        FoundTest::Input(input) => {
            let lines: String = input.lines().map(|line| format!("\n      {line}")).collect();
            format!("this input:{lines}")
        }
    }
}
