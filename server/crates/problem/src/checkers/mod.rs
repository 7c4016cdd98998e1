//! The standard checkers, in-process.
