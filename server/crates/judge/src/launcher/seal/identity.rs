//! Who the programs are to the kernel: nobody in particular, with no right to anything.
//!
//! Started as root, a launcher becomes a user that nobody else is before it runs anything. Compilers stay root in name,
//! without its rights, where no other user could read what they are shown: a cache in a home that nobody else may
//! enter, a compiler of root's own.

use std::{
    fs::File,
    io::{self, Write as _},
    os::fd::{AsFd, BorrowedFd, OwnedFd},
};

use caps::{CapSet, Capability};
use nix::{
    dir::Dir,
    fcntl::{OFlag, openat},
    sys::stat::{Mode, fstat},
    unistd::{Gid, Uid, fchown, getegid, geteuid, setgroups, setresgid, setresuid},
};

use super::super::work::open_directory;

/// Users from here on belong to nobody on any usual machine.
const UNUSED_BASE: u32 = 2_000_000_000;
/// In a container only the first 65536 may exist; these are kept for users that come and go.
const UNUSED_IN_CONTAINER: u32 = 61_184;
const N_UNUSED_IN_CONTAINER: u32 = 4_000;
/// No process has a larger number.
const MAX_PID: u64 = 1 << 22;

/// The user that programs run as.
pub(super) struct Identity {
    uid: Uid,
    gid: Gid,
    is_unused: bool,
}

impl Identity {
    /// This process's own.
    pub(super) fn own() -> Identity {
        Identity { uid: geteuid(), gid: getegid(), is_unused: false }
    }

    /// An unused user where this process may choose, else its own.
    pub(super) fn find() -> Identity {
        let own = Identity::own();
        if !own.uid.is_root() || !caps::has_cap(None, CapSet::Effective, Capability::CAP_SETUID).unwrap_or(false) {
            return own;
        }
        let number = std::process::id();
        let id = if can_exist(UNUSED_BASE, MAX_PID) {
            UNUSED_BASE + number
        } else if can_exist(UNUSED_IN_CONTAINER, N_UNUSED_IN_CONTAINER.into()) {
            UNUSED_IN_CONTAINER + number % N_UNUSED_IN_CONTAINER
        } else {
            return own;
        };
        Identity { uid: Uid::from_raw(id), gid: Gid::from_raw(id), is_unused: true }
    }

    /// This identity, if it is one that nobody else has.
    pub(super) fn as_unused(&self) -> Option<&Identity> {
        self.is_unused.then_some(self)
    }

    pub(super) fn uid(&self) -> Uid {
        self.uid
    }

    /// Makes it the owner of a directory.
    pub(super) fn give(&self, directory: &impl AsFd) -> nix::Result<()> {
        fchown(directory, Some(self.uid), Some(self.gid))
    }

    /// Leaves the old user behind for good, where this is an unused one.
    pub(super) fn become_unused(&self) -> nix::Result<()> {
        if !self.is_unused {
            return Ok(());
        }
        setgroups(&[])?;
        setresgid(self.gid, self.gid, self.gid)?;
        setresuid(self.uid, self.uid, self.uid)?;
        // Another user's process could not write its own map of users.
        // SAFETY: plain numbers.
        unsafe { libc::prctl(libc::PR_SET_DUMPABLE, 1, 0, 0, 0) };
        Ok(())
    }

    /// Makes this the only user of the namespace that this process has just entered.
    pub(super) fn map_into_namespace(&self) -> io::Result<()> {
        self.map_through(&open_directory(b"/proc")?)
    }

    /// The same through a process file system that is open already.
    pub(super) fn map_through(&self, proc: &OwnedFd) -> io::Result<()> {
        write(proc.as_fd(), "self/setgroups", "deny")?;
        write(proc.as_fd(), "self/uid_map", &format!("{0} {0} 1", self.uid))?;
        write(proc.as_fd(), "self/gid_map", &format!("{0} {0} 1", self.gid))
    }
}

fn write(proc: BorrowedFd<'_>, path: &str, text: &str) -> io::Result<()> {
    let file = openat(proc, path, OFlag::O_WRONLY | OFlag::O_CLOEXEC, Mode::empty())?;
    File::from(file).write_all(text.as_bytes())
}

/// Whether so many users from there on exist in the namespace that we are in.
fn can_exist(base: u32, count: u64) -> bool {
    let map = std::fs::read_to_string("/proc/self/uid_map").unwrap_or_default();
    map.lines().any(|line| {
        let fields: Vec<u64> = line.split_ascii_whitespace().filter_map(|field| field.parse().ok()).collect();
        matches!(fields[..], [first, _, n_users] if first <= base.into() && first + n_users >= u64::from(base) + count)
    })
}

/// As many processes and threads as a program may have at once, the launcher itself among them.
pub(super) const OWN_PROCESSES: u64 = 128;

/// The person may start some too while a program runs.
const MORE_PROCESSES: u64 = 512;

/// The same where the kernel counts all that the person runs: what there is now comes on top.
pub(super) fn most_processes(proc: Option<&OwnedFd>) -> u64 {
    let flags = OFlag::O_RDONLY | OFlag::O_DIRECTORY | OFlag::O_CLOEXEC;
    let listing = proc.and_then(|proc| Dir::openat(proc, c".", flags, Mode::empty()).ok());
    let Some((proc, mut listing)) = proc.zip(listing) else { return u64::MAX };
    let own = geteuid().as_raw();
    let pids = listing.iter().flatten().filter_map(|entry| entry.file_name().to_str().ok()?.parse::<u32>().ok());
    let threads_of = |pid: u32| {
        let place = openat(proc, format!("{pid}/task").as_str(), flags, Mode::empty()).ok()?;
        let stat = fstat(&place).ok().filter(|stat| stat.st_uid == own)?;
        // Two of the links are the directory's own and its parent's.
        Some(stat.st_nlink.saturating_sub(2) as u64)
    };
    pids.filter_map(threads_of).sum::<u64>() + MORE_PROCESSES
}

/// Whether a limit on a user's processes counts those of the namespace only: since Linux 5.14. Before, it counts all that
/// the person has anywhere.
pub(super) fn namespaces_count_processes() -> bool {
    let Ok(names) = nix::sys::utsname::uname() else { return false };
    let release = names.release().to_string_lossy().into_owned();
    let mut numbers = release.split(['.', '-']).map_while(|part| part.parse::<u32>().ok());
    (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0)) >= (5, 14)
}

/// Gives up what a later program could be given back.
pub(super) fn give_up_bounding() {
    // Without the right to do so there is nothing to give up.
    drop(caps::clear(None, CapSet::Bounding));
}

/// Gives up every right over the machine or a namespace.
pub(super) fn give_up_rights() -> Result<(), caps::errors::CapsError> {
    give_up_bounding();
    drop(caps::clear(None, CapSet::Ambient));
    for set in [CapSet::Effective, CapSet::Inheritable, CapSet::Permitted] {
        caps::clear(None, set)?;
    }
    // SAFETY: plain numbers.
    unsafe { libc::prctl(libc::PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) };
    Ok(())
}
