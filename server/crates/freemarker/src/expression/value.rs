//! What expressions evaluate to.
//!
//! Invariant: values nest at most [`MAX_DEPTH`] deep, so that dropping one cannot exhaust the stack.

use std::rc::Rc;

use super::{Decimal, MAX_DEPTH};

#[derive(Clone, Debug)]
pub(crate) enum Value {
    Number(Decimal),
    Text(Rc<str>),
    Boolean(bool),
    Sequence(Sequence),
    Range(Range),
    Hash(Hash),
}

#[derive(Clone, Debug)]
pub(crate) struct Sequence {
    items: Rc<[Value]>,
    depth: usize,
}

/// Whole numbers from `start` up or down; `None` as length has no end.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Range {
    pub(super) start: i64,
    pub(super) length: Option<u64>,
    pub(super) is_descending: bool,
}

/// Entries in the order they were written.
#[derive(Clone, Debug)]
pub(crate) struct Hash {
    entries: Rc<[(Rc<str>, Value)]>,
    depth: usize,
}

impl Value {
    pub(crate) fn integer(number: i64) -> Value {
        Value::Number(Decimal::from(number))
    }

    pub(crate) fn count(count: usize) -> Value {
        Value::integer(i64::try_from(count).unwrap_or(i64::MAX))
    }

    pub(crate) fn text(text: impl Into<Rc<str>>) -> Value {
        Value::Text(text.into())
    }

    /// `None` when it nests too deep.
    pub(crate) fn sequence(items: Vec<Value>) -> Option<Value> {
        let depth = 1 + items.iter().map(Value::depth).max().unwrap_or(0);
        (depth <= MAX_DEPTH).then(|| Value::Sequence(Sequence { items: items.into(), depth }))
    }

    /// `None` when it nests too deep.
    pub(crate) fn hash(entries: Vec<(Rc<str>, Value)>) -> Option<Value> {
        let depth = 1 + entries.iter().map(|(_, value)| value.depth()).max().unwrap_or(0);
        (depth <= MAX_DEPTH).then(|| Value::Hash(Hash { entries: entries.into(), depth }))
    }

    fn depth(&self) -> usize {
        match self {
            Value::Number(_) | Value::Text(_) | Value::Boolean(_) | Value::Range(_) => 0,
            Value::Sequence(sequence) => sequence.depth,
            Value::Hash(hash) => hash.depth,
        }
    }

    /// What it is, for error messages.
    pub(crate) fn what(&self) -> &'static str {
        match self {
            Value::Number(_) => "a number",
            Value::Text(_) => "a string",
            Value::Boolean(_) => "a boolean",
            Value::Sequence(_) | Value::Range(_) => "a sequence",
            Value::Hash(_) => "a hash",
        }
    }

    /// The elements, if it has any; a hash has keys and values.
    pub(crate) fn items(&self) -> Option<Items> {
        match self {
            Value::Number(_) | Value::Text(_) | Value::Boolean(_) => None,
            Value::Sequence(sequence) => Some(Items::Sequence(Rc::clone(&sequence.items))),
            Value::Range(range) => Some(Items::Range(*range)),
            Value::Hash(hash) => Some(Items::Hash(Rc::clone(&hash.entries))),
        }
    }

    /// The elements of a sequence or a range.
    pub(super) fn elements(&self) -> Option<Items> {
        match self {
            Value::Sequence(_) | Value::Range(_) => self.items(),
            Value::Number(_) | Value::Text(_) | Value::Boolean(_) | Value::Hash(_) => None,
        }
    }
}

/// Elements by their index. A hash's element is the key, with the value as the second.
#[derive(Clone, Debug)]
pub(crate) enum Items {
    Sequence(Rc<[Value]>),
    Range(Range),
    Hash(Rc<[(Rc<str>, Value)]>),
}

impl Items {
    /// `None` when there is no end.
    pub(crate) fn len(&self) -> Option<u64> {
        match self {
            Items::Sequence(items) => Some(items.len() as u64),
            Items::Range(range) => range.length,
            Items::Hash(entries) => Some(entries.len() as u64),
        }
    }

    pub(crate) fn has(&self, index: u64) -> bool {
        self.len().is_none_or(|length| index < length)
    }

    /// The element and, for a hash, the value.
    pub(crate) fn get(&self, index: u64) -> Option<(Value, Option<Value>)> {
        let at = usize::try_from(index).ok()?;
        match self {
            Items::Sequence(items) => items.get(at).map(|item| (item.clone(), None)),
            Items::Range(range) => range.get(index).map(|number| (Value::integer(number), None)),
            Items::Hash(entries) => {
                entries.get(at).map(|(key, value)| (Value::Text(Rc::clone(key)), Some(value.clone())))
            }
        }
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = Value> + '_ {
        (0..).map_while(|index| self.get(index).map(|(item, _)| item))
    }
}

impl Range {
    fn get(self, index: u64) -> Option<i64> {
        if self.length.is_some_and(|length| index >= length) {
            None
        } else if self.is_descending {
            self.start.checked_sub_unsigned(index)
        } else {
            self.start.checked_add_unsigned(index)
        }
    }
}
