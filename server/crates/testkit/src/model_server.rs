//! A server of language models that says what a test wants, byte by byte.
//!
//! It speaks plain HTTP on this machine, on threads of its own, so it serves any client and any runtime. Each request
//! gets the acts that a test gives for it, over a connection that is closed afterwards.

use std::{
    io::{BufRead as _, BufReader, Read as _, Write as _},
    net::{SocketAddr, TcpListener, TcpStream},
    sync::{
        Arc, Mutex, PoisonError,
        mpsc::{Receiver, Sender, channel},
    },
    thread,
    time::{Duration, SystemTime},
};

use serde_json::{Value, json};

/// Nothing that a test waits for takes longer.
const PATIENCE: Duration = Duration::from_secs(300);

/// What the server does next on a connection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Act {
    /// Writes these bytes as they are.
    Bytes(Vec<u8>),
    /// Writes nothing more and waits until the client closes the connection.
    WaitForClose,
}

/// A request that came.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// Method and target, as they stand in the first line.
    pub target: String,
    /// Headers with names in lower case, in order.
    pub headers: Vec<(String, String)>,
    /// The body.
    pub body: String,
}

impl Request {
    /// The first header of a name in lower case.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(own, _)| own == name).map(|(_, value)| value.as_str())
    }

    /// The body as JSON; null when it is none.
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_default()
    }

    /// The name of the schema that the answer is to fit, wherever the request's format has it.
    pub fn schema_name(&self) -> Option<String> {
        let body = self.json();
        let places =
            ["/response_format/json_schema/name", "/text/format/name", "/tools/0/function/name", "/tools/0/name"];
        places.iter().find_map(|place| body.pointer(place)?.as_str().map(str::to_owned))
    }
}

/// The server. It ends with the process; what it was asked is handed out in order.
pub struct ModelServer {
    address: SocketAddr,
    /// What no other server has been called.
    name: String,
    requests: Mutex<Receiver<Request>>,
    closes: Mutex<Receiver<()>>,
}

type Reaction = Arc<Mutex<dyn FnMut(&Request) -> Vec<Act> + Send>>;

impl ModelServer {
    /// A server that gives these answers, one to each request, and to further ones a 404.
    pub fn with_answers(answers: impl IntoIterator<Item = Vec<Act>>) -> ModelServer {
        let mut answers = answers.into_iter().collect::<Vec<_>>().into_iter();
        ModelServer::new(move |_| answers.next().unwrap_or_else(|| whole(404, &[], "no answer is left")))
    }

    /// A server that answers as the test says.
    pub fn new(react: impl FnMut(&Request) -> Vec<Act> + Send + 'static) -> ModelServer {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port is free");
        let address = listener.local_addr().expect("the listener is bound");
        let (to_requests, requests) = channel();
        let (to_closes, closes) = channel();
        let react: Reaction = Arc::new(Mutex::new(react));
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (react, requests, closes) = (Arc::clone(&react), to_requests.clone(), to_closes.clone());
                thread::spawn(move || serve(stream, &react, &requests, &closes));
            }
        });
        let since_epoch = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        let name = format!("{}-{}", std::process::id(), since_epoch.as_nanos());
        ModelServer { address, name, requests: Mutex::new(requests), closes: Mutex::new(closes) }
    }

    /// The address up to and including `/v1`.
    pub fn base_url(&self) -> String {
        format!("http://{}/v1", self.address)
    }

    /// An address up to and including `/v1` that no other server has ever had, as a port has: answers are kept by address, in
    /// a cache that tests share, and those of a server that is gone are not this one's.
    pub fn unique_base_url(&self) -> String {
        format!("http://{}/{}/v1", self.address, self.name)
    }

    /// The address without a path.
    pub fn origin(&self) -> String {
        format!("http://{}", self.address)
    }

    /// The next request, once it is there.
    pub fn request(&self) -> Request {
        let requests = self.requests.lock().unwrap_or_else(PoisonError::into_inner);
        requests.recv_timeout(PATIENCE).expect("a request comes")
    }

    /// The requests that came and were not handed out.
    pub fn requests(&self) -> Vec<Request> {
        self.requests.lock().unwrap_or_else(PoisonError::into_inner).try_iter().collect()
    }

    /// Waits until a client has closed a connection on which [`Act::WaitForClose`] stood.
    pub fn wait_for_close(&self) {
        let closes = self.closes.lock().unwrap_or_else(PoisonError::into_inner);
        closes.recv_timeout(PATIENCE).expect("the client closes the connection");
    }
}

fn serve(stream: TcpStream, react: &Reaction, requests: &Sender<Request>, closes: &Sender<()>) {
    drop(stream.set_nodelay(true));
    let mut reader = BufReader::new(&stream);
    let Some(request) = read_request(&mut reader) else { return };
    let acts = (react.lock().unwrap_or_else(PoisonError::into_inner))(&request);
    // Whoever is told of the request can rely on the answer being decided.
    drop(requests.send(request));
    for act in acts {
        match act {
            Act::Bytes(bytes) => {
                if (&stream).write_all(&bytes).is_err() {
                    return;
                }
            }
            Act::WaitForClose => {
                // The end of the stream and a reset both mean that the client has gone.
                drop(reader.read_to_end(&mut Vec::new()));
                // Nobody may be waiting for it.
                closes.send(()).unwrap_or_default();
                return;
            }
        }
    }
}

fn read_request(reader: &mut BufReader<&TcpStream>) -> Option<Request> {
    let mut line = String::new();
    let mut next = |reader: &mut BufReader<&TcpStream>| {
        line.clear();
        reader.read_line(&mut line).ok().filter(|&n_bytes| n_bytes > 0).map(|_| line.trim_end().to_owned())
    };
    let first = next(reader)?;
    let mut headers = Vec::new();
    loop {
        let line = next(reader)?;
        if line.is_empty() {
            break;
        }
        let (name, value) = line.split_once(':')?;
        headers.push((name.trim().to_ascii_lowercase(), value.trim().to_owned()));
    }
    let length = headers.iter().find(|(name, _)| name == "content-length").and_then(|(_, value)| value.parse().ok());
    let mut body = vec![0; length.unwrap_or(0)];
    reader.read_exact(&mut body).ok()?;
    let target = first.rsplit_once(' ').map_or(first.clone(), |(target, _)| target.to_owned());
    Some(Request { target, headers, body: String::from_utf8_lossy(&body).into_owned() })
}

/// An answer in one piece, with further headers.
pub fn whole(status: u16, headers: &[(&str, &str)], body: &str) -> Vec<Act> {
    let kind = if body.starts_with('{') { "application/json" } else { "text/plain" };
    let more: String = headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
    let head = format!("HTTP/1.1 {status} X\r\ncontent-type: {kind}\r\nconnection: close\r\n");
    vec![Act::Bytes(format!("{head}{more}content-length: {}\r\n\r\n{body}", body.len()).into_bytes())]
}

/// The head of a stream of events.
pub fn stream_head() -> Act {
    let head =
        "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\ntransfer-encoding: chunked\r\n\r\n";
    Act::Bytes(head.as_bytes().to_vec())
}

/// One piece of a stream. Clients see where it ends.
pub fn piece(bytes: &[u8]) -> Act {
    let mut chunk = format!("{:x}\r\n", bytes.len()).into_bytes();
    chunk.extend_from_slice(bytes);
    chunk.extend_from_slice(b"\r\n");
    Act::Bytes(chunk)
}

/// The end of a stream that is whole.
pub fn stream_end() -> Act {
    Act::Bytes(b"0\r\n\r\n".to_vec())
}

/// A whole stream in these pieces.
pub fn stream(pieces: &[&[u8]]) -> Vec<Act> {
    let pieces = pieces.iter().filter(|bytes| !bytes.is_empty()).map(|bytes| piece(bytes));
    std::iter::once(stream_head()).chain(pieces).chain([stream_end()]).collect()
}

/// A streamed answer of chat completions with this text, of 100 tokens to a question of 1000.
pub fn chat_answer(text: &str) -> Vec<Act> {
    let event = |value: Value| format!("data: {value}\n\n");
    let events = [
        event(json!({ "choices": [{ "index": 0, "delta": { "role": "assistant", "content": text } }] })),
        event(json!({ "choices": [{ "index": 0, "delta": {}, "finish_reason": "stop" }] })),
        event(json!({ "choices": [], "usage": { "prompt_tokens": 1000, "completion_tokens": 100 } })),
        "data: [DONE]\n\n".to_owned(),
    ];
    stream(&events.each_ref().map(|event| event.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_is_told_from_an_earlier_one_on_its_port() {
        let name = || {
            let server = ModelServer::with_answers([]);
            server.unique_base_url().replacen(&server.origin(), "", 1)
        };
        let (one, other) = (name(), name());
        assert!(one != other && one.ends_with("/v1"), "{one} and {other}");
    }
}
