//! How a person runs a cell by hand under a debugger: commands for a POSIX shell that build the solution without
//! optimisation, and the interactor where there is one, in a new directory of their own, and run it on the input.
//!
//! They are those of a check but for what gets in a debugger's way. Nothing is written before somebody enters them.
//!
//! Invariant: whatever a folder calls its files, a command has the words that are meant and no others; where a word would hold
//! a control character, which a terminal takes as a key, there are no commands.

mod build;
mod talk;

use problem::{
    constants::Constants,
    model::{Program, ProgramIdx, TestIdx},
    path::RelPath,
};
use serde::Serialize;

use self::{build::Built, talk::Pipes};
use crate::View;

/// The commands. All but the debugger's are to be entered in their order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Rerun {
    /// Get the files, build, run.
    pub commands: Vec<String>,
    /// In the place of the last of them: the same run under a debugger, where there is one for the language.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub debugger: Option<String>,
}

/// What the commands call.
#[derive(Clone, Debug, Default)]
pub struct RerunTools {
    /// The problem's folder, absolute.
    pub root: String,
    /// This program.
    pub touchstone: String,
    /// The C++ compiler.
    pub cxx: String,
    /// The C compiler.
    pub cc: String,
    /// The Python interpreter.
    pub python: String,
    /// The directory of the testlib.h for folders that bring none.
    pub testlib: String,
    /// The person's flags for every C and C++ compile.
    pub flags: Vec<String>,
    /// Where the files of the cell have been written already, absolute; otherwise the first commands write them into a new
    /// directory.
    pub written: Option<String>,
}

/// The files of a cell as `touchstone show --out` writes them.
const INPUT: &str = "input.txt";
const EXPECTED: &str = "expected.txt";
/// What the programs are called.
const SOLUTION: &str = "solution";
const INTERACTOR: &str = "interactor";

/// The commands that run a solution on a test; `None` for languages that nothing is known of.
pub fn rerun(view: &View<'_>, tools: &RerunTools, solution: &str, test: &str) -> Option<Rerun> {
    let problem = view.context.problem;
    let test: TestIdx = problem.tests.position(|one| one.id == test)?;
    let solution: ProgramIdx = view.program_at(&RelPath::parse(solution)?)?;
    let test = &problem.tests[test];
    let mut shell = Shell::default();
    begin(&mut shell, tools, problem.programs[solution].path.as_str(), &test.id)?;
    for (name, path) in &test.given_files {
        shell.command(&["cp", &at(tools, path), plain(name)?])?;
    }
    let built = build::program(view, tools, &mut shell, solution, SOLUTION)?;
    let words = |built: &Built| {
        let mut words = built.run.clone();
        words.extend(problem.programs[built.program].args.iter().cloned());
        words
    };
    let mut ours = words(&built);
    ours.extend(test.solution_args.iter().cloned());
    let redirection = match problem.interactor {
        Some(interactor) => {
            let pipes = Pipes::of(&problem.io);
            let other = build::program(view, tools, &mut shell, interactor.program, INTERACTOR)?;
            let mut theirs = words(&other);
            talk::start(&mut shell, interactor.protocol, &mut theirs, &test.checker_args, &pipes)?;
            let mut processes = pipes.iter().enumerate().map(|(number, pipes)| process(view, &ours, number, pipes));
            // The person looks at the first one.
            let (first, redirection) = processes.next()?;
            for (words, redirection) in processes {
                shell.lines.push(format!("{}{redirection} &", quoted_all(&words)?));
            }
            ours = first;
            redirection
        }
        None => input(&mut shell, problem.io.input_file.as_deref())?,
    };
    let debugger = built.debugger.command(tools, &ours, &redirection)?;
    shell.lines.push(format!("{}{redirection}", quoted_all(&ours)?));
    Some(Rerun { commands: shell.lines, debugger })
}

/// The words that start a process that talks, and what stands behind them.
fn process(view: &View<'_>, words: &[String], number: usize, pipes: &Pipes) -> (Vec<String>, String) {
    let io = &view.context.problem.io;
    let mut words = words.to_vec();
    if io.by_named_pipes {
        words.extend([pipes.to_solution.clone(), pipes.from_solution.clone()]);
    }
    words.extend(io.processes.map(|_| number.to_string()));
    (words, if io.by_named_pipes { String::new() } else { pipes.redirection() })
}

/// A directory with the files of the cell, and as much stack as a check gives.
fn begin(shell: &mut Shell, tools: &RerunTools, solution: &str, test: &str) -> Option<()> {
    match &tools.written {
        Some(directory) => shell.command(&["cd", directory])?,
        None => {
            // What follows would write wherever the shell is.
            shell.lines.push("place=$(mktemp -d) && cd \"$place\" || exit".to_owned());
            let (test, solution) = (format!("--test={test}"), format!("--solution={solution}"));
            let words = quoted_all(&[&tools.touchstone, "show", &tools.root, &test, &solution, "--out", "."])?;
            shell.lines.push(format!("{words} > /dev/null"));
        }
    }
    shell.lines.push("ulimit -s \"$(ulimit -H -s)\"".to_owned());
    Some(())
}

/// Puts the input where the solution reads it.
fn input(shell: &mut Shell, file: Option<&str>) -> Option<String> {
    match file {
        None => Some(format!(" < {INPUT}")),
        Some(file) => {
            if file != INPUT {
                shell.command(&["cp", INPUT, plain(file)?])?;
            }
            Some(String::new())
        }
    }
}

/// Lines for a shell.
#[derive(Default)]
struct Shell {
    lines: Vec<String>,
}

impl Shell {
    /// Puts a source of a program into the working directory, with the values that a check puts into it.
    fn place(
        &mut self,
        view: &View<'_>,
        tools: &RerunTools,
        program: &Program,
        path: &RelPath,
        name: &str,
    ) -> Option<()> {
        let constants = &view.context.problem.constants;
        let text = view.context.folder.text(path).filter(|_| Constants::are_put_into(program.role)).unwrap_or_default();
        let is_used = |name: &str| text.contains(&format!("{{{{{name}}}}}"));
        let used: Vec<_> = constants.iter().filter(|(name, _)| is_used(name)).collect();
        if used.is_empty() {
            return self.command(&["cp", &at(tools, path), name]);
        }
        let mut words = vec!["sed".to_owned()];
        for (name, value) in used {
            // A value that looks like a mark would be taken for one.
            let value = Some(value).filter(|value| !value.contains("{{"))?;
            let value = value.replace('\\', r"\\").replace('/', r"\/").replace('&', r"\&");
            words.extend(["-e".to_owned(), format!("s/{{{{{name}}}}}/{value}/g")]);
        }
        words.push(at(tools, path));
        self.lines.push(format!("LC_ALL=C {} > {}", quoted_all(&words)?, quoted(name)?));
        Some(())
    }

    /// Adds a command of these words; `None` where a word cannot be entered.
    fn command<S: AsRef<str>>(&mut self, words: &[S]) -> Option<()> {
        self.lines.push(quoted_all(words)?);
        Some(())
    }
}

/// A name of a folder's, if a file of that name lies in the new directory itself and is none that stands there already.
fn plain(name: &str) -> Option<&str> {
    let is_one = RelPath::parse(name).is_some_and(|path| path.as_str() == name && path.parts().count() == 1);
    let is_free = !name.starts_with('-') && ![INPUT, EXPECTED, SOLUTION, INTERACTOR].contains(&name);
    (is_one && is_free).then_some(name)
}

/// Where a file of the folder lies.
fn at(tools: &RerunTools, path: &RelPath) -> String {
    if path.is_root() { tools.root.clone() } else { format!("{}/{path}", tools.root) }
}

/// Words as a shell reads them back.
fn quoted_all<S: AsRef<str>>(words: &[S]) -> Option<String> {
    let words: Option<Vec<String>> = words.iter().map(|word| quoted(word.as_ref())).collect();
    Some(words?.join(" "))
}

/// A word as a shell reads it back; `None` where it holds what a terminal takes as a key.
fn quoted(word: &str) -> Option<String> {
    if word.chars().any(char::is_control) {
        return None;
    }
    let is_plain = |one: char| one.is_ascii_alphanumeric() || "_-./:+,@%=".contains(one);
    if !word.is_empty() && word.chars().all(is_plain) {
        return Some(word.to_owned());
    }
    Some(format!("'{}'", word.replace('\'', r"'\''")))
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn names_that_leave_the_directory_or_take_the_place_of_its_files_are_none() {
        for name in ["", "..", "../x", "/etc/hosts", "sub/in.txt", "-f", "./x", "input.txt", "solution", "interactor"] {
            assert_eq!(plain(name), None, "{name}");
        }
        assert_eq!(plain("task.in"), Some("task.in"));
    }
}
