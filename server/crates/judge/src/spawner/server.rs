//! The spawner's own side: one program at a time, watched until it and everything it left behind is gone.
//!
//! Invariant: between two requests this process has no children.

use std::{
    ffi::CString,
    fs,
    os::{
        fd::{AsFd, FromRawFd as _, OwnedFd, RawFd},
        unix::net::UnixStream,
    },
    time::{Duration, Instant},
};

use nix::{
    errno::Errno,
    poll::{PollFd, PollFlags, PollTimeout, poll},
    sys::{
        resource::{Resource, getrlimit, setrlimit},
        signal::{SaFlags, SigAction, SigHandler, SigSet, SigmaskHow, Signal, kill, sigaction, sigprocmask},
    },
    unistd::{ForkResult, Pid, chdir, dup2_stderr, dup2_stdin, dup2_stdout, execve, fork, setsid},
};
use problem::executor::{Exceeded, ExitStatus, RunLimits};

use super::wire::{self, Reply, Request};

/// The name this executable runs under when it is a spawner.
pub(super) const NAME: &str = "touchstone-spawner";
/// How often a running program's CPU time and memory are looked at.
const SAMPLE: Duration = Duration::from_millis(10);
/// The exit code of a child that could not become the program; the error's number came through the pipe.
const NOT_STARTED: i32 = 127;

/// Becomes a spawner, and never returns, if this process was started as one. Must be the first thing `main` does.
pub fn serve_if_asked() {
    if std::env::args_os().next().is_none_or(|name| name != NAME) {
        return;
    }
    // SAFETY: descriptor 0 is the socket that the judge passed, and nothing else in this process uses it.
    let socket = UnixStream::from(unsafe { OwnedFd::from_raw_fd(0) });
    let code = match serve(socket) {
        Ok(()) => 0,
        Err(_) => 1,
    };
    std::process::exit(code);
}

fn serve(mut socket: UnixStream) -> std::io::Result<()> {
    // Away from the terminal: a key pressed there is the judge's business.
    let _ = setsid();
    // SAFETY: plain flags and numbers; descriptors from 3 up are nobody's in this fresh process.
    unsafe {
        libc::prctl(libc::PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
        libc::syscall(libc::SYS_close_range, 3_u32, u32::MAX, 0_u32);
    }
    while let Some((body, fds)) = wire::receive(&mut socket)? {
        let Ok([stdin, stdout, stderr]) = <[OwnedFd; 3]>::try_from(fds) else {
            // An order to stop, with nothing running: the judge is leaving, and so do we.
            return Ok(());
        };
        let Ok(request) = postcard::from_bytes::<Request>(&body) else {
            return Err(std::io::ErrorKind::InvalidData.into());
        };
        let reply = run(&mut socket, &request, [stdin, stdout, stderr]);
        let body = postcard::to_stdvec(&reply).map_err(std::io::Error::other)?;
        wire::send(&socket, &body, &[])?;
    }
    Ok(())
}

fn run(socket: &mut UnixStream, request: &Request, streams: [OwnedFd; 3]) -> Reply {
    let started = Instant::now();
    let child = match start(request, &streams) {
        Ok(child) => child,
        Err(errno) => return not_started(errno, started),
    };
    drop(streams);
    let exceeded = watch(socket, child, &request.limits, started);
    let mut reply = reap(child, started);
    if let Some(exceeded) = exceeded {
        reply.status = ExitStatus::Killed(exceeded);
    }
    reply
}

fn not_started(errno: Errno, started: Instant) -> Reply {
    let wall_us = started.elapsed().as_micros() as u64;
    Reply { status: ExitStatus::NotStarted(errno as i32), cpu_us: 0, wall_us, memory_kb: 0 }
}

/// Everything `execve` needs, made before the fork.
struct Image {
    program: CString,
    args: Vec<CString>,
    env: Vec<CString>,
    directory: CString,
}

impl Image {
    fn of(request: &Request) -> Result<Image, Errno> {
        let text = |bytes: &Vec<u8>| CString::new(bytes.clone()).map_err(|_| Errno::EINVAL);
        let texts = |list: &[Vec<u8>]| list.iter().map(text).collect::<Result<Vec<_>, _>>();
        Ok(Image {
            program: text(&request.program)?,
            args: texts(&request.args)?,
            env: texts(&request.env)?,
            directory: text(&request.directory)?,
        })
    }
}

fn start(request: &Request, streams: &[OwnedFd; 3]) -> Result<Pid, Errno> {
    let image = Image::of(request)?;
    let (failure, failure_in_child) = nix::unistd::pipe2(nix::fcntl::OFlag::O_CLOEXEC)?;
    // SAFETY: this process has one thread, so the child may do anything.
    match unsafe { fork() }? {
        ForkResult::Parent { child } => {
            drop(failure_in_child);
            let mut number = [0; 4];
            match nix::unistd::read(&failure, &mut number) {
                Ok(4) => {
                    reap(child, Instant::now());
                    Err(Errno::from_raw(i32::from_le_bytes(number)))
                }
                Ok(_) | Err(_) => Ok(child),
            }
        }
        ForkResult::Child => {
            let errno = become_program(&image, request, streams);
            let _ = nix::unistd::write(&failure_in_child, &(errno as i32).to_le_bytes());
            // SAFETY: ends this child without running anything of the parent's.
            unsafe { libc::_exit(NOT_STARTED) }
        }
    }
}

/// Turns this process into the program; returns only when that fails.
fn become_program(image: &Image, request: &Request, streams: &[OwnedFd; 3]) -> Errno {
    let prepared = || -> Result<(), Errno> {
        setsid()?;
        // SAFETY: a flag and a signal's number.
        unsafe { libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL, 0, 0, 0) };
        dup2_stdin(streams[0].as_fd())?;
        dup2_stdout(streams[1].as_fd())?;
        dup2_stderr(streams[2].as_fd())?;
        chdir(image.directory.as_c_str())?;
        reset_signals()?;
        set_limits(&request.limits)?;
        request.address_bytes.map_or(Ok(()), |bytes| lower(Resource::RLIMIT_AS, bytes, bytes))
    };
    if let Err(errno) = prepared() {
        return errno;
    }
    match execve(&image.program, &image.args, &image.env) {
        Ok(never) => match never {},
        Err(errno) => errno,
    }
}

/// Rust ignores SIGPIPE, and a program would inherit that.
fn reset_signals() -> Result<(), Errno> {
    let default = SigAction::new(SigHandler::SigDfl, SaFlags::empty(), SigSet::empty());
    // SAFETY: the default action is no code of ours.
    unsafe { sigaction(Signal::SIGPIPE, &default)? };
    sigprocmask(SigmaskHow::SIG_SETMASK, Some(&SigSet::empty()), None)
}

fn set_limits(limits: &RunLimits) -> Result<(), Errno> {
    let cpu_s = limits.cpu_ms.div_ceil(1000) + 1;
    lower(Resource::RLIMIT_CPU, cpu_s, cpu_s + 1)?;
    // One byte more than allowed may be written, so that "exactly the limit" and "more" can be told apart.
    lower(Resource::RLIMIT_FSIZE, limits.output_bytes + 1, limits.output_bytes + 1)?;
    lower(Resource::RLIMIT_STACK, limits.memory_bytes, limits.memory_bytes)?;
    lower(Resource::RLIMIT_CORE, 0, 0)
}

/// Sets a limit as near to the wish as the machine lets us.
fn lower(resource: Resource, soft: u64, hard: u64) -> Result<(), Errno> {
    let (_, most) = getrlimit(resource)?;
    setrlimit(resource, soft.min(most), hard.min(most))
}

/// Waits until the program ends or passes a limit, and kills it then.
fn watch(socket: &mut UnixStream, child: Pid, limits: &RunLimits, started: Instant) -> Option<Exceeded> {
    let exit = open_pidfd(child)?;
    let clock = cpu_clock(child);
    loop {
        let wall = started.elapsed();
        let left = Duration::from_millis(limits.wall_ms).saturating_sub(wall).min(SAMPLE);
        let mut ready = [PollFd::new(exit.as_fd(), PollFlags::POLLIN), PollFd::new(socket.as_fd(), PollFlags::POLLIN)];
        let timeout = PollTimeout::try_from(left.as_millis() as i32 + 1).unwrap_or(PollTimeout::ZERO);
        if matches!(poll(&mut ready, timeout), Err(error) if error != Errno::EINTR) {
            return stop(child, Exceeded::Wall);
        }
        let [ended, order] = ready.map(|fd| fd.any().unwrap_or(false));
        if ended {
            return None;
        }
        if order {
            stop(child, Exceeded::Wall);
            // Whether it was an order or the judge's end: an order is read here, an end is seen again by `serve`.
            let _ = wire::receive(socket);
            return Some(Exceeded::Wall);
        }
        if started.elapsed() >= Duration::from_millis(limits.wall_ms) {
            return stop(child, Exceeded::Wall);
        }
        if clock.is_some_and(|clock| cpu_time(clock) >= Duration::from_millis(limits.cpu_ms)) {
            return stop(child, Exceeded::Cpu);
        }
        if resident_bytes(child) > limits.memory_bytes {
            return stop(child, Exceeded::Memory);
        }
    }
}

fn stop(child: Pid, exceeded: Exceeded) -> Option<Exceeded> {
    let _ = kill(child, Signal::SIGKILL);
    Some(exceeded)
}

fn open_pidfd(child: Pid) -> Option<OwnedFd> {
    // SAFETY: a number in, a descriptor out.
    let fd = unsafe { libc::syscall(libc::SYS_pidfd_open, child.as_raw(), 0) };
    // SAFETY: a descriptor that the call has just made for us.
    (fd >= 0).then(|| unsafe { OwnedFd::from_raw_fd(fd as RawFd) })
}

fn cpu_clock(child: Pid) -> Option<libc::clockid_t> {
    let mut clock = 0;
    // SAFETY: the pointer is to a local.
    let failed = unsafe { libc::clock_getcpuclockid(child.as_raw(), &raw mut clock) };
    (failed == 0).then_some(clock)
}

fn cpu_time(clock: libc::clockid_t) -> Duration {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the pointer is to a local.
    unsafe { libc::clock_gettime(clock, &raw mut time) };
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

fn resident_bytes(child: Pid) -> u64 {
    let Ok(statm) = fs::read_to_string(format!("/proc/{child}/statm")) else { return 0 };
    statm.split(' ').nth(1).and_then(|pages| pages.parse::<u64>().ok()).map_or(0, |pages| pages * page_bytes())
}

fn page_bytes() -> u64 {
    // SAFETY: a number in, a number out.
    u64::try_from(unsafe { libc::sysconf(libc::_SC_PAGESIZE) }).unwrap_or(4096)
}

/// Collects the program, then kills and collects everything that it left behind.
fn reap(child: Pid, started: Instant) -> Reply {
    let mut reply = Reply { status: ExitStatus::Exited(0), cpu_us: 0, wall_us: 0, memory_kb: 0 };
    let mut ended = false;
    loop {
        if ended {
            kill_children();
        }
        let Some((pid, status, usage)) = wait_any() else { break };
        reply.cpu_us += micros(usage.ru_utime) + micros(usage.ru_stime);
        reply.memory_kb = reply.memory_kb.max(usage.ru_maxrss as u64);
        if pid == child.as_raw() {
            ended = true;
            reply.status = exit_status(status);
            reply.wall_us = started.elapsed().as_micros() as u64;
            let _ = kill(Pid::from_raw(-child.as_raw()), Signal::SIGKILL);
        }
    }
    reply
}

fn micros(time: libc::timeval) -> u64 {
    time.tv_sec as u64 * 1_000_000 + time.tv_usec as u64
}

/// The next child that ends; `None` when there are no children.
fn wait_any() -> Option<(i32, i32, libc::rusage)> {
    let mut status = 0;
    // SAFETY: all zeroes is a valid value of this plain structure.
    let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
    loop {
        // SAFETY: the pointers are to locals.
        let pid = unsafe { libc::wait4(-1, &raw mut status, 0, &raw mut usage) };
        if pid > 0 {
            return Some((pid, status, usage));
        }
        if Errno::last() != Errno::EINTR {
            return None;
        }
    }
}

fn exit_status(status: i32) -> ExitStatus {
    if libc::WIFSIGNALED(status) {
        match libc::WTERMSIG(status) {
            libc::SIGXCPU => ExitStatus::Killed(Exceeded::Cpu),
            libc::SIGXFSZ => ExitStatus::Killed(Exceeded::Output),
            signal => ExitStatus::Signalled(signal),
        }
    } else {
        ExitStatus::Exited(libc::WEXITSTATUS(status))
    }
}

fn kill_children() {
    let me = std::process::id();
    let Ok(children) = fs::read_to_string(format!("/proc/self/task/{me}/children")) else { return };
    for child in children.split_ascii_whitespace().filter_map(|pid| pid.parse().ok()) {
        let _ = kill(Pid::from_raw(child), Signal::SIGKILL);
    }
}
