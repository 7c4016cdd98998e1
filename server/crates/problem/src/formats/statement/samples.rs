//! Samples that are printed in a statement: `\exmp{…}{…}` of olymp.sty, and of Markdown blocks below `Sample Input` or, in
//! a section of examples, below `Input` and `Output`, and rows of tables with such columns.
//!
//! Invariant: what is not surely a sample is none; a description of the format often looks like one.

use std::ops::Range;

/// A sample of a statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StatedSample {
    /// Its input.
    pub input: Printed,
    /// Its output.
    pub output: Printed,
}

/// A text that a statement shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Printed {
    /// Where it stands, bytes of the statement.
    pub span: Range<usize>,
    /// The text, without what only lays it out.
    pub text: String,
}

impl Printed {
    fn as_it_stands(text: &str, span: Range<usize>) -> Printed {
        Printed { text: text[span.clone()].to_owned(), span }
    }
}

/// The samples of a text in order.
pub fn samples(text: &str) -> Vec<StatedSample> {
    let printed = in_tex(text);
    if printed.is_empty() { in_markdown(text) } else { printed }
}

fn in_tex(text: &str) -> Vec<StatedSample> {
    let after = text.match_indices("\\exmp").map(|(at, word)| at + word.len());
    let starts = after.filter(|&at| !text[at..].starts_with(|one: char| one.is_ascii_alphabetic()));
    let sample = |at: usize| {
        let input = braces(text, at)?;
        let output = braces(text, input.end + 1)?;
        let [input, output] = [input, output].map(|span| Printed::as_it_stands(text, span));
        Some(StatedSample { input, output })
    };
    starts.filter_map(sample).collect()
}

/// The inside of the braces that begin at a byte or behind blanks and comment signs. What TeX would not print as it stands
/// is no text of a sample.
fn braces(text: &str, from: usize) -> Option<Range<usize>> {
    let rest = text.get(from..)?;
    let open = from + rest.find(|one: char| !one.is_whitespace() && one != '%')?;
    text[open..].starts_with('{').then_some(())?;
    let length = text[open + 1..].find(['{', '}', '\\', '%', '$', '~'])?;
    text[open + 1 + length..].starts_with('}').then_some(open + 1..open + 1 + length)
}

/// What stands above a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Input,
    Output,
}

fn in_markdown(text: &str) -> Vec<StatedSample> {
    let mut samples = Vec::new();
    let mut in_examples = false;
    let mut part = None;
    let mut input = None;
    let mut lines = Lines { text, at: 0 };
    while let Some(line) = lines.next() {
        let words = text[line.clone()].trim();
        if words.starts_with("```") {
            let Some(block) = lines.block().map(|span| Printed::as_it_stands(text, span)) else { break };
            match part.take() {
                Some(Part::Input) => input = Some(block),
                Some(Part::Output) => {
                    samples.extend(input.take().map(|input| StatedSample { input, output: block }));
                }
                None => input = None,
            }
        } else if words.starts_with('|') {
            samples.extend(in_table(text, line, &mut lines, in_examples));
            part = None;
        } else if !words.is_empty() {
            let label = label(words);
            let is_example = label.contains("sample") || label.contains("example");
            let named = named(&label);
            if words.starts_with('#') {
                in_examples = is_example || in_examples && named.is_some();
            }
            part = named.filter(|_| is_example || in_examples);
        }
    }
    samples
}

/// The samples of a table whose first row is given; others only where the row names them so, or the section does.
fn in_table(text: &str, head: Range<usize>, lines: &mut Lines<'_>, in_examples: bool) -> Vec<StatedSample> {
    let labels: Vec<String> = cells(text, head).map(|cell| label(&text[cell])).collect();
    let column = |part| {
        let is_sample = |label: &str| in_examples || label.contains("sample") || label.contains("example");
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

/// A heading's words, in lower case, without marks and numbers.
fn label(line: &str) -> String {
    let letters: String = line.chars().map(|one| if one.is_alphabetic() { one } else { ' ' }).collect();
    letters.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

fn named(label: &str) -> Option<Part> {
    match label {
        "input" | "sample input" | "example input" | "input example" | "input sample" => Some(Part::Input),
        "output" | "sample output" | "example output" | "output example" | "output sample" => Some(Part::Output),
        _ => None,
    }
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
    fn block(&mut self) -> Option<Range<usize>> {
        let start = self.at;
        while let Some(line) = self.next() {
            if self.text[line.clone()].trim() == "```" {
                return Some(start..line.start);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn said(text: &str) -> Vec<String> {
        let shown = |found: StatedSample| format!("{:?} {:?}", found.input.text, found.output.text);
        samples(text).into_iter().map(shown).collect()
    }

    #[test]
    fn tables() {
        let head = "| # | input | output | note |\n|---|:--|---|---|\n";
        let rows = "| 1 | `2`<br>`5 6` | `3`<br/>x \\| y |  |\n|2|-1|`0`|\n";
        assert_eq!(said(&format!("## Example\n{head}{rows}")), [r#""2\n5 6\n" "3\nx | y\n""#, r#""-1\n" "0\n""#]);
        assert_eq!(said(&format!("## Format\n{head}{rows}")), [""; 0], "not below examples");
        assert_eq!(said("|Sample Input|Sample Output|\n|-|-|\n|4|5|\n"), [r#""4\n" "5\n""#]);
        assert_eq!(said("## Examples\n|input|output|\n|-|-|\n|<b>4</b>|5|\n|6|$x$|\n|7|\n||8|\n"), [""; 0]);
        let text = "## Examples\n|input|output|\n|-|-|\n| `4`<br>`é` | 5 |";
        let found = samples(text);
        assert_eq!((&text[found[0].input.span.clone()], &text[found[0].output.span.clone()]), ("`4`<br>`é`", "5"));
    }

    #[test]
    fn markdown() {
        let text = "## Input\n```\nn\n```\n## Examples\n### Input\n```\n1 2\n```\n### Output\n```text\n3\n```\n\n**Sample Input 2**\n\n```\n4\n```\n**Sample output 2**\n```\n5\n```\n## Notes\n```\nx\n```\n";
        assert_eq!(said(text), [r#""1 2\n" "3\n""#, r#""4\n" "5\n""#]);
        assert_eq!(said("## Input\n```\nn m\n```\n## Output\n```\nx\n```\n"), [""; 0], "the format, no sample");
        assert_eq!(said("# Sample Input\n```\n1\n"), [""; 0]);
        assert_eq!(said("# Sample Input\nAs follows.\n```\n1\n```\n# Sample Output\n```\n1\n```\n"), [""; 0]);
    }

    #[test]
    fn tex() {
        let text = "\\begin{example}\n\\exmp{\n1 2\n}{\n3\n}%\n\\exmp{4}{5}\n\\exmpfile{example.01}{example.01.a}\n";
        assert_eq!(said(text), [r#""\n1 2\n" "\n3\n""#, r#""4" "5""#]);
        assert_eq!(said("\\exmp{1 \\ldots}{2} \\exmp{1} \\exmp{{}"), [""; 0]);
    }

    proptest! {
        #[test]
        fn never_panics(text in any::<String>(), made in "(```\n|\\| input \\| output \\|\n|\\|<br>|`|# Sample Input\n|### Output\n|\\\\exmp|\\{|\\}|é|\n){0,20}") {
            samples(&text);
            samples(&made);
        }
    }
}
