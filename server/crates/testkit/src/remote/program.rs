//! One program: started under its limits, watched until it ends or passes one.

use std::{
    fs, io,
    os::{
        fd::{AsFd as _, FromRawFd as _, OwnedFd, RawFd},
        unix::process::CommandExt as _,
    },
    path::Path,
    process::{Command, Stdio},
    time::{Duration, Instant},
};

use nix::{
    errno::Errno,
    poll::{PollFd, PollFlags, PollTimeout, poll},
    sys::{
        resource::{Resource, getrlimit, setrlimit},
        signal::{Signal, kill, killpg},
    },
    unistd::{Pid, setsid},
};
use problem::executor::{Action, Exceeded, ExitStatus, RunLimits};

/// How often a running program is looked at.
const SAMPLE: Duration = Duration::from_millis(10);

/// A program that was started.
pub(super) struct Started {
    pid: Result<Pid, i32>,
    limits: RunLimits,
    at: Instant,
}

/// How it ended and what it used.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ending {
    pub(super) status: ExitStatus,
    pub(super) cpu_us: u64,
    pub(super) wall_us: u64,
    pub(super) memory_kb: u64,
}

/// Starts a program. It dies with the thread that calls this.
pub(super) fn start(action: &Action, program: &Path, directory: &Path, streams: [OwnedFd; 3]) -> Started {
    let [stdin, stdout, stderr] = streams.map(Stdio::from);
    let mut command = Command::new(program);
    command.arg0(action.args.first().map_or("", String::as_str)).args(action.args.iter().skip(1));
    command.env_clear().envs(&action.env).current_dir(directory);
    command.stdin(stdin).stdout(stdout).stderr(stderr);
    let (limits, at) = (action.limits, Instant::now());
    // SAFETY: only system calls are made between the fork and the program.
    let spawned = unsafe { command.pre_exec(move || shut_in(&limits)) }.spawn();
    let pid = spawned.map(|child| Pid::from_raw(child.id() as i32));
    Started { pid: pid.map_err(|error| error.raw_os_error().unwrap_or(libc::EIO)), limits, at }
}

fn shut_in(limits: &RunLimits) -> io::Result<()> {
    setsid()?;
    // SAFETY: a flag and a signal's number.
    unsafe { libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL, 0, 0, 0) };
    let cpu_s = limits.cpu_ms.div_ceil(1000) + 1;
    let file_bytes = limits.output_bytes + 1;
    let wanted = [
        (Resource::RLIMIT_CPU, cpu_s),
        (Resource::RLIMIT_FSIZE, file_bytes),
        (Resource::RLIMIT_STACK, limits.memory_bytes),
        (Resource::RLIMIT_CORE, 0),
    ];
    for (resource, wish) in wanted {
        let (_, most) = getrlimit(resource)?;
        setrlimit(resource, wish.min(most), wish.min(most))?;
    }
    Ok(())
}

impl Started {
    /// Waits for its end, and kills what it left in its process group.
    pub(super) fn wait(self) -> Ending {
        let pid = match self.pid {
            Ok(pid) => pid,
            Err(errno) => {
                let wall_us = self.at.elapsed().as_micros() as u64;
                return Ending { status: ExitStatus::NotStarted(errno), cpu_us: 0, wall_us, memory_kb: 0 };
            }
        };
        let exceeded = self.watch(pid);
        if exceeded.is_some() {
            let _ = kill(pid, Signal::SIGKILL);
        }
        let mut ending = reap(pid, self.at);
        let _ = killpg(pid, Signal::SIGKILL);
        if let Some(exceeded) = exceeded {
            ending.status = ExitStatus::Killed(exceeded);
        }
        ending
    }

    /// The limit that was passed, or `None` when the program has ended.
    fn watch(&self, pid: Pid) -> Option<Exceeded> {
        let exit = open_pidfd(pid)?;
        let wall = Duration::from_millis(self.limits.wall_ms);
        loop {
            let left = wall.saturating_sub(self.at.elapsed()).min(SAMPLE);
            let timeout = PollTimeout::try_from(left.as_millis() as i32 + 1).unwrap_or(PollTimeout::ZERO);
            let mut ready = [PollFd::new(exit.as_fd(), PollFlags::POLLIN)];
            if !matches!(poll(&mut ready, timeout), Ok(0) | Err(Errno::EINTR)) {
                return None;
            }
            if self.at.elapsed() >= wall {
                return Some(Exceeded::Wall);
            }
            if cpu_time(pid) >= Duration::from_millis(self.limits.cpu_ms) {
                return Some(Exceeded::Cpu);
            }
            if resident_bytes(pid) > self.limits.memory_bytes {
                return Some(Exceeded::Memory);
            }
        }
    }
}

fn open_pidfd(pid: Pid) -> Option<OwnedFd> {
    // SAFETY: a number in, a descriptor out.
    let fd = unsafe { libc::syscall(libc::SYS_pidfd_open, pid.as_raw(), 0) };
    // SAFETY: a descriptor that the call has just made for us.
    (fd >= 0).then(|| unsafe { OwnedFd::from_raw_fd(fd as RawFd) })
}

fn cpu_time(pid: Pid) -> Duration {
    let (mut clock, mut time) = (0, libc::timespec { tv_sec: 0, tv_nsec: 0 });
    // SAFETY: the pointers are to locals.
    let failed = unsafe {
        libc::clock_getcpuclockid(pid.as_raw(), &raw mut clock) != 0 || libc::clock_gettime(clock, &raw mut time) != 0
    };
    if failed { Duration::ZERO } else { Duration::new(time.tv_sec as u64, time.tv_nsec as u32) }
}

fn resident_bytes(pid: Pid) -> u64 {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<u64>().ok()).unwrap_or(0) << 10
}

/// Collects a program that ends or has ended.
fn reap(pid: Pid, started: Instant) -> Ending {
    let mut status = 0;
    // SAFETY: all zeroes is a valid value of this plain structure.
    let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
    // SAFETY: the pointers are to locals.
    while unsafe { libc::wait4(pid.as_raw(), &raw mut status, 0, &raw mut usage) } < 0 && Errno::last() == Errno::EINTR
    {
    }
    let micros = |time: libc::timeval| time.tv_sec as u64 * 1_000_000 + time.tv_usec as u64;
    Ending {
        status: exit_status(status),
        cpu_us: micros(usage.ru_utime) + micros(usage.ru_stime),
        wall_us: started.elapsed().as_micros() as u64,
        memory_kb: usage.ru_maxrss as u64,
    }
}

fn exit_status(status: i32) -> ExitStatus {
    match (libc::WIFSIGNALED(status), libc::WTERMSIG(status)) {
        (false, _) => ExitStatus::Exited(libc::WEXITSTATUS(status)),
        (true, libc::SIGXCPU) => ExitStatus::Killed(Exceeded::Cpu),
        (true, libc::SIGXFSZ) => ExitStatus::Killed(Exceeded::Output),
        (true, signal) => ExitStatus::Signalled(signal),
    }
}
