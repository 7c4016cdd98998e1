//! `touchstone mutate`

use forge::{
    bench::Workbench,
    mutate::{Fate, FoundTest, JudgedMutant, MutateOptions, Mutated, mutate},
    report,
};
use judge::engine::LoadedProblem;
use problem::path::RelPath;

use super::{
    FAILURE, SUCCESS,
    asked::solution_named,
    asking::{StagePrinter, ended, stoppable},
};
use crate::{
    args::{Global, Mutate, OutputFormat},
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

fn solution(loaded: &LoadedProblem, arguments: &Mutate) -> anyhow::Result<RelPath> {
    match (&arguments.solution, loaded.problem.main) {
        (Some(name), _) => solution_named(loaded, name),
        (None, Some(main)) => Ok(loaded.problem.programs[main].path.clone()),
        (None, None) => anyhow::bail!("there is no main solution; name one with `--solution`"),
    }
}

fn as_text(mutated: &Mutated) -> String {
    let Mutated { solution, mutants, notes, .. } = mutated;
    let line = |mutant: &JudgedMutant| {
        let at = mutant.range.start;
        format!("{solution}:{}:{}: {} ({})\n", at.line + 1, at.character + 1, mutant.words, mutant.operator)
    };
    let mut text = String::new();
    for mutant in mutants {
        if let Fate::Found { test, verdict } = &mutant.fate {
            text.push_str(&format!("{}  no test fails it; it gets {verdict} on {}\n", line(mutant), shown(test)));
        }
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
