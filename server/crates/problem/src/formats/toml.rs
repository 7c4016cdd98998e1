//! TOML files as the tree that YAML files are read into, so that findings stand at their line there, too.
//!
//! Invariant: any text gives a document and never a panic. A text that is no TOML gives nothing, and a complaint.

use toml::{
    Spanned,
    de::{DeTable, DeValue},
};

use super::yaml::{Complaint, Document, Entry, Node, Value};
use crate::text::{LineIndex, Range};

/// Reads a text.
pub(crate) fn parse(text: &str) -> Document {
    let lines = LineIndex::new(text);
    match DeTable::parse(text) {
        Ok(table) => {
            let range = lines.range(table.span());
            let root = Node { range, value: Value::Map(entries(table.get_ref(), &lines)) };
            Document { root, complaints: Vec::new() }
        }
        Err(error) => {
            let range = lines.range(error.span().unwrap_or(0..0));
            let range = if range.start == range.end { lines.line_range(range.start.line) } else { range };
            let message = format!("this is no valid TOML: {}", error.message().trim_end());
            let root = Node { range: Range::default(), value: Value::Null };
            Document { root, complaints: vec![Complaint::new(range, message)] }
        }
    }
}

/// The entries of a table in the order of the file.
fn entries(table: &DeTable<'_>, lines: &LineIndex<'_>) -> Vec<Entry> {
    let mut written: Vec<_> = table.iter().collect();
    written.sort_by_key(|(key, _)| key.span().start);
    let entry = |(key, value): (&Spanned<_>, &Spanned<DeValue<'_>>)| {
        let word: &std::borrow::Cow<'_, str> = key.get_ref();
        Entry { key: word.to_string(), key_range: lines.range(key.span()), value: node(value, lines) }
    };
    written.into_iter().map(entry).collect()
}

fn node(value: &Spanned<DeValue<'_>>, lines: &LineIndex<'_>) -> Node {
    let range = lines.range(value.span());
    let value = match value.get_ref() {
        DeValue::String(text) => Value::Scalar(text.to_string()),
        DeValue::Integer(number) => {
            let decimal = i128::from_str_radix(number.as_str(), number.radix()).map(|number| number.to_string());
            Value::Scalar(decimal.unwrap_or_else(|_| number.as_str().to_owned()))
        }
        DeValue::Float(number) => Value::Scalar(number.as_str().to_owned()),
        DeValue::Boolean(flag) => Value::Scalar(flag.to_string()),
        DeValue::Datetime(time) => Value::Scalar(time.to_string()),
        DeValue::Array(items) => Value::List(items.iter().map(|item| node(item, lines)).collect()),
        DeValue::Table(table) => Value::Map(entries(table, lines)),
    };
    Node { range, value }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_and_their_places() {
        let text = "n = 1_000\nhex = 0x10\nt = 2.5\n[[tests]]\nname = 'a'\n[[tests]]\nok = true\n";
        let document = parse(text);
        assert!(document.complaints.is_empty());
        let word = |key: &str| document.root.get(key).unwrap().text().unwrap().to_owned();
        assert_eq!([word("n"), word("hex"), word("t")], ["1000", "16", "2.5"]);
        let Value::List(tests) = &document.root.get("tests").unwrap().value else { panic!("a list of tables") };
        assert_eq!((tests.len(), tests[0].range.start.line, tests[1].range.start.line), (2, 3, 5));
        assert_eq!(tests[1].get("ok").unwrap().flag(), Ok(true));
    }

    #[test]
    fn what_is_no_toml() {
        let document = parse("a = 1\nb = \n");
        assert!(document.root.is_null());
        assert_eq!(document.complaints[0].range.start.line, 1);
    }
}
