//! A plain folder: programs in folders by what they are for, tests as files and a script, the rest in `touchstone.toml`.

use std::collections::BTreeMap;

use super::{
    Content,
    adapt::{Part, adapted},
    checker::{self, Judge},
    laying::Laying,
    limits, suite,
    title::title,
};
use crate::{
    label::{Label, LabelWord},
    language::Language,
    model::{Protocol, Role, ValidatorInput},
    verdict::VerdictSet,
};

pub(super) fn lay(laying: &mut Laying<'_>) -> Result<(), String> {
    laying.statement("statement", &["md", "tex", "txt"])?;
    let mut settings = Settings::default();
    programs(laying, &mut settings)?;
    tools(laying, &mut settings)?;
    tests(laying, &mut settings)?;
    tests_of_tools(laying)?;
    if laying.scoring().is_some_and(|scoring| scoring.scored) {
        laying.cannot("points of groups, and how they are made of tests");
    }
    let limits = limits::stated(laying, true, true)?;
    let text = settings.text(laying, &limits);
    laying.text("touchstone.toml", text)
}

/// What `touchstone.toml` is to say.
#[derive(Default)]
pub(super) struct Settings {
    pub(super) main: Option<String>,
    checker: Option<String>,
    pub(super) roles: Vec<(String, &'static str)>,
    /// Values as they are written.
    pub(super) labels: Vec<(String, String)>,
    groups: BTreeMap<String, Vec<String>>,
    tests: Vec<String>,
    has_script: bool,
}

fn quoted(text: &str) -> String {
    toml::Value::String(text.to_owned()).to_string()
}

impl Settings {
    /// What stands beside another format's manifest, which says nothing of these programs.
    pub(super) fn beside_a_manifest(&self, laying: &mut Laying<'_>, format: &str) -> String {
        format!("format = {}\n{}{}", quoted(format), self.programs(laying), self.tables())
    }

    /// Keys about programs.
    fn programs(&self, laying: &mut Laying<'_>) -> String {
        let problem = laying.problem();
        let mut text = String::new();
        for (key, value) in [("main", &self.main), ("checker", &self.checker)] {
            text += &value.as_ref().map_or_else(String::new, |value| format!("{key} = {}\n", quoted(value)));
        }
        let mut standards: Vec<_> = problem.programs.iter().filter_map(|program| program.standard).collect();
        standards.dedup();
        match standards.as_slice() {
            [] => {}
            [one] => text += &format!("standard = {}\n", quoted(&one.to_string())),
            _ => laying.cannot("C++ standards that differ by program"),
        }
        text
    }

    fn tables(&self) -> String {
        let tables = [("roles", self.roles_text()), ("labels", self.labels_text()), ("groups", self.groups_text())];
        let shown = tables.into_iter().filter(|(_, rows)| !rows.is_empty());
        shown.map(|(title, rows)| format!("\n[{title}]\n{rows}")).collect()
    }

    fn text(&self, laying: &mut Laying<'_>, limits: &limits::Stated) -> String {
        let problem = laying.problem();
        let title = title(laying.given);
        if title != problem.name {
            laying.cannot(format!("the title, {title}, beside the name"));
        }
        let mut text = format!("format = \"plain\"\nname = {}\n", quoted(&problem.name));
        text += &self.programs(laying);
        if !problem.defines.is_empty() {
            let defines: Vec<String> = problem.defines.iter().map(|define| quoted(define)).collect();
            text += &format!("defines = [{}]\n", defines.join(", "));
        }
        if self.has_script {
            text += "script = \"script.txt\"\n";
        }
        if !self.tests.is_empty() {
            text += &format!("tests = [\n    {},\n]\n", self.tests.join(",\n    "));
        }
        text +=
            &format!("\n[limits]\ntime_ms = {}\nmemory_mb = {}\n", limits.time_ms, (limits.memory_bytes >> 20).max(1));
        text += &format!("output_mb = {}\n", (limits.output_bytes >> 20).max(1));
        for (language, own) in &problem.limits.languages {
            text += &format!("\n[limits.languages.{}]\n", quoted(language));
            text += &own.time_ms.map_or_else(String::new, |ms| format!("time_ms = {ms}\n"));
            text +=
                &own.memory_bytes.map_or_else(String::new, |bytes| format!("memory_mb = {}\n", (bytes >> 20).max(1)));
        }
        text + &self.tables()
    }

    fn roles_text(&self) -> String {
        self.roles.iter().map(|(path, role)| format!("{} = {}\n", quoted(path), quoted(role))).collect()
    }

    fn labels_text(&self) -> String {
        self.labels.iter().map(|(path, label)| format!("{} = {label}\n", quoted(path))).collect()
    }

    fn groups_text(&self) -> String {
        let row = |(group, tests): (&String, &Vec<String>)| {
            let pattern = match tests.as_slice() {
                [only] => only.clone(),
                several => format!("{{{}}}", several.join(",")),
            };
            format!("{} = {}\n", quoted(&pattern), quoted(group))
        };
        self.groups.iter().map(row).collect()
    }
}

/// Solutions and generators.
pub(super) fn programs(laying: &mut Laying<'_>, settings: &mut Settings) -> Result<(), String> {
    let problem = laying.problem();
    for (idx, program, label) in laying.solutions() {
        let packed = laying.packed(program);
        let Some(packed) = laying.one_source(program, packed) else { continue };
        let name = laying.solution_name(program, &packed);
        let path = format!("solutions/{name}");
        for (place, content) in &packed.files {
            let to = if *place == packed.main { path.clone() } else { format!("solutions/{place}") };
            laying.put(&to, content.clone())?;
        }
        settings.roles.push((format!("/{path}"), "solution"));
        ignore_others(settings, "solutions", &packed);
        settings.labels.extend(label.map(|label| (format!("/{path}"), words(label))));
        if problem.main == Some(idx) {
            settings.main = Some(path);
        }
    }
    for program in problem.programs.iter().filter(|program| program.role == Role::Generator) {
        let packed = laying.packed(program);
        let Some(packed) = laying.one_source(program, packed) else { continue };
        let path = format!("generators/{}.{}", program.name(), packed.extension());
        laying.put(&path, packed.files[&packed.main].clone())?;
        for (place, content) in packed.beside() {
            laying.put(&format!("generators/{place}"), content.clone())?;
        }
        settings.roles.push((format!("/{path}"), "generator"));
        ignore_others(settings, "generators", &packed);
    }
    Ok(())
}

/// A label as the settings have it.
pub(super) fn words(label: &Label) -> String {
    if !label.run {
        return quoted(LabelWord::DoNotRun.name());
    }
    if let Some(word) = LabelWord::ALL.into_iter().find(|word| word.sets() == label.sets) {
        return quoted(word.name());
    }
    let set = |set: VerdictSet| set.iter().map(|verdict| quoted(verdict.code())).collect::<Vec<_>>().join(", ");
    format!("{{ permitted = [{}], required = [{}] }}", set(label.sets.permitted), set(label.sets.required))
}

/// Validators, the checker and the interactor.
fn tools(laying: &mut Laying<'_>, settings: &mut Settings) -> Result<(), String> {
    let problem = laying.problem();
    for (_, validator) in laying.validators(false) {
        let program = &problem.programs[validator.program];
        if validator.input != ValidatorInput::Stdin {
            laying.cannot(format!("{} is given a file instead of its standard input, and stays out", program.path));
            continue;
        }
        match adapted(laying, program, (validator.protocol, Protocol::Testlib), Part::Validator) {
            Ok(packed) if packed.is_one_source() || program.language == Language::Python => {
                let path = laying.put_packed("validators", &packed)?;
                settings.roles.push((format!("/{path}"), "validator"));
                ignore_others(settings, "validators", &packed);
            }
            Ok(_) => laying.cannot(format!("{} has several sources, and stays out", program.path)),
            Err(why) => laying.cannot(format!("{why}, and stays out")),
        }
    }
    let judge = checker::without_arguments(laying, Protocol::Testlib)?;
    match judge {
        Judge::Standard(standard) => settings.checker = Some(standard.name().to_owned()),
        Judge::Program(packed) if packed.is_one_source() || packed.main.ends_with(".py") => {
            settings.checker = Some(laying.put_packed("checker", &packed)?);
            ignore_others(settings, "checker", &packed);
        }
        Judge::Program(_) => return Err("plain has no place for a checker of several sources".to_owned()),
        Judge::Kattis(_) | Judge::Interactor => {}
    }
    if let Some(interactor) = problem.interactor {
        let program = &problem.programs[interactor.program];
        let packed = adapted(laying, program, (interactor.protocol, Protocol::Testlib), Part::Interactor)?;
        if !packed.is_one_source() {
            return Err("plain has no place for an interactor of several sources".to_owned());
        }
        let path = laying.put_packed("interactor", &packed)?;
        settings.roles.push((format!("/{path}"), "interactor"));
    }
    Ok(())
}

/// What lies beside a program is none of its own; headers are none anyway.
fn ignore_others(settings: &mut Settings, directory: &str, packed: &super::pack::Packed) {
    let others = packed.beside().filter(|(place, _)| ![".h", ".hpp"].iter().any(|end| place.ends_with(end)));
    settings.roles.extend(others.map(|(place, _)| (format!("/{directory}/{place}"), "ignore")));
}

fn tests(laying: &mut Laying<'_>, settings: &mut Settings) -> Result<(), String> {
    let problem = laying.problem();
    let mut script = String::new();
    let mut has_points = false;
    for (number, test) in (1..).zip(laying.tests()) {
        let about = &problem.tests[test];
        if let Some(group) = suite::group(laying, test) {
            settings.groups.entry(group).or_default().push(number.to_string());
        }
        has_points |= about.points.is_some_and(|points| points != 0.0);
        if let Some(call) = suite::commands(laying, test) {
            script += &format!("{} > {number}\n", suite::command(&call.name, call));
            continue;
        }
        laying.put(&format!("tests/{number}.in"), Content::Input(test))?;
        let has_answer = (laying.given.has_answer)(test);
        if has_answer {
            laying.put(&format!("tests/{number}.ans"), Content::Answer(test))?;
        }
        if about.sample {
            let answer = if has_answer { format!(", answer = \"tests/{number}.ans\"") } else { String::new() };
            settings.tests.push(format!("{{ input = \"/tests/{number}.in\"{answer}, sample = true }}"));
        }
    }
    suite::list_what_is_no_command(laying);
    if has_points {
        laying.cannot("points of tests");
    }
    if problem.tests.iter().any(|test| !test.further_groups.is_empty()) {
        laying.cannot("that tests count in several groups: they are in the first");
    }
    if !script.is_empty() {
        settings.has_script = true;
        laying.text("script.txt", script)?;
    }
    Ok(())
}

/// Inputs that are to be rejected, and outputs with known verdicts.
fn tests_of_tools(laying: &mut Laying<'_>) -> Result<(), String> {
    let tests = suite::validator_tests(laying);
    if tests.iter().any(|test| test.valid) {
        laying.cannot("inputs that are only there for the validators to accept");
    }
    let invalid = tests.into_iter().filter(|test| !test.valid);
    for (number, test) in (1..).zip(invalid) {
        laying.put(&format!("tests/invalid/{number}.in"), Content::File(test.input.clone()))?;
    }
    for (number, test) in (1..).zip(suite::checker_tests(laying)) {
        let word = if test.wanted.contains(crate::verdict::Verdict::Ac) { "ok" } else { "wa" };
        for (end, path) in [("in", &test.input), ("out", &test.output), ("ans", &test.answer)] {
            laying.put(&format!("tests/checker/{word}-{number}.{end}"), Content::File(path.clone()))?;
        }
    }
    Ok(())
}
