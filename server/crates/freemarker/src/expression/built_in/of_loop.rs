//! Built-ins of loop variables.

use super::{BuiltIn, Fault, Value};
use crate::scope::Scope;

/// The value of `i?index` and its like; `None` when the built-in is another one or `i` is not a loop variable.
pub(in super::super) fn of_loop(variable: &str, built_in: &BuiltIn, scope: &Scope<'_>) -> Option<Result<Value, Fault>> {
    let is_of_loop = matches!(
        built_in.name.as_str(),
        "index" | "counter" | "has_next" | "is_first" | "is_last" | "item_parity" | "is_odd_item" | "is_even_item"
    );
    if !is_of_loop || !built_in.args.is_empty() {
        return None;
    }
    let Some(iteration) = scope.iteration(variable) else {
        let message = format!("`?{}` works on the variable of a list; use it inside the `<#list>`", built_in.name);
        return Some(Err(Fault::Wrong(built_in.span, message)));
    };
    let index = iteration.index;
    let is_odd = index % 2 == 0;
    Some(Ok(match built_in.name.as_str() {
        "index" => Value::integer(index as i64),
        "counter" => Value::integer(index as i64 + 1),
        "has_next" => Value::Boolean(iteration.has_next),
        "is_first" => Value::Boolean(index == 0),
        "is_last" => Value::Boolean(!iteration.has_next),
        "item_parity" => Value::text(if is_odd { "odd" } else { "even" }),
        "is_odd_item" => Value::Boolean(is_odd),
        _ => Value::Boolean(!is_odd),
    }))
}
