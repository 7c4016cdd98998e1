//! Running programs without a helper process: where there is none of the kernel's means to shut a program in, only
//! limits.
//!
//! The judge starts each program itself, in a process group or a job of its own, looks at it every few milliseconds
//! and kills it when it passes a limit. Files are named by their paths, and the working directory is on disk. A program
//! that puts its children into other groups can leave them behind, where the system has no jobs.
//!
//! Files that Linux keeps in memory are on disk here. Better levels than limits are refused, with the sentence that
//! says how to accept limits. The shared part and that of Unix are tested on Linux; the rest is only compiled, by
//! `tests/other-systems.sh`.
//!
//! Invariant: a program that runs is in a group or a job that is killed as a whole, before its result is handed out.

#[cfg(target_os = "macos")]
mod apple;
#[cfg(unix)]
mod guard;
#[cfg(test)]
mod tests;
#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;
mod work;

use std::{
    ffi::OsString,
    fs::File,
    io,
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use problem::executor::{Exceeded, ExitStatus, RunLimits};

#[cfg(unix)]
pub use self::guard::serve_if_asked;
#[cfg(unix)]
use self::unix as system;
#[cfg(windows)]
use self::windows as system;
use self::{system::Process, work::WorkDir};
use super::{
    Level,
    wire::{Program, Reply, Request, Setup, WritablePlace},
};

/// How often a running program's costs are looked at.
const SAMPLE: Duration = Duration::from_millis(10);
/// Said of a program that could not be started where the system gives no number: an input or output error.
const NO_NUMBER: i32 = 5;

/// A clock, nanoseconds; nothing here compares it with another process's.
pub fn clock() -> u64 {
    static START: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
    START.get_or_init(Instant::now).elapsed().as_nanos() as u64
}

/// Helper processes are another system's.
#[cfg(windows)]
pub fn serve_if_asked() {}

/// Removes a directory with everything in it.
///
/// # Errors
/// When something in it cannot be removed.
pub fn remove_directory(path: &std::path::Path) -> io::Result<()> {
    std::fs::remove_dir_all(path)
}

/// Groups whose costs the kernel bounds and measures as a whole: not on this system.
pub struct Cgroups(());

impl Cgroups {
    /// Looks where this process may make groups.
    pub fn find() -> Cgroups {
        Cgroups(())
    }

    /// None at all.
    pub fn none() -> Cgroups {
        Cgroups(())
    }
}

/// Runs one program after the other in a directory of its own.
pub struct Launcher {
    work: WorkDir,
    stop: StopHandle,
    layers: Vec<String>,
    running: Option<Running>,
}

/// Stops what a launcher is running, from any thread.
#[derive(Clone, Default)]
pub struct StopHandle(Arc<AtomicBool>);

/// What a run came to.
pub struct Finished {
    /// The costs and the ending.
    pub reply: Reply,
    /// The wanted outputs that exist, with their paths.
    pub outputs: Vec<(String, File)>,
}

/// A program that was started, or why it could not be.
struct Running {
    process: io::Result<Process>,
    started: Instant,
    limits: RunLimits,
    outputs: Vec<String>,
    /// The files that it writes its standard output and error into. A pipe is not held: it must end with the program.
    written: Vec<File>,
}

/// Everything that the system needs to start a program.
struct Launch {
    program: PathBuf,
    /// The program's name first.
    args: Vec<OsString>,
    env: Vec<(OsString, OsString)>,
    directory: PathBuf,
    streams: [File; 3],
    limits: RunLimits,
    address_bytes: Option<u64>,
}

/// What a program's processes have used so far.
#[derive(Clone, Copy, Debug, Default)]
struct Usage {
    cpu: Duration,
    memory_bytes: u64,
}

/// How a program ended, and what it and those it waited for have used in all.
#[derive(Clone, Copy, Debug)]
struct Ending {
    status: ExitStatus,
    usage: Usage,
}

impl StopHandle {
    /// Stops the program that is running, which comes back as [`ExitStatus::Unmeasured`]. A launcher that runs nothing ends,
    /// so its box must not be lent again.
    pub fn stop(&self) {
        self.0.store(true, Ordering::SeqCst);
    }

    fn is_stopped(&self) -> bool {
        self.0.load(Ordering::SeqCst)
    }
}

impl Launcher {
    /// Makes a launcher; the inner error says why programs cannot be shut in as the setup says.
    ///
    /// # Errors
    /// None on this system.
    pub fn start(setup: &Setup, _cgroups: &Cgroups) -> io::Result<Result<Launcher, String>> {
        if setup.level != Level::LimitsOnly {
            return Ok(Err("it takes Linux".to_owned()));
        }
        let WritablePlace::Directory(directory) = &setup.work else {
            return Ok(Err("no working directory was given".to_owned()));
        };
        Ok(Ok(Launcher {
            work: WorkDir::new(system::text(directory).into(), setup.starts_files),
            stop: StopHandle::default(),
            layers: system::LAYERS.iter().map(|&layer| layer.to_owned()).collect(),
            running: None,
        }))
    }

    /// The layers that are on.
    pub fn layers(&self) -> &[String] {
        &self.layers
    }

    /// A handle that stops what is running.
    pub fn stop_handle(&self) -> StopHandle {
        self.stop.clone()
    }

    /// Starts a program with these standard streams and files and waits for it.
    ///
    /// # Errors
    /// When the launcher was stopped before.
    pub fn run(&mut self, request: &Request, files: &[&File]) -> io::Result<Finished> {
        self.start_program(request, files)?;
        self.wait()
    }

    /// Starts a program without waiting for it; [`Launcher::wait`] must follow. The files are the three standard streams
    /// and those of the request.
    ///
    /// # Errors
    /// When the launcher was stopped before.
    pub fn start_program(&mut self, request: &Request, files: &[&File]) -> io::Result<()> {
        if self.stop.is_stopped() {
            return Err(io::ErrorKind::BrokenPipe.into());
        }
        let [_, stdout, stderr, ..] = files else { return Err(io::ErrorKind::InvalidInput.into()) };
        let is_file = |stream: &&&File| stream.metadata().is_ok_and(|metadata| metadata.is_file());
        let written = [stdout, stderr].into_iter().filter(is_file).map(|stream| stream.try_clone());
        let written = written.collect::<io::Result<Vec<File>>>()?;
        let launch = self.prepare(request, files);
        let started = Instant::now();
        self.running = Some(Running {
            process: launch.and_then(|launch| Process::start(&launch)),
            started,
            limits: request.limits,
            outputs: request.outputs.clone(),
            written,
        });
        Ok(())
    }

    fn prepare(&self, request: &Request, files: &[&File]) -> io::Result<Launch> {
        let (streams, files) = files.split_at(3);
        let Program::Path(program) = &request.program else { return Err(io::ErrorKind::Unsupported.into()) };
        self.work.fill(request, files)?;
        let request = &if request.names_box() {
            request.with_box(&self.work.path().display().to_string())
        } else {
            request.clone()
        };
        let variables = request.env.iter().filter_map(|variable| {
            let equals = variable.iter().position(|&byte| byte == b'=')?;
            Some((system::text(&variable[..equals]), system::text(&variable[equals + 1..])))
        });
        let elsewhere = request.directory.as_ref().map(|directory| system::text(directory).into());
        Ok(Launch {
            program: system::text(program).into(),
            args: request.args.iter().map(|arg| system::text(arg)).collect(),
            env: variables.collect(),
            directory: elsewhere.unwrap_or_else(|| self.work.path().to_owned()),
            streams: [streams[0].try_clone()?, streams[1].try_clone()?, streams[2].try_clone()?],
            limits: request.limits,
            address_bytes: request.address_bytes,
        })
    }

    /// Waits for the program that was started.
    ///
    /// # Errors
    /// When none was started.
    pub fn wait(&mut self) -> io::Result<Finished> {
        let running = self.running.take().ok_or(io::ErrorKind::InvalidInput)?;
        let outputs = running.outputs.clone();
        let mut reply = running.finish(&self.stop);
        let outputs = self.work.outputs(&outputs);
        reply.is_worn = !self.work.clean() || self.stop.is_stopped();
        Ok(Finished { reply, outputs })
    }

    /// Nothing is known of what the kernel kills here.
    #[expect(clippy::unused_self, reason = "the same name as where groups tell")]
    pub fn ran_out_of_memory(&mut self) -> bool {
        false
    }
}

impl Running {
    /// Waits until the program ends or passes a limit, and collects it with all that it left behind.
    fn finish(mut self, stop: &StopHandle) -> Reply {
        let mut process = match std::mem::replace(&mut self.process, Err(io::ErrorKind::Other.into())) {
            Ok(process) => process,
            Err(error) => return Reply::of(ExitStatus::NotStarted(error.raw_os_error().unwrap_or(NO_NUMBER))),
        };
        let (exceeded, seen) = self.watch(&mut process, stop);
        let wall = self.started.elapsed();
        let Ending { status, usage } = process.finish();
        let memory_bytes = usage.memory_bytes.max(seen.memory_bytes);
        let cpu_us = usage.cpu.max(seen.cpu).as_micros() as u64;
        #[cfg(unix)]
        let status = super::by_limits(status, cpu_us, &self.limits, || self.has_written_too_much());
        let status = match exceeded {
            Some(exceeded) => ExitStatus::Killed(exceeded),
            // It got no more memory, and made of that what it could.
            None if !status.is_success() && memory_bytes > self.limits.memory_bytes => {
                ExitStatus::Killed(Exceeded::Memory)
            }
            None => status,
        };
        Reply { cpu_us, wall_us: wall.as_micros() as u64, memory_kb: memory_bytes / 1024, ..Reply::of(status) }
    }

    fn watch(&self, process: &mut Process, stop: &StopHandle) -> (Option<Exceeded>, Usage) {
        let wall = Duration::from_millis(self.limits.wall_ms);
        let mut seen = Usage::default();
        loop {
            let left = wall.saturating_sub(self.started.elapsed()).min(SAMPLE);
            if process.has_ended(left) {
                return (None, seen);
            }
            let usage = process.usage();
            seen.cpu = seen.cpu.max(usage.cpu);
            seen.memory_bytes = seen.memory_bytes.max(usage.memory_bytes);
            let exceeded = if stop.is_stopped() || self.started.elapsed() >= wall {
                Exceeded::Wall
            } else if usage.cpu >= Duration::from_millis(self.limits.cpu_ms) {
                Exceeded::Cpu
            } else if usage.memory_bytes > self.limits.memory_bytes {
                Exceeded::Memory
            } else if self.has_written_too_much() {
                Exceeded::Output
            } else {
                continue;
            };
            process.kill();
            return (Some(exceeded), seen);
        }
    }

    fn has_written_too_much(&self) -> bool {
        let is_long = |file: &File| file.metadata().is_ok_and(|metadata| metadata.len() > self.limits.output_bytes);
        self.written.iter().any(is_long)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // Started, and nobody waits for it any more.
        if let Ok(process) = std::mem::replace(&mut self.process, Err(io::ErrorKind::Other.into())) {
            process.finish();
        }
    }
}
