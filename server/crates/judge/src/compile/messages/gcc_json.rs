//! GCC's JSON, versions 9 to 14.
//!
//! It knows neither the includes that lead to a place nor the places a template is used from.

use serde::Deserialize;
use serde_json::Value;

use super::model::{ColumnUnit, CompilerMessage, SourcePlace, describe_fix, plain_option, severity_of};

#[derive(Deserialize)]
struct Diagnostic {
    kind: String,
    message: String,
    option: Option<String>,
    #[serde(default)]
    locations: Vec<Location>,
    #[serde(default)]
    fixits: Vec<Fixit>,
    #[serde(default)]
    children: Vec<Value>,
}

/// `start` and `finish` are left out where they are the caret.
#[derive(Deserialize)]
struct Location {
    caret: Point,
    start: Option<Point>,
    finish: Option<Point>,
    label: Option<String>,
}

#[derive(Deserialize)]
struct Point {
    #[serde(default)]
    file: String,
    line: u32,
    #[serde(default)]
    column: u32,
    /// Since version 11; before, `column` counts bytes.
    #[serde(rename = "byte-column")]
    byte_column: Option<u32>,
}

#[derive(Deserialize)]
struct Fixit {
    start: Point,
    next: Point,
    string: String,
}

/// Reads the messages of one array; one that cannot be read is left out.
pub(super) fn parse(diagnostics: &[Value]) -> Vec<CompilerMessage> {
    diagnostics.iter().filter_map(|value| Diagnostic::deserialize(value).ok()).map(message).collect()
}

fn message(diagnostic: Diagnostic) -> CompilerMessage {
    let mut related = Vec::new();
    add_related(&mut related, &diagnostic);
    CompilerMessage {
        severity: severity_of(&diagnostic.kind),
        text: diagnostic.message,
        option: diagnostic.option.as_deref().map(plain_option),
        place: diagnostic.locations.first().map(Location::place),
        related,
        included_from: Vec::new(),
    }
}

/// The other labelled places of a message, its repairs, and its notes with theirs.
fn add_related(related: &mut Vec<(SourcePlace, String)>, diagnostic: &Diagnostic) {
    for location in diagnostic.locations.iter().skip(1) {
        if let Some(label) = &location.label {
            related.push((location.place(), label.clone()));
        }
    }
    related.extend(diagnostic.fixits.iter().map(Fixit::related));
    for note in diagnostic.children.iter().filter_map(|value| Diagnostic::deserialize(value).ok()) {
        if let Some(location) = note.locations.first() {
            related.push((location.place(), note.message.trim().to_owned()));
        }
        add_related(related, &note);
    }
}

impl Location {
    fn place(&self) -> SourcePlace {
        let start = self.start.as_ref().unwrap_or(&self.caret);
        // The finish is the last byte of the range.
        let (end_line, end_column) = match &self.finish {
            Some(finish) => (finish.line, finish.byte_column().saturating_add(1)),
            None => (self.caret.line, self.caret.byte_column()),
        };
        SourcePlace { end_line, end_column, ..start.place() }
    }
}

impl Point {
    fn byte_column(&self) -> u32 {
        self.byte_column.unwrap_or(self.column)
    }

    fn place(&self) -> SourcePlace {
        SourcePlace::point(&self.file, self.line, self.byte_column(), ColumnUnit::Byte)
    }
}

impl Fixit {
    fn related(&self) -> (SourcePlace, String) {
        let (start, next) = (self.start.place(), self.next.place());
        let is_insertion = (start.line, start.column) == (next.line, next.column);
        let place = SourcePlace { end_line: next.line, end_column: next.column, ..start };
        (place, describe_fix(is_insertion, &self.string))
    }
}
