//! What lies between somebody and the server: a network that can fail, and somebody who changes what is sent.

use std::{
    collections::HashMap,
    io::{self, BufRead as _, BufReader, Read as _, Write as _},
    net::{Shutdown, SocketAddr, TcpListener, TcpStream},
    sync::{
        Arc, Condvar, Mutex,
        atomic::{AtomicU32, Ordering},
    },
    thread,
};

/// What somebody reaches the server through, and which can be closed: nothing passes then, and nobody is told.
pub(super) struct Passage {
    address: SocketAddr,
    is_open: Arc<(Mutex<bool>, Condvar)>,
}

impl Passage {
    pub(super) fn to(server: SocketAddr) -> Passage {
        let is_open = Arc::new((Mutex::new(true), Condvar::new()));
        let gate = Arc::clone(&is_open);
        let address = between(server, move |from, to, _| drop(pass_on(from, to, &gate)));
        Passage { address, is_open }
    }

    pub(super) fn url(&self) -> String {
        format!("nats://{}", self.address)
    }

    pub(super) fn set_open(&self, is_open: bool) {
        *self.is_open.0.lock().expect("nobody panics with it") = is_open;
        self.is_open.1.notify_all();
    }
}

fn pass_on(mut from: TcpStream, mut to: TcpStream, gate: &(Mutex<bool>, Condvar)) -> io::Result<()> {
    let mut bytes = vec![0; 1 << 16];
    while let n_bytes @ 1.. = from.read(&mut bytes)? {
        let is_open = gate.0.lock().expect("nobody panics with it");
        drop(gate.1.wait_while(is_open, |is_open| !*is_open).expect("nobody panics with it"));
        to.write_all(&bytes[..n_bytes])?;
    }
    Ok(())
}

/// Somebody whose contents are not what they are called, the first times that they are laid on the server.
pub(super) struct Forger {
    address: SocketAddr,
    n_forged: Arc<AtomicU32>,
}

impl Forger {
    pub(super) fn before(server: SocketAddr, n_times: u32) -> Forger {
        let n_forged = Arc::new(AtomicU32::new(0));
        let count = Arc::clone(&n_forged);
        let address = between(server, move |from, to, way| {
            drop(match way {
                Way::There => forge(from, to, n_times, &count),
                Way::Back => io::copy(&mut { from }, &mut { to }).map(drop),
            });
        });
        Forger { address, n_forged }
    }

    pub(super) fn url(&self) -> String {
        format!("nats://{}", self.address)
    }

    pub(super) fn n_forged(&self) -> u32 {
        self.n_forged.load(Ordering::Relaxed)
    }
}

/// Passes on what a client says, message by message, with another last byte in pieces of contents.
fn forge(from: TcpStream, mut to: TcpStream, n_times: u32, count: &AtomicU32) -> io::Result<()> {
    let mut from = BufReader::new(from);
    let mut n_seen: HashMap<String, u32> = HashMap::new();
    loop {
        let mut message = Vec::new();
        if from.read_until(b'\n', &mut message)? == 0 {
            return Ok(());
        }
        let line = String::from_utf8_lossy(&message).into_owned();
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        if let ["PUB" | "HPUB", subject, .., n_bytes] = words[..] {
            let start = message.len();
            let n_bytes: usize = n_bytes.parse().expect("the client counts its bytes");
            // The end of the line is not counted.
            message.resize(start + n_bytes + 2, 0);
            from.read_exact(&mut message[start..])?;
            let n_seen = n_seen.entry(subject.to_owned()).or_default();
            if subject.starts_with("touchstone.3.contents.") && *n_seen < n_times {
                *n_seen += 1;
                count.fetch_add(1, Ordering::Relaxed);
                message[start + n_bytes - 1] ^= 1;
            }
        }
        to.write_all(&message)?;
    }
}

enum Way {
    There,
    Back,
}

/// Listens in the server's place, beside it: each connection gets one to the server, and both ways of it are handed on by two threads.
fn between(server: SocketAddr, hand_on: impl Fn(TcpStream, TcpStream, Way) + Send + Sync + 'static) -> SocketAddr {
    let listener = TcpListener::bind((server.ip(), 0)).expect("a port is free");
    let address = listener.local_addr().expect("it has one");
    let hand_on = Arc::new(hand_on);
    thread::spawn(move || {
        for here in listener.incoming().map_while(Result::ok) {
            let Ok(there) = TcpStream::connect(server) else { continue };
            let two = |stream: &TcpStream| stream.try_clone().expect("it is open");
            for (from, to, way) in [(two(&here), two(&there), Way::There), (there, here, Way::Back)] {
                let (hand_on, end) = (Arc::clone(&hand_on), two(&to));
                thread::spawn(move || {
                    hand_on(from, to, way);
                    drop(end.shutdown(Shutdown::Both));
                });
            }
        }
    });
    address
}
