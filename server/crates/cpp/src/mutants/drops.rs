//! What is forgotten: a remainder, a case, an `else`, a value that must be set anew, a sort.

use super::{Mutant, Operator, comparisons::only_statement, names::function_name, shown, slow, view::View};
use crate::nodes::NONE;

/// The least number that counts as a modulus by itself.
const LEAST_MODULUS: i64 = 1_000_000;
const FILLS: [&str; 6] = ["fill", "fill_n", "memset", "clear", "assign", "iota"];
const SORTS: [&str; 4] = ["sort", "stable_sort", "reverse", "unique"];
/// Types that hold many values.
const CONTAINERS: [&str; 9] =
    ["vector", "map", "set", "multiset", "unordered_map", "unordered_set", "queue", "deque", "stack"];

pub(super) fn find(view: &View<'_>) -> Vec<Mutant> {
    let mut found = Vec::new();
    for (at, item) in view.nodes.all() {
        if !view.is_sound(at) {
            continue;
        }
        match item.visit.kind {
            "binary_expression" => found.extend(modulus(view, at)),
            "assignment_expression" => found.extend(modulus_of_itself(view, at)),
            "if_statement" => found.extend(guard(view, at)),
            "else_clause" => found.extend(other_case(view, at)),
            "expression_statement" => {
                found.extend(reset(view, at));
                found.extend(sort(view, at));
            }
            "declaration" => found.extend(kept(view, at)),
            _ => {}
        }
    }
    found
}

/// Something that goes.
fn without(view: &View<'_>, operator: Operator, statement: usize, what: &str) -> Mutant {
    let words = format!("without `{}`", shown(what));
    Mutant { range: view.span(statement), with: view.nothing(statement).to_owned(), operator, words }
}

fn is_modulus(view: &View<'_>, at: usize) -> bool {
    let name = view.root(at);
    let is_number = view.integer(at).is_some_and(|value| value >= LEAST_MODULUS);
    let is_constant = view.names.is_constant(name) && view.uses.moduli.contains(name);
    is_number || is_constant || name.len() <= 12 && name.to_ascii_lowercase().contains("mod")
}

/// `% MOD`, and `+ MOD` where a remainder follows.
fn modulus(view: &View<'_>, at: usize) -> Option<Mutant> {
    let (left, sign, right) = view.sides(at)?;
    let sign = view.nodes.kind(sign);
    if !matches!(sign, "%" | "+") || !is_modulus(view, right) || !view.place(at).in_body {
        return None;
    }
    let is_taken = view.uses.moduli.contains(view.root(right)) || view.integer(right).is_some();
    let words = format!("without `{sign} {}`", shown(view.text(right)));
    let range = view.span(left).end..view.span(right).end;
    (sign == "%" || is_taken).then(|| Mutant { range, with: String::new(), operator: Operator::DropModulus, words })
}

/// `x %= MOD`.
fn modulus_of_itself(view: &View<'_>, at: usize) -> Option<Mutant> {
    let (left, sign, right) = view.sides(at)?;
    let statement = view.nodes.parent(at);
    if view.nodes.kind(sign) != "%=" || !is_modulus(view, right) {
        return None;
    }
    if view.nodes.kind(statement) == "expression_statement" {
        return Some(without(view, Operator::DropModulus, statement, view.text(statement)));
    }
    let words = format!("without `%= {}`", shown(view.text(right)));
    let range = view.span(left).end..view.span(right).end;
    Some(Mutant { range, with: String::new(), operator: Operator::DropModulus, words })
}

/// A condition that leaves a loop or function, or that only corrects a value.
fn guard(view: &View<'_>, at: usize) -> Option<Mutant> {
    let condition = view.field(at, "condition")?;
    let statement = only_statement(view, view.field(at, "consequence")?)?;
    if view.field(at, "alternative").is_some() || reads(view, condition) {
        return None;
    }
    let round = view.place(at).round;
    let is_memo = slow::is_memo(view, condition, statement);
    let is_guard = match view.nodes.kind(statement) {
        "break_statement" => round != NONE && !view.is_endless(round),
        "return_statement" if is_memo => true,
        "return_statement" => !(is_base_case(view, at, condition) || round != NONE && view.is_endless(round)),
        "continue_statement" => true,
        "expression_statement" => {
            let inner = view.nodes.named_children(statement).next().unwrap_or(NONE);
            let is_correction = view.nodes.kind(inner) == "assignment_expression"
                && view.sides(inner).is_some_and(|(_, sign, _)| matches!(view.nodes.kind(sign), "+=" | "-="));
            view.callee(inner) == "swap" || is_correction
        }
        _ => false,
    };
    let operator = if is_memo { Operator::DropMemo } else { Operator::DropGuard };
    is_guard.then(|| without(view, operator, at, view.text(at)))
}

/// Whether a condition reads input.
fn reads(view: &View<'_>, condition: usize) -> bool {
    view.short(condition)
        .is_none_or(|text| ["cin", "scanf", "getline", "getchar", "argc"].iter().any(|word| text.contains(word)))
}

/// Whether a function that calls itself would not come to an end without this.
fn is_base_case(view: &View<'_>, at: usize, condition: usize) -> bool {
    let name = function_name(view, view.place(at).function);
    let condition = view.bare(condition);
    let looks_up =
        matches!(view.nodes.kind(condition), "subscript_expression" | "call_expression" | "unary_expression");
    view.uses.recursive.contains(name) && !looks_up
}

fn other_case(view: &View<'_>, at: usize) -> Option<Mutant> {
    let body = view.nodes.named_children(at).next()?;
    let words = format!("without `{}`", shown(view.text(at)));
    let is_empty = view.nodes.named_children(body).next().is_none() && view.nodes.kind(body) == "compound_statement";
    (!is_empty).then(|| Mutant { range: view.span(at), with: String::new(), operator: Operator::DropElse, words })
}

/// A statement that sets something anew for the next test case or round.
fn reset(view: &View<'_>, at: usize) -> Option<Mutant> {
    let inner = view.nodes.named_children(at).next()?;
    let place = view.place(at);
    let is_again = is_again(view, at);
    let is_reset = match view.nodes.kind(inner) {
        "call_expression" => place.in_body && FILLS.contains(&view.callee(inner)),
        "assignment_expression" => {
            let (_, sign, right) = view.sides(inner)?;
            let is_empty = matches!(view.text(right), "0" | "0LL" | "-1" | "false" | "\"\"" | "{}" | "0.0");
            let is_first = is_block_of_round(view, view.nodes.parent(at))
                && (matches!(view.text(right), "1" | "true")
                    || view.short(right).is_some_and(|right| view.names.is_constant(right)));
            is_again && view.nodes.kind(sign) == "=" && (is_empty || is_first)
        }
        _ => false,
    };
    is_reset.then(|| without(view, Operator::DropReset, at, view.text(at)))
}

/// Whether a place is come by more than once: in a loop, or in a function that a loop calls.
fn is_again(view: &View<'_>, at: usize) -> bool {
    let place = view.place(at);
    let name = function_name(view, place.function);
    place.in_body && (place.round != NONE || is_for_each_case(view, name))
}

/// Whether a function does what is done anew for each test case.
fn is_for_each_case(view: &View<'_>, name: &str) -> bool {
    name != "main" && view.uses.called_in_loops.contains(name) && !view.uses.recursive.contains(name)
}

/// Whether something is the body of a loop, or of a function that does what is done anew for each test case.
fn is_block_of_round(view: &View<'_>, block: usize) -> bool {
    let above = view.nodes.parent(block);
    let is_loop =
        matches!(view.nodes.kind(above), "for_statement" | "while_statement" | "do_statement" | "for_range_loop");
    let name = function_name(view, view.place(block).function);
    let is_function = view.nodes.kind(above) == "function_definition" && is_for_each_case(view, name);
    view.nodes.kind(block) == "compound_statement" && (is_loop || is_function)
}

/// A variable that keeps its value from one test case to the next.
fn kept(view: &View<'_>, at: usize) -> Option<Mutant> {
    if !is_block_of_round(view, view.nodes.parent(at)) {
        return None;
    }
    let mut children = view.nodes.named_children(at);
    let (type_name, declarator) = (children.next()?, children.next()?);
    if children.next().is_some() || view.field(at, "type") != Some(type_name) {
        return None;
    }
    let (variable, is_fixed) = match view.nodes.kind(declarator) {
        "identifier" => (declarator, CONTAINERS.contains(&view.last_name(type_name))),
        "init_declarator" => {
            let value = view.field(declarator, "value")?;
            let is_fixed = matches!(view.nodes.kind(value), "number_literal" | "true" | "false" | "string_literal")
                || view.short(value).is_some_and(|value| view.names.is_constant(value));
            (view.field(declarator, "declarator")?, is_fixed)
        }
        _ => return None,
    };
    let name = view.text(variable);
    let changes = view.uses.written.contains(name) || CONTAINERS.contains(&view.last_name(type_name));
    let is_plain = view.nodes.kind(variable) == "identifier" && !view.names.is_constant(name);
    let start = view.span(at).start;
    let words = format!("`{}` keeps its value from one round to the next", shown(name));
    (is_fixed && is_plain && changes).then(|| Mutant {
        range: start..start,
        with: "static ".to_owned(),
        operator: Operator::DropReset,
        words,
    })
}

fn sort(view: &View<'_>, at: usize) -> Option<Mutant> {
    let call = view.nodes.named_children(at).next()?;
    let callee = view.callee(call);
    let is_unique = callee == "erase" && view.short(call).is_some_and(|text| text.contains("unique("));
    let is_sort = SORTS.contains(&callee) && !view.names.is_own(callee);
    (is_unique || is_sort).then(|| without(view, Operator::DropSort, at, view.text(at)))
}
