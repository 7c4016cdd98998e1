//! Arguments for validators: `testdata.yaml` and `test_group.yaml` of a group, inherited key by key by what lies
//! deeper, and the `.yaml` file of a single test.

use std::collections::BTreeMap;

use checkers::kattis::KattisFlags;

use super::{at, generators_yaml::GENERATORS_YAML, group_keys, manifest::Manifest};
use crate::{
    finding::Finding,
    folder::Folder,
    formats::yaml::{Complaint, Document, Node, Value, accept},
    model::ValidatorArgs,
    path::RelPath,
    text::Range,
};

/// Arguments of one test, or of the tests of a group that state none of their own.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct CaseArguments {
    /// For the input validators.
    pub(super) validator: ValidatorArgs,
    /// For the output validator, those of the manifest first.
    pub(super) checker: Vec<String>,
    /// For the solutions.
    pub(super) solution: Vec<String>,
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
    /// What `generators.yaml` says in place of such files, by their paths.
    written: BTreeMap<RelPath, Node>,
}

impl<'a> ArgumentReader<'a> {
    /// A reader that has read only the manifest.
    pub(super) fn new(
        folder: &'a dyn Folder,
        manifest: &'a Manifest,
        validators: Vec<String>,
        default_validation: bool,
        written: BTreeMap<RelPath, Node>,
    ) -> ArgumentReader<'a> {
        ArgumentReader { folder, manifest, validators, default_validation, groups: BTreeMap::new(), written }
    }

    /// What `generators.yaml` says in place of files, by their paths.
    pub(super) fn written(&self) -> &BTreeMap<RelPath, Node> {
        &self.written
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
        CaseArguments { checker, ..CaseArguments::default() }
    }

    fn of_file(&mut self, path: &RelPath, base: CaseArguments, findings: &mut Vec<Finding>) -> CaseArguments {
        if !self.folder.has(path) {
            let Some(root) = self.written.get(path).cloned() else { return base };
            return self.of_node(&root, &at(GENERATORS_YAML), base, findings);
        }
        let Some(text) = self.folder.text(path) else { return base };
        let Document { root, complaints } = Document::parse(&text);
        findings.extend(complaints.into_iter().map(|complaint| complaint.finding(path)));
        findings.extend(group_keys::findings(&root, path, self.manifest));
        self.of_node(&root, path, base, findings)
    }

    /// `path` is the file that the values stand in.
    fn of_node(
        &mut self,
        root: &Node,
        path: &RelPath,
        base: CaseArguments,
        findings: &mut Vec<Finding>,
    ) -> CaseArguments {
        accept(root.map(), path, findings);
        let mut arguments = base;
        if let Some(node) = root.get("args") {
            arguments.solution = self.replaced(accept(node.words(), path, findings).unwrap_or_default());
        }
        if let Some(node) = stated(root, ["input_validator_args", "input_validator_flags"]) {
            arguments.validator = self.for_validators(node, path, findings);
        }
        if let Some(node) = stated(root, ["output_validator_args", "output_validator_flags"]) {
            arguments.checker = self.for_checker(node, path, findings);
        }
        arguments
    }

    /// A text or a list is for every input validator; a map tells them apart, and those that it does not name get none.
    fn for_validators(&self, node: &Node, path: &RelPath, findings: &mut Vec<Finding>) -> ValidatorArgs {
        let Value::Map(_) = &node.value else {
            return ValidatorArgs::All(self.replaced(accept(node.words(), path, findings).unwrap_or_default()));
        };
        let named = accept(arguments_by_name(node), path, findings).unwrap_or_default();
        let of_validator = |name: &String| {
            let stem = RelPath::parse(name).map(|path| path.stem().to_owned());
            let found = named.iter().find(|(key, _)| key == name || Some(key) == stem.as_ref());
            found.map(|(_, words)| words.clone()).unwrap_or_default()
        };
        ValidatorArgs::Each(self.validators.iter().map(|name| self.replaced(of_validator(name))).collect())
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

    /// The words with constants of the manifest in place of `{{name}}`.
    fn replaced(&self, words: Vec<String>) -> Vec<String> {
        words.into_iter().map(|word| self.manifest.constants.put_into(&word).into_owned()).collect()
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
