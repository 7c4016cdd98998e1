//! A rule of `touchstone.toml` that is added to its text.

use std::ops::Range;

use crate::{path::RelPath, text};

/// The patterns that mean one path and no other: as it is, which for a file of the root means every file of its name, and tied
/// to the root.
pub fn patterns_of(path: &RelPath) -> [String; 2] {
    let escaped: String = path
        .as_str()
        .chars()
        .map(|one| if "*?[]{}!".contains(one) { format!("[{one}]") } else { one.to_string() })
        .collect();
    [escaped.clone(), format!("/{escaped}")]
}

/// Where a new rule goes in a text, as an offset in bytes, and what has to be inserted there: a pattern and its value, written
/// as in TOML, at the end of a table, which is made where there is none.
pub fn new_rule(text: &str, table: &str, pattern: &str, value: &str) -> (usize, String) {
    let end = text::line_end(text);
    let rule = format!("\"{}\" = {value}{end}", pattern.replace('\\', "\\\\").replace('"', "\\\""));
    let (offset, new) = match end_of_table(text, table) {
        Some(lines) => (lines.end, rule),
        None if text.is_empty() => (0, format!("[{table}]{end}{rule}")),
        None => (text.len(), format!("{end}[{table}]{end}{rule}")),
    };
    let is_open = offset > 0 && !text[..offset].ends_with('\n');
    let break_before = if is_open { end } else { "" };
    (offset, format!("{break_before}{new}"))
}

/// The lines from a table's header to the last one that says something.
fn end_of_table(text: &str, name: &str) -> Option<Range<usize>> {
    let mut table: Option<Range<usize>> = None;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let start = at;
        at += line.len();
        let said = line.split('#').next().unwrap_or("").trim();
        match &mut table {
            None if said.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).map(str::trim) == Some(name) => {
                table = Some(start..at);
            }
            None => {}
            Some(_) if is_header(said) => break,
            Some(table) if !said.is_empty() => table.end = at,
            Some(_) => {}
        }
    }
    table
}

/// Whether a line opens a table, and does not go on with a list.
fn is_header(said: &str) -> bool {
    said.starts_with('[') && said.ends_with(']') && !said.contains(['"', '\'', ','])
        || said.starts_with("[[")
        || said.starts_with('[') && said.contains('.')
}
