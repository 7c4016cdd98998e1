//! Standard output, written by a thread of its own.
//!
//! Invariant: a client that does not read stops nobody but this thread; the [`Backlog`] tells others to send less. What
//! is handed over at once is written without anything in between.

use std::{
    io::{self, Write},
    pin::Pin,
    sync::{
        Arc, Condvar, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    task::{Context, Poll},
    time::Duration,
};

use crossbeam_channel::{Receiver, Sender, unbounded};
use tokio::io::AsyncWrite;
use tower_lsp::jsonrpc::Response;

use crate::{sync::lock, workers::threads};

/// How much waits to be written.
#[derive(Clone, Default)]
pub(crate) struct Backlog(Arc<Shared>);

#[derive(Default)]
struct Shared {
    n_bytes: AtomicUsize,
    lock: Mutex<()>,
    written: Condvar,
}

impl Backlog {
    /// Bytes from which on only answers are sent.
    const FULL: usize = 1 << 20;

    /// Whether the client is behind with reading.
    pub(crate) fn is_full(&self) -> bool {
        self.0.n_bytes.load(Ordering::SeqCst) >= Backlog::FULL
    }

    /// Waits until everything is written, at most for a time.
    pub(crate) fn drain(&self, at_most: Duration) {
        let guard = lock(&self.0.lock);
        let is_behind = |(): &mut ()| self.0.n_bytes.load(Ordering::SeqCst) > 0;
        drop(self.0.written.wait_timeout_while(guard, at_most, is_behind));
    }

    fn add(&self, n_bytes: usize) {
        self.0.n_bytes.fetch_add(n_bytes, Ordering::SeqCst);
    }

    fn remove(&self, n_bytes: usize) {
        self.0.n_bytes.fetch_sub(n_bytes, Ordering::SeqCst);
        drop(lock(&self.0.lock));
        self.0.written.notify_all();
    }
}

/// Takes everything at once: tower-lsp hands over whole messages.
pub(crate) struct Output {
    chunks: Sender<Vec<u8>>,
    backlog: Backlog,
}

impl Output {
    /// A function that writes a response straight to the client, past tower-lsp.
    pub(crate) fn direct_responder(&self) -> impl Fn(&Response) + Send + use<> {
        let (chunks, backlog) = (self.chunks.clone(), self.backlog.clone());
        move |response: &Response| {
            let Ok(body) = serde_json::to_string(response) else { return };
            let framed = format!("Content-Length: {}\r\n\r\n{body}", body.len());
            backlog.add(framed.len());
            if let Err(unsent) = chunks.send(framed.into_bytes()) {
                backlog.remove(unsent.0.len());
            }
        }
    }
}

/// Begins to write what it will be given.
pub(crate) fn start(target: impl Write + Send + 'static) -> (Output, Backlog) {
    let (chunks, receiver) = unbounded();
    let backlog = Backlog::default();
    let of_thread = backlog.clone();
    threads::start("output", move || write_all(target, &receiver, &of_thread));
    (Output { chunks, backlog: backlog.clone() }, backlog)
}

fn write_all(mut target: impl Write, chunks: &Receiver<Vec<u8>>, backlog: &Backlog) {
    let mut is_open = true;
    for chunk in chunks {
        // A client that closed its end hears nothing more; its other end tells us to leave.
        is_open = is_open && target.write_all(&chunk).and_then(|()| target.flush()).is_ok();
        backlog.remove(chunk.len());
    }
}

impl AsyncWrite for Output {
    fn poll_write(self: Pin<&mut Self>, _: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        self.backlog.add(bytes.len());
        let sent = self.chunks.send(bytes.to_vec());
        Poll::Ready(sent.map(|()| bytes.len()).map_err(|_| io::ErrorKind::BrokenPipe.into()))
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }
}
