//! This machine, as those see it who build programs and run them.

use std::sync::{Arc, atomic::Ordering};

use problem::executor::{ExecutorError, RunLimits, Sandbox};

use super::{CompilerCommand, CompilerResult, LocalExecutor};
use crate::{compile::Runnable, launcher::Reply, machine::Machine, store::Store, sync::lock};

impl Machine for LocalExecutor {
    fn store(&self) -> &Arc<Store> {
        &self.store
    }

    fn here(&self) -> &dyn Machine {
        self
    }

    fn run_compiler(&self, command: &CompilerCommand) -> Result<CompilerResult, ExecutorError> {
        self.run_compiler(command)
    }

    fn run_attached(&self, program: &Runnable, args: &[String], limits: RunLimits) -> Result<Reply, ExecutorError> {
        self.run_for_a_person(program, args, limits)
    }

    fn find_sandbox(&self) -> Result<Sandbox, ExecutorError> {
        self.boxes.sandbox()
    }

    fn may_accept_limits_only(&self) -> bool {
        self.boxes.may_accept_limits_only()
    }

    fn accept_limits_only(&self) {
        self.boxes.accept_limits_only();
    }

    fn cancel(&self) {
        self.cancelled.store(true, Ordering::SeqCst);
        for (_, stop) in lock(&self.busy).iter() {
            stop.stop();
        }
    }

    fn resume(&self) {
        self.cancelled.store(false, Ordering::SeqCst);
    }

    fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::SeqCst)
    }

    fn release(&self) {
        self.boxes.release();
    }

    fn rest(&self) {
        self.boxes.rest();
    }
}
