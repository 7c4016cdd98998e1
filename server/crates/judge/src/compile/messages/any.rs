//! What compilers and interpreters of any language write: lines in which a source is named with a line.
//!
//! `A.java:3: error: …`, `a.pas(3,5) Error: …`, `syntax error at a.pl line 3, near …`, `a.go:3:5: …`

use super::{
    MAX_MESSAGES,
    model::{ColumnUnit, CompilerMessage, SourcePlace, severity_of},
};

/// What begins what is said, before a colon.
const KINDS: [&str; 6] = ["error", "fatal error", "fatal", "warning", "note", "hint"];

/// Reads what a tool wrote of the sources that it was given, by the names that it knows them by.
pub fn parse_any(written: &str, sources: &[&str]) -> Vec<CompilerMessage> {
    let lines: Vec<&str> = written.lines().collect();
    let messages = lines.iter().enumerate().filter_map(|(idx, line)| {
        // What is said may stand below.
        let below = lines.get(idx + 1).filter(|below| below.starts_with([' ', '\t'])).map_or("", |below| below.trim());
        message(line, below, sources)
    });
    messages.take(MAX_MESSAGES).collect()
}

fn message<'s>(line: &str, below: &str, sources: &[&'s str]) -> Option<CompilerMessage> {
    let named = |name: &str| {
        let is_part = |character: char| character.is_alphanumeric() || character == '_' || character == '-';
        line.match_indices(name).find_map(|(at, _)| {
            let is_whole = !line[..at].chars().next_back().is_some_and(is_part);
            (is_whole && place(&line[at + name.len()..]).is_some()).then_some((at, at + name.len()))
        })
    };
    // Some name the file alone.
    let base = |source: &&'s str| source.rsplit('/').next().unwrap_or(source);
    let whole = sources.iter().filter_map(|source| Some((*source, named(source)?)));
    // Of files of one name, what stands before tells which.
    let whole = whole.max_by_key(|(source, _)| source.len());
    let alone = || sources.iter().find_map(|source| Some((*source, named(base(source))?)));
    let (source, (start, end)) = whole.or_else(alone)?;
    let (number, column, rest) = place(&line[end..])?;
    let before = &line[..start];
    // The working directory, which is nobody's business.
    let path = before.rfind([' ', '"', '\'', '`', '(']).map_or(0, |at| at + 1);
    let before = if before[path..].ends_with('/') { &before[..path] } else { before };
    let before = before.trim_end_matches(['.', '/', ' ', '(', '"', '\'', '`', '[']);
    let before = [" at", " in"].iter().fold(before, |text, word| text.strip_suffix(word).unwrap_or(text));
    let before = if before.eq_ignore_ascii_case("file") { "" } else { before };
    let before = before.trim_end_matches([' ', ',', ':']);
    let said = rest.trim_start_matches([':', ',', ')', '.', ' ', '-', '"', '\'', ']']);
    let said =
        if before.is_empty() { said.to_owned() } else { [before, said].join(": ").trim_end_matches(": ").to_owned() };
    let lower = said.to_lowercase();
    let kind = KINDS
        .iter()
        .find(|kind| lower.strip_prefix(**kind).is_some_and(|rest| rest.is_empty() || rest.starts_with(':')));
    let severity = severity_of(kind.copied().unwrap_or(""));
    let text = kind.map_or(&said[..], |kind| &said[kind.len()..]).trim_start_matches(':').trim();
    let text = [text, below.trim_start_matches(['\u{2022}', ' '])].into_iter().find(|text| !text.is_empty());
    let text = text.unwrap_or("it cannot be compiled").to_owned();
    let place = match column {
        0 => SourcePlace::line(source, number),
        column => SourcePlace::point(source, number, column, ColumnUnit::CodePoint),
    };
    Some(CompilerMessage { place: Some(place), ..CompilerMessage::without_place(severity, text) })
}

/// The line and the column that stand behind a name, and what follows; a column of 0 is none.
fn place(text: &str) -> Option<(u32, u32, &str)> {
    let text = text.trim_start_matches(['"', '\'', '`', ']']);
    if let Some(inside) = text.strip_prefix('(') {
        let (line, rest) = number(inside)?;
        let behind = rest.strip_prefix(',').and_then(|rest| number(rest.trim_start()));
        let (column, rest) = behind.unwrap_or((0, rest));
        return Some((line, column, &rest[rest.find(')')?..]));
    }
    if let Some(rest) = text.strip_prefix(": (") {
        return place(&text[text.len() - rest.len() - 1..]);
    }
    if let Some(rest) = text.strip_prefix(':') {
        let (line, rest) = number(rest)?;
        let (column, rest) = rest.strip_prefix(':').and_then(number).unwrap_or((0, rest));
        return Some((line, column, rest));
    }
    let text = text.strip_prefix(',').unwrap_or(text).trim_start();
    let text = text.strip_prefix("on ").unwrap_or(text);
    let (line, rest) = number(text.strip_prefix("line ")?)?;
    let behind = rest.strip_prefix(", characters ").and_then(number);
    Some((line, behind.map_or(0, |(column, _)| column.saturating_add(1)), if behind.is_some() { "" } else { rest }))
}

fn number(text: &str) -> Option<(u32, &str)> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    Some((text[..digits].parse().ok()?, &text[digits..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_that_is_meant() {
        let sources = ["x/main.go", "x/domain.go", "a/util.go", "b/util.go"];
        for (written, file) in [
            ("x/domain.go:3:5: undefined: y", "x/domain.go"),
            ("domain.go:3:5: undefined: y", "x/domain.go"),
            ("./b/util.go:1:1: syntax error", "b/util.go"),
            ("main.go(3,4): error", "x/main.go"),
        ] {
            let place = parse_any(written, &sources).remove(0).place.unwrap();
            assert_eq!(place.file, file, "{written}");
        }
    }

    #[test]
    fn what_tools_write() {
        // As javac, ghc, fpc, mcs, rustc, go, perl, php, ruby, node, ocamlopt and kotlinc write it.
        for (written, message) in [
            ("sols/A.java:3: error: ';' expected\n        int x\n", "3:0 Error ';' expected"),
            ("sols/A.java:3:7: error:\n    \u{2022} Couldn't match type", "3:7 Error Couldn't match type"),
            ("A.java(4,2) Error: Identifier not found \"x\"", "4:2 Error Identifier not found \"x\""),
            ("sols/A.java(2,9): error CS0103: no name `y'", "2:9 Error error CS0103: no name `y'"),
            ("sols/A.java:1:5: warning: unused variable: `x`", "1:5 Warning unused variable: `x`"),
            ("./sols/A.java:5:2: undefined: x", "5:2 Error undefined: x"),
            ("syntax error at sols/A.java line 7, near \"}\"", "7:0 Error syntax error: near \"}\""),
            (
                "PHP Parse error:  syntax error, unexpected end of file in sols/A.java on line 2",
                "2:0 Error PHP Parse error:  syntax error, unexpected end of file",
            ),
            ("sols/A.java:9: syntax error, unexpected end-of-input", "9:0 Error syntax error, unexpected end-of-input"),
            ("/box/sols/A.java:1", "1:0 Error it cannot be compiled"),
            ("File \"sols/A.java\", line 1, characters 4-5:\n1 | x\nError: Unbound", "1:5 Error it cannot be compiled"),
            ("e: /box/sols/A.java: (3, 5): Unresolved reference: x", "3:5 Error e: Unresolved reference: x"),
            ("nothing about it", ""),
        ] {
            let shown = parse_any(written, &["sols/A.java"]).first().map_or_else(String::new, |message| {
                let place = message.place.as_ref().unwrap();
                format!("{}:{} {:?} {}", place.line, place.column, message.severity, message.text)
            });
            assert_eq!(shown, message, "{written}");
        }
    }
}
