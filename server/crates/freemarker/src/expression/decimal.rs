//! Numbers of the template language: decimal, with 12 decimals, as FreeMarker computes them.

use std::fmt;

/// How many units make 1.
const ONE: i128 = 1_000_000_000_000;
const N_DECIMALS: usize = 12;

/// A number in units of 10^-12.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Decimal(i128);

impl Decimal {
    /// Reads `12` or `1.5`; decimals beyond the twelfth are dropped.
    pub(crate) fn parse(text: &str) -> Option<Decimal> {
        let (sign, digits) = match text.strip_prefix('-') {
            Some(rest) => (-1, rest),
            None => (1, text.strip_prefix('+').unwrap_or(text)),
        };
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits, "0"));
        let is_digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        if !is_digits(whole) || !is_digits(fraction) {
            return None;
        }
        let kept = &fraction[..fraction.len().min(N_DECIMALS)];
        let fraction = format!("{kept:0<12}").parse::<i128>().ok()?;
        let units = whole.parse::<i128>().ok()?.checked_mul(ONE)?.checked_add(fraction)?;
        Some(Decimal(sign * units))
    }

    /// The whole number, if it is one and fits.
    pub(crate) fn to_integer(self) -> Option<i64> {
        if self.0 % ONE == 0 { i64::try_from(self.0 / ONE).ok() } else { None }
    }

    /// Whether FreeMarker's default format would print it differently: with grouping, or with fewer decimals.
    pub(crate) fn prints_differently(self) -> bool {
        self.0.unsigned_abs() >= 1000 * ONE.unsigned_abs() || self.0 % (ONE / 1000) != 0
    }

    pub(crate) fn is_negative(self) -> bool {
        self.0 < 0
    }

    pub(crate) fn add(self, other: Decimal) -> Option<Decimal> {
        self.0.checked_add(other.0).map(Decimal)
    }

    pub(crate) fn subtract(self, other: Decimal) -> Option<Decimal> {
        self.0.checked_sub(other.0).map(Decimal)
    }

    pub(crate) fn multiply(self, other: Decimal) -> Option<Decimal> {
        let (whole, fraction) = (self.0 / ONE, self.0 % ONE);
        let (other_whole, other_fraction) = (other.0 / ONE, other.0 % ONE);
        let of_whole = whole.checked_mul(other.0)?;
        let of_fraction = fraction.checked_mul(other_whole)?;
        let small = divide_rounded(fraction * other_fraction, ONE);
        of_whole.checked_add(of_fraction)?.checked_add(small).map(Decimal)
    }

    /// Half up at the twelfth decimal; `None` for a division by zero as well.
    pub(crate) fn divide(self, other: Decimal) -> Option<Decimal> {
        let mut units = self.0.checked_div(other.0)?;
        let mut rest = self.0 % other.0;
        for _ in 0..N_DECIMALS {
            rest = rest.checked_mul(10)?;
            units = units.checked_mul(10)?.checked_add(rest / other.0)?;
            rest %= other.0;
        }
        let rounds_up = rest.unsigned_abs() >= other.0.unsigned_abs() - rest.unsigned_abs();
        let away = if self.is_negative() == other.is_negative() { 1 } else { -1 };
        Some(Decimal(if rounds_up { units.checked_add(away)? } else { units }))
    }

    /// Of the whole parts, with the sign of the first, as in FreeMarker; `None` when the second is zero.
    pub(crate) fn remainder(self, other: Decimal) -> Option<Decimal> {
        (self.0 / ONE).checked_rem(other.0 / ONE).map(|rest| Decimal(rest * ONE))
    }

    pub(crate) fn negate(self) -> Option<Decimal> {
        self.0.checked_neg().map(Decimal)
    }

    pub(crate) fn abs(self) -> Option<Decimal> {
        self.0.checked_abs().map(Decimal)
    }

    /// Without its decimals.
    pub(crate) fn truncate(self) -> Decimal {
        Decimal(self.0 / ONE * ONE)
    }

    pub(crate) fn floor(self) -> Option<Decimal> {
        self.0.div_euclid(ONE).checked_mul(ONE).map(Decimal)
    }

    pub(crate) fn ceiling(self) -> Option<Decimal> {
        self.negate()?.floor()?.negate()
    }

    /// To the nearest whole number, halves upward.
    pub(crate) fn round(self) -> Option<Decimal> {
        self.add(Decimal(ONE / 2))?.floor()
    }

    /// The whole part and the decimals of the absolute value, rounded to `n_decimals` with halves to even.
    pub(crate) fn digits(self, n_decimals: usize) -> (u128, String) {
        let n_decimals = n_decimals.min(N_DECIMALS);
        let unit = 10_u128.pow((N_DECIMALS - n_decimals) as u32);
        let units = self.0.unsigned_abs();
        let (mut kept, rest) = (units / unit, units % unit);
        let half = unit / 2;
        if unit > 1 && (rest > half || (rest == half && kept % 2 == 1)) {
            kept += 1;
        }
        let scale = 10_u128.pow(n_decimals as u32);
        let fraction = if n_decimals == 0 { String::new() } else { format!("{:0n_decimals$}", kept % scale) };
        (kept / scale, fraction)
    }
}

/// Rounds halves away from zero.
fn divide_rounded(dividend: i128, divisor: i128) -> i128 {
    (dividend + dividend.signum() * (divisor / 2)) / divisor
}

impl From<i64> for Decimal {
    fn from(number: i64) -> Decimal {
        Decimal(i128::from(number) * ONE)
    }
}

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, fraction) = self.digits(N_DECIMALS);
        let sign = if self.is_negative() { "-" } else { "" };
        match fraction.trim_end_matches('0') {
            "" => write!(f, "{sign}{whole}"),
            fraction => write!(f, "{sign}{whole}.{fraction}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(text: &str) -> Decimal {
        Decimal::parse(text).unwrap()
    }

    #[test]
    fn computes() {
        assert_eq!(number("1").divide(number("3")).unwrap().to_string(), "0.333333333333");
        assert_eq!(number("-2").divide(number("3")).unwrap().to_string(), "-0.666666666667");
        assert_eq!(number("7").divide(number("2")).unwrap().to_string(), "3.5");
        assert_eq!(number("1.5").multiply(number("-2.25")).unwrap().to_string(), "-3.375");
        assert_eq!(number("-7").remainder(number("3")).unwrap().to_string(), "-1");
        assert_eq!(number("1").divide(number("0")), None);
        assert_eq!(number("1").remainder(number("0.5")), None);
        assert_eq!(number("1000000000000000000").multiply(number("1000000000")), None);
    }

    #[test]
    fn rounds() {
        let all = |text: &str| {
            let number = number(text);
            [number.truncate(), number.floor().unwrap(), number.ceiling().unwrap(), number.round().unwrap()]
                .map(|rounded| rounded.to_string())
                .join(" ")
        };
        assert_eq!(all("2.5"), "2 2 3 3");
        assert_eq!(all("-2.5"), "-2 -3 -2 -2");
        assert_eq!(number("0.125").digits(2), (0, "12".to_owned()));
        assert_eq!(number("999.9996").digits(3), (1000, "000".to_owned()));
    }

    #[test]
    fn reads() {
        assert_eq!(number("007.50").to_string(), "7.5");
        assert_eq!(Decimal::parse("1e5"), None);
        assert_eq!(Decimal::parse("1."), None);
        assert_eq!(Decimal::parse("999999999999999999999999999999999999"), None);
    }
}
