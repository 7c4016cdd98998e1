//! What is said of a program that was read, and what is made ready for running it.
//!
//! A program with such errors runs: an implementation only stumbles over them where it comes to, and a verdict must be the
//! same. Each check is certain of what it calls an error.

mod flow;
mod prepare;
mod types;

use crate::names::Name;
use crate::regex::Pattern;
use crate::run::Breakage;
use crate::source::{Problems, Span};
use crate::tree::Block;
use crate::value::Value;
use crate::vocabulary::Word;

/// A place with bounds: of a number that is read, or of a count of rounds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoundSite {
    /// The command.
    pub span: Span,
    /// `INT`, `FLOAT`, `FLOATP`, `REP` or `REPI`.
    pub word: Word,
    /// The name of the variable that the number is stored in, without indices.
    pub variable: Option<String>,
    /// The least value, when it is a constant; for a count the count itself.
    pub min: Option<Value>,
    /// The greatest value, when it is a constant; for a count the count itself.
    pub max: Option<Value>,
}

/// What a program has beside its tree.
#[derive(Debug, Default)]
pub(crate) struct Prepared {
    pub(crate) sites: Vec<BoundSite>,
    /// The regular expressions that are constants and can be read, as far as they are compiled before a run.
    pub(crate) patterns: Vec<Pattern>,
    /// Operators between literals that have no result, which breaks each run.
    pub(crate) breakage: Option<Breakage>,
}

/// Computes what is constant, numbers the sites and the patterns, and checks.
pub(crate) fn check(block: &mut Block, names: &[Name], problems: &mut Problems) -> Prepared {
    let prepared = prepare::prepare(block, names, problems);
    types::check(block, names, problems);
    flow::check(block, names, problems);
    prepared
}
