//! New entries, written as the ones around them are.

use super::{
    NewRule, Rule, RuleBody,
    entries::{Home, is_in_braces},
};
use crate::{
    formats::yaml::{Node, Value},
    path::RelPath,
    text::LineIndex,
};

/// The text with new tests behind the last entry of a directory; `None` where that cannot be done by adding alone.
pub(super) fn added(text: &str, home: &Home<'_>, new: &[NewRule]) -> Option<String> {
    let page = Page::new(text);
    let directory = home.nodes.last()?;
    // What is missing above the tests: the key of the directory, and its `data:`.
    let missing: Vec<&str> = home.keys.iter().copied().skip(home.nodes.len() - 1).collect();
    let data = directory.entries().iter().find(|entry| entry.key == "data");
    match (missing.as_slice(), data) {
        ([], Some(data)) if !data.value.is_null() => page.added_to_collection(&data.value, new),
        ([], Some(data)) => page.below_key(data.key_range.start, data.value.range, &[], new),
        ([], None) if directory.is_null() => None,
        ([], None) => page.behind_last_key(directory, &["data"], new),
        ([key], Some(data)) => page.behind_last_key(&data.value, &[key, "data"], new),
        _ => None,
    }
}

struct Page<'a> {
    text: &'a str,
    lines: LineIndex<'a>,
    line_end: &'static str,
}

impl<'a> Page<'a> {
    fn new(text: &'a str) -> Page<'a> {
        let line_end = if text.contains("\r\n") { "\r\n" } else { "\n" };
        Page { text, lines: LineIndex::new(text), line_end }
    }

    fn added_to_collection(&self, collection: &Node, new: &[NewRule]) -> Option<String> {
        if is_in_braces(self.text, &self.lines, collection) {
            return self.added_in_braces(collection, new);
        }
        match &collection.value {
            Value::Map(entries) => {
                let (first, last) = (entries.first()?, entries.last()?);
                let column = self.column_of_block(self.lines.offset(first.key_range.start), "")?;
                let end = self.lines.offset(last.value.range.end.max(last.key_range.end));
                Some(self.with_lines_behind(end, &block(new, column, false)))
            }
            Value::List(items) => {
                let (first, last) = (items.first()?, items.last()?);
                let column = self.column_of_block(self.lines.offset(first.range.start), "-")?;
                Some(self.with_lines_behind(self.lines.offset(last.range.end), &block(new, column, true)))
            }
            Value::Null | Value::Scalar(_) => None,
        }
    }

    /// The column in which the entries of a block begin, by the first of them; `None` where something other than `dash`
    /// stands before it.
    fn column_of_block(&self, first: usize, dash: &str) -> Option<usize> {
        let line_start = self.text[..first].rfind('\n').map_or(0, |at| at + 1);
        let before = &self.text[line_start..first];
        let indentation = before.len() - before.trim_start_matches(' ').len();
        (before.trim() == dash).then_some(indentation)
    }

    /// Lines behind the one in which something ends.
    fn with_lines_behind(&self, end: usize, new: &str) -> String {
        // The end of a text of several lines is where the next thing begins.
        let end = self.text[..end].trim_end().len();
        let behind = self.text[end..].find('\n').map_or(self.text.len(), |at| end + at + 1);
        let (before, rest) = self.text.split_at(behind);
        let gap = if before.ends_with('\n') { "" } else { self.line_end };
        format!("{before}{gap}{}{rest}", new.replace('\n', self.line_end))
    }

    fn added_in_braces(&self, collection: &Node, new: &[NewRule]) -> Option<String> {
        let is_list = matches!(collection.value, Value::List(_));
        let last = match &collection.value {
            Value::Map(entries) => entries.last().map(|entry| entry.value.range.end.max(entry.key_range.end)),
            Value::List(items) => items.last().map(|item| item.range.end),
            Value::Null | Value::Scalar(_) => return None,
        };
        let at = match last {
            Some(last) => self.lines.offset(last),
            None => self.lines.offset(collection.range.start) + 1,
        };
        let entries: Vec<String> = new.iter().map(|rule| entry_in_braces(rule, is_list)).collect();
        let (before, rest) = self.text.split_at(at);
        Some(format!("{before}{}{}{rest}", if last.is_some() { ", " } else { "" }, entries.join(", ")))
    }

    /// A block below a key that has nothing behind its colon.
    fn below_key(
        &self,
        key: crate::text::Position,
        value: crate::text::Range,
        keys: &[&str],
        new: &[NewRule],
    ) -> Option<String> {
        let start = self.lines.offset(key);
        let written = self.text.get(self.lines.offset(value.start)..self.lines.offset(value.end))?;
        let column = self.column_of_block(start, "")?;
        let lines = below(keys, new, column + STEP);
        let end = start + self.text[start..].find(':')? + 1;
        written.trim().is_empty().then(|| self.with_lines_behind(end, &lines))
    }

    /// Further keys behind the last one of a map.
    fn behind_last_key(&self, map: &Node, keys: &[&str], new: &[NewRule]) -> Option<String> {
        let (first, last) = (map.entries().first()?, map.entries().last()?);
        if is_in_braces(self.text, &self.lines, map) {
            return None;
        }
        let column = self.column_of_block(self.lines.offset(first.key_range.start), "")?;
        let end = self.lines.offset(last.value.range.end.max(last.key_range.end));
        Some(self.with_lines_behind(end, &below(keys, new, column)))
    }
}

/// How much further what belongs to a key is indented.
const STEP: usize = 2;

/// Rules below keys, each of which is indented further than the one before.
fn below(keys: &[&str], new: &[NewRule], column: usize) -> String {
    let key = |(depth, key): (usize, &&str)| format!("{:1$}{key}:\n", "", column + depth * STEP);
    let heads: String = keys.iter().enumerate().map(key).collect();
    heads + &block(new, column + keys.len() * STEP, false)
}

/// Rules on lines of their own.
fn block(new: &[NewRule], column: usize, is_list: bool) -> String {
    new.iter().map(|rule| entry(rule, column, is_list)).collect()
}

fn entry(rule: &NewRule, column: usize, is_list: bool) -> String {
    let dash = if is_list { "- " } else { "" };
    let head = format!("{:column$}{dash}{}:", "", rule.name);
    let is_long = |text: &String| text.trim_end_matches('\n').contains('\n') && is_literal(text);
    match &rule.body {
        RuleBody::Inline { input, answer } if is_long(input) || answer.as_ref().is_some_and(is_long) => {
            let column = column + dash.len() + STEP;
            let one = |key: &str, text: &String| {
                if !is_long(text) {
                    return format!("{:column$}{key}: {}\n", "", quoted(text));
                }
                let lines = text.lines().map(|line| {
                    if line.is_empty() { "\n".to_owned() } else { format!("{:1$}{line}\n", "", column + STEP) }
                });
                format!("{:column$}{key}: |\n{}", "", lines.collect::<String>())
            };
            let answer = answer.as_ref().map(|answer| one("ans", answer)).unwrap_or_default();
            format!("{head}\n{}{answer}", one("in", input))
        }
        body => format!("{head} {}\n", value(body, false)),
    }
}

fn entry_in_braces(rule: &NewRule, is_list: bool) -> String {
    let entry = format!("{}: {}", rule.name, value(&rule.body, true));
    if is_list { format!("{{{entry}}}") } else { entry }
}

/// An entry on one line, for people.
pub(super) fn line(rule: &NewRule) -> String {
    format!("{}: {}", rule.name, value(&rule.body, false))
}

/// What stands behind the name, on one line.
fn value(body: &RuleBody, is_in_braces: bool) -> String {
    match body {
        RuleBody::Command(command) if is_plain(command) && !(is_in_braces && command.contains(',')) => command.clone(),
        RuleBody::Command(command) => single_quoted(command),
        RuleBody::Inline { input, answer } => {
            let answer = answer.as_ref().map(|answer| format!(", ans: {}", quoted(answer))).unwrap_or_default();
            format!("{{in: {}{answer}}}", quoted(input))
        }
        RuleBody::Copy(path) => {
            format!("{{copy: {}}}", if is_plain(path) { path.clone() } else { single_quoted(path) })
        }
    }
}

/// Whether a text is read as it stands, as a text.
fn is_plain(text: &str) -> bool {
    let is_harmless = |one: char| one.is_ascii_alphanumeric() || "_./ =+-,".contains(one);
    text.starts_with(|first: char| first.is_ascii_alphabetic())
        && text.chars().all(is_harmless)
        && text.trim() == text
        && text.contains(['.', ' ', '/'])
}

/// Whether lines can stand below `|` as they are.
fn is_literal(text: &str) -> bool {
    let is_printable = |one: char| one == '\n' || one == ' ' || one.is_ascii_graphic();
    // Blank lines at the end are no part of such a text for those who take it out again.
    let end = &text[text.trim_end().len()..];
    text.chars().all(is_printable)
        && end.matches('\n').count() == 1
        && end.ends_with('\n')
        && !text.starts_with([' ', '\n'])
}

/// A text that ends in a line end, which the reader adds by itself.
fn quoted(text: &str) -> String {
    let content = text.strip_suffix('\n').filter(|content| !content.is_empty() && !content.ends_with('\n'));
    let content = content.unwrap_or(text);
    if content.chars().all(|one| one == ' ' || one.is_ascii_graphic()) {
        return single_quoted(content);
    }
    let escaped = |one: char| match one {
        '\n' => "\\n".to_owned(),
        '\t' => "\\t".to_owned(),
        '\r' => "\\r".to_owned(),
        '"' | '\\' => format!("\\{one}"),
        one if one.is_control() => format!("\\u{:04x}", u32::from(one)),
        one => one.to_string(),
    };
    format!("\"{}\"", content.chars().map(escaped).collect::<String>())
}

fn single_quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}

/// Whether a rule that was read is what a new one is meant to say.
pub(super) fn says(rule: &Rule, new: &NewRule) -> bool {
    let text = |key: &str| rule.texts.get(key).map(AsRef::as_ref);
    let command = rule.command.as_ref().map(|command| command.text.as_str());
    match &new.body {
        RuleBody::Command(written) => command == Some(written) && rule.copy.is_none(),
        RuleBody::Inline { input, answer } => {
            command.is_none() && text("in") == Some(input) && text("ans") == answer.as_deref()
        }
        RuleBody::Copy(path) => rule.copy == RelPath::parse(&format!("generators/{path}")) && command.is_none(),
    }
}
