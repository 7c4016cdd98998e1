//! Files of a run: contents in memory, opened anew for each run.

#[cfg(target_os = "linux")]
use std::os::{
    fd::{AsFd as _, AsRawFd as _},
    unix::fs::OpenOptionsExt as _,
};
use std::{collections::HashMap, fs::File, io, sync::Mutex};
#[cfg(target_os = "linux")]
use std::{
    io::{Seek as _, Write as _},
    sync::Arc,
};

#[cfg(target_os = "linux")]
use nix::{
    fcntl::{FcntlArg, SealFlag, fcntl},
    sys::memfd::{MFdFlags, memfd_create},
};
use problem::{
    digest::Digest,
    executor::{Blob, ExecutorError},
};

use super::failed;
#[cfg(not(target_os = "linux"))]
pub(super) use super::temporary::filled;
#[cfg(not(target_os = "linux"))]
use super::temporary::{Held, empty, hold, reopen, unmarked};
use crate::{store::Store, sync::lock, system};

/// A file that is kept open.
#[cfg(target_os = "linux")]
type Held = File;

/// Inputs kept open for the next run, bytes in all, and how many.
const OPEN_BYTES: u64 = 256 << 20;
const MAX_OPEN: usize = 128;
/// Larger inputs stay on disk, bytes.
const MAX_HELD_BYTES: u64 = 32 << 20;

/// Contents as files in memory, one per content, opened anew for each run; large ones as files of the cache.
#[derive(Default)]
pub(super) struct Inputs(Mutex<HashMap<Digest, (Held, u64)>>);

impl Inputs {
    /// A readable descriptor at the start of the contents.
    pub(super) fn open(&self, store: &Store, blob: Blob) -> Result<File, ExecutorError> {
        let mut held = lock(&self.0);
        if let Some((file, _)) = held.get(&blob.digest) {
            return reopen(file).map_err(|error| failed("opening an input", &error));
        }
        if blob.size > MAX_HELD_BYTES {
            let file = store.open_large(blob).ok_or_else(|| lost(blob))?;
            return unmarked(file).map_err(|error| failed("opening an input", &error));
        }
        let bytes = store.get(blob.digest).ok_or_else(|| lost(blob))?;
        let file = hold(&bytes).map_err(|error| failed("making an input", &error))?;
        let opened = reopen(&file).map_err(|error| failed("opening an input", &error))?;
        if held.len() >= MAX_OPEN || held.values().map(|(_, size)| size).sum::<u64>() + blob.size > OPEN_BYTES {
            held.clear();
        }
        held.insert(blob.digest, (file, blob.size));
        Ok(opened)
    }

    /// Standard input; nothing where there is none.
    pub(super) fn open_stdin(&self, store: &Store, stdin: Option<Blob>) -> Result<File, ExecutorError> {
        match stdin {
            Some(blob) => self.open(store, blob),
            None => File::open(system::EMPTY).map_err(|error| failed("opening the empty file", &error)),
        }
    }
}

/// Programs, opened once.
#[cfg(target_os = "linux")]
#[derive(Default)]
pub(super) struct Executables(Mutex<HashMap<Digest, Arc<File>>>);

#[cfg(target_os = "linux")]
impl Executables {
    /// The open executable; `None` when the cache does not hold it.
    pub(super) fn open(&self, store: &Store, blob: Blob) -> Result<Option<Arc<File>>, ExecutorError> {
        if let Some(file) = lock(&self.0).get(&blob.digest) {
            return Ok(Some(Arc::clone(file)));
        }
        let Some(path) = store.executable(blob)? else { return Ok(None) };
        let file = Arc::new(File::open(path.as_path()).map_err(|error| failed("opening a program", &error))?);
        let mut held = lock(&self.0);
        if held.len() >= MAX_OPEN {
            held.clear();
        }
        held.insert(blob.digest, Arc::clone(&file));
        Ok(Some(file))
    }
}

/// Contents that the cache no longer holds; a run that needs them cannot go on.
fn lost(blob: Blob) -> ExecutorError {
    ExecutorError::Failed(format!(
        "{} bytes that a run needs are gone from the cache; run `touchstone cache clean` and try again",
        blob.size
    ))
}

#[cfg(target_os = "linux")]
fn hold(bytes: &[u8]) -> io::Result<Held> {
    filled(bytes)
}

/// A file in memory that nobody can change any more, whoever opens it.
#[cfg(target_os = "linux")]
pub(super) fn filled(bytes: &[u8]) -> io::Result<File> {
    let mut file = File::from(memfd_create(c"touchstone", MFdFlags::MFD_CLOEXEC | MFdFlags::MFD_ALLOW_SEALING)?);
    file.write_all(bytes)?;
    let seals = SealFlag::F_SEAL_WRITE | SealFlag::F_SEAL_SHRINK | SealFlag::F_SEAL_GROW | SealFlag::F_SEAL_SEAL;
    fcntl(&file, FcntlArg::F_ADD_SEALS(seals))?;
    file.rewind()?;
    Ok(file)
}

/// A new description of the same file, for reading only: its position is its own, and nobody sees that it was read.
#[cfg(target_os = "linux")]
fn reopen(file: &File) -> io::Result<File> {
    let path = format!("/proc/self/fd/{}", file.as_fd().as_raw_fd());
    File::options().read(true).custom_flags(libc::O_NOATIME).open(path)
}

/// A file that was just opened, such that nobody sees that it was read, where the system can do that.
#[cfg(target_os = "linux")]
fn unmarked(file: File) -> io::Result<File> {
    reopen(&file)
}

/// An empty file, in memory where that can be.
pub(super) fn memory_file() -> Result<File, ExecutorError> {
    empty().map_err(|error| failed("making a file in memory", &error))
}

#[cfg(target_os = "linux")]
fn empty() -> io::Result<File> {
    Ok(File::from(memfd_create(c"touchstone", MFdFlags::MFD_CLOEXEC)?))
}

/// The first `cap` bytes of what a program wrote, and how many it wrote.
pub(super) fn read_back(file: &File, cap: u64) -> Result<(Vec<u8>, u64), ExecutorError> {
    let read = || -> io::Result<(Vec<u8>, u64)> {
        let size = file.metadata()?.len();
        let mut bytes = vec![0; size.min(cap) as usize];
        if !bytes.is_empty() {
            system::read_start(file, &mut bytes)?;
        }
        Ok((bytes, size))
    };
    read().map_err(|error| failed("reading an output", &error))
}
