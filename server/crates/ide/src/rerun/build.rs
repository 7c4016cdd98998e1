//! How a program is built for a debugger.

use std::collections::BTreeSet;

use problem::{
    constants::Constants,
    language::{CppStandard, Language},
    languages::{Made, Meanings, fill},
    model::{Program, ProgramIdx, Role},
    path::RelPath,
    state::Build,
};

use super::{RerunTools, Shell, at, plain, quoted, quoted_all};
use crate::View;

/// A program that the commands so far have built.
pub(super) struct Built {
    pub(super) program: ProgramIdx,
    /// The words that start it.
    pub(super) run: Vec<String>,
    pub(super) debugger: Debugger,
}

/// What looks into a running program of a language.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Debugger {
    Gdb,
    Pdb,
    None,
}

/// Python's debugger reads what the person enters, while the program reads its own standard input.
const PDB: &str = "import pdb, sys; del sys.argv[0]; path = sys.argv[0]; sys.path[0] = path.rpartition(\"/\")[0]; \
                   pdb.Pdb(stdin=open(\"/dev/tty\"), stdout=open(\"/dev/tty\", \"w\"))\
                   .run(compile(open(path).read(), path, \"exec\"), {\"__name__\": \"__main__\", \"__file__\": path})";

impl Debugger {
    /// The command that starts a program under it: inner `None` where there is no debugger, outer `None` where a word cannot
    /// be entered.
    pub(super) fn command(self, tools: &RerunTools, words: &[String], redirection: &str) -> Option<Option<String>> {
        Some(match self {
            Debugger::None => None,
            // gdb hands the arguments of `start` to a shell.
            Debugger::Gdb => {
                let start: Vec<&str> = ["start"].into_iter().chain(words[1..].iter().map(String::as_str)).collect();
                let start = format!("{}{redirection}", quoted_all(&start)?);
                Some(quoted_all(&["gdb", "-q", "-ex", &start, &words[0]])?)
            }
            Debugger::Pdb => {
                let script = words.iter().position(|word| word == "-B")? + 1;
                let python = quoted_all(&[&tools.python, "-B", "-c", PDB])?;
                Some(format!("{HASH_SEED} {python} {}{redirection}", quoted_all(&words[script..])?))
            }
        })
    }
}

/// As in a check, so that sets have the same order.
const HASH_SEED: &str = "PYTHONHASHSEED=0";

/// Adds the commands that build a program in the working directory.
pub(super) fn program(
    view: &View<'_>,
    tools: &RerunTools,
    shell: &mut Shell,
    program: ProgramIdx,
    name: &str,
) -> Option<Built> {
    let described = &view.context.problem.programs[program];
    for path in &described.beside {
        shell.command(&["cp", &at(tools, path), "."])?;
    }
    let (run, debugger) = match &described.language {
        Language::Cpp => {
            compile(view, tools, shell, program, (&tools.cxx, name))?;
            (vec![format!("./{name}")], Debugger::Gdb)
        }
        Language::C => {
            compile(view, tools, shell, program, (&tools.cc, name))?;
            (vec![format!("./{name}")], Debugger::Gdb)
        }
        Language::Python => (python(view, tools, shell, described)?, Debugger::Pdb),
        Language::Other(_) => (by_table(view, tools, shell, described, name)?, Debugger::None),
        Language::Checktestdata | Language::Scripts => return None,
    };
    Some(Built { program, run, debugger })
}

/// Whether a check puts values into a source.
fn has_constants(view: &View<'_>, program: &Program, path: &RelPath) -> bool {
    let constants = &view.context.problem.constants;
    let is_changed = |text: &str| *constants.put_into(text) != *text;
    Constants::are_put_into(program.role) && view.context.folder.text(path).is_some_and(|text| is_changed(&text))
}

/// Puts the sources of a program in C or C++ that a check changes into the working directory, and the headers beside them; as
/// a compiler is to find all sources.
fn changed_sources(view: &View<'_>, tools: &RerunTools, shell: &mut Shell, program: &Program) -> Option<Vec<String>> {
    let is_changed = |path: &RelPath| has_constants(view, program, path);
    let is_header = |path: &&RelPath| {
        let lies_beside = program.sources.iter().any(|source| source.parent() == path.parent());
        lies_beside && matches!(path.extension().as_str(), "h" | "hh" | "hpp")
    };
    let headers = view.context.folder.files().iter().map(|file| &file.path).filter(is_header);
    let changed_headers: Vec<&RelPath> = headers.filter(|path| is_changed(path)).collect();
    let is_moved = |path: &&RelPath| is_changed(path) || !changed_headers.is_empty();
    let moved: Vec<&RelPath> = program.sources.iter().filter(is_moved).chain(changed_headers.iter().copied()).collect();
    let names: BTreeSet<&str> = moved.iter().map(|path| path.file_name()).collect();
    // Beside each other they would be one file.
    (names.len() == moved.len()).then_some(())?;
    for path in &moved {
        shell.place(view, tools, program, path, plain(path.file_name())?)?;
    }
    let found = program
        .sources
        .iter()
        .map(|path| if moved.contains(&path) { path.file_name().to_owned() } else { at(tools, path) });
    let mut found: Vec<String> = found.collect();
    // What they include by quotes lies where they come from.
    let directories: BTreeSet<String> = moved.iter().map(|path| format!("-I{}", at(tools, &path.parent()))).collect();
    found.extend(directories);
    Some(found)
}

/// The compile of a program in C or C++ by a compiler, to a file of that name.
fn compile(
    view: &View<'_>,
    tools: &RerunTools,
    shell: &mut Shell,
    program: ProgramIdx,
    (compiler, name): (&str, &str),
) -> Option<()> {
    let problem = view.context.problem;
    let described = &problem.programs[program];
    let sources = changed_sources(view, tools, shell, described)?;
    let mut words = vec![compiler.to_owned(), standard(view, program)];
    if described.role == Role::Solution {
        words.push("-DONLINE_JUDGE".to_owned());
    }
    words.extend(tools.flags.iter().cloned());
    // Behind the person's flags, which may optimise.
    words.extend(["-g", "-O0"].map(str::to_owned));
    words.extend(problem.defines.iter().map(|define| format!("-D{define}")));
    words.extend(problem.include_dirs.iter().map(|directory| format!("-I{}", at(tools, directory))));
    let is_tool = described.role != Role::Solution;
    let names_testlib = |path: &RelPath| view.context.folder.text(path).is_some_and(|text| text.contains("testlib.h"));
    if is_tool || described.sources.iter().any(names_testlib) {
        words.extend(own_testlib(view, described).map(|directory| format!("-I{}", at(tools, &directory))));
        words.push(format!("-I{}", tools.testlib));
    }
    words.extend(["-o", name].map(str::to_owned));
    words.extend(sources);
    words.push("-lm".to_owned());
    shell.command(&words)
}

/// The standard that a check has built it with, else the one that it would try first.
fn standard(view: &View<'_>, program: ProgramIdx) -> String {
    let described = &view.context.problem.programs[program];
    if described.language == Language::C {
        return "-std=gnu17".to_owned();
    }
    let used = match &view.context.state.builds[program] {
        Some(Build::Ok { standard, .. }) => *standard,
        Some(Build::Failed { .. } | Build::Skipped { .. }) | None => None,
    };
    let standard = used.or(described.standard).unwrap_or(CppStandard::Cpp20);
    format!("-std=gnu++{}", standard.year())
}

/// The directory with the folder's own testlib.h that a check builds a program with.
fn own_testlib(view: &View<'_>, program: &Program) -> Option<RelPath> {
    let headers = view.context.folder.files().iter().filter(|entry| entry.path.file_name() == "testlib.h");
    program.nearest_of(headers.map(|entry| entry.path.parent()))
}

/// The words that start a program in Python: where it lies, unless a grader goes before it.
fn python(view: &View<'_>, tools: &RerunTools, shell: &mut Shell, program: &Program) -> Option<Vec<String>> {
    let script = &program.sources[0];
    let mut started = at(tools, script);
    if program.sources.len() > 1 || has_constants(view, program, script) {
        let names: BTreeSet<&str> = program.sources.iter().map(|path| path.file_name()).collect();
        let is_deep = |path: &RelPath| path.is_below(&program.path) && path.parent() != program.path;
        // Beside each other they would be other modules.
        if names.len() < program.sources.len() || program.sources.iter().any(is_deep) {
            return None;
        }
        for source in &program.sources {
            shell.place(view, tools, program, source, plain(source.file_name())?)?;
        }
        started = script.file_name().to_owned();
        let is_driver = |path: &&RelPath| path.parts().next() == Some("include") && path.file_name() == "main.py";
        let driver = program.sources[1..].iter().find(is_driver);
        if let Some(grader) = driver.or_else(|| program.python_graders().next()) {
            started = grader.file_name().to_owned();
            if let Some(module) = &view.context.problem.io.module {
                shell.command(&["cp", script.file_name(), plain(&format!("{module}.py"))?])?;
            }
        }
    }
    quoted(&started)?;
    Some(["env", HASH_SEED, &tools.python, "-B", &started].map(str::to_owned).to_vec())
}

/// Copies a program of one file in a language of the table, compiles it as the table says, and gives the words that start it.
fn by_table(
    view: &View<'_>,
    tools: &RerunTools,
    shell: &mut Shell,
    program: &Program,
    name: &str,
) -> Option<Vec<String>> {
    let entry = program.language.entry().filter(|entry| entry.is_run())?;
    let [only] = &program.sources[..] else { return None };
    if program.language == Language::Other("java") {
        // It compiles the file that it starts, whatever its class is called.
        if !has_constants(view, program, only) {
            return Some(vec!["java".to_owned(), at(tools, only)]);
        }
        let source = plain(only.file_name())?;
        shell.place(view, tools, program, only, source)?;
        return Some(vec!["java".to_owned(), source.to_owned()]);
    }
    let source = plain(only.file_name())?.to_owned();
    shell.place(view, tools, program, only, &source)?;
    let out = match entry.makes {
        Made::Files | Made::Classes => ".".to_owned(),
        Made::Nothing | Made::Program | Made::File => name.to_owned(),
    };
    let memory = view.context.problem.limits.memory_bytes >> 20;
    let meanings = OfCopy { source, out, memory_mb: memory.to_string() };
    let tool = |mut words: Vec<String>| {
        let first = words.first_mut()?;
        if let Some(found) = entry.tools.get(first).and_then(|names| names.first()) {
            first.clone_from(found);
        }
        Some(words)
    };
    if entry.makes != Made::Nothing {
        shell.command(&tool(fill(&entry.compile, &meanings).ok()?)?)?;
    }
    match entry.makes {
        Made::Program => Some(vec![format!("./{name}")]),
        Made::Nothing | Made::File | Made::Files | Made::Classes => tool(fill(&entry.run, &meanings).ok()?),
    }
}

fn stem(file: &str) -> &str {
    file.rsplit_once('.').map_or(file, |(stem, _)| stem)
}

/// What the names in commands of the table mean for a source that was copied into the working directory.
struct OfCopy {
    source: String,
    out: String,
    memory_mb: String,
}

impl Meanings for OfCopy {
    fn of(&self, name: &str) -> Option<Vec<String>> {
        let one = |word: &str| Some(vec![word.to_owned()]);
        match name {
            "source" | "sources" => one(&self.source),
            "others" => Some(Vec::new()),
            "directory" => one("."),
            "name" | "class" => one(stem(&self.source)),
            "out" => one(&self.out),
            "memory_mb" => one(&self.memory_mb),
            _ => None,
        }
    }
}
