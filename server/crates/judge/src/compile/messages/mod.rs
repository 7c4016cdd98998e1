//! Compiler messages: from the text that g++, clang++ and Python write to messages with places.
//!
//! Everything here is a pure function. The caller asks a compiler with [`flags`], runs it with `LC_ALL=C.UTF-8` (a
//! translated message is not understood, and with `C` an identifier that is not ASCII is written in escapes) and gives what it wrote to [`parse`].

mod any;
mod dialect;
mod gcc_json;
mod include;
mod linker;
mod model;
mod python;
mod range;
mod sarif;
mod split;
mod text;
mod text_line;

pub use any::parse_any;
pub use dialect::{Dialect, Family, dialect_from_probe, flags, refuses_flags};
pub use include::include_line;
pub(super) use include::literal_length;
pub use model::{ColumnUnit, CompilerMessage, MessageSeverity, SourcePlace};
pub use range::{CountedEnds, to_range};

use split::Block;

/// No more messages than this are kept from one run; errors are kept before warnings and notes.
pub const MAX_MESSAGES: usize = 200;

/// No more related places than this are kept of one message.
const MAX_RELATED: usize = 50;

/// Reads what a compiler wrote to its error output.
///
/// What the linker or the driver adds as text is read in every dialect. Free text, as a compiler that broke down
/// leaves it, becomes one error without a place; no output is no messages.
pub fn parse(dialect: Dialect, stderr: &str) -> Vec<CompilerMessage> {
    let blocks = match dialect {
        Dialect::Sarif | Dialect::GccJson => split::split(stderr),
        Dialect::Text => vec![Block::Text(stderr)],
    };
    let mut messages: Vec<CompilerMessage> = blocks.iter().flat_map(parse_block).collect();
    if messages.is_empty() {
        messages.extend(last_words(&blocks));
    }
    for message in &mut messages {
        message.related.truncate(MAX_RELATED);
    }
    cap(messages)
}

fn parse_block(block: &Block<'_>) -> Vec<CompilerMessage> {
    match block {
        Block::GccJson(diagnostics) => fold_notes(gcc_json::parse(diagnostics)),
        Block::Sarif(log) => fold_notes(sarif::parse(log)),
        Block::Text(text) if python::is_python(text) => python::parse(text),
        Block::Text(text) => text::parse(text),
    }
}

/// GCC has notes that it does not group with the error before them.
fn fold_notes(messages: Vec<CompilerMessage>) -> Vec<CompilerMessage> {
    let mut folded: Vec<CompilerMessage> = Vec::new();
    for mut message in messages {
        match (folded.last_mut(), message.place.take_if(|_| belongs_to_last(message.severity, &message.text))) {
            (Some(last), Some(place)) => {
                last.related.push((place, message.text.trim().to_owned()));
                last.related.append(&mut message.related);
            }
            (None, Some(place)) => folded.push(CompilerMessage { place: Some(place), ..message }),
            (_, None) => folded.push(message),
        }
    }
    folded
}

/// Whether a message is a note on the one before it. What a `#pragma message` says stands alone.
fn belongs_to_last(severity: MessageSeverity, text: &str) -> bool {
    match severity {
        MessageSeverity::Note => !text.contains("#pragma message"),
        MessageSeverity::Error | MessageSeverity::Warning => false,
    }
}

/// The last line that says something, of output in which no message was found.
fn last_words(blocks: &[Block<'_>]) -> Option<CompilerMessage> {
    let lines = blocks.iter().flat_map(|block| match block {
        Block::Text(text) => text.lines().collect(),
        Block::GccJson(_) | Block::Sarif(_) => Vec::new(),
    });
    let said: Vec<&str> = lines.map(str::trim).filter(|line| line.chars().any(char::is_alphanumeric)).collect();
    let last = *said.iter().rev().find(|line| is_informative(line)).or(said.last())?;
    let text = if last.starts_with(['{', '[']) { "the compiler stopped while it wrote its messages" } else { last };
    Some(CompilerMessage::without_place(MessageSeverity::Error, text))
}

fn is_informative(line: &str) -> bool {
    const EMPTY_WORDS: [&str; 5] =
        ["compilation terminated", "Please submit a full bug report", "See <", "PLEASE submit", "Stack dump"];
    !EMPTY_WORDS.iter().any(|words| line.starts_with(words)) && !line.starts_with(['{', '['])
}

/// Keeps the order.
fn cap(messages: Vec<CompilerMessage>) -> Vec<CompilerMessage> {
    let n_errors = messages.iter().filter(|message| message.severity == MessageSeverity::Error).count();
    let mut room_for_others = MAX_MESSAGES.saturating_sub(n_errors);
    let mut fits = |message: &CompilerMessage| match message.severity {
        MessageSeverity::Error => true,
        MessageSeverity::Warning | MessageSeverity::Note => {
            let fits = room_for_others > 0;
            room_for_others = room_for_others.saturating_sub(1);
            fits
        }
    };
    messages.into_iter().filter(|message| fits(message)).take(MAX_MESSAGES).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(dialect: Dialect, stderr: &str) -> Vec<String> {
        parse(dialect, stderr).into_iter().map(|message| message.text).collect()
    }

    #[test]
    fn free_text_is_one_error() {
        assert_eq!(texts(Dialect::Text, ""), [""; 0]);
        assert_eq!(texts(Dialect::GccJson, "[]\n"), [""; 0]);
        assert_eq!(texts(Dialect::Text, "sh: g++: not found\n\n"), ["sh: g++: not found"]);
        let cut = "[{\"kind\": \"error\", \"mess";
        assert_eq!(texts(Dialect::GccJson, cut), ["the compiler stopped while it wrote its messages"]);
        let killed = "g++: fatal error: Killed signal terminated program cc1plus\ncompilation terminated.\n";
        assert_eq!(texts(Dialect::Sarif, killed), ["Killed signal terminated program cc1plus"]);
    }

    #[test]
    fn errors_are_kept_before_warnings() {
        let mut stderr = "a.cpp:1:1: warning: early\n".repeat(MAX_MESSAGES);
        stderr.push_str("a.cpp:2:1: error: late\n");
        let messages = parse(Dialect::Text, &stderr);
        assert_eq!(messages.len(), MAX_MESSAGES);
        assert_eq!(messages.last().unwrap().text, "late");
        assert_eq!(parse(Dialect::Text, &"a.cpp:1:1: error: x\n".repeat(500)).len(), MAX_MESSAGES);
    }
}
