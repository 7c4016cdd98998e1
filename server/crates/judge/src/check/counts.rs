//! How often programs were really run, as opposed to found in the cache: for tests and for the curious.

use std::{
    fs, io,
    path::Path,
    sync::atomic::{AtomicU64, Ordering},
};

use serde::Serialize;

use crate::store::Store;

/// What a program is run for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    Generate,
    Validate,
    Solve,
    Check,
}

/// Numbers of runs. A command's generator counts each time it runs, a solution with its repetitions, an interactor as a
/// checker.
#[derive(Debug, Default)]
pub struct Counts {
    generations: AtomicU64,
    validations: AtomicU64,
    solution_runs: AtomicU64,
    checker_runs: AtomicU64,
}

/// What stands in the file.
#[derive(Serialize)]
struct Written {
    builds: u64,
    generations: u64,
    validations: u64,
    solution_runs: u64,
    checker_runs: u64,
    programs_started: u64,
}

impl Counts {
    pub(super) fn note(&self, purpose: Purpose) {
        let counter = match purpose {
            Purpose::Generate => &self.generations,
            Purpose::Validate => &self.validations,
            Purpose::Solve => &self.solution_runs,
            Purpose::Check => &self.checker_runs,
        };
        counter.fetch_add(1, Ordering::Relaxed);
    }

    /// Writes the numbers to a file, as JSON; builds are those whose executable the cache has taken over.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn write(&self, store: &Store, path: &Path) -> io::Result<()> {
        let [generations, validations, solution_runs, checker_runs] =
            [&self.generations, &self.validations, &self.solution_runs, &self.checker_runs]
                .map(|counter| counter.load(Ordering::Relaxed));
        let builds = store.n_adopted();
        let programs_started = builds + generations + validations + solution_runs + checker_runs;
        let written = Written { builds, generations, validations, solution_runs, checker_runs, programs_started };
        fs::write(path, serde_json::to_vec(&written)?)
    }
}
