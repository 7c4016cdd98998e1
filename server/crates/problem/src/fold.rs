//! Values of constant expressions of C++, from their text: literals, named constants, arithmetic, casts.
//!
//! Invariant: `None` for everything whose value is not plain to see. Types have no ends here: what overflows in the program
//! has the value that was meant.

use std::cell::Cell;

/// Names of constants whose expressions stand for each other are followed so deep.
const MAX_DEPTH: usize = 16;
/// Longer expressions are nothing that somebody reads as a bound.
const MAX_BYTES: usize = 200;
/// So many operands are looked at: constants that stand for each other many times would take for ever.
const MAX_OPERANDS: usize = 2000;

/// A value on the way: `2e5` is no integer in C++ and may become one.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Value {
    Integer(i128),
    Real(f64),
}

/// The integer that an expression comes to; `named` gives the expressions of constants.
pub fn integer<'r>(text: &'r str, named: &'r dyn Fn(&str) -> Option<&'r str>) -> Option<i128> {
    match value(text, named, 0, &Cell::new(MAX_OPERANDS))? {
        Value::Integer(value) => Some(value),
        Value::Real(value) if value.fract() == 0.0 && value.abs() < 1e30 => Some(value as i128),
        Value::Real(_) => None,
    }
}

/// The value of an integer literal, with its sign, base, digit separators and suffix; parentheses around it may be
/// there.
pub fn literal(text: &str) -> Option<i64> {
    let text = without_parentheses(text);
    let (negative, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest.trim_start()),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let digits: String = digits.chars().filter(|&character| character != '\'').collect();
    let lower = digits.to_ascii_lowercase();
    let (base, body) = if let Some(body) = lower.strip_prefix("0x") {
        (16, body)
    } else if let Some(body) = lower.strip_prefix("0b") {
        (2, body)
    } else if let Some(body) = lower.strip_prefix('0').filter(|body| body.starts_with(|c: char| c.is_ascii_digit())) {
        (8, body)
    } else {
        (10, lower.as_str())
    };
    let body = body.trim_end_matches(['u', 'l', 'z']);
    if body.starts_with(['+', '-']) {
        return None;
    }
    let value = i64::from_str_radix(body, base).ok()?;
    Some(if negative { -value } else { value })
}

fn without_parentheses(text: &str) -> &str {
    let mut text = text.trim();
    while let Some(inner) = text.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) {
        text = inner.trim();
    }
    text
}

fn value<'r>(
    text: &'r str,
    named: &'r dyn Fn(&str) -> Option<&'r str>,
    depth: usize,
    left: &Cell<usize>,
) -> Option<Value> {
    if text.len() > MAX_BYTES || depth > MAX_DEPTH {
        return None;
    }
    let mut reader = Reader { named, text, at: 0, depth, left };
    let value = reader.operands(0)?;
    reader.skip_blanks();
    (reader.at == text.len()).then_some(value)
}

fn is_part_of_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// Reads one expression from the left to the right.
struct Reader<'r, 'l> {
    named: &'r dyn Fn(&str) -> Option<&'r str>,
    text: &'r str,
    at: usize,
    depth: usize,
    /// So many operands more.
    left: &'l Cell<usize>,
}

/// Operators of two sides by how tightly they bind, the loosest first.
const BINARY: [&[&str]; 6] = [&["|"], &["^"], &["&"], &["<<", ">>"], &["+", "-"], &["*", "/", "%"]];

const INTEGER_WORDS: [&str; 16] = [
    "int", "long", "short", "char", "unsigned", "signed", "const", "ll", "LL", "i64", "u64", "ull", "size_t",
    "int64_t", "uint64_t", "int32_t",
];
const REAL_WORDS: [&str; 3] = ["double", "float", "ld"];

impl<'r> Reader<'r, '_> {
    fn value(&self, text: &'r str, depth: usize) -> Option<Value> {
        value(text, self.named, depth, self.left)
    }

    fn skip_blanks(&mut self) {
        self.at += self.rest().len() - self.rest().trim_start().len();
    }

    fn rest(&self) -> &'r str {
        &self.text[self.at..]
    }

    fn take(&mut self, word: &str) -> bool {
        self.skip_blanks();
        let is_there = self.rest().starts_with(word);
        self.at += if is_there { word.len() } else { 0 };
        is_there
    }

    /// An operand with the operators of a level and of those that bind tighter.
    fn operands(&mut self, level: usize) -> Option<Value> {
        let Some(operators) = BINARY.get(level) else { return self.unary() };
        let mut left = self.operands(level + 1)?;
        loop {
            self.skip_blanks();
            let rest = self.rest();
            // Logic and assignments are nothing that has a value here.
            let doubled = ["&&", "||"].iter().any(|other| rest.starts_with(other));
            let Some(operator) = operators.iter().find(|operator| !doubled && rest.starts_with(**operator)) else {
                return Some(left);
            };
            self.at += operator.len();
            let right = self.operands(level + 1)?;
            left = binary(operator, left, right)?;
        }
    }

    fn unary(&mut self) -> Option<Value> {
        if self.depth > MAX_DEPTH {
            return None;
        }
        self.depth += 1;
        let value = if self.take("-") {
            match self.unary()? {
                Value::Integer(value) => Value::Integer(value.checked_neg()?),
                Value::Real(value) => Value::Real(-value),
            }
        } else if self.take("+") {
            self.unary()?
        } else {
            self.primary()?
        };
        self.depth -= 1;
        Some(value)
    }

    fn primary(&mut self) -> Option<Value> {
        self.left.set(self.left.get().checked_sub(1)?);
        self.skip_blanks();
        let first = self.rest().bytes().next()?;
        if first.is_ascii_digit() || first == b'.' {
            return self.number();
        }
        if self.take("(") {
            let inside = self.until_closed()?;
            return match cast(inside) {
                Some(is_integer) => Some(cut(self.unary()?, is_integer)),
                None => self.value(inside, self.depth + 1),
            };
        }
        if !is_part_of_word(first) {
            return None;
        }
        let length = self.rest().bytes().position(|byte| !is_part_of_word(byte)).unwrap_or(self.rest().len());
        let word = &self.rest()[..length];
        self.at += length;
        if word == "static_cast" && self.take("<") {
            let end = self.rest().find('>')?;
            let is_integer = cast(&self.rest()[..end])?;
            self.at += end + 1;
            let inside = self.take("(").then(|| self.until_closed())??;
            return Some(cut(self.value(inside, self.depth + 1)?, is_integer));
        }
        self.skip_blanks();
        if self.rest().starts_with('(') {
            self.at += 1;
            let inside = self.until_closed()?;
            return match (cast(word), word) {
                (Some(is_integer), _) => Some(cut(self.value(inside, self.depth + 1)?, is_integer)),
                (None, "pow") => self.power(inside),
                (None, _) => None,
            };
        }
        let text = (self.named)(word)?;
        self.value(text, self.depth + 1)
    }

    /// `pow(10, 9)`
    fn power(&self, arguments: &'r str) -> Option<Value> {
        let (base, exponent) = arguments.split_once(',')?;
        let Value::Integer(exponent) = self.value(exponent, self.depth + 1)? else { return None };
        match self.value(base, self.depth + 1)? {
            Value::Integer(base) => Some(Value::Integer(base.checked_pow(u32::try_from(exponent).ok()?)?)),
            Value::Real(base) => Some(Value::Real(base.powi(i32::try_from(exponent).ok()?))),
        }
    }

    /// What stands before the closing parenthesis, which is passed.
    fn until_closed(&mut self) -> Option<&'r str> {
        let mut open = 1_usize;
        for (offset, byte) in self.rest().bytes().enumerate() {
            match byte {
                b'(' => open += 1,
                b')' => open -= 1,
                _ => {}
            }
            if open == 0 {
                let inside = &self.rest()[..offset];
                self.at += offset + 1;
                return Some(inside);
            }
        }
        None
    }

    fn number(&mut self) -> Option<Value> {
        let mut length = 0;
        let bytes = self.rest().as_bytes();
        let is_hexadecimal = self.rest().get(..2).is_some_and(|start| start.eq_ignore_ascii_case("0x"));
        while let Some(&byte) = bytes.get(length) {
            let is_exponent_sign =
                !is_hexadecimal && matches!(byte, b'+' | b'-') && matches!(bytes[length - 1], b'e' | b'E');
            if !(is_part_of_word(byte) || matches!(byte, b'.' | b'\'') || length > 0 && is_exponent_sign) {
                break;
            }
            length += 1;
        }
        let text = &self.rest()[..length];
        self.at += length;
        if let Some(value) = literal(text) {
            return Some(Value::Integer(value.into()));
        }
        let digits = text.replace('\'', "");
        let digits = digits.trim_end_matches(['u', 'U', 'l', 'L', 'f', 'F']);
        if let Ok(value) = digits.parse::<i128>() {
            return Some(Value::Integer(value));
        }
        digits.parse::<f64>().ok().map(Value::Real)
    }
}

/// Whether words between parentheses are a type, and then whether it is one of integers.
fn cast(text: &str) -> Option<bool> {
    let mut words = text.split_whitespace().map(|word| word.strip_prefix("std::").unwrap_or(word)).peekable();
    words.peek()?;
    let (mut all_known, mut is_real) = (true, false);
    for word in words {
        is_real |= REAL_WORDS.contains(&word);
        all_known &= INTEGER_WORDS.contains(&word) || REAL_WORDS.contains(&word);
    }
    all_known.then_some(!is_real)
}

/// What a cast leaves of a value.
fn cut(value: Value, to_integer: bool) -> Value {
    match value {
        Value::Real(value) if to_integer && value.abs() < 1e30 => Value::Integer(value as i128),
        Value::Integer(value) if !to_integer => Value::Real(value as f64),
        same => same,
    }
}

fn binary(operator: &str, left: Value, right: Value) -> Option<Value> {
    if let (Value::Integer(left), Value::Integer(right)) = (left, right) {
        let shift = || u32::try_from(right).ok().filter(|shift| *shift < 100);
        return Some(Value::Integer(match operator {
            "+" => left.checked_add(right)?,
            "-" => left.checked_sub(right)?,
            "*" => left.checked_mul(right)?,
            "/" => left.checked_div(right)?,
            "%" => left.checked_rem(right)?,
            "<<" => left.checked_mul(1_i128.checked_shl(shift()?)?)?,
            ">>" => left.checked_shr(shift()?)?,
            "&" => left & right,
            "|" => left | right,
            "^" => left ^ right,
            _ => return None,
        }));
    }
    let real = |value| match value {
        Value::Integer(value) => value as f64,
        Value::Real(value) => value,
    };
    let (left, right) = (real(left), real(right));
    Some(Value::Real(match operator {
        "+" => left + right,
        "-" => left - right,
        "*" => left * right,
        "/" => left / right,
        _ => return None,
    }))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Values worked out by hand.
    #[test]
    fn expressions() {
        for (text, value) in [
            ("5", Some(5)),
            ("-5", Some(-5)),
            ("2e5", Some(200_000)),
            ("(int)2e5", Some(200_000)),
            ("(int) 2e5 + 5", Some(200_005)),
            ("int(1e9) + 7", Some(1_000_000_007)),
            ("static_cast<long long>(1e18)", Some(1_000_000_000_000_000_000)),
            ("1LL << 40", Some(1 << 40)),
            ("1 + 2 * 3", Some(7)),
            ("(1 + 2) * 3", Some(9)),
            ("10 - 3 - 2", Some(5)),
            ("7 / 2", Some(3)),
            ("-7 % 4", Some(-3)),
            ("1 << 3 | 1", Some(9)),
            ("1 << 2 + 1", Some(8)),
            ("1000'000", Some(1_000_000)),
            ("0x10", Some(16)),
            ("1e-1", None),
            ("15e-1 * 2", Some(3)),
            ("pow(10, 9)", Some(1_000_000_000)),
            ("(long long)1e9 * (long long)1e9", Some(1_000_000_000_000_000_000)),
            ("18446744073709551615ULL", Some(u64::MAX.into())),
            ("n", None),
            ("2 * n", None),
            ("f(3)", None),
            ("1 / 0", None),
            ("1 && 2", None),
            ("1 ? 2 : 3", None),
            ("", None),
            ("(", None),
            ("()", None),
            ("1 1", None),
        ] {
            assert_eq!(integer(text, &|_| None), value, "{text}");
        }
    }

    #[test]
    fn constants_that_stand_for_each_other_many_times() {
        let level = |next: char| vec![next.to_string(); 60].join("+");
        let texts: Vec<String> = ('b'..='o').map(level).collect();
        let named = |name: &str| {
            let at = name.chars().next().filter(|_| name.len() == 1)? as usize - 'a' as usize;
            Some(texts.get(at)?.as_str())
        };
        assert_eq!(integer("a", &named), None, "sixty to the fourteenth");
        assert_eq!(integer("n + n", &|name| (name == "n").then_some("7 * 3")), Some(42));
    }

    #[test]
    fn literals() {
        for (text, value) in [
            ("42", Some(42)),
            ("-1", Some(-1)),
            ("(42)", Some(42)),
            ("1'000u", Some(1000)),
            ("0x2aLL", Some(42)),
            ("052", Some(42)),
            ("0", Some(0)),
            ("0b101", Some(5)),
            ("-9223372036854775807", Some(-i64::MAX)),
            ("9223372036854775808", None),
            ("1.5", None),
            ("--1", None),
            ("n", None),
            ("", None),
            ("(", None),
        ] {
            assert_eq!(literal(text), value, "{text}");
        }
    }

    proptest! {
        #[test]
        fn never_panics(text in any::<String>(), made in "[0-9e.()+*/%<>x' a-c-]{0,30}") {
            let named = |name: &str| [("a", "b"), ("b", "(c)"), ("c", "a")].iter().find(|(of, _)| *of == name).map(|(_, text)| *text);
            integer(&text, &named);
            integer(&made, &named);
        }
    }
}
