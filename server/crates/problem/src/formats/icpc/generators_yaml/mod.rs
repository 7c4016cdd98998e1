//! `generators/generators.yaml`, from which BAPCtools makes everything below `data/`: which tests there are, under which
//! names, and what makes each of them.
//!
//! Where descriptions of the file and BAPCtools itself differ, BAPCtools is right: these tests are its tests, byte for byte.
//!
//! Invariant: reading looks at no file but this one; [`link`] finds the programs and files that the rules name.

mod command;
mod count;
mod edit;
mod link;
mod read;
mod rule;
mod solution;

use std::{collections::BTreeMap, sync::Arc};

pub(in crate::formats) use command::words as shell_words;
pub use edit::{NewRule, RuleBody, RulesText, Shortened, TestsHome};
pub(super) use link::{Linked, link, programs, solutions};
pub(super) use read::read;

use super::manifest::Manifest;
use crate::{
    finding::{Code, Finding, Severity},
    folder::Folder,
    formats::yaml::{Complaint, Node},
    model::AnswerMaker,
    path::RelPath,
    text::Range,
};

/// Where the file lies.
pub const GENERATORS_YAML: &str = "generators/generators.yaml";

/// Keys that make an entry a test and not a directory.
const TEST_KEYS: [&str; 13] = [
    "generate",
    "copy",
    "count",
    "match",
    "in",
    "ans",
    "out",
    "in.statement",
    "ans.statement",
    "in.download",
    "ans.download",
    "interaction",
    "yaml",
];
/// Further keys of tests.
const NOTES: [&str; 2] = ["desc", "hint"];
/// Keys that directories and tests hand down.
const INHERITED_KEYS: [&str; 3] = ["solution", "random_salt", "retries"];
/// Keys of directories alone.
const DIRECTORY_KEYS: [&str; 4] = ["data", "include", "test_group.yaml", "testdata.yaml"];
/// Keys of the file alone; all but the first have no meaning here.
const ROOT_KEYS: [&str; 5] = ["generators", "version", "gitignore_generated", "parallel", "visualizer"];
/// The directories directly below `data/`, in the order in which their tests are numbered.
const ROOT_DIRECTORIES: [&str; 8] = [
    "sample",
    "secret",
    "invalid_output",
    "invalid_answer",
    "invalid_input",
    "valid_output",
    "testing_tool_test",
    "fuzz",
];

/// What the file says.
#[derive(Default)]
pub(super) struct Rules {
    /// Programs that are put together from files of `generators/`, by their names.
    pub(super) programs: BTreeMap<String, Sources>,
    /// The submissions that make answers, at each place where one is named.
    pub(super) solutions: Vec<NamedSolution>,
    /// The tests in the order in which they are made, those that are included elsewhere once more for each place.
    pub(super) tests: Vec<Rule>,
    /// What the file says of groups and of tests in place of files of their own, by the paths of those.
    pub(super) settings: BTreeMap<RelPath, Node>,
    /// Where keys name tests and directories, with the paths of those; a key with a count names several.
    pub(super) names: Vec<(Range, String)>,
    /// What is wrong with it.
    pub(super) remarks: Vec<Remark>,
    /// Nothing was left out that could have been a test.
    pub(super) is_whole: bool,
}

/// The files of a program, and where they are listed.
pub(super) struct Sources {
    pub(super) files: Vec<String>,
    pub(super) range: Range,
}

/// A submission that makes answers, and where it is named.
pub(super) struct NamedSolution {
    pub(super) path: RelPath,
    pub(super) range: Range,
}

/// One test.
#[derive(Clone)]
pub(super) struct Rule {
    /// Its path below `data/`, without an extension.
    pub(super) path: String,
    /// Its line: the command, or the key where there is none.
    pub(super) range: Range,
    /// What makes it.
    pub(super) command: Option<Command>,
    /// The files that it is copied from, without their extension.
    pub(super) copy: Option<RelPath>,
    /// Contents that are written here, by extension without the dot.
    pub(super) texts: BTreeMap<&'static str, Arc<str>>,
    /// Who makes its answer where nothing else gives it.
    pub(super) answers_by: AnswerMaker,
    /// Regular expressions.
    pub(super) patterns: Vec<Pattern>,
    /// Its number among those of a rule with a count.
    pub(super) number: Option<i64>,
    /// The rule that it was included from.
    pub(super) included: Option<usize>,
}

/// A regular expression that the input, or the answer, must contain a match of.
#[derive(Clone)]
pub(super) struct Pattern {
    pub(super) text: String,
    pub(super) of_answer: bool,
    pub(super) range: Range,
}

/// A call of a generator.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Command {
    /// The command as it runs, with blanks as written.
    pub(super) text: String,
    /// The program's path below `generators/`.
    pub(super) name: String,
    /// Its arguments.
    pub(super) args: Vec<String>,
    /// The arguments of further attempts.
    pub(super) retries: Vec<Vec<String>>,
    /// The argument that a seed was put into.
    pub(super) seed_at: Option<usize>,
}

/// Something to say about a line.
pub(super) struct Remark {
    code: Code,
    severity: Severity,
    complaint: Complaint,
}

impl Remark {
    fn new(severity: Severity, complaint: Complaint) -> Remark {
        Remark { code: Code::ManifestBroken, severity, complaint }
    }

    fn finding(self) -> Finding {
        let place = crate::text::Place { path: super::at(GENERATORS_YAML), range: self.complaint.range };
        Finding::at(self.code, place, self.complaint.message).with_severity(self.severity)
    }
}

/// The rules of a folder, if it has some; what is wrong with them goes to the findings.
pub(super) fn of_folder(folder: &dyn Folder, manifest: &Manifest, findings: &mut Vec<Finding>) -> Option<Rules> {
    let text = folder.text(&super::at(GENERATORS_YAML))?;
    let mut rules = read(&text, &manifest.constants);
    findings.extend(std::mem::take(&mut rules.remarks).into_iter().map(Remark::finding));
    Some(rules)
}

/// A call of the generator at a path as a rule says it; `None` where a rule cannot.
pub fn rule_command(generator: &RelPath, args: &[String]) -> Option<String> {
    let name = generator.as_str().strip_prefix("generators/")?;
    command::written(name, args)
}

/// A rule of the file, as editors show it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenRule {
    /// Its line.
    pub range: Range,
    /// The command as it runs, with its seed; `None` where the test is copied or written in the rule.
    pub command: Option<String>,
    /// The id of the test.
    pub test: String,
}

/// The rules of a text of the file, in the order of the tests; `folder` has the manifest with the constants.
pub fn written_rules(folder: &dyn Folder, text: &str) -> Vec<WrittenRule> {
    let manifest = Manifest::read(folder, &mut Vec::new());
    let rules = read(text, &manifest.constants).tests.into_iter().filter(|rule| rule.included.is_none());
    let written = |rule: Rule| WrittenRule {
        range: rule.range,
        command: rule.command.map(|command| command.text),
        test: rule.path,
    };
    rules.map(written).collect()
}

/// The keys of a text of the file that name tests and directories, with the paths of those below `data/`.
pub fn written_names(folder: &dyn Folder, text: &str) -> Vec<(Range, String)> {
    let manifest = Manifest::read(folder, &mut Vec::new());
    read(text, &manifest.constants).names
}

/// Every key that has a meaning in the file, with what it says and where it may stand.
pub const KEYS: [Key; 15] = [
    Key::new("data", "the tests and directories of this one: a map of names, or a numbered list", KeyPlace::Directory),
    Key::new("include", "names of tests and groups further up whose tests are tests here too", KeyPlace::Directory),
    Key::new("test_group.yaml", "what is to stand in the file test_group.yaml", KeyPlace::Directory),
    Key::new("generators", "programs that are built of several files: a name, and a list of files", KeyPlace::Root),
    Key::new("solution", "the submission that makes missing answers, from the root of the problem", KeyPlace::Anywhere),
    Key::new("random_salt", "a word that changes all seeds below", KeyPlace::Anywhere),
    Key::new("retries", "how often a failing generator is tried, each time with the next seed", KeyPlace::Anywhere),
    Key::new("generate", "the command that makes the test: a file of generators/ and its arguments", KeyPlace::Test),
    Key::new("copy", "files of generators/ to copy, without their extension", KeyPlace::Test),
    Key::new("in", "the input itself", KeyPlace::Test),
    Key::new("ans", "the answer itself", KeyPlace::Test),
    Key::new("count", "how many such tests: a number, a list of numbers, or a range such as 1..=5", KeyPlace::Test),
    Key::new("match", "regular expressions that the input must contain a match of", KeyPlace::Test),
    Key::new("yaml", "what is to stand in the test's own file with settings", KeyPlace::Test),
    Key::new("out", "an output, for tests of the output validator", KeyPlace::Test),
];

/// A key of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key {
    /// The key.
    pub name: &'static str,
    /// What stands there.
    pub about: &'static str,
    /// Where it may stand.
    pub place: KeyPlace,
}

/// Where a key may stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyPlace {
    /// At the top of the file.
    Root,
    /// In directories, the top of the file among them.
    Directory,
    /// In tests.
    Test,
    /// In tests and directories.
    Anywhere,
}

impl Key {
    const fn new(name: &'static str, about: &'static str, place: KeyPlace) -> Key {
        Key { name, about, place }
    }
}

#[cfg(test)]
mod tests;
