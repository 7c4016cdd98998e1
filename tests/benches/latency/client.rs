//! A client that says little and looks at the clock.

use std::{
    collections::VecDeque,
    io::{BufRead, BufReader, Write as _},
    path::Path,
    process::{Child, ChildStdin, Command, Stdio},
    sync::mpsc::{self, Receiver},
    thread,
    time::{Duration, Instant},
};

use serde_json::{Value, json};

use crate::place::Place;

/// The longest that anything may take.
const PATIENCE: Duration = Duration::from_secs(300);

/// A message of the server, and when it was read.
pub(crate) type Heard = (Instant, Value);

pub(crate) struct Client {
    child: Child,
    stdin: ChildStdin,
    messages: Receiver<Heard>,
    /// Notifications that nobody has looked at.
    unread: VecDeque<Heard>,
    n_requests: u64,
}

impl Client {
    /// Starts the server; it has not heard anything yet.
    pub(crate) fn start(place: &Place) -> Client {
        let mut command = Command::new(&place.executable);
        command.arg("lsp").env_clear().env("HOME", place.path("home")).env("LC_ALL", "C.UTF-8");
        command.env("PATH", std::env::var_os("PATH").unwrap_or_default());
        command.env("TOUCHSTONE_CACHE_DIR", place.path("cache")).env("TOUCHSTONE_SELF_TEST", "1");
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().expect("the server starts");
        let stdin = child.stdin.take().expect("it is a pipe");
        let stdout = BufReader::new(child.stdout.take().expect("it is a pipe"));
        let (sender, messages) = mpsc::channel();
        thread::spawn(move || {
            let mut stdout = stdout;
            while let Some(heard) = read(&mut stdout) {
                if sender.send(heard).is_err() {
                    return;
                }
            }
        });
        Client { child, stdin, messages, unread: VecDeque::new(), n_requests: 0 }
    }

    /// Says hello with a folder that is trusted. `pulls`: the client asks for diagnostics itself.
    pub(crate) fn greet(&mut self, folder: &Path, pulls: bool) {
        let pulling = json!({ "dynamicRegistration": false });
        let hello = json!({
            "processId": std::process::id(),
            "rootUri": uri(folder),
            "workspaceFolders": [{ "uri": uri(folder), "name": "folder" }],
            "initializationOptions": { "trusted": true },
            "capabilities": {
                "workspace": { "diagnostics": { "refreshSupport": pulls } },
                "textDocument": {
                    "diagnostic": if pulls { pulling } else { Value::Null },
                    "codeAction": {
                        "codeActionLiteralSupport": { "codeActionKind": { "valueSet": ["quickfix"] } }
                    },
                    "publishDiagnostics": { "relatedInformation": true, "versionSupport": true },
                },
            },
        });
        self.request("initialize", hello);
        self.notify("initialized", json!({}));
    }

    /// Asks, and says how long the answer took.
    pub(crate) fn request(&mut self, method: &str, params: Value) -> (Value, Duration) {
        let started = Instant::now();
        let id = self.send_request(method, params);
        let (at, message) = self.answer(id);
        assert!(message.get("error").is_none(), "{method}: {message}");
        (message["result"].clone(), at - started)
    }

    /// Asks without waiting.
    pub(crate) fn send_request(&mut self, method: &str, params: Value) -> u64 {
        self.n_requests += 1;
        let mut message = json!({ "jsonrpc": "2.0", "id": self.n_requests, "method": method });
        if !params.is_null() {
            message["params"] = params;
        }
        self.send(&message);
        self.n_requests
    }

    pub(crate) fn notify(&mut self, method: &str, params: Value) {
        let mut message = json!({ "jsonrpc": "2.0", "method": method });
        if !params.is_null() {
            message["params"] = params;
        }
        self.send(&message);
    }

    /// The answer to a request.
    pub(crate) fn answer(&mut self, id: u64) -> Heard {
        loop {
            let heard = self.hear();
            if heard.1.get("method").is_none() && heard.1["id"] == id {
                return heard;
            }
            self.unread.push_back(heard);
        }
    }

    /// The next notification that is as wanted; those before it are thrown away.
    pub(crate) fn await_notification(&mut self, is_wanted: impl Fn(&Value) -> bool) -> Heard {
        loop {
            let heard = self.unread.pop_front().unwrap_or_else(|| self.hear());
            if is_wanted(&heard.1) {
                return heard;
            }
        }
    }

    /// Waits until the problem is judged, and says when.
    pub(crate) fn await_idle(&mut self) -> Instant {
        self.await_notification(|message| is_status(message, false)).0
    }

    /// Forgets what was said so far.
    pub(crate) fn forget(&mut self) {
        self.unread.clear();
        while self.messages.try_recv().is_ok() {}
    }

    pub(crate) fn open(&mut self, path: &Path, text: &str) {
        let language = if path.extension().is_some_and(|it| it == "cpp") { "cpp" } else { "plaintext" };
        let item = json!({ "uri": uri(path), "languageId": language, "version": 0, "text": text });
        self.notify("textDocument/didOpen", json!({ "textDocument": item }));
    }

    pub(crate) fn change(&mut self, path: &Path, version: usize, text: &str) {
        let document = json!({ "uri": uri(path), "version": version });
        let changes = json!([{ "text": text }]);
        self.notify("textDocument/didChange", json!({ "textDocument": document, "contentChanges": changes }));
    }

    pub(crate) fn save(&mut self, path: &Path) {
        self.notify("textDocument/didSave", json!({ "textDocument": { "uri": uri(path) } }));
    }

    pub(crate) fn pid(&self) -> i32 {
        i32::try_from(self.child.id()).expect("process numbers are small")
    }

    /// Says goodbye.
    pub(crate) fn leave(mut self) {
        self.request("shutdown", Value::Null);
        self.notify("exit", Value::Null);
        self.child.wait().expect("the server can be waited for");
    }

    fn send(&mut self, message: &Value) {
        let body = message.to_string();
        let framed = format!("Content-Length: {}\r\n\r\n{body}", body.len());
        self.stdin.write_all(framed.as_bytes()).expect("the server reads");
    }

    /// The next answer or notification; questions are answered.
    fn hear(&mut self) -> Heard {
        loop {
            let heard = self.messages.recv_timeout(PATIENCE).expect("the server goes on");
            let message = &heard.1;
            if message.get("method").is_none() || message.get("id").is_none() {
                return heard;
            }
            let answer = json!({ "jsonrpc": "2.0", "id": message["id"], "result": null });
            self.send(&answer);
        }
    }
}

/// Whether the message says that the problem is busy, or that it is not.
pub(crate) fn is_status(message: &Value, is_busy: bool) -> bool {
    message["method"] == "touchstone/status" && message["params"]["busy"] == is_busy
}

pub(crate) fn uri(path: &Path) -> String {
    // Temporary folders have plain names.
    format!("file://{}", path.display())
}

fn read(source: &mut impl BufRead) -> Option<Heard> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        if source.read_line(&mut line).ok()? == 0 {
            return None;
        }
        match line.trim_end().split_once(": ") {
            Some(("Content-Length", value)) => length = value.parse().ok()?,
            Some(_) => {}
            None => break,
        }
    }
    let mut body = vec![0; length];
    source.read_exact(&mut body).ok()?;
    let at = Instant::now();
    Some((at, serde_json::from_slice(&body).ok()?))
}
