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

use crate::sync::lock;

/// How much of the interaction is kept, bytes.
const TRANSCRIPT_BYTES: usize = 64 << 10;
/// How much of what a side wrote after the end of an interaction is kept, bytes.
const LATE_BYTES: usize = 200;
/// The last line of a transcript that is longer.
const CUT: &[u8] = b"! (cut here)\n";
/// Nobody has fallen silent yet.
const NOBODY: u8 = 0;

/// Who writes in one direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Speaker {
    /// A process of the solution.
    Solution,
    /// The interactor, to that process.
    Interactor,
}

/// One direction in which messages go.
#[derive(Clone, Copy, Debug)]
pub(super) struct Direction {
    /// The number of the solution's process.
    pub(super) process: usize,
    pub(super) from: Speaker,
}

/// An interaction while it lasts.
pub(super) struct Relay {
    transcript: Mutex<Transcript>,
    /// What is known of each process of the solution, and of the interactor as far as it talks to that.
    processes: Vec<Process>,
    /// Messages that were taken from their writer and not yet handed over.
    pub(super) on_the_way: AtomicU64,
    /// When the last one was handed over, by the machine's clock, nanoseconds.
    pub(super) last_moved: AtomicU64,
    /// All sides were given the end of their input, since they waited for each other.
    is_over: AtomicBool,
    /// The interactor wrote more than it may for a solution that reads nothing any more.
    is_interactor_cut: AtomicBool,
}

#[derive(Default)]
struct Process {
    /// Which side fell silent first. The reader is told of an end only after it is noted here, so a side that stops
    /// because the other one did never comes out as the first.
    silent_first: AtomicU8,
    /// By speaker: what was written when the interaction was over.
    late: [Mutex<Vec<u8>>; 2],
    /// By speaker: nothing more will come, and the reader has been told so.
    has_ended: [AtomicBool; 2],
}

impl Speaker {
    fn idx(self) -> usize {
        match self {
            Speaker::Solution => 0,
            Speaker::Interactor => 1,
        }
    }

    /// No other number than [`NOBODY`]'s.
    fn number(self) -> u8 {
        self.idx() as u8 + 1
    }
}

impl Direction {
    /// All directions of an interaction with so many processes of a solution.
    pub(super) fn all(n_solutions: usize) -> impl Iterator<Item = Direction> {
        (0..n_solutions)
            .flat_map(|process| [Speaker::Solution, Speaker::Interactor].map(|from| Direction { process, from }))
    }

    /// Its number among them.
    pub(super) fn number(self) -> usize {
        2 * self.process + self.from.idx()
    }
}

impl Relay {
    /// An interaction with so many processes of a solution.
    pub(super) fn new(n_solutions: usize) -> Relay {
        Relay {
            transcript: Mutex::default(),
            processes: (0..n_solutions).map(|_| Process::default()).collect(),
            on_the_way: AtomicU64::new(0),
            last_moved: AtomicU64::new(0),
            is_over: AtomicBool::new(false),
            is_interactor_cut: AtomicBool::new(false),
        }
    }

    /// What stands before each line of the transcript.
    fn mark(&self, Direction { process, from }: Direction) -> String {
        let arrow = match from {
            Speaker::Solution => '>',
            Speaker::Interactor => '<',
        };
        if self.processes.len() == 1 { format!("{arrow} ") } else { format!("{arrow} {process}: ") }
    }

    /// Passes on what is written in one direction until its end, or until the interaction is over: `wait` returns when there is something to
    /// read, and says whether it is. The reader sees the end at once then. `open` gives the reader's end, and waits for it where
    /// that is a named pipe. `end_reading` is told how many bytes were written for a reader that is gone; where they are too many
    /// and it can be done, it closes the source for good, and the system tells the writer so.
    pub(super) fn pass_on(
        &self,
        direction: Direction,
        mut source: &File,
        open: impl Fn() -> Option<File>,
        mut wait: impl FnMut() -> bool,
        end_reading: impl Fn(u64) -> bool,
        now: fn() -> u64,
    ) {
        let process = &self.processes[direction.process];
        let (is_interactor, mark) = (direction.from == Speaker::Interactor, self.mark(direction));
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
                let mut late = lock(&process.late[direction.from.idx()]);
                let room = LATE_BYTES.saturating_sub(late.len()).min(n_bytes);
                late.extend_from_slice(&buffer[..room]);
            } else {
                lock(&self.transcript).record(mark.as_bytes(), &buffer[..n_bytes]);
            }
            if to.as_mut().is_some_and(|reader| reader.write_all(&buffer[..n_bytes]).is_err()) {
                to = None;
            }
            self.last_moved.fetch_max(now(), Ordering::SeqCst);
            self.on_the_way.fetch_sub(1, Ordering::SeqCst);
            n_dropped += if to.is_none() { n_bytes as u64 } else { 0 };
            // What a solution wrote before the end of an interactor that says nothing is an answer, too.
            let is_for_nobody = is_interactor || self.interactor_ended_first(direction.process);
            if is_for_nobody && end_reading(n_dropped) {
                self.is_interactor_cut.fetch_or(is_interactor, Ordering::SeqCst);
                break;
            }
        }
        // Only the first is kept.
        let speaker = direction.from.number();
        let _ = process.silent_first.compare_exchange(NOBODY, speaker, Ordering::SeqCst, Ordering::SeqCst);
        drop(to);
        if !is_open {
            // Whoever opens it finds its end.
            drop(open());
        }
        self.last_moved.fetch_max(now(), Ordering::SeqCst);
        process.has_ended[direction.from.idx()].store(true, Ordering::SeqCst);
    }

    /// Takes note that a process will not write any more which was never seen to begin.
    pub(super) fn fall_silent(&self, Direction { process, from }: Direction) {
        let process = &self.processes[process];
        let _ = process.silent_first.compare_exchange(NOBODY, from.number(), Ordering::SeqCst, Ordering::SeqCst);
    }

    /// Whether nothing more will come in a direction, of which the reader has been told.
    pub(super) fn has_ended(&self, direction: usize) -> bool {
        self.processes[direction / 2].has_ended[direction % 2].load(Ordering::SeqCst)
    }

    /// Takes note that all sides wait for each other.
    pub(super) fn end(&self) {
        self.is_over.store(true, Ordering::SeqCst);
    }

    /// Whether all sides were given the end of their input.
    pub(super) fn is_over(&self) -> bool {
        self.is_over.load(Ordering::SeqCst)
    }

    /// Whether the interactor fell silent before a process of the solution.
    pub(super) fn interactor_ended_first(&self, process: usize) -> bool {
        self.processes[process].silent_first.load(Ordering::SeqCst) == Speaker::Interactor.number()
    }

    /// Whether the interactor wrote more than it may.
    pub(super) fn is_interactor_cut(&self) -> bool {
        self.is_interactor_cut.load(Ordering::SeqCst)
    }

    /// The beginning of what a side wrote when the interaction was over, in the first direction in which it did.
    pub(super) fn late_words(&self, from: Speaker) -> String {
        let words = self.processes.iter().map(|process| lock(&process.late[from.idx()]).clone());
        String::from_utf8_lossy(&words.into_iter().find(|words| !words.is_empty()).unwrap_or_default()).into_owned()
    }

    /// All messages in the order they were passed on.
    pub(super) fn transcript(&self) -> Vec<u8> {
        std::mem::take(&mut lock(&self.transcript).bytes)
    }
}

/// The beginning of what all said.
#[derive(Default)]
struct Transcript {
    bytes: Vec<u8>,
    /// There was more.
    is_cut: bool,
}

impl Transcript {
    /// Adds a message, each line behind its speaker's mark; a line says where it is cut.
    fn record(&mut self, mark: &[u8], message: &[u8]) {
        for line in message.split_inclusive(|&byte| byte == b'\n') {
            if self.is_cut {
                return;
            }
            if self.bytes.len() + mark.len() + line.len() + 1 > TRANSCRIPT_BYTES {
                self.bytes.extend_from_slice(CUT);
                self.is_cut = true;
                return;
            }
            self.bytes.extend_from_slice(mark);
            self.bytes.extend_from_slice(line);
            if line.last() != Some(&b'\n') {
                self.bytes.push(b'\n');
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_conversation_says_where_it_is_cut() {
        let mut transcript = Transcript::default();
        transcript.record(b"> ", b"1\n2");
        transcript.record(b"< ", &[b'x'; TRANSCRIPT_BYTES]);
        // Nothing is left out of the middle.
        transcript.record(b"> ", b"3\n");
        assert_eq!(String::from_utf8_lossy(&transcript.bytes), "> 1\n> 2\n! (cut here)\n");
    }
}
