//! A template's source as text, tags, comments and interpolations, with superfluous white space taken out.

use super::Limit;
use crate::source::Span;

/// Bytes that may be looked through for the ends of constructs that have none; keeps the time linear.
const MAX_WASTED: usize = 64 << 20;

/// One part of the source.
#[derive(Clone, Copy, Debug)]
pub(super) struct Piece {
    pub(super) kind: Kind,
    pub(super) span: Span,
    /// Whether its line has only tags and comments, so that the line leaves nothing behind.
    pub(super) is_alone: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Literal text within one line, with its line end.
    Text,
    /// `${…}`; `inner` is the expression.
    Interpolation { inner: Span },
    /// `<#name body>`; when it is not closed it ends at the line's end.
    Open { name: Span, body: Span, is_closed: bool },
    /// `</#name>`.
    Close { name: Span, is_closed: bool },
    /// `<#-- … -->`.
    Comment { inner: Span },
    /// `<@name>` or `</@name>`.
    Call,
    /// Something that opens and does not close; it ends at the line's end.
    Broken(&'static str),
}

/// Cuts the source. The pieces are in order and, but for stripped white space, cover it.
pub(super) fn scan(text: &str) -> Result<Vec<Piece>, Limit> {
    let mut scanner = Scanner { text, pieces: Vec::new(), n_wasted: 0 };
    let mut at = text.len() - text.trim_start_matches('\u{feff}').len();
    while let Some(found) = next_construct(text, at) {
        scanner.text(Span::new(at, found));
        at = scanner.construct(found);
        if scanner.n_wasted > MAX_WASTED {
            let span = Span::new(found, at);
            return Err(Limit {
                span,
                message: "too many tags are not closed; close them, or this is not a test script",
            });
        }
    }
    scanner.text(Span::new(at, text.len()));
    Ok(strip(text, scanner.pieces))
}

/// The end of an interpolation's expression, within its line; `from` is just after `${`.
pub(super) fn interpolation_end(text: &str, from: usize) -> Option<usize> {
    let line = &text[..line_end(text, from)];
    closing(line, from, b'}').ok()
}

struct Scanner<'a> {
    text: &'a str,
    pieces: Vec<Piece>,
    n_wasted: usize,
}

impl Scanner<'_> {
    fn push(&mut self, kind: Kind, span: Span) -> usize {
        self.pieces.push(Piece { kind, span, is_alone: false });
        span.end
    }

    fn text(&mut self, span: Span) {
        let mut start = span.start;
        for line in span.of(self.text).split_inclusive('\n') {
            start = self.push(Kind::Text, Span::new(start, start + line.len()));
        }
    }

    /// Reads the construct at `start` and gives its end.
    fn construct(&mut self, start: usize) -> usize {
        let rest = &self.text[start..];
        if rest.starts_with("${") {
            self.interpolation(start)
        } else if rest.starts_with("<#--") {
            self.comment(start)
        } else if rest.starts_with("</#") {
            self.close(start)
        } else if rest.starts_with("<#") {
            self.open(start)
        } else {
            self.call(start)
        }
    }

    fn interpolation(&mut self, start: usize) -> usize {
        match interpolation_end(self.text, start + 2) {
            Some(end) => self.push(Kind::Interpolation { inner: Span::new(start + 2, end) }, Span::new(start, end + 1)),
            None => {
                self.n_wasted += line_end(self.text, start) - start;
                self.broken(start, "`${` is not closed; add `}` on the same line")
            }
        }
    }

    fn comment(&mut self, start: usize) -> usize {
        match self.text[start + 4..].find("-->") {
            Some(length) => {
                let inner = Span::new(start + 4, start + 4 + length);
                self.push(Kind::Comment { inner }, Span::new(start, inner.end + 3))
            }
            None => {
                self.n_wasted += self.text.len() - start;
                self.broken(start, "the comment is not closed; add `-->`")
            }
        }
    }

    fn open(&mut self, start: usize) -> usize {
        let name = self.name(start + 2);
        let closed = self.tag_end(name.end);
        let end = closed.unwrap_or_else(|| line_end(self.text, name.end));
        let body = Span::new(name.end, end);
        let body = if body.of(self.text).ends_with('/') { Span::new(body.start, end - 1) } else { body };
        let is_closed = closed.is_some();
        self.push(Kind::Open { name, body, is_closed }, Span::new(start, end + usize::from(is_closed)))
    }

    fn close(&mut self, start: usize) -> usize {
        let name = self.name(start + 3);
        let rest = &self.text[name.end..];
        let blank = rest.len() - rest.trim_start().len();
        let is_closed = rest[blank..].starts_with('>');
        let end = if is_closed { name.end + blank + 1 } else { name.end };
        self.push(Kind::Close { name, is_closed }, Span::new(start, end))
    }

    fn call(&mut self, start: usize) -> usize {
        let end = self.tag_end(start + 2).map_or_else(|| line_end(self.text, start), |end| end + 1);
        self.push(Kind::Call, Span::new(start, end))
    }

    fn broken(&mut self, start: usize, message: &'static str) -> usize {
        self.push(Kind::Broken(message), Span::new(start, line_end(self.text, start)))
    }

    fn tag_end(&mut self, from: usize) -> Option<usize> {
        closing(self.text, from, b'>').map_err(|stop| self.n_wasted += stop - from).ok()
    }

    fn name(&self, start: usize) -> Span {
        let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
        Span::new(start, start + self.text.as_bytes()[start..].iter().take_while(|byte| is_part(byte)).count())
    }
}

/// Where the next tag, comment or interpolation begins.
fn next_construct(text: &str, from: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let is_letter = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_alphabetic);
    (from..bytes.len()).find(|&at| match &bytes[at..] {
        [b'$', b'{', ..] => true,
        [b'<', b'#', b'-', b'-', ..] => true,
        [b'<', b'#' | b'@', ..] => is_letter(at + 2),
        [b'<', b'/', b'#' | b'@', ..] => is_letter(at + 3),
        _ => false,
    })
}

/// The first `end` outside strings and brackets. The error is where the search stopped: at the text's end or at another
/// construct.
fn closing(text: &str, from: usize, end: u8) -> Result<usize, usize> {
    let bytes = text.as_bytes();
    let mut depth = 0_usize;
    let mut at = from;
    while at < bytes.len() {
        match bytes[at] {
            byte if byte == end && depth == 0 => return Ok(at),
            b'"' | b'\'' => at = string_end(bytes, at).ok_or(bytes.len())?,
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth = depth.saturating_sub(1),
            b'$' => return Err(at),
            b'<' if matches!(bytes.get(at + 1), Some(b'#')) => return Err(at),
            b'<' if matches!(bytes.get(at + 1..at + 3), Some(b"/#")) => return Err(at),
            _ => {}
        }
        at += 1;
    }
    Err(bytes.len())
}

/// Where the string that opens at `start` closes; in `r"…"` a backslash is an ordinary character.
fn string_end(bytes: &[u8], start: usize) -> Option<usize> {
    let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    let is_raw = start > 0 && bytes[start - 1] == b'r' && !(start > 1 && is_name(&bytes[start - 2]));
    let mut at = start + 1;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' if !is_raw => at += 1,
            byte if byte == bytes[start] => return Some(at),
            _ => {}
        }
        at += 1;
    }
    None
}

fn line_end(text: &str, from: usize) -> usize {
    let length = text[from..].find('\n').unwrap_or(text.len() - from);
    if text[from..from + length].ends_with('\r') { from + length - 1 } else { from + length }
}

/// Takes out the indentation and the line end of lines that have only tags, and what `<#t>` and `<#rt>` ask for.
fn strip(text: &str, pieces: Vec<Piece>) -> Vec<Piece> {
    let ends_line = |piece: &Piece| piece.kind == Kind::Text && piece.span.of(text).ends_with('\n');
    let mut kept = Vec::with_capacity(pieces.len());
    for line in pieces.split_inclusive(ends_line) {
        kept.extend(strip_line(text, line));
    }
    kept
}

fn strip_line(text: &str, line: &[Piece]) -> Vec<Piece> {
    let has_tag = |names: &[&str]| {
        line.iter().any(|piece| matches!(piece.kind, Kind::Open { name, .. } if names.contains(&name.of(text))))
    };
    let is_blank = |piece: &Piece| piece.kind == Kind::Text && piece.span.of(text).trim().is_empty();
    let is_tag = |piece: &Piece| match piece.kind {
        Kind::Open { is_closed, .. } | Kind::Close { is_closed, .. } => is_closed,
        Kind::Comment { .. } => true,
        Kind::Text | Kind::Interpolation { .. } | Kind::Call | Kind::Broken(_) => false,
    };
    let mut line = line.to_vec();
    if line.iter().any(is_tag) && line.iter().all(|piece| is_tag(piece) || is_blank(piece)) && !has_tag(&["nt"]) {
        line.iter_mut().for_each(|piece| piece.is_alone = true);
        line.pop_if(|last| is_blank(last));
        let n_leading = usize::from(line.first().is_some_and(is_blank));
        line.drain(..n_leading);
    } else if has_tag(&["t", "rt"])
        && let Some(last) = line.last_mut()
        && last.kind == Kind::Text
    {
        last.span.end = last.span.start + last.span.of(text).trim_end().len();
    }
    line
}
