//! Several draws in one expression, whose order C++ leaves open.
//!
//! Operands of `<<`, of `&&`, `||`, `?:` and the comma, and elements of braced lists have an order. What comes out of
//! equal draws does not depend on it where the operation is symmetric.

use problem::finding::Severity;

use super::{
    Change, Found,
    view::{Site, View},
};
use crate::{api::Owner, nodes::NONE};

const DRAWS: [&str; 7] = ["next", "wnext", "any", "wany", "perm", "distinct", "partition"];
const SYMMETRIC_FUNCTIONS: [&str; 6] = ["min", "max", "swap", "gcd", "__gcd", "minmax"];
const SYMMETRIC_SIGNS: [&str; 7] = ["+", "*", "^", "&", "|", "==", "!="];
const ORDERED_SIGNS: [&str; 3] = ["<<", "&&", "||"];

/// 15.
pub(super) fn find(view: &View<'_>) -> Vec<Found> {
    let draws = draws(view);
    let mut found = Vec::new();
    let mut covered_until = 0;
    for (at, item) in view.nodes.all() {
        if at < covered_until || item.doubtful || draws.below[at] < 2 || !is_unordered(view, &draws, at) {
            continue;
        }
        covered_until = item.end;
        found.push(lint(view, &draws, at));
    }
    found
}

/// Which nodes are draws, and how many draws are evaluated as part of each node.
struct Draws {
    is_draw: Vec<bool>,
    below: Vec<usize>,
}

fn draws(view: &View<'_>) -> Draws {
    let mut is_draw = vec![false; view.nodes.len()];
    for site in &view.sites {
        is_draw[site.at] = is_a_draw(site);
    }
    let mut below = vec![0; view.nodes.len()];
    for (at, item) in view.nodes.all().rev() {
        below[at] += usize::from(is_draw[at]);
        if item.parent != NONE && item.visit.kind != "lambda_expression" {
            below[item.parent] += below[at];
        }
    }
    Draws { is_draw, below }
}

fn is_a_draw(site: &Site<'_>) -> bool {
    if site.object() == Some("rnd") {
        return DRAWS.contains(&site.call.name);
    }
    let of_pattern = matches!(site.target, super::view::Target::Member(Owner::Pattern, _));
    of_pattern && site.call.name == "next" && site.call.arguments.first().is_some_and(|first| first.text == "rnd")
}

/// Whether a node evaluates draws in an order that is open and that matters.
fn is_unordered(view: &View<'_>, draws: &Draws, at: usize) -> bool {
    match view.nodes.kind(at) {
        "binary_expression" => {
            let sign = sign(view, at);
            // The topmost operation of a chain speaks for all.
            let above = view.nodes.parent(at);
            if ORDERED_SIGNS.contains(&sign)
                || view.nodes.kind(above) == "binary_expression" && self::sign(view, above) == sign
            {
                return false;
            }
            let operands = with_draws(draws, operands(view, at, sign));
            operands.len() > 1 && !(SYMMETRIC_SIGNS.contains(&sign) && all_equal(view, &operands))
        }
        "argument_list" => {
            let arguments = with_draws(draws, view.nodes.named_children(at).collect());
            let call = view.nodes.parent(at);
            let function = view.nodes.children(call).next().map_or("", |function| view.text(function));
            let function = function.rsplit(':').next().unwrap_or(function);
            let symmetric = SYMMETRIC_FUNCTIONS.contains(&function) && all_equal(view, &arguments);
            let is_macro = view.names.is_macro(function);
            arguments.len() > 1 && !symmetric && !is_macro
        }
        _ => false,
    }
}

fn with_draws(draws: &Draws, mut nodes: Vec<usize>) -> Vec<usize> {
    nodes.retain(|&at| draws.below[at] > 0);
    nodes
}

fn all_equal(view: &View<'_>, nodes: &[usize]) -> bool {
    nodes.windows(2).all(|pair| view.text(pair[0]) == view.text(pair[1]))
}

fn sign<'s>(view: &View<'s>, at: usize) -> &'s str {
    let node = view.nodes.get(at).map(|item| item.visit.node);
    node.and_then(|node| node.child_by_field_name("operator")).map_or("", |sign| sign.kind())
}

/// The operands of a chain of one operation.
fn operands(view: &View<'_>, at: usize, sign: &str) -> Vec<usize> {
    let mut operands = Vec::new();
    let mut chain = at;
    loop {
        let mut sides = view.nodes.named_children(chain);
        let (Some(left), right) = (sides.next(), sides.next()) else { break };
        operands.extend(right);
        if view.nodes.kind(left) != "binary_expression" || self::sign(view, left) != sign {
            operands.push(left);
            break;
        }
        chain = left;
    }
    operands
}

fn lint(view: &View<'_>, draws: &Draws, at: usize) -> Found {
    let is_list = view.nodes.kind(at) == "argument_list";
    let whole = if is_list { view.nodes.parent(at) } else { at };
    let message = "C++ does not say which of these draws is made first, so the test depends on the compiler: give each draw \
                   a statement of its own";
    let found = Found::new(15, Severity::Warning, view.span(whole), message);
    match apart(view, draws, at) {
        Some(changes) => found.fix("draw in statements of their own", changes),
        None => found,
    }
}

/// The changes that make each draw of a statement a statement of its own.
fn apart(view: &View<'_>, draws: &Draws, at: usize) -> Option<Vec<Change>> {
    let statement = view.nodes.get(at)?.statement;
    let has_error = view.nodes.get(statement)?.visit.node.has_error();
    if has_error || view.nodes.kind(view.nodes.parent(statement)) != "compound_statement" {
        return None;
    }
    let declarators =
        view.nodes.named_children(statement).filter(|&child| view.nodes.kind(child).ends_with("declarator"));
    if declarators.count() > 1 {
        return None;
    }
    let outermost = outermost(view, draws, statement)?;
    let start = view.span(statement).start;
    let indent = view.indent(start);
    let mut names = (1..).map(|number| format!("draw{number}")).filter(|name| !view.names.mentions(name));
    let mut changes = Vec::new();
    let mut before = String::new();
    for draw in outermost {
        let name = names.next()?;
        before.push_str(&format!("const auto {name} = {};\n{indent}", view.text(draw)));
        changes.push(Change::new(view.span(draw), name));
    }
    changes.push(Change::insert(start, before));
    Some(changes)
}

/// The draws of a statement that are in no other draw; `None` where some are made only sometimes, or may hang on what
/// the statement does before.
fn outermost(view: &View<'_>, draws: &Draws, statement: usize) -> Option<Vec<usize>> {
    let mut found = Vec::new();
    let mut covered_until = 0;
    for at in view.nodes.within(statement) {
        if matches!(
            view.nodes.kind(at),
            "lambda_expression" | "conditional_expression" | "&&" | "||" | "++" | "--" | ","
        ) && !is_plain_comma(view, at)
        {
            return None;
        }
        if at >= covered_until && draws.is_draw[at] {
            covered_until = view.nodes.within(at).end;
            found.push(at);
        }
    }
    Some(found)
}

/// Whether a node is no comma, or one between arguments.
fn is_plain_comma(view: &View<'_>, at: usize) -> bool {
    view.nodes.kind(at) == "," && view.nodes.kind(view.nodes.parent(at)) != "comma_expression"
}
