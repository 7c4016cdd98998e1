//! The machine that builds: what stays here runs on it, as many at once as it has cores, whatever the cluster has.

use std::{io, sync::Arc};

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

use crate::turns::Turns;

/// This machine, for more callers than it has cores.
pub(crate) struct Home {
    local: Arc<dyn Machine>,
    n_at_once: usize,
    turns: Turns,
}

impl Home {
    pub(crate) fn of(local: Arc<dyn Machine>, n_at_once: usize) -> Home {
        Home { local, n_at_once, turns: Turns::default() }
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
        let _turn = self.turns.take(|| self.n_at_once);
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
        let _turn = self.turns.take(|| self.n_at_once);
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
