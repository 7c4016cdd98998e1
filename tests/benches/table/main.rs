//! What touchstone costs, each number beside the least that the same work can cost on this machine, measured in the
//! same run. Prints a table; asserts nothing about time.
//!
//! `cargo bench -p e2e --bench table`; a word after `--` chooses the parts whose name contains it.

#![expect(clippy::print_stdout, reason = "a benchmark prints")]

mod builds;
mod cells;
mod folders;
mod many;
mod measure;
mod rows;
mod runtimes;
mod saves;
mod tools;

use measure::Calibration;
use rows::Part;
use tools::Place;

/// Measures a part.
type Measure = fn(&Place) -> Part;

/// The parts, in the order in which they are measured and printed.
const PARTS: [(&str, Measure); 8] = [
    ("counted", cells::counted),
    ("cells", cells::one_at_a_time),
    ("cores", cells::on_cores),
    ("runtimes", runtimes::cells),
    ("check", builds::cold_and_warm),
    ("unchanged", many::unchanged),
    ("compile", builds::tools_of_testlib),
    ("save", saves::save_to_verdict),
];

fn main() {
    let chosen: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
    let place = Place::new();
    let mut calibration = Calibration::new();
    for (name, measure) in PARTS {
        if chosen.is_empty() || chosen.iter().any(|word| name.contains(word.as_str())) {
            calibration.look();
            let part = measure(&place);
            println!("{part}");
        }
    }
    calibration.look();
    println!("{}", calibration.part());
}
