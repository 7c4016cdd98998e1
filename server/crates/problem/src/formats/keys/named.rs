//! What a manifest names, with its places: files of the folder and generators.

use std::collections::{BTreeMap, BTreeSet};

use super::{Files, Shape, Value, shape_of};
use crate::{
    folder::Folder,
    formats::{json, rbx, toml, yaml},
    model::{Format, Problem, ProgramIdx, Role},
    path::RelPath,
    text::{Position, Range},
};

/// A file that a manifest names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedFile {
    /// Where its name stands, without quotes.
    pub range: Range,
    /// The file.
    pub path: RelPath,
}

/// The files that a text of a problem names, in its order; none where it is not known what may stand in it.
pub fn named_files(folder: &dyn Folder, problem: &Problem, path: &RelPath, text: &str) -> Vec<NamedFile> {
    let Some(shape) = shape_of(problem, path) else { return Vec::new() };
    let document = parse(path, text);
    let mut reader = Reader { folder, path, found: Vec::new() };
    reader.read(&document.root, shape);
    reader.found.sort_by_key(|one| one.range);
    reader.found
}

/// The groups that a text of a problem names, and where, without quotes; none where it is not known what may stand in it.
pub fn named_groups(problem: &Problem, path: &RelPath, text: &str) -> Vec<(Range, String)> {
    let Some(shape) = shape_of(problem, path) else { return Vec::new() };
    let document = parse(path, text);
    let mut found = Vec::new();
    // What is not looked at yet, with what may stand there.
    let mut open = vec![(&document.root, shape)];
    while let Some((node, shape)) = open.pop() {
        match &node.value {
            yaml::Value::Null => {}
            yaml::Value::Scalar(text) => {
                let of_item = shape.items.map_or(Value::None, |items| items.value);
                if [shape.value, of_item].contains(&Value::Group) {
                    found.push((without_quotes(node.range, text), text.clone()));
                }
            }
            yaml::Value::List(items) => {
                open.extend(shape.items.into_iter().flat_map(|shape| items.iter().map(move |item| (item, shape))));
            }
            yaml::Value::Map(entries) => {
                for entry in entries {
                    let is_known = shape.key(&entry.key).is_some();
                    if shape.others.is_some_and(|others| others.names == Value::Group) && !is_known {
                        found.push((without_quotes(entry.key_range, &entry.key), entry.key.clone()));
                    }
                    open.extend(shape.behind(&entry.key).map(|shape| (&entry.value, shape)));
                }
            }
        }
    }
    found.sort_by_key(|(range, _)| *range);
    found
}

fn parse(path: &RelPath, text: &str) -> yaml::Document {
    match path.extension().as_str() {
        "json" => json::parse(text),
        "toml" => toml::parse(text),
        _ => yaml::Document::parse(text),
    }
}

struct Reader<'a> {
    folder: &'a dyn Folder,
    path: &'a RelPath,
    found: Vec<NamedFile>,
}

impl Reader<'_> {
    fn read(&mut self, node: &yaml::Node, shape: &'static Shape) {
        match &node.value {
            yaml::Value::Null => {}
            yaml::Value::Scalar(text) => {
                // A list of one may be written without its brackets.
                let of_item = shape.items.map_or(Value::None, |items| items.value);
                let values = [shape.value, of_item];
                let files = values.into_iter().find_map(|value| match value {
                    Value::File(files) => Some(files),
                    _ => None,
                });
                self.add(text, node.range, files);
            }
            yaml::Value::List(items) => {
                let of_item = shape.items.into_iter();
                of_item.for_each(|shape| items.iter().for_each(|item| self.read(item, shape)));
            }
            yaml::Value::Map(entries) => {
                for entry in entries {
                    let is_known = shape.key(&entry.key).is_some();
                    let files = shape.others.filter(|_| !is_known).and_then(|others| match others.names {
                        Value::File(files) => Some(files),
                        _ => None,
                    });
                    self.add(&entry.key, entry.key_range, files);
                    shape.behind(&entry.key).into_iter().for_each(|shape| self.read(&entry.value, shape));
                }
            }
        }
    }

    fn add(&mut self, written: &str, range: Range, files: Option<Files>) {
        let Some(path) = files.and_then(|files| files.find(self.folder, self.path, written)) else { return };
        self.found.push(NamedFile { range: without_quotes(range, written), path });
    }
}

/// The place of a text without the quotes around it, which make it longer by two.
fn without_quotes(Range { start, end }: Range, written: &str) -> Range {
    let length = u32::try_from(written.encode_utf16().count()).unwrap_or(u32::MAX);
    let is_quoted = start.line == end.line && end.character.checked_sub(start.character) == length.checked_add(2);
    let by = u32::from(is_quoted);
    let at = |line, character| Position { line, character };
    Range { start: at(start.line, start.character + by), end: at(end.line, end.character - by) }
}

/// The generators of a problem by what its manifest calls them: in packages of rbx they have names of their own.
pub fn named_generators(folder: &dyn Folder, problem: &Problem) -> BTreeMap<String, ProgramIdx> {
    if problem.format == Format::Rbx {
        let named = rbx::generator_names(folder).into_iter();
        let mut names: BTreeMap<String, ProgramIdx> =
            named.filter_map(|(name, path)| Some((name, problem.program_at(&path)?))).collect();
        // Those that are not listed are called by their paths.
        let listed: BTreeSet<ProgramIdx> = names.values().copied().collect();
        let generators = problem.programs.iter_enumerated().filter(|(_, program)| program.role == Role::Generator);
        let others = generators.filter(|(idx, _)| !listed.contains(idx));
        names.extend(others.map(|(idx, program)| (program.path.to_string(), idx)));
        return names;
    }
    problem.generators_by_name().into_iter().map(|(name, idx)| (name.to_owned(), idx)).collect()
}
