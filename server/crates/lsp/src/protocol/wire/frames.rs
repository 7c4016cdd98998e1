//! Messages, found in what a client sends.
//!
//! tower-lsp reads nothing more after the first bytes that it cannot understand. So what it gets is made of whole messages
//! only.
//!
//! Invariant: bytes that are no message cost themselves, and at most the message after them, never the session.

use serde::Deserialize as _;
use serde_json::Value;
use tower_lsp::jsonrpc::{Error, Id, Request, Response};

/// What has come and is not taken yet.
#[derive(Default)]
pub(crate) struct Frames {
    bytes: Vec<u8>,
    /// Where the body that is awaited begins and ends.
    body: Option<(usize, usize)>,
    /// What is to be answered to bodies that are no messages.
    pub(crate) refusals: Vec<Response>,
    /// The client has asked for the end.
    pub(crate) has_shutdown: bool,
}

const NAME: &[u8] = b"content-length:";
/// Longer messages are taken for a wrong length.
const MAX_BYTES: usize = 1 << 30;

impl Frames {
    /// Takes bytes, and gives the whole messages that they complete, each in a frame.
    pub(crate) fn take(&mut self, bytes: &[u8]) -> Vec<u8> {
        self.bytes.extend_from_slice(bytes);
        let mut whole = Vec::new();
        loop {
            let Some((start, end)) = self.body else {
                match self.head() {
                    Head::Whole(body) => self.body = Some(body),
                    Head::Broken(length) => drop(self.bytes.drain(..length)),
                    Head::Incomplete => return whole,
                }
                continue;
            };
            if self.bytes.len() < end {
                return whole;
            }
            let body = &self.bytes[start..end];
            let request = serde_json::from_slice::<Request>(body);
            self.has_shutdown |= request.as_ref().is_ok_and(|request| request.method() == "shutdown");
            if request.is_ok() || serde_json::from_slice::<Response>(body).is_ok() {
                whole.extend_from_slice(format!("Content-Length: {}\r\n\r\n", body.len()).as_bytes());
                whole.extend_from_slice(body);
            } else {
                tracing::warn!("{} bytes of the client are no message", body.len());
                self.refusals.extend(refusal(body));
            }
            self.bytes.drain(..end);
            self.body = None;
        }
    }

    /// The next header, whatever stands before it.
    fn head(&self) -> Head {
        let Some(name) = find(&self.bytes, NAME) else {
            // The end may be the beginning of a header.
            return match self.bytes.len().saturating_sub(NAME.len() - 1) {
                0 => Head::Incomplete,
                length => Head::Broken(length),
            };
        };
        let behind = name + NAME.len();
        let Some(line_end) = find(&self.bytes[behind..], b"\n") else {
            const MAX_DIGITS: usize = 64;
            let is_endless = self.bytes.len() - behind > MAX_DIGITS;
            return if is_endless { Head::Broken(behind) } else { Head::Incomplete };
        };
        let digits = std::str::from_utf8(&self.bytes[behind..behind + line_end]).unwrap_or_default().trim();
        let Some(length) = digits.parse::<usize>().ok().filter(|length| *length <= MAX_BYTES) else {
            return Head::Broken(behind);
        };
        // Other headers may follow.
        match find(&self.bytes[behind + line_end..], b"\n\r\n") {
            Some(empty) => {
                let start = behind + line_end + empty + 3;
                Head::Whole((start, start + length))
            }
            None => Head::Incomplete,
        }
    }
}

/// The response to a body that is no message; none where nobody would wait for one.
fn refusal(body: &[u8]) -> Option<Response> {
    let Ok(message) = serde_json::from_slice::<Value>(body) else {
        return Some(Response::from_error(Id::Null, Error::parse_error()));
    };
    let has = |name: &str| message.get(name).is_some();
    let is_answer = !has("method") && (has("result") || has("error"));
    let is_notification = has("method") && !has("id");
    if is_answer || is_notification {
        return None;
    }
    let id = message.get("id").and_then(|id| Id::deserialize(id).ok()).unwrap_or_default();
    Some(Response::from_error(id, Error::invalid_request()))
}

enum Head {
    /// The place of the body.
    Whole((usize, usize)),
    /// So many bytes lead to nothing.
    Broken(usize),
    /// More has to come.
    Incomplete,
}

/// Where a text begins, in whatever case.
fn find(bytes: &[u8], text: &[u8]) -> Option<usize> {
    bytes.windows(text.len()).position(|window| window.eq_ignore_ascii_case(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    const MESSAGE: &str = r#"{"jsonrpc":"2.0","method":"a"}"#;

    fn framed(body: &str) -> String {
        format!("Content-Length: {}\r\n\r\n{body}", body.len())
    }

    fn taken(text: &str, step: usize) -> String {
        let mut frames = Frames::default();
        let pieces = text.as_bytes().chunks(step).map(|piece| frames.take(piece));
        String::from_utf8(pieces.collect::<Vec<_>>().concat()).unwrap()
    }

    #[test]
    fn whole_messages_pass_in_whatever_pieces_they_come() {
        let typed = format!("Content-Type: x\r\ncontent-length: {}\r\nOther: y\r\n\r\n{MESSAGE}", MESSAGE.len());
        let text = framed(MESSAGE) + &typed + &framed(r#"{"jsonrpc":"2.0","id":1,"result":null}"#);
        let expected = framed(MESSAGE) + &framed(MESSAGE) + &framed(r#"{"jsonrpc":"2.0","id":1,"result":null}"#);
        for step in [1, 2, 7, 1000] {
            assert_eq!(taken(&text, step), expected);
        }
    }

    #[test]
    fn what_is_no_message_is_left_out() {
        for odd in ["", "{", "[]", "17", "{}", "\"Content-Length: 5\""] {
            for step in [1, 1000] {
                assert_eq!(taken(&(framed(odd) + &framed(MESSAGE)), step), framed(MESSAGE), "{odd}");
            }
        }
    }

    #[test]
    fn what_is_no_message_is_refused() {
        let refused = |body: &str| {
            let mut frames = Frames::default();
            frames.take(framed(body).as_bytes());
            frames.refusals.iter().map(|one| serde_json::to_string(one).unwrap()).collect::<String>()
        };
        let of = |code: &str, message: &str, id: &str| {
            format!(r#"{{"jsonrpc":"2.0","error":{{"code":{code},"message":"{message}"}},"id":{id}}}"#)
        };
        for odd in ["", "{", "\u{1}", "{\"method\":\"a\"}}"] {
            assert_eq!(refused(odd), of("-32700", "Parse error", "null"), "{odd}");
        }
        for (odd, id) in [
            ("[]", "null"),
            ("{}", "null"),
            (r#"{"id":7,"method":"a"}"#, "7"),
            (r#"{"jsonrpc":"1.0","id":"b","method":"a"}"#, "\"b\""),
            (r#"{"jsonrpc":"2.0","id":{},"method":"a"}"#, "null"),
        ] {
            assert_eq!(refused(odd), of("-32600", "Invalid request", id), "{odd}");
        }
        for odd in [MESSAGE, r#"{"method":"a"}"#, r#"{"id":1,"result":2}"#, r#"{"id":[],"error":{}}"#] {
            assert_eq!(refused(odd), "", "{odd}");
        }
    }

    #[test]
    fn a_stream_that_lost_its_rhythm_finds_it_again() {
        let short = format!("Content-Length: {}\r\n\r\n{MESSAGE}", MESSAGE.len() - 7);
        for odd in [&*short, "Content-Length: many\r\n\r\n{}", "Content-Length: -1\r\n\r\n", "\r\n\r\n", "garbage "] {
            assert_eq!(taken(&(odd.to_owned() + &framed(MESSAGE)), 1000), framed(MESSAGE), "{odd}");
        }
        let long = format!("Content-Length: {}\r\n\r\n{MESSAGE}", MESSAGE.len() + 20);
        assert_eq!(taken(&(long + &framed(MESSAGE) + &framed(MESSAGE)), 1000), framed(MESSAGE));
    }
}
