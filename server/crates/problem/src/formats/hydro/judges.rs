//! The checker, the interactor and the validator that the manifest names.

use checkers::Standard;

use super::config::{Config, Way};
use crate::{
    finding::{Code, Finding, Severity},
    folder::Folder,
    formats::language,
    included,
    model::{ByProgram, Checker, CheckerKind, Interactor, Problem, Program, ProgramIdx, Protocol, Role, Validator},
    path::RelPath,
    settings::takes_options,
    text::Range,
};

/// Gives the named programs their parts.
pub(super) fn cast(
    folder: &dyn Folder,
    config: &Config,
    data: &RelPath,
    problem: &mut Problem,
    findings: &mut Vec<Finding>,
) {
    let mut named = |key: &str, role: Role, findings: &mut Vec<Finding>| {
        let (name, range) = config.text(key, findings).filter(|(name, _)| !name.is_empty())?;
        if role == Role::Checker && is_standard(folder, data, &name) {
            return None;
        }
        let path = program(folder, config, data, (&name, range), findings)?;
        Some(add(folder, problem, &path, role, key)).flatten()
    };
    let checker = named("checker", Role::Checker, findings);
    // What the other way of talking needs is not used.
    let (partner, protocol) = match config.way {
        Way::Communication => ("manager", Protocol::Cms),
        Way::Batch | Way::Interactive => ("interactor", Protocol::Testlib),
    };
    let interactor = named(partner, Role::Interactor, findings);
    let validator = named("validator", Role::Validator, findings);
    if let Some(path) = validator
        && let Some(program) = idx_of(&problem.programs, &path)
    {
        let takes_options = takes_options(folder, &problem.programs[program]);
        problem.validators = vec![Validator { takes_options, ..Validator::of_stdin(program, Protocol::Testlib) }];
    }
    let interactor = interactor.and_then(|path| idx_of(&problem.programs, &path));
    problem.interactor = match (config.way, interactor) {
        (Way::Interactive | Way::Communication, Some(program)) => Some(Interactor { program, protocol }),
        // One whose source says that it is one.
        (Way::Interactive, None) => problem.interactor,
        (Way::Batch, _) | (Way::Communication, None) => None,
    };
    if problem.interactor.is_none() {
        let message = match config.way {
            Way::Batch => None,
            Way::Interactive => {
                Some("no `interactor` is named for this interactive problem, so solutions talk to nobody; name one")
            }
            Way::Communication => {
                Some("no `manager` that can be used is named for this problem, so no solution is judged; name one")
            }
        };
        findings.extend(message.map(|message| Finding::of_file(Code::ManifestStale, &config.path, message)));
    }
    let checker = checker.and_then(|path| idx_of(&problem.programs, &path));
    problem.standard_source = None;
    problem.checker = choose(folder, config, data, checker, problem, findings);
}

fn idx_of(programs: &ByProgram<Program>, path: &RelPath) -> Option<ProgramIdx> {
    programs.position(|program| &program.path == path)
}

fn is_standard(folder: &dyn Folder, data: &RelPath, name: &str) -> bool {
    Standard::from_name(name).is_some() && data.join(name).is_none_or(|path| !folder.has(&path))
}

/// The file that a key names.
fn program(
    folder: &dyn Folder,
    config: &Config,
    data: &RelPath,
    (name, range): (&str, Range),
    findings: &mut Vec<Finding>,
) -> Option<RelPath> {
    let path = data.join(name).filter(|path| folder.has(path));
    if path.is_none() {
        let message = format!("there is no file `{name}` beside the tests; correct the name, or add it");
        findings.push(Finding::at(Code::ManifestStale, config.at(range), message));
    }
    path
}

/// Makes a file a program in a role, whatever it was taken for, and keeps the order of programs; its path.
fn add(folder: &dyn Folder, problem: &mut Problem, path: &RelPath, role: Role, key: &str) -> Option<RelPath> {
    let language = language::of_file(folder, path)?;
    if let Some(program) = problem.programs.iter_mut().find(|program| &program.path == path) {
        program.role = role;
        program.label = None;
        program.reason = format!("the manifest's `{key}`");
        return Some(path.clone());
    }
    let at = problem.programs.iter().filter(|program| program.path < *path).count();
    let program = Program::of_file(path.clone(), role, language, format!("the manifest's `{key}`"));
    let mut programs: Vec<Program> = std::mem::take(&mut problem.programs).into_iter().collect();
    programs.insert(at, program);
    problem.programs = programs.into();
    let moved = |idx: ProgramIdx| if usize::from(idx) >= at { ProgramIdx::from(usize::from(idx) + 1) } else { idx };
    problem.main = problem.main.map(moved);
    problem.interactor = problem.interactor.map(|one| Interactor { program: moved(one.program), ..one });
    problem.validators.iter_mut().for_each(|validator| validator.program = moved(validator.program));
    if let CheckerKind::Program { program, .. } = &mut problem.checker.kind {
        *program = moved(*program);
    }
    Some(path.clone())
}

fn choose(
    folder: &dyn Folder,
    config: &Config,
    data: &RelPath,
    program: Option<ProgramIdx>,
    problem: &Problem,
    findings: &mut Vec<Finding>,
) -> Checker {
    let stated = config.text("checker_type", findings);
    let (name, range) = stated.clone().unwrap_or_else(|| ("default".to_owned(), Range::default()));
    let standard =
        |standard: Standard, reason: &str| Checker { kind: CheckerKind::Standard(standard), reason: reason.to_owned() };
    let by = format!("{} names it", config.path);
    let lines = || standard(Standard::Lcmp, "lines are compared, without blanks at their ends");
    let of_program = |protocol| {
        program.map(|program| Checker { kind: CheckerKind::Program { program, protocol }, reason: by.clone() })
    };
    let named = || {
        let (name, _) = config.text("checker", &mut Vec::new())?;
        Some(standard(Standard::from_name(&name).filter(|_| is_standard(folder, data, &name))?, &by))
    };
    let lacking = |findings: &mut Vec<Finding>| {
        let message = format!("the type `{name}` needs a `checker`, and none can be used; lines are compared");
        findings.push(Finding::at(Code::ManifestStale, config.at(range), message));
        lines()
    };
    let registers = || {
        let source = &problem.programs[program?].sources[0];
        included::facts(folder, source).map(|facts| !facts.registers.is_empty())
    };
    if problem.interactor.is_some() {
        return Checker { kind: CheckerKind::Interactor, reason: "the interactor's verdict is final".to_owned() };
    }
    match name.as_str() {
        "default" => {
            if program.is_some() && stated.is_none() {
                let message = "a `checker` is named without a `checker_type`, so it is not used and lines are compared; write `checker_type: testlib`";
                findings.push(Finding::of_file(Code::ManifestStale, &config.path, message));
            } else {
                tell_unused(config, problem, findings);
            }
            lines()
        }
        "strict" => standard(Standard::Fcmp, "lines are compared as they are"),
        "testlib" => named().or_else(|| of_program(Protocol::Testlib)).unwrap_or_else(|| lacking(findings)),
        "kattis" => of_program(Protocol::Kattis).unwrap_or_else(|| lacking(findings)),
        "lemon" | "syzoj" | "hustoj" | "qduoj" | "lduoj" => match registers() {
            Some(true) => of_program(Protocol::Testlib).unwrap_or_else(|| lacking(findings)),
            Some(false) | None => {
                let message = format!(
                    "a checker of the type `{name}` is called in a way that is not known here, so lines are compared"
                );
                findings.push(Finding::at(Code::ToolMissing, config.at(range), message));
                lines()
            }
        },
        _ => {
            let message = format!(
                "`{name}` is no type of checkers, so lines are compared; write `default`, `strict` or `testlib`"
            );
            findings.push(Finding::at(Code::ManifestBroken, config.at(range), message));
            lines()
        }
    }
}

/// A source that is a checker and that the manifest does not name.
fn tell_unused(config: &Config, problem: &Problem, findings: &mut Vec<Finding>) {
    let unused = problem.programs.iter().find(|program| program.role == Role::Checker);
    if let Some(program) = unused {
        let message = format!(
            "{} is a checker that {} does not name, so it is not used; write `checker_type: testlib` and `checker: {}` there, or remove it",
            program.path,
            config.path,
            program.path.file_name()
        );
        findings
            .push(Finding::of_file(Code::ManifestStale, &program.path, message).with_severity(Severity::Information));
    }
}
