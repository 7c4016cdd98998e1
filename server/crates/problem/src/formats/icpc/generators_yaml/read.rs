//! The tree of directories: the numbers and names of tests, what is handed down to them, and what is included elsewhere.

use std::collections::BTreeMap;

use super::{
    DIRECTORY_KEYS, INHERITED_KEYS, ROOT_DIRECTORIES, ROOT_KEYS, Remark, Rule, Rules, Sources, TEST_KEYS, count,
    rule::{self, Entry as TestEntry},
    solution,
};
use crate::{
    constants::Constants,
    finding::{Code, Severity},
    formats::yaml::{Complaint, Document, Entry, Node, Value},
    model::AnswerMaker,
    path::RelPath,
    settings::suggest::nearest,
    text::Range,
};

/// Reads the file; `constants` stand in commands as `{{name}}`.
pub(in super::super) fn read(text: &str, constants: &Constants) -> Rules {
    let Document { root, complaints } = Document::parse(text);
    let mut rules = Rules { is_whole: complaints.is_empty(), ..Rules::default() };
    let broken = complaints.into_iter().map(|complaint| Remark::new(Severity::Error, complaint));
    rules.remarks.extend(broken);
    let root = merged(&root);
    let mut reader = Reader { rules, ..Reader::new(constants) };
    if let Err(complaint) = reader.root(&root) {
        reader.error(complaint);
        // What comes behind has other names than it is meant to have.
        reader.rules.tests.clear();
    }
    reader.rules
}

/// What is handed down to the tests of a directory.
#[derive(Clone)]
pub(super) struct Inherited {
    pub(super) salt: String,
    pub(super) attempts: u32,
    pub(super) answers_by: AnswerMaker,
}

/// Something that a key names, for `include`.
#[derive(Clone, Copy)]
enum Item {
    Test(usize),
    Directory(usize),
}

/// The first rule of those that do the same.
pub(super) struct FirstOfWork {
    pub(super) path: String,
    pub(super) key_range: Range,
    /// All of them have its answer.
    pub(super) answers_by: AnswerMaker,
}

#[derive(Default)]
struct Directory {
    items: Vec<Item>,
    included: Vec<usize>,
}

/// As many tests as scripts may make.
const MAX_TESTS: usize = 100_000;

pub(super) struct Reader<'a> {
    pub(super) constants: &'a Constants,
    pub(super) rules: Rules,
    /// Number of tests in lists, in the whole file.
    n_numbered: usize,
    /// It was said that there are too many.
    has_told_full: bool,
    /// The number of the next of them.
    next: usize,
    directories: Vec<Directory>,
    by_key: BTreeMap<String, Vec<Item>>,
    /// The rules by their paths.
    by_path: BTreeMap<String, usize>,
    /// The first rule of each kind, by what it does.
    pub(super) by_work: BTreeMap<String, FirstOfWork>,
}

/// What stands below a key of `data:`.
struct Child<'n> {
    key: &'n str,
    key_range: Range,
    node: &'n Node,
}

impl<'a> Reader<'a> {
    fn new(constants: &'a Constants) -> Reader<'a> {
        Reader {
            constants,
            has_told_full: false,
            rules: Rules::default(),
            n_numbered: 0,
            next: 1,
            directories: Vec::new(),
            by_key: BTreeMap::new(),
            by_path: BTreeMap::new(),
            by_work: BTreeMap::new(),
        }
    }

    /// Something for which a rule is left out.
    pub(super) fn error(&mut self, complaint: Complaint) {
        self.rules.is_whole = false;
        self.rules.remarks.push(Remark::new(Severity::Error, complaint));
    }

    pub(super) fn warn(&mut self, range: Range, message: String) {
        self.rules.remarks.push(Remark::new(Severity::Warning, Complaint::new(range, message)));
    }

    pub(super) fn repeated(&mut self, range: Range, message: String) {
        let complaint = Complaint::new(range, message);
        let severity = Severity::Warning;
        self.rules.remarks.push(Remark { code: Code::TestDuplicate, severity, complaint });
    }

    fn root(&mut self, root: &Node) -> Result<(), Complaint> {
        root.map()?;
        // A file that is only begun says nothing of the tests that lie there.
        if root.is_null() {
            self.rules.is_whole = false;
            return Ok(());
        }
        if is_test(root) {
            return Err(Complaint::new(root.range, "the file describes a directory; put tests below `data:`"));
        }
        self.n_numbered = n_numbered(root)?;
        if let Some(programs) = root.get("generators") {
            for entry in programs.map()? {
                match entry.value.words() {
                    Ok(files) if !files.is_empty() && matches!(entry.value.value, Value::List(_)) => {
                        let sources = Sources { files, range: entry.key_range };
                        self.rules.programs.insert(entry.key.clone(), sources);
                    }
                    Ok(_) => self.error(Complaint::new(entry.value.range, "a list of files is wanted here")),
                    Err(complaint) => self.error(complaint),
                }
            }
        }
        let inherited = Inherited { salt: String::new(), attempts: 1, answers_by: AnswerMaker::Main };
        self.directory("", "", root, &inherited).map(|_| ())
    }

    /// Reads a directory with everything below it.
    fn directory(&mut self, path: &str, key: &str, node: &Node, above: &Inherited) -> Result<usize, Complaint> {
        let is_root = path.is_empty();
        let idx = self.directories.len();
        self.directories.push(Directory::default());
        self.by_key.entry(key.to_owned()).or_default().push(Item::Directory(idx));
        let more: &[&str] = if is_root { &ROOT_KEYS } else { &[] };
        self.unknown_keys(node, &[&DIRECTORY_KEYS, &INHERITED_KEYS, more]);
        let inherited = self.inherited(node, above);
        for name in ["test_group.yaml", "testdata.yaml"] {
            if let (Some(settings), Some(at)) = (node.get(name), below_data(&format!("{path}/{name}"))) {
                self.rules.settings.insert(at, settings.clone());
            }
        }
        let included = self.includes(node);
        let (lists, is_numbered) = match node.get("data") {
            None => (Vec::new(), false),
            Some(data) => match &data.value {
                Value::List(items) => (items.iter().map(merged).collect(), true),
                Value::Map(_) => (vec![merged(data)], false),
                Value::Null | Value::Scalar(_) => return Err(data.map().expect_err("it is no map")),
            },
        };
        if is_root && is_numbered {
            let message = "the directories directly below `data:` have names; write `sample:` and `secret:`";
            return Err(Complaint::new(node.range, message));
        }
        let mut groups = Numbers::new(directories_in(&lists));
        for list in &lists {
            list.map()?;
            if is_numbered && list.entries().len() != 1 {
                let message = "each item of a numbered list has one key; indent what belongs to it further";
                self.error(Complaint::new(list.range, message));
                continue;
            }
            for child in self.children(list, is_root, is_numbered) {
                self.child(path, &child, is_numbered.then_some(&mut groups), &inherited, idx)?;
            }
        }
        self.include(path, node, idx, included);
        Ok(idx)
    }

    /// The children of a mapping in the order of their numbers.
    fn children<'n>(&mut self, list: &'n Node, is_root: bool, is_numbered: bool) -> Vec<Child<'n>> {
        let child = |entry: &'n Entry| Child { key: &entry.key, key_range: entry.key_range, node: &entry.value };
        let mut children: Vec<Child<'n>> = list.entries().iter().map(child).collect();
        if is_root {
            let order = |key: &str| ROOT_DIRECTORIES.iter().position(|name| *name == key);
            for unknown in children.iter().filter(|child| order(child.key).is_none()) {
                let hint = nearest(unknown.key, ROOT_DIRECTORIES);
                let hint = hint.map(|hint| format!("; did you mean `{hint}`?")).unwrap_or_default();
                self.warn(unknown.key_range, format!("there is no directory `{}` of tests{hint}", unknown.key));
            }
            children.retain(|child| order(child.key).is_some());
            children.sort_by_key(|child| order(child.key));
        } else {
            children.sort_by(|one, other| one.key.cmp(other.key));
        }
        if !is_numbered {
            for nameless in children.iter().filter(|child| child.key.is_empty()) {
                let message = "a test without a name stands in a list, where it gets a number; name it here";
                self.error(Complaint::new(nameless.key_range, message));
            }
            children.retain(|child| !child.key.is_empty());
        }
        children
    }

    fn child(
        &mut self,
        path: &str,
        child: &Child<'_>,
        groups: Option<&mut Numbers>,
        inherited: &Inherited,
        parent: usize,
    ) -> Result<(), Complaint> {
        let node = merged(child.node);
        let below = |name: &str| if path.is_empty() { name.to_owned() } else { format!("{path}/{name}") };
        if is_test(&node) {
            if path.is_empty() {
                self.error(Complaint::new(child.key_range, "tests stand in `sample:` or `secret:`, not beside them"));
                return Ok(());
            }
            let numbers = node.get("count").map(count::numbers).transpose()?;
            let suffixes = numbers.as_deref().map_or_else(|| vec![String::new()], count::suffixes);
            for (number, suffix) in numbers.clone().unwrap_or_else(|| vec![1]).into_iter().zip(suffixes) {
                let base = if groups.is_some() { self.numbered(child.key) } else { child.key.to_owned() };
                let entry = TestEntry {
                    directory: path,
                    name: format!("{base}{suffix}"),
                    key_range: child.key_range,
                    node: &node,
                    count: number,
                    has_count: numbers.is_some(),
                };
                self.test(&entry, child.key, inherited, parent);
            }
            return Ok(());
        }
        if !matches!(node.value, Value::Map(_)) {
            self.error(Complaint::new(node.range, "a command, or a map of keys and values, is wanted here"));
            return Ok(());
        }
        let name = match groups {
            Some(numbers) => numbers.name(child.key),
            None => child.key.to_owned(),
        };
        if !is_name(&name) {
            let message = format!("`{name}` cannot be the name of a directory; use letters, digits, `-`, `_` and `.`");
            return Err(Complaint::new(child.key_range, message));
        }
        self.rules.names.push((child.key_range, below(&name)));
        let idx = self.directory(&below(&name), child.key, &node, inherited)?;
        self.directories[parent].items.push(Item::Directory(idx));
        Ok(())
    }

    /// Whether there are as many tests as there may be, which is said once.
    fn is_full(&mut self, range: Range) -> bool {
        let is_full = self.rules.tests.len() >= MAX_TESTS;
        if is_full && !std::mem::replace(&mut self.has_told_full, true) {
            self.error(Complaint::new(range, format!("more than {MAX_TESTS} tests are not made; write fewer rules")));
        }
        is_full
    }

    /// The name of the next test in a list: the numbers go through the whole file.
    fn numbered(&mut self, key: &str) -> String {
        let number = self.next;
        self.next += 1;
        numbered_name(number, self.n_numbered, key)
    }

    fn test(&mut self, entry: &TestEntry<'_>, key: &str, inherited: &Inherited, parent: usize) {
        let Some(rule) = rule::read(self, entry, inherited) else { return };
        if self.by_path.contains_key(&rule.path) {
            let message = format!("there is a test {} before; give this one another name", rule.path);
            self.error(Complaint::new(entry.key_range, message));
            return;
        }
        let idx = self.rules.tests.len();
        if self.is_full(entry.key_range) {
            return;
        }
        self.by_path.insert(rule.path.clone(), idx);
        self.rules.names.push((entry.key_range, rule.path.clone()));
        self.by_key.entry(key.to_owned()).or_default().push(Item::Test(idx));
        self.directories[parent].items.push(Item::Test(idx));
        self.rules.tests.push(rule);
    }

    /// Complains about keys that mean nothing here.
    pub(super) fn unknown_keys(&mut self, node: &Node, known: &[&[&str]]) {
        let known: Vec<&str> = known.iter().flat_map(|keys| keys.iter().copied()).collect();
        for entry in node.entries().iter().filter(|entry| !known.contains(&entry.key.as_str())) {
            let hint = nearest(&entry.key, known.iter().copied());
            let hint = hint.map(|hint| format!("; did you mean `{hint}`?")).unwrap_or_default();
            self.warn(entry.key_range, format!("the key `{}` means nothing here{hint}", entry.key));
        }
    }

    /// What is handed down, with what a directory or test states itself.
    pub(super) fn inherited(&mut self, node: &Node, above: &Inherited) -> Inherited {
        let mut own = above.clone();
        if let Some(salt) = node.get("random_salt") {
            match salt.text() {
                Ok(salt) => own.salt = salt.to_owned(),
                Err(complaint) => self.error(complaint),
            }
        }
        if let Some(retries) = node.get("retries") {
            match retries.positive() {
                Ok(number) => own.attempts = number as u32,
                Err(complaint) => self.error(complaint),
            }
        }
        solution::inherit(self, node, &mut own);
        own
    }

    /// The tests that `include:` names, all of which stand further up.
    fn includes(&mut self, node: &Node) -> Vec<usize> {
        let Some(include) = node.get("include") else { return Vec::new() };
        let keys: Vec<&Node> = match &include.value {
            Value::List(items) => items.iter().collect(),
            Value::Null | Value::Scalar(_) | Value::Map(_) => vec![include],
        };
        let mut found = Vec::new();
        for key in keys {
            if found.len() > MAX_TESTS {
                break;
            }
            let known = key.text().ok().and_then(|text| self.by_key.get(text));
            let wrong = match known.map(Vec::as_slice) {
                Some([Item::Test(test)]) => {
                    found.push(*test);
                    continue;
                }
                Some([Item::Directory(directory)]) => {
                    self.gather(*directory, &mut found);
                    continue;
                }
                None | Some([]) => "there is no test and no group of this name further up",
                Some([_, ..]) => "several tests or groups have this name; give them names of their own",
            };
            self.error(Complaint::new(key.range, wrong));
        }
        found
    }

    /// The tests of a directory and of those in it, with what they include.
    fn gather(&self, directory: usize, found: &mut Vec<usize>) {
        found.extend(&self.directories[directory].included);
        for item in &self.directories[directory].items {
            match item {
                Item::Test(test) => found.push(*test),
                Item::Directory(inner) => self.gather(*inner, found),
            }
        }
    }

    /// Makes the tests of other directories tests of this one.
    fn include(&mut self, path: &str, node: &Node, idx: usize, included: Vec<usize>) {
        let range = node.get("include").map_or(node.range, |include| include.range);
        for test in included {
            if self.is_full(range) {
                return;
            }
            let name = self.rules.tests[test].path.rsplit('/').next().unwrap_or_default().to_owned();
            let own = format!("{path}/{name}");
            match self.by_path.get(&own) {
                Some(known) if *known == test || self.rules.tests[*known].included == Some(test) => {}
                Some(_) => {
                    let message = format!("{} and another test are both to be {own}", self.rules.tests[test].path);
                    self.error(Complaint::new(range, message));
                }
                None => {
                    self.copy_settings(test, &own);
                    let rule = Rule { path: own.clone(), included: Some(test), ..self.rules.tests[test].clone() };
                    self.by_path.insert(own, self.rules.tests.len());
                    self.rules.tests.push(rule);
                    self.directories[idx].included.push(test);
                }
            }
        }
    }

    /// The settings of a test go with it.
    fn copy_settings(&mut self, test: usize, to: &str) {
        let at = |path: &str| below_data(&format!("{path}.yaml"));
        let (from, to) = (at(&self.rules.tests[test].path), at(to));
        if let Some((settings, to)) = from.and_then(|from| self.rules.settings.get(&from).cloned()).zip(to) {
            self.rules.settings.insert(to, settings);
        }
    }
}

/// Numbers for the groups of one list.
struct Numbers {
    n: usize,
    next: usize,
}

impl Numbers {
    fn new(n: usize) -> Numbers {
        Numbers { n, next: 1 }
    }

    fn name(&mut self, key: &str) -> String {
        let number = self.next;
        self.next += 1;
        numbered_name(number, self.n, key)
    }
}

/// `07-key`, or `07` without a key.
fn numbered_name(number: usize, n: usize, key: &str) -> String {
    let width = n.to_string().len();
    if key.is_empty() { format!("{number:0width$}") } else { format!("{number:0width$}-{key}") }
}

/// Whether an entry is a test; what is neither that nor a map is nothing.
pub(super) fn is_test(node: &Node) -> bool {
    match &node.value {
        Value::Null | Value::Scalar(_) => true,
        Value::List(_) => false,
        Value::Map(entries) => entries.iter().any(|entry| TEST_KEYS.contains(&entry.key.as_str())),
    }
}

fn directories_in(lists: &[Node]) -> usize {
    let is_directory = |entry: &&Entry| {
        let node = merged(&entry.value);
        matches!(node.value, Value::Map(_)) && !is_test(&node)
    };
    lists.iter().flat_map(Node::entries).filter(is_directory).count()
}

/// The number of tests in lists, below a directory.
fn n_numbered(directory: &Node) -> Result<usize, Complaint> {
    let Some(data) = directory.get("data") else { return Ok(0) };
    let (lists, is_numbered): (Vec<Node>, bool) = match &data.value {
        Value::List(items) => (items.iter().map(merged).collect(), true),
        Value::Null | Value::Scalar(_) | Value::Map(_) => (vec![merged(data)], false),
    };
    let mut n = 0;
    for entry in lists.iter().flat_map(Node::entries) {
        let node = merged(&entry.value);
        if is_test(&node) {
            let numbers = node.get("count").filter(|_| is_numbered).map(count::numbers).transpose()?;
            n += if is_numbered { numbers.map_or(1, |numbers| numbers.len()) } else { 0 };
        } else {
            n += n_numbered(&node)?;
        }
    }
    Ok(n)
}

/// A map with what `<<` merges into it.
fn merged(node: &Node) -> Node {
    let Some(base) = node.entries().iter().find(|entry| entry.key == "<<") else { return node.clone() };
    let bases = match &base.value.value {
        Value::List(items) => items.iter().flat_map(Node::entries).cloned().collect(),
        Value::Null | Value::Scalar(_) | Value::Map(_) => base.value.entries().to_vec(),
    };
    let own = node.entries().iter().filter(|entry| entry.key != "<<");
    let mut entries: Vec<Entry> = own.cloned().collect();
    for entry in bases {
        if entries.iter().all(|known| known.key != entry.key) {
            entries.push(entry);
        }
    }
    Node { range: node.range, value: Value::Map(entries) }
}

/// Whether BAPCtools takes a word for the name of a file or directory.
pub(super) fn is_name(name: &str) -> bool {
    let is_first = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    let is_further = |byte: u8| is_first(byte) || matches!(byte, b'.' | b'-');
    name.len() <= 255 && name.bytes().next().is_some_and(is_first) && name.bytes().all(is_further)
}

/// A path below `data/`.
pub(super) fn below_data(path: &str) -> Option<RelPath> {
    RelPath::parse(&format!("data/{path}"))
}
