//! What the cache knows of a folder's sources: where it is kept, and how it is found out.

use checkers::Standard;
use problem::{
    digest::{Digest, KeyBuilder},
    facts::SourceFacts,
    finding::Code,
    folder::{Folder, MAX_PARSED_BYTES},
    language::Language,
    lint::Lint,
    model::Role,
    path::RelPath,
    text::LineIndex,
};

use super::DiskFolder;

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

    /// Where the cache keeps what a program makes by itself: it depends on what it is built of, or may read.
    pub(crate) fn seen_run_key(&self, source: &RelPath) -> Option<Digest> {
        let key = KeyBuilder::new("seen run 1").text(source.as_str()).digest(self.blob(source)?.digest);
        let directory = source.parent();
        let is_needed = |path: &&RelPath| {
            let is_program = || Language::from_path(path).is_some() || path.extension() == "sh";
            Language::is_header(path) || path.parent() == directory && is_program()
        };
        let needed = self.entries.iter().map(|entry| &entry.path).filter(is_needed);
        let with = |key: KeyBuilder, path: &RelPath| match self.blob(path) {
            Some(blob) => key.text(path.as_str()).digest(blob.digest),
            None => key,
        };
        Some(needed.fold(key, with).finish())
    }

    pub(super) fn read_facts(&self, path: &RelPath) -> Option<SourceFacts> {
        if !self.is_parsed(path) {
            return None;
        }
        crate::disk::facts::read(&self.store, path, || self.bytes(path), self.blob(path)?)
    }

    pub(super) fn read_lints(&self, path: &RelPath, role: Role) -> Option<Vec<Lint>> {
        if !self.is_parsed(path) {
            return None;
        }
        let mut lints = crate::disk::facts::read_lints(&self.store, path, role, || self.bytes(path), self.blob(path)?)?;
        if Language::from_path(path) != Some(Language::Cpp) {
            return Some(lints);
        }
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
    pub(super) fn is_parsed(&self, path: &RelPath) -> bool {
        self.size(path).is_some_and(|size| size <= MAX_PARSED_BYTES)
    }
}
