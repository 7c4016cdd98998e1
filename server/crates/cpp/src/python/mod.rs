//! What a Python source says, by its words: there is no syntax tree.
//!
//! Invariant: nothing inside a string or comment is taken for code.

mod blank;
mod old;

use std::ops::Range;

use problem::{
    facts::{OptionKey, OptionRead, SourceFacts},
    text::{self, Lines},
};

use crate::{comments, exits::Codes, literal, scan::is_word};

/// How far around a word the words that belong to it are looked for, in bytes.
const MAX_REACH: usize = 256;

/// The spans of the comments.
pub(crate) fn comments(text: &str) -> Vec<Range<usize>> {
    blank::blank(text).comments
}

/// Facts of a Python source. Any statement at the top level other than an import or a definition makes it a program.
pub(crate) fn facts(text: &str) -> SourceFacts {
    let lines = Lines::new(text);
    let blank::Blanked { code, comments } = blank::blank(text);
    let mut facts = SourceFacts {
        main: blank::has_top_level_code(&code).then(text::Range::default),
        python_2: old::is_python_2(text, &code),
        interpreter: text.lines().next().filter(|line| line.starts_with("#!")).map(str::to_owned),
        allows: comments::allows(text, &lines, &comments),
        expected_results: comments::expected_results(text, &lines, &comments),
        expected_score: comments::expected_score(text, &lines, &comments),
        ..SourceFacts::default()
    };
    let mut codes = Codes::default();
    for line in code.lines() {
        see_constant(line, &mut codes);
    }
    for word in words(&code) {
        match &code[word.clone()] {
            "exit" | "quit" | "_exit" | "SystemExit" => see_exit(&code, word, &mut codes),
            "argv" => match argument_index(&code, &word) {
                Argv::Read(index) => facts.options.push(read(&code, &lines, word, index)),
                Argv::Harmless => {}
                Argv::Unclear => facts.options_incomplete = true,
            },
            "ArgumentParser" | "getopt" => facts.options_incomplete = true,
            _ => {}
        }
    }
    facts.exit_codes = codes.finish();
    facts
}

/// The identifiers and numbers of a text.
fn words(code: &str) -> impl Iterator<Item = Range<usize>> {
    let bytes = code.as_bytes();
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at + bytes[at..].iter().position(|&byte| is_word(byte))?;
        at = bytes[start..].iter().position(|&byte| !is_word(byte)).map_or(bytes.len(), |length| start + length);
        Some(start..at)
    })
}

/// `NAME = 42`, `YES, NO = 42, 43` and `return 42`
fn see_constant(line: &str, codes: &mut Codes) {
    let line = line.trim();
    if let Some(value) = line.strip_prefix("return ") {
        codes.add_constant(value);
    } else if let Some((name, value)) = line.split_once('=')
        && !name.bytes().any(|byte| byte.is_ascii_lowercase())
        && name.split(',').all(|name| name.trim().bytes().all(is_word))
    {
        value.split(',').for_each(|value| codes.add_constant(value));
    }
}

/// `sys.exit(42)`, `exit(42 if ok else 43)`
fn see_exit(code: &str, word: Range<usize>, codes: &mut Codes) {
    let before = reach_before(code, word.start).trim_end();
    if before.ends_with('.') && !before.ends_with("sys.") && !before.ends_with("os.") {
        return;
    }
    let Some(argument) = reach_after(code, word.end).trim_start().strip_prefix('(') else { return };
    let mut depth = 0;
    let closing = argument.bytes().position(|byte| {
        depth += match byte {
            b'(' => 1,
            b')' => -1,
            _ => 0,
        };
        depth < 0
    });
    let mut rest = closing.map_or("", |at| &argument[..at]);
    while let Some((value, other)) = rest.split_once(" if ")
        && let Some((_, otherwise)) = other.split_once(" else ")
    {
        codes.add(value);
        rest = otherwise;
    }
    codes.add(rest);
}

/// A use of `sys.argv`.
enum Argv {
    Read(u32),
    /// Its length, the program's own name, or an import.
    Harmless,
    Unclear,
}

fn argument_index(code: &str, word: &Range<usize>) -> Argv {
    let before = current_line_before(code, word.start);
    let after = reach_after(code, word.end).trim_start();
    if before.trim_start().starts_with("from ") || before.trim_end_matches("sys.").trim_end().ends_with("len(") {
        return Argv::Harmless;
    }
    let inside = after.strip_prefix('[').and_then(|rest| rest.split_once(']')).map_or("", |(inside, _)| inside);
    match literal::integer(inside).and_then(|index| u32::try_from(index).ok()) {
        Some(0) => Argv::Harmless,
        Some(index) => Argv::Read(index),
        None => Argv::Unclear,
    }
}

/// The read of `sys.argv[index]` whose `argv` is given, with the conversion around it.
fn read(code: &str, lines: &Lines, word: Range<usize>, index: u32) -> OptionRead {
    let before = current_line_before(code, word.start);
    let before = before.strip_suffix("sys.").unwrap_or(before);
    let closing = code[word.end..].find(']').map_or(word.end, |length| word.end + length + 1);
    let mut span = word.start - if code[..word.start].ends_with("sys.") { 4 } else { 0 }..closing;
    let called = before.strip_suffix('(').unwrap_or("");
    let called = called.rsplit(|character: char| !character.is_ascii() || !is_word(character as u8)).next();
    let type_name = called.filter(|name| matches!(*name, "int" | "float" | "str" | "bool")).unwrap_or("");
    if !type_name.is_empty() && code[span.end..].starts_with(')') {
        span = span.start - type_name.len() - 1..span.end + 1;
    }
    let after = reach_after(code, word.end).lines().next().unwrap_or("");
    let asks = |text: &str| text.contains("len(sys.argv)") || text.contains("len(argv)");
    OptionRead {
        key: OptionKey::Index(index),
        type_name: type_name.to_owned(),
        has_default: asks(before) || asks(after),
        is_certain: false,
        range: lines.range(span),
    }
}

/// What stands before an offset in its line, as far as it is looked at.
fn current_line_before(code: &str, at: usize) -> &str {
    reach_before(code, at).rsplit('\n').next().unwrap_or("")
}

fn reach_before(code: &str, at: usize) -> &str {
    let start = (at.saturating_sub(MAX_REACH)..=at).find(|&start| code.is_char_boundary(start)).unwrap_or(at);
    &code[start..at]
}

fn reach_after(code: &str, at: usize) -> &str {
    let end = code.len().min(at + MAX_REACH);
    let end = (at..=end).rev().find(|&end| code.is_char_boundary(end)).unwrap_or(at);
    &code[at..end]
}
