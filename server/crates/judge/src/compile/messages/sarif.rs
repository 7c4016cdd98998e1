//! SARIF 2.1.0 as GCC writes it since version 13. Section numbers are those of the standard.
//!
//! GCC says nothing of its columns and counts them as in its text; since version 15 it relates a location to the
//! `#include` it comes from.

use serde::Deserialize;
use serde_json::Value;

use super::model::{
    ColumnUnit, CompilerMessage, MessageSeverity, SourcePlace, describe_fix, plain_option, severity_of,
};

/// §3.14.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Run {
    #[serde(default)]
    tool: Value,
    column_kind: Option<String>,
    #[serde(default)]
    results: Vec<Value>,
    #[serde(default)]
    invocations: Vec<Invocation>,
}

/// §3.20. A compiler that breaks down says so here.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Invocation {
    #[serde(default)]
    tool_execution_notifications: Vec<Value>,
}

/// §3.27, and §3.58 for a notification.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct SarifResult {
    #[serde(default)]
    rule_id: String,
    level: Option<String>,
    message: Message,
    #[serde(default)]
    locations: Vec<Location>,
    #[serde(default)]
    related_locations: Vec<Location>,
    #[serde(default)]
    fixes: Vec<Fix>,
}

/// §3.11.
#[derive(Deserialize)]
struct Message {
    #[serde(default)]
    text: String,
}

/// §3.28.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Location {
    id: Option<i64>,
    physical_location: Option<PhysicalLocation>,
    message: Option<Message>,
    #[serde(default)]
    relationships: Vec<Relationship>,
}

/// §3.34.
#[derive(Deserialize)]
struct Relationship {
    target: i64,
    #[serde(default)]
    kinds: Vec<String>,
}

/// §3.29.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct PhysicalLocation {
    artifact_location: ArtifactLocation,
    region: Option<Region>,
}

/// §3.4.
#[derive(Deserialize)]
struct ArtifactLocation {
    #[serde(default)]
    uri: String,
}

/// §3.30. `endColumn` is the column after the last; a column that is left out stands for the whole line.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Region {
    start_line: u32,
    #[serde(default)]
    start_column: u32,
    end_line: Option<u32>,
    end_column: Option<u32>,
}

/// §3.55.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Fix {
    artifact_changes: Vec<ArtifactChange>,
}

/// §3.56.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ArtifactChange {
    artifact_location: ArtifactLocation,
    replacements: Vec<Replacement>,
}

/// §3.57.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Replacement {
    deleted_region: Region,
    inserted_content: Option<Message>,
}

/// Reads the messages of a log; a result that cannot be read is left out.
pub(super) fn parse(log: &Value) -> Vec<CompilerMessage> {
    let runs = log.get("runs").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    runs.iter().filter_map(|run| Run::deserialize(run).ok()).flat_map(|run| run_messages(&run)).collect()
}

fn run_messages(run: &Run) -> Vec<CompilerMessage> {
    let unit = column_unit(run);
    let notifications = run.invocations.iter().flat_map(|invocation| &invocation.tool_execution_notifications);
    let results = run.results.iter().chain(notifications).filter_map(|value| SarifResult::deserialize(value).ok());
    results.map(|result| message(&result, unit)).collect()
}

/// GCC does not say `columnKind` and does not mean what the standard then assumes (§3.14.17).
fn column_unit(run: &Run) -> ColumnUnit {
    let is_gcc = run.tool.pointer("/driver/name").and_then(Value::as_str).is_some_and(|name| name.contains("GNU"));
    match run.column_kind.as_deref() {
        Some("unicodeCodePoints") => ColumnUnit::CodePoint,
        Some(_) => ColumnUnit::Utf16,
        None if is_gcc => ColumnUnit::Display,
        None => ColumnUnit::Utf16,
    }
}

fn message(result: &SarifResult, unit: ColumnUnit) -> CompilerMessage {
    let location = result.locations.first();
    let notes = result.related_locations.iter().filter_map(|related| {
        let note = related.message.as_ref()?;
        Some((related.place(unit)?, note.plain().trim().to_owned()))
    });
    CompilerMessage {
        severity: severity(result),
        text: result.message.plain(),
        option: result.rule_id.starts_with('-').then(|| plain_option(&result.rule_id)),
        place: location.and_then(|location| location.place(unit)),
        related: repairs(result, unit).into_iter().chain(notes).collect(),
        included_from: location.map_or_else(Vec::new, |location| includes(result, location, unit)),
    }
}

/// A fatal error has no level, only a rule that is called so.
fn severity(result: &SarifResult) -> MessageSeverity {
    match result.level.as_deref() {
        Some("error") => MessageSeverity::Error,
        Some("note" | "none") => MessageSeverity::Note,
        Some(_) => MessageSeverity::Warning,
        None if result.rule_id.starts_with('-') => MessageSeverity::Warning,
        None => severity_of(&result.rule_id),
    }
}

/// Goes from a location to the `#include` it comes from, and on from there.
fn includes(result: &SarifResult, location: &Location, unit: ColumnUnit) -> Vec<SourcePlace> {
    let mut chain = Vec::new();
    let mut inner = location;
    // A chain is no longer than there are locations; a log that goes in a circle ends too.
    for _ in &result.related_locations {
        let is_include = |relationship: &&Relationship| relationship.kinds.iter().any(|kind| kind == "isIncludedBy");
        let Some(target) = inner.relationships.iter().find(is_include).map(|relationship| relationship.target) else {
            break;
        };
        let Some(outer) = result.related_locations.iter().find(|related| related.id == Some(target)) else {
            break;
        };
        chain.extend(outer.place(unit));
        inner = outer;
    }
    chain
}

fn repairs(result: &SarifResult, unit: ColumnUnit) -> Vec<(SourcePlace, String)> {
    let changes = result.fixes.iter().flat_map(|fix| &fix.artifact_changes);
    changes
        .flat_map(|change| change.replacements.iter().map(move |replacement| change.repair(replacement, unit)))
        .collect()
}

impl ArtifactChange {
    fn repair(&self, replacement: &Replacement, unit: ColumnUnit) -> (SourcePlace, String) {
        let place = replacement.deleted_region.place(&self.artifact_location.uri, unit);
        let is_insertion = (place.line, place.column) == (place.end_line, place.end_column);
        let content = replacement.inserted_content.as_ref().map_or("", |content| content.text.as_str());
        (place, describe_fix(is_insertion, content))
    }
}

impl Location {
    /// A region of one column is a point: GCC always gives an end.
    fn place(&self, unit: ColumnUnit) -> Option<SourcePlace> {
        let physical = self.physical_location.as_ref()?;
        let mut place = physical.region.as_ref()?.place(&physical.artifact_location.uri, unit);
        if (place.end_line, place.end_column) == (place.line, place.column.saturating_add(1)) {
            place.end_column = place.column;
        }
        Some(place)
    }
}

impl Region {
    fn place(&self, uri: &str, unit: ColumnUnit) -> SourcePlace {
        let file = uri.strip_prefix("file://").unwrap_or(uri);
        let start = SourcePlace::point(file, self.start_line, self.start_column, unit);
        let end_line = self.end_line.unwrap_or(self.start_line);
        let end_column = self.end_column.unwrap_or(self.start_column);
        SourcePlace { end_line, end_column, ..start }
    }
}

impl Message {
    /// Braces are doubled in a message (§3.11.5). GCC does so since version 15; single ones show that it did not.
    fn plain(&self) -> String {
        let is_doubled = !self.text.replace("{{", "").replace("}}", "").contains(['{', '}']);
        if is_doubled { self.text.replace("{{", "{").replace("}}", "}") } else { self.text.clone() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_a_compiler_says_that_breaks_down() {
        let log = serde_json::json!({"runs": [{
            "tool": {"driver": {"name": "GNU C++17"}},
            "invocations": [{"toolExecutionNotifications": [{
                "locations": [{"physicalLocation": {
                    "artifactLocation": {"uri": "a.cpp"}, "region": {"startLine": 3}}}],
                "message": {"text": "Segmentation fault"},
                "level": "error",
            }]}],
            "results": [{"no message": 1}],
        }]});
        let messages = parse(&log);
        assert_eq!(messages.len(), 1);
        assert_eq!(messages[0].place, Some(SourcePlace { unit: ColumnUnit::Display, ..SourcePlace::line("a.cpp", 3) }));
    }

    #[test]
    fn braces_are_doubled_or_not() {
        let plain = |text: &str| Message { text: text.to_owned() }.plain();
        assert_eq!(plain("before '}}' and '{{'"), "before '}' and '{'");
        assert_eq!(plain("before '}' token"), "before '}' token");
    }
}
