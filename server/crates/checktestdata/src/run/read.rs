//! How numbers stand in an input.

use crate::parse::literals::exponent_of;
use crate::tree::Notation;
use crate::value::{Trouble, Value, float, integer};

/// A number that was read.
pub(super) struct Found {
    pub(super) value: Value,
    /// The byte behind it.
    pub(super) end: usize,
    pub(super) n_decimals: usize,
    /// Whether it has an exponent, and then whether exactly one digit that is not 0 stands before the point.
    pub(super) scientific: Option<bool>,
}

/// Why there is no number: what was expected.
pub(super) type Unread = &'static str;

/// An integer of at most 18 digits, as most are: its value and the byte behind it.
#[inline]
pub(super) fn small_integer(input: &[u8], at: usize) -> Option<(i64, usize)> {
    const MAX_DIGITS: usize = 18;
    let is_negative = input.get(at) == Some(&b'-');
    let start = at + usize::from(is_negative);
    let mut end = start;
    let mut number = 0_i64;
    while let Some(digit) = input.get(end).map(|byte| byte.wrapping_sub(b'0')).filter(|&digit| digit <= 9) {
        if end - start == MAX_DIGITS {
            return None;
        }
        number = number * 10 + i64::from(digit);
        end += 1;
    }
    let has_extra = input.get(start) == Some(&b'0') && (is_negative || end - start > 1);
    (end > start && !has_extra).then_some((if is_negative { -number } else { number }, end))
}

/// An integer of any size, or why there is none.
pub(super) fn any_integer(input: &[u8], at: usize, max_digits: usize) -> Result<Found, Unread> {
    let is_negative = input.get(at) == Some(&b'-');
    let digits = digits(input, at + usize::from(is_negative));
    match digits {
        [] => return Err("an integer"),
        [b'0'] if is_negative => return Err("an integer without a sign before 0"),
        [b'0', _, ..] => return Err("an integer without leading zeros"),
        _ => {}
    }
    let value = integer(is_negative, digits, max_digits).map_err(|_| "an integer with fewer digits")?;
    Ok(Found { value, end: at + usize::from(is_negative) + digits.len(), n_decimals: 0, scientific: None })
}

/// A float, or why there is none.
pub(super) fn any_float(input: &[u8], at: usize, notation: Notation, max_digits: usize) -> Result<Found, Unread> {
    let is_negative = input.get(at) == Some(&b'-');
    let whole = digits(input, at + usize::from(is_negative));
    match whole {
        [] => return Err("a float"),
        [b'0', _, ..] => return Err("a float without leading zeros"),
        _ => {}
    }
    let mut end = at + usize::from(is_negative) + whole.len();
    let mut decimals: &[u8] = &[];
    if input.get(end) == Some(&b'.') {
        decimals = digits(input, end + 1);
        if decimals.is_empty() {
            return Err("a float with digits behind the point");
        }
        end += 1 + decimals.len();
    }
    let mut exponent: &[u8] = &[];
    if notation != Notation::Fixed && matches!(input.get(end), Some(b'e' | b'E')) {
        let sign = usize::from(matches!(input.get(end + 1), Some(b'+' | b'-')));
        let exponent_digits = digits(input, end + 1 + sign);
        match exponent_digits {
            [] => return Err("a float with digits in its exponent"),
            [b'0', _, ..] => return Err("a float whose exponent has no leading zeros"),
            _ => {}
        }
        exponent = &input[end + 1..end + 1 + sign + exponent_digits.len()];
        end += 1 + exponent.len();
    } else if notation == Notation::Scientific {
        return Err("a float with an exponent");
    }
    let value = float(is_negative, whole, decimals, exponent_of(exponent), max_digits);
    let value = value.map_err(|trouble| match trouble {
        Trouble::TooLong => "a float with fewer digits and a smaller exponent",
        _ => "a float",
    })?;
    if is_negative && whole.iter().chain(decimals).all(|&digit| digit == b'0') {
        return Err("a float without a sign before 0");
    }
    let is_normal = whole.len() == 1 && whole != b"0";
    Ok(Found { value, end, n_decimals: decimals.len(), scientific: (!exponent.is_empty()).then_some(is_normal) })
}

fn digits(input: &[u8], from: usize) -> &[u8] {
    let rest = input.get(from..).unwrap_or_default();
    &rest[..rest.iter().position(|byte| !byte.is_ascii_digit()).unwrap_or(rest.len())]
}
