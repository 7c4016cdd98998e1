//! Work that waits for a worker.
//!
//! Each solution has boxes of its own, and a worker that goes on with the solution it has just run finds one warm. So
//! cells wait by solution; all else comes first, in order, since others wait for what it opens.

use std::{
    collections::{BTreeMap, VecDeque},
    sync::{Condvar, Mutex, PoisonError},
};

use problem::model::ProgramIdx;

use crate::sync::lock;

/// Work by the solution that it judges, where it judges one.
pub(super) struct Queue<T> {
    waiting: Mutex<WaitingWork<T>>,
    is_there: Condvar,
}

struct WaitingWork<T> {
    first: VecDeque<T>,
    /// None of them is empty.
    cells: BTreeMap<ProgramIdx, VecDeque<T>>,
    /// Nothing will come any more.
    is_closed: bool,
}

impl<T> Queue<T> {
    pub(super) fn new() -> Queue<T> {
        let waiting = WaitingWork { first: VecDeque::new(), cells: BTreeMap::new(), is_closed: false };
        Queue { waiting: Mutex::new(waiting), is_there: Condvar::new() }
    }

    /// Adds work.
    pub(super) fn push(&self, solution: Option<ProgramIdx>, work: T) {
        let mut waiting = lock(&self.waiting);
        match solution {
            Some(solution) => waiting.cells.entry(solution).or_default().push_back(work),
            None => waiting.first.push_back(work),
        }
        drop(waiting);
        self.is_there.notify_one();
    }

    /// The next work for a worker that has just run a solution, and the solution that the worker stays with: the one that
    /// this work judges, else the last one. `None` when there is no work and will be none.
    pub(super) fn take(&self, last: Option<ProgramIdx>) -> Option<(T, Option<ProgramIdx>)> {
        let mut waiting = lock(&self.waiting);
        loop {
            if let Some(next) = waiting.next(last) {
                return Some(next);
            }
            if waiting.is_closed {
                return None;
            }
            waiting = self.is_there.wait(waiting).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Whether nothing waits.
    pub(super) fn is_empty(&self) -> bool {
        let waiting = lock(&self.waiting);
        waiting.first.is_empty() && waiting.cells.is_empty()
    }

    /// Drops what waits, and lets workers go.
    pub(super) fn abandon(&self) {
        let mut waiting = lock(&self.waiting);
        waiting.first.clear();
        waiting.cells.clear();
        waiting.is_closed = true;
        drop(waiting);
        self.is_there.notify_all();
    }
}

impl<T> WaitingWork<T> {
    fn next(&mut self, last: Option<ProgramIdx>) -> Option<(T, Option<ProgramIdx>)> {
        if let Some(work) = self.first.pop_front() {
            return Some((work, last));
        }
        // Where the own one has nothing, the one with the most has most to gain from somebody who stays with it.
        let longest = || self.cells.iter().max_by_key(|(_, cells)| cells.len()).map(|(&solution, _)| solution);
        let solution = last.filter(|last| self.cells.contains_key(last)).or_else(longest)?;
        let cells = self.cells.get_mut(&solution)?;
        let work = cells.pop_front()?;
        if cells.is_empty() {
            self.cells.remove(&solution);
        }
        Some((work, Some(solution)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_worker_stays_with_its_solution() {
        let queue = Queue::new();
        for (solution, work) in [(Some(1), "1a"), (Some(2), "2a"), (Some(2), "2b"), (Some(1), "1b"), (Some(2), "2c")] {
            queue.push(solution.map(ProgramIdx::from), work);
        }
        queue.push(None, "first");
        let mut last = Some(ProgramIdx::from(1));
        let mut taken = Vec::new();
        while !queue.is_empty() {
            let (work, solution) = queue.take(last).unwrap();
            last = solution;
            taken.push(work);
        }
        assert_eq!(taken, ["first", "1a", "1b", "2a", "2b", "2c"]);
    }

    #[test]
    fn who_waits_is_let_go() {
        let queue: Queue<()> = Queue::new();
        std::thread::scope(|scope| {
            let waiter = scope.spawn(|| queue.take(None));
            queue.push(None, ());
            assert_eq!(waiter.join().unwrap(), Some(((), None)));
            let waiter = scope.spawn(|| queue.take(None));
            queue.abandon();
            assert_eq!(waiter.join().unwrap(), None);
        });
    }
}
