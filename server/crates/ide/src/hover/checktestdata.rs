//! Words and variables of a checktestdata program.

use ::checktestdata::{
    BoundSite, Name, Program, Span, TokenKind, tokens,
    vocabulary::{Role, Word},
};
use problem::{
    path::RelPath,
    text::{LineIndex, Position},
    trace::NamedReads,
    words::quantity,
};

use super::Hover;
use crate::{
    Text, View,
    words::{code, flat},
};

/// So many commands that assign a variable are listed.
const MAX_ASSIGNMENTS: usize = 5;

/// What a word of the language does, with the bounds that it has here, or where a variable gets its values.
pub(super) fn hover(view: &View<'_>, text: &Text<'_>, program: &Program, at: Position) -> Option<Hover> {
    let lines = LineIndex::new(text.text);
    let offset = lines.offset(at);
    let touched = tokens(text.text.as_bytes()).into_iter().filter(|token| token.span.touches(offset));
    // Between two of them, as in `INT(`, the name is meant.
    let mut named = touched.filter(|token| matches!(token.kind, TokenKind::Word(_) | TokenKind::Name));
    let token = named.next_back()?;
    let markdown = match token.kind {
        TokenKind::Word(word) => of_word(view, text.path, program, word, token.span),
        _ => of_variable(view, text, program, program.variable_at(offset)?),
    };
    Some(Hover { range: lines.range(token.span.start..token.span.end), markdown })
}

fn of_word(view: &View<'_>, path: &RelPath, program: &Program, word: Word, span: Span) -> String {
    let entry = word.entry();
    let mut markdown = format!("```checktestdata\n{}\n```\n{}\n", entry.signature, entry.sentence);
    if let Some(site) = program.sites().iter().find(|site| site.span.start == span.start) {
        markdown += &bounds(site).map(|bounds| format!("\nHere {bounds}.\n")).unwrap_or_default();
        let read = site.variable.as_ref().filter(|_| word.role() == Role::Command);
        markdown += &read.map(|name| in_tests(view, path, name)).unwrap_or_default();
    }
    markdown
}

/// The constants among the bounds: `from 1 to 100`, `3 rounds`.
fn bounds(site: &BoundSite) -> Option<String> {
    Some(match (&site.min, &site.max) {
        (Some(count), _) if site.word.role() == Role::Block => match count.to_i128() {
            Some(1) => "1 round".to_owned(),
            _ => format!("{count} rounds"),
        },
        (Some(min), Some(max)) => format!("from `{min}` to `{max}`"),
        (Some(min), None) => format!("from `{min}`"),
        (None, Some(max)) => format!("up to `{max}`"),
        (None, None) => return None,
    })
}

fn of_variable(view: &View<'_>, text: &Text<'_>, program: &Program, name: &Name) -> String {
    let lines = LineIndex::new(text.text);
    let variable = code(&name.text);
    let (shown, others) = name.assignments.split_at(name.assignments.len().min(MAX_ASSIGNMENTS));
    if shown.is_empty() {
        return format!("{variable} is assigned nowhere.\n");
    }
    let mut markdown = format!("{variable} is assigned:\n\n");
    for span in shown {
        let line = lines.position(span.start).line + 1;
        let Some(command) = program.command_around(*span) else { continue };
        let site = program.sites().iter().find(|site| site.span == command.span);
        let bounds = site.filter(|_| command.word.role() == Role::Command).and_then(bounds);
        let bounds = bounds.map(|bounds| format!(", {bounds}")).unwrap_or_default();
        markdown +=
            &format!("- line {line}: {}{bounds}\n", code(&flat(&text.text[command.span.start..command.span.end])));
    }
    if !others.is_empty() {
        markdown += &format!("- and by {}\n", quantity(others.len(), "other command"));
    }
    markdown + &in_tests(view, text.path, &name.text)
}

/// What the reads of a variable came to, once all tests are judged.
fn in_tests(view: &View<'_>, path: &RelPath, name: &str) -> String {
    let problem = view.context.problem;
    let here = view.program_at(path);
    let validator = problem.validators.iter().position(|validator| Some(validator.program) == here);
    let reads = validator.and_then(|validator| view.context.reads_of_suite(validator));
    let Some(reads) = reads.and_then(|mut reads| reads.remove(name)) else { return String::new() };
    let range = reads.seen.map(|(least, most)| match least == most {
        true => format!("`{least}`; "),
        false => format!("`{least}` to `{most}`; "),
    });
    let range = range.unwrap_or_default();
    format!("\nIn the tests: {range}{}.\n", met(&reads, name))
}

fn met(reads: &NamedReads, name: &str) -> String {
    let name = code(name);
    match (reads.lo_hit, reads.hi_hit) {
        (true, true) => format!("both bounds of {name} are met"),
        (true, false) => format!("the lower bound of {name} is met, the upper one is not"),
        (false, true) => format!("the upper bound of {name} is met, the lower one is not"),
        (false, false) => format!("neither bound of {name} is met"),
    }
}
