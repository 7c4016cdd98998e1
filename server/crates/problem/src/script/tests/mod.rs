//! What scripts read as: each test prints a script's commands, errors and notes.

mod bounds;
mod commands;
mod numbering;
mod recognise;
mod template;

use std::fmt::Write as _;

use expect_test::Expect;

use super::{Script, Target, parse};
use crate::text::Range;

fn check(script: &str, expect: Expect) {
    expect.assert_eq(&print(&parse(script)));
}

/// `line:character-line:character` counts from 0, as the ranges do.
fn print(script: &Script) -> String {
    let mut text = String::new();
    for command in &script.commands {
        let words = command.pipeline.iter().map(|call| format!("{:?} {:?}", call.program, call.args));
        let words = words.collect::<Vec<_>>().join(" | ");
        let group = command.group.as_ref().map(|mark| {
            format!(" group={} score={:?} depends={:?} at {}", mark.name, mark.score, mark.depends, place(mark.range))
        });
        let (place, target) = (place(command.range), target(&command.target));
        writeln!(text, "{place} {} > {target}{}", command.text, group.unwrap_or_default()).unwrap();
        let plain = command.pipeline.iter().map(|call| format!("{} {}", call.program, call.args.join(" ")));
        if plain.collect::<Vec<_>>().join("| ").trim_end() != command.text.replace(" |", "|") {
            writeln!(text, "    {words}").unwrap();
        }
    }
    for error in &script.errors {
        writeln!(text, "{} error: {}", place(error.range), error.message).unwrap();
    }
    for note in &script.notes {
        writeln!(text, "{} note: {}", place(note.range), note.message).unwrap();
    }
    text
}

fn target(target: &Target) -> String {
    match target {
        Target::Next => "$".to_owned(),
        Target::Index(index) => index.to_string(),
        Target::Files(indices) => format!("{indices:?}"),
        Target::Name(name) => format!("{name:?}"),
    }
}

fn place(Range { start, end }: Range) -> String {
    if start.line == end.line {
        format!("{}:{}-{}", start.line, start.character, end.character)
    } else {
        format!("{}:{}-{}:{}", start.line, start.character, end.line, end.character)
    }
}
