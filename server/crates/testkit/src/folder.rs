//! Problem folders to try things on: temporary copies, made from text or from the examples.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use sha2::{Digest as _, Sha256};
use tempfile::TempDir;
use walkdir::WalkDir;

use crate::temporary;

/// A problem folder that is gone when its value is.
#[derive(Debug)]
pub struct Folder {
    _temporary: TempDir,
    path: PathBuf,
}

impl Folder {
    /// An empty folder of this name.
    pub fn empty(name: &str) -> Folder {
        let temporary = temporary::folder();
        let path = temporary.path().join(name);
        fs::create_dir(&path).expect("a new folder can be made");
        Folder { _temporary: temporary, path }
    }

    /// A folder of these files.
    pub fn of<'a>(name: &str, files: impl IntoIterator<Item = (&'a str, &'a str)>) -> Folder {
        let folder = Folder::empty(name);
        for (path, text) in files {
            folder.write(path, text);
        }
        folder
    }

    /// A copy of a folder, under the same name. What the problems of a repository of library-checker share goes along.
    pub fn copy_of(original: &Path) -> Folder {
        let name = original.file_name().and_then(|name| name.to_str()).expect("examples have plain names");
        let folder = Folder::empty(name);
        let repository = original.parent().filter(|repository| repository.join("generate.py").is_file());
        let shared = repository.map(files).unwrap_or_default();
        for file in
            shared.iter().filter(|file| file.starts_with("common") || file.as_path() == Path::new("generate.py"))
        {
            let repository = repository.expect("what it shares lies in it");
            let bytes = fs::read(repository.join(file)).expect("the original can be read");
            folder.write(Path::new("..").join(file).to_str().expect("examples have plain names"), bytes);
        }
        for file in files(original) {
            let bytes = fs::read(original.join(&file)).expect("the original can be read");
            folder.write(file.to_str().expect("examples have plain names"), bytes);
        }
        folder
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes a file, in directories that are made as needed.
    pub fn write(&self, path: &str, contents: impl AsRef<[u8]>) {
        assert!(Path::new(path).is_relative(), "{path} is not in the folder");
        let place = self.path.join(path);
        fs::create_dir_all(place.parent().expect("a file lies in a folder")).expect("a folder can be made");
        fs::write(place, contents).expect("a file can be written");
    }

    /// Makes a link, in directories that are made as needed.
    #[cfg(unix)]
    pub fn link(&self, path: &str, target: impl AsRef<Path>) {
        let place = self.path.join(path);
        fs::create_dir_all(place.parent().expect("a link lies in a folder")).expect("a folder can be made");
        std::os::unix::fs::symlink(target, place).expect("a link can be made");
    }

    /// Removes a file, or a folder with all that is in it.
    pub fn remove(&self, path: &str) {
        let place = self.path.join(path);
        if place.is_dir() { fs::remove_dir_all(place) } else { fs::remove_file(place) }.expect("it is there");
    }

    /// Everything in it: every path with a digest of what is there.
    pub fn contents(&self) -> BTreeMap<PathBuf, String> {
        contents(&self.path)
    }
}

/// Every path below a folder with a digest of what is there; directories are in it too.
pub fn contents(folder: &Path) -> BTreeMap<PathBuf, String> {
    let entries = WalkDir::new(folder).into_iter().map(|entry| entry.expect("the folder can be listed"));
    entries
        .map(|entry| {
            let inside = entry.path().strip_prefix(folder).expect("what is listed lies inside");
            let what = if entry.file_type().is_file() { digest(entry.path()) } else { "directory".to_owned() };
            (inside.to_owned(), what)
        })
        .collect()
}

/// The files below a folder, in order.
pub fn files(folder: &Path) -> Vec<PathBuf> {
    let all = contents(folder);
    all.into_iter().filter(|(_, what)| what != "directory").map(|(path, _)| path).collect()
}

fn digest(file: &Path) -> String {
    let bytes = fs::read(file).expect("a listed file can be read");
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}
