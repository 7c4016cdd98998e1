//! Numbers: those that are one off, infinities that are too small, and variables that start with the wrong value.

use super::{Mutant, Operator, bounds::moved, shown, view::View};
use crate::literal;

/// From here on a round number is taken for an infinity.
const LEAST_INFINITY: f64 = 1e8;
/// From here on it is one of 64 bits.
const LEAST_LONG: f64 = 5e9;
/// Larger numbers than this are no counts that somebody may get wrong by one.
const GREATEST_COUNT: i64 = 1000;

pub(super) fn find(view: &View<'_>) -> Vec<Mutant> {
    let mut found = Vec::new();
    for at in view.of_kind("number_literal") {
        found.extend(infinity(view, at));
        found.extend(precision(view, at));
        found.extend(counts(view, at));
    }
    for at in view.of_kind("identifier") {
        found.extend(named_infinity(view, at));
    }
    for at in view.of_kind("init_declarator") {
        found.extend(initial(view, at));
    }
    for at in view.of_kind("assignment_expression") {
        found.extend(first_entry(view, at));
    }
    found
}

/// A round number that is so large that it can only mean "more than anything".
fn infinity(view: &View<'_>, at: usize) -> Option<Mutant> {
    let text = view.text(at);
    let with = smaller_infinity(text)?;
    let above = view.nodes.parent(at);
    // `1e9 + 7`
    let is_modulus = view.sides(above).is_some_and(|(_, _, right)| {
        view.sign(above) == "+" && right != at && view.integer(right).is_some_and(|value| value < 1000)
    });
    let is_taken_by = view.sign(above) == "%";
    (!is_modulus && !is_taken_by).then(|| Mutant::swap(Operator::Infinity, view.span(at), text, with))
}

fn smaller_infinity(text: &str) -> Option<String> {
    let lower: String = text.to_ascii_lowercase().chars().filter(|&character| character != '\'').collect();
    if let Some(digits) = lower.strip_prefix("0x") {
        let digits = digits.trim_end_matches(['u', 'l']);
        return match (digits, digits.len()) {
            ("3f" | "7f" | "1f", _) => Some("0x01".to_owned()),
            (_, 8) if digits.starts_with("3f") || digits.starts_with("7f") => Some("1000000".to_owned()),
            (_, 16) if digits.starts_with("3f") || digits.starts_with("7f") => Some("1000000000LL".to_owned()),
            _ => None,
        };
    }
    let digits = lower.trim_end_matches(['u', 'l', 'f']);
    let suffix = &lower[digits.len()..];
    let value: f64 = digits.parse().ok().filter(|value: &f64| *value >= LEAST_INFINITY)?;
    let is_exponent = digits.contains('e') || digits.contains('.');
    let is_round = is_exponent
        || digits.trim_end_matches('0').len() <= 2
        || matches!(digits, "2147483647" | "9223372036854775807");
    match (is_round, value >= LEAST_LONG, is_exponent) {
        (false, _, _) => None,
        (true, true, true) => Some("1e9".to_owned()),
        (true, true, false) => Some(format!("1000000000{}", if suffix.is_empty() { "LL" } else { suffix })),
        (true, false, true) => Some("1e6".to_owned()),
        (true, false, false) => Some(format!("1000000{suffix}")),
    }
}

fn named_infinity(view: &View<'_>, at: usize) -> Option<Mutant> {
    let text = view.text(at);
    let with = match text {
        "INT_MAX" => "1000000",
        "INT_MIN" => "(-1000000)",
        "LLONG_MAX" | "LONG_LONG_MAX" => "2000000000LL",
        "LLONG_MIN" => "(-2000000000LL)",
        _ => return None,
    };
    Some(Mutant::swap(Operator::Infinity, view.span(at), text, with))
}

/// An epsilon that is too large, or too few digits of an answer.
fn precision(view: &View<'_>, at: usize) -> Option<Mutant> {
    let text = view.text(at);
    let above = view.nodes.parent(at);
    if view.nodes.kind(above) == "argument_list" && view.callee(view.nodes.parent(above)) == "setprecision" {
        return Some(Mutant::swap(Operator::Constant, view.span(at), text, "3")).filter(|_| text != "3");
    }
    let digits = text.trim_end_matches(['l', 'L', 'f', 'F']);
    let value: f64 = digits.parse().ok()?;
    let is_epsilon = value > 0.0 && value < 1e-4;
    is_epsilon.then(|| Mutant::swap(Operator::Constant, view.span(at), text, "1e-3"))
}

/// A number in the program's own reckoning, one more and one less.
fn counts(view: &View<'_>, at: usize) -> Vec<Mutant> {
    let text = view.text(at);
    let place = view.place(at);
    let is_count = literal::integer(text).is_some_and(|value| (2..=GREATEST_COUNT).contains(&value));
    if !is_count || !place.in_body || place.in_size || is_fixed(view, at) {
        return Vec::new();
    }
    let swap = |with: String| Mutant::swap(Operator::Constant, view.span(at), text, with);
    [1, -1].into_iter().filter_map(|by| moved(text, by)).map(swap).collect()
}

/// Whether a number has little to do with the problem, or somebody else changes it.
fn is_fixed(view: &View<'_>, at: usize) -> bool {
    let above = view.nodes.parent(at);
    match view.nodes.kind(above) {
        "case_statement" | "subscript_argument_list" | "enumerator" | "bitfield_clause" => true,
        "argument_list" => matches!(view.callee(view.nodes.parent(above)), "setprecision" | "memset" | "get" | "exit"),
        "init_declarator" => view.nodes.kind(view.nodes.parent(view.nodes.parent(above))) == "for_statement",
        "binary_expression" => {
            let sign = view.sign(above);
            let is_loop =
                matches!(sign, "<" | "<=" | ">" | ">=") && view.nodes.kind(view.nodes.parent(above)) == "for_statement";
            let is_right = view.sides(above).is_some_and(|(_, _, right)| right == at);
            // Halves and parities: the result is nonsense at once.
            let is_half = view.text(at) == "2" && (sign == "*" || is_right && matches!(sign, "/" | "%"));
            let is_read = view.sides(above).is_some_and(|(left, _, _)| view.callee(left) == "scanf");
            // `1e9 + 7`
            let is_prime = sign == "+" && view.sides(above).is_some_and(|(left, _, _)| view.is_large(left));
            is_prime || is_read || is_loop || is_half || matches!(sign, "<<" | ">>")
        }
        _ => false,
    }
}

/// A variable of a function whose first value is wrong.
fn initial(view: &View<'_>, at: usize) -> Option<Mutant> {
    let place = view.place(at);
    let declaration = view.nodes.parent(at);
    let name = view.field(at, "declarator").filter(|&name| view.nodes.kind(name) == "identifier")?;
    let value = view.field(at, "value")?;
    let type_name = view.field(declaration, "type")?;
    let is_loop = matches!(view.nodes.kind(view.nodes.parent(declaration)), "for_statement" | "init_statement");
    let is_constant = view.names.is_constant(view.text(name));
    if !place.in_body
        || is_loop
        || is_constant
        || view.text(type_name) == "auto"
        || !view.uses.written.contains(view.text(name))
    {
        return None;
    }
    let old = view.text(value);
    let is_compared = view.uses.same_type.contains(view.text(name));
    let with = match old {
        "0" if is_compared => return None,
        "0" | "0LL" => "1",
        "1" | "1LL" | "-1" => "0",
        "true" => "false",
        "false" => "true",
        _ if is_infinite(view, value) => "0",
        _ => return None,
    };
    let words = format!("`{}` starts as `{with}` instead of `{}`", shown(view.text(name)), shown(old));
    Some(Mutant { range: view.span(value), with: with.to_owned(), operator: Operator::Initial, words })
}

/// Whether a value is an infinity, with or without a sign.
fn is_infinite(view: &View<'_>, value: usize) -> bool {
    let Some(text) = view.short(value).filter(|text| !text.contains(['{', ','])) else { return false };
    let text = text.trim_start_matches('-').trim();
    let is_name = text.len() <= 10 && text.to_ascii_lowercase().contains("inf")
        || text.ends_with("_MAX")
        || text.ends_with("_MIN");
    is_name || smaller_infinity(text).is_some() || text.contains("numeric_limits")
}

/// The entry of a table from which the others are computed: `dp[0] = 1`.
fn first_entry(view: &View<'_>, at: usize) -> Option<Mutant> {
    let (left, sign, right) = view.sides(at)?;
    let indices = view.node(left)?.child_by_field_name("indices")?;
    let is_fixed = indices.named_child(0).is_some_and(|index| index.kind() == "number_literal");
    if view.nodes.kind(left) != "subscript_expression"
        || view.nodes.kind(sign) != "="
        || !is_fixed
        || !view.place(at).in_body
    {
        return None;
    }
    let with = match view.text(right) {
        "0" => "1",
        "1" => "0",
        _ => return None,
    };
    let words = format!("`{}` starts as `{with}` instead of `{}`", shown(view.text(left)), view.text(right));
    Some(Mutant { range: view.span(right), with: with.to_owned(), operator: Operator::Initial, words })
}
