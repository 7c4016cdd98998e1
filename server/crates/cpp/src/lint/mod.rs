//! Mistakes with testlib that the text of a source shows, each with the edits that put it right. They are the numbered
//! mistakes of the reference page, and reads of both answers that do not agree.
//!
//! A rule sees one source. What may stand in another one, such as a register call behind an `#include`, is taken to be
//! there. A folder's own `testlib.h` may have names that the usual one has not; one that is no testlib ends all rules.
//!
//! Invariant: a source is read in time linear in its length, and a rule that is not certain says nothing: names that a
//! source gives another meaning, parts that do not parse and branches of the preprocessor are passed over. Only sources
//! that include testlib.h themselves are looked at.

use std::{collections::HashSet, ops::Range};

use problem::{
    finding::{Code, Severity},
    fix::{Edit, Fix},
    lint::Lint,
    model::Role,
};

use crate::{comments, source::Source};

mod bounds;
mod chances;
mod characters;
mod draws;
mod ends;
mod names;
mod numbers;
mod order;
mod pattern;
mod portable;
mod random;
mod reads;
mod register;
mod separate;
mod sides;
mod speech;
mod standard_input;
mod unknown;
mod verdicts;
mod view;

/// What is wrong with the text of a source of a program in a role, in source order, without what its comments allow.
pub fn lints(source: &Source, role: Role) -> Vec<Lint> {
    if role == Role::Solution {
        return Vec::new();
    }
    let view = view::View::new(source, role);
    if !view.names.includes_testlib() {
        return Vec::new();
    }
    let rules = [
        register::find,
        random::find,
        draws::find,
        pattern::find,
        reads::find,
        ends::find,
        unknown::find,
        portable::find,
        verdicts::find,
        speech::find,
        chances::find,
        sides::find,
        order::find,
    ];
    let mut found: Vec<Found> = rules.iter().flat_map(|rule| rule(&view)).collect();
    found.extend(standard_input::find(&view));
    found.sort_by_key(|found| (found.span.start, found.span.end, found.code));
    let allows = comments::allows(source.text(), source.lines(), source.comments());
    let covered = allows.iter().flat_map(|allow| [(&*allow.code, allow.line), (&*allow.code, allow.line + 1)]);
    let covered: HashSet<(&str, u32)> = covered.collect();
    let is_allowed = |lint: &Lint| covered.contains(&(&*lint.code.to_string(), lint.range.start.line));
    found.into_iter().map(|found| found.lint(source)).filter(|lint| !is_allowed(lint)).collect()
}

/// A lint whose places are still spans of bytes.
#[derive(Debug)]
struct Found {
    code: Code,
    severity: Severity,
    span: Range<usize>,
    message: String,
    fixes: Vec<(String, Vec<Change>)>,
}

/// An edit whose place is still a span of bytes.
#[derive(Clone, Debug)]
struct Change {
    span: Range<usize>,
    text: String,
}

impl Change {
    fn new(span: Range<usize>, text: impl Into<String>) -> Change {
        Change { span, text: text.into() }
    }

    fn insert(at: usize, text: impl Into<String>) -> Change {
        Change::new(at..at, text)
    }
}

impl Found {
    fn new(number: u8, severity: Severity, span: Range<usize>, message: impl Into<String>) -> Found {
        debug_assert!(Code::TESTLIB.contains(&number), "the reference page has no such mistake");
        Found::of(Code::Testlib(number), severity, span, message)
    }

    /// One that is no misuse of testlib, but of what it reads.
    fn of(code: Code, severity: Severity, span: Range<usize>, message: impl Into<String>) -> Found {
        Found { code, severity, span, message: message.into(), fixes: Vec::new() }
    }

    /// A mistake that works with our header and does not compile with the usual one.
    fn not_portable(number: u8, span: Range<usize>, message: &str) -> Found {
        let message = format!("this works with our testlib.h and does not compile with the usual one: {message}");
        Found::new(number, Severity::Hint, span, message)
    }

    #[must_use]
    fn fix(mut self, title: impl Into<String>, mut changes: Vec<Change>) -> Found {
        changes.sort_by_key(|change| (change.span.start, change.span.end));
        self.fixes.push((title.into(), changes));
        self
    }

    fn lint(self, source: &Source) -> Lint {
        let edit = |change: Change| Edit { range: source.range(change.span), text: change.text };
        let fix =
            |(title, changes): (String, Vec<Change>)| Fix { title, edits: changes.into_iter().map(edit).collect() };
        Lint {
            code: self.code,
            severity: self.severity,
            range: source.range(self.span),
            message: self.message,
            fixes: self.fixes.into_iter().map(fix).collect(),
        }
    }
}

#[cfg(test)]
mod tests;
