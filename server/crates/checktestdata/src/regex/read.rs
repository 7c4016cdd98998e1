//! The dialect of regular expressions that checktestdata documents.
//!
//! Special are `( ) { } [ ] * + ? | \ . -` and, first in `[…]`, `^`; a backslash before anything else is a backslash. So
//! `\d` is two characters and `$` is one. `.` is any byte. Older implementations know `[[:digit:]]` and the like, which
//! newer ones refuse; it is understood here, with a note.

use regex_syntax::hir::{Class, ClassBytes, ClassBytesRange, Hir, Repetition};

use super::{Unreadable, classes, rounds};
use crate::source::Span;

/// How deep groups nest.
const MAX_DEPTH: usize = 64;

/// What is right in an expression and probably not meant, or not understood everywhere.
#[derive(Clone, Debug)]
pub(crate) struct Note {
    /// Bytes of the expression.
    pub(crate) span: Span,
    pub(crate) message: String,
}

const SPECIAL: &[u8] = b"(){}[]*+?|\\^.-";

/// Reads an expression.
pub(super) fn read(pattern: &[u8]) -> Result<(Hir, Vec<Note>), Unreadable> {
    let mut reader = Reader { pattern, at: 0, depth: 0, notes: Vec::new() };
    let hir = reader.alternatives()?;
    match reader.peek() {
        Some(_) => Err(reader.wrong("this `)` closes nothing; write `\\\\)` for the character")),
        None => Ok((hir, reader.notes)),
    }
}

pub(super) struct Reader<'a> {
    pattern: &'a [u8],
    at: usize,
    depth: usize,
    notes: Vec<Note>,
}

impl Reader<'_> {
    fn peek(&self) -> Option<u8> {
        self.pattern.get(self.at).copied()
    }

    fn eat(&mut self, byte: u8) -> bool {
        let is_at = self.peek() == Some(byte);
        self.at += usize::from(is_at);
        is_at
    }

    fn wrong(&self, message: impl Into<String>) -> Unreadable {
        let end = self.pattern.len();
        Unreadable { span: Span::new(self.at.min(end), (self.at + 1).min(end)), message: message.into() }
    }

    fn note(&mut self, start: usize, message: impl Into<String>) {
        self.notes.push(Note { span: Span::new(start, self.at), message: message.into() });
    }

    fn alternatives(&mut self) -> Result<Hir, Unreadable> {
        let mut alternatives = vec![self.sequence()?];
        while self.eat(b'|') {
            alternatives.push(self.sequence()?);
        }
        Ok(Hir::alternation(alternatives))
    }

    fn sequence(&mut self) -> Result<Hir, Unreadable> {
        let mut parts = Vec::new();
        while let Some(byte) = self.peek() {
            if matches!(byte, b'|' | b')') {
                break;
            }
            let part = self.part(byte)?;
            parts.push(self.repeated(part)?);
        }
        Ok(Hir::concat(parts))
    }

    fn part(&mut self, byte: u8) -> Result<Hir, Unreadable> {
        let start = self.at;
        match byte {
            b'(' if self.depth >= MAX_DEPTH => Err(self.wrong("the groups nest too deep; take them apart")),
            b'(' => {
                self.at += 1;
                self.depth += 1;
                let inner = self.alternatives()?;
                self.depth -= 1;
                if !self.eat(b')') {
                    self.at = start;
                    return Err(self.wrong("this `(` is not closed; write `)`, or `\\\\(` for the character"));
                }
                Ok(inner)
            }
            b'[' => self.set(),
            b'.' => {
                self.at += 1;
                Ok(of_set(ClassBytes::new([ClassBytesRange::new(0, 255)])))
            }
            b'*' | b'+' | b'?' | b'{' => {
                let byte = char::from(byte);
                Err(self.wrong(format!("there is nothing that `{byte}` repeats; write `\\\\{byte}` for the character")))
            }
            b'\\' => Ok(Hir::literal([self.escaped()])),
            _ => {
                self.at += 1;
                if (byte == b'^' && start == 0) || (byte == b'$' && self.at == self.pattern.len()) {
                    let byte = char::from(byte);
                    let message = format!(
                        "`{byte}` is a plain character here; remove it, since an expression is always matched at its place"
                    );
                    self.note(start, message);
                }
                Ok(Hir::literal([byte]))
            }
        }
    }

    /// The character that a backslash and what is behind it stand for.
    fn escaped(&mut self) -> u8 {
        let start = self.at;
        self.at += 1;
        match self.peek() {
            Some(byte) if SPECIAL.contains(&byte) => {
                self.at += 1;
                byte
            }
            next => {
                if let Some(class) = next.and_then(classes::of_letter) {
                    self.at += 1;
                    self.note(start, format!("this is a backslash and a letter here; write `{class}` for the class"));
                    self.at -= 1;
                }
                b'\\'
            }
        }
    }

    fn repeated(&mut self, part: Hir) -> Result<Hir, Unreadable> {
        let start = self.at;
        let (min, max) = match self.peek() {
            Some(b'*') => (0, None),
            Some(b'+') => (1, None),
            Some(b'?') => (0, Some(1)),
            Some(b'{') => self.counts()?,
            _ => return Ok(part),
        };
        self.at += 1;
        if max.is_some_and(|max| max < min) {
            self.at = start;
            return Err(self.wrong(format!("at least {min} and at most {} is impossible; swap them", max.unwrap_or(0))));
        }
        if matches!(self.peek(), Some(b'*' | b'+' | b'?' | b'{')) {
            return Err(self.wrong("a repetition cannot be repeated; put parentheses around the inner one"));
        }
        let repeated = |min, max| Hir::repetition(Repetition { min, max, greedy: true, sub: Box::new(part.clone()) });
        match max {
            Some(_) => Ok(repeated(min, max)),
            None => Ok(Hir::concat(vec![repeated(min, Some(min)), rounds::any_number(part.clone())])),
        }
    }

    /// Up to the `}`.
    fn counts(&mut self) -> Result<(u32, Option<u32>), Unreadable> {
        self.at += 1;
        let min = self.count()?;
        let has_comma = self.eat(b',');
        let max = if has_comma { self.count()? } else { min };
        if min.is_none() && !has_comma {
            return Err(self.wrong("the number of repetitions is missing; write `{2}` or `{1,3}`"));
        }
        match self.peek() {
            Some(b'}') => Ok((min.unwrap_or(0), max)),
            _ => Err(self.wrong("`}` is expected here; write the repetition as `{2}` or `{1,3}`")),
        }
    }

    fn count(&mut self) -> Result<Option<u32>, Unreadable> {
        let start = self.at;
        while self.peek().is_some_and(|byte| byte.is_ascii_digit()) {
            self.at += 1;
        }
        let digits = &self.pattern[start..self.at];
        if digits.is_empty() {
            return Ok(None);
        }
        if digits.len() > 1 && digits[0] == b'0' {
            self.at = start;
            return Err(self.wrong("a number of repetitions has no leading zero; remove it"));
        }
        match std::str::from_utf8(digits).ok().and_then(|digits| digits.parse().ok()) {
            Some(count) => Ok(Some(count)),
            None => {
                self.at = start;
                Err(self.wrong("this number of repetitions is too large; use a smaller one"))
            }
        }
    }

    /// `[…]`.
    fn set(&mut self) -> Result<Hir, Unreadable> {
        let start = self.at;
        self.at += 1;
        let is_negated = self.eat(b'^');
        let mut set = ClassBytes::empty();
        let mut is_empty = true;
        while !self.eat(b']') {
            if self.pattern[self.at..].starts_with(b"[:") {
                self.named_class(&mut set)?;
            } else {
                self.range(start, &mut set)?;
            }
            is_empty = false;
        }
        if is_empty {
            self.at = start;
            return Err(self.wrong("this set has no characters; write some, and `\\\\]` for a bracket among them"));
        }
        if is_negated {
            set.negate();
        }
        Ok(of_set(set))
    }

    /// A character, or two with `-` between them.
    fn range(&mut self, start: usize, set: &mut ClassBytes) -> Result<(), Unreadable> {
        let first_at = self.at;
        let first = self.member(start)?;
        let has_end = self.peek() == Some(b'-') && !matches!(self.pattern.get(self.at + 1), Some(b']') | None);
        let mut last = first;
        if has_end {
            self.at += 1;
            last = self.member(start)?;
        }
        if first > last {
            self.at = first_at;
            return Err(
                self.wrong("the ends of this range are in the wrong order; swap them, or write `\\\\-` for a minus")
            );
        }
        set.push(ClassBytesRange::new(first, last));
        Ok(())
    }

    fn member(&mut self, start: usize) -> Result<u8, Unreadable> {
        match self.peek() {
            Some(b'\\') => Ok(self.escaped()),
            Some(b'[') => Err(self.wrong("a set cannot stand in a set; write `\\\\[` for the character")),
            Some(byte) => {
                self.at += 1;
                Ok(byte)
            }
            None => {
                self.at = start;
                Err(self.wrong("this `[` is not closed; write `]`, or `\\\\[` for the character"))
            }
        }
    }

    /// `[:digit:]`.
    fn named_class(&mut self, set: &mut ClassBytes) -> Result<(), Unreadable> {
        let start = self.at;
        let rest = &self.pattern[start + 2..];
        let name = rest.windows(2).position(|end| end == b":]").map(|end| &rest[..end]);
        let Some((name, ranges)) = name.and_then(|name| Some((name, classes::of_name(name)?))) else {
            return Err(self.wrong("a set cannot stand in a set; write `\\\\[` for the character"));
        };
        ranges.iter().for_each(|&(first, last)| set.push(ClassBytesRange::new(first, last)));
        self.at = start + name.len() + 4;
        self.note(start, "newer implementations refuse named classes; write the characters, such as `0-9` or `a-zA-Z`");
        Ok(())
    }
}

fn of_set(set: ClassBytes) -> Hir {
    Hir::class(Class::Bytes(set))
}
