//! The JSON report on several problems: what is said of their contests, and the report of each.
//!
//! Invariant: each of `problems` has everything that the report on it alone has, and readers of that can read it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{FindingReport, Report, build::finding_report};
use crate::{finding::Finding, formats::Contest};

/// The report of `check --format json` on several problems.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ContestReport {
    /// See [`VERSION`](super::VERSION).
    pub version: u32,
    /// The contests that the problems belong to; none where problems were named one by one.
    pub contests: Vec<ContestHead>,
    /// The problems that were judged, in the order of their lists.
    pub problems: Vec<ProblemOfContest>,
    /// The problems that were not judged, in the same order.
    pub not_judged: Vec<NotJudged>,
}

/// What is said of a contest as a whole.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ContestHead {
    /// Its folder's absolute path.
    pub root: String,
    /// What it is called.
    pub name: Option<String>,
    /// The file that lists its problems, relative to the root.
    pub file: Option<String>,
    /// What is wrong with it; paths are relative to the root.
    pub findings: Vec<FindingReport>,
}

impl ContestHead {
    /// Of a contest whose folder has this absolute path.
    pub fn of(contest: &Contest, root: String) -> ContestHead {
        ContestHead {
            root,
            name: contest.name.clone(),
            file: contest.file.as_ref().map(ToString::to_string),
            findings: findings(&contest.findings),
        }
    }
}

fn findings(findings: &[Finding]) -> Vec<FindingReport> {
    findings.iter().map(finding_report).collect()
}

/// What a contest says of one of its problems.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ContestPlace {
    /// Which of the contests it belongs to, from 0.
    pub contest: Option<usize>,
    /// Its letter.
    pub label: Option<String>,
    /// What the list of the contest calls it.
    pub title: Option<String>,
    /// Whether a list of the contest has it.
    pub listed: bool,
}

/// A problem that was judged.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ProblemOfContest {
    /// What the contest says of it.
    #[serde(flatten)]
    pub place: ContestPlace,
    /// The report on it alone.
    #[serde(flatten)]
    pub report: Report,
}

/// A problem that was not judged.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct NotJudged {
    /// What the contest says of it.
    #[serde(flatten)]
    pub place: ContestPlace,
    /// The folder's absolute path, or what was named.
    pub root: String,
    /// Why.
    pub reason: Reason,
    /// The same in a sentence.
    pub message: String,
}

/// Why a problem was not judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// A list has it, and there is no such folder; that is a finding of the contest, too.
    Missing,
    /// It has no solution or no test of those that were asked for.
    NothingAskedFor,
    /// It could not be judged.
    Failed,
}
