//! What a check costs when nothing has changed, by the number of its tests: it is to grow with the cells and no faster.

use std::{
    path::Path,
    time::{Duration, Instant},
};

use crate::{
    folders::Many,
    measure::{Cost, median},
    rows::{Part, aim, time},
    tools::{Place, Tool},
};

const SIZES: [usize; 4] = [500, 1000, 2000, 3000];
const N_ROUNDS: usize = 5;
/// After this the cache believes a file's times.
const OLD_ENOUGH: Duration = Duration::from_secs(4);
/// The most CPU time for a cell, seconds, everything else of its test included.
const MAX_CPU_S: f64 = 10e-6;

/// Checks of 4 solutions, with tests that are files, and with tests from a generator.
pub(crate) fn unchanged(place: &Place) -> Part {
    let mut part = Part::new(
        format!("a check of {} solutions when nothing has changed, medians of {N_ROUNDS}", Many::N_SOLUTIONS),
        &["", "tests", "CPU", "CPU per cell", "with --fail-fast", "--version", "aim"],
    );
    for (name, is_generated) in [("files and a built-in checker", false), ("generator, validator, checker", true)] {
        let tool = place.tool(&format!("cache-many-{is_generated}"));
        let mut folder = Many::new(place.path(&format!("many-{is_generated}")), is_generated);
        for n_tests in SIZES {
            folder.grow(n_tests);
            tool.check(&folder.path, &[]);
            // Files that were written just now are read each time.
            let written = Instant::now();
            while written.elapsed() < OLD_ENOUGH {
                tool.for_people(&folder.path, &[]);
            }
            let [whole, fast] = [&[][..], &["--fail-fast"]].map(|args| unchanged_cost(&tool, &folder.path, args));
            let each = whole.each(n_tests * Many::N_SOLUTIONS).cpu;
            part.row([
                name.to_owned(),
                n_tests.to_string(),
                time(whole.cpu),
                format!("{:.1} us", each * 1e6),
                time(fast.cpu),
                time(median(&(0..N_ROUNDS).map(|_| place.version()).collect::<Vec<_>>()).cpu),
                aim(&format!("<= {:.0} us per cell", MAX_CPU_S * 1e6), each <= MAX_CPU_S),
            ]);
        }
    }
    part
}

fn unchanged_cost(tool: &Tool<'_>, folder: &Path, args: &[&str]) -> Cost {
    // One that may still have something to do, for instance to keep what this way of asking finds.
    tool.for_people(folder, args);
    median(&(0..N_ROUNDS).map(|_| tool.for_people(folder, args)).collect::<Vec<_>>())
}
