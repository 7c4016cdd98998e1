//! Writing into folders.
//!
//! Invariant: nothing is written outside the folder that was named, and no file of the person's is lost.

use std::{collections::BTreeMap, fs, io, path::Path};

use problem::{
    folder::Folder,
    path::{AbsPath, RelPath},
};

use super::FolderError;
use crate::{disk::files::put_in_place, system::real_path};

/// Makes a folder that must not exist yet, or must be empty.
///
/// # Errors
/// When there is something already, or the folder cannot be made.
pub fn make_empty(path: &Path) -> Result<(), FolderError> {
    let shown = path.display().to_string();
    let unreadable = |cause| FolderError::Unreadable { path: shown.clone(), cause };
    match fs::read_dir(path) {
        Ok(mut listing) => match listing.next() {
            None => Ok(()),
            Some(_) => Err(FolderError::NotEmpty(shown)),
        },
        Err(error) if error.kind() == io::ErrorKind::NotFound => fs::create_dir_all(path).map_err(unreadable),
        Err(cause) => Err(unreadable(cause)),
    }
}

/// Writes a file below a folder, in directories that are made as needed. A file that is there with other contents is
/// never overwritten, and nothing is written elsewhere, not even by way of a link.
///
/// # Errors
/// When the path leads out of the folder, the file is there with other contents, or it cannot be written.
pub fn write_new(folder: &Path, path: &str, bytes: &[u8]) -> Result<(), FolderError> {
    let inside = RelPath::parse(path).filter(|inside| !inside.is_root() && !path.starts_with(['/', '\\']));
    let inside = inside.ok_or_else(|| FolderError::Leaves(path.to_owned()))?;
    let unreadable = |cause| FolderError::Unreadable { path: folder.join(path).display().to_string(), cause };
    fs::create_dir_all(folder).map_err(unreadable)?;
    let root = AbsPath::new(real_path(folder).map_err(unreadable)?);
    let root = root.ok_or_else(|| FolderError::NotAFolder(folder.display().to_string()))?;
    ensure_inside(&root, &inside)?;
    let place = root.at(&inside);
    if let Ok(there) = fs::read(place.as_path()) {
        let shown = || folder.join(path).display().to_string();
        return if there == bytes { Ok(()) } else { Err(FolderError::InTheWay(shown())) };
    }
    if let Some(parent) = place.as_path().parent() {
        fs::create_dir_all(parent).map_err(unreadable)?;
    }
    fs::write(place.as_path(), bytes).map_err(unreadable)
}

/// Refuses a place where something is.
///
/// # Errors
/// When something is there, whatever it is.
pub fn ensure_free(place: &Path) -> Result<(), FolderError> {
    match fs::symlink_metadata(place) {
        Ok(_) => Err(FolderError::Taken(place.display().to_string())),
        Err(_) => Ok(()),
    }
}

/// Makes a folder with these files in a directory, which is made as needed; the folder is there as a whole or not at all.
///
/// # Errors
/// When there is something of this name already, or the folder cannot be made.
pub fn make_whole(parent: &Path, name: &str, files: &BTreeMap<RelPath, Vec<u8>>) -> Result<(), FolderError> {
    make_whole_of(parent, name, files.keys(), |path| Ok(files.get(path).map_or(&[][..], Vec::as_slice)))
}

/// The same, with contents that are asked for one by one.
///
/// # Errors
/// The same, and whatever `contents` does not give.
pub fn make_whole_of<'p, B: AsRef<[u8]>, E: From<FolderError>>(
    parent: &Path,
    name: &str,
    files: impl IntoIterator<Item = &'p RelPath>,
    mut contents: impl FnMut(&RelPath) -> Result<B, E>,
) -> Result<(), E> {
    let place = parent.join(name);
    let unreadable = |cause| FolderError::Unreadable { path: place.display().to_string(), cause };
    ensure_free(&place)?;
    fs::create_dir_all(parent).map_err(unreadable)?;
    let making = tempfile::Builder::new().prefix(".touchstone-").tempdir_in(parent).map_err(unreadable)?;
    let whole = making.path().join("whole");
    fs::create_dir(&whole).map_err(unreadable)?;
    for path in files {
        let file = path.parts().fold(whole.clone(), |folder, part| folder.join(part));
        fs::create_dir_all(file.parent().unwrap_or(&whole)).map_err(unreadable)?;
        fs::write(file, contents(path)?).map_err(unreadable)?;
    }
    // What came meanwhile and is no empty folder is refused by the system.
    Ok(fs::rename(&whole, &place).map_err(unreadable)?)
}

/// Another content for a file of a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileChange {
    /// Which file.
    pub path: RelPath,
    /// What it held when the change was made; `None` where it was not there.
    pub before: Option<Vec<u8>>,
    /// What it is to hold.
    pub after: Vec<u8>,
}

impl FileChange {
    /// Another text for a file of a folder as it was read.
    pub fn of_text(folder: &dyn Folder, path: RelPath, text: String) -> FileChange {
        FileChange { before: folder.bytes(&path).map(|bytes| bytes.to_vec()), after: text.into_bytes(), path }
    }
}

/// Carries changes out, each by a new file that takes the old one's place, so that half a text is never there. New files
/// come first: a script that names what is not there would be worse than a file that nobody names.
///
/// # Errors
/// When a file does not hold any more what it did, is there though it should be new, or lies outside the folder by way of
/// a link; then nothing is written. When the operating system refuses later, what was written before is taken back, as far as
/// the system lets that be.
pub fn write_changes(root: &AbsPath, changes: &[FileChange]) -> Result<(), FolderError> {
    for change in changes {
        ensure_unchanged(root, change)?;
    }
    let (new, old): (Vec<_>, Vec<_>) = changes.iter().partition(|change| change.before.is_none());
    let ordered: Vec<&FileChange> = new.into_iter().chain(old).collect();
    for (at, change) in ordered.iter().enumerate() {
        if let Err(why) = write_change(root, change) {
            ordered[..at].iter().rev().for_each(|done| take_back(root, done));
            return Err(why);
        }
    }
    Ok(())
}

fn write_change(root: &AbsPath, FileChange { path, before, after }: &FileChange) -> Result<(), FolderError> {
    let file = root.at(path);
    let unreadable = |cause| FolderError::Unreadable { path: file.to_string(), cause };
    let parent = file.as_path().parent().unwrap_or_else(|| Path::new("/"));
    fs::create_dir_all(parent).map_err(unreadable)?;
    if before.is_none() {
        let mut new = fs::OpenOptions::new().write(true).create_new(true).open(file.as_path()).map_err(unreadable)?;
        let written = io::Write::write_all(&mut new, after);
        if written.is_err() {
            let _ = fs::remove_file(file.as_path());
        }
        return written.map_err(unreadable);
    }
    put_over(&file, after).map_err(unreadable)
}

/// Puts a text in a file's place; a link keeps pointing at the file that it names.
fn put_over(file: &AbsPath, text: &[u8]) -> io::Result<()> {
    let real = real_path(file.as_path())?;
    let permissions = fs::metadata(&real)?.permissions();
    put_in_place(&real, text, Some(permissions))
}

/// Undoes a change that was carried out. Whoever made it has another error to tell of.
fn take_back(root: &AbsPath, change: &FileChange) {
    let file = root.at(&change.path);
    let _ = match &change.before {
        Some(before) => put_over(&file, before),
        None => fs::remove_file(file.as_path()),
    };
}

/// Whether no link leads a file out of the folder. Of a new file, the nearest directory above it that is there has to lie
/// inside; so has what a link names.
///
/// # Errors
/// When it does, or cannot be known.
pub fn ensure_inside(root: &AbsPath, path: &RelPath) -> Result<(), FolderError> {
    let file = root.at(path);
    let shown = || file.to_string();
    let unreadable = |cause| FolderError::Unreadable { path: shown(), cause };
    let mut above = file.as_path();
    while fs::symlink_metadata(above).is_err() {
        above = above.parent().ok_or_else(|| FolderError::NotAFolder(shown()))?;
    }
    let real_root = real_path(root.as_path()).map_err(unreadable)?;
    let is_inside = real_path(above).map_err(unreadable)?.starts_with(&real_root);
    if is_inside { Ok(()) } else { Err(FolderError::Outside(shown())) }
}

fn ensure_unchanged(root: &AbsPath, change: &FileChange) -> Result<(), FolderError> {
    ensure_inside(root, &change.path)?;
    let file = root.at(&change.path);
    let shown = || file.to_string();
    let is_there = fs::symlink_metadata(file.as_path()).is_ok();
    match &change.before {
        None if is_there => Err(FolderError::InTheWay(shown())),
        None => Ok(()),
        Some(before) if fs::read(file.as_path()).is_ok_and(|there| &there == before) => Ok(()),
        Some(_) => Err(FolderError::Changed(shown())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn change(path: &str, before: Option<&str>, after: &str) -> FileChange {
        let bytes = |text: &str| text.as_bytes().to_vec();
        FileChange { path: RelPath::parse(path).unwrap(), before: before.map(bytes), after: bytes(after) }
    }

    #[test]
    fn changes_are_carried_out_only_where_nothing_else_changed() {
        let home = tempfile::tempdir().unwrap();
        let place = home.path().canonicalize().unwrap();
        let root = AbsPath::new(place.join("folder")).unwrap();
        fs::create_dir_all(root.as_path().join("tests")).unwrap();
        fs::write(root.as_path().join("script.txt"), "gen 1\n").unwrap();
        let read = |name: &str| fs::read_to_string(root.as_path().join(name)).ok();
        let good = [change("script.txt", Some("gen 1\n"), "gen 2\n"), change("new/1.in", None, "1\n")];
        // Someone saved it meanwhile: then the new file is not written either.
        fs::write(root.as_path().join("script.txt"), "mine\n").unwrap();
        assert!(matches!(write_changes(&root, &good), Err(FolderError::Changed(_))));
        assert_eq!((read("script.txt").as_deref(), read("new/1.in")), (Some("mine\n"), None));
        fs::write(root.as_path().join("script.txt"), "gen 1\n").unwrap();
        write_changes(&root, &good).unwrap();
        assert_eq!((read("script.txt").as_deref(), read("new/1.in").as_deref()), (Some("gen 2\n"), Some("1\n")));
        assert!(matches!(write_changes(&root, &good[1..]), Err(FolderError::InTheWay(_))));
    }

    #[test]
    fn all_changes_are_carried_out_or_none() {
        let home = tempfile::tempdir().unwrap();
        let root = AbsPath::new(home.path().canonicalize().unwrap()).unwrap();
        fs::write(root.as_path().join("file"), "no directory\n").unwrap();
        fs::write(root.as_path().join("old.txt"), "old\n").unwrap();
        let changes =
            [change("old.txt", Some("old\n"), "new\n"), change("new.txt", None, "x"), change("file/1.in", None, "x")];
        assert!(write_changes(&root, &changes).is_err());
        assert!(!root.as_path().join("new.txt").exists());
        assert_eq!(fs::read_to_string(root.as_path().join("old.txt")).unwrap(), "old\n");
    }

    #[cfg(unix)]
    #[test]
    fn no_link_leads_a_change_out_of_the_folder() {
        let home = tempfile::tempdir().unwrap();
        let place = home.path().canonicalize().unwrap();
        let root = AbsPath::new(place.join("folder")).unwrap();
        fs::create_dir_all(root.as_path()).unwrap();
        fs::create_dir_all(place.join("outside")).unwrap();
        std::os::unix::fs::symlink(place.join("outside"), root.as_path().join("tests")).unwrap();
        std::os::unix::fs::symlink(place.join("outside/val.cpp"), root.as_path().join("val.cpp")).unwrap();
        for path in ["tests/1.in", "tests/deep/1.in", "val.cpp"] {
            assert!(write_changes(&root, &[change(path, None, "x")]).is_err(), "{path}");
        }
        assert_eq!(fs::read_dir(place.join("outside")).unwrap().count(), 0);
    }
}
