//! For tests: folders written as text, an executor without processes, a world in which every job ends as a test wants,
//! an executor whose programs run in worker processes, and a server of language models.
//!
//! Invariant: nothing here but [`remote`] touches a file or starts a process.

pub mod executor;
pub mod fixture;
pub mod model_server;
pub mod remote;
pub mod world;
