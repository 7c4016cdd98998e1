//! What the client says when the server asks it something.

use std::collections::BTreeMap;

use serde_json::{Value, json};

/// An answer.
#[derive(Clone, Debug)]
pub enum Answer {
    /// This.
    Give(Value),
    /// An error.
    Refuse,
    /// None before the test says so.
    Later,
}

/// What is known of a question and can be said at once.
#[derive(Clone, Debug)]
pub struct Answers {
    by_method: BTreeMap<String, Answer>,
    /// Titles that the person chooses where one is offered.
    choices: Vec<String>,
    /// The settings of the section `touchstone`; null, if there are none.
    pub settings: Value,
}

/// The titles of the question whether programs may be run.
pub const YES: &str = "Compile and run";
/// See [`YES`].
pub const NO: &str = "Only read";

impl Answers {
    /// A client that does what it is asked and has no settings; its person never answers.
    pub fn new() -> Answers {
        Answers { by_method: BTreeMap::new(), choices: Vec::new(), settings: Value::Null }
    }

    /// Answers questions of a method that way.
    pub fn set(&mut self, method: &str, answer: Answer) {
        self.by_method.insert(method.to_owned(), answer);
    }

    /// The person answers the question of trust with a button, or by closing it.
    pub fn set_trust(&mut self, title: Option<&str>) {
        let item = title.map_or(Value::Null, |title| json!({ "title": title }));
        self.set("window/showMessageRequest", Answer::Give(item));
    }

    /// The person chooses such a title wherever it is offered.
    pub fn choose(&mut self, title: &str) {
        self.choices.push(title.to_owned());
    }

    /// The answer to a question; edits are applied elsewhere.
    pub(crate) fn to(&self, question: &Value) -> Answer {
        let method = question["method"].as_str().expect("a question has a method");
        if let Some(told) = self.by_method.get(method) {
            return told.clone();
        }
        match method {
            "workspace/configuration" => {
                let n_asked = question["params"]["items"].as_array().expect("items are a list").len();
                Answer::Give(json!(vec![self.settings.clone(); n_asked]))
            }
            "window/showMessageRequest" => {
                let actions = question["params"]["actions"].as_array().cloned().unwrap_or_default();
                let is_chosen = |action: &&Value| self.choices.iter().any(|title| action["title"] == title.as_str());
                actions.iter().find(is_chosen).map_or(Answer::Later, |action| Answer::Give(action.clone()))
            }
            "client/registerCapability" | "window/workDoneProgress/create" => Answer::Give(Value::Null),
            "workspace/diagnostic/refresh" | "workspace/codeLens/refresh" => Answer::Give(Value::Null),
            _ => Answer::Refuse,
        }
    }
}

impl Default for Answers {
    fn default() -> Answers {
        Answers::new()
    }
}
