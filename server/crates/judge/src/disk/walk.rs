//! Listing a folder on disk.
//!
//! Invariant: whatever is neither listed nor left out on purpose is said to be left out, with the cause.

use std::{
    collections::HashSet,
    fs, io,
    path::{Path, PathBuf},
};

use problem::{
    folder::{FileEntry, LeftOut, Obstacle},
    formats::most_bytes,
    path::{AbsPath, RelPath},
};
use walkdir::{DirEntry, WalkDir};

use crate::system::{self, FileState, real_path};

/// How deep folders are looked into.
const MAX_DEPTH: usize = 10;
/// How many files and directories a problem folder may have before the rest is left out.
const MAX_ENTRIES: usize = 50_000;
/// Directories of tools, never of problems. Names that begin with a dot are left out too.
const IGNORED: [&str; 6] = ["node_modules", "__pycache__", "target", "__MACOSX", "build-debug", "cmake-build-debug"];

/// What there is in a folder.
#[derive(Clone, Debug, Default)]
pub(crate) struct Walk {
    /// The files, in path order.
    pub(crate) files: Vec<FileEntry>,
    /// What they were like, in the same order, where that was seen on the way.
    pub(crate) states: Vec<Option<FileState>>,
    /// The directories that they lie in, and empty ones; the folder itself is the first.
    pub(crate) directories: Vec<PathBuf>,
    /// What cannot be used, in path order.
    pub(crate) left_out: Vec<LeftOut>,
    /// What is hidden, and the directories of tools, in path order, as far as their names are paths.
    pub(crate) hidden: Vec<RelPath>,
}

/// Lists a folder, without what is hidden, belongs to tools or lies elsewhere.
pub(crate) fn walk(root: &AbsPath) -> Walk {
    let mut entries = WalkDir::new(root.as_path()).follow_links(true).max_depth(MAX_DEPTH).into_iter();
    let (mut found, mut files) = (Walk::default(), Vec::new());
    let mut linked = Linked::default();
    while let Some(entry) = entries.next() {
        let entry = match entry {
            Ok(entry) => entry,
            Err(error) => {
                found.left_out.extend(of_error(root, &error));
                continue;
            }
        };
        let is_directory = entry.file_type().is_dir();
        let look = match look_at(root, &entry) {
            Look::File(..) | Look::Directory if files.len() + found.directories.len() > MAX_ENTRIES => {
                found.left_out.push(left_out(root, root.as_path(), true, Obstacle::TooManyFiles { most: MAX_ENTRIES }));
                break;
            }
            Look::Directory if linked.was_there_before(&entry) => Look::LeftOut(Obstacle::LinkAgain),
            look => look,
        };
        let kept = match look {
            Look::Ignored => {
                found.hidden.extend(relative(root, entry.path()));
                false
            }
            Look::LeftOut(obstacle) => {
                found.left_out.push(left_out(root, entry.path(), is_directory, obstacle));
                false
            }
            Look::Directory => {
                found.directories.push(entry.path().to_owned());
                true
            }
            Look::File(file, state) => {
                files.push((file, state));
                true
            }
        };
        if !kept && is_directory {
            entries.skip_current_dir();
        }
    }
    files.sort_by(|(one, _), (other, _): &(FileEntry, _)| one.path.cmp(&other.path));
    (found.files, found.states) = files.into_iter().unzip();
    found.left_out.sort();
    found.hidden.sort();
    found
}

/// The real directories that links have led to.
///
/// A directory is listed at its own path, and once more behind the first link that leads to it: manifests name files by
/// either. Links in it that lead on to others would otherwise make many folders of few.
#[derive(Default)]
struct Linked {
    /// The depth of the link that we are behind.
    behind: Option<usize>,
    seen: HashSet<(u64, u64)>,
}

impl Linked {
    /// Takes note of a directory; whether another link has led there before.
    fn was_there_before(&mut self, entry: &DirEntry) -> bool {
        if self.behind.is_some_and(|depth| entry.depth() <= depth) {
            self.behind = None;
        }
        if entry.path_is_symlink() && self.behind.is_none() {
            self.behind = Some(entry.depth());
        }
        let identity = || system::file_state(entry.path()).ok().map(|state| (state.device, state.number));
        self.behind.is_some() && identity().is_some_and(|identity| !self.seen.insert(identity))
    }
}

/// Whether a part of a path is of a file or directory that is left out.
pub(crate) fn is_ignored_name(name: &str) -> bool {
    is_hidden(name) || IGNORED.contains(&name)
}

fn is_hidden(name: &str) -> bool {
    name.starts_with('.') && name != ".timelimit"
}

/// What a thing in the folder is to us.
enum Look {
    File(FileEntry, Option<FileState>),
    Directory,
    Ignored,
    LeftOut(Obstacle),
}

fn look_at(root: &AbsPath, entry: &DirEntry) -> Look {
    if entry.depth() == 0 {
        return Look::Directory;
    }
    let is_directory = entry.file_type().is_dir();
    let name = entry.file_name().to_string_lossy();
    if is_hidden(&name) || (is_directory && IGNORED.contains(&&*name)) {
        return Look::Ignored;
    }
    if entry.path_is_symlink() && !real_path(entry.path()).is_ok_and(|real| real.starts_with(root.as_path())) {
        return Look::LeftOut(Obstacle::LinkOutside);
    }
    let Some(path) = relative(root, entry.path()) else { return Look::LeftOut(Obstacle::Name) };
    if is_directory {
        let is_too_deep = entry.depth() == MAX_DEPTH && !is_empty(entry.path());
        return if is_too_deep { Look::LeftOut(Obstacle::TooDeep { most: MAX_DEPTH }) } else { Look::Directory };
    }
    match entry.metadata() {
        Ok(metadata) if !metadata.is_file() => Look::LeftOut(Obstacle::NoFile),
        Ok(metadata) if metadata.len() > most_bytes(&path) => {
            Look::LeftOut(Obstacle::TooLarge { most: most_bytes(&path) })
        }
        Ok(metadata) => match system::ensure_it_opens(entry.path(), &metadata) {
            Ok(()) => Look::File(FileEntry { path, size: metadata.len() }, system::state_of(&metadata)),
            Err(error) => Look::LeftOut(unreadable(&error)),
        },
        Err(error) => Look::LeftOut(error.io_error().map_or(Obstacle::NoFile, unreadable)),
    }
}

fn is_empty(directory: &Path) -> bool {
    fs::read_dir(directory).is_ok_and(|mut entries| entries.next().is_none())
}

/// A link to nothing or to a directory that it lies in, or something that the operating system does not let us see.
fn of_error(root: &AbsPath, error: &walkdir::Error) -> Option<LeftOut> {
    let path = error.path()?;
    let parts = path.strip_prefix(root.as_path()).ok()?;
    if parts.iter().any(|part| is_ignored_name(&part.to_string_lossy())) {
        return None;
    }
    if error.loop_ancestor().is_some() {
        return Some(left_out(root, path, true, Obstacle::LinkAround));
    }
    let cause = error.io_error()?;
    let at = fs::symlink_metadata(path);
    if at.as_ref().is_ok_and(fs::Metadata::is_symlink) {
        let obstacle = if cause.kind() == io::ErrorKind::PermissionDenied {
            unreadable(cause)
        } else {
            Obstacle::LinkToNothing { target: shown(&fs::read_link(path).unwrap_or_default()) }
        };
        return Some(left_out(root, path, false, obstacle));
    }
    // What vanished while we looked is no concern of anybody.
    let is_directory = at.ok()?.is_dir();
    Some(left_out(root, path, is_directory, unreadable(cause)))
}

fn unreadable(cause: &io::Error) -> Obstacle {
    let words = cause.to_string();
    Obstacle::Unreadable { cause: words.split(" (os error").next().unwrap_or(&words).to_lowercase() }
}

fn left_out(root: &AbsPath, path: &Path, is_directory: bool, obstacle: Obstacle) -> LeftOut {
    let inside = path.strip_prefix(root.as_path()).unwrap_or(path);
    LeftOut { shown: shown(inside), path: relative(root, path), is_directory, obstacle }
}

/// The path inside the folder; `None` where it is no text, or would be read as another one.
fn relative(root: &AbsPath, path: &Path) -> Option<RelPath> {
    let inside = path.strip_prefix(root.as_path()).ok()?;
    let is_plain = |part: &str| std::path::MAIN_SEPARATOR == '\\' || !part.contains('\\');
    inside.iter().all(|part| part.to_str().is_some_and(is_plain)).then(|| RelPath::parse(inside.to_str()?)).flatten()
}

/// A path as people see it, with bytes that are no text escaped.
fn shown(path: &Path) -> String {
    let chunks = path.as_os_str().as_encoded_bytes().utf8_chunks();
    chunks.fold(String::new(), |mut text, chunk| {
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().map(|byte| format!("\\x{byte:02x}")));
        text
    })
}
