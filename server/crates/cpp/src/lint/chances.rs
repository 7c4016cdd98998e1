//! Draws that are taken for chances, and texts that are taken for patterns.

use problem::finding::Severity;

use super::{
    Change, Found,
    numbers::{NumberType, number},
    view::{Site, View},
};
use crate::api::Owner;

/// A share that is longer is not told of, bytes.
const MAX_SHOWN: usize = 40;

pub(super) fn find(view: &View<'_>) -> Vec<Found> {
    let draws = view.members(Owner::Random).filter(|site| site.call.name == "next" && site.call.arguments.len() == 1);
    draws.filter_map(|site| percent(view, site).or_else(|| condition(view, site)).or_else(|| format(site))).collect()
}

/// 18: `rnd.next(100) <= p`, which holds once too often.
fn percent(view: &View<'_>, site: &Site<'_>) -> Option<Found> {
    let drawn = number(&site.call.arguments[0]).filter(|number| number.kind != NumberType::Real)?.value;
    let node = view.nodes.get(view.nodes.parent(site.at))?.visit.node;
    let field = |name: &str| node.child_by_field_name(name).filter(|_| node.kind() == "binary_expression");
    let (left, sign, right) = (field("left")?, field("operator")?, field("right")?);
    let is_left = left.byte_range() == site.call.span;
    let other = view.source.node_text(if is_left { right } else { left });
    // Of numbers that are no percentages or the like nobody knows what is meant.
    // A number that stands there was counted out by its author.
    let is_name = other.len() <= MAX_SHOWN && other.starts_with(|first: char| first.is_alphabetic() || first == '_');
    let is_share = [10.0, 100.0, 1000.0, 10_000.0].contains(&drawn) && is_name && !other.contains('\n');
    if !is_share {
        return None;
    }
    let better = match (is_left, sign.kind()) {
        (true, "<=") => "<",
        (false, ">=") => ">",
        _ => return None,
    };
    let message = format!(
        "`{}` is at most {}, so this holds {other} + 1 times out of {drawn}: write `{better}`",
        view.source.slice(site.call.span.clone()),
        drawn - 1.0
    );
    let found = Found::new(18, Severity::Hint, node.byte_range(), message);
    Some(found.fix(format!("write `{better}`"), vec![Change::new(sign.byte_range(), better)]))
}

/// 18: `if (rnd.next(0.5))`, which is a real below that, and so nearly always true.
fn condition(view: &View<'_>, site: &Site<'_>) -> Option<Found> {
    let chance = number(&site.call.arguments[0]).filter(|number| number.kind == NumberType::Real)?;
    let above = view.nodes.parent(site.at);
    let node = view.nodes.get(above)?.visit.node;
    let sign = node.child_by_field_name("operator").map_or("", |sign| sign.kind());
    let is_condition = match node.kind() {
        "condition_clause" => view.nodes.kind(view.nodes.parent(above)) != "switch_statement",
        "conditional_expression" => view.nodes.children(above).next() == Some(site.at),
        "binary_expression" => matches!(sign, "&&" | "||"),
        "unary_expression" => sign == "!",
        _ => false,
    };
    let object = site.object().unwrap_or("rnd");
    let chance = (chance.value <= 1.0).then_some(site.call.arguments[0].text)?;
    let message = format!(
        "this is a real from 0 up to {chance}, which is nearly never 0, and no chance: write `{object}.next() < {chance}`"
    );
    let found = Found::new(18, Severity::Warning, site.call.span.clone(), message);
    let written = format!("{object}.next() < {chance}");
    let written = if sign == "!" { format!("({written})") } else { written };
    is_condition.then(|| found.fix("draw with this chance", vec![Change::new(site.call.span.clone(), written)]))
}

/// 21: a text that is no literal, as a format.
fn format(site: &Site<'_>) -> Option<Found> {
    let [text] = &site.call.arguments[..] else { return None };
    // One that a call has just made is what its author wrote.
    let bare = text.text.strip_suffix(".c_str()").filter(|bare| !bare.contains('('))?;
    let message = format!(
        "a `const char*` is a format here, and `%` in it is not taken as it is: write `{}.next({bare})`",
        site.object().unwrap_or("rnd")
    );
    let found = Found::new(21, Severity::Hint, site.call.span.clone(), message);
    Some(found.fix("give the string itself", vec![Change::new(text.span.start + bare.len()..text.span.end, "")]))
}
