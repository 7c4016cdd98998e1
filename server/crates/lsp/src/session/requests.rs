//! Requests: a snapshot here, the answer in the pool.
//!
//! A request for a file whose problem is still being searched for or read for the first time waits for that, two
//! seconds at most.

use std::{sync::Arc, time::Duration};

use ide::Text;
use problem::path::{AbsPath, RelPath};
use serde_json::{Value, json};
use tower_lsp::{
    jsonrpc::{Error, Result},
    lsp_types::{
        CompletionTriggerKind, DocumentDiagnosticParams, DocumentDiagnosticReportResult, Documentation,
        FullDocumentDiagnosticReport, MarkupContent, MarkupKind, Position, UnchangedDocumentDiagnosticReport, Url,
        WorkspaceDiagnosticParams, WorkspaceDiagnosticReport, WorkspaceDiagnosticReportResult,
        WorkspaceDocumentDiagnosticReport, WorkspaceFullDocumentDiagnosticReport,
        WorkspaceUnchangedDocumentDiagnosticReport,
    },
};

use super::{Session, TimerKind, answers, changes::relative, entry::Pull, navigation, publishing, snapshot::Snapshot};
use crate::{
    documents::{Document, Documents},
    inbox::{ClientRequest, Event, Responder},
    protocol::{commands, encoding::Encoding},
};

/// How long a request waits for its file to be read.
const HELD_FOR: Duration = Duration::from_secs(2);

/// A document with the problem that it is part of.
pub(super) struct RequestContext {
    pub(super) document: Arc<Document>,
    pub(super) snapshot: Arc<Snapshot>,
    pub(super) path: RelPath,
    /// Of the problem.
    pub(super) root: AbsPath,
    pub(super) url: Url,
    pub(super) encoding: Encoding,
    pub(super) hovers_in_markdown: bool,
    pub(super) completes_in_markdown: bool,
    pub(super) fills_in: bool,
    /// The documents, as they were when the request was looked at.
    pub(super) documents: Documents,
    pub(super) versions_edits: bool,
    pub(super) has_model: bool,
    /// What is known of the texts is of the texts as they are.
    pub(super) is_read: bool,
}

/// What an answer is worth when the document has changed meanwhile.
#[derive(Clone, Copy)]
enum Staleness {
    /// As much as before.
    DoesNotMatter,
    /// Nothing: it has places in it.
    Matters,
}

impl RequestContext {
    pub(super) fn with<T>(&self, look: impl FnOnce(&ide::View<'_>, &Text<'_>) -> T) -> T {
        let text =
            Text { path: &self.path, text: self.document.text(), source: self.document.source().map(|it| &**it) };
        self.snapshot.view(|view| look(view, &text))
    }

    pub(super) fn at(&self, position: Position) -> problem::text::Position {
        self.encoding.read(&self.document.rope, position)
    }

    /// Markdown beside what is typed, as far as the client understands it there.
    pub(super) fn documentation(&self, value: String) -> Documentation {
        match self.completes_in_markdown {
            true => Documentation::MarkupContent(MarkupContent { kind: MarkupKind::Markdown, value }),
            false => Documentation::String(value),
        }
    }

    pub(super) fn range(&self, range: problem::text::Range) -> tower_lsp::lsp_types::Range {
        self.encoding.write(|| Some(self.document.rope.clone()), range)
    }
}

impl Session {
    pub(super) fn answer(&mut self, request: ClientRequest) {
        let url = match &request {
            ClientRequest::Hover(params, _) => Some(&params.text_document_position_params.text_document.uri),
            ClientRequest::Completion(params, _) => Some(&params.text_document_position.text_document.uri),
            ClientRequest::Folds(params, _) => Some(&params.text_document.uri),
            ClientRequest::Definition(params, _) => Some(&params.text_document_position_params.text_document.uri),
            ClientRequest::References(params, _) => Some(&params.text_document_position.text_document.uri),
            ClientRequest::CanRename(params, _) => Some(&params.text_document.uri),
            ClientRequest::Rename(params, _) => Some(&params.text_document_position.text_document.uri),
            ClientRequest::Symbols(params, _) => Some(&params.text_document.uri),
            ClientRequest::Links(params, _) => Some(&params.text_document.uri),
            ClientRequest::Signature(params, _) => Some(&params.text_document_position_params.text_document.uri),
            ClientRequest::Hints(params, _) => Some(&params.text_document.uri),
            ClientRequest::Colours(params, _) => Some(&params.text_document.uri),
            ClientRequest::Layout(params, _) => Some(&params.text_document.uri),
            ClientRequest::Lenses(params, _) => Some(&params.text_document.uri),
            ClientRequest::Actions(params, _) => Some(&params.text_document.uri),
            ClientRequest::Diagnostics(params, _) => Some(&params.text_document.uri),
            ClientRequest::Command(_, call, _) => call.uri.as_ref(),
            ClientRequest::Matrix(uri, _) => uri.as_ref(),
            ClientRequest::WorkspaceSymbols(..)
            | ClientRequest::WorkspaceDiagnostics(..)
            | ClientRequest::Problems(..)
            | ClientRequest::SelfTest(..) => None,
        };
        self.hold_or_answer(url.cloned(), request);
    }

    fn hold_or_answer(&mut self, url: Option<Url>, request: ClientRequest) {
        match url {
            Some(url) if self.is_being_read(&url) || self.wants_reading(&url, &request) => {
                self.waiting_requests.push((url, request));
                self.timers.after(HELD_FOR, TimerKind::WaitingRequests);
            }
            Some(_) | None => self.answer_now(request),
        }
    }

    /// Whether it is not known yet what a file belongs to, or what its problem is.
    fn is_being_read(&mut self, url: &Url) -> bool {
        if self.roots.is_resolving(url) {
            return true;
        }
        let is_open = self.documents.get(url).is_some();
        let Some(path) = self.path_of(url) else { return false };
        let Some(root) = self.root_of(&path) else {
            return self.roots.is_discovery_pending(&path) || (is_open && !self.roots.is_unowned(&path));
        };
        let Some(entry) = self.problems.get(&root).filter(|entry| entry.read.is_none()) else { return false };
        if entry.revision == 0 {
            // Nothing of it is open.
            self.invalidate(&root, true);
        }
        true
    }

    /// Whether a request is about what is found in a text, which is another since it was read: it is read at once.
    fn wants_reading(&mut self, url: &Url, request: &ClientRequest) -> bool {
        let is_of_findings = match request {
            // These have places in other files than the one that is open.
            ClientRequest::Actions(..) | ClientRequest::References(..) | ClientRequest::Rename(..) => true,
            ClientRequest::Command(_, call, _) => matches!(call.command, commands::Command::SetLabel(_)),
            ClientRequest::Hover(..)
            | ClientRequest::Completion(..)
            | ClientRequest::Folds(..)
            | ClientRequest::Definition(..)
            | ClientRequest::CanRename(..)
            | ClientRequest::Symbols(..)
            | ClientRequest::Links(..)
            | ClientRequest::Signature(..)
            | ClientRequest::Hints(..)
            | ClientRequest::Colours(..)
            | ClientRequest::Layout(..)
            | ClientRequest::WorkspaceSymbols(..)
            | ClientRequest::Lenses(..)
            | ClientRequest::Diagnostics(..)
            | ClientRequest::WorkspaceDiagnostics(..)
            | ClientRequest::Matrix(..)
            | ClientRequest::Problems(..)
            | ClientRequest::SelfTest(..) => false,
        };
        if !is_of_findings {
            return false;
        }
        let Some(root) = self.path_of(url).and_then(|path| self.root_of(&path)) else { return false };
        let waits = self.problems.get(&root).is_some_and(|entry| !entry.is_up_to_date());
        if waits {
            self.analyse(&root);
        }
        waits
    }

    /// Answers what waited, as far as it need not wait any longer.
    pub(super) fn answer_ready_requests(&mut self) {
        for (url, request) in std::mem::take(&mut self.waiting_requests) {
            if self.is_being_read(&url) || self.wants_reading(&url, &request) {
                self.waiting_requests.push((url, request));
            } else {
                self.answer_now(request);
            }
        }
        if self.waiting_requests.is_empty() {
            self.timers.forget(&TimerKind::WaitingRequests);
        }
    }

    /// Answers what waited, with what is known.
    pub(super) fn answer_waiting_requests(&mut self) {
        for (_, request) in std::mem::take(&mut self.waiting_requests) {
            self.answer_now(request);
        }
    }

    fn answer_now(&mut self, request: ClientRequest) {
        match request {
            ClientRequest::Hover(params, reply) => {
                let at = params.text_document_position_params;
                self.look(&at.text_document.uri, reply, Staleness::DoesNotMatter, move |context| {
                    answers::hover(context, at.position)
                });
            }
            ClientRequest::Completion(params, reply) => {
                let at = params.text_document_position;
                let kind = params.context.map(|context| context.trigger_kind);
                let is_at_sign = kind == Some(CompletionTriggerKind::TRIGGER_CHARACTER);
                self.look(&at.text_document.uri, reply, Staleness::Matters, move |context| {
                    answers::completion(context, at.position, is_at_sign)
                });
            }
            ClientRequest::Folds(params, reply) => {
                self.look(&params.text_document.uri, reply, Staleness::Matters, answers::folds)
            }
            ClientRequest::Definition(params, reply) => {
                let at = params.text_document_position_params;
                self.look(&at.text_document.uri, reply, Staleness::Matters, move |context| {
                    navigation::definition(context, at.position)
                });
            }
            ClientRequest::References(params, reply) => {
                let (at, with_definition) = (params.text_document_position, params.context.include_declaration);
                self.look(&at.text_document.uri, reply, Staleness::Matters, move |context| {
                    navigation::references(context, at.position, with_definition)
                });
            }
            ClientRequest::CanRename(at, reply) => {
                self.look(&at.text_document.uri, reply, Staleness::Matters, move |context| {
                    navigation::can_rename(context, at.position)
                });
            }
            ClientRequest::Rename(params, reply) => {
                let at = params.text_document_position;
                self.look_or_refuse(&at.text_document.uri, reply, Staleness::Matters, move |context| {
                    navigation::rename(context, at.position, &params.new_name)
                });
            }
            ClientRequest::Symbols(params, reply) => {
                let tells_of_cpp = self.settings.editor.tells_of_cpp();
                self.look(&params.text_document.uri, reply, Staleness::Matters, move |context| {
                    navigation::symbols(context, tells_of_cpp)
                });
            }
            ClientRequest::Links(params, reply) => {
                self.look(&params.text_document.uri, reply, Staleness::Matters, navigation::links)
            }
            ClientRequest::Signature(_, reply) if !self.settings.editor.tells_of_cpp() => drop(reply.send(Ok(None))),
            ClientRequest::Signature(params, reply) => {
                let at = params.text_document_position_params;
                self.look(&at.text_document.uri, reply, Staleness::DoesNotMatter, move |context| {
                    navigation::signature(context, at.position)
                });
            }
            ClientRequest::Hints(_, reply) if !self.settings.editor.shows_hints() => drop(reply.send(Ok(None))),
            ClientRequest::Hints(params, reply) => {
                let url = params.text_document.uri.clone();
                let beside_lenses = self.client.shows_lenses && self.settings.editor.shows_lenses();
                self.look(&url, reply, Staleness::Matters, move |context| {
                    navigation::hints(context, params.range, beside_lenses)
                });
            }
            ClientRequest::Colours(params, reply) => {
                self.look(&params.text_document.uri, reply, Staleness::Matters, answers::colours)
            }
            ClientRequest::Layout(params, reply) => {
                self.look(&params.text_document.uri, reply, Staleness::Matters, answers::layout)
            }
            ClientRequest::WorkspaceSymbols(params, reply) => self.find(params.query, reply),
            ClientRequest::Lenses(_, reply) if !self.settings.editor.shows_lenses() => drop(reply.send(Ok(None))),
            ClientRequest::Lenses(params, reply) => {
                self.look(&params.text_document.uri, reply, Staleness::Matters, answers::lenses)
            }
            ClientRequest::Actions(params, reply) => {
                let url = params.text_document.uri.clone();
                self.look(&url, reply, Staleness::Matters, move |context| super::actions::actions(context, &params));
            }
            ClientRequest::Diagnostics(params, reply) => self.pull(params, reply),
            ClientRequest::WorkspaceDiagnostics(params, reply) => self.pull_workspace(&params, reply),
            ClientRequest::Command(id, call, reply) => self.command(id, call, reply),
            ClientRequest::Matrix(uri, reply) => self.matrix(self.root_of_uri(uri.as_ref()), reply, |matrix| matrix),
            ClientRequest::Problems(reply) => self.answer_problems(reply),
            ClientRequest::SelfTest(params, reply) => {
                if params.get("how") == Some(&json!("panic in the session")) {
                    // The reply goes with the turn.
                    let _reply = reply;
                    panic!("asked for");
                }
                drop(reply.send(Ok(json!({ "documents": self.versions(), "turns_us": self.turns }))));
            }
        }
    }

    /// The documents that are open, with their versions and lengths in bytes.
    fn versions(&self) -> Value {
        let of = |document: &Arc<Document>| json!([document.version, document.rope.len_bytes()]);
        self.documents.iter().map(|document| (document.url.to_string(), of(document))).collect()
    }

    /// Answers from a snapshot, in the pool. A document that is part of no problem has nothing to show.
    fn look<T: Send + 'static>(
        &mut self,
        url: &Url,
        reply: Responder<Option<T>>,
        staleness: Staleness,
        answer: impl FnOnce(&RequestContext) -> Option<T> + Send + 'static,
    ) {
        self.look_or_refuse(url, reply, staleness, move |context| Ok(answer(context)));
    }

    /// The same for what may be refused.
    fn look_or_refuse<T: Send + 'static>(
        &mut self,
        url: &Url,
        reply: Responder<Option<T>>,
        staleness: Staleness,
        answer: impl FnOnce(&RequestContext) -> Result<Option<T>> + Send + 'static,
    ) {
        let Some(context) = self.context(url) else {
            drop(reply.send(Ok(None)));
            return;
        };
        let inbox = self.services.inbox.clone();
        self.services.pool.run(move || {
            if reply.is_closed() {
                return;
            }
            let answer = answer(&context);
            match staleness {
                Staleness::DoesNotMatter => drop(reply.send(answer)),
                Staleness::Matters => inbox.send(Event::ResponseReady {
                    url: context.document.url.clone(),
                    version: context.document.version,
                    respond: Box::new(move |has_changed| {
                        drop(reply.send(if has_changed { Err(Error::content_modified()) } else { answer }));
                    }),
                }),
            }
        });
    }

    fn context(&mut self, url: &Url) -> Option<RequestContext> {
        let document = Arc::clone(self.documents.get(url)?);
        let root = self.root_of(&document.path)?;
        let snapshot = self.snapshot(&root)?;
        let path = relative(&root, &document.path)?;
        let entry = self.problems.get(&root)?;
        let (url, is_read) = (entry.url.clone(), entry.is_up_to_date());
        Some(RequestContext {
            document,
            snapshot,
            path,
            root,
            url,
            encoding: self.client.encoding,
            hovers_in_markdown: self.client.hovers_in_markdown,
            completes_in_markdown: self.client.completes_in_markdown,
            fills_in: self.client.fills_in,
            documents: self.documents.clone(),
            versions_edits: self.client.versions_edits,
            has_model: self.settings.llm.is_configured(),
            is_read,
        })
    }

    /// The diagnostics of a document, once its text is read as it is now.
    fn pull(&mut self, params: DocumentDiagnosticParams, reply: Responder<DocumentDiagnosticReportResult>) {
        let (url, known) = (params.text_document.uri, params.previous_result_id);
        let path = self.path_of(&url);
        let root = path.and_then(|path| self.root_of(&path));
        let Some(entry) = root.as_ref().and_then(|root| self.problems.get_mut(root)) else {
            drop(reply.send(Ok(publishing::answer(&self.diagnostics.of(&url), known.as_deref()))));
            return;
        };
        if entry.is_up_to_date() {
            let report = self.diagnostics.of(&url);
            drop(reply.send(Ok(publishing::answer(&report, known.as_deref()))));
            return;
        }
        entry.pulls.push(Pull { url, known, reply });
        if let Some(root) = root {
            self.analyse(&root);
        }
    }

    /// The diagnostics of all files, as they are known at this moment.
    fn pull_workspace(
        &mut self,
        params: &WorkspaceDiagnosticParams,
        reply: Responder<WorkspaceDiagnosticReportResult>,
    ) {
        for url in self.diagnostics.begin_pulling_workspace() {
            self.publish_file(&url);
        }
        let known = |url: &Url| params.previous_result_ids.iter().find(|one| &one.uri == url).map(|one| &one.value);
        let mut items = Vec::new();
        let gone = params.previous_result_ids.iter().map(|one| &one.uri).filter(|url| !self.diagnostics.has(url));
        for url in self.diagnostics.files().chain(gone) {
            let report = self.diagnostics.of(url);
            let id = report.id();
            let version = self.documents.get(url).map(|document| i64::from(document.version));
            items.push(if known(url) == Some(&id) {
                WorkspaceDocumentDiagnosticReport::Unchanged(WorkspaceUnchangedDocumentDiagnosticReport {
                    uri: url.clone(),
                    version,
                    unchanged_document_diagnostic_report: UnchangedDocumentDiagnosticReport { result_id: id },
                })
            } else {
                WorkspaceDocumentDiagnosticReport::Full(WorkspaceFullDocumentDiagnosticReport {
                    uri: url.clone(),
                    version,
                    full_document_diagnostic_report: FullDocumentDiagnosticReport {
                        result_id: Some(id),
                        items: report.items,
                    },
                })
            });
        }
        let report = WorkspaceDiagnosticReport { items };
        drop(reply.send(Ok(WorkspaceDiagnosticReportResult::Report(report))));
    }

    /// `touchstone/matrix`: as it was told last, or what is known of it without a check.
    pub(super) fn matrix<T: Send + 'static>(
        &mut self,
        root: Result<AbsPath>,
        reply: Responder<T>,
        wrap: impl FnOnce(Value) -> T + Send + 'static,
    ) {
        let root = match root {
            Ok(root) => root,
            Err(error) => return drop(reply.send(Err(error))),
        };
        let told = self.problems.get(&root).and_then(|entry| entry.matrix.clone());
        let snapshot = self.snapshot(&root);
        self.services.pool.run(move || {
            let matrix = match (told, snapshot) {
                (Some(matrix), _) => Ok(json!(*matrix)),
                (None, Some(snapshot)) => Ok(snapshot.view(|view| json!(ide::matrix::matrix(view, 0)))),
                (None, None) => Err(crate::request_failed("the problem is not read yet; ask again")),
            };
            drop(reply.send(matrix.map(wrap)));
        });
    }
}
