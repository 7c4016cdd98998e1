//! What the variables hold while a program runs.
//!
//! Invariants: the value of an index is either in `dense` or in `sparse`; `counts`, once there is one, counts each value
//! of the variable.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};

use crate::value::Value;

/// The indices of an element.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Key {
    /// None: the variable is a scalar.
    Scalar,
    One(i64),
    Two(i64, i64),
    /// More, or larger ones.
    Many(Box<[Value]>),
}

/// One variable.
#[derive(Debug, Default)]
pub(super) struct Held {
    scalar: Option<Value>,
    /// Single indices from 0 on, as long as they come nearly in order.
    dense: Vec<Option<Value>>,
    sparse: HashMap<Key, Value>,
    n_values: usize,
    /// How often each value occurs; made when it is first asked for.
    counts: Option<HashMap<Value, usize>>,
}

/// How far an index may lie behind the last dense one and be dense: arrays begin at 0 or at 1.
const MAX_GAP: usize = 4;

impl Held {
    pub(super) fn scalar(&self) -> Option<&Value> {
        self.scalar.as_ref()
    }

    pub(super) fn get(&self, key: &Key) -> Option<&Value> {
        match key {
            Key::Scalar => self.scalar.as_ref(),
            Key::One(index) => match usize::try_from(*index).ok().and_then(|index| self.dense.get(index)) {
                Some(Some(value)) => Some(value),
                _ if self.sparse.is_empty() => None,
                _ => self.sparse.get(key),
            },
            Key::Two(..) | Key::Many(_) => self.sparse.get(key),
        }
    }

    /// How many steps it takes: what needs more memory takes more of them, so that a run cannot take all memory.
    pub(super) fn set(&mut self, key: Key, value: Value) -> u64 {
        let is_element = key != Key::Scalar;
        let n_sparse = self.sparse.len();
        let counted = self.counts.is_some().then(|| value.canonical());
        let before = match key {
            Key::Scalar => self.scalar.replace(value),
            Key::One(index) => self.set_one(index, value),
            Key::Two(..) | Key::Many(_) => self.sparse.insert(key, value),
        };
        let is_new = before.is_none();
        self.n_values += usize::from(is_new);
        if let (Some(counts), Some(value)) = (&mut self.counts, counted) {
            if let Some(before) = before {
                uncount(counts, &before);
            }
            *counts.entry(value).or_default() += 1;
        }
        let is_counted = self.counts.is_some();
        match is_element && is_new {
            true if is_counted || self.sparse.len() > n_sparse => 24,
            true => 4,
            false => 0,
        }
    }

    /// Forgets the value of an element.
    pub(super) fn remove(&mut self, key: &Key) {
        let before = match key {
            Key::Scalar => self.scalar.take(),
            Key::One(index) => {
                let dense = usize::try_from(*index).ok().and_then(|index| self.dense.get_mut(index));
                dense.and_then(Option::take).or_else(|| self.sparse.remove(key))
            }
            Key::Two(..) | Key::Many(_) => self.sparse.remove(key),
        };
        let Some(before) = before else { return };
        self.n_values -= 1;
        if let Some(counts) = &mut self.counts {
            uncount(counts, &before);
        }
    }

    fn set_one(&mut self, index: i64, value: Value) -> Option<Value> {
        let key = Key::One(index);
        let Some(index) = usize::try_from(index).ok().filter(|&index| index <= self.dense.len() + MAX_GAP) else {
            return self.sparse.insert(key, value);
        };
        if index >= self.dense.len() {
            self.dense.resize(index + 1, None);
        }
        let before = self.dense[index].replace(value);
        // It may have been sparse before the dense ones reached it.
        before.or_else(|| if self.sparse.is_empty() { None } else { self.sparse.remove(&key) })
    }

    pub(super) fn n_values(&self) -> usize {
        self.n_values
    }

    /// How many steps the next question about the values takes.
    pub(super) fn work(&self) -> u64 {
        if self.counts.is_some() { 1 } else { self.n_values as u64 * 16 }
    }

    pub(super) fn holds(&mut self, value: &Value) -> bool {
        let value = value.canonical();
        self.counts().contains_key(&value)
    }

    pub(super) fn is_unique(&mut self) -> bool {
        self.counts().len() == self.n_values
    }

    fn counts(&mut self) -> &HashMap<Value, usize> {
        if self.counts.is_none() {
            let mut counts = HashMap::new();
            self.entries().for_each(|(_, value)| *counts.entry(value.canonical()).or_default() += 1);
            self.counts = Some(counts);
        }
        self.counts.get_or_insert_default()
    }

    /// All values, in no order.
    pub(super) fn values(&self) -> impl Iterator<Item = &Value> {
        self.scalar.iter().chain(self.dense.iter().flatten()).chain(self.sparse.values())
    }

    fn entries(&self) -> impl Iterator<Item = (Key, &Value)> {
        let dense = self.dense.iter().enumerate();
        let dense = dense.filter_map(|(index, value)| Some((Key::One(index as i64), value.as_ref()?)));
        let sparse = self.sparse.iter().map(|(key, value)| (key.clone(), value));
        self.scalar.iter().map(|value| (Key::Scalar, value)).chain(dense).chain(sparse)
    }
}

/// Counts one such value less.
fn uncount(counts: &mut HashMap<Value, usize>, value: &Value) {
    if let Entry::Occupied(mut count) = counts.entry(value.canonical()) {
        *count.get_mut() -= 1;
        if *count.get() == 0 {
            count.remove();
        }
    }
}

/// Whether the values of all of them, taken together at each index, differ; `None` when they have not the same indices.
pub(super) fn are_unique(all: &[&Held]) -> Option<bool> {
    let (first, rest) = all.split_first()?;
    let mut tuples = HashSet::new();
    let mut is_unique = true;
    for (key, value) in first.entries() {
        let mut tuple = vec![value.canonical()];
        for other in rest {
            tuple.push(other.get(&key)?.canonical());
        }
        is_unique &= tuples.insert(tuple);
    }
    rest.iter().all(|other| other.n_values == first.n_values).then_some(is_unique)
}
