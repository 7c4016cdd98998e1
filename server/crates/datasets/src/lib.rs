//! Rows of the datasets, one JSON object a line: read into one neutral form, made into folders, and written again.
//!
//! ```text
//!  a line ─► Format::read ─┐                              ┌─► lay: the files of a new folder
//!                          ├─► Row ─► eligible, similar ──┤
//!  a judged folder ─────────┘                              └─► Format::write ─► a line
//! ```
//!
//! Invariant: reading a row runs nothing, opens nothing and writes nothing; what it says is only ever data here.

mod codecontests;
mod codecontests_o;
mod codecontests_plus;
mod commonoj;
pub mod eligible;
mod hardtests;
pub mod lay;
mod livecodebench;
mod loose;
pub mod names;
pub mod packed;
mod python;
pub mod similar;
pub mod standard;
#[cfg(test)]
mod tests;

use checkers::Standard;
use problem::language::Language;
use serde::{Deserialize, Serialize};

pub use loose::Case;

/// A problem as a row tells of it, whatever the dataset.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Row {
    /// What the dataset calls it: its id, or its name.
    pub name: String,
    /// Its title, where that is something else.
    pub title: Option<String>,
    /// The statement.
    pub statement: String,
    /// What is said of the input's constraints besides.
    pub constraints: Option<String>,
    /// The time limit, milliseconds.
    pub time_ms: Option<u64>,
    /// The memory limit, megabytes of 2^20 bytes.
    pub memory_mb: Option<u64>,
    /// A file that solutions read, where it is not standard input.
    pub input_file: Option<String>,
    /// A file that solutions write.
    pub output_file: Option<String>,
    /// Tags of the platform.
    pub tags: Vec<String>,
    /// Whether solutions are functions, not programs.
    pub is_function: bool,
    /// The tests, in the row's order.
    pub tests: Vec<Test>,
    /// Labelled solutions of both pools.
    pub solutions: Vec<Submission>,
    /// Generator commands, each `./gen …`.
    pub commands: Vec<String>,
    /// What the commands call.
    pub generator: Option<Tool>,
    /// Functions in Python that make inputs.
    pub functions: Vec<Functions>,
    /// What tells valid inputs.
    pub validator: Option<Tool>,
    /// What tells right outputs.
    pub checker: Option<Judge>,
    /// The share of S+ that passes everything.
    pub tpr: Option<f64>,
    /// The share of S- that fails something.
    pub tnr: Option<f64>,
    /// How its tests came about, round by round (CCO-27).
    pub iterations: Vec<Iteration>,
}

/// A test of a row.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Test {
    /// The input.
    pub input: String,
    /// The answer, where the row has it.
    pub output: Option<String>,
    /// Whether the statement shows it.
    pub is_sample: bool,
    /// Which kind of generator made it, where that is known (HTG-18).
    pub origin: Option<Origin>,
}

/// Where an input comes from, as HardTests sorts them (HTG-3 to HTG-7, HTG-18).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Origin {
    /// Written down directly: LLMGen.
    Direct,
    /// Random: RPGen.
    Random,
    /// Made for one category of outputs: SPGen.
    Special(String),
    /// Made against one kind of wrong solution: HackGen.
    Hack(String),
}

/// A labelled solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Submission {
    /// Its source.
    pub code: String,
    /// Its language.
    pub language: Language,
    /// Whether it is in S+.
    pub is_correct: bool,
}

/// A program that belongs to the problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tool {
    /// Its source: a program in C++, or functions in Python where the dataset has functions.
    pub code: String,
    /// C++ or Python.
    pub language: Language,
}

/// What tells right outputs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Judge {
    /// A standard checker.
    Standard(Standard),
    /// A program.
    Program(Tool),
}

/// Functions in Python without arguments, each of which gives an input or a list of inputs (HTG-25).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Functions {
    /// What they make; labels come from the functions' names.
    pub kind: Kind,
    /// Their source.
    pub code: String,
    /// Their names.
    pub names: Vec<String>,
}

/// The kinds of functions that make inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// RPGen.
    Random,
    /// SPGen.
    Special,
    /// HackGen.
    Hack,
}

/// One round of a loop that refined a suite, as CodeContests-O keeps it in `results` (CCO-17, CCO-27). The record of our own
/// loop is read as one, too.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Iteration {
    /// The tests after the round.
    #[serde(deserialize_with = "loose::nullable")]
    pub corner_cases: Option<Vec<Case>>,
    /// All commands after the round.
    #[serde(alias = "commands", deserialize_with = "loose::lines")]
    pub generate_commands: Vec<String>,
    /// Commands that the round added.
    #[serde(alias = "added", deserialize_with = "loose::lines")]
    pub commands_add: Vec<String>,
    /// Commands that it took out.
    #[serde(alias = "replaced", deserialize_with = "loose::lines")]
    pub commands_replace: Vec<String>,
    /// Inputs that the commands made, in the order of the commands.
    #[serde(deserialize_with = "loose::lines")]
    pub generate_case_inputs: Vec<String>,
    /// The generator after the round, where it was changed.
    #[serde(alias = "generator", deserialize_with = "loose::nullable")]
    pub improved_generator: Option<String>,
    /// Edits of the generator that were proposed (CCO-10).
    #[serde(alias = "blocks", deserialize_with = "loose::lines")]
    pub search_replace_generator_blocks: Vec<String>,
    /// Those of them that did not match.
    #[serde(alias = "unmatched", deserialize_with = "loose::lines")]
    pub unmatched_blocks: Vec<String>,
}

/// The datasets whose rows are read and written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// ByteDance-Seed/Code-Contests-Plus.
    CodeContestsPlus,
    /// caijanfeng/CodeContests-O.
    CodeContestsO,
    /// sigcp/hardtests_problems and sigcp/hardtests_tests, joined.
    HardTests,
    /// deepmind/code_contests.
    CodeContests,
    /// LiveCodeBench.
    LiveCodeBench,
    /// The common format of online judges that SandboxFusion reads.
    CommonOj,
}

/// Why a line gives no row.
#[derive(Debug, thiserror::Error)]
pub enum RowError {
    /// It is no JSON, or a field has another form than the dataset's.
    #[error("it cannot be read as a row: {0}")]
    Json(serde_json::Error),
    /// Its fields are those of no known dataset.
    #[error("its fields ({0}) are those of no known dataset; name one with --format")]
    Unknown(String),
    /// Encoded tests.
    #[error("its tests cannot be decoded: {0}")]
    Packed(packed::PackedError),
}

// Each says its cause itself, so it is none behind it.
impl From<serde_json::Error> for RowError {
    fn from(error: serde_json::Error) -> RowError {
        RowError::Json(error)
    }
}

impl From<packed::PackedError> for RowError {
    fn from(error: packed::PackedError) -> RowError {
        RowError::Packed(error)
    }
}

impl Format {
    /// All of them, the most telling fields first.
    const ALL: [Format; 6] = [
        Format::CodeContestsPlus,
        Format::CodeContestsO,
        Format::HardTests,
        Format::LiveCodeBench,
        Format::CodeContests,
        Format::CommonOj,
    ];

    /// The word of the command line.
    pub fn name(self) -> &'static str {
        match self {
            Format::CodeContestsPlus => "codecontests-plus",
            Format::CodeContestsO => "codecontests-o",
            Format::HardTests => "hardtests",
            Format::CodeContests => "codecontests",
            Format::LiveCodeBench => "livecodebench",
            Format::CommonOj => "commonoj",
        }
    }

    /// Fields that only rows of this dataset have.
    fn telling_fields(self) -> &'static [&'static str] {
        match self {
            Format::CodeContestsPlus => {
                &["correct_submissions", "incorrect_submissions", "generator_cmd", "true_positive_rate"]
            }
            Format::CodeContestsO => &["corner_cases", "input_constraints_summary"],
            Format::HardTests => &["test_cases_kit", "mapping", "pid"],
            Format::CodeContests => &["public_tests", "private_tests", "generated_tests"],
            Format::LiveCodeBench => &["public_test_cases", "private_test_cases", "question_title"],
            Format::CommonOj => &["canonical_solution", "test"],
        }
    }

    /// The dataset of a line, by the names of its fields.
    ///
    /// # Errors
    /// When the line is no JSON object, or its fields are not known.
    pub fn recognise(line: &[u8]) -> Result<Format, RowError> {
        let loose::Glance { fields, .. } = loose::Glance::at(line)?;
        let has_one = |format: &Format| format.telling_fields().iter().any(|field| fields.contains(*field));
        let few = || fields.iter().take(6).map(|field| field.chars().take(40).collect::<String>());
        let unknown = || RowError::Unknown(few().collect::<Vec<_>>().join(", "));
        Format::ALL.into_iter().find(has_one).ok_or_else(unknown)
    }

    /// Reads a line.
    ///
    /// # Errors
    /// When it is no row of this dataset.
    pub fn read(self, line: &[u8]) -> Result<Row, RowError> {
        match self {
            Format::CodeContestsPlus => codecontests_plus::read(line),
            Format::CodeContestsO => codecontests_o::read(line),
            Format::HardTests => hardtests::read(line),
            Format::CodeContests => codecontests::read(line),
            Format::LiveCodeBench => livecodebench::read(line),
            Format::CommonOj => commonoj::read(line),
        }
    }

    /// Writes a line, without its end.
    ///
    /// # Errors
    /// When the row cannot be encoded.
    pub fn write(self, row: &Row) -> Result<String, RowError> {
        match self {
            Format::CodeContestsPlus => codecontests_plus::write(row),
            Format::CodeContestsO => codecontests_o::write(row),
            Format::HardTests => hardtests::write(row),
            Format::CodeContests => codecontests::write(row),
            Format::LiveCodeBench => livecodebench::write(row),
            Format::CommonOj => commonoj::write(row),
        }
    }
}

/// What a line calls its problem, the name that counts first, without reading the rest of it.
///
/// # Errors
/// When the line is no JSON object.
pub fn names_of(line: &[u8]) -> Result<Vec<String>, RowError> {
    Ok(loose::Glance::at(line)?.names())
}

impl Row {
    /// The solutions of a pool.
    pub fn pool(&self, is_correct: bool) -> impl Iterator<Item = &Submission> {
        self.solutions.iter().filter(move |solution| solution.is_correct == is_correct)
    }

    /// Takes from another row of the same problem what this one lacks: CodeContests-O has no solutions, and the tests of
    /// HardTests no statements.
    pub fn complete_with(&mut self, other: Row) {
        if self.statement.trim().is_empty() {
            self.statement = other.statement;
            self.title = self.title.take().or(other.title);
        }
        if self.solutions.is_empty() {
            self.solutions = other.solutions;
        }
        if self.tests.is_empty() {
            self.tests = other.tests;
        }
        self.time_ms = self.time_ms.or(other.time_ms);
        self.memory_mb = self.memory_mb.or(other.memory_mb);
        self.input_file = self.input_file.take().or(other.input_file);
        self.output_file = self.output_file.take().or(other.output_file);
        self.tags.extend(other.tags);
        self.is_function |= other.is_function;
        self.generator = self.generator.take().or(other.generator);
        self.validator = self.validator.take().or(other.validator);
        self.checker = self.checker.take().or(other.checker);
    }
}

impl Tool {
    /// A tool of this source; `None` for an empty one. Datasets have theirs in C++ or in Python, and what cannot be told is
    /// for the compiler to say something of.
    pub fn of(code: impl Into<String>) -> Option<Tool> {
        let code: String = code.into();
        let begins = |word: &str| code.lines().any(|line| line.starts_with(word));
        let is_python = !code.contains("#include") && (begins("def ") || begins("import ") || begins("from "));
        let language = if is_python { Language::Python } else { Language::Cpp };
        (!code.trim().is_empty()).then_some(Tool { code, language })
    }
}
