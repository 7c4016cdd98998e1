//! The programs that are measured: touchstone, g++, and a bare start of a program.

use std::{
    ffi::{CStr, CString},
    fs::{self, File, OpenOptions},
    os::{fd::AsRawFd as _, unix::ffi::OsStrExt as _},
    path::{Path, PathBuf},
    process::{Command, Stdio},
    thread,
};

use e2e::binary;
use nix::{
    spawn::{PosixSpawnAttr, PosixSpawnFileActions, posix_spawn},
    sys::wait::{WaitStatus, waitpid},
};
use serde_json::Value;
use tempfile::TempDir;

use crate::measure::Cost;

/// Where a run of the benchmark keeps its files, until its end.
pub(crate) struct Place {
    directory: TempDir,
    executable: &'static Path,
}

impl Place {
    pub(crate) fn new() -> Place {
        let directory = tempfile::Builder::new().prefix("touchstone-bench-").tempdir();
        Place { directory: directory.expect("a temporary folder can be made"), executable: binary::touchstone() }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    /// Touchstone with a cache of this name.
    pub(crate) fn tool(&self, cache: &str) -> Tool<'_> {
        Tool { place: self, cache: self.path(cache) }
    }

    /// A bare start of the binary that does nothing.
    pub(crate) fn version(&self) -> Cost {
        Cost::of(|| succeed(Command::new(self.executable).arg("--version").stdout(Stdio::null())))
    }
}

/// The real binary with a cache.
pub(crate) struct Tool<'a> {
    place: &'a Place,
    cache: PathBuf,
}

/// A check that has ended.
pub(crate) struct Checked {
    pub(crate) cost: Cost,
    pub(crate) report: Value,
    stats: Value,
}

impl Checked {
    /// How many programs of a kind were run, by the name that `--stats` has for it.
    pub(crate) fn n(&self, name: &str) -> usize {
        self.stats[name].as_u64().expect("the counts are numbers") as usize
    }

    pub(crate) fn level(&self) -> &str {
        self.report["problem"]["sandbox"]["level"].as_str().unwrap_or("unknown")
    }
}

impl Tool<'_> {
    pub(crate) fn check(&self, folder: &Path, args: &[&str]) -> Checked {
        let (printed, stats) = (self.place.path("report.json"), self.place.path("stats.json"));
        let stdout = File::create(&printed).expect("a file can be made");
        let mut command = Command::new(self.place.executable);
        command.args(["check", "--format", "json", "--cache-dir"]).arg(&self.cache).arg("--stats").arg(&stats);
        command.args(args).arg(folder).stdin(Stdio::null()).stdout(stdout);
        let mut code = None;
        let cost = Cost::of(|| code = command.status().expect("the tool starts").code());
        assert!(matches!(code, Some(0 | 1)), "{command:?} ended with {code:?}");
        let json = |path: &Path| {
            let text = fs::read_to_string(path).expect("the tool has written it");
            serde_json::from_str(&text).expect("it is JSON")
        };
        Checked { cost, report: json(&printed), stats: json(&stats) }
    }
}

impl Tool<'_> {
    /// A check as a person starts it, in which no program is started.
    pub(crate) fn for_people(&self, folder: &Path, args: &[&str]) -> Cost {
        let mut command = Command::new(self.place.executable);
        command.args(["check", "--cache-dir"]).arg(&self.cache).args(args).arg(folder);
        command.stdin(Stdio::null()).stdout(Stdio::null());
        let mut code = None;
        let cost = Cost::of(|| code = command.status().expect("the tool starts").code());
        assert!(matches!(code, Some(0 | 1)), "{command:?} ended with {code:?}");
        cost
    }
}

fn succeed(command: &mut Command) {
    let status = command.status().expect("the program starts");
    assert!(status.success(), "{command:?} ended with {status}");
}

/// One g++ command.
pub(crate) fn gxx(flags: &[&str], source: &Path, product: &Path) -> Cost {
    let mut command = Command::new("g++");
    command.args(flags).arg("-o").arg(product).arg(source).stderr(Stdio::null());
    Cost::of(|| succeed(&mut command))
}

/// How a program is started without touchstone.
#[derive(Clone, Copy)]
pub(crate) enum Spawn {
    /// As most programs in Rust do it.
    Std,
    /// The least that the C library offers.
    Posix,
}

impl Spawn {
    /// Starts a program and waits for it, `n` times in all, from as many threads as asked.
    pub(crate) fn times(self, n: usize, n_threads: usize, program: &Path, input: &Path) -> Cost {
        let once: fn(&Path, &Path) = match self {
            Spawn::Std => spawn_std,
            Spawn::Posix => spawn_posix,
        };
        let whole = Cost::of(|| {
            thread::scope(|scope| {
                for _ in 0..n_threads {
                    scope.spawn(|| (0..n / n_threads).for_each(|_| once(program, input)));
                }
            });
        });
        whole.each(n)
    }
}

fn spawn_std(program: &Path, input: &Path) {
    let input = File::open(input).expect("the input is there");
    succeed(Command::new(program).env_clear().stdin(input).stdout(Stdio::null()));
}

fn spawn_posix(program: &Path, input: &Path) {
    let name = CString::new(program.as_os_str().as_bytes()).expect("paths have no zero bytes");
    let open = |path: &Path, options: &mut OpenOptions| options.open(path).expect("the file is there");
    let input = open(input, OpenOptions::new().read(true));
    let output = open(Path::new("/dev/null"), OpenOptions::new().write(true));
    let spawn = || {
        let mut files = PosixSpawnFileActions::init()?;
        files.add_dup2(input.as_raw_fd(), 0)?;
        files.add_dup2(output.as_raw_fd(), 1)?;
        let none: [&CStr; 0] = [];
        let pid = posix_spawn(program, &files, &PosixSpawnAttr::init()?, &[&name], &none)?;
        waitpid(pid, None)
    };
    let ended = spawn().expect("the program starts");
    assert!(matches!(ended, WaitStatus::Exited(_, 0)), "{ended:?}");
}
