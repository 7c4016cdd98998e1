//! For tests: folders written as text, an executor without processes, a world in which every job ends as a test wants.
//!
//! Invariant: nothing here touches a file or starts a process.

pub mod executor;
pub mod fixture;
pub mod world;
