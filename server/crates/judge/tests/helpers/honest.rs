//! Nothing that a program leaves behind changes the verdicts of others: one judge runs every program of the hostile
//! corpus, then random system calls, and after each of them an honest set, whose results are those of a fresh judge.

#![expect(clippy::print_stdout, reason = "what was tried is of interest")]

use std::{env, ops::Range};

use judge::compile::Runnable;
use problem::{
    executor::{Action, Attempt, Batch, Blob, Executor, InputFile, RunLimits, Task, TaskResult, Timing},
    language::Language,
    model::{Program, Role},
    path::RelPath,
    settings::SandboxChoice,
    state::Build,
};
use testkit::{
    contract::{run, seen, single},
    hostile::{self, Entry, Level},
};

use crate::bodies::Bench;

/// Sources of the honest set by their paths.
const HONEST: [(&str, Role, Language, &str); 6] = [
    ("sum.cpp", Role::Solution, Language::Cpp, SUM),
    ("words.py", Role::Solution, Language::Python, WORDS),
    ("heavy.cpp", Role::Solution, Language::Cpp, HEAVY),
    ("too_heavy.cpp", Role::Solution, Language::Cpp, TOO_HEAVY),
    ("endless.cpp", Role::Solution, Language::Cpp, "int main() { for (volatile int x = 1; x;) {} }\n"),
    ("checker.cpp", Role::Checker, Language::Cpp, CHECKER),
];

/// What a judge must say of the honest set: the sum, the words, much memory, too much of it, an endless loop, and the
/// checker on a right and on a wrong output.
const EXPECTED: [&str; 7] = [
    r#"Exited(0) "42\n" "" {}"#,
    r#"Exited(0) "['words.py'] ['a', 'words.py'] 5 40\n" "" {}"#,
    r#"Exited(0) "199229440\n" "" {}"#,
    r#"Killed(Memory) "" "" {}"#,
    r#"Killed(Cpu) "" "" {}"#,
    r#"Exited(0) "" "ok 42\n" {}"#,
    r#"Exited(1) "" "wrong answer 41 instead of 42\n" {}"#,
];

const SUM: &str = "#include <iostream>\n#include <numeric>\n#include <vector>\nint main() {\n    std::vector<long long> \
                   numbers;\n    for (long long n; std::cin >> n;) numbers.push_back(n);\n    std::cout << \
                   std::accumulate(numbers.begin(), numbers.end(), 0LL) << std::endl;\n}\n";

/// Looks at its directory, and at a file of its own, as it finds them and as it makes them.
const WORDS: &str = "import os, sys\nbefore = sorted(os.listdir('.'))\nwith open('a', 'w') as file:\n    \
                     file.write('40')\nafter = sorted(os.listdir('.'))\nnumber = len(sys.stdin.read())\n\
                     print(before, after, number, open('a').read())\n";

const HEAVY: &str = "#include <cstdio>\n#include <vector>\nint main() {\n    std::vector<char> bytes(190 << 20, 1);\n    \
                     long long sum = 0;\n    for (char byte : bytes) sum += byte;\n    std::printf(\"%lld\\n\", sum);\n}\n";

const TOO_HEAVY: &str = "#include <cstdlib>\n#include <cstring>\nint main() {\n    for (;;) \
                         std::memset(std::malloc(1 << 20), 1, 1 << 20);\n}\n";

const CHECKER: &str = "#include \"testlib.h\"\nint main(int argc, char* argv[]) {\n    registerTestlibCmd(argc, argv);\n    \
                       int sum = 0;\n    while (!inf.seekEof()) sum += inf.readInt();\n    if (ans.readInt() != sum) \
                       quitf(_fail, \"the answer is wrong\");\n    int found = ouf.readInt();\n    if (found != sum) \
                       quitf(_wa, \"%d instead of %d\", found, sum);\n    quitf(_ok, \"%d\", sum);\n}\n";

const INPUT: &[u8] = b"40 2\n";

const LIMITS: RunLimits = RunLimits { cpu_ms: 10_000, wall_ms: 60_000, memory_bytes: 256 << 20, output_bytes: 8 << 20 };
/// The limits of random system calls, of which some may wait for ever.
const CALLS: RunLimits = RunLimits { cpu_ms: 1000, wall_ms: 3000, ..LIMITS };
/// After so many sequences of them it is the honest set's turn.
const CALLS_AT_ONCE: u32 = 5;
/// The limits of what runs out of time anyway.
const SHORT: RunLimits = RunLimits { cpu_ms: 200, wall_ms: 2000, ..LIMITS };

/// A judge with the honest set.
struct Judge {
    bench: Bench,
    honest: Vec<Task>,
}

impl Judge {
    fn new(choice: SandboxChoice) -> Judge {
        let bench = Bench::with(choice, None, hostile::python());
        bench.write(&HONEST.map(|(path, _, _, text)| (path, text)));
        let mut judge = Judge { bench, honest: Vec::new() };
        let [sum, words, heavy, too_heavy, endless, checker] =
            HONEST.map(|(path, role, language, _)| judge.ready(path, role, language).expect("it compiles"));
        let executor = judge.executor();
        let put = |bytes: &[u8]| executor.put(bytes).expect("contents can be kept");
        let input = put(INPUT);
        let solutions = [sum, words, heavy, too_heavy].map(|program| action(&program, Some(input), LIMITS));
        let endless = action(&endless, Some(input), SHORT);
        let checks = ["42\n", "41\n"].map(|output| {
            let mut check = action(&checker, None, LIMITS);
            for (path, blob) in [("in", input), ("out", put(output.as_bytes())), ("ans", put(b"42\n"))] {
                check.inputs.insert(path.to_owned(), InputFile { blob, executable: false });
                check.args.push(path.to_owned());
            }
            check
        });
        judge.honest = solutions.into_iter().chain([endless]).chain(checks).map(Task::Single).collect();
        judge
    }

    fn executor(&self) -> &dyn Executor {
        self.bench.executor()
    }

    fn level(&self) -> Level {
        Level::named(&self.executor().sandbox().level).expect("a level has a name")
    }

    /// Builds a source of the folder; `None` when the compiler refuses it.
    fn ready(&self, path: &str, role: Role, language: Language) -> Option<Runnable> {
        let path = RelPath::parse(path).expect("a plain path");
        let program = Program::of_file(path, role, language, "");
        match self.bench.build(&self.bench.header_with_bodies(), std::slice::from_ref(&program)).remove(0) {
            Build::Ok { executable, .. } => Some(self.bench.runnable(&program, executable)),
            Build::Failed { .. } | Build::Skipped { .. } => None,
        }
    }

    /// What comes of the honest set, a line each.
    fn results(&self) -> Vec<String> {
        let batch = Batch { tasks: self.honest.clone(), timing: Timing::Final };
        run(self.executor(), &batch).iter().map(|result| seen(self.executor(), single(result))).collect()
    }

    /// Runs a program, and what came of it.
    fn run(&self, action: Action) -> String {
        let results = run(self.executor(), &Batch { tasks: vec![Task::Single(action)], timing: Timing::Final });
        seen(self.executor(), single(&results[0]))
    }

    fn places(&self) -> Vec<(&'static str, String)> {
        let path = |name: &str| self.bench.beside(name).to_string_lossy().into_owned();
        let places = ["place", "home", "cache", "problem", "socket"].map(|key| (key, path(key)));
        places.into_iter().chain([("abstract", "nobody".to_owned()), ("port", "1".to_owned())]).collect()
    }

    /// Lets a program of the corpus do its worst, twice.
    fn endure(&self, entry: &Entry) {
        let (source, places) = (entry.file().replace('/', "_"), self.places());
        let language = match &*entry.extension {
            "c" => Language::C,
            "py" => Language::Python,
            _ => Language::Cpp,
        };
        self.bench.write(&[("probe.h", &hostile::read("probe.h")), (&source, &entry.source(&places))]);
        let Some(program) = self.ready(&source, Role::Solution, language) else { return };
        let limits = if entry.may_time_out(self.level()) { SHORT } else { LIMITS };
        for number in 1..=2 {
            let lines: String = places.iter().map(|(key, place)| format!("{key} {place}\n")).collect();
            let input = format!("5\n{lines}end\n{number}\n");
            let input = self.executor().put(input.as_bytes()).expect("contents can be kept");
            let outputs = if entry.group == "file" { vec!["out.txt".to_owned()] } else { Vec::new() };
            self.run(Action { outputs, ..action(&program, Some(input), limits) });
        }
    }

    /// Lets a program make random system calls, and whether it came to their end.
    fn endure_calls(&self, program: &Runnable, seed: u32) -> bool {
        let input = self.executor().put(format!("{seed}\n").as_bytes()).expect("contents can be kept");
        self.run(action(program, Some(input), CALLS)).starts_with("Exited(0)")
    }

    /// Builds what was not built before, and what it says.
    fn build_anew(&self, number: usize) -> String {
        let path = format!("sum_{number}.cpp");
        self.bench.write(&[(&path, &format!("{SUM}// {number}\n"))]);
        let program = self.ready(&path, Role::Solution, Language::Cpp).expect("it compiles");
        let input = self.executor().put(INPUT).expect("contents can be kept");
        self.run(action(&program, Some(input), LIMITS))
    }
}

/// A run of a program.
fn action(program: &Runnable, stdin: Option<Blob>, limits: RunLimits) -> Action {
    Action {
        args: program.args.clone(),
        inputs: program.inputs.clone(),
        stdin,
        outputs: Vec::new(),
        pipes: Vec::new(),
        env: program.env.clone(),
        limits,
        requires: None,
        attempt: Attempt::Only,
    }
}

/// Whether everything is to be tried.
fn is_whole() -> bool {
    env::var_os("TOUCHSTONE_HOSTILE").is_some_and(|value| value == "all")
}

/// Lets one judge endure programs of the corpus, those of `is_of_the_slice` by their numbers unless everything is asked
/// for, and compares what it says of the honest set after each.
fn after_each(choice: SandboxChoice, is_of_the_slice: impl Fn(usize, &Entry) -> bool) {
    let judge = Judge::new(choice);
    let level = judge.level();
    assert_eq!(judge.results(), EXPECTED, "at the level {}", level.name());
    let mut n_programs = 0;
    let mut changed = Vec::new();
    for (number, entry) in hostile::table().iter().enumerate() {
        if entry.permitted(level).is_empty() || !(is_whole() || is_of_the_slice(number, entry)) {
            continue;
        }
        judge.endure(entry);
        n_programs += 1;
        let results = judge.results();
        if results != EXPECTED {
            changed.push(format!("after {}: {results:#?}", entry.file()));
        }
        if entry.name.starts_with("source_") {
            let result = judge.build_anew(number);
            if result != EXPECTED[0] {
                changed.push(format!("built after {}: {result}", entry.file()));
            }
        }
    }
    assert!(changed.is_empty(), "at the level {}: {}", level.name(), changed.join("\n"));
    assert!(n_programs > 0, "nothing was tried");
    println!("the honest set is judged as by a fresh judge after each of {n_programs} programs ({})", level.name());
}

pub(crate) fn after_programs() {
    after_each(SandboxChoice::Auto, |number, entry| number % if entry.group == "several" { 4 } else { 16 } == 0);
}

pub(crate) fn after_programs_reduced() {
    after_each(SandboxChoice::Reduced, |number, _| number % 24 == 0);
}

/// The numbers of the sequences to try, `from..to`, other than those of the suite.
const SEEDS: &str = "TOUCHSTONE_SEEDS";

fn seeds(n_usual: u32) -> Range<u32> {
    let Ok(wish) = env::var(SEEDS) else { return 0..n_usual };
    let ends = wish.split_once("..").and_then(|(from, to)| Some(from.parse().ok()?..to.parse().ok()?));
    ends.unwrap_or_else(|| panic!("{SEEDS} is `from..to`, not {wish}"))
}

/// Lets one judge endure random system calls, and compares what it says of the honest set after a few of them.
fn after_calls(choice: SandboxChoice, n_usual: u32) {
    let judge = Judge::new(choice);
    let level = judge.level().name();
    assert_eq!(judge.results(), EXPECTED, "at the level {level}");
    judge.bench.write(&[("random_calls.c", &hostile::read("random_calls.c"))]);
    let program = judge.ready("random_calls.c", Role::Solution, Language::C).expect("it compiles");
    let seeds = seeds(n_usual);
    let mut n_ended = 0;
    for first in seeds.clone().step_by(CALLS_AT_ONCE as usize) {
        let some = first..seeds.end.min(first + CALLS_AT_ONCE);
        n_ended += some.clone().filter(|&seed| judge.endure_calls(&program, seed)).count();
        assert_eq!(judge.results(), EXPECTED, "after the random system calls of {some:?}, at the level {level}");
    }
    assert!(n_ended > 0, "every sequence of random system calls harmed itself");
    println!(
        "the honest set is judged as by a fresh judge after the random system calls of {seeds:?} ({level}), of which \
         {n_ended} came to their end"
    );
}

/// Memory that belongs to no process any more makes the kernel end whoever is left, the helper among them: that is no
/// failure of the judge's, alone or in a talk.
pub(crate) fn memory_that_nobody_has() {
    let judge = Judge::new(SandboxChoice::Auto);
    let table = hostile::table();
    let entry = table.iter().find(|entry| entry.name == "memory_nobody_maps").expect("it is in the table");
    judge.bench.write(&[("probe.h", &hostile::read("probe.h")), ("hog.c", &entry.source(&judge.places()))]);
    let hog = judge.ready("hog.c", Role::Solution, Language::C).expect("it compiles");
    let partner = judge.ready("heavy.cpp", Role::Solution, Language::Cpp).expect("it compiles");
    let layers = judge.executor().sandbox().layers;
    let expected = if layers.iter().any(|layer| layer.starts_with("cgroup")) { "Killed(Memory)" } else { "Exited(0)" };
    let input = judge.executor().put(b"5\nend\n").expect("contents can be kept");
    for round in 0..5 {
        let alone = judge.run(action(&hog, Some(input), LIMITS));
        assert!(alone.starts_with(expected), "alone, in round {round}: {alone}");
        let [solution, interactor] = [&hog, &partner].map(|program| action(program, None, LIMITS));
        let batch = Batch { tasks: vec![Task::Talk { solutions: vec![solution], interactor }], timing: Timing::Final };
        let results = run(judge.executor(), &batch);
        let TaskResult::Talk { solutions, .. } = &results[0] else { panic!("{:?}", results[0]) };
        let talking = seen(judge.executor(), &solutions[0]);
        assert!(talking.starts_with(expected), "in a talk, in round {round}: {talking}");
    }
    assert_eq!(judge.results(), EXPECTED, "after it");
}

pub(crate) fn after_random_calls() {
    after_calls(SandboxChoice::Auto, 50);
}

pub(crate) fn after_random_calls_reduced() {
    after_calls(SandboxChoice::Reduced, 15);
}
