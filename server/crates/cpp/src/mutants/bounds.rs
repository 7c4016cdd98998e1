//! Bounds that are one off: where loops begin and end, and what is added to a number or an index.

use super::{Mutant, Operator, comparisons::counts_for_precision, view::View};
use crate::literal;

pub(super) fn find(view: &View<'_>) -> Vec<Mutant> {
    let mut found = Vec::new();
    for at in view.of_kind("for_statement") {
        let parts = ["initializer", "condition"].map(|part| view.field(at, part).filter(|&part| view.is_sound(part)));
        let is_counter = parts[1].is_some_and(|condition| {
            view.sides(condition).is_some_and(|(_, _, right)| counts_for_precision(view, condition, right))
        });
        found.extend(parts[0].iter().filter(|_| !is_counter).flat_map(|&start| starts(view, start)));
        found.extend(parts[1].and_then(|condition| end(view, condition)));
    }
    for at in view.of_kind("call_expression").filter(|&at| view.names.is_loop_macro(view.callee(at))) {
        found.extend(macro_loop(view, at));
    }
    found.extend(view.of_kind("binary_expression").filter_map(|at| off_by_one(view, at)));
    found
}

/// The values that the variables of a loop begin with.
fn starts(view: &View<'_>, initializer: usize) -> Vec<Mutant> {
    let values: Vec<usize> = match view.nodes.kind(initializer) {
        "declaration" => {
            let declarators = view.nodes.named_children(initializer);
            declarators
                .filter(|&at| view.nodes.kind(at) == "init_declarator")
                .filter_map(|at| view.field(at, "value"))
                .collect()
        }
        "assignment_expression" => view.field(initializer, "right").into_iter().collect(),
        _ => Vec::new(),
    };
    let mut found = Vec::new();
    for value in values {
        let is_zero = view.integer(value) == Some(0);
        found.extend(shifted(view, value, 1));
        if !is_zero && view.nodes.kind(value) != "identifier" {
            found.extend(shifted(view, value, -1));
        }
    }
    found
}

/// The end of a loop, moved to the side on which another sign of the comparison does not move it.
fn end(view: &View<'_>, condition: usize) -> Option<Mutant> {
    let (_, sign, right) = view.sides(condition)?;
    let by = match view.nodes.kind(sign) {
        "<" | ">=" => -1,
        "<=" | ">" => 1,
        _ => return None,
    };
    let is_below_zero = by < 0 && view.integer(right) == Some(0);
    if is_below_zero || counts_for_precision(view, condition, right) {
        return None;
    }
    shifted(view, right, by)
}

/// The arguments of a macro that makes a loop: `rep(i, 0, n)`.
fn macro_loop(view: &View<'_>, call: usize) -> Vec<Mutant> {
    let arguments = view.arguments(call);
    let Some((&last, others)) = arguments.split_last() else { return Vec::new() };
    let mut found: Vec<Mutant> = others.iter().skip(1).filter_map(|&start| shifted(view, start, 1)).collect();
    found.extend(shifted(view, last, -1));
    found.extend(shifted(view, last, 1));
    found
}

/// A bound with something added.
fn shifted(view: &View<'_>, at: usize, by: i64) -> Option<Mutant> {
    let (span, old) = (view.span(at), view.text(at));
    let swap = |with: String| Some(Mutant::swap(Operator::LoopBound, span.clone(), old, with));
    match view.nodes.kind(at) {
        "number_literal" => swap(moved(old, by)?),
        "identifier"
        | "subscript_expression"
        | "field_expression"
        | "call_expression"
        | "parenthesized_expression"
        | "cast_expression"
            if is_number(view, at) =>
        {
            let old = view.short(at)?;
            swap(if by > 0 { format!("{old} + {by}") } else { format!("{old} - {}", -by) })
        }
        "binary_expression" => {
            let (left, sign, right) = view.sides(at)?;
            let sign = match view.nodes.kind(sign) {
                "+" => 1,
                "-" => -1,
                "/" | "*" | "%" => return swap(added(view.short(at)?, by)),
                "<<" | ">>" => return swap(added(&format!("({})", view.short(at)?), by)),
                _ => return None,
            };
            match view.integer(right) {
                Some(known) => {
                    let sum = sign * known + by;
                    let left = view.short(left)?;
                    swap(if sum == 0 { left.to_owned() } else { added(left, sum) })
                }
                None => swap(added(view.short(at)?, by)),
            }
        }
        _ => None,
    }
}

/// Whether something looks like a number rather than like a place in a list.
fn is_number(view: &View<'_>, at: usize) -> bool {
    let is_place = view.nodes.kind(at) == "call_expression"
        && !matches!(view.callee(at), "size" | "length" | "min" | "max" | "sqrt" | "sz" | "SZ" | "int");
    let is_array = view.nodes.kind(at) == "identifier" && view.names.is_unlike_numbers(view.text(at));
    let is_linked = view.nodes.kind(at) == "subscript_expression" || view.nodes.kind(at) == "field_expression";
    let starts_a_loop = matches!(view.nodes.kind(view.nodes.parent(at)), "init_declarator" | "assignment_expression");
    !(is_place || is_array || is_linked && starts_a_loop)
}

fn added(text: &str, by: i64) -> String {
    let sign = if by < 0 { '-' } else { '+' };
    format!("{text} {sign} {}", by.unsigned_abs())
}

/// A decimal literal moved by a number, with its suffix.
pub(super) fn moved(text: &str, by: i64) -> Option<String> {
    let value = literal::integer(text)?;
    let digits = text.trim_end_matches(['u', 'U', 'l', 'L']);
    let is_plain = digits == value.to_string();
    let with = value.checked_add(by).filter(|&with| with >= 0 && is_plain)?;
    Some(format!("{with}{}", &text[digits.len()..]))
}

/// A `+ 1` or `- 1` that goes.
fn off_by_one(view: &View<'_>, at: usize) -> Option<Mutant> {
    let (left, sign, right) = view.sides(at)?;
    let sign = view.nodes.kind(sign);
    let is_step = matches!(sign, "+" | "-") && matches!(view.text(right), "1" | "1LL" | "1ll");
    let place = view.place(at);
    if !is_step || place.in_size || !place.in_body || is_power(view, left) || is_bound(view, at) {
        return None;
    }
    let words = format!("without `{sign} 1`");
    let range = view.span(left).end..view.span(at).end;
    Some(Mutant { range, with: String::new(), operator: Operator::OffByOne, words })
}

/// Whether something is a power of two, whose predecessor is a mask.
fn is_power(view: &View<'_>, at: usize) -> bool {
    view.sign(view.bare(at)) == "<<"
}

/// Whether the bounds of loops have it already.
fn is_bound(view: &View<'_>, at: usize) -> bool {
    let above = view.nodes.parent(at);
    let is_right_side = view.sides(above).is_some_and(|(_, _, right)| right == at);
    let is_end = is_right_side
        && matches!(view.sign(above), "<" | ">=" | "<=" | ">")
        && view.nodes.kind(view.nodes.parent(above)) == "for_statement";
    let is_start = view.nodes.kind(above) == "init_declarator"
        && view.nodes.kind(view.nodes.parent(view.nodes.parent(above))) == "for_statement";
    is_end || is_start
}
