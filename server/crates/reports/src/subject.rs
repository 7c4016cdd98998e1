//! What a report is about: one problem, or several.

use std::fmt;

use problem::report::{ContestPlace, ContestReport, Report, VERSION};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// One problem, or several.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Subject {
    /// One problem.
    One(Box<Report>),
    /// Several.
    Several(Box<ContestReport>),
}

/// A problem that was judged.
#[derive(Clone, Copy, Debug)]
pub struct Judged<'a> {
    /// What its contest says of it, where it is one of several.
    pub place: Option<&'a ContestPlace>,
    /// What was found.
    pub report: &'a Report,
}

impl Judged<'_> {
    /// What people call it: its letter, where it has one, and its name.
    pub fn shown(&self) -> String {
        match self.place.and_then(|place| place.label.as_ref()) {
            Some(label) => format!("{label} {}", self.report.problem.name),
            None => self.report.problem.name.clone(),
        }
    }
}

/// The names that a path is made of.
pub(crate) fn parts(path: &str) -> Vec<&str> {
    path.split(['/', '\\']).filter(|part| !part.is_empty()).collect()
}

/// The names that lead from one folder to another, by their absolute paths; none where that does not lie in it.
pub(crate) fn inside<'a>(base: &str, root: &'a str) -> Option<Vec<&'a str>> {
    let (base, mut root) = (parts(base), parts(root));
    let lies_in = root.len() >= base.len() && base.iter().zip(&root).all(|(one, other)| one == other);
    lies_in.then(|| root.split_off(base.len()))
}

/// Why a text is no report that can be compared with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SubjectError {
    /// It is not JSON, or lacks what a report has; with what the reader says.
    NoReport(String),
    /// It has another version.
    Version(String),
}

impl fmt::Display for SubjectError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SubjectError::NoReport(why) => write!(
                formatter,
                "is no report ({why}); name a file that `touchstone check --report json=FILE` has written"
            ),
            SubjectError::Version(found) => write!(
                formatter,
                "is a report of version {found}, and this touchstone compares those of version {VERSION}; write it anew \
                 with `touchstone check --report json=FILE`"
            ),
        }
    }
}

impl Subject {
    /// Reads a report that was written as JSON.
    ///
    /// # Errors
    /// When it is none, or one of another version.
    pub fn parse(bytes: &[u8]) -> Result<Subject, SubjectError> {
        let no_report = |error: serde_json::Error| SubjectError::NoReport(error.to_string());
        let value: Value = serde_json::from_slice(bytes).map_err(no_report)?;
        match &value["version"] {
            Value::Null => return Err(SubjectError::NoReport("it names no version".to_owned())),
            version if *version != VERSION => return Err(SubjectError::Version(version.to_string())),
            _ => {}
        }
        if value.get("problems").is_some() {
            return ContestReport::deserialize(value)
                .map(|report| Subject::Several(Box::new(report)))
                .map_err(no_report);
        }
        Report::deserialize(value).map(|report| Subject::One(Box::new(report))).map_err(no_report)
    }

    /// The problems that were judged, in their order.
    pub fn problems(&self) -> Vec<Judged<'_>> {
        match self {
            Subject::One(report) => vec![Judged { place: None, report }],
            Subject::Several(contest) => {
                contest.problems.iter().map(|one| Judged { place: Some(&one.place), report: &one.report }).collect()
            }
        }
    }

    /// The absolute paths of the folders of its contests and of the problems that were judged.
    pub(crate) fn roots(&self) -> Vec<&str> {
        let contests = self.contest().into_iter().flat_map(|contest| &contest.contests).map(|head| &*head.root);
        contests.chain(self.problems().into_iter().map(|judged| &*judged.report.problem.root)).collect()
    }

    /// The contest, where there are several problems.
    pub fn contest(&self) -> Option<&ContestReport> {
        match self {
            Subject::One(_) => None,
            Subject::Several(contest) => Some(contest),
        }
    }
}
