//! What programs in checktestdata say, in the same terms as sources in other languages.
//!
//! Invariant: as everywhere in this crate, a text that cannot be read gives what can be seen in it.

use std::borrow::Cow;

use ::checktestdata::{
    BoundSite, Level, Position, Program, Span, TokenKind, Topic, Value, tokens,
    tree::{Block, Command, Expression, ExpressionKind, Format, Operation},
};
use problem::{
    facts::{ReadBound, ReadCall, SourceFacts},
    finding::{Code, Severity},
    lint::Lint,
    text::{LineIndex, Lines, Range},
};

use crate::comments;

/// Names that are read once at most, and comments that suppress findings.
pub(crate) fn facts(text: &str) -> SourceFacts {
    let program = Program::parse(with_marks_filled(text).as_bytes());
    SourceFacts { reads_once: read_once(&program), reads: reads(text, &program), ..of_comments(text) }
}

/// The numbers that are read, in the terms of testlib.
fn reads(text: &str, program: &Program) -> Vec<ReadCall> {
    let index = LineIndex::new(text);
    let bound = |bound: &Expression| {
        let rest = text.get(bound.span.start..).unwrap_or_default();
        let mark = rest.starts_with("{{").then(|| Some(&rest[..rest.find("}}")? + 2])).flatten();
        let written = mark.or(rest.get(..bound.span.end - bound.span.start)).unwrap_or_default().trim().to_owned();
        let value = match bound.kind {
            ExpressionKind::Constant(Value::Integer(value)) if !written.contains("{{") => Some(value.into()),
            _ => None,
        };
        let range = index.range(bound.span.start..bound.span.start + written.len());
        ReadBound { text: written, value, range }
    };
    let mut reads = Vec::new();
    program.visit(&mut |command| {
        if let Operation::Number(field) = &command.operation {
            let target = field.target.as_ref().map(|target| program.variables()[target.slot].text.to_string());
            reads.push(ReadCall {
                stream: Some("inf".to_owned()),
                function: if matches!(field.format, Format::Integer) { "INT" } else { "FLOAT" }.to_owned(),
                name: target,
                receiver: None,
                bounds: Some((bound(&field.min), bound(&field.max))),
                range: index.range(command.span.start..command.span.end),
            });
        }
    });
    reads
}

/// What the comments say.
fn of_comments(text: &str) -> SourceFacts {
    let comments = tokens(text.as_bytes()).into_iter().filter(|token| token.kind == TokenKind::Comment);
    let comments: Vec<_> = comments.map(|token| token.span.start..token.span.end).collect();
    SourceFacts { allows: comments::allows(text, &Lines::new(text), &comments), ..SourceFacts::default() }
}

/// What is wrong with the text of a program, without what its comments allow. Marks of constants count as numbers of which
/// nothing is known.
pub(crate) fn lints(text: &str) -> Vec<Lint> {
    let filled = with_marks_filled(text);
    let has_marks = matches!(filled, Cow::Owned(_));
    let program = Program::parse(filled.as_bytes());
    let facts = of_comments(text);
    let index = LineIndex::new(text);
    let certain = program.problems().iter().filter(|problem| !has_marks || problem.topic == Topic::Syntax);
    let problems = certain.map(|problem| {
        let is_breakage = program.breakage().is_some_and(|breakage| breakage.span == problem.span);
        let (code, severity) = match problem.level {
            Level::Error if is_breakage => (Code::BuildFailed, Severity::Error),
            Level::Error | Level::Warning => (Code::BuildWarning, Severity::Warning),
            Level::Hint => (Code::BuildWarning, Severity::Hint),
        };
        let range = index.range(problem.span.start..problem.span.end);
        Lint { code, severity, range, message: problem.message.clone(), fixes: Vec::new() }
    });
    problems.filter(|lint| !facts.allows(&lint.code.to_string(), lint.range.start.line)).collect()
}

/// The text with a number, and blanks, in place of each `{{name}}`; in a string or a comment that does no harm.
fn with_marks_filled(text: &str) -> Cow<'_, str> {
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    let marks = text.match_indices("{{").filter_map(|(start, _)| {
        // In `{{{name}}}` the mark begins one byte later.
        let start = start + usize::from(text[start + 2..].starts_with('{'));
        let n_bytes = text[start + 2..].bytes().take_while(is_part).count();
        let is_mark = n_bytes > 0 && text[start + 2 + n_bytes..].starts_with("}}");
        is_mark.then_some(start..start + n_bytes + 4)
    });
    let mut filled = Cow::Borrowed(text);
    for mark in marks {
        let n_bytes = mark.len();
        filled.to_mut().replace_range(mark, &format!("{:<n_bytes$}", 0));
    }
    filled
}

/// The command around a place: line and column, in bytes, from 1 on.
pub(crate) fn command_at(text: &str, line: u32, column: u32) -> Option<Range> {
    let program = Program::parse(with_marks_filled(text).as_bytes());
    let mut found: Option<Span> = None;
    program.visit(&mut |command| {
        let start = Position::of(text.as_bytes(), command.span.start);
        if (start.line, start.column) == (line as usize, column as usize) {
            found = Some(command.span);
        }
    });
    found.map(|span| LineIndex::new(text).range(span.start..span.end))
}

/// The variables whose numbers are read by one command that no loop repeats.
fn read_once(program: &Program) -> Vec<String> {
    let mut outside = Vec::new();
    sites_outside_loops(program.commands(), &mut outside);
    let sites = program.sites();
    let named = |site: &BoundSite| sites.iter().filter(|other| other.variable == site.variable).count();
    let once = outside.into_iter().map(|number| &sites[number]).filter(|site| named(site) == 1);
    once.filter_map(|site| site.variable.clone()).collect()
}

fn sites_outside_loops(commands: &[Command], found: &mut Vec<usize>) {
    for command in commands {
        match &command.operation {
            Operation::Number(field) => found.push(field.site),
            Operation::If(branches) => {
                let blocks = [Some(&branches.then), branches.otherwise.as_ref()];
                blocks.into_iter().flatten().for_each(|Block { commands, .. }| sites_outside_loops(commands, found));
            }
            Operation::Repeat(_)
            | Operation::While(_)
            | Operation::Byte(_)
            | Operation::End
            | Operation::Text(_)
            | Operation::Pattern(_)
            | Operation::Assert(_)
            | Operation::Set(_)
            | Operation::Unset(_) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PROGRAM: &str = "# touchstone: allow build-warning
INT(1, 100, n) SPACE INT(0, 9, m) NEWLINE
IF(n > 5) INT(1, 7, k) ELSE STRING(\"none\") END
REP(n, SPACE) INT(1, 50, a[m]) END NEWLINE
INT(0, 9, m)
";

    #[test]
    fn names_read_once_and_comments() {
        let facts = facts(PROGRAM);
        assert_eq!(facts.reads_once, ["n", "k"], "m is read by two commands, a in a loop");
        assert!(facts.allows("build-warning", 1) && !facts.allows("build-warning", 2));
    }

    #[test]
    fn reads_with_their_bounds() {
        let shown = |read: &ReadCall| {
            let (lo, hi) = read.bounds.as_ref().expect("numbers have bounds");
            format!(
                "{} {} {:?} {} {:?} {}",
                read.function,
                read.name.as_deref().unwrap_or("-"),
                lo.value,
                lo.text,
                hi.value,
                hi.text
            )
        };
        let reads = facts("INT(1, 10^5, n) SPACE INT({{min}}, n-1) SPACE FLOAT(0, 1, x)\n").reads;
        let expected =
            ["INT n Some(1) 1 Some(100000) 10^5", "INT - None {{min}} None n-1", "FLOAT x Some(0) 0 Some(1) 1"];
        assert_eq!(reads.iter().map(shown).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn commands_by_their_place() {
        let at = |line, column| command_at(PROGRAM, line, column);
        assert_eq!(at(2, 1), Some(Range::new(1, 0, 1, 14)));
        assert_eq!(at(4, 15), Some(Range::new(3, 14, 3, 30)), "inside a loop");
        assert_eq!((at(2, 3), at(9, 1)), (None, None));
    }

    #[test]
    fn what_is_wrong() {
        let said = |text: &str| {
            let lints = lints(text).into_iter();
            lints.map(|lint| format!("{} {:?} {:?}", lint.code, lint.severity, lint.range.start)).collect::<Vec<_>>()
        };
        assert_eq!(said(PROGRAM), [""; 0]);
        assert_eq!(said("INT(1, 9, n) NEWLINE\nFOO(3)\n").len(), 1);
        assert!(said("INT(1, 9, n) NEWLINE\nFOO(3)\n")[0].starts_with("build-failed Error"), "an unknown command");
        assert!(said("INT(9, 1, n) NEWLINE\n")[0].starts_with("build-warning Warning"), "bounds that hold nothing");
        assert_eq!(said("# touchstone: allow build-warning\nINT(9, 1, n) NEWLINE\n"), [""; 0]);
        assert_eq!(said("INT({{min_n}}, {{max_n}}, n) NEWLINE\n"), [""; 0], "constants of the package");
        assert_eq!(said("INT(1, {{max_n}}, n NEWLINE\n").len(), 1);
    }
}
