//! Edits, and the answer that is nothing else.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::edits::{Edit, blocks};

/// One search-and-replace edit.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
pub struct WrittenEdit {
    /// Path of the file.
    pub path: String,
    /// Exact copy of the text to replace.
    pub search: String,
    /// The text that takes its place.
    pub replace: String,
}

/// What an answer wrote, as a question that follows shows it: the source, or the edits where there is none.
pub fn as_tried(source: Option<&str>, edits: &[WrittenEdit]) -> Option<String> {
    let written = || serde_json::to_string(edits).ok().filter(|_| !edits.is_empty());
    source.map(str::to_owned).or_else(written)
}

/// Edits that repair one finding.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct Fix {
    /// The cause of the finding and what the edits change, in two or three sentences.
    pub explanation: String,
    /// The smallest edits that remove the cause; empty if the files shown cannot be repaired.
    pub edits: Vec<WrittenEdit>,
}

/// The edits that an answer's edits are, in order. Some write the classic blocks of search and replace into `search`; where
/// no path stands beside it, the file is the one at `path`.
pub fn edits(written: Vec<WrittenEdit>, path: &str) -> Vec<Edit> {
    let edits = |WrittenEdit { path: own, search, replace }| {
        let path = if own.is_empty() { path.to_owned() } else { own };
        let inside = blocks(&path, &search);
        if inside.is_empty() { vec![Edit { path, search, replace }] } else { inside }
    };
    written.into_iter().flat_map(edits).collect()
}
