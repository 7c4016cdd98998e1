//! Threads of one server: they log where the thread logs that has started them, since several servers may live in one
//! process, each with a log file of its own.

use std::{io, thread};

use tracing::dispatcher;

/// Starts a thread.
///
/// # Errors
/// When the system has none left.
pub(crate) fn try_start(name: &str, work: impl FnOnce() + Send + 'static) -> io::Result<()> {
    let log = dispatcher::get_default(Clone::clone);
    let work = move || dispatcher::with_default(&log, work);
    thread::Builder::new().name(name.to_owned()).spawn(work).map(drop)
}

/// Starts a thread that the server cannot do without.
pub(crate) fn start(name: &str, work: impl FnOnce() + Send + 'static) {
    try_start(name, work).expect("the system can start a thread");
}
