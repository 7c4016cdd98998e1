//! Printing: everything for people goes through here, so that colour follows the person's choice.

use std::io::{IsTerminal as _, Write as _};

use anstyle::{AnsiColor, Style};
use problem::{
    executor::ExecutorError,
    hidden::{escaped_json, shown},
};
use serde::Serialize;

/// Exit code when the tool could not do its job.
pub(crate) const FAILED: u8 = 2;
/// Exit code after Ctrl-C, as shells have it.
pub(crate) const INTERRUPTED: u8 = 130;

/// Prints a line on stdout. A reader that has gone away is no error.
pub(crate) fn line(text: &str) {
    line_read(text);
}

/// The same; whether someone still reads.
pub(crate) fn line_read(text: &str) -> bool {
    writeln!(anstream::stdout(), "{text}").is_ok()
}

/// Prints a value as JSON, on many lines.
pub(crate) fn json(value: &impl Serialize) -> anyhow::Result<bool> {
    Ok(line_read(&escaped_json(serde_json::to_string_pretty(value)?)))
}

/// The same on one line.
pub(crate) fn json_line(value: &impl Serialize) -> anyhow::Result<bool> {
    Ok(line_read(&escaped_json(serde_json::to_string(value)?)))
}

/// Prints a line on stderr.
pub(crate) fn note(text: &str) {
    drop(writeln!(anstream::stderr(), "{text}"));
}

/// The same, where something may stand on the line that is drawn again.
pub(crate) fn note_between(text: &str) {
    note(&if std::io::stderr().is_terminal() { format!("\r\x1b[K{text}") } else { text.to_owned() });
}

/// Asks a person at a terminal; `None` where there is none.
pub(crate) fn ask(question: &str) -> Option<bool> {
    if !std::io::stdin().is_terminal() || !std::io::stderr().is_terminal() {
        return None;
    }
    drop(write!(anstream::stderr(), "{question}"));
    let mut answer = String::new();
    std::io::stdin().read_line(&mut answer).ok()?;
    Some(matches!(answer.trim().to_ascii_lowercase().as_str(), "y" | "yes"))
}

/// Prints an error as one sentence.
pub(crate) fn error(error: &anyhow::Error) {
    let red = Style::new().bold().fg_color(Some(AnsiColor::Red.into()));
    note(&format!("{red}error{red:#}: {}", shown(&format!("{error:#}"))));
}

/// The exit code of a failure.
pub(crate) fn code_of(error: &anyhow::Error) -> u8 {
    match error.downcast_ref::<ExecutorError>() {
        Some(ExecutorError::Cancelled) => INTERRUPTED,
        Some(ExecutorError::Failed(_)) | None => FAILED,
    }
}

/// Whether stdout is a terminal, and how wide it is.
pub(crate) fn stdout_width() -> Option<usize> {
    if !std::io::stdout().is_terminal() {
        return None;
    }
    terminal_size::terminal_size().map(|(width, _)| usize::from(width.0))
}

/// Whether colour goes to stdout.
pub(crate) fn stdout_color() -> bool {
    match anstream::AutoStream::choice(&std::io::stdout()) {
        anstream::ColorChoice::Never => false,
        anstream::ColorChoice::Auto | anstream::ColorChoice::Always | anstream::ColorChoice::AlwaysAnsi => true,
    }
}

/// Whether stderr is a terminal, for progress.
pub(crate) fn stderr_is_terminal() -> bool {
    std::io::stderr().is_terminal()
}
