//! What works with our header and does not compile with the usual one.

use super::{
    Change, Found,
    numbers::{Number, NumberType, as_long_long, number},
    view::{Site, View},
};
use crate::{api::Owner, call::Argument};

pub(super) fn find(view: &View<'_>) -> Vec<Found> {
    let mut found: Vec<Found> = view.members(Owner::Random).filter_map(|site| member_shuffle(view, site)).collect();
    found.extend(view.globals("shuffle").filter_map(|site| container_shuffle(view, site)));
    found.extend(view.members(Owner::Random).filter_map(mixed_draw));
    found.extend(view.members(Owner::InStream).filter_map(plain_long_bounds));
    found.extend(view.globals("ensure").filter_map(ensure_with_message));
    found
}

/// 01: `rnd.shuffle(…)`.
fn member_shuffle(view: &View<'_>, site: &Site<'_>) -> Option<Found> {
    if site.call.name != "shuffle" || site.object() != Some("rnd") {
        return None;
    }
    let head = site.call.span.start..site.name_span().end;
    let found = |written: &str| Found::not_portable(1, site.call.span.clone(), &format!("write `{written}`"));
    Some(match &site.call.arguments[..] {
        [first, last] => found(&format!("shuffle({}, {})", first.text, last.text))
            .fix("write `shuffle`", vec![Change::new(head, "shuffle")]),
        [container] if is_simple(container) && !view.names.is_foreign() => {
            let written = over_all(container.text);
            found(&written).fix(format!("write `{written}`"), vec![Change::new(site.call.span.clone(), written)])
        }
        _ => found("shuffle(v.begin(), v.end())"),
    })
}

/// 02: `shuffle(v)`.
fn container_shuffle(view: &View<'_>, site: &Site<'_>) -> Option<Found> {
    let [container] = &site.call.arguments[..] else { return None };
    if view.names.is_foreign() {
        return None;
    }
    let written = over_all(container.text);
    let found = Found::not_portable(2, site.call.span.clone(), &format!("write `{written}`"));
    if !is_simple(container) {
        return Some(found);
    }
    Some(found.fix(format!("write `{written}`"), vec![Change::new(site.call.span.clone(), written)]))
}

/// Whether an argument is a name or an element, which costs nothing to write twice.
fn is_simple(argument: &Argument<'_>) -> bool {
    let plain = |kind: &str| matches!(kind, "identifier" | "subscript_expression" | "field_expression");
    argument.node.is_some_and(|node| plain(node.kind())) && !argument.text.contains(['(', '+', '-', '='])
}

fn over_all(container: &str) -> String {
    format!("shuffle({container}.begin(), {container}.end())")
}

/// 03: bounds of different types.
fn mixed_draw(site: &Site<'_>) -> Option<Found> {
    let [first, second] = &site.call.arguments[..] else { return None };
    if site.call.name != "next" {
        return None;
    }
    let plain = |argument| number(argument).is_some_and(|number: Number| number.kind == NumberType::Int);
    let wide =
        |argument| number(argument).filter(|number| matches!(number.kind, NumberType::Long | NumberType::LongLong));
    let object = site.object().unwrap_or("rnd");
    if plain(first)
        && let Some(size) = size_call(second)
    {
        let written = format!("{object}.next({}, int({}){})", first.text, size.0, size.1);
        let change = Change::new(second.span.clone(), format!("int({}){}", size.0, size.1));
        let found = Found::not_portable(3, site.call.span.clone(), &format!("write `{written}`"));
        return Some(found.fix("make the size an `int`", vec![change]));
    }
    let narrow = match (wide(first), wide(second)) {
        (Some(_), None) if plain(second) => second,
        (None, Some(_)) if plain(first) => first,
        _ => return None,
    };
    as_long_long(narrow)?;
    let written = |argument: &Argument<'_>| as_long_long(argument).unwrap_or_else(|| argument.text.to_owned());
    let written = format!("write `{object}.next({}, {})`", written(first), written(second));
    let found = Found::not_portable(3, site.call.span.clone(), &written);
    let both = [first, second].into_iter().filter_map(|argument| {
        Some(Change::new(argument.span.clone(), as_long_long(argument)?)).filter(|change| change.text != argument.text)
    });
    Some(found.fix("make both bounds `long long`", both.collect()))
}

/// `v.size()` and what is added to it, where an argument is nothing else.
fn size_call<'s>(argument: &Argument<'s>) -> Option<(&'s str, &'s str)> {
    let text = argument.text;
    let end = text.find(".size()")? + ".size()".len();
    let (size, rest) = text.split_at(end);
    let is_name = size[..end - ".size()".len()]
        .bytes()
        .all(|byte| crate::scan::is_word(byte) || matches!(byte, b'.' | b'[' | b']'));
    let added = rest.trim_start().trim_start_matches(['+', '-']).trim();
    let is_plain = rest.trim().is_empty() || added.bytes().all(|byte| byte.is_ascii_digit()) && !added.is_empty();
    (is_name && is_plain).then_some((size, rest))
}

/// 05: `readLong(1, 100, "n")`.
fn plain_long_bounds(site: &Site<'_>) -> Option<Found> {
    let n_before = match site.call.name {
        "readLong" => 0,
        "readLongs" => 1,
        _ => return None,
    };
    let bounds = site.call.arguments.get(n_before..n_before + 2)?;
    let ambiguous = |argument| {
        number(argument)
            .is_some_and(|number| matches!(number.kind, NumberType::Int | NumberType::Long | NumberType::Real))
    };
    if !bounds.iter().all(ambiguous) {
        return None;
    }
    let made: Option<Vec<String>> = bounds.iter().map(as_long_long).collect();
    let Some(made) = made else {
        return Some(Found::not_portable(5, site.call.span.clone(), "give both bounds the type `long long`"));
    };
    let found = Found::not_portable(5, site.call.span.clone(), &format!("write `{}` as its bounds", made.join(", ")));
    let changes = bounds.iter().zip(made).map(|(bound, made)| Change::new(bound.span.clone(), made));
    Some(found.fix("make both bounds `long long`", changes.collect()))
}

/// 06: `ensure(condition, "message")`.
fn ensure_with_message(site: &Site<'_>) -> Option<Found> {
    let is_text = |argument: &Argument<'_>| argument.text.starts_with('"');
    if !site.call.arguments.get(1).is_some_and(is_text) {
        return None;
    }
    let found = Found::not_portable(6, site.call.span.clone(), "write `ensuref` where a message is given");
    Some(found.fix("write `ensuref`", vec![Change::new(site.name_span(), "ensuref")]))
}
