//! Files of a plain folder that look like parts of tests and are used by none.
//!
//! Invariant: files of the same kind in the same directory are one finding, at the first of them. Only what the names
//! give away counts: a false alarm is worse than a file that is not told.

use std::collections::{BTreeMap, BTreeSet};

use crate::{
    finding::{Code, Finding, Severity},
    formats::wording::{
        Stem, roles,
        test_names::{has_digit, input_name, is_number, neutral_stem, output_key},
    },
    model::{InputSource, Test},
    path::RelPath,
    script::TestIndex,
    words::first_of,
};

use super::{
    Context,
    names::{Form, Names, reading},
    natural::natural_key,
    test_files::{FolderTests, Purpose, purpose},
};

/// What may be left over.
pub(super) struct Unused<'a> {
    kinds: BTreeMap<(Kind, RelPath), Vec<&'a RelPath>>,
    archives: Vec<&'a RelPath>,
    /// The archives that were opened.
    opened: BTreeSet<RelPath>,
    /// There are tests that are files.
    has_files: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    /// An answer, as far as the files go without an input.
    Answer,
    /// What may be an input.
    Input,
    /// A pair of files where no tests are looked for.
    Pair,
}

/// Extensions of archives and of packed files.
const PACKED: [&str; 10] = ["zip", "tar", "tgz", "gz", "bz2", "tbz2", "xz", "7z", "rar", "zst"];

impl<'a> Unused<'a> {
    /// Finds the files that neither names nor settings make a part of a test.
    pub(super) fn new(
        context: &Context<'a>,
        names: &Names<'_>,
        tests: &FolderTests,
        mut used: BTreeSet<RelPath>,
    ) -> Unused<'a> {
        for input in &tests.inputs {
            used.insert(input.path.clone());
            used.extend(input.answer.clone());
        }
        let stems: BTreeMap<(RelPath, &str), bool> = tests
            .inputs
            .iter()
            .map(|input| ((input.path.parent(), input.stem.as_str()), input.answer.is_some()))
            .collect();
        let opened = context.folder.files().iter().filter_map(|file| file.path.archive()).collect();
        let has_files = !tests.inputs.is_empty();
        let mut unused = Unused { kinds: BTreeMap::new(), archives: Vec::new(), opened, has_files };
        let broken: Vec<&RelPath> = context.folder.left_out().iter().filter_map(|one| one.path.as_ref()).collect();
        for path in context.folder.files().iter().map(|file| &file.path) {
            if used.contains(path) || context.is_ignored(path) || path.file_name().starts_with('.') {
                continue;
            }
            if is_archive_of_tests(path) && !broken.contains(&path) {
                unused.archives.push(path);
            } else if let Some(kind) = kind(names, path, &stems) {
                unused.kinds.entry((kind, path.parent())).or_default().push(path);
            }
        }
        unused
    }

    /// Adds the findings about what is left over, but for the answers of tests that a script makes.
    pub(super) fn tell(self, tests: &[Test], findings: &mut Vec<Finding>) {
        let made = tests.iter().filter(|test| !matches!(test.input, InputSource::File(_)));
        let ids: BTreeSet<&str> = made.map(|test| test.id.as_str()).collect();
        let indices: BTreeSet<TestIndex> = ids.iter().filter_map(|id| id.parse().ok()).collect();
        let is_of_script = |path: &RelPath| {
            let key = key_of_answer(path);
            ids.contains(key.as_str()) || key.parse().is_ok_and(|index| indices.contains(&index))
        };
        for ((kind, _), mut files) in self.kinds {
            files.retain(|path| kind != Kind::Answer || !is_of_script(path));
            files.sort_by_cached_key(|path| natural_key(path.as_str()));
            findings.extend(files.first().map(|first| finding(kind, first, files.len() - 1)));
        }
        let has_tests = !tests.is_empty();
        let told = self.archives.iter().filter(|_| !self.has_files);
        findings.extend(told.map(|path| archive(path, has_tests, self.opened.contains(*path))));
    }
}

fn kind(names: &Names<'_>, path: &RelPath, stems: &BTreeMap<(RelPath, &str), bool>) -> Option<Kind> {
    let directory = path.parent();
    let is_test = matches!(purpose(path), Some(Purpose::Test { built: false }));
    if is_lone_answer(path, is_test, stems) {
        return Some(Kind::Answer);
    }
    if is_test && !directory.is_root() {
        let is_known = |stem: &str| stems.get(&(directory.clone(), stem)).copied().unwrap_or(false);
        return may_be_input(path).filter(|stem| !is_known(stem)).map(|_| Kind::Input);
    }
    let is_elsewhere = !directory.is_root()
        && !directory.parts().any(|part| {
            roles::is_no_part(part)
                || roles::is_test_folder(part)
                || roles::is_solution_folder(part)
                || matches!(part, "out" | "output" | "outputs")
        });
    let reading = is_elsewhere.then(|| reading(names, path)).flatten()?;
    (reading.form == Form::Extension && reading.answer.is_some()).then_some(Kind::Pair)
}

/// Whether a file in a test folder, or in the directory of outputs beside one of inputs, is an answer that no input there
/// has.
fn is_lone_answer(path: &RelPath, is_test: bool, stems: &BTreeMap<(RelPath, &str), bool>) -> bool {
    let Some(inputs) = directory_of_inputs(&path.parent(), is_test, stems) else { return false };
    let key = key_of_answer(path);
    let by_name = || output_key(path.file_name()).is_some();
    let is_same_name = || inputs != path.parent() && neutral_stem(path.file_name()).is_some();
    let has_number = has_digit(&key) && path.file_name() != "a.out";
    has_number && (by_name() || is_same_name()) && !stems.contains_key(&(inputs, key.as_str()))
}

/// Where the inputs of a directory's answers are.
fn directory_of_inputs(directory: &RelPath, is_test: bool, stems: &BTreeMap<(RelPath, &str), bool>) -> Option<RelPath> {
    if is_test {
        return Some(directory.clone());
    }
    let parts: Vec<&str> = directory.parts().collect();
    let of_inputs = |name: &&str| {
        let at = parts.iter().rposition(|part| roles::output_folders(name).contains(&part.to_lowercase().as_str()))?;
        let mut parts = parts.clone();
        parts[at] = name;
        let inputs = RelPath::parse(&parts.join("/"))?;
        let first = stems.range((inputs.clone(), "")..).next();
        first.is_some_and(|((directory, _), _)| *directory == inputs).then_some(inputs)
    };
    ["in", "input", "inputs"].iter().find_map(of_inputs)
}

fn key_of_answer(path: &RelPath) -> String {
    let name = path.file_name();
    match output_key(name) {
        Some(key) if key.is_empty() => path.parent().file_name().to_owned(),
        Some(key) => key,
        None => neutral_stem(name).unwrap_or(name).to_owned(),
    }
}

/// The test that a file in a test folder may be the input of, though nothing tells that it is.
fn may_be_input(path: &RelPath) -> Option<String> {
    const USUAL: [&str; 11] =
        ["test", "case", "testcase", "sample", "example", "data", "min", "max", "small", "big", "random"];
    let name = path.file_name();
    let stem = neutral_stem(name).filter(|_| output_key(name).is_none())?;
    if let Some(input) = input_name(name) {
        return has_digit(&input.key).then_some(input.key);
    }
    // Without an extension, programs are called so, too.
    let is_file_of_data = stem != name;
    let is_named = is_file_of_data && has_digit(stem) && USUAL.contains(&Stem::new(stem).first());
    (is_number(stem) || is_named).then(|| stem.to_owned())
}

/// Whether something is packed in a place, or under a name, of tests.
pub(super) fn is_archive_of_tests(path: &RelPath) -> bool {
    let is_packed = PACKED.contains(&path.extension().as_str());
    let name = path.stem().trim_end_matches(".tar");
    let directory = path.parent();
    let is_named = directory.is_root() && roles::is_test_folder(name);
    let is_placed = directory.parts().next().is_some_and(roles::is_test_folder);
    is_packed && (is_named || is_placed)
}

fn finding(kind: Kind, first: &RelPath, n_more: usize) -> Finding {
    let what = first_of(first, n_more + 1);
    let is_one = n_more == 0;
    let left_out = if is_one { "it is left out" } else { "they are left out" };
    let (said, cure, severity) = match kind {
        Kind::Answer if is_one => ("is named like an answer and has no input", ADD, Severity::Warning),
        Kind::Answer => ("are named like answers and have no inputs", ADD, Severity::Warning),
        Kind::Input if is_one => ("may be an input, though nothing says that it is", NAME, Severity::Information),
        Kind::Input => ("may be inputs, though nothing says that they are", NAME, Severity::Information),
        Kind::Pair if is_one => ("is named like a test, but lies in no folder for tests", MOVE, Severity::Information),
        Kind::Pair => ("are named like tests, but lie in no folder for tests", MOVE, Severity::Information),
    };
    Finding::of_file(Code::FileLeftOut, first, format!("{what} {said}, so {left_out}; {cure}")).with_severity(severity)
}

const ADD: &str = "add what is missing, or remove the rest";
const NAME: &str = "use a name such as `1.in`, or `tests` in touchstone.toml";
const MOVE: &str = "move that into the folder `tests`, or use `tests` in touchstone.toml";

/// What is packed is told where it is all there is; beside tests that are files it most likely holds the same.
fn archive(path: &RelPath, has_tests: bool, is_opened: bool) -> Finding {
    let why = if is_opened { "no file in it has the name of an input" } else { "only zip archives are unpacked here" };
    let message = format!("{path} holds no tests that can be used, since {why}; unpack it into the folder `tests`");
    let severity = if has_tests { Severity::Information } else { Severity::Warning };
    Finding::of_file(Code::FileLeftOut, path, message).with_severity(severity)
}
