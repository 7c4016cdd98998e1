//! How many programs a check ran, by its own word.

use std::{fs, path::PathBuf};

use serde_json::Value;
use tempfile::TempDir;

use crate::touchstone::Touchstone;
use testkit::temporary;

/// A file into which a check writes what it did.
#[derive(Debug)]
pub struct Counts {
    _place: TempDir,
    file: PathBuf,
}

/// What was done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Done {
    /// Executables that a compiler made.
    pub builds: u64,
    /// Runs of generators; each command is run twice.
    pub generations: u64,
    /// Runs of validators.
    pub validations: u64,
    /// Runs of solutions, repetitions included.
    pub solution_runs: u64,
    /// Runs of checkers.
    pub checker_runs: u64,
}

impl Counts {
    /// A new file.
    pub fn new() -> Counts {
        let place = temporary::folder();
        Counts { file: place.path().join("counts.json"), _place: place }
    }

    /// The `check`, told to count.
    #[must_use]
    pub fn of(&self, command: Touchstone) -> Touchstone {
        command.arg("--stats").arg(&self.file)
    }

    /// What the last check did; all rounds of a watch together.
    pub fn read(&self) -> Done {
        let text = fs::read_to_string(&self.file).expect("the check has counted");
        let counts: Value = serde_json::from_str(&text).expect("the counts are JSON");
        let count = |key: &str| counts[key].as_u64().expect("a number");
        let done = Done {
            builds: count("builds"),
            generations: count("generations"),
            validations: count("validations"),
            solution_runs: count("solution_runs"),
            checker_runs: count("checker_runs"),
        };
        assert_eq!(done.all(), count("programs_started"), "{text}");
        done
    }
}

impl Default for Counts {
    fn default() -> Counts {
        Counts::new()
    }
}

impl Done {
    /// All programs that were started.
    pub fn all(&self) -> u64 {
        self.builds + self.generations + self.validations + self.solution_runs + self.checker_runs
    }
}
