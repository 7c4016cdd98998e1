//! Watching a program until it ends or passes a limit, and seeing to it that nothing of it is left.
//!
//! CPU time and memory are those of all processes of a run: what `wait4` reports, what is seen every 10 ms, and what
//! the control group counted. Memory includes page tables and what the program wrote into files in memory. Ignoring
//! SIGCHLD is granted in name only (`seal::filter`), so that children stay to be waited for.

use std::{
    os::{fd::AsFd as _, unix::net::UnixStream},
    time::{Duration, Instant},
};

use nix::{
    errno::Errno,
    poll::{PollFd, PollFlags, PollTimeout, poll},
    unistd::Pid,
};
use problem::executor::{Exceeded, ExitStatus};

use super::{
    board::{Board, clock},
    child::Started,
    exit_status,
    tree::Tree,
    waiting::{Doing, Starvation},
    wire::{self, Reply, Request, Side},
    work::WorkDir,
};

/// How often a running program's CPU time and memory are looked at.
const SAMPLE: Duration = Duration::from_millis(10);
/// A program that has been without a core or idle for less than this needs no closer look.
const UNEVENTFUL: Duration = Duration::from_millis(50);
/// By the clock alone a program is stopped after so many times its bound, or so much more, whichever comes first: then it
/// cannot be measured.
const MAX_TIMES: u32 = 20;
const MAX_MORE: Duration = Duration::from_secs(300);

/// What was seen of a program while it ran.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Seen {
    ended_as: Option<ExitStatus>,
    cpu: Duration,
    memory_bytes: u64,
    waited: Duration,
}

/// One side of an interaction, with what both sides tell.
pub(super) struct SideOnBoard {
    pub(super) side: Side,
    pub(super) board: Board,
}

/// Waits until the program ends or passes a limit, and kills it then.
///
/// What the bound of wall-clock time bounds is the time that was the program's own: in which it ran, or did not want to.
pub(super) fn watch(
    socket: &mut UnixStream,
    (tree, work): (&Tree, &WorkDir),
    program: &Started,
    request: &Request,
    started: Instant,
    side: Option<&SideOnBoard>,
) -> Seen {
    let mut seen = Seen::default();
    let limits = &request.limits;
    // What is shared may be counted twice as long as nobody wants to know, and it is no more than is allowed.
    let guess = if request.tells_memory { 0 } else { limits.memory_bytes };
    let wall = Duration::from_millis(limits.wall_ms);
    let most = (wall * MAX_TIMES).min(wall + MAX_MORE);
    let mut waiting = Starvation::default();
    let start = clock();
    loop {
        let exit = PollFd::new(program.exit.as_fd(), PollFlags::POLLIN);
        let mut ready = [exit, PollFd::new(socket.as_fd(), PollFlags::POLLIN)];
        let left = wall.checked_sub(started.elapsed()).unwrap_or(SAMPLE).min(SAMPLE);
        let timeout = PollTimeout::try_from(left.as_millis() as i32 + 1).unwrap_or(PollTimeout::ZERO);
        let polled = poll(&mut ready, timeout);
        let [ended, order] = ready.map(|fd| fd.any().unwrap_or(false));
        if ended {
            side.inspect(|side| side.board.tell_end(side.side));
            return seen;
        }
        // Before anything is looked at: what passes while we look, or wait for a core ourselves, is not held against it.
        let (elapsed, now) = (started.elapsed(), clock());
        let usage = tree.usage(program.pid, guess);
        let memory_bytes = usage.memory_bytes + work.written_bytes();
        seen.cpu = seen.cpu.max(usage.cpu);
        seen.memory_bytes = seen.memory_bytes.max(memory_bytes);
        let mut others = Duration::ZERO;
        let mut doing = Doing::default();
        if side.is_some() || elapsed.saturating_sub(seen.cpu) > UNEVENTFUL {
            doing = waiting.look(tree);
            seen.waited = waiting.total();
        }
        if let Some(SideOnBoard { side, board }) = side {
            let is_reading = if request.pipes.is_empty() { doing.is_reading } else { doing.is_reading_alone };
            board.tell(*side, seen.cpu + seen.waited, is_reading, now);
            others = board.others_were_busy(*side, start, now);
        }
        let own = elapsed.saturating_sub(seen.waited).saturating_sub(others);
        let failed = matches!(polled, Err(error) if error != Errno::EINTR);
        seen.ended_as = if failed || order || elapsed >= most {
            Some(ExitStatus::Unmeasured)
        } else if own >= wall && !doing.wants_to_run {
            Some(ExitStatus::Killed(Exceeded::Wall))
        } else if usage.cpu >= Duration::from_millis(limits.cpu_ms) {
            Some(ExitStatus::Killed(Exceeded::Cpu))
        } else if memory_bytes > limits.memory_bytes {
            Some(ExitStatus::Killed(Exceeded::Memory))
        } else {
            None
        };
        if seen.ended_as.is_some() {
            tree.kill_all();
            side.inspect(|side| side.board.tell_end(side.side));
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
    if let Some(ended_as) = seen.ended_as {
        status = ended_as;
    }
    let cpu_us = cpu_us.max(seen.cpu.as_micros() as u64);
    Reply { cpu_us, wall_us, waited_us: seen.waited.as_micros() as u64, memory_kb, ..Reply::of(status) }
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
        let pid = unsafe { libc::wait4(-1, &raw mut status, flags | libc::__WALL, &raw mut usage) };
        match pid {
            1.. => return Waited::Ended(pid, status, usage),
            0 => return Waited::Nobody,
            _ if Errno::last() == Errno::EINTR => {}
            _ => return Waited::Childless,
        }
    }
}
