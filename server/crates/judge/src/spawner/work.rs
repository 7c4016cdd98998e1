//! The working directory: files laid into it before a run, outputs taken from it afterwards, and nothing left in it.
//!
//! Invariant: it is only touched while no program runs, so nobody can change it under our hands.

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
    unistd::{UnlinkatFlags, symlinkat, unlinkat},
};

/// A directory that holds more than this is not worth cleaning.
const WORTH_CLEANING: usize = 1000;

/// The working directory of a spawner.
pub(super) struct WorkDir {
    directory: OwnedFd,
}

impl WorkDir {
    pub(super) fn new(directory: OwnedFd) -> WorkDir {
        WorkDir { directory }
    }

    /// Makes an empty directory, with those above it.
    pub(super) fn make_directory(&self, path: &str) -> io::Result<()> {
        for (at, _) in path.match_indices('/').chain([(path.len(), "")]) {
            match mkdirat(&self.directory, &path[..at], Mode::S_IRWXU) {
                Ok(()) | Err(Errno::EEXIST) => {}
                Err(errno) => return Err(errno.into()),
            }
        }
        Ok(())
    }

    /// Makes a symbolic link.
    pub(super) fn link(&self, path: &str, target: &str) -> io::Result<()> {
        self.make_parent(path)?;
        Ok(symlinkat(target, &self.directory, path)?)
    }

    fn make_parent(&self, path: &str) -> io::Result<()> {
        path.rsplit_once('/').map_or(Ok(()), |(directory, _)| self.make_directory(directory))
    }

    /// Lays a file.
    pub(super) fn lay(&self, path: &str, mut contents: File) -> io::Result<()> {
        self.make_parent(path)?;
        let flags = OFlag::O_CREAT | OFlag::O_EXCL | OFlag::O_WRONLY | OFlag::O_NOFOLLOW | OFlag::O_CLOEXEC;
        let mode = Mode::S_IRUSR | Mode::S_IWUSR;
        let mut file = File::from(openat(&self.directory, path, flags, mode)?);
        io::copy(&mut contents, &mut file)?;
        Ok(())
    }

    /// A regular file that a program left; links and special files count as absent.
    pub(super) fn output(&self, path: &str) -> Option<OwnedFd> {
        let flags = OFlag::O_RDONLY | OFlag::O_NOFOLLOW | OFlag::O_NONBLOCK | OFlag::O_CLOEXEC;
        let mut directory = self.directory.try_clone().ok()?;
        let mut parts = path.split('/').peekable();
        while let Some(part) = parts.next() {
            let more = if parts.peek().is_some() { OFlag::O_DIRECTORY } else { OFlag::empty() };
            directory = openat(&directory, part, flags | more, Mode::empty()).ok()?;
        }
        let is_file = fstat(&directory)
            .is_ok_and(|stat| SFlag::from_bits_truncate(stat.st_mode) & SFlag::S_IFMT == SFlag::S_IFREG);
        is_file.then_some(directory)
    }

    /// What its files hold, where they lie in memory.
    pub(super) fn bytes_in_memory(&self) -> u64 {
        let Ok(system) = fstatfs(&self.directory) else { return 0 };
        if system.filesystem_type() != TMPFS_MAGIC {
            return 0;
        }
        (system.blocks() - system.blocks_free()) * system.block_size() as u64
    }

    /// Removes everything in it; whether that was done, and quickly.
    pub(super) fn clean(&self) -> bool {
        // Files of ours can be removed by us whatever their modes; the directory must be ours to read, and to write again.
        let flattened = fchmod(&self.directory, Mode::S_IRWXU).and_then(|()| self.flatten(WORTH_CLEANING));
        flattened.is_ok_and(|n_removed| n_removed <= WORTH_CLEANING)
    }

    /// Depth costs nothing: the contents of a directory are moved up until there are no directories left.
    fn flatten(&self, most: usize) -> nix::Result<usize> {
        let (mut n_removed, mut n_moved) = (0, 0);
        loop {
            let entries = entries(self.directory.as_fd())?;
            if entries.is_empty() {
                return Ok(n_removed);
            }
            for (name, is_directory) in entries {
                n_removed += 1;
                if n_removed > most {
                    return Ok(n_removed);
                }
                if !is_directory {
                    unlinkat(&self.directory, &name[..], UnlinkatFlags::NoRemoveDir)?;
                } else if unlinkat(&self.directory, &name[..], UnlinkatFlags::RemoveDir).is_err() {
                    self.lift_contents(&name, &mut n_moved)?;
                    unlinkat(&self.directory, &name[..], UnlinkatFlags::RemoveDir)?;
                }
            }
        }
    }

    fn lift_contents(&self, name: &CStr, n_moved: &mut usize) -> nix::Result<()> {
        fchmodat(&self.directory, name, Mode::S_IRWXU, FchmodatFlags::FollowSymlink)?;
        let flags = OFlag::O_RDONLY | OFlag::O_DIRECTORY | OFlag::O_NOFOLLOW | OFlag::O_CLOEXEC;
        let inner = openat(&self.directory, name, flags, Mode::empty())?;
        for (child, is_directory) in entries(inner.as_fd())? {
            if is_directory {
                // A directory cannot be moved while we may not write into it.
                fchmodat(&inner, &child[..], Mode::S_IRWXU, FchmodatFlags::FollowSymlink)?;
            }
            loop {
                *n_moved += 1;
                let target = CString::new(format!("{:x}-{n_moved}", std::process::id())).map_err(|_| Errno::EINVAL)?;
                let is_taken = fstatat(&self.directory, &target[..], AtFlags::AT_SYMLINK_NOFOLLOW).is_ok();
                if !is_taken {
                    renameat(&inner, &child[..], &self.directory, &target[..])?;
                    break;
                }
            }
        }
        Ok(())
    }
}

impl AsFd for WorkDir {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.directory.as_fd()
    }
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
    let work = WorkDir::new(open_directory(path.as_os_str().as_bytes())?);
    fchmod(&work.directory, Mode::S_IRWXU)?;
    work.flatten(usize::MAX)?;
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
