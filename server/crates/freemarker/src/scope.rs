//! What expressions see, and what they may still spend.

use std::collections::HashMap;

use super::{
    Limit,
    expression::{Fault, NumberFormat, Value},
};
use crate::source::{Messages, Span};

/// More than any script needs; keeps the reading of a hostile one short.
const MAX_STEPS: u64 = 1_000_000;

/// Variables, loops and the budget.
pub(super) struct Scope<'a> {
    /// `None` marks a variable that is broken.
    variables: HashMap<String, Option<Value>>,
    pub(super) loops: Vec<Iteration>,
    /// The expression that is being evaluated.
    pub(super) here: Span,
    number_format: NumberFormat,
    steps_left: u64,
    notes: &'a mut Messages,
}

/// One iteration of a list.
pub(super) struct Iteration {
    pub(super) names: super::node::Names,
    pub(super) value: Value,
    /// The value of a hash's entry.
    pub(super) second: Option<Value>,
    pub(super) index: u64,
    pub(super) has_next: bool,
    /// The tag of the list.
    pub(super) span: Span,
}

impl<'a> Scope<'a> {
    pub(super) fn new(notes: &'a mut Messages) -> Scope<'a> {
        Scope {
            variables: HashMap::new(),
            loops: Vec::new(),
            here: Span::default(),
            number_format: NumberFormat::default(),
            steps_left: MAX_STEPS,
            notes,
        }
    }

    /// Pays for work before it is done.
    pub(super) fn spend(&mut self, steps: u64) -> Result<(), Limit> {
        match self.steps_left.checked_sub(steps) {
            Some(left) => {
                self.steps_left = left;
                Ok(())
            }
            None => Err(self.limit("the script takes more than 1,000,000 steps; shorten its loops")),
        }
    }

    /// A limit that the outermost list, or else the expression, is to blame for.
    pub(super) fn limit(&self, message: &'static str) -> Limit {
        Limit { span: self.loops.first().map_or(self.here, |outermost| outermost.span), message }
    }

    /// `None` when there is no such variable; the inner error when it is broken.
    pub(super) fn variable(&self, name: &str) -> Option<Result<Value, Fault>> {
        for iteration in self.loops.iter().rev() {
            let first = &iteration.names.first;
            if name == first {
                return Some(Ok(iteration.value.clone()));
            }
            if iteration.names.second.as_deref() == Some(name) {
                return iteration.second.clone().map(Ok);
            }
            match name.strip_prefix(first.as_str()) {
                Some("_index") => return Some(Ok(Value::integer(iteration.index as i64))),
                Some("_has_next") => return Some(Ok(Value::Boolean(iteration.has_next))),
                Some(_) | None => {}
            }
        }
        self.variables.get(name).map(|value| value.clone().ok_or(Fault::Broken))
    }

    /// The iteration that a loop variable belongs to.
    pub(super) fn iteration(&self, variable: &str) -> Option<&Iteration> {
        self.loops.iter().rev().find(|iteration| iteration.names.first == variable)
    }

    /// Sets a variable; `None` when its value is broken.
    pub(super) fn assign(&mut self, name: &str, value: Option<Value>) {
        self.variables.insert(name.to_owned(), value);
    }

    pub(super) fn number_format(&self) -> &NumberFormat {
        &self.number_format
    }

    pub(super) fn set_number_format(&mut self, format: NumberFormat) {
        self.number_format = format;
    }

    pub(super) fn note(&mut self, span: Span, message: &str) {
        self.notes.say(span, message);
    }
}
