//! A solution and an interactor that talk through their worker.

use std::{
    fs::File,
    io::{self, Read as _, Write as _},
    os::fd::OwnedFd,
    sync::Mutex,
    thread,
};

use nix::{fcntl::OFlag, unistd::pipe2};
use problem::executor::MOST_DROPPED;

use super::{
    lock,
    program::{Ending, Started},
};

/// How much of the talk is kept, bytes.
const TRANSCRIPT_BYTES: usize = 64 << 10;

/// The two sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Solution,
    Interactor,
}

/// The worker's ends of a talk.
pub(super) struct Middle {
    from_solution: OwnedFd,
    to_solution: OwnedFd,
    from_interactor: OwnedFd,
    to_interactor: OwnedFd,
}

/// What a side reads from and writes to.
pub(super) type Ends = [OwnedFd; 2];

/// What a talk came to.
pub(super) struct Outcome {
    pub(super) solution: Ending,
    pub(super) interactor: Ending,
    pub(super) transcript: Vec<u8>,
    pub(super) interactor_ended_first: bool,
}

#[derive(Default)]
struct Record {
    text: Vec<u8>,
    silent_first: Option<Side>,
}

/// The pipes of a talk: the worker's ends, the solution's and the interactor's.
pub(super) fn pipes() -> io::Result<(Middle, Ends, Ends)> {
    let pipe = || pipe2(OFlag::O_CLOEXEC).map_err(io::Error::from);
    let (solution_reads, to_solution) = pipe()?;
    let (from_solution, solution_writes) = pipe()?;
    let (interactor_reads, to_interactor) = pipe()?;
    let (from_interactor, interactor_writes) = pipe()?;
    let middle = Middle { from_solution, to_solution, from_interactor, to_interactor };
    Ok((middle, [solution_reads, solution_writes], [interactor_reads, interactor_writes]))
}

/// Passes everything on until both sides have ended.
pub(super) fn hold(middle: Middle, solution: Started, interactor: Started) -> Outcome {
    let record = Mutex::new(Record::default());
    let (solution, interactor) = thread::scope(|scope| {
        scope.spawn(|| pump(middle.from_solution, middle.to_interactor, &record, Side::Solution));
        scope.spawn(|| pump(middle.from_interactor, middle.to_solution, &record, Side::Interactor));
        let interactor = scope.spawn(|| interactor.wait());
        let solution = solution.wait();
        (solution, interactor.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    });
    let Record { text: transcript, silent_first } = std::mem::take(&mut *lock(&record));
    Outcome { solution, interactor, transcript, interactor_ended_first: silent_first == Some(Side::Interactor) }
}

/// Passes on what one side writes. What is written for a side that is gone is dropped, up to [`MOST_DROPPED`] for an
/// interactor.
fn pump(from: OwnedFd, to: OwnedFd, record: &Mutex<Record>, side: Side) {
    let (mut from, mut to) = (File::from(from), Some(File::from(to)));
    let (mut buffer, mut n_dropped) = (vec![0; 64 << 10], 0);
    while let Ok(n_bytes @ 1..) = from.read(&mut buffer) {
        note(&mut lock(record).text, side, &buffer[..n_bytes]);
        if to.as_mut().is_some_and(|to| to.write_all(&buffer[..n_bytes]).is_err()) {
            to = None;
        }
        n_dropped += if to.is_none() { n_bytes } else { 0 };
        let is_flood = side == Side::Solution && n_dropped > MOST_DROPPED;
        if is_flood && lock(record).silent_first == Some(Side::Interactor) {
            break;
        }
    }
    // Before the other side is told of the end, so that it cannot come out as the first.
    lock(record).silent_first.get_or_insert(side);
}

fn note(text: &mut Vec<u8>, side: Side, bytes: &[u8]) {
    let mark = if side == Side::Solution { b"> " } else { b"< " };
    for line in bytes.split_inclusive(|&byte| byte == b'\n') {
        if text.len() + mark.len() + line.len() + 1 > TRANSCRIPT_BYTES {
            return;
        }
        text.extend_from_slice(mark);
        text.extend_from_slice(line);
        if line.last() != Some(&b'\n') {
            text.push(b'\n');
        }
    }
}
