//! Reads tokens, numbers and lines from the bytes of one file.

use std::borrow::Cow;

use super::{
    message::{compress, fill, with_note},
    number,
    outcome::Outcome,
};

/// Longest token, in bytes.
const MAX_TOKEN_LENGTH: usize = 32 << 20;

/// Length of the pieces in which bytes are counted, so that a count fits a byte.
pub(super) const LANE: usize = 128;

/// A value that was read, or the verdict that its absence or form leads to.
pub(super) type Reading<T> = Result<T, Outcome>;

/// Which file a stream reads.
#[derive(Clone, Copy, Debug)]
pub(super) enum Side<'a> {
    /// The participant's output.
    Output,
    /// The jury's answer, by name: its faults are failures, and their messages name the file.
    Answer(&'a str),
}

/// What is left of a file.
#[derive(Clone, Debug)]
pub(super) struct Stream<'a> {
    rest: &'a [u8],
    side: Side<'a>,
}

impl<'a> Stream<'a> {
    /// Reads some bytes from their start.
    pub(super) fn new(bytes: &'a [u8], side: Side<'a>) -> Stream<'a> {
        Stream { rest: bytes, side }
    }

    /// What has not been read.
    pub(super) fn rest(&self) -> &'a [u8] {
        self.rest
    }

    /// Passes over bytes.
    pub(super) fn advance(&mut self, n_bytes: usize) {
        self.rest = &self.rest[n_bytes..];
    }

    /// Skips blanks; whether nothing is left.
    #[inline]
    pub(super) fn seek_end(&mut self) -> bool {
        while let [byte, rest @ ..] = self.rest
            && is_blank(*byte)
        {
            self.rest = rest;
        }
        self.rest.is_empty()
    }

    /// The verdict for a fault in this file.
    #[cold]
    pub(super) fn fault(&self, message: Vec<u8>) -> Outcome {
        match self.side {
            Side::Output => Outcome::pe(message),
            Side::Answer(name) => Outcome::fail(with_note(message, name.as_bytes())),
        }
    }

    /// The next token.
    #[inline]
    pub(super) fn token(&mut self) -> Reading<&'a [u8]> {
        self.token_for("token")
    }

    /// The next token, wanted as a `kind` of value.
    #[inline]
    fn token_for(&mut self, kind: &str) -> Reading<&'a [u8]> {
        if self.seek_end() {
            return Err(self.ended(kind));
        }
        let end = self.rest.iter().position(|&byte| is_blank(byte)).unwrap_or(self.rest.len());
        let (token, rest) = self.rest.split_at(end);
        if token.len() > MAX_TOKEN_LENGTH {
            return Err(self.too_long(token));
        }
        self.rest = rest;
        Ok(token)
    }

    #[cold]
    fn ended(&self, kind: &str) -> Outcome {
        self.fault(fill("Unexpected end of file - {} expected", &[&kind]))
    }

    #[cold]
    fn too_long(&self, token: &[u8]) -> Outcome {
        let start = compress(&token[..=MAX_TOKEN_LENGTH]);
        let max = MAX_TOKEN_LENGTH.to_string();
        self.fault(fill("Length of token exceeds {}, token is '{}...'", &[&max, &start]))
    }

    /// The next token, as an integer of 64 bits.
    #[inline]
    pub(super) fn long(&mut self) -> Reading<i64> {
        let token = self.token_for("int64")?;
        self.as_long(token)
    }

    /// The next token, as an integer of 32 bits.
    pub(super) fn int(&mut self) -> Reading<i32> {
        let token = self.token_for("int32")?;
        i32::try_from(self.as_long(token)?).map_err(|_| self.malformed("int32", token))
    }

    /// Every token up to the end, as integers of 64 bits.
    pub(super) fn longs(&mut self) -> Reading<Vec<i64>> {
        let mut numbers = Vec::new();
        while !self.seek_end() {
            numbers.push(self.long()?);
        }
        Ok(numbers)
    }

    /// The next token, as a real number.
    #[inline]
    pub(super) fn real(&mut self) -> Reading<f64> {
        let token = self.token_for("double")?;
        number::real(token).ok_or_else(|| self.malformed("double", token))
    }

    /// A token that was read from this file, as an integer of 64 bits.
    #[inline]
    pub(super) fn as_long(&self, token: &[u8]) -> Reading<i64> {
        number::integer(token).ok_or_else(|| self.malformed("integer", token))
    }

    #[cold]
    fn malformed(&self, kind: &str, token: &[u8]) -> Outcome {
        let nul = if token.contains(&0) { r" (it contains \0)" } else { "" };
        self.fault(fill("Expected {}, but \"{}\" found{}", &[&kind, &compress(token), &nul]))
    }

    /// The next line without its end, which is LF, CRLF or the end of the file; empty when nothing is left.
    pub(super) fn line(&mut self) -> Cow<'a, [u8]> {
        let Some(end) = self.rest.iter().position(|&byte| byte == b'\n') else {
            return with_carriage_returns(std::mem::take(&mut self.rest), &[0xFF]);
        };
        let line = &self.rest[..end];
        self.rest = &self.rest[end + 1..];
        with_carriage_returns(line, &[])
    }
}

/// A line as testlib reads it: a CR is dropped and the byte after it is kept whatever it is, which is `beyond` when
/// the CR comes last.
fn with_carriage_returns<'a>(line: &'a [u8], beyond: &[u8]) -> Cow<'a, [u8]> {
    let Some(first) = line.iter().position(|&byte| byte == b'\r') else {
        return Cow::Borrowed(line);
    };
    if first + 1 == line.len() && beyond.is_empty() {
        return Cow::Borrowed(&line[..first]);
    }
    let mut read = line[..first].to_vec();
    let mut rest = &line[first..];
    loop {
        rest = match rest {
            [] => break,
            [b'\r'] => {
                read.extend_from_slice(beyond);
                break;
            }
            [b'\r', kept, after @ ..] | [kept, after @ ..] => {
                read.push(*kept);
                after
            }
        };
    }
    Cow::Owned(read)
}

/// Whether a byte separates tokens.
#[inline]
pub(super) fn is_blank(byte: u8) -> bool {
    // Without short circuits, so that loops over many bytes are vectorised.
    (byte == b' ') | (byte == b'\n') | (byte == b'\r') | (byte == b'\t')
}
