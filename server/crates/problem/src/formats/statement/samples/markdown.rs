//! Markdown.

use std::{collections::BTreeMap, ops::Range};

use super::{Gatherer, Part, Printed, StatedSample, is_of_sample, label, named};

/// What opens a block of code, and closes it.
const FENCES: [&str; 2] = ["```", "~~~"];

pub(super) fn samples(text: &str) -> Vec<StatedSample> {
    let mut gathered = Gatherer::default();
    let mut inputs = BTreeMap::new();
    let mut lines = Lines { text, at: 0 };
    while let Some(line) = lines.next() {
        let words = text[line.clone()].trim();
        if let Some(fence) = FENCES.into_iter().find(|fence| words.starts_with(fence)) {
            let Some(block) = lines.block(fence).map(|span| Printed::as_it_stands(text, span)) else { break };
            match of_hydro(words.trim_start_matches(['`', '~'])) {
                Some((Part::Input, number)) => drop(inputs.insert(number, block)),
                Some((Part::Output, number)) => {
                    gathered.samples.extend(inputs.remove(&number).map(|input| StatedSample { input, output: block }));
                }
                None => gathered.block(block),
            }
        } else if words.starts_with('|') {
            let found = in_table(text, line, &mut lines, gathered.in_examples);
            gathered.samples.extend(found);
            gathered.labels.clear();
        } else if !words.is_empty() {
            gathered.words(words, words.starts_with('#'));
        }
    }
    gathered.samples
}

/// What a block shows that is called `input1` or `output1`, and its number.
fn of_hydro(info: &str) -> Option<(Part, u32)> {
    let numbered = |name: &str, part| Some((part, info.trim().strip_prefix(name)?.parse().ok()?));
    numbered("input", Part::Input).or_else(|| numbered("output", Part::Output))
}

/// The samples of a table whose first row is given; others only where the row names them so, or the section does.
fn in_table(text: &str, head: Range<usize>, lines: &mut Lines<'_>, in_examples: bool) -> Vec<StatedSample> {
    let labels: Vec<String> = cells(text, head).map(|cell| label(&text[cell])).collect();
    let column = |part| {
        let is_sample = |label: &str| in_examples || is_of_sample(label);
        labels.iter().position(|label| is_sample(label) && named(label) == Some(part))
    };
    let columns = (column(Part::Input), column(Part::Output));
    let mut samples = Vec::new();
    while let Some(row) = lines.row() {
        let (Some(input), Some(output)) = columns else { continue };
        let cells: Vec<Range<usize>> = cells(text, row).collect();
        let shown = |at: usize| of_cell(text, cells.get(at)?.clone());
        samples.extend(shown(input).zip(shown(output)).map(|(input, output)| StatedSample { input, output }));
    }
    samples
}

/// The cells of a row. A bar behind a backslash belongs to the cell.
fn cells(text: &str, row: Range<usize>) -> impl Iterator<Item = Range<usize>> {
    let is_end = |&at: &usize| text.as_bytes()[at] == b'|' && text.as_bytes()[at - 1] != b'\\';
    let first = row.start + text[row.clone()].find('|').unwrap_or_default() + 1;
    let mut ends = (first..row.end).filter(is_end).collect::<Vec<_>>().into_iter();
    let mut start = first;
    std::iter::from_fn(move || {
        let end = ends.next()?;
        Some(std::mem::replace(&mut start, end + 1)..end)
    })
}

/// What a cell shows: lines between `<br>`, each perhaps as code. Other tags, dashes of the row below the head and nothing at
/// all are no text of a sample.
fn of_cell(text: &str, cell: Range<usize>) -> Option<Printed> {
    let inside = text[cell.clone()].trim();
    let span = cell.start + text[cell].find(inside)?..;
    let span = span.start..span.start + inside.len();
    let lines = inside.replace("<br/>", "<br>").replace("<br />", "<br>").replace("\\|", "|");
    let lines: Vec<&str> = lines.split("<br>").map(|line| line.trim().trim_matches('`').trim_end()).collect();
    let text = lines.join("\n");
    let is_text = !text.trim_matches(['-', ':', ' ']).is_empty() && !text.contains(['<', '&', '`', '$']);
    is_text.then(|| Printed { span, text: text + "\n" })
}

struct Lines<'t> {
    text: &'t str,
    at: usize,
}

impl Lines<'_> {
    fn next(&mut self) -> Option<Range<usize>> {
        let start = self.at;
        let rest = self.text.get(start..).filter(|rest| !rest.is_empty())?;
        self.at += rest.find('\n').map_or(rest.len(), |end| end + 1);
        Some(start..self.at)
    }

    /// The next row of the table that goes on here.
    fn row(&mut self) -> Option<Range<usize>> {
        self.text.get(self.at..).filter(|rest| rest.trim_start_matches([' ', '\t']).starts_with('|'))?;
        self.next()
    }

    /// What stands before the line that closes a block.
    fn block(&mut self, fence: &str) -> Option<Range<usize>> {
        let start = self.at;
        while let Some(line) = self.next() {
            if self.text[line.clone()].trim() == fence {
                return Some(start..line.start);
            }
        }
        None
    }
}
