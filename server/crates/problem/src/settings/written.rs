//! The form in which people write an expectation of `[labels]`. Only the schema of these types is used: values are read
//! one by one, so that each mistake has its place.

use std::collections::BTreeMap;

use schemars::JsonSchema;

/// What is expected of a solution: a label, several, or sets of verdicts.
#[derive(JsonSchema)]
#[schemars(untagged, rename = "Expected")]
#[expect(dead_code, reason = "values are read one by one, so that each mistake has its place")]
pub(super) enum Written {
    /// A label: `accepted`, `wrong_answer`, `time_limit_exceeded`, `run_time_error`, `memory_limit_exceeded`,
    /// `output_limit_exceeded`, `rejected`, `accepted_or_tle`, `do_not_run`, or a common short form such as `wa`.
    Word(String),
    /// Several labels; the solution has to earn one of them.
    Words(Vec<String>),
    /// Sets of verdicts.
    Table(WrittenTable),
}

/// What is expected of a solution.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields, rename = "ExpectedTable")]
#[expect(dead_code, reason = "only its schema is used")]
pub(super) struct WrittenTable {
    /// The label, or several, that the sets start from.
    label: Option<WrittenWords>,
    /// Nothing else may be seen.
    permitted: Option<Vec<WrittenVerdict>>,
    /// One of these must be seen; an empty list asks for nothing.
    required: Option<Vec<WrittenVerdict>>,
    /// What is expected over some of the tests: a pattern for test ids, names and groups, and an expectation.
    tests: Option<BTreeMap<String, WrittenScope>>,
}

/// A label, or several of which one has to be earned.
#[derive(JsonSchema)]
#[schemars(untagged, rename = "Labels")]
#[expect(dead_code, reason = "only its schema is used")]
enum WrittenWords {
    Word(String),
    Words(Vec<String>),
}

/// What is expected over some of the tests: a label, several, or sets of verdicts.
#[derive(JsonSchema)]
#[schemars(untagged, rename = "ExpectedThere")]
#[expect(dead_code, reason = "only its schema is used")]
enum WrittenScope {
    Word(String),
    Words(Vec<String>),
    Table(WrittenScopeTable),
}

/// What is expected over some of the tests.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields, rename = "ExpectedThereTable")]
#[expect(dead_code, reason = "only its schema is used")]
struct WrittenScopeTable {
    /// The label, or several, that the sets start from.
    label: Option<WrittenWords>,
    /// Nothing else may be seen.
    permitted: Option<Vec<WrittenVerdict>>,
    /// One of these must be seen; an empty list asks for nothing.
    required: Option<Vec<WrittenVerdict>>,
}

/// The verdicts of solutions.
#[derive(JsonSchema)]
#[schemars(rename_all = "UPPERCASE", rename = "Verdict")]
#[expect(dead_code, reason = "only its schema is used")]
enum WrittenVerdict {
    Ac,
    Wa,
    Pe,
    Tle,
    Mle,
    Ole,
    Rte,
    Ce,
}
