//! Packages written by hand, and a compact print of what is read from them.

mod broken;
mod labels;
mod suites;
mod whole;

use std::fmt::Write;

use expect_test::Expect;

use super::{super::shown::findings, read};
use crate::{
    folder::{MemoryFolder, SeenRun},
    model::{CheckerKind, InputSource, LanguageLimits, Problem, ProgramIdx, ValidatorArgs},
    path::RelPath,
    scoring::Rules,
};

/// A package under construction.
struct Package(MemoryFolder);

impl Package {
    fn new(config: &str) -> Package {
        Package(MemoryFolder::new("abc")).file("config.yml", config)
    }

    fn file(mut self, path: &str, text: &str) -> Package {
        self.0.add(RelPath::parse(path).unwrap(), text.as_bytes(), None);
        self
    }

    fn files(self, paths: &[&str]) -> Package {
        paths.iter().fold(self, |package, path| package.file(path, "some text\n"))
    }

    /// The ingen was run and left these files.
    fn seen(mut self, source: &str, files: &[&str]) -> Package {
        let files = files.iter().map(|file| (*file).to_owned()).collect();
        self.0.add_run(RelPath::parse(source).unwrap(), SeenRun { files, stdout: String::new(), ok: true });
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
    writeln!(out, "{} | {:?}, {} KiB from {}", problem.name, limits.time, limits.memory_bytes >> 10, limits.source)
        .unwrap();
    for (language, own) in &limits.languages {
        writeln!(out, "limits of {language}{}", show_limits(own)).unwrap();
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
        if let Some(standard) = program.standard {
            write!(out, " {standard}").unwrap();
        }
        out.push_str(&label(problem, program.label.as_ref()));
        out.push('\n');
    }
    for validator in &problem.validators {
        writeln!(out, "validator {} {:?}", path(validator.program), validator.protocol).unwrap();
    }
    for test in &problem.tests {
        let input = match &test.input {
            InputSource::File(path) => path.to_string(),
            InputSource::Written { command, file } => format!("{file} of {}", problem.commands[*command].text),
            other => panic!("{other:?}"),
        };
        let answer = test.answer.as_ref().map_or(String::new(), |path| format!(" {path}"));
        let sample = if test.sample { " sample" } else { "" };
        let group = test.group.as_deref().unwrap_or("-");
        assert_eq!(test.validator_args, ValidatorArgs::All(vec![format!("{}.in", test.name)]));
        write!(out, "test {} of {group}{sample}: {input}{answer}{}", test.id, show_limits(&test.limits)).unwrap();
        if !test.given_files.is_empty() {
            write!(out, " with {:?}", test.given_files.keys().collect::<Vec<_>>()).unwrap();
        }
        out.push('\n');
    }
    out + &groups(problem) + &findings(problem)
}

fn show_limits(limits: &LanguageLimits) -> String {
    let time = limits.time_ms.map_or(String::new(), |ms| format!(" {ms} ms"));
    time + &limits.memory_bytes.map_or(String::new(), |bytes| format!(" {} KiB", bytes >> 10))
}

fn label(problem: &Problem, label: Option<&crate::label::Label>) -> String {
    let Some(label) = label else { return String::new() };
    let mut out = format!(" {:?} permits {:?} requires {:?}", label.words, label.sets.permitted, label.sets.required);
    for scoped in &label.scoped {
        assert!(scoped.by_group);
        write!(out, "; {} requires {:?}", scoped.tests, scoped.sets.required).unwrap();
    }
    for score in &label.scores {
        assert!(score.low == score.high && Some(&score.place.path) == problem.manifest.as_ref());
        write!(out, "; {} gives {}", score.groups.as_deref().unwrap_or("all"), score.low).unwrap();
    }
    if label.run { out } else { out + " not run" }
}

fn groups(problem: &Problem) -> String {
    let Some(scoring) = &problem.scoring else { return String::new() };
    let Rules::Newer(rules) = &scoring.rules else { panic!("other rules") };
    let mut out = String::new();
    for (group, rule) in scoring.groups.iter().zip(rules) {
        let name = if group.name.is_empty() { "all" } else { &group.name };
        let most = group.max_score.map_or(String::new(), |most| format!(" of {most}"));
        let needs: Vec<&str> = group.dependencies.iter().map(|&on| scoring.groups[on].name.as_str()).collect();
        let needs = if needs.is_empty() { String::new() } else { format!(" after {}", needs.join(", ")) };
        writeln!(out, "group {name} {:?}{most}{needs}", rule.aggregation).unwrap();
    }
    if !scoring.scored {
        out.push_str("no scores\n");
    }
    out
}

#[test]
fn what_counts_as_a_package() {
    let is_one = |package: &Package| read(&package.0).is_some();
    assert!(is_one(&Package::new("title: A\n").files(&["prog/abc.cpp"])));
    assert!(!is_one(&Package::new("title: A\n").files(&["src/abc.cpp"])), "no programs");
    assert!(!is_one(&Package(MemoryFolder::new("abc")).files(&["prog/abc.cpp"])), "no manifest");
    let other = Package(MemoryFolder::new("abc")).file("config.yaml", "title: A\n").files(&["prog/abc.py"]);
    assert_eq!(other.read().manifest.unwrap().as_str(), "config.yaml");
}
