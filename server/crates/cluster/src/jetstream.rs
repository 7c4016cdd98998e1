//! The few requests of JetStream that are needed here: JSON to the server's own subjects.
//!
//! The client library has a module for them all, with a type for every field; that takes more room in the binary than
//! everything else here.

use std::time::Duration;

use async_nats::{Client, HeaderMap, Message, Request, StatusCode, client::RequestErrorKind};
use problem::executor::ExecutorError;
use serde_json::{Value, json};
use tokio::time::timeout;

use crate::wire::PROTOCOL;

/// How long the server may take for one request; and how long it may take beside that until the request is sent.
pub(crate) const PATIENCE: Duration = Duration::from_secs(5);
const SLACK: Duration = Duration::from_secs(1);
/// How long a batch waits for a worker, and an answer for a client that has lost its connection. A client that still waits
/// then sends its batch again.
const WAITS: Duration = Duration::from_secs(3600);
/// How long contents stay without being sent again.
const CONTENTS_STAY: Duration = Duration::from_secs(6 * 3600);
/// How long a queue stays that no worker asks for batches.
const QUEUE_STAYS: Duration = Duration::from_secs(3600);
/// The most that the server keeps of batches and of answers, bytes, and so many times that of contents. Where it has no room
/// for all of that, it is asked for half of it, and so on, but not for less than the least.
const MOST_BYTES: u64 = 1 << 30;
const CONTENTS_SHARE: u64 = 4;
const LEAST_BYTES: u64 = 16 << 20;
/// A batch whose worker has not been heard of for so long goes to another one.
pub(crate) const SILENCE: Duration = Duration::from_secs(6);

/// The streams, by what they hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stream {
    /// Batches that nobody has answered.
    Work,
    /// Answers.
    Results,
    /// Contents, in pieces.
    Contents,
}

/// Why a request came to nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Trouble {
    /// The server is not reached, or does not answer.
    Silent,
    /// Nobody takes such requests: the stream is not there, or there is no JetStream.
    NobodyThere,
    /// There is no room for more messages of a stream until some are gone.
    Full,
    /// The server is reached, and keeps nothing any more.
    Stuck,
    /// The server refuses; its number and its words.
    Refused(u64, String),
}

impl From<Trouble> for ExecutorError {
    fn from(trouble: Trouble) -> ExecutorError {
        ExecutorError::Failed(match trouble {
            Trouble::Silent => "the cluster's server does not answer; see that it runs, then do this again".to_owned(),
            Trouble::NobodyThere => {
                "the cluster's server keeps no streams; start it with `-js`, or enable JetStream for this account"
                    .to_owned()
            }
            Trouble::Stuck => {
                "the cluster's server runs but keeps nothing any more; see that its disk has room, start it again, then do this again"
                    .to_owned()
            }
            Trouble::Full => {
                "the cluster's server has no room for more batches; start more workers, or raise its limits".to_owned()
            }
            Trouble::Refused(_, words) => {
                format!("the cluster's server refuses ({words}); see its disk and the limits of this account")
            }
        })
    }
}

impl Stream {
    pub(crate) const ALL: [Stream; 3] = [Stream::Work, Stream::Results, Stream::Contents];

    pub(crate) fn name(self) -> String {
        let what = match self {
            Stream::Work => "WORK",
            Stream::Results => "RESULTS",
            Stream::Contents => "CONTENTS",
        };
        format!("TOUCHSTONE_{PROTOCOL}_{what}")
    }

    /// What the subjects of its messages begin with.
    pub(crate) fn prefix(self) -> String {
        let what = match self {
            Stream::Work => "work",
            Stream::Results => "result",
            Stream::Contents => "contents",
        };
        format!("touchstone.{PROTOCOL}.{what}")
    }

    /// The most that it may hold, bytes, where batches may take so many.
    fn max_bytes(self, bytes: u64) -> u64 {
        match self {
            Stream::Work | Stream::Results => bytes,
            Stream::Contents => CONTENTS_SHARE * bytes,
        }
    }

    fn config(self, bytes: u64) -> Value {
        let stays = if self == Stream::Contents { CONTENTS_STAY } else { WAITS };
        json!({
            "name": self.name(),
            "subjects": [format!("{}.>", self.prefix())],
            "retention": if self == Stream::Work { "workqueue" } else { "limits" },
            "max_age": nanoseconds(stays),
            "max_msgs_per_subject": if self == Stream::Contents { 1 } else { -1 },
            // A batch that is pushed out would have to be missed first; contents and answers are missed soon.
            "discard": if self == Stream::Work { "new" } else { "old" },
            "storage": "file",
            "num_replicas": 1,
            "allow_direct": true,
            "max_bytes": self.max_bytes(bytes),
            "max_consumers": -1, "max_msgs": -1, "max_msg_size": -1,
        })
    }
}

fn nanoseconds(duration: Duration) -> u64 {
    u64::try_from(duration.as_nanos()).unwrap_or(u64::MAX)
}

/// Asks the server itself.
pub(crate) async fn ask(client: &Client, what: &str, body: &Value) -> Result<Value, Trouble> {
    let message = request(client, format!("$JS.API.{what}"), body.to_string().into_bytes(), None).await?;
    let answer: Value = serde_json::from_slice(&message.payload).map_err(|_| Trouble::Silent)?;
    match answer.get("error") {
        None => Ok(answer),
        Some(error) => Err(refused(error)),
    }
}

fn refused(error: &Value) -> Trouble {
    /// What the server says when it could not store a message, for whatever reason.
    const NOT_STORED: u64 = 10077;
    let words = error["description"].as_str().unwrap_or("without saying why").to_owned();
    match error["err_code"].as_u64().unwrap_or_default() {
        NOT_STORED if words.starts_with("maximum ") => Trouble::Full,
        number => Trouble::Refused(number, words),
    }
}

async fn request(
    client: &Client,
    subject: String,
    payload: Vec<u8>,
    headers: Option<HeaderMap>,
) -> Result<Message, Trouble> {
    let mut request = Request::new().payload(payload.into()).timeout(Some(PATIENCE));
    if let Some(headers) = headers {
        request = request.headers(headers);
    }
    // The library waits without an end where what is to be sent has no room yet.
    let asked = timeout(PATIENCE + SLACK, client.send_request(subject, request));
    asked.await.map_err(|_| Trouble::Silent)?.map_err(|error| match error.kind() {
        RequestErrorKind::NoResponders => Trouble::NobodyThere,
        RequestErrorKind::MaxPayloadExceeded => Trouble::Refused(0, "a message is too large".to_owned()),
        _ => Trouble::Silent,
    })
}

/// Sends a message that nobody answers, with a subject for answers of another kind.
pub(crate) async fn say(
    client: &Client,
    subject: String,
    words: Vec<u8>,
    reply: Option<String>,
) -> Result<(), Trouble> {
    let sent = async {
        match reply {
            Some(reply) => client.publish_with_reply(subject, reply, words.into()).await,
            None => client.publish(subject, words.into()).await,
        }
    };
    timeout(PATIENCE, sent).await.map_err(|_| Trouble::Silent)?.map_err(|_| Trouble::Silent)
}

/// Sees to it that the streams are there.
pub(crate) async fn make_streams(client: &Client) -> Result<(), Trouble> {
    /// What the server says of a stream that somebody has made otherwise.
    const OTHERWISE: u64 = 10058;
    /// What it says where the account may have no more of them, also of one that is there.
    const ENOUGH: u64 = 10027;
    /// What it says where it, or the account, has no room for one: in general, on disk, for one stream. Of one that is there
    /// it may say so, too.
    const NO_ROOM: [u64; 4] = [10002, 10023, 10047, 10120];
    let mut bytes = MOST_BYTES;
    for stream in Stream::ALL {
        loop {
            match ask(client, &format!("STREAM.CREATE.{}", stream.name()), &stream.config(bytes)).await {
                Ok(_) | Err(Trouble::Refused(OTHERWISE, _)) => break,
                Err(Trouble::Refused(number, _))
                    if (number == ENOUGH || NO_ROOM.contains(&number)) && n_kept(client, stream).await.is_ok() =>
                {
                    break;
                }
                Err(Trouble::Refused(number, _)) if NO_ROOM.contains(&number) && bytes > LEAST_BYTES => {
                    bytes /= 2;
                    shrink_others(client, stream, bytes).await;
                }
                Err(Trouble::Refused(number, words)) if NO_ROOM.contains(&number) => {
                    let least_mb = ((2 + CONTENTS_SHARE) * LEAST_BYTES) >> 20;
                    let words = format!("{words}, and its streams need {least_mb} MB at least");
                    return Err(Trouble::Refused(number, words));
                }
                Err(trouble) => return Err(trouble),
            }
        }
    }
    Ok(())
}

/// Makes room for a stream that is not there yet: others that hold nothing may have taken it.
async fn shrink_others(client: &Client, than: Stream, bytes: u64) {
    for other in Stream::ALL.into_iter().filter(|other| *other != than) {
        let Ok(found) = about(client, other).await else { continue };
        // As somebody may have made it, but for its size.
        let mut config = found["config"].clone();
        let (has, wanted) = (config["max_bytes"].as_u64(), other.max_bytes(bytes));
        // Another client may be about to do the same, and further by now.
        if found["state"]["messages"] == 0 && has > Some(wanted) {
            config["max_bytes"] = json!(wanted);
            // Whether that was of use is seen where the other one is made.
            drop(ask(client, &format!("STREAM.UPDATE.{}", other.name()), &config).await);
        }
    }
}

/// Sees to it that batches of a kind can be taken; the number of the last message of the stream that the server takes for
/// delivered.
pub(crate) async fn make_consumer(client: &Client, kind: &str) -> Result<u64, Trouble> {
    let stream = Stream::Work;
    let config = json!({
        "stream_name": stream.name(),
        "config": {
            "durable_name": kind,
            "filter_subject": format!("{}.{kind}.>", stream.prefix()),
            "deliver_policy": "all",
            "replay_policy": "instant",
            "ack_policy": "explicit",
            "ack_wait": nanoseconds(SILENCE),
            "max_deliver": -1,
            "max_ack_pending": -1,
            "max_waiting": 100_000,
            "inactive_threshold": nanoseconds(QUEUE_STAYS),
        },
    });
    let made = ask(client, &format!("CONSUMER.DURABLE.CREATE.{}.{kind}", stream.name()), &config).await?;
    Ok(made["delivered"]["stream_seq"].as_u64().unwrap_or_default())
}

/// Makes those of some consumers anew that know of more messages than their stream has had: a server that came back without
/// the end of a stream gives nobody what comes in its place.
pub(crate) async fn renew_consumers(client: &Client, delivered: &[(&String, u64)]) -> Result<(), Trouble> {
    let (stream, last) = (Stream::Work.name(), n_ever(client, Stream::Work).await?);
    for (kind, _) in delivered.iter().filter(|(_, delivered)| *delivered > last) {
        ask(client, &format!("CONSUMER.DELETE.{stream}.{kind}"), &json!({})).await?;
        make_consumer(client, kind).await?;
    }
    Ok(())
}

/// Asks for one batch of a kind; it comes to `inbox`, or a status when nothing has come for `patience`.
pub(crate) async fn pull(client: &Client, kind: &str, inbox: String, patience: Duration) -> Result<(), Trouble> {
    let subject = format!("$JS.API.CONSUMER.MSG.NEXT.{}.{kind}", Stream::Work.name());
    let body = json!({ "batch": 1, "expires": nanoseconds(patience) }).to_string();
    say(client, subject, body.into_bytes(), Some(inbox)).await
}

/// Has the server keep a message. One with the same id as an earlier one is not kept again.
pub(crate) async fn keep(client: &Client, subject: String, id: &str, payload: Vec<u8>) -> Result<(), Trouble> {
    let mut headers = HeaderMap::new();
    headers.insert("Nats-Msg-Id", id);
    let message = request(client, subject, payload, Some(headers)).await?;
    let answer: Value = serde_json::from_slice(&message.payload).map_err(|_| Trouble::Silent)?;
    answer.get("error").map_or(Ok(()), |error| Err(refused(error)))
}

/// The last message that the server keeps under a subject.
pub(crate) async fn kept(client: &Client, stream: Stream, subject: &str) -> Result<Option<Message>, Trouble> {
    let asked = format!("$JS.API.DIRECT.GET.{}.{subject}", stream.name());
    let message = request(client, asked, Vec::new(), None).await?;
    Ok((message.status != Some(StatusCode::NOT_FOUND)).then_some(message))
}

/// The first message that the server keeps under a subject from a number on, and the number of the one behind it.
pub(crate) async fn kept_from(
    client: &Client,
    stream: Stream,
    subject: &str,
    number: u64,
) -> Result<Option<(Message, u64)>, Trouble> {
    let asked = json!({ "seq": number.max(1), "next_by_subj": subject }).to_string();
    let message = request(client, format!("$JS.API.DIRECT.GET.{}", stream.name()), asked.into_bytes(), None).await?;
    let found = message.headers.as_ref().and_then(|headers| headers.get("Nats-Sequence")?.as_str().parse::<u64>().ok());
    Ok(found.filter(|_| message.status != Some(StatusCode::NOT_FOUND)).map(|found| (message, found + 1)))
}

/// What the server says of a stream.
async fn about(client: &Client, stream: Stream) -> Result<Value, Trouble> {
    ask(client, &format!("STREAM.INFO.{}", stream.name()), &json!({})).await
}

/// How many messages a stream keeps.
pub(crate) async fn n_kept(client: &Client, stream: Stream) -> Result<u64, Trouble> {
    Ok(about(client, stream).await?["state"]["messages"].as_u64().unwrap_or_default())
}

/// How many messages a stream was ever given.
pub(crate) async fn n_ever(client: &Client, stream: Stream) -> Result<u64, Trouble> {
    Ok(about(client, stream).await?["state"]["last_seq"].as_u64().unwrap_or_default())
}

/// Drops what a stream keeps under subjects.
pub(crate) async fn purge(client: &Client, stream: Stream, subjects: &str) -> Result<(), Trouble> {
    ask(client, &format!("STREAM.PURGE.{}", stream.name()), &json!({ "filter": subjects })).await.map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_queue_is_no_refusal() {
        let said = |words: &str| refused(&json!({ "err_code": 10077, "description": words }));
        assert_eq!(said("maximum bytes exceeded"), Trouble::Full);
        assert_eq!(said("maximum messages exceeded"), Trouble::Full);
        let disk = "no space left on device";
        assert_eq!(said(disk), Trouble::Refused(10077, disk.to_owned()));
    }
}
