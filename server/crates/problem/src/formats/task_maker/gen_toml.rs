//! `gen/gen.toml`: groups of tests, some of which are subtasks, with constants and programs for each.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    at, broken, did_you_mean,
    plan::{Asked, Case, MAX_ARGS, MAX_NAME, MAX_SUBTASKS, Maker, Plan, VALIDATED_FILE, cut_off},
    programs::Sources,
    stale,
};
use crate::{
    finding::{Code, Finding},
    folder::Folder,
    formats::{
        toml,
        yaml::{Complaint, Document, Entry, Node, Value, accept},
    },
    language::Language,
    model::Role,
    path::RelPath,
    text::{Place, Range},
};

/// The file.
pub(in crate::formats) const FILE: &str = "gen/gen.toml";

/// The keys that are no constants.
const KEYS: [&str; 6] = ["generator", "validator", "validator_args", "samples", "group", "subtask"];
/// Those of a group.
const KEYS_OF_GROUP: [&str; 8] =
    ["repeat", "generator", "include", "copy", "testcases", "score", "validator", "validator_args"];
/// More repetitions than anybody wants.
const MAX_REPEAT: f64 = 10_000.0;

/// Reads the file; what is wrong in it is a finding at its line.
pub(super) fn read(folder: &dyn Folder, task: &str, findings: &mut Vec<Finding>) -> Plan {
    let path = at(FILE);
    let Document { root, complaints } = toml::parse(&folder.text(&path).unwrap_or_default());
    findings.extend(complaints.into_iter().map(|complaint| complaint.finding(&path)));
    let constants = constants(&root, &KEYS);
    let mut reader = Reader {
        folder,
        path,
        root: &root,
        constants,
        groups: Vec::new(),
        by_name: BTreeMap::new(),
        sources: Sources::of(folder),
        known: BTreeMap::new(),
        plan: Plan::default(),
        findings,
    };
    reader.samples(task);
    for (key, is_subtask) in [("group", false), ("subtask", true)] {
        let tables = root.get(key).and_then(|node| accept(node.map(), &reader.path, reader.findings));
        for entry in tables.unwrap_or_default() {
            reader.group(entry, is_subtask);
        }
    }
    reader.finish()
}

/// A group of tests.
struct Group<'a> {
    name: String,
    /// Its number among the subtasks.
    subtask: Option<usize>,
    node: Option<&'a Node>,
    /// The groups that it includes.
    includes: BTreeSet<usize>,
    place: Place,
}

struct Reader<'a> {
    folder: &'a dyn Folder,
    path: RelPath,
    root: &'a Node,
    constants: BTreeMap<String, String>,
    groups: Vec<Group<'a>>,
    /// The first group of each name.
    by_name: BTreeMap<String, usize>,
    sources: Sources<'a>,
    /// Programs by their names.
    known: BTreeMap<(String, &'static str), Option<RelPath>>,
    /// Until the end a test's subtasks are groups.
    plan: Plan,
    findings: &'a mut Vec<Finding>,
}

impl<'a> Reader<'a> {
    /// `samples = 2`, or a table with `num`, `group_name` and `pattern`.
    fn samples(&mut self, task: &str) {
        let Some(node) = self.root.get("samples") else { return };
        let (number, table) = match &node.value {
            Value::Map(_) => (node.get("num"), Some(node)),
            Value::Null | Value::Scalar(_) | Value::List(_) => (Some(node), None),
        };
        let text = |key: &str| table.and_then(|table| table.get(key)?.text().ok()).map(str::to_owned);
        let usual = || format!("statement/{task}.input$#.txt");
        let (name, pattern) =
            (text("group_name").unwrap_or_else(|| "samples".to_owned()), text("pattern").unwrap_or_else(usual));
        let pattern = cut_off(&pattern);
        let count = match number {
            Some(Node { value: Value::List(_), range }) => {
                let message = format!(
                    "the number of samples is wanted here, as in `samples = 2`, which are statement/{task}.input0.txt and so on, \
                     or `samples = {{ num = 2, pattern = \"att/input$#.txt\" }}`"
                );
                self.findings.push(broken(&self.path, *range, message));
                0
            }
            Some(number) => accept(count(number), &self.path, self.findings).unwrap_or(0),
            None => {
                self.findings.push(broken(&self.path, node.range, "the number of samples is missing; write `num`"));
                0
            }
        };
        let group = self.add_group(name, None, None, node.range);
        for sample in 0..count {
            let file = pattern.replace("$#", &sample.to_string());
            match super::file_of(self.folder, &file) {
                Ok(file) => {
                    let case = Case::new(group, Maker::File(file), Some(self.place(node.range)));
                    self.plan.add(Case { sample: true, ..case }, self.findings);
                }
                Err(message) => {
                    // The others have most likely the same names.
                    self.findings.push(stale(&self.path, node.range, message));
                    break;
                }
            }
        }
    }

    fn add_group(&mut self, name: String, subtask: Option<usize>, node: Option<&'a Node>, range: Range) -> usize {
        let (name, place) = (cut_off(&name), self.place(range));
        self.by_name.entry(name.clone()).or_insert(self.groups.len());
        self.groups.push(Group { name, subtask, node, includes: BTreeSet::new(), place });
        self.groups.len() - 1
    }

    fn group(&mut self, entry: &'a Entry, is_subtask: bool) {
        if self.groups.len() > 2 * MAX_SUBTASKS {
            return;
        }
        let (node, path) = (&entry.value, self.path.clone());
        accept(node.map(), &path, self.findings);
        let mut subtask = None;
        if is_subtask {
            let points = match node.get("score") {
                Some(score) => accept(score.number(), &path, self.findings),
                None => {
                    let message = format!("the subtask `{}` has no `score`, so it gives no points", entry.key);
                    self.findings.push(broken(&path, entry.key_range, message));
                    None
                }
            };
            let place = self.place(entry.key_range);
            subtask = self.plan.begin(Some(&entry.key), points.unwrap_or(0.0).max(0.0), place, self.findings);
            if subtask.is_none() {
                return;
            }
        }
        let group = self.add_group(entry.key.clone(), subtask, Some(node), entry.key_range);
        let texts = |key: &str| node.get(key).map(texts);
        for (file, range) in texts("copy").and_then(|list| accept(list, &path, self.findings)).unwrap_or_default() {
            match super::file_of(self.folder, &file) {
                Ok(file) => {
                    let case = Case::new(group, Maker::File(file), Some(self.place(range)));
                    self.plan.add(case, self.findings);
                }
                Err(message) => self.findings.push(stale(&path, range, message)),
            }
        }
        let repeat = node.get("repeat").and_then(|node| accept(count(node), &path, self.findings)).unwrap_or(1);
        if let Some(list) = node.get("testcases") {
            match &list.value {
                Value::List(items) => {
                    let local = constants(node, &KEYS_OF_GROUP);
                    items.iter().for_each(|item| self.testcase(item, group, node, &local, repeat));
                }
                Value::Null | Value::Scalar(_) | Value::Map(_) => {
                    self.findings.push(broken(&path, list.range, "a list of tests is wanted here"));
                }
            }
        }
    }

    /// `"10 $#"`, `["10", "$#"]`, or a table with `args`, `generator`, `repeat` and `group_name`.
    fn testcase(
        &mut self,
        item: &Node,
        group: usize,
        of_group: &Node,
        local: &BTreeMap<String, String>,
        repeat: usize,
    ) {
        let path = self.path.clone();
        let (args, table) = match &item.value {
            Value::Map(_) => (item.get("args"), Some(item)),
            Value::Null | Value::Scalar(_) | Value::List(_) => (Some(item), None),
        };
        let Some(args) = args else {
            self.findings.push(broken(
                &path,
                item.range,
                "the arguments are missing, so there is no test; write `args`",
            ));
            return;
        };
        let Some(args) = accept(args.words(), &path, self.findings) else { return };
        let of_table = |key: &str| table.and_then(|table| table.get(key));
        let repeat = of_table("repeat").and_then(|node| accept(count(node), &path, self.findings)).unwrap_or(repeat);
        let (name, range) = [of_table("generator"), of_group.get("generator"), self.root.get("generator")]
            .into_iter()
            .flatten()
            .find_map(|node| Some((cut_off(node.text().ok()?), node.range)))
            .unwrap_or_else(|| ("generator".to_owned(), item.range));
        let generator = self.program(&name, Role::Generator, range);
        let also =
            of_table("group_name").and_then(|node| Some((accept(node.text(), &path, self.findings)?, node.range)));
        let also = also.and_then(|(name, range)| self.find(name, range));
        for _ in 0..repeat {
            if self.plan.is_cut {
                return;
            }
            let number = self.plan.cases.len().to_string();
            let value = |name: &str| match name {
                "#" => Some(number.clone()),
                _ => local.get(name).or_else(|| self.constants.get(name)).cloned(),
            };
            match instantiate(&args, &value) {
                Ok(args) => {
                    let maker = Maker::Call { name: name.clone(), generator: generator.clone(), args };
                    let mut case = Case::new(group, maker, Some(self.place(item.range)));
                    case.subtasks.extend(also.filter(|&also| also != group));
                    self.plan.add(case, self.findings);
                }
                Err(message) => {
                    self.findings.push(broken(&path, item.range, format!("{message}, so there is no test")));
                    return;
                }
            }
        }
    }

    /// A program of `gen/` by its name; a finding, once, where there is none.
    fn program(&mut self, name: &str, role: Role, range: Range) -> Option<RelPath> {
        let key = (name.to_owned(), role.name());
        if let Some(known) = self.known.get(&key) {
            return known.clone();
        }
        let path = at(&format!("gen/{name}"));
        // A name with its ending means the source of that name alone.
        if Language::from_path(&path).is_some() && self.folder.has(&path) {
            let message = format!("programs are named without their endings here: write `{}`", path.stem());
            self.findings.push(stale(&self.path, range, message));
            self.known.insert(key, Some(path.clone()));
            return Some(path);
        }
        let found = self.sources.named(&[path.as_str()], role, self.findings);
        if found.is_none() {
            let code = if role == Role::Generator { Code::GeneratorUnknown } else { Code::ManifestStale };
            let message = format!("there is no {} gen/{name}; write it, or correct the name", role.name());
            self.findings.push(Finding::at(code, self.place(range), message));
        }
        self.known.insert(key, found.clone());
        found
    }

    /// The group of a name; a finding where there is none.
    fn find(&mut self, name: &str, range: Range) -> Option<usize> {
        let found = self.by_name.get(&cut_off(name)).copied();
        if found.is_none() {
            let meant = did_you_mean(name, self.groups.iter().map(|group| group.name.as_str()), self.findings);
            self.findings.push(stale(&self.path, range, format!("there is no group `{}`{meant}", cut_off(name))));
        }
        found
    }

    fn includes(&mut self) {
        for group in 0..self.groups.len() {
            let list = self.groups[group].node.and_then(|node| node.get("include")).map(texts);
            let list = list.and_then(|list| accept(list, &self.path, self.findings)).unwrap_or_default();
            let mut includes = BTreeSet::new();
            if list.iter().any(|(name, _)| name == "*") {
                includes.extend((0..self.groups.len()).filter(|&other| other != group));
            }
            for (name, range) in list.iter().filter(|(name, _)| name != "*") {
                includes.extend(self.find(name, *range));
            }
            self.groups[group].includes = includes;
        }
    }

    fn finish(mut self) -> Plan {
        self.includes();
        let of_groups: Vec<Vec<usize>> = self.subtasks_of_groups();
        let subtasks: Vec<usize> = (0..self.groups.len()).filter(|&one| self.groups[one].subtask.is_some()).collect();
        let asked: Vec<Option<Asked>> = subtasks.into_iter().map(|group| self.asked(group)).collect();
        let mut unused: BTreeMap<usize, usize> = BTreeMap::new();
        let mut counts = Vec::new();
        for case in std::mem::take(&mut self.plan.cases) {
            let in_groups: BTreeSet<usize> =
                case.subtasks.iter().flat_map(|&group| &of_groups[group]).copied().collect();
            // A subtask's own tests are its own; the others are those of the first that has them.
            let own = self.groups[case.subtasks[0]].subtask.or(in_groups.first().copied());
            let Some(own) = own else {
                *unused.entry(case.subtasks[0]).or_default() += 1;
                continue;
            };
            counts.push(std::iter::once(own).chain(in_groups.into_iter().filter(|&one| one != own)).collect());
            self.plan.cases.push(Case { subtasks: vec![own], ..case });
        }
        let _ = self.plan.count(counts, self.findings);
        self.plan.ask(&asked, self.findings);
        for (group, n_tests) in unused {
            let Group { name, place, .. } = &self.groups[group];
            let tests = if n_tests == 1 { "its test is".to_owned() } else { format!("its {n_tests} tests are") };
            let message = format!("no subtask includes `{name}`, so {tests} left out; include it");
            self.findings.push(Finding::at(Code::ManifestStale, place.clone(), message));
        }
        self.plan.tell_total(self.findings);
        if self.plan.cases.is_empty() {
            let message = "it declares no test; write `testcases` in a `[subtask.name]`";
            self.findings.push(Finding::of_file(Code::NoTests, &self.path, message));
        }
        self.plan
    }

    /// For each group the subtasks that its tests count in.
    fn subtasks_of_groups(&self) -> Vec<Vec<usize>> {
        let mut found = vec![Vec::new(); self.groups.len()];
        for (group, subtask) in self.groups.iter().enumerate().filter_map(|(at, group)| Some((at, group.subtask?))) {
            let mut seen = vec![false; self.groups.len()];
            let mut unseen = vec![group];
            while let Some(one) = unseen.pop() {
                if !std::mem::replace(&mut seen[one], true) {
                    found[one].push(subtask);
                    unseen.extend(self.groups[one].includes.iter().filter(|&&other| !seen[other]));
                }
            }
        }
        found
    }

    /// The validator of a subtask with its arguments; `None`, with a finding, where there is none.
    fn asked(&mut self, group: usize) -> Option<Asked> {
        let (node, place, subtask) =
            (self.groups[group].node?, self.groups[group].place.clone(), self.groups[group].subtask?);
        let stated = node.get("validator").or_else(|| self.root.get("validator"));
        let (name, range) = match stated {
            Some(node) => (cut_off(accept(node.text(), &self.path, self.findings)?), node.range),
            None => ("validator".to_owned(), place.range),
        };
        if stated.is_none() && self.sources.named(&["gen/validator"], Role::Validator, &mut Vec::new()).is_none() {
            // That there is none at all is said of the folder.
            return None;
        }
        let validator = self.program(&name, Role::Validator, range)?;
        let args = node.get("validator_args").or_else(|| self.root.get("validator_args"));
        let words = match args {
            Some(node) => accept(node.words(), &self.path, self.findings)?,
            None => vec!["$FILENAME#".to_owned(), "$SUBTASK_NAME#".to_owned()],
        };
        let local = constants(node, &KEYS_OF_GROUP);
        let own = self.groups[group].name.clone();
        let value = |name: &str| match name {
            "FILENAME#" => Some(VALIDATED_FILE.to_owned()),
            "SUBTASK_NAME#" => Some(own.clone()),
            _ => local.get(name).or_else(|| self.constants.get(name)).cloned(),
        };
        match instantiate(&words, &value) {
            Ok(args) => Some(Asked { validator, args, subtask }),
            Err(message) => {
                let range = args.map_or(place.range, |node| node.range);
                self.findings.push(broken(&self.path, range, format!("{message}, so the validator is not asked")));
                None
            }
        }
    }

    fn place(&self, range: Range) -> Place {
        Place { path: self.path.clone(), range }
    }
}

/// The values of a table that are no settings.
fn constants(table: &Node, keys: &[&str]) -> BTreeMap<String, String> {
    let is_one = |entry: &&Entry| entry.key.len() <= MAX_NAME && !keys.contains(&entry.key.as_str());
    let own = table.entries().iter().filter(is_one);
    own.filter_map(|entry| Some((entry.key.clone(), entry.value.text().ok()?.to_owned()))).collect()
}

/// Words in which variables stand for their values.
///
/// # Errors
/// A clause where there is no such constant, or where they are too long together.
fn instantiate(words: &[String], value: &dyn Fn(&str) -> Option<String>) -> Result<Vec<String>, String> {
    let mut n_bytes = 0;
    let word = |word: &String| {
        let word = match word.strip_prefix('$') {
            Some(name) => value(name).ok_or_else(|| format!("there is no constant `{}`", cut_off(name)))?,
            None => word.clone(),
        };
        n_bytes += word.len() + 1;
        if n_bytes > MAX_ARGS { Err("the arguments are longer than 1 MB together".to_owned()) } else { Ok(word) }
    };
    words.iter().map(word).collect()
}

/// The texts of a list, each with where it stands.
fn texts(node: &Node) -> Result<Vec<(String, Range)>, Complaint> {
    match &node.value {
        Value::List(items) => items.iter().map(|item| Ok((item.text()?.to_owned(), item.range))).collect(),
        Value::Null => Ok(Vec::new()),
        Value::Scalar(_) | Value::Map(_) => Err(Complaint::new(node.range, "a list of texts is wanted here")),
    }
}

/// A number of things.
fn count(node: &Node) -> Result<usize, Complaint> {
    let number = node.number()?;
    if number < 0.0 || number.fract() != 0.0 || number > MAX_REPEAT {
        return Err(Complaint::new(node.range, format!("a whole number up to {MAX_REPEAT} is wanted here")));
    }
    Ok(number as usize)
}
