//! Runs of installed tools: compilers, shut in with the files that they are given; and questions to the person's own
//! tools about themselves.

use std::{
    collections::BTreeMap,
    fs::File,
    sync::{Arc, PoisonError},
};

use problem::{
    executor::{ExecutorError, ExitStatus, RunLimits},
    path::AbsPath,
};

use super::{
    LocalExecutor, Lost, Wanted,
    boxes::Owner,
    files::{memory_file, read_back},
    prepare::Prepared,
};
use crate::launcher::{Finished, Launcher, Program, Request};

/// A run of a compiler.
#[derive(Clone, Debug)]
pub struct CompilerCommand {
    /// The tool.
    pub program: AbsPath,
    /// Its arguments, without its own name.
    pub args: Vec<String>,
    /// Contents of its working directory, by relative path.
    pub files: BTreeMap<String, Arc<[u8]>>,
    /// Symbolic links in its working directory: where they stand, and what they say.
    pub links: Vec<(String, String)>,
    /// Empty directories of its working directory.
    pub directories: Vec<String>,
    /// What to take from there afterwards.
    pub outputs: Vec<String>,
    /// `NAME=value`; nothing else is passed.
    pub env: Vec<String>,
    /// The most address space of each process, bytes; `None`: what compilers of C and C++ need.
    pub address_bytes: Option<u64>,
}

/// What it came to.
pub struct CompilerResult {
    /// How it ended.
    pub status: ExitStatus,
    /// Standard output.
    pub stdout: Vec<u8>,
    /// Standard error.
    pub stderr: Vec<u8>,
    /// The outputs that exist, by path.
    pub outputs: BTreeMap<String, File>,
}

/// A question to a tool.
#[derive(Clone, Debug)]
pub struct ProbeCommand {
    /// The tool.
    pub program: AbsPath,
    /// Its arguments, without its own name.
    pub args: Vec<String>,
    /// `NAME=value`; nothing else is passed.
    pub env: Vec<String>,
}

/// What it said.
#[derive(Clone, Debug)]
pub struct ProbeResult {
    /// How it ended.
    pub status: ExitStatus,
    /// Standard output.
    pub stdout: Vec<u8>,
    /// Standard error.
    pub stderr: Vec<u8>,
}

/// Limits for compilers: one that needs more is being attacked.
const LIMITS: RunLimits =
    RunLimits { cpu_ms: 60_000, wall_ms: 120_000, memory_bytes: 2 << 30, output_bytes: 512 << 20 };
/// Address space is more than memory: a precompiled header is mapped and hardly touched.
const ADDRESS_BYTES: u64 = 4 << 30;
/// How much a tool may print, bytes.
const PRINTED_BYTES: u64 = 8 << 20;

fn prepared(owner: Owner, program: &AbsPath, args: &[String], env: &[String]) -> Prepared {
    let program = program.as_path().as_os_str().as_encoded_bytes().to_vec();
    let bytes = |text: &String| text.clone().into_bytes();
    let request = Request {
        args: std::iter::once(program.clone()).chain(args.iter().map(bytes)).collect(),
        program: Program::Path(program),
        env: env.iter().map(bytes).collect(),
        directory: None,
        files: Vec::new(),
        links: Vec::new(),
        directories: Vec::new(),
        outputs: Vec::new(),
        limits: LIMITS,
        tells_memory: false,
        address_bytes: Some(ADDRESS_BYTES),
        fixed_addresses: false,
        core: None,
        odd_pid: None,
        side: None,
        pipes: Vec::new(),
    };
    Prepared { owner, request, contents: Vec::new() }
}

impl LocalExecutor {
    /// Runs a compiler.
    ///
    /// # Errors
    /// The executor's own failure or a cancellation; a tool that fails is a result.
    pub(super) fn run_compiler(&self, command: &CompilerCommand) -> Result<CompilerResult, ExecutorError> {
        let mut prepared = prepared(Owner::Compilers, &command.program, &command.args, &command.env);
        for (path, bytes) in &command.files {
            prepared
                .contents
                .push(Arc::new(super::files::filled(bytes).map_err(|error| super::failed("making an input", &error))?));
            prepared.request.files.push(path.clone());
        }
        prepared.request.address_bytes = command.address_bytes.or(prepared.request.address_bytes);
        prepared.request.links.clone_from(&command.links);
        prepared.request.directories.clone_from(&command.directories);
        prepared.request.outputs.clone_from(&command.outputs);
        let Captured { ended, stdout, stderr } = self.run_captured(&prepared)?;
        let finished = ended.unwrap_or_else(|lost| lost.finished());
        let outputs = finished.outputs.into_iter().collect();
        Ok(CompilerResult { status: finished.reply.status, stdout, stderr, outputs })
    }

    /// Asks one of the person's own tools something. It is not shut in: it may be a shim that looks for the real one in
    /// a home.
    ///
    /// # Errors
    /// The executor's own failure or a cancellation; a tool that fails is a result.
    pub fn run_probe(&self, command: &ProbeCommand) -> Result<ProbeResult, ExecutorError> {
        let prepared = prepared(Owner::Probes, &command.program, &command.args, &command.env);
        let Captured { ended, stdout, stderr } = self.run_captured(&prepared)?;
        // What a tool says is kept for long; one that could not answer has said nothing.
        let lost = |_| ExecutorError::Failed("a tool was killed while it was asked what it is; try again".to_owned());
        let finished = ended.map_err(lost)?;
        Ok(ProbeResult { status: finished.reply.status, stdout, stderr })
    }

    /// Runs a tool, once more in a new box if its launcher was lost, and captures what it prints.
    fn run_captured(&self, prepared: &Prepared) -> Result<Captured, ExecutorError> {
        let _together = self.gate.read().unwrap_or_else(PoisonError::into_inner);
        let attempt = |is_new| {
            let stdin = self.inputs.open_stdin(&self.store, None)?;
            let (stdout, stderr) = (memory_file()?, memory_file()?);
            let fds = prepared.descriptors([&stdin, &stdout, &stderr]);
            let run = |launcher: &mut Launcher| launcher.run(&prepared.request, &fds);
            let ended = self.lend(Wanted { owner: prepared.owner, is_new }, run, Ok)?.map(|lent| lent.came_to);
            let (stdout, stderr) = (read_back(&stdout, PRINTED_BYTES)?.0, read_back(&stderr, PRINTED_BYTES)?.0);
            Ok::<_, ExecutorError>(Captured { ended, stdout, stderr })
        };
        let first = attempt(false)?;
        if first.ended.is_ok() { Ok(first) } else { attempt(true) }
    }
}

/// How a tool ended, and what it printed.
struct Captured {
    ended: Result<Finished, Lost>,
    stdout: Vec<u8>,
    stderr: Vec<u8>,
}
