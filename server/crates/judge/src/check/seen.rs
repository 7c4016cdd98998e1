//! What a program makes that alone knows which tests there are.
//!
//! Some formats leave it to a generator how many inputs it writes, and under which names, or let a program print the script.
//! So it is run once for its contents before the problem is checked; from then on the readers know
//! (`Folder::seen_run`), and the check finds the same run in the cache.

use std::sync::{Arc, atomic::AtomicU64};

use problem::{
    executor::ExecutorError,
    folder::{MAX_PROSE_BYTES, SeenRun},
    model::{CommandIdx, LineEnds},
    state::{Build, GeneratorRun},
};

use super::{
    generators::{self, CommandRun},
    runner::CachingRunner,
    tools::Call,
};
use crate::compile::{BuildContext, Builder};

/// Runs a command; `None` when it cannot be run now, or may end otherwise the next time.
///
/// # Errors
/// The executor's own failure or a cancellation.
pub(crate) fn see(context: &BuildContext<'_>, command: CommandIdx) -> Result<Option<SeenRun>, ExecutorError> {
    let builder = Builder::new(context.clone());
    let executor = context.machine;
    let store = executor.store();
    let runner = CachingRunner::new(context.folder, store, executor, LineEnds::Keep, Arc::default()).sharing_store();
    let mut calls = Vec::new();
    for call in &context.problem.commands[command].pipeline {
        let Some(program) = call.program.map(|program| &context.problem.programs[program]) else { return Ok(None) };
        let Build::Ok { executable, .. } = builder.build(program)? else { return Ok(None) };
        let program = builder.runnable(program, executable)?;
        runner.hand_over_program(&program)?;
        calls.push(Call { program: Arc::new(program), args: call.args.clone() });
    }
    let run = CommandRun::that_lists_tests(calls);
    Ok(match generators::generate(&runner, &run, &AtomicU64::new(0))? {
        GeneratorRun::Ok { stdout, files } => {
            let printed = runner.bytes(stdout)?;
            let printed = &printed[..printed.len().min(MAX_PROSE_BYTES as usize)];
            Some(SeenRun {
                files: files.into_iter().map(|(name, _)| name).collect(),
                stdout: String::from_utf8_lossy(printed).into_owned(),
                ok: true,
            })
        }
        GeneratorRun::Failed { lasting: true, .. } => Some(SeenRun::default()),
        GeneratorRun::Failed { .. } => None,
    })
}
