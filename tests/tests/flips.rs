//! Verdicts by time under load: what is far from the limit never flips, and how often what is near it does.
//!
//! The solutions use exactly the CPU time they are named for, since they look at their own clock. The load is busy
//! processes, two for each core, at a lower priority, which also measure the machine: each does the same piece of work
//! over and over and writes down the CPU time it took. The spread of 20 such pieces, the 95th percentile over the 5th
//! (a single hiccup does not count), says how far CPU time can be trusted here; above [`TRUSTED_SPREAD`] flips are told
//! but are no failure.

#![expect(clippy::print_stdout, reason = "what was measured is of interest")]

use std::{
    fmt::Write as _,
    process::{Child, Command, Stdio},
    thread::available_parallelism,
};

use e2e::{report::Report, touchstone::Touchstone};
use testkit::{folder::Folder, temporary};

const LIMIT_MS: u64 = 100;
/// Repetitions of the solutions that must not flip.
const N_SURE: usize = 15;
/// Repetitions of those that may; the judge runs each up to four times.
const N_NEAR: usize = 3;
/// Pieces of work that the spread is taken from.
const N_PIECES: usize = 20;
const TRUSTED_SPREAD: f64 = 1.3;

/// Shares of the limit, in hundredths.
const NEVER_TLE: [u64; 3] = [30, 50, 70];
const ALWAYS_TLE: [u64; 3] = [150, 200, 300];
const NEAR: [u64; 5] = [80, 90, 100, 110, 130];

/// Says what it read when `WANTED_US` of CPU time are used up.
const SOLUTION: &str = r#"#include <stdio.h>
#include <time.h>

static long long used_us(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return t.tv_sec * 1000000LL + t.tv_nsec / 1000;
}

int main(void) {
    int n;
    if (scanf("%d", &n) != 1) return 1;
    while (used_us() < WANTED_US)
        for (volatile int i = 0; i < 1000; i++) {}
    printf("%d\n", n);
}
"#;

/// Does equal pieces of work until its parent is gone, and says how many microseconds of CPU time each took.
const BUSY: &str = r#"#include <stdio.h>
#include <time.h>
#include <unistd.h>

static unsigned numbers[1 << 12];

static long long used_us(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return t.tv_sec * 1000000LL + t.tv_nsec / 1000;
}

int main(void) {
    int parent = getppid();
    nice(10);
    while (getppid() == parent) {
        long long start = used_us();
        unsigned x = 1;
        for (int i = 0; i < 10000000; i++) {
            x = x * 1664525 + 1013904223;
            numbers[x >> 20] += x;
        }
        printf("%lld\n", used_us() - start);
        fflush(stdout);
    }
}
"#;

/// Busy processes, killed when this value goes.
struct Load {
    busy: Vec<Child>,
}

impl Load {
    fn start() -> Load {
        let place = temporary::folder();
        let (source, program) = (place.path().join("busy.c"), place.path().join("busy"));
        std::fs::write(&source, BUSY).expect("a file can be written");
        let built = Command::new("gcc").arg("-O1").arg(source).arg("-o").arg(&program).stderr(Stdio::null()).status();
        assert!(built.expect("gcc can be started").success());
        let n_cores = available_parallelism().map_or(1, usize::from);
        let start = || Command::new(&program).stdout(Stdio::piped()).spawn().expect("a program can be started");
        Load { busy: (0..2 * n_cores).map(|_| start()).collect() }
    }

    /// Ends the load: the CPU time of some pieces of work, evenly from the whole time.
    fn end(mut self) -> Vec<u64> {
        let mut child = self.busy.pop().expect("there is one at least");
        child.kill().expect("it runs");
        let printed = child.wait_with_output().expect("it can be waited for").stdout;
        let text = String::from_utf8_lossy(&printed);
        // The first piece finds everything cold.
        let pieces: Vec<u64> = text.split_terminator('\n').filter_map(|line| line.parse().ok()).skip(1).collect();
        assert!(pieces.len() >= N_PIECES, "only {} pieces of work were done", pieces.len());
        (0..N_PIECES).map(|idx| pieces[idx * pieces.len() / N_PIECES]).collect()
    }
}

impl Drop for Load {
    fn drop(&mut self) {
        for child in &mut self.busy {
            // It may be gone already.
            drop(child.kill());
            drop(child.wait());
        }
    }
}

fn spread(mut pieces: Vec<u64>) -> f64 {
    pieces.sort_unstable();
    let at = |share: usize| pieces[(pieces.len() - 1) * share / 100] as f64;
    at(95) / at(5)
}

/// How often a solution passed and how often it was too slow.
struct Counted {
    share: u64,
    n_passed: usize,
    n_slow: usize,
}

impl Counted {
    /// The verdicts that are not what they should be; near the limit, those of the rarer kind.
    fn n_flips(&self) -> usize {
        match self.share {
            ..=70 => self.n_slow,
            150.. => self.n_passed,
            _ => self.n_passed.min(self.n_slow),
        }
    }
}

/// Judges a solution that uses a share of the limit, on so many inputs.
fn judge(share: u64, n_inputs: usize) -> Counted {
    let settings = format!("[limits]\ntime_ms = {LIMIT_MS}\nmemory_mb = 64\n\n[labels]\n\"*.c\" = \"accepted\"\n");
    let folder = Folder::of("flips", [("touchstone.toml", &*settings)]);
    let path = format!("share_{share:03}.c");
    let solution = |wanted_us: u64| format!("#define WANTED_US {wanted_us}\n{SOLUTION}");
    folder.write("sol.c", solution(0));
    folder.write(&path, solution(LIMIT_MS * 1000 * share / 100));
    for input in 1..=n_inputs {
        folder.write(&format!("tests/{input:02}.in"), format!("{input}\n"));
    }
    let done = Touchstone::new().args(["check", "--format", "json"]).arg(folder.path()).run();
    // That some of them are near the limit is what this is about.
    let report = Report(serde_json::from_str(&done.stdout).expect("a report"));
    assert_eq!(report.verdicts("sol.c"), vec!["AC"; n_inputs]);
    let verdicts = report.verdicts(&path);
    let n_of = |wanted: &str| verdicts.iter().filter(|verdict| **verdict == wanted).count();
    let (n_passed, n_slow) = (n_of("AC"), n_of("TLE"));
    assert_eq!(n_passed + n_slow, n_inputs, "{path}: {verdicts:?}");
    Counted { share, n_passed, n_slow }
}

#[test]
fn far_from_the_limit_no_verdict_flips() {
    let load = Load::start();
    let sure: Vec<Counted> = NEVER_TLE.into_iter().chain(ALWAYS_TLE).map(|share| judge(share, N_SURE)).collect();
    let near = NEAR.map(|share| judge(share, N_NEAR));
    let spread = spread(load.end());
    let mut table = String::new();
    for counted in sure.iter().chain(&near) {
        let (share, flips) = (counted.share as f64 / 100.0, counted.n_flips());
        let (n_passed, n_slow) = (counted.n_passed, counted.n_slow);
        writeln!(table, "{share:.1} of the limit: {n_passed:2} AC, {n_slow:2} TLE, {flips:2} flips")
            .expect("writing to a string does not fail");
    }
    let n_wrong: usize = sure.iter().map(Counted::n_flips).sum();
    let summary = format!("{n_wrong} flips far from the limit; a fixed piece of work spreads by {spread:.2}");
    println!("{table}{summary}");
    assert!(n_wrong == 0 || spread >= TRUSTED_SPREAD, "{summary}\n{table}");
}
