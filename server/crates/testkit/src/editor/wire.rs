//! Frames: `Content-Length`, an empty line, a JSON text.

use std::{
    io::{self, BufRead, BufReader, Read, Write},
    sync::mpsc::{self, Receiver, Sender},
    thread,
};

use serde_json::Value;

/// A message in its frame.
pub fn framed(body: &str) -> Vec<u8> {
    format!("Content-Length: {}\r\n\r\n{body}", body.len()).into_bytes()
}

/// Writes what it is given, on a thread of its own: a server that does not read stops no test.
pub fn write_to(mut target: impl Write + Send + 'static) -> Sender<Vec<u8>> {
    let (sender, chunks) = mpsc::channel::<Vec<u8>>();
    thread::spawn(move || {
        for chunk in chunks {
            // A server that has left hears nothing more.
            if target.write_all(&chunk).and_then(|()| target.flush()).is_err() {
                return;
            }
        }
    });
    sender
}

/// Reads messages on a thread of its own until the other end is closed.
pub fn read_from(source: impl Read + Send + 'static) -> Receiver<Value> {
    let (sender, messages) = mpsc::channel();
    thread::spawn(move || {
        let mut source = BufReader::new(source);
        while let Ok(Some(message)) = next(&mut source) {
            if sender.send(message).is_err() {
                return;
            }
        }
    });
    messages
}

/// The next message; `None` at the end.
///
/// # Errors
/// When the stream breaks off within a message.
///
/// # Panics
/// When what comes is no message: the server wrote something else to its standard output.
pub fn next(source: &mut impl BufRead) -> io::Result<Option<Value>> {
    let mut length = None;
    loop {
        let mut line = String::new();
        if source.read_line(&mut line)? == 0 {
            return Ok(None);
        }
        let line = line.trim_end();
        if line.is_empty() {
            break;
        }
        let (name, value) = line.split_once(": ").unwrap_or_else(|| panic!("`{line}` is no header"));
        if name.eq_ignore_ascii_case("Content-Length") {
            length = Some(value.parse::<usize>().expect("a length is a number"));
        }
    }
    let mut body = vec![0; length.expect("a message has a length")];
    source.read_exact(&mut body)?;
    Ok(Some(serde_json::from_slice(&body).expect("a message is JSON")))
}
