//! The machine that builds: what stays here runs on it, as many at once as it has cores, whatever the cluster has.

use std::{
    io,
    sync::{Arc, Condvar, Mutex, PoisonError},
};

use judge::{
    compile::Runnable,
    launcher::Reply,
    local::{CompilerCommand, CompilerResult},
    machine::Machine,
    store::Store,
};
use problem::{
    digest::Digest,
    executor::{Batch, Blob, Executor, ExecutorError, RunLimits, Sandbox, TaskResult},
};

use crate::sync::lock;

/// This machine, for more callers than it has cores.
pub(crate) struct Home {
    local: Arc<dyn Machine>,
    n_at_once: usize,
    turns: Turns,
}

/// Lets so many in at once.
struct Turns {
    free: Mutex<usize>,
    freed: Condvar,
}

/// A turn that is taken.
struct Turn<'a>(&'a Turns);

impl Turns {
    fn take(&self) -> Turn<'_> {
        let mut free = lock(&self.free);
        while *free == 0 {
            free = self.freed.wait(free).unwrap_or_else(PoisonError::into_inner);
        }
        *free -= 1;
        Turn(self)
    }
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        *lock(&self.0.free) += 1;
        self.0.freed.notify_one();
    }
}

impl Home {
    pub(crate) fn of(local: Arc<dyn Machine>, n_at_once: usize) -> Home {
        Home { local, n_at_once, turns: Turns { free: Mutex::new(n_at_once), freed: Condvar::new() } }
    }
}

impl Executor for Home {
    fn sandbox(&self) -> Sandbox {
        self.local.sandbox()
    }

    fn has_clock(&self) -> bool {
        self.local.has_clock()
    }

    fn missing(&self, digests: &[Digest]) -> Vec<Digest> {
        self.local.missing(digests)
    }

    fn put(&self, bytes: &[u8]) -> Result<Blob, ExecutorError> {
        self.local.put(bytes)
    }

    fn put_all(&self, source: &mut dyn io::Read) -> Result<Blob, ExecutorError> {
        self.local.put_all(source)
    }

    fn get(&self, digest: Digest) -> Option<Arc<[u8]>> {
        self.local.get(digest)
    }

    fn run(&self, batch: &Batch, sink: &mut dyn FnMut(usize, TaskResult)) -> Result<(), ExecutorError> {
        let _turn = self.turns.take();
        self.local.run(batch, sink)
    }
}

impl Machine for Home {
    fn store(&self) -> &Arc<Store> {
        self.local.store()
    }

    fn here(&self) -> &dyn Machine {
        self
    }

    fn n_cores(&self) -> usize {
        self.n_at_once
    }

    fn run_compiler(&self, command: &CompilerCommand) -> Result<CompilerResult, ExecutorError> {
        let _turn = self.turns.take();
        self.local.run_compiler(command)
    }

    fn run_attached(&self, program: &Runnable, args: &[String], limits: RunLimits) -> Result<Reply, ExecutorError> {
        self.local.run_attached(program, args, limits)
    }

    fn find_sandbox(&self) -> Result<Sandbox, ExecutorError> {
        self.local.find_sandbox()
    }

    fn may_accept_limits_only(&self) -> bool {
        self.local.may_accept_limits_only()
    }

    fn accept_limits_only(&self) {
        self.local.accept_limits_only();
    }

    fn cancel(&self) {
        self.local.cancel();
    }

    fn resume(&self) {
        self.local.resume();
    }

    fn is_cancelled(&self) -> bool {
        self.local.is_cancelled()
    }

    fn release(&self) {
        self.local.release();
    }

    fn rest(&self) {
        self.local.rest();
    }
}
