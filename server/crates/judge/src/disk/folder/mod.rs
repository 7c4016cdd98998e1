//! A problem folder on disk.
//!
//! Invariant: nothing outside the folder is ever read through it, not even by way of a symbolic link.

mod changes;
mod known;

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    io::{self, Read as _},
    path::{Path, PathBuf},
    sync::Arc,
    time::SystemTime,
};

use checkers::Standard;
use dashmap::DashMap;
use problem::{
    digest::KeyBuilder,
    executor::Blob,
    facts::SourceFacts,
    folder::{FileEntry, Folder, LeftOut, MAX_FILE_BYTES, Obstacle, SeenRun},
    formats,
    language::Language,
    lint::Lint,
    model::Role,
    path::{AbsPath, RelPath},
    text::Range,
};

pub use self::changes::{
    FileChange, ensure_free, ensure_inside, make_empty, make_whole, make_whole_of, write_changes, write_new,
};
use crate::{
    disk::{
        above,
        packed::{self, PackedError},
        walk::{Walk, walk},
    },
    store::{self, Stamp, Store},
    system::{FileState, file_state, real_path},
    words::Refusal,
};

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
    hidden: Vec<RelPath>,
    /// Files that are packed in archives of the folder.
    packed: BTreeMap<RelPath, Blob>,
    /// Files that the manifest states the contents of.
    made: BTreeMap<RelPath, (Arc<[u8]>, Blob)>,
    /// Where the files lie that are listed from the directories above.
    above: BTreeMap<RelPath, AbsPath>,
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
        let listed = SystemTime::now();
        let listing = walk(&root);
        Ok(DiskFolder::of_listing(root, listing, listed, store))
    }

    /// A folder that was listed before.
    pub(in crate::disk) fn of_listing(
        root: AbsPath,
        listing: Walk,
        listed: SystemTime,
        store: Arc<Store>,
    ) -> DiskFolder {
        let name = root.as_path().file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let Walk { files, states, left_out, hidden, .. } = listing;
        DiskFolder {
            name,
            entries: files,
            states,
            listed,
            left_out,
            hidden,
            packed: BTreeMap::new(),
            made: BTreeMap::new(),
            above: BTreeMap::new(),
            root,
            store,
            facts: DashMap::default(),
            lints: DashMap::default(),
            calls: DashMap::default(),
        }
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
            return self.completed();
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
        self.completed()
    }

    /// The same with the files that belong to the problem and do not lie in the folder as they are: packed tests, files that
    /// the manifest states the contents of, and headers in the directories above it, inside its repository.
    #[must_use]
    pub fn completed(self) -> DiskFolder {
        self.with_packed_tests().with_made_files().with_headers_above()
    }

    /// The same with the files that the manifest states the contents of, in the place of those that lie there.
    fn with_made_files(mut self) -> DiskFolder {
        for (path, text) in formats::made_files(&self) {
            let bytes: Arc<[u8]> = Arc::from(text.into_bytes());
            let Ok(blob) = self.store.put(&bytes) else { continue };
            self.list(FileEntry { path: path.clone(), size: blob.size }, None);
            self.made.insert(path, (bytes, blob));
        }
        self
    }

    /// Files above the folder that are listed in it, by their paths in the listing, and where they really lie; and the
    /// directories in which more may come.
    pub(in crate::disk) fn files_above(self) -> (BTreeMap<RelPath, AbsPath>, BTreeSet<PathBuf>) {
        let Some(found) = self.found_above() else { return (BTreeMap::new(), BTreeSet::new()) };
        (found.files.into_iter().map(|(path, (_, _, at))| (path, at)).collect(), found.directories)
    }

    fn found_above(&self) -> Option<above::Found> {
        Some(above::find(&self.root, self, &formats::wanted_above(self)?))
    }

    fn with_headers_above(mut self) -> DiskFolder {
        let Some(found) = self.found_above() else { return self };
        for (path, (entry, state, at)) in found.files {
            self.list(entry, state);
            self.above.insert(path, at);
        }
        self.left_out.extend(found.left_out);
        self.left_out.sort();
        self
    }

    /// Lists one more file, in the place of one of the same path.
    fn list(&mut self, entry: FileEntry, state: Option<FileState>) {
        match self.entries.binary_search_by(|listed| listed.path.cmp(&entry.path)) {
            Ok(at) => {
                self.entries[at] = entry;
                self.states[at] = state;
            }
            Err(at) => {
                self.entries.insert(at, entry);
                self.states.insert(at, state);
            }
        }
    }

    /// The same with the files that are packed in archives of tests, if those are all the tests there are. They have
    /// paths below the archive's, and are files of the folder in every respect but that they cannot be opened by path.
    #[must_use]
    fn with_packed_tests(mut self) -> DiskFolder {
        let mut n_bytes = 0;
        for archive in formats::packed_tests(&self) {
            let is_too_much = n_bytes > packed::MAX_UNPACKED || self.packed.len() > packed::MAX_MEMBERS;
            match if is_too_much { Err(PackedError::TooMuch) } else { self.unpacked(&archive) } {
                Ok(files) => {
                    n_bytes += files.iter().map(|(_, blob)| blob.size).sum::<u64>();
                    self.packed.extend(files);
                }
                Err(error) => self.left_out.push(LeftOut {
                    shown: archive.to_string(),
                    path: Some(archive.clone()),
                    is_directory: false,
                    obstacle: Obstacle::Packed { cause: error.to_string() },
                }),
            }
        }
        let packed = self.packed.iter().map(|(path, blob)| (FileEntry { path: path.clone(), size: blob.size }, None));
        let mut listed: Vec<_> = self.entries.into_iter().zip(self.states).chain(packed).collect();
        listed.sort_by(|(one, _), (other, _)| one.path.cmp(&other.path));
        (self.entries, self.states) = listed.into_iter().unzip();
        self.left_out.sort();
        self
    }

    /// The files of an archive, which the cache keeps.
    fn unpacked(&self, archive: &RelPath) -> Result<Vec<(RelPath, Blob)>, PackedError> {
        let whole = self.blob(archive).ok_or(PackedError::Unreadable)?;
        let key = KeyBuilder::new("packed tests 1").text(archive.as_str()).digest(whole.digest).finish();
        let kept: Option<Vec<(RelPath, Blob)>> = self.store.result(key);
        if let Some(kept) = kept.filter(|files| files.iter().all(|(_, blob)| self.store.holds(blob.digest))) {
            return Ok(kept);
        }
        // What was refused once would be refused again.
        let refusal = KeyBuilder::new("refused archive 1").digest(key).finish();
        if let Some(error) = self.store.result::<PackedError>(refusal) {
            return Err(error);
        }
        let unpacked = self.unpack(archive);
        match &unpacked {
            Ok(files) => self.store.put_result(key, files),
            Err(PackedError::Store | PackedError::Unreadable) => {}
            Err(error) => self.store.put_result(refusal, error),
        }
        unpacked
    }

    fn unpack(&self, archive: &RelPath) -> Result<Vec<(RelPath, Blob)>, PackedError> {
        let bytes = self.bytes(archive).ok_or(PackedError::Unreadable)?;
        let mut files = Vec::new();
        for member in packed::members(&bytes)? {
            let path = archive.join(&member.name).ok_or(PackedError::Name)?;
            // Programs are compiled where they lie, which is nowhere.
            if Language::from_path(&path).is_some() || Language::is_header(&path) {
                continue;
            }
            let blob = self.store.put(&member.contents(&bytes)?).map_err(|_| PackedError::Store)?;
            files.push((path, blob));
        }
        Ok(files)
    }

    /// A packed file's contents, from the archive where the cache has lost them.
    fn packed_bytes(&self, path: &RelPath) -> Option<Arc<[u8]>> {
        let blob = self.packed.get(path)?;
        self.store.get(blob.digest).or_else(|| {
            self.unpacked(&path.archive()?).ok()?;
            self.store.get(blob.digest)
        })
    }

    /// Whether a file is listed and cannot be opened by its path: it is a part of an archive, or the manifest's.
    pub(crate) fn is_packed(&self, path: &RelPath) -> bool {
        self.packed.contains_key(path) || self.made.contains_key(path)
    }

    /// The folder's absolute path.
    pub fn root(&self) -> &AbsPath {
        &self.root
    }

    /// The absolute place of a file of the folder.
    pub fn at(&self, path: &RelPath) -> AbsPath {
        self.above.get(path).cloned().unwrap_or_else(|| self.root.at(path))
    }

    /// Whether a file lies somewhere on disk, be it in an archive: what the manifest states the contents of does not.
    pub fn is_on_disk(&self, path: &RelPath) -> bool {
        !self.made.contains_key(path)
    }

    /// When it was listed.
    pub fn listed_at(&self) -> SystemTime {
        self.listed
    }

    /// The stamp of a file as it was listed, if it was old enough then to stand for the file's contents.
    pub(crate) fn lasting_stamp(&self, path: &RelPath) -> Option<Stamp> {
        let entry = self.entries.binary_search_by(|entry| entry.path.cmp(path)).ok()?;
        match &self.states[entry] {
            Some(state) => store::lasting_stamp(state, self.listed),
            None => store::lasting_stamp(&file_state(self.at(path).as_path()).ok()?, SystemTime::now()),
        }
    }

    /// A file of the folder, for reading it in pieces.
    pub(crate) fn open_file(&self, path: &RelPath) -> Option<fs::File> {
        fs::File::open(self.at(path).as_path()).ok()
    }

    /// The address of a file's contents, without reading it when the cache knows the file.
    pub fn blob(&self, path: &RelPath) -> Option<Blob> {
        if let Some(blob) = self.packed.get(path).or_else(|| Some(&self.made.get(path)?.1)) {
            return Some(*blob);
        }
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
    let home = crate::disk::dirs::environment_word("HOME");
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

    fn hidden(&self) -> &[RelPath] {
        &self.hidden
    }

    fn bytes(&self, path: &RelPath) -> Option<Arc<[u8]>> {
        if !self.has(path) {
            return None;
        }
        if let Some((bytes, _)) = self.made.get(path) {
            return Some(Arc::clone(bytes));
        }
        if self.packed.contains_key(path) {
            return self.packed_bytes(path);
        }
        let mut bytes = Vec::new();
        // It may have grown since it was listed.
        let file = self.open_file(path)?;
        file.take(MAX_FILE_BYTES + 1).read_to_end(&mut bytes).ok()?;
        (bytes.len() as u64 <= MAX_FILE_BYTES).then(|| Arc::from(bytes))
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

    fn seen_run(&self, source: &RelPath) -> Option<SeenRun> {
        // Who may not run a script is told the same as if nobody had run it.
        let is_script = Language::from_path(source).is_none();
        self.store.result(self.seen_run_key(source).filter(|_| !is_script || self.store.knows_scripts())?)
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
