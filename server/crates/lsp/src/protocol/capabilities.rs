//! What the client can do, and what we offer it.
//!
//! Invariant: a capability is offered only where the client has the matching one, and it is built.

use ide::command::CommandName;
use serde_json::Value;
use tower_lsp::lsp_types::{
    ClientCapabilities, CodeActionKind, CodeActionOptions, CodeActionProviderCapability, CodeLensOptions,
    CompletionOptions, DiagnosticOptions, DiagnosticServerCapabilities, DocumentLinkOptions, ExecuteCommandOptions,
    FoldingRangeProviderCapability, HoverProviderCapability, InitializeParams, InitializeResult, MarkupKind, OneOf,
    PositionEncodingKind, RenameOptions, ResourceOperationKind, SaveOptions, SemanticTokensFullOptions,
    SemanticTokensLegend, SemanticTokensOptions, SemanticTokensServerCapabilities, ServerCapabilities, ServerInfo,
    SignatureHelpOptions, TextDocumentSyncCapability, TextDocumentSyncKind, TextDocumentSyncOptions,
    TextDocumentSyncSaveOptions, Url, WorkspaceFoldersServerCapabilities, WorkspaceServerCapabilities,
};

use crate::protocol::{encoding::Encoding, kinds::legend};

/// Of the name of an editor's model so many characters are shown.
const MAX_MODEL_NAME: usize = 80;

/// The client, as far as it matters.
#[derive(Clone, Debug, Default)]
pub(crate) struct Client {
    /// How it counts characters.
    pub(crate) encoding: Encoding,
    /// It asks for the diagnostics of open documents, and can be told to ask again: one that cannot would not see what
    /// a check has found.
    pub(crate) pulls_diagnostics: bool,
    /// It can be told to ask for code lenses again.
    pub(crate) refreshes_lenses: bool,
    /// It can be told to ask for hints again.
    pub(crate) refreshes_hints: bool,
    /// It shows words above lines.
    pub(crate) shows_lenses: bool,
    /// It shows words behind what a line says.
    pub(crate) shows_hints: bool,
    /// It shows progress.
    pub(crate) shows_progress: bool,
    /// It can be asked for settings.
    pub(crate) has_configuration: bool,
    /// It tells us of changes of files when we ask for that.
    pub(crate) watches_files: bool,
    /// It tells us of changes of settings only when we ask for that.
    pub(crate) registers_configuration: bool,
    /// It shows places that explain a diagnostic.
    pub(crate) shows_related: bool,
    /// It follows the link of a diagnostic's code.
    pub(crate) describes_codes: bool,
    /// It keeps what a diagnostic carries for commands.
    pub(crate) keeps_data: bool,
    /// It lets us give a document's version with its diagnostics.
    pub(crate) takes_versions: bool,
    /// Markdown can be hovers' words.
    pub(crate) hovers_in_markdown: bool,
    /// Markdown can be the documentation of what is offered for completion.
    pub(crate) completes_in_markdown: bool,
    /// It lets people fill in places of what a completion brings.
    pub(crate) fills_in: bool,
    /// Edits may name versions of documents.
    pub(crate) versions_edits: bool,
    /// It applies edits that we ask for, with versions of documents.
    pub(crate) applies_edits: bool,
    /// It makes new files as part of edits.
    pub(crate) creates_files: bool,
    /// It shows edits that want it before it makes them.
    pub(crate) annotates_edits: bool,
    /// It keeps keys of language models.
    pub(crate) keeps_keys: bool,
    /// What it calls the model that it can ask for us.
    pub(crate) model: Option<String>,
    /// It asks what can be folded.
    pub(crate) folds: bool,
    /// It goes from a name to where that is defined.
    pub(crate) goes_to_definitions: bool,
    /// It shows where something is used.
    pub(crate) finds_references: bool,
    /// It can give something another name.
    pub(crate) renames: bool,
    /// It asks beforehand whether that can be done.
    pub(crate) prepares_renames: bool,
    /// It shows outlines whose entries have details.
    pub(crate) outlines: bool,
    /// It follows paths in documents.
    pub(crate) follows_links: bool,
    /// It looks for names in all of the workspace.
    pub(crate) finds_names: bool,
    /// It colours words as it is told.
    pub(crate) colours: bool,
    /// It has texts laid out.
    pub(crate) lays_out: bool,
    /// It shows what a call takes while that is written.
    pub(crate) shows_signatures: bool,
    /// It knows the kinds of code actions.
    pub(crate) knows_actions: bool,
    /// Its process, where it is one on this machine.
    pub(crate) process: Option<u32>,
    /// Folders it has open.
    pub(crate) folders: Vec<Url>,
    /// What came with `initialize`.
    pub(crate) options: Value,
}

/// The name of a model as people see it.
fn shown_name(name: &str) -> String {
    name.chars().take(MAX_MODEL_NAME).collect()
}

impl Client {
    /// Takes note of the name of the editor's model, where it has said that there is one.
    pub(crate) fn name_model(&mut self, name: &str) {
        if let Some(model) = self.model.as_mut().filter(|_| !name.trim().is_empty()) {
            *model = shown_name(name);
        }
    }

    /// Reads what came with `initialize`.
    pub(crate) fn new(params: &InitializeParams) -> Client {
        let all = &params.capabilities;
        let workspace = all.workspace.clone().unwrap_or_default();
        let document = all.text_document.clone().unwrap_or_default();
        let window = all.window.clone().unwrap_or_default();
        let published = document.publish_diagnostics.unwrap_or_default();
        let edits = workspace.workspace_edit.unwrap_or_default();
        let versions_edits = edits.document_changes.unwrap_or(false);
        let refreshes_diagnostics = workspace.diagnostic.and_then(|it| it.refresh_support).unwrap_or(false);
        let pulls_diagnostics = document.diagnostic.is_some() && refreshes_diagnostics;
        Client {
            encoding: encoding(all),
            pulls_diagnostics,
            refreshes_hints: workspace.inlay_hint.and_then(|it| it.refresh_support).unwrap_or(false),
            shows_hints: document.inlay_hint.is_some(),
            shows_lenses: document.code_lens.is_some(),
            refreshes_lenses: workspace.code_lens.and_then(|it| it.refresh_support).unwrap_or(false),
            shows_progress: window.work_done_progress.unwrap_or(false),
            has_configuration: workspace.configuration.unwrap_or(false),
            watches_files: workspace.did_change_watched_files.and_then(|it| it.dynamic_registration).unwrap_or(false),
            registers_configuration: workspace
                .did_change_configuration
                .and_then(|it| it.dynamic_registration)
                .unwrap_or(false),
            shows_related: published.related_information.unwrap_or(false) || pulls_diagnostics,
            describes_codes: published.code_description_support.unwrap_or(false) || pulls_diagnostics,
            keeps_data: published.data_support.unwrap_or(false) || pulls_diagnostics,
            takes_versions: published.version_support.unwrap_or(false),
            hovers_in_markdown: document.hover.is_some_and(|it| has_markdown(it.content_format)),
            fills_in: document
                .completion
                .as_ref()
                .and_then(|it| it.completion_item.as_ref()?.snippet_support)
                .unwrap_or(false),
            completes_in_markdown: document
                .completion
                .and_then(|it| it.completion_item)
                .is_some_and(|it| has_markdown(it.documentation_format)),
            versions_edits,
            applies_edits: workspace.apply_edit.unwrap_or(false) && versions_edits,
            creates_files: edits
                .resource_operations
                .is_some_and(|kinds| kinds.contains(&ResourceOperationKind::Create)),
            annotates_edits: edits.change_annotation_support.is_some(),
            keeps_keys: all
                .experimental
                .as_ref()
                .and_then(|all| all.pointer("/touchstone/apiKey"))
                .is_some_and(|it| *it == Value::Bool(true)),
            model: all.experimental.as_ref().and_then(|all| all.pointer("/touchstone/model")?.as_str()).map(shown_name),
            folds: document.folding_range.is_some(),
            goes_to_definitions: document.definition.is_some(),
            finds_references: document.references.is_some(),
            renames: document.rename.is_some(),
            prepares_renames: document.rename.and_then(|it| it.prepare_support).unwrap_or(false),
            outlines: document.document_symbol.is_some_and(|it| it.hierarchical_document_symbol_support == Some(true)),
            follows_links: document.document_link.is_some(),
            finds_names: workspace.symbol.is_some(),
            colours: document.semantic_tokens.is_some(),
            lays_out: document.formatting.is_some(),
            shows_signatures: document.signature_help.is_some(),
            knows_actions: document.code_action.and_then(|it| it.code_action_literal_support).is_some(),
            process: params.process_id,
            folders: folders(params),
            options: params.initialization_options.clone().unwrap_or_default(),
        }
    }
}

fn has_markdown(formats: Option<Vec<MarkupKind>>) -> bool {
    formats.unwrap_or_default().contains(&MarkupKind::Markdown)
}

/// UTF-16, unless the client would rather have UTF-8.
fn encoding(all: &ClientCapabilities) -> Encoding {
    let named = all.general.as_ref().and_then(|general| general.position_encodings.as_ref());
    match named.and_then(|encodings| encodings.first()) {
        Some(first) if *first == PositionEncodingKind::UTF8 => Encoding::Utf8,
        Some(_) | None => Encoding::Utf16,
    }
}

fn folders(params: &InitializeParams) -> Vec<Url> {
    if let Some(folders) = &params.workspace_folders {
        return folders.iter().map(|folder| folder.uri.clone()).collect();
    }
    params.root_uri.clone().into_iter().collect()
}

/// The answer to `initialize`.
pub(crate) fn answer(params: &InitializeParams, version: &str) -> InitializeResult {
    let client = Client::new(params);
    let name = match client.encoding {
        Encoding::Utf16 => PositionEncodingKind::UTF16,
        Encoding::Utf8 => PositionEncodingKind::UTF8,
    };
    let has_encodings =
        params.capabilities.general.as_ref().is_some_and(|general| general.position_encodings.is_some());
    let kinds = ["hack", "write", "minimize", "probe", "mutate", "explain", "sort", "skeleton"]
        .map(|name| format!("source.touchstone.{name}"));
    let smaller = CodeActionKind::new("refactor.touchstone.smaller");
    let extract = CodeActionKind::new(ide::rewrites::EXTRACT);
    let kinds =
        [CodeActionKind::QUICKFIX, smaller, extract].into_iter().chain(kinds.map(CodeActionKind::from)).collect();
    let actions = CodeActionOptions { code_action_kinds: Some(kinds), ..Default::default() };
    // Told to ask again, Neovim 0.12 asks for the diagnostics of the workspace where it can, and then leaves those of open
    // documents as they were.
    let is_neovim = params.client_info.as_ref().is_some_and(|client| client.name == "Neovim");
    let diagnostics = DiagnosticOptions {
        identifier: Some("touchstone".to_owned()),
        inter_file_dependencies: true,
        workspace_diagnostics: !is_neovim,
        ..Default::default()
    };
    InitializeResult {
        server_info: Some(ServerInfo { name: "touchstone".to_owned(), version: Some(version.to_owned()) }),
        capabilities: ServerCapabilities {
            position_encoding: has_encodings.then_some(name),
            text_document_sync: Some(TextDocumentSyncCapability::Options(TextDocumentSyncOptions {
                open_close: Some(true),
                change: Some(TextDocumentSyncKind::INCREMENTAL),
                save: Some(TextDocumentSyncSaveOptions::SaveOptions(SaveOptions { include_text: Some(false) })),
                ..Default::default()
            })),
            hover_provider: Some(HoverProviderCapability::Simple(true)),
            completion_provider: Some(CompletionOptions {
                trigger_characters: Some([".", "-", " ", "\"", "@", "#"].map(str::to_owned).into()),
                ..Default::default()
            }),
            definition_provider: client.goes_to_definitions.then_some(OneOf::Left(true)),
            references_provider: client.finds_references.then_some(OneOf::Left(true)),
            rename_provider: client.renames.then(|| {
                OneOf::Right(RenameOptions {
                    prepare_provider: Some(client.prepares_renames),
                    work_done_progress_options: Default::default(),
                })
            }),
            document_symbol_provider: client.outlines.then_some(OneOf::Left(true)),
            document_link_provider: client.follows_links.then(|| DocumentLinkOptions {
                resolve_provider: Some(false),
                work_done_progress_options: Default::default(),
            }),
            signature_help_provider: client.shows_signatures.then(|| SignatureHelpOptions {
                trigger_characters: Some(["(", ","].map(str::to_owned).into()),
                ..Default::default()
            }),
            workspace_symbol_provider: client.finds_names.then_some(OneOf::Left(true)),
            semantic_tokens_provider: client.colours.then(|| {
                SemanticTokensServerCapabilities::SemanticTokensOptions(SemanticTokensOptions {
                    legend: SemanticTokensLegend { token_types: legend(), token_modifiers: Vec::new() },
                    full: Some(SemanticTokensFullOptions::Bool(true)),
                    ..Default::default()
                })
            }),
            document_formatting_provider: client.lays_out.then_some(OneOf::Left(true)),
            inlay_hint_provider: client.shows_hints.then_some(OneOf::Left(true)),
            folding_range_provider: client.folds.then_some(FoldingRangeProviderCapability::Simple(true)),
            code_lens_provider: Some(CodeLensOptions { resolve_provider: Some(false) }),
            code_action_provider: client.knows_actions.then_some(CodeActionProviderCapability::Options(actions)),
            diagnostic_provider: client.pulls_diagnostics.then_some(DiagnosticServerCapabilities::Options(diagnostics)),
            execute_command_provider: Some(ExecuteCommandOptions {
                commands: CommandName::ALL.map(|name| name.to_string()).into(),
                ..Default::default()
            }),
            workspace: Some(WorkspaceServerCapabilities {
                workspace_folders: Some(WorkspaceFoldersServerCapabilities {
                    supported: Some(true),
                    change_notifications: Some(OneOf::Left(true)),
                }),
                file_operations: None,
            }),
            ..Default::default()
        },
    }
}
