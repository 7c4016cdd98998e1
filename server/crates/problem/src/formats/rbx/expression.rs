//! Arithmetic as Python has it, as far as constraints are written with it: whole numbers and fractions with `+ - * / // % **`,
//! signs and parentheses.

/// How deep an expression may be nested.
const MAX_DEPTH: usize = 64;

#[derive(Clone, Copy, Debug, PartialEq)]
enum Number {
    Whole(i128),
    Fraction(f64),
}

/// The value of an expression, as Python prints it.
pub(super) fn value(code: &str) -> Result<String, String> {
    let mut reader = Reader { rest: code.trim(), depth: 0 };
    let number = reader.sum()?;
    match reader.rest {
        "" => Ok(match number {
            Number::Whole(number) => number.to_string(),
            Number::Fraction(number) => fraction(number),
        }),
        rest => Err(format!("`{}` is not understood in `{code}`", rest.chars().take(20).collect::<String>())),
    }
}

/// A fraction, as Python prints it.
pub(super) fn fraction(number: f64) -> String {
    format!("{number:?}")
}

struct Reader<'a> {
    rest: &'a str,
    depth: usize,
}

impl Reader<'_> {
    fn take(&mut self, sign: &str) -> bool {
        match self.rest.strip_prefix(sign) {
            Some(rest) => {
                self.rest = rest.trim_start();
                true
            }
            None => false,
        }
    }

    fn sum(&mut self) -> Result<Number, String> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err("it is nested too deep".to_owned());
        }
        let mut left = self.product()?;
        loop {
            left = if self.take("+") {
                apply('+', left, self.product()?)?
            } else if self.take("-") {
                apply('-', left, self.product()?)?
            } else {
                self.depth -= 1;
                return Ok(left);
            };
        }
    }

    fn product(&mut self) -> Result<Number, String> {
        let mut left = self.signed()?;
        loop {
            let sign = if self.rest.starts_with("**") {
                return Ok(left);
            } else if self.take("//") {
                'd'
            } else if self.take("*") {
                '*'
            } else if self.take("/") {
                '/'
            } else if self.take("%") {
                '%'
            } else {
                return Ok(left);
            };
            left = apply(sign, left, self.signed()?)?;
        }
    }

    fn signed(&mut self) -> Result<Number, String> {
        let mut is_negative = false;
        loop {
            if self.take("-") {
                is_negative = !is_negative;
            } else if !self.take("+") {
                break;
            }
        }
        let number = self.power()?;
        if is_negative { apply('-', Number::Whole(0), number) } else { Ok(number) }
    }

    fn power(&mut self) -> Result<Number, String> {
        let base = self.atom()?;
        if !self.take("**") {
            return Ok(base);
        }
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err("it is nested too deep".to_owned());
        }
        let exponent = self.signed()?;
        self.depth -= 1;
        apply('^', base, exponent)
    }

    fn atom(&mut self) -> Result<Number, String> {
        if self.take("(") {
            let inner = self.sum()?;
            return if self.take(")") { Ok(inner) } else { Err("a parenthesis is not closed".to_owned()) };
        }
        let bytes = self.rest.as_bytes();
        let mut end = 0;
        while end < bytes.len() {
            let after_e = end > 0 && matches!(bytes[end - 1], b'e' | b'E');
            let is_part = bytes[end].is_ascii_digit()
                || matches!(bytes[end], b'_' | b'.')
                || end > 0 && matches!(bytes[end], b'e' | b'E')
                || after_e && matches!(bytes[end], b'+' | b'-');
            if !is_part {
                break;
            }
            end += 1;
        }
        let written = self.rest[..end].replace('_', "");
        let whole = written.parse().map(Number::Whole).ok();
        let number = whole.or_else(|| written.parse().map(Number::Fraction).ok());
        let found = || self.rest.chars().take(20).collect::<String>();
        let number = number.ok_or_else(|| format!("a number is wanted where `{}` stands", found()))?;
        self.rest = self.rest[end..].trim_start();
        Ok(number)
    }
}

fn apply(sign: char, left: Number, right: Number) -> Result<Number, String> {
    use Number::{Fraction, Whole};
    let as_fraction = |number: Number| match number {
        Whole(number) => number as f64,
        Fraction(number) => number,
    };
    if let (Whole(a), Whole(b)) = (left, right) {
        let whole = match sign {
            '+' => a.checked_add(b),
            '-' => a.checked_sub(b),
            '*' => a.checked_mul(b),
            'd' => a.checked_div_euclid(b).and_then(|_| floored(a, b)),
            '%' => floored(a, b).and_then(|quotient| a.checked_sub(quotient.checked_mul(b)?)),
            '^' if b >= 0 => u32::try_from(b).ok().and_then(|b| a.checked_pow(b)),
            _ => None,
        };
        if let Some(whole) = whole {
            return Ok(Whole(whole));
        }
        if !matches!(sign, '/' | '^') || b >= 0 && sign == '^' {
            return Err("it is too large, or divides by zero".to_owned());
        }
    }
    let (a, b) = (as_fraction(left), as_fraction(right));
    let number = match sign {
        '+' => a + b,
        '-' => a - b,
        '*' => a * b,
        '/' => a / b,
        'd' => (a / b).floor(),
        '%' => a - (a / b).floor() * b,
        _ => a.powf(b),
    };
    if number.is_finite() { Ok(Fraction(number)) } else { Err("it is too large, or divides by zero".to_owned()) }
}

/// Division that rounds down.
fn floored(a: i128, b: i128) -> Option<i128> {
    let quotient = a.checked_div(b)?;
    Some(if a % b != 0 && (a < 0) != (b < 0) { quotient - 1 } else { quotient })
}

#[cfg(test)]
mod tests {
    use super::value;

    #[test]
    fn as_python_prints_them() {
        for (code, expected) in [
            ("10**5", "100000"),
            ("2 * 10**5 + 1", "200001"),
            ("10**9+7", "1000000007"),
            ("-(3 - 5) ** 2", "-4"),
            ("2 ** 3 ** 2", "512"),
            ("7 // 2 - -7 // 2 + 7 % -2", "6"),
            ("1_000 * 2.0", "2000.0"),
            ("1 / 4", "0.25"),
            ("1e3", "1000.0"),
            ("2 ** -1", "0.5"),
        ] {
            assert_eq!(value(code).as_deref(), Ok(expected), "{code}");
        }
        for code in
            ["", "1 +", "max(1, 2)", "(1", "1 // 0", "10 ** 99", "N.max", "1 2", &"(".repeat(1000), &"-".repeat(9)]
        {
            assert!(value(code).is_err(), "{code}");
        }
    }
}
