//! The spelling of numbers, and when two real numbers are equal enough.

/// Added to every tolerance.
const SLACK: f64 = 1e-15;

/// Magnitudes above this count as infinite.
const LARGEST_FINITE: f64 = 1e300;

/// Reads an integer of 64 bits: an optional `-`, then digits without leading zeros; `-0` is none.
pub(super) fn integer(token: &[u8]) -> Option<i64> {
    let (negative, digits) = match token {
        [b'-', digits @ ..] => (true, digits),
        digits => (false, digits),
    };
    let well_formed = match digits {
        [b'0'] => !negative,
        [b'1'..=b'9', ..] => digits.len() <= 19,
        _ => false,
    };
    if !well_formed {
        return None;
    }
    // 19 digits are less than 2^64.
    let mut magnitude = 0_u64;
    for &byte in digits {
        let digit = byte.wrapping_sub(b'0');
        if digit > 9 {
            return None;
        }
        magnitude = magnitude * 10 + u64::from(digit);
    }
    if negative { 0_i64.checked_sub_unsigned(magnitude) } else { i64::try_from(magnitude).ok() }
}

/// Whether a token spells an integer of any length, with the rules of [`integer`].
pub(super) fn is_huge_integer(token: &[u8]) -> bool {
    match token.strip_prefix(b"-").unwrap_or(token) {
        b"0" => token == b"0",
        [b'1'..=b'9', rest @ ..] => rest.iter().all(u8::is_ascii_digit),
        _ => false,
    }
}

/// What follows the digits of a real number.
enum Exponent<'a> {
    Absent,
    /// An `e`, perhaps with a sign, and no digits; what stands before it.
    Empty(&'a [u8]),
    Present,
}

/// Reads a real number as C's `scanf` with glibc does, without `nan`, `inf` and hexadecimal: an exponent without digits
/// counts as none, and a magnitude that is too large is infinite.
pub(super) fn real(token: &[u8]) -> Option<f64> {
    match exponent(token)? {
        Exponent::Absent | Exponent::Present => convert(token),
        Exponent::Empty(mantissa) => convert(mantissa),
    }
}

/// Reads a real number that is complete and finite.
pub(super) fn finite_real(token: &[u8]) -> Option<f64> {
    match exponent(token)? {
        Exponent::Absent | Exponent::Present => convert(token).filter(|value| value.is_finite()),
        Exponent::Empty(_) => None,
    }
}

/// Checks the spelling of a real number: sign, digits with at most one point, and perhaps an exponent.
fn exponent(token: &[u8]) -> Option<Exponent<'_>> {
    let (whole, rest) = digits(unsigned(token));
    let (fraction, rest) = match rest {
        [b'.', rest @ ..] => digits(rest),
        rest => (0, rest),
    };
    if whole + fraction == 0 {
        return None;
    }
    let [b'e' | b'E', power @ ..] = rest else {
        return rest.is_empty().then_some(Exponent::Absent);
    };
    match digits(unsigned(power)) {
        (0, []) => Some(Exponent::Empty(&token[..token.len() - rest.len()])),
        (_, []) => Some(Exponent::Present),
        _ => None,
    }
}

fn unsigned(text: &[u8]) -> &[u8] {
    match text {
        [b'+' | b'-', rest @ ..] => rest,
        text => text,
    }
}

/// The number of leading digits, and what follows them.
fn digits(text: &[u8]) -> (usize, &[u8]) {
    let n_digits = text.iter().position(|byte| !byte.is_ascii_digit()).unwrap_or(text.len());
    (n_digits, &text[n_digits..])
}

fn convert(token: &[u8]) -> Option<f64> {
    std::str::from_utf8(token).ok()?.parse().ok()
}

/// When a real number of the output matches the one of the answer.
#[derive(Clone, Copy)]
pub(super) enum Tolerance {
    /// The absolute error decides.
    Absolute(f64),
    /// Either the absolute or the relative error is small enough.
    Either(f64),
}

impl Tolerance {
    /// Whether `output` matches `answer`.
    pub(super) fn accepts(self, answer: f64, output: f64) -> bool {
        match self {
            // The difference of equal infinities is NaN, which is not greater than anything.
            Tolerance::Absolute(error) => {
                let difference = (answer - output).abs();
                difference.is_nan() || difference <= error + SLACK
            }
            Tolerance::Either(error) => within_either(answer, output, error + SLACK),
        }
    }
}

fn within_either(answer: f64, output: f64, error: f64) -> bool {
    if is_infinite(answer) {
        return is_infinite(output) && (answer > 0.0) == (output > 0.0);
    }
    if is_infinite(output) {
        return false;
    }
    if (output - answer).abs() <= error {
        return true;
    }
    let (one, other) = (answer * (1.0 - error), answer * (1.0 + error));
    (one.min(other)..=one.max(other)).contains(&output)
}

/// Whether a number counts as infinite.
pub(super) fn is_infinite(value: f64) -> bool {
    value.abs() > LARGEST_FINITE
}

/// The error that is shown for a pair of real numbers: the smaller one of the absolute and the relative error, with the
/// signs of zeros and NaNs that testlib shows on x86.
pub(super) fn shown_error(answer: f64, output: f64) -> f64 {
    let absolute = magnitude(invalid_is_negative(output - answer));
    if magnitude(answer) <= 1e-9 {
        return absolute;
    }
    let quotient = if absolute.is_nan() { absolute } else { invalid_is_negative(absolute / answer) };
    let relative = magnitude(quotient);
    if absolute < relative { absolute } else { relative }
}

/// The absolute value, except that zeros and NaNs change their sign.
fn magnitude(value: f64) -> f64 {
    if value > 0.0 { value } else { -value }
}

/// Gives the NaN of an invalid operation the sign that it has on x86, which Rust leaves open.
fn invalid_is_negative(value: f64) -> f64 {
    if value.is_nan() { value.copysign(-1.0) } else { value }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers() {
        for (token, value) in [("0", Some(0)), ("-7", Some(-7)), ("9223372036854775807", Some(i64::MAX))] {
            assert_eq!(integer(token.as_bytes()), value, "{token}");
        }
        assert_eq!(integer(b"-9223372036854775808"), Some(i64::MIN));
        for token in ["", "-", "-0", "+5", "05", "5.0", "9223372036854775808", "-9223372036854775809", "1x"] {
            assert_eq!(integer(token.as_bytes()), None, "{token}");
        }
        assert!(is_huge_integer(b"-123456789012345678901234567890"));
        assert!(!is_huge_integer(b"-0") && !is_huge_integer(b"00") && !is_huge_integer(b"--1"));
    }

    #[test]
    fn reals() {
        for (token, value) in [("+7", 7.0), (".5", 0.5), ("7.", 7.0), ("1E+05", 1e5), ("1e", 1.0), ("1.e-", 1.0)] {
            assert_eq!(real(token.as_bytes()), Some(value), "{token}");
        }
        assert_eq!(real(b"-1e400"), Some(f64::NEG_INFINITY));
        for token in ["", ".", "e5", ".e5", "nan", "inf", "infinity", "0x10", "1e+-5", "1.2.3", "--1", "1e5.", "1_0"] {
            assert_eq!(real(token.as_bytes()), None, "{token}");
        }
        assert_eq!(finite_real(b"1e"), None);
        assert_eq!(finite_real(b"1e400"), None);
    }

    #[test]
    fn tolerances_are_inclusive_and_relative_to_the_answer() {
        let either = Tolerance::Either(1e-6);
        assert!(either.accepts(1e9, 1e9 + 1000.0) && !either.accepts(1e9, 1e9 + 1000.1));
        assert!(either.accepts(1e301, 1e305) && !either.accepts(1e301, -1e305) && !either.accepts(1.0, 1e301));
        let absolute = Tolerance::Absolute(1.5e-6);
        assert!(absolute.accepts(f64::INFINITY, f64::INFINITY) && !absolute.accepts(f64::INFINITY, 1.0));
    }
}
