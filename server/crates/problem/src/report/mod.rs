//! The JSON report: one object with everything a run found.
//!
//! Invariant: times, memory, `root` and `sandbox` aside, the same folder gives the same bytes.

mod build;
mod contest;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{finding::Severity, text::Range};

pub use build::{Surroundings, finding_report, report};
pub use contest::{ContestHead, ContestPlace, ContestReport, NotJudged, ProblemOfContest, Reason};

/// The version of the report; grows only on an incompatible change.
pub const VERSION: u32 = 1;

/// The report of `check --format json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Report {
    /// See [`VERSION`].
    pub version: u32,
    /// The problem as a whole.
    pub problem: ProblemReport,
    /// Every program, in path order.
    pub programs: Vec<ProgramReport>,
    /// Every test, in judging order.
    pub tests: Vec<TestReport>,
    /// Groups of tests, parents before their parts; absent where there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub groups: Vec<GroupReport>,
    /// Every solution, in path order.
    pub solutions: Vec<SolutionReport>,
    /// Every solution on every test.
    pub matrix: MatrixReport,
    /// The suite's quality.
    pub metrics: MetricsReport,
    /// What is wrong, worst first in each file.
    pub findings: Vec<FindingReport>,
}

/// The problem as a whole.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ProblemReport {
    /// The folder's absolute path.
    pub root: String,
    /// The problem's short name.
    pub name: String,
    /// `plain`, `polygon`, `icpc`; an open set.
    pub format: String,
    /// CPU-time limit in milliseconds; null while it cannot be found.
    pub time_limit_ms: Option<u64>,
    /// Memory limit in megabytes of 2^20 bytes.
    pub memory_limit_mb: u64,
    /// Where the limits come from.
    pub limits_source: String,
    /// The main solution.
    pub main: Option<String>,
    /// What decides whether an output is right.
    pub checker: CheckerReport,
    /// How programs were shut in.
    pub sandbox: SandboxReport,
    /// Who ran programs on a cluster; absent where this machine ran all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cluster: Option<ClusterReport>,
    /// What ran once more with sanitizers; absent where nothing did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sanitizers: Option<SanitizersReport>,
}

/// What ran once more with sanitizers. What they showed stands among the findings.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SanitizersReport {
    /// How many programs.
    pub programs: usize,
    /// How often they ran, together.
    pub runs: usize,
}

/// What decides whether an output is right.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CheckerReport {
    /// The checker's source, when it is a program of the folder.
    pub path: Option<String>,
    /// The name of the built-in that decides instead.
    pub builtin: Option<String>,
    /// Why that one.
    pub reason: String,
}

/// How programs were shut in.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SandboxReport {
    /// `full`, `reduced` or `limits-only`.
    pub level: String,
    /// The layers that were on.
    pub layers: Vec<String>,
}

/// Who ran programs on a cluster. What was known from an earlier run is not counted.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ClusterReport {
    /// The CPU that times are of: that of all workers whose results count.
    pub cpu_model: String,
    /// How many keys may sign results; null where whoever may use the account is believed.
    pub keys: Option<usize>,
    /// Whose results came, by name.
    pub workers: Vec<WorkerReport>,
    /// How much ran twice; null where nothing was to.
    pub audit: Option<AuditReport>,
    /// What ran on this machine instead, and why: a sentence for each reason.
    pub stayed: Vec<String>,
}

/// A worker whose results came.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WorkerReport {
    /// What it calls itself.
    pub name: String,
    /// What it signs with, in hexadecimal; null where nobody looked.
    pub key: Option<String>,
    /// How many runs came of it; programs that talk with each other are one.
    pub runs: u64,
}

/// How much ran twice, on different machines.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct AuditReport {
    /// The share that was to, in per cent.
    pub percent: u8,
    /// How many were answered.
    pub answered: u64,
    /// How many of these ran twice.
    pub repeated: u64,
}

/// A program of the folder.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ProgramReport {
    /// Relative to the root.
    pub path: String,
    /// `generator`, `validator`, `checker`, `interactor` or `solution`.
    pub role: String,
    /// `cpp`, `c`, `python`, or another name of the table of languages.
    pub language: String,
    /// The C++ standard it was built with, or that its manifest declares.
    pub standard: Option<String>,
    /// Why it has that role.
    pub reason: String,
    /// The label's own words.
    pub expected: Vec<String>,
    /// Verdicts that may be seen.
    pub permitted: Vec<String>,
    /// Verdicts of which one must be seen.
    pub required: Vec<String>,
    /// Whether it is the main solution.
    pub main: bool,
    /// `ok`, `failed` or `skipped`.
    pub build: String,
}

/// A test.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct TestReport {
    /// Stable from run to run.
    pub id: String,
    /// What people call it.
    pub name: String,
    /// The testset.
    pub testset: String,
    /// The group.
    pub group: Option<String>,
    /// Points for it.
    pub points: Option<f64>,
    /// Whether contestants see it.
    pub sample: bool,
    /// `manual` or `generated`.
    pub origin: String,
    /// The input's file; null when it is generated.
    pub path: Option<String>,
    /// The answer's file; null when the main solution makes it.
    pub answer_path: Option<String>,
    /// The generator command.
    pub command: Option<String>,
    /// The input's size; null when there is none.
    pub bytes: Option<u64>,
    /// Sha256 of the input as it is judged; null when there is none.
    pub digest: Option<String>,
    /// The id of the first test with the same input.
    pub duplicate_of: Option<String>,
    /// No validator rejects it and there is an input.
    pub valid: bool,
    /// The words of the first validator that rejects it.
    pub validator_message: String,
    /// What each validator said.
    pub validators: Vec<ValidatorReport>,
    /// Number of solutions that pass it.
    pub passed_by: usize,
    /// Number of wrong solutions (S-) that fail it.
    pub killed: usize,
}

/// What a validator said about a test.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ValidatorReport {
    /// The validator's source.
    pub path: String,
    /// Whether it accepts the test.
    pub ok: bool,
    /// Its words.
    pub message: String,
    /// The 0-based line of the input that its words name.
    pub line: Option<u32>,
    /// The 0-based column, where it is known.
    pub column: Option<u32>,
}

/// A group of tests.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct GroupReport {
    /// What tests call it.
    pub name: String,
    /// The group that it is a part of; null for one that is a part of the whole.
    pub parent: Option<String>,
    /// The most that can be had in it; null without a bound, and where it has no score.
    pub max_score: Option<f64>,
    /// Ids of its tests, those of its parts too.
    pub tests: Vec<String>,
    /// Groups that must be passed for this one to count.
    pub dependencies: Vec<String>,
}

/// What came of a group with one solution.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct GroupResultReport {
    /// The group's name.
    pub name: String,
    /// The verdict by the format's rules; `SK` where a judge would leave the group out; null while it is not known.
    pub verdict: Option<String>,
    /// The score; null while it is not known, and where there is none.
    pub score: Option<f64>,
}

/// A solution's row, summed up.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SolutionReport {
    /// Its source.
    pub path: String,
    /// The label's own words.
    pub expected: Vec<String>,
    /// Verdicts that may be seen.
    pub permitted: Vec<String>,
    /// Verdicts of which one must be seen.
    pub required: Vec<String>,
    /// The worst verdict.
    pub verdict: String,
    /// Every verdict seen on tests that count.
    pub verdicts_seen: Vec<String>,
    /// The id of the first test that counts and was not passed.
    pub first_failed_test: Option<String>,
    /// `true_positive`, `true_negative`, `false_positive`, `false_negative`, or null.
    pub class: Option<String>,
    /// Whether the label's sets are met; null without a label or a judged test.
    pub expectation_met: Option<bool>,
    /// The sum of its points, when the checker gives points.
    pub points: Option<f64>,
    /// What the groups and scores of the problem make of it; absent where the problem has neither, and before a test is
    /// judged.
    #[serde(default, flatten)]
    pub graded: GradedReport,
    /// The limit of its CPU time where its language has another one than the problem, milliseconds; absent elsewhere.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time_limit_ms: Option<u64>,
    /// The largest CPU time, milliseconds.
    pub max_time_ms: Option<f64>,
    /// The largest peak memory, kibibytes.
    pub max_memory_kb: Option<u64>,
}

/// What the groups and scores of a problem make of a solution.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct GradedReport {
    /// The verdict by the format's rules, which may accept a solution that fails tests; absent while it is not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub graded_verdict: Option<String>,
    /// The score; absent while it is not known, and where there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<f64>,
    /// The most that can be had; absent without a bound.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_score: Option<f64>,
    /// Each group, in the order of the report's groups.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub groups: Vec<GroupResultReport>,
}

/// Every solution on every test.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct MatrixReport {
    /// Paths of the rows.
    pub solutions: Vec<String>,
    /// Ids of the columns.
    pub tests: Vec<String>,
    /// Verdicts, row by row; `SK` for a cell that was not run.
    pub verdicts: Vec<Vec<String>>,
    /// CPU time in milliseconds; null for a cell that was not run.
    pub time_ms: Vec<Vec<Option<f64>>>,
    /// Peak memory in kibibytes; null for a cell that was not run.
    pub memory_kb: Vec<Vec<Option<u64>>>,
}

/// The suite's quality.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct MetricsReport {
    /// Share of correct solutions that pass every test; null without one, and while that is not known of one.
    pub tpr: Option<f64>,
    /// Share of wrong solutions that fail a test; null likewise.
    pub tnr: Option<f64>,
    /// How many correct solutions that is over.
    pub correct: OverReport,
    /// How many wrong solutions that is over.
    pub wrong: OverReport,
    /// Why it is not known of each whether it passes; null when it is.
    pub unknown: Option<String>,
    /// Wrong solutions that pass every test.
    pub false_positives: Vec<String>,
    /// Correct solutions that fail a test.
    pub false_negatives: Vec<String>,
    /// Wrong solutions that fail by time alone.
    pub tle_only_kills: Vec<String>,
}

/// How many solutions of a pool a metric is over.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OverReport {
    /// Those of which it is known whether they pass every test.
    pub known: usize,
    /// Those that were asked for and can be run.
    pub asked: usize,
    /// All that are labelled so.
    pub labelled: usize,
}

/// A finding.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct FindingReport {
    /// Its stable code.
    pub code: String,
    /// How bad it is.
    pub severity: Severity,
    /// The file; null for the folder as a whole.
    pub path: Option<String>,
    /// Where in the file; the first position where it is about the whole file.
    pub range: Range,
    /// What a person reads.
    pub message: String,
    /// Places that explain it.
    pub related: Vec<RelatedReport>,
}

/// A place that explains a finding.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RelatedReport {
    /// The file.
    pub path: String,
    /// Where in it.
    pub range: Range,
    /// What is to be seen there.
    pub message: String,
}
