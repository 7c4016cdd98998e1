//! Answers that are programs beside the generator.

use std::borrow::Cow;

use checkers::Standard;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, de::Error};

/// An input validator.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct Validator {
    /// The constraints that the program checks, in the order of its code; null if the code names them plainly.
    pub constraints_checked: Option<Vec<CheckedConstraint>>,
    /// The constraints of the statement that the program does not check; null if none.
    pub constraints_skipped: Option<Vec<SkippedConstraint>>,
    /// The whole validator in C++17 with testlib.
    pub source: String,
}

/// One constraint, in a few words.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct CheckedConstraint(pub String);

/// A constraint that no read checks.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[schemars(description = "")]
pub struct SkippedConstraint {
    /// The constraint.
    pub text: String,
    /// Why it is not checked.
    pub why: String,
}

/// The choice of a checker.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct Checker {
    /// Which outputs are right for one input, and what decides between a built-in checker and a custom one; null if it
    /// goes without saying.
    pub why: Option<String>,
    /// Whether no built-in checker judges every right output as right and every wrong one as wrong.
    pub needs_custom: bool,
    /// The built-in checker if needs_custom is false; otherwise null.
    #[schemars(schema_with = "builtin_or_null")]
    pub builtin: Option<Builtin>,
    /// The whole checker in C++17 with testlib if needs_custom is true; otherwise null.
    pub source: Option<String>,
}

/// A built-in checker, by the name of its program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Builtin(pub Standard);

impl<'de> Deserialize<'de> for Builtin {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Builtin, D::Error> {
        let name = Cow::<str>::deserialize(deserializer)?;
        let names = || Standard::ALL.map(Standard::name).join(", ");
        let checker = Standard::ALL.into_iter().find(|checker| checker.name() == name);
        let unknown = || D::Error::custom(format_args!("unknown checker `{name}`, expected one of {}", names()));
        checker.map(Builtin).ok_or_else(unknown)
    }
}

/// Servers take a list of words beside null only as a choice of two.
fn builtin_or_null(_: &mut SchemaGenerator) -> Schema {
    // Those that give points are samples of how to do it.
    let names = Standard::ALL.map(Standard::name).into_iter().filter(|name| !name.starts_with("points"));
    let names: Vec<&str> = names.collect();
    json_schema!({ "anyOf": [{ "type": "string", "enum": names }, { "type": "null" }] })
}

/// An interactor.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct Interactor {
    /// What either side may say and when, how often, and what ends the game; null if the statement leaves no doubt.
    pub protocol: Option<String>,
    /// The whole interactor in C++17 with testlib.
    pub source: String,
}

/// A language that solutions are written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "the words say it, and what is said here of one would be sent")]
pub enum ProgramLanguage {
    Cpp,
    Python,
}

/// A slow and obviously right solution.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct BruteForce {
    /// The language of the program.
    pub language: ProgramLanguage,
    /// The whole program; it reads stdin and writes stdout.
    pub source: String,
    /// The largest inputs that it solves in about a second, in the variables of the statement; null if it solves all.
    pub max_input_hint: Option<String>,
}
