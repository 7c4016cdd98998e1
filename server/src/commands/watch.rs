//! `touchstone check --watch`: a check, then one more after every change of the folder, until Ctrl-C.
//!
//! Invariant: what was shown last is of the folder's last contents: a check during which a file changed is given up, and
//! another one follows.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use judge::{
    check::Counts,
    disk::watch::{Awaited, Change, FolderWatch},
};

use super::{
    SUCCESS,
    check::{self, Checked},
};
use crate::{
    app::App,
    args::{Check, Global, OutputFormat},
    human::{self, clean},
    output,
};

/// A folder in which something changes all the time is shown all the same when nothing was shown for this long.
const PATIENCE: Duration = Duration::from_secs(5);

pub(super) fn run(global: &Global, check: &Check) -> anyhow::Result<u8> {
    let [dir] = &check.dirs[..] else { anyhow::bail!("`--watch` follows one problem; name one folder") };
    let mut app = App::start_with_cache(global, check.no_cache)?;
    let mut watch = FolderWatch::start(dir, Arc::clone(&app.store))?;
    let stopper = watch.stopper();
    app.stop_on_signal(move || stopper.stop());
    let counts = Arc::default();
    let (mut changes, mut given_up_since) = (Vec::new(), None);
    loop {
        let may_give_up = given_up_since.is_none_or(|since: Instant| since.elapsed() < PATIENCE);
        // A cache that is thrown away in the end is ours alone.
        let has_cache = if check.no_cache { Ok(()) } else { app.restart_if_cache_was_removed(global) };
        let mut outcome = has_cache.and_then(|()| round(&app, check, &counts, may_give_up.then_some(&mut watch)));
        while app.restart_without_caught(global)? {
            if let Err(error) = &outcome {
                output::note(&format!("warning: {}", clean::line(&format!("{error:#}"))));
            }
            output::note("it begins again without them");
            outcome = round(&app, check, &counts, may_give_up.then_some(&mut watch));
        }
        if app.is_interrupted() {
            return Ok(output::INTERRUPTED);
        }
        let later = watch.changed_meanwhile();
        let is_current = later.is_none();
        changes.extend(later.unwrap_or_default());
        if is_current || !may_give_up {
            given_up_since = None;
            if !show(&app, check, &counts, &std::mem::take(&mut changes), outcome)? {
                return Ok(SUCCESS);
            }
        } else {
            given_up_since.get_or_insert_with(Instant::now);
        }
        if is_current {
            changes = loop {
                match watch.wait() {
                    Awaited::Changed(now) => break now,
                    Awaited::Touched => {}
                    Awaited::Stopped => return Ok(SUCCESS),
                }
            };
        }
    }
}

/// A check that ends early when the folder changes under it, where a watch is given.
fn round(app: &App, check: &Check, counts: &Arc<Counts>, watch: Option<&mut FolderWatch>) -> anyhow::Result<Checked> {
    let executor = Arc::clone(&app.machine);
    let mut watch = watch;
    let mut pulse = || {
        if watch.as_mut().is_some_and(|watch| watch.is_outdated()) {
            executor.cancel();
        }
    };
    let outcome = check::look(app, check, counts, &mut pulse);
    if executor.is_cancelled() && !app.is_interrupted() {
        app.resume();
    }
    outcome
}

/// Shows a round, under a rule that says what changed. What went wrong is shown too, and ends nothing. Whether
/// someone still reads.
fn show(
    app: &App,
    check: &Check,
    counts: &Counts,
    changes: &[Change],
    outcome: anyhow::Result<Checked>,
) -> anyhow::Result<bool> {
    let is_human = check.format == OutputFormat::Human;
    if is_human && !changes.is_empty() {
        output::line(&format!("\n{}\n", human::rule(changes, &check::view())));
    }
    check::keep_counts(app, check, counts)?;
    let is_read = outcome.and_then(|checked| check::print(&checked, check)).unwrap_or_else(|error| {
        output::error(&error);
        true
    });
    app.machine.rest();
    app.trim();
    app.store.flush();
    if is_human && output::stderr_is_terminal() {
        output::note("\nwaiting for changes; Ctrl-C ends");
    }
    Ok(is_read)
}
