//! The branches of `#if 0` and `#if 1` that no compiler sees.
//!
//! Invariant: only a condition that is a literal decides; what follows `#ifdef` or a name counts as seen, in every
//! branch. The text between the returned spans has no directive left that belongs to a decided `#if`.

use std::ops::Range;

use problem::text::Lines;

use crate::{literal, scan::line_end};

/// More blocks than a person writes. The parser's time grows with their number, so the rest counts as seen.
const MAX_SPANS: usize = 256;

/// One `#if` that is not closed yet.
enum Open {
    /// Whether it holds is not known here.
    Unknown,
    /// It stands in a branch that is out already.
    Inside,
    /// It is decided: whether the branch being read is in, and whether the branches after it cannot be.
    Decided { active: bool, done: bool },
}

/// The spans to leave out, in order, each from a `#` to the end of a line. `directives` are the offsets of the `#`.
pub(crate) fn spans(text: &str, lines: &Lines, directives: &[usize]) -> Vec<Range<usize>> {
    let mut spans: Vec<Range<usize>> = Vec::new();
    let mut opened: Vec<Open> = Vec::new();
    let mut out_since: Option<usize> = None;
    for &at in directives {
        if spans.len() >= MAX_SPANS && out_since.is_none() {
            break;
        }
        let end = line_end(text.as_bytes(), at);
        let line = at..lines.next_line_start(end);
        let (word, condition) = parts(&text[at + 1..end]);
        let entering = match word {
            "if" | "ifdef" | "ifndef" => {
                let value = if word == "if" { value(condition) } else { None };
                opened.push(match value {
                    _ if out_since.is_some() => Open::Inside,
                    Some(value) => Open::Decided { active: value, done: value },
                    None => Open::Unknown,
                });
                value.filter(|_| out_since.is_none())
            }
            "else" | "elif" | "elifdef" | "elifndef" => {
                let Some(Open::Decided { active, done }) = opened.last_mut() else { continue };
                let value = if word == "elif" { value(condition) } else { None };
                *active = !*done && value != Some(false);
                *done |= value == Some(true);
                Some(*active)
            }
            "endif" => match opened.pop() {
                Some(Open::Decided { .. }) => Some(true),
                Some(Open::Unknown | Open::Inside) | None => None,
            },
            _ => None,
        };
        match entering {
            Some(true) => spans.push(out_since.take().unwrap_or(line.start)..line.end),
            Some(false) => out_since = out_since.or(Some(line.start)),
            None => {}
        }
    }
    spans.extend(out_since.map(|start| start..text.len()));
    spans
}

/// The name of a directive and what follows it.
fn parts(directive: &str) -> (&str, &str) {
    let directive = directive.trim_start();
    let end = directive.find(|character: char| !character.is_ascii_alphabetic()).unwrap_or(directive.len());
    directive.split_at(end)
}

/// Whether a condition that is a literal holds.
fn value(condition: &str) -> Option<bool> {
    match literal::without_comment(condition) {
        "true" => Some(true),
        "false" => Some(false),
        other => literal::integer(other).map(|value| value != 0),
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;
    use crate::scan::scan;

    fn check(text: &str, expected: Expect) {
        let mut left = String::new();
        let mut from = 0;
        for span in spans(text, &Lines::new(text), &scan(text).directives) {
            left.push_str(&text[from..span.start]);
            left.push('~');
            from = span.end;
        }
        left.push_str(&text[from..]);
        expected.assert_eq(&left);
    }

    #[test]
    fn leaves_out() {
        check("a\n#if 0\nb\n#endif\nc\n", expect!["a\n~c\n"]);
        check("a\n#if 0 // off\nb\n#else\nc\n#endif\nd", expect!["a\n~c\n~d"]);
        check("#if (1)\na\n#elif X\nb\n#else\nc\n#endif\nd", expect!["~a\n~d"]);
        check("#if 0\na\n#elif X\nb\n#else\nc\n#endif\nd", expect!["~b\n~c\n~d"]);
        check("#if 0\na\n#elif 0\nb\n#elif X\nc\n#endif\nd", expect!["~c\n~d"]);
        check("#if 0\n#if 1\na\n#else\nb\n#endif\nc\n#endif\nd", expect!["~d"]);
        check("#ifdef X\n#if false\na\n#endif\n#else\nb\n#endif\n", expect!["#ifdef X\n~#else\nb\n#endif\n"]);
        check("a\n#if 0\ndon't\n", expect!["a\n~"]);
        check("a\r\n#if 0\r\nb\r\n#endif", expect!["a\r\n~"]);
        check("#endif\n#else\n#if\n#if X\na", expect!["#endif\n#else\n#if\n#if X\na"]);
    }
}
