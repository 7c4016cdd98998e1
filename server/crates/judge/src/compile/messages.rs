//! Compiler messages.
