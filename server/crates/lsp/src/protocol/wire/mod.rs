//! The layer that makes tower-lsp 0.20 safe: threads of their own for both streams, and a guard before every handler.
//!
//! tower-lsp is one task that joins reader, handlers and writer. Left to itself it runs handlers out of order, hangs on
//! a panic, stops when its output is not read, reads nothing more after bytes that are no message, and does not end
//! while a handler waits.

mod frames;
pub(crate) mod guard;
pub(crate) mod input;
pub(crate) mod output;
#[cfg(test)]
mod tests;
