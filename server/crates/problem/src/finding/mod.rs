//! Findings: what is wrong with a problem, where, and how bad.

mod code;
mod reference;

pub use code::{Code, UnknownCode};
pub use reference::{page, reference};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    fix::{Edit, Fix},
    lint::Lint,
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
    /// What it is about, for those who act on it.
    pub about: About,
    /// Ways to put it right by changes of the file it stands in, the preferred one first.
    pub fixes: Vec<Fix>,
}

/// The solution and the test that a finding is about, where it is about one of them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct About {
    /// The solution's path.
    pub solution: Option<RelPath>,
    /// The test's id.
    pub test: Option<String>,
    /// The bound of a validator's reads that no test reaches.
    pub bound: Option<Bound>,
}

/// One end of the range of what a validator reads by a name.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Bound {
    /// The validator's path.
    pub validator: RelPath,
    /// What the reads call it.
    pub name: String,
    /// The upper end; else the lower one.
    pub is_upper: bool,
}

/// What is said of a line that brings in the header in which a finding stands.
pub const INCLUDED: &str = "included from here";

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
        let (severity, message) = (code.severity(), message.into());
        let (related, about, fixes) = (Vec::new(), About::default(), Vec::new());
        Finding { code, severity, place: None, message, related, about, fixes }
    }

    /// A mistake in the text of a source.
    pub fn of_lint(lint: &Lint, path: &RelPath) -> Finding {
        let place = Place { path: path.clone(), range: lint.range };
        Finding { fixes: lint.fixes.clone(), ..Finding::at(lint.code, place, &lint.message) }
            .with_severity(lint.severity)
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

    /// The same finding, put right by other words at a place of its file.
    #[must_use]
    pub fn with_words(mut self, range: Range, words: &str) -> Finding {
        let edits = vec![Edit { range, text: words.to_owned() }];
        self.fixes.push(Fix { title: format!("write `{words}`"), edits });
        self
    }

    /// The same finding, where a file that is packed is shown as its archive: nobody can open it.
    #[must_use]
    pub fn on_disk(mut self) -> Finding {
        let places = self.place.iter_mut().chain(self.related.iter_mut().map(|related| &mut related.place));
        for place in places {
            if let Some(path) = place.path.archive() {
                *place = Place { path, range: Range::default() };
            }
        }
        self
    }

    /// The same finding, about a solution.
    #[must_use]
    pub fn about_solution(mut self, path: &RelPath) -> Finding {
        self.about.solution = Some(path.clone());
        self
    }

    /// The same finding, about a test.
    #[must_use]
    pub fn about_test(mut self, id: &str) -> Finding {
        self.about.test = Some(id.to_owned());
        self
    }
}
