//! The standard checkers, in-process.

pub mod kattis;
mod standard;

pub use standard::Standard;
