//! What is said to the client, and by nobody else.
//!
//! Invariant: a client that is behind with reading gets no more than answers until it has caught up; of what waits for
//! one file only the last is kept. A question to the client is a task of its own that lives until it is answered.
//! Progress is told once the client has made room for it, and not where it refused to.

use std::{cell::RefCell, collections::HashMap, rc::Rc, time::Duration};

use crossbeam_channel::Sender;
use problem::{hidden::shown, path::AbsPath};
use serde_json::{Value, json};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tower_lsp::{
    Client,
    jsonrpc::{Error, Request},
    lsp_types::{
        ConfigurationItem, Diagnostic, MessageType, ProgressParams, ProgressParamsValue, ProgressToken, Registration,
        Url, WorkDoneProgress, WorkDoneProgressCreateParams, WorkDoneProgressEnd, WorkspaceEdit,
        notification::Progress,
        request::{
            CodeLensRefresh, InlayHintRefreshRequest, Request as _, WorkDoneProgressCreate, WorkspaceDiagnosticRefresh,
        },
    },
};
use tower_service::Service as _;

use crate::{
    inbox::{Event, Inbox, Responder},
    protocol::{
        client_requests::{self, EditToApply},
        payload::{
            MatrixChanged, MatrixChangedNotification, ModelCancelNotification, ModelRequestNotification,
            ProblemsChangedNotification, Status, StatusNotification,
        },
        wire::output::Backlog,
    },
};

/// Something to say.
pub(crate) enum ServerMessage {
    Publish {
        url: Url,
        diagnostics: Vec<Diagnostic>,
        version: Option<i32>,
    },
    Status(Status),
    MatrixChanged(MatrixChanged),
    ProblemsChanged,
    Log(MessageType, String),
    Show(MessageType, String),
    CreateProgress(ProgressToken),
    Progress(ProgressParams),
    RefreshDiagnostics,
    RefreshLenses,
    RefreshHints,
    Register(Vec<Registration>),
    AskConfiguration,
    AskTrust {
        folder: AbsPath,
        name: String,
    },
    ApplyEdit(WorkspaceEdit, Responder<Option<Value>>),
    /// Whether something may be sent: the title that was chosen.
    AskConsent {
        words: String,
        give: Sender<Option<String>>,
    },
    /// The key for an origin.
    AskKey {
        origin: String,
        give: Sender<Option<String>>,
    },
    /// A question for the editor's model.
    AskModel {
        id: u64,
        text: String,
    },
    /// Nobody waits for its answer any more.
    CancelModel(u64),
    /// An edit with its proof; what became of it is added to the response.
    ApplyProposal {
        edit: Box<EditToApply>,
        response: Value,
        reply: Responder<Option<Value>>,
    },
}

/// Progress that the client shows, until this is gone.
pub(crate) struct ShownProgress {
    pub(crate) outbox: Outbox,
    pub(crate) token: ProgressToken,
}

impl Drop for ShownProgress {
    fn drop(&mut self) {
        let end = WorkDoneProgress::End(WorkDoneProgressEnd { message: None });
        self.outbox.send(progress(self.token.clone(), end));
    }
}

/// An event of progress.
pub(crate) fn progress(token: ProgressToken, mut what: WorkDoneProgress) -> ServerMessage {
    let message = match &mut what {
        WorkDoneProgress::Begin(begin) => {
            begin.title = shown(&begin.title).into_owned();
            &mut begin.message
        }
        WorkDoneProgress::Report(report) => &mut report.message,
        WorkDoneProgress::End(end) => &mut end.message,
    };
    if let Some(message) = message {
        *message = shown(message).into_owned();
    }
    ServerMessage::Progress(ProgressParams { token, value: ProgressParamsValue::WorkDone(what) })
}

/// Where the session puts what is to be said.
#[derive(Clone)]
pub(crate) struct Outbox(UnboundedSender<ServerMessage>);

impl Outbox {
    pub(crate) fn send(&self, out: ServerMessage) {
        // When the client is gone nobody listens.
        drop(self.0.send(out));
    }
}

/// The two ends.
pub(crate) fn channel() -> (Outbox, UnboundedReceiver<ServerMessage>) {
    let (sender, receiver) = unbounded_channel();
    (Outbox(sender), receiver)
}

/// Says everything, one after the other.
pub(crate) async fn deliver(
    mut queue: UnboundedReceiver<ServerMessage>,
    client: Client,
    inbox: Inbox,
    backlog: Backlog,
) {
    const LOOK_AGAIN: Duration = Duration::from_millis(20);
    let mut held: Vec<ServerMessage> = Vec::new();
    let tokens = ProgressTokens::default();
    loop {
        let next = if held.is_empty() {
            match queue.recv().await {
                Some(out) => Some(out),
                None => return,
            }
        } else {
            tokio::time::timeout(LOOK_AGAIN, queue.recv()).await.ok().flatten()
        };
        if let Some(out) = next {
            hold(&mut held, out);
        }
        while !backlog.is_full() && !held.is_empty() {
            say(held.remove(0), &client, &inbox, &tokens).await;
            // What has come meanwhile may replace what still waits.
            while let Ok(out) = queue.try_recv() {
                hold(&mut held, out);
            }
        }
    }
}

/// Puts something behind what waits, and drops what it makes needless.
fn hold(held: &mut Vec<ServerMessage>, out: ServerMessage) {
    held.retain(|waiting| match (waiting, &out) {
        (ServerMessage::Publish { url, .. }, ServerMessage::Publish { url: newer, .. }) => url != newer,
        (ServerMessage::Status(status), ServerMessage::Status(newer)) => status.uri != newer.uri,
        (ServerMessage::RefreshDiagnostics, ServerMessage::RefreshDiagnostics)
        | (ServerMessage::RefreshLenses, ServerMessage::RefreshLenses)
        | (ServerMessage::RefreshHints, ServerMessage::RefreshHints)
        | (ServerMessage::ProblemsChanged, ServerMessage::ProblemsChanged) => false,
        _ => true,
    });
    held.push(out);
}

/// Tokens of progress that the client was asked to make room for.
type ProgressTokens = Rc<RefCell<HashMap<ProgressToken, TokenState>>>;

/// What the client said to that; a token that is not known any more may be used.
enum TokenState {
    /// Nothing yet: this waits.
    Asked(Vec<ProgressParams>),
    Refused,
}

async fn say(out: ServerMessage, client: &Client, inbox: &Inbox, tokens: &ProgressTokens) {
    match out {
        ServerMessage::Publish { url, diagnostics, version } => {
            client.publish_diagnostics(url, diagnostics, version).await
        }
        ServerMessage::Status(mut status) => {
            status.message = shown(&status.message).into_owned();
            client.send_notification::<StatusNotification>(json!(status)).await;
        }
        ServerMessage::MatrixChanged(change) => {
            client.send_notification::<MatrixChangedNotification>(json!(change)).await
        }
        ServerMessage::AskModel { id, text } => {
            client.send_notification::<ModelRequestNotification>(json!({ "id": id, "text": text })).await
        }
        ServerMessage::CancelModel(id) => {
            client.send_notification::<ModelCancelNotification>(json!({ "id": id })).await
        }
        ServerMessage::ProblemsChanged => client.send_notification::<ProblemsChangedNotification>(json!({})).await,
        ServerMessage::Log(kind, words) => client.log_message(kind, shown(&words)).await,
        ServerMessage::Show(kind, words) => client.show_message(kind, shown(&words)).await,
        ServerMessage::CreateProgress(token) => {
            tokens.borrow_mut().insert(token.clone(), TokenState::Asked(Vec::new()));
            drop(tokio::task::spawn_local(create_progress(token, client.clone(), Rc::clone(tokens))));
        }
        ServerMessage::Progress(progress) => {
            if let Some(progress) = admit(tokens, progress) {
                client.send_notification::<Progress>(progress).await;
            }
        }
        question => ask(question, client.clone(), inbox.clone()),
    }
}

/// What may be told now: nothing, while the client has not said whether it makes room, or when it refused.
fn admit(tokens: &ProgressTokens, progress: ProgressParams) -> Option<ProgressParams> {
    match tokens.borrow_mut().get_mut(&progress.token) {
        None => Some(progress),
        Some(TokenState::Asked(waiting)) => {
            waiting.push(progress);
            None
        }
        Some(TokenState::Refused) => None,
    }
}

/// Asks for room for progress, and tells what has waited for it.
async fn create_progress(token: ProgressToken, client: Client, tokens: ProgressTokens) {
    let params = WorkDoneProgressCreateParams { token: token.clone() };
    if let Err(error) = client.send_request::<WorkDoneProgressCreate>(params).await {
        tracing::info!("the client shows no progress: {error}");
        tokens.borrow_mut().insert(token, TokenState::Refused);
        return;
    }
    // More may come while this is told.
    while let Some(progress) = next_waiting(&tokens, &token) {
        client.send_notification::<Progress>(progress).await;
    }
}

fn next_waiting(tokens: &ProgressTokens, token: &ProgressToken) -> Option<ProgressParams> {
    let mut tokens = tokens.borrow_mut();
    match tokens.get_mut(token) {
        Some(TokenState::Asked(waiting)) if !waiting.is_empty() => Some(waiting.remove(0)),
        Some(_) | None => {
            tokens.remove(token);
            None
        }
    }
}

/// Asks without waiting for the answer.
fn ask(question: ServerMessage, client: Client, inbox: Inbox) {
    let exchange = async move {
        match question {
            ServerMessage::RefreshDiagnostics => report(refresh(client, WorkspaceDiagnosticRefresh::METHOD).await),
            ServerMessage::RefreshLenses => report(refresh(client, CodeLensRefresh::METHOD).await),
            ServerMessage::RefreshHints => report(refresh(client, InlayHintRefreshRequest::METHOD).await),
            ServerMessage::Register(registrations) => report(client.register_capability(registrations).await),
            ServerMessage::AskConfiguration => {
                let item = ConfigurationItem { scope_uri: None, section: Some("touchstone".to_owned()) };
                let answer = client.configuration(vec![item]).await;
                let settings = answer.ok().and_then(|answers| answers.into_iter().next());
                inbox.send(Event::Configuration(settings.filter(|settings| !settings.is_null())));
            }
            ServerMessage::AskTrust { folder, name } => {
                let answer = client_requests::trust(&client, &name).await;
                inbox.send(Event::Trust { folder, answer });
            }
            ServerMessage::ApplyEdit(edit, reply) => {
                let applied = client.apply_edit(edit).await;
                drop(reply.send(
                    applied.map(|answer| Some(json!({ "applied": answer.applied, "reason": answer.failure_reason }))),
                ));
            }
            // Whoever asked may have gone.
            ServerMessage::AskConsent { words, give } => {
                drop(give.send(client_requests::consent(&client, words).await))
            }
            ServerMessage::AskKey { origin, give } => drop(give.send(client_requests::key(&client, &origin).await)),
            ServerMessage::ApplyProposal { edit, mut response, reply } => {
                let applied = client_requests::apply_edit(&client, *edit).await;
                drop(reply.send(applied.map(|applied| {
                    for name in ["applied", "reason"] {
                        response[name] = applied[name].clone();
                    }
                    Some(response)
                })));
            }
            ServerMessage::Publish { .. }
            | ServerMessage::Status(_)
            | ServerMessage::MatrixChanged(_)
            | ServerMessage::ProblemsChanged
            | ServerMessage::Log(..)
            | ServerMessage::Show(..)
            | ServerMessage::CreateProgress(_)
            | ServerMessage::AskModel { .. }
            | ServerMessage::CancelModel(_)
            | ServerMessage::Progress(_) => {}
        }
    };
    drop(tokio::task::spawn_local(exchange));
}

/// Asks what has no parameters. tower-lsp would say that they are null, which JSON-RPC does not have.
async fn refresh(mut client: Client, method: &'static str) -> tower_lsp::jsonrpc::Result<()> {
    let question = Request::build(method).id(client.next_request_id()).finish();
    let answer = client.call(question).await.ok().flatten();
    answer.ok_or_else(Error::internal_error)?.into_parts().1.map(drop)
}

fn report(answer: tower_lsp::jsonrpc::Result<()>) {
    if let Err(error) = answer {
        tracing::info!("the client refused: {error}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_waits_is_replaced_by_what_is_newer() {
        let url = |name: &str| Url::parse(&format!("file:///{name}")).unwrap();
        let publish = |name: &str, version| ServerMessage::Publish {
            url: url(name),
            diagnostics: vec![],
            version: Some(version),
        };
        let mut held = Vec::new();
        for out in [
            publish("a", 1),
            publish("b", 1),
            ServerMessage::RefreshLenses,
            publish("a", 2),
            ServerMessage::RefreshLenses,
        ] {
            hold(&mut held, out);
        }
        let kinds: Vec<String> = held
            .iter()
            .map(|out| match out {
                ServerMessage::Publish { url, version, .. } => format!("{url} {version:?}"),
                _ => "refresh".to_owned(),
            })
            .collect();
        assert_eq!(kinds, ["file:///b Some(1)", "file:///a Some(2)", "refresh"]);
    }
}
