//! The standard checkers, in-process.
//!
//! [`Standard`] holds the 21 well-known testlib checkers, which decide from the bytes of the output and of the answer
//! and say exactly what the C++ programs say. [`kattis`] is the comparison that packages of the ICPC format use when
//! they bring no validator of their own.
//!
//! Invariant: files are byte strings and are never decoded; the input file is never needed.

mod cases;
mod files;
mod integers;
pub mod kattis;
mod lines;
mod message;
mod number;
mod outcome;
mod points;
mod reals;
mod standard;
mod stream;
mod telling;
mod tokens;
mod yes_no;

pub use outcome::{Outcome, OutcomeKind, Report, ReportForm};
pub use standard::Standard;
pub use telling::Case;
