//! Testplans: a test on each line, as a call of a generator, a file to copy, or the input itself.
//!
//! A text between quotes is the input byte for byte. Between three quotes, or in braces, blank lines around it do not count
//! and it ends with its line; in braces, neither do the blanks around each line.
//!
//! Invariant: any text gives a plan, and what is not understood is told at its line.

use crate::text::{LineIndex, Range};

/// A test, or one of a validator or checker.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Entry {
    pub(super) what: What,
    /// The groups whose blocks it stands in.
    pub(super) blocks: Vec<String>,
    pub(super) range: Range,
}

/// What an entry says.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum What {
    /// `gen 1 2`
    Call(String),
    /// `@copy tests/1.in`
    Copy(String),
    /// `@input "…"`, with the words between them, which only tests of validators have.
    Input { words: Vec<String>, text: String },
    /// `@test name OUTCOME { @input … @output … @answer … }`
    Test { words: Vec<String>, input: String, output: String, answer: String },
}

impl What {
    /// Whether it is a test, rather than one of a validator or checker.
    pub(super) fn is_test(&self) -> bool {
        match self {
            What::Call(_) | What::Copy(_) => true,
            What::Input { words, .. } => words.is_empty(),
            What::Test { .. } => false,
        }
    }
}

/// Something that is not understood.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Mistake {
    pub(super) range: Range,
    pub(super) message: String,
}

/// The entries of a plan, and what is wrong with it.
pub(super) fn parse(text: &str) -> (Vec<Entry>, Vec<Mistake>) {
    let mut reader = Reader { text, at: 0, lines: LineIndex::new(text), entries: Vec::new(), mistakes: Vec::new() };
    reader.read();
    (reader.entries, reader.mistakes)
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
    lines: LineIndex<'t>,
    entries: Vec<Entry>,
    mistakes: Vec<Mistake>,
}

impl<'t> Reader<'t> {
    fn read(&mut self) {
        let mut blocks: Vec<(String, usize)> = Vec::new();
        while let Some((start, line)) = self.next_line() {
            let range = self.range(start, line);
            let directive = line.strip_prefix('@').map(|rest| rest.split([' ', '\t', '{']).next().unwrap_or_default());
            match (line, directive) {
                ("}", _) => {
                    if blocks.pop().is_none() {
                        self.wrong(range, "this closes nothing");
                    }
                }
                (_, Some("testgroup")) => match line["@testgroup".len()..].trim().strip_suffix('{') {
                    Some(name) => blocks.push((name.trim().to_owned(), start)),
                    None => self.wrong(range, "a block of a group is `@testgroup NAME {`, with a line `}` at its end"),
                },
                (_, Some("copy")) => self.push(What::Copy(line["@copy".len()..].trim().to_owned()), &blocks, range),
                (_, Some(kind @ ("input" | "test"))) => {
                    // What follows may reach over several lines.
                    self.at = start + 1 + kind.len();
                    let what = if kind == "input" { self.input() } else { self.test() };
                    match what {
                        Some(what) => self.push(what, &blocks, range),
                        None => {
                            self.at = self.at.max(start + line.len());
                            self.wrong(range, "the text of this is not closed, or not there");
                        }
                    }
                }
                (_, Some(other)) => {
                    let message = format!("`@{other}` is not known; @input, @copy, @testgroup and @test are");
                    self.wrong(range, message);
                }
                (_, None) => self.push(What::Call(line.to_owned()), &blocks, range),
            }
        }
        for (_, start) in blocks {
            let line = self.text[start..].lines().next().unwrap_or_default();
            let range = self.range(start, line.trim_end());
            self.wrong(range, "this block is not closed; write a line `}` at its end");
        }
    }

    fn push(&mut self, what: What, blocks: &[(String, usize)], range: Range) {
        let blocks = blocks.iter().map(|(name, _)| name.clone()).collect();
        self.entries.push(Entry { what, blocks, range });
    }

    fn wrong(&mut self, range: Range, message: impl Into<String>) {
        self.mistakes.push(Mistake { range, message: message.into() });
    }

    fn range(&self, start: usize, line: &str) -> Range {
        self.lines.range(start..start + line.len())
    }

    /// The next line that says something, without the blanks around it, and where it begins.
    fn next_line(&mut self) -> Option<(usize, &'t str)> {
        let text = self.text;
        while self.at < text.len() {
            let rest = &text[self.at..];
            let line = rest.split_inclusive('\n').next().unwrap_or_default();
            let start = self.at + (line.len() - line.trim_start().len());
            self.at += line.len();
            let line = line.trim();
            if !line.is_empty() && !line.starts_with('#') && !line.starts_with("//") {
                return Some((start, line));
            }
        }
        None
    }

    fn input(&mut self) -> Option<What> {
        let words = self.words();
        Some(What::Input { words, text: self.content()? })
    }

    fn test(&mut self) -> Option<What> {
        let words = self.words();
        self.rest().starts_with('{').then_some(())?;
        self.at += 1;
        let head = self.at;
        let (mut input, mut output, mut answer) = (String::new(), String::new(), String::new());
        let mut has_input = false;
        loop {
            let (start, line) = self.next_line()?;
            let parts = [("@input", &mut input), ("@output", &mut output), ("@answer", &mut answer)];
            if line == "}" {
                if !has_input {
                    let range = self.lines.range(head - 1..head);
                    self.wrong(range, "a test has to have an `@input`; add it, if only as `@input \"\"`");
                }
                return Some(What::Test { words, input, output, answer });
            }
            match parts.into_iter().find(|(name, _)| line.starts_with(name)) {
                Some((name, text)) => {
                    self.at = start + name.len();
                    has_input |= name == "@input";
                    *text = self.content()?;
                }
                None => {
                    let range = self.range(start, line);
                    self.wrong(range, "a test has `@input`, `@output` and `@answer` only");
                }
            }
        }
    }

    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    /// The words before a text.
    fn words(&mut self) -> Vec<String> {
        let line = self.rest().lines().next().unwrap_or_default();
        let end = line.find(['"', '\'', '{']).unwrap_or(line.len());
        self.at += end;
        line[..end].split_whitespace().map(str::to_owned).collect()
    }

    /// A text in quotes or braces.
    fn content(&mut self) -> Option<String> {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start_matches([' ', '\t']).len();
        let rest = self.rest();
        for quotes in ["\"\"\"", "'''"] {
            if let Some(rest) = rest.strip_prefix(quotes) {
                let end = rest.find(quotes)?;
                self.at += end + 2 * quotes.len();
                self.skip_line();
                return Some(format!("{}\n", rest[..end].trim()));
            }
        }
        match rest.chars().next()? {
            quote @ ('"' | '\'') => self.quoted(quote),
            '{' => self.braced(),
            _ => None,
        }
    }

    /// What stands between single quotes, with the usual escapes.
    fn quoted(&mut self, quote: char) -> Option<String> {
        let rest = self.rest();
        let mut text = String::new();
        let mut characters = rest.char_indices().skip(1);
        while let Some((at, character)) = characters.next() {
            match character {
                '\n' => return None,
                '\\' => match characters.next()?.1 {
                    'n' => text.push('\n'),
                    't' => text.push('\t'),
                    'r' => text.push('\r'),
                    '0' => text.push('\0'),
                    other @ ('\\' | '"' | '\'') => text.push(other),
                    other => text.extend(['\\', other]),
                },
                _ if character == quote => {
                    self.at += at + 1;
                    self.skip_line();
                    return Some(text);
                }
                _ => text.push(character),
            }
        }
        None
    }

    /// What stands between braces: up to a line of its own with the closing one, or on one line.
    fn braced(&mut self) -> Option<String> {
        self.at += 1;
        let first = self.rest().lines().next().unwrap_or_default().trim();
        if let Some(inside) = first.strip_suffix('}') {
            self.skip_line();
            return Some(format!("{}\n", inside.trim()));
        }
        self.skip_line();
        let mut lines = if first.is_empty() { Vec::new() } else { vec![first] };
        loop {
            let rest = self.rest();
            if rest.is_empty() {
                return None;
            }
            let line = rest.split_inclusive('\n').next().unwrap_or_default();
            self.at += line.len();
            if line.trim() == "}" {
                return Some(format!("{}\n", lines.join("\n").trim()));
            }
            lines.push(line.trim());
        }
    }

    fn skip_line(&mut self) {
        let rest = self.rest();
        self.at += rest.find('\n').map_or(rest.len(), |end| end + 1);
    }
}
