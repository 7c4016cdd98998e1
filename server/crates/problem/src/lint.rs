//! What is wrong with the text of a source, found without running anything, and how to put it right.
//!
//! `Folder::lints` hands lints out by file and role; the cache keeps them by content and role. `findings` makes
//! findings of those of generators, validators, checkers and interactors.
//!
//! Invariant: plain data; the crate `cpp` fills it in. Edits of one fix do not overlap, and are all of the same source.

use serde::{Deserialize, Serialize};

use crate::{
    finding::{Code, Severity},
    text::Range,
};

/// Something wrong in a source.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lint {
    /// Which mistake.
    pub code: Code,
    /// How bad.
    pub severity: Severity,
    /// Where.
    pub range: Range,
    /// One sentence: what is wrong and what to write.
    pub message: String,
    /// Ways to put it right, the preferred one first.
    pub fixes: Vec<Fix>,
}

/// A way to put something right.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fix {
    /// What it does, as an editor's menu says it.
    pub title: String,
    /// The changes, in source order.
    pub edits: Vec<Edit>,
}

/// A change of a text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Edit {
    /// What goes; empty to insert.
    pub range: Range,
    /// What comes.
    pub text: String,
}
