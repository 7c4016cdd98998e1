//! `gen/data`: which tests there are, in which subtasks, and what makes them.

use std::collections::BTreeMap;

use super::{
    at, broken,
    keys::{DATA, DIRECTIVES},
};
use crate::{
    finding::{Code, Finding},
    folder::Folder,
    path::RelPath,
    settings::suggest::nearest,
    text::{Lines, Place, Range},
};

/// What it says, line by line.
#[derive(Default)]
pub(super) struct GenData {
    pub(super) sections: Vec<Section>,
    pub(super) lines: Vec<TestLine>,
}

/// A subtask, or a set of tests that subtasks include.
pub(super) struct Section {
    pub(super) name: String,
    pub(super) is_subtask: bool,
    /// Sections whose tests belong to it too, those that these include among them.
    pub(super) includes: Vec<usize>,
    /// Validators that are named here, each with its place.
    pub(super) validators: Vec<(String, Place)>,
    pub(super) place: Place,
}

/// A line that makes a test.
pub(super) struct TestLine {
    /// The section it stands in.
    pub(super) section: usize,
    pub(super) maker: Maker,
    /// The whole line.
    pub(super) text: String,
    pub(super) place: Place,
}

/// What makes a test.
pub(super) enum Maker {
    /// A file of `gen/manual`.
    Manual(String),
    /// A file of the folder.
    Copy(String),
    /// A command.
    Command,
}

impl GenData {
    /// Reads the file; what is wrong in it is a finding at its line.
    pub(super) fn read(folder: &dyn Folder, findings: &mut Vec<Finding>) -> GenData {
        let path = at(DATA);
        let Some(text) = folder.text(&path) else {
            let message = "there is no gen/data, so there are no tests; write it";
            findings.push(Finding::of_folder(Code::ManifestStale, message));
            return GenData::default();
        };
        let mut reader = Reader { path, data: GenData::default(), includes: Vec::new(), findings };
        let lines = Lines::new(&text);
        for (number, line) in text.lines().enumerate() {
            let Some(start) = lines.start(number) else { continue };
            let lead = line.len() - line.trim_start().len();
            let written = line.trim();
            if !written.is_empty() && !written.starts_with('#') {
                reader.line(written, lines.range(start + lead..start + lead + written.len()));
            }
        }
        reader.finish()
    }

    /// The subtasks that a section's tests count in, its own first.
    pub(super) fn subtasks_of(&self, section: usize) -> impl Iterator<Item = usize> {
        let own = std::iter::once(section).filter(|&one| self.sections[one].is_subtask);
        let including =
            self.sections.iter().enumerate().filter(move |(_, one)| one.is_subtask && one.includes.contains(&section));
        own.chain(including.map(|(idx, _)| idx).filter(move |&idx| idx != section))
    }

    /// The subtask of a name.
    pub(super) fn subtask(&self, name: &str) -> Option<usize> {
        self.sections.iter().position(|section| section.is_subtask && section.name == name)
    }
}

struct Reader<'a> {
    path: RelPath,
    data: GenData,
    /// What each section includes, as written.
    includes: Vec<Vec<(String, Range)>>,
    findings: &'a mut Vec<Finding>,
}

impl Reader<'_> {
    fn line(&mut self, written: &str, range: Range) {
        let (word, rest) = written.split_once(char::is_whitespace).unwrap_or((written, ""));
        let rest = rest.trim();
        match word {
            "@subtask" | "@testset" => self.section(rest, word == "@subtask", range),
            "@include" => match self.includes.last_mut() {
                Some(includes) => includes.extend(rest.split_whitespace().map(|name| (name.to_owned(), range))),
                None => self.outside("@include", range),
            },
            "@validator" => {
                let place = Place { path: self.path.clone(), range };
                match self.data.sections.last_mut() {
                    Some(section) => section.validators.push((rest.to_owned(), place)),
                    None => self.outside("@validator", range),
                }
            }
            _ if word.starts_with('@') => {
                let words = DIRECTIVES.iter().map(|key| key.name).filter(|name| name.starts_with('@'));
                let meant = nearest(word, words).map(|meant| format!("; did you mean `{meant}`?")).unwrap_or_default();
                self.findings.push(broken(&self.path, range, format!("`{word}` has no meaning here{meant}")));
            }
            _ => self.test(word, rest, written, range),
        }
    }

    fn section(&mut self, name: &str, is_subtask: bool, range: Range) {
        if name.is_empty() {
            self.findings.push(broken(&self.path, range, "the name is missing; write it behind the word"));
        }
        if self.data.sections.iter().any(|section| section.name == name) {
            let message = format!(
                "there is already a section `{name}`, which is meant where it is included; choose another name"
            );
            self.findings.push(broken(&self.path, range, message));
        }
        let place = Place { path: self.path.clone(), range };
        let section =
            Section { name: name.to_owned(), is_subtask, includes: Vec::new(), validators: Vec::new(), place };
        self.data.sections.push(section);
        self.includes.push(Vec::new());
    }

    fn outside(&mut self, word: &str, range: Range) {
        let message =
            format!("`{word}` stands before the first section, so it has no effect; put it below a `@subtask`");
        self.findings.push(broken(&self.path, range, message));
    }

    fn test(&mut self, word: &str, rest: &str, written: &str, range: Range) {
        if self.data.sections.is_empty() {
            let message = "this line stands before the first section, so its test is in no subtask and left out; put it below a `@subtask`";
            self.findings.push(broken(&self.path, range, message));
            return;
        }
        let maker = match word {
            "manual" => Maker::Manual(rest.to_owned()),
            "copy" => Maker::Copy(rest.to_owned()),
            _ => Maker::Command,
        };
        let place = Place { path: self.path.clone(), range };
        let section = self.data.sections.len() - 1;
        self.data.lines.push(TestLine { section, maker, text: written.to_owned(), place });
    }

    /// Follows what sections include, however deep.
    fn finish(mut self) -> GenData {
        let mut names: BTreeMap<&str, usize> = BTreeMap::new();
        for (idx, section) in self.data.sections.iter().enumerate() {
            names.entry(&section.name).or_insert(idx);
        }
        let mut direct: Vec<Vec<usize>> = vec![Vec::new(); self.includes.len()];
        for (section, includes) in self.includes.iter().enumerate() {
            for (name, range) in includes {
                match names.get(name.as_str()) {
                    Some(&idx) => direct[section].push(idx),
                    None => {
                        let meant = nearest(name, names.keys().copied());
                        let meant = meant.map(|meant| format!("; did you mean `{meant}`?")).unwrap_or_default();
                        let message = format!("there is no section `{name}` to include{meant}");
                        self.findings.push(broken(&self.path, *range, message));
                    }
                }
            }
        }
        for section in 0..direct.len() {
            let (mut found, mut unseen) = (Vec::new(), direct[section].clone());
            while let Some(one) = unseen.pop() {
                if one != section && !found.contains(&one) {
                    found.push(one);
                    unseen.extend(&direct[one]);
                }
            }
            found.sort_unstable();
            self.data.sections[section].includes = found;
        }
        self.data
    }
}
