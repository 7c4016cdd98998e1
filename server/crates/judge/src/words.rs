//! How runs ended, and why the system refused something, in words.

use std::io;

use problem::executor::{Exceeded, ExitStatus};

/// Why the system refused to read or write, as far as a person can do something about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Refusal {
    /// Nothing more can be written there.
    Full,
    /// This person may not do that there.
    Denied,
    /// Nobody may write there.
    ReadOnly,
    /// Something else.
    Other,
}

impl Refusal {
    /// What lies behind an error of the system.
    pub(crate) fn of(cause: &io::Error) -> Refusal {
        match cause.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => Refusal::Full,
            io::ErrorKind::PermissionDenied => Refusal::Denied,
            io::ErrorKind::ReadOnlyFilesystem => Refusal::ReadOnly,
            _ => Refusal::Other,
        }
    }
}

/// What became of a program, as part of a sentence: "exit code 3", "killed by signal 11 (segmentation fault)".
pub fn ending(status: ExitStatus) -> String {
    match status {
        ExitStatus::Exited(code) => format!("exit code {code}"),
        ExitStatus::Signalled(signal) => match signal_name(signal) {
            Some(name) => format!("killed by signal {signal} ({name})"),
            None => format!("killed by signal {signal}"),
        },
        ExitStatus::Killed(Exceeded::Cpu) => "CPU-time limit exceeded".to_owned(),
        ExitStatus::Killed(Exceeded::Wall) => "wall-clock limit exceeded".to_owned(),
        ExitStatus::Killed(Exceeded::Memory) => "memory limit exceeded".to_owned(),
        ExitStatus::Killed(Exceeded::Output) => "output limit exceeded".to_owned(),
        ExitStatus::Unmeasured => {
            "stopped, since the machine was too busy to tell how it would have ended; run the check again".to_owned()
        }
        ExitStatus::NotStarted(errno) => {
            format!("could not be started ({})", std::io::Error::from_raw_os_error(errno))
        }
    }
}

/// Several lines of a program's words as one: the last line of a traceback, else the first few joined.
pub fn gist(words: &str) -> String {
    const MAX_LINES: usize = 3;
    let lines: Vec<&str> = words.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let is_traceback = lines.iter().any(|line| line.starts_with("Traceback (most recent call last)"));
    match (is_traceback, lines.last()) {
        (true, Some(last)) => (*last).to_owned(),
        (_, _) => lines[..lines.len().min(MAX_LINES)].join("; "),
    }
}

/// How a program ended, and behind it what it said, if anything.
pub fn ending_with(status: ExitStatus, words: &str) -> String {
    let ending = ending(status);
    if words.is_empty() { ending } else { format!("{ending}: {words}") }
}

/// The signal that nobody can catch has this number on every system.
pub(crate) const SIGKILL: i32 = 9;

fn signal_name(signal: i32) -> Option<&'static str> {
    match signal {
        libc::SIGSEGV => Some("segmentation fault"),
        libc::SIGABRT => Some("abort"),
        libc::SIGFPE => Some("division by zero or integer overflow"),
        libc::SIGILL => Some("illegal instruction"),
        #[cfg(unix)]
        libc::SIGBUS => Some("bus error"),
        #[cfg(unix)]
        libc::SIGPIPE => Some("write to a closed pipe"),
        SIGKILL => Some("kill"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::gist;

    #[test]
    fn one_line_of_many() {
        assert_eq!(
            gist("Traceback (most recent call last):\n  File \"a.py\", line 1\nKeyError: 'x'\n"),
            "KeyError: 'x'"
        );
        assert_eq!(gist("terminate called\n  what():  bad\n\n"), "terminate called; what():  bad");
        assert_eq!(gist(""), "");
    }
}
