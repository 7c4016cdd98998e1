//! The launcher: a small process of ours that starts programs and waits for them.
//!
//! A program's peak memory starts at its parent's resident size, and forking a large process is slow; so programs are
//! started by a helper that stays small. The helper is this same executable, run under another name. It shuts itself in
//! once, before the first program, and every program inherits that; so a sealed run costs hardly more than a bare one.
//! It is the reaper of everything its programs leave behind, and it ends, with all of them, when its socket closes, so
//! that nothing outlives a killed judge.
//!
//! All this is Linux's. On other systems the judge starts programs itself, with limits only: see `portable`.

#[cfg(target_os = "linux")]
mod board;
#[cfg(target_os = "linux")]
mod cgroup;
#[cfg(target_os = "linux")]
mod child;
#[cfg(target_os = "linux")]
mod client;
#[cfg(any(test, not(target_os = "linux")))]
#[cfg_attr(
    target_os = "linux",
    allow(dead_code, unreachable_pub, unused_imports, reason = "tested here, used on other systems")
)]
mod portable;
#[cfg(target_os = "linux")]
mod resident;
#[cfg(target_os = "linux")]
mod seal;
#[cfg(target_os = "linux")]
mod server;
#[cfg(target_os = "linux")]
mod tree;
#[cfg(target_os = "linux")]
mod waiting;
#[cfg(target_os = "linux")]
mod watch;
mod wire;
#[cfg(target_os = "linux")]
mod work;

use std::fmt;

#[cfg(target_os = "linux")]
pub use board::{Board, clock};
#[cfg(target_os = "linux")]
pub use cgroup::Cgroups;
#[cfg(target_os = "linux")]
pub use client::{Finished, Launcher, StopHandle, named_pipes};
#[cfg(not(target_os = "linux"))]
pub use portable::{Cgroups, Finished, Launcher, StopHandle, clock, remove_directory, serve_if_asked};
#[cfg(unix)]
use problem::executor::{Exceeded, ExitStatus, RunLimits};
use serde::{Deserialize, Serialize};
#[cfg(target_os = "linux")]
pub use server::serve_if_asked;
pub use wire::{BOX, MAX_FILES, MAX_OUTPUTS, Program, Reply, Request, Setup, Side, VisibleFiles, WritablePlace};
#[cfg(target_os = "linux")]
pub use work::remove_directory;

/// How a process ended, by what waiting for it said.
#[cfg(unix)]
fn exit_status(status: libc::c_int) -> ExitStatus {
    match libc::WIFSIGNALED(status) {
        false => ExitStatus::Exited(libc::WEXITSTATUS(status)),
        true => ExitStatus::Signalled(libc::WTERMSIG(status)),
    }
}

/// What an ending says when it is known what was used: the signals that tell of limits may come from anybody, the program
/// itself included.
#[cfg(unix)]
fn by_limits(status: ExitStatus, cpu_us: u64, limits: &RunLimits, wrote_too_much: impl FnOnce() -> bool) -> ExitStatus {
    match status {
        ExitStatus::Signalled(libc::SIGXCPU) if cpu_us >= limits.cpu_ms.saturating_mul(1000) => {
            ExitStatus::Killed(Exceeded::Cpu)
        }
        ExitStatus::Signalled(libc::SIGXFSZ) if wrote_too_much() => ExitStatus::Killed(Exceeded::Output),
        status => status,
    }
}

/// How well programs are shut in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Level {
    /// Limits on time, memory and output, a fresh directory, no environment.
    LimitsOnly,
    /// Also Landlock and seccomp: no file outside, no network, no other process.
    Reduced,
    /// Also namespaces with a private root: nothing of the machine is there at all.
    Full,
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Level::LimitsOnly => "limits-only",
            Level::Reduced => "reduced",
            Level::Full => "full",
        })
    }
}
