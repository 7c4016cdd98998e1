//! Watches an interaction: tells all sides how long their messages were on the way, and ends an interaction in which all wait for
//! another one to write.
//!
//! Invariant: an interaction is ended only when it is proven that no side will write: each that has not ended was seen blocked in
//! a read after the last message or end was handed over, and nothing is on the way or in a pipe, neither bytes nor an end.

use std::{
    fs::{self, File},
    io,
    os::fd::{AsFd as _, AsRawFd as _},
    sync::{
        Mutex, OnceLock,
        atomic::{AtomicI32, Ordering},
    },
    time::Duration,
};

use crossbeam_channel::{Receiver, RecvTimeoutError};
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};

use super::relay::Relay;
use crate::{
    launcher::{Board, Side, StopHandle, clock},
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
    threads: Vec<AtomicI32>,
    stops: Mutex<Vec<StopHandle>>,
}

impl Referee {
    /// A referee for so many processes of a solution, and the file that all launchers find its board in.
    pub(super) fn make(n_solutions: usize) -> io::Result<(Referee, File)> {
        let (board, file) = Board::make(n_solutions)?;
        let (over, end) = system::pipe()?;
        let referee = Referee {
            board,
            over,
            end: Mutex::new(Some(end)),
            threads: (0..2 * n_solutions).map(|_| AtomicI32::new(0)).collect(),
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

    /// Closes what one side writes to, for good; whether that was done. Who reads `source` finds its end.
    pub(super) fn end_reading(&self, source: &File) -> bool {
        let Ok((ended, _)) = system::pipe() else { return false };
        // SAFETY: two descriptors that this call borrows; the second stays what it is for its owner, a pipe to read from.
        unsafe { libc::dup3(ended.as_raw_fd(), source.as_raw_fd(), libc::O_CLOEXEC) >= 0 }
    }

    /// Watches until all sides have ended, which `done` tells by its end.
    pub(super) fn watch(&self, relay: &Relay, sources: &[OnceLock<File>], done: &Receiver<()>) {
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

    fn is_dead(&self, relay: &Relay, sources: &[OnceLock<File>]) -> bool {
        let moved = || (relay.on_the_way.load(Ordering::SeqCst), relay.last_moved.load(Ordering::SeqCst));
        let Some(since) = self.board.all_read_since() else { return false };
        // A named pipe that a process did not open before it ended does not show the end that is still to be passed on.
        let is_unheard = |n: usize| self.board.has_ended(Side::Solution(n)) && !relay.has_ended(2 * n);
        if (0..sources.len() / 2).any(is_unheard) {
            return false;
        }
        let before = moved();
        let is_quiet = |(direction, source): (usize, &OnceLock<File>)| {
            relay.has_ended(direction) || source.get().is_some_and(is_quiet)
        };
        let is_quiet = sources.iter().enumerate().all(is_quiet);
        is_quiet && before.0 == 0 && since > before.1 && moved() == before
    }
}

/// Whether a pipe holds nothing, and not its end either: that is still to be passed on, and whoever waits for it goes on then.
fn is_quiet(pipe: &File) -> bool {
    let mut ready = [PollFd::new(pipe.as_fd(), PollFlags::POLLIN)];
    poll(&mut ready, PollTimeout::ZERO) == Ok(0)
}

/// For how long a thread of this process ran or waited for a core.
fn busy_time(thread: i32) -> Duration {
    let words = fs::read_to_string(format!("/proc/self/task/{thread}/schedstat")).unwrap_or_default();
    let nanos = words.split_ascii_whitespace().take(2).filter_map(|word| word.parse::<u64>().ok()).sum();
    Duration::from_nanos(nanos)
}

#[cfg(test)]
mod tests {
    use std::io::{Read as _, Write as _};

    use super::*;
    use crate::local::relay::{Direction, Speaker};

    #[test]
    fn who_writes_what_nobody_reads_any_more_is_told_so() {
        let (referee, _board) = Referee::make(1).unwrap();
        let (source, mut side) = system::pipe().unwrap();
        side.write_all(b"5").unwrap();
        assert!(referee.end_reading(&source));
        assert_eq!(side.write_all(b"5").unwrap_err().kind(), io::ErrorKind::BrokenPipe);
        assert_eq!((&source).read(&mut [0]).unwrap(), 0);
    }

    #[test]
    fn bytes_and_ends_that_are_not_passed_on_are_no_silence() {
        let (mut source, mut side) = system::pipe().unwrap();
        assert!(is_quiet(&source));
        side.write_all(b"5").unwrap();
        assert!(!is_quiet(&source));
        source.read_exact(&mut [0]).unwrap();
        assert!(is_quiet(&source));
        drop(side);
        assert!(!is_quiet(&source), "its end is still to come");
    }

    /// All pipes are quiet, and whoever has not ended reads: one process has ended.
    #[test]
    fn an_end_that_nobody_was_told_of_is_no_silence() {
        let (referee, _board) = Referee::make(2).unwrap();
        let relay = Relay::new(2);
        let (sources, _sides): (Vec<File>, Vec<File>) = (0..4).map(|_| system::pipe().unwrap()).unzip();
        let sources: Vec<OnceLock<File>> = sources.into_iter().map(OnceLock::from).collect();
        referee.board.tell(Side::Solution(0), Duration::ZERO, true, 9);
        referee.board.tell(Side::Interactor, Duration::ZERO, true, 9);
        referee.board.tell_end(Side::Solution(1));
        assert!(!referee.is_dead(&relay, &sources), "the interactor is still to be told");
        let (ended, _) = system::pipe().unwrap();
        let direction = Direction { process: 1, from: Speaker::Solution };
        relay.pass_on(direction, &ended, || None, || false, |_| false, || 7);
        assert!(referee.is_dead(&relay, &sources));
    }
}
