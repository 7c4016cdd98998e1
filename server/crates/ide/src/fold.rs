//! What of a text an editor can hide.

use std::ops::Range;

use problem::text::LineIndex;

use crate::Text;

/// Lines that an editor can hide behind the one before them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fold {
    /// The 0-based line that stays: it ends the head of a loop, of `IF`, or holds `ELSE`.
    pub head: u32,
    /// The last line that is hidden, which is below `head`.
    pub last: u32,
}

/// The blocks of a checktestdata program that have a line of their own, in the order of the text, at most one for each
/// head; `None` for other texts, which editors fold by themselves.
pub fn folds(text: &Text<'_>) -> Option<Vec<Fold>> {
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

/// The line before that of the word that ends a block, so that it stays; the same line when more stands on it, or when
/// there is no such word yet.
fn last_line(text: &str, lines: &LineIndex<'_>, span: Range<usize>) -> u32 {
    let end = span.start + text[span.clone()].trim_end().len();
    let line = lines.position(end).line;
    let start = lines.line_span(line).map_or(end, |line| line.start);
    let is_alone = matches!(text[start..end].trim(), "END" | "ELSE");
    if is_alone { line.saturating_sub(1) } else { line }
}
