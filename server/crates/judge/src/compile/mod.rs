//! Building programs.

pub mod messages;
