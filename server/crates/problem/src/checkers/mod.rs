//! The standard checkers, in-process.

pub mod kattis;
mod standard;

pub use standard::Standard;

/// Stub.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutcomeKind {
    /// ok
    Ok,
    /// wa
    Wa,
    /// pe
    Pe,
    /// fail
    Fail,
    /// points
    Points,
}
