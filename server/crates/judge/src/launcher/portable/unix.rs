//! Processes in a group of their own, with the limits that every Unix has.

use std::{
    ffi::OsString,
    io,
    os::unix::{ffi::OsStringExt as _, process::CommandExt as _},
    process::{Command, Stdio},
    sync::mpsc::{Receiver, RecvTimeoutError, channel},
    thread,
    time::Duration,
};

use nix::{
    errno::Errno,
    sys::resource::{Resource, getrlimit, setrlimit},
};
use problem::executor::RunLimits;

use super::{super::exit_status, Ending, Launch, Usage, guard};
use crate::system;

/// The layers that are on.
pub(super) const LAYERS: [&str; 4] = ["rlimits", "fresh-directory", "no-environment", "process-group"];

/// The unit of `ru_maxrss`, bytes.
const MAXRSS_UNIT: u64 = if cfg!(target_os = "macos") { 1 } else { 1024 };

/// A program that runs; its process id is that of its group.
pub(super) struct Process {
    pid: libc::pid_t,
    /// Gets a word when it has ended.
    ending: Receiver<()>,
    has_ended: bool,
}

/// Bytes of an argument, a variable or a path.
pub(super) fn text(bytes: &[u8]) -> OsString {
    OsString::from_vec(bytes.to_vec())
}

impl Process {
    /// Starts a program in a session of its own, under limits.
    pub(super) fn start(launch: &Launch) -> io::Result<Process> {
        let limits = limits(&launch.limits, launch.address_bytes)?;
        let [stdin, stdout, stderr] = [&launch.streams[0], &launch.streams[1], &launch.streams[2]];
        let mut command = Command::new(&launch.program);
        command
            .args(launch.args.iter().skip(1))
            .env_clear()
            .envs(launch.env.iter().map(|(name, value)| (name, value)))
            .current_dir(&launch.directory)
            .stdin(Stdio::from(stdin.try_clone()?))
            .stdout(Stdio::from(stdout.try_clone()?))
            .stderr(Stdio::from(stderr.try_clone()?));
        if let Some(name) = launch.args.first() {
            command.arg0(name);
        }
        let prepare = move || {
            nix::unistd::setsid()?;
            for &(resource, soft, hard) in &limits {
                setrlimit(resource, soft, hard)?;
            }
            Ok(())
        };
        // SAFETY: the child makes system calls and nothing else.
        unsafe { command.pre_exec(prepare) };
        // It is collected by `finish`, with its costs.
        let pid = command.spawn()?.id() as libc::pid_t;
        guard::add(pid);
        let (sender, ending) = channel();
        let wait = move || {
            system::wait_without_collecting(pid);
            // Nobody may listen any more.
            let _ = sender.send(());
        };
        let process = Process { pid, ending, has_ended: false };
        match thread::Builder::new().name("waiter".to_owned()).spawn(wait) {
            Ok(_) => Ok(process),
            Err(error) => {
                process.finish();
                Err(error)
            }
        }
    }

    /// Waits at most this long; whether it has ended.
    pub(super) fn has_ended(&mut self, within: Duration) -> bool {
        self.has_ended = self.has_ended || !matches!(self.ending.recv_timeout(within), Err(RecvTimeoutError::Timeout));
        self.has_ended
    }

    /// What its group uses now.
    pub(super) fn usage(&self) -> Usage {
        usage(self.pid)
    }

    /// Kills its group.
    pub(super) fn kill(&self) {
        // SAFETY: numbers only. The group's first process is not collected yet, so that nobody else has its number.
        unsafe { libc::kill(-self.pid, libc::SIGKILL) };
    }

    /// Kills what is left of it, and collects it.
    pub(super) fn finish(self) -> Ending {
        self.kill();
        let mut status = 0;
        // SAFETY: all zeroes is a valid value of this plain structure.
        let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
        // It must stay until it is known to be dead, or the guard might miss it.
        system::wait_without_collecting(self.pid);
        guard::remove(self.pid);
        loop {
            // SAFETY: the pointers are to locals.
            let pid = unsafe { libc::wait4(self.pid, &raw mut status, 0, &raw mut usage) };
            if pid == self.pid || Errno::last() != Errno::EINTR {
                break;
            }
        }
        let usage = Usage {
            cpu: time(usage.ru_utime) + time(usage.ru_stime),
            memory_bytes: usage.ru_maxrss as u64 * MAXRSS_UNIT,
        };
        Ending { status: exit_status(status), usage }
    }
}

fn limits(limits: &RunLimits, address_bytes: Option<u64>) -> io::Result<Vec<(Resource, u64, u64)>> {
    let RunLimits { cpu_ms, output_bytes, memory_bytes, .. } = *limits;
    let cpu_s = cpu_ms.div_ceil(1000) + 1;
    // One byte more than allowed may be written, so that "exactly the limit" and "more" can be told apart.
    let file_bytes = output_bytes.saturating_add(1);
    let mut wanted = vec![
        (Resource::RLIMIT_CPU, cpu_s, cpu_s + 1),
        (Resource::RLIMIT_FSIZE, file_bytes, file_bytes),
        (Resource::RLIMIT_CORE, 0, 0),
    ];
    // The hard limit stays: not every system lets it go below what this process has.
    let (_, most) = getrlimit(Resource::RLIMIT_STACK)?;
    wanted.push((Resource::RLIMIT_STACK, memory_bytes, most));
    wanted.extend(address_bytes.map(|bytes| (Resource::RLIMIT_AS, bytes, bytes)));
    let nearest = |(resource, soft, hard): (Resource, u64, u64)| {
        let (_, most) = getrlimit(resource)?;
        Ok((resource, soft.min(most), hard.min(most)))
    };
    wanted.into_iter().map(nearest).collect()
}

fn time(time: libc::timeval) -> Duration {
    Duration::new(time.tv_sec as u64, time.tv_usec as u32 * 1000)
}

#[cfg(target_os = "macos")]
fn usage(group: libc::pid_t) -> Usage {
    super::apple::usage(group)
}

/// CPU time of the first process so far. How much memory it uses is known at its end.
#[cfg(not(target_os = "macos"))]
fn usage(group: libc::pid_t) -> Usage {
    let mut clock = 0;
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the pointers are to locals.
    let known = unsafe {
        libc::clock_getcpuclockid(group, &raw mut clock) == 0 && libc::clock_gettime(clock, &raw mut time) == 0
    };
    let cpu = if known { Duration::new(time.tv_sec as u64, time.tv_nsec as u32) } else { Duration::ZERO };
    Usage { cpu, memory_bytes: 0 }
}
