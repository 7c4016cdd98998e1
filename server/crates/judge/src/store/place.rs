//! The directory that the cache lies in.
//!
//! Invariant: it is the person's own, nobody else may look into it, and no link leads anywhere else: programs that are run
//! come from it.

use std::{fs, path::Path};

use problem::path::AbsPath;

use super::StoreError;
use crate::system::{self, Owner};

/// What is in it beside the database.
pub(super) const DIRECTORIES: [&str; 5] = ["blobs", "bin", "include", "tmp", "work"];

/// Makes the directory, or sees that it may be used, and makes what belongs into it.
pub(super) fn prepare(root: &AbsPath) -> Result<(), StoreError> {
    let io_error = |cause| StoreError::Io { place: root.clone(), cause };
    fs::create_dir_all(root.as_path()).map_err(io_error)?;
    see_whose(root, root.as_path())?;
    system::make_private(root.as_path()).map_err(io_error)?;
    for entry in fs::read_dir(root.as_path()).map_err(io_error)? {
        see_whose(root, &entry.map_err(io_error)?.path())?;
    }
    DIRECTORIES.iter().try_for_each(|name| fs::create_dir_all(root.child(name).as_path())).map_err(io_error)
}

/// Refuses a link, and what is another user's.
fn see_whose(root: &AbsPath, path: &Path) -> Result<(), StoreError> {
    let metadata = match fs::symlink_metadata(path) {
        Ok(metadata) => metadata,
        // Another process has just removed it.
        Err(_) if path != root.as_path() => return Ok(()),
        Err(cause) => return Err(StoreError::Io { place: root.clone(), cause }),
    };
    if metadata.is_symlink() {
        return Err(StoreError::Link(path.to_owned()));
    }
    match system::owner(&metadata) {
        Owner::Us => Ok(()),
        Owner::Other(name) => Err(StoreError::Foreign { path: path.to_owned(), name }),
    }
}

/// Removes databases, also damaged ones and those of other versions. Returns the bytes freed.
///
/// # Errors
/// When the directory may not be used, or a file cannot be removed.
pub(super) fn remove_databases(root: &AbsPath) -> Result<u64, StoreError> {
    let io_error = |cause| StoreError::Io { place: root.clone(), cause };
    prepare(root)?;
    let mut n_bytes = 0;
    for entry in fs::read_dir(root.as_path()).map_err(io_error)? {
        let entry = entry.map_err(io_error)?;
        let is_database =
            entry.file_name().to_str().is_some_and(|name| name.starts_with("cache") && name.contains(".db"));
        if is_database {
            n_bytes += entry.metadata().map_or(0, |metadata| metadata.len());
            fs::remove_file(entry.path()).map_err(io_error)?;
        }
    }
    Ok(n_bytes)
}
