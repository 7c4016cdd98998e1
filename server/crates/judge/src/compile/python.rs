//! Building a Python program: it is parsed, and can be started.

use std::collections::BTreeMap;

use problem::{
    digest::KeyBuilder,
    executor::{
        Action, Attempt, Batch, ExecutorError, ExitStatus, InputFile, RunLimits, RunResult, Task, TaskResult, Timing,
    },
    model::Program,
    state::Build,
};

use super::{
    build::{Builder, is_lasting, skipped, with_cause},
    messages::{CountedEnds, Dialect},
};
use crate::words;

impl Builder<'_> {
    /// A Python program is built when it can be parsed.
    pub(super) fn build_python(&self, program: &Program) -> Result<Build, ExecutorError> {
        let Some(python) = &self.context.toolchain.python else {
            return Ok(skipped("no Python 3 was found; install python3, or name one with `python` in config.toml"));
        };
        let script = &program.sources[0];
        let Some(bytes) = self.contents(program, script) else {
            return Ok(skipped("the source cannot be read"));
        };
        let store = self.context.machine.store();
        let executable = store.put(&bytes)?;
        // Who may start the interpreter differs from level to level.
        let key = KeyBuilder::new("python build 3")
            .digest(python.identity)
            .text(&self.context.machine.sandbox().level)
            .text(script.as_str())
            .digest(executable.digest)
            .finish();
        if let Some(build) = store.built::<Build>(key) {
            return Ok(build);
        }
        let check = "import ast, sys; ast.parse(open(sys.argv[1], 'rb').read(), sys.argv[1])";
        let args = ["-I", "-c", check, script.as_str()].map(str::to_owned).to_vec();
        let files = BTreeMap::from([(script.to_string(), bytes)]);
        let result = self.run_compiler(&python.path, args, files, Vec::new(), &[])?;
        let messages = self.messages(program, Dialect::Text, CountedEnds::Every, &result);
        let build = if !result.status.is_success() {
            Build::Failed { messages: with_cause(messages, &result) }
        } else if let Some(why) = self.keeps_python_from_starting()? {
            return Ok(skipped(&format!(
                "no program can be run with {} here ({why}); name another interpreter with `python` in config.toml",
                python.path
            )));
        } else {
            Build::Ok { executable, standard: None, messages }
        };
        if is_lasting(&build, &result) {
            store.put_result(key, &build);
        }
        Ok(build)
    }

    /// Why an empty program does not run, if it does not: the interpreter may lie in a home that is closed to the user that
    /// programs run as.
    fn keeps_python_from_starting(&self) -> Result<Option<String>, ExecutorError> {
        const LIMITS: RunLimits =
            RunLimits { cpu_ms: 10_000, wall_ms: 60_000, memory_bytes: 1 << 30, output_bytes: 1 << 20 };
        const SCRIPT: &str = "empty.py";
        let executor = self.context.machine;
        let script = InputFile { blob: executor.put(b"")?, executable: false };
        let action = Action {
            args: ["python3", "-B", SCRIPT].map(str::to_owned).to_vec(),
            inputs: BTreeMap::from([(SCRIPT.to_owned(), script)]),
            stdin: None,
            outputs: Vec::new(),
            pipes: Vec::new(),
            env: BTreeMap::new(),
            limits: LIMITS,
            requires: None,
            attempt: Attempt::Only,
        };
        let batch = Batch { tasks: vec![Task::Single(action)], timing: Timing::Provisional };
        let mut why = None;
        executor.run(&batch, &mut |_, result| {
            // A limit tells of a busy machine.
            if let TaskResult::Single(RunResult { status, stderr, .. }) = result
                && matches!(status, ExitStatus::NotStarted(_) | ExitStatus::Exited(1..) | ExitStatus::Signalled(_))
            {
                let said = executor.get(stderr.digest).unwrap_or_default();
                why = Some(words::ending_with(status, &words::gist(&String::from_utf8_lossy(&said))));
            }
        })?;
        Ok(why)
    }
}
