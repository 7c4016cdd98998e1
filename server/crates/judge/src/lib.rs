//! Compilers, processes, cache, settings files: the only crate that runs a program or touches a file.
//!
//! Invariant: a program of the folder runs only through the [`problem::executor::Executor`] seam.

pub mod compile;
pub mod dirs;
mod facts;
pub mod folder;
pub mod local;
pub mod scratch;
pub mod session;
pub mod spawner;
pub mod store;
mod sync;
mod system;
pub mod testlib;
pub mod user;
pub mod watch;
pub mod words;
