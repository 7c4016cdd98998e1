//! Skeletons of programs after what other programs of the problem read.

use cpp::{
    skeleton::{self, Model},
    source::Source,
};
use problem::{
    bounds::{Variable, places},
    language::Language,
    model::{ProgramIdx, Role},
    path::RelPath,
};

use crate::{Text, View};

/// A validator of what the first other validator in checktestdata validates, else of what the checker or interactor reads of
/// the input; nothing where another program validates, and none in checktestdata.
pub(super) fn validator(view: &View<'_>, text: &Text<'_>) -> Option<(&'static str, String)> {
    let problem = view.context.problem;
    let is_other = |program: ProgramIdx| !problem.programs[program].sources.contains(text.path);
    let mut others = problem.validators.iter().map(|one| one.program).filter(|one| is_other(*one)).peekable();
    let (title, (from, model)) = match others.peek() {
        Some(_) => {
            let is_checktestdata = |one: &ProgramIdx| problem.programs[*one].language == Language::Checktestdata;
            let one = others.find(is_checktestdata)?;
            ("Write a skeleton from the checktestdata program", of_program(view, one)?)
        }
        None => {
            let programs = problem.programs.iter_enumerated().map(|(one, program)| (one, program.role));
            let mut judges = programs.filter(|(_, role)| matches!(role, Role::Checker | Role::Interactor));
            let (role, found) = judges.find_map(|(one, role)| Some((role, of_program(view, one)?)))?;
            let title = match role {
                Role::Interactor => "Write a skeleton from what the interactor reads of the input",
                _ => "Write a skeleton from what the checker reads of the input",
            };
            (title, found)
        }
    };
    let variables = places(&view.context);
    Some((title, skeleton::validator(&model, from.as_str(), &|name| stated(&variables, name))))
}

/// A generator of what a validator reads.
pub(super) fn generator(view: &View<'_>) -> Option<(&'static str, String)> {
    let mut validators = view.context.problem.validators.iter().map(|one| one.program);
    let (from, model) = validators.find_map(|one| of_program(view, one))?;
    let variables = places(&view.context);
    let new = skeleton::generator(&model, from.as_str(), &|name| stated(&variables, name));
    Some(("Write a skeleton from what the validator reads", new))
}

/// What a program reads, if something of that is understood.
fn of_program(view: &View<'_>, program: ProgramIdx) -> Option<(RelPath, Model)> {
    view.context.problem.programs[program].sources.iter().find_map(|path| {
        let text = view.context.folder.text(path)?;
        let model = match Language::from_path(path)? {
            Language::Cpp => Model::of(&Source::parse(&text)),
            Language::Checktestdata => Model::of_checktestdata(&text),
            Language::C | Language::Python | Language::Scripts | Language::Other(_) => return None,
        };
        (!model.is_empty()).then(|| (path.clone(), model))
    })
}

/// What the statement says of a variable, also if that has an index there: `a_i` is `a`.
fn stated(variables: &[Variable], name: &str) -> Option<(String, String)> {
    let is_it = |one: &&Variable| {
        one.name == name || one.name.split_once('_').is_some_and(|(base, index)| base == name && index.len() <= 2)
    };
    let bounds = variables.iter().find(is_it)?.statement.as_ref()?;
    Some((bounds.least.as_ref()?.text.clone(), bounds.greatest.text.clone()))
}
