//! What is wrong with the text of a source, found without running anything, and how to put it right.
//!
//! `Folder::lints` hands lints out by file and role; the cache keeps them by content and role. `findings` makes
//! findings of those of generators, validators, checkers and interactors.
//!
//! Invariant: plain data; the crate `cpp` fills it in.

use serde::{Deserialize, Serialize};

use crate::{
    finding::{Code, Severity},
    fix::Fix,
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
