//! Remarks of tests that pass: runners show what a test prints only when it fails.

#![expect(clippy::print_stderr, reason = "whoever runs one test alone reads it there")]

use std::{env, fs::OpenOptions, io::Write as _};

/// Names the file in which remarks are gathered; `tests/stages.py` shows them in the end.
const GATHERED: &str = "TOUCHSTONE_TEST_REMARKS";

/// Says that a solution was accepted near the time limit, if it was: another machine may judge otherwise.
pub fn near_the_limit(solution: &str, time_ms: f64, limit_ms: f64) {
    const MUCH: f64 = 0.2;
    let share = time_ms / limit_ms;
    if share > MUCH {
        remark(&format!("NEAR THE LIMIT: {solution} was accepted with {:.0}% of {limit_ms} ms", share * 100.0));
    }
}

/// Says that something could not be tried on this machine.
pub fn not_tried(what: &str) {
    remark(&format!("NOT TRIED, {what}"));
}

fn remark(words: &str) {
    eprintln!("{words}");
    if let Some(path) = env::var_os(GATHERED) {
        let file = OpenOptions::new().append(true).create(true).open(path);
        // One write, so that lines of tests that run at once stay whole.
        let written = file.and_then(|mut file| file.write_all(format!("{words}\n").as_bytes()));
        written.expect("remarks can be written");
    }
}
