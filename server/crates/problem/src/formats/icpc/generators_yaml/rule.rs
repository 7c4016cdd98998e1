//! One test: what its key and value say of what makes it.

use std::{collections::BTreeMap, sync::Arc};

use super::{
    DIRECTORY_KEYS, INHERITED_KEYS, NOTES, Pattern, Rule, TEST_KEYS,
    command::{self, Surroundings},
    read::{FirstOfWork, Inherited, Reader, below_data, is_name},
};
use crate::{
    formats::yaml::{Complaint, Node, Value},
    path::RelPath,
    text::Range,
};

/// Where and as what a test is written; one of several where a rule has a count.
pub(super) struct Entry<'n> {
    /// The directory, below `data/`.
    pub(super) directory: &'n str,
    pub(super) name: String,
    pub(super) key_range: Range,
    pub(super) node: &'n Node,
    /// Its number among those of the rule.
    pub(super) count: i64,
    pub(super) has_count: bool,
}

/// Reads a test; `None` when it cannot be made, after a complaint.
pub(super) fn read(reader: &mut Reader<'_>, entry: &Entry<'_>, above: &Inherited) -> Option<Rule> {
    let n_remarks = reader.rules.remarks.len();
    let rule = read_one(reader, entry, above).map_err(|complaint| reader.error(complaint)).ok();
    if entry.has_count && !is_first(entry) {
        // The same was said of the first.
        reader.rules.remarks.truncate(n_remarks);
    }
    let mut rule = rule?;
    note_repetition(reader, entry, &mut rule);
    Some(rule)
}

fn is_first(entry: &Entry<'_>) -> bool {
    let numbers = entry.node.get("count").map(super::count::numbers);
    numbers.and_then(Result::ok).is_none_or(|numbers| numbers.first() == Some(&entry.count))
}

fn read_one(reader: &mut Reader<'_>, entry: &Entry<'_>, above: &Inherited) -> Result<Rule, Complaint> {
    let name = &entry.name;
    if !is_name(&format!("{name}.in")) || name == "test_group" {
        let message = format!("`{name}` cannot be the name of a test; use letters, digits, `-`, `_` and `.`");
        return Err(Complaint::new(entry.key_range, message));
    }
    let mut rule = Rule {
        path: format!("{}/{name}", entry.directory),
        range: entry.key_range,
        command: None,
        copy: None,
        texts: BTreeMap::new(),
        answers_by: above.answers_by.clone(),
        patterns: Vec::new(),
        number: entry.has_count.then_some(entry.count),
        included: None,
    };
    let around = |inherited: &Inherited| (inherited.salt.clone(), inherited.attempts);
    let (command, inherited) = match &entry.node.value {
        Value::Scalar(text) if text.ends_with(".in") => {
            let message = "a file is copied with the key `copy`, and named without `.in`".to_owned();
            reader.warn(entry.node.range, message);
            rule.copy = Some(source(entry.node, text.trim_end_matches(".in"))?);
            (None, above.clone())
        }
        Value::Scalar(_) => (Some(entry.node), above.clone()),
        Value::Map(_) => {
            reader.unknown_keys(entry.node, &[&TEST_KEYS, &NOTES, &INHERITED_KEYS, &DIRECTORY_KEYS]);
            reserved_keys(entry.node)?;
            rule.copy = entry.node.get("copy").map(|node| source(node, node.text()?)).transpose()?;
            contents(reader, entry.node, &mut rule)?;
            rule.patterns = patterns(entry.node)?;
            let inherited = reader.inherited(entry.node, above);
            (entry.node.get("generate"), inherited)
        }
        Value::Null | Value::List(_) => {
            return Err(Complaint::new(entry.key_range, "nothing makes this test; write a command behind its name"));
        }
    };
    rule.answers_by = inherited.answers_by.clone();
    if let Some(node) = command {
        let (salt, attempts) = around(&inherited);
        let (constants, count, has_count) = (reader.constants, entry.count, entry.has_count);
        let around = Surroundings { constants, salt: &salt, attempts, count, has_count };
        let command = command::parse(node.text()?, &around);
        rule.command = Some(command.map_err(|message| Complaint::new(node.range, message))?);
        rule.range = node.range;
    }
    let has_input = rule.command.is_some() || rule.copy.is_some() || rule.texts.contains_key("in");
    let is_for_people = ["in.statement", "interaction"].iter().any(|key| entry.node.get(key).is_some());
    if !has_input && !is_for_people {
        let message = "nothing makes the input of this test; add `generate`, `copy` or `in`";
        return Err(Complaint::new(entry.key_range, message));
    }
    Ok(rule)
}

/// Keys of directories have no meaning in a test, but for BAPCtools it is broken with them.
fn reserved_keys(node: &Node) -> Result<(), Complaint> {
    match node.entries().iter().find(|entry| DIRECTORY_KEYS.contains(&entry.key.as_str())) {
        Some(entry) => {
            let message = format!("this is a test, and `{}` belongs to directories", entry.key);
            Err(Complaint::new(entry.key_range, message))
        }
        None => Ok(()),
    }
}

/// The files that a test is copied from, without their extension.
fn source(node: &Node, written: &str) -> Result<RelPath, Complaint> {
    let path = if written.starts_with('/') { None } else { RelPath::parse(&format!("generators/{written}")) };
    path.ok_or_else(|| Complaint::new(node.range, "the file is to lie in generators/; name it from there"))
}

/// What is written in the rule itself.
fn contents(reader: &mut Reader<'_>, node: &Node, rule: &mut Rule) -> Result<(), Complaint> {
    for key in ["in", "ans", "out"] {
        if let Some(text) = node.get(key) {
            let text = text.text()?;
            let end = if text.is_empty() || text.ends_with('\n') { "" } else { "\n" };
            rule.texts.insert(key, Arc::from(format!("{text}{end}")));
        }
    }
    if let (Some(settings), Some(at)) = (node.get("yaml"), below_data(&format!("{}.yaml", rule.path))) {
        let settings = match &settings.value {
            Value::Scalar(text) => crate::formats::yaml::Document::parse(text).root.at(settings.range),
            Value::Null | Value::List(_) | Value::Map(_) => settings.clone(),
        };
        reader.rules.settings.insert(at, settings);
    }
    Ok(())
}

/// `match: EXPRESSION`, a list of them, or such a list for each of `in` and `ans`.
fn patterns(node: &Node) -> Result<Vec<Pattern>, Complaint> {
    let Some(node) = node.get("match") else { return Ok(Vec::new()) };
    let lists = match &node.value {
        Value::Map(_) => [("in", false), ("ans", true)].map(|(key, of_answer)| (node.get(key), of_answer)),
        Value::Null | Value::Scalar(_) | Value::List(_) => [(Some(node), false), (None, true)],
    };
    let mut patterns = Vec::new();
    for (list, of_answer) in lists {
        let nodes: Vec<&Node> = match list.map(|list| &list.value) {
            Some(Value::List(items)) => items.iter().collect(),
            Some(_) => list.into_iter().collect(),
            None => Vec::new(),
        };
        for node in nodes {
            patterns.push(Pattern { text: node.text()?.to_owned(), of_answer, range: node.range });
        }
    }
    Ok(patterns)
}

/// Says when a rule does what another one does, unless its count asks for that.
fn note_repetition(reader: &mut Reader<'_>, entry: &Entry<'_>, rule: &mut Rule) {
    let command = rule.command.as_ref();
    let copy = rule.copy.as_ref().map(RelPath::as_str);
    let work = format!("{:?} {copy:?} {:?}", command.map(|command| &command.text), rule.texts);
    let is_meant = entry.has_count && command.is_none_or(|command| command.seed_at.is_none());
    let first = reader.by_work.entry(work).or_insert_with(|| FirstOfWork {
        path: rule.path.clone(),
        key_range: entry.key_range,
        answers_by: rule.answers_by.clone(),
    });
    let is_meant = is_meant && first.key_range == entry.key_range;
    rule.answers_by = first.answers_by.clone();
    if first.path != rule.path && !is_meant {
        let message = format!("this does the same as the rule of {}; change a value, or write `count`", first.path);
        reader.repeated(rule.range, message);
    }
}
