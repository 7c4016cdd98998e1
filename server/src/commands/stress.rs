//! `touchstone stress`

use forge::{
    bench::Workbench,
    hack::ForgeError,
    stress::{Difference, StressOptions, Stressed, stress},
};
use judge::engine::LoadedProblem;
use problem::{label::Pool, model::ProgramIdx, path::RelPath};
use serde_json::json;

use super::{
    FAILURE, SUCCESS,
    asked::solution_named,
    asking::{StagePrinter, ended, stoppable},
};
use crate::{
    args::{Global, OutputFormat, Stress},
    human::clean,
    output,
};

pub(crate) fn run(global: &Global, arguments: &Stress) -> anyhow::Result<u8> {
    let (app, loaded, stop) = stoppable(&global.at(&arguments.elsewhere), &arguments.dir)?;
    let options = StressOptions {
        pattern: arguments.pattern.clone(),
        solutions: solutions(&loaded, arguments)?,
        against: against(&loaded, arguments)?,
        budget: arguments.budget,
        seed: arguments.seed,
        stop,
    };
    let bench = Workbench::new(&app, app.n_workers(None), &loaded)?;
    let mut stages = StagePrinter::default();
    let stressed = stress(&bench, || app.fresh(global), &options, &mut stages)
        .map_err(|error| error.downcast::<ForgeError>().map_or_else(|other| other, ended))?;
    stages.end();
    match arguments.format {
        OutputFormat::Json => output::json(&json!({
            "solutions": options.solutions.iter().map(ToString::to_string).collect::<Vec<_>>(),
            "against": options.against.to_string(),
            "stress": stressed,
        }))
        .map(drop)?,
        OutputFormat::Human => output::line(&clean::lines(as_text(&stressed, &options).trim_end())),
    }
    app.trim();
    Ok(if stressed.difference.is_some() { FAILURE } else { SUCCESS })
}

/// The solutions that are looked at.
fn solutions(loaded: &LoadedProblem, arguments: &Stress) -> anyhow::Result<Vec<RelPath>> {
    let problem = &loaded.problem;
    let against = against(loaded, arguments)?;
    let path = |program: ProgramIdx| problem.programs[program].path.clone();
    let chosen: Vec<RelPath> = if arguments.solution.is_empty() {
        let right = problem.solutions().filter(|(_, program)| program.pool() == Some(Pool::Correct));
        right.map(|(program, _)| path(program)).filter(|path| *path != against).collect()
    } else {
        arguments.solution.iter().map(|name| solution_named(loaded, name)).collect::<anyhow::Result<_>>()?
    };
    if chosen.is_empty() {
        anyhow::bail!("no solution but {against} is labelled right; name one to look at with `--solution`");
    }
    Ok(chosen)
}

/// The solution whose answers are believed.
fn against(loaded: &LoadedProblem, arguments: &Stress) -> anyhow::Result<RelPath> {
    let problem = &loaded.problem;
    match (&arguments.against, problem.main) {
        (Some(name), _) => solution_named(loaded, name),
        (None, Some(main)) => Ok(problem.programs[main].path.clone()),
        (None, None) => anyhow::bail!("there is no main solution; name one with `--against`"),
    }
}

fn as_text(stressed: &Stressed, options: &StressOptions) -> String {
    let Stressed { n_made, n_compared, seconds, is_exhausted, difference, .. } = stressed;
    let rate = *n_compared as f64 / seconds.max(0.001);
    let how_many = format!("{n_compared} of {n_made} inputs in {seconds:.1} s, {rate:.0} a second");
    let Some(Difference { input, command, bytes_before, solution, verdict, message }) = difference else {
        let why = if *is_exhausted { "; there are no further ones" } else { "" };
        return format!("Nobody did otherwise than {}: {how_many}{why}.", options.against);
    };
    let made = command.as_ref().map_or(String::new(), |command| format!(" of `{command}`"));
    let before = if *bytes_before > input.len() { format!(", {bytes_before} before{made}") } else { made };
    format!(
        "{solution} gets {verdict} where {} is right: {message}\n\n{} bytes{before}:\n\n{input}\n\n{how_many}",
        options.against,
        input.len()
    )
}
