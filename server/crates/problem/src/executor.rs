//! The seam behind which programs run: content-addressed actions in, results out.
//!
//! An action may require a sandbox level or a CPU model, and is refused where that is not available; a result names the
//! CPU model, since times compare only between equal ones.
//!
//! Invariant: an action names everything it depends on (contents, arguments, environment, limits), so that any machine
//! that holds the blobs gives the same result, times aside. Nothing above this trait knows where a program runs.

use std::{collections::BTreeMap, fmt, io, sync::Arc};

use serde::{Deserialize, Serialize};

use crate::digest::{Digest, KeyBuilder};

/// The address of some bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Blob {
    /// Sha256 of the bytes.
    pub digest: Digest,
    /// Number of bytes.
    pub size: u64,
}

impl Blob {
    /// The address of `bytes`.
    pub fn of(bytes: &[u8]) -> Blob {
        Blob { digest: Digest::of(bytes), size: bytes.len() as u64 }
    }

    /// The address of everything that can be read, which is never held as a whole.
    ///
    /// # Errors
    /// When it cannot be read to its end.
    pub fn read(source: impl io::Read) -> io::Result<Blob> {
        let (digest, size) = Digest::read(source)?;
        Ok(Blob { digest, size })
    }
}

/// A file that is laid into the working directory before the run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct InputFile {
    /// Its bytes.
    pub blob: Blob,
    /// Whether it may be executed.
    pub executable: bool,
}

/// The first argument of a run that starts the input `run` where it lies, since that looks for others beside it. A machine
/// does so only where the person has allowed scripts.
pub const IN_PLACE: &str = "././run";
/// So much of what a solution writes for an interactor that has ended is dropped, bytes. Then nobody reads it any more, which the
/// system tells the solution: it could go on until its time is up, and its time would be measured again and again.
pub const MOST_DROPPED: usize = 128 << 20;
/// The most processes of a solution that talk to one interactor.
pub const MOST_PROCESSES: usize = 16;

/// One program run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Action {
    /// The argument list. The first is `./name` of an executable input, `python3`, [`IN_PLACE`], or a tool of the runtime
    /// that is required.
    pub args: Vec<String>,
    /// Files in the working directory, by relative path.
    pub inputs: BTreeMap<String, InputFile>,
    /// Standard input; `None` is empty.
    pub stdin: Option<Blob>,
    /// Files of the working directory to keep when the program has ended; `name/` stands for all files in a directory, as
    /// many as an executor keeps.
    pub outputs: Vec<String>,
    /// Named pipes in the working directory by which it talks in a [`Task::Talk`], and not by its standard streams: for each
    /// partner the one that it reads from, and the one that it writes to. Whoever has several partners needs them.
    pub pipes: Vec<[String; 2]>,
    /// The whole environment.
    pub env: BTreeMap<String, String>,
    /// Limits.
    pub limits: RunLimits,
    /// What the machine must be like, if that matters.
    pub requires: Option<Box<Requirements>>,
    /// Which of two runs this is that are to differ in all that a program should not depend on.
    pub attempt: Attempt,
}

/// Which of several runs of one program with one input a run is. It says nothing about what comes of it, so it is no part
/// of the key.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Attempt {
    /// There is no other.
    #[default]
    Only,
    /// Its process gets another number than the second one's.
    First,
    /// Likewise.
    Second,
}

/// What a run asks of the machine that it gets.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Requirements {
    /// The weakest sandbox level that will do; `None`: whichever the executor has.
    pub sandbox: Option<String>,
    /// The CPU model that times are to be comparable with; `None`: any.
    pub cpu_model: Option<String>,
    /// The runtime that runs the program; `None` for what runs by itself.
    pub runtime: Option<Runtime>,
    /// The most address space that each process may reserve, bytes; `None`: as much as an executor gives to all.
    pub address_bytes: Option<u64>,
    /// The program and its stack are to lie at the same addresses each time, as far as the system can have that.
    pub fixed_addresses: bool,
}

/// What programs of a language run in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Runtime {
    /// The language, as the table of languages names it.
    pub language: String,
    /// What the runtime says of its version, one line.
    pub version: String,
    /// Changes whenever the runtime does, as far as it says so.
    pub identity: Digest,
}

impl Requirements {
    /// What a machine lacks, as half a sentence; `None` when it will do.
    pub fn lacking(&self, sandbox: &Sandbox, cpu_model: &str) -> Option<String> {
        let strength = |level: &str| ["limits-only", "reduced", "full"].iter().position(|known| *known == level);
        match (&self.sandbox, &self.cpu_model) {
            (Some(level), _) if strength(level).is_none() || strength(&sandbox.level) < strength(level) => {
                Some(format!("the sandbox level is {}, and {level} is required", sandbox.level))
            }
            (_, Some(model)) if model != cpu_model => Some(format!("the CPU is {cpu_model}, and {model} is required")),
            (_, _) => None,
        }
    }
}

impl Action {
    /// The content key, limits left out: results under one key differ by limits only.
    pub fn key(&self) -> Digest {
        let mut key = KeyBuilder::new("action 1").texts(self.args.iter().map(String::as_str));
        for (path, file) in &self.inputs {
            key = key.text("input").text(path).digest(file.blob.digest).field(&[u8::from(file.executable)]);
        }
        if let Some(bytes) = self.requires.as_ref().and_then(|requires| requires.address_bytes) {
            key = key.text("address space").text(&bytes.to_string());
        }
        if let Some(runtime) = self.requires.as_ref().and_then(|requires| requires.runtime.as_ref()) {
            key = key.text("runtime").text(&runtime.language).digest(runtime.identity);
        }
        if let Some(stdin) = self.stdin {
            key = key.text("stdin").digest(stdin.digest);
        }
        if !self.pipes.is_empty() {
            key = key.text("pipes").texts(self.pipes.iter().flatten().map(String::as_str));
        }
        for (name, value) in &self.env {
            key = key.text("env").text(name).text(value);
        }
        key.texts(self.outputs.iter().map(String::as_str)).finish()
    }
}

/// Limits of one run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct RunLimits {
    /// CPU time after which the program is killed, milliseconds.
    pub cpu_ms: u64,
    /// Wall-clock time after which the program is killed, milliseconds: without the time for which it could have run and
    /// had no core, or was waiting for a partner that ran.
    pub wall_ms: u64,
    /// Memory, bytes; also the stack limit.
    pub memory_bytes: u64,
    /// Standard output, standard error and each written file, bytes.
    pub output_bytes: u64,
}

/// What the executor is asked to do as one piece.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Task {
    /// Run one program.
    Single(Action),
    /// Run a solution and an interactor, each one's standard output being the other's standard input, or named pipes of
    /// theirs in the place of both. Of the solution there may be several processes, up to [`MOST_PROCESSES`], which the
    /// interactor talks to by a pair of named pipes each.
    Talk {
        /// The processes of the solution, at least one.
        solutions: Vec<Action>,
        /// The interactor.
        interactor: Action,
    },
    /// Run one program, and in the same place another one on what it wrote, where it ended well.
    Chain {
        /// The first one.
        first: Action,
        /// The second one, without what it gets of the first.
        then: Box<Action>,
        /// What it gets.
        fed: Fed,
    },
}

/// What the second program of a chain gets of the first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fed {
    /// The file that the first one leaves; `None`: its standard output.
    pub from: Option<String>,
    /// The name under which the second one finds it; `None`: its standard input.
    pub into: Option<String>,
    /// What need not be looked at: of these contents it is known what the second one says.
    pub known: Vec<Digest>,
}

impl Fed {
    /// The second program with what the first one wrote; `None` where it is not to be run.
    pub fn second(&self, then: &Action, first: &RunResult) -> Option<Action> {
        let written = match &self.from {
            Some(name) => *first.files.get(name)?,
            None => first.stdout,
        };
        if !first.status.is_success() || self.known.contains(&written.digest) {
            return None;
        }
        let mut second = then.clone();
        match &self.into {
            Some(name) => drop(second.inputs.insert(name.clone(), InputFile { blob: written, executable: false })),
            None => second.stdin = Some(written),
        }
        Some(second)
    }
}

impl Task {
    /// All its programs, in their order.
    pub fn actions(&self) -> Vec<&Action> {
        match self {
            Task::Single(action) => vec![action],
            Task::Chain { first, then, .. } => vec![first, then],
            Task::Talk { solutions, interactor } => solutions.iter().chain([interactor]).collect(),
        }
    }
}

/// How a program ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ExitStatus {
    /// By itself, with this code.
    Exited(i32),
    /// By a signal that was not ours.
    Signalled(i32),
    /// We killed it: a limit was passed.
    Killed(Exceeded),
    /// It could not be started; the number is the operating system's error.
    NotStarted(i32),
    /// It was stopped, and that says nothing about it: the machine was too busy to let it run, or could not say how it did.
    Unmeasured,
}

impl ExitStatus {
    /// Whether it ended by itself with code 0.
    pub fn is_success(self) -> bool {
        self == ExitStatus::Exited(0)
    }

    /// Whether a run would end the same way the next time: not when the machine was too busy for it.
    pub fn is_lasting(self) -> bool {
        !matches!(self, ExitStatus::NotStarted(_) | ExitStatus::Unmeasured | ExitStatus::Killed(Exceeded::Wall))
    }

    /// Whether it was out of time, of the processor's or by the clock.
    pub fn is_timeout(self) -> bool {
        matches!(self, ExitStatus::Killed(Exceeded::Cpu | Exceeded::Wall))
    }
}

/// Which limit was passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Exceeded {
    /// CPU time.
    Cpu,
    /// Wall-clock time.
    Wall,
    /// Memory.
    Memory,
    /// Output.
    Output,
}

/// What one program run came to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunResult {
    /// How it ended.
    pub status: ExitStatus,
    /// CPU time of all processes of the run, as far as they were seen, microseconds.
    pub cpu_us: u64,
    /// Wall-clock time, microseconds.
    pub wall_us: u64,
    /// The part of it for which the program could have run and had no core, as far as that was seen, microseconds.
    pub waited_us: u64,
    /// The most memory that all processes of the run had together, as far as it was seen, kibibytes.
    pub memory_kb: u64,
    /// Standard output, whole; of a run that was killed for its output only the first 64 KiB.
    pub stdout: Blob,
    /// The first part of standard error.
    pub stderr: Blob,
    /// The kept files that exist, by relative path.
    pub files: BTreeMap<String, Blob>,
    /// The CPU that it ran on: times compare only between equal models.
    pub cpu_model: Arc<str>,
}

/// What a task came to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum TaskResult {
    /// Of [`Task::Single`].
    Single(RunResult),
    /// Of [`Task::Talk`].
    Talk {
        /// The solution's processes; what one wrote to its standard output went to the interactor and is not here, but where
        /// named pipes did.
        solutions: Vec<RunResult>,
        /// The interactor's side; likewise.
        interactor: RunResult,
        /// Both sides' messages in the order they were passed on, capped.
        transcript: Blob,
        /// The interactor stopped writing before the solution did: what it said does not come from the solution's end. Of
        /// several processes those that failed count, and all where none did.
        interactor_ended_first: bool,
        /// Both sides waited for each other to write.
        deadlock: Option<Box<Deadlock>>,
    },
    /// Of [`Task::Chain`].
    Chain {
        /// Of the first program.
        first: RunResult,
        /// Of the second one, where it was run.
        then: Option<RunResult>,
    },
}

impl TaskResult {
    /// What all its programs came to, in their order.
    pub fn runs(&self) -> Vec<&RunResult> {
        match self {
            TaskResult::Single(run) => vec![run],
            TaskResult::Chain { first, then } => [first].into_iter().chain(then).collect(),
            TaskResult::Talk { solutions, interactor, .. } => solutions.iter().chain([interactor]).collect(),
        }
    }
}

/// Two sides of which every process that had not ended was blocked in a read, with nothing on the way between them. Each was then given the end of its
/// input.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Deadlock {
    /// The beginning of what the solution wrote after that: it may have held it back.
    pub solution_wrote: String,
    /// Likewise the interactor.
    pub interactor_wrote: String,
}

/// Tasks that share inputs, sent together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Batch {
    /// What to run, in this order where one machine runs them.
    pub tasks: Vec<Task>,
    /// What will be made of their times.
    pub timing: Timing,
}

/// What whoever asks for a run will make of its times.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Timing {
    /// They are taken as they are.
    Final,
    /// A run that comes near its time limit is repeated alone, so that this one need not be exact.
    Provisional,
    /// They decide near a limit: nothing else may run at the same time.
    Alone,
}

/// How well programs are shut in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sandbox {
    /// `full`, `reduced` or `limits-only`.
    pub level: String,
    /// The layers that are on.
    pub layers: Vec<String>,
}

/// The executor itself failed, not a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExecutorError {
    /// Someone asked to stop.
    Cancelled,
    /// One sentence with what happened and what to do.
    Failed(String),
}

impl fmt::Display for ExecutorError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ExecutorError::Cancelled => f.write_str("cancelled"),
            ExecutorError::Failed(sentence) => f.write_str(sentence),
        }
    }
}

impl std::error::Error for ExecutorError {}

/// Runs batches of tasks somewhere.
pub trait Executor: Send + Sync {
    /// How programs are shut in here.
    fn sandbox(&self) -> Sandbox;

    /// Whether programs can see what time it is, so that what depends on it shows only in another second.
    fn has_clock(&self) -> bool {
        true
    }

    /// Who runs programs, where that is not this machine. What they say is kept apart from what was found out here.
    fn others(&self) -> Option<Digest> {
        None
    }

    /// Whether the second of two programs had better run where the first one did, as one [`Task::Chain`]: what the first
    /// one writes would have to travel else.
    fn chains(&self, _first: &Action, _then: &Action) -> bool {
        false
    }

    /// Which of these contents the executor does not hold.
    fn missing(&self, digests: &[Digest]) -> Vec<Digest>;

    /// Hands contents over.
    ///
    /// # Errors
    /// When they cannot be stored.
    fn put(&self, bytes: &[u8]) -> Result<Blob, ExecutorError>;

    /// Takes over everything that can be read. Who runs programs here never holds it as a whole.
    ///
    /// # Errors
    /// When it cannot be read or taken over.
    fn put_all(&self, source: &mut dyn io::Read) -> Result<Blob, ExecutorError> {
        let mut bytes = Vec::new();
        let read = source.read_to_end(&mut bytes);
        read.map_err(|error| ExecutorError::Failed(format!("a file cannot be read ({error}); try again")))?;
        self.put(&bytes)
    }

    /// Contents by their address; `None` when they are not held (any more).
    fn get(&self, digest: Digest) -> Option<Arc<[u8]>>;

    /// Runs a batch, calling `sink` with the number of each task and its result as it comes. Returns when all are done.
    ///
    /// # Errors
    /// Only the executor's own failure; a program that fails is a result.
    fn run(&self, batch: &Batch, sink: &mut dyn FnMut(usize, TaskResult)) -> Result<(), ExecutorError>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_machine_lacks() {
        let sandbox = Sandbox { level: "reduced".to_owned(), layers: Vec::new() };
        let lacking = |level: Option<&str>, model: Option<&str>| {
            let requires = Requirements {
                sandbox: level.map(str::to_owned),
                cpu_model: model.map(str::to_owned),
                ..Requirements::default()
            };
            requires.lacking(&sandbox, "Z80")
        };
        assert_eq!(lacking(None, None), None);
        assert_eq!(lacking(Some("limits-only"), Some("Z80")), None);
        assert_eq!(lacking(Some("reduced"), None), None);
        assert_eq!(lacking(Some("full"), None).as_deref(), Some("the sandbox level is reduced, and full is required"));
        assert!(lacking(Some("Full"), None).is_some(), "nobody has a level that is not known");
        assert_eq!(lacking(None, Some("6502")).as_deref(), Some("the CPU is Z80, and 6502 is required"));
    }
}
