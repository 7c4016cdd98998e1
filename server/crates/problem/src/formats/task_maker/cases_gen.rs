//! `gen/cases.gen`: several generators and validators, and what the arguments of tests have to be.

use std::collections::BTreeMap;

use super::{
    at, broken,
    constraint::Constraint,
    did_you_mean,
    plan::{Asked, Case, MAX_ARGS, MAX_NAME, Maker, Plan, VALIDATED_FILE, cut_off, lines},
    stale,
};
use crate::{
    finding::{Code, Finding, Severity},
    folder::Folder,
    formats::language,
    path::RelPath,
    script::split_command,
    text::{Place, Range},
    words::quantity,
};

/// The file.
pub(in crate::formats) const FILE: &str = "gen/cases.gen";

/// What may stand behind a `:`.
const WORDS: [&str; 6] = ["GEN", "VAL", "CONSTRAINT", "SUBTASK", "COPY", "RUN"];
/// The name of the program that is meant where none is named.
const DEFAULT: &str = "default";
/// More than any task has; each is looked at for each test.
const MAX_CONSTRAINTS: usize = 200;

/// Reads the file; what is wrong in it is a finding at its line.
pub(super) fn read(folder: &dyn Folder, findings: &mut Vec<Finding>) -> Plan {
    let path = at(FILE);
    let text = folder.text(&path).unwrap_or_default();
    let mut reader = Reader {
        folder,
        path,
        plan: Plan::default(),
        generators: Programs::new("generator"),
        validators: Programs::new("validator"),
        everywhere: Vec::new(),
        here: Vec::new(),
        description: Some(String::new()),
        is_full: false,
        findings,
    };
    for (line, range) in lines(&text) {
        if reader.is_full || reader.plan.is_cut {
            break;
        }
        reader.line(line, range);
    }
    reader.tell_violated(false);
    reader.plan.generators = reader.generators.by_name.values().map(|declared| declared.path.clone()).collect();
    reader.plan.tell_total(reader.findings);
    if reader.plan.cases.is_empty() {
        let message = "it declares no test; write a line for each below a `: SUBTASK`";
        reader.findings.push(Finding::of_file(Code::NoTests, &reader.path, message));
    }
    reader.plan
}

/// A program as it is declared.
struct Declared {
    path: RelPath,
    /// The names of a generator's arguments, or the arguments of a validator.
    args: Vec<String>,
}

/// The programs of a kind.
struct Programs {
    kind: &'static str,
    by_name: BTreeMap<String, Declared>,
    /// The one that a subtask begins with.
    usual: Option<String>,
    /// The one that is used in this subtask.
    current: Option<String>,
}

impl Programs {
    fn new(kind: &'static str) -> Programs {
        Programs { kind, by_name: BTreeMap::new(), usual: None, current: None }
    }
}

/// A constraint, and the tests that break it.
struct Limit {
    constraint: Constraint,
    /// The first one, and the values of its variables.
    broken: Option<(Range, String)>,
    n_further: usize,
}

struct Reader<'a> {
    folder: &'a dyn Folder,
    path: RelPath,
    plan: Plan,
    generators: Programs,
    validators: Programs,
    /// Constraints of all tests.
    everywhere: Vec<Limit>,
    /// Constraints of the tests of this subtask.
    here: Vec<Limit>,
    /// What is written behind the points of this subtask, unless it is too long.
    description: Option<String>,
    /// There are too many subtasks.
    is_full: bool,
    findings: &'a mut Vec<Finding>,
}

impl Reader<'_> {
    fn line(&mut self, line: &str, range: Range) {
        let written = line.split('#').next().unwrap_or_default().trim();
        if written.is_empty() {
            return;
        }
        let Some(command) = written.strip_prefix(':') else {
            return match self.generators.current.clone() {
                Some(name) => self.run(&name, written, range),
                None => self.tell_stale(
                    range,
                    "no generator is the default one, so this makes no test; declare one by `: GEN default gen/generator.py`",
                ),
            };
        };
        let (word, rest) = split(command.trim());
        match word {
            "GEN" | "VAL" => self.program(word == "GEN", rest, range),
            "CONSTRAINT" => self.constraint(rest, range),
            "SUBTASK" => self.subtask(rest, range),
            "COPY" => match super::file_of(self.folder, rest) {
                Ok(file) => self.case(Maker::File(file), &BTreeMap::new(), range),
                Err(message) => self.tell_stale(range, &message),
            },
            "RUN" => {
                let (name, args) = split(rest);
                self.run(name, args, range);
            }
            _ => {
                let message = format!("`: {word}` is no command here{}", did_you_mean(word, WORDS, self.findings));
                self.findings.push(broken(&self.path, range, message));
            }
        }
    }

    /// `GEN name path args`, which declares a program, or `GEN name`, which chooses one for the subtask.
    fn program(&mut self, is_generator: bool, written: &str, range: Range) {
        let programs = if is_generator { &mut self.generators } else { &mut self.validators };
        let (kind, mut words) = (programs.kind, written.split_whitespace());
        let Some(name) = words.next() else {
            return self.tell_stale(range, &format!("the name of the {kind} is missing; write it behind the word"));
        };
        if name.len() > MAX_NAME {
            let message = format!("the name of the {kind} is longer than {MAX_NAME} bytes; choose a shorter one");
            return self.tell_stale(range, &message);
        }
        let Some(path) = words.next() else {
            if self.plan.subtasks.is_empty() {
                let message = format!("the {kind} of a subtask is chosen below its `: SUBTASK`; this changes nothing");
                self.tell_stale(range, &message);
            } else if programs.by_name.contains_key(name) {
                programs.current = Some(name.to_owned());
            } else {
                let message = unknown(programs, name, self.findings);
                let code = if is_generator { Code::GeneratorUnknown } else { Code::ManifestStale };
                self.findings.push(Finding::at(code, self.place(range), message));
            }
            return;
        };
        if programs.by_name.contains_key(name) {
            let message = format!("there is already a {kind} `{name}`, which stays; choose another name");
            return self.tell_stale(range, &message);
        }
        let found = RelPath::parse(path).filter(|path| self.folder.has(path));
        let Some(path) = found.filter(|path| language::of_file(self.folder, path).is_some()) else {
            let message =
                format!("`{path}` is no program of the folder, so there is no {kind} `{name}`; correct the path");
            return self.tell_stale(range, &message);
        };
        let args = words.map(cut_off).collect();
        programs.by_name.insert(name.to_owned(), Declared { path, args });
        if programs.usual.is_none() || name == DEFAULT {
            programs.usual = Some(name.to_owned());
        }
        if self.plan.subtasks.is_empty() {
            programs.current.clone_from(&programs.usual);
        }
    }

    fn constraint(&mut self, written: &str, range: Range) {
        if self.everywhere.len() + self.here.len() == MAX_CONSTRAINTS {
            let message = format!("more than {MAX_CONSTRAINTS} constraints are not looked at");
            return self.tell_stale(range, &message);
        }
        let limits = if self.plan.subtasks.is_empty() { &mut self.everywhere } else { &mut self.here };
        match Constraint::parse(written) {
            Ok(constraint) => limits.push(Limit { constraint, broken: None, n_further: 0 }),
            Err(message) => self.findings.push(broken(&self.path, range, message).with_severity(Severity::Warning)),
        }
    }

    fn subtask(&mut self, written: &str, range: Range) {
        let (number, description) = split(written);
        let points = number.parse::<f64>().ok().filter(|points| points.is_finite() && *points >= 0.0);
        if points.is_none() {
            let message =
                format!("`{number}` is no number of points, so this subtask gives none; write `: SUBTASK 20 name`");
            self.findings.push(broken(&self.path, range, message).with_severity(Severity::Warning));
        }
        let name = Some(description).filter(|name| !name.is_empty());
        let place = self.place(range);
        self.is_full = self.plan.begin(name, points.unwrap_or(0.0), place, self.findings).is_none();
        self.description = Some(description.to_owned()).filter(|description| description.len() <= MAX_NAME);
        self.tell_violated(true);
        for programs in [&mut self.generators, &mut self.validators] {
            programs.current.clone_from(&programs.usual);
        }
    }

    fn run(&mut self, name: &str, written: &str, range: Range) {
        let Some(generator) = self.generators.by_name.get(name) else {
            let message = unknown(&self.generators, name, self.findings);
            self.findings.push(Finding::at(Code::GeneratorUnknown, self.place(range), message));
            return;
        };
        // The words are those of a shell, in which a program would stand before them.
        let args = match split_command(&format!("generator {written}")).map(|mut calls| (calls.len(), calls.pop())) {
            Ok((1, Some(call))) => call.args,
            Ok(_) => written.split_whitespace().map(str::to_owned).collect(),
            Err(message) => {
                let message = format!("the arguments are broken, so the test is left out: {message}");
                self.findings.push(broken(&self.path, range, message));
                return;
            }
        };
        let variables: BTreeMap<String, String> = generator.args.iter().cloned().zip(args.iter().cloned()).collect();
        let (generator, name) = (Some(generator.path.clone()), generator.path.stem().to_owned());
        self.hold_against(&variables, range);
        self.case(Maker::Call { name, generator, args }, &variables, range);
    }

    /// Notes the first constraint that a test breaks.
    fn hold_against(&mut self, variables: &BTreeMap<String, String>, range: Range) {
        let violated = |limit: &&mut Limit| limit.constraint.holds(variables) == Some(false);
        let Some(limit) = self.everywhere.iter_mut().chain(&mut self.here).find(violated) else { return };
        if limit.broken.is_some() {
            limit.n_further += 1;
            return;
        }
        let value = |name| Some(format!("{name} is {}", cut_off(variables.get(name)?)));
        let values: Vec<String> = limit.constraint.variables().filter_map(value).collect();
        limit.broken = Some((range, values.join(", ")));
    }

    /// Says at the first test that breaks a constraint how many do. The constraints of a subtask end with it.
    fn tell_violated(&mut self, of_subtask: bool) {
        let everywhere = if of_subtask { Vec::new() } else { std::mem::take(&mut self.everywhere) };
        for Limit { constraint, broken: first, n_further } in everywhere.into_iter().chain(self.here.drain(..)) {
            let Some((range, values)) = first else { continue };
            let mut message = format!("this breaks the constraint `{constraint}`: {values}");
            if n_further > 0 {
                message += &format!("; the same goes for {}", quantity(n_further, "further test"));
            }
            self.findings.push(broken(&self.path, range, message).with_severity(Severity::Warning));
        }
    }

    fn case(&mut self, maker: Maker, variables: &BTreeMap<String, String>, range: Range) {
        let Some(subtask) = self.plan.subtasks.len().checked_sub(1) else {
            let message =
                "this stands before the first `: SUBTASK`, so its test is in none and left out; put it below one";
            self.findings.push(broken(&self.path, range, message));
            return;
        };
        let asked = self.asked(subtask, variables, range);
        let place = self.place(range);
        let case = Case::new(subtask, maker, Some(place));
        self.plan.add(Case { asked: asked.into_iter().collect(), ..case }, self.findings);
    }

    /// The validator of a test with its arguments.
    fn asked(&mut self, subtask: usize, variables: &BTreeMap<String, String>, range: Range) -> Option<Asked> {
        let declared = self.validators.by_name.get(self.validators.current.as_ref()?)?;
        let number = self.plan.cases.len();
        let value = |word: &String| {
            let name = word.strip_prefix('$').unwrap_or(word);
            match name {
                "INPUT" => Some(VALIDATED_FILE.to_owned()),
                "ST_NUM" => Some(subtask.to_string()),
                "TC_NUM" => Some(number.to_string()),
                "ST_DESCRIPTION" => self.description.clone(),
                _ => variables.get(name).cloned(),
            }
        };
        let validator = declared.path.clone();
        if declared.args.is_empty() {
            return Some(Asked { validator, args: vec![VALIDATED_FILE.to_owned(), subtask.to_string()], subtask });
        }
        let (mut args, mut n_bytes) = (Vec::new(), 0);
        let mut wrong = None;
        for word in &declared.args {
            let Some(value) = value(word) else {
                let name = word.trim_start_matches('$');
                wrong = Some(format!("wants `${name}`, which this test has not, so it is not asked"));
                break;
            };
            n_bytes += value.len() + 1;
            if n_bytes > MAX_ARGS {
                wrong = Some("would be given arguments of more than 1 MB, so it is not asked".to_owned());
                break;
            }
            args.push(value);
        }
        let Some(wrong) = wrong else { return Some(Asked { validator, args, subtask }) };
        self.findings.push(stale(&self.path, range, format!("the validator {validator} {wrong}")));
        // What was put together in vain took time as well.
        let place = self.place(range);
        let _ = self.plan.spend(n_bytes, Some(&place), self.findings);
        None
    }

    fn tell_stale(&mut self, range: Range, message: &str) {
        self.findings.push(stale(&self.path, range, message));
    }

    fn place(&self, range: Range) -> Place {
        Place { path: self.path.clone(), range }
    }
}

fn unknown(programs: &Programs, name: &str, findings: &[Finding]) -> String {
    let mut cure = did_you_mean(name, programs.by_name.keys().map(String::as_str), findings);
    if cure.is_empty() {
        cure = format!("; declare it by `: {} {name} gen/{name}.py`", &programs.kind[..3].to_uppercase());
    }
    format!("no {} is called `{name}`{cure}", programs.kind)
}

/// The first word, and what follows.
fn split(text: &str) -> (&str, &str) {
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    (word, rest.trim())
}
