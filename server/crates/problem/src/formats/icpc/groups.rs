//! The tree of groups below `data/`, and what their files say of scores.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    at,
    generators_yaml::GENERATORS_YAML,
    grader,
    manifest::{Manifest, Version},
    scores,
};
use crate::{
    finding::{Code, Finding},
    folder::Folder,
    formats::yaml::{Document, Node},
    model::{ByTest, Test},
    path::RelPath,
    scoring::{Item, Rules, Scoring, TestGroup},
    text::{Place, Range},
};

/// A group further down than this is a part of the one above it.
const MAX_DEPTH: usize = 30;

/// The scoring of a package; `None` for one without scores whose tests all lie directly in `sample` and `secret`.
pub(super) fn scoring(
    folder: &dyn Folder,
    manifest: &Manifest,
    tests: &ByTest<Test>,
    written: &BTreeMap<RelPath, Node>,
    has_grader: bool,
    findings: &mut Vec<Finding>,
) -> Option<Scoring> {
    let has_parts = tests.iter().any(|test| test.group.as_ref().is_some_and(|group| group.contains('/')));
    warn_about_empty_groups(folder, tests, findings);
    if !manifest.scoring && !has_parts {
        return None;
    }
    let legacy = manifest.version == Version::Legacy;
    // Since 2025-09 groups have no parts: directories in them only keep files in order.
    let depth = if legacy || manifest.is_of_2023 { MAX_DEPTH } else { 2 };
    let mut tree = Tree::of(tests, depth);
    let files: Vec<GroupFile> =
        tree.scoring.groups.iter().map(|group| GroupFile::read(folder, written, &group.name)).collect();
    for (group, file) in tree.scoring.groups.iter_mut().zip(&files).skip(1) {
        group.place = file.root.as_ref().map(|_| Place { path: file.path.clone(), range: Range::default() });
    }
    let rules = if legacy {
        Rules::Legacy(grader::rules(&mut tree.scoring.groups, manifest, &files, has_grader, findings))
    } else {
        Rules::Newer(scores::rules(&mut tree, manifest, &files, findings))
    };
    Some(Scoring { rules, scored: manifest.scoring, ..tree.scoring })
}

/// The groups as they lie in the folder.
pub(super) struct Tree {
    pub(super) scoring: Scoring,
    /// Groups by their paths below `data/`.
    pub(super) groups: BTreeMap<String, usize>,
    /// Tests by their paths below `data/`.
    pub(super) tests: BTreeMap<String, crate::model::TestIdx>,
}

impl Tree {
    /// Puts each test into the group of its directory. Tests come in the order of their names, so groups do too.
    fn of(tests: &ByTest<Test>, depth: usize) -> Tree {
        let mut tree = Tree { scoring: Scoring::of_one_group(), groups: BTreeMap::new(), tests: BTreeMap::new() };
        for (idx, test) in tests.iter_enumerated() {
            let group = tree.group_at(test.group.as_deref().unwrap_or_default(), depth);
            tree.scoring.groups[group].items.push(Item::Test(idx));
            tree.tests.insert(test.id.clone(), idx);
        }
        tree
    }

    fn group_at(&mut self, path: &str, depth: usize) -> usize {
        let mut group = 0;
        let ends = path.match_indices('/').map(|(slash, _)| slash).chain([path.len()]);
        for name in ends.take(depth).map(|end| &path[..end]).filter(|name| !name.is_empty()) {
            group = match self.groups.get(name) {
                Some(&known) => known,
                None => {
                    let part = TestGroup { name: name.to_owned(), parent: Some(group), ..TestGroup::default() };
                    let idx = self.scoring.add(part);
                    self.groups.insert(name.to_owned(), idx);
                    idx
                }
            };
        }
        group
    }
}

/// What the file of a group says.
pub(super) struct GroupFile {
    pub(super) path: RelPath,
    /// `None` when there is no file, or nothing in it.
    pub(super) root: Option<Node>,
}

impl GroupFile {
    /// Names of such a file; what is wrong with it as a text is said where arguments are read.
    pub(super) const NAMES: [&str; 2] = ["testdata.yaml", "test_group.yaml"];

    /// `written` is what `generators.yaml` says in place of such files.
    fn read(folder: &dyn Folder, written: &BTreeMap<RelPath, Node>, group: &str) -> GroupFile {
        let directory = at("data").join(group).unwrap_or_else(|| at("data"));
        let paths: Vec<RelPath> = GroupFile::NAMES.iter().filter_map(|name| directory.join(name)).collect();
        let found = paths.iter().find_map(|path| Some((path.clone(), folder.text(path)?)));
        if let (None, Some(root)) = (&found, paths.iter().find_map(|path| written.get(path))) {
            return GroupFile { path: at(GENERATORS_YAML), root: Some(root.clone()) };
        }
        let (path, text) = found.unwrap_or_else(|| (directory, String::new()));
        let root = Document::parse(&text).root;
        GroupFile { path, root: (!root.is_null()).then_some(root) }
    }

    /// The value of a key.
    pub(super) fn get(&self, key: &str) -> Option<&Node> {
        self.root.as_ref()?.get(key)
    }
}

/// Directories that say how their tests are judged, and have none.
fn warn_about_empty_groups(folder: &dyn Folder, tests: &ByTest<Test>, findings: &mut Vec<Finding>) {
    let mut used: BTreeSet<RelPath> = BTreeSet::new();
    for test in tests {
        let Some(mut directory) = at("data").join(test.group.as_deref().unwrap_or_default()) else { continue };
        while !directory.is_root() && used.insert(directory.clone()) {
            directory = directory.parent();
        }
    }
    let files = [at("data/sample"), at("data/secret")];
    let files = files.iter().flat_map(|directory| folder.below(directory));
    let settings = files.filter(|file| GroupFile::NAMES.contains(&file.path.file_name()));
    findings.extend(settings.filter(|file| !used.contains(&file.path.parent())).map(|file| {
        let message = format!("{} has no tests", file.path.parent());
        Finding::of_file(Code::ManifestStale, &file.path, message)
    }));
}
