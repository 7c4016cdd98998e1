//! From rules to programs, commands and tests of the problem.

use std::{collections::BTreeMap, sync::Arc};

use super::{GENERATORS_YAML, Rule, Rules, read::below_data};
use crate::{
    finding::{Code, Finding},
    folder::Folder,
    formats::icpc::{at, sources},
    label::{Label, LabelWord},
    model::{
        AnswerMaker, ByCommand, ByProgram, GenCall, GenCommand, InputSource, Program, RULE_ANSWER, RULE_OUTPUT, Role,
        RulePattern, RuleRun, TestRule,
    },
    path::RelPath,
    settings::suggest::nearest,
    text::{Place, Range},
};

/// What the rules come to.
#[derive(Default)]
pub(in super::super) struct Linked {
    pub(in super::super) commands: ByCommand<GenCommand>,
    /// What makes each test, by its path without an extension.
    pub(in super::super) tests: BTreeMap<RelPath, Arc<TestRule>>,
    /// Whether the rules make everything that is to lie below `data/`.
    pub(in super::super) is_whole: bool,
}

/// The generators, with those that only rules speak of.
pub(in super::super) fn programs(
    folder: &dyn Folder,
    rules: &Rules,
    mut known: Vec<Program>,
    findings: &mut Vec<Finding>,
) -> Vec<Program> {
    for (name, listed) in &rules.programs {
        let Some(path) = below_generators(name) else { continue };
        let mut files = Vec::new();
        for file in &listed.files {
            match below_generators(file).filter(|file| folder.has(file)) {
                Some(file) => files.push(file),
                None => {
                    let message = format!("there is no file generators/{file} in the folder");
                    findings.push(Finding::at(Code::ManifestStale, place(listed.range), message));
                }
            }
        }
        let Some(language) = files.first().and_then(sources::language_of) else { continue };
        // A part of a program is no program by itself, unless a rule calls it.
        known.retain(|program| program.path != path && !files.contains(&program.path));
        if language.is_compiled() {
            let is_source = |file: &RelPath| sources::language_of(file).as_ref() == Some(&language);
            files.retain(is_source);
        } else {
            files.truncate(1);
        }
        let program = Program::of_file(path, Role::Generator, language, "listed in generators.yaml");
        known.push(Program { sources: files, ..program });
    }
    // What makes answers makes no inputs, unless a rule calls it too.
    known.retain(|program| rules.solutions.iter().all(|named| named.path != program.path));
    for rule in &rules.tests {
        let path = rule.command.as_ref().and_then(|command| below_generators(&command.name));
        let Some(path) = path.filter(|path| known.iter().all(|program| program.path != *path)) else { continue };
        let reason = "called in generators.yaml";
        known.extend(sources::unit(folder, &path, None).map(|unit| {
            let program = Program::of_file(unit.path, Role::Generator, unit.language, reason);
            Program { sources: unit.sources, ..program }
        }));
    }
    known
}

/// The solutions that make answers and are no submissions, which nobody judges; `known` are all other programs.
pub(in super::super) fn solutions(
    folder: &dyn Folder,
    rules: &Rules,
    known: &ByProgram<Program>,
    findings: &mut Vec<Finding>,
) -> Vec<Program> {
    let mut found: Vec<Program> = Vec::new();
    for named in &rules.solutions {
        let there = known.iter().chain(&found).find(|program| program.path == named.path);
        let message = match there.map(|program| program.role) {
            Some(Role::Solution) => continue,
            Some(role) => format!("{} is a {}, so it makes no answers", named.path, role.name()),
            None => {
                if let Some(unit) = sources::unit(folder, &named.path, None) {
                    let reason = "named in generators.yaml";
                    let program = Program::of_file(unit.path, Role::Solution, unit.language, reason);
                    let label = Some(Label::of(LabelWord::DoNotRun, "makes answers only"));
                    found.push(Program { sources: unit.sources, label, ..program });
                    continue;
                }
                format!("there is no solution {}, so no answer is made where it is named", named.path)
            }
        };
        findings.push(Finding::at(Code::ManifestStale, place(named.range), message));
    }
    found
}

/// Turns rules into commands, and into what tests are made of. `needs_answers` is false where an empty answer will do.
pub(in super::super) fn link(
    folder: &dyn Folder,
    rules: &Rules,
    programs: &ByProgram<Program>,
    needs_answers: bool,
    findings: &mut Vec<Finding>,
) -> Linked {
    let mut linked = Linked { is_whole: rules.is_whole && !rules.tests.is_empty(), ..Linked::default() };
    let mut made: Vec<Option<Arc<TestRule>>> = Vec::new();
    for rule in &rules.tests {
        let one = match rule.included {
            Some(from) => made.get(from).cloned().flatten(),
            None => {
                let mut linker = Linker { folder, programs, needs_answers, linked: &mut linked, findings };
                linker.test(rule).map(Arc::new)
            }
        };
        if let (Some(one), Some(stem)) = (&one, below_data(&rule.path)) {
            linked.tests.insert(stem, Arc::clone(one));
        }
        made.push(one);
    }
    linked
}

/// Where solutions make missing answers.
const JUDGED: [&str; 2] = ["sample/", "secret/"];

struct Linker<'a> {
    folder: &'a dyn Folder,
    programs: &'a ByProgram<Program>,
    needs_answers: bool,
    linked: &'a mut Linked,
    findings: &'a mut Vec<Finding>,
}

impl Linker<'_> {
    fn test(&mut self, rule: &Rule) -> Option<TestRule> {
        let copied = |extension: &str| {
            let copy = rule.copy.as_ref()?;
            let file = copy.with_file_name(&format!("{}.{extension}", copy.file_name()));
            self.folder.has(&file).then_some(InputSource::File(file))
        };
        let inline = |key: &str| rule.texts.get(key).map(|text| InputSource::Inline(Arc::clone(text)));
        let [input, answer, output] = ["in", "ans", "out"].map(|key| inline(key).or_else(|| copied(key)));
        let command = self.command(rule);
        let made = command.map(InputSource::Stdout);
        let Some(input) = input.or(made) else {
            if let Some(copy) = &rule.copy {
                self.linked.is_whole = false;
                let message = format!("there is no file {copy}.in to copy");
                self.findings.push(Finding::at(Code::ManifestStale, place(rule.range), message));
            }
            return None;
        };
        let empty = || InputSource::Inline(Arc::from(""));
        let written = |file: &str| Some(InputSource::Written { command: command?, file: file.to_owned() });
        let made = || if self.needs_answers { written(RULE_ANSWER) } else { Some(empty()) };
        let is_judged = JUDGED.iter().any(|directory| rule.path.starts_with(directory));
        let answers_by = if is_judged { rule.answers_by.clone() } else { AnswerMaker::Nobody };
        let answer = answer.or_else(made);
        if is_judged && answer.is_none() && answers_by == AnswerMaker::Nobody {
            let message = "nothing makes the answer of this test; add `ans`, or name a `solution`";
            self.findings.push(Finding::at(Code::ManifestStale, place(rule.range), message));
        }
        let pattern = |pattern: &super::Pattern| RulePattern {
            text: pattern.text.clone(),
            of_answer: pattern.of_answer,
            place: place(pattern.range),
        };
        Some(TestRule {
            answer,
            answers_by,
            output: output.or_else(|| written(RULE_OUTPUT)),
            input,
            patterns: rule.patterns.iter().map(pattern).collect(),
            place: place(rule.range),
        })
    }

    fn command(&mut self, rule: &Rule) -> Option<crate::model::CommandIdx> {
        let command = rule.command.as_ref()?;
        let path = below_generators(&command.name)?;
        let program = self.programs.position(|program| program.path == path && program.role == Role::Generator);
        if program.is_none() {
            self.linked.is_whole = false;
            self.unknown(rule, &command.name, &path);
        }
        let call = GenCall { name: command.name.clone(), program, args: command.args.clone() };
        Some(self.linked.commands.push(GenCommand {
            text: command.text.clone(),
            pipeline: vec![call],
            place: Some(place(rule.range)),
            rule: Some(RuleRun { retries: command.retries.clone(), seed_at: command.seed_at }),
            lists_tests: false,
        }))
    }

    fn unknown(&mut self, rule: &Rule, name: &str, path: &RelPath) {
        let is_there = self.folder.has(path) || !self.folder.below(path).is_empty();
        let finding = if is_there {
            let message = format!("{path} is in no language that is known here, so its tests are not made");
            Finding::at(Code::ToolMissing, place(rule.range), message)
        } else {
            let generators = self.programs.iter().filter(|program| program.role == Role::Generator);
            let names = generators.filter_map(|program| program.path.as_str().strip_prefix("generators/"));
            let hint = nearest(name, names).map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
            let message = format!("there is no generator `{name}`{hint}");
            Finding::at(Code::GeneratorUnknown, place(rule.range), message)
        };
        if !self.findings.contains(&finding) {
            self.findings.push(finding);
        }
    }
}

fn below_generators(name: &str) -> Option<RelPath> {
    RelPath::parse(&format!("generators/{name}")).filter(|path| path.is_below(&at("generators")))
}

fn place(range: Range) -> Place {
    Place { path: at(GENERATORS_YAML), range }
}
