//! Programs that the manifest names, and what each is for.

use std::collections::BTreeMap;

use super::manifest::Manifest;
use crate::{
    facts::Register,
    finding::{Code, Finding},
    folder::Folder,
    formats::{language, yaml::Node},
    included,
    language::Language,
    model::{ByProgram, Program, ProgramIdx, Protocol, Role, Validator},
    path::RelPath,
};

/// Programs so far.
#[derive(Default)]
pub(super) struct Cast {
    members: BTreeMap<RelPath, Program>,
    /// The names of generators, as scripts call them.
    pub(super) generators: BTreeMap<String, RelPath>,
    /// Validators, each once, in the order in which they are asked.
    pub(super) validators: Vec<RelPath>,
    /// How many of them, from the first on, look at the inputs of every group that says nothing else, and which of those
    /// is the main one.
    pub(super) usual: Vec<usize>,
    pub(super) has_main_validator: bool,
}

impl Cast {
    /// All of them, in path order.
    pub(super) fn programs(&self) -> ByProgram<Program> {
        self.members.values().cloned().collect()
    }

    /// Adds a program; one that is there already keeps its part.
    pub(super) fn add(&mut self, program: Program) {
        self.members.entry(program.path.clone()).or_insert(program);
    }

    /// Adds a validator; its number among them.
    pub(super) fn add_validator(&mut self, program: Program) -> usize {
        let path = program.path.clone();
        self.add(program);
        match self.validators.iter().position(|known| *known == path) {
            Some(known) => known,
            None => {
                self.validators.push(path);
                self.validators.len() - 1
            }
        }
    }

    /// Adds or replaces a solution's label and what else is known of it.
    pub(super) fn solution(&mut self, path: &RelPath) -> Option<&mut Program> {
        self.members.get_mut(path).filter(|program| program.role == Role::Solution)
    }

    /// The validators as the problem has them.
    pub(super) fn validators(&self, folder: &dyn Folder, programs: &ByProgram<Program>) -> Vec<Validator> {
        let validator = |path: &RelPath| {
            let program: ProgramIdx = programs.position(|program| &program.path == path)?;
            let takes_options = takes_options(folder, path);
            Some(Validator { takes_options, ..Validator::of_stdin(program, Protocol::Testlib) })
        };
        self.validators.iter().filter_map(validator).collect()
    }

    /// Whether a validator reads testlib's options, so that the judge passes the group.
    pub(super) fn takes_options(&self, folder: &dyn Folder, validator: usize) -> bool {
        takes_options(folder, &self.validators[validator])
    }
}

fn takes_options(folder: &dyn Folder, path: &RelPath) -> bool {
    let facts = included::facts(folder, path);
    let register = facts.as_ref().and_then(|facts| facts.register());
    register.is_some_and(|call| call.register == Register::Validator && call.n_args >= 2)
}

/// The program that an item names: `{path, language}`, or a path alone. What is wrong with it is told, and then there is none.
pub(super) fn program(
    folder: &dyn Folder,
    manifest: &Manifest,
    item: &Node,
    role: Role,
    findings: &mut Vec<Finding>,
) -> Option<Program> {
    let node = path_of(item);
    let Some(node) = node else {
        let message = format!("this {} has no `path`; write the path of its source", role.name());
        findings.push(manifest.finding(Code::ManifestBroken, item.range, message));
        return None;
    };
    let path = manifest.file(node, findings)?;
    if !folder.has(&path) {
        let message = format!("there is no file {path}; add it, or correct the path");
        findings.push(manifest.finding(Code::ManifestStale, node.range, message));
        return None;
    }
    of_file(folder, manifest, item, path, role, findings)
}

/// The node with the path of an item.
pub(super) fn path_of(item: &Node) -> Option<&Node> {
    item.get("path").or_else(|| item.text().is_ok().then_some(item))
}

/// A program in a file that is there.
pub(super) fn of_file(
    folder: &dyn Folder,
    manifest: &Manifest,
    item: &Node,
    path: RelPath,
    role: Role,
    findings: &mut Vec<Finding>,
) -> Option<Program> {
    let stated = item.get("language").and_then(|node| {
        let word = manifest.accept(node.text(), findings)?;
        let known = language::of_key(word).map(Language::named);
        if known.is_none() {
            let message = format!("`{word}` is no language that is known here, so the file's name tells it");
            findings.push(manifest.finding(Code::ManifestStale, node.range, message));
        }
        known
    });
    let Some(language) = stated.or_else(|| language::of_file(folder, &path)) else {
        let message = format!("{path} is in no language that is known here, so it is left out");
        let range = path_of(item).map_or(item.range, |node| node.range);
        findings.push(manifest.finding(Code::ToolMissing, range, message));
        return None;
    };
    if let Some(node) = item.get("executionFiles").filter(|node| !super::manifest::items(node).is_empty()) {
        findings.push(manifest.not_done(node.range, "files for single programs are not laid beside them here"));
    }
    Some(Program::of_file(path, role, language, "listed in problem.rbx.yml"))
}

/// Sources by their paths without endings, as generators may be called that are not listed.
pub(super) struct Sources(BTreeMap<String, Vec<RelPath>>);

impl Sources {
    /// Those of a folder.
    pub(super) fn of(folder: &dyn Folder) -> Sources {
        let mut sources: BTreeMap<String, Vec<RelPath>> = BTreeMap::new();
        for path in folder.files().iter().map(|file| &file.path).filter(|path| Language::from_path(path).is_some()) {
            sources.entry(path.with_file_name(path.stem()).to_string()).or_default().push(path.clone());
        }
        Sources(sources)
    }

    /// The source that a path means, with its ending or without it; none if several may be meant.
    pub(super) fn find(&self, folder: &dyn Folder, name: &str) -> Option<RelPath> {
        let path = RelPath::parse(name)?;
        if Language::from_path(&path).is_some() && folder.has(&path) {
            return Some(path);
        }
        match self.0.get(path.as_str())?.as_slice() {
            [only] => Some(only.clone()),
            _ => None,
        }
    }
}

/// The generators, by their names.
pub(super) fn generators(folder: &dyn Folder, manifest: &Manifest, cast: &mut Cast, findings: &mut Vec<Finding>) {
    for item in manifest.items(&manifest.root, "generators") {
        let Some(program) = program(folder, manifest, item, Role::Generator, findings) else { continue };
        let named =
            item.get("name").and_then(|node| Some((manifest.accept(node.text(), findings)?.to_owned(), node.range)));
        let (name, range) = named.unwrap_or_else(|| (program.path.stem().to_owned(), item.range));
        if cast.generators.contains_key(&name) {
            let message = format!("there is already a generator `{name}`, which counts; give this one another name");
            findings.push(manifest.finding(Code::ManifestBroken, range, message));
            continue;
        }
        cast.generators.insert(name, program.path.clone());
        cast.add(program);
    }
    let sources = Sources::of(folder);
    for stress in manifest.items(&manifest.root, "stresses") {
        let Some(node) = stress.get("generator").and_then(|generator| generator.get("name")) else { continue };
        let is_there = |name: &str| cast.generators.contains_key(name) || sources.find(folder, name).is_some();
        if node.text().is_ok_and(|name| !name.starts_with('@') && !is_there(name)) {
            let message = "there is no generator of this name, so the stress test cannot run";
            findings.push(manifest.finding(Code::GeneratorUnknown, node.range, message));
        }
    }
}
