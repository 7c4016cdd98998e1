//! Variables of the input: where validators read them, where judges read them again, where the statement bounds them, and
//! the options that generators call like them.
//!
//! A variable is looked for only where the name of a read stands, or in the statement: what is code is clangd's.

use std::collections::{BTreeMap, HashMap, HashSet};

use problem::{
    bounds::{Bounds, Variable, base_span, places},
    facts::{OptionKey, ReadCall},
    model::Role,
    path::RelPath,
    text::{LineIndex, Position, Range},
};

use super::Target;
use crate::{Edit, FileEdit, Text, View};

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
    let range = name_of(&LineIndex::new(text.text), text.text, read).filter(|range| holds(*range))?;
    let mut variables = places(&view.context).into_iter();
    let variable = variables.find(|one| {
        one.validators.iter().chain(&one.judges).any(|it| it.path == *text.path && it.range == read.range)
    })?;
    Some((variable, range))
}

/// Where the name of a read stands within its call, without the quotation marks.
fn name_of(lines: &LineIndex<'_>, text: &str, read: &ReadCall) -> Option<Range> {
    let start = lines.offset(read.range.start);
    let name = read.name.as_ref()?;
    let at = start + text.get(start..lines.offset(read.range.end))?.rfind(&format!("\"{name}\""))? + 1;
    Some(lines.range(at..at + name.len()))
}

/// The names in some reads, file by file.
pub(super) fn reads(view: &View<'_>, of: &[Bounds]) -> Vec<Target> {
    let mut by_file: BTreeMap<&RelPath, Vec<&Bounds>> = BTreeMap::new();
    for bounds in of {
        by_file.entry(&bounds.path).or_default().push(bounds);
    }
    let mut found = Vec::new();
    for (path, of) in by_file {
        let text = view.context.folder.text(path).unwrap_or_default();
        let (lines, facts) = (LineIndex::new(&text), view.context.folder.facts(path));
        let reads: HashMap<Range, &ReadCall> =
            facts.iter().flat_map(|facts| &facts.reads).map(|read| (read.range, read)).collect();
        found.extend(of.into_iter().map(|bounds| {
            let name = reads.get(&bounds.range).and_then(|read| name_of(&lines, &text, read));
            Target { path: path.clone(), range: name.unwrap_or(bounds.range) }
        }));
    }
    found
}

/// The edits that give a variable another name in every read of validators, checker and interactor; an index stays. An error
/// says why it cannot be called so.
pub(super) fn renamed(view: &View<'_>, variable: &Variable, new: &str) -> Result<Vec<FileEdit>, String> {
    let is_word = |character: char| character.is_ascii_alphanumeric() || character == '_';
    if !new.starts_with(|first: char| first.is_ascii_alphabetic()) || !new.chars().all(is_word) || new.ends_with('_') {
        return Err("the name of a variable is a letter and then letters, digits or `_` between them".to_owned());
    }
    let problem = view.context.problem;
    let is_judge = |role: Role| matches!(role, Role::Validator | Role::Checker | Role::Interactor);
    let mut paths: Vec<&RelPath> =
        problem.programs.iter().filter(|program| is_judge(program.role)).flat_map(|program| &program.sources).collect();
    paths.sort();
    paths.dedup();
    let known: HashSet<(&RelPath, Range)> =
        variable.validators.iter().chain(&variable.judges).map(|bounds| (&bounds.path, bounds.range)).collect();
    let mut files = Vec::new();
    for path in paths {
        let (Some(facts), Some(text)) = (view.context.folder.facts(path), view.context.folder.text(path)) else {
            continue;
        };
        let lines = LineIndex::new(&text);
        let of_input = || facts.reads.iter().filter(|read| read.is_of_input());
        let is_it = |name: &str, read: &ReadCall| {
            let is_called_so = base_span(name).is_some_and(|span| name[span] == variable.name);
            own_span(name, variable).is_some() && (is_called_so || known.contains(&(path, read.range)))
        };
        // What the statement alone names is read nowhere, and may be what this one was meant to be called.
        let is_taken = |name: &String, read: &ReadCall| {
            base_span(name).is_some_and(|span| name[span] == *new) && !is_it(name, read)
        };
        if of_input().any(|read| read.name.as_ref().is_some_and(|name| is_taken(name, read))) {
            return Err(format!("there is a variable `{new}` already"));
        }
        let edits = of_input().filter_map(|read| {
            let name = read.name.as_ref()?;
            let span = own_span(name, variable)?;
            let is_it = is_it(name, read);
            let start = lines.offset(name_of(&lines, &text, read).filter(|_| is_it)?.start);
            let range = lines.range(start + span.start..start + span.end);
            Some(Edit { range, text: new.to_owned() })
        });
        let edits: Vec<Edit> = edits.collect();
        if !edits.is_empty() {
            files.push(FileEdit { path: path.clone(), edits });
        }
    }
    Ok(files)
}

/// Where a name of a read has that of the variable; `a_i` is `a` with an index. One that is called otherwise, and only counted
/// among its places, as `x_2` may be beside `x_1`, keeps its name.
fn own_span(name: &str, variable: &Variable) -> Option<std::ops::Range<usize>> {
    let span = base_span(name)?;
    let rest = name[span.clone()].strip_prefix(&variable.name)?;
    (rest.is_empty() || rest.starts_with('_')).then(|| span.start..span.start + variable.name.len())
}

/// The name that is renamed at a place: that of the variable, without an index. Nothing in the statement, where it stands
/// in sentences and formulas that nobody can tell apart from other words.
pub(super) fn name_at(view: &View<'_>, text: &Text<'_>, at: Position) -> Option<(String, Range)> {
    view.program_at(text.path)?;
    let (variable, range) = self::at(view, text, at)?;
    let lines = LineIndex::new(text.text);
    let start = lines.offset(range.start);
    let name = text.text.get(start..lines.offset(range.end))?;
    let span = own_span(name, &variable)?;
    Some((name[span.clone()].to_owned(), lines.range(start + span.start..start + span.end)))
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
