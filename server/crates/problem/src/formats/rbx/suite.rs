//! `testcases`: groups of tests, each from files, calls, or a testplan.

use std::{collections::BTreeMap, sync::Arc};

use super::{
    items::{self, Cast, Sources},
    keys,
    manifest::Manifest,
    testplan::{self, Entry, What},
    vars::Vars,
};
use crate::{
    finding::{Code, Finding, Severity},
    folder::Folder,
    formats::{
        icpc::shell_words,
        yaml::{Node, unknown_keys},
    },
    globs,
    model::{ByCommand, ByProgram, CommandIdx, GenCall, GenCommand, InputSource, Program, Role, Test, ValidatorArgs},
    path::RelPath,
    settings::suggest::nearest,
    text::{Place, Range},
};

/// The group whose tests are shown to contestants.
pub(super) const SAMPLES: &str = "samples";

/// Keys of which a group has one.
const SOURCES: [&str; 4] = ["testcases", "testcaseGlob", "generators", "generatorScript"];

/// A group of tests.
pub(super) struct Group<'n> {
    pub(super) name: String,
    pub(super) node: &'n Node,
    pub(super) range: Range,
    /// The validators that look at its inputs, by their numbers.
    validators: Vec<usize>,
    vars: Vars,
    /// Those of its subgroups, with what they add.
    subgroups: Vec<(String, &'n Node, Vec<usize>)>,
}

/// Commands and the tests that they make.
#[derive(Default)]
pub(super) struct Suite {
    pub(super) commands: ByCommand<GenCommand>,
    pub(super) tests: Vec<Test>,
    /// Generators that the manifest does not list, by the paths that they are called by.
    pub(super) unlisted: BTreeMap<String, RelPath>,
}

/// The groups, with the validators that only they have.
pub(super) fn groups<'n>(
    folder: &dyn Folder,
    manifest: &'n Manifest,
    cast: &mut Cast,
    findings: &mut Vec<Finding>,
) -> Vec<Group<'n>> {
    let mut groups: Vec<Group<'n>> = Vec::new();
    for node in manifest.items(&manifest.root, "testcases") {
        findings.extend(unknown_keys(node, &keys::GROUP_OF_TESTS.names(), &manifest.path));
        let Some((name, range)) = name(manifest, node, findings) else { continue };
        if groups.iter().any(|group| group.name == name) {
            let message = format!("there is already a group `{name}`, so this one is left out; give it another name");
            findings.push(manifest.finding(Code::ManifestBroken, range, message));
            continue;
        }
        if name == SAMPLES && !groups.is_empty() {
            let message = "the samples have to be the first group; move them up";
            findings.push(manifest.finding(Code::ManifestBroken, range, message));
        }
        if let Some(node) = node.get("model_solution") {
            findings.push(manifest.not_done(node.range, "the main solution makes the answers of this group too"));
        }
        let own =
            node.get("validator").and_then(|item| items::program(folder, manifest, item, Role::Validator, findings));
        let own = own.map(|program| cast.add_validator(program));
        // A group's own validator stands in for the main one.
        let kept = cast.usual.iter().skip(usize::from(own.is_some() && cast.has_main_validator)).copied();
        let mut validators: Vec<usize> = own.into_iter().chain(kept).collect();
        validators.extend(extra(folder, manifest, node, cast, findings));
        let mut subgroups = Vec::new();
        for sub in manifest.items(node, "subgroups") {
            findings.extend(unknown_keys(sub, &keys::GROUP_OF_TESTS.names(), &manifest.path));
            if let Some((name, _)) = self::name(manifest, sub, findings) {
                subgroups.push((name, sub, extra(folder, manifest, sub, cast, findings)));
            }
        }
        let vars = node.get("vars").map(|vars| Vars::read(vars, &manifest.path, findings)).unwrap_or_default();
        groups.push(Group { name, node, range, validators, vars: manifest.vars.under(&vars), subgroups });
    }
    groups
}

fn name(manifest: &Manifest, node: &Node, findings: &mut Vec<Finding>) -> Option<(String, Range)> {
    let Some(name) = node.get("name") else {
        findings.push(manifest.finding(
            Code::ManifestBroken,
            node.range,
            "this group has no `name`, so it is left out",
        ));
        return None;
    };
    Some((manifest.accept(name.text(), findings)?.to_owned(), name.range))
}

/// The further validators of a group.
fn extra(
    folder: &dyn Folder,
    manifest: &Manifest,
    node: &Node,
    cast: &mut Cast,
    findings: &mut Vec<Finding>,
) -> Vec<usize> {
    let items = manifest.items(node, "extraValidators").iter();
    let programs = items.filter_map(|item| items::program(folder, manifest, item, Role::Validator, findings));
    let programs: Vec<Program> = programs.collect();
    programs.into_iter().map(|program| cast.add_validator(program)).collect()
}

/// The tests of the groups.
pub(super) fn read(
    folder: &dyn Folder,
    manifest: &Manifest,
    cast: &Cast,
    programs: &ByProgram<Program>,
    groups: &[Group<'_>],
    findings: &mut Vec<Finding>,
) -> Suite {
    let suite = Suite::default();
    let (sources, scripts, nobodys) = (Sources::of(folder), BTreeMap::new(), BTreeMap::new());
    let mut maker = Maker { folder, manifest, cast, programs, findings, suite, sources, scripts, nobodys };
    for group in groups {
        maker.group(group);
    }
    maker.tell_nobodys();
    maker.suite
}

/// The options that a validator gets on the tests of a group, for the validators that are asked.
pub(super) fn options(
    folder: &dyn Folder,
    cast: &Cast,
    validators: &[usize],
    vars: &Vars,
    group: Option<&str>,
) -> ValidatorArgs {
    let of_one = |validator: usize| {
        let mut options = vars.options();
        // The judge passes the group to those that read testlib's options.
        if let Some(group) = group.filter(|_| !cast.takes_options(folder, validator)) {
            options.extend(["--group".to_owned(), group.to_owned()]);
        }
        (validator, options)
    };
    ValidatorArgs::Only(validators.iter().copied().map(of_one).collect())
}

struct Maker<'a> {
    folder: &'a dyn Folder,
    manifest: &'a Manifest,
    cast: &'a Cast,
    programs: &'a ByProgram<Program>,
    findings: &'a mut Vec<Finding>,
    suite: Suite,
    sources: Sources,
    /// The commands of testplans that are programs, each run once.
    scripts: BTreeMap<RelPath, CommandIdx>,
    /// By plan, the entries that no group has taken so far, with their blocks.
    nobodys: BTreeMap<RelPath, BTreeMap<usize, (String, Place)>>,
}

impl Maker<'_> {
    fn group(&mut self, group: &Group<'_>) {
        let from = self.suite.tests.len();
        let has_own = self.tests_of(group.node, &group.name, &group.name);
        self.finish(group, from, &[]);
        for (name, node, more) in &group.subgroups {
            let from = self.suite.tests.len();
            self.tests_of(node, &group.name, &format!("{}/{name}", group.name));
            self.finish(group, from, more);
        }
        if !has_own && group.subgroups.is_empty() {
            match self.manifest.root.get("generatorScript") {
                Some(script) => {
                    self.script(script, &group.name, &group.name);
                    self.finish(group, from, &[]);
                }
                None => {
                    let message = format!(
                        "the group {} says of no tests; write `testcaseGlob`, `generatorScript`, `generators` or `testcases`",
                        group.name
                    );
                    self.findings.push(self.manifest.finding(Code::ManifestStale, group.range, message));
                }
            }
        }
    }

    /// Says of the tests from a number on what their group does.
    fn finish(&mut self, group: &Group<'_>, from: usize, more: &[usize]) {
        let validators: Vec<usize> = group.validators.iter().chain(more).copied().collect();
        let args = options(self.folder, self.cast, &validators, &group.vars, Some(&group.name));
        let first = self.suite.tests[..from].iter().filter(|test| test.group.as_deref() == Some(&group.name)).count();
        for (number, test) in self.suite.tests[from..].iter_mut().enumerate() {
            test.id = format!("{}/{}", group.name, first + number);
            test.name.clone_from(&test.id);
            test.group = Some(group.name.clone());
            test.sample = group.name == SAMPLES;
            test.validator_args = args.clone();
        }
    }

    /// Adds the tests of a group or subgroup; whether it says where they come from.
    fn tests_of(&mut self, node: &Node, group: &str, path: &str) -> bool {
        let stated: Vec<&str> = SOURCES.into_iter().filter(|key| node.get(key).is_some()).collect();
        if let [_, second, ..] = stated[..] {
            let range = node.get(second).map_or(node.range, |node| node.range);
            let message = "a group has one of `testcases`, `testcaseGlob`, `generators` and `generatorScript`; make a group of each";
            self.findings.push(self.manifest.finding(Code::ManifestBroken, range, message));
        }
        for item in self.manifest.items(node, "testcases") {
            self.listed(item);
        }
        if let Some(glob) = node.get("testcaseGlob") {
            self.files(glob);
        }
        for item in self.manifest.items(node, "generators") {
            let text = |key: &str| item.get(key).and_then(|node| node.text().ok()).unwrap_or_default();
            let place = self.manifest.place(item.range);
            self.call(&format!("{} {}", text("name"), text("args")), place);
        }
        if let Some(script) = node.get("generatorScript") {
            self.script(script, group, path);
        }
        !stated.is_empty()
    }

    fn add(&mut self, input: InputSource, answer: Option<RelPath>, place: Place) {
        self.suite.tests.push(Test { answer, place: Some(place), ..Test::new("", input) });
    }

    /// An answer that lies beside an input takes the place of the main solution's.
    fn beside(&self, input: &RelPath) -> Option<RelPath> {
        let path = input.with_file_name(&format!("{}.ans", input.stem()));
        Some(path).filter(|path| self.folder.has(path) && path != input)
    }

    fn listed(&mut self, item: &Node) {
        let node = item.get("inputPath").or_else(|| item.text().is_ok().then_some(item));
        let Some(node) = node else {
            self.findings.push(self.manifest.finding(Code::ManifestBroken, item.range, "this test has no `inputPath`"));
            return;
        };
        let Some(input) = self.there(node) else { return };
        let answer = item.get("outputPath").and_then(|node| self.there(node)).or_else(|| self.beside(&input));
        self.add(InputSource::File(input), answer, self.manifest.place(node.range));
    }

    fn there(&mut self, node: &Node) -> Option<RelPath> {
        let path = self.manifest.file(node, self.findings)?;
        if !self.folder.has(&path) {
            let message = format!("there is no file {path}; add it, or remove this");
            self.findings.push(self.manifest.finding(Code::ManifestStale, node.range, message));
            return None;
        }
        Some(path)
    }

    fn files(&mut self, node: &Node) {
        let Some(written) = self.manifest.accept(node.text(), self.findings) else { return };
        let glob = match globs::compile(written) {
            Ok(glob) => glob,
            Err(why) => {
                let message = format!("`{written}` is no pattern: {why}");
                self.findings.push(self.manifest.finding(Code::ManifestBroken, node.range, message));
                return;
            }
        };
        let files = self.folder.files().iter().map(|file| &file.path);
        let found: Vec<RelPath> =
            files.filter(|path| path.extension() == "in" && glob.is_match(path.as_str())).cloned().collect();
        if found.is_empty() {
            let message = format!("no input `{written}` is there, so nothing is a test by this; inputs end with `.in`");
            self.findings.push(self.manifest.finding(Code::ManifestStale, node.range, message));
        }
        for path in found {
            let (answer, place) = (self.beside(&path), self.manifest.place(node.range));
            self.add(InputSource::File(path), answer, place);
        }
    }

    /// Adds the test that a call makes.
    fn call(&mut self, text: &str, place: Place) {
        let text = text.trim();
        let words = match shell_words(text) {
            Ok(words) => words,
            Err(why) => {
                self.findings.push(Finding::at(Code::ManifestBroken, place, why));
                return;
            }
        };
        let Some((name, args)) = words.split_first() else {
            self.findings.push(Finding::at(Code::ManifestBroken, place, "this calls no generator"));
            return;
        };
        let path = self.cast.generators.get(name);
        let unlisted = if path.is_none() { self.sources.find(self.folder, name) } else { None };
        if let Some(path) = unlisted {
            self.suite.unlisted.insert(name.clone(), path);
        } else if path.is_none() {
            let known = self.cast.generators.keys().map(String::as_str);
            let cure = match nearest(name, known) {
                Some(meant) => format!("perhaps `{meant}` is meant"),
                None => "list it under `generators`".to_owned(),
            };
            let message = format!("there is no generator `{name}`, so this test is not made; {cure}");
            self.findings.push(Finding::at(Code::GeneratorUnknown, place.clone(), message));
        }
        let program = path.and_then(|path| self.programs.position(|program| &program.path == path));
        let call = GenCall { name: name.clone(), program, args: args.to_vec() };
        let command = self.suite.commands.push(GenCommand {
            text: text.to_owned(),
            pipeline: vec![call],
            place: Some(place.clone()),
            rule: None,
            lists_tests: false,
        });
        self.add(InputSource::Stdout(command), None, place);
    }

    /// Adds the tests of a testplan: a text, or what a program prints.
    fn script(&mut self, node: &Node, group: &str, path: &str) {
        if let Some(format) = node.get("format").filter(|format| format.text().is_ok_and(|format| format != "rbx")) {
            self.findings
                .push(self.manifest.not_done(format.range, "the script is read as a testplan, whatever its format"));
        }
        let Some(at) = items::path_of(node) else {
            let message = "this script has no `path`";
            self.findings.push(self.manifest.finding(Code::ManifestBroken, node.range, message));
            return;
        };
        let Some(file) = self.there(at) else { return };
        let root = node.get("root").and_then(|node| RelPath::parse(node.text().ok()?)).unwrap_or_else(RelPath::root);
        if file.extension() == "txt" {
            let text = self.folder.text(&file).unwrap_or_default();
            self.plan(&text, &file, None, &root, group, path);
        } else {
            self.printed(node, &file, &root, group, path);
        }
    }

    /// A testplan that a program prints.
    fn printed(&mut self, node: &Node, file: &RelPath, root: &RelPath, group: &str, path: &str) {
        let program = self.programs.position(|program| &program.path == file);
        if !self.scripts.contains_key(file) {
            let call = GenCall { name: file.stem().to_owned(), program, args: Vec::new() };
            let command = self.suite.commands.push(GenCommand {
                text: file.to_string(),
                pipeline: vec![call],
                place: Some(self.manifest.place(node.range)),
                rule: None,
                lists_tests: true,
            });
            self.scripts.insert(file.clone(), command);
        }
        match self.folder.seen_run(file) {
            Some(seen) if seen.ok => {
                self.plan(&seen.stdout, file, Some(self.manifest.place(node.range)), root, group, path);
            }
            // That it fails is found when it is run, and that nothing can run it has been said.
            Some(_) => {}
            None if program.is_none() => {}
            None => {
                let message = format!("which tests {file} prints is known once it has been run, as a check does");
                let finding = self.manifest.finding(Code::NoTests, node.range, message);
                self.findings.push(finding.with_severity(Severity::Information));
            }
        }
    }

    /// Adds the tests of a plan; `place` is where all of them stand if the text is in no file.
    fn plan(&mut self, text: &str, file: &RelPath, place: Option<Place>, root: &RelPath, group: &str, path: &str) {
        let (entries, mistakes) = testplan::parse(text);
        let at = |range: Range| place.clone().unwrap_or_else(|| Place { path: file.clone(), range });
        // Groups that share a plan would say the same again.
        let told: Vec<Finding> =
            mistakes.into_iter().map(|one| Finding::at(Code::ManifestBroken, at(one.range), one.message)).collect();
        let is_new = |finding: &Finding| !self.findings.contains(finding);
        let told: Vec<Finding> = told.into_iter().filter(is_new).collect();
        self.findings.extend(told);
        let is_ours = |entry: &&Entry| {
            entry.blocks.iter().all(|block| block == path || path.starts_with(&format!("{block}/")) || block == group)
        };
        let others = entries.iter().enumerate().filter(|(_, entry)| !is_ours(entry));
        let others = others.map(|(number, entry)| (number, (entry.blocks.join("` in `"), at(entry.range))));
        let others: BTreeMap<usize, (String, Place)> = others.collect();
        match self.nobodys.get_mut(file) {
            Some(nobodys) => nobodys.retain(|number, _| others.contains_key(number)),
            None => drop(self.nobodys.insert(file.clone(), others)),
        }
        for entry in entries.iter().filter(is_ours) {
            let place = at(entry.range);
            match &entry.what {
                What::Call(call) => self.call(call, place),
                What::Copy(name) => match root.join(name).filter(|path| self.folder.has(path)) {
                    Some(path) => {
                        let answer = self.beside(&path);
                        self.add(InputSource::File(path), answer, place);
                    }
                    None => {
                        let message = format!("there is no file {name} to copy; add it, or remove this");
                        self.findings.push(Finding::at(Code::ManifestStale, place, message));
                    }
                },
                What::Input { words, text } if words.is_empty() => {
                    self.add(InputSource::Inline(Arc::from(text.as_str())), None, place);
                }
                What::Input { .. } | What::Test { .. } => {
                    let message = "tests with an outcome belong to `unitTests`, so this is no test here";
                    self.findings.push(Finding::at(Code::ManifestBroken, place, message));
                }
            }
        }
    }
}

impl Maker<'_> {
    /// Says of blocks that no group takes the tests of.
    fn tell_nobodys(&mut self) {
        for nobodys in std::mem::take(&mut self.nobodys).into_values() {
            let mut blocks: BTreeMap<String, (Place, usize)> = BTreeMap::new();
            for (block, place) in nobodys.into_values() {
                blocks.entry(block).or_insert((place, 0)).1 += 1;
            }
            for (block, (place, n_tests)) in blocks {
                let tests = if n_tests == 1 { "this test is".to_owned() } else { format!("its {n_tests} tests are") };
                let message = format!(
                    "no group that reads this plan is called `{block}`, so {tests} left out; name a group or subgroup so, or correct \
                     the block"
                );
                self.findings.push(Finding::at(Code::ManifestStale, place, message));
            }
        }
    }
}

/// The programs that print testplans.
pub(super) fn scripts(folder: &dyn Folder, manifest: &Manifest, cast: &mut Cast, findings: &mut Vec<Finding>) {
    for node in script_nodes(manifest) {
        let path = items::path_of(node).and_then(|at| RelPath::parse(at.text().ok()?));
        let Some(path) = path.filter(|path| folder.has(path) && path.extension() != "txt") else { continue };
        let program = items::of_file(folder, manifest, node, path, Role::Generator, findings);
        program.into_iter().for_each(|program| cast.add(program));
    }
}

/// Where the manifest names testplans, and programs that print them.
fn script_nodes(manifest: &Manifest) -> impl Iterator<Item = &Node> {
    let groups = manifest.items(&manifest.root, "testcases").iter();
    let inner = groups.clone().flat_map(|group| manifest.items(group, "subgroups"));
    groups.chain(inner).chain([&manifest.root]).filter_map(|node| node.get("generatorScript"))
}

/// Whether the manifest names a file as a testplan, of tests or of judges.
pub(super) fn is_testplan(manifest: &Manifest, path: &RelPath) -> bool {
    let of_tests = script_nodes(manifest).filter_map(items::path_of).filter(|_| path.extension() == "txt");
    let kinds = ["validator", "checker"].into_iter();
    let sets = kinds.flat_map(|kind| manifest.root.get("unitTests").map(|node| manifest.items(node, kind)));
    let of_judges = sets.flatten().filter_map(|set| set.get("testplan"));
    of_tests.chain(of_judges).any(|node| node.text().ok().and_then(RelPath::parse).as_ref() == Some(path))
}
