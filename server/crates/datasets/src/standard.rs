//! Standard checkers by their sources, since other readers of rows know no names.

use checkers::Standard;
use include_dir::{Dir, include_dir};

static CHECKERS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../../testlib/checkers");

/// The source of a standard checker.
pub fn source_of(standard: Standard) -> Option<&'static str> {
    CHECKERS.get_file(format!("{}.cpp", standard.name()))?.contents_utf8()
}

/// The standard checker that a text is the name or the source of.
pub(super) fn standard_of(text: &str) -> Option<Standard> {
    let is_it = |standard: &Standard| source_of(*standard).is_some_and(|source| source.trim() == text.trim());
    Standard::from_name(text.trim()).or_else(|| Standard::ALL.into_iter().find(is_it))
}
