//! The working directory: made for each run, files laid into it before, outputs taken from it afterwards, and nothing
//! left of it.
//!
//! Files come in as descriptors and are copied; the program is executed by descriptor. A directory that nobody has
//! touched serves the next run; one that would take long to remove is thrown away with its box.
//!
//! Invariant: it is only touched while no program runs, so nobody can change it under our hands.
//!
//! Invariant: the directory of a run is a new one, or one that nobody has touched, and the one above it holds nothing else.

use std::{
    ffi::{CStr, CString, OsStr},
    fs::File,
    io::{self, Seek as _},
    os::{
        fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd, RawFd},
        unix::{ffi::OsStrExt as _, net::UnixStream},
    },
    path::Path,
    time::{Duration, Instant},
};

use nix::{
    dir::{Dir, Type},
    errno::Errno,
    fcntl::{AtFlags, OFlag, openat, renameat},
    sys::stat::{FchmodatFlags, Mode, SFlag, fchmod, fchmodat, fstat, fstatat, mkdirat},
    sys::statfs::{TMPFS_MAGIC, fstatfs},
    unistd::{UnlinkatFlags, dup, mkfifoat, symlinkat, unlinkat},
};

use super::{
    seal::fence,
    server::MORE,
    wire::{self, MAX_OUTPUTS, MAX_PATH},
};

/// A directory that holds more than this is not worth cleaning.
const WORTH_CLEANING: usize = 1000;
/// The directory of a run, in that of the launcher.
const RUN: &CStr = c"run";
/// Longer than the clock of any file system stands still.
const TICK: Duration = Duration::from_millis(50);

/// Where the programs of a launcher work: each run in a new directory, below one that holds nothing else.
pub(super) struct WorkDir {
    parent: OwnedFd,
    /// That of the run that is under way, or of the next one.
    run: Option<Made>,
    /// Files are laid so that they can be started.
    starts_files: bool,
    /// What lay in memory when the program began, bytes.
    laid_bytes: u64,
}

impl WorkDir {
    pub(super) fn new(directory: OwnedFd, starts_files: bool) -> WorkDir {
        WorkDir { parent: directory, run: None, starts_files, laid_bytes: 0 }
    }

    /// Makes the directory of the next run, if there is none that nobody has touched.
    pub(super) fn begin(&mut self, is_fenced: bool) -> io::Result<()> {
        let made = match self.run.take() {
            Some(made) => made,
            None => Made::new(self.parent.as_fd(), is_fenced)?,
        };
        self.run = Some(Made { began: Instant::now(), ..made });
        Ok(())
    }

    /// The directory of the run that is under way.
    pub(super) fn directory(&self) -> BorrowedFd<'_> {
        self.run.as_ref().map_or(self.parent.as_fd(), |made| made.directory.as_fd())
    }

    /// What fences the run into it, if that was asked for.
    pub(super) fn fence(&self) -> Option<BorrowedFd<'_>> {
        self.run.as_ref().and_then(|made| made.fence.as_ref()).map(AsFd::as_fd)
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

    /// Makes named pipes, and sends descriptors that name them.
    pub(super) fn make_pipes(&self, names: &[String], to: &UnixStream) -> io::Result<()> {
        let make = |name: &String| {
            mkfifoat(self.directory(), name.as_str(), Mode::S_IRUSR | Mode::S_IWUSR)?;
            openat(self.directory(), name.as_str(), OFlag::O_PATH | OFlag::O_NOFOLLOW | OFlag::O_CLOEXEC, Mode::empty())
        };
        let made = names.iter().map(make).collect::<nix::Result<Vec<OwnedFd>>>()?;
        let numbers: Vec<RawFd> = made.iter().map(AsRawFd::as_raw_fd).collect();
        wire::send(to, &MORE, &numbers)
    }

    fn make_parent(&self, path: &str) -> io::Result<()> {
        path.rsplit_once('/').map_or(Ok(()), |(directory, _)| self.make_directory(directory))
    }

    /// Lays a file.
    pub(super) fn lay(&self, path: &str, mut contents: File) -> io::Result<()> {
        self.make_parent(path)?;
        let flags = OFlag::O_CREAT | OFlag::O_EXCL | OFlag::O_WRONLY | OFlag::O_NOFOLLOW | OFlag::O_CLOEXEC;
        let mode = if self.starts_files { Mode::S_IRWXU } else { Mode::S_IRUSR | Mode::S_IWUSR };
        let mut file = File::from(openat(self.directory(), path, flags, mode)?);
        // A run that is repeated is handed the same open files.
        contents.rewind()?;
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

    /// The wanted files that a program left, with their paths; of a directory, `name/`, those below it in order.
    pub(super) fn outputs(&self, wanted: &[String]) -> Vec<(String, OwnedFd)> {
        let mut found = Vec::new();
        for path in wanted {
            let paths = match path.strip_suffix('/') {
                Some(directory) => self.files_below(directory),
                None => vec![path.clone()],
            };
            found.extend(paths.into_iter().filter_map(|path| self.output(&path).map(|file| (path, file))));
        }
        found.truncate(MAX_OUTPUTS);
        found
    }

    /// The paths of all that lies below a directory and is none, as far as a short look tells.
    fn files_below(&self, directory: &str) -> Vec<String> {
        let mut unread = vec![directory.to_owned()];
        let mut found = Vec::new();
        let mut n_seen = 0;
        while let Some(directory) = unread.pop() {
            let Some(open) = self.open(&directory, OFlag::O_DIRECTORY) else { continue };
            for (name, is_directory) in entries(open.as_fd()).unwrap_or_default() {
                n_seen += 1;
                let Ok(name) = name.into_string() else { continue };
                let path = format!("{directory}/{name}");
                if n_seen > WORTH_CLEANING || path.len() > MAX_PATH {
                    continue;
                }
                if is_directory { unread.push(path) } else { found.push(path) }
            }
        }
        found.sort_unstable();
        found
    }

    /// A regular file that a program left; links and special files count as absent.
    fn output(&self, path: &str) -> Option<OwnedFd> {
        self.open(path, OFlag::empty()).filter(is_regular)
    }

    /// Opens what lies at a path, which leads through no link.
    fn open(&self, path: &str, last: OFlag) -> Option<OwnedFd> {
        let flags = OFlag::O_RDONLY | OFlag::O_NOFOLLOW | OFlag::O_NONBLOCK | OFlag::O_CLOEXEC;
        let mut directory = dup(self.directory()).ok()?;
        let mut parts = path.split('/').peekable();
        while let Some(part) = parts.next() {
            let more = if parts.peek().is_some() { OFlag::O_DIRECTORY } else { last };
            directory = openat(&directory, part, flags | more, Mode::empty()).ok()?;
        }
        Some(directory)
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
        self.laid_bytes = 0;
        self.run = self.run.take().filter(|made| made.is_untouched(self.parent.as_fd()));
        if self.run.is_some() {
            return true;
        }
        // Refused where nobody can have changed it.
        let _ = fchmod(&self.parent, Mode::S_IRWXU);
        let is_gone = unlinkat(&self.parent, RUN, UnlinkatFlags::RemoveDir).is_ok();
        if is_gone && entries(self.parent.as_fd()).is_ok_and(|entries| entries.is_empty()) {
            return true;
        }
        flatten(self.parent.as_fd(), WORTH_CLEANING).is_ok_and(|n_removed| n_removed <= WORTH_CLEANING)
    }
}

/// The directory of a run as it was made. Making and removing one costs as much as a good part of a run, so one that
/// nobody has touched serves the next run too: it is as good as new.
struct Made {
    directory: OwnedFd,
    fence: Option<OwnedFd>,
    /// What it was like, and the one above it.
    looks: [Looks; 2],
    at: Instant,
    /// When the run that is under way began.
    began: Instant,
}

/// What changes whenever a directory is read, written or marked.
#[derive(PartialEq)]
struct Looks([i64; 9]);

impl Looks {
    fn of(directory: BorrowedFd<'_>) -> nix::Result<Looks> {
        let stat = fstat(directory)?;
        Ok(Looks([
            stat.st_atime,
            stat.st_atime_nsec,
            stat.st_mtime,
            stat.st_mtime_nsec,
            stat.st_ctime,
            stat.st_ctime_nsec,
            stat.st_nlink as i64,
            i64::from(stat.st_mode),
            stat.st_size,
        ]))
    }
}

impl Made {
    fn new(parent: BorrowedFd<'_>, is_fenced: bool) -> io::Result<Made> {
        mkdirat(parent, RUN, Mode::S_IRWXU)?;
        let directory = open_below(parent, RUN)?;
        let fence = is_fenced.then(|| fence::within(directory.as_fd())).transpose().map_err(io::Error::other)?;
        let looks = [Looks::of(directory.as_fd())?, Looks::of(parent)?];
        Ok(Made { directory, fence, looks, at: Instant::now(), began: Instant::now() })
    }

    /// Whether it is as it was made, and the one above it too.
    fn is_untouched(&self, parent: BorrowedFd<'_>) -> bool {
        let looks = [Looks::of(self.directory.as_fd()), Looks::of(parent)];
        let is_same = looks.into_iter().zip(&self.looks).all(|(now, before)| now.as_ref() == Ok(before));
        // What happens within one tick of the clock does not change the times.
        is_same && (self.began.duration_since(self.at) > TICK || self.is_empty(parent))
    }

    fn is_empty(&self, parent: BorrowedFd<'_>) -> bool {
        entries(self.directory.as_fd()).is_ok_and(|entries| entries.is_empty())
            && entries(parent).is_ok_and(|entries| entries.len() == 1)
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
    // Our own look is not to be seen; only the owner may hide it.
    let listing = Dir::openat(directory, c".", flags | OFlag::O_NOATIME, Mode::empty());
    let mut listing = listing.or_else(|_| Dir::openat(directory, c".", flags, Mode::empty()))?;
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

/// Whether an open file is neither a directory nor a device or a pipe.
pub(super) fn is_regular(file: &OwnedFd) -> bool {
    fstat(file).is_ok_and(|stat| SFlag::from_bits_truncate(stat.st_mode) & SFlag::S_IFMT == SFlag::S_IFREG)
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
