//! What a tool's record of its failure adds to a finding: the exact call, the place in the input, what was wanted.
//!
//! The record names a point. What is underlined is the innermost call around it (`Folder::call_at`), found when
//! findings are collected: a change of blanks moves the call and leaves the program as it was.
//!
//! Invariant: without a record, or with one that names nothing of the folder, everything is as the tool's words alone
//! have it.

use super::FindingContext;
use crate::{
    model::ProgramIdx,
    path::RelPath,
    state::Validation,
    text::{LineIndex, Lines, Place, Range},
    trace::{Fail, InputPlace, Number, Site, Wanted},
};

impl FindingContext<'_> {
    /// The call that decided that a tool fails, else the one that gives the tool its role.
    pub fn deciding_call(&self, program: ProgramIdx, failure: Option<&Fail>) -> Place {
        failure.and_then(|failure| self.recorded_call(failure)).unwrap_or_else(|| self.register_call(program))
    }

    /// The same for a validator that rejects an input.
    pub fn rejecting_call(&self, validator: ProgramIdx, validation: &Validation) -> Place {
        self.known_rejecting_call(validator, validation).unwrap_or_else(|| self.register_call(validator))
    }

    /// The call that rejects an input: the recorded one; without a record the one that the validator's words tell of.
    pub(super) fn known_rejecting_call(&self, validator: ProgramIdx, validation: &Validation) -> Option<Place> {
        let recorded = validation.failure.as_deref().and_then(|failure| self.recorded_call(failure));
        recorded.or_else(|| quoted_words(&validation.message).find_map(|words| self.call_with(validator, &words)))
    }

    /// The first call of a program that a text is a literal argument of.
    pub(super) fn call_with(&self, program: ProgramIdx, words: &str) -> Option<Place> {
        let literal = format!("\"{words}\"");
        self.problem.programs[program].sources.iter().find_map(|path| {
            let text = self.folder.text(path)?;
            let index = Lines::at_lf(&text);
            text.match_indices(&literal).find_map(|(at, _)| {
                let number = |count: usize| u32::try_from(count + 1).ok();
                let range = self.folder.call_at(path, number(index.line(at))?, number(at - index.line_start(at))?)?;
                Some(Place { path: path.clone(), range })
            })
        })
    }

    /// The call that a record names, if it stands in a file of the folder.
    pub(super) fn recorded_call(&self, failure: &Fail) -> Option<Place> {
        let site = failure.site.as_ref()?;
        let path = RelPath::parse(&site.file).filter(|path| self.folder.has(path))?;
        let call = site.column.and_then(|column| self.folder.call_at(&path, site.line, column));
        let range = match call {
            Some(range) => range,
            None => rest_of_line(&self.folder.text(&path)?, site)?,
        };
        Some(Place { path, range })
    }

    /// The place in a file of the folder at which a validator rejected it.
    pub(super) fn rejected_at(&self, path: &RelPath, validation: &Validation) -> Range {
        let Some(text) = self.folder.text(path) else { return Range::default() };
        let failure = validation.failure.as_deref();
        match (failure.and_then(Fail::in_input), validation.read_at(), validation.line()) {
            (_, Some(place), _) => token(&text, place).unwrap_or_default(),
            (_, None, Some(line)) => LineIndex::new(&text).lf_line_range(line),
            (Some(place), None, None) => line_read_last(&text, place).unwrap_or_default(),
            (None, None, None) => Range::default(),
        }
    }
}

/// What a validator's words may quote of the call that rejects: the name of a variable, or a message as a whole.
fn quoted_words(message: &str) -> impl Iterator<Item = String> {
    let between = |open: &str, close: &str| Some(message.split_once(open)?.1.split_once(close)?.0.to_owned());
    let variable = between("[name=", "]");
    let element = between("element ", "[").filter(|name| !name.contains(' '));
    let own = message.strip_prefix("FAIL ").unwrap_or(message);
    let own = own.rfind(" (").map_or(own, |at| &own[..at]);
    let own = Some(own.to_owned()).filter(|own| !own.is_empty());
    [variable, element, own].into_iter().flatten()
}

/// What is to be seen at the place in the input.
pub(super) fn words_of_place(validation: &Validation) -> &'static str {
    let read_up_to = validation.failure.as_ref().is_some_and(|failure| failure.in_input().is_some());
    if read_up_to && validation.read_at().is_none() && validation.line().is_none() {
        "the input that is rejected, as far as it was read"
    } else {
        "the input that is rejected"
    }
}

/// Why an input is rejected: the validator's words, what it was reading, and where that stands.
pub(super) fn reason(validation: &Validation) -> String {
    let Some(place) = validation.read_at() else { return validation.message.clone() };
    let mut reason = match (place.line, place.column) {
        (Some(line), Some(column)) => {
            format!("{} (line {line}, column {column})", without_line(&validation.message, line))
        }
        (_, _) => validation.message.clone(),
    };
    let wanted = validation.failure.as_ref().and_then(|failure| failure.wanted.as_ref());
    if let Some(words) = wanted.filter(|_| !reason.contains("[name=")).and_then(words_of) {
        reason.push_str(&format!(", reading {words}"));
    }
    reason
}

/// A message without the line that testlib puts behind it.
fn without_line(message: &str, line: u32) -> String {
    let alone = message.strip_suffix(&format!(" (stdin, line {line})")).map(str::to_owned);
    let in_test_case = || Some(format!("{})", message.strip_suffix(&format!(", stdin, line {line})"))?));
    alone.or_else(in_test_case).unwrap_or_else(|| message.to_owned())
}

/// A variable with its bounds or pattern: `n in [1, 100]`; `None` for what has no name.
fn words_of(wanted: &Wanted) -> Option<String> {
    let name = wanted.name.as_ref().filter(|name| !name.is_empty())?;
    Some(match (wanted.lo, wanted.hi, &wanted.pattern) {
        (Some(lo), Some(hi), _) => format!("`{name}` in [{}, {}]", shown(lo), shown(hi)),
        (_, _, Some(pattern)) => format!("`{name}` of the form `{pattern}`"),
        (_, _, None) => format!("`{name}`"),
    })
}

fn shown(number: Number) -> String {
    match number {
        Number::Int(value) => value.to_string(),
        Number::Real(value) => value.to_string(),
    }
}

/// From a place in a source to the end of its line.
fn rest_of_line(text: &str, site: &Site) -> Option<Range> {
    let index = LineIndex::new(text);
    let line = site.line.checked_sub(1)?;
    let span = index.lf_line_span(line)?;
    let Some(column) = site.column else { return Some(index.lf_line_range(line)) };
    Some(index.range(boundary(text, span.start + column.saturating_sub(1) as usize, span.end)..span.end))
}

/// The token at a place, or what else stands there: a blank, or the end of the line.
fn token(text: &str, place: &InputPlace) -> Option<Range> {
    let index = LineIndex::new(text);
    let line = place.line?.checked_sub(1)?;
    let Some(column) = place.column.and_then(|column| column.checked_sub(1)) else {
        return Some(index.lf_line_range(line));
    };
    let span = index.lf_line_span(line)?;
    let start = boundary(text, span.start + column as usize, span.end);
    let rest = &text[start..span.end];
    let blank = rest.chars().next().filter(|first| first.is_whitespace()).map_or(0, char::len_utf8);
    let size = if blank > 0 { blank } else { rest.find(char::is_whitespace).unwrap_or(rest.len()) };
    Some(index.range(start..start + size))
}

/// The line on which the last read began; `None` past the last one.
fn line_read_last(text: &str, place: &InputPlace) -> Option<Range> {
    let index = LineIndex::new(text);
    let line = place.line?.checked_sub(1)?;
    index.lf_line_span(line).filter(|span| !span.is_empty()).map(|_| index.lf_line_range(line))
}

/// The last character boundary up to `offset`, which is at most `end`.
fn boundary(text: &str, offset: usize, end: usize) -> usize {
    (0..=offset.min(end)).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(line: u32, column: u32) -> InputPlace {
        InputPlace { stream: "inf".to_owned(), offset: 0, line: Some(line), column: Some(column) }
    }

    #[test]
    fn tokens() {
        let text = "10 200\né 3\n";
        let at = |line, column| token(text, &place(line, column));
        assert_eq!(at(1, 4), Some(Range::new(0, 3, 0, 6)));
        assert_eq!(at(1, 3), Some(Range::new(0, 2, 0, 3)), "a blank");
        assert_eq!(at(1, 7), Some(Range::new(0, 6, 0, 6)), "the end of a line");
        assert_eq!(at(2, 4), Some(Range::new(1, 2, 1, 3)), "columns are bytes");
        assert_eq!(at(2, 2), Some(Range::new(1, 0, 1, 1)), "inside a character");
        assert_eq!(at(3, 1), Some(Range::new(2, 0, 2, 0)), "the end of the file");
        assert_eq!((at(9, 1), at(0, 1)), (None, None));
        assert_eq!(at(1, u32::MAX), Some(Range::new(0, 6, 0, 6)));
        // For testlib a lone CR ends no line; for editors it does.
        let text = "1\r2 3\n4 5\n";
        let at = |line, column| token(text, &place(line, column));
        assert_eq!((at(1, 5), at(2, 3)), (Some(Range::new(1, 2, 1, 3)), Some(Range::new(2, 2, 2, 3))));
    }

    #[test]
    fn calls_that_are_not_found() {
        let site = |line, column| Site { file: "val.cpp".to_owned(), line, column };
        let text = "a\n  READ x;\n";
        assert_eq!(rest_of_line(text, &site(2, Some(3))), Some(Range::new(1, 2, 1, 9)));
        assert_eq!(rest_of_line(text, &site(2, None)), Some(Range::new(1, 2, 1, 9)));
        assert_eq!(rest_of_line(text, &site(8, Some(3))), None);
    }

    #[test]
    fn reasons() {
        let wanted = |name: &str, lo, hi, pattern: Option<&str>| Wanted {
            op: "int".to_owned(),
            name: Some(name.to_owned()),
            lo,
            hi,
            pattern: pattern.map(str::to_owned),
        };
        let of = |message: &str, wanted| {
            let failure = Fail { wanted, at: Some(place(2, 5)), ..Fail::default() };
            let validation =
                Validation { message: message.to_owned(), failure: Some(Box::new(failure)), ..Validation::default() };
            reason(&validation)
        };
        let number = |value| Some(Number::Int(value));
        assert_eq!(
            of("Expected integer, but \"x\" found (stdin, line 2)", Some(wanted("n", number(1), number(9), None))),
            "Expected integer, but \"x\" found (line 2, column 5), reading `n` in [1, 9]"
        );
        assert_eq!(
            of("Parameter [name=n] is bad (test case 3, stdin, line 2)", Some(wanted("n", None, None, None))),
            "Parameter [name=n] is bad (test case 3) (line 2, column 5)"
        );
        assert_eq!(
            of("Unexpected end of file", Some(wanted("s", None, None, Some("[a-z]")))),
            "Unexpected end of file (line 2, column 5), reading `s` of the form `[a-z]`"
        );
        assert_eq!(of("n must be below m", None), "n must be below m");
    }
}
