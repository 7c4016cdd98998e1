//! A folder that is gone when its value is.

use problem::path::AbsPath;

/// A temporary folder.
pub struct Scratch {
    _folder: tempfile::TempDir,
    path: AbsPath,
}

impl Scratch {
    /// Makes an empty temporary folder.
    ///
    /// # Errors
    /// When there is no place for it.
    pub fn make() -> std::io::Result<Scratch> {
        let folder = tempfile::Builder::new().prefix("touchstone-").tempdir()?;
        let path = AbsPath::new(crate::system::real_path(folder.path())?).ok_or(std::io::ErrorKind::InvalidInput)?;
        Ok(Scratch { _folder: folder, path })
    }

    /// Where it is.
    pub fn path(&self) -> &AbsPath {
        &self.path
    }
}
