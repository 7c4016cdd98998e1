//! A copy of a problem folder in which something is tried out.
//!
//! Invariant: what happens to the copy does not reach the folder; files are copied, not linked.

use std::{fs, io, path::Path};

use problem::{folder::Folder as _, path::RelPath};

use crate::{disk::folder::DiskFolder, scratch::Scratch};

/// A copy, which is gone when its value is.
pub struct FolderCopy {
    scratch: Scratch,
    name: String,
}

impl FolderCopy {
    /// Copies everything that is listed of a folder; the copy has the folder's name.
    ///
    /// # Errors
    /// When a file cannot be read or there is no place for it.
    pub fn make(folder: &DiskFolder) -> io::Result<FolderCopy> {
        let name = if folder.name().is_empty() { "problem" } else { folder.name() };
        let copy = FolderCopy { scratch: Scratch::make()?, name: name.to_owned() };
        fs::create_dir_all(copy.path())?;
        for entry in folder.files().iter().filter(|entry| !folder.is_packed(&entry.path)) {
            let place = copy.place(&entry.path)?;
            // Not the mode: a file that may only be read can be written in the copy.
            fs::write(&place, fs::read(folder.at(&entry.path).as_path())?)?;
        }
        Ok(copy)
    }

    /// Where it is.
    pub fn path(&self) -> std::path::PathBuf {
        self.scratch.path().as_path().join(&self.name)
    }

    /// Writes a file of the copy, in directories that are made as needed.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write(&self, path: &RelPath, bytes: &[u8]) -> io::Result<()> {
        fs::write(self.place(path)?, bytes)
    }

    /// Removes a file of the copy, if it is there.
    ///
    /// # Errors
    /// When it cannot be removed.
    pub fn remove(&self, path: &RelPath) -> io::Result<()> {
        match fs::remove_file(self.path().join(path.as_str())) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            Ok(()) | Err(_) => Ok(()),
        }
    }

    /// Removes a directory of the copy with all that is in it, if it is there.
    ///
    /// # Errors
    /// When it cannot be removed.
    pub fn remove_directory(&self, name: &str) -> io::Result<()> {
        match fs::remove_dir_all(self.path().join(name)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            Ok(()) | Err(_) => Ok(()),
        }
    }

    fn place(&self, path: &RelPath) -> io::Result<std::path::PathBuf> {
        let place = self.path().join(path.as_str());
        fs::create_dir_all(place.parent().unwrap_or_else(|| Path::new("/")))?;
        Ok(place)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::store::Store;

    #[test]
    fn a_copy_is_apart() {
        let (home, cache) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let root = home.path().join("sums");
        fs::create_dir_all(root.join("tests")).unwrap();
        fs::write(root.join("sol.cpp"), "int main() {}\n").unwrap();
        fs::write(root.join("tests/1.in"), "1\n").unwrap();
        let store = Store::open(&problem::path::AbsPath::new(cache.path().canonicalize().unwrap()).unwrap()).unwrap();
        let folder = DiskFolder::open(&root, Arc::new(store)).unwrap();
        let copy = FolderCopy::make(&folder).unwrap();
        let path = |text| RelPath::parse(text).unwrap();
        copy.write(&path("tests/1.in"), b"2\n").unwrap();
        copy.write(&path("new/deep/gen.cpp"), b"\n").unwrap();
        let read = |at: &Path, name: &str| fs::read_to_string(at.join(name)).ok();
        assert_eq!(copy.path().file_name(), root.file_name());
        assert_eq!(read(&copy.path(), "tests/1.in").as_deref(), Some("2\n"));
        assert_eq!(read(&copy.path(), "sol.cpp").as_deref(), Some("int main() {}\n"));
        assert_eq!((read(&root, "tests/1.in").as_deref(), read(&root, "new/deep/gen.cpp")), (Some("1\n"), None));
        let at = copy.path();
        drop(copy);
        assert!(!at.exists());
    }
}
