//! Variables of the input: where validators read them, where judges read them again, where the statement bounds them, and
//! the options that generators call like them.
//!
//! A variable is looked for only where the name of a read stands, or in the statement: what is code is clangd's.

use problem::{
    bounds::{Bounds, Variable, places},
    facts::{OptionKey, ReadCall},
    model::Role,
    text::{LineIndex, Position, Range},
};

use super::Target;
use crate::{Text, View};

/// The variable that is named at a place, and where its name stands.
pub(super) fn at(view: &View<'_>, text: &Text<'_>, at: Position) -> Option<(Variable, Range)> {
    let holds = |range: Range| range.start <= at && at <= range.end;
    if view.program_at(text.path).is_none() {
        let stated = |variable: &Variable| variable.statement.as_ref().is_some_and(|one| one.path == *text.path);
        let here = places(&view.context).into_iter().filter(stated);
        let ranged = here.filter_map(|one| Some((one.statement.as_ref()?.range, one)));
        return ranged.filter(|(range, _)| holds(*range)).map(|(range, one)| (one, range)).next();
    }
    let facts = view.context.folder.facts(text.path)?;
    let is_there = |read: &&ReadCall| read.is_of_input() && holds(read.range);
    let read = facts.reads.iter().find(is_there)?;
    let range = name_of(text.text, read).filter(|range| holds(*range))?;
    let mut variables = places(&view.context).into_iter();
    let variable = variables.find(|one| {
        one.validators.iter().chain(&one.judges).any(|it| it.path == *text.path && it.range == read.range)
    })?;
    Some((variable, range))
}

/// Where the name of a read stands within its call, without the quotation marks.
fn name_of(text: &str, read: &ReadCall) -> Option<Range> {
    let lines = LineIndex::new(text);
    let start = lines.offset(read.range.start);
    let name = read.name.as_ref()?;
    let at = start + text.get(start..lines.offset(read.range.end))?.rfind(&format!("\"{name}\""))? + 1;
    Some(lines.range(at..at + name.len()))
}

/// The names in some reads.
pub(super) fn reads(view: &View<'_>, of: &[Bounds]) -> Vec<Target> {
    let target = |bounds: &Bounds| {
        let facts = view.context.folder.facts(&bounds.path);
        let read = facts.as_ref().and_then(|facts| facts.reads.iter().find(|read| read.range == bounds.range));
        let text = view.context.folder.text(&bounds.path);
        let range = read.zip(text).and_then(|(read, text)| name_of(&text, read)).unwrap_or(bounds.range);
        Target { path: bounds.path.clone(), range }
    };
    of.iter().map(target).collect()
}

/// Everything that speaks of a variable.
pub(super) fn uses(view: &View<'_>, variable: &Variable) -> Vec<Target> {
    let mut found: Vec<Target> = Vec::new();
    found.extend(variable.statement.iter().map(|one| Target { path: one.path.clone(), range: one.range }));
    found.extend(reads(view, &variable.validators));
    found.extend(reads(view, &variable.judges));
    let key = OptionKey::Name(variable.name.clone());
    let programs = view.context.problem.programs.iter_enumerated();
    let generators = programs.filter(|(_, program)| program.role == Role::Generator);
    found.extend(generators.flat_map(|(generator, _)| super::reads(view, generator, &key)));
    found
}
