//! Arguments of reads: those that no overload has, and bounds that do not fit.

use problem::finding::Severity;

use super::{
    Change, Found,
    numbers::{NumberType, as_long_long, number},
    view::{Site, View},
};
use crate::{
    call::Argument,
    readers::{Reader, Reads},
};

/// 22: arguments that no overload has.
pub(super) fn refused(site: &Site<'_>, reader: Reader) -> Option<Found> {
    let name = site.call.name;
    let arguments = &site.call.arguments[..];
    let is_text = |argument: &Argument<'_>| argument.node.is_some_and(|node| node.kind() == "string_literal");
    let is_character = |argument: &Argument<'_>| argument.node.is_some_and(|node| node.kind() == "char_literal");
    let is_integer = |argument: &Argument<'_>| {
        number(argument).is_some_and(|number| number.kind != NumberType::Real && argument.text.trim() != "0")
    };
    let example = |tail: &str| format!("{}.{name}({tail})", site.object().unwrap_or("inf"));
    let message = match reader.reads {
        Reads::Number if reader.n_bounds == 2 => match arguments {
            [only] if is_text(only) => {
                format!(
                    "both bounds come before the name: write `{}`",
                    example(&format!("{}, {}", self::example(name), only.text))
                )
            }
            [bound, label] if is_text(label) && !is_text(bound) => {
                format!(
                    "both bounds come before the name: write `{}`",
                    example(&format!("1, {}, {}", bound.text, label.text))
                )
            }
            [low, high, label, _, ..] if is_text(label) => {
                format!(
                    "a read takes two bounds and a name: write `{}`",
                    example(&format!("{}, {}, {}", low.text, high.text, label.text))
                )
            }
            _ => return None,
        },
        Reads::Numbers if reader.n_bounds == 2 => match arguments {
            [size, low, high, separator, ..] if is_character(separator) => {
                let tail = format!("{}, {}, {}, \"a\"", size.text, low.text, high.text);
                format!(
                    "there is no separator to give, one space stands between the numbers: write `{}`",
                    example(&tail)
                )
            }
            _ => return None,
        },
        Reads::Token | Reads::Lines if reader.n_before == 0 => match arguments {
            [length, ..] if is_integer(length) => {
                let tail = format!("\"[a-z]{{{}}}\", \"s\"", length.text);
                format!("texts are not read by length: write `{}`", example(&tail))
            }
            _ => return None,
        },
        Reads::Number | Reads::Numbers | Reads::Token | Reads::Tokens | Reads::Lines => return None,
    };
    Some(Found::new(22, Severity::Error, site.call.span.clone(), message))
}

/// Bounds to show for a reader of numbers.
pub(super) fn example(name: &str) -> &'static str {
    if name.starts_with("readLong") { "1LL, 100LL" } else { "1, 100" }
}

/// 23: bounds of `readInt` that do not fit an `int`.
pub(super) fn too_large(view: &View<'_>, site: &Site<'_>, reader: Reader) -> Option<Found> {
    let wide = match site.call.name {
        "readInt" | "readInteger" => "readLong",
        "readInts" | "readIntegers" => "readLongs",
        _ => return None,
    };
    let bounds = site.call.arguments.get(reader.n_before..reader.n_before + 2)?;
    let fits = |value: f64| (f64::from(i32::MIN)..=f64::from(i32::MAX)).contains(&value);
    let bound = bounds.iter().find(|bound| number(bound).is_some_and(|number| !fits(number.value)))?;
    let message = format!(
        "the bound {} does not fit an `int` and is cut off: write `{}.{wide}({}, …)`",
        bound.text,
        site.object().unwrap_or("inf"),
        bounds
            .iter()
            .map(|bound| as_long_long(bound).unwrap_or_else(|| bound.text.to_owned()))
            .collect::<Vec<_>>()
            .join(", ")
    );
    let found = Found::new(23, Severity::Error, bound.span.clone(), message);
    let mut changes = vec![Change::new(site.name_span(), wide)];
    for bound in bounds {
        match (as_long_long(bound), number(bound)) {
            (Some(made), _) => changes.push(Change::new(bound.span.clone(), made)),
            (None, Some(_)) => return Some(found),
            (None, None) => {}
        }
    }
    match wider_type(view, site) {
        Ok(change) => changes.extend(change),
        Err(CannotTake) => return Some(found),
    }
    Some(found.fix(format!("write `{wide}`"), changes))
}

/// What takes the value is of another type than the value will have.
struct CannotTake;

/// The change that makes the variable that takes what is read as wide, if one is needed.
fn wider_type(view: &View<'_>, site: &Site<'_>) -> Result<Option<Change>, CannotTake> {
    let declarator = view.nodes.parent(site.at);
    match view.nodes.kind(declarator) {
        "expression_statement" => return Ok(None),
        "init_declarator" => {}
        _ => return Err(CannotTake),
    }
    let declaration = view.nodes.parent(declarator);
    let node = view.nodes.get(declaration).map(|item| item.visit.node).ok_or(CannotTake)?;
    let type_name = node.child_by_field_name("type").ok_or(CannotTake)?;
    let others = view.nodes.named_children(declaration).filter(|&child| view.nodes.kind(child).ends_with("declarator"));
    let alone = others.count() == 1;
    let written = view.source.node_text(type_name);
    let wider = match written {
        "auto" | "long long" => return Ok(None),
        "int" => "long long",
        "vector<int>" => "vector<long long>",
        "std::vector<int>" => "std::vector<long long>",
        _ => return Err(CannotTake),
    };
    if alone { Ok(Some(Change::new(type_name.byte_range(), wider))) } else { Err(CannotTake) }
}
