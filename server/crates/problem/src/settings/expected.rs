//! `[labels]`: what is expected of solutions, as words or as sets of verdicts.

use super::{
    pattern::Pattern,
    reader::{Field, Keys, Reader},
};
use crate::{
    label::{EVERYTHING, Label, LabelWord, ScopedSets, VerdictSets},
    text::Place,
    verdict::{Verdict, VerdictSet},
};

/// What is expected of the solutions that a pattern matches.
#[derive(Clone, Debug)]
pub struct LabelRule {
    /// Which solutions.
    pub solutions: Pattern,
    /// What is expected of them.
    pub expected: Expected,
}

/// An expectation as `touchstone.toml` states it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Expected {
    /// The words, or the verdicts that stand in their place.
    pub words: Vec<String>,
    /// What is expected over all tests; `None` leaves it to the folder.
    pub sets: Option<VerdictSets>,
    /// What is expected over some tests, on top of that.
    pub scoped: Vec<ScopedSets>,
    /// The word `do_not_run` stands there.
    pub skip: bool,
}

impl Expected {
    /// The label of a solution that had another one, or none, before.
    pub fn label(&self, before: Option<&Label>, place: Place) -> Label {
        let mut label = match (self.sets, before) {
            (Some(sets), _) => Label { run: !self.skip, ..Label::of_sets(sets, self.words.clone()) },
            (None, Some(before)) => before.clone(),
            (None, None) => Label::of_sets(ANYTHING, Vec::new()),
        };
        label.scoped.extend(self.scoped.iter().cloned());
        label.at(place)
    }
}

const ANYTHING: VerdictSets = VerdictSets { permitted: EVERYTHING, required: VerdictSet::EMPTY };

/// The keys of an expectation in the form of a table.
const KEYS: [&str; 4] = ["label", "permitted", "required", "tests"];

/// Reads the value of one pattern of `[labels]`.
pub(super) fn read(reader: &mut Reader<'_>, field: &Field<'_>) -> Option<Expected> {
    if !field.is_table() {
        return words(reader, field);
    }
    let entries = reader.table(field)?;
    let keys = reader.keys(entries, &KEYS);
    let from_label = match keys.get("label") {
        Some(label) => words(reader, label)?,
        None => Expected::default(),
    };
    let mut expected = with_sets(reader, field, &keys, from_label)?;
    if let Some(tests) = keys.get("tests") {
        expected.scoped = scopes(reader, tests);
    }
    if expected == Expected::default() {
        reader.warn(field.range, format!("`{}` says nothing", field.name));
        return None;
    }
    Some(expected)
}

/// The expectation with the sets that are written out in place of the label's.
fn with_sets(reader: &mut Reader<'_>, field: &Field<'_>, keys: &Keys<'_>, label: Expected) -> Option<Expected> {
    let base = label.sets.unwrap_or(ANYTHING);
    let permitted = keys.get("permitted").map(|set| verdicts(reader, set));
    let required = keys.get("required").map(|set| verdicts(reader, set));
    if permitted.is_none() && required.is_none() {
        return Some(label);
    }
    let permitted = permitted.unwrap_or(Some(base.permitted))?;
    let required = required.unwrap_or(Some(base.required))?;
    if !required.is_subset(permitted) {
        reader.warn(field.range, format!("`{}` requires a verdict that it does not permit", field.name));
        return None;
    }
    let sets = VerdictSets { permitted, required };
    Some(Expected { words: codes(sets), sets: Some(sets), ..Expected::default() })
}

/// One word or several, of which the solution has to earn one.
fn words(reader: &mut Reader<'_>, field: &Field<'_>) -> Option<Expected> {
    let fields = if field.is_list() { reader.list(field)? } else { Vec::new() };
    let fields = if field.is_list() { fields.iter().collect() } else { vec![field] };
    let mut expected: Vec<(String, LabelWord)> = Vec::new();
    for field in fields {
        expected.push(word(reader, field)?);
    }
    let skip = expected.iter().any(|(_, word)| *word == LabelWord::DoNotRun);
    if skip && expected.len() > 1 {
        reader.warn(field.range, format!("`{}` has other words beside `do_not_run`", field.name));
        return None;
    }
    let sets = expected.iter().map(|(_, word)| word.sets()).reduce(either);
    if sets.is_none() {
        reader.warn(field.range, format!("`{}` is empty", field.name));
    }
    let words = expected.into_iter().map(|(written, _)| written).collect();
    Some(Expected { words, sets: Some(sets?), scoped: Vec::new(), skip })
}

fn word(reader: &mut Reader<'_>, field: &Field<'_>) -> Option<(String, LabelWord)> {
    let written = reader.string(field)?;
    let word = LabelWord::parse(written);
    if word.is_none() {
        let known = LabelWord::ALL.map(LabelWord::name);
        reader.warn_of_word(field, &format!("`{written}` is no label"), written, &known);
    }
    Some((written.to_owned(), word?))
}

/// What is expected of a solution that has to earn one of two labels.
fn either(a: VerdictSets, b: VerdictSets) -> VerdictSets {
    let asks_for_nothing = a.required.is_empty() || b.required.is_empty();
    VerdictSets {
        permitted: a.permitted.union(b.permitted),
        required: if asks_for_nothing { VerdictSet::EMPTY } else { a.required.union(b.required) },
    }
}

fn verdicts(reader: &mut Reader<'_>, field: &Field<'_>) -> Option<VerdictSet> {
    let mut set = VerdictSet::EMPTY;
    for member in reader.list(field)? {
        let code = reader.string(&member)?;
        let verdict = Verdict::from_code(code).filter(|verdict| verdict.counts());
        let Some(verdict) = verdict else {
            let known: Vec<&str> = EVERYTHING.iter().map(Verdict::code).collect();
            reader.warn_of_word(&member, &format!("`{code}` is no verdict of a solution"), code, &known);
            return None;
        };
        set = set.union(VerdictSet::of(&[verdict]));
    }
    Some(set)
}

fn codes(sets: VerdictSets) -> Vec<String> {
    let set = if sets.required.is_empty() { sets.permitted } else { sets.required };
    set.iter().map(|verdict| verdict.code().to_owned()).collect()
}

/// The expectations over some of the tests; those that cannot be read are left out.
fn scopes(reader: &mut Reader<'_>, field: &Field<'_>) -> Vec<ScopedSets> {
    let mut scopes = Vec::new();
    for entry in reader.table(field).unwrap_or_default() {
        if let Err(error) = Pattern::for_tests(entry.key, entry.key_range) {
            reader.warn(entry.key_range, format!("the pattern `{}` cannot be read: {error}", entry.key));
            continue;
        }
        let Some(expected) = read(reader, &entry) else { continue };
        match expected.sets {
            Some(sets) if expected.scoped.is_empty() && !expected.skip => {
                scopes.push(ScopedSets::of(entry.key, sets));
            }
            Some(_) | None => reader.warn(entry.range, format!("`{}` must be labels or sets of verdicts", entry.name)),
        }
    }
    scopes
}
