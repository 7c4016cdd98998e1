//! Built-ins of numbers.

use super::{Call, Decimal, Fault, NumberFormat, Value, format, too_large};

/// `None` when there is no such built-in.
pub(super) fn apply(number: Decimal, call: &mut Call<'_, '_, '_>) -> Result<Option<Value>, Fault> {
    let rounded = match (call.name(), call.args) {
        ("c", []) => return Ok(Some(Value::text(number.to_string()))),
        ("string", []) => {
            return format::printed(&Value::Number(number), call.span, call.scope).map(Value::Text).map(Some);
        }
        ("string", [Value::Text(pattern)]) => {
            let Some(format) = NumberFormat::parse(pattern) else {
                return Err(
                    call.wrong("this number format is not supported; use `0`, `#`, `,` and `.` only".to_owned())
                );
            };
            return Ok(Some(Value::text(format.print(number))));
        }
        ("int" | "long", []) => Some(number.truncate()),
        ("number", []) => Some(number),
        ("floor", []) => number.floor(),
        ("ceiling", []) => number.ceiling(),
        ("round", []) => number.round(),
        ("abs", []) => number.abs(),
        _ => return Ok(None),
    };
    rounded.map(|number| Some(Value::Number(number))).ok_or_else(|| too_large(call.span))
}
