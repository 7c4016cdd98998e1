//! Windows.

use std::{
    fs::{self, File, Metadata, OpenOptions},
    io::{self, IsTerminal as _, Read as _, Seek as _},
    os::windows::{
        fs::OpenOptionsExt as _,
        io::{AsHandle as _, AsRawHandle as _, OwnedHandle},
    },
    path::{Component, Path, PathBuf, Prefix},
    ptr,
};

use windows_sys::Win32::Foundation::{CloseHandle, WAIT_TIMEOUT};
use windows_sys::Win32::Storage::FileSystem::{
    BY_HANDLE_FILE_INFORMATION, FILE_ATTRIBUTE_DIRECTORY, FILE_BASIC_INFO, FILE_FLAG_BACKUP_SEMANTICS,
    FILE_READ_ATTRIBUTES, FileBasicInfo, GetDriveTypeW, GetFileInformationByHandle, GetFileInformationByHandleEx,
};
use windows_sys::Win32::System::Threading::{OpenProcess, PROCESS_SYNCHRONIZE, WaitForSingleObject};

use super::{FileState, Moment, Owner};

pub(super) const EMPTY: &str = "NUL";

/// What `GetDriveTypeW` says of a drive on another machine.
const DRIVE_REMOTE: u32 = 4;
/// The system counts time from 1601 on, in steps of 100 nanoseconds.
const TICKS_PER_SECOND: i64 = 10_000_000;
const FROM_1601_TO_1970: i64 = 11_644_473_600;

pub(super) fn file_state(path: &Path) -> io::Result<FileState> {
    // Directories can be opened in this way only; reading is not asked for.
    let mut options = OpenOptions::new();
    let file = options.access_mode(FILE_READ_ATTRIBUTES).custom_flags(FILE_FLAG_BACKUP_SEMANTICS).open(path)?;
    let mut place = BY_HANDLE_FILE_INFORMATION::default();
    let mut times = FILE_BASIC_INFO::default();
    let n_bytes = size_of::<FILE_BASIC_INFO>() as u32;
    // SAFETY: the handle is open, and the pointers are to locals of the size that is told.
    let known = unsafe {
        GetFileInformationByHandle(file.as_raw_handle(), &raw mut place) != 0
            && GetFileInformationByHandleEx(file.as_raw_handle(), FileBasicInfo, (&raw mut times).cast(), n_bytes) != 0
    };
    if !known {
        return Err(io::Error::last_os_error());
    }
    Ok(FileState {
        device: u64::from(place.dwVolumeSerialNumber),
        number: u64::from(place.nFileIndexHigh) << 32 | u64::from(place.nFileIndexLow),
        size: u64::from(place.nFileSizeHigh) << 32 | u64::from(place.nFileSizeLow),
        modified: moment(times.LastWriteTime),
        changed: moment(times.ChangeTime),
        is_file: place.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY == 0,
    })
}

/// Its number is told only of an open file.
pub(super) fn state_of(_metadata: &Metadata) -> Option<FileState> {
    None
}

fn moment(ticks: i64) -> Moment {
    (ticks.div_euclid(TICKS_PER_SECOND) - FROM_1601_TO_1970, ticks.rem_euclid(TICKS_PER_SECOND) * 100)
}

/// Files that are read-only could not be removed everywhere, and whoever may read a file may execute it.
/// A process that cannot be opened is gone, or one of another user; a client is neither.
pub(super) fn is_alive(process: u32) -> bool {
    // SAFETY: the calls take numbers and a handle that was just opened, which is closed again.
    unsafe {
        let handle = OpenProcess(PROCESS_SYNCHRONIZE, 0, process);
        if handle.is_null() {
            return false;
        }
        let is_running = WaitForSingleObject(handle, 0) == WAIT_TIMEOUT;
        CloseHandle(handle);
        is_running
    }
}

/// What a thread starts does not inherit its priority here.
pub(super) fn lower_priority() {}

pub(super) fn new_file_permissions() -> Option<fs::Permissions> {
    None
}

pub(super) fn set_mode(_file: &File, _mode: u32) -> io::Result<()> {
    Ok(())
}

/// A profile's folders are its user's alone unless the person decides otherwise.
pub(super) fn owner(_metadata: &Metadata) -> Owner {
    Owner::Us
}

/// There are no modes.
pub(super) fn make_private(_directory: &Path) -> io::Result<()> {
    Ok(())
}

pub(super) fn open_to_all(_directory: &Path) -> io::Result<()> {
    Ok(())
}

pub(super) fn file(stream: impl Into<OwnedHandle>) -> File {
    File::from(stream.into())
}

pub(super) fn read_start(mut file: &File, bytes: &mut [u8]) -> io::Result<()> {
    file.rewind()?;
    file.read_exact(bytes)
}

pub(super) fn standard_streams() -> io::Result<[File; 3]> {
    let (stdin, stdout, stderr) = (io::stdin(), io::stdout(), io::stderr());
    let copies = [stdin.as_handle(), stdout.as_handle(), stderr.as_handle()].map(|handle| handle.try_clone_to_owned());
    let [stdin, stdout, stderr] = copies;
    Ok([File::from(stdin?), File::from(stdout?), File::from(stderr?)])
}

/// A console is shared with whoever else uses it; nothing of it can be opened anew.
pub(super) fn opened_anew(stream: &File, _writes: bool) -> Option<File> {
    stream.is_terminal().then(|| stream.try_clone().ok())?
}

pub(super) fn is_same_file(_one: &File, _other: &File) -> bool {
    false
}

/// Consoles are left as they are.
pub(crate) struct TerminalModes(());

impl TerminalModes {
    /// None.
    pub(crate) fn of(_stream: &File) -> Option<TerminalModes> {
        None
    }
}

pub(super) fn user() -> String {
    std::env::var("USERNAME").unwrap_or_default()
}

/// Compilers do not know the form that begins with `\\?\`, which is the one that the system gives.
/// There are no modes that would tell; files that nobody may read are found when they are read.
#[expect(clippy::unnecessary_wraps, reason = "elsewhere it can fail")]
pub(super) fn ensure_it_opens(_path: &Path, _metadata: &Metadata) -> io::Result<()> {
    Ok(())
}

pub(super) fn real_path(path: &Path) -> io::Result<PathBuf> {
    let real = fs::canonicalize(path)?;
    let mut parts = real.components();
    let start = match parts.next() {
        Some(Component::Prefix(prefix)) => match prefix.kind() {
            Prefix::VerbatimDisk(letter) => format!("{}:\\", char::from(letter)),
            Prefix::VerbatimUNC(server, share) => {
                format!("\\\\{}\\{}\\", server.to_string_lossy(), share.to_string_lossy())
            }
            _ => return Ok(real),
        },
        _ => return Ok(real),
    };
    let rest = parts.filter(|part| *part != Component::RootDir);
    Ok(rest.fold(PathBuf::from(start), |path, part| path.join(part)))
}

pub(super) fn is_remote(path: &Path) -> bool {
    let Some(Component::Prefix(prefix)) = path.components().next() else { return false };
    match prefix.kind() {
        Prefix::UNC(..) | Prefix::VerbatimUNC(..) => true,
        Prefix::Disk(letter) | Prefix::VerbatimDisk(letter) => {
            let root = [u16::from(letter), u16::from(b':'), u16::from(b'\\'), 0];
            // SAFETY: the pointer is to a local that ends with a zero.
            unsafe { GetDriveTypeW(ptr::from_ref(&root).cast()) == DRIVE_REMOTE }
        }
        Prefix::Verbatim(_) | Prefix::DeviceNS(_) => false,
    }
}
