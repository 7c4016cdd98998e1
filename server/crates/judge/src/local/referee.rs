//! Watches an interaction: tells both sides how long their messages were on the way, and ends an interaction in which both wait for the
//! other to write.
//!
//! Invariant: an interaction is ended only when it is proven that neither side will write: each was seen blocked in a read after
//! the last message was handed over, and nothing is on the way or in a pipe.

use std::{
    fs::{self, File},
    io,
    os::fd::{AsFd as _, AsRawFd as _},
    sync::{
        Mutex,
        atomic::{AtomicI32, Ordering},
    },
    time::Duration,
};

use crossbeam_channel::{Receiver, RecvTimeoutError};
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};

use super::relay::Relay;
use crate::{
    launcher::{Board, StopHandle, clock},
    sync::lock,
    system,
};

/// How often the interaction is looked at.
const SAMPLE: Duration = Duration::from_millis(10);
/// How long the sides of an interaction that is over have to say their last words.
const LAST_WORDS: Duration = Duration::from_millis(300);

/// Watches one interaction.
pub(super) struct Referee {
    board: Board,
    /// Readable when the interaction is over.
    over: File,
    end: Mutex<Option<File>>,
    /// The threads that pass messages on, as the system numbers them.
    threads: [AtomicI32; 2],
    stops: Mutex<Vec<StopHandle>>,
}

impl Referee {
    /// A referee, and the file that both sides' launchers find its board in.
    pub(super) fn make() -> io::Result<(Referee, File)> {
        let (board, file) = Board::make()?;
        let (over, end) = system::pipe()?;
        let referee = Referee {
            board,
            over,
            end: Mutex::new(Some(end)),
            threads: [AtomicI32::new(0), AtomicI32::new(0)],
            stops: Mutex::default(),
        };
        Ok((referee, file))
    }

    /// Takes note of how a side is stopped.
    pub(super) fn may_stop(&self, stop: StopHandle) {
        lock(&self.stops).push(stop);
    }

    /// What the thread that passes on what `source` writes waits with: until there is something, or the interaction is over.
    pub(super) fn waiter<'a>(&'a self, direction: usize, source: &'a File) -> impl FnMut() -> bool + 'a {
        // SAFETY: nothing in, a number out.
        let thread = unsafe { libc::gettid() };
        self.threads[direction].store(thread, Ordering::SeqCst);
        let mut is_over = false;
        move || {
            while !is_over {
                let mut ready = [source, &self.over].map(|file| PollFd::new(file.as_fd(), PollFlags::POLLIN));
                if poll(&mut ready, PollTimeout::NONE).is_err_and(|error| error != nix::errno::Errno::EINTR) {
                    return true;
                }
                let [has_something, over] = ready.map(|fd| fd.any().unwrap_or(false));
                is_over = over;
                if has_something {
                    break;
                }
            }
            is_over
        }
    }

    /// Watches until both sides have ended, which `done` tells by its end.
    pub(super) fn watch(&self, relay: &Relay, sources: [&File; 2], done: &Receiver<()>) {
        let mut since_over = Duration::ZERO;
        while done.recv_timeout(SAMPLE) == Err(RecvTimeoutError::Timeout) {
            let now = clock();
            let busy = self.threads.iter().map(|thread| busy_time(thread.load(Ordering::SeqCst))).sum();
            self.board.tell_between(busy, now);
            if relay.is_over() {
                since_over += SAMPLE;
                if since_over == LAST_WORDS {
                    lock(&self.stops).iter().for_each(StopHandle::stop);
                }
            } else if self.is_dead(relay, sources) {
                relay.end();
                drop(lock(&self.end).take());
            }
        }
    }

    fn is_dead(&self, relay: &Relay, sources: [&File; 2]) -> bool {
        let moved = || (relay.on_the_way.load(Ordering::SeqCst), relay.last_moved.load(Ordering::SeqCst));
        let Some(since) = self.board.both_read_since() else { return false };
        let before = moved();
        let is_empty = sources.iter().all(|source| n_waiting(source) == Some(0));
        is_empty && before.0 == 0 && since > before.1 && moved() == before
    }
}

/// How many bytes a pipe holds.
fn n_waiting(pipe: &File) -> Option<i32> {
    let mut n_bytes: libc::c_int = 0;
    // SAFETY: the descriptor is open, and the pointer is to a local.
    let result = unsafe { libc::ioctl(pipe.as_raw_fd(), libc::FIONREAD, &raw mut n_bytes) };
    (result == 0).then_some(n_bytes)
}

/// For how long a thread of this process ran or waited for a core.
fn busy_time(thread: i32) -> Duration {
    let words = fs::read_to_string(format!("/proc/self/task/{thread}/schedstat")).unwrap_or_default();
    let nanos = words.split_ascii_whitespace().take(2).filter_map(|word| word.parse::<u64>().ok()).sum();
    Duration::from_nanos(nanos)
}
