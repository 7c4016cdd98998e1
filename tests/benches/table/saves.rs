//! From a saved file to the verdict: what a check costs after one constant of one file has changed.

use std::{
    fs,
    path::{Path, PathBuf},
};

use testkit::examples::here;

use crate::{
    builds::{SOLUTION, TOOL, plain, testlib},
    folders::Example,
    measure::{Cost, median},
    rows::{Part, aim, time},
    tools::{Place, gxx},
};

const N_ROUNDS: usize = 3;
/// The most CPU time that a saved solution may take beyond its own g++ run, with [`FEW`] tests.
const MAX_BEYOND_CPU_S: f64 = 0.15;
/// The most that a saved validator may take until the verdict, with [`SOME`] tests.
const MAX_VALIDATOR_S: f64 = 1.0;
/// What task-maker-rust takes for one edited solution, 40 tests, on another machine.
const TASK_MAKER_EDIT_CPU_S: f64 = 0.56;
/// What task-maker-rust takes for an edited checker that does not use testlib.h, 6 solutions x 40 tests.
const TASK_MAKER_CHECKER_CPU_S: f64 = 0.88;
const FEW: usize = 7;
const SOME: usize = 40;
const MANY: usize = 60;

/// Precompiled headers and bodies of our own: the floor is g++ with the same help that touchstone gives it.
struct Headers {
    solution: PathBuf,
    tool: PathBuf,
    /// The bodies of testlib.h, compiled.
    bodies: PathBuf,
    product: PathBuf,
}

/// With this the header only declares.
const SPLIT: &str = "-DTESTLIB_SPLIT";

impl Headers {
    fn new(place: &Place) -> Headers {
        let make = |directory: &str, header: &str, text: &str, flags: &[&str]| {
            let directory = place.path(directory);
            let path = directory.join(header);
            fs::create_dir_all(path.parent().expect("a header lies in a directory")).expect("one can be made");
            let source = directory.join("all.h");
            fs::write(&source, text).expect("a file can be written");
            gxx(&[flags, &["-x", "c++-header"]].concat(), &source, &path);
            directory
        };
        let testlib = testlib();
        let tool = [&split_tool()[..], &[testlib.as_str()]].concat();
        let bodies = place.path("bodies.o");
        gxx(&[&tool[..], &["-c"]].concat(), &here("../testlib/testlib.cpp"), &bodies);
        Headers {
            bodies,
            solution: make("pch-solution", "bits/stdc++.h.gch", "#include <bits/stdc++.h>\n", &SOLUTION),
            tool: make("pch-tool", "testlib.h.gch", "#include \"testlib.h\"\n", &tool),
            product: place.path("product"),
        }
    }

    /// The g++ command of a solution or a tool, with its precompiled header.
    fn gxx(&self, source: &Path, is_tool: bool) -> Cost {
        let (testlib, bodies) = (testlib(), self.bodies.display().to_string());
        let (flags, directory) = if is_tool { (split_tool(), &self.tool) } else { (SOLUTION.to_vec(), &self.solution) };
        let first = format!("-I{}", directory.display());
        let after = [testlib.as_str(), bodies.as_str()];
        let after = if is_tool { &after[..] } else { &after[..1] };
        gxx(&[&[first.as_str()], &flags[..], after].concat(), source, &self.product)
    }
}

/// The flags of a tool whose bodies are compiled apart.
fn split_tool() -> Vec<&'static str> {
    TOOL.into_iter().filter(|flag| *flag != "-fwhole-program").chain([SPLIT]).collect()
}

/// One kind of save.
struct Kind {
    what: &'static str,
    n_tests: usize,
    /// Saves, and names the source that has to be built again.
    save: fn(&Example, usize) -> Option<PathBuf>,
    aim: fn(Cost, Cost) -> String,
}

const KINDS: [Kind; 8] = [
    Kind {
        what: "solution",
        n_tests: FEW,
        save: |example, round| Some(example.define("ac_05.cpp", 100 + round)),
        aim: |whole, gxx| {
            let met = whole.cpu - gxx.cpu <= MAX_BEYOND_CPU_S;
            aim(&format!("CPU beyond g++ <= {}", time(MAX_BEYOND_CPU_S)), met)
        },
    },
    Kind {
        what: "solution",
        n_tests: SOME,
        save: |example, round| Some(example.define("ac_05.cpp", 200 + round)),
        aim: |_, _| format!("task-maker-rust {} CPU", time(TASK_MAKER_EDIT_CPU_S)),
    },
    Kind {
        what: "generator, same tests",
        n_tests: SOME,
        save: |example, round| Some(example.define("gen.cpp", 100 + round)),
        aim: |_, _| String::new(),
    },
    Kind {
        what: "generator, all tests new",
        n_tests: SOME,
        save: |example, round| Some(example.define("gen.cpp", 1000 * round)),
        aim: |_, _| String::new(),
    },
    Kind {
        what: "validator",
        n_tests: SOME,
        save: |example, round| Some(example.define("val.cpp", 100 + round)),
        aim: |whole, _| aim(&format!("wall < {}", time(MAX_VALIDATOR_S)), whole.wall < MAX_VALIDATOR_S),
    },
    Kind {
        what: "checker",
        n_tests: SOME,
        save: |example, round| Some(example.define("check.cpp", 100 + round)),
        aim: |_, _| format!("task-maker-rust {} CPU, half the cells", time(TASK_MAKER_CHECKER_CPU_S)),
    },
    Kind {
        what: "hand-written test",
        n_tests: MANY,
        save: |example, round| {
            example.write_test(1000 * round);
            None
        },
        aim: |_, _| String::new(),
    },
    Kind {
        what: "time limit",
        n_tests: MANY,
        save: |example, round| {
            example.write("statement.md", &format!("Time limit: {} seconds\nMemory limit: 256 MB\n", 1 + round));
            None
        },
        aim: |_, _| String::new(),
    },
];

/// One row for each kind of file.
pub(crate) fn save_to_verdict(place: &Place) -> Part {
    let headers = Headers::new(place);
    let tool = place.tool("cache-example");
    let mut part = Part::new(
        format!(
            "from a saved file to the verdict, 12 solutions, medians of {N_ROUNDS}; g++: the changed file's command"
        ),
        &["saved", "tests", "runs", "wall", "CPU", "g++ CPU", "beyond g++", "g++ without .gch", "aim, peers"],
    );
    for Kind { what, n_tests, save, aim } in &KINDS {
        let example = Example::new(place.path(&format!("save-{n_tests}")), *n_tests);
        tool.check(&example.path, &[]);
        let (mut wholes, mut own, mut plains) = (Vec::new(), Vec::new(), Vec::new());
        let mut n_runs = 0;
        for round in 1..=N_ROUNDS {
            let source = save(&example, round);
            let checked = tool.check(&example.path, &[]);
            n_runs = checked.n("programs_started");
            wholes.push(checked.cost);
            if let Some(source) = source {
                let is_tool = !source.ends_with("ac_05.cpp");
                own.push(headers.gxx(&source, is_tool));
                if round == 1 {
                    plains.push(plain(&source, &headers.product));
                }
            }
        }
        let whole = median(&wholes);
        let [own, plain] = [own, plains].map(|costs| if costs.is_empty() { Cost::default() } else { median(&costs) });
        part.row([
            (*what).to_owned(),
            n_tests.to_string(),
            n_runs.to_string(),
            time(whole.wall),
            time(whole.cpu),
            time(own.cpu),
            time(whole.cpu - own.cpu),
            time(plain.cpu),
            aim(whole, own),
        ]);
    }
    part
}
