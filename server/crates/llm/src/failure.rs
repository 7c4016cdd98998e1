//! What servers say when they fail, and what that means: pure, so that every provider's words are a line in a test.

use std::time::Duration;

use serde_json::Value;

/// A failure that a server told, by its status or in the middle of a stream.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Failure {
    /// The HTTP status; `None` when it came in a stream that had begun well.
    pub(crate) status: Option<u16>,
    /// Words for machines: `code` and `type`, in lower case.
    pub(crate) codes: Vec<String>,
    /// Words for people.
    pub(crate) message: String,
    /// The part of the request that is meant.
    pub(crate) parameter: String,
    /// How long the server wants to be left alone.
    pub(crate) retry_after: Option<Duration>,
}

/// What a failure means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Meaning {
    /// The same request may well succeed later.
    Transient,
    /// Nothing is left to spend.
    Quota,
    /// The key is missing, wrong or lacks a right.
    Unauthorized,
    /// No such model, or no such path.
    NotFound,
    /// The question is too long.
    ContextOverflow,
    /// Something in the request is not to the server's liking.
    Unsuited,
}

const QUOTA_CODES: [&str; 4] =
    ["insufficient_quota", "billing_error", "billing_hard_limit_reached", "credit_balance_too_low"];
const KEY_CODES: [&str; 3] = ["authentication_error", "permission_error", "invalid_api_key"];
const CONTEXT_CODES: [&str; 3] = ["context_length_exceeded", "exceed_context_size_error", "request_too_large"];
const CONTEXT_WORDS: [&str; 8] = [
    "context length",
    "context size",
    "context window",
    "maximum context",
    "prompt is too long",
    "input is too long",
    "too many input tokens",
    "exceeds the available context",
];

impl Failure {
    /// From an answer with a status that is no success.
    pub(crate) fn of_answer(status: u16, body: &str) -> Failure {
        let parsed = serde_json::from_str::<Value>(body).ok();
        let told = parsed.as_ref().and_then(|body| Failure::of_value(body.get("error").unwrap_or(body)));
        let plain = || Failure { message: body.to_owned(), ..Failure::default() };
        let mut failure = told.unwrap_or_else(plain);
        failure.status = Some(status);
        if failure.message.trim().is_empty() {
            failure.message = format!("HTTP status {status}");
        }
        failure
    }

    /// From the value of an `error` key, in any of the shapes that servers give it.
    pub(crate) fn of_value(error: &Value) -> Option<Failure> {
        if let Some(message) = error.as_str() {
            return Some(Failure { message: message.to_owned(), ..Failure::default() });
        }
        let word = |key: &str| match error.get(key) {
            Some(Value::String(word)) => Some(word.clone()),
            Some(Value::Number(number)) => Some(number.to_string()),
            Some(other) if !other.is_null() => Some(other.to_string()),
            Some(_) | None => None,
        };
        let message = word("message").or_else(|| word("detail"))?;
        let codes = ["code", "type", "status"].into_iter().filter_map(word).map(|code| code.to_ascii_lowercase());
        let codes = codes.filter(|code| code != "error").collect();
        Some(Failure { codes, message, parameter: word("param").unwrap_or_default(), ..Failure::default() })
    }

    fn has_code(&self, codes: &[&str]) -> bool {
        self.codes.iter().any(|code| codes.contains(&code.as_str()))
    }

    /// Message and parameter in lower case, for looking for words.
    pub(crate) fn words(&self) -> String {
        format!("{} {}", self.message, self.parameter).to_ascii_lowercase()
    }

    /// What the failure means for the question.
    pub(crate) fn meaning(&self) -> Meaning {
        if self.has_code(&QUOTA_CODES) {
            return Meaning::Quota;
        }
        let words = self.words();
        let is_about_length = self.has_code(&CONTEXT_CODES) || CONTEXT_WORDS.iter().any(|word| words.contains(word));
        let in_stream = self.codes.iter().find_map(|code| code.parse().ok()).filter(|code| (400..600).contains(code));
        match self.status.or(in_stream) {
            Some(401 | 403) => Meaning::Unauthorized,
            Some(402) => Meaning::Quota,
            Some(400 | 413 | 422) if is_about_length => Meaning::ContextOverflow,
            Some(404) => Meaning::NotFound,
            Some(408 | 409 | 429 | 500..) => Meaning::Transient,
            Some(_) => Meaning::Unsuited,
            None if is_about_length => Meaning::ContextOverflow,
            None if self.has_code(&KEY_CODES) => Meaning::Unauthorized,
            None if self.has_code(&["invalid_request_error", "not_found_error"]) => Meaning::Unsuited,
            // The server took the request and failed at it.
            None => Meaning::Transient,
        }
    }

    /// Whether the server has had too many requests.
    pub(crate) fn is_rate_limit(&self) -> bool {
        self.status == Some(429) || self.has_code(&["rate_limit_error", "rate_limit_exceeded", "429"])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn meanings_of_statuses() {
        use Meaning::*;
        for (status, body, meaning) in [
            (400, r#"{"error":{"message":"bad schema","type":"invalid_request_error"}}"#, Unsuited),
            (400, r#"{"error":{"message":"x","code":"context_length_exceeded"}}"#, ContextOverflow),
            (
                400,
                r#"{"error":{"code":400,"message":"the request exceeds the available context size","type":"exceed_context_size_error"}}"#,
                ContextOverflow,
            ),
            (
                400,
                r#"{"type":"error","error":{"type":"invalid_request_error","message":"prompt is too long: 9 tokens > 8 maximum"}}"#,
                ContextOverflow,
            ),
            (401, r#"{"error":{"message":"Invalid API Key"}}"#, Unauthorized),
            (402, "pay", Quota),
            (403, "", Unauthorized),
            (404, r#"{"error":"model not found"}"#, NotFound),
            (405, "", Unsuited),
            (408, "", Transient),
            (409, "", Transient),
            (413, "", Unsuited),
            (422, r#"{"detail":[{"msg":"extra"}]}"#, Unsuited),
            (429, r#"{"error":{"message":"slow down","type":"tokens","code":"rate_limit_exceeded"}}"#, Transient),
            (429, r#"{"error":{"message":"no money","type":"insufficient_quota","code":"insufficient_quota"}}"#, Quota),
            (500, "<html>", Transient),
            (503, "", Transient),
            (529, r#"{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}"#, Transient),
        ] {
            assert_eq!(Failure::of_answer(status, body).meaning(), meaning, "{status} {body}");
        }
    }

    #[test]
    fn meanings_in_streams() {
        use Meaning::*;
        for (error, meaning) in [
            (r#"{"type":"overloaded_error","message":"Overloaded"}"#, Transient),
            (r#"{"code":500,"message":"broken","type":"server_error"}"#, Transient),
            (r#"{"code":429,"message":"slow"}"#, Transient),
            (r#"{"code":"insufficient_quota","message":"no money"}"#, Quota),
            (r#"{"code":400,"message":"what"}"#, Unsuited),
            (r#"{"type":"invalid_request_error","message":"what"}"#, Unsuited),
            (r#"{"type":"authentication_error","message":"who"}"#, Unauthorized),
            (r#""broken""#, Transient),
        ] {
            let failure = Failure::of_value(&serde_json::from_str(error).unwrap()).unwrap();
            assert_eq!(failure.meaning(), meaning, "{error}");
        }
    }

    #[test]
    fn messages() {
        let message = |body: &str| Failure::of_answer(400, body).message;
        assert_eq!(message(r#"{"error":{"message":"m"}}"#), "m");
        assert_eq!(message(r#"{"error":"m"}"#), "m");
        assert_eq!(message(r#"{"message":"m"}"#), "m");
        assert_eq!(message(r#"{"detail":"m"}"#), "m");
        assert_eq!(message("not json"), "not json");
        assert_eq!(message(""), "HTTP status 400");
    }
}
