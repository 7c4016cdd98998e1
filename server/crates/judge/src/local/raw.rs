//! Runs of installed tools, compilers above all: by path, in a directory of the caller's, with their output in memory.

use std::{
    os::{fd::AsFd as _, unix::ffi::OsStrExt as _},
    sync::PoisonError,
};

use problem::{
    executor::{ExecutorError, ExitStatus, RunLimits},
    path::AbsPath,
};

use super::{
    LocalExecutor, failed,
    files::{memory_file, read_back},
};
use crate::spawner::Request;

/// A run of an installed tool.
#[derive(Clone, Debug)]
pub struct RawCommand {
    /// The tool.
    pub program: AbsPath,
    /// Its arguments, without its own name.
    pub args: Vec<String>,
    /// Where it runs.
    pub directory: AbsPath,
    /// `NAME=value`; nothing else is passed.
    pub env: Vec<String>,
}

/// What it came to.
#[derive(Clone, Debug)]
pub struct RawResult {
    /// How it ended.
    pub status: ExitStatus,
    /// Standard output.
    pub stdout: Vec<u8>,
    /// Standard error.
    pub stderr: Vec<u8>,
}

/// Limits for tools: a compiler that needs more is being attacked.
const LIMITS: RunLimits =
    RunLimits { cpu_ms: 60_000, wall_ms: 120_000, memory_bytes: 4 << 30, output_bytes: 512 << 20 };
/// How much a tool may print, bytes.
const PRINTED_BYTES: u64 = 8 << 20;

impl LocalExecutor {
    /// Runs an installed tool.
    ///
    /// # Errors
    /// The executor's own failure or a cancellation; a tool that fails is a result.
    pub fn run_raw(&self, command: &RawCommand) -> Result<RawResult, ExecutorError> {
        let bytes = |text: &String| text.clone().into_bytes();
        let program = command.program.as_path().as_os_str().as_bytes().to_vec();
        let request = Request {
            args: std::iter::once(program.clone()).chain(command.args.iter().map(bytes)).collect(),
            program,
            env: command.env.iter().map(bytes).collect(),
            directory: command.directory.as_path().as_os_str().as_bytes().to_vec(),
            limits: LIMITS,
            address_bytes: Some(LIMITS.memory_bytes),
        };
        let _together = self.gate.read().unwrap_or_else(PoisonError::into_inner);
        let file = || memory_file().map_err(|error| failed("making a file in memory", &error));
        let (stdin, stdout, stderr) = (self.inputs.open(&self.store, None)?, file()?, file()?);
        let streams = [stdin.as_fd(), stdout.as_fd(), stderr.as_fd()];
        let reply = self.with_spawner(|spawner| spawner.run(&request, streams))?;
        let read = |file| read_back(file, PRINTED_BYTES).map_err(|error| failed("reading an output", &error));
        Ok(RawResult { status: reply.status, stdout: read(&stdout)?.0, stderr: read(&stderr)?.0 })
    }
}
