//! The client: what it sends, what it waits for, and how it ends.

use std::{
    collections::BTreeMap,
    fs,
    io::Read,
    path::{Path, PathBuf},
    process::ExitStatus,
    sync::mpsc::{Receiver, RecvTimeoutError, Sender},
    time::{Duration, Instant},
};

use serde_json::{Value, json};
use tempfile::TempDir;
use walkdir::WalkDir;

use crate::{
    editor::{
        answers::{Answer, Answers},
        editing::Document,
        seen::{Outcome, Seen},
        server::{Server, Started},
        setup::Setup,
        text::Encoding,
        versions::Versions,
        wire,
    },
    wait,
};

/// The longest that anything may take, on a machine that does much else.
pub const PATIENCE: Duration = Duration::from_secs(400);
/// How often a condition is looked at while nothing is said.
const LOOK: Duration = Duration::from_millis(20);

/// A client with its server.
pub struct Client {
    server: Box<dyn Server>,
    to: Option<Sender<Vec<u8>>>,
    from: Option<Receiver<Value>>,
    unread: Option<Box<dyn Read + Send>>,
    n_requests: i64,
    /// Questions that are not answered yet.
    waiting: Vec<Value>,
    /// What it says when it is asked.
    pub answers: Answers,
    /// What it was told.
    pub seen: Seen,
    /// What its positions count.
    pub encoding: Encoding,
    /// The answer to `initialize`.
    pub hello: Value,
    /// By address.
    pub(crate) documents: BTreeMap<String, Document>,
    pub(crate) versions: Versions,
    home: TempDir,
}

impl Client {
    pub(crate) fn start(setup: Setup) -> Client {
        let Started { input, output, server } = (setup.start)(&setup.launch);
        let mut client = Client {
            unread: Some(output),
            server,
            to: Some(wire::write_to(input)),
            from: None,
            n_requests: 0,
            waiting: Vec::new(),
            answers: setup.answers,
            seen: Seen::default(),
            encoding: setup.encoding,
            hello: Value::Null,
            documents: BTreeMap::new(),
            versions: Versions::default(),
            home: setup.home,
        };
        if setup.reads {
            client.read();
        }
        client
    }

    /// Begins to read what the server writes.
    pub fn read(&mut self) {
        self.from = self.unread.take().map(wire::read_from);
    }

    pub(crate) fn is_reading(&self) -> bool {
        self.from.is_some()
    }

    /// Says hello, and that it is ready.
    pub fn greet(&mut self, hello: Value) {
        self.hello = self.request("initialize", hello);
        let chosen = &self.hello["capabilities"]["positionEncoding"];
        assert!(chosen.is_null() || chosen == self.encoding.name(), "{chosen}");
        self.notify("initialized", json!({}));
    }

    /// Where its home is.
    pub fn home(&self) -> &Path {
        self.home.path()
    }

    /// The server's process number.
    pub fn pid(&self) -> i32 {
        self.server.pid()
    }

    /// Sends bytes as they are.
    pub fn send_bytes(&self, bytes: impl Into<Vec<u8>>) {
        // A server that has left hears nothing more.
        if let Some(to) = &self.to {
            drop(to.send(bytes.into()));
        }
    }

    fn send(&self, message: &Value) {
        self.send_bytes(wire::framed(&message.to_string()));
    }

    /// Sends a notification.
    pub fn notify(&self, method: &str, params: Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    /// Sends a request and does not wait: its number.
    pub fn send_request(&mut self, method: &str, params: Value) -> i64 {
        self.n_requests += 1;
        self.send(&json!({ "jsonrpc": "2.0", "id": self.n_requests, "method": method, "params": params }));
        self.n_requests
    }

    /// Waits for the answer to a request.
    pub fn answer(&mut self, id: i64) -> Outcome {
        self.wait_until(&format!("the answer to request {id}"), |client| client.seen.answers.contains_key(&id));
        self.seen.answers.remove(&id).expect("it was waited for")
    }

    /// Whether a request was answered, as far as was read.
    pub fn is_answered(&self, id: i64) -> bool {
        self.seen.answers.contains_key(&id)
    }

    /// Sends a request and waits for its answer, which may be an error.
    pub fn try_request(&mut self, method: &str, params: Value) -> Outcome {
        let id = self.send_request(method, params);
        self.answer(id)
    }

    /// Sends a request, which must be granted.
    pub fn request(&mut self, method: &str, params: Value) -> Value {
        let outcome = self.try_request(method, params);
        outcome.unwrap_or_else(|error| panic!("{method} is refused: {error}"))
    }

    /// Waits until everything that was sent before was handled: this request is refused after that.
    pub fn catch_up(&mut self) {
        let refused = self.try_request("touchstone/matrix", json!({ "uri": "file:///" }));
        assert!(refused.is_err(), "there is a problem at the root: {refused:?}");
    }

    /// Gives a command.
    pub fn command(&mut self, name: &str, argument: Value) -> Value {
        self.request("workspace/executeCommand", json!({ "command": name, "arguments": [argument] }))
    }

    /// Gives a command that may be refused.
    pub fn try_command(&mut self, name: &str, argument: Value) -> Outcome {
        self.try_request("workspace/executeCommand", json!({ "command": name, "arguments": [argument] }))
    }

    /// Reads what has come; waits for it no longer than that. `false` when the server has closed its output.
    fn take_one(&mut self, at_most: Duration) -> bool {
        let Some(from) = &self.from else { return wait::until(at_most, || None::<()>).is_none() };
        match from.recv_timeout(at_most) {
            Ok(message) => {
                self.take(message);
                true
            }
            Err(RecvTimeoutError::Timeout) => true,
            Err(RecvTimeoutError::Disconnected) => false,
        }
    }

    fn take(&mut self, message: Value) {
        if message["method"] == "textDocument/publishDiagnostics" {
            self.versions.check(&message["params"]);
        }
        if self.seen.note(&message) {
            match self.answers.to(&message) {
                Answer::Later => self.waiting.push(message),
                answer => self.reply(&message, answer),
            }
        }
    }

    fn reply(&mut self, question: &Value, answer: Answer) {
        let id = &question["id"];
        let result = match (question["method"].as_str(), answer) {
            (Some("workspace/applyEdit"), Answer::Refuse) => {
                self.apply_edit(&question["params"]["edit"]);
                json!({ "applied": true })
            }
            (_, Answer::Give(result)) => result,
            (_, Answer::Refuse | Answer::Later) => {
                let error = json!({ "code": -32601, "message": "not in this client" });
                return self.send(&json!({ "jsonrpc": "2.0", "id": id, "error": error }));
            }
        };
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "result": result }));
    }

    /// Answers what waits for an answer, with this.
    pub fn answer_late(&mut self, method: &str, result: &Value) {
        let (now, later) = std::mem::take(&mut self.waiting).into_iter().partition(|one| one["method"] == method);
        self.waiting = later;
        let now: Vec<Value> = now;
        assert!(!now.is_empty(), "nobody asked {method}");
        for question in now {
            self.reply(&question, Answer::Give(result.clone()));
        }
    }

    /// Reads until something is so.
    pub fn wait_until(&mut self, what: &str, mut is_so: impl FnMut(&Client) -> bool) {
        let deadline = Instant::now() + PATIENCE;
        loop {
            while let Some(Ok(message)) = self.from.as_ref().map(Receiver::try_recv) {
                self.take(message);
            }
            if is_so(self) {
                return;
            }
            let is_open = self.take_one(LOOK);
            assert!(is_open || is_so(self), "the server has left before {what}\n{}", self.story());
            assert!(Instant::now() < deadline, "in vain: {what}\n{}", self.story());
        }
    }

    /// Closes the server's input, keeps reading, and waits for its end.
    pub fn hang_up(mut self) -> ExitStatus {
        self.to = None;
        self.ended()
    }

    /// Says goodbye in order, and waits for the end.
    pub fn leave(mut self) -> ExitStatus {
        assert_eq!(self.request("shutdown", Value::Null), Value::Null);
        self.notify("exit", Value::Null);
        self.ended()
    }

    /// Waits for the server's end.
    pub fn ended(&mut self) -> ExitStatus {
        let deadline = Instant::now() + PATIENCE;
        loop {
            if let Some(status) = self.server.ended() {
                return status;
            }
            assert!(Instant::now() < deadline, "the server does not end\n{}", self.story());
            if !self.take_one(LOOK) {
                self.from = None;
            }
        }
    }

    /// What is good to know about a test that failed: the last words of both sides.
    pub fn story(&self) -> String {
        let shown: Vec<String> = self.seen.published.keys().flat_map(|uri| self.lines_of(uri)).collect();
        format!(
            "status: {:?}\nshown: {:?}\nquestions: {:?}\nlast change: {:?}\ndiagnostics:\n{}\nlog:\n{}",
            self.seen.status.values().map(Value::to_string).collect::<Vec<_>>(),
            self.seen.shown,
            self.seen.questions.iter().map(|(method, _)| method.as_str()).collect::<Vec<_>>(),
            self.seen.matrix_changes.last().map(Value::to_string),
            shown.join("\n"),
            self.log(),
        )
    }

    /// The server's log.
    pub fn log(&self) -> String {
        let state: PathBuf = self.home.path().join(".local/state/touchstone/log");
        let files = WalkDir::new(state).into_iter().flatten().filter(|entry| entry.file_type().is_file());
        files.map(|file| fs::read_to_string(file.path()).unwrap_or_default()).collect()
    }
}
