//! A problem in an archive as a new folder.
//!
//! Invariant: the whole list is looked at before anything is written; the folder is there as a whole or not at all, holds
//! plain files with the person's usual rights, and nothing of it was run.

use std::{
    collections::{BTreeMap, HashMap},
    fs,
    path::Path,
};

use problem::path::RelPath;

use super::{KIND_OF_UNIX, LINK, Member, PackedError, directory, listed};
use crate::disk::{
    folder::{FolderError, make_whole_of},
    walk::is_ignored_name,
};

/// No larger archive is unpacked, bytes.
const MAX_ARCHIVE: u64 = 1 << 30;
/// No more is unpacked, bytes, and no larger file.
const MAX_WHOLE: u64 = 2 << 30;
const MAX_FILE: u64 = 512 << 20;
/// No more files are unpacked.
const MAX_FILES: usize = 50_000;
/// No more folders are made.
const MAX_DIRECTORIES: usize = 100_000;
/// How deep the folders may be, and how long a path, bytes.
const MAX_DEPTH: usize = 32;
const MAX_PATH: usize = 1000;
/// Rights by which a program runs as its owner.
const SET_ID: u32 = 0o6000;
/// The kinds of file of a system like Unix that can be unpacked; archives from elsewhere state none.
const PLAIN: u32 = 0x8000;
const DIRECTORY: u32 = 0x4000;

/// Why an archive does not become a folder, as a sentence.
#[derive(Debug, thiserror::Error)]
pub enum UnpackError {
    /// The file.
    #[error("{0} cannot be read ({1}); name a zip archive")]
    Unreadable(String, std::io::Error),
    /// The directory for the new folder.
    #[error("{0} is no folder, so none can be made in it; make it first")]
    NoPlace(String),
    /// As a whole.
    #[error("the archive is not unpacked: {0}")]
    Packed(PackedProblem),
    /// One of its entries.
    #[error("the archive is not unpacked: `{name}` {why}")]
    Entry {
        /// Its name, without characters that steer a terminal.
        name: String,
        /// What is wrong with it.
        why: &'static str,
    },
    /// It is too large itself.
    #[error("the archive is not unpacked: it is larger than {} GB; pack less into it", MAX_ARCHIVE >> 30)]
    Large,
    /// Whoever asked for it wants it no more.
    #[error("stopped, and no folder was made")]
    Stopped,
    /// It holds too much.
    #[error(
        "the archive is not unpacked: it holds more than {} GB, a file of more than {} MB, more than {MAX_FILES} files, or more than {MAX_DIRECTORIES} folders",
        MAX_WHOLE >> 30,
        MAX_FILE >> 20
    )]
    TooMuch,
    /// Nothing is in it.
    #[error("the archive is not unpacked: it holds no file")]
    Empty,
    /// The new folder.
    #[error(transparent)]
    Folder(#[from] FolderError),
}

// It is no source of its own: its words stand in the sentence.
impl From<PackedProblem> for UnpackError {
    fn from(problem: PackedProblem) -> UnpackError {
        UnpackError::Packed(problem)
    }
}

/// Why an archive as a whole cannot be read: half a sentence.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct PackedProblem(String);

impl From<PackedError> for UnpackError {
    fn from(error: PackedError) -> UnpackError {
        match error {
            PackedError::TooMuch => UnpackError::TooMuch,
            other => UnpackError::Packed(PackedProblem(other.to_string())),
        }
    }
}

/// What was unpacked.
#[derive(Debug, PartialEq, Eq)]
pub struct Unpacked {
    /// How many files.
    pub n_files: usize,
    /// How many stayed out, since tools leave them behind.
    pub n_left_out: usize,
    /// The folder that all of them lay in, which the new one takes the place of.
    pub within: Option<String>,
}

/// Makes a folder of an archive, in a directory that is there. `is_stopped` is asked before each file.
///
/// # Errors
/// When anything of the archive is refused, there is something of this name, or it is stopped; then nothing is left behind.
pub fn unpack(
    archive: &Path,
    parent: &Path,
    name: &str,
    is_stopped: impl Fn() -> bool,
) -> Result<Unpacked, UnpackError> {
    let unreadable = |error| UnpackError::Unreadable(archive.display().to_string(), error);
    let metadata = fs::metadata(archive).map_err(unreadable)?;
    if !metadata.is_file() {
        return Err(unreadable(std::io::ErrorKind::InvalidInput.into()));
    }
    if metadata.len() > MAX_ARCHIVE {
        return Err(UnpackError::Large);
    }
    if !parent.is_dir() {
        return Err(UnpackError::NoPlace(parent.display().to_string()));
    }
    let bytes = fs::read(archive).map_err(unreadable)?;
    let Files { files, n_left_out, within } = files(&bytes)?;
    let paths: Vec<RelPath> = files.keys().cloned().collect();
    make_whole_of(parent, name, &paths, |path| match is_stopped() {
        true => Err(UnpackError::Stopped),
        false => Ok(files[path].contents(&bytes)?),
    })?;
    Ok(Unpacked { n_files: paths.len(), n_left_out, within })
}

/// The files of an archive by their paths in the new folder.
struct Files {
    files: BTreeMap<RelPath, Member>,
    n_left_out: usize,
    within: Option<String>,
}

fn files(archive: &[u8]) -> Result<Files, UnpackError> {
    let directory = directory(archive)?;
    let (mut members, mut n_left_out, mut total) = (BTreeMap::new(), 0, 0_u64);
    let mut names = Names::default();
    let mut rest = directory.entries;
    for _ in 0..directory.n_entries {
        let (listed, after) = listed(rest)?;
        rest = after;
        let Ok(name) = std::str::from_utf8(listed.name) else {
            return Err(refused(&String::from_utf8_lossy(listed.name), "is no text in UTF-8"));
        };
        let rights = listed.attributes >> 16;
        let is_directory = name.ends_with('/');
        let path = path_of(name)?;
        match (rights & KIND_OF_UNIX, is_directory) {
            (0, _) | (PLAIN, false) | (DIRECTORY, true) => {}
            (LINK, _) => return Err(refused(name, "is a link; pack the file that it leads to")),
            _ => return Err(refused(name, "is neither a file nor a folder")),
        }
        if rights & SET_ID != 0 {
            return Err(refused(name, "would run with its owner's rights; take set-user-ID and set-group-ID from it"));
        }
        names.add(&path, is_directory).map_err(|why| refused(name, why))?;
        if names.n_directories > MAX_DIRECTORIES {
            return Err(UnpackError::TooMuch);
        }
        if is_directory {
            continue;
        }
        if path.parts().any(is_ignored_name) {
            n_left_out += 1;
            continue;
        }
        let member = listed.member(name.to_owned())?;
        total = total.saturating_add(member.size);
        if member.size > MAX_FILE || total > MAX_WHOLE || members.len() >= MAX_FILES {
            return Err(UnpackError::TooMuch);
        }
        members.insert(path, member);
    }
    if members.is_empty() {
        return Err(UnpackError::Empty);
    }
    ensure_apart(archive, members.values())?;
    let (files, within) = without_common_folder(members);
    Ok(Files { files, n_left_out, within })
}

fn refused(name: &str, why: &'static str) -> UnpackError {
    let shown = name.chars().take(200).map(|char| if char.is_control() { '?' } else { char }).collect();
    UnpackError::Entry { name: shown, why }
}

/// A path that stays inside, on every system.
fn path_of(name: &str) -> Result<RelPath, UnpackError> {
    let plain = name.strip_suffix('/').unwrap_or(name);
    let leaves = plain.starts_with('/') || plain.contains([':', '\\']) || plain.split('/').any(|part| part == "..");
    if leaves {
        return Err(refused(name, "leads out of the folder, or would elsewhere"));
    }
    let is_odd = |part: &str| part.is_empty() || part == "." || part.ends_with(['.', ' ']);
    if plain.split('/').any(is_odd) || plain.contains(char::is_control) {
        return Err(refused(name, "is no plain name"));
    }
    let path = RelPath::parse(plain).filter(|path| plain.len() <= MAX_PATH && path.parts().count() <= MAX_DEPTH);
    path.ok_or_else(|| refused(name, "is too long, lies too deep, or is no plain name"))
}

/// The names that an archive has so far.
#[derive(Default)]
struct Names {
    /// By a path in lower case: how it is written, and whether it is a file.
    known: HashMap<String, (String, bool)>,
    n_directories: usize,
}

impl Names {
    /// Takes note of a path and of the folders that it lies in.
    fn add(&mut self, path: &RelPath, is_directory: bool) -> Result<(), &'static str> {
        let whole = path.as_str();
        let ends = whole.match_indices('/').map(|(at, _)| at).chain([whole.len()]);
        for end in ends {
            let is_file = end == whole.len() && !is_directory;
            let part = &whole[..end];
            match self.known.get(&part.to_lowercase()) {
                Some((_, known_file)) if *known_file || is_file => {
                    return Err("stands in it twice, perhaps in other letters or as a folder too");
                }
                Some((written, _)) if written != part => return Err("lies in a folder that is written in two ways"),
                Some(_) => {}
                None => {
                    self.n_directories += usize::from(!is_file);
                    self.known.insert(part.to_lowercase(), (part.to_owned(), is_file));
                }
            }
        }
        Ok(())
    }
}

/// Refuses an archive in which files share bytes: a small one could hold very much so.
fn ensure_apart<'m>(archive: &[u8], members: impl Iterator<Item = &'m Member>) -> Result<(), PackedError> {
    let mut spans = members.map(|member| Ok((member.header, member.end(archive)?))).collect::<Result<Vec<_>, _>>()?;
    spans.sort_unstable();
    let overlap = spans.windows(2).any(|pair| pair[0].1 > pair[1].0);
    if overlap { Err(PackedError::Damaged) } else { Ok(()) }
}

/// Without the folder that everything lies in.
fn without_common_folder(members: BTreeMap<RelPath, Member>) -> (BTreeMap<RelPath, Member>, Option<String>) {
    let first = members.keys().next().and_then(|path| path.as_str().split_once('/')).map(|(first, _)| first.to_owned());
    let Some(first) = first else { return (members, None) };
    let inside = |path: &RelPath| RelPath::parse(path.as_str().strip_prefix(&first)?.strip_prefix('/')?);
    if members.keys().any(|path| inside(path).is_none()) {
        return (members, None);
    }
    let moved = members.into_iter().filter_map(|(path, member)| Some((inside(&path)?, member)));
    (moved.collect(), Some(first))
}
