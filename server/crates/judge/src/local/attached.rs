//! Runs for a person: with the standard streams of this process.

use std::{
    io,
    os::{fd::AsFd as _, unix::ffi::OsStrExt as _},
};

use problem::executor::{Action, ExecutorError, RunLimits};

use super::{LocalExecutor, failed};
use crate::{compile::Runnable, spawner::Reply};

impl LocalExecutor {
    /// Runs a program with this process's standard streams and in its directory, so that arguments may name files, and
    /// returns what it came to.
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
        let mut prepared = self.prepare(&action)?;
        let laid = prepared.request.directory.clone();
        // A script is named by where it lies, since the program runs elsewhere.
        for (arg, name) in prepared.request.args.iter_mut().zip(&program.args).skip(1) {
            if program.inputs.contains_key(name) {
                *arg = [&laid[..], b"/", name.as_bytes()].concat();
            }
        }
        let here = std::env::current_dir().map_err(|error| failed("finding the current directory", &error))?;
        prepared.request.directory = here.as_os_str().as_bytes().to_vec();
        let (stdin, stdout, stderr) = (io::stdin(), io::stdout(), io::stderr());
        self.with_spawner(|spawner| spawner.run(&prepared.request, [stdin.as_fd(), stdout.as_fd(), stderr.as_fd()]))
    }
}
