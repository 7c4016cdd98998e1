//! Types that are too small: one declaration at a time, a name for a type, a factor or cast that makes a product wide.
//!
//! A variable whose type must be that of another, as in `ans = max(ans, x)`, keeps it; its values are cut instead.

use std::collections::HashMap;

use super::{
    Mutant, Operator,
    names::{declarators, function_name, variable},
    shown,
    types::Wide,
    view::View,
};
use crate::nodes::NONE;

pub(super) fn find(view: &View<'_>) -> Vec<Mutant> {
    let mut found = definitions(view);
    let mut kept = HashMap::new();
    for (at, item) in view.nodes.all() {
        if !view.is_sound(at) {
            continue;
        }
        match item.visit.kind {
            "declaration" | "field_declaration" | "parameter_declaration" | "function_definition" => {
                found.extend(declaration(view, at, &mut kept));
            }
            "cast_expression" => found.extend(cast(view, at)),
            "number_literal" => found.extend(factor(view, at)),
            "call_expression" => found.extend(conversion(view, at)),
            _ => {}
        }
    }
    found.extend(view.of_kind("assignment_expression").filter_map(|at| assignment(view, at, &kept)));
    found
}

/// The names that a source gives to wide types.
fn definitions(view: &View<'_>) -> Vec<Mutant> {
    if view.uses.wide_numbers {
        return Vec::new();
    }
    let one = |&(whole, value, wide): &(usize, usize, Wide)| {
        let is_macro = view.nodes.kind(whole) == "preproc_def";
        let name =
            view.field(whole, "name").or_else(|| view.field(whole, "declarator")).map_or("", |name| view.text(name));
        if is_macro && name == "int" {
            let text = view.text(whole).trim_end();
            let start = view.span(whole).start;
            let words = format!("without `{}`", shown(text));
            return Mutant { range: start..start + text.len(), with: String::new(), operator: Operator::Narrow, words };
        }
        let text = crate::literal::without_comment(view.text(value));
        let start = view.span(value).start + view.text(value).find(text).unwrap_or(0);
        let with = view.types.smaller(wide).to_owned();
        let words = format!("`{name}` is `{with}` instead of `{text}`");
        Mutant { range: start..start + text.len(), with, operator: Operator::Narrow, words }
    };
    view.types.definitions.iter().map(one).collect()
}

/// The type of a declaration made smaller. What has to keep its type is noted.
fn declaration<'s>(view: &View<'s>, at: usize, kept: &mut HashMap<&'s str, Wide>) -> Option<Mutant> {
    let type_name = view.field(at, "type")?;
    let text = view.short(type_name)?;
    let above = view.nodes.kind(view.nodes.parent(at));
    let kind = view.nodes.kind(at);
    let names = declared(view, at)?;
    let first = *names.first()?;
    if matches!(above, "for_statement" | "init_statement") || names.iter().any(|name| view.names.is_constant(name)) {
        return None;
    }
    let in_head = matches!(kind, "parameter_declaration" | "function_definition");
    if in_head && view.names.is_declared_ahead(function_name(view, view.place(at).function)) {
        return None;
    }
    let is_macro_int = view.types.int_is_wide() && text == "int";
    let is_parameter = kind == "parameter_declaration";
    if is_macro_int && (is_parameter || first == "main") {
        return None;
    }
    let wide = if is_macro_int { Some(Wide::Integer) } else { view.types.wide(text) };
    let is_strict = names.iter().any(|name| view.uses.same_type.contains(name));
    let with = match wide {
        Some(wide) if is_strict => {
            kept.extend(names.iter().map(|name| (*name, wide)));
            return None;
        }
        Some(_) if has_array(view, at) && is_whole(view, &names) => return None,
        Some(wide) => view.types.smaller(wide).to_owned(),
        None if in_head || is_strict || is_whole(view, &names) => return None,
        None => smaller_elements(view, type_name)?,
    };
    let words = format!("`{}` is `{}` instead of `{}`", shown(first), shown(&with), shown(text));
    Some(Mutant { range: view.span(type_name), with, operator: Operator::Narrow, words })
}

/// The names of a declaration of plain variables, arrays or one function; `None` where references or pointers are in it.
fn declared<'s>(view: &View<'s>, at: usize) -> Option<Vec<&'s str>> {
    let mut names = Vec::new();
    for child in view.nodes.named_children(at) {
        let kind = view.nodes.kind(child);
        if !(kind.ends_with("declarator") || matches!(kind, "identifier" | "field_identifier")) {
            continue;
        }
        for node in declarators(view.node(child)?) {
            let is_function = node.kind() == "function_declarator" && view.nodes.kind(at) != "function_definition";
            if is_function || matches!(node.kind(), "reference_declarator" | "pointer_declarator" | "operator_name") {
                return None;
            }
        }
        names.push(view.source.node_text(variable(view.node(child)?)?));
    }
    Some(names)
}

fn is_whole(view: &View<'_>, names: &[&str]) -> bool {
    names.iter().any(|name| view.uses.whole.contains(name))
}

fn has_array(view: &View<'_>, declaration: usize) -> bool {
    let mut parts = view.nodes.named_children(declaration);
    parts.any(|part| {
        let is_initialized = view.nodes.kind(part) == "init_declarator";
        let declarator = if is_initialized { view.field(part, "declarator").unwrap_or(NONE) } else { part };
        view.nodes.kind(declarator) == "array_declarator"
    })
}

/// The text of a type with smaller ones for the wide ones between its angle brackets.
fn smaller_elements(view: &View<'_>, type_name: usize) -> Option<String> {
    let text = view.short(type_name)?;
    if text.starts_with("function") || text.starts_with("std::function") {
        return None;
    }
    let start = view.span(type_name).start;
    let (mut with, mut from) = (String::new(), 0);
    for at in view.nodes.within(type_name).filter(|&at| view.nodes.kind(at) == "type_descriptor") {
        let is_macro_int = view.types.int_is_wide() && view.text(at) == "int";
        let wide = if is_macro_int { Some(Wide::Integer) } else { view.types.wide(view.text(at)) };
        let Some(wide) = wide else { continue };
        let span = view.span(at);
        with.push_str(&text[from..span.start - start]);
        with.push_str(view.types.smaller(wide));
        from = span.end - start;
    }
    with.push_str(&text[from..]);
    (from > 0).then_some(with)
}

/// `(long long) a * b` without the cast, or with the cast too late.
fn cast(view: &View<'_>, at: usize) -> Option<Mutant> {
    let (type_name, value) = (view.field(at, "type")?, view.field(at, "value")?);
    view.types.wide(view.text(type_name))?;
    let (start, end) = (view.span(at).start, view.span(value).start);
    if view.place(at).same_type {
        return too_late(view, at, value, &format!("({})", view.text(type_name)));
    }
    let words = format!("without `({})`", shown(view.text(type_name)));
    Some(Mutant { range: start..end, with: String::new(), operator: Operator::Narrow, words })
}

/// `1LL * a * b` without the factor, or with the factor too late.
fn factor(view: &View<'_>, at: usize) -> Option<Mutant> {
    let product = view.nodes.parent(at);
    let (left, _, value) = view.sides(product)?;
    let is_factor = matches!(view.text(at), "1LL" | "1ll" | "1ull" | "1ULL" | "1L" | "1.0" | "1.0L");
    if !is_factor || left != at || view.sign(product) != "*" {
        return None;
    }
    if view.place(at).same_type {
        return too_late(view, product, value, &format!("{} *", view.text(at)));
    }
    let words = format!("without `{} *`", view.text(at));
    let range = view.span(at).start..view.span(value).start;
    Some(Mutant { range, with: String::new(), operator: Operator::Narrow, words })
}

/// A product whose factors are multiplied before the first of them is made wide.
fn too_late(view: &View<'_>, part: usize, value: usize, what: &str) -> Option<Mutant> {
    let product = view.nodes.parent(part);
    let is_product = view.sides(product).is_some_and(|(left, _, _)| left == part) && view.sign(product) == "*";
    let range = view.span(value).start..view.span(product).end;
    let factors = view.source.slice(range.clone());
    if !is_product || factors.len() > 160 {
        return None;
    }
    let words = format!("`{what}` only after `{}`", shown(factors));
    Some(Mutant { with: format!("({factors})"), range, operator: Operator::Narrow, words })
}

/// `ll(x)`.
fn conversion(view: &View<'_>, at: usize) -> Option<Mutant> {
    let function = view.nodes.children(at).next()?;
    let wide = view.types.wide(view.text(function))?;
    let is_plain = matches!(view.nodes.kind(function), "identifier" | "primitive_type");
    let with = view.types.smaller(wide);
    (is_plain && !view.place(at).same_type)
        .then(|| Mutant::swap(Operator::Narrow, view.span(function), view.text(function), with))
}

/// A value that is cut when it is stored in a variable that keeps its type.
fn assignment(view: &View<'_>, at: usize, kept: &HashMap<&str, Wide>) -> Option<Mutant> {
    let (left, sign, right) = view.sides(at)?;
    let (name, value) = (view.short(left)?, view.short(right)?);
    let wide = *kept.get(name).filter(|_| !view.names.is_unlike_numbers(name))?;
    let is_call = matches!(view.callee(right), "min" | "max");
    let smaller = view.types.smaller(wide);
    let with = match view.nodes.kind(sign) {
        "=" if is_call => format!("{name} = ({smaller}) {value}"),
        "+=" => format!("{name} = ({smaller}) ({name} + {value})"),
        _ => return None,
    };
    let words = format!("`{}` is cut to `{smaller}` in `{}`", shown(name), shown(view.text(at)));
    Some(Mutant { range: view.span(at), with, operator: Operator::Narrow, words })
}
