//! A small process that outlives a killed judge by a moment: it is told which process groups run, and kills those that
//! are left when its standard input closes.
//!
//! It is this same executable, run under another name.

use std::{
    collections::BTreeSet,
    io::{self, BufRead, Write as _},
    os::unix::process::CommandExt as _,
    process::{ChildStdin, Command, Stdio},
    sync::{Mutex, OnceLock},
};

use crate::sync::lock;

/// The name this executable runs under when it is a guard.
const NAME: &str = "touchstone-launcher";

/// Becomes a guard, and never returns, if this process was started as one. Must be the first thing `main` does.
pub fn serve_if_asked() {
    if std::env::args_os().next().is_none_or(|name| name != NAME) {
        return;
    }
    for group in left_over(io::stdin().lock()) {
        // SAFETY: numbers only.
        unsafe { libc::kill(-group, libc::SIGKILL) };
    }
    std::process::exit(0);
}

/// The groups that were added and not removed until the end. A process id is a line; a minus removes it.
pub(super) fn left_over(orders: impl BufRead) -> BTreeSet<libc::pid_t> {
    let mut groups = BTreeSet::new();
    for number in orders.lines().map_while(Result::ok).filter_map(|line| line.parse::<libc::pid_t>().ok()) {
        if number > 0 {
            groups.insert(number);
        } else {
            groups.remove(&number.saturating_neg());
        }
    }
    groups
}

/// Has a group killed should this process end too early.
pub(super) fn add(group: libc::pid_t) {
    tell(group);
}

/// A group is about to be collected.
pub(super) fn remove(group: libc::pid_t) {
    tell(-group);
}

fn tell(number: libc::pid_t) {
    static GUARD: OnceLock<Option<Mutex<ChildStdin>>> = OnceLock::new();
    // Without a guard everything works; only a killed judge leaves something behind.
    if let Some(guard) = GUARD.get_or_init(|| start().ok()) {
        drop(lock(guard).write_all(format!("{number}\n").as_bytes()));
    }
}

/// In unit tests this executable knows nothing of guards.
fn start() -> io::Result<Mutex<ChildStdin>> {
    if cfg!(test) {
        return Err(io::ErrorKind::Unsupported.into());
    }
    let mut command = Command::new(std::env::current_exe()?);
    command.arg0(NAME).env_clear().current_dir("/").process_group(0);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).spawn()?;
    child.stdin.take().map(Mutex::new).ok_or_else(|| io::ErrorKind::BrokenPipe.into())
}
