//! The working directory: made for each run, files laid into it before, outputs taken from it afterwards, and nothing
//! left of it.
//!
//! Invariant: it is only touched while no program runs, so nobody can change it under our hands.
//!
//! Invariant: the directory of a run is a new one, with the attributes of a new one, and the one above it is empty.

use std::{
    ffi::{CStr, CString, OsStr},
    fs::File,
    io,
    os::{
        fd::{AsFd, AsRawFd as _, BorrowedFd, OwnedFd},
        unix::ffi::OsStrExt as _,
    },
    path::Path,
};

use nix::{
    dir::{Dir, Type},
    errno::Errno,
    fcntl::{AtFlags, OFlag, openat, renameat},
    sys::stat::{FchmodatFlags, Mode, SFlag, fchmod, fchmodat, fstat, fstatat, mkdirat},
    sys::statfs::{TMPFS_MAGIC, fstatfs},
    unistd::{UnlinkatFlags, dup, symlinkat, unlinkat},
};

/// A directory that holds more than this is not worth cleaning.
const WORTH_CLEANING: usize = 1000;
/// The directory of a run, in that of the spawner.
const RUN: &CStr = c"run";

/// Where the programs of a spawner work: each run in a new directory, below one that holds nothing else.
pub(super) struct WorkDir {
    parent: OwnedFd,
    /// That of the run that is under way.
    run: Option<OwnedFd>,
    /// What lay in memory when the program began, bytes.
    laid_bytes: u64,
}

impl WorkDir {
    pub(super) fn new(directory: OwnedFd) -> WorkDir {
        WorkDir { parent: directory, run: None, laid_bytes: 0 }
    }

    /// Makes the directory of the next run.
    pub(super) fn begin(&mut self) -> io::Result<()> {
        mkdirat(&self.parent, RUN, Mode::S_IRWXU)?;
        self.run = Some(open_below(self.parent.as_fd(), RUN)?);
        Ok(())
    }

    /// The directory of the run that is under way.
    pub(super) fn directory(&self) -> BorrowedFd<'_> {
        self.run.as_ref().unwrap_or(&self.parent).as_fd()
    }

    /// Makes an empty directory, with those above it.
    pub(super) fn make_directory(&self, path: &str) -> io::Result<()> {
        for (at, _) in path.match_indices('/').chain([(path.len(), "")]) {
            match mkdirat(self.directory(), &path[..at], Mode::S_IRWXU) {
                Ok(()) | Err(Errno::EEXIST) => {}
                Err(errno) => return Err(errno.into()),
            }
        }
        Ok(())
    }

    /// Makes a symbolic link.
    pub(super) fn link(&self, path: &str, target: &str) -> io::Result<()> {
        self.make_parent(path)?;
        Ok(symlinkat(target, self.directory(), path)?)
    }

    fn make_parent(&self, path: &str) -> io::Result<()> {
        path.rsplit_once('/').map_or(Ok(()), |(directory, _)| self.make_directory(directory))
    }

    /// Lays a file.
    pub(super) fn lay(&self, path: &str, mut contents: File) -> io::Result<()> {
        self.make_parent(path)?;
        let flags = OFlag::O_CREAT | OFlag::O_EXCL | OFlag::O_WRONLY | OFlag::O_NOFOLLOW | OFlag::O_CLOEXEC;
        let mode = Mode::S_IRUSR | Mode::S_IWUSR;
        let mut file = File::from(openat(self.directory(), path, flags, mode)?);
        io::copy(&mut contents, &mut file)?;
        Ok(())
    }

    /// Takes note that all is laid: what comes now is the program's.
    pub(super) fn is_laid(&mut self) {
        self.laid_bytes = self.bytes_in_memory();
    }

    /// What was laid, where it lies in memory.
    pub(super) fn laid_bytes(&self) -> u64 {
        self.laid_bytes
    }

    /// What the program's files hold, those that have no name any more included, where they lie in memory.
    pub(super) fn written_bytes(&self) -> u64 {
        self.bytes_in_memory().saturating_sub(self.laid_bytes)
    }

    /// A regular file that a program left; links and special files count as absent.
    pub(super) fn output(&self, path: &str) -> Option<OwnedFd> {
        let flags = OFlag::O_RDONLY | OFlag::O_NOFOLLOW | OFlag::O_NONBLOCK | OFlag::O_CLOEXEC;
        let mut directory = dup(self.directory()).ok()?;
        let mut parts = path.split('/').peekable();
        while let Some(part) = parts.next() {
            let more = if parts.peek().is_some() { OFlag::O_DIRECTORY } else { OFlag::empty() };
            directory = openat(&directory, part, flags | more, Mode::empty()).ok()?;
        }
        let is_file = fstat(&directory)
            .is_ok_and(|stat| SFlag::from_bits_truncate(stat.st_mode) & SFlag::S_IFMT == SFlag::S_IFREG);
        is_file.then_some(directory)
    }

    /// Whether there is a file above that size, as far as a short look tells.
    pub(super) fn has_file_above(&self, bytes: u64) -> bool {
        let mut unread: Vec<OwnedFd> = dup(self.directory()).into_iter().collect();
        let mut n_seen = 0;
        while let Some(directory) = unread.pop() {
            for (name, is_directory) in entries(directory.as_fd()).unwrap_or_default() {
                n_seen += 1;
                if n_seen > WORTH_CLEANING {
                    return false;
                }
                if is_directory {
                    unread.extend(open_below(directory.as_fd(), &name));
                } else if fstatat(&directory, &name[..], AtFlags::AT_SYMLINK_NOFOLLOW)
                    .is_ok_and(|stat| stat.st_size as u64 > bytes)
                {
                    return true;
                }
            }
        }
        false
    }

    fn bytes_in_memory(&self) -> u64 {
        let Ok(system) = fstatfs(&self.parent) else { return 0 };
        if system.filesystem_type() != TMPFS_MAGIC {
            return 0;
        }
        (system.blocks() - system.blocks_free()) * system.block_size() as u64
    }

    /// Removes what the run has left; whether that was done, and quickly.
    pub(super) fn clean(&mut self) -> bool {
        self.run = None;
        self.laid_bytes = 0;
        // Refused where nobody can have changed it.
        let _ = fchmod(&self.parent, Mode::S_IRWXU);
        let is_gone = unlinkat(&self.parent, RUN, UnlinkatFlags::RemoveDir).is_ok();
        if is_gone && entries(self.parent.as_fd()).is_ok_and(|entries| entries.is_empty()) {
            return true;
        }
        flatten(self.parent.as_fd(), WORTH_CLEANING).is_ok_and(|n_removed| n_removed <= WORTH_CLEANING)
    }
}

impl AsFd for WorkDir {
    /// The directory that all runs have theirs in.
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.parent.as_fd()
    }
}

/// Empties a directory; how much was removed. Depth costs nothing: the contents of a directory are moved up until there
/// are no directories left.
fn flatten(directory: BorrowedFd<'_>, most: usize) -> nix::Result<usize> {
    let (mut n_removed, mut n_moved) = (0, 0);
    loop {
        let entries = entries(directory)?;
        if entries.is_empty() {
            return Ok(n_removed);
        }
        for (name, is_directory) in entries {
            n_removed += 1;
            if n_removed > most {
                return Ok(n_removed);
            }
            if !is_directory {
                unlinkat(directory, &name[..], UnlinkatFlags::NoRemoveDir)?;
            } else if unlinkat(directory, &name[..], UnlinkatFlags::RemoveDir).is_err() {
                lift_contents(directory, &name, &mut n_moved)?;
                unlinkat(directory, &name[..], UnlinkatFlags::RemoveDir)?;
            }
        }
    }
}

fn lift_contents(directory: BorrowedFd<'_>, name: &CStr, n_moved: &mut usize) -> nix::Result<()> {
    // Where programs cannot change modes we cannot either, and most need no change.
    let _ = fchmodat(directory, name, Mode::S_IRWXU, FchmodatFlags::FollowSymlink);
    let inner = open_below(directory, name)?;
    for (child, is_directory) in entries(inner.as_fd())? {
        if is_directory {
            // A directory cannot be moved while we may not write into it.
            let _ = fchmodat(&inner, &child[..], Mode::S_IRWXU, FchmodatFlags::FollowSymlink);
        }
        loop {
            *n_moved += 1;
            let target = CString::new(format!("{:x}-{n_moved}", std::process::id())).map_err(|_| Errno::EINVAL)?;
            let is_taken = fstatat(directory, &target[..], AtFlags::AT_SYMLINK_NOFOLLOW).is_ok();
            if !is_taken {
                renameat(&inner, &child[..], directory, &target[..])?;
                break;
            }
        }
    }
    Ok(())
}

/// Opens a directory in another one, and no link to one.
fn open_below(directory: BorrowedFd<'_>, name: &CStr) -> nix::Result<OwnedFd> {
    let flags = OFlag::O_RDONLY | OFlag::O_DIRECTORY | OFlag::O_NOFOLLOW | OFlag::O_CLOEXEC;
    openat(directory, name, flags, Mode::empty())
}

/// The names in a directory, and whether each is a directory.
fn entries(directory: BorrowedFd<'_>) -> nix::Result<Vec<(CString, bool)>> {
    let flags = OFlag::O_RDONLY | OFlag::O_DIRECTORY | OFlag::O_CLOEXEC;
    let mut listing = Dir::openat(directory, c".", flags, Mode::empty())?;
    let mut found = Vec::new();
    for entry in listing.iter() {
        let entry = entry?;
        if matches!(entry.file_name().to_bytes(), b"." | b"..") {
            continue;
        }
        let is_directory = match entry.file_type() {
            Some(kind) => kind == Type::Directory,
            None => fstatat(directory, entry.file_name(), AtFlags::AT_SYMLINK_NOFOLLOW)
                .is_ok_and(|stat| SFlag::from_bits_truncate(stat.st_mode) & SFlag::S_IFMT == SFlag::S_IFDIR),
        };
        found.push((entry.file_name().to_owned(), is_directory));
    }
    Ok(found)
}

/// Removes a directory with everything in it, however deep and whatever its modes.
///
/// # Errors
/// When something in it cannot be removed.
pub fn remove_directory(path: &Path) -> io::Result<()> {
    let directory = open_directory(path.as_os_str().as_bytes())?;
    fchmod(&directory, Mode::S_IRWXU)?;
    flatten(directory.as_fd(), usize::MAX)?;
    std::fs::remove_dir(path)
}

/// A descriptor of a directory that exists.
pub(super) fn open_directory(path: &[u8]) -> io::Result<OwnedFd> {
    let flags = OFlag::O_RDONLY | OFlag::O_DIRECTORY | OFlag::O_CLOEXEC;
    Ok(nix::fcntl::open(OsStr::from_bytes(path), flags, Mode::empty())?)
}

/// A path of an open descriptor that this process can open again.
pub(super) fn path_of(fd: BorrowedFd<'_>) -> String {
    format!("/proc/self/fd/{}", fd.as_raw_fd())
}
