//! `touchstone fix`

use forge::{
    bench::Workbench,
    repair::{FindingSelector, Repaired, repair},
    report,
};
use judge::disk::folder;
use llm::ledger::Spent;
use problem::path::RelPath;

use super::{
    FAILURE, SUCCESS,
    asking::{self, StagePrinter},
};
use crate::{
    app::App,
    args::{Fix, Global, OutputFormat},
    human::clean,
    output,
};

pub(crate) fn run(global: &Global, fix: &Fix) -> anyhow::Result<u8> {
    let code = report::code(&fix.code).map_err(anyhow::Error::msg)?;
    let app = App::start(global)?;
    let loaded = app.open(&fix.dir)?;
    let mut model = asking::model(&app, &loaded, &fix.trying.asking)?;
    app.sandbox()?;
    let loaded = app.resolve(loaded)?;
    let prompts = asking::prompts(&app, &loaded, &fix.trying.asking);
    let bench = Workbench::new(&app, app.n_workers(None), &loaded)?;
    let file = fix.file.as_deref().and_then(RelPath::parse);
    let found = repair(
        &bench,
        &prompts,
        &FindingSelector { code, file, line: None },
        fix.trying.tries(),
        &mut model,
        &mut StagePrinter::default(),
    );
    let repaired = found.map_err(asking::ended)?;
    if fix.apply {
        folder::write_changes(loaded.folder.root(), &repaired.changes)?;
    }
    match fix.trying.format {
        OutputFormat::Json => output::json(&report::repair(&repaired, &model.spent())).map(drop)?,
        OutputFormat::Human => output::line(&clean::lines(as_text(&repaired, &model.spent(), fix.apply).trim_end())),
    }
    app.trim();
    Ok(if repaired.changes.is_empty() { FAILURE } else { SUCCESS })
}

fn as_text(repaired: &Repaired, spent: &Spent, is_saved: bool) -> String {
    let mut text = format!("{}\n", repaired.finding);
    text += &asking::attempts_text(&repaired.attempts);
    text += &asking::trials_text(&repaired.trials);
    if repaired.changes.is_empty() {
        text += "\nNo repair stood its trial.\n";
    } else {
        let word = if is_saved { "It is saved." } else { "`--apply` saves it." };
        text += &format!("\n{}\nAfter this the finding is gone, and nothing as bad is new. {word}\n", repaired.diff);
    }
    if !repaired.explanation.is_empty() {
        text += &format!("\nThe model says: {}\n", repaired.explanation.trim());
    }
    text + &asking::spent_text(spent)
}
