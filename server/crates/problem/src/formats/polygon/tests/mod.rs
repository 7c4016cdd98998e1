//! Whole packages, made by hand, and a compact print of what is read from them.

mod broken;
mod groups;
mod odd;
mod parts;
mod programs;
mod robust;
mod whole;

use std::fmt::Write as _;

use expect_test::Expect;

use crate::{
    facts::{Register, RegisterCall, SourceFacts},
    folder::MemoryFolder,
    label::Label,
    model::{CheckerKind, GenCommand, InputSource, Problem, ProgramIdx, Test, TimeLimit},
    path::RelPath,
    text::{Place, Range},
};

/// A folder of files; what the sources register as is taken from their text.
fn folder(files: &[(&str, &str)]) -> MemoryFolder {
    let mut folder = MemoryFolder::new("the-folder");
    for (path, text) in files {
        folder.add(RelPath::parse(path).unwrap(), text.as_bytes(), facts(text));
    }
    folder
}

fn facts(text: &str) -> Option<SourceFacts> {
    let registers = [
        ("registerGen(", Register::Generator),
        ("registerValidation(", Register::Validator),
        ("registerTestlibCmd(", Register::Checker),
        ("registerInteraction(", Register::Interactor),
        ("registerScorer(", Register::Scorer),
    ];
    let (at, register) = registers.into_iter().find_map(|(call, register)| Some((text.find(call)?, register)))?;
    let args = text[at..].split_once('(')?.1.split_once(')')?.0;
    let n_args = args.split(',').filter(|arg| !arg.trim().is_empty()).count() as u32;
    let call = RegisterCall { register, n_args, range: Range::default() };
    Some(SourceFacts { registers: vec![call], ..SourceFacts::default() })
}

fn read(files: &[(&str, &str)]) -> Problem {
    super::read(&folder(files)).expect("there is a problem.xml")
}

/// Reads a package and compares all of it.
fn check(files: &[(&str, &str)], expected: Expect) {
    expected.assert_eq(&dump(&read(files)));
}

/// Reads a package and compares some of the lines, those that begin with one of the words.
fn check_lines(files: &[(&str, &str)], words: &[&str], expected: Expect) {
    let dump = dump(&read(files));
    let lines = dump.lines().filter(|line| words.iter().any(|word| line.starts_with(word)));
    expected.assert_eq(&lines.map(|line| format!("{line}\n")).collect::<String>());
}

fn dump(problem: &Problem) -> String {
    let mut out = String::new();
    let path = |idx: ProgramIdx| problem.programs[idx].path.as_str();
    let TimeLimit::Fixed(ms) = problem.limits.time else { panic!("Polygon states its limits") };
    writeln!(out, "name {}", problem.name).unwrap();
    writeln!(out, "limits {ms} ms, {} bytes, {}", problem.limits.memory_bytes, problem.limits.source).unwrap();
    writeln!(out, "io {:?} {:?}", problem.io.input_file, problem.io.output_file).unwrap();
    for program in &problem.programs {
        let standard = program.standard.map_or("", |standard| standard.name());
        let (role, language) = (program.role.name(), program.language.name());
        write!(out, "program {} {role} {language} {standard} ({})", program.path, program.reason).unwrap();
        writeln!(out, "{}", program.label.as_ref().map(dump_label).unwrap_or_default()).unwrap();
    }
    writeln!(out, "main {:?}", problem.main.map(path)).unwrap();
    let checker = match &problem.checker.kind {
        CheckerKind::Standard(standard) => format!("standard {}", standard.name()),
        CheckerKind::Program { program, .. } => path(*program).to_owned(),
        CheckerKind::KattisDefault(_) | CheckerKind::Interactor => panic!("not in Polygon"),
    };
    writeln!(out, "checker {checker} ({})", problem.checker.reason).unwrap();
    if let Some(interactor) = &problem.interactor {
        writeln!(out, "interactor {}", path(interactor.program)).unwrap();
    }
    for validator in &problem.validators {
        writeln!(out, "validator {} options {}", path(validator.program), validator.takes_options).unwrap();
    }
    dump_tests(problem, &mut out);
    for finding in &problem.findings {
        let place = finding.place.as_ref().map(dump_place).unwrap_or_default();
        let related: Vec<String> = finding.related.iter().map(|related| dump_place(&related.place)).collect();
        let related = if related.is_empty() { String::new() } else { format!(" (see {})", related.join(", ")) };
        writeln!(out, "finding {place} {}: {}{related}", finding.code, finding.message).unwrap();
    }
    out
}

fn dump_label(label: &Label) -> String {
    let mut out = format!(" {:?} {:?}/{:?}", label.words, label.sets.permitted, label.sets.required);
    for scope in &label.scoped {
        write!(out, " on {:?} {:?}/{:?}", scope.tests, scope.sets.permitted, scope.sets.required).unwrap();
    }
    if !label.run {
        out.push_str(" not run");
    }
    if let Some(place) = &label.place {
        write!(out, " at {}", dump_place(place)).unwrap();
    }
    out
}

fn dump_tests(problem: &Problem, out: &mut String) {
    for (idx, command) in problem.commands.iter_enumerated() {
        writeln!(out, "command {} {}", usize::from(idx), dump_command(problem, command)).unwrap();
    }
    for test in &problem.tests {
        writeln!(out, "test {}", dump_test(test)).unwrap();
    }
    for test in &problem.validator_tests {
        let (testset, group) = (&test.testset, test.group.as_deref().unwrap_or("-"));
        let place = test.place.as_ref().map(dump_place).unwrap_or_default();
        writeln!(out, "validator-test {} valid {} {testset} {group} at {place}", test.input, test.valid).unwrap();
    }
    for test in &problem.checker_tests {
        let place = test.place.as_ref().map(dump_place).unwrap_or_default();
        let files = format!("{} {} {}", test.input, test.output, test.answer);
        writeln!(out, "checker-test {files} {:?} at {place}", test.wanted).unwrap();
    }
}

fn dump_command(problem: &Problem, command: &GenCommand) -> String {
    let mut out = format!("`{}`", command.text);
    for call in &command.pipeline {
        let program = call.program.map_or("?", |idx| problem.programs[idx].path.as_str());
        write!(out, " {}={program} {:?}", call.name, call.args).unwrap();
    }
    write!(out, " at {}", command.place.as_ref().map(dump_place).unwrap_or_default()).unwrap();
    out
}

fn dump_test(test: &Test) -> String {
    let source = match &test.input {
        InputSource::File(path) => format!("file {path}"),
        InputSource::Inline(text) => format!("text {text:?}"),
        InputSource::Stdout(command) => format!("stdout of {}", usize::from(*command)),
        InputSource::Written { command, file } => format!("{file} of {}", usize::from(*command)),
    };
    let mut out = format!("{} {source}", test.id);
    if let Some(answer) = &test.answer {
        write!(out, " answer {answer}").unwrap();
    }
    if let Some(group) = &test.group {
        write!(out, " group {group}").unwrap();
    }
    if let Some(points) = &test.points {
        write!(out, " points {points}").unwrap();
    }
    if test.sample {
        out.push_str(" sample");
    }
    if let Some(place) = &test.place {
        write!(out, " at {}", dump_place(place)).unwrap();
    }
    out
}

/// Lines and characters from 1, as editors show them.
fn dump_place(place: &Place) -> String {
    let Range { start, end } = place.range;
    let end = if start.line == end.line {
        format!("{}", end.character + 1)
    } else {
        format!("{}:{}", end.line + 1, end.character + 1)
    };
    format!("{}:{}:{}-{end}", place.path, start.line + 1, start.character + 1)
}
