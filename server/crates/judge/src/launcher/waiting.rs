//! For how long the threads of a program could have run and had no core.
//!
//! The kernel tells that of a thread as long as it lives, so it is asked again and again.
//!
//! That is taken off the wall-clock time of a run. A run that a busy machine holds up for twenty times its bound is not
//! measured.

use std::{collections::HashMap, time::Duration};

use super::tree::Tree;

/// What was seen of a program's threads.
#[derive(Default)]
pub(super) struct Starvation {
    by_thread: HashMap<i32, Duration>,
}

/// What the threads of a program are doing at one moment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Doing {
    /// One of them runs, or would if it had a core.
    pub(super) wants_to_run: bool,
    /// One of them is blocked reading the standard input, and the others wait for it or for each other.
    pub(super) is_reading: bool,
    /// There is one thread only, and it is blocked reading a pipe.
    pub(super) is_reading_alone: bool,
}

impl Starvation {
    /// Looks at all threads that there are now.
    pub(super) fn look(&mut self, tree: &Tree) -> Doing {
        let threads = tree.threads();
        for (pid, thread) in &threads {
            if let Some(waited) = tree.waited(*pid, *thread) {
                let known = self.by_thread.entry(*thread).or_default();
                *known = waited.max(*known);
            }
        }
        let calls: Vec<Call> =
            threads.iter().map(|&(pid, thread)| Call::of(tree.call(pid, thread).as_deref())).collect();
        Doing {
            wants_to_run: calls.contains(&Call::Runs),
            is_reading: calls.contains(&Call::ReadsInput)
                && calls.iter().all(|call| matches!(call, Call::ReadsInput | Call::WaitsForThread)),
            is_reading_alone: matches!((&threads[..], &calls[..]), ([(pid, _)], [call])
                if call.descriptor().is_some_and(|read| tree.is_pipe(*pid, read))),
        }
    }

    /// The time of all threads together.
    pub(super) fn total(&self) -> Duration {
        self.by_thread.values().sum()
    }
}

/// The system call that a thread is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Call {
    /// None: it runs, or waits for a core.
    Runs,
    /// It is blocked reading the standard input.
    ReadsInput,
    /// It is blocked reading something else: which descriptor.
    ReadsOther(u64),
    /// It is blocked until another thread wakes it.
    WaitsForThread,
    /// Another one, or it cannot be told.
    Other,
}

impl Call {
    /// Reads the kernel's words: the call's number and its arguments, or `running`.
    fn of(words: Option<&str>) -> Call {
        let Some(words) = words else { return Call::Other };
        let mut words = words.split_ascii_whitespace();
        let Some(first) = words.next() else { return Call::Other };
        if first == "running" {
            return Call::Runs;
        }
        let number = first.parse::<libc::c_long>().ok();
        let args: Vec<Option<u64>> =
            words.map(|word| u64::from_str_radix(word.trim_start_matches("0x"), 16).ok()).collect();
        let is_zero = |idx: usize| args.get(idx) == Some(&Some(0));
        match number {
            Some(libc::SYS_read | libc::SYS_readv) if is_zero(0) => Call::ReadsInput,
            Some(libc::SYS_read | libc::SYS_readv) => {
                args.first().copied().flatten().map_or(Call::Other, Call::ReadsOther)
            }
            Some(libc::SYS_futex) if is_zero(3) => Call::WaitsForThread,
            Some(_) | None => Call::Other,
        }
    }

    /// What it is blocked reading.
    fn descriptor(self) -> Option<u64> {
        match self {
            Call::ReadsInput => Some(0),
            Call::ReadsOther(descriptor) => Some(descriptor),
            Call::Runs | Call::WaitsForThread | Call::Other => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls() {
        let read = format!("{} 0x0 0x7ffc 0x400 0x0 0x0 0x0 0x7ffd 0x7f00\n", libc::SYS_read);
        let other_read = format!("{} 0x3 0x7ffc 0x400 0x0 0x0 0x0 0x7ffd 0x7f00\n", libc::SYS_read);
        let futex = format!("{} 0x7ffc 0x80 0x0 0x0 0x0 0xffffffff 0x7ffd 0x7f00\n", libc::SYS_futex);
        let with_timeout = format!("{} 0x7ffc 0x80 0x0 0x7ff1 0x0 0xffffffff 0x7ffd 0x7f00\n", libc::SYS_futex);
        assert_eq!(Call::of(Some(&read)), Call::ReadsInput);
        assert_eq!(Call::of(Some(&other_read)), Call::ReadsOther(3));
        assert_eq!(Call::of(Some(&futex)), Call::WaitsForThread);
        assert_eq!(Call::of(Some(&with_timeout)), Call::Other);
        assert_eq!(Call::of(Some("running\n")), Call::Runs);
        assert_eq!(Call::of(Some("-1 0x7ffd 0x7f00\n")), Call::Other);
        assert_eq!(Call::of(None), Call::Other);
    }
}
