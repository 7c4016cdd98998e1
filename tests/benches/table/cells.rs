//! What one cell of the matrix costs: a program that does next to nothing, shut in, watched, its output checked, against
//! a bare start of the same program.

use std::{fs, path::PathBuf};

use crate::{
    folders::{Idle, N_SOLUTIONS},
    measure::{Cost, median},
    rows::{Part, aim, time, times},
    tools::{Place, Spawn, Tool, gxx},
};

const N_TESTS: usize = 60;
const N_ROUNDS: usize = 5;
/// What the example solutions are built with.
const FLAGS: [&str; 4] = ["-std=gnu++20", "-O2", "-DONLINE_JUDGE", "-static"];
/// The most that a cell may cost, as a multiple of a bare start.
const MAX: f64 = 1.3;
/// The least share of the bare starts in the same time.
const LEAST_SHARE: f64 = 0.7;
/// What task-maker-rust took for a cell, its share of everything included, on another machine.
const TASK_MAKER_CELL_MS: f64 = 6.0;

/// A folder with one test and one with more: between them lie cells and nothing else.
struct Pair {
    one: Idle,
    many: Idle,
}

impl Pair {
    /// Tests of pairs with different numbers differ.
    fn new(place: &Place, tool: &Tool<'_>, number: usize) -> Pair {
        let one = Idle::new(place.path(&format!("one-{number}")), 1, 10_000_000 * number);
        let many = Idle::new(place.path(&format!("many-{number}")), N_TESTS + 1, 10_000_000 * number + 1_000_000);
        tool.check(&one.path, &[]);
        Pair { one, many }
    }

    /// The cost of a cell, and the level at which its program was shut in.
    fn cell(&mut self, tool: &Tool<'_>, args: &[&str]) -> (Cost, String) {
        let check = |folder: &mut Idle| {
            folder.renew();
            let checked = tool.check(&folder.path, args);
            assert!(checked.n("solution_runs") >= folder.n_cells(), "every cell is run");
            checked
        };
        let one = check(&mut self.one);
        let many = check(&mut self.many);
        (many.cost.beyond(one.cost).each(self.many.n_cells() - self.one.n_cells()), many.level().to_owned())
    }

    /// The program of the bare starts.
    fn program(&self, place: &Place) -> PathBuf {
        let program = place.path("idle");
        gxx(&FLAGS, &self.many.main_solution(), &program);
        program
    }
}

/// A program that ends at once, without even a C library's start.
fn empty_program(place: &Place) -> PathBuf {
    let (source, program) = (place.path("empty.cpp"), place.path("empty"));
    fs::write(&source, "#include <unistd.h>\nextern \"C\" void _start() { _exit(0); }\n")
        .expect("a file can be written");
    gxx(&["-O2", "-static", "-nostartfiles"], &source, &program);
    program
}

/// One job at a time, at every level.
pub(crate) fn one_at_a_time(place: &Place) -> Part {
    let tool = place.tool("cache-cells");
    let mut pair = Pair::new(place, &tool, 1);
    let (program, input) = (pair.program(place), pair.many.input());
    let levels: [&[&str]; 3] = [&[], &["--sandbox", "reduced"], &["--sandbox", "limits-only"]];
    let empty_program = empty_program(place);
    let (mut bare, mut posix, mut empty) = (Vec::new(), Vec::new(), Vec::new());
    let mut cells = [Vec::new(), Vec::new(), Vec::new()];
    let mut names = [String::new(), String::new(), String::new()];
    for _ in 0..N_ROUNDS {
        for (idx, level) in levels.iter().enumerate() {
            bare.push(Spawn::Std.times(N_SOLUTIONS * N_TESTS / 3, 1, &program, &input));
            posix.push(Spawn::Posix.times(N_SOLUTIONS * N_TESTS / 3, 1, &program, &input));
            empty.push(Spawn::Posix.times(N_SOLUTIONS * N_TESTS / 3, 1, &empty_program, &input));
            let (cost, name) = pair.cell(&tool, &[&["--jobs", "1"], *level].concat());
            cells[idx].push(cost);
            names[idx] = name;
        }
    }
    let [bare, posix, empty] = [bare, posix, empty].map(|costs| median(&costs));
    let title = format!(
        "one cell, one at a time: {N_SOLUTIONS} static C++ solutions x {N_TESTS} tests, built-in checker, medians of \
         {N_ROUNDS} rounds"
    );
    let mut part = Part::new(
        title,
        &["", "wall", "CPU", "x bare wall", "x bare CPU", "CPU beyond bare", "x posix_spawn", "aim, peers"],
    );
    let row = |part: &mut Part, name: &str, cost: Cost, note: String| {
        let ratios = [times(cost.wall, bare.wall), times(cost.cpu, bare.cpu), times(cost.wall, posix.wall)];
        let [wall, cpu, least] = ratios;
        let beyond = time(cost.cpu - bare.cpu);
        part.row([name.to_owned(), time(cost.wall), time(cost.cpu), wall, cpu, beyond, least, note]);
    };
    let without = "the rest is the C library's start".to_owned();
    row(&mut part, "bare spawn and wait, no C library", empty, without);
    row(&mut part, "bare spawn and wait, posix_spawn", posix, String::new());
    row(&mut part, "bare spawn and wait, std::process", bare, String::new());
    for (idx, (name, costs)) in names.iter().zip(&cells).enumerate() {
        let cost = median(costs);
        let note = if idx == 0 {
            let met = aim(&format!("<= {MAX}x bare wall"), cost.wall <= MAX * bare.wall);
            format!("{met}; task-maker-rust {TASK_MAKER_CELL_MS} ms CPU")
        } else {
            String::new()
        };
        row(&mut part, &format!("cell, sandbox {name}"), cost, note);
    }
    part
}

/// Cells per second on one core and on two.
pub(crate) fn on_cores(place: &Place) -> Part {
    let tool = place.tool("cache-cells");
    let mut pair = Pair::new(place, &tool, 2);
    let (program, input) = (pair.program(place), pair.many.input());
    let mut part = Part::new(
        format!("cells per second, medians of {N_ROUNDS} rounds"),
        &["", "cells", "bare starts", "share", "posix_spawn", "share", "aim"],
    );
    for n_jobs in [1, 2] {
        let jobs = n_jobs.to_string();
        let (mut cells, mut bare, mut posix) = (Vec::new(), Vec::new(), Vec::new());
        for _ in 0..N_ROUNDS {
            bare.push(Spawn::Std.times(N_SOLUTIONS * N_TESTS, n_jobs, &program, &input));
            cells.push(pair.cell(&tool, &["--jobs", &jobs]).0);
            posix.push(Spawn::Posix.times(N_SOLUTIONS * N_TESTS, n_jobs, &program, &input));
        }
        let [cells, bare, posix] = [cells, bare, posix].map(|costs| 1.0 / median(&costs).wall);
        let percent = |share: f64| format!("{:.0} %", 100.0 * share);
        part.row([
            format!("--jobs {n_jobs} against {n_jobs} thread(s)"),
            format!("{cells:.0} /s"),
            format!("{bare:.0} /s"),
            percent(cells / bare),
            format!("{posix:.0} /s"),
            percent(cells / posix),
            aim(&format!(">= {:.0} % of bare starts", 100.0 * LEAST_SHARE), cells >= LEAST_SHARE * bare),
        ]);
    }
    part
}

/// CPU time that the solution of the next part burns, seconds.
const BURNT_S: f64 = 0.3;

/// Whether CPU time of programs and of the helpers that start them reaches what this benchmark reads, at every level.
pub(crate) fn counted(place: &Place) -> Part {
    let tool = place.tool("cache-cells");
    let folder = place.path("burning");
    fs::create_dir_all(folder.join("tests")).expect("a temporary folder can be made");
    let write = |name: &str, text: String| fs::write(folder.join(name), text).expect("a file can be written");
    write("statement.md", "Time limit: 5 seconds\nMemory limit: 256 MB\n".to_owned());
    write(
        "sol.cpp",
        format!(
            "#include <cstdio>\n#include <ctime>\nint main() {{\n    \
             while (std::clock() < {BURNT_S} * CLOCKS_PER_SEC) {{}}\n    std::puts(\"0\");\n}}\n"
        ),
    );
    write("tests/01.ans", "0\n".to_owned());
    let mut part = Part::new(
        format!("CPU time that is seen of a program that burns {BURNT_S} s in a helper of touchstone"),
        &["", "seen", "of which touchstone's own", ""],
    );
    for (idx, level) in ["auto", "reduced", "limits-only"].iter().enumerate() {
        let check = |number: usize| {
            write("tests/01.in", format!("{number}\n"));
            tool.check(&folder, &["--sandbox", level])
        };
        check(2 * idx);
        let checked = check(2 * idx + 1);
        let cpu = checked.cost.cpu;
        part.row([checked.level().to_owned(), time(cpu), time(cpu - BURNT_S), String::new()]);
    }
    part
}
