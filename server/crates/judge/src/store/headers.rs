//! What compilers read from the cache: headers, and what was made of them.
//!
//! Invariant: compilers can reach it, though they may run as another user and the person may hide files from others.

use std::{fs, io, path::Path, sync::atomic::Ordering};

use problem::path::AbsPath;

use super::{Store, StoreError};
use crate::system::{open_to_all, set_mode};

/// The directory beside headers that holds the compiled library of a language.
pub(crate) const KEPT_LIBRARY: &str = "library";

impl Store {
    /// Whether a header, or what was made of one, is in its place, within the reach of compilers: a cache that was copied
    /// may bar their way.
    pub(crate) fn holds_header(&self, header: &AbsPath) -> bool {
        header.as_path().exists() && self.open_way(header).is_ok()
    }

    /// Puts a header in its place.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(crate) fn put_header(&self, header: &AbsPath, bytes: &[u8]) -> Result<(), StoreError> {
        self.open_way(header).map_err(|cause| self.io_error(cause))?;
        self.write_file(header, bytes, 0o444, false)
    }

    /// Keeps a precompiled header, or the bodies of one, at its place among the headers.
    ///
    /// # Errors
    /// When it cannot be read or written.
    pub(crate) fn adopt_header(&self, to: &AbsPath, mut from: fs::File) -> Result<(), StoreError> {
        let temporary = self.temporary();
        let mut write = || {
            self.open_way(to)?;
            let mut file = fs::File::create_new(temporary.as_path())?;
            let n_bytes = io::copy(&mut from, &mut file)?;
            self.n_added_bytes.fetch_add(n_bytes, Ordering::Relaxed);
            set_mode(&file, 0o444)?;
            drop(file);
            fs::rename(temporary.as_path(), to.as_path())
        };
        write().map_err(|cause| self.io_error(cause))
    }

    /// Makes the directories that a header lies in, as far as they are not there, and lets everybody through.
    fn open_way(&self, header: &AbsPath) -> io::Result<()> {
        let directory = header.as_path().parent().ok_or(io::ErrorKind::InvalidInput)?;
        fs::create_dir_all(directory)?;
        let is_ours = |place: &&Path| place.starts_with(self.root.as_path()) && *place != self.root.as_path();
        directory.ancestors().take_while(is_ours).try_for_each(open_to_all)
    }
}
