//! What the session hears of: one queue for the client, the judge and the readers of folders.
//!
//! Invariant: events are handled in the order in which they were sent, one at a time.

use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
};

use crossbeam_channel::Sender;
use problem::path::AbsPath;
use serde_json::Value;
use tokio::sync::oneshot;
use tower_lsp::{
    jsonrpc,
    lsp_types::{
        CodeActionOrCommand, CodeActionParams, CodeLens, CodeLensParams, CompletionParams, CompletionResponse,
        DidChangeTextDocumentParams, DidChangeWorkspaceFoldersParams, DocumentDiagnosticParams,
        DocumentDiagnosticReportResult, DocumentFormattingParams, DocumentLink, DocumentLinkParams,
        DocumentSymbolParams, DocumentSymbolResponse, FileEvent, FoldingRange, FoldingRangeParams,
        GotoDefinitionParams, GotoDefinitionResponse, Hover, HoverParams, InitializeParams, InlayHint, InlayHintParams,
        Location, PrepareRenameResponse, ProgressToken, ReferenceParams, RenameParams, SemanticTokensParams,
        SemanticTokensResult, SignatureHelp, SignatureHelpParams, SymbolInformation, TextDocumentItem,
        TextDocumentPositionParams, TextEdit, Url, WorkspaceDiagnosticParams, WorkspaceDiagnosticReportResult,
        WorkspaceEdit, WorkspaceSymbolParams,
    },
};

use crate::{
    protocol::{commands::CommandCall, payload::EditorSaid},
    session::ResolvedPath,
    workers::{
        analyst::{Analysis, ChangedFile, FoundContest},
        judging::CheckEvent,
        tasks::TaskResult,
    },
};

/// What the session reacts to.
pub(crate) enum Event {
    /// The client said who it is.
    Initialize(Box<InitializeParams>),
    /// The client is ready to be asked.
    Initialized,
    /// A document was opened.
    Opened(TextDocumentItem),
    /// A document was edited.
    Changed(DidChangeTextDocumentParams),
    /// A document was saved.
    Saved(Url),
    /// A document was closed.
    Closed(Url),
    /// Files changed outside of the editor.
    FilesChanged(Vec<FileEvent>),
    /// The real path of a workspace folder, or of a document that was opened, is known.
    Resolved(ResolvedPath),
    /// A folder is watched by ourselves from now on.
    WatchBegun(AbsPath),
    /// Files of a folder that we watch ourselves have changed.
    WatchedFolderChanged {
        /// The folder.
        root: AbsPath,
        /// The files.
        paths: Vec<AbsPath>,
    },
    /// Files that changed were looked at.
    ChangesRead {
        /// The problem that they belong to, where our own watching says so.
        root: Option<AbsPath>,
        /// The files.
        files: Vec<ChangedFile>,
    },
    /// Workspace folders came or went.
    WorkspaceFoldersChanged(DidChangeWorkspaceFoldersParams),
    /// The settings may have changed; some clients send them along.
    ConfigurationChanged(Value),
    /// The client's answer to a question about its settings; `None` when it gave none.
    Configuration(Option<Value>),
    /// Whether the programs below a root may be run; `None` when nobody answered.
    Trust {
        /// The folder that was asked about: a workspace folder, or a problem outside all of them.
        folder: AbsPath,
        /// The answer.
        answer: Option<bool>,
    },
    /// The person pressed cancel.
    ProgressCancelled(ProgressToken),
    /// The editor's model said something about the question of an id.
    ModelSaid(u64, EditorSaid),
    /// The editor's model is called so.
    ModelNamed(String),
    /// A request.
    ClientRequest(ClientRequest),
    /// A request is not wanted any more; it may have been answered.
    RequestDropped(RequestId),
    /// The problems of a workspace folder were found.
    Discovered {
        /// The folder.
        workspace: AbsPath,
        /// Their roots.
        roots: Vec<AbsPath>,
        /// How they belong together.
        contests: Vec<FoundContest>,
    },
    /// The problem that a file belongs to was looked for.
    Located {
        /// The file.
        file: AbsPath,
        /// The problem's root.
        root: Option<AbsPath>,
    },
    /// The response to a request is ready; it is sent, or refused with ContentModified if the document has changed since.
    ResponseReady {
        /// The document.
        url: Url,
        /// The version that was looked at.
        version: i32,
        /// Sends the response; the argument says whether the document has changed.
        respond: Box<dyn FnOnce(bool) + Send>,
    },
    /// A problem was read.
    Analysed(Box<Analysis>),
    /// A check has begun, found something, or ended.
    Check(CheckEvent),
    /// A task is over.
    TaskDone(Box<TaskResult>),
    /// The client wants us to end.
    Shutdown(Responder<()>),
    /// Nothing more will come, and nothing more is to be done.
    End,
}

impl Event {
    /// Its name, for the log.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Event::Initialize(_) => "initialize",
            Event::Initialized => "initialized",
            Event::Opened(_) => "opened",
            Event::Changed(_) => "changed",
            Event::Saved(_) => "saved",
            Event::Closed(_) => "closed",
            Event::FilesChanged(_) => "files changed",
            Event::Resolved(_) => "resolved",
            Event::ChangesRead { .. } => "changes read",
            Event::WatchBegun(_) => "watch begun",
            Event::WatchedFolderChanged { .. } => "folder changed",
            Event::WorkspaceFoldersChanged(_) => "workspace folders changed",
            Event::ConfigurationChanged(_) => "configuration changed",
            Event::Configuration(_) => "configuration",
            Event::Trust { .. } => "trust",
            Event::ProgressCancelled(_) => "progress cancelled",
            Event::ModelSaid(..) => "model said",
            Event::ModelNamed(_) => "model named",
            Event::ClientRequest(request) => request.name(),
            Event::RequestDropped(_) => "dropped",
            Event::Discovered { .. } => "discovered",
            Event::Located { .. } => "located",
            Event::ResponseReady { .. } => "answered",
            Event::Analysed(_) => "analysed",
            Event::Check(_) => "check",
            Event::TaskDone(_) => "task done",
            Event::Shutdown(_) => "shutdown",
            Event::End => "end",
        }
    }
}

/// Where an answer goes.
pub(crate) type Responder<T> = oneshot::Sender<jsonrpc::Result<T>>;

/// Tells requests apart.
pub(crate) type RequestId = u64;

/// A request of the client, with where its answer goes.
pub(crate) enum ClientRequest {
    Hover(HoverParams, Responder<Option<Hover>>),
    Completion(CompletionParams, Responder<Option<CompletionResponse>>),
    Folds(FoldingRangeParams, Responder<Option<Vec<FoldingRange>>>),
    Definition(GotoDefinitionParams, Responder<Option<GotoDefinitionResponse>>),
    References(ReferenceParams, Responder<Option<Vec<Location>>>),
    CanRename(TextDocumentPositionParams, Responder<Option<PrepareRenameResponse>>),
    Rename(RenameParams, Responder<Option<WorkspaceEdit>>),
    Symbols(DocumentSymbolParams, Responder<Option<DocumentSymbolResponse>>),
    Links(DocumentLinkParams, Responder<Option<Vec<DocumentLink>>>),
    Signature(SignatureHelpParams, Responder<Option<SignatureHelp>>),
    Hints(InlayHintParams, Responder<Option<Vec<InlayHint>>>),
    Colours(SemanticTokensParams, Responder<Option<SemanticTokensResult>>),
    Layout(DocumentFormattingParams, Responder<Option<Vec<TextEdit>>>),
    WorkspaceSymbols(WorkspaceSymbolParams, Responder<Option<Vec<SymbolInformation>>>),
    Lenses(CodeLensParams, Responder<Option<Vec<CodeLens>>>),
    Actions(CodeActionParams, Responder<Option<Vec<CodeActionOrCommand>>>),
    Diagnostics(DocumentDiagnosticParams, Responder<DocumentDiagnosticReportResult>),
    WorkspaceDiagnostics(WorkspaceDiagnosticParams, Responder<WorkspaceDiagnosticReportResult>),
    Command(RequestId, CommandCall, Responder<Option<Value>>),
    Matrix(Option<Url>, Responder<Value>),
    Problems(Responder<Value>),
    SelfTest(Value, Responder<Value>),
}

impl ClientRequest {
    fn name(&self) -> &'static str {
        match self {
            ClientRequest::Hover(..) => "hover",
            ClientRequest::Completion(..) => "completion",
            ClientRequest::Folds(..) => "folding range",
            ClientRequest::Definition(..) => "definition",
            ClientRequest::References(..) => "references",
            ClientRequest::CanRename(..) => "prepare rename",
            ClientRequest::Rename(..) => "rename",
            ClientRequest::Symbols(..) => "document symbols",
            ClientRequest::Links(..) => "document links",
            ClientRequest::Signature(..) => "signature help",
            ClientRequest::Hints(..) => "inlay hints",
            ClientRequest::Colours(..) => "semantic tokens",
            ClientRequest::Layout(..) => "formatting",
            ClientRequest::WorkspaceSymbols(..) => "workspace symbols",
            ClientRequest::Lenses(..) => "code lens",
            ClientRequest::Actions(..) => "code action",
            ClientRequest::Diagnostics(..) => "diagnostics",
            ClientRequest::WorkspaceDiagnostics(..) => "workspace diagnostics",
            ClientRequest::Command(..) => "command",
            ClientRequest::Matrix(..) => "matrix",
            ClientRequest::Problems(..) => "problems",
            ClientRequest::SelfTest(..) => "self-test",
        }
    }
}

/// The sending end of the queue.
#[derive(Clone)]
pub(crate) struct Inbox {
    sender: Sender<Event>,
    n_requests: Arc<AtomicU64>,
}

impl Inbox {
    pub(crate) fn new(sender: Sender<Event>) -> Inbox {
        Inbox { sender, n_requests: Arc::default() }
    }

    /// Puts an event at the end.
    pub(crate) fn send(&self, event: Event) {
        // A session that has ended hears nothing more.
        drop(self.sender.send(event));
    }

    /// A number that no other request has.
    pub(crate) fn request_id(&self) -> RequestId {
        self.n_requests.fetch_add(1, Ordering::Relaxed)
    }
}

/// Tells the session when the future of a request is gone.
pub(crate) struct DropNotice {
    pub(crate) inbox: Inbox,
    pub(crate) id: RequestId,
}

impl Drop for DropNotice {
    fn drop(&mut self) {
        self.inbox.send(Event::RequestDropped(self.id));
    }
}
