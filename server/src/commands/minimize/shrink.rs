//! `touchstone minimize --test`

use forge::{apply::apply, bench::Workbench, hack::Outcome, report::paths, shrink::shrink};
use judge::engine::LoadedProblem;
use problem::path::RelPath;
use serde_json::json;

use crate::{
    app::App,
    args::{Global, Minimize, OutputFormat},
    commands::{
        FAILURE, SUCCESS,
        asking::{StagePrinter, ended},
        hack::offer_text,
    },
    human::clean,
    output,
};

pub(super) fn run(
    app: &App,
    global: &Global,
    minimize: &Minimize,
    loaded: &LoadedProblem,
    (test, solution): (&str, &str),
) -> anyhow::Result<u8> {
    let bench = Workbench::new(app, app.n_workers(None), loaded)?;
    let known = bench.judge(&[], &mut StagePrinter::default())?;
    let problem = &known.problem;
    let at = problem.tests.position(|known| known.id == test);
    let at = at.ok_or_else(|| anyhow::anyhow!("there is no test {test}; see `touchstone check --format json`"))?;
    let path = RelPath::parse(solution.trim_start_matches("./"));
    let idx =
        path.and_then(|path| problem.program_at(&path)).filter(|idx| problem.solutions().any(|(one, _)| one == *idx));
    let idx = idx.ok_or_else(|| anyhow::anyhow!("there is no solution {solution}; give its path in the folder"))?;
    let fresh = app.fresh(global)?;
    let Some(shrunk) = shrink(&bench, &fresh, (&known, at, idx), &mut StagePrinter::default()).map_err(ended)? else {
        output::line(&format!("Nothing smaller than test {test} was found on which {solution} fails."));
        return Ok(FAILURE);
    };
    let offer = shrunk.offer.clone();
    let outcome = Outcome { offers: vec![shrunk.offer], ..Outcome::default() };
    let written = minimize.apply.then(|| apply(&bench, loaded, &outcome, &mut StagePrinter::default())).transpose()?;
    let forge::bench::TestSource::Input(input) = &offer.source else { return Ok(FAILURE) };
    match minimize.format {
        OutputFormat::Json => output::json(&json!({
            "test": test,
            "bytes_before": shrunk.n_before,
            "input": input,
            "evidence": offer.evidence,
            "written": written.as_deref().map(paths),
        }))
        .map(drop)?,
        OutputFormat::Human => {
            let what = format!("{} bytes instead of {}:\n\n{input}\n", input.len(), shrunk.n_before);
            let done = match written.as_deref() {
                Some(changes) => format!("\nWritten: {}", paths(changes).join(", ")),
                None => "\n`--apply` adds it to the folder.".to_owned(),
            };
            output::line(&clean::lines(&(what + offer_text(&offer).trim_start_matches('\n') + &done)));
        }
    }
    app.trim();
    Ok(SUCCESS)
}
