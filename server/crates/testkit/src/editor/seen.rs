//! What the server has said.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

/// The diagnostics of a file that were published last.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Published {
    /// The version of the document that they are of.
    pub version: Option<i64>,
    /// They.
    pub items: Vec<Value>,
    /// How often some were published.
    pub n_times: usize,
}

/// An answer of the server.
pub type Outcome = Result<Value, Value>;

/// Everything, in the order in which it came.
#[derive(Debug, Default)]
pub struct Seen {
    /// By address.
    pub published: BTreeMap<String, Published>,
    /// The last status of each problem, by address.
    pub status: BTreeMap<String, Value>,
    /// All of them.
    pub statuses: Vec<Value>,
    /// The generation of each problem's matrix that was known when its last status said that nothing goes on, by address.
    pub at_rest: BTreeMap<String, u64>,
    /// `touchstone/modelRequest` and `touchstone/modelCancel`: method and parameters.
    pub model_messages: Vec<(String, Value)>,
    /// `touchstone/matrixChanged`.
    pub matrix_changes: Vec<Value>,
    /// How often `touchstone/problemsChanged` came.
    pub n_problems_changed: usize,
    /// What was shown to the person.
    pub shown: Vec<String>,
    /// What the server's log told it.
    pub logged: Vec<String>,
    /// What the client was asked: method and parameters.
    pub questions: Vec<(String, Value)>,
    /// Tokens of progress that the client was asked for.
    pub tokens: BTreeSet<String>,
    /// Progress, by its token.
    pub progress: BTreeMap<String, Vec<Value>>,
    /// Answers that were not fetched yet, by the request's number.
    pub(crate) answers: BTreeMap<i64, Outcome>,
    /// Errors that belong to no request.
    pub errors: Vec<Value>,
    /// All messages.
    pub n_messages: usize,
}

impl Seen {
    /// Notes a message. A question is handed back, since it wants an answer.
    pub(crate) fn note(&mut self, message: &Value) -> bool {
        self.n_messages += 1;
        assert_eq!(message["jsonrpc"], "2.0", "{message}");
        // JSON-RPC knows no other parameters, and null is not the same as none.
        let params = message.get("params");
        assert!(params.is_none_or(|params| params.is_object() || params.is_array()), "{message}");
        match (message["method"].as_str(), message.get("id")) {
            (Some(method), Some(_)) => {
                self.questions.push((method.to_owned(), message["params"].clone()));
                if method == "window/workDoneProgress/create" {
                    self.tokens.insert(token(&message["params"]));
                }
                return true;
            }
            (Some(method), None) => self.notified(method, &message["params"]),
            (None, Some(id)) => match (id.as_i64(), message.get("error")) {
                (Some(id), error) => {
                    let outcome = error.map_or_else(|| Ok(message["result"].clone()), |error| Err(error.clone()));
                    let before = self.answers.insert(id, outcome);
                    assert!(before.is_none(), "request {id} is answered twice");
                }
                (None, error) => self.errors.push(error.cloned().unwrap_or_default()),
            },
            (None, None) => panic!("no message: {message}"),
        }
        false
    }

    fn notified(&mut self, method: &str, params: &Value) {
        match method {
            "textDocument/publishDiagnostics" => {
                let published = self.published.entry(word(&params["uri"])).or_default();
                published.version = params["version"].as_i64();
                published.items = params["diagnostics"].as_array().expect("diagnostics are a list").clone();
                published.n_times += 1;
            }
            "touchstone/status" => {
                if params["busy"] == false {
                    let mut changes = self.matrix_changes.iter().rev();
                    let last = changes.find(|change| change["uri"] == params["uri"]);
                    let generation = last.and_then(|change| change["generation"].as_u64()).unwrap_or_default();
                    self.at_rest.insert(word(&params["uri"]), generation);
                }
                self.status.insert(word(&params["uri"]), params.clone());
                self.statuses.push(params.clone());
            }
            "touchstone/modelRequest" | "touchstone/modelCancel" => {
                self.model_messages.push((method.to_owned(), params.clone()));
            }
            "touchstone/problemsChanged" => self.n_problems_changed += 1,
            "touchstone/matrixChanged" => self.matrix_changes.push(params.clone()),
            "$/progress" => {
                let token = token(params);
                assert!(self.tokens.contains(&token), "the progress {token} was not created");
                self.progress.entry(token).or_default().push(params["value"].clone());
            }
            "window/logMessage" => self.logged.push(word(&params["message"])),
            "window/showMessage" => self.shown.push(word(&params["message"])),
            other => panic!("the server says {other}, which nobody knows"),
        }
    }

    /// How often the client was asked this.
    pub fn n_asked(&self, method: &str) -> usize {
        self.questions.iter().filter(|(asked, _)| asked == method).count()
    }
}

fn token(params: &Value) -> String {
    params["token"].as_str().expect("the server's tokens are words").to_owned()
}

fn word(value: &Value) -> String {
    value.as_str().expect("a word").to_owned()
}
