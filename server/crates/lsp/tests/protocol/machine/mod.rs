//! A machine that starts no process: compiling is looking at a source, and what a program does is a function that is
//! chosen by what stands in its source.

mod compiler;
mod parcels;
mod programs;
mod small;

use std::{
    collections::BTreeMap,
    sync::{Arc, Condvar, Mutex, PoisonError},
    time::{Duration, Instant},
};

use judge::{
    compile::{Runnable, Toolchain},
    launcher::Reply,
    local::{CompilerCommand, CompilerResult},
    machine::{Machine, MachineConfig},
    store::Store,
};
use problem::{
    digest::Digest,
    executor::{
        Action, Batch, Blob, Exceeded, Executor, ExecutorError, ExitStatus, RunLimits, RunResult, Sandbox, Task,
        TaskResult,
    },
};

use self::programs::{Behaviour, Lasts, Run};

/// Names of programs that run now and do not end by themselves.
static RUNNING: Mutex<Vec<String>> = Mutex::new(Vec::new());
/// How often a compiler or a program was started, by the store's place.
static STARTED: Mutex<BTreeMap<String, usize>> = Mutex::new(BTreeMap::new());

/// Whether a program runs that does not end by itself.
pub(crate) fn runs(program: &str) -> bool {
    RUNNING.lock().unwrap().iter().any(|name| name == program)
}

/// How many compilers and programs were started for a cache.
pub(crate) fn n_started(cache: &std::path::Path) -> usize {
    STARTED.lock().unwrap().get(&*cache.to_string_lossy()).copied().unwrap_or_default()
}

/// See above.
struct Scripted {
    store: Arc<Store>,
    is_cancelled: Mutex<bool>,
    changed: Condvar,
}

/// Sets one up, with compilers that are nowhere on disk.
pub(crate) fn make(config: MachineConfig<'_>) -> Result<(Arc<dyn Machine>, Toolchain), ExecutorError> {
    let machine = Scripted { store: config.store, is_cancelled: Mutex::new(false), changed: Condvar::new() };
    Ok((Arc::new(machine), compiler::toolchain()))
}

impl Scripted {
    fn check_cancelled(&self) -> Result<(), ExecutorError> {
        if self.is_cancelled() { Err(ExecutorError::Cancelled) } else { Ok(()) }
    }

    fn note_start(&self) {
        *STARTED.lock().unwrap().entry(self.store.root().to_string()).or_default() += 1;
    }

    /// Contents that were handed over, or that were built.
    fn contents(&self, blob: Blob) -> Vec<u8> {
        if let Some(bytes) = self.store.get(blob.digest) {
            return bytes.to_vec();
        }
        let place = self.store.executable(blob).unwrap().expect("a program is at hand");
        std::fs::read(place.as_path()).unwrap()
    }

    fn run_action(&self, action: &Action) -> Result<RunResult, ExecutorError> {
        self.check_cancelled()?;
        self.note_start();
        let first = action.args[0].strip_prefix("./").unwrap_or(&action.args[0]);
        let program = if first == "python3" { action.args.last().expect("it has a script") } else { first };
        let files: BTreeMap<String, Vec<u8>> =
            action.inputs.iter().map(|(path, file)| (path.clone(), self.contents(file.blob))).collect();
        let run = Run {
            args: action.args.clone(),
            stdin: action.stdin.map(|blob| self.contents(blob)).unwrap_or_default(),
            wants_record: action.env.contains_key("TESTLIB_TRACE"),
            program: files[program].clone(),
            files,
        };
        let behaviour = programs::behave(program, &run);
        let (status, cpu_us) = match behaviour.lasts {
            Lasts::ForEver => (self.last_for_ever(program, action.limits)?, action.limits.cpu_ms * 1000),
            Lasts::Us(us) if us > action.limits.cpu_ms * 1000 => {
                (ExitStatus::Killed(Exceeded::Cpu), action.limits.cpu_ms * 1000)
            }
            Lasts::Us(us) => (behaviour.status, us),
        };
        let is_hungry = behaviour.memory_kb << 10 > action.limits.memory_bytes;
        let status = if is_hungry { ExitStatus::Killed(Exceeded::Memory) } else { status };
        self.result(action, behaviour, status, cpu_us)
    }

    fn result(
        &self,
        action: &Action,
        behaviour: Behaviour,
        status: ExitStatus,
        cpu_us: u64,
    ) -> Result<RunResult, ExecutorError> {
        let wanted = behaviour.files.iter().filter(|(path, _)| action.outputs.contains(path));
        let files = wanted.map(|(path, bytes)| Ok((path.clone(), self.put(bytes)?)));
        let files = files.collect::<Result<_, ExecutorError>>()?;
        Ok(RunResult {
            status,
            cpu_us,
            wall_us: cpu_us,
            waited_us: 0,
            memory_kb: behaviour.memory_kb,
            stdout: self.put(&behaviour.stdout)?,
            stderr: self.put(behaviour.stderr.as_bytes())?,
            files,
            cpu_model: "scripted".into(),
        })
    }

    /// Waits until it is cancelled or out of time.
    fn last_for_ever(&self, program: &str, limits: RunLimits) -> Result<ExitStatus, ExecutorError> {
        RUNNING.lock().unwrap().push(program.to_owned());
        let end = Instant::now() + Duration::from_millis(limits.cpu_ms);
        let mut is_cancelled = self.is_cancelled.lock().unwrap_or_else(PoisonError::into_inner);
        while !*is_cancelled && Instant::now() < end {
            let left = end.saturating_duration_since(Instant::now());
            is_cancelled = self.changed.wait_timeout(is_cancelled, left).unwrap_or_else(PoisonError::into_inner).0;
        }
        let mut running = RUNNING.lock().unwrap();
        let at = running.iter().position(|name| name == program).expect("it was put there");
        running.remove(at);
        if *is_cancelled { Err(ExecutorError::Cancelled) } else { Ok(ExitStatus::Killed(Exceeded::Cpu)) }
    }
}

impl Executor for Scripted {
    fn has_clock(&self) -> bool {
        false
    }

    fn sandbox(&self) -> Sandbox {
        Sandbox { level: "full".to_owned(), layers: vec!["scripted".to_owned()] }
    }

    fn missing(&self, digests: &[Digest]) -> Vec<Digest> {
        digests.iter().copied().filter(|digest| !self.store.holds(*digest)).collect()
    }

    fn put(&self, bytes: &[u8]) -> Result<Blob, ExecutorError> {
        Ok(self.store.put(bytes)?)
    }

    fn get(&self, digest: Digest) -> Option<Arc<[u8]>> {
        self.store.get(digest)
    }

    fn run(&self, batch: &Batch, sink: &mut dyn FnMut(usize, TaskResult)) -> Result<(), ExecutorError> {
        for (idx, task) in batch.tasks.iter().enumerate() {
            let Task::Single(action) = task else { panic!("no test of the protocol has an interactive problem") };
            sink(idx, TaskResult::Single(self.run_action(action)?));
        }
        Ok(())
    }
}

impl Machine for Scripted {
    fn store(&self) -> &Arc<Store> {
        &self.store
    }

    fn here(&self) -> &dyn Machine {
        self
    }

    fn run_compiler(&self, command: &CompilerCommand) -> Result<CompilerResult, ExecutorError> {
        self.check_cancelled()?;
        self.note_start();
        Ok(compiler::compile(command))
    }

    fn run_attached(&self, _: &Runnable, _: &[String], _: RunLimits) -> Result<Reply, ExecutorError> {
        Err(ExecutorError::Failed("this machine has no person".to_owned()))
    }

    fn find_sandbox(&self) -> Result<Sandbox, ExecutorError> {
        Ok(self.sandbox())
    }

    fn may_accept_limits_only(&self) -> bool {
        false
    }

    fn accept_limits_only(&self) {}

    fn cancel(&self) {
        *self.is_cancelled.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.changed.notify_all();
    }

    fn resume(&self) {
        *self.is_cancelled.lock().unwrap_or_else(PoisonError::into_inner) = false;
    }

    fn is_cancelled(&self) -> bool {
        *self.is_cancelled.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn release(&self) {}

    fn rest(&self) {}
}
