//! TOML by its lines.

use std::ops::Range as Span;

use super::{
    flow::{self, Around},
    tree::{Kind, Tree},
};

/// Reads a text.
pub(super) fn read(tree: &mut Tree<'_>) {
    let text = tree.text;
    let (mut table, mut start, mut read_up_to) = (0, 0, 0);
    for line in text.split('\n') {
        let span = start..start + line.trim_end_matches('\r').len();
        start += line.len() + 1;
        if span.start < read_up_to {
            continue;
        }
        let body = &text[span.clone()];
        let at = span.end - body.trim_start().len();
        if body.trim_start().starts_with('[') {
            table = header(tree, at, span.end);
        } else if !body.trim_start().starts_with('#') {
            read_up_to = entry(tree, table, at, span);
        }
    }
}

/// Reads `[name]`, `[name.inner]` or `[[name]]`; the table that begins.
fn header(tree: &mut Tree<'_>, at: usize, end: usize) -> usize {
    let text = tree.text;
    let is_item = text[at..end].starts_with("[[");
    let from = at + if is_item { 2 } else { 1 };
    let length = text[from..end].find([']', '#']).unwrap_or(end - from);
    let name = text[from..from + length].trim();
    let span = from..from + length;
    if span.start <= tree.offset && tree.offset <= span.end {
        tree.found_header(span.clone(), is_item);
    }
    if is_item {
        return tree.next_table(name, span);
    }
    let (mut table, mut start) = (0, span.start);
    for part in text[span].split('.') {
        tree.add_key(table, part.trim().trim_matches(['"', '\'']), start..start + part.len());
        table = tree.open(table, 0, false);
        start += part.len() + 1;
    }
    table
}

/// Reads `key = value`; where it ends.
fn entry(tree: &mut Tree<'_>, table: usize, at: usize, line: Span<usize>) -> usize {
    let text = tree.text;
    let offset = tree.offset;
    let rest = &text[at..line.end];
    let sign = rest.find('=').map(|length| at + length);
    let key = at..at + text[at..sign.unwrap_or(line.end)].trim_end().len();
    let is_here = if key.is_empty() {
        line.start <= offset && offset <= line.end
    } else {
        key.start <= offset && offset <= key.end
    };
    if !key.is_empty() {
        tree.add_key(table, text[key.clone()].trim_matches(['"', '\'']), key.clone());
    }
    if is_here {
        let span = if key.is_empty() { offset..offset } else { key };
        tree.found_key(table, span, false, sign.is_some());
    }
    let Some(sign) = sign else { return line.end };
    let value = text[sign + 1..line.end].trim_start();
    let from = line.end - value.len();
    if value.starts_with(['{', '[']) {
        return flow::read(tree, from, Some(table), Around::Toml).max(line.end);
    }
    if let Some(quotes) = ["\"\"\"", "'''"].into_iter().find(|quotes| value.starts_with(quotes)) {
        // A text of several lines.
        let inside = from + quotes.len();
        return text[inside..].find(quotes).map_or(text.len(), |length| inside + length + quotes.len()).max(line.end);
    }
    let (span, is_quoted) = match value.starts_with(['"', '\'']) {
        true => (flow::quoted(text, from).1, true),
        false => {
            let length = value.find('#').unwrap_or(value.len());
            (from..from + value[..length].trim_end().len(), false)
        }
    };
    if span.is_empty() && !is_quoted {
        if sign < offset && offset <= from {
            tree.found_value(table, Kind::Value, offset..offset, false);
        }
    } else if span.start <= offset && offset <= span.end {
        tree.found_value(table, Kind::Value, span, is_quoted);
    }
    line.end
}
