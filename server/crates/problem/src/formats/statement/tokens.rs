//! What formulas and sentences consist of: numbers, variables, signs of order, and where one of them ends.
//!
//! Invariant: time is linear in the text.

use std::ops::Range;

use super::{formula, number::integer};

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Kind<'t> {
    /// Not greater than.
    AtMost,
    /// Less than.
    Less,
    /// Another order.
    Order,
    Number(i128),
    /// A variable or a word.
    Name(&'t str),
    Comma,
    Other,
}

pub(super) const AT_MOST: [&str; 12] =
    ["\\leqslant", "\\leqq", "\\leq", "\\le", "&leq;", "&le;", "&#8804;", "&lt;=", "<=", "≤", "⩽", "≦"];
pub(super) const LESS: [&str; 3] = ["\\lt", "&lt;", "<"];
pub(super) const ORDERS: [&str; 10] = ["\\geqslant", "\\geq", "\\ge", "\\gt", "&geq;", "&ge;", "&gt;", ">=", "≥", ">"];
pub(super) const TIMES: [&str; 13] =
    ["\\cdot", "\\times", "{\\cdot}", "{\\times}", "&times;", "&middot;", "&sdot;", "&#8901;", "*", "·", "⋅", "∙", "×"];
const BLANKS: [&str; 13] = [" ", "\t", "\r", "\n", "\u{a0}", "\u{202f}", "&nbsp;", "$", "~", "`", "\\,", "\\;", "\\ "];
/// Elements of HTML that only change how a formula looks.
const LOOKS: [&str; 9] = ["i", "b", "em", "strong", "var", "code", "tt", "span", "nobr"];
/// Those that end what stands before them.
const BLOCKS: [&str; 12] = ["p", "br", "li", "ul", "ol", "td", "tr", "th", "div", "table", "pre", "hr"];
/// A dash stands for it where there is no better sign; with that one nothing is a number.
const MINUS: [&str; 5] = ["-", "−", "&minus;", "&#8722;", "–"];
const SUMS: [&str; 4] = ["\\sum", "&sum;", "∑", "Σ"];

/// What a text consists of, in order; blanks are left out where nothing ends by them.
pub(super) fn tokens(text: &str) -> Vec<(Kind<'_>, Range<usize>)> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let end_before = at;
        at = past_blanks(text, at);
        let Some(first) = text[at..].chars().next() else { break };
        if breaks(text, end_before, at) {
            // What follows is looked at with the blanks before it.
            tokens.push((Kind::Other, end_before..end_before));
        }
        let start = at;
        let kind;
        if let Some((name, end)) = emphasised(text, at) {
            (kind, at) = (Kind::Name(&text[name]), end);
        } else if let Some(length) = tag(&text[at..], &BLOCKS) {
            (kind, at) = (Kind::Other, at + length);
        } else if let Some(length) = one_of(text, at, &AT_MOST) {
            (kind, at) = (Kind::AtMost, at + length);
        } else if let Some(length) = one_of(text, at, &LESS) {
            (kind, at) = (Kind::Less, at + length);
        } else if let Some(length) = one_of(text, at, &ORDERS) {
            (kind, at) = (Kind::Order, at + length);
        } else if let Some(end) = number_end(text, at) {
            (kind, at) = (
                integer(&text[at..end]).filter(|_| formula::is_whole(text, end)).map_or(Kind::Other, Kind::Number),
                end,
            );
        } else if let Some(sum) = one_of(text, at, &SUMS) {
            // What is bounded is no variable then.
            (kind, at) = (Kind::Other, summed_end(text, at + sum));
        } else if first.is_alphabetic() {
            at = name_end(text, at);
            kind = Kind::Name(&text[start..at]);
        } else {
            at += first.len_utf8();
            if first == '\\' {
                at += length_of(&text[at..], char::is_alphabetic);
            }
            kind = if first == ',' { Kind::Comma } else { Kind::Other };
        }
        tokens.push((kind, start..at));
    }
    tokens
}

/// The length of the first of some words that stands at a place; a command of TeX ends where its letters do.
pub(super) fn one_of(text: &str, at: usize, words: &[&str]) -> Option<usize> {
    let rest = &text[at..];
    let is_there = |word: &&&str| {
        let after = rest.strip_prefix(**word);
        after.is_some_and(|after| !word.starts_with('\\') || !after.starts_with(|one: char| one.is_ascii_alphabetic()))
    };
    words.iter().find(is_there).map(|word| word.len())
}

/// Whether a text begins with the sign of a sum.
pub(super) fn is_sum_sign(text: &str) -> bool {
    one_of(text, 0, &SUMS).is_some()
}

pub(super) fn past_blanks(text: &str, mut at: usize) -> usize {
    loop {
        let rest = &text[at..];
        let blank = BLANKS.iter().find(|blank| rest.starts_with(**blank)).map(|blank| blank.len());
        let Some(length) = blank.or_else(|| tag(rest, &LOOKS)) else { return at };
        at += length;
    }
}

/// The length of a tag of one of some elements.
fn tag(rest: &str, elements: &[&str]) -> Option<usize> {
    const LONGEST: usize = 80;
    let inside = rest.strip_prefix('<')?;
    let name = inside.strip_prefix('/').unwrap_or(inside);
    let length = length_of(name, |one| one.is_ascii_alphanumeric());
    let after = &name[length..];
    let is_known = elements.contains(&name[..length].to_ascii_lowercase().as_str());
    // An order of variables has blanks or names behind it, and no end.
    let end = after.bytes().take(LONGEST).position(|byte| matches!(byte, b'<' | b'>' | b'\n'))?;
    let is_bare = matches!(after[..end].trim(), "" | "/");
    let is_tag = after[end..].starts_with('>') && (is_bare || after[..end].contains('='));
    (is_known && is_tag).then(|| rest.len() - after.len() + end + 1)
}

/// Where a word begins within so many bytes; further on nothing is looked for, so that time stays linear.
fn find_near(text: &str, word: &str, most: usize) -> Option<usize> {
    let near = &text.as_bytes()[..text.len().min(most)];
    near.windows(word.len()).position(|there| there == word.as_bytes())
}

/// The length of what stands in braces, which begin a text, with them.
fn braces(text: &str) -> Option<usize> {
    const LONGEST: usize = 64;
    text.strip_prefix('{').and_then(|inside| find_near(inside, "}", LONGEST)).map(|close| close + 2)
}

/// The end of what a sum is over and of its terms: `_{i=1}^{n} a_i`.
fn summed_end(text: &str, at: usize) -> usize {
    let mut end = at + one_of(text, at, &["\\limits", "\\nolimits"]).unwrap_or(0);
    while let Some(limit) = text[end..].strip_prefix(['_', '^']) {
        end += 1 + braces(limit).unwrap_or_else(|| length_of(limit, char::is_alphanumeric).max(1).min(limit.len()));
        if !text.is_char_boundary(end) {
            return at;
        }
    }
    let term = past_blanks(text, end);
    if text[term..].starts_with(char::is_alphabetic) { name_end(text, term) } else { end }
}

fn length_of(text: &str, is_of_it: impl Fn(char) -> bool) -> usize {
    text.find(|one: char| !is_of_it(one)).unwrap_or(text.len())
}

/// The end of a number with what multiplies it and what is taken from it; `None` where none begins.
fn number_end(text: &str, at: usize) -> Option<usize> {
    let sign = one_of(text, at, &MINUS).unwrap_or(0);
    let mut end = factor_end(text, at + sign)?;
    loop {
        if formula::closes(text, end) {
            return Some(end);
        }
        let next = past_blanks(text, end);
        if begins_item(text, end, next) || breaks(text, end, next) {
            return Some(end);
        }
        let Some(times) = one_of(text, next, &TIMES) else { break };
        let Some(further) = factor_end(text, past_blanks(text, next + times)) else { break };
        end = further;
    }
    let next = past_blanks(text, end);
    let minus = one_of(text, next, &MINUS).and_then(|minus| factor_end(text, past_blanks(text, next + minus)));
    Some(minus.unwrap_or(end))
}

/// Digits, in groups of three perhaps, with an exponent perhaps.
pub(super) fn factor_end(text: &str, at: usize) -> Option<usize> {
    let digits = |at: usize| length_of(&text[at..], |one| one.is_ascii_digit());
    let mut end = at + digits(at);
    if end == at {
        return None;
    }
    if end - at <= 3 {
        while let Some(gap) = one_of(text, end, &["{,}", "\\,", ",", "_", "~", " ", "\u{a0}", "\u{202f}"])
            && digits(end + gap) == 3
        {
            end += gap + 3;
        }
    }
    let rest = &text[end..];
    if let Some(power) = rest.trim_start_matches(' ').strip_prefix('^') {
        let at = text.len() - power.trim_start_matches(' ').len();
        return Some(at + braces(&text[at..]).unwrap_or_else(|| digits(at)));
    }
    let digits_of = |word: &str| rest.starts_with(word).then(|| digits(end + word.len())).filter(|&n| n > 0);
    if let Some(n) = digits_of("**") {
        return Some(end + 2 + n);
    }
    if let Some(n) = digits_of("<sup>") {
        let close = if text[end + 5 + n..].starts_with("</sup>") { 6 } else { 0 };
        return Some(end + 5 + n + close);
    }
    let raised = length_of(rest, |one| "⁰¹²³⁴⁵⁶⁷⁸⁹".contains(one));
    if raised > 0 {
        return Some(end + raised);
    }
    let is_scientific = rest.starts_with(['e', 'E']) && digits(end + 1) > 0;
    Some(if is_scientific { end + 1 + digits(end + 1) } else { end })
}

/// Whether behind a number an item of a list begins, whose sign is none of a formula.
pub(super) fn begins_item(text: &str, end: usize, next: usize) -> bool {
    text[end..next].contains('\n') && ["- ", "* ", "+ ", "• "].iter().any(|sign| text[next..].starts_with(sign))
}

/// Whether the blanks between two places end what stands before them: a line without anything, the end of a heading, the end
/// of a formula before another one, or the end of a line before the beginning of a chain.
pub(super) fn breaks(text: &str, end: usize, next: usize) -> bool {
    let blanks = &text[end..next];
    let of_formula = |part: &str| part.trim_matches('$').chars().any(char::is_whitespace);
    let between = blanks.find('$').zip(blanks.rfind('$'));
    if between.is_some_and(|(first, last)| first < last && of_formula(&blanks[first..=last])) {
        return true;
    }
    // What stands before the first end of a line is no empty line, and neither is what stands behind the last.
    let Some((first, last)) = blanks.find('\n').zip(blanks.rfind('\n')) else { return false };
    let is_empty = |line: &str| line.chars().all(char::is_whitespace);
    let has_empty_line = first < last && blanks[first + 1..last].split('\n').any(is_empty);
    let is_heading = || text[..end].rsplit('\n').next().is_some_and(|line| line.starts_with('#'));
    has_empty_line || is_heading() || begins_chain(text, next)
}

/// Whether a sign of order stands there.
pub(super) fn begins_relation(text: &str, at: usize) -> bool {
    [&AT_MOST[..], &LESS, &ORDERS].iter().any(|signs| one_of(text, at, signs).is_some())
}

/// Whether a number or a variable stands there, and a sign of order behind it.
fn begins_chain(text: &str, at: usize) -> bool {
    let sign = one_of(text, at, &MINUS).unwrap_or(0);
    let is_name = text[at..].starts_with(char::is_alphabetic);
    let end = factor_end(text, at + sign).or_else(|| is_name.then(|| name_end(text, at)));
    end.is_some_and(|end| begins_relation(text, past_blanks(text, end)))
}

/// The variable that stands alone between stars or low lines, `*n*`, `**n**` or `_n_`, and where they end.
fn emphasised(text: &str, at: usize) -> Option<(Range<usize>, usize)> {
    const MOST: usize = 12;
    let mark = ["**", "__", "*", "_"].into_iter().find(|mark| text[at..].starts_with(mark))?;
    if text[..at].ends_with(|one: char| !one.is_whitespace() && !"([≤<≥>=,|".contains(one)) {
        return None;
    }
    let start = at + mark.len();
    let length = length_of(&text[start..], char::is_alphanumeric);
    let is_name = text[start..].starts_with(char::is_alphabetic) && length <= MOST;
    let end = start + length;
    let is_closed = text[end..].strip_prefix(mark).is_some_and(|rest| !rest.starts_with(char::is_alphanumeric));
    (is_name && is_closed).then(|| (start..end, end + mark.len()))
}

/// A word, with its index where it is a variable.
fn name_end(text: &str, at: usize) -> usize {
    let end = at + length_of(&text[at..], char::is_alphanumeric);
    if let Some(index) = text[end..].strip_prefix("<sub>")
        && let Some(close) = find_near(index, "</sub>", 21)
    {
        return end + 5 + close + 6;
    }
    let Some(index) = text[end..].strip_prefix('_') else { return end };
    end + 1 + braces(index).unwrap_or_else(|| length_of(index, char::is_alphanumeric))
}
