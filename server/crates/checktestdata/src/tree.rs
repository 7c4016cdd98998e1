//! What a program says, as a tree.
//!
//! Invariants: the depth of a tree is bounded; operators of one level are lists and not nested, so that a long sum is not
//! a deep tree. What could not be read is [`ExpressionKind::Missing`], and then the program has a syntax error.

use crate::source::Span;
use crate::value::{Operator, Value};
use crate::vocabulary::Word;

/// The number of a variable in [`Program::variables`](crate::Program::variables): all that a run knows of its name.
pub type Slot = usize;

/// The number of a place in [`Program::sites`](crate::Program::sites).
pub type SiteNumber = usize;

/// One command, a loop or `IF` with all that is within.
#[derive(Debug)]
pub struct Command {
    /// The word.
    pub word: Word,
    /// From the word to the closing parenthesis, without the commands within.
    pub span: Span,
    /// What it does.
    pub operation: Operation,
    /// The steps that it takes at least, by the size of its arguments.
    pub(crate) cost: u64,
}

/// What a command does.
#[derive(Debug)]
pub enum Operation {
    /// `SPACE`, `NEWLINE`.
    Byte(u8),
    /// `EOF`.
    End,
    /// `INT`, `FLOAT`, `FLOATP`.
    Number(Box<NumberField>),
    /// `STRING`.
    Text(Expression),
    /// `REGEX`.
    Pattern(Box<PatternField>),
    /// `ASSERT`.
    Assert(Expression),
    /// `SET`.
    Set(Vec<(Variable, Expression)>),
    /// `UNSET`.
    Unset(Vec<Slot>),
    /// `REP`, `REPI`.
    Repeat(Box<Repeat>),
    /// `WHILE`, `WHILEI`.
    While(Box<While>),
    /// `IF`.
    If(Box<Branches>),
}

/// `INT`, `FLOAT` or `FLOATP`.
#[derive(Debug)]
pub struct NumberField {
    /// What is read.
    pub format: Format,
    /// The least value.
    pub min: Expression,
    /// The greatest value.
    pub max: Expression,
    /// Where it is stored.
    pub target: Option<Variable>,
    /// Its place among the bounds.
    pub site: SiteNumber,
}

/// How a number is written.
#[derive(Debug)]
pub enum Format {
    /// `INT`.
    Integer,
    /// `FLOAT`, and with the least and greatest number of decimals `FLOATP`.
    Float(Notation, Option<(Expression, Expression)>),
}

/// Which floats are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notation {
    /// With or without an exponent.
    Any,
    /// Without.
    Fixed,
    /// With.
    Scientific,
}

/// `REGEX`.
#[derive(Debug)]
pub struct PatternField {
    /// The regular expression.
    pub pattern: Expression,
    /// Where the text is stored that it matches.
    pub target: Option<Variable>,
    /// Its number among the patterns that are compiled before a run.
    pub(crate) number: Option<usize>,
}

/// `REP` or `REPI`.
#[derive(Debug)]
pub struct Repeat {
    /// What counts the rounds.
    pub counter: Option<Variable>,
    /// How many rounds there are.
    pub count: Expression,
    /// What is done between two rounds.
    pub separator: Option<Command>,
    /// What is done in a round.
    pub body: Block,
    /// Its place among the bounds.
    pub site: SiteNumber,
}

/// `WHILE` or `WHILEI`.
#[derive(Debug)]
pub struct While {
    /// What counts the rounds.
    pub counter: Option<Variable>,
    /// What holds before each round.
    pub test: Expression,
    /// What is done between two rounds.
    pub separator: Option<Command>,
    /// What is done in a round.
    pub body: Block,
}

/// `IF`.
#[derive(Debug)]
pub struct Branches {
    /// Which branch is taken.
    pub test: Expression,
    /// When it holds.
    pub then: Block,
    /// When it does not.
    pub otherwise: Option<Block>,
}

/// Commands up to `ELSE` or `END`.
#[derive(Debug, Default)]
pub struct Block {
    /// From behind the head of the command to the word that ends the block.
    pub span: Span,
    /// What is within.
    pub commands: Vec<Command>,
}

/// A variable, or an element of an array.
#[derive(Debug)]
pub struct Variable {
    /// Which one.
    pub slot: Slot,
    /// None for a scalar.
    pub indices: Vec<Expression>,
    /// With the indices.
    pub span: Span,
}

/// A value or a test.
#[derive(Debug)]
pub struct Expression {
    /// With parentheses around it.
    pub span: Span,
    /// What it says.
    pub kind: ExpressionKind,
}

/// What an expression says.
#[derive(Debug)]
pub enum ExpressionKind {
    /// It could not be read, which was reported.
    Missing,
    /// A literal, or what was computed from literals.
    Constant(Value),
    /// The value of a variable.
    Variable(Variable),
    /// `-x`.
    Negate(Box<Expression>),
    /// Operators of one level, from left to right.
    Chain(Box<Expression>, Vec<(Operator, Expression)>),
    /// `STRLEN`.
    Length(Box<Expression>),
    /// A comparison.
    Compare(Box<Expression>, Comparison, Box<Expression>),
    /// `!`.
    Not(Box<Expression>),
    /// Tests joined by `&&`.
    All(Vec<Expression>),
    /// Tests joined by `||`.
    Any(Vec<Expression>),
    /// `ISEOF`.
    IsEnd,
    /// `MATCH`.
    Match(Box<Expression>),
    /// `UNIQUE`.
    Unique(Vec<Slot>),
    /// `INARRAY`.
    InArray(Box<Expression>, Slot),
}

impl ExpressionKind {
    /// Whether it is true or false, and not a value.
    pub fn is_test(&self) -> bool {
        match self {
            ExpressionKind::Missing
            | ExpressionKind::Constant(_)
            | ExpressionKind::Variable(_)
            | ExpressionKind::Negate(_)
            | ExpressionKind::Chain(..)
            | ExpressionKind::Length(_) => false,
            ExpressionKind::Compare(..)
            | ExpressionKind::Not(_)
            | ExpressionKind::All(_)
            | ExpressionKind::Any(_)
            | ExpressionKind::IsEnd
            | ExpressionKind::Match(_)
            | ExpressionKind::Unique(_)
            | ExpressionKind::InArray(..) => true,
        }
    }
}

/// How two values are compared.
#[allow(missing_docs, reason = "each is named as what it is")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    Equal,
    NotEqual,
}

impl Comparison {
    /// Whether it holds between values in this order.
    pub fn holds(self, order: std::cmp::Ordering) -> bool {
        match self {
            Comparison::Less => order.is_lt(),
            Comparison::LessOrEqual => order.is_le(),
            Comparison::Greater => order.is_gt(),
            Comparison::GreaterOrEqual => order.is_ge(),
            Comparison::Equal => order.is_eq(),
            Comparison::NotEqual => order.is_ne(),
        }
    }
}

impl Block {
    /// Calls `visit` with each command within, at any depth, in the order of the text.
    pub fn visit<'a>(&'a self, visit: &mut dyn FnMut(&'a Command)) {
        for command in &self.commands {
            visit(command);
            match &command.operation {
                Operation::Repeat(repeat) => {
                    repeat.separator.iter().for_each(&mut *visit);
                    repeat.body.visit(visit);
                }
                Operation::While(repeat) => {
                    repeat.separator.iter().for_each(&mut *visit);
                    repeat.body.visit(visit);
                }
                Operation::If(branches) => {
                    branches.then.visit(visit);
                    branches.otherwise.iter().for_each(|block| block.visit(visit));
                }
                Operation::Byte(_)
                | Operation::End
                | Operation::Number(_)
                | Operation::Text(_)
                | Operation::Pattern(_)
                | Operation::Assert(_)
                | Operation::Set(_)
                | Operation::Unset(_) => {}
            }
        }
    }
}
