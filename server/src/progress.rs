//! Progress on stderr: which stage a run is in, how far it is and how fast.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

/// What is shown; `rate` is ours.
const TEMPLATE: &str = "{prefix:>12.bold} [{bar:24}] {pos}/{len} {rate:.dim}";

/// A line on stderr that says what is being done, gone when this is dropped.
#[derive(Debug)]
pub(crate) struct Progress {
    bar: ProgressBar,
}

impl Progress {
    /// Draws only when `enabled`, and indicatif draws only on a terminal.
    pub(crate) fn new(enabled: bool) -> Progress {
        let target = if enabled { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
        Progress { bar: ProgressBar::with_draw_target(Some(0), target).with_style(style()) }
    }

    /// Begins a stage of `total` steps.
    pub(crate) fn stage(&self, name: &str, total: u64) {
        self.bar.set_length(total);
        self.bar.set_prefix(name.to_owned());
        self.bar.reset();
    }

    /// One more step is done.
    pub(crate) fn inc(&self) {
        self.bar.inc(1);
    }

    /// Takes the line away, for output that is to follow.
    pub(crate) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.finish();
    }
}

fn style() -> ProgressStyle {
    let style = ProgressStyle::with_template(TEMPLATE).unwrap_or_else(|_| ProgressStyle::default_bar());
    let rate = |state: &ProgressState, out: &mut dyn std::fmt::Write| {
        // A writer that fails has nowhere to say so.
        let _ = write!(out, "{:.0}/s", state.per_sec());
    };
    style.progress_chars("=> ").with_key("rate", rate)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stages_count_their_own_steps() {
        let progress = Progress::new(false);
        progress.stage("compile", 3);
        progress.inc();
        progress.inc();
        assert_eq!(
            (progress.bar.prefix(), progress.bar.position(), progress.bar.length()),
            ("compile".into(), 2, Some(3))
        );
        progress.stage("judge", 240);
        assert_eq!(
            (progress.bar.prefix(), progress.bar.position(), progress.bar.length()),
            ("judge".into(), 0, Some(240))
        );
        progress.finish();
        assert!(progress.bar.is_finished());
    }

    #[test]
    fn the_template_is_read() {
        assert!(ProgressStyle::with_template(TEMPLATE).is_ok());
    }
}
