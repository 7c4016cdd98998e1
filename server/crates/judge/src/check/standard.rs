//! Whether a folder's own source of a standard checker judges as the built-in one does.
//!
//! Packages bring a copy of the checker that their manifest names, and people change it. So it is compiled and asked about
//! recorded cases, once for its contents; from then on the readers know (`Folder::is_standard`).

use std::sync::Arc;

use checkers::{OutcomeKind, Standard};
use problem::{
    executor::{Batch, ExecutorError, ExitStatus, Task, TaskResult, Timing},
    language::Language,
    model::{LineEnds, Program, Protocol, Role},
    path::RelPath,
    state::Build,
};

use super::{
    runner::CachingRunner,
    tools::{Call, checker_action},
};
use crate::compile::{BuildContext, Builder};

/// Asks the source of a standard checker about what is recorded of it; `None` when it cannot be asked now.
///
/// # Errors
/// The executor's own failure or a cancellation.
pub(crate) fn judges_alike(
    context: &BuildContext<'_>,
    source: &RelPath,
    checker: Standard,
) -> Result<Option<bool>, ExecutorError> {
    let Some(language) = Language::from_path(source) else { return Ok(None) };
    let program = Program::of_file(source.clone(), Role::Checker, language, "named after a standard checker");
    let builder = Builder::new(context.clone());
    let Build::Ok { executable, .. } = builder.build(&program)? else { return Ok(None) };
    let executor = context.machine;
    let runner = CachingRunner::new(context.folder, executor.store(), executor, LineEnds::Keep, Arc::default());
    let program = builder.runnable(&program, executable)?;
    runner.hand_over_program(&program)?;
    let call = Call { program: Arc::new(program), args: Vec::new() };
    let cases = checker.telling_cases();
    let input = executor.put(b"x\n")?;
    let mut tasks = Vec::new();
    for case in &cases {
        let contents = [input, executor.put(case.output.as_bytes())?, executor.put(case.answer.as_bytes())?];
        tasks.push(Task::Single(checker_action(&runner, &call, Protocol::Testlib, contents)?));
    }
    let (mut is_alike, mut lasts) = (true, true);
    executor.run(&Batch { tasks, timing: Timing::Final }, &mut |idx, result| {
        let TaskResult::Single(result) = result else { return };
        let code = if let ExitStatus::Exited(code) = result.status { Some(code) } else { None };
        is_alike &= code.and_then(OutcomeKind::of_exit_code) == OutcomeKind::of_exit_code(cases[idx].exit_code);
        lasts &= result.status.is_lasting();
    })?;
    Ok(lasts.then_some(is_alike))
}
