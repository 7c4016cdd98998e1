//! Several pieces of work at once, handed on in their order.
//!
//! Invariant: at most so many pieces are under way as was said, and more than one only while they hold no more than
//! [`MOST_BYTES`] together; so many results at most wait for an earlier one. One piece more may have been read.

use std::{
    collections::BTreeMap,
    panic::{AssertUnwindSafe, catch_unwind, resume_unwind},
    thread,
};

use crossbeam_channel::unbounded;

/// What the pieces under way hold together.
const MOST_BYTES: usize = 256 << 20;
/// So many results for each piece under way may wait for an earlier one.
const MOST_WAITING: usize = 8;

/// A piece of work.
pub(super) struct Piece<T> {
    pub(super) what: T,
    /// How many bytes it holds while it is under way.
    pub(super) n_bytes: usize,
}

/// What the work comes from and where it goes.
pub(super) trait Flow {
    type Work: Send;
    type Result: Send;

    /// The next piece; nothing after the last one.
    fn next(&mut self) -> anyhow::Result<Option<Piece<Self::Work>>>;

    /// Whether something is to be done while nothing is under way.
    fn wants_rest(&self) -> bool;

    /// Does that.
    fn rest(&mut self);

    /// Takes a result, in the order of the pieces.
    fn done(&mut self, result: Self::Result) -> anyhow::Result<()>;
}

/// Has the pieces of a flow worked on, at most `n_at_once` at the same time; `work` is told how many are then under way.
/// After an error nothing is begun any more, and `give_up` is to end what is under way.
///
/// # Errors
/// The first error of the flow.
pub(super) fn in_order<F: Flow>(
    n_at_once: usize,
    flow: &mut F,
    work: impl Fn(F::Work, usize) -> F::Result + Sync,
    give_up: impl FnOnce(),
) -> anyhow::Result<()> {
    let (to_us, results) = unbounded::<(usize, usize, thread::Result<F::Result>)>();
    thread::scope(|scope| {
        // Gone before workers are waited for, however this ends.
        let (to_workers, orders) = unbounded::<(usize, F::Work, usize, usize)>();
        for _ in 0..n_at_once {
            let (orders, to_us, work) = (orders.clone(), to_us.clone(), &work);
            scope.spawn(move || {
                for (number, what, n_bytes, n_under_way) in orders {
                    // A panic goes on where it ends everything.
                    let result = catch_unwind(AssertUnwindSafe(|| work(what, n_under_way)));
                    // Nobody listens any more after an error.
                    to_us.send((number, n_bytes, result)).unwrap_or_default();
                }
            });
        }
        drop((orders, to_us));
        let mut panicked = None;
        let mut waiting = BTreeMap::new();
        let (mut n_begun, mut n_done, mut n_under_way, mut n_bytes) = (0, 0, 0, 0);
        let mut held: Option<Piece<F::Work>> = None;
        let mut is_over = false;
        let mut step = || -> anyhow::Result<bool> {
            let mut begun = Vec::new();
            while !is_over && n_under_way < n_at_once && n_begun - n_done < n_at_once * MOST_WAITING {
                if flow.wants_rest() {
                    if n_under_way > 0 {
                        break;
                    }
                    flow.rest();
                }
                let Some(piece) = held.take().map_or_else(|| flow.next(), |piece| Ok(Some(piece)))? else {
                    is_over = true;
                    break;
                };
                if n_under_way > 0 && n_bytes + piece.n_bytes > MOST_BYTES {
                    held = Some(piece);
                    break;
                }
                n_bytes += piece.n_bytes;
                n_under_way += 1;
                begun.push((n_begun, piece));
                n_begun += 1;
            }
            for (number, Piece { what, n_bytes }) in begun {
                to_workers.send((number, what, n_bytes, n_under_way)).unwrap_or_default();
            }
            if n_under_way == 0 {
                return Ok(false);
            }
            // Each piece under way sends its result.
            let Ok((number, n_freed, result)) = results.recv() else { return Ok(false) };
            (n_under_way, n_bytes) = (n_under_way - 1, n_bytes - n_freed);
            match result {
                Ok(result) => drop(waiting.insert(number, result)),
                Err(panic) => {
                    panicked = Some(panic);
                    return Ok(false);
                }
            }
            while let Some(result) = waiting.remove(&n_done) {
                n_done += 1;
                flow.done(result)?;
            }
            Ok(true)
        };
        let ended = loop {
            match step() {
                Ok(true) => {}
                Ok(false) => break Ok(()),
                Err(error) => break Err(error),
            }
        };
        if ended.is_err() || panicked.is_some() {
            give_up();
        }
        match panicked {
            Some(panic) => resume_unwind(panic),
            None => ended,
        }
    })
}

#[cfg(test)]
mod tests {
    use std::{
        collections::VecDeque,
        sync::{
            Barrier,
            atomic::{AtomicUsize, Ordering},
        },
    };

    use super::*;

    #[derive(Default)]
    struct Numbers {
        left: VecDeque<(usize, usize)>,
        done: Vec<usize>,
        n_rests: usize,
        fails_at: Option<usize>,
    }

    impl Flow for Numbers {
        type Work = usize;
        type Result = usize;

        fn next(&mut self) -> anyhow::Result<Option<Piece<usize>>> {
            Ok(self.left.pop_front().map(|(what, n_bytes)| Piece { what, n_bytes }))
        }

        fn wants_rest(&self) -> bool {
            self.done.len() >= 3 && self.n_rests == 0
        }

        fn rest(&mut self) {
            self.n_rests += 1;
        }

        fn done(&mut self, result: usize) -> anyhow::Result<()> {
            anyhow::ensure!(self.fails_at != Some(result), "no");
            self.done.push(result);
            Ok(())
        }
    }

    fn numbers(n: usize, n_bytes: usize) -> Numbers {
        Numbers { left: (0..n).map(|what| (what, n_bytes)).collect(), ..Numbers::default() }
    }

    #[test]
    fn results_come_in_order_whichever_is_ready_first() {
        let mut flow = numbers(6, 1);
        // The first one ends after the second one.
        let second = Barrier::new(2);
        let work = |what: usize, _| {
            if what < 2 {
                second.wait();
            }
            what
        };
        in_order(2, &mut flow, work, || ()).unwrap();
        assert_eq!((flow.done, flow.n_rests), ((0..6).collect(), 1));
    }

    #[test]
    fn as_many_are_under_way_as_may_be_and_large_ones_alone() {
        let most = |n_bytes: usize| {
            let (now, most) = (AtomicUsize::new(0), AtomicUsize::new(0));
            let work = |what: usize, n_under_way: usize| {
                assert!(n_under_way <= 3);
                most.fetch_max(now.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                now.fetch_sub(1, Ordering::SeqCst);
                what
            };
            let mut flow = numbers(40, n_bytes);
            in_order(3, &mut flow, work, || ()).unwrap();
            assert_eq!(flow.done, (0..40).collect::<Vec<_>>());
            most.into_inner()
        };
        assert_eq!(most(MOST_BYTES), 1);
        assert!(most(1) <= 3);
    }

    #[test]
    fn an_error_ends_what_is_under_way() {
        let mut flow = Numbers { fails_at: Some(4), ..numbers(100, 1) };
        let n_given_up = AtomicUsize::new(0);
        let give_up = || {
            n_given_up.fetch_add(1, Ordering::SeqCst);
        };
        let error = in_order(2, &mut flow, |what, _| what, give_up);
        assert_eq!(error.unwrap_err().to_string(), "no");
        assert_eq!((flow.done, n_given_up.into_inner()), (vec![0, 1, 2, 3], 1));
    }
}
