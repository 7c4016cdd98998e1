//! For tests: folders written as text, printed problems, an executor without processes.
//!
//! Invariant: nothing here touches a file or starts a process.

pub mod executor;
pub mod fixture;
pub mod print;
pub mod world;
