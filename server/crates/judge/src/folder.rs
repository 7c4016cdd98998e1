//! A problem folder on disk.
//!
//! Invariant: nothing outside the folder is ever read through it, not even by way of a symbolic link.

use std::{collections::BTreeMap, fs, io, path::Path, sync::Arc, time::SystemTime};

use dashmap::DashMap;
use problem::{
    checkers::Standard,
    digest::{Digest, KeyBuilder},
    executor::Blob,
    facts::SourceFacts,
    finding::Code,
    folder::{FileEntry, Folder, LeftOut, Obstacle},
    formats,
    language::Language,
    lint::Lint,
    model::Role,
    path::{AbsPath, RelPath},
    text::{LineIndex, Range},
};

use crate::{
    files::put_in_place,
    store::{self, Stamp, Store},
    system::{FileState, file_state, real_path},
    walk::{Walk, walk},
    words::Refusal,
};

/// Sources larger than this are not parsed, bytes.
const MAX_SOURCE_BYTES: u64 = 512 << 10;

/// The folder could not be read.
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    /// It is not there, or no directory.
    #[error("{0} is no folder; name the folder of a problem")]
    NotAFolder(String),
    /// There is something in a folder that was to be new.
    #[error("{0} is not empty; name a folder that does not exist yet")]
    NotEmpty(String),
    /// There is a folder where one was to be made.
    #[error("{0} is there already; remove it, or choose another place")]
    Taken(String),
    /// A file would be overwritten.
    #[error("{0} is there already with other contents; remove it, or choose another folder")]
    InTheWay(String),
    /// A file holds something else than it did when it was read.
    #[error("{0} was changed meanwhile, so nothing was written; try again")]
    Changed(String),
    /// A link leads out of the folder.
    #[error("{0} lies outside the folder, by way of a link, so nothing was written")]
    Outside(String),
    /// A name leads out of the folder that it is to be in.
    #[error("`{0}` leads out of the folder, so it is not written; give it a name inside")]
    Leaves(String),
    /// The operating system refused.
    #[error("{}", refused(.path, .cause))]
    Unreadable {
        /// The folder.
        path: String,
        /// The cause.
        cause: io::Error,
    },
}

fn refused(path: &str, cause: &io::Error) -> String {
    match Refusal::of(cause) {
        Refusal::Full => format!("{path} cannot be written, since the disk is full; free some space and try again"),
        Refusal::Denied | Refusal::ReadOnly => {
            format!("{path} cannot be used ({cause}); change its permissions, or choose another place")
        }
        Refusal::Other => format!("{path} cannot be used ({cause}); look at what is there, or choose another place"),
    }
}

/// A folder on disk, listed once; contents are read when they are asked for.
pub struct DiskFolder {
    root: AbsPath,
    name: String,
    entries: Vec<FileEntry>,
    /// What they were like when they were listed, in the same order.
    states: Vec<Option<FileState>>,
    listed: SystemTime,
    left_out: Vec<LeftOut>,
    store: Arc<Store>,
    facts: DashMap<RelPath, Option<Arc<SourceFacts>>>,
    lints: DashMap<(RelPath, Role), Arc<Vec<Lint>>>,
    /// Calls that were asked for, by file, line and column: what many tests fail is the same call.
    calls: DashMap<(RelPath, u32, u32), Option<Range>>,
}

impl DiskFolder {
    /// Lists a folder.
    ///
    /// # Errors
    /// When it is not there or cannot be read.
    pub fn open(path: &Path, store: Arc<Store>) -> Result<DiskFolder, FolderError> {
        let root = real_folder(path)?;
        let name = root.as_path().file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let listed = SystemTime::now();
        let Walk { files, states, left_out, .. } = walk(&root);
        Ok(DiskFolder {
            name,
            entries: files,
            states,
            listed,
            left_out,
            root,
            store,
            facts: DashMap::default(),
            lints: DashMap::default(),
            calls: DashMap::default(),
        })
    }

    /// Lists the folder of a problem, without what belongs to other problems inside it.
    ///
    /// # Errors
    /// When it is not there or cannot be read.
    pub fn of_problem(path: &Path, store: Arc<Store>) -> Result<DiskFolder, FolderError> {
        Ok(DiskFolder::open(path, store)?.without_others())
    }

    /// The same without what belongs to other problems inside it.
    #[must_use]
    pub fn without_others(mut self) -> DiskFolder {
        let others = formats::nested(&self);
        if others.is_empty() {
            return self;
        }
        let is_ours = |path: &RelPath| !others.iter().any(|other| path == other || path.is_below(other));
        let listed = self.entries.into_iter().zip(self.states);
        (self.entries, self.states) = listed.filter(|(entry, _)| is_ours(&entry.path)).unzip();
        self.left_out.retain(|one| one.path.as_ref().is_none_or(is_ours));
        self.left_out.extend(others.iter().map(|other| LeftOut {
            shown: other.to_string(),
            path: Some(other.clone()),
            is_directory: true,
            obstacle: Obstacle::OtherProblem,
        }));
        self.left_out.sort();
        self
    }

    /// The folder's absolute path.
    pub fn root(&self) -> &AbsPath {
        &self.root
    }

    /// The absolute place of a file of the folder.
    pub fn at(&self, path: &RelPath) -> AbsPath {
        self.root.at(path)
    }

    /// The stamp of a file as it was listed, if it was old enough then to stand for the file's contents.
    pub(crate) fn lasting_stamp(&self, path: &RelPath) -> Option<Stamp> {
        let entry = self.entries.binary_search_by(|entry| entry.path.cmp(path)).ok()?;
        match &self.states[entry] {
            Some(state) => store::lasting_stamp(state, self.listed),
            None => store::lasting_stamp(&file_state(self.at(path).as_path()).ok()?, SystemTime::now()),
        }
    }

    /// The address of a file's contents, without reading it when the cache knows the file.
    pub fn blob(&self, path: &RelPath) -> Option<Blob> {
        self.store.file_blob(&self.at(path))
    }
}

/// The real path of a folder that can be listed.
pub(crate) fn real_folder(path: &Path) -> Result<AbsPath, FolderError> {
    let shown = path.display().to_string();
    let real = match real_path(path) {
        Ok(real) if real.is_dir() => real,
        Ok(_) => return Err(FolderError::NotAFolder(shown)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Err(FolderError::NotAFolder(shown)),
        Err(cause) => return Err(FolderError::Unreadable { path: shown, cause }),
    };
    fs::read_dir(&real).map_err(|cause| FolderError::Unreadable { path: shown.clone(), cause })?;
    AbsPath::new(real).ok_or(FolderError::NotAFolder(shown))
}

/// The path of a file inside a folder; `None` when it lies elsewhere.
pub fn relative(root: &AbsPath, file: &Path) -> Option<RelPath> {
    let real = real_path(file).ok()?;
    RelPath::parse(real.strip_prefix(root.as_path()).ok()?.to_str()?)
}

/// The nearest directory above a file that is a problem's root, a few levels up.
pub fn problem_around(file: &AbsPath, store: &Arc<Store>) -> Option<AbsPath> {
    const MAX_ABOVE: usize = 4;
    let home = crate::dirs::environment_word("HOME");
    let is_too_high = |directory: &Path| {
        directory.parent().is_none() || home.as_deref().is_some_and(|home| Path::new(home) == directory)
    };
    let above = file.as_path().ancestors().skip(1).take(MAX_ABOVE).take_while(|directory| !is_too_high(directory));
    let is_problem = |directory: &AbsPath| {
        let folder = DiskFolder::open(directory.as_path(), Arc::clone(store));
        folder.is_ok_and(|folder| formats::is_root(&folder))
    };
    let is_part = |directory: &AbsPath| {
        directory.as_path().file_name().and_then(|name| name.to_str()).is_some_and(formats::is_part)
    };
    let mut part = None;
    for directory in above.filter_map(AbsPath::new).filter(is_problem) {
        if !is_part(&directory) {
            return Some(directory);
        }
        // A directory of generators is one only as long as nothing around it is.
        part = part.or(Some(directory));
    }
    part
}

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
    see_that_it_lies_inside(&root, &inside)?;
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

/// Makes a folder with these files in a directory, which is made as needed; the folder is there as a whole or not at all.
///
/// # Errors
/// When there is something of this name already, or the folder cannot be made.
pub fn make_whole(parent: &Path, name: &str, files: &BTreeMap<RelPath, Vec<u8>>) -> Result<(), FolderError> {
    let place = parent.join(name);
    let unreadable = |cause| FolderError::Unreadable { path: place.display().to_string(), cause };
    if fs::symlink_metadata(&place).is_ok() {
        return Err(FolderError::Taken(place.display().to_string()));
    }
    fs::create_dir_all(parent).map_err(unreadable)?;
    let making = tempfile::Builder::new().prefix(".touchstone-").tempdir_in(parent).map_err(unreadable)?;
    let whole = making.path().join("whole");
    fs::create_dir(&whole).map_err(unreadable)?;
    for (path, bytes) in files {
        let file = path.parts().fold(whole.clone(), |folder, part| folder.join(part));
        fs::create_dir_all(file.parent().unwrap_or(&whole)).map_err(unreadable)?;
        fs::write(file, bytes).map_err(unreadable)?;
    }
    // What came meanwhile and is no empty folder is refused by the system.
    fs::rename(&whole, &place).map_err(unreadable)
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

/// Carries changes out, each by a new file that takes the old one's place, so that half a text is never there. New files
/// come first: a script that names what is not there would be worse than a file that nobody names.
///
/// # Errors
/// When a file does not hold any more what it did, is there though it should be new, or lies outside the folder by way of
/// a link; then nothing is written. When the operating system refuses later, what was written stays.
pub fn write_changes(root: &AbsPath, changes: &[FileChange]) -> Result<(), FolderError> {
    for change in changes {
        see_that_it_is_as_before(root, change)?;
    }
    let (new, old): (Vec<_>, Vec<_>) = changes.iter().partition(|change| change.before.is_none());
    for FileChange { path, before, after } in new.into_iter().chain(old) {
        let file = root.at(path);
        let unreadable = |cause| FolderError::Unreadable { path: file.to_string(), cause };
        let parent = file.as_path().parent().unwrap_or_else(|| Path::new("/"));
        fs::create_dir_all(parent).map_err(unreadable)?;
        if before.is_none() {
            let mut new =
                fs::OpenOptions::new().write(true).create_new(true).open(file.as_path()).map_err(unreadable)?;
            io::Write::write_all(&mut new, after).map_err(unreadable)?;
            continue;
        }
        // A link keeps pointing at the file that it names.
        let real = real_path(file.as_path()).map_err(unreadable)?;
        let permissions = fs::metadata(&real).map_err(unreadable)?.permissions();
        put_in_place(&real, after, Some(permissions)).map_err(unreadable)?;
    }
    Ok(())
}

/// Whether no link leads a file out of the folder. Of a new file, the nearest directory above it that is there has to lie
/// inside; so has what a link names.
///
/// # Errors
/// When it does, or cannot be known.
pub fn see_that_it_lies_inside(root: &AbsPath, path: &RelPath) -> Result<(), FolderError> {
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

fn see_that_it_is_as_before(root: &AbsPath, change: &FileChange) -> Result<(), FolderError> {
    see_that_it_lies_inside(root, &change.path)?;
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

impl Folder for DiskFolder {
    fn name(&self) -> &str {
        &self.name
    }

    fn files(&self) -> &[FileEntry] {
        &self.entries
    }

    fn left_out(&self) -> &[LeftOut] {
        &self.left_out
    }

    fn bytes(&self, path: &RelPath) -> Option<Arc<[u8]>> {
        if !self.has(path) {
            return None;
        }
        fs::read(self.at(path).as_path()).ok().map(Arc::from)
    }

    fn facts(&self, path: &RelPath) -> Option<Arc<SourceFacts>> {
        if let Some(facts) = self.facts.get(path) {
            return facts.clone();
        }
        let facts = self.read_facts(path).map(Arc::new);
        self.facts.insert(path.clone(), facts.clone());
        facts
    }

    fn lints(&self, path: &RelPath, role: Role) -> Arc<Vec<Lint>> {
        let source = (path.clone(), role);
        if let Some(lints) = self.lints.get(&source) {
            return lints.clone();
        }
        let lints = Arc::new(self.read_lints(path, role).unwrap_or_default());
        self.lints.insert(source, lints.clone());
        lints
    }

    fn is_standard(&self, path: &RelPath, checker: Standard) -> bool {
        let key = self.likeness_key(path, checker);
        key.and_then(|key| self.store.result(key)).unwrap_or(true)
    }

    fn call_at(&self, path: &RelPath, line: u32, column: u32) -> Option<Range> {
        let place = (path.clone(), line, column);
        if let Some(call) = self.calls.get(&place) {
            return *call;
        }
        let bytes = self.is_parsed(path).then(|| self.bytes(path)).flatten();
        let call = bytes.and_then(|bytes| cpp::call_at(path, &bytes, line, column));
        self.calls.insert(place, call);
        call
    }
}

impl DiskFolder {
    /// Where the cache keeps whether a source judges as a standard checker does.
    pub(crate) fn likeness_key(&self, path: &RelPath, checker: Standard) -> Option<Digest> {
        let key = KeyBuilder::new("standard checker 1").text(checker.name()).digest(self.blob(path)?.digest);
        let headers = self.entries.iter().map(|entry| &entry.path).filter(|path| Language::is_header(path));
        let with = |key: KeyBuilder, header: &RelPath| match self.blob(header) {
            Some(blob) => key.text(header.as_str()).digest(blob.digest),
            None => key,
        };
        Some(headers.fold(key, with).finish())
    }

    fn read_facts(&self, path: &RelPath) -> Option<SourceFacts> {
        if !self.is_parsed(path) {
            return None;
        }
        crate::facts::read(&self.store, path, || self.bytes(path), self.blob(path)?)
    }

    fn read_lints(&self, path: &RelPath, role: Role) -> Option<Vec<Lint>> {
        if !self.is_parsed(path) {
            return None;
        }
        let mut lints = crate::facts::read_lints(&self.store, path, role, || self.bytes(path), self.blob(path)?)?;
        let headers = self.entries.iter().filter(|entry| entry.path.file_name() == "testlib.h");
        let own: Vec<String> = headers.filter_map(|header| self.text(&header.path)).collect();
        // Of one that is no testlib but for its name nothing is known.
        if lints.is_empty() || own.iter().any(|header| !header.contains("readEof")) {
            return None;
        }
        if !own.is_empty() {
            let text = self.text(path)?;
            let lines = LineIndex::new(&text);
            let name = |lint: &Lint| text.get(lines.offset(lint.range.start)..lines.offset(lint.range.end));
            let is_there = |lint: &Lint| name(lint).is_some_and(|name| own.iter().any(|header| header.contains(name)));
            lints.retain(|lint| lint.code != Code::Testlib(47) || !is_there(lint));
        }
        Some(lints)
    }

    /// Whether a file is there and not too large to be parsed.
    fn is_parsed(&self, path: &RelPath) -> bool {
        let entry = self.entries.binary_search_by(|entry| entry.path.cmp(path));
        entry.is_ok_and(|entry| self.entries[entry].size <= MAX_SOURCE_BYTES)
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
