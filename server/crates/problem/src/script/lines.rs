//! The lines of an expanded script as commands.

use std::rc::Rc;

use super::{
    Target, command,
    source::{Limit, Messages, Span},
    template::{Mark, Output},
};

/// More tests than any judge accepts; a script that makes more is a mistake.
const MAX_TESTS: usize = 100_000;

/// A command whose places are still spans of bytes.
#[derive(Debug)]
pub(super) struct Command {
    pub(super) line: command::Line,
    pub(super) span: Span,
    pub(super) mark: Option<Rc<Mark>>,
}

/// Reads each line that is neither blank nor a comment nor broken.
pub(super) fn commands(output: &Output, errors: &mut Messages) -> Result<Vec<Command>, Limit> {
    let mut commands = Vec::new();
    let mut n_tests = 0;
    for (start, line) in output.lines() {
        let content = line.trim();
        let from = start + (line.len() - line.trim_start().len());
        let is_comment = content.starts_with('#') || content.starts_with("//");
        if content.is_empty() || is_comment || output.is_broken(start, start + line.len()) {
            continue;
        }
        let span = output.source(from, from + content.len());
        match command::parse(content, MAX_TESTS) {
            Ok(line) => {
                n_tests += n_tests_of(&line.target);
                commands.push(Command { line, span, mark: output.mark_before(from) });
            }
            Err(wrong) => {
                let at = output.source(from + wrong.at.start, from + wrong.at.end);
                errors.say(at, wrong.message);
            }
        }
        if n_tests > MAX_TESTS {
            return Err(Limit { span, message: "the script makes more than 100,000 tests; shorten its loops" });
        }
    }
    Ok(commands)
}

fn n_tests_of(target: &Target) -> usize {
    match target {
        Target::Next | Target::Index(_) | Target::Name(_) => 1,
        Target::Files(indices) => indices.len(),
    }
}
