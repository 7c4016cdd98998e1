//! Tokens of a program.
//!
//! Invariant: the tokens, comments among them, lie in the text one behind the other, and what is between them is blank.

use crate::source::Span;
use crate::vocabulary::{Role, Word};

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenKind {
    /// A word of the language.
    Word(Word),
    /// Capital letters that are no word of the language.
    UnknownWord,
    /// The name of a variable.
    Name,
    /// `0`, or digits that do not begin with `0`.
    Integer,
    /// Any other number.
    Float,
    /// `"…"`.
    String,
    /// A `"` without another one behind it, up to the end of the line.
    OpenString,
    /// From `#` to the end of the line.
    Comment,
    /// An operator, a bracket or a comma.
    Sign(Sign),
    /// Bytes that mean nothing here.
    Unknown,
}

/// A token without letters and digits.
#[allow(missing_docs, reason = "each is named as what it is")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    OpenParenthesis,
    CloseParenthesis,
    OpenBracket,
    CloseBracket,
    Comma,
    Assign,
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    And,
    Or,
    Not,
    Plus,
    Minus,
    Times,
    Slash,
    Percent,
    Caret,
}

/// A piece of a program's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// Where it stands.
    pub span: Span,
}

impl Token {
    /// Whether a command begins or a block ends here, so that reading can go on from it after an error.
    pub(crate) fn begins_command(self) -> bool {
        matches!(self.kind, TokenKind::Word(word) if matches!(word.role(), Role::Command | Role::Block | Role::BlockEnd))
    }
}

/// Longest first.
const SIGNS: [(&[u8], Sign); 21] = [
    (b"==", Sign::Equal),
    (b"!=", Sign::NotEqual),
    (b"<=", Sign::LessOrEqual),
    (b">=", Sign::GreaterOrEqual),
    (b"&&", Sign::And),
    (b"||", Sign::Or),
    (b"(", Sign::OpenParenthesis),
    (b")", Sign::CloseParenthesis),
    (b"[", Sign::OpenBracket),
    (b"]", Sign::CloseBracket),
    (b",", Sign::Comma),
    (b"=", Sign::Assign),
    (b"<", Sign::Less),
    (b">", Sign::Greater),
    (b"!", Sign::Not),
    (b"+", Sign::Plus),
    (b"-", Sign::Minus),
    (b"*", Sign::Times),
    (b"/", Sign::Slash),
    (b"%", Sign::Percent),
    (b"^", Sign::Caret),
];

/// All tokens of a program, comments included: what an editor highlights.
pub fn tokens(source: &[u8]) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut at = 0;
    // When one string is not closed, all `"` behind it are escaped, so none behind it is closed either. Without knowing
    // that, each would be searched to the end.
    let mut can_close = true;
    while let Some(&byte) = source.get(at) {
        if is_blank(byte) {
            at += 1;
            continue;
        }
        let (kind, end) = token(source, at, &mut can_close);
        tokens.push(Token { kind, span: Span::new(at, end) });
        at = end;
    }
    tokens
}

fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c)
}

fn token(source: &[u8], at: usize, can_close: &mut bool) -> (TokenKind, usize) {
    let end_of = |from: usize, is_part: fn(u8) -> bool| {
        source[from..].iter().position(|&byte| !is_part(byte)).map_or(source.len(), |n_bytes| from + n_bytes)
    };
    match source[at] {
        b'#' => (TokenKind::Comment, end_of(at, |byte| byte != b'\n')),
        b'"' => string(source, at, can_close),
        b'a'..=b'z' => (TokenKind::Name, end_of(at, |byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())),
        b'A'..=b'Z' => {
            let end = end_of(at, |byte| byte.is_ascii_uppercase());
            (Word::of(&source[at..end]).map_or(TokenKind::UnknownWord, TokenKind::Word), end)
        }
        b'0'..=b'9' | b'.' => number(source, at),
        _ => match SIGNS.iter().find(|(text, _)| source[at..].starts_with(text)) {
            Some((text, sign)) => (TokenKind::Sign(*sign), at + text.len()),
            None => (TokenKind::Unknown, end_of(at + 1, |byte| !byte.is_ascii())),
        },
    }
}

fn string(source: &[u8], at: usize, can_close: &mut bool) -> (TokenKind, usize) {
    let mut end = at + 1;
    while *can_close {
        match source.get(end) {
            Some(b'"') => return (TokenKind::String, end + 1),
            Some(b'\\') => end += 2,
            Some(_) => end += 1,
            None => *can_close = false,
        }
    }
    let line_end = source[at..].iter().position(|&byte| byte == b'\n').map_or(source.len(), |n_bytes| at + n_bytes);
    (TokenKind::OpenString, line_end)
}

fn number(source: &[u8], at: usize) -> (TokenKind, usize) {
    let digits_end = |from: usize| {
        source[from..].iter().position(|byte| !byte.is_ascii_digit()).map_or(source.len(), |n_bytes| from + n_bytes)
    };
    let whole_end = digits_end(at);
    let mut end = whole_end;
    if source.get(end) == Some(&b'.') {
        end = digits_end(end + 1);
        if end == at + 1 {
            return (TokenKind::Unknown, end);
        }
    }
    if matches!(source.get(end), Some(b'e' | b'E')) {
        let digits = end + 1 + usize::from(matches!(source.get(end + 1), Some(b'+' | b'-')));
        let exponent_end = digits_end(digits.min(source.len()));
        if exponent_end > digits {
            end = exponent_end;
        }
    }
    let is_integer = end == whole_end && (source[at] != b'0' || end == at + 1);
    (if is_integer { TokenKind::Integer } else { TokenKind::Float }, end)
}
