//! New tests of a task of task-maker: items of a list in `gen/gen.toml`, lines at the end of `gen/GEN` or `gen/cases.gen`, in the
//! last subtask, which as a rule has the widest limits; files in `input/` and `output/` where nothing declares the tests.

mod gen_toml;

use problem::{
    digest::Digest,
    folder::Folder,
    model::{GenCall, Problem, Role},
    path::RelPath,
    script::split_command,
};

use super::{NewTest, Placed, TestSource};
use crate::edits::exact_text;

/// Where inputs lie that somebody has written by hand.
const DIRECTORY: &str = "gen";

/// What to write so that a task has these tests.
pub(super) fn place(folder: &dyn Folder, problem: &Problem, tests: &[NewTest]) -> Result<Placed, String> {
    let there = |name: &str| RelPath::parse(name).filter(|path| folder.has(path));
    if let Some(path) = there("gen/gen.toml") {
        return gen_toml::place(folder, problem, &path, tests);
    }
    if let Some(path) = there("gen/cases.gen") {
        return lines(folder, problem, &path, tests, &|call| run_line(folder, problem, &path, call), ": COPY ");
    }
    match there("gen/GEN") {
        Some(path) => lines(folder, problem, &path, tests, &|call| arguments(problem, call), "#COPY: "),
        None => files(folder, problem, tests),
    }
}

/// Adds a line for each test: one that calls a generator, where that can be written, else one that copies a file.
fn lines(
    folder: &dyn Folder,
    problem: &Problem,
    path: &RelPath,
    tests: &[NewTest],
    line_of: &dyn Fn(&GenCall) -> Option<String>,
    copy: &str,
) -> Result<Placed, String> {
    let mut text = exact_text(folder, path).ok_or_else(|| format!("{path} is no text in UTF-8"))?;
    let line_end = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let mut placed = Placed::default();
    for test in tests {
        let line = match &test.source {
            TestSource::Command(command) => call(problem, command).and_then(|call| line_of(&call)),
            TestSource::Input(_) => None,
        };
        let line = match line {
            Some(line) => line,
            None => {
                let name = copied_file(folder, test, &mut placed)?;
                format!("{copy}{name}")
            }
        };
        let between = if text.is_empty() || text.ends_with('\n') { "" } else { line_end };
        text = format!("{text}{between}{line}{line_end}");
    }
    placed.texts.insert(path.clone(), text);
    Ok(placed)
}

/// Adds a file with the input of a test, for a line that copies it; its path.
fn copied_file(folder: &dyn Folder, test: &NewTest, placed: &mut Placed) -> Result<RelPath, String> {
    let name = format!("{DIRECTORY}/touchstone-{}.txt", &Digest::of(&test.input).hex()[..8]);
    let file = RelPath::parse(&name).filter(|path| !folder.has(path));
    let file = file.ok_or_else(|| format!("there is a file {name} already"))?;
    placed.new_files.insert(file.clone(), test.input.to_vec());
    Ok(file)
}

/// The one call of a command.
fn call(problem: &Problem, command: &str) -> Option<GenCall> {
    let mut calls = split_command(command).ok()?;
    let one = calls.pop().filter(|_| calls.is_empty())?;
    let program = problem.generators_by_name().get(one.program.as_str()).copied();
    Some(GenCall { name: one.program, program, args: one.args })
}

/// The arguments of the one generator that `gen/GEN` knows; words in it are parted by blanks, and a `#` begins a comment.
fn arguments(problem: &Problem, call: &GenCall) -> Option<String> {
    let program = &problem.programs[call.program?];
    let is_known = matches!(program.name(), "generator" | "generatore") && program.role == Role::Generator;
    let are_plain = |word: &String| !word.is_empty() && !word.contains(|one: char| one.is_whitespace() || one == '#');
    (is_known && !call.args.is_empty() && call.args.iter().all(are_plain)).then(|| call.args.join(" "))
}

/// `: RUN name arguments`, by the name that a line declares.
fn run_line(folder: &dyn Folder, problem: &Problem, path: &RelPath, call: &GenCall) -> Option<String> {
    let program = problem.programs[call.program?].path.as_str();
    let text = folder.text(path)?;
    let declared = text.lines().find_map(|line| {
        let mut words = line.trim().strip_prefix(':')?.split_whitespace();
        let is_generator = words.next() == Some("GEN");
        let (name, path) = (words.next()?, words.next()?);
        (is_generator && path == program).then(|| name.to_owned())
    })?;
    let is_plain =
        |word: &String| !word.is_empty() && !word.contains(|one: char| one.is_whitespace() || "#\"'\\|>".contains(one));
    let can_be_written = !call.args.is_empty() && call.args.iter().all(is_plain);
    can_be_written.then(|| format!(": RUN {declared} {}", call.args.join(" ")))
}

/// Files under the next numbers. CMS wants the answers beside them.
fn files(folder: &dyn Folder, problem: &Problem, tests: &[NewTest]) -> Result<Placed, String> {
    let mut placed = Placed::default();
    let at = |name: String| RelPath::parse(&name).filter(|path| !folder.has(path));
    let is_free = |number: &usize| at(format!("input/input{number}.txt")).is_some();
    // There are as many of them as tests at most.
    let first = (0..=problem.tests.len()).find(is_free).unwrap_or_default();
    for (number, test) in (first..).zip(tests) {
        let input = at(format!("input/input{number}.txt")).ok_or("no name that is free can be found for it")?;
        placed.new_files.insert(input, test.input.to_vec());
        if let (Some(path), Some(answer)) = (at(format!("output/output{number}.txt")), &test.answer) {
            placed.new_files.insert(path, answer.to_vec());
        }
    }
    Ok(placed)
}
