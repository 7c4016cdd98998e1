//! One file per command.

mod asked;
mod asking;
pub(crate) mod bounds;
pub(crate) mod cache;
pub(crate) mod calibrate;
pub(crate) mod check;
pub(crate) mod cluster;
pub(crate) mod completions;
mod contest;
pub(crate) mod doctor;
pub(crate) mod evaluate;
pub(crate) mod evolve;
pub(crate) mod explain;
pub(crate) mod export;
pub(crate) mod fix;
pub(crate) mod generate;
pub(crate) mod hack;
pub(crate) mod import;
pub(crate) mod languages;
pub(crate) mod lsp;
pub(crate) mod mcp;
pub(crate) mod minimize;
pub(crate) mod mutate;
pub(crate) mod new;
pub(crate) mod probe;
mod reporting;
pub(crate) mod rows;
pub(crate) mod run;
pub(crate) mod schema;
pub(crate) mod show;
pub(crate) mod stress;
mod watch;
pub(crate) mod worker;
pub(crate) mod write;

/// Exit code 0: the command did what was asked and has nothing to complain of.
const SUCCESS: u8 = 0;
/// Exit code 1: there is a finding, or nothing usable came of it.
const FAILURE: u8 = 1;
