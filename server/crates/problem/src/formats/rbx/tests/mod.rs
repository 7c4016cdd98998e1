//! Packages written by hand, and a compact print of what is read from them.

mod broken;
mod plans;
mod whole;

use std::fmt::Write;

use expect_test::Expect;

use super::{super::shown::findings, read};
use crate::{
    facts::{Register, RegisterCall, SourceFacts},
    folder::{MemoryFolder, SeenRun},
    model::{CheckerKind, InputSource, Problem, ProgramIdx, ValidatorArgs},
    path::RelPath,
    scoring::Rules,
    text::Range,
};

/// A package under construction.
struct Package(MemoryFolder);

impl Package {
    fn new(manifest: &str) -> Package {
        Package(MemoryFolder::new("folder")).file("problem.rbx.yml", manifest)
    }

    fn file(mut self, path: &str, text: &str) -> Package {
        self.0.add(RelPath::parse(path).unwrap(), text.as_bytes(), None);
        self
    }

    fn files(self, paths: &[&str]) -> Package {
        paths.iter().fold(self, |package, path| package.file(path, "some text\n"))
    }

    fn validator(mut self, path: &str) -> Package {
        let registers = vec![RegisterCall { register: Register::Validator, n_args: 2, range: Range::default() }];
        let facts = SourceFacts { registers, ..SourceFacts::default() };
        self.0.add(RelPath::parse(path).unwrap(), b"some source\n", Some(facts));
        self
    }

    /// A program was run and printed this.
    fn printed(mut self, source: &str, text: &str) -> Package {
        let seen = SeenRun { files: Vec::new(), stdout: text.to_owned(), ok: true };
        self.0.add_run(RelPath::parse(source).unwrap(), seen);
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

fn dump(problem: &Problem) -> String {
    let mut out = String::new();
    let path = |idx: ProgramIdx| problem.programs[idx].path.as_str();
    let limits = &problem.limits;
    let (memory, output) = (limits.memory_bytes >> 20, limits.output_bytes >> 10);
    writeln!(out, "{} | {:?}, {memory} MiB, {output} KiB from {}", problem.name, limits.time, limits.source).unwrap();
    for (language, own) in &limits.languages {
        writeln!(out, "{language}: {:?} ms, {:?} bytes", own.time_ms, own.memory_bytes).unwrap();
    }
    let checker = match problem.checker.kind {
        CheckerKind::Program { program, protocol } => format!("{} {protocol:?}", path(program)),
        ref other => format!("{other:?}"),
    };
    writeln!(out, "checker {checker} ({})", problem.checker.reason).unwrap();
    if let Some(interactor) = problem.interactor {
        writeln!(out, "interactor {}", path(interactor.program)).unwrap();
    }
    writeln!(out, "main {}", problem.main.map_or("-", path)).unwrap();
    for program in &problem.programs {
        write!(out, "{} {} {}", program.role.name(), program.path, program.language.name()).unwrap();
        if let Some(label) = &program.label {
            write!(out, " {:?} permits {:?} requires {:?}", label.words, label.sets.permitted, label.sets.required)
                .unwrap();
            for scoped in &label.scoped {
                write!(out, "; {} requires {:?}", scoped.tests, scoped.sets.required).unwrap();
            }
            for score in &label.scores {
                write!(out, "; {} to {}", score.low, score.high).unwrap();
            }
        }
        out.push('\n');
    }
    for test in &problem.tests {
        let answer = test.answer.as_ref().map_or(String::new(), |path| format!(" {path}"));
        let sample = if test.sample { " sample" } else { "" };
        let (group, args) = (test.group.as_deref().unwrap_or("-"), args(problem, &test.validator_args));
        writeln!(out, "test {} of {group}{sample}: {}{answer} {args}", test.id, input(problem, &test.input)).unwrap();
    }
    for test in &problem.validator_tests {
        let made = test.made.as_ref().map_or(String::new(), |made| format!(" {}", input(problem, made)));
        let args = args(problem, &test.validator_args);
        writeln!(out, "valid? {}{made} {} {args}", test.input, test.valid).unwrap();
    }
    for test in &problem.checker_tests {
        let made = test.made.as_ref().map_or(String::new(), |made| {
            [&made.input, &made.output, &made.answer].map(|part| input(problem, part)).join(" ")
        });
        writeln!(out, "verdict? {} {:?} {made}", test.input, test.wanted).unwrap();
    }
    out + &groups(problem) + &findings(problem)
}

fn input(problem: &Problem, source: &InputSource) -> String {
    match source {
        InputSource::File(path) => path.to_string(),
        InputSource::Stdout(command) => {
            let command = &problem.commands[*command];
            let program = command.pipeline[0].program.map_or("?", |program| problem.programs[program].path.as_str());
            format!("{program} {:?}", command.pipeline[0].args)
        }
        InputSource::Inline(text) => format!("{text:?}"),
        other => panic!("{other:?}"),
    }
}

fn args(problem: &Problem, args: &ValidatorArgs) -> String {
    let ValidatorArgs::Only(lists) = args else { panic!("every test says which validators are asked") };
    let one = |(validator, words): (&usize, &Vec<String>)| {
        let program = problem.validators[*validator].program;
        format!("[{} {}]", problem.programs[program].path, words.join(" "))
    };
    lists.iter().map(one).collect()
}

fn groups(problem: &Problem) -> String {
    let Some(scoring) = &problem.scoring else { return String::new() };
    let Rules::Newer(rules) = &scoring.rules else { panic!("other rules") };
    let mut out = String::new();
    for (group, rule) in scoring.groups.iter().zip(rules) {
        let name = if group.name.is_empty() { "all" } else { &group.name };
        let most = group.max_score.map_or(String::new(), |most| format!(" of {most}"));
        let needs: Vec<&str> = group.dependencies.iter().map(|&on| scoring.groups[on].name.as_str()).collect();
        writeln!(out, "group {name} {:?}{most} {needs:?}", rule.aggregation).unwrap();
    }
    out
}

#[test]
fn what_counts_as_a_package() {
    assert!(read(&Package::new("").0).is_some());
    assert!(read(&MemoryFolder::new("folder")).is_none());
}
