//! The operators.
//!
//! Invariant: a result with more digits than allowed is not computed, so no operation takes long.

use std::fmt;
use std::sync::Arc;

use num_bigint::BigInt;
use num_traits::Zero as _;

use super::{Type, Value};

/// An operator between two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`; of integers it drops the rest, toward zero.
    Divide,
    /// `%`; has the sign of the left side.
    Remainder,
    /// `^`
    Power,
}

impl fmt::Display for Operator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Operator::Add => "+",
            Operator::Subtract => "-",
            Operator::Multiply => "*",
            Operator::Divide => "/",
            Operator::Remainder => "%",
            Operator::Power => "^",
        })
    }
}

/// Why there is no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Trouble {
    /// The operator does nothing with a string.
    NotANumber,
    /// `%` of a float.
    FloatRemainder,
    DivisionByZero,
    /// The exponent is negative or no integer.
    Exponent,
    /// The result has more digits than allowed.
    TooLong,
}

impl Trouble {
    /// What is wrong, and what to do about it.
    pub(crate) fn message(self) -> &'static str {
        match self {
            Trouble::NotANumber => "this operator needs numbers and not strings; strings can only be compared",
            Trouble::FloatRemainder => "`%` needs integers and not floats; store the number with INT",
            Trouble::DivisionByZero => "this is a division by zero; check the divisor before",
            Trouble::Exponent => "an exponent must be an integer that is not negative; correct it",
            Trouble::TooLong => "this number has too many digits; use smaller numbers",
        }
    }
}

/// Computes `left operator right`, with at most `max_bits` bits in the parts of the result.
pub(crate) fn apply(operator: Operator, left: &Value, right: &Value, max_bits: u64) -> Result<Value, Trouble> {
    if let (Value::Integer(left), Value::Integer(right)) = (left, right)
        && let Some(result) = small(operator, *left, *right)
    {
        return Ok(Value::Integer(result));
    }
    if left.type_of() == Type::String || right.type_of() == Type::String {
        return Err(Trouble::NotANumber);
    }
    match (operator, to_big(left), to_big(right)) {
        (Operator::Power, _, _) => power(left, right, max_bits),
        (_, Some(left), Some(right)) => of_integers(operator, &left, &right, max_bits),
        (Operator::Remainder, _, _) => Err(Trouble::FloatRemainder),
        _ => of_floats(operator, left, right, max_bits),
    }
}

/// Computes `-value`.
pub(crate) fn negated(value: &Value) -> Result<Value, Trouble> {
    match value {
        Value::Integer(number) => {
            Ok(number.checked_neg().map_or_else(|| Value::of_big(-BigInt::from(*number)), Value::Integer))
        }
        Value::Large(number) => Ok(Value::of_big(-&**number)),
        Value::Decimal { units, scale } => Ok(match units.checked_neg() {
            Some(units) => Value::Decimal { units, scale: *scale },
            None => value.to_fraction().map_or(value.clone(), |value| Value::Fraction(Arc::new(value.negated()))),
        }),
        Value::Fraction(fraction) => Ok(Value::Fraction(Arc::new(fraction.negated()))),
        Value::String(_) => Err(Trouble::NotANumber),
    }
}

/// `None` where 64 bits are not enough, or there is no result.
fn small(operator: Operator, left: i64, right: i64) -> Option<i64> {
    match operator {
        Operator::Add => left.checked_add(right),
        Operator::Subtract => left.checked_sub(right),
        Operator::Multiply => left.checked_mul(right),
        Operator::Divide => left.checked_div(right),
        Operator::Remainder => left.checked_rem(right),
        Operator::Power => left.checked_pow(u32::try_from(right).ok()?),
    }
}

fn to_big(value: &Value) -> Option<BigInt> {
    match value {
        Value::Integer(number) => Some(BigInt::from(*number)),
        Value::Large(number) => Some((**number).clone()),
        Value::Decimal { .. } | Value::Fraction(_) | Value::String(_) => None,
    }
}

fn of_integers(operator: Operator, left: &BigInt, right: &BigInt, max_bits: u64) -> Result<Value, Trouble> {
    let result = match operator {
        Operator::Add => left + right,
        Operator::Subtract => left - right,
        Operator::Multiply if left.bits() + right.bits() > max_bits + 1 => return Err(Trouble::TooLong),
        Operator::Multiply => left * right,
        Operator::Divide | Operator::Remainder if right.is_zero() => return Err(Trouble::DivisionByZero),
        Operator::Divide => left / right,
        Operator::Remainder => left % right,
        Operator::Power => return power(&Value::of_big(left.clone()), &Value::of_big(right.clone()), max_bits),
    };
    if result.bits() > max_bits { Err(Trouble::TooLong) } else { Ok(Value::of_big(result)) }
}

fn of_floats(operator: Operator, left: &Value, right: &Value, max_bits: u64) -> Result<Value, Trouble> {
    let left = left.to_fraction().ok_or(Trouble::NotANumber)?;
    let right = right.to_fraction().ok_or(Trouble::NotANumber)?;
    if left.bits() + right.bits() > max_bits + 1 {
        return Err(Trouble::TooLong);
    }
    let result = match operator {
        Operator::Add => left.plus(&right),
        Operator::Subtract => left.plus(&right.negated()),
        Operator::Multiply => left.times(&right),
        Operator::Divide if right.is_zero() => return Err(Trouble::DivisionByZero),
        Operator::Divide => left.over(&right),
        Operator::Remainder => return Err(Trouble::FloatRemainder),
        Operator::Power => return Err(Trouble::Exponent),
    };
    Ok(Value::Fraction(Arc::new(result)))
}

fn power(base: &Value, exponent: &Value, max_bits: u64) -> Result<Value, Trouble> {
    let exponent = match exponent {
        Value::Integer(exponent) => u64::try_from(*exponent).map_err(|_| Trouble::Exponent)?,
        Value::Large(exponent) => u64::try_from(&**exponent).map_err(|_| Trouble::Exponent)?,
        Value::Decimal { .. } | Value::Fraction(_) | Value::String(_) => return Err(Trouble::Exponent),
    };
    let fraction = base.to_fraction().ok_or(Trouble::NotANumber)?;
    let is_integer = base.type_of() == Type::Integer;
    let result = if fraction.bits() <= 1 {
        // 0, 1 and -1: their powers do not grow, and only whether the exponent is 0 or even matters.
        let small = if exponent == 0 { 0 } else { 2 - u32::from(exponent % 2 == 1) };
        fraction.power(small)
    } else {
        // A number of n bits is at least 2^(n-1), so its powers have at least (n-1)·exponent bits.
        if (fraction.bits() - 1).saturating_mul(exponent) > max_bits {
            return Err(Trouble::TooLong);
        }
        fraction.power(u32::try_from(exponent).map_err(|_| Trouble::TooLong)?)
    };
    match is_integer {
        true => Ok(Value::of_big(result.numerator().clone())),
        false => Ok(Value::Fraction(Arc::new(result))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MAX_BITS: u64 = 4000;

    fn result(left: &Value, operator: Operator, right: &Value) -> String {
        apply(operator, left, right, MAX_BITS).map_or_else(|trouble| format!("{trouble:?}"), |value| value.to_string())
    }

    #[test]
    fn integers_grow_beyond_64_bits_and_shrink_again() {
        let most = Value::Integer(i64::MAX);
        let more = apply(Operator::Add, &most, &Value::Integer(1), MAX_BITS).unwrap();
        assert_eq!(more.to_string(), "9223372036854775808");
        assert_eq!(apply(Operator::Subtract, &more, &Value::Integer(1), MAX_BITS), Ok(most));
        assert_eq!(result(&Value::Integer(i64::MIN), Operator::Divide, &Value::Integer(-1)), "9223372036854775808");
        assert_eq!(result(&Value::Integer(i64::MIN), Operator::Remainder, &Value::Integer(-1)), "0");
        assert_eq!(negated(&Value::Integer(i64::MIN)).unwrap().to_string(), "9223372036854775808");
        assert_eq!(negated(&negated(&Value::Integer(i64::MIN)).unwrap()), Ok(Value::Integer(i64::MIN)));
    }

    #[test]
    fn powers_are_bounded_before_they_are_computed() {
        let two = Value::Integer(2);
        assert_eq!(result(&two, Operator::Power, &Value::Integer(4001)), "TooLong");
        assert_eq!(result(&two, Operator::Power, &Value::Integer(i64::MAX)), "TooLong");
        assert_eq!(result(&Value::Integer(-1), Operator::Power, &Value::Integer(i64::MAX)), "-1");
        assert_eq!(result(&Value::Integer(0), Operator::Power, &Value::Integer(0)), "1");
        assert_eq!(result(&two, Operator::Power, &Value::Integer(-1)), "Exponent");
        assert_eq!(result(&Value::Decimal { units: 15, scale: 1 }, Operator::Power, &two), "2.25");
    }
}
