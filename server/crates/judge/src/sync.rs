//! Locks, and work that several threads share.

use std::{
    panic::resume_unwind,
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
};

/// Takes a lock. One is only poisoned when another thread panicked between two statements; what our locks guard is
/// whole between any two.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Does a piece of work for each number below `n`, some at a time, and gives what came of them in their order.
///
/// # Errors
/// The first of those that the work gave, once all workers have ended.
pub(crate) fn each_of<T: Send, E: Send>(
    n: usize,
    n_workers: usize,
    work: impl Fn(usize) -> Result<T, E> + Sync,
) -> Result<Vec<T>, E> {
    let next = AtomicUsize::new(0);
    let work_on = || {
        let mut done = Vec::new();
        loop {
            let at = next.fetch_add(1, Ordering::SeqCst);
            if at >= n {
                return Ok(done);
            }
            done.push((at, work(at)?));
        }
    };
    let mut all: Vec<(usize, T)> = Vec::with_capacity(n);
    thread::scope(|scope| {
        let workers: Vec<_> = (0..n_workers.clamp(1, n.max(1))).map(|_| scope.spawn(work_on)).collect();
        workers.into_iter().try_for_each(|worker| {
            all.extend(worker.join().unwrap_or_else(|panic| resume_unwind(panic))?);
            Ok(())
        })
    })?;
    all.sort_by_key(|(at, _)| *at);
    Ok(all.into_iter().map(|(_, done)| done).collect())
}
