//! The lines of an expanded script as commands.

use std::{collections::HashMap, rc::Rc};

use freemarker::{Limit, Messages, Output, Span};

use super::{
    Target, command,
    mark::{self, Mark},
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

/// Reads each line of what the template `text` wrote that is neither blank nor a comment nor broken.
pub(super) fn commands(text: &str, output: &Output, errors: &mut Messages) -> Result<Vec<Command>, Limit> {
    let mut commands = Vec::new();
    let mut n_tests = 0;
    let mut marks = HashMap::new();
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
                // Each is read once, however many commands follow it.
                let read = |found: freemarker::Mark| {
                    let mark = marks.entry(found.span);
                    mark.or_insert_with(|| mark::read(found.inner.of(text), found.span).map(Rc::new)).clone()
                };
                commands.push(Command { line, span, mark: output.mark_before(from).and_then(read) });
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
