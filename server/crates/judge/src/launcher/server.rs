//! The launcher's own side: one program at a time, watched until it and everything it left behind is gone.
//!
//! Invariant: between two requests this process has no children.

use std::{
    fs::File,
    io,
    os::{
        fd::{AsFd as _, AsRawFd as _, FromRawFd as _, OwnedFd, RawFd},
        unix::net::UnixStream,
    },
    time::{Duration, Instant},
};

use nix::{
    sched::{CpuSet, sched_getaffinity, sched_setaffinity},
    sys::stat::{Mode, umask},
    unistd::{Pid, setsid},
};
use problem::executor::ExitStatus;

use super::{
    board::Board,
    by_limits,
    child::{self, Surroundings},
    seal::{self, Sealed},
    watch::{SideOnBoard, reap, watch},
    wire::{self, Hello, Program, Reply, Request, Setup},
    work::{is_regular, open_directory},
};

/// The name this executable runs under when it is a launcher.
pub(super) const NAME: &str = "touchstone-launcher";

/// Becomes a launcher, and never returns, if this process was started as one. Must be the first thing `main` does.
pub fn serve_if_asked() {
    if std::env::args_os().next().is_none_or(|name| name != NAME) {
        return;
    }
    // SAFETY: descriptor 0 is the socket that the judge passed, and nothing else in this process uses it.
    let socket = UnixStream::from(unsafe { OwnedFd::from_raw_fd(0) });
    let code = match serve(socket) {
        Ok(()) => 0,
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => 0,
        Err(_) => 1,
    };
    std::process::exit(code);
}

fn serve(mut socket: UnixStream) -> io::Result<()> {
    // Away from the terminal: a key pressed there is the judge's business.
    let _ = setsid();
    // SAFETY: plain numbers; descriptors from 3 up are nobody's in this fresh process.
    unsafe { libc::syscall(libc::SYS_close_range, 3_u32, u32::MAX, 0_u32) };
    let Some((setup, _)) = wire::receive::<Setup>(&mut socket)? else { return Ok(()) };
    // What is made now is for another user, whatever the person hides from others; programs get the person's own mask.
    let own_mask = umask(Mode::from_bits_truncate(0o022));
    let mut sealed = match seal::enter(&setup) {
        Ok(sealed) => sealed,
        Err(reason) => return wire::send(&socket, &Hello { layers: Err(reason) }, &[]),
    };
    // Whoever is greeted counts from then on what this group uses, which what follows here is a part of.
    let own_cpu = own_cpu();
    wire::send(&socket, &Hello { layers: Ok(std::mem::take(&mut sealed.layers)) }, &[])?;
    sealed.resident.shrink();
    let mut launcher = Server { socket, sealed, own_mask, own_cpu, stays: None };
    while let Some((request, fds)) = wire::receive::<Request>(&mut launcher.socket)? {
        launcher.answer(&request, fds)?;
    }
    Ok(())
}

/// The body of a message that only brings more descriptors.
pub(super) const MORE: bool = true;

struct Server {
    socket: UnixStream,
    sealed: Sealed,
    /// What the person hides from others: programs get that too.
    own_mask: Mode,
    /// CPU time of this process at the last answer.
    own_cpu: Duration,
    /// The core that it stays on, and where it was free to move before.
    stays: Option<(usize, CpuSet)>,
}

impl Server {
    fn answer(&mut self, request: &Request, fds: Vec<OwnedFd>) -> io::Result<()> {
        let mut reply = match self.run(request, fds) {
            Ok(reply) => reply,
            Err(error) => Reply::of(ExitStatus::NotStarted(error.raw_os_error().unwrap_or(libc::EIO))),
        };
        let outputs = self.sealed.work.outputs(&request.outputs);
        reply.laid_bytes = self.sealed.work.laid_bytes();
        // The contents of outputs live on behind their descriptors.
        reply.is_worn = !self.sealed.work.clean();
        let own = own_cpu();
        reply.own_cpu_us = (own - self.own_cpu).as_micros() as u64;
        self.own_cpu = own;
        let fds: Vec<RawFd> = outputs.iter().map(|(_, output)| output.as_raw_fd()).collect();
        reply.outputs = outputs.iter().map(|(path, _)| path.clone()).collect();
        let (first, rest) = fds.split_at(fds.len().min(wire::MAX_FDS));
        wire::send(&self.socket, &reply, first)?;
        rest.chunks(wire::MAX_FDS).try_for_each(|more| wire::send(&self.socket, &MORE, more))
    }

    fn run(&mut self, request: &Request, fds: Vec<OwnedFd>) -> io::Result<Reply> {
        let mut fds = fds.into_iter();
        let mut next = || fds.next().ok_or_else(|| io::Error::from(io::ErrorKind::InvalidData));
        let streams = [next()?, next()?, next()?];
        let executable = match request.program {
            Program::Descriptor => Some(next()?),
            Program::Path(_) => None,
        };
        self.stay_on(request.core);
        self.sealed.work.begin(self.sealed.fences_runs)?;
        for path in &request.directories {
            self.sealed.work.make_directory(path)?;
        }
        for (at, target) in &request.links {
            self.sealed.work.link(at, target)?;
        }
        for path in &request.files {
            self.sealed.work.lay(path, File::from(next()?))?;
        }
        self.sealed.work.is_laid();
        let side =
            request.side.map(|side| io::Result::Ok(SideOnBoard { side, board: Board::open(&next()?)? })).transpose()?;
        if !request.pipes.is_empty() {
            self.sealed.work.make_pipes(&request.pipes, &UnixStream::from(next()?))?;
        }
        let elsewhere = request.directory.as_deref().map(open_directory).transpose()?;
        let around = Surroundings {
            streams: [streams[0].as_fd(), streams[1].as_fd(), streams[2].as_fd()],
            executable: executable.as_ref().map(|executable| executable.as_fd()),
            directory: elsewhere.as_ref().map_or(self.sealed.work.directory(), |directory| directory.as_fd()),
            mask: self.own_mask,
            fence: self.sealed.work.fence(),
            seal: self.sealed.child.as_ref(),
            most_processes: self.sealed.most_processes,
        };
        let told;
        let request = if request.names_box() {
            nix::unistd::fchdir(around.directory)?;
            told = request.with_box(&std::env::current_dir()?.to_string_lossy());
            &told
        } else {
            request
        };
        if let Some(odd) = request.odd_pid {
            child::let_the_next_be(odd);
        }
        let started = Instant::now();
        let program = child::start(request, &around)?;
        // The other side of a pipe must see its end when the program is gone; how long a file is may be of interest.
        let [stdin, stdout, stderr] = streams;
        let written = [stdout, stderr].map(|stream| is_regular(&stream).then(|| File::from(stream)));
        drop(stdin);
        let Sealed { tree, work, .. } = &self.sealed;
        let seen = watch(&mut self.socket, (tree, work), &program, request, started, side.as_ref());
        let mut reply = reap(tree, program.pid, &seen, started);
        reply.memory_kb = reply.memory_kb.max(work.written_bytes() / 1024);
        reply.status = by_limits(reply.status, reply.cpu_us, &request.limits, || {
            let most = request.limits.output_bytes;
            let is_long = |file: &File| file.metadata().is_ok_and(|metadata| metadata.len() > most);
            written.iter().flatten().any(is_long) || work.has_file_above(most)
        });
        Ok(reply)
    }

    /// Stays on a core, which whatever it starts does too, or is free to move again. A core that is not to be had any more
    /// fails no run.
    fn stay_on(&mut self, core: Option<usize>) {
        let this = Pid::from_raw(0);
        match (core, self.stays) {
            (Some(core), Some((now, _))) if core == now => {}
            (Some(core), _) => {
                let free = self.stays.map(|(_, free)| free).or_else(|| sched_getaffinity(this).ok());
                let mut only = CpuSet::new();
                if only.set(core).and_then(|()| sched_setaffinity(this, &only)).is_ok() {
                    self.stays = free.map(|free| (core, free));
                }
            }
            (None, Some((_, free))) => {
                let _ = sched_setaffinity(this, &free);
                self.stays = None;
            }
            (None, None) => {}
        }
    }
}

/// CPU time of this process so far.
fn own_cpu() -> Duration {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the pointer is to a local.
    unsafe { libc::clock_gettime(libc::CLOCK_PROCESS_CPUTIME_ID, &raw mut time) };
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}
