//! Built-ins of sequences and hashes.

use super::{Call, Decimal, Fault, Items, Value, collect, format, operate, pay_for, too_deep};

/// `None` when there is no such built-in.
pub(super) fn apply(items: &Items, call: &mut Call<'_, '_, '_>) -> Result<Option<Value>, Fault> {
    let empty = "the sequence is empty; check with `?has_content` first";
    let value = match (call.name(), call.args) {
        ("size", []) => size(items, call)?,
        ("first", []) => items.get(0).map(|(item, _)| item).ok_or_else(|| call.missing(empty))?,
        ("last", []) => {
            let last = items.len().and_then(|length| length.checked_sub(1));
            last.and_then(|at| items.get(at)).map(|(item, _)| item).ok_or_else(|| call.missing(empty))?
        }
        ("reverse", []) => {
            let mut reversed = collect(items, call.scope)?;
            reversed.reverse();
            Value::sequence(reversed).ok_or_else(|| too_deep(call.span))?
        }
        ("join", [Value::Text(separator), rest @ ..]) => join(items, separator, rest, call)?,
        ("seq_contains", [wanted]) => Value::Boolean(find(items, wanted, call)?.is_some()),
        ("seq_index_of", [wanted]) => Value::integer(find(items, wanted, call)?.map_or(-1, |at| at as i64)),
        ("min", []) => extreme(items, Decimal::min, call)?,
        ("max", []) => extreme(items, Decimal::max, call)?,
        _ => return Ok(None),
    };
    Ok(Some(value))
}

/// `None` when there is no such built-in.
pub(super) fn of_hash(items: &Items, call: &mut Call<'_, '_, '_>) -> Result<Option<Value>, Fault> {
    let Items::Hash(entries) = items else {
        return Ok(None);
    };
    call.scope.spend(entries.len() as u64)?;
    let parts = match (call.name(), call.args) {
        ("size", []) => return size(items, call).map(Some),
        ("keys", []) => entries.iter().map(|(key, _)| Value::Text(key.clone())).collect(),
        ("values", []) => entries.iter().map(|(_, value)| value.clone()).collect(),
        _ => return Ok(None),
    };
    Value::sequence(parts).map(Some).ok_or_else(|| too_deep(call.span))
}

fn size(items: &Items, call: &Call<'_, '_, '_>) -> Result<Value, Fault> {
    let length = items.len().and_then(|length| i64::try_from(length).ok());
    length.map(Value::integer).ok_or_else(|| call.wrong("the range has no end; give it one".to_owned()))
}

/// The second argument is what an empty sequence gives, the third goes after the last element.
fn join(items: &Items, separator: &str, rest: &[Value], call: &mut Call<'_, '_, '_>) -> Result<Value, Fault> {
    let text_of = |value: Option<&Value>| match value {
        Some(Value::Text(text)) => text.to_string(),
        Some(Value::Number(_) | Value::Boolean(_) | Value::Sequence(_) | Value::Range(_) | Value::Hash(_)) | None => {
            String::new()
        }
    };
    let mut text = String::new();
    for (at, item) in collect(items, call.scope)?.iter().enumerate() {
        if at > 0 {
            text.push_str(separator);
        }
        let printed = format::printed(item, call.span, call.scope)?;
        pay_for(separator.len() + printed.len(), call.scope)?;
        text.push_str(&printed);
    }
    let end = text_of(if items.has(0) { rest.get(1) } else { rest.first() });
    pay_for(end.len(), call.scope)?;
    text.push_str(&end);
    Ok(Value::text(text))
}

fn find(items: &Items, wanted: &Value, call: &mut Call<'_, '_, '_>) -> Result<Option<usize>, Fault> {
    for (at, item) in items.iter().enumerate() {
        call.scope.spend(1)?;
        let is_same_kind = item.what() == wanted.what();
        if is_same_kind && operate::equal(&item, wanted, call.span)? {
            return Ok(Some(at));
        }
    }
    Ok(None)
}

fn extreme(
    items: &Items,
    better: fn(Decimal, Decimal) -> Decimal,
    call: &mut Call<'_, '_, '_>,
) -> Result<Value, Fault> {
    let mut numbers = Vec::new();
    for item in collect(items, call.scope)? {
        match item {
            Value::Number(number) => numbers.push(number),
            Value::Text(_) | Value::Boolean(_) | Value::Sequence(_) | Value::Range(_) | Value::Hash(_) => {
                return Err(call.wrong(format!("the sequence has {} in it; keep numbers only", item.what())));
            }
        }
    }
    let extreme = numbers.into_iter().reduce(better).map(Value::Number);
    extreme.ok_or_else(|| call.missing("the sequence is empty; check with `?has_content` first"))
}
