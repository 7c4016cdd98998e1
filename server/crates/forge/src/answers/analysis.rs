//! Answers about a problem and about a finding, in words.

use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{
    Deserialize, Deserializer,
    de::{Error, Visitor},
};
use serde_json::Number;

use super::suites::Label;

/// The constraints of a problem and the mistakes it invites.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
pub struct ProblemAnalysis {
    /// Every constraint on the input, explicit and implied, one entry for each.
    pub constraints: Vec<Constraint>,
    /// The mistakes that contestants will probably make, the likeliest first.
    pub pitfalls: Vec<Pitfall>,
    /// The kinds of output that differ in nature, such as yes and no, or possible and impossible; null if there is one kind.
    pub output_categories: Option<Vec<Label>>,
}

/// What the statement says of a value.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[schemars(description = "")]
pub struct Constraint {
    /// The variable or the part of the input, as the statement calls it.
    pub name: String,
    /// What kind of constraint it is: of one value (range), over many values or test cases (sum), of layout and characters
    /// (format), of a whole, such as a tree or distinct values (structure), between values (relation), else guarantee.
    pub kind: ConstraintKind,
    /// The lowest value allowed, as a number or an expression in other variables; null if the constraint has none.
    pub lower: Option<Limit>,
    /// The highest value allowed, as a number or an expression in other variables; null if the constraint has none.
    pub upper: Option<Limit>,
    /// The constraint in one sentence; for an implied one also what it follows from.
    pub text: String,
}

/// The kind of a constraint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "the words say it, and what is said here of one would be sent")]
pub enum ConstraintKind {
    Range,
    Sum,
    Format,
    Structure,
    Relation,
    Guarantee,
}

/// A mistake that contestants make.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[schemars(description = "")]
pub struct Pitfall {
    /// A short name of the mistake.
    pub name: String,
    /// Why contestants make it, and which inputs show it.
    pub why: String,
    /// The class of the mistake.
    pub kind: PitfallKind,
    /// Whether only inputs of more than 300 characters show it; null if unsure.
    pub only_large: Option<bool>,
}

/// The class of a mistake.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "the words say it, and what is said here of one would be sent")]
pub enum PitfallKind {
    Overflow,
    Boundary,
    Complexity,
    Precision,
    Degenerate,
    Other,
}

/// An explanation of one finding.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct Explain {
    /// The explanation in plain words, in Markdown.
    pub explanation: String,
}

/// A limit as models write it: a number, or a text such as `2 * 10^5` or `n - 1`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limit(pub String);

impl JsonSchema for Limit {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Limit".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": ["string", "number"] })
    }
}

impl<'de> Deserialize<'de> for Limit {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Limit, D::Error> {
        deserializer.deserialize_any(Written)
    }
}

/// Reads a limit. A number is kept as JSON has it.
struct Written;

impl Visitor<'_> for Written {
    type Value = Limit;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a string or a number")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Limit, E> {
        Ok(Limit(text.to_owned()))
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Limit, E> {
        Ok(Limit(number.to_string()))
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Limit, E> {
        Ok(Limit(number.to_string()))
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<Limit, E> {
        let number = Number::from_f64(number).ok_or_else(|| E::custom("a number without end is none of JSON"))?;
        Ok(Limit(number.to_string()))
    }
}
