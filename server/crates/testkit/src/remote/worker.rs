//! The worker's side: lays an action's files, runs its program, keeps its outputs.

use std::{
    collections::BTreeMap,
    env,
    fs::{self, File},
    io::{self, Read as _, Seek as _},
    os::{
        fd::OwnedFd,
        unix::fs::{MetadataExt as _, PermissionsExt as _},
    },
    path::{Path, PathBuf},
    process,
};

use nix::sys::signal::{Signal, kill};
use problem::{
    executor::{Action, Blob, Exceeded, ExitStatus, RunResult, Task, TaskResult},
    path::RelPath,
};

use super::{
    program::{self, Ending},
    store::Store,
    talk,
    wire::{self, Order, Reply},
};

/// The name this executable runs under when it is a worker.
pub(super) const NAME: &str = "testkit-worker";
/// How much of standard error is kept, bytes.
const STDERR_BYTES: u64 = 64 << 10;
/// Where an interpreter may be.
const PYTHON: [&str; 2] = ["/usr/bin/python3", "/usr/local/bin/python3"];

/// Becomes a worker, and never returns, if this process was started as one. Must be the first thing `main` does.
pub fn work_if_asked() {
    let mut args = env::args_os();
    if args.next().is_none_or(|name| name != NAME) {
        return;
    }
    let (Some(store), Some(scratch)) = (args.next(), args.next()) else { process::exit(2) };
    // SAFETY: a plain flag: what programs leave behind comes to us.
    unsafe { libc::prctl(libc::PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) };
    let worker = Store::open(Path::new(&store)).map(|store| Worker { store, scratch: scratch.into() });
    let code = match worker.and_then(|worker| worker.serve()) {
        Ok(()) => 0,
        Err(_) => 1,
    };
    process::exit(code);
}

struct Worker {
    store: Store,
    scratch: PathBuf,
}

/// An action whose files are laid.
struct Laid {
    directory: PathBuf,
    program: PathBuf,
    stdout: File,
    stderr: File,
}

fn missing(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::NotFound, format!("{what} is not at hand"))
}

impl Worker {
    fn serve(&self) -> io::Result<()> {
        let (mut orders, mut replies) = (io::stdin().lock(), io::stdout());
        while let Some(order) = wire::receive::<Order>(&mut orders)? {
            for task in &order.tasks {
                let result = self.run(task);
                sweep();
                let reply = match result {
                    Ok(result) => Reply::Done(Box::new(result)),
                    Err(error) => Reply::Failed(format!("a worker could not run a program ({error})")),
                };
                wire::send(&mut replies, &reply)?;
            }
        }
        Ok(())
    }

    fn run(&self, task: &Task) -> io::Result<TaskResult> {
        match task {
            Task::Single(action) => Ok(TaskResult::Single(self.run_one(action, "single")?)),
            Task::Chain { first, then, fed } => {
                let first = self.run_one(first, "first")?;
                let second = fed.second(then, &first);
                let then = second.map(|second| self.run_one(&second, "then")).transpose()?;
                Ok(TaskResult::Chain { first, then })
            }
            Task::Talk { solutions, interactor } => match &solutions[..] {
                [solution] => self.run_pair(solution, interactor),
                _ => Err(io::Error::other("this worker lets two programs talk, and no more")),
            },
        }
    }

    fn run_one(&self, action: &Action, name: &str) -> io::Result<RunResult> {
        let laid = self.lay(action, name)?;
        let stdin = match action.stdin {
            Some(blob) => File::open(self.store.blob_path(blob.digest))?,
            None => File::open("/dev/null")?,
        };
        let streams = [stdin.into(), laid.stdout.try_clone()?.into(), laid.stderr.try_clone()?.into()];
        let ending = program::start(action, &laid.program, &laid.directory, streams).wait();
        self.finish(action, laid, ending)
    }

    fn run_pair(&self, solution: &Action, interactor: &Action) -> io::Result<TaskResult> {
        let (of_solution, of_interactor) = (self.lay(solution, "solution")?, self.lay(interactor, "interactor")?);
        let (middle, solution_ends, interactor_ends) = talk::pipes()?;
        let start = |action, laid: &Laid, [reads, writes]: [OwnedFd; 2]| {
            let streams = [reads, writes, laid.stderr.try_clone()?.into()];
            io::Result::Ok(program::start(action, &laid.program, &laid.directory, streams))
        };
        let started = start(solution, &of_solution, solution_ends)?;
        let outcome = talk::hold(middle, started, start(interactor, &of_interactor, interactor_ends)?);
        Ok(TaskResult::Talk {
            solutions: vec![self.finish(solution, of_solution, outcome.solution)?],
            interactor: self.finish(interactor, of_interactor, outcome.interactor)?,
            transcript: self.store.put(&outcome.transcript)?,
            interactor_ended_first: outcome.interactor_ended_first,
            deadlock: None,
        })
    }

    /// Makes a fresh directory with the action's files in it.
    fn lay(&self, action: &Action, name: &str) -> io::Result<Laid> {
        let directory = self.scratch.join(name);
        fs::create_dir(&directory)?;
        for (path, file) in &action.inputs {
            let place = directory.join(inside(path)?);
            fs::create_dir_all(place.parent().unwrap_or(&directory))?;
            let bytes = self.store.get(file.blob.digest).ok_or_else(|| missing(path))?;
            fs::write(&place, &bytes)?;
            fs::set_permissions(&place, fs::Permissions::from_mode(if file.executable { 0o755 } else { 0o644 }))?;
        }
        let first = action.args.first().map_or("", String::as_str);
        let program = match first.strip_prefix("./") {
            Some(name) => directory.join(inside(name)?),
            None if first == "python3" => {
                PYTHON.into_iter().map(PathBuf::from).find(|path| path.is_file()).ok_or_else(|| missing(first))?
            }
            None => return Err(missing(first)),
        };
        let stream = |kind: &str| {
            let place = self.scratch.join(format!("{name}.{kind}"));
            File::options().read(true).write(true).create(true).truncate(true).open(place)
        };
        Ok(Laid { program, stdout: stream("stdout")?, stderr: stream("stderr")?, directory })
    }

    fn finish(&self, action: &Action, mut laid: Laid, ending: Ending) -> io::Result<RunResult> {
        let cap = action.limits.output_bytes;
        let mut is_long = laid.stdout.metadata()?.len() > cap || laid.stderr.metadata()?.len() > cap;
        let mut files = BTreeMap::new();
        for output in &action.outputs {
            for path in named(&laid.directory, output)? {
                if let Some(bytes) = read_output(&laid.directory.join(inside(&path)?), cap) {
                    is_long |= bytes.len() as u64 > cap;
                    files.insert(path, self.store.put(&bytes)?);
                }
            }
        }
        let is_cut = is_long && ending.status != ExitStatus::Killed(Exceeded::Memory);
        let status = if is_cut { ExitStatus::Killed(Exceeded::Output) } else { ending.status };
        let too_long = status == ExitStatus::Killed(Exceeded::Output);
        let stdout = self.keep(&mut laid.stdout, if too_long { cap.min(STDERR_BYTES) } else { cap }, None)?;
        let stderr = self.keep(&mut laid.stderr, STDERR_BYTES, Some(&laid.directory))?;
        fs::remove_dir_all(&laid.directory)?;
        let Ending { cpu_us, wall_us, memory_kb, .. } = ending;
        let cpu_model = std::env::consts::ARCH.into();
        Ok(RunResult { status, cpu_us, wall_us, waited_us: 0, memory_kb, stdout, stderr, files, cpu_model })
    }

    /// Keeps the beginning of a stream, with the name of a directory taken out of its text.
    fn keep(&self, file: &mut File, cap: u64, hidden: Option<&Path>) -> io::Result<Blob> {
        let mut bytes = Vec::new();
        file.rewind()?;
        file.take(cap).read_to_end(&mut bytes)?;
        if let (Some(directory), Ok(text)) = (hidden, std::str::from_utf8(&bytes)) {
            bytes = text.replace(&format!("{}/", directory.display()), "").into_bytes();
        }
        self.store.put(&bytes)
    }
}

fn inside(path: &str) -> io::Result<PathBuf> {
    let inside = RelPath::parse(path).ok_or_else(|| missing(path))?;
    Ok(inside.as_str().into())
}

/// The paths that an output stands for: itself, or with a slash at its end all files below it.
fn named(directory: &Path, output: &str) -> io::Result<Vec<String>> {
    let Some(below) = output.strip_suffix('/') else { return Ok(vec![output.to_owned()]) };
    let entries = walkdir::WalkDir::new(directory.join(inside(below)?)).into_iter().flatten();
    let paths = entries.filter(|entry| entry.file_type().is_file()).map(walkdir::DirEntry::into_path);
    let plain = paths.filter_map(|path| Some(path.strip_prefix(directory).ok()?.to_str()?.to_owned()));
    Ok(plain.collect())
}

/// What a program left in a plain file: at most one byte more than `cap`.
fn read_output(place: &Path, cap: u64) -> Option<Vec<u8>> {
    let metadata = fs::symlink_metadata(place).ok().filter(fs::Metadata::is_file)?;
    let mut bytes = Vec::with_capacity(metadata.size().min(cap) as usize);
    File::open(place).ok()?.take(cap + 1).read_to_end(&mut bytes).ok()?;
    Some(bytes)
}

/// Kills and collects what programs left behind, now that none of them runs.
fn sweep() {
    loop {
        let children = fs::read_to_string(format!("/proc/self/task/{}/children", process::id())).unwrap_or_default();
        for child in children.split_ascii_whitespace().filter_map(|pid| pid.parse().ok()) {
            let _ = kill(nix::unistd::Pid::from_raw(child), Signal::SIGKILL);
        }
        if nix::sys::wait::wait().is_err() {
            return;
        }
    }
}
