//! How fast the language server answers, over the real protocol: the median, the 95th percentile and the worst of each
//! event beside its target. Asserts nothing about time.
//!
//! `cargo bench -p e2e --bench latency`; a word after `--` chooses the parts whose name contains it. `TOUCHSTONE_BIN`
//! names another executable than the one that cargo builds for benchmarks.

#![expect(clippy::print_stdout, reason = "a benchmark prints")]

mod client;
mod events;
#[path = "../table/folders.rs"]
#[expect(dead_code, reason = "the other benchmark uses all of it")]
mod folders;
#[path = "../table/measure.rs"]
#[expect(dead_code, reason = "the other benchmark uses all of it")]
mod measure;
mod place;
mod processes;
#[path = "../table/rows.rs"]
#[expect(dead_code, reason = "the other benchmark uses all of it")]
mod rows;
mod samples;

use measure::Calibration;
use place::Place;
use rows::Part;

/// Measures a part.
type Measure = fn(&Place) -> Part;

const PARTS: [(&str, Measure); 7] = [
    ("start", events::start),
    ("edit", events::edits_and_requests),
    ("across", events::across_files),
    ("save", events::saves_and_runs),
    ("cancel", events::cancel),
    ("turns", events::turns_of_a_large_problem),
    ("memory", events::memory),
];

fn main() {
    let chosen: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
    let place = Place::new();
    let mut calibration = Calibration::new();
    for (name, measure) in PARTS {
        if chosen.is_empty() || chosen.iter().any(|word| name.contains(word.as_str())) {
            calibration.look();
            println!("{}", measure(&place));
        }
    }
    calibration.look();
    println!("{}", calibration.part());
}
