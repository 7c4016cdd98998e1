//! The types and values of number literals.

use crate::{call::Argument, literal};

/// The type of a number literal, where `long` has 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NumberType {
    /// `int`
    Int,
    /// `long`, written or because the value does not fit an `int`
    Long,
    /// `long long`
    LongLong,
    /// Any unsigned type.
    Unsigned,
    /// `double` or `float`
    Real,
}

/// A number literal with its sign.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Number {
    pub(super) kind: NumberType,
    /// The value; of integers beyond 64 bits only roughly.
    pub(super) value: f64,
}

/// The number that an argument is, if it is a literal.
pub(super) fn number(argument: &Argument<'_>) -> Option<Number> {
    let text = argument.text.trim();
    let (sign, body) = match text.strip_prefix('-') {
        Some(rest) => (-1.0, rest.trim_start()),
        None => (1.0, text),
    };
    if !body.starts_with(|first: char| first.is_ascii_digit() || first == '.') {
        return None;
    }
    if let Some(value) = literal::integer(text) {
        return Some(Number { kind: integer_type(body, value), value: value as f64 });
    }
    let digits: String = body.chars().filter(|&character| character != '\'').collect();
    let digits = digits.trim_end_matches(['f', 'F', 'l', 'L', 'u', 'U']);
    let value: f64 = digits.parse().ok()?;
    let is_integer = digits.bytes().all(|byte| byte.is_ascii_digit());
    let kind = if is_integer { NumberType::Unsigned } else { NumberType::Real };
    Some(Number { kind, value: sign * value })
}

fn integer_type(body: &str, value: i64) -> NumberType {
    let lower = body.to_ascii_lowercase();
    let suffix = &lower[lower.trim_end_matches(['u', 'l', 'z']).len()..];
    if suffix.contains('u') {
        NumberType::Unsigned
    } else if suffix == "ll" {
        NumberType::LongLong
    } else if suffix == "l" || i32::try_from(value).is_err() {
        NumberType::Long
    } else {
        NumberType::Int
    }
}

/// The same number as a literal of type `long long`; `None` when it has a fraction or is too large.
pub(super) fn as_long_long(argument: &Argument<'_>) -> Option<String> {
    let number = number(argument)?;
    let text = argument.text.trim();
    match number.kind {
        NumberType::Int => Some(format!("{text}LL")),
        NumberType::Long => Some(format!("{}LL", text.trim_end_matches(['l', 'L']))),
        NumberType::LongLong => Some(text.to_owned()),
        NumberType::Unsigned => None,
        NumberType::Real => {
            let exact = number.value.fract() == 0.0 && number.value.abs() < 9.2e18;
            exact.then(|| format!("{}LL", number.value as i64))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn argument(text: &str) -> Argument<'_> {
        Argument { span: 0..text.len(), text, node: None }
    }

    #[test]
    fn types() {
        for (text, kind) in [
            ("1", Some(NumberType::Int)),
            ("-2147483648", Some(NumberType::Int)),
            ("2147483648", Some(NumberType::Long)),
            ("5l", Some(NumberType::Long)),
            ("1'000LL", Some(NumberType::LongLong)),
            ("5u", Some(NumberType::Unsigned)),
            ("18446744073709551615ULL", Some(NumberType::Unsigned)),
            ("1e9", Some(NumberType::Real)),
            (".5f", Some(NumberType::Real)),
            ("n", None),
            ("1 + 1", None),
            ("-n", None),
        ] {
            assert_eq!(number(&argument(text)).map(|number| number.kind), kind, "{text}");
        }
    }

    #[test]
    fn long_longs() {
        for (text, made) in [
            ("1", Some("1LL")),
            ("-5", Some("-5LL")),
            ("10000000000", Some("10000000000LL")),
            ("5L", Some("5LL")),
            ("5LL", Some("5LL")),
            ("1e12", Some("1000000000000LL")),
            ("1e19", None),
            ("0.5", None),
            ("5u", None),
        ] {
            assert_eq!(as_long_long(&argument(text)).as_deref(), made, "{text}");
        }
    }
}
