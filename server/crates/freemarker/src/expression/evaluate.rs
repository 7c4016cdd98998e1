//! Evaluation of expressions.
//!
//! Every expression costs a step, and whatever is copied costs steps by its size, so that no expression takes long.

use std::rc::Rc;

use super::{Expression, Items, Kind, Part, Postfix, Prefix, RangeEnd, Value, built_in, format, operate, value::Range};
use crate::{
    scope::Scope,
    source::{Limit, Span},
};

/// Why an expression has no value.
#[derive(Clone, Debug)]
pub(crate) enum Fault {
    /// It depends on something that was reported elsewhere.
    Broken,
    /// A variable, a key or an element is not there.
    Missing(Span, String),
    /// An operation makes no sense.
    Wrong(Span, String),
    /// The reading ends.
    Limit(Limit),
}

impl From<Limit> for Fault {
    fn from(limit: Limit) -> Fault {
        Fault::Limit(limit)
    }
}

/// How many bytes of a string are copied in one step.
const BYTES_PER_STEP: usize = 64;

/// Computes a value.
pub(crate) fn evaluate(expression: &Expression, scope: &mut Scope<'_>) -> Result<Value, Fault> {
    scope.spend(1)?;
    let span = expression.span;
    match &expression.kind {
        Kind::Constant(value) => Ok(value.clone()),
        Kind::Template(parts) => template(parts, scope),
        Kind::Variable(name) => scope.variable(name).ok_or(Fault::Missing(
            span,
            format!("`{name}` has no value; add `<#assign {name} = …>` before it or correct the name"),
        ))?,
        Kind::Sequence(items) => {
            let items = items.iter().map(|item| evaluate(item, scope)).collect::<Result<Vec<_>, _>>()?;
            Value::sequence(items).ok_or_else(|| too_deep(span))
        }
        Kind::Hash(entries) => hash(entries, span, scope),
        Kind::Prefix(prefixes, operand) => {
            let value = evaluate(operand, scope)?;
            prefixes.iter().rev().try_fold(value, |value, prefix| apply_prefix(*prefix, value, span))
        }
        Kind::Chain(first, rest) => operate::chain(first, rest, scope),
        Kind::Range(start, end) => range(start, end, scope),
        Kind::Postfix(base, steps) => postfix(base, steps, span, scope),
    }
}

/// Pays for a string of this length.
pub(super) fn pay_for(length: usize, scope: &mut Scope<'_>) -> Result<(), Fault> {
    Ok(scope.spend((length / BYTES_PER_STEP) as u64)?)
}

/// A whole number that an index, a range or a count needs.
pub(super) fn integer(value: &Value, span: Span) -> Result<i64, Fault> {
    match value {
        Value::Number(number) => number
            .to_integer()
            .ok_or_else(|| Fault::Wrong(span, format!("{number} is not a whole number; round it with `?int`"))),
        Value::Text(_) | Value::Boolean(_) | Value::Sequence(_) | Value::Range(_) | Value::Hash(_) => {
            Err(Fault::Wrong(span, format!("this is {}; write a whole number", value.what())))
        }
    }
}

pub(super) fn too_deep(span: Span) -> Fault {
    Fault::Wrong(span, "the value nests deeper than 64; make it flatter".to_owned())
}

fn template(parts: &[Part], scope: &mut Scope<'_>) -> Result<Value, Fault> {
    let mut text = String::new();
    for part in parts {
        match part {
            Part::Text(literal) => text.push_str(literal),
            Part::Interpolation(expression) => {
                let value = evaluate(expression, scope)?;
                text.push_str(&format::printed(&value, expression.span, scope)?);
            }
        }
        pay_for(text.len(), scope)?;
    }
    Ok(Value::text(text))
}

fn hash(entries: &[(Expression, Expression)], span: Span, scope: &mut Scope<'_>) -> Result<Value, Fault> {
    let mut values: Vec<(Rc<str>, Value)> = Vec::new();
    for (key, value) in entries {
        let Value::Text(name) = evaluate(key, scope)? else {
            return Err(Fault::Wrong(key.span, "a key is a string; put it in quotes".to_owned()));
        };
        let value = evaluate(value, scope)?;
        scope.spend(values.len() as u64)?;
        values.retain(|(known, _)| *known != name);
        values.push((name, value));
    }
    Value::hash(values).ok_or_else(|| too_deep(span))
}

fn apply_prefix(prefix: Prefix, value: Value, span: Span) -> Result<Value, Fault> {
    match (prefix, value) {
        (Prefix::Not, Value::Boolean(value)) => Ok(Value::Boolean(!value)),
        (Prefix::Minus, Value::Number(value)) => value.negate().map(Value::Number).ok_or_else(|| too_large(span)),
        (Prefix::Plus, Value::Number(value)) => Ok(Value::Number(value)),
        (Prefix::Not, value) => Err(Fault::Wrong(
            span,
            format!("`!` needs a condition and not {}; compare it with something", value.what()),
        )),
        (Prefix::Minus | Prefix::Plus, value) => Err(Fault::Wrong(
            span,
            format!("a sign needs a number and not {}; convert it with `?number`", value.what()),
        )),
    }
}

pub(super) fn too_large(span: Span) -> Fault {
    Fault::Wrong(span, "the result is too large; use smaller numbers".to_owned())
}

fn range(start: &Expression, end: &RangeEnd, scope: &mut Scope<'_>) -> Result<Value, Fault> {
    let first = integer(&evaluate(start, scope)?, start.span)?;
    let mut bound = |end: &Expression| integer(&evaluate(end, scope)?, end.span);
    let (length, is_descending) = match end {
        RangeEnd::Inclusive(end) => {
            let last = bound(end)?;
            (Some(first.abs_diff(last).saturating_add(1)), last < first)
        }
        RangeEnd::Exclusive(end) => {
            let last = bound(end)?;
            (Some(first.abs_diff(last)), last < first)
        }
        RangeEnd::Length(end) => {
            let length = bound(end)?;
            (Some(length.unsigned_abs()), length < 0)
        }
        RangeEnd::Open => (None, false),
    };
    Ok(Value::Range(Range { start: first, length, is_descending }))
}

fn postfix(base: &Expression, steps: &[Postfix], span: Span, scope: &mut Scope<'_>) -> Result<Value, Fault> {
    let mut steps = steps.iter();
    let of_loop = if let Kind::Variable(name) = &base.kind
        && let Some(Postfix::BuiltIn(first)) = steps.as_slice().first()
    {
        built_in::of_loop(name, first, scope)
    } else {
        None
    };
    let mut current = match of_loop {
        Some(value) => {
            steps.next();
            value
        }
        None => evaluate(base, scope),
    };
    for step in steps {
        scope.spend(1)?;
        current = match (step, current) {
            (_, Err(fault @ (Fault::Broken | Fault::Limit(_) | Fault::Wrong(..)))) => return Err(fault),
            (Postfix::Exists, current) => Ok(Value::Boolean(current.is_ok())),
            (Postfix::Default(_), Ok(value)) => Ok(value),
            (Postfix::Default(Some(default)), Err(_)) => evaluate(default, scope),
            (Postfix::Default(None), Err(_)) => Ok(Value::text("")),
            (Postfix::BuiltIn(built_in), Err(_)) if built_in.name == "has_content" => Ok(Value::Boolean(false)),
            (_, Err(missing)) => return Err(missing),
            (Postfix::Key(key), Ok(value)) => entry(&value, key, span, scope),
            (Postfix::Index(index), Ok(value)) => element(&value, index, span, scope),
            (Postfix::BuiltIn(built_in), Ok(value)) => built_in::apply(built_in, value, span, scope),
        };
    }
    current
}

fn entry(value: &Value, key: &str, span: Span, scope: &mut Scope<'_>) -> Result<Value, Fault> {
    let Some(Items::Hash(entries)) = value.items() else {
        return Err(Fault::Wrong(span, format!("{} has no keys; use a hash such as `{{\"{key}\": 1}}`", value.what())));
    };
    scope.spend(entries.len() as u64)?;
    let found = entries.iter().find(|(name, _)| **name == *key).map(|(_, value)| value.clone());
    found.ok_or_else(|| Fault::Missing(span, format!("the hash has no `{key}`; add it or correct the name")))
}

fn element(value: &Value, index: &Expression, span: Span, scope: &mut Scope<'_>) -> Result<Value, Fault> {
    match evaluate(index, scope)? {
        Value::Text(key) => entry(value, &key, span, scope),
        Value::Range(range) => slice(value, range, span, scope),
        number => {
            let at = integer(&number, index.span)?;
            let found = match (value, value.elements()) {
                (Value::Text(text), _) => {
                    pay_for(text.len(), scope)?;
                    usize::try_from(at).ok().and_then(|at| text.chars().nth(at)).map(|c| Value::text(c.to_string()))
                }
                (_, Some(items)) => u64::try_from(at).ok().and_then(|at| items.get(at)).map(|(item, _)| item),
                (_, None) => {
                    return Err(Fault::Wrong(span, format!("{} has no elements; index a sequence", value.what())));
                }
            };
            found.ok_or_else(|| Fault::Missing(span, format!("there is no element {at}; elements count from 0")))
        }
    }
}

/// `s[1..3]`. A range without an end goes to the end.
fn slice(value: &Value, range: Range, span: Span, scope: &mut Scope<'_>) -> Result<Value, Fault> {
    let (items, joined): (Vec<Value>, bool) = match (value, value.elements()) {
        (Value::Text(text), _) => {
            scope.spend(text.len() as u64)?;
            (text.chars().map(|c| Value::text(c.to_string())).collect(), true)
        }
        (_, Some(items)) => (built_in::collect(&items, scope)?, false),
        (_, None) => return Err(Fault::Wrong(span, format!("{} has no elements; index a sequence", value.what()))),
    };
    let mut part = Vec::new();
    for at in Items::Range(range).iter() {
        scope.spend(1)?;
        let at = usize::try_from(integer(&at, span)?).ok();
        match at.and_then(|at| items.get(at)) {
            Some(item) => part.push(item.clone()),
            None if range.length.is_none() => break,
            None => {
                return Err(Fault::Missing(
                    span,
                    format!("the range goes past the {} elements; shorten it", items.len()),
                ));
            }
        }
    }
    if !joined {
        return Value::sequence(part).ok_or_else(|| too_deep(span));
    }
    let characters = part.iter().filter_map(|item| match item {
        Value::Text(text) => Some(&**text),
        Value::Number(_) | Value::Boolean(_) | Value::Sequence(_) | Value::Range(_) | Value::Hash(_) => None,
    });
    Ok(Value::text(characters.collect::<String>()))
}
