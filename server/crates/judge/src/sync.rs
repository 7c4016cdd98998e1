//! Locks, and work that several threads share.

use std::{
    panic::resume_unwind,
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
    time::Duration,
};

/// Takes a lock. One is only poisoned when another thread panicked between two statements; what our locks guard is
/// whole between any two.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Does a piece of work for each number below `n`, some at a time, and gives what came of them in their order.
///
/// # Errors
/// The first of those that the work gave, once all workers have ended; after one, none begins anything more.
pub(crate) fn each_of<T: Send, E: Send>(
    n: usize,
    n_workers: usize,
    work: impl Fn(usize) -> Result<T, E> + Sync,
) -> Result<Vec<T>, E> {
    each_of_ticking(n, n_workers, work, Duration::MAX, || ())
}

/// The same, and calls `tick` on this thread whenever so much time has passed.
///
/// # Errors
/// The same.
pub(crate) fn each_of_ticking<T: Send, E: Send>(
    n: usize,
    n_workers: usize,
    work: impl Fn(usize) -> Result<T, E> + Sync,
    every: Duration,
    mut tick: impl FnMut(),
) -> Result<Vec<T>, E> {
    let next = AtomicUsize::new(0);
    // Nothing is sent: it is closed when the last worker has ended.
    let (alive, ended) = crossbeam_channel::bounded::<()>(0);
    let (next, work) = (&next, &work);
    let work_on = |alive: crossbeam_channel::Sender<()>| {
        move || {
            let _alive = alive;
            let mut done = Vec::new();
            loop {
                let at = next.fetch_add(1, Ordering::SeqCst);
                if at >= n {
                    return Ok(done);
                }
                done.push((at, work(at).inspect_err(|_| next.store(n, Ordering::SeqCst))?));
            }
        }
    };
    let mut all: Vec<(usize, T)> = Vec::with_capacity(n);
    thread::scope(|scope| {
        let workers: Vec<_> = (0..n_workers.clamp(1, n.max(1))).map(|_| scope.spawn(work_on(alive.clone()))).collect();
        drop(alive);
        while ended.recv_timeout(every) == Err(crossbeam_channel::RecvTimeoutError::Timeout) {
            tick();
        }
        workers.into_iter().try_for_each(|worker| {
            all.extend(worker.join().unwrap_or_else(|panic| resume_unwind(panic))?);
            Ok(())
        })
    })?;
    all.sort_by_key(|(at, _)| *at);
    Ok(all.into_iter().map(|(_, done)| done).collect())
}
