//! Comparisons: strict ones for those that are not, and orders that are turned round.
//!
//! Where equal values make no difference, as in `a < b ? a : b`, the comparison is turned round instead.

use super::{Mutant, Operator, names::function_name, view::View};
use crate::nodes::NONE;

/// As many steps as only a loop that counts for precision has.
const MANY_STEPS: i64 = 20;

/// Functions that keep the smaller or greater of two values, for which equal ones are the same.
const KEEPERS: [&str; 8] = ["chmin", "chmax", "ckmin", "ckmax", "amin", "amax", "min", "max"];
/// How many nodes of a loop's body are looked at.
const MAX_BODY: usize = 300;

pub(super) fn find(view: &View<'_>) -> Vec<Mutant> {
    view.of_kind("binary_expression").filter_map(|at| comparison(view, at)).collect()
}

fn comparison(view: &View<'_>, at: usize) -> Option<Mutant> {
    let (left, sign, right) = view.sides(at)?;
    let old = view.nodes.kind(sign);
    let (other, opposite) = match old {
        "<" => ("<=", ">"),
        "<=" => ("<", ">="),
        ">" => (">=", "<"),
        ">=" => (">", "<="),
        _ => return None,
    };
    let is_real = view.is_real(left) || view.is_real(right);
    if is_about_precision(view, left) || is_about_precision(view, right) || counts_for_precision(view, at, right) {
        return None;
    }
    if is_comparator(view, at) {
        return Some(Mutant::swap(Operator::SwapOrder, view.span(sign), old, opposite));
    }
    let name = function_name(view, view.place(at).function);
    if picks_a_side(view, at, left, right) || KEEPERS.contains(&name) {
        return Some(Mutant::swap(Operator::SwapExtremum, view.span(sign), old, opposite));
    }
    (!is_real).then(|| Mutant::swap(Operator::Relational, view.span(sign), old, other))
}

/// Whether equality never happens, or happens by chance.
fn is_about_precision(view: &View<'_>, side: usize) -> bool {
    let Some(text) = view.short(side) else { return false };
    let is_real = view.nodes.kind(side) == "number_literal" && (text.contains('.') || text.contains("e-"));
    is_real || text.to_ascii_lowercase().contains("eps")
}

/// Whether a comparison ends a loop that only repeats something a fixed number of times.
pub(super) fn counts_for_precision(view: &View<'_>, comparison: usize, right: usize) -> bool {
    view.nodes.kind(view.nodes.parent(comparison)) == "for_statement"
        && view.integer(right).is_some_and(|steps| steps >= MANY_STEPS)
        && view.field(view.nodes.parent(comparison), "body").is_some_and(|body| {
            let name = view.sides(comparison).map_or("", |(left, _, _)| view.root(left));
            let body = view.nodes.within(body);
            body.len() <= MAX_BODY
                && !body.into_iter().any(|at| view.nodes.kind(at) == "identifier" && view.text(at) == name)
        })
}

/// Whether a comparison is all that a function for sorting says.
fn is_comparator(view: &View<'_>, at: usize) -> bool {
    let statement = view.nodes.parent(at);
    if view.nodes.kind(statement) != "return_statement" {
        return false;
    }
    let body = view.nodes.parent(statement);
    let whole = view.nodes.parent(body);
    match view.nodes.kind(whole) {
        "lambda_expression" => {
            view.nodes.kind(view.nodes.parent(whole)) == "argument_list" || n_parameters(view, whole) == 2
        }
        "function_definition" => {
            let declarator = view.field(whole, "declarator").map_or("", |declarator| view.text(declarator));
            let name = function_name(view, whole);
            declarator.starts_with("operator") || name.starts_with("cmp") || name.starts_with("comp")
        }
        _ => false,
    }
}

fn n_parameters(view: &View<'_>, lambda: usize) -> usize {
    let declarator = view.field(lambda, "declarator");
    let list = declarator.and_then(|declarator| view.field(declarator, "parameters"));
    list.map_or(0, |list| view.nodes.named_children(list).count())
}

/// Whether the greater or smaller side of a comparison is what comes out, as in `if (x < best) best = x;`.
fn picks_a_side(view: &View<'_>, at: usize, left: usize, right: usize) -> bool {
    let (Some(left), Some(right)) = (view.short(left), view.short(right)) else { return false };
    let is_pair = |one: &str, other: &str| one == left && other == right || one == right && other == left;
    let mut above = view.nodes.parent(at);
    while matches!(view.nodes.kind(above), "parenthesized_expression" | "condition_clause") {
        above = view.nodes.parent(above);
    }
    match view.nodes.kind(above) {
        "conditional_expression" => {
            let side = |name| view.field(above, name).map_or("", |side| view.text(side));
            is_pair(side("consequence"), side("alternative"))
        }
        "if_statement" => {
            let assigned = view.field(above, "consequence").and_then(|body| only_statement(view, body));
            let assignment = assigned.and_then(|statement| view.nodes.named_children(statement).next());
            let sides = assignment
                .filter(|&at| view.nodes.kind(at) == "assignment_expression")
                .and_then(|assignment| view.sides(assignment));
            sides.is_some_and(|(target, sign, value)| {
                view.nodes.kind(sign) == "=" && is_pair(view.text(target), view.text(value))
            })
        }
        _ => false,
    }
}

/// The one statement that a body has, be it in braces or not.
pub(super) fn only_statement(view: &View<'_>, body: usize) -> Option<usize> {
    if view.nodes.kind(body) != "compound_statement" {
        return Some(body).filter(|&body| body != NONE);
    }
    let mut statements = view.nodes.named_children(body);
    let first = statements.next()?;
    statements.next().is_none().then_some(first)
}
