//! Compilers and programs for real, against what they are taken for.

mod checkers;
mod compiler_messages;
mod extract;
mod testlib_api;
mod trace;
