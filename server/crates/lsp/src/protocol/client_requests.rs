//! Requests to the client: what the person is asked, and what the client itself is.

use serde_json::{Value, json};
use tower_lsp::{
    Client, jsonrpc,
    lsp_types::{ApplyWorkspaceEditParams, MessageActionItem, MessageType, WorkspaceEdit, request::ApplyWorkspaceEdit},
};

use crate::protocol::payload::ApiKeyRequest;

/// A choice in the question whether something may be sent: yes, for this command.
pub(crate) const ONCE: &str = "Send once";
/// A choice in the same question: yes, and from this folder from now on.
pub(crate) const ALWAYS: &str = "Always for this folder";
/// A choice in the same question: no.
pub(crate) const NEVER: &str = "Do not send";

/// An edit that the client is to show and to apply.
pub(crate) struct EditToApply {
    /// What it does, in a few words.
    pub(crate) label: String,
    /// What the person is asked first, where the client shows no preview by itself.
    pub(crate) question: Option<String>,
    pub(crate) edit: WorkspaceEdit,
}

/// Asks the person to choose; `None` when nobody did.
async fn choose(client: &Client, kind: MessageType, words: String, titles: &[&str]) -> Option<String> {
    let item = |title: &&str| MessageActionItem { title: (*title).to_owned(), properties: Default::default() };
    let choice = client.show_message_request(kind, words, Some(titles.iter().map(item).collect())).await;
    Some(choice.ok().flatten()?.title)
}

/// Whether programs of a folder may be run.
pub(crate) async fn trust(client: &Client, name: &str) -> Option<bool> {
    const YES: &str = "Compile and run";
    const NO: &str = "Only read";
    let words = format!(
        "Touchstone checks {name} by compiling and running its programs in a sandbox. Do you trust the authors of this \
         folder?"
    );
    match choose(client, MessageType::INFO, words, &[YES, NO]).await?.as_str() {
        YES => Some(true),
        NO => Some(false),
        _ => None,
    }
}

/// Whether something may be sent to a language model: the title that was chosen.
pub(crate) async fn consent(client: &Client, words: String) -> Option<String> {
    choose(client, MessageType::WARNING, words, &[ONCE, ALWAYS, NEVER]).await
}

/// The key that the client keeps for an origin.
pub(crate) async fn key(client: &Client, origin: &str) -> Option<String> {
    let response = client.send_request::<ApiKeyRequest>(json!({ "origin": origin })).await;
    let key = response.ok()?.get("key")?.as_str()?.to_owned();
    Some(key).filter(|key| !key.is_empty())
}

/// Has an edit shown and applied: `applied`, and the client's reason where it was not.
pub(crate) async fn apply_edit(client: &Client, edit: EditToApply) -> jsonrpc::Result<Value> {
    const YES: &str = "Apply";
    const NO: &str = "Discard";
    let EditToApply { label, question, edit } = edit;
    if let Some(words) = question
        && choose(client, MessageType::INFO, words, &[YES, NO]).await.as_deref() != Some(YES)
    {
        return Ok(json!({ "applied": false, "reason": "it was discarded" }));
    }
    let params = ApplyWorkspaceEditParams { label: Some(label), edit };
    let response = client.send_request::<ApplyWorkspaceEdit>(params).await?;
    Ok(json!({ "applied": response.applied, "reason": response.failure_reason }))
}
