//! The `#include` line of a header, for compilers that do not say it.

use problem::text::{LineIndex, Range};

/// The directive of `source_text` that names a header, found by the last part of its path.
///
/// Of several, one that names more of the path goes first, then the upper one. Directives in comments do not count.
pub fn include_line(source_text: &str, header_name: &str) -> Option<Range> {
    let wanted = header_name.replace('\\', "/");
    let plain = blank_comments(source_text);
    let mut best: Option<(usize, Directive<'_>)> = None;
    for directive in directives(&plain) {
        let n_shared = n_shared_parts(directive.name, &wanted);
        if n_shared > best.as_ref().map_or(0, |(n_parts, _)| *n_parts) {
            best = Some((n_shared, directive));
        }
    }
    let (_, directive) = best?;
    Some(LineIndex::new(source_text).range(directive.start..directive.end))
}

/// `#include "name"`, from the `#` to the closing quote, as bytes of the text.
struct Directive<'a> {
    name: &'a str,
    start: usize,
    end: usize,
}

fn directives(text: &str) -> impl Iterator<Item = Directive<'_>> {
    let mut at = 0;
    text.split_inclusive('\n').filter_map(move |line| {
        let line_start = at;
        at += line.len();
        directive(line, line_start)
    })
}

fn directive(line: &str, line_start: usize) -> Option<Directive<'_>> {
    let hash = line.find('#').filter(|&hash| line[..hash].trim().is_empty())?;
    let argument = line[hash + 1..].trim_start().strip_prefix("include")?.trim_start();
    let closing = match argument.chars().next()? {
        '"' => '"',
        '<' => '>',
        _ => return None,
    };
    let length = argument[1..].find(closing)?;
    let name_start = line.len() - argument.len() + 1;
    let end = line_start + name_start + length + 1;
    Some(Directive { name: &argument[1..1 + length], start: line_start + hash, end })
}

/// The number of parts that two paths have in common from the end.
fn n_shared_parts(one: &str, other: &str) -> usize {
    let parts = |path: &str| path.split(['/', '\\']).map(str::to_owned).rev().collect::<Vec<String>>();
    parts(one).iter().zip(&parts(other)).take_while(|(one, other)| one == other && !one.is_empty()).count()
}

/// The text with comments turned into as many bytes of space; lines stay. Quoted text is left alone.
fn blank_comments(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = piece_length(rest, first);
        let (piece, behind) = rest.split_at(length);
        if piece.starts_with("//") || piece.starts_with("/*") {
            plain.extend(piece.bytes().map(|byte| if byte == b'\n' { '\n' } else { ' ' }));
        } else {
            plain.push_str(piece);
        }
        rest = behind;
    }
    plain
}

/// The length of the comment, the literal or the character that a text starts with.
fn piece_length(text: &str, first: char) -> usize {
    match first {
        '/' if text.starts_with("//") => text.find('\n').unwrap_or(text.len()),
        '/' if text.starts_with("/*") => text[2..].find("*/").map_or(text.len(), |length| length + 4),
        '"' | '\'' => literal_length(text, first),
        other => other.len_utf8(),
    }
}

/// A literal ends with its line at the latest, so that a lone quote loses no more.
pub(in crate::compile) fn literal_length(text: &str, quote: char) -> usize {
    let mut is_escaped = false;
    for (at, character) in text.char_indices().skip(1) {
        match character {
            '\n' => return at,
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            _ if character == quote => return at + character.len_utf8(),
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_line_of_a_header() {
        let text = "// #include \"a.h\"\n/* é\n#include \"a.h\" */\n  #  include /* x */ <lib/a.h> // a.h\n#include\"b/c.h\"\r\n";
        assert_eq!(include_line(text, "./lib/a.h"), Some(Range::new(3, 2, 3, 30)));
        assert_eq!(include_line(text, "/usr/include/c.h"), Some(Range::new(4, 0, 4, 15)));
        assert_eq!(include_line(text, "x.h"), None);
    }

    #[test]
    fn prefers_more_of_the_path() {
        let text = "#include \"a/common.h\"\n#include \"b/common.h\"\n";
        assert_eq!(include_line(text, "sub/b/common.h"), Some(Range::new(1, 0, 1, 21)));
        assert_eq!(include_line(text, "c\\common.h"), Some(Range::new(0, 0, 0, 21)));
    }
}
