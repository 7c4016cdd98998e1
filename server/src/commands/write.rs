//! `touchstone write`

use forge::{
    bench::Workbench,
    report,
    write::{MissingProgram, WriteOutcome, write},
};
use judge::disk::folder;
use llm::ledger::Spent;

use super::{
    FAILURE, SUCCESS,
    asking::{self, StagePrinter},
};
use crate::{
    app::App,
    args::{Global, MissingProgramArg, OutputFormat, Write},
    human::clean,
    output,
};

pub(crate) fn run(global: &Global, arguments: &Write) -> anyhow::Result<u8> {
    let piece = match arguments.piece {
        MissingProgramArg::Validator => MissingProgram::Validator,
        MissingProgramArg::Checker => MissingProgram::Checker,
        MissingProgramArg::Generator => MissingProgram::Generator,
        MissingProgramArg::Interactor => MissingProgram::Interactor,
        MissingProgramArg::BruteForce => MissingProgram::BruteForce,
    };
    let app = App::start(global)?;
    let loaded = app.open(&arguments.dir)?;
    let mut model = asking::model(&app, &loaded, &arguments.trying.asking)?;
    app.sandbox()?;
    let loaded = app.resolve(loaded)?;
    let prompts = asking::prompts(&app, &loaded, &arguments.trying.asking);
    let bench = Workbench::new(&app, app.n_workers(None), &loaded)?;
    let written = write(piece, &bench, &prompts, arguments.trying.tries(), &mut model, &mut StagePrinter::default());
    let written = written.map_err(asking::ended)?;
    if let Some(work) = written.work.as_ref().filter(|_| arguments.apply) {
        folder::write_changes(loaded.folder.root(), &work.changes)?;
    }
    match arguments.trying.format {
        OutputFormat::Json => output::json(&report::write(&written, &model.spent())).map(drop)?,
        OutputFormat::Human => {
            output::line(&clean::lines(as_text(piece, &written, &model.spent(), arguments.apply).trim_end()))
        }
    }
    app.trim();
    Ok(if written.work.is_some() { SUCCESS } else { FAILURE })
}

fn as_text(piece: MissingProgram, written: &WriteOutcome, spent: &Spent, is_saved: bool) -> String {
    let mut text = asking::attempts_text(&written.trials, &written.attempts) + &asking::trials_text(&written.trials);
    let Some(work) = &written.work else {
        let why = written.stopped.as_ref().map_or_else(String::new, |why| format!("No more was asked: {why}.\n"));
        return text + &format!("\nNo {} stood its trial.\n{why}", piece.words()) + &asking::spent_text(spent);
    };
    if let Some(name) = &work.builtin {
        text += &format!("\nThe built-in checker {name} is enough.\n");
    }
    text += &format!("\nTried: {}.\n", work.proof.join("; "));
    for note in &work.notes {
        text += &format!("Note: {}\n", note.trim_end());
    }
    if !work.commands.is_empty() && !work.files.contains_key("script.txt") {
        text += &format!("\nCommands to choose from:\n{}\n", work.commands.join("\n"));
    }
    for (path, source) in &work.files {
        let word = if is_saved { "saved" } else { "not saved; `--apply` saves it" };
        text += &format!("\n-- {path} ({word})\n");
        if !is_saved {
            text += source;
        }
    }
    text + &asking::spent_text(spent)
}
