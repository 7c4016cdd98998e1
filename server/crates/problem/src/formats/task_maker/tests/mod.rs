//! Tasks written by hand, and a compact print of what is read from them.

mod broken;
mod cases;
mod checks;
mod lines;
mod tables;
mod whole;

use std::fmt::Write;

use expect_test::Expect;

use super::{super::shown::findings, read};
use crate::{
    folder::MemoryFolder,
    formats::shown::lines_with,
    model::{CheckerKind, InputSource, Problem, ProgramIdx, ValidatorArgs},
    path::RelPath,
    scoring::Rules,
};

/// A manifest about which there is nothing to say.
const TASK: &str = "name: ponti\ntitle: I ponti\ntime_limit: 1.5\nmemory_limit: 128\ninfile: ''\noutfile: ''\n";

/// A task under construction.
struct Task(MemoryFolder);

impl Task {
    fn new() -> Task {
        Task(MemoryFolder::new("folder")).file("task.yaml", TASK)
    }

    fn file(mut self, path: &str, text: &str) -> Task {
        self.0.add(RelPath::parse(path).unwrap(), text.as_bytes(), None);
        self
    }

    fn files(self, paths: &[&str]) -> Task {
        paths.iter().fold(self, |task, path| task.file(path, "some text\n"))
    }

    fn read(&self) -> Problem {
        read(&self.0).expect("the folder is a task")
    }

    fn check(&self, expected: Expect) {
        expected.assert_eq(&dump(&self.read()));
    }

    /// The lines of the print that begin so.
    fn check_lines(&self, words: &[&str], expected: Expect) {
        expected.assert_eq(&lines_with(&dump(&self.read()), words));
    }

    fn check_findings(&self, expected: Expect) {
        expected.assert_eq(&findings(&self.read()));
    }
}

fn dump(problem: &Problem) -> String {
    let mut out = String::new();
    let path = |idx: ProgramIdx| problem.programs[idx].path.as_str();
    let limits = &problem.limits;
    writeln!(out, "{} | {:?}, {} KiB from {}", problem.name, limits.time, limits.memory_bytes >> 10, limits.source)
        .unwrap();
    if let (Some(input), Some(output)) = (&problem.io.input_file, &problem.io.output_file) {
        writeln!(out, "files {input} {output}").unwrap();
    }
    let checker = match problem.checker.kind {
        CheckerKind::Program { program, protocol } => format!("{} {protocol:?}", path(program)),
        ref other => format!("{other:?}"),
    };
    writeln!(out, "checker {checker} ({})", problem.checker.reason).unwrap();
    writeln!(out, "main {}", problem.main.map_or("-", path)).unwrap();
    for program in &problem.programs {
        write!(out, "{} {} {}", program.role.name(), program.path, program.language.name()).unwrap();
        if program.sources != [program.path.clone()] {
            write!(out, " of {:?}", program.sources).unwrap();
        }
        if !program.beside.is_empty() {
            write!(out, " beside {:?}", program.beside).unwrap();
        }
        out.push_str(&label(program.label.as_ref()));
        out.push('\n');
    }
    for validator in &problem.validators {
        writeln!(out, "validator {} {:?} {:?}", path(validator.program), validator.protocol, validator.input).unwrap();
    }
    for test in &problem.tests {
        let input = match &test.input {
            InputSource::File(path) => path.to_string(),
            InputSource::Stdout(command) => {
                let command = &problem.commands[*command];
                let program = command.pipeline[0].program.map_or("nothing", path);
                let args = &command.pipeline[0].args;
                format!("`{}` is {program} {args:?}", command.text)
            }
            other => panic!("{other:?}"),
        };
        let answer = test.answer.as_ref().map_or(String::new(), |path| format!(" {path}"));
        let sample = if test.sample { " sample" } else { "" };
        let groups: Vec<&str> = test.groups().collect();
        write!(out, "test {} of {groups:?}{sample}: {input}{answer}", test.id).unwrap();
        match &test.validator_args {
            ValidatorArgs::All(args) => assert!(args.is_empty() && problem.validators.is_empty()),
            ValidatorArgs::Each(_) => panic!("each"),
            ValidatorArgs::Only(lists) => {
                lists.iter().for_each(|(validator, args)| write!(out, " | {validator}: {}", args.join(" ")).unwrap());
            }
        }
        out.push('\n');
    }
    out + &groups(problem) + &findings(problem)
}

fn label(label: Option<&crate::label::Label>) -> String {
    let Some(label) = label else { return String::new() };
    let mut out = format!(" {:?} permits {:?} requires {:?}", label.words, label.sets.permitted, label.sets.required);
    for scoped in &label.scoped {
        let by = if scoped.by_group { "" } else { "tests " };
        let (permitted, required) = (scoped.sets.permitted, scoped.sets.required);
        write!(out, "; {by}{}", scoped.tests).unwrap();
        if permitted != crate::label::EVERYTHING {
            write!(out, " permits {permitted:?}").unwrap();
        }
        if required != crate::verdict::VerdictSet::EMPTY {
            write!(out, " requires {required:?}").unwrap();
        }
    }
    for score in &label.scores {
        write!(out, "; {} gives {} to {}", score.groups.as_deref().unwrap_or("all"), score.low, score.high).unwrap();
    }
    if label.run { out } else { out + " not run" }
}

fn groups(problem: &Problem) -> String {
    let Some(scoring) = &problem.scoring else { return String::new() };
    let Rules::Subtasks(rules) = &scoring.rules else { panic!("other rules") };
    let mut out = String::new();
    for (group, rule) in scoring.groups.iter().zip(rules) {
        let name = if group.name.is_empty() { "all" } else { &group.name };
        let most = group.max_score.map_or(String::new(), |most| format!(" of {most}"));
        writeln!(out, "group {name} {:?} {}{most}, {} items", rule.fold, rule.points, group.items.len()).unwrap();
    }
    out
}

#[test]
fn what_counts_as_a_task() {
    let is_one = |files: &[&str]| read(&Task(MemoryFolder::new("a")).files(files).0).is_some();
    assert!(is_one(&["task.yaml", "gen/GEN"]));
    assert!(is_one(&["task.yaml", "gen/cases.gen"]));
    assert!(is_one(&["task.toml", "gen/gen.toml"]));
    assert!(is_one(&["task.yaml", "input/input0.txt", "sol/soluzione.cpp"]));
    assert!(!is_one(&["task.yaml", "input/input0.txt"]), "nothing to judge");
    assert!(!is_one(&["task.yaml", "sol/solution.cpp", "gen/gen.cpp"]), "no tests");
    assert!(!is_one(&["gen/GEN", "sol/solution.cpp"]), "no manifest");
    let both = Task(MemoryFolder::new("a")).files(&["task.yaml", "task.toml", "gen/gen.toml"]);
    assert_eq!(both.read().manifest.unwrap().as_str(), "task.toml", "task.yaml is made of it");
}
