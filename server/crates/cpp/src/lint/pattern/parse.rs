//! The grammar of patterns, as testlib reads it.
//!
//! Invariant: a pattern is refused exactly where the header refuses it.

use std::ops::Range;

use super::super::characters::Character;

/// A character of a pattern after its unescaped spaces are gone.
#[derive(Clone, Debug)]
pub(super) struct Symbol {
    pub(super) value: char,
    /// It may be an operator: nothing escapes it.
    pub(super) active: bool,
    /// Its bytes in the source, those of its backslash included.
    pub(super) span: Range<usize>,
    pub(super) raw: bool,
}

impl Symbol {
    pub(super) fn all(characters: &[Character]) -> Vec<Symbol> {
        let mut symbols = Vec::new();
        let mut at = 0;
        while let Some(character) = characters.get(at) {
            at += 1;
            if character.value == ' ' {
                continue;
            }
            let escaped = characters.get(at).filter(|_| character.value == '\\');
            let active = character.value != '\\';
            let (value, end) =
                escaped.map_or((character.value, character.span.end), |next| (next.value, next.span.end));
            at += usize::from(escaped.is_some());
            symbols.push(Symbol { value, active, span: character.span.start..end, raw: character.raw });
        }
        symbols
    }
}

/// What a pattern is made of.
#[derive(Debug, Default)]
pub(super) struct Parsed {
    pub(super) items: Vec<Item>,
    /// The symbols of each alternative.
    pub(super) alternatives: Vec<Range<usize>>,
}

/// A character or set with its count.
#[derive(Debug)]
pub(super) struct Item {
    pub(super) start: usize,
    /// The symbols of its count.
    pub(super) count: Option<Range<usize>>,
    /// `?`
    pub(super) is_optional: bool,
    /// `*` or `+`
    pub(super) is_endless: bool,
    /// `{n,}`
    pub(super) is_open: bool,
}

/// A part that the header refuses.
#[derive(Debug)]
pub(super) struct Illegal {
    pub(super) symbols: Range<usize>,
    pub(super) reason: &'static str,
}

/// Parses a pattern.
pub(super) fn parse(symbols: &[Symbol]) -> Result<Parsed, Illegal> {
    let mut parser = Parser { symbols, parsed: Parsed::default() };
    parser.pattern(0, symbols.len())?;
    Ok(parser.parsed)
}

struct Parser<'a> {
    symbols: &'a [Symbol],
    parsed: Parsed,
}

const EMPTY: &str = "an alternative is empty, and nothing matches nothing: write `?` behind what may be missing";
const UNBALANCED: &str = "its parentheses do not match: write `\\\\(` for the character itself";
const GROUP: &str = "a group stands at the end only and takes no count: repeat sets, as in `[ab]{2}`";
const OPEN_SET: &str = "a set is not closed: add `]`, or write `\\\\[` for the character itself";
const BACKWARDS: &str = "a range runs backwards: write the smaller character first";
const BAD_COUNT: &str = "a count is `{n}` or `{n,m}` with n at most m: write numbers";

impl Parser<'_> {
    fn is(&self, at: usize, value: char) -> bool {
        self.symbols[at].active && self.symbols[at].value == value
    }

    fn depth_change(&self, at: usize) -> isize {
        isize::from(self.is(at, '(')) - isize::from(self.is(at, ')'))
    }

    fn pattern(&mut self, begin: usize, end: usize) -> Result<(), Illegal> {
        if begin == end {
            return Err(Illegal { symbols: begin.saturating_sub(1)..(end + 1).min(self.symbols.len()), reason: EMPTY });
        }
        let bars = self.bars(begin, end)?;
        if bars.is_empty() {
            return self.alternative(begin, end);
        }
        let mut start = begin;
        for stop in bars.into_iter().chain([end]) {
            self.pattern(start, stop)?;
            start = stop + 1;
        }
        Ok(())
    }

    fn bars(&self, begin: usize, end: usize) -> Result<Vec<usize>, Illegal> {
        let unbalanced = || Illegal { symbols: begin..end, reason: UNBALANCED };
        let mut bars = Vec::new();
        let mut depth = 0;
        for at in begin..end {
            depth += self.depth_change(at);
            if depth < 0 {
                return Err(unbalanced());
            }
            if depth == 0 && self.is(at, '|') {
                bars.push(at);
            }
        }
        if depth == 0 { Ok(bars) } else { Err(unbalanced()) }
    }

    fn alternative(&mut self, begin: usize, end: usize) -> Result<(), Illegal> {
        self.parsed.alternatives.push(begin..end);
        let mut at = begin;
        while at < end {
            if self.is(at, '(') && self.closing(at, end) + 1 == end {
                return self.pattern(at + 1, end - 1);
            }
            let start = at;
            at = self.item(at, end)?;
            let depth: isize = (start..at).map(|symbol| self.depth_change(symbol)).sum();
            if depth != 0 && at < end {
                return Err(Illegal { symbols: start..end, reason: GROUP });
            }
        }
        Ok(())
    }

    fn closing(&self, open: usize, end: usize) -> usize {
        let mut depth = 0;
        let closes = |at: &usize| {
            depth += self.depth_change(*at);
            depth == 0
        };
        (open..end).find(closes).unwrap_or(end)
    }

    /// Reads a character or set with its count, and returns where the next one begins.
    fn item(&mut self, begin: usize, end: usize) -> Result<usize, Illegal> {
        let after = if self.is(begin, '[') { self.set(begin, end)? } else { begin + 1 };
        let mut item = Item { start: begin, count: None, is_optional: false, is_endless: false, is_open: false };
        let mut next = after;
        if after < end && self.is(after, '{') {
            next = self.braces(begin, after, end, &mut item)?;
        } else if after < end && ['?', '*', '+'].iter().any(|&sign| self.is(after, sign)) {
            next = after + 1;
            item.is_optional = self.is(after, '?');
            item.is_endless = !item.is_optional;
        }
        item.count = (next > after).then_some(after..next);
        self.parsed.items.push(item);
        Ok(next)
    }

    fn set(&self, open: usize, end: usize) -> Result<usize, Illegal> {
        let close = (open + 1..end).find(|&at| self.is(at, ']'));
        let close = close.ok_or(Illegal { symbols: open..end, reason: OPEN_SET })?;
        let mut at = open + 1 + usize::from(open + 1 < close && self.is(open + 1, '^'));
        while at < close {
            if at + 2 < close && self.is(at + 1, '-') {
                if self.symbols[at].value > self.symbols[at + 2].value {
                    return Err(Illegal { symbols: at..at + 3, reason: BACKWARDS });
                }
                at += 2;
                if at + 1 < close && self.is(at + 1, '-') {
                    at += 1;
                }
            }
            at += 1;
        }
        Ok(close + 1)
    }

    fn braces(&self, begin: usize, open: usize, end: usize, item: &mut Item) -> Result<usize, Illegal> {
        let illegal = |stop: usize| Illegal { symbols: begin..stop, reason: BAD_COUNT };
        let close = (open + 1..end).find(|&at| self.is(at, '}')).ok_or_else(|| illegal(end))?;
        let inside: String = self.symbols[open + 1..close].iter().map(|symbol| symbol.value).collect();
        let mut numbers: Vec<&str> = inside.split(',').collect();
        if numbers.last().is_some_and(|last| last.is_empty()) {
            numbers.pop();
            item.is_open = !numbers.is_empty();
        }
        let values: Option<Vec<i64>> = numbers.iter().map(|number| leading_number(number)).collect();
        let legal = values.is_some_and(|values| match values[..] {
            [_] => true,
            [from, to] => from <= to,
            _ => false,
        });
        if legal { Ok(close + 1) } else { Err(illegal(close + 1)) }
    }
}

fn leading_number(text: &str) -> Option<i64> {
    let text = text.trim_start();
    let signs = usize::from(text.starts_with(['-', '+']));
    let digits = text[signs..].bytes().take_while(u8::is_ascii_digit).count();
    text[..signs + digits].parse().ok()
}
