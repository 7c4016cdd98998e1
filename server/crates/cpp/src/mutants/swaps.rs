//! One thing for another that looks like it: `min` for `max`, `&&` for `||`, `+` for `-`, and the like.

use super::{Mutant, Operator, shown, view::View};
use crate::{literal, nodes::NONE};

/// Functions, each with the one it is taken for.
const PAIRS: [(&str, &str, Operator); 11] = [
    ("min", "max", Operator::SwapExtremum),
    ("chmin", "chmax", Operator::SwapExtremum),
    ("ckmin", "ckmax", Operator::SwapExtremum),
    ("amin", "amax", Operator::SwapExtremum),
    ("fmin", "fmax", Operator::SwapExtremum),
    ("min_element", "max_element", Operator::SwapExtremum),
    ("lower_bound", "upper_bound", Operator::SwapSearch),
    ("ceil", "floor", Operator::Rounding),
    ("ceill", "floorl", Operator::Rounding),
    ("round", "floor", Operator::Rounding),
    ("greater", "less", Operator::SwapOrder),
];
/// What marks a place in a list rather than a number.
const PLACES: [&str; 10] =
    ["begin", "end()", "bound(", "unique(", "find(", "_element(", "substr", "to_string", "string(", "all("];

pub(super) fn find(view: &View<'_>) -> Vec<Mutant> {
    let mut found = Vec::new();
    for (at, item) in view.nodes.all() {
        if item.visit.kind == "template_type" && !view.place(at).off {
            found.extend(heap(view, at));
        }
        if !view.is_sound(at) {
            continue;
        }
        match item.visit.kind {
            "identifier" | "field_identifier" | "type_identifier" => found.extend(name(view, at)),
            "binary_expression" => {
                found.extend(logic(view, at));
                found.extend(quotient(view, at));
                found.extend(sign(view, at));
            }
            "break_statement" | "continue_statement" => found.extend(jump(view, at)),
            _ => {}
        }
    }
    found
}

/// The name of a function that has a counterpart.
fn name(view: &View<'_>, at: usize) -> Option<Mutant> {
    let old = view.text(at);
    let &(one, other, operator) = PAIRS.iter().find(|(one, other, _)| old == *one || old == *other)?;
    let with = if old == one { other } else { one };
    let is_order = operator == Operator::SwapOrder;
    let is_used = if is_order { old == "greater" && !in_heap(view, at) } else { is_called(view, at) };
    let is_defined_alone = view.names.is_own(old) != view.names.is_own(with);
    let is_undefined = matches!(one, "chmin" | "ckmin" | "amin") && !view.names.is_own(with);
    (is_used && !is_defined_alone && !is_undefined).then(|| Mutant::swap(operator, view.span(at), old, with))
}

/// Whether a name is that of what is called.
fn is_called(view: &View<'_>, at: usize) -> bool {
    let mut at = at;
    for _ in 0..4 {
        let above = view.nodes.parent(at);
        match view.nodes.kind(above) {
            "call_expression" => return view.nodes.children(above).next() == Some(at),
            "qualified_identifier" if view.short(above).is_some_and(|text| text.contains("numeric_limits")) => {
                return false;
            }
            "qualified_identifier" | "template_function" | "template_method" | "field_expression" => at = above,
            _ => return false,
        }
    }
    false
}

/// Whether a name lies between the angle brackets of a priority queue or an ordered set.
fn in_heap(view: &View<'_>, at: usize) -> bool {
    let mut above = at;
    for _ in 0..8 {
        above = view.nodes.parent(above);
        if view.nodes.kind(above) == "template_type" && view.last_name(above) != "greater" {
            return true;
        }
    }
    false
}

/// A priority queue that gives its elements in the opposite order.
fn heap(view: &View<'_>, at: usize) -> Option<Mutant> {
    let old = view.short(at)?;
    let list = view.field(at, "arguments").filter(|_| view.last_name(at) == "priority_queue")?;
    let arguments: Vec<&str> = view.nodes.named_children(list).map(|argument| view.text(argument)).collect();
    let is_qualified = view.nodes.kind(view.nodes.parent(at)) == "qualified_identifier";
    let std = if is_qualified { "std::" } else { "" };
    let with = match *arguments.as_slice() {
        [element] if !has_struct(view, list) => {
            format!("priority_queue<{element}, {std}vector<{element}>, {std}greater<{element}>>")
        }
        [element, _, order] if order.trim_start_matches("std::").starts_with("greater") && !has_struct(view, list) => {
            format!("priority_queue<{element}>")
        }
        _ => return None,
    };
    let place = view.span(at);
    let words = "the priority queue gives its elements in the opposite order".to_owned();
    (old != with).then_some(Mutant { range: place, with, operator: Operator::SwapOrder, words })
}

fn has_struct(view: &View<'_>, list: usize) -> bool {
    view.nodes.within(list).any(|at| view.nodes.kind(at) == "type_identifier" && view.names.is_struct(view.text(at)))
}

fn logic(view: &View<'_>, at: usize) -> Option<Mutant> {
    let (left, sign, right) = view.sides(at)?;
    let old = view.nodes.kind(sign);
    let with = match old {
        "&&" => "||",
        "||" => "&&",
        _ => return None,
    };
    let protects = protects(view, left, right);
    (!protects).then(|| Mutant::swap(Operator::SwapLogic, view.span(sign), old, with))
}

/// Whether one side only sees to it that the other looks at something that is there.
fn protects(view: &View<'_>, left: usize, right: usize) -> bool {
    let (Some(left), Some(right)) = (view.short(left), view.short(right)) else { return true };
    let is_bound =
        left.contains(['<', '>']) && !left.contains('[') || left.contains("empty()") || left.contains("end()");
    let looks_up =
        right.contains('[') || right.contains("top()") || right.contains("back()") || right.contains("front()");
    is_bound && looks_up || left.contains("cin") || left.contains("scanf")
}

/// A quotient that is rounded down where it was rounded up, or the other way round.
fn quotient(view: &View<'_>, at: usize) -> Option<Mutant> {
    let (left, sign, right) = view.sides(at)?;
    if view.nodes.kind(sign) != "/" || !view.place(at).in_body || view.place(at).in_size {
        return None;
    }
    let (old, divisor) = (view.short(at)?, view.short(right)?);
    if let Some(rounded_up) = rounded_up(view, view.bare(left), divisor) {
        return Some(Mutant::swap(Operator::Rounding, view.span(at), old, rounded_up + " / " + divisor));
    }
    let number = literal::integer(divisor).filter(|number| (2..=1000).contains(number))?;
    let is_real = view.is_real(left);
    let left = view.short(view.bare(left))?;
    let is_up_already = left.ends_with("+ 1") || left.ends_with("- 1");
    (!is_real && !is_up_already)
        .then(|| Mutant::swap(Operator::Rounding, view.span(at), old, format!("({left} + {}) / {divisor}", number - 1)))
}

/// What is divided in `(a + b - 1) / b`.
fn rounded_up(view: &View<'_>, at: usize, divisor: &str) -> Option<String> {
    let (sum, sign, one) = view.sides(at).filter(|_| view.nodes.kind(at) == "binary_expression")?;
    let sign = view.nodes.kind(sign);
    if sign == "+" && literal::integer(divisor).is_some_and(|number| view.integer(one) == Some(number - 1)) {
        let is_sum = view.nodes.kind(sum) == "binary_expression";
        return view.short(sum).map(|sum| if is_sum { format!("({sum})") } else { sum.to_owned() });
    }
    let (divided, plus, added) = view.sides(sum).filter(|_| sign == "-" && view.text(one) == "1")?;
    let is_sum = view.nodes.kind(plus) == "+" && view.text(added) == divisor;
    let is_plain =
        matches!(view.nodes.kind(divided), "identifier" | "subscript_expression" | "parenthesized_expression");
    view.short(divided).filter(|_| is_sum && is_plain).map(str::to_owned)
}

fn sign(view: &View<'_>, at: usize) -> Option<Mutant> {
    let (left, sign, right) = view.sides(at)?;
    let old = view.nodes.kind(sign);
    let with = match old {
        "+" => "-",
        "-" => "+",
        _ => return None,
    };
    let place = view.place(at);
    let is_one = view.integer(right).is_some_and(|value| value <= 1);
    let numbers = [left, right].iter().all(|&side| is_number(view, side));
    (place.in_body && !place.in_size && !is_one && numbers).then(|| {
        let words = format!("`{with}` instead of `{old}` before `{}`", shown(view.text(right)));
        Mutant { range: view.span(sign), with: with.to_owned(), operator: Operator::SwapSign, words }
    })
}

/// Whether one side of a sum is a number: no text, no character, no place in a list.
fn is_number(view: &View<'_>, side: usize) -> bool {
    let Some(text) = view.short(side) else { return false };
    let is_other = text.contains(['"', '\'', '&']) || PLACES.iter().any(|word| text.contains(word));
    let name = if view.nodes.kind(side) == "identifier" { view.text(side) } else { "" };
    let is_modulus = view.is_large(side) || name.len() <= 12 && name.to_ascii_lowercase().contains("mod");
    let is_made = view.nodes.within(side).any(|at| {
        view.nodes.kind(at) == "identifier" && view.names.is_unlike_numbers(view.text(at)) && !is_looked_into(view, at)
    });
    !is_other && !is_modulus && !is_made && !text.starts_with('*') && view.nodes.kind(side) != "initializer_list"
}

/// Whether a name stands for what something is taken out of.
fn is_looked_into(view: &View<'_>, at: usize) -> bool {
    matches!(view.nodes.kind(view.nodes.parent(at)), "subscript_expression" | "field_expression")
}

/// `break` for `continue` in a loop that ends by itself.
fn jump(view: &View<'_>, at: usize) -> Option<Mutant> {
    let round = view.place(at).round;
    let is_loop = round != NONE && view.nodes.kind(round) != "switch_statement";
    if !is_loop || view.is_endless(round) {
        return None;
    }
    let (old, with) =
        if view.nodes.kind(at) == "break_statement" { ("break", "continue") } else { ("continue", "break") };
    let start = view.span(at).start;
    Some(Mutant::swap(Operator::SwapJump, start..start + old.len(), old, with))
}
