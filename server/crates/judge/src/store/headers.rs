//! The directories of the cache that compilers read from.

use std::{fs, io, path::Path};

use problem::path::AbsPath;

use super::Store;
use crate::system::open_to_all;

impl Store {
    /// Makes the directory that a header is to lie in. Compilers read there as another user, whose way the person's own
    /// habits may bar.
    ///
    /// # Errors
    /// When it cannot be made.
    pub(crate) fn make_header_directory(&self, header: &AbsPath) -> io::Result<()> {
        let directory = header.as_path().parent().ok_or(io::ErrorKind::InvalidInput)?;
        fs::create_dir_all(directory)?;
        let is_ours = |place: &&Path| place.starts_with(self.root.as_path()) && *place != self.root.as_path();
        directory.ancestors().take_while(is_ours).try_for_each(open_to_all)
    }
}
