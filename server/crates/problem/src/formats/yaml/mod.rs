//! YAML files with the place of every value, so that findings stand at their line.
//!
//! Invariant: any text gives a document and never a panic. A text that breaks off in the middle gives what stands
//! before the break, and a complaint.

mod builder;

use crate::{
    finding::{Code, Finding, Severity},
    path::RelPath,
    settings::suggest::nearest,
    text::{Place, Range},
};

/// What a YAML file holds: its first document.
#[derive(Clone, Debug)]
pub(crate) struct Document {
    /// The top-level value; null for an empty file.
    pub(crate) root: Node,
    /// What is wrong with it, in text order.
    pub(crate) complaints: Vec<Complaint>,
}

/// A value and where it stands.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    /// Where it stands.
    pub(crate) range: Range,
    /// What it is.
    pub(crate) value: Value,
}

/// The kinds of values. Numbers, booleans and texts are told apart by who reads them.
#[derive(Clone, Debug)]
pub(crate) enum Value {
    /// Nothing, `~` or `null`.
    Null,
    /// A number, a boolean or a text, as written but without quotes and escapes.
    Scalar(String),
    /// `- a` or `[a]`
    List(Vec<Node>),
    /// `a: b` or `{a: b}`
    Map(Vec<Entry>),
}

/// A key of a map and its value.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    /// The key; empty when it is no scalar.
    pub(crate) key: String,
    /// Where the key stands.
    pub(crate) key_range: Range,
    /// Its value.
    pub(crate) value: Node,
}

/// Something wrong at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Complaint {
    /// Where.
    pub(crate) range: Range,
    /// One sentence without a final dot.
    pub(crate) message: String,
}

impl Complaint {
    /// From parts.
    pub(crate) fn new(range: Range, message: impl Into<String>) -> Complaint {
        Complaint { range, message: message.into() }
    }

    /// The finding `manifest-broken` in the file `path`.
    pub(crate) fn finding(self, path: &RelPath) -> Finding {
        Finding::at(Code::ManifestBroken, Place { path: path.clone(), range: self.range }, self.message)
    }
}

impl Document {
    /// Reads a text.
    pub(crate) fn parse(text: &str) -> Document {
        builder::parse(text)
    }
}

impl Node {
    /// The value of a key; `None` when this is no map, has no such key, or has nothing there. The last of several
    /// equal keys counts.
    pub(crate) fn get(&self, key: &str) -> Option<&Node> {
        let entry = self.entries().iter().rev().find(|entry| entry.key == key)?;
        (!entry.value.is_null()).then_some(&entry.value)
    }

    /// The entries of a map; none for other values.
    pub(crate) fn entries(&self) -> &[Entry] {
        match &self.value {
            Value::Map(entries) => entries,
            Value::Null | Value::Scalar(_) | Value::List(_) => &[],
        }
    }

    /// The entries of a map, or of nothing.
    pub(crate) fn map(&self) -> Result<&[Entry], Complaint> {
        match &self.value {
            Value::Map(_) | Value::Null => Ok(self.entries()),
            Value::Scalar(_) | Value::List(_) => Err(self.unlike("a map of keys and values")),
        }
    }

    /// The same value, all of it at one place: it was read from a text that is written there.
    pub(crate) fn at(self, range: Range) -> Node {
        let value = match self.value {
            Value::List(items) => Value::List(items.into_iter().map(|item| item.at(range)).collect()),
            Value::Map(entries) => {
                let entry = |entry: Entry| Entry { key_range: range, value: entry.value.at(range), ..entry };
                Value::Map(entries.into_iter().map(entry).collect())
            }
            value @ (Value::Null | Value::Scalar(_)) => value,
        };
        Node { range, value }
    }

    /// Whether nothing stands here.
    pub(crate) fn is_null(&self) -> bool {
        matches!(self.value, Value::Null)
    }

    /// A text; numbers and booleans as they are written.
    pub(crate) fn text(&self) -> Result<&str, Complaint> {
        match &self.value {
            Value::Scalar(text) => Ok(text),
            Value::Null | Value::List(_) | Value::Map(_) => Err(self.unlike("a text")),
        }
    }

    /// A finite number, quoted or not.
    pub(crate) fn number(&self) -> Result<f64, Complaint> {
        let number = self.scalar().and_then(|text| text.trim().parse::<f64>().ok()).filter(|number| number.is_finite());
        number.ok_or_else(|| self.unlike("a number"))
    }

    /// A number above zero.
    pub(crate) fn positive(&self) -> Result<f64, Complaint> {
        let number = self.number()?;
        if number > 0.0 { Ok(number) } else { Err(self.unlike("a number above zero")) }
    }

    /// `true`, `yes`, `on` or their opposites, in any letter case.
    pub(crate) fn flag(&self) -> Result<bool, Complaint> {
        match self.scalar().unwrap_or_default().to_ascii_lowercase().as_str() {
            "true" | "yes" | "on" => Ok(true),
            "false" | "no" | "off" => Ok(false),
            _ => Err(self.unlike("true or false")),
        }
    }

    /// Words: those of a text, or the texts of a list.
    pub(crate) fn words(&self) -> Result<Vec<String>, Complaint> {
        match &self.value {
            Value::Null => Ok(Vec::new()),
            Value::Scalar(text) => Ok(text.split_whitespace().map(str::to_owned).collect()),
            Value::List(items) => items.iter().map(|item| item.text().map(str::to_owned)).collect(),
            Value::Map(_) => Err(self.unlike("a text or a list of texts")),
        }
    }

    fn scalar(&self) -> Option<&str> {
        match &self.value {
            Value::Scalar(text) => Some(text),
            Value::Null | Value::List(_) | Value::Map(_) => None,
        }
    }

    fn unlike(&self, wanted: &str) -> Complaint {
        let found = match &self.value {
            Value::Null => "nothing".to_owned(),
            Value::Scalar(text) => format!("`{}`", text.chars().take(40).collect::<String>()),
            Value::List(_) => "a list".to_owned(),
            Value::Map(_) => "a map".to_owned(),
        };
        Complaint::new(self.range, format!("{wanted} is wanted here, not {found}"))
    }
}

/// Takes the value out of a result; a complaint becomes a finding about the file `path`.
pub(crate) fn accept<T>(result: Result<T, Complaint>, path: &RelPath, findings: &mut Vec<Finding>) -> Option<T> {
    result.map_err(|complaint| findings.push(complaint.finding(path))).ok()
}

/// A finding for each key of a map that is none of those known: a warning where one of them was perhaps meant. Keys that
/// begin with `x-` are a person's own.
pub(crate) fn unknown_keys(node: &Node, known: &[&str], path: &RelPath) -> Vec<Finding> {
    let unknown = node
        .entries()
        .iter()
        .filter(|entry| !known.contains(&entry.key.as_str()) && !entry.key.starts_with("x-") && !entry.key.is_empty());
    let findings = unknown.map(|entry| {
        let (severity, cure) = match nearest(&entry.key, known.iter().copied()) {
            Some(meant) => (Severity::Warning, format!("perhaps `{meant}` is meant")),
            None => (Severity::Information, "remove it if it has no meaning to you".to_owned()),
        };
        let message = format!("the key `{}` is not known, so it changes nothing here; {cure}", entry.key);
        let place = Place { path: path.clone(), range: entry.key_range };
        Finding::at(Code::ManifestStale, place, message).with_severity(severity)
    });
    findings.collect()
}

#[cfg(test)]
mod tests;
