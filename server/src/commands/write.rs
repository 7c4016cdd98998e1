//! `touchstone write`

use forge::{
    bench::Bench,
    write::{Piece, Work, Written, write},
};
use judge::{engine::Opened, folder};
use llm::ledger::Spent;
use problem::{folder::Folder as _, path::RelPath};
use serde_json::{Value, json};

use super::{
    FOUND_NOTHING, FOUND_SOMETHING,
    asking::{self, Stages},
};
use crate::{
    app::App,
    args::{Global, OutputFormat, PieceWord, Write},
    human::clean,
    output,
};

/// The script that the commands of a new generator go to, where there is none.
const SCRIPT: &str = "script.txt";

pub(crate) fn run(global: &Global, arguments: &Write) -> anyhow::Result<u8> {
    let piece = match arguments.piece {
        PieceWord::Validator => Piece::Validator,
        PieceWord::Checker => Piece::Checker,
        PieceWord::Generator => Piece::Generator,
        PieceWord::BruteForce => Piece::BruteForce,
    };
    let app = App::start(global, false)?;
    let opened = app.open(&arguments.dir)?;
    let mut model = asking::model(&app, &opened, &arguments.asking)?;
    app.sandbox()?;
    let prompts = asking::prompts(&app, &opened);
    let bench = Bench::new(&app, app.n_workers(None), &opened)?;
    let written = write(piece, &bench, &prompts, arguments.attempts, &mut model, &mut Stages);
    let mut written = written.map_err(asking::ended)?;
    if let Some(work) = &mut written.work {
        add_script(&opened, work);
        if arguments.apply {
            save(&opened, work)?;
        }
    }
    match arguments.format {
        OutputFormat::Json => output::line(&serde_json::to_string_pretty(&as_json(&written, &model.spent()))?),
        OutputFormat::Human => {
            output::line(&clean::lines(as_text(piece, &written, &model.spent(), arguments.apply).trim_end()))
        }
    }
    app.trim()?;
    Ok(if written.work.is_some() { FOUND_NOTHING } else { FOUND_SOMETHING })
}

/// A new generator's commands are a script of their own, where there is none; else they are for the person to choose from.
fn add_script(opened: &Opened, work: &mut Work) {
    let is_free = RelPath::parse(SCRIPT).is_some_and(|path| !opened.folder.has(&path));
    if !work.commands.is_empty() && opened.problem.commands.is_empty() && is_free {
        let lines: String = work.commands.iter().map(|command| format!("{command} > $\n")).collect();
        work.files.insert(SCRIPT.to_owned(), lines);
    }
}

fn save(opened: &Opened, work: &Work) -> anyhow::Result<()> {
    for (name, text) in &work.files {
        let Some(path) = RelPath::parse(name) else { continue };
        match opened.folder.bytes(&path) {
            Some(before) => folder::replace(&opened.folder.at(&path), &before, text.as_bytes())?,
            None => folder::write_new(opened.folder.root().as_path(), name, text.as_bytes())?,
        }
    }
    Ok(())
}

fn as_text(piece: Piece, written: &Written, spent: &Spent, is_saved: bool) -> String {
    let mut text = String::new();
    for (number, problems) in (1..).zip(&written.attempts) {
        text += &format!("attempt {number} did not stand its trial:\n");
        for problem in problems {
            text += &format!("  {}\n", problem.trim_end().replace('\n', "\n    "));
        }
    }
    let Some(work) = &written.work else {
        return text + &format!("\nNo {} stood its trial.\n", piece.words()) + &asking::spent_text(spent);
    };
    if let Some(name) = &work.builtin {
        text += &format!("\nThe built-in checker {name} is enough.\n");
    }
    text += &format!("\nTried: {}.\n", work.proof.join("; "));
    for note in &work.notes {
        text += &format!("Note: {}\n", note.trim_end());
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

fn as_json(written: &Written, spent: &Spent) -> Value {
    json!({ "work": written.work, "attempts": written.attempts, "spent": asking::spent_json(spent) })
}
