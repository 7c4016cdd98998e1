//! Numbers as they are written, in programs and in inputs.

use std::sync::Arc;

use num_bigint::BigInt;
use num_traits::Pow as _;

use super::{Fraction, MAX_SCALE, POWERS_OF_TEN, Trouble, Value};

/// The integer that these digits are, with `-` before them or not; `digits` has at most `max_digits` of them.
pub(crate) fn integer(is_negative: bool, digits: &[u8], max_digits: usize) -> Result<Value, Trouble> {
    let number = match small(digits) {
        Some(number) => return Ok(Value::Integer(if is_negative { -number } else { number })),
        None => big(digits, max_digits)?,
    };
    Ok(Value::of_big(if is_negative { -number } else { number }))
}

/// The float `±whole.decimals · 10^exponent`.
pub(crate) fn float(
    is_negative: bool,
    whole: &[u8],
    decimals: &[u8],
    exponent: i64,
    max_digits: usize,
) -> Result<Value, Trouble> {
    let sign = if is_negative { -1 } else { 1 };
    if decimals.len() <= usize::from(MAX_SCALE)
        && exponent == 0
        && let (Some(whole), Some(fraction)) = (small(whole), small(decimals))
        && let Some(units) =
            whole.checked_mul(POWERS_OF_TEN[decimals.len()]).and_then(|units| units.checked_add(fraction))
    {
        return Ok(Value::Decimal { units: sign * units, scale: decimals.len() as u8 });
    }
    let digits = [whole, decimals].concat();
    if digits.iter().all(|&digit| digit == b'0') {
        return Ok(Value::Decimal { units: 0, scale: 0 });
    }
    let units = big(&digits, max_digits)? * sign;
    let exponent = exponent.saturating_sub(decimals.len() as i64);
    if exponent.unsigned_abs() > max_digits as u64 {
        return Err(Trouble::TooLong);
    }
    let power: BigInt = BigInt::from(10).pow(exponent.unsigned_abs());
    let fraction = if exponent < 0 { Fraction::new(units, power) } else { Fraction::whole(units * power) };
    Ok(Value::Fraction(Arc::new(fraction)))
}

/// `None` when the digits may not fit 64 bits.
fn small(digits: &[u8]) -> Option<i64> {
    const MAX_DIGITS: usize = 18;
    (digits.len() <= MAX_DIGITS)
        .then(|| digits.iter().fold(0, |number, digit| number * 10 + i64::from(digit.wrapping_sub(b'0'))))
}

fn big(digits: &[u8], max_digits: usize) -> Result<BigInt, Trouble> {
    if digits.len() > max_digits {
        return Err(Trouble::TooLong);
    }
    BigInt::parse_bytes(digits, 10).ok_or(Trouble::TooLong)
}
