//! The guard, between a client in memory and a server whose handlers misbehave.

use std::{
    sync::{Arc, Mutex},
    time::Duration,
};

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, DuplexStream};
use tower_lsp::{
    LanguageServer, LspService, Server,
    jsonrpc::Result,
    lsp_types::{InitializeParams, InitializeResult},
};

use super::guard::Guard;

/// Notes the order in which the first statements of its handlers run.
#[derive(Default)]
struct Unruly {
    seen: Arc<Mutex<Vec<i64>>>,
}

#[tower_lsp::async_trait]
impl LanguageServer for Unruly {
    async fn initialize(&self, _: InitializeParams) -> Result<InitializeResult> {
        Ok(InitializeResult::default())
    }

    async fn shutdown(&self) -> Result<()> {
        Ok(())
    }
}

impl Unruly {
    async fn number(&self, params: Value) -> Result<Value> {
        self.seen.lock().unwrap().push(params["number"].as_i64().unwrap());
        tokio::task::yield_now().await;
        Ok(params)
    }

    async fn note(&self, params: Value) {
        self.seen.lock().unwrap().push(params["number"].as_i64().unwrap());
    }

    async fn panic(&self, _: Value) -> Result<Value> {
        panic!("as it was asked to");
    }

    async fn panic_later(&self, _: Value) -> Result<Value> {
        tokio::task::yield_now().await;
        panic!("as it was asked to");
    }

    async fn never(&self, _: Value) -> Result<Value> {
        std::future::pending().await
    }
}

struct Client {
    to: DuplexStream,
    from: DuplexStream,
    buffer: Vec<u8>,
}

impl Client {
    async fn send(&mut self, message: Value) {
        let body = message.to_string();
        let framed = format!("Content-Length: {}\r\n\r\n{body}", body.len());
        self.to.write_all(framed.as_bytes()).await.unwrap();
    }

    async fn request(&mut self, id: i64, method: &str, params: Value) {
        self.send(json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params })).await;
    }

    async fn receive(&mut self) -> Value {
        loop {
            let text = String::from_utf8_lossy(&self.buffer).into_owned();
            if let Some((head, rest)) = text.split_once("\r\n\r\n") {
                let length: usize = head.rsplit(": ").next().unwrap().trim().parse().unwrap();
                if rest.len() >= length {
                    self.buffer.drain(..head.len() + 4 + length);
                    return serde_json::from_str(&rest[..length]).unwrap();
                }
            }
            let mut chunk = [0; 4096];
            let length = self.from.read(&mut chunk).await.unwrap();
            assert!(length > 0, "the server closed its output");
            self.buffer.extend_from_slice(&chunk[..length]);
        }
    }
}

/// Runs a client against the server, and gives the order in which handlers began.
async fn with_client(act: impl AsyncFnOnce(&mut Client)) -> Vec<i64> {
    let seen = Arc::default();
    let unruly = Unruly { seen: Arc::clone(&seen) };
    let (service, socket) = LspService::build(|_| unruly)
        .custom_method("test/number", Unruly::number)
        .custom_method("test/note", Unruly::note)
        .custom_method("test/panic", Unruly::panic)
        .custom_method("test/panicLater", Unruly::panic_later)
        .custom_method("test/never", Unruly::never)
        .finish();
    let (to, server_in) = tokio::io::duplex(1 << 16);
    let (server_out, from) = tokio::io::duplex(1 << 16);
    let guard = Guard::new(service, Arc::new(|_| {}));
    let serving = Server::new(server_in, server_out, socket).concurrency_level(1024).serve(guard);
    let mut client = Client { to, from, buffer: Vec::new() };
    let acting = async {
        client.request(0, "initialize", json!({ "capabilities": {} })).await;
        assert_eq!(client.receive().await["id"], json!(0));
        act(&mut client).await;
    };
    let outcome = async {
        tokio::select! {
            () = serving => panic!("the server ended"),
            () = acting => {}
        }
    };
    tokio::time::timeout(Duration::from_secs(60), outcome).await.expect("the server answers");
    seen.lock().unwrap().clone()
}

fn run(test: impl Future<Output = ()>) {
    tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap().block_on(test);
}

#[test]
fn handlers_begin_in_the_order_of_the_wire() {
    run(async {
        const N: i64 = 500;
        let seen = with_client(async |client| {
            let mut n_answers = 0;
            for number in 0..N {
                if number % 3 == 0 {
                    client.request(number + 1, "test/number", json!({ "number": number })).await;
                    assert_eq!(client.receive().await["id"], json!(number + 1));
                    n_answers += 1;
                } else {
                    client
                        .send(json!({ "jsonrpc": "2.0", "method": "test/note", "params": { "number": number } }))
                        .await;
                }
            }
            client.request(N + 1, "test/number", json!({ "number": N })).await;
            client.receive().await;
            assert_eq!(n_answers, (N + 2) / 3);
        });
        assert_eq!(seen.await, (0..=N).collect::<Vec<_>>());
    });
}

#[test]
fn a_panic_is_one_requests_own_trouble() {
    run(async {
        with_client(async |client| {
            for (id, method) in [(1, "test/panic"), (2, "test/panicLater")] {
                client.request(id, method, json!({})).await;
                let answer = client.receive().await;
                assert_eq!((&answer["id"], &answer["error"]["code"]), (&json!(id), &json!(-32603)));
            }
            client.request(3, "test/number", json!({ "number": 1 })).await;
            assert_eq!(client.receive().await["result"]["number"], json!(1));
        })
        .await;
    });
}

#[test]
fn handlers_that_hang_stop_nobody_and_can_be_cancelled() {
    run(async {
        with_client(async |client| {
            for id in 1..=20 {
                client.request(id, "test/never", json!({})).await;
            }
            client.request(21, "test/number", json!({ "number": 1 })).await;
            assert_eq!(client.receive().await["id"], json!(21));
            client.send(json!({ "jsonrpc": "2.0", "method": "$/cancelRequest", "params": { "id": 7 } })).await;
            let answer = client.receive().await;
            assert_eq!((&answer["id"], &answer["error"]["code"]), (&json!(7), &json!(-32800)));
        })
        .await;
    });
}

#[test]
fn shutdown_may_have_null_parameters() {
    run(async {
        with_client(async |client| {
            client.request(1, "shutdown", Value::Null).await;
            assert_eq!(client.receive().await["result"], Value::Null);
        })
        .await;
    });
}
