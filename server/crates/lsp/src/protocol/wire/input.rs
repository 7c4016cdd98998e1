//! Standard input, read by a thread of its own.
//!
//! Invariant: the end of the input is known at once, whatever the protocol is doing, since nothing but this thread reads.

use std::{
    io::{self, Read},
    pin::Pin,
    task::{Context, Poll},
};

use tokio::{
    io::{AsyncRead, ReadBuf},
    sync::mpsc::{UnboundedReceiver, unbounded_channel},
};
use tower_lsp::jsonrpc::Response;

use super::frames::Frames;
use crate::workers::threads;

/// What the thread has read.
pub(crate) struct Input {
    chunks: UnboundedReceiver<Vec<u8>>,
    /// Read, and not yet taken.
    rest: Vec<u8>,
}

/// Begins to read. What is no message is handed to `refuse` as what is to be answered to it; `at_end` is called once
/// nothing more will come, with whether the client has asked for the end, though nobody may have answered it yet.
pub(crate) fn start(
    mut source: impl Read + Send + 'static,
    refuse: impl Fn(&Response) + Send + 'static,
    at_end: impl FnOnce(bool) + Send + 'static,
) -> Input {
    const CHUNK_BYTES: usize = 64 << 10;
    let (sender, chunks) = unbounded_channel();
    let read = move || {
        let mut buffer = vec![0; CHUNK_BYTES];
        let mut frames = Frames::default();
        loop {
            match source.read(&mut buffer) {
                Ok(0) => break,
                Ok(length) => {
                    let whole = frames.take(&buffer[..length]);
                    frames.refusals.drain(..).for_each(|refusal| refuse(&refusal));
                    // An empty chunk would be the end.
                    if !whole.is_empty() && sender.send(whole).is_err() {
                        break;
                    }
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(_) => break,
            }
        }
        at_end(frames.has_shutdown);
    };
    threads::start("input", read);
    Input { chunks, rest: Vec::new() }
}

impl AsyncRead for Input {
    fn poll_read(mut self: Pin<&mut Self>, context: &mut Context<'_>, to: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        if self.rest.is_empty() {
            match self.chunks.poll_recv(context) {
                Poll::Ready(Some(chunk)) => self.rest = chunk,
                Poll::Ready(None) => return Poll::Ready(Ok(())),
                Poll::Pending => return Poll::Pending,
            }
        }
        let taken = self.rest.len().min(to.remaining());
        to.put_slice(&self.rest[..taken]);
        self.rest.drain(..taken);
        Poll::Ready(Ok(()))
    }
}
