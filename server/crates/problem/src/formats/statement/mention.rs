//! Where a text states a limit.

use std::ops;

use super::amount::{Amount, Quantity};

/// An amount and the bytes that state it.
type Mention = (Amount, ops::Range<usize>);

/// `\begin{problem}{Name}{stdin}{stdout}{1 second}{256 megabytes}`, as olymp.sty has it.
pub(super) fn in_problem_environment(text: &str, quantity: Quantity) -> Option<Mention> {
    const BEGIN: &str = "\\begin{problem}";
    let mut from = text.find(BEGIN)? + BEGIN.len();
    let argument = match quantity {
        Quantity::Time => 3,
        Quantity::Memory => 4,
    };
    for _ in 0..argument {
        from = braces(text, from)?.end + 1;
    }
    let inside = braces(text, from)?;
    amount_at(text, inside, quantity)
}

/// The first keyword with an amount behind it.
pub(super) fn by_keyword(text: &str, quantity: Quantity) -> Option<Mention> {
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let found = keyword_ends(line, quantity).find_map(|end| {
            let rest = start + end..start + line.len();
            let after = start + line.len()..text.len();
            amount_at(text, rest.clone(), quantity)
                .or_else(|| next_line(text, rest.clone(), after.clone(), quantity))
                .or_else(|| below_in_table(text, start..start + end, after, quantity))
        });
        if found.is_some() {
            return found;
        }
        start += line.len();
    }
    None
}

/// The ends of the keywords in a line, each of which begins a word.
fn keyword_ends(line: &str, quantity: Quantity) -> impl Iterator<Item = usize> {
    let starts = line
        .char_indices()
        .scan(' ', |before, (at, character)| Some((at, std::mem::replace(before, character).is_alphanumeric())));
    let begins_word = starts.filter(|(_, inside_word)| !inside_word).map(|(at, _)| at);
    begins_word.filter_map(move |at| {
        let length = quantity.keywords().iter().find_map(|keyword| prefix_length(&line[at..], keyword))?;
        Some(at + length)
    })
}

/// The length of a prefix of `text` that is `prefix`, which is in lower case, in any letter case.
fn prefix_length(text: &str, prefix: &str) -> Option<usize> {
    let mut characters = text.chars();
    let mut length = 0;
    for wanted in prefix.chars() {
        let character = characters.next().filter(|character| character.to_lowercase().eq([wanted]))?;
        length += character.len_utf8();
    }
    Some(length)
}

/// `time limit per test` on one line and `2 seconds` on the next.
fn next_line(text: &str, rest: ops::Range<usize>, after: ops::Range<usize>, quantity: Quantity) -> Option<Mention> {
    if !rest_is_filler(&text[rest]) {
        return None;
    }
    let next = text[after.clone()].trim_start();
    next.starts_with(|character: char| character.is_ascii_digit()).then_some(())?;
    let start = after.end - next.len();
    amount_at(text, start..start + next.find('\n').unwrap_or(next.len()), quantity)
}

/// The cell below a heading of a Markdown table, two lines further down.
fn below_in_table(
    text: &str,
    heading: ops::Range<usize>,
    after: ops::Range<usize>,
    quantity: Quantity,
) -> Option<Mention> {
    let column = text[heading].matches('|').count().checked_sub(1)?;
    let mut lines = text[after.clone()].split_inclusive('\n');
    let (rule, row) = (lines.next()?, lines.next()?);
    let is_rule = rule.contains('-') && rule.trim().chars().all(|character| "|-: ".contains(character));
    is_rule.then_some(())?;
    let start = after.start + rule.len();
    let cell_start = row.match_indices('|').nth(column)?.0 + 1;
    let cell_end = row[cell_start..].find('|').map_or(row.len(), |at| cell_start + at);
    amount_at(text, start + cell_start..start + cell_end, quantity)
}

/// Whether a line says nothing after its keyword.
fn rest_is_filler(rest: &str) -> bool {
    words(rest).all(|(word, _)| is_filler(&word.to_lowercase()))
}

/// The amount that a stretch of text begins with, behind punctuation, filler words and perhaps the unit.
fn amount_at(text: &str, within: ops::Range<usize>, quantity: Quantity) -> Option<Mention> {
    let stretch = &text[within.clone()];
    let number_start = stretch.find(|character: char| character.is_ascii_digit())?;
    let unit_before = unit_in_lead(&stretch[..number_start], quantity)?;
    let digits =
        stretch[number_start..].find(|character: char| !(character.is_ascii_digit() || ".,".contains(character)));
    let number_end = digits.map_or(stretch.len(), |length| number_start + length);
    let number = stretch[number_start..number_end].trim_end_matches(['.', ',']);
    let value: f64 = number.replace(',', ".").parse().ok()?;
    let number_end = number_start + number.len();
    let (unit_after, end) = unit_after(&stretch[number_end..], quantity);
    let amount = Amount::new(quantity, value, unit_after.or(unit_before.as_ref().map(|(unit, _)| *unit)))?;
    let start = unit_before.map_or(number_start, |(_, start)| start);
    Some((amount, within.start + start..within.start + number_end + end))
}

/// What lies between keyword and number: `None` when it is more than filler, else the unit there, such as `(ms):`.
#[expect(clippy::option_option, reason = "a lead without a unit is not a lead that cannot be read")]
fn unit_in_lead(lead: &str, quantity: Quantity) -> Option<Option<(f64, usize)>> {
    let is_punctuation = |character: char| " \t\r\n:=|&*_`'\"~(){}[]\\：（）-–—".contains(character);
    if lead.chars().any(|character| !character.is_alphabetic() && !is_punctuation(character)) {
        return None;
    }
    let mut unit = None;
    for (word, at) in words(lead) {
        let word = word.to_lowercase();
        match quantity.unit(&word) {
            Some(size) => unit = Some((size, lead[..at].rfind('(').unwrap_or(at))),
            None if is_filler(&word) => {}
            None => return None,
        }
    }
    Some(unit)
}

/// The unit right behind a number, and the length up to its end.
fn unit_after(rest: &str, quantity: Quantity) -> (Option<f64>, usize) {
    let lead = rest.len() - rest.trim_start_matches([' ', '\t', '~', '\\', ',', '\u{a0}']).len();
    let is_word = |character: char| character.is_alphabetic();
    let length = rest[lead..].find(|character| !is_word(character)).unwrap_or(rest.len() - lead);
    match quantity.unit(&rest[lead..lead + length].to_lowercase()) {
        Some(unit) => (Some(unit), lead + length),
        None => (None, 0),
    }
}

fn is_filler(word: &str) -> bool {
    matches!(word, "is" | "of" | "per" | "test" | "case" | "testcase" | "in" | "на" | "тест" | "for" | "each")
}

/// The words of a text and where they begin.
fn words(text: &str) -> impl Iterator<Item = (&str, usize)> {
    let pieces = text.split(|character: char| !character.is_alphabetic()).filter(|word| !word.is_empty());
    pieces.map(move |word| (word, word.as_ptr().addr() - text.as_ptr().addr()))
}

/// The inside of the braces that begin at or, behind blanks and comment signs, after a byte.
fn braces(text: &str, from: usize) -> Option<ops::Range<usize>> {
    let rest = text.get(from..)?;
    let open = from + (rest.len() - rest.trim_start_matches(|c: char| c.is_whitespace() || c == '%').len());
    text[open..].starts_with('{').then_some(())?;
    let mut depth = 0usize;
    for (at, character) in text[open..].char_indices() {
        match character {
            '{' => depth += 1,
            '}' if depth == 1 => return Some(open + 1..open + at),
            '}' => depth -= 1,
            _ => {}
        }
    }
    None
}
