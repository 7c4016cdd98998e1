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
        Url, WorkDoneProgress, WorkDoneProgressCreateParams, WorkspaceEdit,
        notification::Progress,
        request::{CodeLensRefresh, Request as _, WorkDoneProgressCreate, WorkspaceDiagnosticRefresh},
    },
};
use tower_service::Service as _;

use crate::{
    inbox::{Event, Inbox, Reply},
    payload::{MatrixChanged, MatrixChangedNotification, Status, StatusNotification},
    questions::{self, Offer},
    wire::output::Backlog,
};

/// Something to say.
pub(crate) enum Out {
    Publish {
        url: Url,
        diagnostics: Vec<Diagnostic>,
        version: Option<i32>,
    },
    Status(Status),
    MatrixChanged(MatrixChanged),
    Log(MessageType, String),
    Show(MessageType, String),
    BeginProgress(ProgressToken),
    Progress(ProgressParams),
    RefreshDiagnostics,
    RefreshLenses,
    Register(Vec<Registration>),
    AskConfiguration,
    AskTrust {
        root: AbsPath,
        name: String,
    },
    ApplyEdit(WorkspaceEdit, Reply<Option<Value>>),
    /// Whether something may be sent: the title of the answer.
    AskConsent {
        words: String,
        give: Sender<Option<String>>,
    },
    /// The key for an origin.
    AskKey {
        origin: String,
        give: Sender<Option<String>>,
    },
    /// An edit with its proof; what became of it is added to the answer.
    Offer {
        offer: Box<Offer>,
        answer: Value,
        reply: Reply<Option<Value>>,
    },
}

/// An event of progress.
pub(crate) fn progress(token: ProgressToken, mut what: WorkDoneProgress) -> Out {
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
    Out::Progress(ProgressParams { token, value: ProgressParamsValue::WorkDone(what) })
}

/// Where the session puts what is to be said.
#[derive(Clone)]
pub(crate) struct Outbox(UnboundedSender<Out>);

impl Outbox {
    pub(crate) fn send(&self, out: Out) {
        // When the client is gone nobody listens.
        drop(self.0.send(out));
    }
}

/// The two ends.
pub(crate) fn channel() -> (Outbox, UnboundedReceiver<Out>) {
    let (sender, receiver) = unbounded_channel();
    (Outbox(sender), receiver)
}

/// Says everything, one after the other.
pub(crate) async fn deliver(mut queue: UnboundedReceiver<Out>, client: Client, inbox: Inbox, backlog: Backlog) {
    const LOOK_AGAIN: Duration = Duration::from_millis(20);
    let mut held: Vec<Out> = Vec::new();
    let rooms = Rooms::default();
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
            say(held.remove(0), &client, &inbox, &rooms).await;
            // What has come meanwhile may replace what still waits.
            while let Ok(out) = queue.try_recv() {
                hold(&mut held, out);
            }
        }
    }
}

/// Puts something behind what waits, and drops what it makes needless.
fn hold(held: &mut Vec<Out>, out: Out) {
    held.retain(|waiting| match (waiting, &out) {
        (Out::Publish { url, .. }, Out::Publish { url: newer, .. }) => url != newer,
        (Out::Status(status), Out::Status(newer)) => status.uri != newer.uri,
        (Out::RefreshDiagnostics, Out::RefreshDiagnostics) | (Out::RefreshLenses, Out::RefreshLenses) => false,
        _ => true,
    });
    held.push(out);
}

/// Tokens of progress that the client was asked to make room for.
type Rooms = Rc<RefCell<HashMap<ProgressToken, Room>>>;

/// What the client said to that; a token that is not known any more may be used.
enum Room {
    /// Nothing yet: this waits.
    Asked(Vec<ProgressParams>),
    Refused,
}

async fn say(out: Out, client: &Client, inbox: &Inbox, rooms: &Rooms) {
    match out {
        Out::Publish { url, diagnostics, version } => client.publish_diagnostics(url, diagnostics, version).await,
        Out::Status(mut status) => {
            status.message = shown(&status.message).into_owned();
            client.send_notification::<StatusNotification>(json!(status)).await;
        }
        Out::MatrixChanged(change) => client.send_notification::<MatrixChangedNotification>(json!(change)).await,
        Out::Log(kind, words) => client.log_message(kind, shown(&words)).await,
        Out::Show(kind, words) => client.show_message(kind, shown(&words)).await,
        Out::BeginProgress(token) => {
            rooms.borrow_mut().insert(token.clone(), Room::Asked(Vec::new()));
            drop(tokio::task::spawn_local(make_room(token, client.clone(), Rc::clone(rooms))));
        }
        Out::Progress(progress) => {
            if let Some(progress) = admit(rooms, progress) {
                client.send_notification::<Progress>(progress).await;
            }
        }
        question => ask(question, client.clone(), inbox.clone()),
    }
}

/// What may be told now: nothing, while the client has not said whether it makes room, or when it refused.
fn admit(rooms: &Rooms, progress: ProgressParams) -> Option<ProgressParams> {
    match rooms.borrow_mut().get_mut(&progress.token) {
        None => Some(progress),
        Some(Room::Asked(waiting)) => {
            waiting.push(progress);
            None
        }
        Some(Room::Refused) => None,
    }
}

/// Asks for room for progress, and tells what has waited for it.
async fn make_room(token: ProgressToken, client: Client, rooms: Rooms) {
    let params = WorkDoneProgressCreateParams { token: token.clone() };
    if let Err(error) = client.send_request::<WorkDoneProgressCreate>(params).await {
        tracing::info!("the client shows no progress: {error}");
        rooms.borrow_mut().insert(token, Room::Refused);
        return;
    }
    // More may come while this is told.
    while let Some(progress) = next_waiting(&rooms, &token) {
        client.send_notification::<Progress>(progress).await;
    }
}

fn next_waiting(rooms: &Rooms, token: &ProgressToken) -> Option<ProgressParams> {
    let mut rooms = rooms.borrow_mut();
    match rooms.get_mut(token) {
        Some(Room::Asked(waiting)) if !waiting.is_empty() => Some(waiting.remove(0)),
        Some(_) | None => {
            rooms.remove(token);
            None
        }
    }
}

/// Asks without waiting for the answer.
fn ask(question: Out, client: Client, inbox: Inbox) {
    let model_options = async move {
        match question {
            Out::RefreshDiagnostics => report(refresh(client, WorkspaceDiagnosticRefresh::METHOD).await),
            Out::RefreshLenses => report(refresh(client, CodeLensRefresh::METHOD).await),
            Out::Register(registrations) => report(client.register_capability(registrations).await),
            Out::AskConfiguration => {
                let item = ConfigurationItem { scope_uri: None, section: Some("touchstone".to_owned()) };
                let answer = client.configuration(vec![item]).await;
                let settings = answer.ok().and_then(|answers| answers.into_iter().next());
                inbox.send(Event::Configuration(settings.filter(|settings| !settings.is_null())));
            }
            Out::AskTrust { root, name } => {
                let answer = questions::trust(&client, &name).await;
                inbox.send(Event::Trust { root, answer });
            }
            Out::ApplyEdit(edit, reply) => {
                let applied = client.apply_edit(edit).await;
                drop(reply.send(
                    applied.map(|answer| Some(json!({ "applied": answer.applied, "reason": answer.failure_reason }))),
                ));
            }
            // Whoever asked may have gone.
            Out::AskConsent { words, give } => drop(give.send(questions::consent(&client, words).await)),
            Out::AskKey { origin, give } => drop(give.send(questions::key(&client, &origin).await)),
            Out::Offer { offer, mut answer, reply } => {
                let made = questions::offer(&client, *offer).await;
                drop(reply.send(made.map(|made| {
                    for name in ["applied", "reason"] {
                        answer[name] = made[name].clone();
                    }
                    Some(answer)
                })));
            }
            Out::Publish { .. }
            | Out::Status(_)
            | Out::MatrixChanged(_)
            | Out::Log(..)
            | Out::Show(..)
            | Out::BeginProgress(_)
            | Out::Progress(_) => {}
        }
    };
    drop(tokio::task::spawn_local(model_options));
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
        let publish =
            |name: &str, version| Out::Publish { url: url(name), diagnostics: vec![], version: Some(version) };
        let mut held = Vec::new();
        for out in [publish("a", 1), publish("b", 1), Out::RefreshLenses, publish("a", 2), Out::RefreshLenses] {
            hold(&mut held, out);
        }
        let kinds: Vec<String> = held
            .iter()
            .map(|out| match out {
                Out::Publish { url, version, .. } => format!("{url} {version:?}"),
                _ => "refresh".to_owned(),
            })
            .collect();
        assert_eq!(kinds, ["file:///b Some(1)", "file:///a Some(2)", "refresh"]);
    }
}
