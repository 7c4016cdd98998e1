//! Files of a run: its working directory, its standard streams in memory.

use std::{
    collections::HashMap,
    fs::{self, File, OpenOptions},
    io::{self, Read as _, Seek as _, Write as _},
    os::{
        fd::{AsFd as _, AsRawFd as _, OwnedFd},
        unix::fs::{MetadataExt as _, OpenOptionsExt as _},
    },
    sync::Mutex,
};

use nix::{
    fcntl::{FcntlArg, SealFlag, fcntl},
    sys::memfd::{MFdFlags, memfd_create},
};
use problem::{
    digest::Digest,
    executor::{Blob, ExecutorError},
    path::{AbsPath, RelPath},
};

use super::failed;
use crate::{store::Store, sync::lock};

/// Inputs kept open for the next run, bytes in all, and how many.
const OPEN_BYTES: u64 = 256 << 20;
const MAX_OPEN: usize = 128;

/// Standard inputs as files in memory, one per content, opened anew for each run.
#[derive(Default)]
pub(super) struct Inputs(Mutex<HashMap<Digest, (File, u64)>>);

impl Inputs {
    /// A readable descriptor at the start of the contents.
    pub(super) fn open(&self, store: &Store, stdin: Option<Blob>) -> Result<OwnedFd, ExecutorError> {
        let Some(blob) = stdin else {
            return File::open("/dev/null").map(OwnedFd::from).map_err(|error| failed("opening /dev/null", &error));
        };
        let mut held = lock(&self.0);
        if let Some((file, _)) = held.get(&blob.digest) {
            return reopen(file).map_err(|error| failed("opening an input", &error));
        }
        let bytes = store.get(blob.digest).ok_or_else(|| lost(blob))?;
        let file = filled(&bytes).map_err(|error| failed("making an input", &error))?;
        let opened = reopen(&file).map_err(|error| failed("opening an input", &error))?;
        if held.len() >= MAX_OPEN || held.values().map(|(_, size)| size).sum::<u64>() + blob.size > OPEN_BYTES {
            held.clear();
        }
        held.insert(blob.digest, (file, blob.size));
        Ok(opened)
    }
}

/// Contents that the cache no longer holds; a run that needs them cannot go on.
fn lost(blob: Blob) -> ExecutorError {
    ExecutorError::Failed(format!(
        "{} bytes that a run needs are gone from the cache; run `touchstone cache clean` and try again",
        blob.size
    ))
}

/// A file in memory that nobody can change any more, whoever opens it.
fn filled(bytes: &[u8]) -> io::Result<File> {
    let mut file = File::from(memfd_create(c"touchstone", MFdFlags::MFD_CLOEXEC | MFdFlags::MFD_ALLOW_SEALING)?);
    file.write_all(bytes)?;
    let seals = SealFlag::F_SEAL_WRITE | SealFlag::F_SEAL_SHRINK | SealFlag::F_SEAL_GROW | SealFlag::F_SEAL_SEAL;
    fcntl(&file, FcntlArg::F_ADD_SEALS(seals))?;
    Ok(file)
}

/// A new description of the same file, for reading only: its position is its own.
fn reopen(file: &File) -> io::Result<OwnedFd> {
    Ok(OwnedFd::from(File::open(format!("/proc/self/fd/{}", file.as_fd().as_raw_fd()))?))
}

/// An empty file in memory.
pub(super) fn memory_file() -> io::Result<OwnedFd> {
    Ok(memfd_create(c"touchstone", MFdFlags::MFD_CLOEXEC)?)
}

/// The first `cap` bytes of what a program wrote, and how many it wrote.
pub(super) fn read_back(file: &OwnedFd, cap: u64) -> io::Result<(Vec<u8>, u64)> {
    let mut file = File::from(file.try_clone()?);
    let size = file.metadata()?.len();
    let mut bytes = Vec::with_capacity(size.min(cap) as usize);
    file.rewind()?;
    file.take(cap).read_to_end(&mut bytes)?;
    Ok((bytes, size))
}

/// A fresh directory; it is removed with everything in it when this value goes.
pub(super) struct WorkDir(AbsPath);

impl WorkDir {
    pub(super) fn make(store: &Store) -> io::Result<WorkDir> {
        let name = store.temporary();
        let name = name.as_path().file_name().and_then(|name| name.to_str()).unwrap_or("run");
        let path = store.root().child("work").child(name);
        fs::create_dir(path.as_path())?;
        Ok(WorkDir(path))
    }

    pub(super) fn path(&self) -> &AbsPath {
        &self.0
    }

    /// Words of a program with the directory's name, which differs from run to run, taken out.
    pub(super) fn without_its_name(&self, words: &[u8]) -> Vec<u8> {
        let name = format!("{}/", self.0);
        let mut kept = Vec::with_capacity(words.len());
        let mut rest = words;
        while let Some(at) = rest.windows(name.len()).position(|window| window == name.as_bytes()) {
            kept.extend_from_slice(&rest[..at]);
            rest = &rest[at + name.len()..];
        }
        kept.extend_from_slice(rest);
        kept
    }

    /// Writes a file of the run.
    pub(super) fn lay(&self, store: &Store, path: &str, blob: Blob) -> Result<(), ExecutorError> {
        let inside =
            RelPath::parse(path).ok_or_else(|| ExecutorError::Failed(format!("`{path}` is no path of a run")))?;
        let place = self.0.at(&inside);
        let bytes = store.get(blob.digest).ok_or_else(|| lost(blob))?;
        if !inside.parent().is_root() {
            fs::create_dir_all(self.0.at(&inside.parent()).as_path())
                .map_err(|error| failed("making a directory", &error))?;
        }
        fs::write(place.as_path(), &bytes).map_err(|error| failed("writing a file of a run", &error))
    }

    /// What the program left in a file: at most one byte more than `cap`. Links and special files count as absent.
    pub(super) fn read(&self, path: &str, cap: u64) -> Option<Vec<u8>> {
        let place = self.0.at(&RelPath::parse(path)?);
        let options = libc::O_NOFOLLOW | libc::O_NONBLOCK;
        let file = OpenOptions::new().read(true).custom_flags(options).open(place.as_path()).ok()?;
        let metadata = file.metadata().ok()?;
        if !metadata.is_file() {
            return None;
        }
        let mut bytes = Vec::with_capacity(metadata.size().min(cap) as usize);
        file.take(cap + 1).read_to_end(&mut bytes).ok()?;
        Some(bytes)
    }
}

impl Drop for WorkDir {
    fn drop(&mut self) {
        if fs::remove_dir(self.0.as_path()).is_err() {
            // What cannot be removed now is removed as a leftover later.
            drop(fs::remove_dir_all(self.0.as_path()));
        }
    }
}
