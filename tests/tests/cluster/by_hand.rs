//! Whoever may use the account and speaks to the server by hand: a worker of another version, one
//! that answers everything, and a client that means harm.

use std::{
    collections::BTreeSet,
    fs,
    io::{BufRead as _, BufReader, Read as _, Write as _},
    net::TcpStream,
    sync::mpsc::{Receiver, channel},
    thread,
};

use e2e::process;
use nix::sys::signal::Signal;
use testkit::temporary;

use super::{PATIENCE, Server, TIME_MS, check, ended_well, here, problem, quick};

/// A message of the server, its headers left out.
struct Heard {
    subject: String,
    /// Where an answer is expected.
    reply: Option<String>,
    payload: Vec<u8>,
}

/// A connection of its own that hears what goes by on a subject.
struct ByHand {
    stream: TcpStream,
    heard: Receiver<Heard>,
}

impl ByHand {
    fn hearing(server: &Server, subject: &str) -> ByHand {
        let mut stream = TcpStream::connect(server.address).expect("the server listens");
        let greeting = format!("CONNECT {{\"verbose\":false,\"headers\":true}}\r\nSUB {subject} 1\r\nPING\r\n");
        stream.write_all(greeting.as_bytes()).expect("the server takes it");
        let (mut replies, read) = (stream.try_clone().expect("two"), stream.try_clone().expect("three"));
        let (hears, heard) = channel();
        let (listens, is_listening) = channel();
        thread::spawn(move || {
            let mut read = BufReader::new(read);
            let mut line = String::new();
            while read.read_line(&mut line).is_ok_and(|length| length > 0) {
                let words: Vec<&str> = line.split_whitespace().collect();
                match words[..] {
                    ["PING"] => drop(replies.write_all(b"PONG\r\n")),
                    ["PONG"] => drop(listens.send(())),
                    [kind @ ("MSG" | "HMSG"), subject, _, .., length] => {
                        let n_words = if kind == "MSG" { 5 } else { 6 };
                        let reply = (words.len() == n_words).then(|| words[3].to_owned());
                        let n_headers =
                            if kind == "MSG" { 0 } else { words[words.len() - 2].parse().expect("a number") };
                        let mut payload = vec![0; length.parse::<usize>().expect("a number") + 2];
                        if read.read_exact(&mut payload).is_err() {
                            return;
                        }
                        payload.truncate(payload.len() - 2);
                        let payload = payload.split_off(n_headers);
                        drop(hears.send(Heard { subject: subject.to_owned(), reply, payload }));
                    }
                    _ => {}
                }
                line.clear();
            }
        });
        is_listening.recv_timeout(PATIENCE).expect("the server answers");
        ByHand { stream, heard }
    }

    fn say(&mut self, subject: &str, payload: &[u8]) {
        self.ask(subject, "", payload);
    }

    /// The same, with where an answer is expected.
    fn ask(&mut self, subject: &str, reply: &str, payload: &[u8]) {
        let head = format!("PUB {subject} {reply} {}\r\n", payload.len());
        let whole = [head.as_bytes(), payload, b"\r\n"].concat();
        self.stream.write_all(&whole).expect("the server takes it");
    }

    fn hears(&self) -> Heard {
        self.heard.recv_timeout(PATIENCE).expect("somebody says something")
    }
}

#[test]
fn a_worker_of_another_version_is_named_and_gets_nothing() {
    let Some(server) = Server::start() else { return };
    let mut other = ByHand::hearing(&server, "touchstone.workers");
    let folder = quick();
    let presence = r#"{"protocol":1,"version":"0.0.1","name":"of-old","cores":8,"level":"full","cpu_model":"Z80","platform":"vax","runtimes":[]}"#;
    // It answers for as long as there is a server.
    thread::spawn(move || {
        while let Ok(Heard { reply: Some(reply), .. }) = other.heard.recv() {
            other.say(&reply, presence.as_bytes());
        }
    });
    let done = check(&folder, &server).run().expect_code(2);
    let words = "are of another version (of-old is of 0.0.1, this is ";
    assert!(done.stderr.contains(words) && done.stderr.contains("use the same everywhere"), "{done:?}");
}

#[test]
fn a_batch_that_is_acknowledged_and_never_answered_is_sent_again() {
    let Some(server) = Server::start() else { return };
    let folder = quick();
    let expected = here(&folder);
    // A worker makes its queue and is gone; somebody says in its name that it is there.
    let gone = server.worker(&[]);
    let mut called = ByHand::hearing(&server, "said");
    called.ask("touchstone.workers", "said", b"");
    let presence = called.hears().payload;
    process::signal(gone.pid(), Signal::SIGKILL);
    gone.wait();
    let mut impostor = ByHand::hearing(&server, "touchstone.workers");
    thread::spawn(move || {
        while let Ok(Heard { reply: Some(reply), .. }) = impostor.heard.recv() {
            impostor.say(&reply, &presence);
        }
    });
    let sent = ByHand::hearing(&server, "touchstone.3.work.>");
    let mut taker = ByHand::hearing(&server, "taken");
    let running = check(&folder, &server).start(false);
    let order = sent.hears().subject;
    let (kind, number) = order["touchstone.3.work.".len()..].split_once('.').expect("a kind, a run and a number");
    let queue = format!("$JS.API.CONSUMER.MSG.NEXT.TOUCHSTONE_3_WORK.{kind}");
    taker.ask(&queue, "taken", br#"{"batch":1,"expires":60000000000}"#);
    let taken = taker.hears();
    assert_eq!(taken.subject, order);
    taker.say(&taken.reply.expect("it can be acknowledged"), b"+ACK");
    // Who hears something that is no answer looks after the batch at once.
    taker.say(&format!("touchstone.3.result.{number}"), b"nothing");
    let worker = server.worker(&[]);
    assert_eq!(running.wait().report().matrix(), expected);
    assert_eq!(sent.hears().subject, order, "it was sent again");
    ended_well(worker);
}

/// A program that no worker can have is not missed there first: its order would go to the end of the queue twice.
#[test]
fn what_was_never_sent_goes_before_its_order() {
    let Some(server) = Server::start() else { return };
    let worker = server.worker(&[]);
    let mut passes = ByHand::hearing(&server, "touchstone.3.>");
    let folder = quick();
    let mut sent_by_a_check = || {
        assert_eq!(check(&folder, &server).run().report().matrix(), here(&folder));
        passes.say("touchstone.3.end", b"");
        let subjects =
            std::iter::from_fn(|| Some(passes.hears().subject)).take_while(|subject| !subject.ends_with("end"));
        let mut kinds: Vec<String> =
            subjects.map(|subject| subject.split('.').nth(2).expect("a kind").to_owned()).collect();
        kinds.retain(|kind| kind == "contents" || kind == "work");
        kinds
    };
    let first = sent_by_a_check();
    let (last, before) = first.split_last().expect("something was sent");
    assert!(last == "work" && !before.is_empty() && before.iter().all(|kind| kind == "contents"), "{first:?}");
    // The next time workers are thought to have it.
    folder.write("tests/2.in", "2\n");
    folder.write("tests/2.ans", "5\n");
    assert_eq!(sent_by_a_check(), ["work"]);
    ended_well(worker);
}

#[test]
fn strangers_are_not_heard() {
    let Some(server) = Server::start() else { return };
    let place = temporary::folder();
    let (key, list) = (place.path().join("key"), place.path().join("list"));
    let words = ["--key", key.to_str().expect("a plain name")];
    let printed = ended_well(server.worker(&words)).stdout;
    fs::write(&list, printed).expect("it is ours");
    let worker = server.worker(&words);
    let mut stranger = ByHand::hearing(&server, "touchstone.3.work.>");
    // Every order is answered many times, for as long as there is a server.
    thread::spawn(move || {
        while let Ok(Heard { subject, .. }) = stranger.heard.recv() {
            let order = subject.strip_prefix("touchstone.3.work.").and_then(|rest| rest.split_once('.'));
            let Some((_, order)) = order else { continue };
            let answer = format!("touchstone.3.result.{order}");
            (0..20).for_each(|_| stranger.say(&answer, &[b'x'; 200]));
        }
    });
    let folder = problem(&format!("tle_strange_{}", std::process::id()), TIME_MS);
    let done = check(&folder, &server).env("TOUCHSTONE_CLUSTER_KEYS", &list).run();
    assert_eq!(done.report().matrix(), here(&folder));
    ended_well(worker);
}

#[test]
fn orders_of_a_client_that_means_harm_come_to_nothing() {
    let Some(server) = Server::start() else { return };
    let worker = server.worker(&[]);
    let mut harmful = ByHand::hearing(&server, "touchstone.3.work.>");
    let folder = quick();
    assert_eq!(check(&folder, &server).run().report().matrix(), here(&folder));
    let order = harmful.heard.recv_timeout(PATIENCE).expect("it was handed out");
    let parts: Vec<&str> = order.subject.split('.').collect();
    let [touchstone, protocol, work, kind, ..] = parts[..] else { panic!("{}", order.subject) };
    let subject = |number: usize| format!("{touchstone}.{protocol}.{work}.{kind}.0123456789abcdef.{number}");
    let whole = order.payload;
    let with = |at: usize, byte: u8| {
        let mut changed = whole.clone();
        changed[at] = byte;
        changed
    };
    let mut orders = vec![
        Vec::new(),
        vec![0xff; 1000],
        [u32::MAX.to_le_bytes().as_slice(), &whole[4..]].concat(),
        whole[..whole.len() / 2].to_vec(),
        [whole.as_slice(), &whole].concat(),
    ];
    // The head comes first: with another byte in it another program, file, limit or digest is asked for, or nothing that can be
    // read.
    orders.extend((0..whole.len()).flat_map(|at| [with(at, 0xff), with(at, b'/')]));
    let answers = ByHand::hearing(&server, "touchstone.3.result.0123456789abcdef.>");
    for (number, payload) in orders.iter().enumerate() {
        harmful.say(&subject(number), payload);
    }
    // Each is answered, if only by why it is not run.
    let mut waiting: BTreeSet<String> = (0..orders.len()).map(|number| number.to_string()).collect();
    while !waiting.is_empty() {
        let answer = answers.heard.recv_timeout(PATIENCE);
        let answer = answer.unwrap_or_else(|_| panic!("no answer to {waiting:?}"));
        waiting.remove(answer.subject.rsplit('.').next().expect("a number"));
    }
    let later = quick();
    later.write("tests/9.in", "9\n");
    later.write("tests/9.ans", "9\n");
    assert_eq!(check(&later, &server).run().report().matrix(), here(&later));
    let ended = ended_well(worker);
    assert!(!ended.stderr.contains("panicked"), "{ended:?}");
}
