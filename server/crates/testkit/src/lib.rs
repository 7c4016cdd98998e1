//! For tests: folders written as text, an executor without processes, a world in which every job ends as a test wants,
//! an executor whose programs run in worker processes, what every executor does, a server of language models, an editor,
//! and folders on disk.
//!
//! Invariant: nothing here starts a process but [`remote`], [`contract`], which has its program built, and [`temporary`],
//! whose scripts another process writes.

pub mod answers;
pub mod contract;
pub mod editor;
pub mod examples;
pub mod executor;
pub mod fixture;
pub mod folder;
pub mod hostile;
pub mod model_server;
pub mod random;
pub mod remote;
pub mod small;
pub mod temporary;
pub mod wait;
pub mod world;
