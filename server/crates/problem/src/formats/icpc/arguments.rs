//! Arguments for validators: `testdata.yaml` and `test_group.yaml` of a group, inherited key by key by what lies
//! deeper, and the `.yaml` file of a single test.

use std::collections::BTreeMap;

use checkers::kattis::KattisFlags;

use super::{keys, manifest::Manifest};
use crate::{
    finding::{Code, Finding},
    folder::Folder,
    formats::yaml::{Complaint, Document, Node, Value, accept},
    path::RelPath,
    text::{Place, Range},
};

/// Arguments of one test, or of the tests of a group that state none of their own.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct CaseArguments {
    /// For every input validator.
    pub(super) validator: Vec<String>,
    /// For the output validator, those of the manifest first.
    pub(super) checker: Vec<String>,
}

impl CaseArguments {
    /// The flags of the default validation; words it does not know were complained about where they stand.
    pub(super) fn default_flags(&self) -> KattisFlags {
        KattisFlags::parse(&self.checker).unwrap_or_default()
    }
}

/// Reads the files, each group's once.
pub(super) struct ArgumentReader<'a> {
    folder: &'a dyn Folder,
    manifest: &'a Manifest,
    /// Names of the input validators.
    validators: Vec<String>,
    /// Whether outputs are compared by the default validation, which knows only certain arguments.
    default_validation: bool,
    groups: BTreeMap<RelPath, CaseArguments>,
    has_warned_about_args: bool,
}

impl<'a> ArgumentReader<'a> {
    /// A reader that has read only the manifest.
    pub(super) fn new(
        folder: &'a dyn Folder,
        manifest: &'a Manifest,
        validators: Vec<String>,
        default_validation: bool,
    ) -> ArgumentReader<'a> {
        ArgumentReader {
            folder,
            manifest,
            validators,
            default_validation,
            groups: BTreeMap::new(),
            has_warned_about_args: false,
        }
    }

    /// The arguments of a group's directory.
    pub(super) fn of_group(&mut self, directory: &RelPath, findings: &mut Vec<Finding>) -> CaseArguments {
        if let Some(known) = self.groups.get(directory) {
            return known.clone();
        }
        let inherited = if directory.parent().is_root() {
            self.of_manifest(findings)
        } else {
            self.of_group(&directory.parent(), findings)
        };
        let files = ["testdata.yaml", "test_group.yaml"].iter().filter_map(|name| directory.join(name));
        let own = files.fold(inherited, |arguments, file| self.of_file(&file, arguments, findings));
        self.groups.insert(directory.clone(), own.clone());
        own
    }

    /// The arguments of a test; `stem` is its path without `.in`.
    pub(super) fn of_test(&mut self, stem: &RelPath, findings: &mut Vec<Finding>) -> CaseArguments {
        let inherited = self.of_group(&stem.parent(), findings);
        let file = stem.with_file_name(&format!("{}.yaml", stem.file_name()));
        self.of_file(&file, inherited, findings)
    }

    fn of_manifest(&self, findings: &mut Vec<Finding>) -> CaseArguments {
        let checker = self.manifest.validator_flags.clone();
        if let Some(path) = self.manifest.path.as_ref().filter(|_| self.default_validation) {
            let complaint = flags_complaint(&checker, self.manifest.validator_flags_range);
            findings.extend(complaint.map(|complaint| complaint.finding(path)));
        }
        CaseArguments { validator: Vec::new(), checker }
    }

    fn of_file(&mut self, path: &RelPath, base: CaseArguments, findings: &mut Vec<Finding>) -> CaseArguments {
        if !self.folder.has(path) {
            return base;
        }
        let Some(text) = self.folder.text(path) else { return base };
        let Document { root, complaints } = Document::parse(&text);
        findings.extend(complaints.into_iter().map(|complaint| complaint.finding(path)));
        accept(root.map(), path, findings);
        findings.extend(keys::findings(&root, path, self.manifest));
        self.warn_about_args(&root, path, findings);
        let mut arguments = base;
        if let Some(node) = stated(&root, ["input_validator_args", "input_validator_flags"]) {
            arguments.validator = self.for_validators(node, path, findings);
        }
        if let Some(node) = stated(&root, ["output_validator_args", "output_validator_flags"]) {
            arguments.checker = self.for_checker(node, path, findings);
        }
        arguments
    }

    /// A text or a list is for every input validator. A map tells them apart, which tests do not: when it gives them
    /// different arguments, the first ones are given to all.
    fn for_validators(&self, node: &Node, path: &RelPath, findings: &mut Vec<Finding>) -> Vec<String> {
        let Value::Map(_) = &node.value else {
            return self.replaced(accept(node.words(), path, findings).unwrap_or_default());
        };
        let named = accept(arguments_by_name(node), path, findings).unwrap_or_default();
        let of_validator = |name: &String| {
            let stem = RelPath::parse(name).map(|path| path.stem().to_owned());
            let found = named.iter().find(|(key, _)| key == name || Some(key) == stem.as_ref());
            found.map(|(_, words)| words.clone()).unwrap_or_default()
        };
        let mut lists: Vec<Vec<String>> = self.validators.iter().map(of_validator).collect();
        lists.dedup();
        let differ = lists.len() > 1;
        let chosen = lists.into_iter().find(|words| !words.is_empty()).unwrap_or_default();
        if differ {
            let message = format!("every input validator gets the same arguments here, `{}`", chosen.join(" "));
            let place = Place { path: path.clone(), range: node.range };
            findings.push(Finding::at(Code::ToolMissing, place, message));
        }
        self.replaced(chosen)
    }

    fn for_checker(&self, node: &Node, path: &RelPath, findings: &mut Vec<Finding>) -> Vec<String> {
        let words = match &node.value {
            // Legacy packages may name the validator beside its flags.
            Value::Map(_) => node.get("flags").map_or(Ok(Vec::new()), Node::words),
            Value::Null | Value::Scalar(_) | Value::List(_) => node.words(),
        };
        let own = self.replaced(accept(words, path, findings).unwrap_or_default());
        let all: Vec<String> = self.manifest.validator_flags.iter().cloned().chain(own).collect();
        if self.default_validation {
            findings.extend(flags_complaint(&all, node.range).map(|complaint| complaint.finding(path)));
        }
        all
    }

    /// `args` are for the solutions, which are run without any.
    fn warn_about_args(&mut self, root: &Node, path: &RelPath, findings: &mut Vec<Finding>) {
        let Some(node) = root.get("args") else { return };
        if !self.has_warned_about_args && node.words().is_ok_and(|words| !words.is_empty()) {
            self.has_warned_about_args = true;
            let message = "solutions are run without arguments here, so tests that give them some are not judged right";
            findings.push(Finding::at(Code::ToolMissing, Place { path: path.clone(), range: node.range }, message));
        }
    }

    /// The words with constants of the manifest in place of `{{name}}`.
    fn replaced(&self, words: Vec<String>) -> Vec<String> {
        let replace = |word: String| {
            let constants = self.manifest.constants.iter();
            constants.fold(word, |word, (name, value)| word.replace(&format!("{{{{{name}}}}}"), value))
        };
        words.into_iter().map(replace).collect()
    }
}

fn stated<'n>(root: &'n Node, keys: [&str; 2]) -> Option<&'n Node> {
    keys.iter().find_map(|key| root.get(key))
}

/// `validator: arguments`, or the legacy pair `name: validator`, `flags: arguments`.
fn arguments_by_name(node: &Node) -> Result<Vec<(String, Vec<String>)>, Complaint> {
    if let (Some(name), Some(flags)) = (node.get("name"), node.get("flags")) {
        return Ok(vec![(name.text()?.to_owned(), flags.words()?)]);
    }
    node.entries().iter().map(|entry| Ok((entry.key.clone(), entry.value.words()?))).collect()
}

fn flags_complaint(flags: &[String], range: Range) -> Option<Complaint> {
    KattisFlags::parse(flags).err().map(|message| Complaint::new(range, message))
}
