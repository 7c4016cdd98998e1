//! The working directory on disk: files laid into it before a run, outputs taken from it afterwards, and nothing left
//! in it.

use std::{
    fs::{self, File},
    io::{self, Seek as _},
    path::{Path, PathBuf},
};

use super::{
    super::wire::{MAX_OUTPUTS, MAX_PATH},
    Request,
};

/// The working directory of a launcher.
pub(super) struct WorkDir {
    path: PathBuf,
    /// Files are laid so that they can be started.
    starts_files: bool,
}

impl WorkDir {
    pub(super) fn new(path: PathBuf, starts_files: bool) -> WorkDir {
        WorkDir { path, starts_files }
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Lays what a request names; the files are open where their contents begin.
    pub(super) fn fill(&self, request: &Request, files: &[&File]) -> io::Result<()> {
        for directory in &request.directories {
            fs::create_dir_all(self.path.join(directory))?;
        }
        for (at, target) in &request.links {
            link(Path::new(target), &self.place(at)?)?;
        }
        for (path, contents) in request.files.iter().zip(files) {
            let mut file = File::create_new(self.place(path)?)?;
            if self.starts_files {
                allow_start(&file)?;
            }
            // A run that is repeated is handed the same open files.
            let mut contents: &File = contents;
            contents.rewind()?;
            io::copy(&mut contents, &mut file)?;
        }
        Ok(())
    }

    /// Where something will stand, with its directory made.
    fn place(&self, path: &str) -> io::Result<PathBuf> {
        let place = self.path.join(path);
        if let Some(parent) = place.parent() {
            fs::create_dir_all(parent)?;
        }
        Ok(place)
    }

    /// The wanted files that a program left, with their paths; of a directory, `name/`, those below it in order.
    pub(super) fn outputs(&self, wanted: &[String]) -> Vec<(String, File)> {
        let mut found = Vec::new();
        for path in wanted {
            let paths = match path.strip_suffix('/') {
                Some(directory) => self.files_below(directory),
                None => vec![path.clone()],
            };
            found.extend(paths.into_iter().filter_map(|path| self.output(&path).map(|file| (path, file))));
        }
        found.truncate(MAX_OUTPUTS);
        found
    }

    /// The paths of all that lies below a directory and is none.
    fn files_below(&self, directory: &str) -> Vec<String> {
        let mut unread = vec![directory.to_owned()];
        let mut found = Vec::new();
        let mut n_seen = 0;
        while let Some(directory) = unread.pop() {
            let place = self.path.join(&directory);
            // A link in place of a directory leads elsewhere.
            if !fs::symlink_metadata(&place).is_ok_and(|metadata| metadata.is_dir()) {
                continue;
            }
            for entry in fs::read_dir(place).into_iter().flatten().flatten() {
                n_seen += 1;
                if n_seen > MAX_OUTPUTS {
                    break;
                }
                let Ok(name) = entry.file_name().into_string() else { continue };
                let path = format!("{directory}/{name}");
                if path.len() > MAX_PATH {
                    continue;
                }
                let is_directory = entry.file_type().is_ok_and(|kind| kind.is_dir());
                if is_directory { unread.push(path) } else { found.push(path) }
            }
        }
        found.sort_unstable();
        found
    }

    /// A regular file that a program left; links and special files count as absent.
    fn output(&self, path: &str) -> Option<File> {
        let mut place = self.path.clone();
        let mut parts = path.split('/').peekable();
        while let Some(part) = parts.next() {
            place.push(part);
            let kind = fs::symlink_metadata(&place).ok()?.file_type();
            let is_wanted = if parts.peek().is_some() { kind.is_dir() } else { kind.is_file() };
            if !is_wanted {
                return None;
            }
        }
        let file = File::open(place).ok()?;
        if cfg!(windows) { copy_of(file).ok() } else { Some(file) }
    }

    /// Removes everything in it; whether that was done.
    pub(super) fn clean(&self) -> bool {
        let Ok(entries) = fs::read_dir(&self.path) else { return false };
        let remove = |entry: io::Result<fs::DirEntry>| {
            let entry = entry?;
            if entry.file_type()?.is_dir() { fs::remove_dir_all(entry.path()) } else { remove_file(&entry.path()) }
        };
        entries.map(remove).all(|removed| removed.is_ok())
    }
}

/// The contents of a file: where an open file cannot be removed, its directory could not be cleaned.
fn copy_of(mut file: File) -> io::Result<File> {
    let mut copy = tempfile::tempfile()?;
    io::copy(&mut file, &mut copy)?;
    copy.rewind()?;
    Ok(copy)
}

#[cfg(unix)]
fn allow_start(file: &File) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    file.set_permissions(fs::Permissions::from_mode(0o700))
}

/// Any file can be started here.
#[cfg(windows)]
fn allow_start(_: &File) -> io::Result<()> {
    Ok(())
}

#[cfg(unix)]
fn link(target: &Path, at: &Path) -> io::Result<()> {
    std::os::unix::fs::symlink(target, at)
}

/// Not everybody may make symbolic links here.
#[cfg(windows)]
fn link(target: &Path, at: &Path) -> io::Result<()> {
    fs::hard_link(target, at).or_else(|_| fs::copy(target, at).map(drop))
}

#[cfg(unix)]
fn remove_file(path: &Path) -> io::Result<()> {
    fs::remove_file(path)
}

/// A link to a directory is removed like one.
#[cfg(windows)]
fn remove_file(path: &Path) -> io::Result<()> {
    fs::remove_file(path).or_else(|_| fs::remove_dir(path))
}
