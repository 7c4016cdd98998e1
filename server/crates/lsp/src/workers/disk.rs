//! What is on disk, for those who may wait for it.
//!
//! Invariant: the session never asks; workers do, and a disk that does not answer keeps nobody else waiting. (A test of
//! the protocol with a disk that hangs.)

use std::path::Path;

use problem::path::AbsPath;

/// A disk that can be asked about single files.
pub trait Disk: Send + Sync {
    /// The real path of what is there; of what is not, that of what is there above it, with the names that lead on.
    fn real(&self, path: &Path) -> Option<AbsPath>;

    /// The text of a file, where there is one.
    fn read(&self, path: &AbsPath) -> Option<String>;
}

/// The disk of this machine.
#[derive(Debug)]
pub struct LocalDisk;

impl Disk for LocalDisk {
    fn real(&self, path: &Path) -> Option<AbsPath> {
        judge::disk::files::real(path)
    }

    fn read(&self, path: &AbsPath) -> Option<String> {
        judge::disk::files::read(path)
    }
}
