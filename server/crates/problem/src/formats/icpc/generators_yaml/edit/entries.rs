//! Where entries of the file stand in its text, and where new ones go.

use super::super::read::is_test;
use crate::{
    formats::yaml::{self, Node, Value},
    model::AnswerMaker,
    path::RelPath,
    text::{LineIndex, Range},
};

/// The rule of a test, or of several with a count.
pub(super) struct Entry<'n> {
    entry: &'n yaml::Entry,
    /// Where it stands; with the braces of its own, where it has some as an item of a list.
    outer: Range,
    /// It is an item of a list.
    is_item: bool,
    /// The collection that it stands in.
    around: &'n Node,
}

impl<'n> Entry<'n> {
    /// Every rule of the file.
    pub(super) fn all(root: &'n Node) -> Vec<Entry<'n>> {
        let mut found = Vec::new();
        collect(root, &mut found);
        found
    }

    /// The entry whose rule has this place, if there is one and no more.
    pub(super) fn only<'e>(entries: &'e [Entry<'n>], place: Range) -> Option<&'e Entry<'n>> {
        let is_here = |one: &&Entry<'n>| {
            let value = &one.entry.value;
            let command = value.get("generate").map(|node| node.range);
            [Some(one.entry.key_range), Some(value.range), command].contains(&Some(place))
        };
        let mut here = entries.iter().filter(is_here);
        here.next().filter(|_| here.next().is_none())
    }

    /// What is to be taken out of the text with this entry: its lines, or the entry with a comma where several stand in
    /// braces. `None` where something else stands on the same lines.
    pub(super) fn span(&self, text: &str, lines: &LineIndex<'_>) -> Option<(usize, usize)> {
        let (start, end) = (lines.offset(self.outer.start), lines.offset(self.outer.end));
        let end = start + text.get(start..end)?.trim_end().len();
        if is_in_braces(text, lines, self.around) {
            return with_comma(text, start, end);
        }
        let line_start = text[..start].rfind('\n').map_or(0, |at| at + 1);
        let before = text[line_start..start].trim();
        let stands_alone = before == if self.is_item { "-" } else { "" };
        let line_end = text[end..].find('\n').map_or(text.len(), |at| end + at + 1);
        let behind = text[end..line_end].trim();
        (stands_alone && (behind.is_empty() || behind.starts_with('#'))).then_some((line_start, line_end))
    }
}

/// Whether a collection is written in braces or brackets.
pub(super) fn is_in_braces(text: &str, lines: &LineIndex<'_>, collection: &Node) -> bool {
    match &collection.value {
        // A list that is not indented begins, for the parser, with its first item.
        Value::List(items) if !items.is_empty() => {
            !text[..lines.offset(items[0].range.start)].trim_end().ends_with('-')
        }
        _ => text[lines.offset(collection.range.start)..].starts_with(['{', '[']),
    }
}

/// An entry on one line with the comma behind it, or before it where it is the last one.
fn with_comma(text: &str, start: usize, end: usize) -> Option<(usize, usize)> {
    let entry = &text[start..end];
    let behind = text[end..].trim_start_matches([' ', '\t']);
    if entry.contains('\n') {
        return None;
    }
    if let Some(rest) = behind.strip_prefix(',') {
        return Some((start, text.len() - rest.trim_start_matches([' ', '\t']).len()));
    }
    let before = text[..start].trim_end_matches([' ', '\t']);
    Some((before.strip_suffix(',').map_or(start, str::len), end))
}

fn collect<'n>(directory: &'n Node, found: &mut Vec<Entry<'n>>) {
    let Some(around) = directory.get("data") else { return };
    for child in children(directory) {
        let Child { entry, outer, is_item } = child;
        if is_test(&entry.value) {
            found.push(Entry { entry, outer, is_item, around });
        } else {
            collect(&entry.value, found);
        }
    }
}

/// An entry below `data:` of a directory.
struct Child<'n> {
    entry: &'n yaml::Entry,
    outer: Range,
    is_item: bool,
}

/// The entries below `data:` of a directory.
fn children(directory: &Node) -> Vec<Child<'_>> {
    let Some(data) = directory.get("data") else { return Vec::new() };
    match &data.value {
        Value::Map(entries) => {
            let outer = |entry: &yaml::Entry| Range {
                start: entry.key_range.start,
                end: entry.value.range.end.max(entry.key_range.end),
            };
            entries.iter().map(|entry| Child { entry, outer: outer(entry), is_item: false }).collect()
        }
        Value::List(items) => {
            let of_item = |item: &'_ Node| match item.entries() {
                [_] => Some(item.range),
                _ => None,
            };
            let items = items.iter().filter_map(|item| Some((item.entries().first()?, of_item(item)?)));
            items.map(|(entry, outer)| Child { entry, outer, is_item: true }).collect()
        }
        Value::Null | Value::Scalar(_) => Vec::new(),
    }
}

/// The directory that new tests go to.
pub(super) struct Home<'n> {
    /// Its keys from the root of the tests on.
    pub(super) keys: Vec<&'n str>,
    /// The values of the keys that are there: the root, then one for each key.
    pub(super) nodes: Vec<&'n Node>,
}

impl<'n> Home<'n> {
    /// `secret` where it has tests of its own or no groups, else the last group that has tests of its own.
    pub(super) fn find(root: &'n Node) -> Home<'n> {
        let secret = children(root).into_iter().map(|child| child.entry).find(|entry| entry.key == "secret");
        let Some(secret) = secret else { return Home { keys: vec!["secret"], nodes: vec![root] } };
        let mut home = Home { keys: vec!["secret"], nodes: vec![root, &secret.value] };
        if !has_tests(&secret.value) {
            home.descend();
        }
        home
    }

    /// Goes on to the last group below that has tests of its own; stays where there is none.
    fn descend(&mut self) -> bool {
        let Some(here) = self.nodes.last().copied() else { return false };
        for Child { entry, .. } in children(here).into_iter().rev().filter(|child| !is_test(&child.entry.value)) {
            self.keys.push(&entry.key);
            self.nodes.push(&entry.value);
            if has_tests(&entry.value) || self.descend() {
                return true;
            }
            self.keys.pop();
            self.nodes.pop();
        }
        false
    }

    /// Who makes missing answers there.
    pub(super) fn answers_by(&self) -> AnswerMaker {
        let mut maker = AnswerMaker::Main;
        for entry in self.nodes.iter().flat_map(|node| node.entries()).filter(|entry| entry.key == "solution") {
            maker = match entry.value.text().ok().and_then(|text| RelPath::parse(text.trim_start_matches('/'))) {
                Some(path) => AnswerMaker::Solution(path),
                None => AnswerMaker::Nobody,
            };
        }
        maker
    }
}

fn has_tests(directory: &Node) -> bool {
    children(directory).iter().any(|child| is_test(&child.entry.value))
}
