//! Programs as they are read, checked and run: each test prints what comes of lines of fixtures.

mod arrays;
mod backwards;
mod editor;
mod fields;
mod hostile;
mod loops;
mod patterns;
mod problems;
mod shapes;
mod sites;
mod small;
mod values;

use std::fmt::Write as _;

use expect_test::Expect;

use crate::{Level, Limits, Position, Preference, Program, Verdict};

/// Lines of `program <<< input`, in which `⏎` stands for a line end and `\377` for a byte. The verdict stands below each.
fn verdicts(lines: &str, expect: Expect) {
    verdicts_of(lines, &Limits::default(), expect);
}

/// Under the preference that the independent implementation has.
fn verdicts_of_first(lines: &str, expect: Expect) {
    verdicts_of(lines, &Limits { preference: Preference::First, ..Limits::default() }, expect);
}

fn verdicts_of(lines: &str, limits: &Limits, expect: Expect) {
    let mut printed = String::new();
    for line in lines.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let (program, input) = line.split_once("<<<").unwrap_or((line, ""));
        let program = Program::parse(program.trim_end().replace('⏎', "\n").as_bytes());
        let input = bytes(input.trim_start());
        writeln!(printed, "{line}\n    {}", verdict(&program, &input, limits)).unwrap();
    }
    expect.assert_eq(&printed);
}

fn verdict(program: &Program, input: &[u8], limits: &Limits) -> String {
    match program.run(input, limits) {
        Verdict::Accepted => "accepted".to_owned(),
        Verdict::Rejected(rejection) => format!(
            "rejected at {}: expected {}, found {}; by {}",
            Position::of(input, rejection.offset),
            rejection.expected,
            rejection.found,
            String::from_utf8_lossy(rejection.command.of(program.source())),
        ),
        Verdict::Broken(breakage) => {
            format!("broken `{}`: {}", String::from_utf8_lossy(breakage.span.of(program.source())), breakage.reason)
        }
    }
}

fn bytes(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = text;
    while let Some(character) = rest.chars().next() {
        let octal =
            rest.strip_prefix('\\').and_then(|rest| rest.get(..3)).and_then(|octal| u8::from_str_radix(octal, 8).ok());
        let n_bytes = match octal {
            Some(byte) => {
                bytes.push(byte);
                4
            }
            None if character == '⏎' => {
                bytes.push(b'\n');
                character.len_utf8()
            }
            None => {
                bytes.extend_from_slice(&rest.as_bytes()[..character.len_utf8()]);
                character.len_utf8()
            }
        };
        rest = &rest[n_bytes..];
    }
    bytes
}

/// What is said of each program.
fn problems(programs: &[&str], expect: Expect) {
    let mut printed = String::new();
    for source in programs {
        let program = Program::parse(source.as_bytes());
        writeln!(printed, "{source}").unwrap();
        for problem in program.problems() {
            let level = match problem.level {
                Level::Error => "error",
                Level::Warning => "warning",
                Level::Hint => "hint",
            };
            let position = Position::of(source.as_bytes(), problem.span.start);
            let text = String::from_utf8_lossy(problem.span.of(source.as_bytes())).replace('\n', "⏎");
            writeln!(printed, "    {position} {level} ({:?}) `{text}`: {}", problem.topic, problem.message).unwrap();
        }
    }
    expect.assert_eq(&printed);
}
