//! Lists of tests as tps and rbx have them: lines that begin sections or make tests without a program stand between calls of
//! generators.

use std::{
    collections::{BTreeMap, HashMap},
    ops::Range as Span,
};

use problem::{
    formats::keys::directives,
    model::{Format, InputSource, TestIdx},
    path::RelPath,
    text::LineIndex,
};

use super::{blocks, tokens};
use crate::View;

/// The words that begin sections and blocks.
const HEADS: [&str; 4] = ["@subtask", "@testset", "@testgroup", "@test"];
/// The words of tests that no program makes.
const TESTS: [&str; 4] = ["manual", "copy", "@copy", "@input"];

/// What a line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Line {
    /// Nothing, or a remark.
    Empty,
    /// It begins a section or a block.
    Head,
    /// The end of a block.
    End,
    /// Another word of the format.
    Word,
    /// A test that no program makes.
    Test,
    /// A call of a generator.
    Call,
    /// Part of the text of a test.
    Text,
}

/// What the lines of a list are.
pub(super) fn lines(format: Format, text: &str) -> Vec<Line> {
    let words = directives(format);
    let is_word = |first: &str| first.starts_with('@') || words.iter().any(|key| key.name == first);
    let line = |line: &str| match line.split([' ', '\t', '{']).next().unwrap_or_default() {
        _ if line.is_empty() || super::is_comment(line) => Line::Empty,
        _ if line == "}" => Line::End,
        first if HEADS.contains(&first) => Line::Head,
        first if TESTS.contains(&first) => Line::Test,
        first if is_word(first) => Line::Word,
        _ => Line::Call,
    };
    let mut lines: Vec<Line> = text.lines().map(|one| line(one.trim())).collect();
    let texts = if format == Format::Rbx { blocks(text) } else { Vec::new() };
    for number in texts.into_iter().flatten() {
        lines.get_mut(number as usize).into_iter().for_each(|line| *line = Line::Text);
    }
    lines
}

/// A section or block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Section {
    /// The line that begins it.
    pub(crate) head: u32,
    /// Its last line, which ends it if that is a line of its own.
    pub(crate) last: u32,
    /// Whether a line of its own ends it.
    pub(crate) is_closed: bool,
}

/// The sections and blocks of a list in the order of their heads.
pub(crate) fn sections(format: Format, text: &str) -> Vec<Section> {
    let lines = lines(format, text);
    let mut found: Vec<Section> = Vec::new();
    // Those that are open.
    let mut open: Vec<usize> = Vec::new();
    for (number, line) in (0..).zip(&lines) {
        match line {
            Line::Head => {
                if format == Format::Tps {
                    open.clear();
                }
                open.push(found.len());
                found.push(Section { head: number, last: number, is_closed: false });
            }
            Line::End => {
                let closed = open.pop().and_then(|at| found.get_mut(at));
                closed.into_iter().for_each(|one| (one.last, one.is_closed) = (number, true));
                reach(&mut found, &open, number);
            }
            Line::Empty => {}
            Line::Word | Line::Test | Line::Call | Line::Text => reach(&mut found, &open, number),
        }
    }
    // What reaches down to a line is known of the innermost ones.
    while let Some(inner) = open.pop() {
        let last = found[inner].last;
        reach(&mut found, &open, last);
    }
    found
}

/// Has the innermost open section reach a line.
fn reach(found: &mut [Section], open: &[usize], number: u32) {
    let innermost = open.last().and_then(|&at| found.get_mut(at));
    innermost.into_iter().for_each(|one| one.last = one.last.max(number));
}

/// The tests of a list that no program makes, by what their lines say and where these stood when the problem was read.
pub(super) fn made_by_nobody(view: &View<'_>, path: &RelPath) -> HashMap<String, BTreeMap<u32, Vec<TestIdx>>> {
    let problem = view.context.problem;
    let text = view.context.folder.text(path).unwrap_or_default();
    let lines = LineIndex::new(&text);
    let mut found: HashMap<String, BTreeMap<u32, Vec<TestIdx>>> = HashMap::new();
    for (idx, test) in problem.tests.iter_enumerated() {
        let Some(place) = test.place.as_ref().filter(|place| &place.path == path) else { continue };
        let number = place.range.start.line;
        let line = lines.line_span(number).and_then(|span| text.get(span)).unwrap_or_default();
        if !matches!(test.input, InputSource::Stdout(_)) {
            found.entry(line.trim().to_owned()).or_default().entry(number).or_default().push(idx);
        }
    }
    found
}

/// The words of a line with what they are: the word of the format, and for the others whether they name a group.
pub(super) fn words(line: &str) -> impl Iterator<Item = (Span<usize>, Word)> + '_ {
    let first = line.split_whitespace().next().unwrap_or_default();
    let others = match first {
        "@validator" => Word::Call,
        "@include" => Word::Group,
        _ if HEADS.contains(&first) => Word::Group,
        _ => Word::Text,
    };
    tokens(line).into_iter().enumerate().map(move |(at, span)| {
        let word = match &line[span.clone()] {
            "{" | "}" => Word::Brace,
            _ if at == 0 => Word::First,
            _ => others,
        };
        (span, word)
    })
}

/// What a word of a line is that is no call.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Word {
    /// The word of the format.
    First,
    Brace,
    /// The name of a group.
    Group,
    /// Part of a call.
    Call,
    Text,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lines of sections, from 1.
    fn shown(format: Format, text: &str) -> Vec<(u32, u32, bool)> {
        sections(format, text).iter().map(|one| (one.head + 1, one.last + 1, one.is_closed)).collect()
    }

    #[test]
    fn sections_of_both_kinds() {
        let data = "# all\n@subtask a\nmanual 1.in\n\n# the second\n@testset b\n@include a\ngen 1\n\n@subtask c\n";
        assert_eq!(shown(Format::Tps, data), [(2, 3, false), (6, 8, false), (10, 10, false)]);
        let plan = "@testgroup a {\n  gen 1\n  @testgroup b {\n    @input {\n      }x\n    }\n  }\n}\n@testgroup open {\ngen 2\n";
        assert_eq!(shown(Format::Rbx, plan), [(1, 8, true), (3, 7, true), (9, 10, false)]);
        assert_eq!(shown(Format::Rbx, "}\n@testgroup a {"), [(2, 2, false)]);
    }
}
