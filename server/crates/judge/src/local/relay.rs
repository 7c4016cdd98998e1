//! What stands between a solution and an interactor: passes their messages on, and sees when neither will speak again.
//!
//! Each direction has a thread of its own, and a reader that is gone never blocks the writer: what is written for it is
//! dropped.

use std::{
    fs::File,
    io::{Read as _, Write as _},
    sync::{
        Mutex,
        atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering},
    },
};

use crate::{launcher::Side, sync::lock};

/// How much of the interaction is kept, bytes.
const TRANSCRIPT_BYTES: usize = 64 << 10;
/// How much of what a side wrote after the end of an interaction is kept, bytes.
const LATE_BYTES: usize = 200;
/// Nobody has fallen silent yet.
const NOBODY: u8 = 0;

/// An interaction while it lasts.
#[derive(Default)]
pub(super) struct Relay {
    transcript: Mutex<Vec<u8>>,
    /// Which side fell silent first. The reader is told of an end only after it is noted here, so a side that stops
    /// because the other one did never comes out as the first.
    silent_first: AtomicU8,
    /// Messages that were taken from their writer and not yet handed over.
    pub(super) on_the_way: AtomicU64,
    /// When the last one was handed over, by the machine's clock, nanoseconds.
    pub(super) last_moved: AtomicU64,
    /// Both sides were given the end of their input, since they waited for each other.
    is_over: AtomicBool,
    /// The interactor wrote more than it may for a solution that reads nothing any more.
    is_interactor_cut: AtomicBool,
    late: [Mutex<Vec<u8>>; 2],
}

fn number(side: Side) -> u8 {
    match side {
        Side::Solution => 1,
        Side::Interactor => 2,
    }
}

fn mark(side: Side) -> &'static [u8] {
    match side {
        Side::Solution => b"> ",
        Side::Interactor => b"< ",
    }
}

impl Relay {
    /// Passes on what `from` writes until its end, or until the interaction is over: `wait` returns when there is something to
    /// read, and says whether it is. The reader sees the end at once then. `open` gives the reader's end, and waits for it where
    /// that is a named pipe. `end_reading` is told how many bytes were written for a reader that is gone; where they are too many
    /// and it can be done, it closes the source for good, and the system tells the writer so.
    pub(super) fn pass_on(
        &self,
        from: Side,
        mut source: &File,
        open: impl Fn() -> Option<File>,
        mut wait: impl FnMut() -> bool,
        end_reading: impl Fn(u64) -> bool,
        now: fn() -> u64,
    ) {
        let mut n_dropped = 0_u64;
        let (mut to, mut is_open) = (None, false);
        let mut buffer = vec![0; 64 << 10];
        loop {
            if wait() {
                if !is_open {
                    drop(open());
                }
                (to, is_open) = (None, true);
            }
            // Noted before it is taken: it is on the way, or still in its pipe.
            self.on_the_way.fetch_add(1, Ordering::SeqCst);
            let read = source.read(&mut buffer);
            let Ok(n_bytes @ 1..) = read else {
                self.on_the_way.fetch_sub(1, Ordering::SeqCst);
                break;
            };
            if !is_open {
                (to, is_open) = (open(), true);
            }
            if self.is_over.load(Ordering::SeqCst) {
                let mut late = lock(&self.late[usize::from(number(from) - 1)]);
                let room = LATE_BYTES.saturating_sub(late.len()).min(n_bytes);
                late.extend_from_slice(&buffer[..room]);
            } else {
                record(&mut lock(&self.transcript), mark(from), &buffer[..n_bytes]);
            }
            if to.as_mut().is_some_and(|reader| reader.write_all(&buffer[..n_bytes]).is_err()) {
                to = None;
            }
            self.last_moved.store(now(), Ordering::SeqCst);
            self.on_the_way.fetch_sub(1, Ordering::SeqCst);
            n_dropped += if to.is_none() { n_bytes as u64 } else { 0 };
            // What a solution wrote before the end of an interactor that says nothing is an answer, too.
            let is_for_nobody = from == Side::Interactor || self.interactor_ended_first();
            if is_for_nobody && end_reading(n_dropped) {
                self.is_interactor_cut.fetch_or(from == Side::Interactor, Ordering::SeqCst);
                break;
            }
        }
        self.fall_silent(from);
        if !is_open {
            // Whoever opens it finds its end.
            drop(open());
        }
    }

    /// Takes note that a side will not write any more.
    pub(super) fn fall_silent(&self, from: Side) {
        // Only the first is kept.
        let _ = self.silent_first.compare_exchange(NOBODY, number(from), Ordering::SeqCst, Ordering::SeqCst);
    }

    /// Takes note that both sides wait for each other.
    pub(super) fn end(&self) {
        self.is_over.store(true, Ordering::SeqCst);
    }

    /// Whether both sides were given the end of their input.
    pub(super) fn is_over(&self) -> bool {
        self.is_over.load(Ordering::SeqCst)
    }

    /// Whether the interactor fell silent before the solution.
    pub(super) fn interactor_ended_first(&self) -> bool {
        self.silent_first.load(Ordering::SeqCst) == number(Side::Interactor)
    }

    /// Whether the interactor wrote more than it may.
    pub(super) fn is_interactor_cut(&self) -> bool {
        self.is_interactor_cut.load(Ordering::SeqCst)
    }

    /// The beginning of what a side wrote when the interaction was over.
    pub(super) fn late_words(&self, side: Side) -> String {
        String::from_utf8_lossy(&lock(&self.late[usize::from(number(side) - 1)])).into_owned()
    }

    /// Both sides' messages in the order they were passed on.
    pub(super) fn transcript(&self) -> Vec<u8> {
        std::mem::take(&mut *lock(&self.transcript))
    }
}

/// Adds a message to the transcript, each line behind its speaker's mark.
fn record(transcript: &mut Vec<u8>, mark: &[u8], bytes: &[u8]) {
    for line in bytes.split_inclusive(|&byte| byte == b'\n') {
        if transcript.len() + mark.len() + line.len() + 1 > TRANSCRIPT_BYTES {
            return;
        }
        transcript.extend_from_slice(mark);
        transcript.extend_from_slice(line);
        if line.last() != Some(&b'\n') {
            transcript.push(b'\n');
        }
    }
}
