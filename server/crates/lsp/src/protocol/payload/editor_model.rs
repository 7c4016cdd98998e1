//! What is said between server and client when the editor's own model answers.

use serde::Deserialize;
use serde_json::Value;
use tower_lsp::lsp_types::notification::Notification;

/// `touchstone/modelRequest`
pub(crate) enum ModelRequestNotification {}

impl Notification for ModelRequestNotification {
    type Params = Value;
    const METHOD: &'static str = "touchstone/modelRequest";
}

/// `touchstone/modelCancel`
pub(crate) enum ModelCancelNotification {}

impl Notification for ModelCancelNotification {
    type Params = Value;
    const METHOD: &'static str = "touchstone/modelCancel";
}

/// `touchstone/modelPart`, from the client.
#[derive(Debug, Deserialize)]
pub(crate) struct ModelPart {
    pub(crate) id: u64,
    pub(crate) text: String,
}

/// `touchstone/modelNamed`, from the client: which model the editor asks from now on.
#[derive(Debug, Deserialize)]
pub(crate) struct ModelNamed {
    pub(crate) name: String,
}

/// `touchstone/modelEnd`, from the client.
#[derive(Debug, Deserialize)]
pub(crate) struct ModelEnd {
    pub(crate) id: u64,
    /// Why there is no answer.
    pub(crate) error: Option<String>,
}

/// What the editor's model said.
#[derive(Debug)]
pub(crate) enum EditorSaid {
    /// A part of its answer.
    Part(String),
    /// The end, or why there is no answer.
    End(Option<String>),
}
