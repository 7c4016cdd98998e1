//! A command that goes on by itself and prints a line now and then.

use std::{
    io::{BufRead as _, BufReader, Read},
    process::{Child, ExitStatus},
    sync::mpsc::{self, Receiver, RecvTimeoutError},
    thread,
    time::Duration,
};

use nix::sys::signal::Signal;
use tempfile::TempDir;

use crate::{process, report::Report, touchstone};
use testkit::wait;

/// The longest that the next line may take.
const PATIENCE: Duration = Duration::from_secs(400);

/// A command that is under way, and the lines that it prints.
pub struct Watching {
    child: Child,
    lines: Receiver<String>,
    errors: Receiver<String>,
    _home: TempDir,
}

impl Watching {
    pub(crate) fn of(mut child: Child, home: TempDir) -> Watching {
        let stdout = child.stdout.take().expect("it is a pipe");
        let stderr = child.stderr.take().expect("it is a pipe");
        Watching { child, lines: read(stdout), errors: read(stderr), _home: home }
    }

    /// Its process number.
    pub fn pid(&self) -> i32 {
        touchstone::pid(&self.child)
    }

    /// The next line that it prints.
    pub fn line(&self) -> String {
        self.lines.recv_timeout(PATIENCE).expect("one more line is printed")
    }

    /// The next line that it prints on standard error.
    pub fn error(&self) -> String {
        self.errors.recv_timeout(PATIENCE).expect("one more line is printed on standard error")
    }

    /// The next line, which is a report.
    pub fn report(&self) -> Report {
        self.next_report().expect("one more report is printed")
    }

    /// The next line, which is a report, if one comes.
    pub fn next_report(&self) -> Option<Report> {
        let line = self.lines.recv_timeout(PATIENCE).ok()?;
        Some(Report(serde_json::from_str(&line).unwrap_or_else(|error| panic!("no report ({error}): {line}"))))
    }

    /// The lines up to the first one in which the text stands.
    pub fn lines_until(&self, text: &str) -> Vec<String> {
        let mut lines = vec![self.line()];
        while !lines.last().is_some_and(|line| line.contains(text)) {
            lines.push(self.line());
        }
        lines
    }

    /// Ends it by this signal: how it ended, and what else it printed on
    /// standard output and standard error.
    pub fn end(mut self, signal: Signal) -> (ExitStatus, Vec<String>, Vec<String>) {
        process::signal(self.pid(), signal);
        let ended = wait::until(PATIENCE, || self.child.try_wait().expect("the command can be waited for"));
        (ended.expect("the command ends"), rest_of(&self.lines), rest_of(&self.errors))
    }
}

impl Drop for Watching {
    fn drop(&mut self) {
        // It may have ended.
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

/// What comes until the other end is closed.
fn rest_of(lines: &Receiver<String>) -> Vec<String> {
    let mut rest = Vec::new();
    loop {
        match lines.recv_timeout(PATIENCE) {
            Ok(line) => rest.push(line),
            Err(RecvTimeoutError::Disconnected) => return rest,
            Err(RecvTimeoutError::Timeout) => panic!("the output stays open"),
        }
    }
}

fn read(pipe: impl Read + Send + 'static) -> Receiver<String> {
    let (sender, lines) = mpsc::channel();
    thread::spawn(move || {
        for line in BufReader::new(pipe).lines().map_while(Result::ok) {
            // A test that has seen enough listens no more.
            drop(sender.send(line));
        }
    });
    lines
}
