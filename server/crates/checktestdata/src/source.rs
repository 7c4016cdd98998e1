//! Places in a program and in an input, and what is said about a program.
//!
//! Invariant: a place is a span of bytes; [`Position`] makes lines and columns of it.

use std::fmt;

/// Bytes from `start` up to, not including, `end`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// The first byte.
    pub start: usize,
    /// The byte behind the last one.
    pub end: usize,
}

impl Span {
    pub(crate) fn new(start: usize, end: usize) -> Span {
        Span { start, end }
    }

    /// From the start of this span to the end of `last`.
    pub(crate) fn to(self, last: Span) -> Span {
        Span { start: self.start, end: last.end.max(self.start) }
    }

    /// The bytes of the span.
    pub fn of(self, text: &[u8]) -> &[u8] {
        &text[self.start..self.end]
    }

    /// Whether the byte at `offset` lies within, or the span ends there.
    pub fn touches(self, offset: usize) -> bool {
        self.start <= offset && offset <= self.end
    }
}

/// A line and a column, both from 1; the column counts bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// How many line ends stand before, and one.
    pub line: usize,
    /// How many bytes of the line stand before, and one.
    pub column: usize,
}

impl Position {
    /// Where the byte at `offset` stands; an offset behind the end counts as the end.
    pub fn of(text: &[u8], offset: usize) -> Position {
        let before = &text[..offset.min(text.len())];
        let line_start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        let line = before.iter().filter(|&&byte| byte == b'\n').count() + 1;
        Position { line, column: before.len() - line_start + 1 }
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// How much a [`Problem`] matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// The program cannot do what it says.
    Error,
    /// The program does what is probably not meant.
    Warning,
    /// The program is right, and can be misread, by people or by another implementation.
    Hint,
}

/// What a [`Problem`] is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Topic {
    /// The text is no program; it is not run.
    Syntax,
    /// A value is of a kind that is of no use at its place. The program is run, and is broken when it gets there.
    Type,
    /// A variable is read that nothing has assigned.
    Unassigned,
    /// Bounds or counts that make no sense.
    Bounds,
    /// A regular expression that cannot be read, or that implementations read differently.
    Regex,
    /// Operators that implementations group differently.
    Grouping,
}

/// Something to say about a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// What is to blame.
    pub span: Span,
    /// How much it matters.
    pub level: Level,
    /// What it is about.
    pub topic: Topic,
    /// What is wrong, and what to do about it.
    pub message: String,
}

/// How many problems of one program are kept; beyond them nobody reads.
const MAX_PROBLEMS: usize = 200;

/// All that is said about one program.
#[derive(Debug, Default)]
pub(crate) struct Problems(Vec<Problem>);

impl Problems {
    pub(crate) fn say(&mut self, span: Span, level: Level, topic: Topic, message: impl Into<String>) {
        if self.0.len() < MAX_PROBLEMS {
            self.0.push(Problem { span, level, topic, message: message.into() });
        }
    }

    pub(crate) fn error(&mut self, span: Span, topic: Topic, message: impl Into<String>) {
        self.say(span, Level::Error, topic, message);
    }

    /// In the order of the text.
    pub(crate) fn into_sorted(mut self) -> Vec<Problem> {
        self.0.sort_by_key(|problem| problem.span);
        self.0
    }
}
