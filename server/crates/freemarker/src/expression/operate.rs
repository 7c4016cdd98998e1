//! Operators.

use std::cmp::Ordering;

use super::{
    Decimal, Expression, Operator, Value,
    built_in::collect,
    evaluate::{Fault, evaluate, pay_for, too_deep, too_large},
    format,
};
use crate::{scope::Scope, source::Span};

/// Applies operators of one level from left to right.
pub(super) fn chain(
    first: &Expression,
    rest: &[(Operator, Expression)],
    scope: &mut Scope<'_>,
) -> Result<Value, Fault> {
    let mut left = evaluate(first, scope)?;
    let mut span = first.span;
    for (operator, expression) in rest {
        let is_decided =
            matches!((operator, &left), (Operator::And, Value::Boolean(false)) | (Operator::Or, Value::Boolean(true)));
        if !is_decided {
            let right = evaluate(expression, scope)?;
            left = apply(*operator, (left, span), (right, expression.span), scope)?;
        }
        span = span.to(expression.span);
    }
    Ok(left)
}

type Placed = (Value, Span);

fn apply(operator: Operator, left: Placed, right: Placed, scope: &mut Scope<'_>) -> Result<Value, Fault> {
    let span = left.1.to(right.1);
    match operator {
        Operator::And | Operator::Or => {
            condition(&left)?;
            condition(&right).map(Value::Boolean)
        }
        Operator::Equal => equal(&left.0, &right.0, span).map(Value::Boolean),
        Operator::NotEqual => equal(&left.0, &right.0, span).map(|equal| Value::Boolean(!equal)),
        Operator::Less => compare(&left, &right).map(|order| Value::Boolean(order.is_lt())),
        Operator::LessOrEqual => compare(&left, &right).map(|order| Value::Boolean(order.is_le())),
        Operator::Greater => compare(&left, &right).map(|order| Value::Boolean(order.is_gt())),
        Operator::GreaterOrEqual => compare(&left, &right).map(|order| Value::Boolean(order.is_ge())),
        Operator::Add => add(left, right, scope),
        Operator::Subtract => arithmetic(Decimal::subtract, &left, &right),
        Operator::Multiply => arithmetic(Decimal::multiply, &left, &right),
        Operator::Divide => {
            nonzero(number(&right)?, right.1)?;
            arithmetic(Decimal::divide, &left, &right)
        }
        Operator::Remainder => {
            nonzero(number(&right)?.truncate(), right.1)?;
            arithmetic(Decimal::remainder, &left, &right)
        }
    }
}

fn condition((value, span): &Placed) -> Result<bool, Fault> {
    match value {
        Value::Boolean(value) => Ok(*value),
        Value::Number(_) | Value::Text(_) | Value::Sequence(_) | Value::Range(_) | Value::Hash(_) => {
            Err(Fault::Wrong(*span, format!("this is {} and not a condition; compare it with something", value.what())))
        }
    }
}

fn number((value, span): &Placed) -> Result<Decimal, Fault> {
    match value {
        Value::Number(number) => Ok(*number),
        Value::Text(_) => Err(Fault::Wrong(*span, "this is a string; convert it with `?number`".to_owned())),
        Value::Boolean(_) | Value::Sequence(_) | Value::Range(_) | Value::Hash(_) => {
            Err(Fault::Wrong(*span, format!("this is {}; write a number", value.what())))
        }
    }
}

fn nonzero(divisor: Decimal, span: Span) -> Result<(), Fault> {
    if divisor == Decimal::default() {
        return Err(Fault::Wrong(span, "this is a division by zero; check the divisor".to_owned()));
    }
    Ok(())
}

fn arithmetic(
    operation: fn(Decimal, Decimal) -> Option<Decimal>,
    left: &Placed,
    right: &Placed,
) -> Result<Value, Fault> {
    operation(number(left)?, number(right)?).map(Value::Number).ok_or_else(|| too_large(left.1.to(right.1)))
}

fn compare(left: &Placed, right: &Placed) -> Result<Ordering, Fault> {
    Ok(number(left)?.cmp(&number(right)?))
}

/// FreeMarker compares only values of the same kind.
pub(super) fn equal(left: &Value, right: &Value, span: Span) -> Result<bool, Fault> {
    match (left, right) {
        (Value::Number(left), Value::Number(right)) => Ok(left == right),
        (Value::Text(left), Value::Text(right)) => Ok(left == right),
        (Value::Boolean(left), Value::Boolean(right)) => Ok(left == right),
        (left, right) => {
            let message = format!("{} cannot be compared with {}; convert one of them", left.what(), right.what());
            Err(Fault::Wrong(span, message))
        }
    }
}

/// Numbers are added, sequences joined, everything else becomes text.
fn add(left: Placed, right: Placed, scope: &mut Scope<'_>) -> Result<Value, Fault> {
    if let (Value::Number(_), Value::Number(_)) = (&left.0, &right.0) {
        return arithmetic(Decimal::add, &left, &right);
    }
    let span = left.1.to(right.1);
    if let (Some(first), Some(second)) = (left.0.elements(), right.0.elements()) {
        let mut items = collect(&first, scope)?;
        items.extend(collect(&second, scope)?);
        return Value::sequence(items).ok_or_else(|| too_deep(span));
    }
    let text = format::printed(&left.0, left.1, scope)?;
    let more = format::printed(&right.0, right.1, scope)?;
    pay_for(text.len() + more.len(), scope)?;
    Ok(Value::text(format!("{text}{more}")))
}
