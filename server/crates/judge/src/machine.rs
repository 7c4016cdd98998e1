//! The seam behind which sources are compiled and programs run, with the tools that do it.
//!
//! [`problem::executor::Executor`] runs programs, wherever that is. A machine is one that can also build them: it knows
//! its compilers, shuts programs in, and can be told to stop. [`LocalExecutor`] is the one that the binary uses; tests of
//! the protocol bring one that starts no process.

use std::sync::Arc;

use problem::{
    executor::{Executor, ExecutorError, RunLimits, Sandbox},
    settings::{SandboxChoice, UserSettings},
};

use crate::{
    compile::{Runnable, Toolchain, ToolchainConfig},
    launcher::Reply,
    local::{CompilerCommand, CompilerResult, LocalExecutor},
    store::Store,
};

/// Builds programs and runs them.
pub trait Machine: Executor {
    /// The store behind it, which holds what is built.
    fn store(&self) -> &Arc<Store>;

    /// The part of it that runs programs where they are built: what is found out about tools and for readers of a folder is
    /// found out there.
    fn here(&self) -> &dyn Machine;

    /// How many programs can run at once without being in each other's way.
    fn n_cores(&self) -> usize {
        std::thread::available_parallelism().map_or(1, usize::from)
    }

    /// Runs a compiler.
    ///
    /// # Errors
    /// The machine's own failure or a cancellation; a tool that fails is a result.
    fn run_compiler(&self, command: &CompilerCommand) -> Result<CompilerResult, ExecutorError>;

    /// Runs a program with this process's standard streams. Arguments may name files, relative to the current directory.
    ///
    /// # Errors
    /// The machine's own failure or a cancellation; a program that fails is a result.
    fn run_attached(&self, program: &Runnable, args: &[String], limits: RunLimits) -> Result<Reply, ExecutorError>;

    /// How programs are shut in.
    ///
    /// # Errors
    /// When nothing better than limits is to be had, and the person has not said that this is enough.
    fn find_sandbox(&self) -> Result<Sandbox, ExecutorError>;

    /// Whether an answer of the person could make limits enough.
    fn may_accept_limits_only(&self) -> bool;

    /// Takes note that the person is content with limits where nothing better is to be had.
    fn accept_limits_only(&self);

    /// Stops everything that is running and refuses to run more.
    fn cancel(&self);

    /// Runs programs again after a cancellation; everybody who was told of it must have gone.
    fn resume(&self);

    /// Whether somebody asked to stop.
    fn is_cancelled(&self) -> bool;

    /// Ends every helper that has nothing to do, with what it has on disk; the next run starts a new one.
    fn release(&self);

    /// Ends those helpers that would grow old before a long rest; what the next run needs at once stays.
    fn rest(&self);
}

/// What a machine is set up with.
pub struct MachineConfig<'a> {
    /// Where it keeps what it builds.
    pub store: Arc<Store>,
    /// How programs are to be shut in.
    pub sandbox: SandboxChoice,
    /// The user's settings: which tools, which flags.
    pub user: &'a UserSettings,
}

/// Sets machines up. A tool that is missing is no error.
pub type MakeMachine = fn(MachineConfig<'_>) -> Result<(Arc<dyn Machine>, Toolchain), ExecutorError>;

/// This machine, with the tools that are found on it.
///
/// # Errors
/// When the tools cannot be asked what they are.
pub fn local(config: MachineConfig<'_>) -> Result<(Arc<dyn Machine>, Toolchain), ExecutorError> {
    with_tools(config, Toolchain::find)
}

/// This machine, to run what was built on another one.
///
/// # Errors
/// When the interpreters cannot be asked what they are.
pub fn that_runs(config: MachineConfig<'_>) -> Result<(Arc<dyn Machine>, Toolchain), ExecutorError> {
    with_tools(config, Toolchain::that_runs)
}

fn with_tools(
    config: MachineConfig<'_>,
    find: impl Fn(&LocalExecutor, &ToolchainConfig) -> Result<Toolchain, ExecutorError>,
) -> Result<(Arc<dyn Machine>, Toolchain), ExecutorError> {
    let MachineConfig { store, sandbox, user } = config;
    let probe = LocalExecutor::new(store, sandbox);
    let tools = ToolchainConfig { cxx: user.cxx.clone(), cc: user.cc.clone(), python: user.python.clone() };
    if user.allow_scripts == Some(true) {
        probe.allow_scripts();
    }
    let toolchain = find(&probe, &tools)?;
    let executor = toolchain.equip(probe, user.flags.as_deref().unwrap_or_default());
    Ok((Arc::new(executor), toolchain))
}
