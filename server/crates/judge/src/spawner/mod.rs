//! The spawner: a small process of ours that starts programs and waits for them.
//!
//! A program's peak memory starts at its parent's resident size, and forking a large process is slow; so programs are
//! started by a helper that stays small. The helper is this same executable, run under another name. It is the reaper
//! of everything its programs leave behind, and it ends, with all of them, when its socket closes, so that nothing
//! outlives a killed judge.

mod client;
mod server;
mod wire;

pub use client::{Spawner, StopHandle};
pub use server::serve_if_asked;
pub use wire::{Reply, Request};
