//! Running the binary as a person does: a command line, a home, a cache, and what came of it.

use std::{
    ffi::OsStr,
    io::{Read as _, Write as _},
    os::unix::process::ExitStatusExt as _,
    path::{Path, PathBuf},
    process::{Child, Command, ExitStatus, Output, Stdio},
    sync::mpsc,
    thread,
    time::Duration,
};

use nix::sys::signal::Signal;
use tempfile::TempDir;

use crate::{binary, process, report::Report, watching::Watching};
use testkit::{temporary, wait};

/// The longest a command of a test may take.
const PATIENCE: Duration = Duration::from_secs(900);

/// A command line being put together.
pub struct Touchstone {
    command: Command,
    stdin: Vec<u8>,
    home: TempDir,
}

/// What a command did.
#[derive(Clone, Debug)]
pub struct Done {
    /// How it ended.
    pub status: ExitStatus,
    /// Standard output.
    pub stdout: String,
    /// Standard error.
    pub stderr: String,
}

/// A command that is under way.
pub struct Running {
    /// Until it is waited for.
    child: Option<Child>,
    home: Option<TempDir>,
}

impl Touchstone {
    /// A command with an empty home of its own and the cache that the tests share.
    pub fn new() -> Touchstone {
        Touchstone::at(binary::touchstone()).with_cache(&temporary::shared_cache())
    }

    /// A command with an empty home that holds its cache too.
    pub fn with_empty_home() -> Touchstone {
        Touchstone::at(binary::touchstone())
    }

    /// The same for another executable.
    pub fn at(executable: &Path) -> Touchstone {
        let home = temporary::folder();
        let mut command = Command::new(executable);
        command.env_clear().env("HOME", home.path()).env("LC_ALL", "C.UTF-8").current_dir(home.path());
        if let Some(path) = std::env::var_os("PATH") {
            command.env("PATH", path);
        }
        Touchstone { command, stdin: Vec::new(), home }
    }

    /// With the cache there.
    #[must_use]
    pub fn with_cache(self, cache: &Path) -> Touchstone {
        self.env("TOUCHSTONE_CACHE_DIR", cache)
    }

    /// With a variable in the environment.
    #[must_use]
    pub fn env(mut self, name: &str, value: impl AsRef<OsStr>) -> Touchstone {
        self.command.env(name, value);
        self
    }

    /// With these further arguments.
    #[must_use]
    pub fn args<T: AsRef<OsStr>>(mut self, args: impl IntoIterator<Item = T>) -> Touchstone {
        self.command.args(args);
        self
    }

    /// With one more argument.
    #[must_use]
    pub fn arg(self, arg: impl AsRef<OsStr>) -> Touchstone {
        self.args([arg])
    }

    /// Started there.
    #[must_use]
    pub fn in_folder(mut self, folder: &Path) -> Touchstone {
        self.command.current_dir(folder);
        self
    }

    /// With this to read.
    #[must_use]
    pub fn stdin(mut self, bytes: impl Into<Vec<u8>>) -> Touchstone {
        self.stdin = bytes.into();
        self
    }

    /// Run by that user, who is in the group of the same number and in no other. Only root can do that.
    #[must_use]
    pub fn as_user(mut self, user: u32) -> Touchstone {
        use std::os::unix::process::CommandExt as _;
        self.command.uid(user).gid(user);
        self
    }

    /// Where its home is.
    pub fn home(&self) -> PathBuf {
        self.home.path().to_owned()
    }

    /// Runs it to its end.
    pub fn run(self) -> Done {
        self.run_into(Stdio::piped())
    }

    /// Runs it to its end with that for its standard output.
    pub fn run_into(self, stdout: impl Into<Stdio>) -> Done {
        let Touchstone { mut command, stdin, home } = self;
        command.stdin(Stdio::piped()).stdout(stdout).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the binary can be started");
        // What the command holds of the standard streams must go, or their other ends would never see the end.
        drop(command);
        let mut pipe = child.stdin.take().expect("it is a pipe");
        let writer = thread::spawn(move || drop(pipe.write_all(&stdin)));
        let watch = Watch::on(&child);
        let output = child.wait_with_output().expect("the binary can be waited for");
        watch.end();
        writer.join().expect("writing does not panic");
        drop(home);
        Done::of(&output)
    }

    /// Starts it, in a process group of its own where that is asked for.
    pub fn start(self, own_group: bool) -> Running {
        use std::os::unix::process::CommandExt as _;
        let Touchstone { mut command, home, stdin: _ } = self;
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        if own_group {
            command.process_group(0);
        }
        Running { child: Some(command.spawn().expect("the binary can be started")), home: Some(home) }
    }

    /// Starts it, to read what it prints line by line.
    pub fn watch(self) -> Watching {
        let mut started = self.start(false);
        let (child, home) = (started.child.take(), started.home.take());
        Watching::of(child.expect("it was started"), home.expect("it has one"))
    }

    /// `check --format json` on a folder.
    pub fn check(self, folder: &Path) -> (Report, Option<i32>) {
        let done = self.args(["check", "--format", "json"]).arg(folder).run();
        (done.report(), done.code())
    }
}

impl Default for Touchstone {
    fn default() -> Touchstone {
        Touchstone::new()
    }
}

impl Done {
    fn of(output: &Output) -> Done {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        Done { status: output.status, stdout: text(&output.stdout), stderr: text(&output.stderr) }
    }

    /// The exit code; `None` when a signal ended it.
    pub fn code(&self) -> Option<i32> {
        self.status.code()
    }

    /// The signal that ended it.
    pub fn signal(&self) -> Option<i32> {
        self.status.signal()
    }

    /// The report on standard output, which holds nothing else.
    pub fn report(&self) -> Report {
        let parsed = serde_json::from_str(&self.stdout);
        let report = Report(parsed.unwrap_or_else(|error| panic!("no JSON report ({error}): {self:?}")));
        report.tell_who_is_near_the_limit();
        report
    }

    /// The same, where that code is what it ended with.
    pub fn expect_code(self, code: i32) -> Done {
        assert_eq!(self.code(), Some(code), "{self:#?}");
        self
    }
}

/// Kills a command that takes too long.
struct Watch {
    ended: mpsc::Sender<()>,
    thread: thread::JoinHandle<bool>,
}

impl Watch {
    fn on(child: &Child) -> Watch {
        let (ended, end) = mpsc::channel();
        let pid = pid(child);
        let thread = thread::spawn(move || {
            let in_time = end.recv_timeout(PATIENCE).is_ok();
            if !in_time {
                process::signal(pid, Signal::SIGKILL);
            }
            in_time
        });
        Watch { ended, thread }
    }

    fn end(self) {
        // The other side may have given up at this moment.
        let _ = self.ended.send(());
        assert!(self.thread.join().expect("watching does not panic"), "the binary does not end");
    }
}

pub(crate) fn pid(child: &Child) -> i32 {
    i32::try_from(child.id()).expect("process numbers are small")
}

impl Running {
    /// Its process number.
    pub fn pid(&self) -> i32 {
        pid(self.child.as_ref().expect("it was not waited for"))
    }

    /// The next line on its standard error with such words, once it is there; what comes later stays to be read.
    pub fn told(&mut self, words: &str) -> String {
        let stderr = self.child.as_mut().and_then(|child| child.stderr.as_mut()).expect("it was not waited for");
        loop {
            let (mut line, mut byte) = (Vec::new(), [0]);
            // No more than the line.
            while stderr.read(&mut byte).is_ok_and(|n_read| n_read == 1) && byte != *b"\n" {
                line.extend(byte);
            }
            let line = String::from_utf8_lossy(&line).into_owned();
            if line.contains(words) {
                return line;
            }
            assert!(!line.is_empty(), "it ends, or says nothing of {words}");
        }
    }

    /// Whether it has ended.
    pub fn has_ended(&mut self) -> bool {
        let child = self.child.as_mut().expect("it was not waited for");
        child.try_wait().expect("the binary can be waited for").is_some()
    }

    /// Waits for its end.
    pub fn wait(mut self) -> Done {
        let child = self.child.as_mut().expect("it was not waited for");
        let ended = wait::until(PATIENCE, || child.try_wait().expect("the binary can be waited for"));
        assert!(ended.is_some(), "the binary does not end");
        let child = self.child.take().expect("it was not waited for");
        Done::of(&child.wait_with_output().expect("the binary can be waited for"))
    }
}

impl Drop for Running {
    /// A test that fails leaves nothing behind.
    fn drop(&mut self) {
        if let Some(mut child) = self.child.take() {
            drop(child.kill());
            drop(child.wait());
        }
    }
}
