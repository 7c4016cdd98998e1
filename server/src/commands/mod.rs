//! One file per command.

mod asked;
mod asking;
pub(crate) mod cache;
pub(crate) mod check;
pub(crate) mod completions;
pub(crate) mod doctor;
pub(crate) mod evolve;
pub(crate) mod explain;
pub(crate) mod fix;
pub(crate) mod generate;
pub(crate) mod hack;
pub(crate) mod lsp;
pub(crate) mod minimize;
pub(crate) mod new;
pub(crate) mod rows;
pub(crate) mod run;
pub(crate) mod schema;
mod watch;
pub(crate) mod write;

/// The exit code of a command that found nothing.
const FOUND_NOTHING: u8 = 0;
/// The exit code when there is a finding of severity error or warning.
const FOUND_SOMETHING: u8 = 1;
