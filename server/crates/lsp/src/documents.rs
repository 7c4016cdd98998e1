//! The texts that are open in the editor.
//!
//! Invariant: a document is a value; an edit makes a new one, and whoever works on the old one keeps it.

use std::{
    collections::HashMap,
    sync::{Arc, OnceLock},
};

use cpp::source::Source;
use problem::{
    language::Language,
    path::{AbsPath, RelPath},
    text::Range,
};
use ropey::Rope;
use tower_lsp::lsp_types::{TextDocumentContentChangeEvent, Url};

use crate::protocol::encoding::Encoding;

/// An open text.
#[derive(Debug)]
pub(crate) struct Document {
    /// As the client spells it.
    pub(crate) url: Url,
    /// The file: its real path, as soon as that is known.
    pub(crate) path: AbsPath,
    /// The client's number.
    pub(crate) version: i32,
    /// The text.
    pub(crate) rope: Rope,
    /// The text as it was when it was opened or saved last: what is on disk, as far as we know.
    pub(crate) saved: Rope,
    text: OnceLock<Arc<str>>,
    source: OnceLock<Option<Arc<Source>>>,
    /// An earlier text of the document, parsed, where there is one.
    earlier: Option<Arc<Source>>,
}

impl Document {
    pub(crate) fn new(url: Url, path: AbsPath, version: i32, text: &str) -> Document {
        let rope = Rope::from_str(text);
        Document { saved: rope.clone(), ..Document::with(url, path, version, rope) }
    }

    fn with(url: Url, path: AbsPath, version: i32, rope: Rope) -> Document {
        Document {
            url,
            path,
            version,
            saved: Rope::new(),
            rope,
            text: OnceLock::new(),
            source: OnceLock::new(),
            earlier: None,
        }
    }

    /// The document after some edits, which apply one after the other.
    pub(crate) fn edited(
        &self,
        version: i32,
        changes: &[TextDocumentContentChangeEvent],
        encoding: Encoding,
    ) -> Document {
        let mut rope = self.rope.clone();
        for change in changes {
            match change.range {
                None => rope = Rope::from_str(&change.text),
                Some(range) => {
                    let start = encoding.offset(&rope, range.start);
                    let end = encoding.offset(&rope, range.end).max(start);
                    let (start, end) = (rope.byte_to_char(start), rope.byte_to_char(end));
                    rope.remove(start..end);
                    rope.insert(start, &change.text);
                }
            }
        }
        let edited = Document::with(self.url.clone(), self.path.clone(), version, rope);
        let earlier = self.source.get().cloned().flatten().or_else(|| self.earlier.clone());
        Document { saved: self.saved.clone(), earlier, ..edited }
    }

    /// The document once its text is on disk.
    pub(crate) fn saved(&self) -> Document {
        let same = Document::with(self.url.clone(), self.path.clone(), self.version, self.rope.clone());
        let (text, source) = (self.text.clone(), self.source.clone());
        Document { saved: self.rope.clone(), text, source, earlier: self.earlier.clone(), ..same }
    }

    /// The document once its real path is known, with the text that is on disk, where there is one.
    pub(crate) fn resolved(&self, path: AbsPath, on_disk: Option<&str>) -> Document {
        let same = Document::with(self.url.clone(), path, self.version, self.rope.clone());
        let saved =
            on_disk.filter(|text| !is_same_text(&self.saved, text)).map_or_else(|| self.saved.clone(), Rope::from_str);
        let (text, source) = (self.text.clone(), self.source.clone());
        Document { saved, text, source, earlier: self.earlier.clone(), ..same }
    }

    /// The whole text.
    pub(crate) fn text(&self) -> &Arc<str> {
        self.text.get_or_init(|| String::from(&self.rope).into())
    }

    /// The parsed text, for C++ and C.
    pub(crate) fn source(&self) -> Option<&Arc<Source>> {
        let parse = || {
            let path = RelPath::parse(self.path.as_path().file_name()?.to_str()?)?;
            let is_cpp = match Language::from_path(&path) {
                Some(Language::Cpp | Language::C) => true,
                Some(Language::Python | Language::Checktestdata | Language::Scripts | Language::Other(_)) => false,
                None => matches!(path.extension().as_str(), "h" | "hpp" | "hh" | "hxx"),
            };
            is_cpp.then(|| {
                Arc::new(match &self.earlier {
                    Some(earlier) => earlier.parse_changed(self.text()),
                    None => Source::parse(self.text()),
                })
            })
        };
        self.source.get_or_init(parse).as_ref()
    }
}

/// Whether a text is what a file holds, but for a byte order mark and the ends of lines, which editors keep to themselves.
pub(crate) fn is_same_text(rope: &Rope, text: &str) -> bool {
    let plain = |text: &str| text.strip_prefix('\u{feff}').unwrap_or(text).replace("\r\n", "\n");
    *rope == *text || plain(&String::from(rope)) == plain(text)
}

/// Where a range of an earlier text is now; `None` when lines that it touches were edited.
pub(crate) fn moved(earlier: &Rope, now: &Rope, range: Range) -> Option<Range> {
    if earlier == now {
        return Some(range);
    }
    let (before, after) = (earlier.len_lines(), now.len_lines());
    let most = before.min(after);
    let same = |one: usize, other: usize| earlier.line(one) == now.line(other);
    let n_head = (0..most).take_while(|&line| same(line, line)).count();
    let (start, end) = (range.start.line as usize, range.end.line as usize);
    if end < n_head {
        return Some(range);
    }
    let n_tail = (0..most - n_head).take_while(|&line| same(before - 1 - line, after - 1 - line)).count();
    let shifted = |line: u32| (line as usize + after - before) as u32;
    (start >= before - n_tail && end < before).then(|| {
        let mut moved = range;
        moved.start.line = shifted(range.start.line);
        moved.end.line = shifted(range.end.line);
        moved
    })
}

/// All open texts.
#[derive(Clone, Default)]
pub(crate) struct Documents {
    by_url: HashMap<Url, Arc<Document>>,
}

impl Documents {
    pub(crate) fn get(&self, url: &Url) -> Option<&Arc<Document>> {
        self.by_url.get(url)
    }

    pub(crate) fn put(&mut self, document: Document) {
        self.by_url.insert(document.url.clone(), Arc::new(document));
    }

    pub(crate) fn remove(&mut self, url: &Url) -> Option<Arc<Document>> {
        self.by_url.remove(url)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Arc<Document>> {
        self.by_url.values()
    }

    /// The document of a file.
    pub(crate) fn at(&self, path: &AbsPath) -> Option<&Arc<Document>> {
        self.by_url.values().find(|document| &document.path == path)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use tower_lsp::lsp_types::{Position, Range as ClientRange};

    use super::*;

    fn document(text: &str) -> Document {
        let url = Url::parse("file:///p/a.cpp").unwrap();
        Document::new(url, AbsPath::new("/p/a.cpp").unwrap(), 1, text)
    }

    fn change(start: (u32, u32), end: (u32, u32), text: &str) -> TextDocumentContentChangeEvent {
        let at = |(line, character)| Position { line, character };
        let range = ClientRange { start: at(start), end: at(end) };
        TextDocumentContentChangeEvent { range: Some(range), range_length: None, text: text.to_owned() }
    }

    #[test]
    fn edits_apply_one_after_the_other() {
        let edits = [change((0, 1), (0, 2), "é😀"), change((0, 4), (1, 0), "!"), change((9, 9), (9, 9), "end")];
        let edited = document("abc\r\nd\n").edited(2, &edits, Encoding::Utf16);
        assert_eq!(&**edited.text(), "aé😀!d\nend");
        assert_eq!((edited.saved == edited.rope, edited.saved().saved == edited.rope), (false, true));
    }

    #[test]
    fn ranges_move_with_their_lines() {
        let original = document("a\nb\nc\nd\n");
        let edited = original.edited(2, &[change((1, 0), (2, 0), "x\ny\nz\n")], Encoding::Utf16);
        let line = |line: u32| Range::new(line, 0, line, 1);
        assert_eq!(moved(&edited.saved, &edited.rope, line(0)), Some(line(0)));
        assert_eq!(moved(&edited.saved, &edited.rope, line(1)), None);
        assert_eq!(moved(&edited.saved, &edited.rope, line(2)), Some(line(4)));
        assert_eq!(moved(&edited.saved, &edited.rope, line(3)), Some(line(5)));
        assert_eq!(moved(&edited.saved, &edited.rope, line(77)), None);
        let shorter = original.edited(2, &[change((0, 0), (2, 0), "")], Encoding::Utf16);
        assert_eq!(
            (moved(&shorter.saved, &shorter.rope, line(1)), moved(&shorter.saved, &shorter.rope, line(3))),
            (None, Some(line(1)))
        );
    }

    proptest! {
        #[test]
        fn edits_are_those_of_a_plain_text(
            text in "[ab\r\né😀]{0,20}",
            edits in prop::collection::vec((0_usize..30, 0_usize..30, "[xy\r\né😀]{0,3}"), 0..5),
        ) {
            let mut plain: Vec<char> = text.chars().collect();
            let mut document = document(&text);
            for (start, length, inserted) in edits {
                let start = start.min(plain.len());
                let end = (start + length).min(plain.len());
                // Between CR and LF there is no place.
                let is_torn = |at: usize| at > 0 && plain.get(at - 1) == Some(&'\r') && plain.get(at) == Some(&'\n');
                let (start, end) = (start - usize::from(is_torn(start)), end + usize::from(is_torn(end)));
                let is_end = |at: usize| plain[at] == '\n' || plain[at] == '\r' && plain.get(at + 1) != Some(&'\n');
                let at = |place: usize| {
                    let line = (0..place).filter(|at| is_end(*at)).count() as u32;
                    let last = (0..place).rev().find(|at| is_end(*at)).map_or(0, |at| at + 1);
                    (line, plain[last..place].iter().map(|one| one.len_utf16() as u32).sum::<u32>())
                };
                let edit = change(at(start), at(end), &inserted);
                plain.splice(start..end, inserted.chars());
                document = document.edited(1, &[edit], Encoding::Utf16);
                prop_assert_eq!(document.text().to_string(), plain.iter().collect::<String>());
            }
        }
    }
}
