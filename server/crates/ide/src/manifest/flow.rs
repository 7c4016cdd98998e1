//! Maps and lists in brackets: all of JSON, and parts of YAML and TOML.

use std::ops::Range as Span;

use super::tree::{Kind, Tree};

/// Maps and lists are told apart in so many others; what is deeper is passed over.
pub(super) const MAX_DEPTH: usize = 64;

/// The language around the brackets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Around {
    Json,
    /// Brackets end at the latest where a line begins at this column or before it.
    Yaml(usize),
    Toml,
}

/// What comes next in a map or list.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    Key,
    Colon,
    Value,
    Comma,
}

/// A map or list that is open.
struct Open {
    frame: usize,
    next: Next,
}

/// Reads what begins at a bracket, the value of what `above` has read last, or the whole; where it ends.
pub(super) fn read(tree: &mut Tree<'_>, from: usize, above: Option<usize>, around: Around) -> usize {
    let mut reader = Reader { tree, at: from, above, around, open: Vec::new(), n_passed_over: 0, unclosed: [0; 2] };
    reader.read();
    reader.at
}

/// Where a quoted text that begins at a place ends, behind its last quote if it is closed on its line; and its inside.
pub(super) fn quoted(text: &str, at: usize) -> (usize, Span<usize>) {
    // While it is typed, it is one word.
    closed(text, at).unwrap_or_else(|| first_word(text, at))
}

/// The same, of one that is closed.
fn closed(text: &str, at: usize) -> Option<(usize, Span<usize>)> {
    let mut characters = text[at..].char_indices();
    let (_, quote) = characters.next()?;
    while let Some((length, character)) = characters.next() {
        match character {
            '\n' => break,
            // A line ends, whatever stands before that.
            '\\' if quote == '"' && !characters.as_str().starts_with('\n') => drop(characters.next()),
            _ if character == quote => return Some((at + length + 1, at + 1..at + length)),
            _ => {}
        }
    }
    None
}

/// The word behind a quote.
fn first_word(text: &str, at: usize) -> (usize, Span<usize>) {
    let rest = &text[at + 1..];
    let end = at + 1 + rest.find(|sign: char| !is_of_word(sign)).unwrap_or(rest.len());
    (end, at + 1..end)
}

fn is_of_word(sign: char) -> bool {
    sign.is_alphanumeric() || matches!(sign, '_' | '-' | '.' | '/' | '@' | '+')
}

struct Reader<'r, 't> {
    tree: &'r mut Tree<'t>,
    at: usize,
    above: Option<usize>,
    around: Around,
    open: Vec<Open>,
    /// Brackets that are open and of which nothing is kept.
    n_passed_over: usize,
    /// Up to where it is known that no text in double quotes, or in single ones, is closed: the end of a line.
    unclosed: [usize; 2],
}

impl Reader<'_, '_> {
    fn read(&mut self) {
        loop {
            if self.skip_blanks() {
                return;
            }
            let Some(sign) = self.tree.text[self.at..].chars().next() else { return };
            match sign {
                '{' | '[' if self.is_passed_over() => {
                    self.at += 1;
                    self.n_passed_over += 1;
                }
                '{' | '[' => self.begin(sign == '['),
                '}' | ']' if self.n_passed_over > 0 => {
                    self.at += 1;
                    self.n_passed_over -= 1;
                }
                '}' | ']' => {
                    self.at += 1;
                    self.open.pop();
                    self.done();
                    if self.open.is_empty() {
                        return;
                    }
                }
                ',' | ':' | '=' if self.n_passed_over > 0 => self.at += 1,
                ',' => {
                    self.at += 1;
                    self.comma();
                }
                ':' | '=' => {
                    self.at += 1;
                    if let Some(open) = self.open.last_mut().filter(|open| open.next == Next::Colon) {
                        open.next = Next::Value;
                    }
                }
                _ => self.token(sign),
            }
        }
    }

    /// Whether a bracket that begins here is none that is told apart: it stands too deep, or where there can be none.
    fn is_passed_over(&self) -> bool {
        let is_out_of_place = self.open.last().is_some_and(|open| open.next != Next::Value);
        self.n_passed_over > 0 || is_out_of_place || self.open.len() >= MAX_DEPTH
    }

    fn begin(&mut self, is_list: bool) {
        self.at += 1;
        let above = self.open.last().map(|open| open.frame).or(self.above);
        let frame = match above {
            Some(above) => self.tree.open(above, 0, is_list),
            None => 0,
        };
        self.open.push(Open { frame, next: if is_list { Next::Value } else { Next::Key } });
    }

    /// A value has ended.
    fn done(&mut self) {
        self.open.iter_mut().last().into_iter().for_each(|open| open.next = Next::Comma);
    }

    fn comma(&mut self) {
        let Some(open) = self.open.last_mut() else { return };
        if self.tree.is_list(open.frame) {
            self.tree.next_item(open.frame);
            open.next = Next::Value;
        } else {
            open.next = Next::Key;
        }
    }

    /// A text in quotes, or a word.
    fn token(&mut self, sign: char) {
        let text = self.tree.text;
        let start = self.at;
        let is_quoted = matches!(sign, '"' | '\'');
        let (end, inside) = if is_quoted {
            self.quoted(usize::from(sign != '"'))
        } else {
            let rest = &text[start..];
            let is_end = |sign: char| matches!(sign, ',' | '}' | ']' | '{' | '[' | '\n' | '\r');
            let is_end = |(_, sign): &(usize, char)| is_end(*sign) || matches!(sign, ':' | '=' | '"');
            let length = rest.char_indices().find(is_end).map_or(rest.len(), |(length, _)| length);
            let comment = if self.around == Around::Json { None } else { rest[..length].find(" #") };
            let end = start + rest[..comment.unwrap_or(length)].trim_end().len();
            // What begins nothing is passed over.
            let end = if end == start { start + sign.len_utf8() } else { end };
            (end, start..end)
        };
        self.at = end;
        let Some(Open { frame, next }) = self.open.last_mut().filter(|_| self.n_passed_over == 0) else { return };
        let is_here = inside.start <= self.tree.offset && self.tree.offset <= inside.end;
        match *next {
            Next::Key => {
                self.tree.add_key(*frame, &text[inside.clone()], inside.clone());
                if is_here {
                    let is_followed = text[end..].trim_start_matches([' ', '\t']).starts_with([':', '=']);
                    self.tree.found_key(*frame, inside, is_quoted, is_followed);
                }
                *next = Next::Colon;
            }
            Next::Value => {
                if is_here {
                    self.tree.found_value(*frame, Kind::Value, inside, is_quoted);
                }
                *next = Next::Comma;
            }
            Next::Colon | Next::Comma => {}
        }
    }

    /// A text in quotes, of which a line is looked through once.
    fn quoted(&mut self, quote: usize) -> (usize, Span<usize>) {
        let (text, at) = (self.tree.text, self.at);
        let found = if at < self.unclosed[quote] { None } else { closed(text, at) };
        found.unwrap_or_else(|| {
            if at >= self.unclosed[quote] {
                self.unclosed[quote] = text[at..].find('\n').map_or(text.len(), |length| at + length);
            }
            first_word(text, at)
        })
    }

    /// Passes blanks and comments; whether the text ends, or something that cannot be a part of this.
    fn skip_blanks(&mut self) -> bool {
        let text = self.tree.text;
        let start = self.at;
        let (mut is_over, mut is_in_comment) = (false, false);
        loop {
            let rest = &text[self.at..];
            let blanks = rest.len() - rest.trim_start().len();
            let is_new_line = rest[..blanks].contains('\n');
            let (from, to) = (self.at, self.at + blanks);
            if is_new_line && self.ends_before(from, to) {
                is_over = true;
                break;
            }
            self.at = to;
            if self.around == Around::Json || !text[self.at..].starts_with('#') {
                break;
            }
            let comment = self.at;
            self.at += text[self.at..].find('\n').unwrap_or(text.len() - self.at);
            is_in_comment |= comment < self.tree.offset && self.tree.offset <= self.at;
        }
        let next = text[self.at..].chars().next();
        let begins_token = next.is_some_and(|sign| !matches!(sign, '{' | '[' | '}' | ']' | ',' | ':' | '='));
        let offset = self.tree.offset;
        let is_here = start <= offset && (offset < self.at || offset == self.at && !begins_token);
        if is_here && !is_in_comment && !self.tree.is_found() && !is_over {
            self.note_empty(offset);
        }
        is_over || next.is_none()
    }

    /// Whether what stands behind a line end is no part of this any more.
    fn ends_before(&self, from: usize, to: usize) -> bool {
        let text = self.tree.text;
        let line = text[from..to].rfind('\n').map_or(from, |end| from + end + 1);
        let rest = &text[to..];
        match self.around {
            Around::Json => false,
            Around::Yaml(indent) => !rest.is_empty() && to - line <= indent && !rest.starts_with(['}', ']']),
            Around::Toml => {
                let word = rest.trim_start_matches(|sign: char| sign.is_ascii_alphanumeric() || "_-".contains(sign));
                rest.starts_with("[[") || word.len() < rest.len() && word.trim_start_matches(' ').starts_with('=')
            }
        }
    }

    fn note_empty(&mut self, offset: usize) {
        let Some(Open { frame, next }) = self.open.last().filter(|_| self.n_passed_over == 0) else { return };
        match next {
            Next::Key => self.tree.found_key(*frame, offset..offset, false, false),
            Next::Value => self.tree.found_value(*frame, Kind::Value, offset..offset, false),
            Next::Colon | Next::Comma => {}
        }
    }
}
