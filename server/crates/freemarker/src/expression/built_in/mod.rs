//! Built-ins: what follows a `?`.

mod numbers;
mod of_loop;
mod sequences;
mod texts;

use super::{
    BuiltIn, Decimal, Items, NumberFormat, Value,
    evaluate::{Fault, evaluate, integer, pay_for, too_deep, too_large},
    format, operate,
};
use crate::{scope::Scope, source::Span};
pub(super) use of_loop::of_loop;

/// Applies a built-in to a value; `span` is the whole expression.
pub(super) fn apply(built_in: &BuiltIn, value: Value, span: Span, scope: &mut Scope<'_>) -> Result<Value, Fault> {
    if built_in.name == "has_content" {
        return Ok(Value::Boolean(has_content(&value)));
    }
    if let Value::Boolean(condition) = value
        && let ("then" | "string", [yes, no]) = (built_in.name.as_str(), built_in.args.as_slice())
    {
        return evaluate(if condition { yes } else { no }, scope);
    }
    let args = built_in.args.iter().map(|arg| evaluate(arg, scope)).collect::<Result<Vec<_>, _>>()?;
    let mut call = Call { built_in, args: &args, span, scope };
    let result = match &value {
        Value::Number(number) => numbers::apply(*number, &mut call)?,
        Value::Text(text) => texts::apply(text, &mut call)?,
        Value::Boolean(value) => boolean(*value, &call),
        Value::Sequence(_) | Value::Range(_) => match value.elements() {
            Some(items) => sequences::apply(&items, &mut call)?,
            None => None,
        },
        Value::Hash(_) => match value.items() {
            Some(items) => sequences::of_hash(&items, &mut call)?,
            None => None,
        },
    };
    let name = &built_in.name;
    let message = || format!("`?{name}` is not supported for {}, or not with these arguments; remove it", value.what());
    result.ok_or_else(|| Fault::Wrong(built_in.span, message()))
}

/// A built-in with its arguments.
struct Call<'a, 'b, 'n> {
    built_in: &'a BuiltIn,
    args: &'a [Value],
    span: Span,
    scope: &'b mut Scope<'n>,
}

impl Call<'_, '_, '_> {
    fn name(&self) -> &str {
        &self.built_in.name
    }

    fn wrong(&self, message: String) -> Fault {
        Fault::Wrong(self.span, message)
    }

    fn missing(&self, message: &str) -> Fault {
        Fault::Missing(self.span, message.to_owned())
    }
}

/// All elements, paid for before they are copied.
pub(super) fn collect(items: &Items, scope: &mut Scope<'_>) -> Result<Vec<Value>, Fault> {
    scope.spend(items.len().unwrap_or(u64::MAX))?;
    Ok(items.iter().collect())
}

fn boolean(value: bool, call: &Call<'_, '_, '_>) -> Option<Value> {
    match (call.name(), call.args) {
        ("c" | "string", []) => Some(Value::text(value.to_string())),
        _ => None,
    }
}

fn has_content(value: &Value) -> bool {
    match value {
        Value::Text(text) => !text.is_empty(),
        Value::Number(_) | Value::Boolean(_) => true,
        Value::Sequence(_) | Value::Range(_) | Value::Hash(_) => value.items().is_some_and(|items| items.has(0)),
    }
}
