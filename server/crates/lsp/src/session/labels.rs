//! `touchstone.setLabel`: the edit that gives a solution a label, where labels live for the folder's format.

use std::sync::Arc;

use ide::FileEdit;
use problem::path::AbsPath;
use ropey::Rope;
use serde_json::{Value, json};
use tower_lsp::{
    jsonrpc::{Error, Result},
    lsp_types::{
        CreateFile, DocumentChangeOperation, DocumentChanges, OneOf, OptionalVersionedTextDocumentIdentifier,
        ResourceOp, TextDocumentEdit, TextEdit, Url, WorkspaceEdit,
    },
};

use super::{Session, commands::options, snapshot::Snapshot};
use crate::{documents::Documents, encoding::Encoding, inbox::Reply, outbox::Out, payload::SetLabel, refusal};

/// What an edit becomes one of the protocol with.
struct Here {
    root: AbsPath,
    documents: Documents,
    encoding: Encoding,
}

impl Session {
    /// Works out the edit, and has the client apply it; a client that cannot gets the edit as the answer.
    pub(super) fn set_label(&mut self, arguments: &Value, reply: Reply<Option<Value>>) {
        let (snapshot, here, wanted) = match self.label_order(arguments) {
            Ok(order) => order,
            Err(error) => return drop(reply.send(Err(error))),
        };
        let applies_edits = self.client.applies_edits;
        let outbox = self.tools.outbox.clone();
        self.tools.pool.run(move || {
            let edit = snapshot.view(|view| ide::label::set_label(view, &wanted.solution, &wanted.label));
            match edit.map_err(|words| refusal(&words)).and_then(|edit| here.workspace_edit(&edit)) {
                Err(error) => drop(reply.send(Err(error))),
                Ok(edit) if applies_edits => outbox.send(Out::ApplyEdit(edit, reply)),
                Ok(edit) => drop(reply.send(Ok(Some(json!({ "applied": false, "edit": edit }))))),
            }
        });
    }

    fn label_order(&mut self, arguments: &Value) -> Result<(Arc<Snapshot>, Here, SetLabel)> {
        let root = self.root_of_params(arguments)?;
        let wanted: SetLabel = options(arguments)?;
        if self.problems.get(&root).is_some_and(|entry| !entry.is_read()) {
            // The edit would be one of an older text.
            return Err(Error::content_modified());
        }
        let snapshot = self.snapshot(&root).ok_or_else(|| refusal("the problem is not read yet"))?;
        let here = Here { root, documents: self.documents.clone(), encoding: self.client.encoding };
        Ok((snapshot, here, wanted))
    }
}

impl Here {
    fn workspace_edit(&self, edit: &FileEdit) -> Result<WorkspaceEdit> {
        let path = self.root.at(&edit.path);
        let document = self.documents.at(&path);
        let on_disk = if document.is_none() { judge::files::read(&path) } else { None };
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
}
