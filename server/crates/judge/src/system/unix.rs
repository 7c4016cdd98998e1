//! Linux, macOS.

use std::{
    fs::{self, File, Metadata, Permissions},
    io::{self, IsTerminal as _, Seek as _, SeekFrom},
    os::{
        fd::{AsFd as _, AsRawFd as _, OwnedFd},
        unix::fs::{FileExt as _, MetadataExt as _, OpenOptionsExt as _, PermissionsExt as _},
    },
    path::{Path, PathBuf},
};

use nix::sys::termios::{SetArg, Termios, tcgetattr, tcsetattr};

use super::{FileState, Owner};

pub(super) const EMPTY: &str = "/dev/null";
/// Where this process's open files are found by their numbers.
const OWN_FILES: &str = if cfg!(target_os = "linux") { "/proc/self/fd" } else { "/dev/fd" };

pub(super) fn file_state(path: &Path) -> io::Result<FileState> {
    let metadata = fs::metadata(path)?;
    Ok(own_state(&metadata))
}

/// What is told of a file that was looked at already.
pub(super) fn state_of(metadata: &Metadata) -> Option<FileState> {
    Some(own_state(metadata))
}

fn own_state(metadata: &Metadata) -> FileState {
    FileState {
        device: metadata.dev(),
        number: metadata.ino(),
        size: metadata.size(),
        modified: (metadata.mtime(), metadata.mtime_nsec()),
        changed: (metadata.ctime(), metadata.ctime_nsec()),
        is_file: metadata.is_file(),
    }
}

/// Linux keeps niceness by thread, and hands it on; elsewhere it would be the whole process's.
pub(super) fn lower_priority() {
    #[cfg(target_os = "linux")]
    // SAFETY: the call takes numbers and touches no memory of ours.
    unsafe {
        libc::setpriority(libc::PRIO_PROCESS, 0, 10);
    }
}

/// A process of another user is there, too.
pub(super) fn is_alive(process: u32) -> bool {
    let Ok(process) = i32::try_from(process) else { return false };
    !matches!(nix::sys::signal::kill(nix::unistd::Pid::from_raw(process), None), Err(nix::errno::Errno::ESRCH))
}

pub(super) fn new_file_permissions() -> Option<Permissions> {
    Some(Permissions::from_mode(0o666))
}

pub(super) fn set_mode(file: &File, mode: u32) -> io::Result<()> {
    file.set_permissions(Permissions::from_mode(mode))
}

pub(super) fn open_to_all(directory: &Path) -> io::Result<()> {
    const ALL: u32 = 0o055;
    let mode = fs::metadata(directory)?.permissions().mode();
    if mode & ALL == ALL {
        return Ok(());
    }
    match fs::set_permissions(directory, Permissions::from_mode(mode | ALL)) {
        // Somebody else's, who may have reasons.
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => Ok(()),
        done => done,
    }
}

pub(super) fn owner(metadata: &Metadata) -> Owner {
    use nix::unistd::{Uid, User};
    let owner = Uid::from_raw(metadata.uid());
    if owner == Uid::effective() {
        return Owner::Us;
    }
    let name = User::from_uid(owner).ok().flatten().map_or_else(|| format!("the user {owner}"), |user| user.name);
    Owner::Other(name)
}

pub(super) fn make_private(directory: &Path) -> io::Result<()> {
    const ALL_BITS: u32 = 0o777;
    const PRIVATE: u32 = 0o700;
    if fs::metadata(directory)?.permissions().mode() & ALL_BITS == PRIVATE {
        return Ok(());
    }
    fs::set_permissions(directory, Permissions::from_mode(PRIVATE))
}

pub(super) fn file(stream: impl Into<OwnedFd>) -> File {
    File::from(stream.into())
}

pub(super) fn read_start(file: &File, bytes: &mut [u8]) -> io::Result<()> {
    file.read_exact_at(bytes, 0)
}

pub(super) fn standard_streams() -> io::Result<[File; 3]> {
    let (stdin, stdout, stderr) = (io::stdin(), io::stdout(), io::stderr());
    let [stdin, stdout, stderr] = [stdin.as_fd(), stdout.as_fd(), stderr.as_fd()].map(|fd| fd.try_clone_to_owned());
    Ok([File::from(stdin?), File::from(stdout?), File::from(stderr?)])
}

pub(super) fn opened_anew(stream: &File, writes: bool) -> Option<File> {
    let metadata = stream.metadata().ok()?;
    let is_input = metadata.is_file() && !writes;
    if !is_input && !stream.is_terminal() {
        return None;
    }
    let path = format!("{OWN_FILES}/{}", stream.as_raw_fd());
    let mut opened =
        File::options().read(!writes).write(writes).custom_flags(libc::O_NOCTTY | libc::O_CLOEXEC).open(path).ok()?;
    if is_input {
        let mut stream = stream;
        opened.seek(SeekFrom::Start(stream.stream_position().ok()?)).ok()?;
    }
    Some(opened)
}

pub(super) fn is_same_file(one: &File, other: &File) -> bool {
    let [one, other] = [one, other].map(|file| file.metadata().ok().map(|metadata| (metadata.dev(), metadata.ino())));
    one.is_some() && one == other
}

/// How a terminal is set, put back when this is dropped.
pub(crate) struct TerminalModes {
    terminal: File,
    modes: Termios,
}

impl TerminalModes {
    /// Of a stream, if it is a terminal.
    pub(crate) fn of(stream: &File) -> Option<TerminalModes> {
        let modes = tcgetattr(stream).ok()?;
        Some(TerminalModes { terminal: stream.try_clone().ok()?, modes })
    }
}

impl Drop for TerminalModes {
    fn drop(&mut self) {
        // Setting them is refused to who runs in the background, and a terminal that has gone needs none.
        if tcgetattr(&self.terminal).is_ok_and(|modes| modes != self.modes) {
            let _ = tcsetattr(&self.terminal, SetArg::TCSANOW, &self.modes);
        }
    }
}

pub(super) fn user() -> String {
    nix::unistd::geteuid().to_string()
}

/// Nobody is kept from a file that all may read.
pub(super) fn ensure_it_opens(path: &Path, metadata: &Metadata) -> io::Result<()> {
    const ALL: u32 = 0o444;
    if metadata.permissions().mode() & ALL == ALL { Ok(()) } else { File::open(path).map(drop) }
}

pub(super) fn real_path(path: &Path) -> io::Result<PathBuf> {
    fs::canonicalize(path)
}

#[cfg(target_os = "linux")]
pub(super) fn is_remote(path: &Path) -> bool {
    use nix::sys::statfs::{FUSE_SUPER_MAGIC, FsType, NFS_SUPER_MAGIC, SMB_SUPER_MAGIC, statfs};

    /// Numbers of file systems on other machines, or of a host that runs this one.
    const PLAN_9: i64 = 0x0102_1997;
    const CIFS: i64 = 0xff53_4d42;
    const SMB_2: i64 = 0xfe53_4d42;

    let remote = [NFS_SUPER_MAGIC, SMB_SUPER_MAGIC, FUSE_SUPER_MAGIC, FsType(PLAN_9), FsType(CIFS), FsType(SMB_2)];
    statfs(path).is_ok_and(|system| remote.contains(&system.filesystem_type()))
}

#[cfg(not(target_os = "linux"))]
pub(super) fn is_remote(path: &Path) -> bool {
    use nix::{mount::MntFlags, sys::statfs::statfs};

    statfs(path).is_ok_and(|system| !system.flags().contains(MntFlags::MNT_LOCAL))
}

pub(super) fn wait_without_collecting(process: libc::pid_t) {
    loop {
        // SAFETY: all zeroes is a valid value of this plain structure, and the pointer is to a local.
        let waited = unsafe {
            let mut info: libc::siginfo_t = std::mem::zeroed();
            let flags = libc::WEXITED | libc::WNOWAIT;
            libc::waitid(libc::P_PID, process as libc::id_t, std::ptr::from_mut(&mut info), flags)
        };
        if waited == 0 || nix::errno::Errno::last() != nix::errno::Errno::EINTR {
            return;
        }
    }
}
