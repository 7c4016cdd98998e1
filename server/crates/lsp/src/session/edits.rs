//! Edits of the protocol, for the documents as the client has them.
//!
//! Invariant: an edit names the version of each open document that it was built for, and is built only if each file that it
//! changes is what it was when it was judged. Other files are not compared.

use std::collections::HashMap;

use ide::FileEdit;
use imara_diff::{Algorithm, Diff, Hunk, InternedInput};
use judge::disk::folder::FileChange;
use problem::{
    path::{AbsPath, RelPath},
    text::{LineIndex, Range},
};
use ropey::Rope;
use tower_lsp::{
    jsonrpc::{Error, Result},
    lsp_types::{
        AnnotatedTextEdit, ChangeAnnotation, CreateFile, DocumentChangeOperation, DocumentChanges, OneOf,
        OptionalVersionedTextDocumentIdentifier, ResourceOp, TextDocumentEdit, TextEdit, Url, WorkspaceEdit,
    },
};

use super::{Session, requests::RequestContext};
use crate::{documents::Documents, protocol::encoding::Encoding};

/// The one annotation of an edit.
const ANNOTATION: &str = "touchstone";

/// Turns edits and changes of files into a `WorkspaceEdit`.
pub(super) struct EditBuilder {
    root: AbsPath,
    url: Url,
    documents: Documents,
    encoding: Encoding,
    annotates: bool,
}

impl Session {
    /// The documents of a problem as they are now.
    pub(super) fn edit_builder(&self, root: &AbsPath) -> Option<EditBuilder> {
        Some(EditBuilder {
            root: root.clone(),
            url: self.problems.get(root)?.url.clone(),
            documents: self.documents.clone(),
            encoding: self.client.encoding,
            annotates: self.client.annotates_edits,
        })
    }
}

impl RequestContext {
    /// Edits of files, made for the texts of the snapshot, in the versions of open documents where the client takes such. To be
    /// asked only while the snapshot is of the texts as they are.
    pub(super) fn edit_of(&self, files: &[FileEdit]) -> WorkspaceEdit {
        let edits = |file: &FileEdit| -> Vec<TextEdit> {
            let rope = self.rope_of(&file.path);
            let edit = |edit: &ide::Edit| TextEdit {
                range: self.encoding.write(|| rope.clone(), edit.range),
                new_text: edit.text.clone(),
            };
            file.edits.iter().map(edit).collect()
        };
        let of_file = |file: &FileEdit| -> Option<(Url, Option<i32>)> {
            let document = match file.path == self.path {
                true => Some(&self.document),
                false => self.documents.at(&self.root.at(&file.path)),
            };
            // An editor may spell the address of what it has open in its own way.
            match document {
                Some(document) => Some((document.url.clone(), Some(document.version))),
                None => Some((self.url_of(&file.path)?, None)),
            }
        };
        let files = files.iter().filter_map(|file| Some((file, of_file(file)?)));
        if !self.versions_edits {
            return WorkspaceEdit::new(files.map(|(file, (uri, _))| (uri, edits(file))).collect());
        }
        let change = |(file, (uri, version)): (&FileEdit, (Url, Option<i32>))| TextDocumentEdit {
            text_document: OptionalVersionedTextDocumentIdentifier { uri, version },
            edits: edits(file).into_iter().map(OneOf::Left).collect(),
        };
        let changes = DocumentChanges::Edits(files.map(change).collect());
        WorkspaceEdit { document_changes: Some(changes), ..WorkspaceEdit::default() }
    }

    /// Edits of the document that the request is about.
    pub(super) fn edit_here(&self, edits: Vec<ide::Edit>) -> WorkspaceEdit {
        self.edit_of(&[FileEdit { path: self.path.clone(), edits }])
    }
}

impl EditBuilder {
    /// The edit of one file, which may be a new one.
    pub(super) fn workspace_edit(&self, edit: &FileEdit) -> Result<WorkspaceEdit> {
        let path = self.root.at(&edit.path);
        let document = self.documents.at(&path);
        let on_disk = if document.is_none() { judge::disk::files::read(&path) } else { None };
        let url = match document {
            Some(document) => document.url.clone(),
            None => Url::from_file_path(path.as_path()).map_err(|()| Error::internal_error())?,
        };
        let rope = || match document {
            Some(document) => Some(document.rope.clone()),
            None => on_disk.as_deref().map(Rope::from_str),
        };
        let edits = edit.edits.iter().map(|edit| {
            let range = self.encoding.write(rope, edit.range);
            OneOf::Left(TextEdit { range, new_text: edit.text.clone() })
        });
        let version = document.map(|document| document.version);
        let text_document = OptionalVersionedTextDocumentIdentifier { uri: url.clone(), version };
        let edits = TextDocumentEdit { text_document, edits: edits.collect() };
        let change = if document.is_none() && on_disk.is_none() {
            let create = CreateFile { uri: url, options: None, annotation_id: None };
            DocumentChanges::Operations(vec![
                DocumentChangeOperation::Op(ResourceOp::Create(create)),
                DocumentChangeOperation::Edit(edits),
            ])
        } else {
            DocumentChanges::Edits(vec![edits])
        };
        Ok(WorkspaceEdit { document_changes: Some(change), ..WorkspaceEdit::default() })
    }

    /// The edit that carries changes of files out, with its annotation where the client knows such; `None` when nothing is
    /// to change. The error says in a sentence why there is none.
    pub(super) fn proposal(
        &self,
        changes: &[FileChange],
        annotation: ChangeAnnotation,
    ) -> std::result::Result<Option<WorkspaceEdit>, String> {
        if changes.is_empty() {
            return Ok(None);
        }
        let mut operations = Vec::new();
        // A script that names what is not there would be worse than a file that nobody names.
        let (new, old): (Vec<_>, Vec<_>) = changes.iter().partition(|change| change.before.is_none());
        for change in new.into_iter().chain(old) {
            self.operations(change, &mut operations)?;
        }
        // A client that makes no files need not know the form that mixes both.
        let edits = operations.iter().map(|operation| match operation {
            DocumentChangeOperation::Edit(edit) => Some(edit.clone()),
            DocumentChangeOperation::Op(_) => None,
        });
        let changes = match edits.collect() {
            Some(edits) => DocumentChanges::Edits(edits),
            None => DocumentChanges::Operations(operations),
        };
        let annotations = self.annotates.then(|| HashMap::from([(ANNOTATION.to_owned(), annotation)]));
        Ok(Some(WorkspaceEdit { changes: None, document_changes: Some(changes), change_annotations: annotations }))
    }

    fn operations(
        &self,
        change: &FileChange,
        operations: &mut Vec<DocumentChangeOperation>,
    ) -> std::result::Result<(), String> {
        let path = &change.path;
        let no_text =
            || format!("{path} is no text in UTF-8, so no editor can change it; the command line has `--apply`");
        let after = std::str::from_utf8(&change.after).map_err(|_| no_text())?;
        let file = self.root.at(path);
        judge::disk::folder::ensure_inside(&self.root, path).map_err(|error| error.to_string())?;
        let document = self.documents.at(&file);
        let Some(before) = &change.before else {
            if document.is_some() || judge::disk::files::is_there(&file) {
                return Err(format!("{path} is there by now; move it away and ask again"));
            }
            let uri = self.url_of(path).ok_or_else(no_text)?;
            let create = CreateFile { uri: uri.clone(), options: None, annotation_id: self.id() };
            operations.push(DocumentChangeOperation::Op(ResourceOp::Create(create)));
            let edit = TextEdit { range: Default::default(), new_text: after.to_owned() };
            operations.push(self.edits(uri, None, vec![edit]));
            return Ok(());
        };
        let before = std::str::from_utf8(before).map_err(|_| no_text())?;
        let (now, version, url) = match document {
            Some(document) => (document.text().to_string(), Some(document.version), Some(document.url.clone())),
            None => (judge::disk::files::read(&file).unwrap_or_default(), None, self.url_of(path)),
        };
        // Editors hide the mark that some texts begin with.
        let (was, is) = (before.trim_start_matches('\u{feff}'), now.trim_start_matches('\u{feff}'));
        if was != is {
            return Err(format!("{path} is not what it was on disk when this began; save it and ask again"));
        }
        let uri = url.ok_or_else(no_text)?;
        let edits = self.lines_that_differ(is, after.trim_start_matches('\u{feff}'));
        operations.push(self.edits(uri, version, edits));
        Ok(())
    }

    fn id(&self) -> Option<String> {
        self.annotates.then(|| ANNOTATION.to_owned())
    }

    fn edits(&self, uri: Url, version: Option<i32>, edits: Vec<TextEdit>) -> DocumentChangeOperation {
        let annotated = |text_edit: TextEdit| match self.id() {
            Some(annotation_id) => OneOf::Right(AnnotatedTextEdit { text_edit, annotation_id }),
            None => OneOf::Left(text_edit),
        };
        DocumentChangeOperation::Edit(TextDocumentEdit {
            text_document: OptionalVersionedTextDocumentIdentifier { uri, version },
            edits: edits.into_iter().map(annotated).collect(),
        })
    }

    /// A file's address below the root as the client spells that.
    fn url_of(&self, path: &RelPath) -> Option<Url> {
        let mut url = self.url.clone();
        url.path_segments_mut().ok()?.pop_if_empty().extend(path.parts());
        Some(url)
    }

    fn lines_that_differ(&self, before: &str, after: &str) -> Vec<TextEdit> {
        let edits = differing_lines(before, after).into_iter();
        let rope = || Some(Rope::from_str(before));
        edits.map(|(range, new_text)| TextEdit { range: self.encoding.write(rope, range), new_text }).collect()
    }
}

/// The edits that make one text of another, line by line.
fn differing_lines(before: &str, after: &str) -> Vec<(Range, String)> {
    let (old, new): (Vec<&str>, Vec<&str>) =
        (before.split_inclusive('\n').collect(), after.split_inclusive('\n').collect());
    let index = LineIndex::new(before);
    let start = |line: usize| old[..line].iter().map(|text| text.len()).sum::<usize>();
    let hunks = Diff::compute(Algorithm::Myers, &InternedInput::new(before, after));
    let edit = |Hunk { before: lines, after: by }: Hunk| {
        let lines = start(lines.start as usize)..start(lines.end as usize);
        (index.range(lines), new[by.start as usize..by.end as usize].concat())
    };
    hunks.hunks().map(edit).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn applied(before: &str, after: &str) -> String {
        let (mut text, index) = (before.to_owned(), LineIndex::new(before));
        for (range, by) in differing_lines(before, after).into_iter().rev() {
            text.replace_range(index.offset(range.start)..index.offset(range.end), &by);
        }
        text
    }

    #[test]
    fn lines() {
        for (before, after) in [
            ("a\nb\nc\n", "a\nB\nc\nd\n"),
            ("a\r\nb\r\n", "a\r\nx\r\nb\r\n"),
            ("", "a\n"),
            ("a", "a\nb\n"),
            ("a\n😀b\nc", "c"),
            ("same\n", "same\n"),
        ] {
            assert_eq!(applied(before, after), after, "{before:?}");
        }
        assert_eq!(differing_lines("a\nb\nc\n", "a\nc\n"), [(Range::new(1, 0, 2, 0), String::new())]);
    }
}
