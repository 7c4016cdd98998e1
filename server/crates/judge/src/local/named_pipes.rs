//! The far ends of the named pipes that a program talks by: its launcher makes the pipes, and they are opened here as another
//! program would open them.
//!
//! Invariant: once a program has ended nobody waits for it to open a pipe.

use std::{
    fs::File,
    io,
    os::{
        fd::{AsRawFd as _, OwnedFd},
        unix::{fs::OpenOptionsExt as _, net::UnixStream},
    },
    thread::Scope,
    time::Duration,
};

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, after, bounded};
use nix::fcntl::{FcntlArg, OFlag, fcntl};

use super::talk::Ends;
use crate::launcher::named_pipes;

/// After so long what could not be opened is tried again.
const AGAIN: Duration = Duration::from_millis(10);

/// What a launcher hands the pipes of a program over by.
pub(super) struct Handover {
    ours: UnixStream,
    /// Travels to the launcher.
    pub(super) theirs: File,
}

/// Pipes whose far ends are, or will be, open.
pub(super) struct Met {
    reads: OwnedFd,
    writes: OwnedFd,
    /// Ends when that for writing was opened.
    is_open: Receiver<()>,
}

impl Handover {
    pub(super) fn new() -> io::Result<Handover> {
        let (ours, theirs) = UnixStream::pair()?;
        Ok(Handover { ours, theirs: File::from(OwnedFd::from(theirs)) })
    }

    /// Takes the pipes of a program that is being started, two for each partner, and opens them: the one that it writes to at
    /// once, the other when the program opens it, since nobody would get what is written before. Nothing when it was not started.
    ///
    /// # Errors
    /// When this process cannot open what the launcher has made.
    pub(super) fn meet<'scope>(self, scope: &'scope Scope<'scope, '_>, ends: Vec<Ends>) -> io::Result<Vec<Met>> {
        let Handover { mut ours, theirs } = self;
        drop(theirs);
        let mut pipes = named_pipes(&mut ours).unwrap_or_default().into_iter();
        let mut met = Vec::new();
        for ends in ends {
            let (Some(reads), Some(writes)) = (pipes.next(), pipes.next()) else { break };
            met.push(Met::meet(scope, [reads, writes], ends)?);
        }
        Ok(met)
    }
}

impl Met {
    fn meet<'scope>(scope: &'scope Scope<'scope, '_>, [reads, writes]: [OwnedFd; 2], ends: Ends) -> io::Result<Met> {
        let from = open(&writes, File::options().read(true))?;
        // That nobody has opened it for writing yet is no end for whoever waits for something to read.
        fcntl(&from, FcntlArg::F_SETFL(OFlag::empty()))?;
        // Who no longer wants it has ended.
        drop(ends.from.send(from));
        let (opened, is_open) = bounded::<()>(0);
        let path = path_of(&reads);
        let to: Sender<File> = ends.to;
        scope.spawn(move || {
            drop(File::options().write(true).open(path).map(|file| to.send(file)));
            drop(opened);
        });
        Ok(Met { reads, writes, is_open })
    }
}

impl Drop for Met {
    fn drop(&mut self) {
        // Where this process has no descriptor left at the moment, others give theirs back soon.
        let mut reader = None;
        loop {
            reader = reader.or_else(|| open(&self.reads, File::options().read(true)).ok());
            if self.is_open.recv_timeout(AGAIN) != Err(RecvTimeoutError::Timeout) {
                break;
            }
        }
        drop(reader);
        // A writer that has come and gone is an end. Where nobody reads any more nobody waits for it.
        while let Err(error) = open(&self.writes, File::options().write(true)) {
            if error.raw_os_error() == Some(libc::ENXIO) {
                break;
            }
            let _ = after(AGAIN).recv();
        }
    }
}

fn path_of(pipe: &OwnedFd) -> String {
    format!("/proc/self/fd/{}", pipe.as_raw_fd())
}

/// Opens a pipe without waiting for anybody.
fn open(pipe: &OwnedFd, options: &mut std::fs::OpenOptions) -> io::Result<File> {
    options.custom_flags(libc::O_NONBLOCK).open(path_of(pipe))
}
