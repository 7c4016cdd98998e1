//! Built-ins of strings.

use super::{Call, Decimal, Fault, Value, integer, pay_for, too_deep};

/// Widest padding.
const MAX_WIDTH: i64 = 10_000;

/// `None` when there is no such built-in.
pub(super) fn apply(text: &str, call: &mut Call<'_, '_, '_>) -> Result<Option<Value>, Fault> {
    pay_for(text.len(), call.scope)?;
    let value = match (call.name(), call.args) {
        ("string", []) => Value::text(text),
        ("length", []) => Value::count(text.encode_utf16().count()),
        ("upper_case", []) => Value::text(text.to_uppercase()),
        ("lower_case", []) => Value::text(text.to_lowercase()),
        ("trim", []) => Value::text(text.trim()),
        ("number", []) => Value::Number(
            Decimal::parse(text.trim())
                .ok_or_else(|| call.wrong("the string is not a number; write digits only".to_owned()))?,
        ),
        ("contains", [Value::Text(part)]) => Value::Boolean(text.contains(&**part)),
        ("starts_with", [Value::Text(part)]) => Value::Boolean(text.starts_with(&**part)),
        ("ends_with", [Value::Text(part)]) => Value::Boolean(text.ends_with(&**part)),
        ("replace", [Value::Text(from), Value::Text(to)]) if !from.is_empty() => replace(text, from, to, call)?,
        ("split", [Value::Text(separator)]) if !separator.is_empty() => {
            call.scope.spend(text.len() as u64)?;
            let parts = text.split(&**separator).map(Value::text).collect();
            Value::sequence(parts).ok_or_else(|| too_deep(call.span))?
        }
        ("left_pad" | "right_pad", [width]) => pad(text, width, " ", call)?,
        ("left_pad" | "right_pad", [width, Value::Text(with)]) if !with.is_empty() => pad(text, width, with, call)?,
        _ => return Ok(None),
    };
    Ok(Some(value))
}

fn replace(text: &str, from: &str, to: &str, call: &mut Call<'_, '_, '_>) -> Result<Value, Fault> {
    let n_matches = text.matches(from).count();
    pay_for(n_matches.saturating_mul(to.len()), call.scope)?;
    Ok(Value::text(text.replace(from, to)))
}

fn pad(text: &str, width: &Value, with: &str, call: &mut Call<'_, '_, '_>) -> Result<Value, Fault> {
    let width = integer(width, call.span)?;
    if width > MAX_WIDTH {
        return Err(call.wrong(format!("the width is above {MAX_WIDTH}; use a smaller one")));
    }
    let n_missing = usize::try_from(width).unwrap_or(0).saturating_sub(text.chars().count());
    call.scope.spend(n_missing as u64)?;
    let padding = with.chars().cycle().take(n_missing).collect::<String>();
    Ok(Value::text(if call.name() == "left_pad" { format!("{padding}{text}") } else { format!("{text}{padding}") }))
}
