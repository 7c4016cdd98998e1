//! FreeMarker expressions: numbers, strings, booleans, sequences, ranges, hashes, operators and built-ins.
//!
//! Invariant: the depth of a tree is bounded. Operators of one level, and what follows an operand, are lists and not
//! nested, so that a long sum is not a deep tree.

mod built_in;
mod decimal;
mod evaluate;
mod format;
mod lex;
mod operate;
mod parse;
mod value;

use std::rc::Rc;

use super::MAX_DEPTH;
use crate::source::Span;
pub(super) use decimal::Decimal;
pub(super) use evaluate::{Fault, evaluate};
pub(super) use format::{NumberFormat, printed};
pub(super) use lex::Symbol;
pub(super) use parse::Parser;
pub(super) use value::{Items, Value};

/// An expression that cannot be read.
#[derive(Debug)]
pub(super) struct Wrong {
    pub(super) span: Span,
    pub(super) message: String,
}

/// Where in the source the text of an expression stands.
#[derive(Clone, Copy, Debug)]
pub(super) enum Place {
    /// It begins at this byte.
    At(usize),
    /// It is part of a string whose escapes are undone; only the string's span is known.
    Within(Span),
}

impl Place {
    fn span(self, start: usize, end: usize) -> Span {
        match self {
            Place::At(base) => Span::new(base + start, base + end),
            Place::Within(span) => span,
        }
    }
}

#[derive(Debug)]
pub(super) struct Expression {
    span: Span,
    kind: Kind,
}

impl Expression {
    pub(super) fn span(&self) -> Span {
        self.span
    }
}

#[derive(Debug)]
enum Kind {
    Constant(Value),
    /// A string with interpolations.
    Template(Vec<Part>),
    Variable(String),
    Sequence(Vec<Expression>),
    Hash(Vec<(Expression, Expression)>),
    Prefix(Vec<Prefix>, Box<Expression>),
    /// Operators of one level, from left to right.
    Chain(Box<Expression>, Vec<(Operator, Expression)>),
    Range(Box<Expression>, RangeEnd),
    Postfix(Box<Expression>, Vec<Postfix>),
}

#[derive(Debug)]
enum Part {
    Text(Rc<str>),
    Interpolation(Expression),
}

#[derive(Clone, Copy, Debug)]
enum Prefix {
    Not,
    Minus,
    Plus,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Operator {
    Or,
    And,
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
}

#[derive(Debug)]
enum RangeEnd {
    Inclusive(Box<Expression>),
    Exclusive(Box<Expression>),
    Length(Box<Expression>),
    Open,
}

/// What follows an operand.
#[derive(Debug)]
enum Postfix {
    /// `.name`
    Key(String),
    /// `[index]`
    Index(Expression),
    /// `?name(args)`
    BuiltIn(BuiltIn),
    /// `!` with or without a value
    Default(Option<Expression>),
    /// `??`
    Exists,
}

#[derive(Debug)]
struct BuiltIn {
    /// With words separated by `_`, also when they were written as `camelCase`.
    name: String,
    args: Vec<Expression>,
    span: Span,
}
