//! A folder in which one file is changed.

use std::sync::Arc;

use checkers::Standard;
use problem::{
    facts::SourceFacts,
    folder::{FileEntry, Folder, SeenRun},
    lint::Lint,
    model::Role,
    path::RelPath,
    text::{LineIndex, Range},
};

use crate::{Edit, FileEdit};

/// The folder with an edit made.
pub(crate) struct Overlay<'a> {
    folder: &'a dyn Folder,
    path: &'a RelPath,
    bytes: Arc<[u8]>,
    files: Vec<FileEntry>,
}

impl<'a> Overlay<'a> {
    pub(crate) fn new(folder: &'a dyn Folder, edit: &'a FileEdit) -> Overlay<'a> {
        let text = apply(&folder.text(&edit.path).unwrap_or_default(), &edit.edits);
        let entry = FileEntry { path: edit.path.clone(), size: text.len() as u64 };
        let mut files: Vec<FileEntry> = folder.files().to_vec();
        match files.binary_search_by(|file| file.path.cmp(&entry.path)) {
            Ok(at) => files[at] = entry,
            Err(at) => files.insert(at, entry),
        }
        Overlay { folder, path: &edit.path, bytes: text.into_bytes().into(), files }
    }

    /// A file's text, if there is such a file.
    pub(super) fn text_of(&self, path: &RelPath) -> Option<String> {
        self.text(path)
    }
}

impl Folder for Overlay<'_> {
    fn name(&self) -> &str {
        self.folder.name()
    }

    fn files(&self) -> &[FileEntry] {
        &self.files
    }

    fn bytes(&self, path: &RelPath) -> Option<Arc<[u8]>> {
        if path == self.path { Some(Arc::clone(&self.bytes)) } else { self.folder.bytes(path) }
    }

    fn facts(&self, path: &RelPath) -> Option<Arc<SourceFacts>> {
        if path == self.path { cpp::facts(path, &self.bytes).map(Arc::new) } else { self.folder.facts(path) }
    }

    /// Labels do not depend on them.
    fn lints(&self, _path: &RelPath, _role: Role) -> Arc<Vec<Lint>> {
        Arc::default()
    }

    fn is_standard(&self, path: &RelPath, checker: Standard) -> bool {
        self.folder.is_standard(path, checker)
    }

    fn seen_run(&self, source: &RelPath) -> Option<SeenRun> {
        self.folder.seen_run(source)
    }

    fn call_at(&self, path: &RelPath, line: u32, column: u32) -> Option<Range> {
        self.folder.call_at(path, line, column)
    }
}

/// A text with edits made; they are in order and do not overlap.
pub(crate) fn apply(text: &str, edits: &[Edit]) -> String {
    let lines = LineIndex::new(text);
    let mut edited = String::with_capacity(text.len());
    let mut from = 0;
    for edit in edits {
        let start = lines.offset(edit.range.start).max(from);
        edited.push_str(&text[from..start]);
        edited.push_str(&edit.text);
        from = lines.offset(edit.range.end).max(start);
    }
    edited.push_str(&text[from..]);
    edited
}
