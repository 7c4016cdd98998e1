//! `vars`: named values that validators and checkers read.

use std::collections::BTreeMap;

use super::expression;
use crate::{
    finding::{Code, Finding},
    formats::yaml::{Node, Value},
    path::RelPath,
    text::Place,
};

/// How deep values may be nested.
const MAX_DEPTH: usize = 16;

/// Values by their names, with dots between the parts of nested ones.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Vars(BTreeMap<String, String>);

impl Vars {
    /// Reads the values of a map.
    pub(super) fn read(node: &Node, path: &RelPath, findings: &mut Vec<Finding>) -> Vars {
        let mut vars = Vars::default();
        if let Err(complaint) = node.map() {
            findings.push(complaint.finding(path));
        }
        vars.add("", node, path, 0, findings);
        vars
    }

    fn add(&mut self, name: &str, node: &Node, path: &RelPath, depth: usize, findings: &mut Vec<Finding>) {
        let mut not_a_value = |message: String| {
            findings.push(Finding::at(Code::ManifestBroken, Place { path: path.clone(), range: node.range }, message));
        };
        match &node.value {
            Value::Map(entries) if depth < MAX_DEPTH => {
                for entry in entries {
                    let name = if name.is_empty() { entry.key.clone() } else { format!("{name}.{}", entry.key) };
                    self.add(&name, &entry.value, path, depth + 1, findings);
                }
            }
            Value::Scalar(_) if name.is_empty() => {}
            Value::Scalar(text) => match value(text) {
                Ok(text) => {
                    self.0.insert(name.to_owned(), text);
                }
                Err(why) => {
                    let message = format!("`{name}` has no value here: {why}; write the value itself");
                    let place = Place { path: path.clone(), range: node.range };
                    findings.push(Finding::at(Code::ToolMissing, place, message));
                }
            },
            Value::Null if name.is_empty() => {}
            Value::Null => not_a_value(format!("`{name}` has no value; write a number, a text, or true or false")),
            Value::Map(_) | Value::List(_) => not_a_value(format!("`{name}` is no number, text, or true or false")),
        }
    }

    /// These, with those of a group in their place.
    pub(super) fn under(&self, over: &Vars) -> Vars {
        let both = self.0.iter().chain(&over.0);
        Vars(both.map(|(name, value)| (name.clone(), value.clone())).collect())
    }

    /// The names and values.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// The options by which validators get them.
    pub(super) fn options(&self) -> Vec<String> {
        self.iter().map(|(name, value)| format!("--{name}={value}")).collect()
    }
}

/// A value as programs get it: truth is 1 or 0, and numbers are written in the usual way.
fn value(written: &str) -> Result<String, String> {
    if let Some(code) = written.trim().strip_prefix("py`").and_then(|rest| rest.strip_suffix('`')) {
        return expression::value(code);
    }
    Ok(match written {
        "true" | "True" | "TRUE" => "1".to_owned(),
        "false" | "False" | "FALSE" => "0".to_owned(),
        _ => decimal(written).unwrap_or_else(|| written.to_owned()),
    })
}

/// A decimal fraction without needless zeros.
fn decimal(written: &str) -> Option<String> {
    let is_fraction =
        written.contains('.') && written.bytes().all(|byte| byte.is_ascii_digit() || b"+-.".contains(&byte));
    let number: f64 = written.parse().ok().filter(|_| is_fraction)?;
    Some(expression::fraction(number))
}
