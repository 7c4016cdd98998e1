//! What comments say: suppressed findings and the wanted verdict.
//!
//! Invariant: works on the spans of comments of any language, with their opening signs.

use std::ops;

use problem::{
    facts::Allow,
    language::Language,
    text::{Lines, Range},
};

const EXPECTED: &str = "@EXPECTED_RESULTS@";
const EXPECTED_SCORE: &str = "@EXPECTED_SCORE@";

/// A source without its comments, and without the lines on which nothing else stood. What is neither C, C++ nor Python stays
/// as it is.
pub fn without_comments(text: &str, language: &Language) -> String {
    let comments = match language {
        Language::Cpp | Language::C => crate::scan::scan(text).comments,
        Language::Python => crate::python::comments(text),
        Language::Checktestdata | Language::Scripts | Language::Other(_) => return text.to_owned(),
    };
    let mut rest = String::with_capacity(text.len());
    let mut comments = comments.into_iter().peekable();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let (start, end) = (at, at + line.len());
        let mut kept = String::new();
        while let Some(comment) = comments.peek().filter(|comment| comment.start < end).cloned() {
            kept.push_str(text.get(at..comment.start).unwrap_or_default());
            // What stood on both sides stays apart.
            kept.push(' ');
            at = comment.end.min(end).max(at);
            if comment.end > end {
                break;
            }
            comments.next();
        }
        let is_cut = at > start;
        kept.push_str(text.get(at..end).unwrap_or_default());
        at = end;
        match (is_cut, kept.trim().is_empty()) {
            (false, _) => rest.push_str(line),
            (true, true) => {}
            (true, false) => {
                rest.push_str(kept.trim_end());
                rest.push('\n');
            }
        }
    }
    rest
}

/// `touchstone: allow CODE, CODE …`, where a line of a comment starts with it. A word that cannot be a code ends the
/// list.
pub(crate) fn allows(text: &str, lines: &Lines, comments: &[ops::Range<usize>]) -> Vec<Allow> {
    let mut allows = Vec::new();
    for comment in comments {
        let mut start = comment.start;
        for line in text[comment.clone()].split_inclusive('\n') {
            let at = lines.line(start) as u32;
            start += line.len();
            allows.extend(codes(line).map(|code| Allow { code: code.to_owned(), line: at }));
        }
    }
    allows
}

fn codes(line: &str) -> impl Iterator<Item = &str> {
    let said = line.trim_start_matches(['/', '*', '#', '!', ' ', '\t']).trim_end().trim_end_matches("*/");
    let list = said.strip_prefix("touchstone:").and_then(|rest| rest.trim_start().strip_prefix("allow"));
    let list = list.filter(|rest| rest.starts_with([' ', '\t', ','])).unwrap_or("");
    list.split([',', ' ', '\t']).filter(|word| !word.is_empty()).take_while(|word| is_code(word))
}

fn is_code(word: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_')
        && word.bytes().any(|byte| byte.is_ascii_alphanumeric())
}

/// The words behind the first `@EXPECTED_RESULTS@:`, up to the end of its line, in upper case; and from where to where
/// that is written.
pub(crate) fn expected_results(
    text: &str,
    lines: &Lines,
    comments: &[ops::Range<usize>],
) -> Option<(Vec<String>, Range)> {
    comments.iter().find_map(|comment| {
        let (line, span) = behind(EXPECTED, text, comment)?;
        let words = line.split(',').map(|word| word.trim().to_uppercase()).filter(|word| !word.is_empty());
        let words: Vec<String> = words.collect();
        (!words.is_empty()).then(|| (words, lines.range(span)))
    })
}

/// The number behind the first `@EXPECTED_SCORE@:`, and from where to where that is written.
pub(crate) fn expected_score(text: &str, lines: &Lines, comments: &[ops::Range<usize>]) -> Option<(f64, Range)> {
    comments.iter().find_map(|comment| {
        let (line, span) = behind(EXPECTED_SCORE, text, comment)?;
        let score = line.trim().parse().ok().filter(|score: &f64| score.is_finite())?;
        Some((score, lines.range(span)))
    })
}

/// What stands behind the first tag of a comment, up to the end of its line; and from the tag on to where that ends.
fn behind<'t>(tag: &str, text: &'t str, comment: &ops::Range<usize>) -> Option<(&'t str, ops::Range<usize>)> {
    let said = &text[comment.clone()];
    let mut starts = said.match_indices('@').map(|(at, _)| at);
    let at = starts.find(|&at| said.get(at..at + tag.len()).is_some_and(|word| word.eq_ignore_ascii_case(tag)))?;
    let list = said[at + tag.len()..].trim_start_matches([' ', '\t']).strip_prefix(':')?;
    let line = list.split(['\n', '\r']).next().unwrap_or("");
    let line = line.split("*/").next().unwrap_or("").trim_end();
    Some((line, comment.start + at..comment.end - list.len() + line.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources_without_comments() {
        let text = "// greedy, wrong\nint a; // here\nint/**/b;\n/* one\n   two */\nint c; /* x\n y */ int d;\nauto s = \"// no\";\n";
        let rest = "int a;\nint b;\nint c;\n  int d;\nauto s = \"// no\";\n";
        assert_eq!(without_comments(text, &Language::Cpp), rest);
        assert_eq!(without_comments("# wrong\nx = '#'  # why\n", &Language::Python), "x = '#'\n");
        assert_eq!(without_comments("// x\n", &Language::Other("java")), "// x\n");
        assert_eq!(without_comments("int a;", &Language::C), "int a;");
        assert_eq!(without_comments("int a; /* open\nint b;", &Language::Cpp), "int a;\n");
    }
}
