//! Commands that make proposals: they begin, and what came of them becomes a response with an edit.

use forge::report::fenced;
use problem::path::AbsPath;
use serde_json::{Value, json};
use tower_lsp::{
    jsonrpc::Result,
    lsp_types::{ChangeAnnotation, ProgressToken, WorkDoneProgress, WorkDoneProgressBegin},
};

use super::{Session, checks::cancelled};
use crate::{
    inbox::{RequestId, Responder},
    protocol::{
        client_requests::EditToApply,
        outbox::{ServerMessage, ShownProgress, progress},
    },
    request_failed,
    workers::tasks::{Proposal, TaskId, TaskKind, TaskOutcome, TaskResult, TaskSpec},
};

/// A command that a task is to answer.
pub(super) struct TaskRequest {
    pub(super) id: RequestId,
    /// Where the client wants its progress.
    pub(super) token: Option<ProgressToken>,
    pub(super) reply: Responder<Option<Value>>,
}

/// A task to begin.
pub(super) struct NewTask {
    pub(super) kind: TaskKind,
    /// The edit is to be shown and applied.
    pub(super) applies: bool,
    /// What the response begins with, where it is a text.
    pub(super) text: String,
}

/// A task under way.
pub(crate) struct ActiveTask {
    pub(super) id: TaskId,
    /// The request that waits for it.
    pub(super) request_id: RequestId,
    reply: Responder<Option<Value>>,
    title: String,
    /// What the response begins with, where it is a text.
    text: String,
    /// The edit is to be shown and applied.
    applies: bool,
    /// What the person should know of the beginning.
    notes: Vec<String>,
    progress: Option<ShownProgress>,
}

impl ActiveTask {
    pub(super) fn is_shown_as(&self, token: &ProgressToken) -> bool {
        self.progress.as_ref().is_some_and(|progress| progress.token == *token)
    }
}

impl Session {
    /// Begins a task, if nothing speaks against it.
    pub(super) fn start_task(&mut self, request: TaskRequest, root: &AbsPath, new: NewTask) {
        let TaskRequest { id: request_id, token, reply } = request;
        if let Err(error) = self.ensure_may_start(root) {
            return drop(reply.send(Err(error)));
        }
        let NewTask { kind, applies, text } = new;
        self.stop_idling();
        self.last_task_id += 1;
        let (id, title) = (self.last_task_id, kind.title());
        let name = root.as_path().file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let progress = self.begin_task_progress(id, token, format!("{title} for {name}"));
        let task = ActiveTask { id, request_id, reply, title, text, applies, notes: self.unsaved(root), progress };
        let spec = TaskSpec {
            id,
            root: root.clone(),
            kind,
            settings: self.settings.clone(),
            client_stores_keys: self.client.keeps_keys,
            client_model: self.client.model.clone(),
            encoding: self.client.encoding,
            progress: task.progress.as_ref().map(|progress| progress.token.clone()),
        };
        self.tasks.insert(root.clone(), task);
        self.services.tasks.start(spec);
    }

    /// Progress where the client wants it; else where it makes room, if it shows any.
    fn begin_task_progress(&self, id: TaskId, token: Option<ProgressToken>, title: String) -> Option<ShownProgress> {
        let outbox = &self.services.outbox;
        let token = match token {
            Some(token) => token,
            None if !self.client.shows_progress => return None,
            None => {
                let token = ProgressToken::String(format!("touchstone/task/{id}"));
                outbox.send(ServerMessage::CreateProgress(token.clone()));
                token
            }
        };
        let begin = WorkDoneProgressBegin { title, cancellable: Some(true), message: None, percentage: None };
        outbox.send(progress(token.clone(), WorkDoneProgress::Begin(begin)));
        Some(ShownProgress { outbox: outbox.clone(), token })
    }

    /// Fails unless a task may begin in a folder.
    fn ensure_may_start(&self, root: &AbsPath) -> Result<()> {
        if self.is_ending {
            return Err(cancelled());
        }
        if self.is_trusted(root) != Some(true) {
            return Err(request_failed("nothing may be compiled, run or sent in this folder until it is trusted"));
        }
        if let Some(task) = self.tasks.get(root) {
            let words = format!("{} is under way here; wait for it, or cancel it", lower(&task.title));
            return Err(request_failed(&words));
        }
        Ok(())
    }

    /// A note that names unsaved files, since runs use the files on disk.
    fn unsaved(&self, root: &AbsPath) -> Vec<String> {
        let documents = self.documents_in(root);
        let is_other = documents.iter().filter(|(_, document)| document.rope != document.saved);
        let names: Vec<String> = is_other.map(|(path, _)| path.to_string()).collect();
        match &names[..] {
            [] => Vec::new(),
            [one] => vec![format!("{one} is not saved; what was judged is the file on disk")],
            many => vec![format!("{} are not saved; what was judged are the files on disk", many.join(", "))],
        }
    }

    /// A task is over.
    pub(super) fn on_task_result(&mut self, result: TaskResult) {
        let TaskResult { root, id, mut outcome } = result;
        if self.is_end_of_idling(id, &mut outcome) {
            return;
        }
        let is_it = self.tasks.get(&root).is_some_and(|known| known.id == id);
        let Some(task) = is_it.then(|| self.tasks.remove(&root)).flatten() else { return };
        if let TaskOutcome::Proposed(proposal) = &mut outcome {
            let learnt = std::mem::take(&mut proposal.learnt);
            self.learn(&root, learnt);
        }
        self.be_idle_soon();
        let reply = task.reply;
        // The progress ends before the response.
        drop(task.progress);
        match outcome {
            TaskOutcome::Cancelled => drop(reply.send(Err(cancelled()))),
            TaskOutcome::Failed(words) => drop(reply.send(Err(request_failed(&words)))),
            TaskOutcome::Text(words) => {
                // What a model writes is shown as it is, and does nothing: no link, no image.
                let text = format!("{}\n\n---\n\nThe model says:\n\n{}", task.text, fenced("text", &words));
                drop(reply.send(Ok(Some(json!(text)))));
            }
            TaskOutcome::Proposed(proposal) => self.propose(&root, *proposal, task.notes, task.applies, reply),
        }
    }

    /// Responds with a proposal, after the client has applied its edit where that is wanted.
    fn propose(
        &self,
        root: &AbsPath,
        proposal: Proposal,
        mut notes: Vec<String>,
        applies: bool,
        reply: Responder<Option<Value>>,
    ) {
        let Some(builder) = self.edit_builder(root) else { return drop(reply.send(Err(cancelled()))) };
        let makes_files = self.client.creates_files || proposal.changes.iter().all(|change| change.before.is_some());
        let can_apply = self.client.applies_edits && makes_files;
        if applies && !can_apply {
            notes.push(
                "this editor cannot make such edits when it is asked to; the command line has `--apply`".to_owned(),
            );
        }
        let (applies, annotates) = (applies && can_apply, self.client.annotates_edits);
        let outbox = self.services.outbox.clone();
        self.services.disk_pool.run(move || {
            let Proposal { result: mut response, page, title, proof, changes, learnt: _ } = proposal;
            // What the report itself says stands in its page, too.
            let said: Vec<Value> = response["notes"].as_array().cloned().unwrap_or_default();
            let annotation = ChangeAnnotation {
                label: title.clone(),
                needs_confirmation: Some(true),
                description: Some(proof.clone()),
            };
            let edit = builder.proposal(&changes, annotation).unwrap_or_else(|why| {
                notes.push(why);
                None
            });
            response["page"] = json!(with_notes(&page, &notes));
            response["notes"] = said.into_iter().chain(notes.into_iter().map(Value::from)).collect();
            response["edit"] = json!(edit);
            response["applied"] = json!(false);
            response["reason"] = Value::Null;
            match edit.filter(|_| applies) {
                None => drop(reply.send(Ok(Some(response)))),
                Some(edit) => {
                    let question = (!annotates).then(|| format!("Touchstone: {}? Proof: {proof}.", lower(&title)));
                    let edit = Box::new(EditToApply { label: title, question, edit });
                    outbox.send(ServerMessage::ApplyProposal { edit, response, reply });
                }
            }
        });
    }

    /// Stops tasks, and says so to who waits for them; whether there was any.
    pub(super) fn cancel_tasks(&mut self, is_meant: impl Fn(&AbsPath, &ActiveTask) -> bool) -> bool {
        let meant: Vec<AbsPath> =
            self.tasks.iter().filter(|(root, task)| is_meant(root, task)).map(|(root, _)| root.clone()).collect();
        for root in &meant {
            let Some(task) = self.tasks.remove(root) else { continue };
            // Do not wait for it: the next one may begin.
            self.services.tasks.cancel(task.id);
            drop(task.progress);
            drop(task.reply.send(Err(cancelled())));
        }
        if !meant.is_empty() {
            self.be_idle_soon();
        }
        !meant.is_empty()
    }
}

/// Sentences for the person stand before everything else.
fn with_notes(page: &str, notes: &[String]) -> String {
    let notes: String = notes.iter().map(|note| format!("> {note}\n>\n")).collect();
    if notes.is_empty() { page.to_owned() } else { format!("{notes}\n{page}") }
}

fn lower(title: &str) -> String {
    let mut letters = title.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}
