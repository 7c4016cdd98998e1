//! Runs for a person: with the standard streams of this process.

use std::{io, os::fd::AsFd as _};

use problem::executor::{Action, ExecutorError, RunLimits};

use super::LocalExecutor;
use crate::{compile::Runnable, spawner::Reply};

impl LocalExecutor {
    /// Runs a program with this process's standard streams, and returns what it came to.
    ///
    /// # Errors
    /// The executor's own failure or a cancellation; a program that fails is a result.
    pub fn run_attached(&self, program: &Runnable, args: &[String], limits: RunLimits) -> Result<Reply, ExecutorError> {
        let action = Action {
            args: program.args.iter().chain(args).cloned().collect(),
            inputs: program.inputs.clone(),
            stdin: None,
            outputs: Vec::new(),
            env: program.env.clone(),
            limits,
        };
        let prepared = self.prepare(&action)?;
        let (stdin, stdout, stderr) = (io::stdin(), io::stdout(), io::stderr());
        self.with_spawner(|spawner| spawner.run(&prepared.request, [stdin.as_fd(), stdout.as_fd(), stderr.as_fd()]))
    }
}
