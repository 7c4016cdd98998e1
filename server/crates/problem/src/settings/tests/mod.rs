//! Tests of the settings.

mod applying;
mod llm;
mod pages;
mod parsing;

use std::fmt::Write as _;

use super::{FolderSettings, parse};
use crate::{finding::Finding, path::RelPath};

fn settings_path() -> RelPath {
    RelPath::parse("touchstone.toml").unwrap()
}

fn parsed(text: &str) -> (FolderSettings, Vec<Finding>) {
    parse(&settings_path(), text)
}

fn show(findings: &[Finding]) -> String {
    let mut shown = String::new();
    for finding in findings {
        let place = finding.place.as_ref().map_or_else(
            || "-".to_owned(),
            |place| {
                let (start, end) = (place.range.start, place.range.end);
                format!("{} {}:{}-{}:{}", place.path, start.line, start.character, end.line, end.character)
            },
        );
        writeln!(shown, "{place} {:?} {}: {}", finding.severity, finding.code, finding.message).unwrap();
    }
    shown
}
