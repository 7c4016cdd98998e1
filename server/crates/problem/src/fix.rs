//! Changes of a text that put something right.
//!
//! Invariant: edits of one fix do not overlap, and are all of the same source.

use serde::{Deserialize, Serialize};

use crate::text::Range;

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
