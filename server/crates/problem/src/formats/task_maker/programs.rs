//! Programs: tools by their English or Italian names or as the tests name them, and the solutions in `sol/`.

use std::collections::BTreeMap;

use super::{
    at, checks, graders,
    manifest::Manifest,
    plan::{Maker, Plan},
};
use crate::{
    finding::{Code, Finding, Severity},
    folder::Folder,
    formats::{language, plain, several},
    included,
    label::{Label, LabelWord, NOT_JUDGED, Pool},
    language::Language,
    model::{Program, Role},
    path::RelPath,
};

/// Where the solutions lie.
const SOLUTIONS: &str = "sol";
/// What the main solution is called.
const MAIN: [&str; 2] = ["sol/solution", "sol/soluzione"];
/// What lies beside generators and validators when they run: they read their bounds there.
const BOUNDS: [&str; 3] = ["gen/constraints.yaml", "gen/constraints.py", "gen/gen.toml"];

/// Tools that a task has one of.
#[derive(Default)]
pub(super) struct Tools {
    pub(super) generator: Option<RelPath>,
    pub(super) validator: Option<RelPath>,
    pub(super) checker: Option<RelPath>,
    pub(super) manager: Option<RelPath>,
    /// It starts solutions itself, over its standard streams, which nobody does here.
    pub(super) controller: Option<RelPath>,
}

impl Tools {
    /// Finds them by their names.
    pub(super) fn find(folder: &dyn Folder, findings: &mut Vec<Finding>) -> Tools {
        let sources = Sources::of(folder);
        let mut find = |names: &[&str], role| sources.named(names, role, findings);
        Tools {
            generator: find(&["gen/generator", "gen/generatore"], Role::Generator),
            validator: find(&["gen/validator", "gen/valida"], Role::Validator),
            checker: find(&["check/checker", "cor/correttore"], Role::Checker),
            manager: find(&["check/manager", "cor/manager"], Role::Interactor),
            controller: find(&["check/controller", "cor/controller"], Role::Interactor),
        }
    }

    /// What the generator is called in commands.
    pub(super) fn generator_name(&self) -> String {
        self.generator.as_ref().map_or("generator", RelPath::stem).to_owned()
    }
}

/// The files of a folder by their directories and stems, so that many names are looked up quickly.
pub(super) struct Sources<'a> {
    folder: &'a dyn Folder,
    by_stem: BTreeMap<(RelPath, &'a str), Vec<&'a RelPath>>,
}

impl<'a> Sources<'a> {
    /// Those of a folder.
    pub(super) fn of(folder: &'a dyn Folder) -> Sources<'a> {
        let mut by_stem: BTreeMap<_, Vec<&RelPath>> = BTreeMap::new();
        for path in folder.files().iter().map(|file| &file.path) {
            by_stem.entry((path.parent(), path.stem())).or_default().push(path);
        }
        Sources { folder, by_stem }
    }

    /// The source that has one of these names, but for its extension; a finding where there are several, or only what was made
    /// of it.
    pub(super) fn named(&self, names: &[&str], role: Role, findings: &mut Vec<Finding>) -> Option<RelPath> {
        named(self, names, role, findings)
    }
}

/// Whether a file is a program of this format.
pub(super) fn is_source(folder: &dyn Folder, path: &RelPath) -> bool {
    language::of_file(folder, path).is_some_and(|language| language.is_run() && language != Language::Checktestdata)
}

fn named(sources: &Sources<'_>, names: &[&str], role: Role, findings: &mut Vec<Finding>) -> Option<RelPath> {
    let folder = sources.folder;
    let is_source = |path: &RelPath| is_source(folder, path);
    let (mut found, mut scripts): (Vec<&RelPath>, Vec<&RelPath>) = (Vec::new(), Vec::new());
    for name in names.iter().map(|name| at(name)) {
        let files = sources.by_stem.get(&(name.parent(), name.file_name())).into_iter().flatten().copied();
        scripts.extend(files.clone().filter(|path| path.extension() == "sh"));
        found.extend(files.filter(|path| **path != name && is_source(path)));
    }
    let is_sure = |path: &&&RelPath| Language::from_path(path).is_some_and(|language| language.is_sure_to_run());
    let chosen = found.iter().find(is_sure).or(found.first()).copied();
    if let Some(chosen) = chosen {
        let others: Vec<&RelPath> = found.into_iter().filter(|path| *path != chosen).collect();
        if !others.is_empty() {
            findings.push(several::one_of(role, chosen, &others, "it is the first that is sure to run here"));
        }
    } else if let Some(compiled) = names.iter().map(|name| at(name)).find(|path| folder.has(path)) {
        let message = format!(
            "{compiled} is no source in a language that is known, so it is not used; put its source beside it, such as {compiled}.cpp"
        );
        findings.push(Finding::of_file(Code::ToolMissing, &compiled, message));
    } else if let Some(script) = scripts.first() {
        let message = format!("{script} is a script of a shell, which is not run here; write it in Python or C++");
        findings.push(Finding::of_file(Code::ToolMissing, script, message));
    }
    chosen.cloned()
}

/// The programs by their paths.
#[derive(Default)]
pub(super) struct Cast {
    pub(super) programs: BTreeMap<RelPath, Program>,
    pub(super) main: Option<RelPath>,
    /// Solutions talk to a manager.
    pub(super) is_communication: bool,
}

/// Finds the programs of a task.
pub(super) fn read(
    folder: &dyn Folder,
    manifest: &Manifest,
    tools: &Tools,
    plan: &Plan,
    findings: &mut Vec<Finding>,
) -> Cast {
    let mut cast = Cast { is_communication: tools.manager.is_some(), ..Cast::default() };
    let mut add = |path: &RelPath, role: Role, reason: &str| {
        let Some(language) = language::of_file(folder, path) else { return };
        let mut program = Program::of_file(path.clone(), role, language, reason);
        if matches!(role, Role::Generator | Role::Validator) {
            program.beside = BOUNDS.map(at).into_iter().filter(|path| folder.has(path)).collect();
        }
        cast.programs.entry(path.clone()).or_insert(program);
    };
    for (path, role) in [
        (&tools.generator, Role::Generator),
        (&tools.validator, Role::Validator),
        (&tools.checker, Role::Checker),
        (&tools.manager, Role::Interactor),
    ] {
        if let Some(path) = path {
            add(path, role, "named as this format names it");
        }
    }
    plan.generators.iter().for_each(|path| add(path, Role::Generator, "named where the tests are declared"));
    for case in &plan.cases {
        if let Maker::Call { generator: Some(path), .. } = &case.maker {
            add(path, Role::Generator, "named where the tests are declared");
        }
        case.asked
            .iter()
            .for_each(|asked| add(&asked.validator, Role::Validator, "named where the tests are declared"));
    }
    solutions(folder, plan, &mut cast, findings);
    not_judged(manifest, tools, &mut cast, findings);
    cast
}

fn solutions(folder: &dyn Folder, plan: &Plan, cast: &mut Cast, findings: &mut Vec<Finding>) {
    cast.main = Sources::of(folder).named(&MAIN, Role::Solution, &mut Vec::new());
    let graders = graders::Graders::find(folder, cast.is_communication);
    for file in folder.children(&at(SOLUTIONS)) {
        let path = &file.path;
        let Some(language) = language::of_file(folder, path).filter(|_| !graders::is_grader(path)) else {
            findings.extend(script(folder, path));
            continue;
        };
        if language == Language::Checktestdata {
            continue;
        }
        if let Some(finding) = plain::tool_among_solutions(folder, path) {
            findings.push(finding);
            continue;
        }
        if file.size <= 1 {
            findings.push(plain::empty_source(path));
            continue;
        }
        if language.has_main() && !graders.are_there() && is_part(folder, path) {
            let message = format!("{path} has no `main`, and there is no grader in {SOLUTIONS}, so it is left out");
            findings.push(Finding::of_file(Code::FileLeftOut, path, message).with_severity(Severity::Information));
            continue;
        }
        let reason = format!("in the folder {SOLUTIONS}");
        let mut program = Program::of_file(path.clone(), Role::Solution, language, reason);
        let is_main = cast.main.as_ref() == Some(path);
        let checked = checks::label(folder, path, plan, is_main, findings);
        let by_name = || plain::label_by_names(folder, &program);
        let official = || Label::of(LabelWord::Accepted, "official solution");
        program.label = checked.or_else(|| if is_main { Some(official()) } else { by_name() });
        if program.label.is_none() {
            findings.push(unlabelled(&program));
        }
        graders.add(&mut program, findings);
        cast.programs.insert(path.clone(), program);
    }
    if cast.main.is_none() {
        choose_main(cast, findings);
    }
}

/// The finding about a solution in a language that nothing here runs; other files beside solutions are none.
fn script(folder: &dyn Folder, path: &RelPath) -> Option<Finding> {
    let is_one = path.extension() == "sh" || folder.text(path).is_some_and(|text| text.contains("@check-"));
    let message = format!("{path} is in no language that is run here, so it is not judged");
    is_one.then(|| Finding::of_file(Code::ToolMissing, path, message).with_severity(Severity::Information))
}

/// A source without `main` that others include or are built with.
fn is_part(folder: &dyn Folder, path: &RelPath) -> bool {
    included::facts(folder, path).is_some_and(|facts| facts.main.is_none() && facts.registers.is_empty())
}

fn unlabelled(program: &Program) -> Finding {
    let message = "nothing tells what to expect of this solution, so it counts neither as correct nor as wrong; write a comment \
                   such as `@check-accepted: *` or `@check-wrong-answer: NAME`, where NAME is a subtask's";
    Finding::of_file(Code::SolutionUnlabelled, &program.path, message)
}

/// Without an official solution the first one that is labelled right makes the answers.
fn choose_main(cast: &mut Cast, findings: &mut Vec<Finding>) {
    let is_right = |program: &&Program| program.role == Role::Solution && program.pool() == Some(Pool::Correct);
    let right = || cast.programs.values().filter(is_right);
    let chosen = right().find(|program| program.language.is_sure_to_run()).or_else(|| right().next());
    let path = chosen.map(|program| program.path.clone());
    let message = match &path {
        Some(path) => format!("there is no sol/solution, so {path} makes the answers; name one so"),
        None => "there is no sol/solution and none is right, so only tests with a file in output/ have an answer; name one so"
            .to_owned(),
    };
    findings.push(Finding::of_folder(Code::NoMain, message));
    cast.main = path;
}

/// What cannot be judged here.
fn not_judged(manifest: &Manifest, tools: &Tools, cast: &mut Cast, findings: &mut Vec<Finding>) {
    let stop = |cast: &mut Cast| {
        for program in cast.programs.values_mut().filter(|program| program.role == Role::Solution) {
            program.stop(NOT_JUDGED);
        }
    };
    if let Some(range) = manifest.output_only {
        let message = "contestants hand in outputs, which have no place in a folder of this format, so no solution is judged \
                       here; tests are made and validated all the same";
        findings.push(Finding::at(Code::ToolMissing, manifest.place(range), message));
        stop(cast);
    }
    if let Some(controller) = &tools.controller {
        let message = format!(
            "solutions are started by {controller}, in a way that is not known here, so no solution is judged; tests are made and \
             validated all the same"
        );
        findings.push(Finding::of_file(Code::ToolMissing, controller, message));
        stop(cast);
    }
    if let Some(manager) = &tools.manager {
        if let Err((message, range)) = &manifest.processes {
            findings.push(Finding::at(Code::ToolMissing, manifest.place(*range), message.clone()));
            stop(cast);
        }
        if let Some(checker) = &tools.checker {
            let unused = format!("{checker} is not used, since {manager} judges");
            findings.push(Finding::of_file(Code::ManifestStale, checker, unused).with_severity(Severity::Information));
        }
    }
}
