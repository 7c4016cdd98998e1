//! `touchstone.setLabel`: the edit that gives a solution a label, where labels live for the folder's format.

use std::sync::Arc;

use problem::path::AbsPath;
use serde_json::{Value, json};
use tower_lsp::jsonrpc::{Error, Result};

use super::{Session, edits::EditBuilder, snapshot::Snapshot};
use crate::{
    inbox::Responder,
    protocol::{outbox::ServerMessage, payload::SetLabelParams},
    request_failed,
};

impl Session {
    /// Works out the edit, and has the client apply it; a client that cannot gets the edit as the answer.
    pub(super) fn set_label(
        &mut self,
        root: Result<AbsPath>,
        options: SetLabelParams,
        reply: Responder<Option<Value>>,
    ) {
        let (snapshot, builder) = match root.and_then(|root| self.snapshot_to_edit(&root)) {
            Ok(both) => both,
            Err(error) => return drop(reply.send(Err(error))),
        };
        let applies_edits = self.client.applies_edits;
        let outbox = self.services.outbox.clone();
        self.services.disk_pool.run(move || {
            let edit = snapshot.view(|view| ide::label::set_label(view, &options.solution, &options.label));
            match edit.map_err(|words| request_failed(&words)).and_then(|edit| builder.workspace_edit(&edit)) {
                Err(error) => drop(reply.send(Err(error))),
                Ok(edit) if applies_edits => outbox.send(ServerMessage::ApplyEdit(edit, reply)),
                Ok(edit) => drop(reply.send(Ok(Some(json!({ "applied": false, "edit": edit }))))),
            }
        });
    }

    fn snapshot_to_edit(&mut self, root: &AbsPath) -> Result<(Arc<Snapshot>, EditBuilder)> {
        if self.problems.get(root).is_some_and(|entry| !entry.is_up_to_date()) {
            // The edit would be one of an older text.
            return Err(Error::content_modified());
        }
        let snapshot = self.snapshot(root).ok_or_else(|| request_failed("the problem is not read yet"))?;
        let builder = self.edit_builder(root).ok_or_else(Error::internal_error)?;
        Ok((snapshot, builder))
    }
}
