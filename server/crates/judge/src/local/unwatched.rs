//! An interaction that nobody watches: where the system does not tell what programs are doing.

use std::{fs::File, io, sync::OnceLock, thread::Scope};

use crossbeam_channel::Receiver;

use super::{relay::Relay, talk::Ends};
use crate::{launcher::StopHandle, system};

/// Watches nothing.
pub(super) struct Referee(());

impl Referee {
    /// A referee, and a file that nobody reads.
    pub(super) fn make(_n_solutions: usize) -> io::Result<(Referee, File)> {
        Ok((Referee(()), File::open(system::EMPTY)?))
    }

    /// Nobody is stopped.
    pub(super) fn may_stop(&self, _stop: StopHandle) {}

    /// Reading waits by itself.
    pub(super) fn waiter<'a>(&'a self, _direction: usize, _source: &'a File) -> impl FnMut() -> bool + 'a {
        || false
    }

    /// It is read to its end.
    pub(super) fn end_reading(&self, _source: &File) -> bool {
        false
    }

    /// Returns when both sides have ended.
    pub(super) fn watch(&self, _talk: &Relay, _sources: &[OnceLock<File>], done: &Receiver<()>) {
        // It never says anything: it ends.
        let _ = done.recv();
    }
}

/// Named pipes are made on Linux only.
pub(super) struct Handover {
    pub(super) theirs: File,
}

impl Handover {
    /// Never succeeds.
    pub(super) fn new() -> io::Result<Handover> {
        Err(io::Error::other("programs that talk by named pipes are run on Linux only"))
    }

    /// Nobody is met.
    pub(super) fn meet<'scope>(self, _scope: &'scope Scope<'scope, '_>, _ends: Vec<Ends>) -> io::Result<()> {
        Ok(())
    }
}
