//! The problem folders that are measured.

use std::{
    fs,
    path::{Path, PathBuf},
};

/// Solutions of every folder.
pub(crate) const N_SOLUTIONS: usize = 12;

/// A folder of solutions that do next to nothing, with tests as files and a checker that is built in.
pub(crate) struct Idle {
    pub(crate) path: PathBuf,
    n_tests: usize,
    /// No test is ever written twice.
    next: usize,
}

impl Idle {
    /// `start`: where the numbers in its tests begin; those of other folders must be far away.
    pub(crate) fn new(path: PathBuf, n_tests: usize, start: usize) -> Idle {
        fs::create_dir_all(path.join("tests")).expect("a temporary folder can be made");
        write(&path, "statement.md", "Time limit: 1 second\nMemory limit: 256 MB\n");
        for number in 0..N_SOLUTIONS {
            write(&path, &name_of(number), &idle_solution(number));
        }
        let mut folder = Idle { path, n_tests, next: start };
        folder.renew();
        folder
    }

    /// Gives every test other contents.
    pub(crate) fn renew(&mut self) {
        for test in 1..=self.n_tests {
            self.next += 1;
            write(&self.path, &format!("tests/{test:03}.in"), &format!("{} {test}\n", self.next));
            write(&self.path, &format!("tests/{test:03}.ans"), &format!("{}\n", self.next + test));
        }
    }

    pub(crate) fn n_cells(&self) -> usize {
        N_SOLUTIONS * self.n_tests
    }

    pub(crate) fn main_solution(&self) -> PathBuf {
        self.path.join(name_of(0))
    }

    pub(crate) fn input(&self) -> PathBuf {
        self.path.join("tests/001.in")
    }
}

fn name_of(number: usize) -> String {
    if number == 0 { "sol.cpp".to_owned() } else { format!("ac_{number:02}.cpp") }
}

/// Adds the numbers of a line; each differs in a constant, so that none shares its binary with another.
fn idle_solution(number: usize) -> String {
    format!(
        "#include <cstdio>\nvolatile int number = {number};\nint main() {{\n    int a, b;\n    \
         if (std::scanf(\"%d %d\", &a, &b) != 2) return 1;\n    std::printf(\"%d\\n\", a + b);\n}}\n"
    )
}

/// Solutions of [`Example`] that take the sum for a small number.
const N_WRONG: usize = 3;
/// Tests of [`Example`] that are files; the others come from the generator.
const N_WRITTEN: usize = 3;

/// A problem as setters write them: generator, validator and checker with testlib.h, solutions with all of the
/// standard library.
pub(crate) struct Example {
    pub(crate) path: PathBuf,
}

impl Example {
    pub(crate) fn new(path: PathBuf, n_tests: usize) -> Example {
        fs::create_dir_all(path.join("tests")).expect("a temporary folder can be made");
        let example = Example { path };
        example.write("statement.md", "Time limit: 1 second\nMemory limit: 256 MB\n");
        for (name, text) in sources() {
            example.write(&name, &text);
        }
        for test in 1..=N_WRITTEN {
            example.write_test(test);
        }
        let commands: String = (N_WRITTEN + 1..=n_tests)
            .map(|test| format!("gen -n {} -max {} {test} > $\n", 1 + test % 40, 10 + 900_000_000 * (test % 3)))
            .collect();
        example.write("script.txt", &commands);
        example
    }

    pub(crate) fn write(&self, name: &str, text: &str) {
        write(&self.path, name, text);
    }

    /// Writes a test whose numbers begin with the one given.
    pub(crate) fn write_test(&self, first: usize) {
        let test = if first <= N_WRITTEN { first } else { 1 };
        self.write(&format!("tests/{test:02}.in"), &format!("2\n{first} {}\n", first + 1));
    }

    /// The numbers that the sources named `define`.
    pub(crate) fn define(&self, name: &str, number: usize) -> PathBuf {
        let text = fs::read_to_string(self.path.join(name)).expect("the source is there");
        let (before, rest) = text.split_once("SALT = ").expect("the source has a constant");
        let (_, after) = rest.split_once(';').expect("the definition ends");
        self.write(name, &format!("{before}SALT = {number};{after}"));
        self.path.join(name)
    }
}

/// A folder with few solutions and very many tests.
pub(crate) struct Many {
    pub(crate) path: PathBuf,
    is_generated: bool,
}

impl Many {
    pub(crate) const N_SOLUTIONS: usize = 4;

    pub(crate) fn new(path: PathBuf, is_generated: bool) -> Many {
        fs::create_dir_all(path.join("tests")).expect("a temporary folder can be made");
        write(&path, "statement.md", "Time limit: 1 second\nMemory limit: 256 MB\n");
        if is_generated {
            for (name, text) in tools() {
                write(&path, &name, &text);
            }
        }
        for number in 0..Many::N_SOLUTIONS {
            let text = if is_generated { solution(number, "long long") } else { idle_solution(number) };
            write(&path, &name_of(number), &text);
        }
        Many { path, is_generated }
    }

    /// Gives it so many tests; those that it has stay.
    pub(crate) fn grow(&mut self, n_tests: usize) {
        if self.is_generated {
            let commands = (1..=n_tests).map(|test| format!("gen -n {} -max 1000 {test} > $\n", 1 + test % 40));
            write(&self.path, "script.txt", &commands.collect::<String>());
            return;
        }
        for test in 1..=n_tests {
            write(&self.path, &format!("tests/{test:04}.in"), &format!("{} {test}\n", 7 * test));
            write(&self.path, &format!("tests/{test:04}.ans"), &format!("{}\n", 8 * test));
        }
    }
}

/// The sources of the solutions and of the tools.
fn sources() -> Vec<(String, String)> {
    let mut sources = tools();
    for number in 0..N_SOLUTIONS {
        let is_wrong = number + N_WRONG >= N_SOLUTIONS;
        let name = if is_wrong { format!("wa_{number:02}.cpp") } else { name_of(number) };
        sources.push((name, solution(number, if is_wrong { "int" } else { "long long" })));
    }
    sources
}

/// The tools that use testlib.h.
pub(crate) fn tools() -> Vec<(String, String)> {
    [("gen.cpp", GENERATOR), ("val.cpp", VALIDATOR), ("check.cpp", CHECKER)]
        .map(|(name, text)| (name.to_owned(), text.to_owned()))
        .to_vec()
}

fn solution(number: usize, sum: &str) -> String {
    format!(
        "#include <bits/stdc++.h>\nusing namespace std;\n\nvolatile int SALT = {number};\n\nint main() {{\n    \
         ios::sync_with_stdio(false);\n    int n;\n    cin >> n;\n    vector<int> a(n);\n    map<int, int> seen;\n    \
         for (int& x : a) cin >> x, seen[x]++;\n    sort(a.begin(), a.end());\n    {sum} total = 0;\n    \
         for (auto [x, times] : seen) total += ({sum})x * times;\n    cout << total << '\\n';\n}}\n"
    )
}

const GENERATOR: &str = r#"#include "testlib.h"
#include <iostream>

volatile int SALT = 0;

int main(int argc, char* argv[]) {
    registerGen(argc, argv, 1);
    int n = opt<int>("n");
    int max = opt<int>("max");
    std::cout << n << '\n';
    // A small salt changes the program only, a large one its output too.
    for (int i = 0; i < n; ++i) std::cout << rnd.next(1, max) + SALT / 1000 << (i + 1 < n ? ' ' : '\n');
}
"#;

const VALIDATOR: &str = r#"#include "testlib.h"

volatile int SALT = 0;

int main(int argc, char* argv[]) {
    registerValidation(argc, argv);
    int n = inf.readInt(1, 100, "n");
    inf.readEoln();
    inf.readInts(n, 1, 2000000000, "a");
    inf.readEoln();
    inf.readEof();
}
"#;

const CHECKER: &str = r#"#include "testlib.h"

volatile int SALT = 0;

int main(int argc, char* argv[]) {
    registerTestlibCmd(argc, argv);
    long long jury = ans.readLong();
    long long found = ouf.readLong();
    if (jury != found) quitf(_wa, "expected %lld, found %lld", jury, found);
    quitf(_ok, "%lld", found);
}
"#;

fn write(folder: &Path, name: &str, text: &str) {
    fs::write(folder.join(name), text).expect("a file can be written");
}
