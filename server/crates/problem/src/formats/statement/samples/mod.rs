//! Samples that are printed in a statement: `\exmp{…}{…}` of olymp.sty, and blocks below `Sample Input` or, in a section of
//! examples, below `Input` and `Output`: code blocks of Markdown, `<pre>` of HTML, `verbatim` of LaTeX. Also rows of tables with
//! such columns, and Hydro's blocks that are called `input1` and `output1`.
//!
//! Invariant: what is not surely a sample is none; a description of the format often looks like one.

mod html;
mod markdown;
mod tex;

use std::{mem, ops::Range};

use super::without_comments;

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
    let seen = without_comments(text);
    let text = &*seen;
    let ways = [tex::of_olymp, markdown::samples, html::samples, tex::samples];
    let mut found = ways.into_iter().map(|way| way(text)).find(|found| !found.is_empty()).unwrap_or_default();
    found.truncate(MOST);
    found
}

/// No statement has more.
const MOST: usize = 100;

/// What a block shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Input,
    Output,
}

/// Puts together what stands above blocks and what is in them.
#[derive(Default)]
struct Gatherer {
    in_examples: bool,
    /// Whether a heading says that, which holds for the headings of parts below it.
    has_heading: bool,
    /// Whether the last label is a heading.
    is_headed: bool,
    /// What the labels say that stand above the next block: several are the heads of columns.
    labels: Vec<Part>,
    /// What the next block shows that has no label, where labels stood above a whole table.
    column: Option<Part>,
    input: Option<Printed>,
    samples: Vec<StatedSample>,
}

impl Gatherer {
    /// A line of words.
    fn words(&mut self, words: &str, is_heading: bool) {
        let label = label(words);
        let named = named(&label);
        if is_heading {
            self.in_examples = is_of_sample(&label) || self.has_heading && named.is_some();
            self.has_heading = self.in_examples;
        } else if is_head_of_examples(&label) {
            self.in_examples = true;
        }
        let are_heads_of_columns = !is_heading && !self.is_headed && self.labels == [Part::Input];
        match named.filter(|_| is_of_sample(&label) || self.in_examples) {
            Some(part) if are_heads_of_columns && part == Part::Output => self.labels.push(part),
            Some(part) => self.labels = vec![part],
            None => self.labels.clear(),
        }
        self.is_headed = is_heading;
        self.column = None;
    }

    /// A block that stands apart from the words around it.
    fn block(&mut self, block: Printed) {
        let above = mem::take(&mut self.labels);
        let part = above.first().copied().or(self.column);
        // One row after the other.
        let is_in_table = above.len() > 1 || above.is_empty();
        self.column = part.filter(|_| is_in_table).map(|part| match part {
            Part::Input => Part::Output,
            Part::Output => Part::Input,
        });
        match part {
            Some(Part::Input) => self.input = Some(block),
            Some(Part::Output) => {
                self.samples.extend(self.input.take().map(|input| StatedSample { input, output: block }));
            }
            None => self.input = None,
        }
    }
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

/// Whether a label speaks of samples.
fn is_of_sample(label: &str) -> bool {
    label.contains("sample") || label.contains("example")
}

/// Whether a line says nothing but that examples follow.
fn is_head_of_examples(label: &str) -> bool {
    let label = label.strip_suffix(" case").or_else(|| label.strip_suffix(" cases")).unwrap_or(label);
    let label = label.strip_suffix(" test").or_else(|| label.strip_suffix(" tests")).unwrap_or(label);
    matches!(label, "example" | "examples" | "sample" | "samples")
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

    #[test]
    fn hydro() {
        let text = "## Samples\n\n```input1\n1 2\n```\n\n```output1\n3\n```\n```input2\n4\n```\n~~~output2\n5\n~~~\n";
        assert_eq!(said(text), [r#""1 2\n" "3\n""#, r#""4\n" "5\n""#]);
        assert_eq!(said("```inputs\n1\n```\n```output\n2\n```\n"), [""; 0]);
        let by_number =
            "```input1\n1\n```\n```input2\n2\n```\n```output2\n4\n```\n```output1\n3\n```\n```output1\n5\n```\n";
        assert_eq!(said(by_number), [r#""2\n" "4\n""#, r#""1\n" "3\n""#]);
    }

    #[test]
    fn html() {
        let codeforces = "<div class=\"sample-tests\"><div class=\"section-title\">Example</div><div class=\"sample-test\">\
            <div class=\"input\"><div class=\"title\">Input<div title=\"Copy\">Copy</div></div><pre>\n\
            <div class=\"test-example-line\">2 3</div><div class=\"test-example-line\">a &lt; b</div></pre></div>\
            <div class=\"output\"><div class=\"title\">Output</div><pre>\n5\n</pre></div></div></div>";
        assert_eq!(said(codeforces), [r#""2 3\na < b\n" "5\n""#]);
        let headings = "<h2>Input</h2><pre>n m</pre><h2>Output</h2><pre>x</pre>\
            <h3>Sample Input 1</h3><pre>1 2<br>3</pre><h3>Sample Output 1</h3><pre>6</pre>";
        assert_eq!(said(headings), [r#""1 2\n3" "6""#], "the format is none");
        let table = "<h2>Samples</h2><table><tr><th>input</th><th>output</th></tr>\
            <tr><td><pre>1</pre></td><td><pre>2</pre></td></tr><tr><td><pre>3</pre></td><td><pre>4</pre></td></tr></table>";
        assert_eq!(said(table), [r#""1" "2""#, r#""3" "4""#]);
        let bold = "<p><b>Examples</b></p><p><strong>Input:</strong></p><pre><code>7\n</code></pre><p>Output:</p><pre>8\n</pre>";
        assert_eq!(said(bold), [r#""7\n" "8\n""#]);
        let in_words = "<p>See the <a href=\"x\">example</a>.</p><p>Input</p><pre>n</pre><p>Output</p><pre>x</pre>";
        assert_eq!(said(in_words), [""; 0]);
        let signs =
            |sign: &str| said(&format!("<h3>Sample Input</h3><pre>{sign}</pre><h3>Sample Output</h3><pre>3</pre>"));
        assert_eq!(signs("a &#60; &amp;lt; &#x26; b & c"), [r#""a < &lt; & b & c" "3""#]);
        assert_eq!(signs("a &le; b"), [""; 0], "it is not known here");
        assert_eq!(said("<h3>Sample Input</h3><pre>1 <sup>2</sup></pre><h3>Sample Output</h3><pre>3</pre>"), [""; 0]);
        assert_eq!(
            said("1 <= n <= 9\n\n## Sample Input\n\n<pre>\n1\n</pre>\n\n## Sample Output\n\n<pre>\n2\n</pre>\n"),
            [r#""1\n" "2\n""#]
        );
    }

    #[test]
    fn what_stands_far_below_an_example_is_none() {
        let format = "Example:\n\nIf n = 3, it is 5.\n\n## Input\n```\nn\n```\n## Output\n```\nx\n```\n";
        assert_eq!(said(format), [""; 0]);
        let contents = "<ul><li>Input</li><li>Output</li><li>Examples</li></ul><h2>Input</h2><pre>n</pre><h2>Output</h2><pre>x</pre>";
        assert_eq!(said(contents), [""; 0]);
        let empty = "### Sample Input\n### Sample Output\n```\n5\n```\n```\nsince 2 + 3 is 5\n```\n";
        assert_eq!(said(empty), [""; 0]);
    }

    #[test]
    fn long_texts_of_tags_take_no_long_time() {
        for text in ["<a".repeat(300_000), format!("<pre>{}>", "</x".repeat(300_000)), "<pre>".repeat(100_000)] {
            assert_eq!(said(&text), [""; 0]);
        }
    }

    #[test]
    fn verbatim() {
        let text = "\\section*{Input}\n\\begin{verbatim}\nn m\n\\end{verbatim}\n\\section*{Sample Input 1}\n\\begin{verbatim}\n\
            1 2\n\\end{verbatim}\n\\section*{Sample Output 1}\n\\begin{verbatim}\n3\n\\end{verbatim}\n";
        assert_eq!(said(text), [r#""1 2\n" "3\n""#]);
        let lower = "\\Examples\n\\textbf{Input:}\n\\begin{lstlisting}[style=x]\n4\n\\end{lstlisting}\n\\textbf{Output:} % here\n\
            \\begin{lstlisting}\n5\n\\end{lstlisting}\n";
        assert_eq!(said(lower), [r#""4\n" "5\n""#]);
        let in_line = "\\section*{Sample Input 1}\n\\begin{verbatim}1 2\n3\n\\end{verbatim}\n\\section*{Sample Output 1}\n\
            \\begin{verbatim}6\\end{verbatim}\n\\section*{Sample Input 2}\n";
        assert_eq!(said(in_line), [r#""1 2\n3\n" "6""#]);
        assert_eq!(said("\\section{Sample Input}\n\\begin{verbatim}\n1\n"), [""; 0]);
    }

    proptest! {
        #[test]
        fn never_panics(text in any::<String>(), made in "(```\n|<pre>|</pre>|<h2>|<|\\\\begin\\{verbatim\\}\n|\\\\end\\{verbatim\\}|```input1\n|\\| input \\| output \\|\n|\\|<br>|`|# Sample Input\n|### Output\n|\\\\exmp|\\{|\\}|é|\n){0,20}") {
            samples(&text);
            samples(&made);
        }
    }
}
