//! For tests: folders written as text, an executor without processes, a world in which every job ends as a test wants,
//! and an executor whose programs run in worker processes.
//!
//! Invariant: nothing here but [`remote`] touches a file or starts a process.

pub mod executor;
pub mod fixture;
pub mod remote;
pub mod world;
