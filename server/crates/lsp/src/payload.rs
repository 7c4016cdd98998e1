//! Our own notifications, requests and commands: what they carry.
//!
//! Invariant: `PROTOCOL.md` beside this crate is made from this file, by a test.

use ide::matrix::MatrixChange;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tower_lsp::lsp_types::{Url, notification::Notification};

/// How a problem is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Health {
    Ok,
    Warning,
    Error,
}

/// How a problem is, told when that has changed.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub(crate) struct Status {
    /// The problem's root.
    #[schemars(with = "String")]
    pub(crate) uri: Url,
    /// By the worst that was found, or `error` where the server could not do its job.
    pub(crate) health: Health,
    /// Whether a run is under way or about to begin.
    pub(crate) busy: bool,
    /// One sentence.
    pub(crate) message: String,
    /// Share of correct solutions that pass every test; null for an empty pool or before the first run.
    pub(crate) tpr: Option<f64>,
    /// Share of wrong solutions that fail at least one test; null for an empty pool or before the first run.
    pub(crate) tnr: Option<f64>,
    /// Whether it is forgotten: the folder is gone, closed, or no problem any more. Nothing else is said of it then.
    pub(crate) gone: bool,
}

/// `touchstone/status`
pub(crate) enum StatusNotification {}

impl Notification for StatusNotification {
    type Params = Value;
    const METHOD: &'static str = "touchstone/status";
}

/// What has changed in a matrix.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct MatrixChanged {
    /// The problem's root.
    pub(crate) uri: Url,
    /// From which generation to which, and the cells.
    #[serde(flatten)]
    pub(crate) change: MatrixChange,
}

/// `touchstone/matrixChanged`
pub(crate) enum MatrixChangedNotification {}

impl Notification for MatrixChangedNotification {
    type Params = Value;
    const METHOD: &'static str = "touchstone/matrixChanged";
}

/// Options of `touchstone.run`.
#[derive(Debug, Default, Deserialize, JsonSchema)]
pub(crate) struct Run {
    /// Globs over the paths of solutions; all, when there are none.
    #[serde(default)]
    pub(crate) solutions: Vec<String>,
    /// Globs over the ids of tests; all, when there are none.
    #[serde(default)]
    pub(crate) tests: Vec<String>,
}

/// Options of `touchstone.showTest`.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct ShowTest {
    /// The path of the solution whose output is shown.
    pub(crate) solution: Option<String>,
    /// The id of the test.
    pub(crate) test: String,
}

/// Options of `touchstone.setLabel`.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct SetLabel {
    /// The path of the solution.
    pub(crate) solution: String,
    /// The label's word, such as `wrong_answer`.
    pub(crate) label: String,
}

/// Options of `touchstone.exportReport`.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct ExportReport {
    /// `json`.
    #[serde(default = "json_format")]
    pub(crate) format: String,
    /// The file to write; one that is not absolute lies in the problem's folder.
    pub(crate) path: String,
}

fn json_format() -> String {
    "json".to_owned()
}

/// Options of `touchstone.explain`.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct Explain {
    /// The finding's code.
    pub(crate) code: String,
    /// The `id` in the diagnostic's data; without it, all findings of the code are shown.
    pub(crate) id: Option<String>,
}

#[cfg(test)]
mod tests {
    use expect_test::expect_file;
    use schemars::schema_for;
    use serde_json::Map;

    use super::*;
    use crate::commands::COMMANDS;

    /// A table of the fields of a type.
    fn fields(schema: &schemars::Schema) -> String {
        let empty = Map::new();
        let properties = schema.get("properties").and_then(Value::as_object).unwrap_or(&empty);
        let required = schema.get("required").and_then(Value::as_array).cloned().unwrap_or_default();
        let mut table = String::new();
        for (name, property) in properties {
            let kind = match &property["type"] {
                Value::String(kind) => kind.clone(),
                Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(" or "),
                _ => "string".to_owned(),
            };
            let may = if required.contains(&Value::String(name.clone())) { "" } else { ", may be left out" };
            let words = property["description"].as_str().unwrap_or_default().replace('\n', " ");
            table += &format!("- `{name}` ({kind}{may}): {words}\n");
        }
        table
    }

    const HEAD: &str = "\
<!-- Made by the tests of server/crates/lsp; `UPDATE_EXPECT=1 cargo test -p lsp payload` writes it again. -->

# What the server speaks beside the Language Server Protocol

Problems are named by the URI of their root (`uri`), solutions by their path in the problem, tests by their id. In
commands the URI of any file of the problem will do. A command takes one object and gives a JSON value, so that any
editor can call it.

A diagnostic has `source: \"touchstone\"`, a `code` of the reference page, a link to its section, and
`data: {id, generation, problem, path, solution, test}`; the last two say which solution and test it is about, where it is
about one. `generation` is that of the matrix in which it was seen first, 0 where no run was needed to see it.
";

    #[test]
    fn page() {
        let commands: [(&str, String, &str); 7] = [
            (
                "touchstone.run",
                fields(&schema_for!(Run)),
                "Judges the problem, or the part of it that is named, and gives the generation of the matrix when that is \
                 done. Cancelling the request stops the run.",
            ),
            ("touchstone.showMatrix", String::new(), "Gives what `touchstone/matrix` gives."),
            (
                "touchstone.showTest",
                fields(&schema_for!(ShowTest)),
                "Gives `{input, expected, found, first_difference: {line, column}, checker, verdict, transcript}`; a long \
                 text is `{head, bytes}`, what is not known is null, and `first_difference` counts lines and UTF-16 \
                 units from 0; `transcript` is there for interactive problems only.",
            ),
            (
                "touchstone.setLabel",
                fields(&schema_for!(SetLabel)),
                "Asks the client to apply the edit that gives a solution another label, where that is written in this \
                 format, and gives `{applied}`; to a client that applies no edits it gives the edit as well.",
            ),
            ("touchstone.clearCache", String::new(), "Empties the cache, and gives the number of bytes that freed."),
            ("touchstone.exportReport", fields(&schema_for!(ExportReport)), "Writes the report of the last run."),
            (
                "touchstone.explain",
                fields(&schema_for!(Explain)),
                "Gives the reference section of a finding code, with what was found, as Markdown.",
            ),
        ];
        assert_eq!(commands.each_ref().map(|(name, _, _)| *name), COMMANDS);
        let mut page = HEAD.to_owned();
        page += "\n## Notifications\n\n### touchstone/status\n\nHow a problem is, when that has changed.\n\n";
        page += &fields(&schema_for!(Status));
        page += "\n### touchstone/matrixChanged\n\n\
            `{uri, generation, base, cells: [{solution, test, verdict, time_ms, stale}], metrics}`: the cells that differ \
            between two generations of the matrix. Whoever has another generation than `base`, also when `base` equals \
            `generation`, asks for the whole.\n\n## Requests\n\n### touchstone/matrix\n\n\
            `{uri}` gives `{generation, solutions, tests, cells: {verdicts, time_ms, memory_kb, stale}, metrics}`, in the \
            field names of the report (`touchstone schema report`); cells are rows by solution.\n\n## Commands\n";
        for (name, fields, words) in commands {
            page += &format!("\n### {name}\n\n{words}\n");
            if !fields.is_empty() {
                page += &format!("\n{fields}");
            }
        }
        expect_file!["../PROTOCOL.md"].assert_eq(&page);
    }
}
