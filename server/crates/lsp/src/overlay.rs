//! A problem folder as the editor shows it: the files on disk, with open texts in their place.

use std::{
    collections::BTreeMap,
    sync::{Arc, OnceLock},
};

use checkers::Standard;
use judge::disk::folder::DiskFolder;
use problem::{
    facts::SourceFacts,
    folder::{FileEntry, Folder, LeftOut, SeenRun},
    lint::Lint,
    model::Role,
    path::RelPath,
    text::Range,
};

use crate::documents::Document;

/// Open texts over a folder.
pub(crate) struct Overlay {
    disk: Arc<DiskFolder>,
    entries: Vec<FileEntry>,
    texts: BTreeMap<RelPath, Text>,
}

struct Text {
    document: Arc<Document>,
    facts: OnceLock<Option<Arc<SourceFacts>>>,
    /// The text is not the one on disk.
    differs: bool,
}

impl Overlay {
    /// Lays texts over a folder.
    pub(crate) fn new(disk: Arc<DiskFolder>, documents: Vec<(RelPath, Arc<Document>)>) -> Overlay {
        let mut sizes: BTreeMap<RelPath, u64> =
            disk.files().iter().map(|entry| (entry.path.clone(), entry.size)).collect();
        // A file that is open and gone from disk is gone.
        let documents = documents.into_iter().filter(|(path, _)| sizes.contains_key(path));
        let texts: BTreeMap<RelPath, Text> = documents
            .map(|(path, document)| {
                let differs = disk.bytes(&path).is_none_or(|bytes| *bytes != *document.text().as_bytes());
                (path, Text { document, facts: OnceLock::new(), differs })
            })
            .collect();
        for (path, text) in &texts {
            sizes.insert(path.clone(), text.document.rope.len_bytes() as u64);
        }
        let entries = sizes.into_iter().map(|(path, size)| FileEntry { path, size }).collect();
        Overlay { disk, entries, texts }
    }

    /// The folder on disk.
    pub(crate) fn disk(&self) -> &Arc<DiskFolder> {
        &self.disk
    }
}

impl Folder for Overlay {
    fn name(&self) -> &str {
        self.disk.name()
    }

    fn files(&self) -> &[FileEntry] {
        &self.entries
    }

    fn left_out(&self) -> &[LeftOut] {
        self.disk.left_out()
    }

    fn bytes(&self, path: &RelPath) -> Option<Arc<[u8]>> {
        match self.texts.get(path) {
            Some(text) => Some(Arc::from(text.document.text().as_bytes())),
            None => self.disk.bytes(path),
        }
    }

    fn facts(&self, path: &RelPath) -> Option<Arc<SourceFacts>> {
        let Some(text) = self.texts.get(path).filter(|text| text.differs) else {
            return self.disk.facts(path);
        };
        let read = || match text.document.source() {
            Some(source) => Some(Arc::new(source.facts().clone())),
            None => cpp::facts(path, text.document.text().as_bytes()).map(Arc::new),
        };
        text.facts.get_or_init(read).clone()
    }

    fn lints(&self, path: &RelPath, role: Role) -> Arc<Vec<Lint>> {
        match self.texts.get(path) {
            Some(text) if text.differs => match text.document.source() {
                Some(source) => Arc::new(cpp::lint::lints(source, role)),
                None => Arc::new(cpp::lints(path, text.document.text().as_bytes(), role).unwrap_or_default()),
            },
            Some(_) | None => self.disk.lints(path, role),
        }
    }

    fn is_standard(&self, path: &RelPath, checker: Standard) -> bool {
        self.disk.is_standard(path, checker)
    }

    fn seen_run(&self, source: &RelPath) -> Option<SeenRun> {
        self.disk.seen_run(source)
    }

    fn call_at(&self, path: &RelPath, line: u32, column: u32) -> Option<Range> {
        match self.texts.get(path) {
            Some(text) if text.differs => cpp::call_at(path, text.document.text().as_bytes(), line, column),
            Some(_) | None => self.disk.call_at(path, line, column),
        }
    }
}
