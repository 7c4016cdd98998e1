//! The judge's side of a spawner.

use std::{
    io,
    os::{
        fd::{AsRawFd as _, BorrowedFd, OwnedFd, RawFd},
        unix::{net::UnixStream, process::CommandExt as _},
    },
    process::{Child, Command, Stdio},
    sync::Arc,
};

use super::{
    server::NAME,
    wire::{self, Reply, Request},
};

/// A running spawner. Dropping it ends it and whatever it runs.
pub struct Spawner {
    socket: UnixStream,
    stop: StopHandle,
    helper: Child,
}

/// Stops what a spawner is running, from any thread.
#[derive(Clone)]
pub struct StopHandle(Arc<UnixStream>);

impl StopHandle {
    /// Kills the program that is running, if one is; its result comes as for any killed program.
    pub fn stop(&self) {
        // A spawner that is gone has nothing left to stop.
        drop(wire::send(&self.0, &[], &[]));
    }
}

impl Spawner {
    /// Starts a spawner.
    ///
    /// # Errors
    /// When this executable cannot be started again.
    pub fn start() -> io::Result<Spawner> {
        let (ours, theirs) = UnixStream::pair()?;
        let helper = Command::new("/proc/self/exe")
            .arg0(NAME)
            .env_clear()
            .current_dir("/")
            .stdin(Stdio::from(OwnedFd::from(theirs)))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()?;
        let stop = StopHandle(Arc::new(ours.try_clone()?));
        Ok(Spawner { socket: ours, stop, helper })
    }

    /// A handle that stops what is running.
    pub fn stop_handle(&self) -> StopHandle {
        self.stop.clone()
    }

    /// Starts a program with these standard streams and waits for it.
    ///
    /// # Errors
    /// When the spawner is gone.
    pub fn run(&mut self, request: &Request, streams: [BorrowedFd<'_>; 3]) -> io::Result<Reply> {
        self.start_program(request, streams)?;
        self.wait()
    }

    /// Starts a program without waiting for it; [`Spawner::wait`] must follow.
    ///
    /// # Errors
    /// When the spawner is gone.
    pub fn start_program(&mut self, request: &Request, streams: [BorrowedFd<'_>; 3]) -> io::Result<()> {
        let body = postcard::to_stdvec(request).map_err(io::Error::other)?;
        let fds: Vec<RawFd> = streams.iter().map(|stream| stream.as_raw_fd()).collect();
        wire::send(&self.socket, &body, &fds)
    }

    /// Waits for the program that was started.
    ///
    /// # Errors
    /// When the spawner is gone.
    pub fn wait(&mut self) -> io::Result<Reply> {
        let (body, _) = wire::receive(&mut self.socket)?.ok_or(io::ErrorKind::UnexpectedEof)?;
        postcard::from_bytes(&body).map_err(io::Error::other)
    }
}

impl Drop for Spawner {
    fn drop(&mut self) {
        // Both ends of ours must close for the helper to see the end; the stop handles may still hold one.
        drop(self.socket.shutdown(std::net::Shutdown::Both));
        drop(self.helper.wait());
    }
}
