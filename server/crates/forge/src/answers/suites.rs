//! Answers that are generators and their commands: a first one, a better one ([`RefineGenerator`], CCO-18), and those for
//! inputs of one kind.

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;

use super::{edits::WrittenEdit, programs::ProgramLanguage};

/// A generator command and what it is for.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[schemars(description = "")]
pub struct WrittenCommand {
    /// What the input is for, in a few words.
    pub aim: String,
    /// One generator command: its name and its options, no shell syntax.
    pub command: String,
}

/// A current command, copied exactly.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
pub struct CurrentCommand(pub String);

impl From<WrittenCommand> for String {
    fn from(command: WrittenCommand) -> String {
        command.command
    }
}

impl From<CurrentCommand> for String {
    fn from(command: CurrentCommand) -> String {
        command.0
    }
}

/// A label: lower-case words joined by hyphens.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
pub struct Label(pub String);

/// A generator and its commands.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct TestGenerator {
    /// The constraints of the input in a few lines: explicit and implied ones.
    pub constraints_summary: String,
    /// The whole new generator in C++17 with testlib; null if there is one that is good enough after edits.
    pub source: Option<String>,
    /// The smallest edits that make the generator that is there sufficient; null or empty if none is needed.
    pub edits: Option<Vec<WrittenEdit>>,
    /// The commands, one input each, from small to large.
    pub commands: Vec<WrittenCommand>,
}

/// Better commands and a better generator.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct RefineGenerator {
    /// The cause of each point of the report.
    pub root_causes: Option<Vec<RootCause>>,
    /// The constraints of the input in a few lines, if the earlier reading was wrong or overlooked some; otherwise null.
    pub constraints_summary: Option<String>,
    /// The whole new generator in C++17 with testlib.
    pub source: Option<String>,
    /// Edits to the generator; null or empty if none is needed.
    pub edits: Option<Vec<WrittenEdit>>,
    /// Edits to the checker, only if it is the checker that is wrong; otherwise null.
    pub checker_edits: Option<Vec<WrittenEdit>>,
    /// Commands to delete without a replacement; null if none.
    pub commands_drop: Option<Vec<CurrentCommand>>,
    /// Commands to replace; empty if none.
    pub commands_replace: Vec<ReplacedCommand>,
    /// New commands; empty if none.
    pub commands_add: Vec<WrittenCommand>,
    /// Other limits of time and memory, with the reason, if the main solution is right and only too slow or too large for
    /// those assumed; otherwise null.
    pub limits: Option<String>,
}

/// Why a point of the report is there.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[schemars(description = "")]
pub struct RootCause {
    /// What went wrong: the command, program or test concerned.
    pub what: String,
    /// The cause, not the symptom.
    pub why: String,
}

/// A command and the one that takes its place.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[schemars(description = "")]
pub struct ReplacedCommand {
    /// A current command, copied exactly.
    pub old: String,
    /// The command that takes its place.
    pub new: String,
    /// What its input is for, in a few words; null if for the same as before.
    pub aim: Option<String>,
}

/// Random inputs over the ranges of the parameters.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct RangeInputs {
    /// The whole new generator in C++17 with testlib; null if there is one that is good enough after edits.
    pub source: Option<String>,
    /// The smallest edits that give the generator the modes that the commands need; null if nothing is missing.
    pub edits: Option<Vec<WrittenEdit>>,
    /// Commands that together cover the range of every parameter.
    pub commands: Vec<WrittenCommand>,
}

/// Inputs for each category of output.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct StratifiedInputs {
    /// The whole new generator in C++17 with testlib; null if there is one that is good enough after edits.
    pub source: Option<String>,
    /// The smallest edits that add a mode for each category; null if nothing is missing.
    pub edits: Option<Vec<WrittenEdit>>,
    /// The categories of outputs; empty if all outputs are of one kind.
    pub categories: Vec<Category>,
}

/// Inputs whose outputs are of one kind.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[schemars(description = "")]
pub struct Category {
    /// The category: lower-case words joined by hyphens.
    pub label: String,
    /// Commands whose inputs all have an output of this category.
    pub commands: Vec<WrittenCommand>,
}

/// Flawed programs and the inputs that break them.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct HackInputs {
    /// Plausible programs that are wrong or too slow.
    pub flawed_programs: Vec<FlawedProgram>,
    /// The smallest edits that add a mode for each scenario that needs one; null if nothing is missing.
    pub edits: Option<Vec<WrittenEdit>>,
    /// The whole new generator in C++17 with testlib; null if there is one.
    pub source: Option<String>,
    /// The scenarios; empty if no flawed program needs inputs of its own.
    pub scenarios: Vec<Scenario>,
}

/// A program that someone could write.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[schemars(description = "")]
pub struct FlawedProgram {
    /// A short name: lower-case words joined by hyphens.
    pub name: String,
    /// The algorithm, and what it overlooks.
    pub idea: String,
    /// The program, if it is short and worth running; otherwise null.
    pub source: Option<String>,
    /// The language of source, C++17 or Python 3; null if there is none.
    #[schemars(schema_with = "language_or_null")]
    pub language: Option<ProgramLanguage>,
}

/// Servers take a list of words beside null only as a choice of two.
fn language_or_null(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "anyOf": [{ "type": "string", "enum": ["cpp", "python"] }, { "type": "null" }] })
}

/// Inputs that break one of them.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[schemars(description = "")]
pub struct Scenario {
    /// The name of the flawed program that fails; of several, with commas between them.
    pub breaks: String,
    /// What the input looks like, and why the program fails on it or exceeds the time limit.
    pub why: String,
    /// Commands that make this scenario.
    pub commands: Vec<WrittenCommand>,
}
