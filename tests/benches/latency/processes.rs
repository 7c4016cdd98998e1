//! What `/proc` says of the server and of what it started.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

/// The numbers of the processes that a process has started, and of those that they have.
pub(crate) fn descendants(pid: i32) -> BTreeSet<i32> {
    let listing = fs::read_dir("/proc").expect("this system has /proc");
    let numbers = listing.flatten().filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    let parents: Vec<(i32, i32)> = numbers.filter_map(|child| Some((child, field(child, PARENT)? as i32))).collect();
    let mut family = BTreeSet::from([pid]);
    loop {
        let n_before = family.len();
        let grown = parents.iter().filter(|(_, parent)| family.contains(parent)).map(|(child, _)| *child);
        family.extend(grown.collect::<Vec<_>>());
        if family.len() == n_before {
            family.remove(&pid);
            return family;
        }
    }
}

/// Those among them that are not the server's own executable: programs and compilers.
pub(crate) fn programs(pid: i32, executable: &Path) -> Vec<i32> {
    let is_program = |one: &i32| exe(*one).is_some_and(|exe| exe != executable);
    descendants(pid).into_iter().filter(is_program).collect()
}

/// What a living process executes.
pub(crate) fn exe(pid: i32) -> Option<PathBuf> {
    fs::read_link(format!("/proc/{pid}/exe")).ok()
}

/// Page faults of all children that the server or one of its own has waited for. Every process has some, so while this
/// stays the same, none has come and gone.
pub(crate) fn faults_of_children(pid: i32) -> u64 {
    let family = descendants(pid).into_iter().chain([pid]);
    family.filter_map(|one| field(one, FAULTS_OF_CHILDREN)).sum()
}

/// A line of `/proc/PID/status`, in megabytes of 2^20 bytes.
pub(crate) fn memory_mb(pid: i32, name: &str) -> f64 {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).expect("the process is there");
    let line = status.lines().find_map(|line| line.strip_prefix(name)).expect("the kernel says that");
    let kib: f64 = line.trim_start_matches(':').trim().trim_end_matches(" kB").parse().expect("it is a number");
    kib / 1024.0
}

/// Fields of `/proc/PID/stat` behind the name: the state is the first.
const PARENT: usize = 1;
const FAULTS_OF_CHILDREN: usize = 8;

fn field(pid: i32, number: usize) -> Option<u64> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The name stands in brackets and may hold anything.
    let (_, rest) = stat.rsplit_once(')')?;
    rest.split_whitespace().nth(number)?.parse().ok()
}
