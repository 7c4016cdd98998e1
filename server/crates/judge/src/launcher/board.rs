//! What the sides of an interaction and the one between them tell each other while it lasts: a page that all of them share.
//!
//! A side that waits for the others is not idle while one of them works, nor while what was said is on its way.

use std::{
    fs::File,
    io,
    num::NonZeroUsize,
    os::fd::{AsFd, OwnedFd},
    ptr::NonNull,
    sync::atomic::{AtomicU64, Ordering},
    time::Duration,
};

use nix::sys::{
    memfd::{MFdFlags, memfd_create},
    mman::{MapFlags, ProtFlags, mmap, munmap},
};

use problem::executor::MOST_PROCESSES;

use super::wire::Side;

/// What one of them tells; all zero before it has begun.
#[derive(Default)]
#[repr(C)]
struct Slot {
    /// For how long it ran or waited for a core, nanoseconds.
    busy: AtomicU64,
    /// When that was seen, by the machine's clock, nanoseconds; [`u64::MAX`] when nothing more will come.
    seen: AtomicU64,
    /// When it was seen to be blocked reading its standard input, every thread of it; 0 when it was not.
    reading: AtomicU64,
}

#[derive(Default)]
#[repr(C)]
struct Slots {
    /// Those of processes that there are none of have ended from the beginning.
    solutions: [Slot; MOST_PROCESSES],
    interactor: Slot,
    between: Slot,
}

/// The page.
pub struct Board {
    slots: NonNull<Slots>,
}

// SAFETY: all that is behind the pointer is atomic.
unsafe impl Send for Board {}
// SAFETY: as above.
unsafe impl Sync for Board {}

const LENGTH: NonZeroUsize = NonZeroUsize::new(size_of::<Slots>()).expect("slots have a size");

impl Board {
    /// A new board for so many processes of a solution, and the file that others find it in.
    ///
    /// # Errors
    /// When there is no memory for it.
    pub fn make(n_solutions: usize) -> io::Result<(Board, File)> {
        let file = File::from(memfd_create(c"touchstone-board", MFdFlags::MFD_CLOEXEC)?);
        file.set_len(LENGTH.get() as u64)?;
        let board = Board::map(&file)?;
        (n_solutions..MOST_PROCESSES).for_each(|number| board.tell_end(Side::Solution(number)));
        Ok((board, file))
    }

    pub(super) fn open(file: &OwnedFd) -> io::Result<Board> {
        Board::map(file)
    }

    fn map(file: &impl AsFd) -> io::Result<Board> {
        // SAFETY: the file is at least that long, and the mapping is this value's own.
        let page =
            unsafe { mmap(None, LENGTH, ProtFlags::PROT_READ | ProtFlags::PROT_WRITE, MapFlags::MAP_SHARED, file, 0)? };
        Ok(Board { slots: page.cast() })
    }

    fn slots(&self) -> &Slots {
        // SAFETY: mapped as long as this value lives; every field may be read and written by anybody at any time.
        unsafe { self.slots.as_ref() }
    }

    fn slot(&self, side: Side) -> &Slot {
        match side {
            // Nobody makes a board for more.
            Side::Solution(number) => &self.slots().solutions[number.min(MOST_PROCESSES - 1)],
            Side::Interactor => &self.slots().interactor,
        }
    }

    /// Tells for how long a side was busy up to `now`, and whether it is blocked in a read.
    pub(crate) fn tell(&self, side: Side, busy: Duration, is_reading: bool, now: u64) {
        self.slot(side).tell(busy, now);
        self.slot(side).reading.store(if is_reading { now } else { 0 }, Ordering::SeqCst);
    }

    /// Tells that a side has ended.
    pub(crate) fn tell_end(&self, side: Side) {
        self.slot(side).reading.store(0, Ordering::SeqCst);
        self.slot(side).seen.store(u64::MAX, Ordering::SeqCst);
    }

    /// The same of the one between them.
    pub fn tell_between(&self, busy: Duration, now: u64) {
        self.slots().between.tell(busy, now);
    }

    /// For how long all others and the one between were busy at most, of the time from `start` to `now`: as long as nothing is
    /// heard of one of them, it may be.
    pub(super) fn others_were_busy(&self, side: Side, start: u64, now: u64) -> Duration {
        let own = self.slot(side);
        let Slots { solutions, interactor, between } = self.slots();
        let others = solutions.iter().chain([interactor, between]).filter(|slot| !std::ptr::eq(*slot, own));
        others.map(|slot| slot.busy_until(start, now)).sum()
    }

    /// Whether a side has told that it has ended.
    pub fn has_ended(&self, side: Side) -> bool {
        self.slot(side).has_ended()
    }

    /// When the interactor and all processes of the solution that have not ended were last seen to be blocked in a read, the
    /// earliest of these times; `None` when one is not, or nobody is left to talk to.
    pub fn all_read_since(&self) -> Option<u64> {
        let reading = |slot: &Slot| Some(slot.reading.load(Ordering::SeqCst)).filter(|since| *since > 0);
        let mut left = self.slots().solutions.iter().filter(|slot| !slot.has_ended()).peekable();
        left.peek()?;
        left.chain([&self.slots().interactor])
            .map(reading)
            .try_fold(u64::MAX, |earliest, since| Some(earliest.min(since?)))
    }
}

impl Slot {
    fn tell(&self, busy: Duration, now: u64) {
        self.busy.store(busy.as_nanos() as u64, Ordering::SeqCst);
        self.seen.store(now, Ordering::SeqCst);
    }

    fn has_ended(&self) -> bool {
        self.seen.load(Ordering::SeqCst) == u64::MAX
    }

    fn busy_until(&self, start: u64, now: u64) -> Duration {
        let seen = self.seen.load(Ordering::SeqCst).max(start);
        Duration::from_nanos(self.busy.load(Ordering::SeqCst).saturating_add(now.saturating_sub(seen)))
    }
}

impl Drop for Board {
    fn drop(&mut self) {
        // SAFETY: this value's own mapping, which nobody can reach any more.
        let _ = unsafe { munmap(self.slots.cast(), LENGTH.get()) };
    }
}

/// The machine's clock, nanoseconds: the same for all processes.
pub fn clock() -> u64 {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the pointer is to a local.
    unsafe { libc::clock_gettime(libc::CLOCK_MONOTONIC, &raw mut time) };
    time.tv_sec as u64 * 1_000_000_000 + time.tv_nsec as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: u64 = 1_000_000;

    #[test]
    fn who_is_not_heard_of_may_be_busy() {
        let (board, file) = Board::make(1).unwrap();
        let other = Board::map(&file).unwrap();
        let busy = |now| board.others_were_busy(Side::Solution(0), 100 * MS, now * MS).as_millis();
        assert_eq!(busy(130), 60, "both are still to begin");
        other.tell(Side::Interactor, Duration::from_millis(5), true, 120 * MS);
        other.tell_between(Duration::from_millis(1), 130 * MS);
        assert_eq!(busy(130), 16);
        other.tell_end(Side::Interactor);
        assert_eq!(busy(130), 6);
        assert_eq!(busy(1130), 1006);
    }

    /// What one waits for may come of any other.
    #[test]
    fn each_other_process_may_be_busy() {
        let (board, _file) = Board::make(2).unwrap();
        board.tell_between(Duration::ZERO, 100 * MS);
        board.tell(Side::Interactor, Duration::from_millis(1), true, 100 * MS);
        board.tell(Side::Solution(0), Duration::from_millis(10), true, 100 * MS);
        board.tell(Side::Solution(1), Duration::from_millis(20), false, 100 * MS);
        let busy = |side| board.others_were_busy(side, 0, 100 * MS).as_millis();
        assert_eq!([Side::Solution(0), Side::Solution(1), Side::Interactor].map(busy), [21, 11, 30]);
    }

    #[test]
    fn all_must_read() {
        let (board, _file) = Board::make(1).unwrap();
        board.tell(Side::Solution(0), Duration::ZERO, true, 7);
        assert_eq!(board.all_read_since(), None);
        board.tell(Side::Interactor, Duration::ZERO, true, 5);
        assert_eq!(board.all_read_since(), Some(5));
        board.tell(Side::Solution(0), Duration::ZERO, false, 9);
        assert_eq!(board.all_read_since(), None);
    }

    #[test]
    fn who_has_ended_need_not_read() {
        let (board, _file) = Board::make(2).unwrap();
        board.tell(Side::Interactor, Duration::ZERO, true, 5);
        board.tell(Side::Solution(0), Duration::ZERO, true, 7);
        assert_eq!(board.all_read_since(), None, "the other one is still to begin");
        board.tell_end(Side::Solution(1));
        assert_eq!(board.all_read_since(), Some(5));
        board.tell_end(Side::Solution(0));
        assert_eq!(board.all_read_since(), None, "the end of the last one is still to be heard");
    }
}
