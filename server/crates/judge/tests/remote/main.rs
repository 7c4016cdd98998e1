//! Two executors behind one seam: what runs in worker processes that share nothing but contents comes to the same as
//! what runs here.
//!
//! The executors start this executable again for their helpers, so it has a `main` of its own.

#![expect(clippy::print_stdout, reason = "a test program tells what it did")]

mod examples;
mod seam;

use std::{panic, process::ExitCode};

type Test = (&'static str, fn());

const TESTS: [Test; 8] = [
    ("same_results", seam::same_results),
    ("same_talks", seam::same_talks),
    ("lost_workers", seam::lost_workers),
    ("cancelled", seam::cancelled),
    ("requirements", seam::requirements),
    ("one_result_per_key", seam::one_result_per_key),
    ("two_parcels", examples::two_parcels),
    ("quiet_room", examples::quiet_room),
];

fn main() -> ExitCode {
    judge::spawner::serve_if_asked();
    testkit::remote::work_if_asked();
    let wanted: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
    let is_wanted = |name: &str| wanted.is_empty() || wanted.iter().any(|word| name.contains(word.as_str()));
    let mut n_failed = 0_u8;
    for (name, test) in TESTS.into_iter().filter(|(name, _)| is_wanted(name)) {
        let passed = panic::catch_unwind(test).is_ok();
        println!("test {name} ... {}", if passed { "ok" } else { "FAILED" });
        n_failed += u8::from(!passed);
    }
    ExitCode::from(n_failed.min(1))
}
