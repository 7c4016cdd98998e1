//! Findings: what is wrong with a problem, where, and how bad.

mod code;
mod reference;

pub use code::{Code, UnknownCode};
pub use reference::{page, reference};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    path::RelPath,
    text::{Place, Range},
};

/// How bad a finding is. `check` exits with 1 when there is one of the first two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// The problem is broken.
    Error,
    /// The problem is probably not what its setter wants.
    Warning,
    /// Worth knowing.
    Information,
    /// Could be better.
    Hint,
}

/// Something a setter should know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// Which kind.
    pub code: Code,
    /// How bad.
    pub severity: Severity,
    /// Where; `None` for the folder as a whole.
    pub place: Option<Place>,
    /// One or two sentences.
    pub message: String,
    /// Other places that explain it.
    pub related: Vec<Related>,
}

/// A place that explains a finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Related {
    /// Where.
    pub place: Place,
    /// What is to be seen there.
    pub message: String,
}

impl Finding {
    /// A finding about the folder as a whole, at its code's severity.
    pub fn of_folder(code: Code, message: impl Into<String>) -> Finding {
        Finding { code, severity: code.severity(), place: None, message: message.into(), related: Vec::new() }
    }

    /// A finding about a place in a file.
    pub fn at(code: Code, place: Place, message: impl Into<String>) -> Finding {
        Finding { place: Some(place), ..Finding::of_folder(code, message) }
    }

    /// A finding about a file as a whole; it stands on the file's first line.
    pub fn of_file(code: Code, path: &RelPath, message: impl Into<String>) -> Finding {
        Finding::at(code, Place { path: path.clone(), range: Range::default() }, message)
    }

    /// The same finding with another severity.
    #[must_use]
    pub fn with_severity(mut self, severity: Severity) -> Finding {
        self.severity = severity;
        self
    }

    /// The same finding with one more related place.
    #[must_use]
    pub fn with_related(mut self, place: Place, message: impl Into<String>) -> Finding {
        self.related.push(Related { place, message: message.into() });
        self
    }
}
