//! What templates write: each test prints the lines, and what is said of the source.

mod bounds;
mod expressions;
mod template;

use std::fmt::Write as _;

use expect_test::Expect;

use super::{Dialect, Messages, Span, expand};

/// Lines that end behind a `>`, as those of test scripts do.
struct Redirects;

impl Dialect for Redirects {
    fn is_mark(&self, comment: &str) -> bool {
        comment.trim().starts_with("mark")
    }

    fn ends_line(&self, line: &str, from: usize) -> bool {
        line[from..].contains(" > ")
    }
}

/// What a template makes, with the source of each part.
#[derive(Debug, Default)]
struct Expanded {
    /// The lines that are neither blank nor broken, without blanks around them.
    lines: Vec<(Span, String)>,
    errors: Vec<(Span, String)>,
    notes: Vec<(Span, String)>,
}

fn expanded(text: &str) -> Expanded {
    let (mut errors, mut notes) = (Messages::default(), Messages::default());
    let mut lines = Vec::new();
    match expand(text, &Redirects, &mut errors, &mut notes) {
        Ok(output) => {
            for (start, line) in output.lines().filter(|(_, line)| !line.trim().is_empty()) {
                let from = start + line.len() - line.trim_start().len();
                if !output.is_broken(start, start + line.len()) {
                    lines.push((output.source(from, from + line.trim().len()), line.trim().to_owned()));
                }
            }
        }
        Err(limit) => errors.say(limit.span, limit.message),
    }
    Expanded { lines, errors: errors.into_sorted(), notes: notes.into_sorted() }
}

fn check(text: &str, expect: Expect) {
    let Expanded { lines, errors, notes } = expanded(text);
    let mut printed = String::new();
    for (span, line) in lines {
        writeln!(printed, "{} {line}", place(text, span)).unwrap();
    }
    for (span, message) in errors {
        writeln!(printed, "{} error: {message}", place(text, span)).unwrap();
    }
    for (span, message) in notes {
        writeln!(printed, "{} note: {message}", place(text, span)).unwrap();
    }
    expect.assert_eq(&printed);
}

/// `line:character-line:character`, counted from 0; of characters beyond the basic plane each counts twice.
fn place(text: &str, Span { start, end }: Span) -> String {
    let of = |at: usize| {
        let line_start = text[..at].rfind('\n').map_or(0, |end| end + 1);
        (text[..at].matches('\n').count(), text[line_start..at].encode_utf16().count())
    };
    match (of(start), of(end)) {
        ((first, from), (last, to)) if first == last => format!("{first}:{from}-{to}"),
        ((first, from), (last, to)) => format!("{first}:{from}-{last}:{to}"),
    }
}
