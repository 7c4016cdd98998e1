//! A row as the files of a new plain folder.
//!
//! Invariant: every path is made here, of plain names; no text of a row is ever a path. Nothing is run.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use freemarker::TEMPLATE_SIGNS;
use problem::{language::Language, path::RelPath, script::split_command, words::quantity};

use super::{Judge, Origin, Row, Submission, Tool, eligible::runs, names::plain, python};

/// Most tests of a folder: more files than this are not listed.
const MAX_TESTS: usize = 20_000;

/// What may be left out.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// Most solutions of each pool.
    pub max_solutions: Option<usize>,
    /// Whether commands are to make the tests, and not the tests that the row holds.
    pub by_commands: bool,
}

/// A folder to be written.
#[derive(Debug, Default)]
pub struct Laid {
    /// Its files.
    pub files: BTreeMap<RelPath, Vec<u8>>,
    /// Correct solutions in it.
    pub n_correct: usize,
    /// Wrong solutions in it.
    pub n_wrong: usize,
    /// Tests in it.
    pub n_tests: usize,
    /// What of the row is not in it, and why.
    pub left_out: Vec<String>,
}

/// Makes the files of a row.
pub fn lay(row: &Row, options: Options) -> Laid {
    let mut writer = Writer { laid: Laid::default(), roles: Vec::new(), row };
    writer.statement();
    let main = writer.solutions(options.max_solutions);
    let checker = writer.checker();
    writer.validator();
    let commands = writer.generators();
    let is_live = writer.tests(&commands, options.by_commands);
    writer.script(&commands, is_live);
    writer.settings(main.as_deref(), checker.as_deref());
    writer.laid
}

struct Writer<'a> {
    row: &'a Row,
    laid: Laid,
    /// Paths of programs with what they are for.
    roles: Vec<(String, &'static str)>,
}

impl Writer<'_> {
    fn put(&mut self, path: &str, text: &str) {
        if let Some(path) = RelPath::parse(path) {
            self.laid.files.insert(path, text.as_bytes().to_vec());
        }
    }

    fn left_out(&mut self, what: impl Into<String>) {
        self.laid.left_out.push(what.into());
    }

    fn statement(&mut self) {
        let Row { title, name, statement, constraints, .. } = self.row;
        if statement.trim().is_empty() {
            return;
        }
        let is_titled = statement.trim_start().starts_with('#');
        let title = title.as_ref().unwrap_or(name).replace(char::is_control, " ");
        let mut text = if is_titled { String::new() } else { format!("# {}\n\n", title.trim()) };
        text += statement.trim_end();
        if let Some(constraints) = constraints {
            text += &format!("\n\n## Constraints\n\n{}", constraints.trim_end());
        }
        self.put("statement.md", &format!("{text}\n"));
    }

    /// Writes both pools; the path of the main solution, which is the first correct one in C++, else the first that runs
    /// here.
    fn solutions(&mut self, most: Option<usize>) -> Option<String> {
        let row = self.row;
        let codes = |is_correct| -> BTreeSet<&str> { row.pool(is_correct).map(|one| one.code.as_str()).collect() };
        let both: BTreeSet<&str> = codes(true).intersection(&codes(false)).copied().collect();
        if !both.is_empty() {
            self.left_out(format!("{} labelled both correct and wrong", quantity(both.len(), "solution")));
        }
        let mut main: Option<(bool, String)> = None;
        for is_correct in [true, false] {
            let chosen = self.pool(is_correct, &both, most);
            let width = chosen.len().to_string().len().max(3);
            let (folder, stem) = if is_correct { ("accepted", "ac") } else { ("rejected", "rejected") };
            for (number, solution) in (1..).zip(&chosen) {
                let extension = extension(&solution.language);
                let path = format!("solutions/{folder}/{stem}-{number:0width$}.{extension}");
                self.put(&path, &with_line_end(&solution.code));
                let is_cpp = solution.language == Language::Cpp;
                if is_correct && main.as_ref().is_none_or(|(main_is_cpp, _)| is_cpp && !main_is_cpp) {
                    main = Some((is_cpp, path));
                }
            }
            let n = if is_correct { &mut self.laid.n_correct } else { &mut self.laid.n_wrong };
            *n = chosen.len();
        }
        main.map(|(_, path)| path)
    }

    /// The solutions of a pool that are written: different ones, in languages that can be run.
    fn pool(&mut self, is_correct: bool, not: &BTreeSet<&str>, most: Option<usize>) -> Vec<Submission> {
        let mut seen: BTreeSet<(&str, &str)> = BTreeSet::new();
        let mut other: BTreeMap<&str, usize> = BTreeMap::new();
        let (mut n_same, mut chosen) = (0, Vec::new());
        for solution in self.row.pool(is_correct).filter(|solution| !not.contains(solution.code.as_str())) {
            if !runs(&solution.language) {
                *other.entry(solution.language.name()).or_default() += 1;
            } else if !seen.insert((solution.language.name(), solution.code.as_str())) {
                n_same += 1;
            } else {
                chosen.push(solution.clone());
            }
        }
        let word = if is_correct { "correct" } else { "wrong" };
        for (language, n) in other {
            let language = match language {
                "python2" => "Python 2",
                "java" => "Java",
                "unknown" => "a language that is not known",
                other => other,
            };
            self.left_out(format!("{} in {language}, which cannot be run here ({word})", quantity(n, "solution")));
        }
        if n_same > 0 {
            self.left_out(format!("{} with the text of another one ({word})", quantity(n_same, "solution")));
        }
        let most = most.unwrap_or(usize::MAX);
        if chosen.len() > most {
            self.left_out(format!("{} beyond --max-solutions ({word})", quantity(chosen.len() - most, "solution")));
            chosen.truncate(most);
        }
        chosen
    }

    /// What `touchstone.toml` says of the checker.
    fn checker(&mut self) -> Option<String> {
        match self.row.checker.as_ref()? {
            Judge::Standard(standard) => Some(standard.name().to_owned()),
            Judge::Program(tool) => self.tool(tool, "checker", "checker", python::checker),
        }
    }

    fn validator(&mut self) {
        if let Some(tool) = &self.row.validator {
            self.tool(tool, "val", "validator", python::validator);
        }
    }

    fn tool(
        &mut self,
        tool: &Tool,
        stem: &str,
        role: &'static str,
        program: impl Fn(&str) -> Option<String>,
    ) -> Option<String> {
        let code = if tool.language == Language::Python { program(&tool.code) } else { Some(tool.code.clone()) };
        let Some(code) = code else {
            self.left_out(format!("the {role}, which has no function to call"));
            return None;
        };
        let path = format!("{stem}.{}", extension(&tool.language));
        self.put(&path, &with_line_end(&code));
        self.roles.push((path.clone(), role));
        Some(path)
    }

    /// Writes the generators; the commands that call them.
    fn generators(&mut self) -> Vec<String> {
        let mut commands = Vec::new();
        if let Some(tool) = &self.row.generator
            && self.tool(tool, "gen", "generator", |code| Some(code.to_owned())).is_some()
        {
            let read: Vec<Option<String>> = self.row.commands.iter().map(|command| own_command(command)).collect();
            let n_unread = read
                .iter()
                .zip(&self.row.commands)
                .filter(|(read, text)| read.is_none() && !text.trim().is_empty())
                .count();
            if n_unread > 0 {
                self.left_out(format!(
                    "{} with more than a plain call of the generator",
                    quantity(n_unread, "command")
                ));
            }
            commands.extend(read.into_iter().flatten());
        } else if !self.row.commands.is_empty() {
            self.left_out("the commands, which have no generator");
        }
        for functions in &self.row.functions {
            let (name, code, calls) = python::generator(functions);
            let path = format!("{name}.py");
            self.put(&path, &code);
            self.roles.push((path, "generator"));
            commands.extend(calls);
        }
        let mut seen = BTreeSet::new();
        commands.retain(|command| seen.insert(command.clone()));
        commands
    }

    /// Writes the tests; whether commands are to make further ones.
    fn tests(&mut self, commands: &[String], by_commands: bool) -> bool {
        let n_held = self.row.tests.iter().filter(|test| !test.is_sample).count();
        let is_live = !commands.is_empty() && (by_commands || n_held == 0);
        let row = self.row;
        let wanted = row.tests.iter().filter(|test| test.is_sample || !is_live || n_held == 0);
        let wanted: Vec<_> = wanted.take(MAX_TESTS).collect();
        if row.tests.len() > MAX_TESTS {
            self.left_out(format!(
                "{}, since a folder has {MAX_TESTS} at most",
                quantity(row.tests.len() - MAX_TESTS, "test")
            ));
        }
        if is_live && n_held > 0 {
            self.left_out(format!("{} of the row, since commands make the tests", quantity(n_held, "test")));
        }
        let width = wanted.len().to_string().len();
        let mut numbers: HashMap<bool, usize> = HashMap::new();
        for test in &wanted {
            let number = numbers.entry(test.is_sample).or_default();
            *number += 1;
            let path = match (test.is_sample, origin_word(test.origin.as_ref())) {
                (true, _) => format!("samples/s{number}"),
                (false, None) => format!("tests/{number}"),
                (false, Some(word)) => format!("tests/{number:0width$}-{word}"),
            };
            self.put(&format!("{path}.in"), &test.input);
            if let Some(output) = &test.output {
                self.put(&format!("{path}.ans"), output);
            }
        }
        self.laid.n_tests = wanted.len() + if is_live { commands.len() } else { 0 };
        is_live
    }

    /// Writes the commands; where the row's own tests count, as comments.
    fn script(&mut self, commands: &[String], is_live: bool) {
        if commands.is_empty() {
            return;
        }
        let mut text = String::new();
        if !is_live {
            text += "# The tests of this problem are those in tests/, which came with these commands.\n";
            text += "# A line without its # makes one more test.\n";
        }
        for command in commands {
            text += &format!("{}{command} > $\n", if is_live { "" } else { "# " });
        }
        self.put("script.txt", &text);
    }

    fn settings(&mut self, main: Option<&str>, checker: Option<&str>) {
        let row = self.row;
        let quoted = |text: &str| toml::Value::String(text.to_owned()).to_string();
        let mut text = String::new();
        let name = plain_name(row);
        if !name.is_empty() {
            text += &format!("name = {}\n", quoted(&name));
        }
        for (key, path) in [("main", main), ("checker", checker)] {
            if let Some(path) = path {
                text += &format!("{key} = {}\n", quoted(path));
            }
        }
        let ms = row.time_ms.map(|ms| format!("time_ms = {}\n", ms.clamp(1, 3_600_000)));
        let mb = row.memory_mb.map(|mb| format!("memory_mb = {}\n", mb.clamp(1, 1 << 20)));
        let limits: String = [ms, mb].into_iter().flatten().collect();
        if !limits.is_empty() {
            text += &format!("\n[limits]\n{limits}");
        }
        text += "\n[roles]\n";
        for (path, role) in &self.roles {
            text += &format!("{} = {}\n", quoted(path), quoted(role));
        }
        let pools = [(self.laid.n_correct, "accepted"), (self.laid.n_wrong, "rejected")];
        let pools = || pools.iter().filter(|(n, _)| *n > 0);
        if pools().next().is_some() {
            text += "\"solutions/*/*\" = \"solution\"\n\n[labels]\n";
        }
        for (_, word) in pools() {
            text += &format!("\"solutions/{word}/*\" = \"{word}\"\n");
        }
        self.put("touchstone.toml", &text);
    }
}

/// The row's name without what no name should have.
fn plain_name(row: &Row) -> String {
    let name: String = row.name.chars().filter(|one| !one.is_control()).take(200).collect();
    name.trim().to_owned()
}

/// A command as the folder's script has it: one call of `gen`.
fn own_command(command: &str) -> Option<String> {
    let written = command.trim();
    let before_redirect = written.strip_suffix('$').and_then(|rest| rest.trim_end().strip_suffix('>'));
    let written = before_redirect.unwrap_or(written).trim_end();
    let is_plain = !written.chars().any(char::is_control) && !TEMPLATE_SIGNS.iter().any(|sign| written.contains(sign));
    let calls = split_command(written).ok().filter(|calls| is_plain && calls.len() == 1)?;
    let (program, rest) = written.split_once(char::is_whitespace).unwrap_or((written, ""));
    let is_shell = |word: &String| matches!(word.as_str(), "&&" | "||" | ";" | "&" | "<") || word.contains("$(");
    let is_one = calls[0].program == program && !calls[0].args.iter().any(is_shell);
    is_one.then(|| format!("gen {}", rest.trim()).trim_end().to_owned())
}

/// The word in the name of a test that says where it comes from (HTG-18).
fn origin_word(origin: Option<&Origin>) -> Option<String> {
    let labelled = |word: &str, label: &str| format!("{word}-{}", plain(label, 40)).trim_end_matches('-').to_owned();
    Some(match origin? {
        Origin::Direct => "llm".to_owned(),
        Origin::Random => "rp".to_owned(),
        Origin::Special(label) => labelled("sp", label),
        Origin::Hack(label) => labelled("hack", label),
    })
}

/// The same read back from the name of a test.
pub fn origin_of(stem: &str) -> Option<Origin> {
    let (number, word) = stem.split_once('-')?;
    if number.is_empty() || !number.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let (kind, label) = word.split_once('-').unwrap_or((word, ""));
    match kind {
        "llm" => Some(Origin::Direct),
        "rp" => Some(Origin::Random),
        "sp" => Some(Origin::Special(label.to_owned())),
        "hack" => Some(Origin::Hack(label.to_owned())),
        _ => None,
    }
}

fn extension(language: &Language) -> &'static str {
    let of_entry = || language.entry().and_then(|entry| entry.extensions.first());
    match language {
        Language::Cpp => "cpp",
        Language::C => "c",
        Language::Python => "py",
        Language::Checktestdata => "ctd",
        Language::Scripts => "sh",
        Language::Other(_) => of_entry().map_or("txt", String::as_str),
    }
}

fn with_line_end(code: &str) -> String {
    if code.ends_with('\n') { code.to_owned() } else { format!("{code}\n") }
}
