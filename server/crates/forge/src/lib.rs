//! Makes tests, and says what a suite of them is worth.
//!
//! The methods are those of four papers; an item that implements a mechanism of theirs says its id, and so does the
//! name of its test: CCO for CodeContests-O, HTG for HardTestGen, EVC for EvolveCoder, CCP for CodeContests+.
//! `server/MECHANISMS.md` lists them, and a test compares.

pub mod answers;
pub mod apply;
pub mod ask;
pub mod bench;
pub mod calibrate;
pub mod commands;
pub mod describe;
pub mod edits;
pub mod evaluate;
pub mod evidence;
pub mod gather;
pub mod growth_plot;
pub mod hack;
pub mod minimise;
pub mod model;
pub mod mutate;
mod offline;
pub mod place;
pub mod probe;
pub mod promote;
pub mod prompt;
pub mod reach;
mod recorded;
pub mod repair;
pub mod report;
#[cfg(test)]
mod rig;
pub mod shrink;
mod smaller;
mod spoken;
pub mod stress;
pub mod suite;
pub mod tries;
pub mod write;
