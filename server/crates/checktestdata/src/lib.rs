//! checktestdata: the language in which many contests describe their inputs.
//!
//! A [`Program`] is read once, also when it is half written: what an editor needs of it (problems, variables, folding
//! ranges, bounds) is then there, and it [runs](Program::run) over any number of inputs, or backwards, when it
//! [makes](Program::generate) some. Nothing here reads a file or starts a process.
//!
//! Decisions, where implementations or descriptions differ; a program that depends on the first three gets a hint or a
//! warning:
//! - `!` reaches over the next comparison or parenthesis only: `!a && b` is `(!a) && b`.
//! - `&&` binds tighter than `||`.
//! - Regular expressions are those of the current description: `\d` is a backslash and a `d`. Which match is
//!   taken is for the caller to say, in [`Limits`].
//! - Only what cannot be read, and an operator between literals that has no result (except for a division by zero), keeps
//!   a program from running. What is wrong in a part that does not run does no harm, so
//!   that a verdict is that of the command-line tools; [`Program::problems`] tells of it all the same.
//! - `UNIQUE` of arrays with different indices rejects the input, also behind `!`.
//! - `INARRAY` is false for a string among numbers, but breaks the program when the name also holds a scalar of another
//!   kind.
//! - `01` and `1.` are floats. `FLOAT` refuses leading zeros, also in the exponent, and a sign before 0.
//! - A negative count makes no round, and leaves itself in the variable of `REPI`; one that does not fit 32 bits breaks the
//!   program.
//! - Numbers have at most [`MAX_DIGITS`] digits. An input with a longer one is rejected, a program that computes one is
//!   broken.

mod check;
mod fold;
mod lex;
mod names;
mod parse;
mod regex;
mod run;
mod shown;
mod source;
#[cfg(test)]
mod tests;
pub mod tree;
mod value;
pub mod vocabulary;

pub use check::BoundSite;
pub use fold::Fold;
pub use lex::{Sign, Token, TokenKind, tokens};
pub use names::Name;
pub use regex::Preference;
pub use run::{Breakage, Draws, Limits, Policy, Reach, Rejection, Run, Shape, Sizes, Small, Verdict};
pub use source::{Level, Position, Problem, Span, Topic};
pub use value::{Fraction, MAX_SCALE, Operator, Type, Value};

/// How many digits a number of a program has at most, and one of an input unless [`Limits`] say otherwise.
pub const MAX_DIGITS: usize = 10_000;

/// The longest program that is read, in bytes; real ones are far shorter.
const MAX_SOURCE: usize = 4 << 20;

/// A program, whole or half written.
#[derive(Debug)]
pub struct Program {
    source: Vec<u8>,
    block: tree::Block,
    names: Vec<Name>,
    sites: Vec<BoundSite>,
    patterns: Vec<regex::Pattern>,
    /// Why no run says anything.
    breakage: Option<Breakage>,
    problems: Vec<Problem>,
}

impl Program {
    /// Reads a program. What is wrong with it is among its [problems](Program::problems).
    pub fn parse(source: &[u8]) -> Program {
        let is_too_long = source.len() > MAX_SOURCE;
        let source = if is_too_long { &[] } else { source };
        let parse::Read { mut block, names, mut problems } = parse::read(source);
        if is_too_long {
            problems.error(Span::default(), Topic::Syntax, "the program is longer than 4 MiB; shorten it");
        }
        let check::Prepared { sites, patterns, breakage } = check::check(&mut block, &names, &mut problems);
        let problems = problems.into_sorted();
        let unread = problems.iter().find(|problem| problem.topic == Topic::Syntax);
        let unread = unread.map(|problem| Breakage { span: problem.span, reason: problem.message.clone() });
        Program { source: source.to_vec(), block, names, sites, patterns, breakage: unread.or(breakage), problems }
    }

    /// The text that it was read from.
    pub fn source(&self) -> &[u8] {
        &self.source
    }

    /// All commands.
    pub fn commands(&self) -> &[tree::Command] {
        &self.block.commands
    }

    /// Calls `visit` with each command, at any depth, in the order of the text.
    pub fn visit<'a>(&'a self, visit: &mut dyn FnMut(&'a tree::Command)) {
        self.block.visit(visit);
    }

    /// The command whose word and arguments hold a place: of a loop and the separator in its head, the separator.
    pub fn command_around(&self, place: Span) -> Option<&tree::Command> {
        let mut found = None;
        self.visit(&mut |command| {
            if command.span.start <= place.start && place.end <= command.span.end {
                // A separator is visited behind its loop.
                found = Some(command);
            }
        });
        found
    }

    /// Why no run says anything, if none does; also among the problems.
    pub fn breakage(&self) -> Option<&Breakage> {
        self.breakage.as_ref()
    }

    /// What is to be said of it, in the order of the text.
    pub fn problems(&self) -> &[Problem] {
        &self.problems
    }

    /// All variables, in the order in which they are met.
    pub fn variables(&self) -> &[Name] {
        &self.names
    }

    /// The variable whose name stands at a byte, or ends there.
    pub fn variable_at(&self, offset: usize) -> Option<&Name> {
        self.names.iter().find(|name| name.assignments.iter().chain(&name.uses).any(|span| span.touches(offset)))
    }

    /// All places with bounds, in the order of the text.
    pub fn sites(&self) -> &[BoundSite] {
        &self.sites
    }

    /// What an editor can fold: the bodies of loops and of both branches of `IF`.
    pub fn folds(&self) -> Vec<Fold> {
        fold::folds(&self.block)
    }

    /// What the program says of an input.
    pub fn run(&self, input: &[u8], limits: &Limits) -> Verdict {
        self.observe(input, limits).verdict
    }

    /// What the program says of an input, and what it met at its bounds on the way.
    pub fn observe(&self, input: &[u8], limits: &Limits) -> Run {
        run::run(self, input, limits)
    }

    /// Runs backwards: makes an input that the program accepts under these limits, the same for the same [`Draws`]. `None`
    /// when none is found, which does not mean that there is none.
    pub fn generate(&self, draws: &Draws, limits: &Limits) -> Option<Vec<u8>> {
        run::generate(self, draws, limits)
    }

    /// Runs backwards as well: makes all [small](Small) inputs that the program accepts under these limits, in an order that is
    /// always the same, or as many of them as are wanted.
    pub fn small_inputs(&self, small: &Small, limits: &Limits) -> Vec<Vec<u8>> {
        run::small_inputs(self, small, limits)
    }
}
