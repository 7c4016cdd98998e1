//! The variables of a program.

use std::collections::HashMap;

use crate::source::Span;
use crate::tree::Slot;

/// A variable, with all places where its name stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// As it is written.
    pub text: String,
    /// Where it gets a value.
    pub assignments: Vec<Span>,
    /// Where its value is read, or forgotten.
    pub uses: Vec<Span>,
}

/// Names as they are met.
#[derive(Debug, Default)]
pub(crate) struct Names {
    all: Vec<Name>,
    slots: HashMap<String, Slot>,
}

impl Names {
    pub(crate) fn slot(&mut self, text: &str) -> Slot {
        if let Some(slot) = self.slots.get(text) {
            return *slot;
        }
        let slot = self.all.len();
        self.all.push(Name { text: text.to_owned(), assignments: Vec::new(), uses: Vec::new() });
        self.slots.insert(text.to_owned(), slot);
        slot
    }

    pub(crate) fn text(&self, slot: Slot) -> &str {
        &self.all[slot].text
    }

    pub(crate) fn assigned(&mut self, slot: Slot, span: Span) {
        self.all[slot].assignments.push(span);
    }

    pub(crate) fn used(&mut self, slot: Slot, span: Span) {
        self.all[slot].uses.push(span);
    }

    pub(crate) fn into_all(self) -> Vec<Name> {
        self.all
    }
}
