//! Packages written by hand, and a compact print of what is read from them.

mod broken;
mod groups;
mod labels;
mod legacy;
mod newer;
mod programs;
mod rules;

use std::fmt::Write;

use expect_test::Expect;

use super::{super::shown::findings, read};
use crate::{
    facts::{Include, Register, RegisterCall, SourceFacts},
    folder::MemoryFolder,
    model::{CheckerKind, InputSource, Problem, Program, ProgramIdx, TimeLimit, ValidatorArgs},
    path::RelPath,
    text::Range,
};

/// A package under construction.
struct Package(MemoryFolder);

impl Package {
    fn new() -> Package {
        Package(MemoryFolder::new("hello"))
    }

    /// A folder with everything that is required, apart from `problem.yaml`.
    fn minimal() -> Package {
        let package = Package::new().file("data/sample/1.in", "1\n").file("data/sample/1.ans", "1\n");
        package.source("submissions/accepted/sol.cpp", main())
    }

    fn file(mut self, path: &str, text: &str) -> Package {
        self.0.add(RelPath::parse(path).unwrap(), text.as_bytes(), None);
        self
    }

    fn files(self, paths: &[&str]) -> Package {
        paths.iter().fold(self, |package, path| package.file(path, "some text\n"))
    }

    fn source(mut self, path: &str, facts: SourceFacts) -> Package {
        self.0.add(RelPath::parse(path).unwrap(), b"some source\n", Some(facts));
        self
    }

    fn read(&self) -> Problem {
        read(&self.0).expect("the folder is a package")
    }

    fn check(&self, expected: Expect) {
        expected.assert_eq(&dump(&self.read()));
    }

    fn check_findings(&self, expected: Expect) {
        expected.assert_eq(&findings(&self.read()));
    }
}

fn main() -> SourceFacts {
    SourceFacts { main: Some(Range::default()), ..SourceFacts::default() }
}

fn exits(code: i32) -> SourceFacts {
    SourceFacts { exit_codes: vec![code], ..main() }
}

/// A source without `main`.
fn helper() -> SourceFacts {
    SourceFacts::default()
}

fn includes(name: &str) -> SourceFacts {
    SourceFacts { includes: vec![Include { name: name.to_owned(), quoted: true, range: Range::default() }], ..main() }
}

fn registers(register: Register, n_args: u32) -> SourceFacts {
    SourceFacts { registers: vec![RegisterCall { register, n_args, range: Range::default() }], ..main() }
}

fn tagged(words: &str) -> SourceFacts {
    let words = words.split(", ").map(str::to_owned).collect();
    SourceFacts { expected_results: Some((words, Range::new(0, 3, 0, 30))), ..main() }
}

fn dump(problem: &Problem) -> String {
    let mut out = String::new();
    let limits = &problem.limits;
    let time = match limits.time {
        TimeLimit::Fixed(milliseconds) => format!("{milliseconds} ms"),
        TimeLimit::FromRuns { multiplier, resolution_ms: 1000, safety_margin } => {
            format!("x{multiplier}, margin x{safety_margin}")
        }
        TimeLimit::FromRuns { multiplier, resolution_ms, safety_margin } => {
            format!("x{multiplier} by {resolution_ms} ms, margin x{safety_margin}")
        }
    };
    let (memory, output) = (limits.memory_bytes >> 20, limits.output_bytes >> 20);
    let path = |idx: ProgramIdx| problem.programs[idx].path.as_str();
    writeln!(out, "{} | {time}, {memory} MiB, {output} MiB from {}", problem.name, limits.source).unwrap();
    let checker = match problem.checker.kind {
        CheckerKind::Program { program, protocol } => format!("{} {protocol:?}", path(program)),
        CheckerKind::KattisDefault(_) => "KattisDefault".to_owned(),
        CheckerKind::Standard(_) | CheckerKind::Interactor => panic!("no package asks for one of testlib's"),
    };
    writeln!(out, "checker {checker} ({})", problem.checker.reason).unwrap();
    if let Some(interactor) = problem.interactor {
        writeln!(out, "interactor {} {:?}", path(interactor.program), interactor.protocol).unwrap();
    }
    writeln!(out, "main {}", problem.main.map_or("-", path)).unwrap();
    problem.programs.iter().for_each(|program| writeln!(out, "{}", show_program(program)).unwrap());
    for validator in &problem.validators {
        let options = if validator.takes_options { ", takes options" } else { "" };
        writeln!(out, "validator {} {:?}{options}", path(validator.program), validator.protocol).unwrap();
    }
    for test in &problem.tests {
        let InputSource::File(input) = &test.input else { panic!("{:?}", test.input) };
        assert_eq!(input.as_str(), format!("data/{}.in", test.id));
        let sample = if test.sample { " sample" } else { "" };
        let group = test.group.as_deref().unwrap_or("-");
        let answer = if test.answer.is_some() { "" } else { " no answer" };
        let validator = match &test.validator_args {
            ValidatorArgs::All(words) => words.join(" "),
            ValidatorArgs::Only(_) => panic!("every validator of a package is asked"),
            ValidatorArgs::Each(lists) => lists.iter().map(|words| words.join(" ")).collect::<Vec<_>>().join(" | "),
        };
        let checker = test.checker_args.join(" ");
        write!(out, "test {} of {group}{sample}{answer} [{validator}] [{checker}]", test.id).unwrap();
        if !test.solution_args.is_empty() {
            write!(out, " args [{}]", test.solution_args.join(" ")).unwrap();
        }
        if !test.given_files.is_empty() {
            write!(out, " files {:?}", test.given_files.keys().collect::<Vec<_>>()).unwrap();
        }
        out.push('\n');
    }
    for test in &problem.validator_tests {
        writeln!(out, "valid? {} {}", test.input, test.valid).unwrap();
    }
    for test in &problem.checker_tests {
        writeln!(out, "verdict? {} {} {} {:?}", test.input, test.output, test.answer, test.wanted).unwrap();
    }
    out + &findings(problem)
}

fn show_program(program: &Program) -> String {
    let mut out = format!("{} {} {}", program.role.name(), program.path, program.language.name());
    if program.sources != [program.path.clone()] {
        write!(out, " {:?}", program.sources).unwrap();
    }
    write!(out, " ({})", program.reason).unwrap();
    out + &label(program)
}

fn label(program: &Program) -> String {
    let Some(label) = &program.label else { return String::new() };
    let mut out = format!(" {:?} permits {:?}", label.words, label.sets.permitted);
    if !label.sets.required.is_empty() {
        write!(out, " requires {:?}", label.sets.required).unwrap();
    }
    for scoped in &label.scoped {
        write!(out, "; {} permits {:?} requires {:?}", scoped.tests, scoped.sets.permitted, scoped.sets.required)
            .unwrap();
    }
    if label.run { out } else { out + " not run" }
}

#[test]
fn what_counts_as_a_package() {
    assert!(read(&Package::new().files(&["sol.cpp", "data/1.in", "submissions/a.cpp"]).0).is_none());
    assert!(read(&Package::new().files(&["package/problem.yaml", "data/sample/1.in"]).0).is_none());
    assert!(read(&Package::new().files(&["problem.yaml"]).0).is_some());
    assert!(read(&Package::new().files(&["data/secret/1.in", "submissions/accepted/a.cpp"]).0).is_some());
}
