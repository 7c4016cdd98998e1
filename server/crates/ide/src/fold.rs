//! What of a text an editor can hide.

use std::ops::Range;

use problem::{model::Format, text::LineIndex};

use crate::{
    Text, View,
    script::{blocks, is_rules, is_script, is_test_list, sections, template},
};

/// Lines that an editor can hide behind the one before them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fold {
    /// The 0-based line that stays: it ends the head of a loop, of `IF`, or holds `ELSE`, or begins a section.
    pub head: u32,
    /// The last line that is hidden, which is below `head`.
    pub last: u32,
}

/// The blocks of a checktestdata program that have a line of their own, those of a script's template, and the sections of a list
/// of tests, in the order of the text, at most one for each head; `None` for other texts, which editors fold by themselves.
pub fn folds(view: &View<'_>, text: &Text<'_>) -> Option<Vec<Fold>> {
    if is_script(view, text.path) && !is_rules(view, text.path) {
        let of_list = is_test_list(view, text.path).then(|| of_list(view, text.text));
        // Where there is nothing to tell the editor goes by the blanks that lines begin with.
        return Some(of_list.unwrap_or_else(|| of_template(text.text))).filter(|folds| !folds.is_empty());
    }
    let program = text.checktestdata()?;
    let lines = LineIndex::new(text.text);
    let mut folds: Vec<Fold> = Vec::new();
    for span in program.folds().iter().map(|fold| fold.span) {
        let head = lines.position(span.start).line;
        let last = last_line(text.text, &lines, span.start..span.end);
        match folds.last_mut().filter(|known| known.head == head) {
            Some(known) => known.last = known.last.max(last),
            None if last > head => folds.push(Fold { head, last }),
            None => {}
        }
    }
    Some(folds)
}

/// Sections, blocks and the texts of tests.
fn of_list(view: &View<'_>, text: &str) -> Vec<Fold> {
    let format = view.context.problem.format;
    let sections = sections(format, text).into_iter();
    let sections = sections.map(|one| Fold { head: one.head, last: one.last - u32::from(one.is_closed) });
    let texts = if format == Format::Rbx { blocks(text) } else { Vec::new() };
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let texts = texts.into_iter().map(|block| {
        let is_alone = lines.get(*block.end() as usize).is_some_and(|line| matches!(*line, "}" | "\"\"\"" | "'''"));
        Fold { head: block.start().saturating_sub(1), last: *block.end() - u32::from(is_alone) }
    });
    let n_lines = u32::try_from(lines.len()).unwrap_or(u32::MAX);
    let mut folds: Vec<Fold> =
        sections.chain(texts).filter(|fold| fold.head < fold.last && fold.last < n_lines).collect();
    folds.sort_by_key(|fold| fold.head);
    folds
}

/// What stands between tags of a template that belong together, and comments of several lines.
fn of_template(text: &str) -> Vec<Fold> {
    let lines = LineIndex::new(text);
    let line = |offset: usize| lines.position(offset).line;
    let mut folds: Vec<Fold> = Vec::new();
    // The tags that are open: their names and lines.
    let mut open: Vec<(&str, u32)> = Vec::new();
    for span in template(text) {
        let tag = &text[span.clone()];
        let (head, last) = (line(span.start), line(span.end));
        let name =
            |rest: &'_ str| rest.split(|one: char| !one.is_ascii_alphanumeric()).next().unwrap_or_default().len();
        if tag.starts_with("<#--") {
            folds.push(Fold { head, last });
        } else if let Some(rest) = tag.strip_prefix("</#") {
            let name = &rest[..name(rest)];
            if let Some(at) = open.iter().rposition(|(opened, _)| *opened == name) {
                folds.push(Fold { head: open[at].1, last: head.saturating_sub(1) });
                open.truncate(at);
            }
        } else if let Some(rest) = tag.strip_prefix("<#") {
            let name = &rest[..name(rest)];
            match open.last_mut().filter(|_| matches!(name, "else" | "elseif")) {
                Some((_, above)) => {
                    folds.push(Fold { head: *above, last: head.saturating_sub(1) });
                    *above = head;
                }
                None => open.push((name, head)),
            }
        }
    }
    folds.retain(|fold| fold.head < fold.last);
    folds.sort_by_key(|fold| (fold.head, std::cmp::Reverse(fold.last)));
    folds.dedup_by_key(|fold| fold.head);
    folds
}

/// The line before that of the word that ends a block, so that it stays; the same line when more stands on it, or when
/// there is no such word yet.
fn last_line(text: &str, lines: &LineIndex<'_>, span: Range<usize>) -> u32 {
    let end = span.start + text[span.clone()].trim_end().len();
    let line = lines.position(end).line;
    let start = lines.line_span(line).map_or(end, |line| line.start);
    let is_alone = matches!(text[start..end].trim(), "END" | "ELSE");
    if is_alone { line.saturating_sub(1) } else { line }
}
