//! An executor without processes: a function says what each action does.

use std::{
    collections::{BTreeMap, HashMap},
    sync::{Arc, Mutex, PoisonError},
};

use problem::{
    digest::Digest,
    executor::{Action, Batch, Blob, Executor, ExecutorError, ExitStatus, RunResult, Sandbox, Task, TaskResult},
};

/// What a program does in a test.
#[derive(Clone, Debug, PartialEq)]
pub struct Behaviour {
    /// How it ends.
    pub status: ExitStatus,
    /// What it writes to standard output.
    pub stdout: Vec<u8>,
    /// What it writes to standard error.
    pub stderr: Vec<u8>,
    /// CPU and wall time, microseconds.
    pub time_us: u64,
    /// Files it leaves, if they are asked for.
    pub files: BTreeMap<String, Vec<u8>>,
}

impl Behaviour {
    /// Ends well after a millisecond, having written `stdout`.
    pub fn prints(stdout: impl Into<Vec<u8>>) -> Behaviour {
        Behaviour {
            status: ExitStatus::Exited(0),
            stdout: stdout.into(),
            stderr: Vec::new(),
            time_us: 1000,
            files: BTreeMap::new(),
        }
    }
}

type Script = dyn Fn(&Action, &[u8]) -> Behaviour + Send + Sync;

/// Holds contents in memory and asks a function about every action.
pub struct ScriptedExecutor {
    contents: Mutex<HashMap<Digest, Arc<[u8]>>>,
    script: Box<Script>,
}

impl ScriptedExecutor {
    /// An executor that runs nothing: `script` gets each action with its standard input.
    pub fn new(script: impl Fn(&Action, &[u8]) -> Behaviour + Send + Sync + 'static) -> ScriptedExecutor {
        ScriptedExecutor { contents: Mutex::default(), script: Box::new(script) }
    }

    fn run_action(&self, action: &Action) -> Result<RunResult, ExecutorError> {
        let stdin = action.stdin.and_then(|blob| self.get(blob.digest)).unwrap_or_default();
        let behaviour = (self.script)(action, &stdin);
        let wanted = behaviour.files.iter().filter(|(path, _)| action.outputs.contains(path));
        let files = wanted.map(|(path, bytes)| Ok((path.clone(), self.put(bytes)?))).collect::<Result<_, _>>()?;
        Ok(RunResult {
            status: behaviour.status,
            cpu_us: behaviour.time_us,
            wall_us: behaviour.time_us,
            waited_us: 0,
            memory_kb: 1024,
            stdout: self.put(&behaviour.stdout)?,
            stderr: self.put(&behaviour.stderr)?,
            files,
            cpu_model: "scripted".into(),
        })
    }
}

impl Executor for ScriptedExecutor {
    fn sandbox(&self) -> Sandbox {
        Sandbox { level: "full".to_owned(), layers: vec!["scripted".to_owned()] }
    }

    fn missing(&self, digests: &[Digest]) -> Vec<Digest> {
        let held = self.contents.lock().unwrap_or_else(PoisonError::into_inner);
        digests.iter().copied().filter(|digest| !held.contains_key(digest)).collect()
    }

    fn put(&self, bytes: &[u8]) -> Result<Blob, ExecutorError> {
        let blob = Blob::of(bytes);
        self.contents.lock().unwrap_or_else(PoisonError::into_inner).insert(blob.digest, bytes.into());
        Ok(blob)
    }

    fn get(&self, digest: Digest) -> Option<Arc<[u8]>> {
        self.contents.lock().unwrap_or_else(PoisonError::into_inner).get(&digest).cloned()
    }

    fn run(&self, batch: &Batch, sink: &mut dyn FnMut(usize, TaskResult)) -> Result<(), ExecutorError> {
        for (idx, task) in batch.tasks.iter().enumerate() {
            let result = match task {
                Task::Single(action) => TaskResult::Single(self.run_action(action)?),
                Task::Chain { first, then, fed } => {
                    let first = self.run_action(first)?;
                    let second = fed.second(then, &first);
                    let then = second.map(|second| self.run_action(&second)).transpose()?;
                    TaskResult::Chain { first, then }
                }
                Task::Talk { solutions, interactor } => TaskResult::Talk {
                    solutions: solutions.iter().map(|solution| self.run_action(solution)).collect::<Result<_, _>>()?,
                    interactor: self.run_action(interactor)?,
                    transcript: self.put(b"")?,
                    interactor_ended_first: false,
                    deadlock: None,
                },
            };
            sink(idx, result);
        }
        Ok(())
    }
}
