//! What stands between two reads of a validator in straight code.

use problem::{finding::Severity, model::Role};

use super::{
    Change, Found,
    view::{Target, View},
};
use crate::readers::{Reader, Reads};

/// What a statement does to the input.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Effect {
    /// Nothing.
    None,
    /// It reads a token, and nothing behind it.
    Token,
    /// It asks for the end of the file.
    Eof,
    /// Something else, or nobody knows.
    Unknown,
}

/// 24: a token right behind another one. 25: the end of the file right behind a token. 26: a blank behind the last list of a
/// line.
pub(super) fn find(view: &View<'_>) -> Vec<Found> {
    if view.role != Role::Validator || view.names.mentions("strict") || view.names.class_of("inf").is_none() {
        return Vec::new();
    }
    let touches = touches(view);
    let mut found = Vec::new();
    for (block, _) in view.nodes.of_kind("compound_statement") {
        found.extend(blanks_at_ends(view, block));
        let mut before: Option<usize> = None;
        for statement in view.nodes.named_children(block) {
            match effect(view, &touches, statement) {
                (Effect::None, _) => {}
                (Effect::Unknown, _) => before = None,
                (Effect::Token, site) => {
                    if before.is_some() {
                        found.push(unseparated(view, statement, site));
                    }
                    before = Some(statement);
                }
                (Effect::Eof, site) => {
                    if before.take().is_some() {
                        found.push(no_last_line_end(view, statement, site));
                    }
                }
            }
        }
    }
    found
}

/// 26: loops over lists whose body ends with a blank, and behind which the line ends.
fn blanks_at_ends(view: &View<'_>, block: usize) -> Vec<Found> {
    let mut found = Vec::new();
    let mut before: Option<usize> = None;
    for statement in view.nodes.named_children(block) {
        let ends_line = read_of(view, statement) == Some("readEoln");
        if let Some(blank) = before.filter(|_| ends_line).and_then(|before| last_blank(view, before)) {
            let message = "the line would have to end with a blank: behind the last list stands `inf.readEoln()`, so read \
                           the blank between two of them only";
            found.push(Found::new(26, Severity::Warning, view.span(blank), message));
        }
        before = Some(statement);
    }
    found
}

/// The `inf.readSpace()` that ends each turn of a loop right behind a list.
fn last_blank(view: &View<'_>, of: usize) -> Option<usize> {
    if !matches!(view.nodes.kind(of), "for_statement" | "while_statement" | "for_range_loop") {
        return None;
    }
    let body = view.nodes.children(of).last().filter(|&body| view.nodes.kind(body) == "compound_statement")?;
    // A loop that is left before its end may end the line itself.
    if view
        .nodes
        .within(body)
        .any(|at| matches!(view.nodes.kind(at), "break_statement" | "continue_statement" | "return_statement"))
    {
        return None;
    }
    let (mut last, mut before) = (None, None);
    for statement in view.nodes.named_children(body) {
        (before, last) = (last, Some(statement));
    }
    let reader = Reader::of(read_of(view, before?)?)?;
    let is_list = matches!(reader.reads, Reads::Numbers | Reads::Tokens);
    last.filter(|&last| is_list && read_of(view, last) == Some("readSpace"))
}

/// What a statement that is one call on `inf`, or a variable made of one, reads with.
fn read_of<'s>(view: &View<'s>, statement: usize) -> Option<&'s str> {
    let mut inner = view.nodes.named_children(statement).last()?;
    if view.nodes.kind(statement) == "declaration" && view.nodes.kind(inner) == "init_declarator" {
        inner = view.nodes.named_children(inner).last()?;
    } else if view.nodes.kind(statement) != "expression_statement" {
        return None;
    }
    view.site(inner).filter(|site| site.object() == Some("inf")).map(|site| site.call.name)
}

/// For each node, the number of calls in it; and the same of what makes their order or number unknown.
struct Touches {
    calls: Vec<usize>,
    jumps: Vec<usize>,
}

fn touches(view: &View<'_>) -> Touches {
    let n = view.nodes.len();
    let (mut calls, mut jumps) = (vec![0; n + 1], vec![0; n + 1]);
    for (at, item) in view.nodes.all() {
        let kind = item.visit.kind;
        calls[at + 1] = calls[at] + usize::from(kind == "call_expression");
        let jump = matches!(
            kind,
            "lambda_expression" | "conditional_expression" | "&&" | "||" | "ERROR" | "co_await_expression"
        );
        // The macro of another file may stand for anything.
        let shouted = kind == "identifier" && view.names.is_macro(view.text(at));
        jumps[at + 1] = jumps[at] + usize::from(jump || shouted);
    }
    Touches { calls, jumps }
}

/// What a statement does to the input, and the read that does it.
fn effect(view: &View<'_>, touches: &Touches, statement: usize) -> (Effect, usize) {
    let within = view.nodes.within(statement);
    let count = |sums: &[usize]| sums[within.end] - sums[within.start];
    let kind = view.nodes.kind(statement);
    let is_plain = matches!(kind, "expression_statement" | "declaration");
    let doubtful = view.nodes.get(statement).is_none_or(|item| item.doubtful);
    if kind == "comment" {
        return (Effect::None, statement);
    }
    if !is_plain || doubtful || count(&touches.jumps) > 0 {
        return (Effect::Unknown, statement);
    }
    if count(&touches.calls) == 0 {
        // Constructors of the source's own classes may read.
        let harmless = kind == "expression_statement" || has_known_type(view, statement);
        return (if harmless { Effect::None } else { Effect::Unknown }, statement);
    }
    let mut effect = (Effect::None, statement);
    for at in within.filter(|&at| view.nodes.kind(at) == "call_expression") {
        match of_call(view, at) {
            Effect::None => {}
            other if effect.0 == Effect::None && other != Effect::Unknown => effect = (other, at),
            _ => return (Effect::Unknown, statement),
        }
    }
    effect
}

fn has_known_type(view: &View<'_>, declaration: usize) -> bool {
    let words = view.source.slice(view.span(declaration));
    let mut words = words.split(|character: char| !character.is_alphanumeric() && character != '_');
    let name = words.find(|word| !matches!(*word, "const" | "static" | "std" | "" | "unsigned" | "constexpr"));
    name.is_some_and(|name| !view.names.is_own(name)) && !view.names.is_foreign()
}

fn of_call(view: &View<'_>, at: usize) -> Effect {
    let Some(site) = view.site(at) else { return Effect::Unknown };
    match site.target {
        Target::Member(_, "inf") => {
            let n_args = site.call.arguments.len();
            match (site.call.name, Reader::of(site.call.name)) {
                ("readEof", _) => Effect::Eof,
                (_, Some(reader)) if reader.reads_tokens() && n_args >= reader.n_before => {
                    let empty = reader.n_before == 1 && site.call.arguments[0].text.trim() == "0";
                    if empty { Effect::Unknown } else { Effect::Token }
                }
                ("ensuref" | "setTestCase", _) => Effect::None,
                _ => Effect::Unknown,
            }
        }
        Target::Member(..) => Effect::None,
        Target::Global => {
            if view.names.is_foreign() {
                Effect::Unknown
            } else {
                Effect::None
            }
        }
        // A member of the standard library's classes does not read; one of the source's own may.
        Target::Other => {
            let own = !site.call.on_object || view.names.is_own(site.call.name) || view.names.is_foreign();
            if own { Effect::Unknown } else { Effect::None }
        }
    }
}

/// 24.
fn unseparated(view: &View<'_>, statement: usize, site: usize) -> Found {
    let start = view.span(statement).start;
    let message = "the read before this one stops in front of a blank, and a token cannot begin there: put `inf.readSpace()` \
                   or `inf.readEoln()` between the two";
    let found = Found::new(24, Severity::Error, view.span(site), message);
    let insert = |call: &str| vec![Change::insert(start, format!("{call};\n{}", view.indent(start)))];
    found
        .fix("add the missing `inf.readSpace()`", insert("inf.readSpace()"))
        .fix("add the missing `inf.readEoln()`", insert("inf.readEoln()"))
}

/// 25.
fn no_last_line_end(view: &View<'_>, statement: usize, site: usize) -> Found {
    let start = view.span(statement).start;
    let message =
        "the last line end is not read, so files that end with one are rejected: put `inf.readEoln()` before it";
    let found = Found::new(25, Severity::Warning, view.span(site), message);
    let change = Change::insert(start, format!("inf.readEoln();\n{}", view.indent(start)));
    found.fix("add the missing `inf.readEoln()`", vec![change])
}
