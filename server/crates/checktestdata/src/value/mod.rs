//! Values: integers, floats and strings, all exact.
//!
//! Invariants: an integer that fits 64 bits is [`Value::Integer`], so two equal integers are the same variant; a
//! [`Fraction`] is reduced and its denominator is positive. A float stays one even where it is whole, since the language
//! tells `1.0` from `1`.

mod arithmetic;
mod fraction;
mod literal;

use std::cmp::Ordering;
use std::fmt;
use std::sync::Arc;

use num_bigint::BigInt;
use num_traits::ToPrimitive;

use crate::shown::{shown, shown_number};
pub use arithmetic::Operator;
pub(crate) use arithmetic::{Trouble, apply, negated};
pub use fraction::Fraction;
pub(crate) use literal::{float, integer};

/// What the type of a value is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    /// A whole number that was written or computed as one.
    Integer,
    /// Any other number.
    Float,
    /// Bytes.
    String,
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Type::Integer => "an integer",
            Type::Float => "a float",
            Type::String => "a string",
        })
    }
}

/// A value of the language.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// An integer of at most 64 bits.
    Integer(i64),
    /// An integer of more than 64 bits.
    Large(Arc<BigInt>),
    /// The float `units / 10^scale`, as it is read; the scale is at most [`MAX_SCALE`].
    Decimal {
        /// The digits, without the point.
        units: i64,
        /// How many of them stand behind the point.
        scale: u8,
    },
    /// Any other float.
    Fraction(Arc<Fraction>),
    /// A string.
    String(Arc<[u8]>),
}

/// The most decimals of a [`Value::Decimal`]: 10 to this power fits 64 bits.
pub const MAX_SCALE: u8 = 18;

pub(crate) const POWERS_OF_TEN: [i64; MAX_SCALE as usize + 1] = {
    let mut powers = [1_i64; MAX_SCALE as usize + 1];
    let mut exponent = 1;
    while exponent < powers.len() {
        powers[exponent] = powers[exponent - 1] * 10;
        exponent += 1;
    }
    powers
};

impl Value {
    /// An integer of any size.
    pub(crate) fn of_big(number: BigInt) -> Value {
        match number.to_i64() {
            Some(small) => Value::Integer(small),
            None => Value::Large(Arc::new(number)),
        }
    }

    /// What kind of value it is.
    pub fn type_of(&self) -> Type {
        match self {
            Value::Integer(_) | Value::Large(_) => Type::Integer,
            Value::Decimal { .. } | Value::Fraction(_) => Type::Float,
            Value::String(_) => Type::String,
        }
    }

    /// The number as a fraction; `None` for a string.
    pub fn to_fraction(&self) -> Option<Fraction> {
        match self {
            Value::Integer(number) => Some(Fraction::whole(BigInt::from(*number))),
            Value::Large(number) => Some(Fraction::whole((**number).clone())),
            Value::Decimal { units, scale } => {
                Some(Fraction::new(BigInt::from(*units), BigInt::from(POWERS_OF_TEN[usize::from(*scale)])))
            }
            Value::Fraction(fraction) => Some((**fraction).clone()),
            Value::String(_) => None,
        }
    }

    /// The number, if it is an integer of at most 128 bits.
    pub fn to_i128(&self) -> Option<i128> {
        match self {
            Value::Integer(number) => Some(i128::from(*number)),
            Value::Large(number) => number.to_i128(),
            Value::Decimal { .. } | Value::Fraction(_) | Value::String(_) => None,
        }
    }

    /// Numbers by value, strings by their bytes; `None` between a number and a string.
    pub fn compare(&self, other: &Value) -> Option<Ordering> {
        match (self, other) {
            (Value::Integer(left), Value::Integer(right)) => Some(left.cmp(right)),
            (Value::String(left), Value::String(right)) => Some(left.cmp(right)),
            _ => match (self.to_decimal(), other.to_decimal()) {
                // Below 2^63 · 10^18, which is below 2^127.
                (Some((left, left_scale)), Some((right, right_scale))) => {
                    let scaled =
                        |units: i64, scale: u8| i128::from(units) * i128::from(POWERS_OF_TEN[usize::from(scale)]);
                    Some(scaled(left, right_scale).cmp(&scaled(right, left_scale)))
                }
                _ => Some(self.to_fraction()?.cmp(&other.to_fraction()?)),
            },
        }
    }

    /// Equal values, also an integer and a float, have one canonical form, so that it can be a key.
    pub(crate) fn canonical(&self) -> Value {
        let fraction = match self {
            Value::Integer(_) | Value::Large(_) | Value::String(_) => return self.clone(),
            Value::Decimal { units, scale } if units % POWERS_OF_TEN[usize::from(*scale)] == 0 => {
                return Value::Integer(units / POWERS_OF_TEN[usize::from(*scale)]);
            }
            Value::Decimal { .. } | Value::Fraction(_) => self.to_fraction(),
        };
        match fraction {
            Some(fraction) if fraction.is_whole() => Value::of_big(fraction.numerator().clone()),
            Some(fraction) => Value::Fraction(Arc::new(fraction)),
            None => self.clone(),
        }
    }

    /// The work of one operation with it, in machine words.
    pub(crate) fn words(&self) -> u64 {
        match self {
            Value::Integer(_) | Value::Decimal { .. } | Value::String(_) => 1,
            Value::Large(number) => number.bits() / 64 + 1,
            Value::Fraction(fraction) => fraction.bits() / 64 + 1,
        }
    }

    fn to_decimal(&self) -> Option<(i64, u8)> {
        match self {
            Value::Integer(number) => Some((*number, 0)),
            Value::Decimal { units, scale } => Some((*units, *scale)),
            Value::Large(_) | Value::Fraction(_) | Value::String(_) => None,
        }
    }
}

/// As it is shown in a sentence: long numbers and strings are shortened.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Integer(number) => write!(f, "{number}"),
            Value::Large(number) => f.write_str(&shown_number(&number.to_string())),
            Value::Decimal { .. } | Value::Fraction(_) => match self.to_fraction() {
                Some(fraction) => f.write_str(&shown_number(&fraction.to_string())),
                None => Ok(()),
            },
            Value::String(bytes) => f.write_str(&shown(bytes)),
        }
    }
}
