//! What puts right the mistakes that the files of a problem show, and what can be done for a problem as a whole.

use problem::{
    classify,
    finding::{Bound, Code, Finding, Severity},
    fix::Fix,
    label::{LabelWord, Pool},
    missing::MissingProgram,
    model::{Program, ProgramIdx, Role, TestIdx},
    path::RelPath,
    text::Range,
};
use serde_json::json;

use crate::{
    Edit, Text, View,
    command::{Command, CommandName},
    known::{self, Suite, tests_by_command, tests_of},
    label::set_label,
    script::{self, is_script},
};

/// A change that puts one mistake right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuickFix {
    /// What it does, as a menu says it.
    pub title: String,
    /// The mistake.
    pub code: Code,
    /// Where the mistake is.
    pub range: Range,
    /// The changes of the text, in its order.
    pub edits: Vec<Edit>,
    /// Whether it is the first thing to think of for this mistake.
    pub preferred: bool,
}

/// The fixes for mistakes that touch a range of a file, in the order of the text.
pub fn quick_fixes(findings: &[Finding], path: &RelPath, range: Range) -> Vec<QuickFix> {
    let here = findings.iter().filter_map(|finding| {
        let place = finding.place.as_ref().filter(|place| &place.path == path)?;
        let touches = place.range.start <= range.end && range.start <= place.range.end;
        touches.then_some((place.range, finding))
    });
    here.flat_map(|(range, finding)| fixes(range, finding)).collect()
}

fn fixes(range: Range, finding: &Finding) -> impl Iterator<Item = QuickFix> {
    let fix = move |(order, Fix { title, edits }): (usize, &Fix)| QuickFix {
        title: title.clone(),
        code: finding.code,
        range,
        edits: edits.clone(),
        preferred: order == 0,
    };
    finding.fixes.iter().enumerate().map(fix)
}

/// Something that a menu offers to have done by a command.
#[derive(Clone, Debug, PartialEq)]
pub struct Action {
    /// What it does, as a menu says it.
    pub title: String,
    /// The protocol's kind, such as `source.touchstone.hack`.
    pub kind: String,
    /// What does it.
    pub command: Command,
}

fn action(title: &str, kind: &str, name: CommandName, mut arguments: serde_json::Value) -> Action {
    // Whoever presses something in a menu wants to see the edit.
    arguments["apply"] = json!(true);
    Action { title: title.to_owned(), kind: kind.to_owned(), command: Command { name, arguments } }
}

/// What can be done for the problem of a file, wherever in it one is; what asks a language model only where there is one.
/// The file has to be a program or a script of the problem.
pub fn source_actions(view: &View<'_>, path: &RelPath, has_model: bool) -> Vec<Action> {
    let problem = view.context.problem;
    let is_of_script =
        || problem.commands.iter().any(|one| one.place.as_ref().is_some_and(|place| &place.path == path));
    if !view.is_trusted || !(view.program_at(path).is_some() || is_of_script()) {
        return Vec::new();
    }
    let mut actions = Vec::new();
    if problem.main.is_some() && !problem.validators.is_empty() {
        let kind = "source.touchstone.hack";
        actions.push(action("Generate adversarial tests", kind, CommandName::Hack, json!({ "engine": "offline" })));
        actions.extend(has_model.then(|| hack(kind)));
    }
    if !problem.commands.is_empty() {
        let kind = "source.touchstone.minimize";
        actions.push(action("Minimise the suite", kind, CommandName::Minimize, json!({})));
    }
    let is_tool = |program: &Program| matches!(program.role, Role::Validator | Role::Checker | Role::Interactor);
    if problem.programs.iter().any(is_tool) {
        let kind = "source.touchstone.probe";
        actions.push(action("Probe checker, interactor and validators", kind, CommandName::Probe, json!({})));
    }
    if problem.main.is_some_and(|main| known::can_mutate(problem, main)) {
        let kind = "source.touchstone.mutate";
        actions.push(action("Try mutants of the main solution", kind, CommandName::Mutate, json!({})));
    }
    if problem.main.is_some() && !problem.tests.is_empty() {
        let kind = "source.touchstone.calibrate";
        actions.push(action("Measure solutions and suggest limits", kind, CommandName::Calibrate, json!({})));
    }
    let has_answers = problem.tests.iter().any(|test| test.answer.is_some());
    let has_samples = has_answers || (problem.main.is_some() && !problem.tests.is_empty());
    let is_missing =
        |piece: &MissingProgram| has_model && piece.hindrance(view.context.folder, problem, has_samples).is_none();
    actions.extend(MissingProgram::ALL.into_iter().filter(is_missing).map(|piece| {
        let title = format!("Write the missing {} with the language model", piece.words());
        action(&title, "source.touchstone.write", CommandName::Write, json!({ "piece": piece.name() }))
    }));
    actions
}

/// The label that a solution earns by what was seen of it, for a finding that says that it has another one; only where that
/// label can be written.
pub fn label_actions(view: &View<'_>, code: Code, solution: &str) -> Vec<Action> {
    let is_of_label = matches!(code, Code::WrongSolutionPasses | Code::CorrectSolutionFails | Code::ExpectationUnmet);
    let program = RelPath::parse(solution).and_then(|path| view.program_at(&path)).filter(|_| is_of_label);
    let program = program.filter(|&program| view.context.problem.programs[program].role == Role::Solution);
    let seen = program
        .map(|program| classify::row(view.context.problem, view.context.state, view.context.request, program).seen);
    let Some(label) = seen.and_then(LabelWord::of_seen).map(LabelWord::name) else { return Vec::new() };
    let is_change = set_label(view, solution, label).is_ok_and(|edit| !edit.edits.is_empty());
    let arguments = json!({ "solution": solution, "label": label });
    let action = Action {
        title: format!("Label as {label}"),
        kind: format!("quickfix.touchstone.{code}"),
        command: Command { name: CommandName::SetLabel, arguments },
    };
    if is_change { vec![action] } else { Vec::new() }
}

/// What the search can do about a solution that passes everything and should not.
pub fn search_actions(view: &View<'_>, code: Code, solution: &str) -> Vec<Action> {
    let problem = view.context.problem;
    let can_search = view.is_trusted && problem.main.is_some() && !problem.validators.is_empty();
    let is_solution = RelPath::parse(solution).and_then(|path| view.program_at(&path)).is_some();
    if code != Code::WrongSolutionPasses || !can_search || !is_solution {
        return Vec::new();
    }
    let arguments = json!({ "engine": "offline", "targets": [solution] });
    vec![action(
        "Find a test that fails this solution",
        &format!("quickfix.touchstone.{code}"),
        CommandName::Hack,
        arguments,
    )]
}

/// What the search can do about a bound that no test reaches.
pub fn bound_actions(view: &View<'_>, code: Code, bound: Option<&Bound>) -> Vec<Action> {
    let Some(bound) = bound.filter(|_| code == Code::BoundNeverHit) else { return Vec::new() };
    if !view.is_trusted || view.context.problem.main.is_none() {
        return Vec::new();
    }
    let arguments = json!({ "engine": "offline", "bound": bound });
    vec![action(
        "Add a test that reaches this bound",
        &format!("quickfix.touchstone.{code}"),
        CommandName::Hack,
        arguments,
    )]
}

/// What makes a test smaller that fails a wrong solution: the test of a script's line, or the first one that the solution of
/// a file fails.
pub fn smaller_actions(view: &View<'_>, text: &Text<'_>, range: Range) -> Vec<Action> {
    let problem = view.context.problem;
    if !view.is_trusted || problem.main.is_none() || problem.validators.is_empty() {
        return Vec::new();
    }
    let found = match view.program_at(text.path) {
        Some(solution) if problem.programs[solution].pool() == Some(Pool::Wrong) => {
            known::row(view, solution).first_failed.map(|test| (solution, test))
        }
        Some(_) => None,
        None if is_script(view, text.path) => failed_at(view, text, range),
        None => None,
    };
    let Some((solution, test)) = found else { return Vec::new() };
    let (id, path) = (&problem.tests[test].id, view.path_of(solution));
    let arguments = json!({ "test": id, "solution": path });
    let title = format!("Add a smaller test than {id} that {path} fails");
    vec![action(&title, "refactor.touchstone.smaller", CommandName::Minimize, arguments)]
}

/// A wrong solution that fails a test of the commands in a range of a script.
fn failed_at(view: &View<'_>, text: &Text<'_>, range: Range) -> Option<(ProgramIdx, TestIdx)> {
    let suite = Suite::new(view);
    let by_command = tests_by_command(view.context.problem);
    let touches = |place: &Range| place.start.line <= range.end.line && range.start.line <= place.end.line;
    let here = script::commands(view, text).into_iter().filter(|one| touches(&one.range));
    let mut tests = here.flat_map(|one| tests_of(&by_command, one.known).into_iter().chain(one.tests));
    tests.find_map(|test| Some((*suite.killed_by(test)?.first()?, test)))
}

/// What a language model can do about a finding, which `id` tells from others of its code.
pub fn model_actions(view: &View<'_>, code: Code, severity: Severity, id: Option<&str>) -> Vec<Action> {
    if !view.is_trusted {
        return Vec::new();
    }
    let kind = format!("quickfix.touchstone.{code}");
    let mut actions = match (code, severity) {
        // Its repair is a test.
        (Code::WrongSolutionPasses, _) => vec![hack(&kind)],
        (_, Severity::Error | Severity::Warning) if code.why_no_edit_repairs().is_none() => {
            let arguments = json!({ "code": code.to_string(), "id": id });
            vec![action("Fix with the language model", &kind, CommandName::Fix, arguments)]
        }
        _ => Vec::new(),
    };
    let arguments = json!({ "code": code.to_string(), "id": id, "model": true });
    let title = "Explain with the language model".to_owned();
    let command = Command { name: CommandName::Explain, arguments };
    actions.push(Action { title, kind: "source.touchstone.explain".to_owned(), command });
    actions
}

fn hack(kind: &str) -> Action {
    let arguments = json!({ "engine": "llm" });
    action("Generate adversarial tests with the language model", kind, CommandName::Hack, arguments)
}
