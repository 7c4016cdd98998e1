//! What an editor shows of a problem: hover, completion, folding, lenses, quick fixes, the matrix, single tests, labels.
//!
//! Every feature is a function from a snapshot of the problem and one open text to plain values.
//!
//! A server turns the values into those of its protocol. What there is to show of runs is in the state, so this crate
//! never sees `judge`.
//!
//! Invariant: no I/O, no processes, no asynchronous runtime and no protocol types. Positions are those of the text that
//! is handed in, also where the problem was read from an older one: nothing is looked up by a line number of the past.

use checktestdata::Program;
use problem::{facts::SourceFacts, findings::FindingContext, language::Language, model::ProgramIdx, path::RelPath};

pub mod actions;
pub mod bounds;
pub mod command;
pub mod completion;
pub mod fold;
pub mod headers;
pub mod history;
pub mod hover;
pub mod inlay;
pub mod label;
pub mod lens;
pub mod limits;
pub mod matrix;
pub mod navigate;
pub mod rerun;
pub mod rewrites;
pub mod show_test;

mod known;
mod manifest;
mod names;
mod options;
pub mod script;
#[cfg(test)]
mod tests;
mod words;

pub use problem::fix::Edit;

/// One problem as it is known now.
pub struct View<'a> {
    /// The folder with the texts that are not saved yet, the problem that was read from it, and what happened so far, in
    /// that problem's indices: nothing, before the first check.
    pub context: FindingContext<'a>,
    /// What became of the solutions in the runs before.
    pub history: &'a history::History,
    /// Whether programs of the folder may be run.
    pub is_trusted: bool,
    /// What mutants of a solution came to, in words, where they were tried.
    pub mutants: Option<(&'a RelPath, &'a str)>,
}

/// One open text of the problem.
pub struct Text<'a> {
    /// The file.
    pub path: &'a RelPath,
    /// The text as the editor has it.
    pub text: &'a str,
    /// The same text with its syntax, for C++ and C.
    pub source: Option<&'a cpp::source::Source>,
}

/// Edits of one file, which may be a new one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileEdit {
    /// The file.
    pub path: RelPath,
    /// The edits, which do not overlap; none when the file says so already.
    pub edits: Vec<Edit>,
}

impl View<'_> {
    /// The program that a file is a source of.
    fn program_at(&self, path: &RelPath) -> Option<ProgramIdx> {
        self.context.problem.program_at(path)
    }

    /// A program's path as people write it.
    fn path_of(&self, program: ProgramIdx) -> String {
        self.context.problem.programs[program].path.to_string()
    }
}

impl Text<'_> {
    /// What the text says, if it is a program.
    fn facts(&self) -> Option<SourceFacts> {
        match self.source {
            Some(source) => Some(source.facts().clone()),
            None => cpp::facts(self.path, self.text.as_bytes()),
        }
    }

    fn is_checktestdata(&self) -> bool {
        Language::from_path(self.path) == Some(Language::Checktestdata)
    }

    /// The text as a program in checktestdata, if its name says that it is one.
    fn checktestdata(&self) -> Option<Program> {
        self.is_checktestdata().then(|| Program::parse(self.text.as_bytes()))
    }
}
