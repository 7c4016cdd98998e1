//! Which rows can be problem folders at all (CCO-3, CCP-14).

use problem::language::Language;

use super::Row;

/// Why a row is not eligible, to be said behind "not eligible because"; `None` for one that is.
pub fn why_not(row: &Row) -> Option<String> {
    let words = row.statement.to_lowercase();
    let reason = if words.trim().is_empty() {
        "it has no statement"
    } else if row.is_function {
        "its solutions are functions, not programs"
    } else if is_interactive(row, &words) {
        "it is interactive, and a row has no interactor"
    } else if let Some(file) = file_of(row) {
        return Some(format!("its solutions read or write the file {file}"));
    } else if needs_images(&words) {
        "its statement needs images"
    } else if row.tags.iter().any(|tag| tag == "*special") {
        "it is a joke or has other rules of its own"
    } else if row.pool(true).next().is_none() {
        "it has no correct solution"
    } else if !row.pool(true).any(|solution| runs(&solution.language)) {
        "none of its correct solutions is in a language that is run here"
    } else {
        return None;
    };
    Some(reason.to_owned())
}

/// Whether programs in a language can be run here.
pub(super) fn runs(language: &Language) -> bool {
    language.is_run()
}

fn is_interactive(row: &Row, words: &str) -> bool {
    let is_heading = |line: &str| line.trim_matches(|one: char| !one.is_alphabetic()) == "interaction";
    row.tags.iter().any(|tag| tag == "interactive")
        || words.contains("interactive problem")
        || words.contains("interactive task")
        || words.lines().any(is_heading)
}

/// The file that solutions read or write, where it is not a standard stream.
fn file_of(row: &Row) -> Option<&str> {
    let is_file = |name: &&str| {
        !matches!(name.to_lowercase().as_str(), "" | "stdin" | "stdout" | "standard input" | "standard output")
    };
    [&row.input_file, &row.output_file].into_iter().flatten().map(|name| name.trim()).find(is_file)
}

/// CodeContests writes `<image>` where a picture or a formula was.
fn needs_images(words: &str) -> bool {
    ["<image>", "<img", "![", "\\includegraphics"].iter().any(|mark| words.contains(mark))
}
