//! Numbers and strings.

use std::sync::Arc;

use super::Parser;
use crate::MAX_DIGITS;
use crate::lex::{Token, TokenKind};
use crate::source::Span;
use crate::tree::{Expression, Slot};
use crate::value::{Value, float, integer};

impl Parser<'_> {
    pub(super) fn number(&mut self, token: Token) -> Expression {
        self.at += 1;
        let text = token.span.of(self.source);
        let value = if token.kind == TokenKind::Integer {
            integer(false, text, MAX_DIGITS)
        } else {
            let exponent_at = text.iter().position(|byte| matches!(byte, b'e' | b'E')).unwrap_or(text.len());
            let (mantissa, exponent) = text.split_at(exponent_at);
            let mut parts = mantissa.splitn(2, |&byte| byte == b'.');
            let (whole, decimals) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
            float(false, whole, decimals, exponent_of(exponent.get(1..).unwrap_or_default()), MAX_DIGITS)
        };
        match value {
            Ok(value) => self.constant(token.span, value),
            Err(trouble) => {
                self.fail(token.span, trouble.message());
                self.missing()
            }
        }
    }

    pub(super) fn string(&mut self, token: Token) -> Expression {
        self.at += 1;
        if token.kind == TokenKind::OpenString {
            self.fail(token.span, "this string is not closed; write `\"` at its end");
            return self.missing();
        }
        let start = token.span.start + 1;
        let inner = Span::new(start, token.span.end - 1).of(self.source);
        let mut bytes = Vec::with_capacity(inner.len());
        let mut at = 0;
        while let Some(&byte) = inner.get(at) {
            if byte != b'\\' {
                bytes.push(byte);
                at += 1;
                continue;
            }
            let (value, n_bytes) = escape(&inner[at..]);
            match value {
                Escape::Byte(byte) => bytes.push(byte),
                Escape::Nothing => {}
                Escape::Itself => bytes.extend_from_slice(&inner[at..at + n_bytes]),
                Escape::TooLarge => {
                    let span = Span::new(start + at, start + at + n_bytes);
                    self.fail(span, "an octal escape goes up to `\\377`; write a smaller one");
                }
            }
            at += n_bytes;
        }
        self.constant(token.span, Value::String(Arc::from(bytes)))
    }

    /// How many bytes the name of a variable has.
    pub(super) fn names_len(&self, slot: Slot) -> usize {
        self.names.text(slot).len()
    }
}

enum Escape {
    Byte(u8),
    /// A line end that does not count.
    Nothing,
    /// The backslash means nothing.
    Itself,
    TooLarge,
}

/// What the escape at the start of `text` stands for, and how long it is.
fn escape(text: &[u8]) -> (Escape, usize) {
    match text.get(1) {
        Some(b'n') => (Escape::Byte(b'\n'), 2),
        Some(b't') => (Escape::Byte(b'\t'), 2),
        Some(b'r') => (Escape::Byte(b'\r'), 2),
        Some(b'b') => (Escape::Byte(0x08), 2),
        Some(&byte @ (b'"' | b'\\')) => (Escape::Byte(byte), 2),
        Some(b'\n') => (Escape::Nothing, 2),
        Some(b'0'..=b'7') => {
            let digits = text[1..].iter().take(3).take_while(|byte| matches!(byte, b'0'..=b'7'));
            let (number, n_digits) = digits
                .fold((0_u32, 0), |(number, n_digits), digit| (number * 8 + u32::from(digit - b'0'), n_digits + 1));
            (u8::try_from(number).map_or(Escape::TooLarge, Escape::Byte), n_digits + 1)
        }
        _ => (Escape::Itself, 1),
    }
}

/// The number behind the `e` of a float; one that is too long is larger than any limit.
pub(crate) fn exponent_of(text: &[u8]) -> i64 {
    let (sign, digits) = match text.split_first() {
        Some((b'-', digits)) => (-1, digits),
        Some((b'+', digits)) => (1, digits),
        _ => (1, text),
    };
    let number = digits
        .iter()
        .fold(0_i64, |number, digit| number.saturating_mul(10).saturating_add(i64::from(digit.wrapping_sub(b'0'))));
    sign * number
}
