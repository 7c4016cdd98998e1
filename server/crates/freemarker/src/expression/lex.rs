//! The words of an expression.

use super::{Decimal, Place, Wrong};
use crate::source::Span;

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Token {
    Number(Decimal),
    /// Without its quotes; the escapes are undone.
    Text {
        content: String,
        is_raw: bool,
    },
    Name(String),
    Symbol(Symbol),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Symbol {
    Open,
    Close,
    OpenBracket,
    CloseBracket,
    OpenBrace,
    CloseBrace,
    Comma,
    Colon,
    Dot,
    Range,
    RangeExclusive,
    RangeLength,
    Question,
    Exists,
    Exclamation,
    Equal,
    EqualEqual,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    And,
    Or,
    Plus,
    PlusEqual,
    PlusPlus,
    Minus,
    MinusEqual,
    MinusMinus,
    Star,
    StarEqual,
    Slash,
    SlashEqual,
    Percent,
    PercentEqual,
}

/// Longer ones before their beginnings. `..!` is the old spelling of `..<`.
const SYMBOLS: &[(&str, Symbol)] = &[
    ("..<", Symbol::RangeExclusive),
    ("..!", Symbol::RangeExclusive),
    ("..*", Symbol::RangeLength),
    ("..", Symbol::Range),
    (".", Symbol::Dot),
    ("??", Symbol::Exists),
    ("?", Symbol::Question),
    ("!=", Symbol::NotEqual),
    ("!", Symbol::Exclamation),
    ("==", Symbol::EqualEqual),
    ("=", Symbol::Equal),
    ("<=", Symbol::LessOrEqual),
    ("<", Symbol::Less),
    (">=", Symbol::GreaterOrEqual),
    (">", Symbol::Greater),
    ("&&", Symbol::And),
    ("&", Symbol::And),
    ("||", Symbol::Or),
    ("|", Symbol::Or),
    ("++", Symbol::PlusPlus),
    ("+=", Symbol::PlusEqual),
    ("+", Symbol::Plus),
    ("--", Symbol::MinusMinus),
    ("-=", Symbol::MinusEqual),
    ("-", Symbol::Minus),
    ("*=", Symbol::StarEqual),
    ("*", Symbol::Star),
    ("/=", Symbol::SlashEqual),
    ("/", Symbol::Slash),
    ("%=", Symbol::PercentEqual),
    ("%", Symbol::Percent),
    ("(", Symbol::Open),
    (")", Symbol::Close),
    ("[", Symbol::OpenBracket),
    ("]", Symbol::CloseBracket),
    ("{", Symbol::OpenBrace),
    ("}", Symbol::CloseBrace),
    (",", Symbol::Comma),
    (":", Symbol::Colon),
];

/// Cuts a whole expression into words.
pub(super) fn lex(text: &str, place: Place) -> Result<Vec<(Token, Span)>, Wrong> {
    let mut tokens = Vec::new();
    let mut at = 0;
    loop {
        at += text[at..].len() - text[at..].trim_start().len();
        let Some(first) = text[at..].chars().next() else {
            return Ok(tokens);
        };
        let wrong = |message: String| Wrong { span: place.span(at, at + first.len_utf8()), message };
        let (token, length) = token(&text[at..], first).map_err(wrong)?;
        tokens.push((token, place.span(at, at + length)));
        at += length;
    }
}

fn token(rest: &str, first: char) -> Result<(Token, usize), String> {
    if first.is_ascii_digit() {
        return number(rest);
    }
    if let Some(quoted) = rest.strip_prefix('r').filter(|quoted| quoted.starts_with(['"', '\''])) {
        return string(quoted, true).map(|(token, length)| (token, length + 1));
    }
    if matches!(first, '"' | '\'') {
        return string(rest, false);
    }
    if is_name(first) {
        let length = rest.find(|c: char| !is_name(c)).unwrap_or(rest.len());
        return Ok((Token::Name(rest[..length].to_owned()), length));
    }
    SYMBOLS
        .iter()
        .find(|(written, _)| rest.starts_with(written))
        .map(|&(written, symbol)| (Token::Symbol(symbol), written.len()))
        .ok_or_else(|| format!("`{first}` is not part of an expression; remove it or put it in quotes"))
}

fn is_name(character: char) -> bool {
    character.is_alphanumeric() || matches!(character, '_' | '$' | '@')
}

/// `1..10` is a range: a dot belongs to the number only before a digit.
fn number(rest: &str) -> Result<(Token, usize), String> {
    let n_digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let whole = n_digits(rest);
    let length = match rest[whole..].strip_prefix('.') {
        Some(fraction) if n_digits(fraction) > 0 => whole + 1 + n_digits(fraction),
        Some(_) | None => whole,
    };
    let number = Decimal::parse(&rest[..length]).ok_or("the number is too large; use a smaller one")?;
    Ok((Token::Number(number), length))
}

fn string(rest: &str, is_raw: bool) -> Result<(Token, usize), String> {
    let unclosed = || "the string is not closed; close it".to_owned();
    let mut content = String::new();
    let mut characters = rest.char_indices();
    let (_, quote) = characters.next().ok_or_else(unclosed)?;
    while let Some((at, character)) = characters.next() {
        if character == quote {
            return Ok((Token::Text { content, is_raw }, at + 1));
        }
        if character != '\\' || is_raw {
            content.push(character);
            continue;
        }
        let (_, escaped) = characters.next().ok_or_else(unclosed)?;
        content.push(unescape(escaped)?);
    }
    Err(unclosed())
}

fn unescape(escaped: char) -> Result<char, String> {
    match escaped {
        '"' | '\'' | '\\' | '{' | '=' => Ok(escaped),
        'n' => Ok('\n'),
        'r' => Ok('\r'),
        't' => Ok('\t'),
        'l' => Ok('<'),
        'g' => Ok('>'),
        'a' => Ok('&'),
        _ => Err(format!("`\\{escaped}` is not an escape; write `\\\\` for a backslash")),
    }
}
