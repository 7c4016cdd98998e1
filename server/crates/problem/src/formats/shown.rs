//! What tests of several readers print of a problem.

use std::fmt::Write as _;

use crate::{model::Problem, text::Range};

/// The findings, one a line: code, place, words.
pub(super) fn findings(problem: &Problem) -> String {
    let mut out = String::new();
    for finding in &problem.findings {
        let place = finding.place.as_ref().map_or("-".to_owned(), |place| {
            let Range { start, end } = place.range;
            format!("{}:{}:{}-{}:{}", place.path, start.line, start.character, end.line, end.character)
        });
        writeln!(out, "! {} {place} {}", finding.code, finding.message).unwrap();
    }
    out
}

/// The lines of a print that begin with one of the words.
pub(super) fn lines_with(dump: &str, words: &[&str]) -> String {
    let lines = dump.lines().filter(|line| words.iter().any(|word| line.starts_with(word)));
    lines.map(|line| format!("{line}\n")).collect()
}
