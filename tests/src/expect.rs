//! Comparing with what is written down. `UPDATE_EXPECT=1` writes down what was found instead.

use std::{env, fs, path::Path};

use imara_diff::{Algorithm, BasicLineDiffPrinter, Diff, InternedInput, UnifiedDiffConfig};

/// Whether what is written down is to be replaced.
pub fn is_updating() -> bool {
    env::var_os("UPDATE_EXPECT").is_some_and(|value| value == "1")
}

/// Compares a text with a file of the package.
pub fn file(path: &Path, found: &str) {
    let written = fs::read_to_string(path).unwrap_or_default();
    if written == found {
        return;
    }
    if is_updating() {
        fs::write(path, found).expect("the file can be written");
        return;
    }
    panic!("{} says otherwise (set UPDATE_EXPECT=1 to replace it):\n{}", path.display(), difference(&written, found));
}

/// Compares two texts.
pub fn same(what: &str, expected: &str, found: &str) {
    assert!(expected == found, "{what}:\n{}", difference(expected, found));
}

/// The lines that differ, with a few around them.
pub fn difference(expected: &str, found: &str) -> String {
    let input = InternedInput::new(expected, found);
    let mut diff = Diff::compute(Algorithm::Myers, &input);
    diff.postprocess_lines(&input);
    let lines = BasicLineDiffPrinter(&input.interner);
    format!("--- expected\n+++ found\n{}", diff.unified_diff(&lines, UnifiedDiffConfig::default(), &input))
}
