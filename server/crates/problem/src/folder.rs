//! A problem folder as a value: what files there are and what they hold.
//!
//! The readers of the formats see a folder only through this trait, so that an editor's unsaved texts, a directory on
//! disk and a fixture in a test are read by the same code.

use std::{collections::BTreeMap, sync::Arc};

use checkers::Standard;
use serde::{Deserialize, Serialize};

use crate::{facts::SourceFacts, lint::Lint, model::Role, path::RelPath, text::Range};

/// Sources that are larger than this are compiled and run, and what they say is not read, bytes.
pub const MAX_PARSED_BYTES: u64 = 512 << 10;
/// Texts that are larger than this are left out, bytes.
pub const MAX_TEXT_BYTES: u64 = 16 << 20;
/// Statements and scripts are left out that are larger than this, bytes.
pub const MAX_PROSE_BYTES: u64 = 1 << 20;
/// Any other file that is larger than this is left out, bytes.
pub const MAX_FILE_BYTES: u64 = 512 << 20;

/// A file of the folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileEntry {
    /// Where it is.
    pub path: RelPath,
    /// Its size in bytes.
    pub size: u64,
}

/// Something in the folder that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LeftOut {
    /// Its path as people see it, with bytes that are no text escaped; empty for the folder itself.
    pub shown: String,
    /// Its path, where it can be written as one.
    pub path: Option<RelPath>,
    /// Whether it is a directory, so that everything in it is left out.
    pub is_directory: bool,
    /// Why it cannot be used.
    pub obstacle: Obstacle,
}

/// Why something in a folder cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Obstacle {
    /// The operating system does not let us read it.
    Unreadable {
        /// Its words.
        cause: String,
    },
    /// A link at whose end there is nothing.
    LinkToNothing {
        /// What the link says.
        target: String,
    },
    /// A link that leads out of the folder.
    LinkOutside,
    /// A link to a directory that it lies in.
    LinkAround,
    /// A link to a directory that another link, or a link above, has led to before.
    LinkAgain,
    /// Its name is no UTF-8, or has a backslash in it.
    Name,
    /// A pipe, a socket or a device.
    NoFile,
    /// It is larger than a file of its kind may be.
    TooLarge {
        /// How large that is, bytes.
        most: u64,
    },
    /// It is a problem of its own.
    OtherProblem,
    /// It lies too deep in the folder.
    TooDeep {
        /// How many levels are looked into.
        most: usize,
    },
    /// An archive of tests that cannot be unpacked.
    Packed {
        /// Why, as half a sentence.
        cause: String,
    },
    /// The folder has more files and directories than are listed.
    TooManyFiles {
        /// How many are.
        most: usize,
    },
}

/// What a program made that was run without arguments and with nothing to read.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeenRun {
    /// The files that it left in its working directory, in the order of their paths there.
    pub files: Vec<String>,
    /// What it printed, up to [`MAX_PROSE_BYTES`].
    pub stdout: String,
    /// Whether it ended well.
    pub ok: bool,
}

/// What the readers may ask of a folder.
pub trait Folder {
    /// The folder's own name, used where no manifest names the problem.
    fn name(&self) -> &str;

    /// Every file in path order; tool and build directories are left out.
    fn files(&self) -> &[FileEntry];

    /// What is there and cannot be used, in path order.
    fn left_out(&self) -> &[LeftOut] {
        &[]
    }

    /// What nobody looks at, in path order: hidden files and directories, and directories of tools.
    fn hidden(&self) -> &[RelPath] {
        &[]
    }

    /// A file's bytes; `None` when there is no such file or it cannot be read.
    fn bytes(&self, path: &RelPath) -> Option<Arc<[u8]>>;

    /// What a source file or header says; `None` when it is none in a language that is understood.
    fn facts(&self, path: &RelPath) -> Option<Arc<SourceFacts>>;

    /// What is wrong with the text of a source of a program in this role, in source order; what its comments allow is
    /// left out. Empty when it is no C++ source.
    fn lints(&self, path: &RelPath, role: Role) -> Arc<Vec<Lint>>;

    /// The innermost call around a place in a source, as compilers name it: line and column, in bytes, from 1 on. `None`
    /// when there is none, or the source is not understood.
    fn call_at(&self, path: &RelPath, line: u32, column: u32) -> Option<Range>;

    /// Whether a source that has the name of a standard checker judges as that one does; one that was never tried is taken
    /// to do so.
    fn is_standard(&self, _path: &RelPath, _checker: Standard) -> bool {
        true
    }

    /// What a program of the folder, by its source, made when it was run as it is now; `None` when nobody has run it.
    fn seen_run(&self, _source: &RelPath) -> Option<SeenRun> {
        None
    }

    /// A file's text, if it is not too long. Bytes that are not UTF-8 are replaced; a byte-order mark stays.
    fn text(&self, path: &RelPath) -> Option<String> {
        if self.size(path)? > MAX_TEXT_BYTES {
            return None;
        }
        Some(String::from_utf8_lossy(&self.bytes(path)?).into_owned())
    }

    /// Whether there is such a file.
    fn has(&self, path: &RelPath) -> bool {
        self.size(path).is_some()
    }

    /// The size of a file, bytes; `None` when there is no such file.
    fn size(&self, path: &RelPath) -> Option<u64> {
        let at = self.files().binary_search_by(|entry| entry.path.cmp(path)).ok()?;
        Some(self.files()[at].size)
    }

    /// The files below a directory, however deep, in path order.
    fn below(&self, directory: &RelPath) -> Vec<&FileEntry> {
        self.files().iter().filter(|entry| entry.path.is_below(directory)).collect()
    }

    /// The files directly in a directory, in path order.
    fn children(&self, directory: &RelPath) -> Vec<&FileEntry> {
        self.files().iter().filter(|entry| &entry.path.parent() == directory).collect()
    }
}

impl<F: Folder + ?Sized> Folder for Arc<F> {
    fn name(&self) -> &str {
        (**self).name()
    }

    fn files(&self) -> &[FileEntry] {
        (**self).files()
    }

    fn left_out(&self) -> &[LeftOut] {
        (**self).left_out()
    }

    fn hidden(&self) -> &[RelPath] {
        (**self).hidden()
    }

    fn bytes(&self, path: &RelPath) -> Option<Arc<[u8]>> {
        (**self).bytes(path)
    }

    fn facts(&self, path: &RelPath) -> Option<Arc<SourceFacts>> {
        (**self).facts(path)
    }

    fn lints(&self, path: &RelPath, role: Role) -> Arc<Vec<Lint>> {
        (**self).lints(path, role)
    }

    fn call_at(&self, path: &RelPath, line: u32, column: u32) -> Option<Range> {
        (**self).call_at(path, line, column)
    }

    fn is_standard(&self, path: &RelPath, checker: Standard) -> bool {
        (**self).is_standard(path, checker)
    }

    fn seen_run(&self, source: &RelPath) -> Option<SeenRun> {
        (**self).seen_run(source)
    }

    fn text(&self, path: &RelPath) -> Option<String> {
        (**self).text(path)
    }
}

/// A folder held in memory, for tests and for texts that are not saved.
#[derive(Clone, Default)]
pub struct MemoryFolder {
    name: String,
    entries: Vec<FileEntry>,
    contents: BTreeMap<RelPath, Arc<[u8]>>,
    facts: BTreeMap<RelPath, Arc<SourceFacts>>,
    runs: BTreeMap<RelPath, SeenRun>,
}

impl MemoryFolder {
    /// An empty folder.
    pub fn new(name: &str) -> MemoryFolder {
        MemoryFolder { name: name.to_owned(), ..MemoryFolder::default() }
    }

    /// Adds a file, replacing one of the same path, with what `facts` says about it.
    pub fn add(&mut self, path: RelPath, bytes: &[u8], facts: Option<SourceFacts>) {
        self.contents.insert(path.clone(), bytes.into());
        match facts {
            Some(facts) => self.facts.insert(path, Arc::new(facts)),
            None => self.facts.remove(&path),
        };
        let sizes =
            self.contents.iter().map(|(path, bytes)| FileEntry { path: path.clone(), size: bytes.len() as u64 });
        self.entries = sizes.collect();
    }

    /// Says what a program made when it was run.
    pub fn add_run(&mut self, source: RelPath, run: SeenRun) {
        self.runs.insert(source, run);
    }
}

impl Folder for MemoryFolder {
    fn name(&self) -> &str {
        &self.name
    }

    fn files(&self) -> &[FileEntry] {
        &self.entries
    }

    fn bytes(&self, path: &RelPath) -> Option<Arc<[u8]>> {
        self.contents.get(path).cloned()
    }

    fn facts(&self, path: &RelPath) -> Option<Arc<SourceFacts>> {
        self.facts.get(path).cloned()
    }

    /// Sources are not read here.
    fn lints(&self, _path: &RelPath, _role: Role) -> Arc<Vec<Lint>> {
        Arc::default()
    }

    /// Nor here.
    fn call_at(&self, _path: &RelPath, _line: u32, _column: u32) -> Option<Range> {
        None
    }

    fn seen_run(&self, source: &RelPath) -> Option<SeenRun> {
        self.runs.get(source).cloned()
    }
}
