//! tower-lsp's view of the server.
//!
//! Invariant: a method sends one event and, for a request, awaits its answer; it does nothing else, so that the order of
//! the wire is the order of the queue.

use std::{panic, thread, time::Duration};

use serde_json::Value;
use tokio::sync::oneshot;
use tower_lsp::{
    LanguageServer,
    jsonrpc::{self, Error, Result},
    lsp_types::{
        CodeActionParams, CodeActionResponse, CodeLens, CodeLensParams, CompletionParams, CompletionResponse,
        DidChangeConfigurationParams, DidChangeTextDocumentParams, DidChangeWatchedFilesParams,
        DidChangeWorkspaceFoldersParams, DidCloseTextDocumentParams, DidOpenTextDocumentParams,
        DidSaveTextDocumentParams, DocumentDiagnosticParams, DocumentDiagnosticReportResult, DocumentFormattingParams,
        DocumentLink, DocumentLinkParams, DocumentSymbolParams, DocumentSymbolResponse, ExecuteCommandParams,
        FoldingRange, FoldingRangeParams, GotoDefinitionParams, GotoDefinitionResponse, Hover, HoverParams,
        InitializeParams, InitializeResult, InitializedParams, InlayHint, InlayHintParams, Location,
        PrepareRenameResponse, ReferenceParams, RenameParams, SemanticTokensParams, SemanticTokensResult,
        SignatureHelp, SignatureHelpParams, SymbolInformation, TextDocumentPositionParams, TextEdit,
        WorkDoneProgressCancelParams, WorkspaceDiagnosticParams, WorkspaceDiagnosticReportResult, WorkspaceEdit,
        WorkspaceSymbolParams,
    },
};

use crate::{
    inbox::{ClientRequest, DropNotice, Event, Inbox, Responder},
    protocol::{
        capabilities,
        commands::{CommandCall, uri_of},
        payload::{EditorSaid, ModelEnd, ModelNamed, ModelPart},
    },
};

/// The methods.
pub(crate) struct Backend {
    pub(crate) inbox: Inbox,
    pub(crate) version: &'static str,
    /// Whether `touchstone/selfTest` is answered, with which tests make handlers fail.
    pub(crate) self_test: bool,
}

impl Backend {
    async fn ask<T>(&self, ask: impl FnOnce(Responder<T>) -> ClientRequest) -> Result<T> {
        let (reply, answer) = oneshot::channel();
        self.inbox.send(Event::ClientRequest(ask(reply)));
        answered(answer).await
    }

    /// `touchstone/matrix`
    pub(crate) async fn matrix(&self, params: Value) -> Result<Value> {
        self.ask(|reply| ClientRequest::Matrix(uri_of(&params), reply)).await
    }

    /// `touchstone/problems`
    pub(crate) async fn problems(&self, _: Value) -> Result<Value> {
        self.ask(ClientRequest::Problems).await
    }

    /// `window/workDoneProgress/cancel`
    pub(crate) async fn cancel_progress(&self, params: WorkDoneProgressCancelParams) {
        self.inbox.send(Event::ProgressCancelled(params.token));
    }

    /// `touchstone/modelPart`: a part of an answer of the editor's model.
    pub(crate) async fn model_part(&self, params: ModelPart) {
        self.inbox.send(Event::ModelSaid(params.id, EditorSaid::Part(params.text)));
    }

    /// `touchstone/modelNamed`: the editor asks this model from now on.
    pub(crate) async fn model_named(&self, params: ModelNamed) {
        self.inbox.send(Event::ModelNamed(params.name));
    }

    /// `touchstone/modelEnd`: the end of one.
    pub(crate) async fn model_end(&self, params: ModelEnd) {
        self.inbox.send(Event::ModelSaid(params.id, EditorSaid::End(params.error)));
    }

    /// `touchstone/selfTest`: fails in the way that is asked for, where tests have switched that on.
    pub(crate) async fn fail_on_purpose(&self, params: Value) -> Result<Value> {
        if !self.self_test {
            return Err(Error::method_not_found());
        }
        match params.get("how").and_then(Value::as_str) {
            Some("panic") => panic!("asked for"),
            Some("block") => thread::park_timeout(Duration::from_millis(300)),
            Some("never") => std::future::pending().await,
            Some(_) | None => return self.ask(|reply| ClientRequest::SelfTest(params, reply)).await,
        }
        Ok(Value::Null)
    }
}

/// The session answers every request; where it could not, that is its mistake.
async fn answered<T>(answer: oneshot::Receiver<jsonrpc::Result<T>>) -> Result<T> {
    answer.await.unwrap_or_else(|_| Err(Error::internal_error()))
}

#[tower_lsp::async_trait]
impl LanguageServer for Backend {
    async fn initialize(&self, params: InitializeParams) -> Result<InitializeResult> {
        let answer = capabilities::answer(&params, self.version);
        self.inbox.send(Event::Initialize(Box::new(params)));
        Ok(answer)
    }

    async fn initialized(&self, _: InitializedParams) {
        self.inbox.send(Event::Initialized);
    }

    async fn shutdown(&self) -> Result<()> {
        let (reply, answer) = oneshot::channel();
        self.inbox.send(Event::Shutdown(reply));
        answered(answer).await
    }

    async fn did_open(&self, params: DidOpenTextDocumentParams) {
        self.inbox.send(Event::Opened(params.text_document));
    }

    async fn did_change(&self, params: DidChangeTextDocumentParams) {
        self.inbox.send(Event::Changed(params));
    }

    async fn did_save(&self, params: DidSaveTextDocumentParams) {
        self.inbox.send(Event::Saved(params.text_document.uri));
    }

    async fn did_close(&self, params: DidCloseTextDocumentParams) {
        self.inbox.send(Event::Closed(params.text_document.uri));
    }

    async fn did_change_watched_files(&self, params: DidChangeWatchedFilesParams) {
        self.inbox.send(Event::FilesChanged(params.changes));
    }

    async fn did_change_workspace_folders(&self, params: DidChangeWorkspaceFoldersParams) {
        self.inbox.send(Event::WorkspaceFoldersChanged(params));
    }

    async fn did_change_configuration(&self, params: DidChangeConfigurationParams) {
        self.inbox.send(Event::ConfigurationChanged(params.settings));
    }

    async fn hover(&self, params: HoverParams) -> Result<Option<Hover>> {
        self.ask(|reply| ClientRequest::Hover(params, reply)).await
    }

    async fn completion(&self, params: CompletionParams) -> Result<Option<CompletionResponse>> {
        self.ask(|reply| ClientRequest::Completion(params, reply)).await
    }

    async fn folding_range(&self, params: FoldingRangeParams) -> Result<Option<Vec<FoldingRange>>> {
        self.ask(|reply| ClientRequest::Folds(params, reply)).await
    }

    async fn goto_definition(&self, params: GotoDefinitionParams) -> Result<Option<GotoDefinitionResponse>> {
        self.ask(|reply| ClientRequest::Definition(params, reply)).await
    }

    async fn references(&self, params: ReferenceParams) -> Result<Option<Vec<Location>>> {
        self.ask(|reply| ClientRequest::References(params, reply)).await
    }

    async fn prepare_rename(&self, params: TextDocumentPositionParams) -> Result<Option<PrepareRenameResponse>> {
        self.ask(|reply| ClientRequest::CanRename(params, reply)).await
    }

    async fn rename(&self, params: RenameParams) -> Result<Option<WorkspaceEdit>> {
        self.ask(|reply| ClientRequest::Rename(params, reply)).await
    }

    async fn document_symbol(&self, params: DocumentSymbolParams) -> Result<Option<DocumentSymbolResponse>> {
        self.ask(|reply| ClientRequest::Symbols(params, reply)).await
    }

    async fn document_link(&self, params: DocumentLinkParams) -> Result<Option<Vec<DocumentLink>>> {
        self.ask(|reply| ClientRequest::Links(params, reply)).await
    }

    async fn signature_help(&self, params: SignatureHelpParams) -> Result<Option<SignatureHelp>> {
        self.ask(|reply| ClientRequest::Signature(params, reply)).await
    }

    async fn inlay_hint(&self, params: InlayHintParams) -> Result<Option<Vec<InlayHint>>> {
        self.ask(|reply| ClientRequest::Hints(params, reply)).await
    }

    async fn semantic_tokens_full(&self, params: SemanticTokensParams) -> Result<Option<SemanticTokensResult>> {
        self.ask(|reply| ClientRequest::Colours(params, reply)).await
    }

    async fn formatting(&self, params: DocumentFormattingParams) -> Result<Option<Vec<TextEdit>>> {
        self.ask(|reply| ClientRequest::Layout(params, reply)).await
    }

    async fn symbol(&self, params: WorkspaceSymbolParams) -> Result<Option<Vec<SymbolInformation>>> {
        self.ask(|reply| ClientRequest::WorkspaceSymbols(params, reply)).await
    }

    async fn code_lens(&self, params: CodeLensParams) -> Result<Option<Vec<CodeLens>>> {
        self.ask(|reply| ClientRequest::Lenses(params, reply)).await
    }

    async fn code_action(&self, params: CodeActionParams) -> Result<Option<CodeActionResponse>> {
        self.ask(|reply| ClientRequest::Actions(params, reply)).await
    }

    async fn diagnostic(&self, params: DocumentDiagnosticParams) -> Result<DocumentDiagnosticReportResult> {
        self.ask(|reply| ClientRequest::Diagnostics(params, reply)).await
    }

    async fn workspace_diagnostic(&self, params: WorkspaceDiagnosticParams) -> Result<WorkspaceDiagnosticReportResult> {
        self.ask(|reply| ClientRequest::WorkspaceDiagnostics(params, reply)).await
    }

    async fn execute_command(&self, params: ExecuteCommandParams) -> Result<Option<Value>> {
        let call = CommandCall::parse(params)?;
        let id = self.inbox.request_id();
        let (reply, answer) = oneshot::channel();
        self.inbox.send(Event::ClientRequest(ClientRequest::Command(id, call, reply)));
        let _notice = DropNotice { inbox: self.inbox.clone(), id };
        answered(answer).await
    }
}
