//! Exact numbers that are not whole.

use std::cmp::Ordering;
use std::fmt;

use num_bigint::BigInt;
use num_integer::Integer as _;
use num_traits::{One as _, Pow, Signed as _, Zero as _};

/// A reduced fraction with a positive denominator.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Fraction {
    numerator: BigInt,
    denominator: BigInt,
}

impl Fraction {
    /// Reduces; the denominator must not be zero.
    pub(crate) fn new(numerator: BigInt, denominator: BigInt) -> Fraction {
        let divisor = numerator.gcd(&denominator);
        let divisor = if denominator.is_negative() { -divisor } else { divisor };
        if divisor.is_one() {
            return Fraction { numerator, denominator };
        }
        Fraction { numerator: numerator / &divisor, denominator: denominator / divisor }
    }

    pub(crate) fn whole(numerator: BigInt) -> Fraction {
        Fraction { numerator, denominator: BigInt::one() }
    }

    /// The part above the line.
    pub fn numerator(&self) -> &BigInt {
        &self.numerator
    }

    /// The part below the line.
    pub fn denominator(&self) -> &BigInt {
        &self.denominator
    }

    pub(crate) fn is_whole(&self) -> bool {
        self.denominator.is_one()
    }

    pub(crate) fn is_zero(&self) -> bool {
        self.numerator.is_zero()
    }

    /// Of the longer part.
    pub(crate) fn bits(&self) -> u64 {
        self.numerator.bits().max(self.denominator.bits())
    }

    pub(crate) fn negated(&self) -> Fraction {
        Fraction { numerator: -&self.numerator, denominator: self.denominator.clone() }
    }

    pub(crate) fn plus(&self, other: &Fraction) -> Fraction {
        let numerator = &self.numerator * &other.denominator + &other.numerator * &self.denominator;
        Fraction::new(numerator, &self.denominator * &other.denominator)
    }

    pub(crate) fn times(&self, other: &Fraction) -> Fraction {
        Fraction::new(&self.numerator * &other.numerator, &self.denominator * &other.denominator)
    }

    /// The other must not be zero.
    pub(crate) fn over(&self, other: &Fraction) -> Fraction {
        Fraction::new(&self.numerator * &other.denominator, &self.denominator * &other.numerator)
    }

    pub(crate) fn power(&self, exponent: u32) -> Fraction {
        // Powers of parts without a common divisor have none.
        Fraction { numerator: Pow::pow(&self.numerator, exponent), denominator: Pow::pow(&self.denominator, exponent) }
    }
}

impl Ord for Fraction {
    fn cmp(&self, other: &Fraction) -> Ordering {
        (&self.numerator * &other.denominator).cmp(&(&other.numerator * &self.denominator))
    }
}

impl PartialOrd for Fraction {
    fn partial_cmp(&self, other: &Fraction) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// With a point where the decimals end, else with a stroke.
impl fmt::Display for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const MAX_DECIMALS: u32 = 40;
        if self.is_whole() {
            return write!(f, "{}", self.numerator);
        }
        let Some(n_decimals) = (1..=MAX_DECIMALS).find(|n| (BigInt::from(10).pow(*n) % &self.denominator).is_zero())
        else {
            return write!(f, "{}/{}", self.numerator, self.denominator);
        };
        let units = &self.numerator * (BigInt::from(10).pow(n_decimals) / &self.denominator);
        let digits = format!("{:0>width$}", units.abs().to_string(), width = n_decimals as usize + 1);
        let (whole, decimals) = digits.split_at(digits.len() - n_decimals as usize);
        write!(f, "{}{whole}.{decimals}", if units.is_negative() { "-" } else { "" })
    }
}
