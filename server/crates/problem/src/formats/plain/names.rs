//! Which files are inputs of tests by their names, and where their answers are.
//!
//! Invariant: an answer is a file that is there and whose name follows from the name of its input, in any letter case;
//! what is named like an output is never an input.

use std::collections::BTreeMap;

use crate::{
    folder::Folder,
    formats::wording::{
        roles,
        test_names::{ANSWERS, has_digit, input_name, is_number, neutral_stem, output_key},
    },
    path::RelPath,
};

/// The files of a folder, to be found in any letter case.
pub(super) struct Names<'a> {
    folder: &'a dyn Folder,
    lower: BTreeMap<String, Vec<&'a RelPath>>,
}

impl<'a> Names<'a> {
    pub(super) fn of(folder: &'a dyn Folder) -> Names<'a> {
        let mut lower: BTreeMap<String, Vec<&RelPath>> = BTreeMap::new();
        for entry in folder.files() {
            lower.entry(entry.path.as_str().to_lowercase()).or_default().push(&entry.path);
        }
        Names { folder, lower }
    }

    /// The file of this path; where there is none, the only one that differs in letter case alone.
    fn find(&self, path: &RelPath) -> Option<RelPath> {
        if self.folder.has(path) {
            return Some(path.clone());
        }
        match self.lower.get(&path.as_str().to_lowercase()).map(Vec::as_slice) {
            Some([only]) => Some((*only).clone()),
            Some(_) | None => None,
        }
    }

    fn first_of(&self, paths: impl IntoIterator<Item = RelPath>, input: &RelPath) -> Option<RelPath> {
        paths.into_iter().filter_map(|path| self.find(&path)).find(|path| path != input)
    }
}

/// A file as the input of a test.
#[derive(Clone, Debug)]
pub(super) struct Reading {
    /// What people call the test: `12` for `12.in`, for `input.12` and for `12/in`.
    pub(super) stem: String,
    /// The directory, where the whole of it is the test.
    pub(super) directory: Option<RelPath>,
    pub(super) answer: Option<RelPath>,
    /// Its name alone says that it is an input.
    pub(super) is_clear: bool,
    /// How its name says so.
    pub(super) form: Form,
}

/// The form of an input's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// `1.in`.
    Extension,
    /// `input1.txt`, `1/in`.
    Word,
    /// `01`, and `01.txt` in a directory of inputs or with `01.ans`.
    Bare,
}

/// Reads a file's name, whatever directory it lies in; `None` when it is no input's.
pub(super) fn reading(names: &Names<'_>, path: &RelPath) -> Option<Reading> {
    if path.file_name().starts_with('.') {
        return None;
    }
    usual(names, path).or_else(|| worded(names, path)).or_else(|| bare(names, path))
}

/// `1.in`, `01`, `hand` with `hand.a`, `input.1`, and numbers in a directory of inputs.
fn usual(names: &Names<'_>, path: &RelPath) -> Option<Reading> {
    let name = path.file_name();
    let (stem, form) = match path.extension().as_str() {
        "in" | "inp" => (path.stem().to_owned(), Form::Extension),
        "txt" if roles::is_input_folder(path.parent().file_name()) => {
            let number = path.stem().trim_start_matches("input");
            (number.to_owned(), Form::Bare)
        }
        "" => {
            let has_answer = || ["a", "ans"].iter().any(|end| names.find(&beside(path, name, end)).is_some());
            (is_number(name) || has_answer()).then(|| (name.to_owned(), Form::Bare))?
        }
        // Rake copies `7.hand` to `7`.
        "hand" if names.find(&path.with_file_name(path.stem())).is_none() => (path.stem().to_owned(), Form::Bare),
        number if is_number(number) && path.stem() == "input" => (number.to_owned(), Form::Word),
        _ => return None,
    };
    if form == Form::Bare && (path.extension() == "txt" && !is_number(&stem) || output_key(name).is_some()) {
        return None;
    }
    let answer = names.first_of(answers(path, &stem), path);
    Some(Reading { stem, directory: None, answer, is_clear: true, form })
}

/// `input1.txt`, `1_in`, `x.in1`; a name of nothing but the word is about its directory.
fn worded(names: &Names<'_>, path: &RelPath) -> Option<Reading> {
    let name = path.file_name();
    let input = input_name(name).filter(|_| output_key(name).is_none())?;
    let directory = Some(path.parent()).filter(|directory| input.key.is_empty() && !directory.is_root());
    let stem = match &directory {
        Some(directory) => directory.file_name().to_owned(),
        None => input.key,
    };
    // `in` with `out.txt`, and `input.txt` with `output`.
    let bare = |name: &String| neutral_stem(name).map(str::to_owned);
    let more = input.outputs.iter().filter_map(bare).flat_map(|base| [format!("{base}.txt"), base]);
    let outputs: Vec<String> = input.outputs.iter().cloned().chain(more).collect();
    let answer = names.first_of(at_places(path, &outputs), path);
    let is_clear = has_digit(&stem) || directory.is_some();
    Some(Reading { stem, directory, answer, is_clear, form: Form::Word })
}

/// `NAME.txt` with `NAME.ans`, and files of the same name in a directory of inputs and in one of outputs.
fn bare(names: &Names<'_>, path: &RelPath) -> Option<Reading> {
    let name = path.file_name();
    let stem = neutral_stem(name).filter(|_| output_key(name).is_none())?;
    let ends = ANSWERS.iter().filter(|end| stem != name || matches!(**end, "a" | "ans"));
    let near: Vec<RelPath> = ends.map(|end| beside(path, stem, end)).collect();
    let there = elsewhere(path).into_iter().flat_map(|directory| {
        let ends = ANSWERS.iter().map(|end| format!("{stem}.{end}"));
        let same = [name.to_owned(), stem.to_owned(), format!("{stem}.txt")];
        same.into_iter().chain(ends).filter_map(move |name| directory.join(&name)).collect::<Vec<_>>()
    });
    let answer = names.first_of(near.into_iter().chain(there), path)?;
    Some(Reading { stem: stem.to_owned(), directory: None, answer: Some(answer), is_clear: false, form: Form::Bare })
}

fn beside(path: &RelPath, stem: &str, extension: &str) -> RelPath {
    path.with_file_name(&format!("{stem}.{extension}"))
}

/// Where the answer of an input with a usual name may be: beside it, or in the sibling of a folder `in` or `input`.
fn answers(path: &RelPath, stem: &str) -> Vec<RelPath> {
    let name = path.file_name();
    let (first, more) = ANSWERS.split_at(3);
    let with = |base: &str, ends: &[&str]| ends.iter().map(|end| format!("{base}.{end}")).collect::<Vec<_>>();
    let mut outputs = with(path.stem(), first);
    outputs.extend(with(name, first));
    outputs.extend([format!("output.{stem}"), format!("answer.{stem}"), format!("out.{stem}"), format!("ans.{stem}")]);
    outputs.extend(with(path.stem(), more));
    // `input1.in` with `output1.out`.
    let worded = input_name(path.stem()).map(|input| input.outputs).unwrap_or_default();
    outputs.extend(worded.iter().flat_map(|output| with(output, first)));
    if roles::is_input_folder(path.parent().file_name()) {
        outputs.extend([name.to_owned(), name.replace("input", "output")]);
    }
    at_places(path, &outputs)
}

/// The paths of files beside an input, and then in the directories of outputs.
fn at_places(path: &RelPath, names: &[String]) -> Vec<RelPath> {
    let beside = names.iter().map(|name| path.with_file_name(name));
    let there = elsewhere(path)
        .into_iter()
        .flat_map(|directory| names.iter().filter_map(|name| directory.join(name)).collect::<Vec<_>>());
    beside.chain(there).collect()
}

/// The directories in which the output lies when the inputs have one of their own: `out/easy` for `in/easy`.
fn elsewhere(path: &RelPath) -> Vec<RelPath> {
    let directory = path.parent();
    let parts: Vec<&str> = directory.parts().collect();
    let Some(at) = parts.iter().rposition(|part| roles::is_input_folder(part)) else { return Vec::new() };
    let with = |outputs: &&str| {
        let mut parts = parts.clone();
        parts[at] = outputs;
        RelPath::parse(&parts.join("/"))
    };
    roles::output_folders(parts[at]).iter().filter_map(with).collect()
}
