//! What building costs: a whole problem from nothing, and one tool that uses testlib.h.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::atomic::{AtomicUsize, Ordering},
    thread,
};

use testkit::examples::here;

use crate::{
    folders::{Example, N_SOLUTIONS, tools},
    measure::{Cost, median},
    rows::{Part, aim, time, times},
    tools::{Place, gxx},
};

/// The flags that touchstone builds solutions with.
pub(crate) const SOLUTION: [&str; 5] = ["-std=gnu++20", "-O2", "-DONLINE_JUDGE", "-static", "-pipe"];
/// The flags that touchstone builds tools with.
pub(crate) const TOOL: [&str; 6] = ["-std=gnu++20", "-O1", "-Wall", "-fwhole-program", "-static", "-pipe"];

const N_TESTS: usize = 60;
const N_ROUNDS: usize = 3;
const N_WARM: usize = 15;
/// The most that a check may take when nothing has changed.
const MAX_WARM_S: f64 = 0.020;
/// What task-maker-rust takes when nothing has changed, on another machine.
const TASK_MAKER_WARM_CPU_S: f64 = 0.06;
/// What task-maker-rust took for 6 solutions x 40 tests from nothing, on another machine.
const TASK_MAKER_COLD_CPU_S: f64 = 11.9;

/// The directory of the header that touchstone brings, for `-I`.
pub(crate) fn testlib() -> String {
    format!("-I{}", here("../testlib").display())
}

/// The g++ command of a source of [`Example`], as touchstone runs it but without a precompiled header.
pub(crate) fn plain(source: &Path, product: &Path) -> Cost {
    let is_tool = tools().iter().any(|(name, _)| source.ends_with(name));
    let testlib = testlib();
    let flags = if is_tool { &TOOL[..] } else { &SOLUTION };
    gxx(&[flags, &[testlib.as_str()]].concat(), source, product)
}

/// All programs one after the other on every core.
fn plain_all(place: &Place, sources: &[PathBuf]) -> Cost {
    let next = AtomicUsize::new(0);
    let n_cores = thread::available_parallelism().map_or(1, usize::from);
    Cost::of(|| {
        thread::scope(|scope| {
            for number in 0..n_cores {
                let product = place.path(&format!("product-{number}"));
                let next = &next;
                scope.spawn(move || {
                    while let Some(source) = sources.get(next.fetch_add(1, Ordering::Relaxed)) {
                        plain(source, &product);
                    }
                });
            }
        });
    })
}

/// A check from nothing, and one when nothing has changed.
pub(crate) fn cold_and_warm(place: &Place) -> Part {
    let example = Example::new(place.path("example"), N_TESTS);
    let tool = place.tool("cache-example");
    let listing = fs::read_dir(&example.path).expect("the folder is there");
    let paths = listing.map(|entry| entry.expect("the folder can be listed").path());
    let sources: Vec<PathBuf> = paths.filter(|path| path.extension().is_some_and(|end| end == "cpp")).collect();
    let floor = plain_all(place, &sources);
    let cold = tool.check(&example.path, &[]);
    let (mut warms, mut versions) = (Vec::new(), Vec::new());
    for _ in 0..N_WARM {
        versions.push(place.version());
        let warm = tool.check(&example.path, &[]);
        assert_eq!(warm.n("programs_started"), 0, "nothing has changed");
        warms.push(warm.cost);
    }
    let (warm, version) = (median(&warms), median(&versions));
    let title = format!(
        "a check of {N_SOLUTIONS} solutions x {N_TESTS} tests, sandbox {}: generator, validator and checker with \
         testlib.h, solutions with bits/stdc++.h",
        cold.level()
    );
    let mut part =
        Part::new(title, &["", "wall", "CPU", "floor wall", "floor CPU", "x wall", "x CPU", "floor; aim, peers"]);
    part.row([
        format!("from nothing, {} programs started", cold.n("programs_started")),
        time(cold.cost.wall),
        time(cold.cost.cpu),
        time(floor.wall),
        time(floor.cpu),
        times(cold.cost.wall, floor.wall),
        times(cold.cost.cpu, floor.cpu),
        format!(
            "its {} g++ commands alone, on all cores; task-maker-rust, 240 cells: {TASK_MAKER_COLD_CPU_S} s CPU",
            sources.len()
        ),
    ]);
    part.row([
        "nothing has changed".to_owned(),
        time(warm.wall),
        time(warm.cpu),
        time(version.wall),
        time(version.cpu),
        times(warm.wall, version.wall),
        times(warm.cpu, version.cpu),
        format!(
            "--version; {}; task-maker-rust {TASK_MAKER_WARM_CPU_S} s CPU",
            aim(&format!("wall < {}", time(MAX_WARM_S)), warm.wall < MAX_WARM_S)
        ),
    ]);
    part
}

/// Keeps a source from beginning with an include, so that no precompiled header is looked for.
const NOT_FIRST: &str = "#define NOT_FIRST\n";

/// Each tool alone, as touchstone builds it and as g++ does.
pub(crate) fn tools_of_testlib(place: &Place) -> Part {
    let example = Example::new(place.path("tools"), 4);
    let tool = place.tool("cache-example");
    // The precompiled header is made here, and what else a first check makes.
    tool.check(&example.path, &[]);
    let (product, testlib) = (place.path("product"), testlib());
    let includes = includes_alone(place);
    let mut part = Part::new(
        format!("building a tool with testlib.h, CPU, medians of {N_ROUNDS}; touchstone's with its few runs"),
        &["", "precompiled header", "without", "g++ -O2", "g++ -O1", "includes alone", "x g++ -O2", "x includes", ""],
    );
    for (name, text) in tools() {
        let mut costs: [Vec<Cost>; 5] = Default::default();
        for round in 1..=N_ROUNDS {
            for (idx, first) in ["", NOT_FIRST].iter().enumerate() {
                example.write(&name, &format!("{first}{text}"));
                example.define(&name, round);
                let checked = tool.check(&example.path, &[]);
                assert_eq!(checked.n("builds"), 1, "{name} alone is built");
                costs[idx].push(checked.cost);
            }
            let source = example.path.join(&name);
            costs[2].push(gxx(&["-std=gnu++20", "-O2", &testlib], &source, &product));
            costs[3].push(gxx(&["-std=gnu++20", "-O1", &testlib], &source, &product));
            costs[4].push(gxx(&["-std=gnu++20", "-O2"], &includes, &product));
        }
        example.write(&name, &text);
        let [with, without, two, one, alone] = costs.map(|costs| median(&costs).cpu);
        part.row([
            name,
            time(with),
            time(without),
            time(two),
            time(one),
            time(alone),
            times(with, two),
            times(with, alone),
            String::new(),
        ]);
    }
    part
}

/// A program with what testlib.h includes, and nothing else.
fn includes_alone(place: &Place) -> PathBuf {
    let header = fs::read_to_string(here("../testlib/testlib.h")).expect("the header is there");
    let names = header.lines().filter_map(|line| line.strip_prefix("#include "));
    // Some are another system's.
    let mut text: String = names.map(|name| format!("#if __has_include({name})\n#include {name}\n#endif\n")).collect();
    text += "int main() {}\n";
    let source = place.path("includes.cpp");
    fs::write(&source, text).expect("a file can be written");
    source
}
