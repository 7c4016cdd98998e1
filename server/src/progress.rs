//! Progress on stderr: which stage a check is in, how far it is and how fast.
//!
//! Invariant: nothing is drawn in the first [`PATIENCE`]: what is that quick needs no progress.

use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use judge::check::Observer;
use problem::{model::Problem, state::StateEvent};

use crate::human::clean;

/// What is shown; `rate` is ours. The message is the problem, where there are several.
const TEMPLATE: &str = "{prefix:>12.bold} [{bar:24}] {pos}/{len} {rate:.dim}";
const TEMPLATE_OF_SEVERAL: &str = "{prefix:>12.bold} [{bar:24}] {pos}/{len} {rate:.dim} {msg}";
const PATIENCE: Duration = Duration::from_millis(300);

/// The stages of a check, in the order in which they begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Stage {
    Building,
    Generating,
    Validating,
    Answering,
    Judging,
}

impl Stage {
    const ALL: [Stage; 5] = [Stage::Building, Stage::Generating, Stage::Validating, Stage::Answering, Stage::Judging];

    fn of(event: &StateEvent) -> Stage {
        match event {
            StateEvent::Built { .. } => Stage::Building,
            StateEvent::Generated { .. } | StateEvent::Input { .. } => Stage::Generating,
            StateEvent::Validated { .. } | StateEvent::ValidatorTest { .. } => Stage::Validating,
            StateEvent::Answer { .. } | StateEvent::AnswerChecked { .. } | StateEvent::CheckerTest { .. } => {
                Stage::Answering
            }
            StateEvent::Cell { .. }
            | StateEvent::Graded { .. }
            | StateEvent::TimeLimit { .. }
            | StateEvent::Reproduced { .. }
            | StateEvent::Sanitized(_) => Stage::Judging,
        }
    }

    fn word(self) -> &'static str {
        match self {
            Stage::Building => "building",
            Stage::Generating => "generating",
            Stage::Validating => "validating",
            Stage::Answering => "answering",
            Stage::Judging => "judging",
        }
    }

    /// How many events the stage has when everything is judged.
    fn total(self, problem: &Problem) -> usize {
        let n_tests = problem.tests.len();
        match self {
            Stage::Building => problem.programs.len(),
            Stage::Generating => problem.commands.len() + n_tests,
            Stage::Validating => n_tests * problem.validators.len() + problem.validator_tests.len(),
            Stage::Answering => 2 * n_tests + problem.checker_tests.len(),
            Stage::Judging => problem.solutions().count() * n_tests,
        }
    }
}

/// A line on stderr that says what is being done, gone when this is dropped.
pub(crate) struct Progress {
    bar: ProgressBar,
    enabled: bool,
    started: Instant,
    shown: Stage,
    done: [usize; Stage::ALL.len()],
    totals: [usize; Stage::ALL.len()],
}

impl Progress {
    /// Draws only when `enabled`, and indicatif draws only on a terminal.
    pub(crate) fn new(enabled: bool, problem: &Problem) -> Progress {
        let bar = ProgressBar::with_draw_target(Some(0), ProgressDrawTarget::hidden()).with_style(style(TEMPLATE));
        let totals = Stage::ALL.map(|stage| stage.total(problem));
        let mut progress =
            Progress { bar, enabled, started: Instant::now(), shown: Stage::Building, done: [0; 5], totals };
        progress.enter(Stage::Building);
        progress
    }

    /// The same, of one of several problems, with words that say of which.
    #[must_use]
    pub(crate) fn of_one(self, which: &str) -> Progress {
        self.bar.set_style(style(TEMPLATE_OF_SEVERAL));
        self.bar.set_message(clean::line(which));
        self
    }

    fn enter(&mut self, stage: Stage) {
        self.shown = stage;
        self.bar.reset();
        self.bar.set_prefix(stage.word());
        self.bar.set_length(self.totals[stage as usize] as u64);
    }
}

impl Observer for Progress {
    fn event(&mut self, event: &StateEvent) {
        let stage = Stage::of(event);
        self.done[stage as usize] += 1;
        if stage > self.shown {
            self.enter(stage);
        }
        self.bar.set_position(self.done[self.shown as usize] as u64);
    }

    fn tick(&mut self) {
        if self.enabled && self.bar.is_hidden() && self.started.elapsed() >= PATIENCE {
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
        self.bar.tick();
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

fn style(template: &str) -> ProgressStyle {
    let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
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
    fn stages_only_move_forward() {
        let problem = testkit::fixture::folder("demo", "-- sol.cpp --\nint main() {}\n-- tests/1.in --\n1\n");
        let settings = problem::settings::FolderSettings::default();
        let path = problem::path::RelPath::root().with_file_name("touchstone.toml");
        let problem = problem::formats::read(&problem, &settings, &path);
        let mut progress = Progress::new(false, &problem);
        let shown = |progress: &Progress| (progress.bar.prefix(), progress.bar.position(), progress.bar.length());
        assert_eq!(shown(&progress), ("building".to_owned(), 0, Some(1)));
        progress.event(&StateEvent::Input { test: 0.into(), input: None });
        assert_eq!(shown(&progress), ("generating".to_owned(), 1, Some(1)));
        progress.event(&StateEvent::TimeLimit { limit_ms: 1000 });
        progress.event(&StateEvent::Input { test: 0.into(), input: None });
        assert_eq!(shown(&progress), ("judging".to_owned(), 1, Some(1)));
    }

    #[test]
    fn the_template_is_read() {
        assert!(ProgressStyle::with_template(TEMPLATE).is_ok());
        assert!(ProgressStyle::with_template(TEMPLATE_OF_SEVERAL).is_ok());
    }
}
