//! The judge's side of a launcher.

use std::{
    fs::File,
    io,
    os::{
        fd::{AsRawFd as _, OwnedFd, RawFd},
        unix::{net::UnixStream, process::CommandExt as _},
    },
    process::{Child, Command, Stdio},
    sync::Arc,
};

use problem::executor::{Exceeded, ExitStatus};

use super::{
    cgroup::{Cgroup, Cgroups},
    server::NAME,
    wire::{self, Hello, Reply, Request, Setup},
};

/// Another process's share of a peak or of CPU time counts only where it is clearly more than what the kernel's books
/// differ by.
const CLEARLY_MORE: f64 = 1.05;
const CLEARLY_MORE_KB: u64 = 2 << 10;
const CLEARLY_MORE_US: u64 = 3_000;

/// A running launcher. Dropping it ends it and whatever it runs.
pub struct Launcher {
    socket: UnixStream,
    stop: StopHandle,
    helper: Child,
    layers: Vec<String>,
    /// After the helper: a group can be removed only when it is empty.
    cgroup: Option<Cgroup>,
}

/// Stops what a launcher is running, from any thread.
#[derive(Clone)]
pub struct StopHandle(Arc<UnixStream>);

/// What a run came to.
pub struct Finished {
    /// The costs and the ending.
    pub reply: Reply,
    /// The wanted outputs that exist, with their paths.
    pub outputs: Vec<(String, File)>,
}

/// The named pipes that a launcher has made for the program of a request with some; `None` when it could not.
pub fn named_pipes(socket: &mut UnixStream) -> Option<Vec<OwnedFd>> {
    let (_, pipes) = wire::receive::<bool>(socket).ok()??;
    Some(pipes)
}

impl StopHandle {
    /// Stops the program that is running, which comes back as [`ExitStatus::Unmeasured`]. A launcher that runs nothing ends,
    /// so its box must not be lent again.
    pub fn stop(&self) {
        // A launcher that is gone has nothing left to stop.
        drop(wire::send_stop(&self.0));
    }
}

impl Launcher {
    /// Starts a launcher that is shut in as the setup says; the inner error says why that cannot be had here.
    ///
    /// # Errors
    /// When this executable cannot be started again.
    pub fn start(setup: &Setup, cgroups: &Cgroups) -> io::Result<Result<Launcher, String>> {
        let (ours, theirs) = UnixStream::pair()?;
        let helper = Command::new("/proc/self/exe")
            .arg0(NAME)
            .env_clear()
            .current_dir("/")
            .stdin(Stdio::from(OwnedFd::from(theirs)))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()?;
        let cgroup = cgroups.enclose(helper.id());
        let stop = StopHandle(Arc::new(ours.try_clone()?));
        let mut launcher = Launcher { socket: ours, stop, helper, layers: Vec::new(), cgroup };
        wire::send(&launcher.socket, setup, &[])?;
        let Some((hello, _)) = wire::receive::<Hello>(&mut launcher.socket)? else {
            return Err(io::ErrorKind::InvalidData.into());
        };
        if let Some(cgroup) = &mut launcher.cgroup {
            cgroup.begin();
        }
        Ok(hello.layers.map(|mut layers| {
            layers.extend(launcher.cgroup.as_ref().and_then(|_| cgroups.layer()).map(str::to_owned));
            launcher.layers = layers;
            launcher
        }))
    }

    /// The layers that are on.
    pub fn layers(&self) -> &[String] {
        &self.layers
    }

    /// A handle that stops what is running.
    pub fn stop_handle(&self) -> StopHandle {
        self.stop.clone()
    }

    /// Starts a program with these standard streams and files and waits for it.
    ///
    /// # Errors
    /// When the launcher is gone.
    pub fn run(&mut self, request: &Request, fds: &[&File]) -> io::Result<Finished> {
        self.start_program(request, fds)?;
        self.wait()
    }

    /// Starts a program without waiting for it; [`Launcher::wait`] must follow. The descriptors are the three standard
    /// streams, the program where it is one, and the files.
    ///
    /// # Errors
    /// When the launcher is gone.
    pub fn start_program(&mut self, request: &Request, fds: &[&File]) -> io::Result<()> {
        if let Some(cgroup) = &mut self.cgroup {
            cgroup.prepare(request.limits.memory_bytes, request.limits.output_bytes);
        }
        let fds: Vec<RawFd> = fds.iter().map(|fd| fd.as_raw_fd()).collect();
        wire::send(&self.socket, request, &fds)
    }

    /// Waits for the program that was started.
    ///
    /// # Errors
    /// When the launcher is gone.
    pub fn wait(&mut self) -> io::Result<Finished> {
        let (mut reply, mut fds) = wire::receive::<Reply>(&mut self.socket)?.ok_or(io::ErrorKind::UnexpectedEof)?;
        while fds.len() < reply.outputs.len() {
            let (_, more) = wire::receive::<bool>(&mut self.socket)?.ok_or(io::ErrorKind::UnexpectedEof)?;
            fds.extend(more);
        }
        if let Some(cgroup) = &mut self.cgroup {
            count_everyone(&mut reply, cgroup);
        }
        let outputs = reply.outputs.drain(..).zip(fds.into_iter().map(File::from)).collect();
        Ok(Finished { reply, outputs })
    }

    /// Whether the kernel has killed somebody of its group for want of memory since it was last asked. That may be the
    /// launcher itself, when what fills the memory is nobody's any more.
    pub fn ran_out_of_memory(&mut self) -> bool {
        self.cgroup.as_mut().is_some_and(|cgroup| cgroup.measure(u64::MAX).was_killed)
    }
}

/// Adds what only the group has seen: children that nobody waited for, memory of several processes at once.
fn count_everyone(reply: &mut Reply, cgroup: &mut Cgroup) {
    let clearly_more_kb = CLEARLY_MORE_KB + (reply.memory_kb as f64 * CLEARLY_MORE) as u64;
    let measured = cgroup.measure(clearly_more_kb * 1024);
    let cpu_us = measured.cpu_us.unwrap_or(0).saturating_sub(reply.own_cpu_us);
    if cpu_us > CLEARLY_MORE_US + (reply.cpu_us as f64 * CLEARLY_MORE) as u64 {
        reply.cpu_us = cpu_us;
    }
    // What the program has put into files counts as its memory; what was laid for it and what it wrote to us does not.
    let files = measured.file_bytes + reply.laid_bytes;
    let peak_kb = measured.peak_bytes.unwrap_or(0).saturating_sub(files) / 1024;
    if peak_kb > clearly_more_kb {
        reply.memory_kb = peak_kb;
    }
    if measured.was_killed {
        reply.status = ExitStatus::Killed(Exceeded::Memory);
    }
}

impl Drop for Launcher {
    fn drop(&mut self) {
        // Both ends of ours must close for the helper to see the end; the stop handles may still hold one.
        drop(self.socket.shutdown(std::net::Shutdown::Both));
        drop(self.helper.wait());
    }
}
