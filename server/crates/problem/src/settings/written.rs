//! The forms in which people write an expectation of `[labels]` and an entry of `tests`. Only the schema of these types
//! is used: values are read one by one, so that each mistake has its place.

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

/// Tests that lie in files.
#[derive(JsonSchema)]
#[schemars(untagged, rename = "Tests")]
#[expect(dead_code, reason = "values are read one by one, so that each mistake has its place")]
pub(super) enum WrittenTests {
    /// A pattern for inputs, whose answers have the usual names.
    Inputs(String),
    /// Inputs, and more about them.
    Table(WrittenTestsTable),
}

/// Inputs, and more about them.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields, rename = "TestsTable")]
#[expect(dead_code, reason = "only its schema is used")]
pub(super) struct WrittenTestsTable {
    /// A pattern for inputs.
    input: String,
    /// Where the answer of each is: a path in which every `*` stands for what that of `input` matched. Without `/` it is
    /// a file beside the input. By default the usual names are tried.
    answer: Option<String>,
    /// Whether contestants are shown them; by default the names of files and folders tell.
    sample: Option<bool>,
    /// The group they belong to.
    group: Option<String>,
    /// Points for each of them.
    #[schemars(range(min = 0))]
    points: Option<f64>,
}
