//! Watching a program until it ends or passes a limit, and seeing to it that nothing of it is left.

use std::{
    os::{fd::AsFd as _, unix::net::UnixStream},
    time::{Duration, Instant},
};

use nix::{
    errno::Errno,
    poll::{PollFd, PollFlags, PollTimeout, poll},
    unistd::Pid,
};
use problem::executor::{Exceeded, ExitStatus, RunLimits};

use super::{
    child::Started,
    exit_status,
    tree::Tree,
    wire::{self, Reply},
};

/// How often a running program's CPU time and memory are looked at.
const SAMPLE: Duration = Duration::from_millis(10);

/// What was seen of a program while it ran.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Seen {
    exceeded: Option<Exceeded>,
    cpu: Duration,
    memory_bytes: u64,
}

/// Waits until the program ends or passes a limit, and kills it then.
pub(super) fn watch(
    socket: &mut UnixStream,
    tree: &Tree,
    program: &Started,
    limits: &RunLimits,
    started: Instant,
) -> Seen {
    let mut seen = Seen::default();
    let wall = Duration::from_millis(limits.wall_ms);
    loop {
        let left = wall.saturating_sub(started.elapsed()).min(SAMPLE);
        let exit = PollFd::new(program.exit.as_fd(), PollFlags::POLLIN);
        let mut ready = [exit, PollFd::new(socket.as_fd(), PollFlags::POLLIN)];
        let timeout = PollTimeout::try_from(left.as_millis() as i32 + 1).unwrap_or(PollTimeout::ZERO);
        let polled = poll(&mut ready, timeout);
        let [ended, order] = ready.map(|fd| fd.any().unwrap_or(false));
        if ended {
            return seen;
        }
        let usage = tree.usage(program.pid);
        seen.cpu = seen.cpu.max(usage.cpu);
        seen.memory_bytes = seen.memory_bytes.max(usage.memory_bytes);
        let failed = matches!(polled, Err(error) if error != Errno::EINTR);
        seen.exceeded = if failed || order || started.elapsed() >= wall {
            Some(Exceeded::Wall)
        } else if usage.cpu >= Duration::from_millis(limits.cpu_ms) {
            Some(Exceeded::Cpu)
        } else if usage.memory_bytes > limits.memory_bytes {
            Some(Exceeded::Memory)
        } else {
            None
        };
        if seen.exceeded.is_some() {
            tree.kill_all();
            if order {
                // Whether it was an order or the judge's end: an order is read here, an end is seen again later.
                drop(wire::receive::<()>(socket));
            }
            return seen;
        }
    }
}

/// Collects the program, then kills and collects everything that it left behind.
pub(super) fn reap(tree: &Tree, program: Pid, seen: &Seen, started: Instant) -> Reply {
    let mut status = ExitStatus::Exited(0);
    let (mut cpu_us, mut wall_us, mut memory_kb) = (0, 0, seen.memory_bytes / 1024);
    let mut ended = false;
    loop {
        // Most programs leave nobody behind, and that is one call to find out.
        let mut next = wait_any(if ended { libc::WNOHANG } else { 0 });
        if matches!(next, Waited::Nobody) {
            tree.kill_all();
            next = wait_any(0);
        }
        let Waited::Ended(pid, ending, usage) = next else { break };
        cpu_us += micros(usage.ru_utime) + micros(usage.ru_stime);
        memory_kb = memory_kb.max(usage.ru_maxrss as u64);
        if pid == program.as_raw() {
            ended = true;
            status = exit_status(ending);
            wall_us = started.elapsed().as_micros() as u64;
        }
    }
    if let Some(exceeded) = seen.exceeded {
        status = ExitStatus::Killed(exceeded);
    }
    let cpu_us = cpu_us.max(seen.cpu.as_micros() as u64);
    Reply { cpu_us, wall_us, memory_kb, ..Reply::of(status) }
}

fn micros(time: libc::timeval) -> u64 {
    time.tv_sec as u64 * 1_000_000 + time.tv_usec as u64
}

enum Waited {
    /// A child has ended.
    Ended(i32, i32, libc::rusage),
    /// No child has ended yet.
    Nobody,
    /// There are no children.
    Childless,
}

fn wait_any(flags: i32) -> Waited {
    let mut status = 0;
    // SAFETY: all zeroes is a valid value of this plain structure.
    let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
    loop {
        // SAFETY: the pointers are to locals.
        let pid = unsafe { libc::wait4(-1, &raw mut status, flags, &raw mut usage) };
        match pid {
            1.. => return Waited::Ended(pid, status, usage),
            0 => return Waited::Nobody,
            _ if Errno::last() == Errno::EINTR => {}
            _ => return Waited::Childless,
        }
    }
}
