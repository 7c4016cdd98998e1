//! Waiting for something to become true, the only place of the tests where time passes by itself.

use std::{
    sync::mpsc,
    time::{Duration, Instant},
};

/// How often a condition is looked at.
const STEP: Duration = Duration::from_millis(2);

/// Waits until `condition` gives something; `None` when `patience` is over.
pub fn until<T>(patience: Duration, mut condition: impl FnMut() -> Option<T>) -> Option<T> {
    let deadline = Instant::now() + patience;
    // Nobody ever sends: a wait on this channel is a pause that ends by itself.
    let (_sender, never) = mpsc::channel::<()>();
    loop {
        let found = condition();
        if found.is_some() || Instant::now() >= deadline {
            return found;
        }
        let _ = never.recv_timeout(STEP);
    }
}
