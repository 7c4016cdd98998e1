//! What programs showed when they ran with sanitizers.

use crate::{
    model::{CommandIdx, ProgramIdx, TestIdx},
    path::RelPath,
};

/// Something that became known of programs with sanitizers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SanitizerEvent {
    /// A program did what has no meaning.
    Seen(Sighting),
    /// A program does not compile so.
    NotBuilt {
        /// Which.
        program: ProgramIdx,
        /// The first error.
        why: String,
    },
    /// Runs of a program did not show everything: they ended early, or what they wrote was not read to its end.
    Stopped {
        /// Which.
        program: ProgramIdx,
        /// The first of those runs.
        run: SanitizedRun,
        /// How it ended, or why it was not read to its end.
        why: String,
        /// How many others were like that.
        n_more: usize,
    },
    /// More lines of a program showed something than are told.
    More {
        /// Which.
        program: ProgramIdx,
        /// How many more.
        n_lines: usize,
    },
    /// A compiler has no sanitizers; a sentence with what to install.
    NoLibraries(String),
    /// The tool's own failure ended these runs; its sentence.
    Failed(String),
    /// All runs were made.
    Ran {
        /// How many programs ran.
        n_programs: usize,
        /// How often, together.
        n_runs: usize,
    },
}

/// Something that has no meaning in C and C++, as a sanitizer saw it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sighting {
    /// The program that did it.
    pub program: ProgramIdx,
    /// It read, wrote or freed what was not its own; else another kind of undefined behaviour.
    pub is_memory: bool,
    /// The file of the folder, and the line in it, counted from 1, on which it happened; `None` where no file of the folder
    /// was under way.
    pub line: Option<(RelPath, u32)>,
    /// The sanitizer's words.
    pub message: String,
    /// The first run that shows it.
    pub run: SanitizedRun,
    /// How many other runs show it.
    pub n_more: usize,
}

/// A run of a program with sanitizers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SanitizedRun {
    /// A solution, validator or interactor on a test.
    Test(TestIdx),
    /// A checker on what a solution wrote for a test.
    Output {
        /// The solution.
        solution: ProgramIdx,
        /// The test.
        test: TestIdx,
    },
    /// A generator in a command.
    Command(CommandIdx),
    /// A validator on a test of its own.
    ValidatorTest(usize),
    /// A checker on a test of its own.
    CheckerTest(usize),
}
