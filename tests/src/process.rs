//! Processes of this machine, as `/proc` shows them.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

use nix::{
    sys::signal::{Signal, kill},
    unistd::Pid,
};

/// A process that was seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seen {
    /// Its number.
    pub pid: i32,
    /// Its argument list, joined by blanks.
    pub command: String,
}

/// Processes whose executable or working directory lies in a folder, the removed ones of it included. Zombies have
/// neither, so they are left out.
pub fn running_in(folder: &Path) -> Vec<Seen> {
    let inside = |process: &Path| ["exe", "cwd"].iter().any(|link| leads_into(&process.join(link), folder));
    all().filter(|(_, process)| inside(process)).map(|(pid, process)| seen(pid, &process)).collect()
}

/// Processes with a word in their argument list.
pub fn running_with(word: &str) -> Vec<Seen> {
    all().map(|(pid, process)| seen(pid, &process)).filter(|seen| seen.command.contains(word)).collect()
}

/// The numbers of the processes from a folder, and of all that they started and that still has its parent.
pub fn family_of(folder: &Path) -> BTreeSet<i32> {
    let parents: Vec<(i32, i32)> = all().filter_map(|(pid, process)| Some((pid, parent(&process)?))).collect();
    let mut family: BTreeSet<i32> = running_in(folder).into_iter().map(|seen| seen.pid).collect();
    loop {
        let children = parents.iter().filter(|(_, parent)| family.contains(parent)).map(|(pid, _)| *pid);
        let grown: BTreeSet<i32> = children.chain(family.iter().copied()).collect();
        if grown.len() == family.len() {
            return family;
        }
        family = grown;
    }
}

/// Sends a signal to a process, or to a group when the number is negative.
pub fn signal(pid: i32, signal: Signal) {
    kill(Pid::from_raw(pid), signal).expect("the process is there");
}

fn all() -> impl Iterator<Item = (i32, PathBuf)> {
    let listing = fs::read_dir("/proc").expect("this system has /proc");
    listing.flatten().filter_map(|entry| Some((entry.file_name().to_str()?.parse().ok()?, entry.path())))
}

fn parent(process: &Path) -> Option<i32> {
    let stat = fs::read_to_string(process.join("stat")).ok()?;
    // The name stands in brackets and may hold anything; behind it come the state and the parent.
    let (_, rest) = stat.rsplit_once(')')?;
    rest.split_whitespace().nth(1)?.parse().ok()
}

fn leads_into(link: &Path, folder: &Path) -> bool {
    fs::read_link(link).is_ok_and(|target| target.starts_with(folder))
}

fn seen(pid: i32, process: &Path) -> Seen {
    let arguments = fs::read(process.join("cmdline")).unwrap_or_default();
    let command = String::from_utf8_lossy(&arguments).replace('\0', " ").trim_end().to_owned();
    Seen { pid, command }
}

/// The processes that a process has started and that are still there.
pub fn children_of(pid: i32) -> Vec<Seen> {
    all().filter(|(_, process)| parent(process) == Some(pid)).map(|(pid, process)| seen(pid, &process)).collect()
}

/// The memory that a process has in use, kibibytes.
pub fn memory_kb(pid: i32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).expect("the process is there");
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).expect("a process has memory");
    line.trim().trim_end_matches(" kB").parse().expect("a number")
}
