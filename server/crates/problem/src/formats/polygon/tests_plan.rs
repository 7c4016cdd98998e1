//! The tests and the commands that make them.

use std::collections::BTreeMap;

use super::{
    doall::Doall,
    manifest::{Manifest, broken, stale},
    pattern::Pattern,
    testset::{Method, TestEntry, Testset},
};
use crate::{
    finding::{Code, Finding},
    folder::Folder,
    model::{ByCommand, ByProgram, CommandIdx, GenCall, GenCommand, InputSource, Program, ProgramIdx, Role, Test},
    path::RelPath,
    script::{Call, split_command},
    text::Place,
    words::first_of,
};

/// What the tests are planned from, and the plan.
pub(super) struct Plan<'a> {
    pub(super) folder: &'a dyn Folder,
    pub(super) programs: &'a ByProgram<Program>,
    pub(super) doall: &'a Doall,
    /// Answers of generated tests are the main solution's, whose output in the package may be older than the
    /// generators; but when it cannot be run here, its old answers are all there is.
    pub(super) keep_old_answers: bool,
    pub(super) commands: ByCommand<GenCommand>,
    pub(super) tests: Vec<Test>,
    pub(super) findings: Vec<Finding>,
    /// Commands that write several files.
    shared: BTreeMap<String, CommandIdx>,
    /// Generators that are missing: where the first call is, and how many there are.
    unknown: BTreeMap<String, (Place, usize)>,
}

/// A command that is split but not yet part of the plan.
pub(super) struct Wanted {
    pub(super) text: String,
    pub(super) calls: Vec<Call>,
    pub(super) place: Place,
}

impl<'a> Plan<'a> {
    /// An empty plan.
    pub(super) fn new(folder: &'a dyn Folder, programs: &'a ByProgram<Program>, doall: &'a Doall) -> Plan<'a> {
        Plan {
            folder,
            programs,
            doall,
            keep_old_answers: false,
            commands: ByCommand::new(),
            tests: Vec::new(),
            findings: Vec::new(),
            shared: BTreeMap::new(),
            unknown: BTreeMap::new(),
        }
    }

    /// Plans every testset of the manifest; when it has none, what lies in the folder.
    pub(super) fn read(&mut self, manifest: &Manifest) {
        if manifest.testsets.is_empty() {
            self.read_loose();
        }
        let several = manifest.testsets.len() > 1;
        for testset in &manifest.testsets {
            let (input, answer) = Plan::patterns_of(testset);
            self.note_unlisted(testset, &input);
            for (idx, entry) in testset.tests.iter().enumerate() {
                let number = idx + 1;
                let Some(path) = input.path(number) else { continue };
                let Some(source) = self.input_of(entry, &path) else { continue };
                let id = if several { format!("{}/{number}", testset.name) } else { number.to_string() };
                self.tests.push(Test {
                    testset: testset.name.clone(),
                    group: entry.group.clone(),
                    points: entry.points,
                    sample: entry.sample,
                    answer: answer.path(number).filter(|path| self.keeps_answer(&source, path)),
                    place: Some(entry.place.clone()),
                    ..Test::new(id, source)
                });
            }
        }
    }

    /// Files that go on where the list of a testset ends: nobody is judged on them.
    fn note_unlisted(&mut self, testset: &Testset, input: &Pattern) {
        let Some(directory) = input.path(1).map(|first| first.parent()) else { return };
        let is_further = |path: &&RelPath| {
            let number = path.stem().parse().ok().filter(|number| *number > testset.tests.len());
            number.and_then(|number| input.path(number)).as_ref() == Some(*path)
        };
        let files = self.folder.children(&directory);
        let further: Vec<&RelPath> = files.into_iter().map(|entry| &entry.path).filter(is_further).collect();
        let Some(first) = further.first() else { return };
        let (are, them) = if further.len() == 1 { ("is", "it") } else { ("are", "them") };
        let message = format!(
            "{} {are} not among the tests of the testset `{}`, so nobody is judged on {them}",
            first_of(first, further.len()),
            testset.name
        );
        self.findings.push(stale(testset.place.clone(), message));
    }

    /// The findings, with one more for each generator that is missing.
    pub(super) fn take_findings(&mut self) -> Vec<Finding> {
        for (name, (place, n_calls)) in std::mem::take(&mut self.unknown) {
            let others = match n_calls {
                1 => String::new(),
                _ => format!(", which {n_calls} tests call"),
            };
            let message = format!("there is no generator `{name}`{others}");
            self.findings.push(Finding::at(Code::GeneratorUnknown, place, message));
        }
        std::mem::take(&mut self.findings)
    }

    fn patterns_of(testset: &Testset) -> (Pattern, Pattern) {
        let usual = |end: &str| Pattern::numbered(&format!("{}/", testset.name), end);
        let input = testset.input.clone().unwrap_or_else(|| usual(""));
        let answer = testset.answer.clone().unwrap_or_else(|| usual(".a"));
        (input, answer)
    }

    /// Where a test's input comes from; `None`, with a finding, when there is nothing to make it from.
    fn input_of(&mut self, entry: &TestEntry, path: &RelPath) -> Option<InputSource> {
        let file = || self.folder.has(path).then(|| InputSource::File(path.clone()));
        match entry.method {
            Method::Manual => file().or_else(|| self.missing(entry, path)),
            Method::Unlisted if self.doall.contains_key(path) => self.generated(entry, path),
            Method::Unlisted => file(),
            Method::Generated => self.generated(entry, path),
        }
    }

    fn missing(&mut self, entry: &TestEntry, path: &RelPath) -> Option<InputSource> {
        self.findings.push(stale(entry.place.clone(), format!("there is no file {path}, so the test is left out")));
        None
    }

    /// A generated test's own file is but a cache; it counts only when the command cannot be used.
    fn generated(&mut self, entry: &TestEntry, path: &RelPath) -> Option<InputSource> {
        let wanted = match self.wanted(entry, path) {
            Ok(wanted) => wanted,
            Err(finding) => {
                self.findings.push(*finding);
                return self.folder.has(path).then(|| InputSource::File(path.clone()));
            }
        };
        let file = self.written_file(entry);
        Some(self.command_source(wanted, file, path))
    }

    /// The command of a test, from the manifest or else from `doall.sh`.
    fn wanted(&self, entry: &TestEntry, path: &RelPath) -> Result<Wanted, Box<Finding>> {
        if let Some(cmd) = &entry.cmd {
            let calls = split_command(&cmd.text);
            let broken = |error| Box::new(broken(cmd.place.clone(), format!("the command is broken: {error}")));
            let calls = calls.map_err(broken)?;
            return Ok(Wanted { text: cmd.text.clone(), calls, place: cmd.place.clone() });
        }
        match self.doall.get(path).cloned() {
            Some(command) => Ok(Wanted { text: command.text, calls: command.calls, place: command.place }),
            None => {
                let message = format!("there is no command that makes {path}; its file counts, if there is one");
                Err(Box::new(broken(entry.place.clone(), message)))
            }
        }
    }

    /// The name of the file that the test's command writes.
    fn written_file(&mut self, entry: &TestEntry) -> Option<String> {
        let written = entry.from_file.as_ref()?;
        let file = RelPath::parse(&written.text).filter(|file| !file.is_root());
        if file.is_none() {
            let message = format!("`{}` is no file that a command can write, so its output is taken", written.text);
            self.findings.push(broken(written.place.clone(), message));
        }
        Some(file?.to_string())
    }

    /// What a test gets from a command; `file` is the one it writes, `path` is where the package may keep the input.
    pub(super) fn command_source(&mut self, wanted: Wanted, file: Option<String>, path: &RelPath) -> InputSource {
        let pipeline: Vec<GenCall> = wanted.calls.into_iter().map(|call| self.resolve(call)).collect();
        let unknown: Vec<&GenCall> = pipeline.iter().filter(|call| call.program.is_none()).collect();
        for call in &unknown {
            self.unknown.entry(call.name.clone()).or_insert((wanted.place.clone(), 0)).1 += 1;
        }
        if !unknown.is_empty() && self.folder.has(path) {
            return InputSource::File(path.clone());
        }
        let command =
            GenCommand { text: wanted.text, pipeline, place: Some(wanted.place), rule: None, lists_tests: false };
        match file {
            Some(file) => InputSource::Written { command: self.shared_command(command), file },
            None => InputSource::Stdout(self.new_command(command)),
        }
    }

    fn new_command(&mut self, command: GenCommand) -> CommandIdx {
        self.commands.push(command)
    }

    /// A command that writes several files runs once for all of them.
    fn shared_command(&mut self, command: GenCommand) -> CommandIdx {
        if let Some(&known) = self.shared.get(&command.text) {
            return known;
        }
        let text = command.text.clone();
        let idx = self.new_command(command);
        self.shared.insert(text, idx);
        idx
    }

    fn resolve(&self, call: Call) -> GenCall {
        GenCall { program: program_of(self.programs, &call.program), name: call.program, args: call.args }
    }

    /// Whether an answer is there and may be used.
    pub(super) fn keeps_answer(&self, source: &InputSource, answer: &RelPath) -> bool {
        (matches!(source, InputSource::File(_)) || self.keep_old_answers) && self.folder.has(answer)
    }
}

/// The generator that a command means: by its stem, else by its whole name, else by its stem in any letter case.
fn program_of(programs: &ByProgram<Program>, written: &str) -> Option<ProgramIdx> {
    let path = RelPath::parse(written)?;
    let find =
        |fits: &dyn Fn(&Program) -> bool| programs.position(|program| program.role == Role::Generator && fits(program));
    let name = path.file_name();
    find(&|program| program.name() == name)
        .or_else(|| find(&|program| program.path.file_name() == name))
        .or_else(|| find(&|program| program.name().eq_ignore_ascii_case(path.stem())))
}
