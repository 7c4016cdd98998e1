//! Whole folders, made by hand, and a compact print of what is read from them.

mod judges;
mod labels;
mod limits;
mod listed;
mod mess;
mod patterns;
mod programs;
mod robust;
mod scripts;
mod suites;
mod unused;
mod whole;

use std::fmt::Write as _;

use expect_test::Expect;

use crate::{
    facts::{Include, Register, RegisterCall, SourceFacts},
    finding::Finding,
    folder::{Folder, MemoryFolder},
    label::Label,
    language::Language,
    model::{CheckerKind, CommandIdx, InputSource, Problem, Program, ProgramIdx, Protocol, Test},
    path::RelPath,
    text::{LineIndex, Place, Range},
};

use super::{Hints, read};

/// A main function, for sources in which nothing else matters.
const MAIN: &str = "int main() {}";
const GEN: &str = "int main() { registerGen(argc, argv, 1); }";
const VAL: &str = "int main() { registerValidation(); }";
const CHECK: &str = "int main() { registerTestlibCmd(argc, argv); }";
const INTERACT: &str = "int main() { registerInteraction(argc, argv); }";

/// A folder of files; what the sources say is taken from their text in the simplest way.
pub(in crate::formats) fn folder(name: &str, files: &[(&str, &str)]) -> MemoryFolder {
    let mut folder = MemoryFolder::new(name);
    for (path, text) in files {
        let path = RelPath::parse(path).unwrap();
        let language = Language::from_path(&path).or(Language::is_header(&path).then_some(Language::Cpp));
        let facts = language.and_then(|language| facts(&language, text));
        folder.add(path, text.as_bytes(), facts);
    }
    folder
}

fn facts(language: &Language, text: &str) -> Option<SourceFacts> {
    let whole = || Range::default();
    let includes = text.lines().filter_map(|line| line.strip_prefix("#include \"")?.split('"').next());
    let exits = [42, 43].into_iter().filter(|code| text.contains(&format!("exit({code})")));
    let has_main = match language {
        Language::Python => !text.starts_with("def "),
        Language::Cpp | Language::C | Language::Other(_) => text.contains("main("),
        Language::Checktestdata | Language::Scripts => false,
    };
    let facts = SourceFacts {
        registers: registers(text),
        includes: includes.map(|name| Include { name: name.to_owned(), quoted: true, range: whole() }).collect(),
        main: has_main.then(whole),
        exit_codes: exits.collect(),
        expected_results: expected_results(text),
        ..SourceFacts::default()
    };
    match language {
        Language::Cpp | Language::C | Language::Python | Language::Checktestdata => Some(facts),
        Language::Scripts | Language::Other(_) => None,
    }
}

fn registers(text: &str) -> Vec<RegisterCall> {
    let functions = [
        ("registerGen(", Register::Generator),
        ("registerValidation(", Register::Validator),
        ("registerTestlibCmd(", Register::Checker),
        ("registerInteraction(", Register::Interactor),
        ("registerScorer(", Register::Scorer),
    ];
    let calls = functions.into_iter().filter_map(|(call, register)| {
        let args = text.split_once(call)?.1.split_once(')')?.0;
        let n_args = args.split(',').filter(|arg| !arg.trim().is_empty()).count() as u32;
        Some(RegisterCall { register, n_args, range: Range::default() })
    });
    calls.collect()
}

fn expected_results(text: &str) -> Option<(Vec<String>, Range)> {
    let at = text.find("@EXPECTED_RESULTS@:")?;
    let (_, words) = text[at..].lines().next()?.split_once(':')?;
    let end = text[at..].find('\n').map_or(text.len(), |length| at + length);
    let words = words.split(',').map(|word| word.trim().to_owned()).collect();
    Some((words, LineIndex::new(text).range(at..end)))
}

/// Reads a folder without settings and compares the lines of the print that begin with one of the words.
fn check(files: &[(&str, &str)], words: &[&str], expected: Expect) {
    check_with("abc", &Hints::default(), files, words, expected);
}

fn check_with(name: &str, hints: &Hints, files: &[(&str, &str)], words: &[&str], expected: Expect) {
    let dump = dump(&read(&folder(name, files), hints));
    let lines = dump.lines().filter(|line| words.iter().any(|word| line.starts_with(word)));
    expected.assert_eq(&lines.map(|line| format!("{line}\n")).collect::<String>());
}

pub(in crate::formats) fn dump(problem: &Problem) -> String {
    let mut out = String::new();
    let path = |program: ProgramIdx| problem.programs[program].path.as_str();
    let memory = problem.limits.memory_bytes >> 20;
    writeln!(out, "limits {:?} {memory} MiB ({})", problem.limits.time, problem.limits.source).unwrap();
    problem.programs.iter().for_each(|program| dump_program(program, &mut out));
    writeln!(out, "main {}", problem.main.map_or("-", path)).unwrap();
    let checker = match problem.checker.kind {
        CheckerKind::Standard(standard) => format!("standard {}", standard.name()),
        CheckerKind::Program { program, protocol } => format!("{} {}", path(program), protocol_name(protocol)),
        CheckerKind::Interactor => "interactor".to_owned(),
        CheckerKind::KattisDefault(_) => "that of packages".to_owned(),
    };
    writeln!(out, "checker {checker} ({})", problem.checker.reason).unwrap();
    if let Some(interactor) = problem.interactor {
        writeln!(out, "interactor {} {}", path(interactor.program), protocol_name(interactor.protocol)).unwrap();
    }
    for validator in &problem.validators {
        let options = if validator.takes_options { " options" } else { "" };
        writeln!(out, "validator {} {}{options}", path(validator.program), protocol_name(validator.protocol)).unwrap();
    }
    problem.tests.iter().for_each(|test| dump_test(problem, test, &mut out));
    for test in &problem.validator_tests {
        writeln!(out, "validator-test {} {}", test.input, if test.valid { "valid" } else { "invalid" }).unwrap();
    }
    for test in &problem.checker_tests {
        writeln!(out, "checker-test {} {} {} {:?}", test.input, test.output, test.answer, test.wanted).unwrap();
    }
    problem.findings.iter().for_each(|finding| dump_finding(finding, &mut out));
    out
}

fn dump_program(program: &Program, out: &mut String) {
    write!(out, "program {} {} {}", program.path, program.role.name(), program.language.name()).unwrap();
    if program.sources != [program.path.clone()] {
        let sources: Vec<&str> = program.sources.iter().map(RelPath::as_str).collect();
        write!(out, " [{}]", sources.join(", ")).unwrap();
    }
    let label = program.label.as_ref().map(|label| format!(" = {}", dump_label(label))).unwrap_or_default();
    writeln!(out, " ({}){label}", program.reason).unwrap();
}

fn dump_label(label: &Label) -> String {
    let place = label.place.as_ref().map(|place| format!(" at {}", dump_place(place))).unwrap_or_default();
    let run = if label.run { "" } else { " not run" };
    format!("{} {:?}/{:?}{run}{place}", label.words.join("|"), label.sets.permitted, label.sets.required)
}

fn dump_test(problem: &Problem, test: &Test, out: &mut String) {
    let command = |idx: CommandIdx| {
        let command = &problem.commands[idx];
        let programs = command
            .pipeline
            .iter()
            .map(|call| call.program.map_or("?", |program| problem.programs[program].path.as_str()));
        format!("`{}` by {}", command.text, programs.collect::<Vec<_>>().join(" | "))
    };
    let input = match &test.input {
        InputSource::File(path) => path.to_string(),
        InputSource::Inline(text) => format!("the text {text:?}"),
        InputSource::Stdout(idx) => command(*idx),
        InputSource::Written { command: idx, file } => format!("{file} of {}", command(*idx)),
    };
    let sample = if test.sample { " sample" } else { "" };
    let group = test.group.as_ref().map(|group| format!(" group {group}")).unwrap_or_default();
    let answer = test.answer.as_ref().map(|answer| format!(" answer {answer}")).unwrap_or_default();
    let place = test.place.as_ref().map(|place| format!(" at {}", dump_place(place))).unwrap_or_default();
    writeln!(out, "test {}{sample}{group}: {input}{answer}{place}", test.id).unwrap();
}

fn dump_finding(finding: &Finding, out: &mut String) {
    let place = finding.place.as_ref().map_or("-".to_owned(), dump_place);
    let severity = format!("{:?}", finding.severity).to_lowercase();
    writeln!(out, "finding {} {severity} {place}: {}", finding.code, finding.message).unwrap();
}

fn dump_place(place: &Place) -> String {
    let Range { start, end } = place.range;
    if place.range == Range::default() {
        return place.path.to_string();
    }
    format!("{}:{}:{}-{}:{}", place.path, start.line, start.character, end.line, end.character)
}

fn protocol_name(protocol: Protocol) -> &'static str {
    match protocol {
        Protocol::Testlib => "testlib",
        Protocol::Kattis => "kattis",
        Protocol::Cms => "cms",
        Protocol::Sinol => "sinol",
    }
}

fn path(text: &str) -> RelPath {
    RelPath::parse(text).unwrap()
}

/// A folder's name is what the problem is called.
#[test]
fn the_empty_folder() {
    let folder = folder("empty one", &[]);
    assert_eq!(read(&folder, &Hints::default()).name, folder.name());
    expect_test::expect![[r#"
        limits Fixed(2000) 256 MiB (assumed)
        main -
        checker standard wcmp (there is no checker, so tokens are compared)
        finding limits-assumed information -: no statement states the limits, so 2 seconds and 256 MB are assumed; write `Time limit: 2 seconds` and `Memory limit: 256 MB` into it
    "#]].assert_eq(&dump(&read(&folder, &Hints::default())));
}
