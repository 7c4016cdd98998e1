//! The end of a validator's input, and what stands before it.

use problem::{finding::Severity, model::Role};

use super::{Change, Found, separate, view::View};

pub(super) fn find(view: &View<'_>) -> Vec<Found> {
    let mut found = separate::find(view);
    found.extend(no_end(view));
    found
}

/// 25: no `readEof` anywhere.
fn no_end(view: &View<'_>) -> Option<Found> {
    const OTHER_ENDS: [&str; 12] = [
        "readEof",
        "readEOF",
        "disableFinalizeGuard",
        "quit",
        "quitf",
        "quits",
        "exit",
        "_exit",
        "halt",
        "abort",
        "terminate",
        "throw",
    ];
    let main = view.main.as_ref().filter(|_| view.role == Role::Validator)?;
    let ends = view.names.is_foreign() || OTHER_ENDS.into_iter().any(|word| view.names.mentions(word));
    if ends || view.globals("registerValidation").next().is_none() {
        return None;
    }
    let message = "no `readEof` is called, so this validator fails on every input: end `main` with `inf.readEof();`";
    let found = Found::new(25, Severity::Error, view.span(main.name), message);
    let last = view.nodes.named_children(main.body).last()?;
    let is_return = view.nodes.kind(last) == "return_statement";
    let span = view.span(last);
    let indent = view.indent(span.start);
    let change = if is_return {
        Change::insert(span.start, format!("inf.readEof();\n{indent}"))
    } else {
        Change::insert(span.end, format!("\n{indent}inf.readEof();"))
    };
    Some(found.fix("add the missing `inf.readEof()`", vec![change]))
}
