//! Files of a run where the system has no files in memory: temporary ones on disk.

use std::{
    fs::File,
    io::{self, Seek as _, Write as _},
};

use tempfile::NamedTempFile;

/// Contents that are kept; removed when this is dropped.
pub(super) type Held = NamedTempFile;

/// Keeps contents.
pub(super) fn hold(bytes: &[u8]) -> io::Result<Held> {
    let mut file = NamedTempFile::new()?;
    file.write_all(bytes)?;
    Ok(file)
}

/// A file with these contents, which nobody else opens.
pub(super) fn filled(bytes: &[u8]) -> io::Result<File> {
    let mut file = tempfile::tempfile()?;
    file.write_all(bytes)?;
    file.rewind()?;
    Ok(file)
}

/// The same file for reading only: its position is its own.
pub(super) fn reopen(file: &Held) -> io::Result<File> {
    File::open(file.path())
}

/// A file that was just opened.
#[expect(clippy::unnecessary_wraps, reason = "elsewhere it is opened once more")]
pub(super) fn unmarked(file: File) -> io::Result<File> {
    Ok(file)
}

/// An empty file.
pub(super) fn empty() -> io::Result<File> {
    tempfile::tempfile()
}
