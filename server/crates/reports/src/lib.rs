//! Reports of a check as files: the JSON report, a page, and what machines of continuous integration read.
//!
//! Invariant: every text of a folder is data here; each writer escapes it by the rules of its format, and no writer
//! does I/O. The same findings give the same text, times and memory aside.

mod changes;
mod junit;
mod markdown;
mod page;
mod sarif;
mod subject;
mod words;
mod xml;

use std::fmt;

use problem::{
    hidden::escaped_json,
    report::{ContestReport, Report},
};
use schemars::{JsonSchema, generate::SchemaSettings};
use serde::Serialize;
use serde_json::Value;

pub use self::{
    changes::{Changes, MetricChange, SolutionChange, VerdictChange, changes},
    page::{Details, details},
    subject::{Judged, Subject, SubjectError},
    words::changes as lines,
};

/// A form of report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// What `check --format json` prints.
    Json,
    /// A page for people.
    Html,
    /// Test suites, as servers of continuous integration read them.
    Junit,
    /// Findings in files, by the standard for results of static analysis.
    Sarif,
    /// A comment on a pull request.
    Markdown,
}

impl Kind {
    /// All of them.
    pub const ALL: [Kind; 5] = [Kind::Json, Kind::Html, Kind::Junit, Kind::Sarif, Kind::Markdown];

    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Json => "json",
            Kind::Html => "html",
            Kind::Junit => "junit",
            Kind::Sarif => "sarif",
            Kind::Markdown => "markdown",
        }
    }

    /// The kind of this name.
    ///
    /// # Errors
    /// A sentence that says which there are.
    pub fn parse(name: &str) -> Result<Kind, String> {
        Kind::ALL.into_iter().find(|kind| kind.name() == name).ok_or_else(|| {
            let names: Vec<&str> = Kind::ALL.into_iter().map(Kind::name).collect();
            format!("`{name}` is no kind of report; the kinds are {}", names.join(", "))
        })
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

/// What a report is made of.
#[derive(Clone, Debug)]
pub struct Material {
    /// What was found.
    pub subject: Subject,
    /// What has changed since an earlier report, for each problem that was judged; none where there is no earlier one.
    pub changes: Vec<Changes>,
    /// What a page shows of each problem that was judged; without it no page has texts of tests, answers, sources or programs.
    pub details: Option<Vec<Details>>,
    /// The absolute path of the folder that places in SARIF are relative to: where a repository is checked out.
    pub base: String,
    /// The version of the tool.
    pub version: &'static str,
}

/// How many bytes failing cells may take in a page, those of all problems together: a page of 100 solutions on 3000 tests
/// stays below 20 MB.
pub const ROOM: usize = 12 << 20;

/// The text of a report.
pub fn text(kind: Kind, material: &Material) -> String {
    match kind {
        Kind::Json => json(material),
        Kind::Html => page::text(material),
        Kind::Junit => junit::text(material),
        Kind::Sarif => sarif::text(material),
        Kind::Markdown => markdown::text(material),
    }
}

/// The JSON schema of the report on one problem.
pub fn schema() -> Value {
    schema_of::<Report>("Report")
}

/// The JSON schema of the report on several problems.
pub fn contest_schema() -> Value {
    schema_of::<ContestReport>("ContestReport")
}

fn schema_of<T: JsonSchema>(title: &str) -> Value {
    let settings = SchemaSettings::draft2020_12().for_serialize();
    let mut schema = settings.into_generator().into_root_schema_for::<WithChanges<'_, T>>().to_value();
    schema["title"] = title.into();
    schema
}

/// The report of `check --format json`.
#[derive(Serialize, JsonSchema)]
struct WithChanges<'a, T> {
    /// What has changed since an earlier report, for each problem that was judged; absent where there is no earlier one.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    changes: &'a [Changes],
    #[serde(flatten)]
    subject: &'a T,
}

fn json(material: &Material) -> String {
    let whole = WithChanges { changes: &material.changes, subject: &material.subject };
    // Its keys are words, and its numbers finite: it can be written.
    escaped_json(serde_json::to_string_pretty(&whole).unwrap_or_default()) + "\n"
}

#[cfg(test)]
mod tests;
