//! Test scripts in Polygon's syntax: which commands make which tests.
//!
//! A script is a FreeMarker template ([`freemarker`]) whose output has one command on each line (`command`):
//! `gen 5 10 > 57`, `gen 5 10 > $`, `gen > {5-10,12}`, `graph 100 | queries 200 > $`. A line without `>` means `> $`.
//! Blank lines and lines that begin with `#` or `//` are skipped. `<#-- group 1 score 10 depends 0 -->` puts the tests
//! that follow into a group; tests before the first such comment have none.
//!
//! Invariant: reading is bounded whatever the text; an error on one line does not lose the other lines, but a script
//! that goes beyond a limit gives no command at all, because half of an expansion would mislead.

mod command;
mod lines;
mod mark;
mod numbering;
mod recognise;
#[cfg(test)]
mod tests;

pub use command::split_command;
pub use mark::named_groups;
pub use numbering::{Numbering, number};
pub use recognise::looks_like_script;

use freemarker::{Dialect, Limit, Messages, Span};

use crate::text::{Lines, Range};

/// The number of a test, from 1.
pub type TestIndex = u32;

/// A script that was read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Script {
    /// The commands in the order of the expanded script.
    pub commands: Vec<ScriptCommand>,
    /// What is wrong, in the order of the source.
    pub errors: Vec<ScriptError>,
    /// What may surprise, in the order of the source.
    pub notes: Vec<ScriptNote>,
}

/// A command that makes one test or several.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScriptCommand {
    /// The expanded command without its redirect, with one space between words.
    pub text: String,
    /// The programs, each of which reads what the one before it writes. Never empty.
    pub pipeline: Vec<Call>,
    /// Which test it makes.
    pub target: Target,
    /// The place in the source that it came from; commands of a loop share it.
    pub range: Range,
    /// The group mark before it, if any.
    pub group: Option<GroupMark>,
}

/// A program and its arguments.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Call {
    /// The program as written, not empty.
    pub program: String,
    /// The arguments without quotes and escapes.
    pub args: Vec<String>,
}

/// Where a command's output goes.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Target {
    /// `> $` or no redirect: the lowest test that is free.
    Next,
    /// `> 57`.
    Index(TestIndex),
    /// `> {5-10,12}`: the generator itself writes these files. Sorted, each once.
    Files(Vec<TestIndex>),
    /// `> name`: a file by its name, which Polygon does not know.
    Name(String),
}

/// `<#-- group 1 score 10 depends 0 1 -->`, the convention of polygon-cli.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupMark {
    /// The group of the tests that follow.
    pub name: String,
    /// The points of the group.
    pub score: Option<u32>,
    /// The groups that must be solved first.
    pub depends: Vec<String>,
    /// The comment.
    pub range: Range,
}

/// Something wrong in a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScriptError {
    /// Where.
    pub range: Range,
    /// What, and what to do about it.
    pub message: String,
}

/// Something in a script that works but may surprise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScriptNote {
    /// Where.
    pub range: Range,
    /// What, and what to do about it.
    pub message: String,
}

/// What templates of commands are made of.
struct Commands;

impl Dialect for Commands {
    fn is_mark(&self, comment: &str) -> bool {
        mark::read(comment, Span::default()).is_some()
    }

    fn ends_line(&self, line: &str, from: usize) -> bool {
        command::ends_with_redirect(line, from)
    }
}

/// Reads a script.
pub fn parse(text: &str) -> Script {
    let (mut errors, mut notes) = (Messages::default(), Messages::default());
    let commands = freemarker::expand(text, &Commands, &mut errors, &mut notes)
        .and_then(|expansion| lines::commands(text, &expansion, &mut errors))
        .unwrap_or_else(|Limit { span, message }| {
            errors.say(span, message);
            Vec::new()
        });
    place(text, commands, errors, notes)
}

fn place(text: &str, commands: Vec<lines::Command>, errors: Messages, notes: Messages) -> Script {
    let (errors, notes) = (errors.into_sorted(), notes.into_sorted());
    let lines = Lines::new(text);
    let range = |span: Span| lines.range(span.start..span.end);
    Script {
        errors: errors.into_iter().map(|(span, message)| ScriptError { range: range(span), message }).collect(),
        notes: notes.into_iter().map(|(span, message)| ScriptNote { range: range(span), message }).collect(),
        commands: commands.into_iter().map(|command| place_command(command, &range)).collect(),
    }
}

fn place_command(command: lines::Command, range: &impl Fn(Span) -> Range) -> ScriptCommand {
    let group = command.mark.map(|mark| GroupMark {
        name: mark.name.clone(),
        score: mark.score,
        depends: mark.depends.clone(),
        range: range(mark.span),
    });
    let command::Line { text, pipeline, target } = command.line;
    ScriptCommand { text, pipeline, target, range: range(command.span), group }
}
