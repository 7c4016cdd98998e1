//! What a cell of the matrix costs over a bare spawn-and-wait of the same program, and what a second check of an
//! unchanged folder costs against the first. Prints ratios; asserts nothing about time.
//!
//! `cargo bench -p e2e --bench cells`

#![expect(clippy::print_stdout, reason = "a benchmark prints")]

use std::{
    fs::{self, File},
    path::{Path, PathBuf},
    process::{Command, Stdio},
    time::{Duration, Instant},
};

const N_SOLUTIONS: usize = 12;
const N_TESTS: usize = 40;
const N_ROUNDS: usize = 5;

/// Adds the numbers of a line; each solution differs in a constant, so that none shares its binary with another.
fn solution(number: usize) -> String {
    format!(
        "#include <cstdio>\nvolatile int number = {number};\nint main() {{\n    int a, b;\n    \
         if (std::scanf(\"%d %d\", &a, &b) != 2) return 1;\n    std::printf(\"%d\\n\", a + b);\n}}\n"
    )
}

fn main() {
    let root = std::env::temp_dir().join(format!("touchstone-bench-{}", std::process::id()));
    let folder = root.join("sums");
    write_folder(&folder);
    let tool = Tool { executable: release_binary(), cache: root.join("cache") };
    tool.check(&folder, &["--test", "1"]);
    println!("{N_SOLUTIONS} solutions x {N_TESTS} tests, one job at a time, medians of {N_ROUNDS} rounds");
    let floor_program = build_floor(&folder, &root);
    let (mut floors, mut cells, mut warms, mut colds) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for round in 0..N_ROUNDS {
        floors.push(floor(&floor_program, &folder));
        let cache = root.join(format!("cache-{round}"));
        let tool = Tool { executable: tool.executable.clone(), cache };
        colds.push(tool.check(&folder, &["--test", "1"]));
        let judged = tool.check(&folder, &[]);
        warms.push(tool.check(&folder, &[]));
        let n_new = N_SOLUTIONS * (N_TESTS - 1);
        cells.push((judged.saturating_sub(warms[round])) / n_new as u32);
    }
    let (floor, cell, warm) = (median(&mut floors), median(&mut cells), median(&mut warms));
    let first = median(&mut colds) + cell * (N_SOLUTIONS * (N_TESTS - 1)) as u32;
    println!("bare spawn and wait      {:8.3} ms", floor.as_secs_f64() * 1e3);
    println!(
        "a cell, in-process check {:8.3} ms   {:.2} times the floor",
        cell.as_secs_f64() * 1e3,
        ratio(cell, floor)
    );
    println!("first check              {:8.1} ms", first.as_secs_f64() * 1e3);
    println!("second check             {:8.1} ms   {:.4} of the first", warm.as_secs_f64() * 1e3, ratio(warm, first));
    fs::remove_dir_all(&root).expect("the benchmark's folder can be removed");
}

struct Tool {
    executable: PathBuf,
    cache: PathBuf,
}

impl Tool {
    /// The wall-clock time of a check.
    fn check(&self, folder: &Path, more: &[&str]) -> Duration {
        let started = Instant::now();
        let status = Command::new(&self.executable)
            .args(["check", "--format", "json", "--jobs", "1", "--cache-dir"])
            .arg(&self.cache)
            .args(more)
            .arg(folder)
            .stdout(Stdio::null())
            .status()
            .expect("the tool starts");
        assert_eq!(status.code(), Some(1), "the folder has no wrong solution and no validator, so there are warnings");
        started.elapsed()
    }
}

fn write_folder(folder: &Path) {
    fs::create_dir_all(folder.join("tests")).expect("a temporary folder can be made");
    let write = |name: &str, text: &str| fs::write(folder.join(name), text).expect("a file can be written");
    write("statement.md", "Time limit: 1 second\nMemory limit: 256 MB\n");
    write("sol.cpp", &solution(0));
    for number in 1..N_SOLUTIONS {
        write(&format!("ac_{number}.cpp"), &solution(number));
    }
    for test in 1..=N_TESTS {
        write(&format!("tests/{test}.in"), &format!("{test} {}\n", 2 * test));
        write(&format!("tests/{test}.ans"), &format!("{}\n", 3 * test));
    }
}

fn release_binary() -> PathBuf {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let built = Command::new(cargo)
        .args(["build", "--release", "--package", "touchstone", "--message-format", "json"])
        .stderr(Stdio::inherit())
        .output()
        .expect("cargo starts");
    let messages = String::from_utf8_lossy(&built.stdout).into_owned();
    let executable = messages.lines().rev().find_map(|line| {
        let rest = line.split("\"executable\":\"").nth(1)?;
        rest.split('"').next().map(PathBuf::from)
    });
    executable.expect("cargo names the executable")
}

fn build_floor(folder: &Path, root: &Path) -> PathBuf {
    let program = root.join("floor");
    let status = Command::new("g++")
        .args(["-std=gnu++20", "-O2", "-static", "-o"])
        .arg(&program)
        .arg(folder.join("sol.cpp"))
        .status()
        .expect("g++ starts");
    assert!(status.success(), "the program compiles");
    program
}

/// The mean time to start the program with its input and output and to wait for it.
fn floor(program: &Path, folder: &Path) -> Duration {
    let input = folder.join("tests/1.in");
    let started = Instant::now();
    for _ in 0..N_SOLUTIONS * N_TESTS {
        let input = File::open(&input).expect("the input is there");
        let status = Command::new(program).env_clear().stdin(input).stdout(Stdio::null()).status();
        assert!(status.expect("the program starts").success());
    }
    started.elapsed() / (N_SOLUTIONS * N_TESTS) as u32
}

fn median(times: &mut [Duration]) -> Duration {
    times.sort();
    times[times.len() / 2]
}

fn ratio(one: Duration, other: Duration) -> f64 {
    one.as_secs_f64() / other.as_secs_f64()
}
