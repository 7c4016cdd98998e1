//! Programs that write inputs, run many at a time beside any check. What they write is kept as contents are, but no result.

use std::{collections::BTreeMap, sync::Arc};

use problem::executor::{Action, Batch, Blob, Executor, ExecutorError, InputFile, Task, TaskResult, Timing};

use crate::{
    check::{TOOL_LIMITS, action},
    compile::Runnable,
    sync::each_of,
};

/// A run whose standard output is one input, or several.
#[derive(Clone, Debug)]
pub struct InputRun {
    /// The program.
    pub program: Arc<Runnable>,
    /// Its arguments.
    pub args: Vec<String>,
    /// What it has in its environment besides.
    pub env: BTreeMap<String, String>,
    /// Files that it finds in its working directory.
    pub files: Vec<(String, Vec<u8>)>,
    /// Programs with their arguments, each of which reads what the one before wrote.
    pub pipes: Vec<(Arc<Runnable>, Vec<String>)>,
}

/// What the runs wrote, in their order; `None` of those that did not end well, or wrote more than so many bytes.
///
/// # Errors
/// The executor's own failure, and the wish to stop.
pub fn write_inputs(
    executor: &dyn Executor,
    runs: &[InputRun],
    n_workers: usize,
    max_bytes: u64,
) -> Result<Vec<Option<Arc<[u8]>>>, ExecutorError> {
    each_of(runs.len(), n_workers, |at| write(executor, &runs[at], max_bytes))
}

fn write(executor: &dyn Executor, run: &InputRun, max_bytes: u64) -> Result<Option<Arc<[u8]>>, ExecutorError> {
    let mut first = action(&run.program, &run.args, None, TOOL_LIMITS);
    first.env.extend(run.env.clone());
    for (name, bytes) in &run.files {
        first.inputs.insert(name.clone(), InputFile { blob: executor.put(bytes)?, executable: false });
    }
    let mut output = written_by(executor, first)?;
    for (program, args) in &run.pipes {
        let Some(blob) = output else { return Ok(None) };
        output = written_by(executor, action(program, args, Some(blob), TOOL_LIMITS))?;
    }
    Ok(output.filter(|blob| blob.size <= max_bytes).and_then(|blob| executor.get(blob.digest)))
}

fn written_by(executor: &dyn Executor, action: Action) -> Result<Option<Blob>, ExecutorError> {
    let batch = Batch { tasks: vec![Task::Single(action)], timing: Timing::Provisional };
    let mut output = None;
    executor.run(&batch, &mut |_, result| {
        if let TaskResult::Single(result) = result {
            output = result.status.is_success().then_some(result.stdout);
        }
    })?;
    Ok(output)
}
