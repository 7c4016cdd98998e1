//! Samples that are printed in a statement: `\exmp{…}{…}` of olymp.sty, and blocks of Markdown below `Sample Input` or, in
//! a section of examples, below `Input` and `Output`.
//!
//! Invariant: a block that is not surely a sample is none; a description of the format often looks like one.

use std::ops::Range;

/// A sample as bytes of the statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StatedSample {
    /// Its input.
    pub input: Range<usize>,
    /// Its output.
    pub output: Range<usize>,
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
            let Some(block) = lines.block() else { break };
            match part.take() {
                Some(Part::Input) => input = Some(block),
                Some(Part::Output) => {
                    samples.extend(input.take().map(|input| StatedSample { input, output: block }));
                }
                None => input = None,
            }
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
        let shown = |found: StatedSample| format!("{:?} {:?}", &text[found.input], &text[found.output]);
        samples(text).into_iter().map(shown).collect()
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
        fn never_panics(text in any::<String>(), made in "(```\n|# Sample Input\n|### Output\n|\\\\exmp|\\{|\\}|é|\n){0,20}") {
            samples(&text);
            samples(&made);
        }
    }
}
