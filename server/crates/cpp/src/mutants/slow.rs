//! What only makes a solution slow: results that are not kept, paths that stay long, loops that go too far.

use super::{Mutant, Operator, names::function_name, shown, view::View};

pub(super) fn find(view: &View<'_>) -> Vec<Mutant> {
    let mut found: Vec<Mutant> = view.of_kind("binary_expression").filter_map(|at| whole_loop(view, at)).collect();
    found.extend(view.of_kind("assignment_expression").filter_map(|at| stored(view, at)));
    found
}

/// Whether a statement hands back what a table has already.
pub(super) fn is_memo(view: &View<'_>, condition: usize, statement: usize) -> bool {
    if view.nodes.kind(statement) != "return_statement" {
        return false;
    }
    let Some(value) = view.nodes.named_children(statement).next() else { return false };
    let is_entry = matches!(view.nodes.kind(value), "subscript_expression" | "field_expression" | "call_expression");
    let table = if is_entry { root_of_entry(view, value) } else { "" };
    let is_known = view.short(condition).is_some_and(|text| !table.is_empty() && text.contains(table));
    is_known && view.uses.recursive.contains(function_name(view, view.place(statement).function))
}

/// The table of `memo[x]`, `memo.at(x)` or `it->second`.
fn root_of_entry<'s>(view: &View<'s>, value: usize) -> &'s str {
    let is_call = view.nodes.kind(value) == "call_expression";
    view.root(if is_call { view.nodes.children(value).next().unwrap_or(value) } else { value })
}

/// `i * i <= n` in the condition of a loop.
fn whole_loop(view: &View<'_>, at: usize) -> Option<Mutant> {
    let (left, sign, right) = view.sides(at)?;
    let above = view.nodes.parent(at);
    let is_condition = view.nodes.kind(above) == "for_statement"
        || view.nodes.kind(above) == "condition_clause"
            && view.nodes.kind(view.nodes.parent(above)) == "while_statement";
    if !is_condition || !matches!(view.nodes.kind(sign), "<" | "<=") || view.sign(left) != "*" {
        return None;
    }
    let (first, _, second) = view.sides(left)?;
    let name = view.short(second).filter(|_| view.nodes.kind(second) == "identifier")?;
    let first = match view.nodes.kind(first) {
        "cast_expression" => view.field(first, "value")?,
        "binary_expression" => view.sides(first)?.2,
        _ => first,
    };
    if view.text(first) != name || view.text(right) == name {
        return None;
    }
    Some(Mutant::swap(Operator::WholeLoop, view.span(left), view.text(left), name))
}

/// A result that is returned and not written down: `return p[x] = find(p[x]);`.
fn stored(view: &View<'_>, at: usize) -> Option<Mutant> {
    let (left, sign, right) = view.sides(at)?;
    let above = view.nodes.kind(view.nodes.parent(at));
    let is_result = matches!(above, "return_statement" | "conditional_expression" | "parenthesized_expression");
    let is_entry = matches!(view.nodes.kind(left), "subscript_expression" | "field_expression" | "identifier");
    let function = function_name(view, view.place(at).function);
    if !is_result || !is_entry || view.nodes.kind(sign) != "=" || !view.uses.recursive.contains(function) {
        return None;
    }
    let is_path = view.callee(right) == function;
    let operator = if is_path { Operator::DropCompression } else { Operator::DropMemo };
    let words = format!("without writing down `{}`", shown(view.text(left)));
    let range = view.span(left).start..view.span(right).start;
    Some(Mutant { range, with: String::new(), operator, words })
}
