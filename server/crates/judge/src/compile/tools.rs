//! The tools of the languages of the table: where they are, and what they need to be shown.
//!
//! Looking for them starts nothing, stand-ins aside, which are asked what they stand for. What version a runtime is, is asked
//! when the first program in its language is built.

use std::{
    collections::BTreeMap,
    env, fs,
    path::{Path, PathBuf},
    time::UNIX_EPOCH,
};

use problem::{
    digest::{Digest, KeyBuilder},
    executor::{ExecutorError, ExitStatus},
    languages::{self, Entry, Meanings, UnknownName, fill},
    path::AbsPath,
};

use super::toolchain::{TEMPORARY, first_line, on_path, run, tool_environment};
use crate::{
    launcher::BOX,
    local::{LocalExecutor, ViewBuilder},
    machine::Machine as _,
};

/// What stands before a tool's name in the words of a command.
const HOME: &str = "home ";
/// Where tools look for what is the user's own.
const HOME_VARIABLE: &str = "HOME";

/// Homes of tools that have nothing to do with each other.
const SHARED_HOMES: [&str; 3] = ["/", "/usr", "/usr/local"];

/// The tools that are there, by the language and the name that its commands have for them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tools(BTreeMap<(&'static str, &'static str), Tool>);

/// One of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tool {
    /// Its file, no link to it.
    pub path: AbsPath,
    /// The directory above the one that it lies in.
    pub home: PathBuf,
}

impl Tools {
    /// Looks for them on `PATH`.
    ///
    /// # Errors
    /// The executor's own failure.
    pub(super) fn find(executor: &LocalExecutor) -> Result<Tools, ExecutorError> {
        let mut found = BTreeMap::new();
        for (language, entry) in languages::table().iter() {
            if !entry.is_run() {
                continue;
            }
            for (name, usual) in &entry.tools {
                let Some(path) = usual.iter().find_map(|name| on_path(name)) else { continue };
                let Some(tool) = real(executor, entry, name, path)? else { continue };
                found.insert((language, name.as_str()), tool);
            }
        }
        Ok(Tools(found))
    }

    /// A tool of a language.
    pub fn get(&self, language: &str, name: &str) -> Option<&Tool> {
        self.0.iter().find(|((of, called), _)| *of == language && *called == name).map(|(_, tool)| tool)
    }

    /// The first tool of a language that is not here.
    pub fn missing<'e>(&self, language: &str, entry: &'e Entry) -> Option<&'e str> {
        entry.tools.keys().map(String::as_str).find(|name| self.get(language, name).is_none())
    }

    /// The paths of tools that run programs.
    pub(super) fn running(&self) -> BTreeMap<(String, String), AbsPath> {
        let running = self.entries().filter(|(_, entry, name, _)| entry.running_tool() == Some(*name));
        running.map(|(language, _, name, tool)| ((language.to_owned(), name.to_owned()), tool.path.clone())).collect()
    }

    /// Adds what programs and compilers must see of them.
    pub(super) fn show(&self, mut programs: ViewBuilder, mut compilers: ViewBuilder) -> (ViewBuilder, ViewBuilder) {
        for (language, entry, name, tool) in self.entries() {
            compilers = compilers.with_tool(&tool.path);
            let runs = entry.running_tool() == Some(name);
            if runs {
                programs = programs.with(tool.path.as_path()).with_tool(&tool.path);
            }
            let homes = Homes { tools: self, language };
            for path in fill(&entry.shows, &homes).unwrap_or_default() {
                compilers = compilers.with(Path::new(&path));
                if !entry.run.is_empty() {
                    programs = programs.with(Path::new(&path));
                }
            }
            for (path, text) in &entry.shows_text {
                compilers = compilers.with_text(Path::new(path), text);
                programs = programs.with_text(Path::new(path), text);
            }
        }
        (programs, compilers)
    }

    /// The environment of a tool of a language that looks at sources, or is asked what it is.
    ///
    /// # Errors
    /// The first name in the table that means nothing.
    pub(super) fn environment(&self, language: &str, entry: &Entry, tool: &Tool) -> Result<Vec<String>, UnknownName> {
        let meanings = OfEnvironment { tools: self, language };
        let mut env = tool_environment(&tool.path);
        for (name, value) in entry.env.iter().chain(&entry.build_env) {
            let value = fill(std::slice::from_ref(value), &meanings)?.join(" ");
            env.retain(|other| other.split('=').next() != Some(name.as_str()));
            env.push(format!("{name}={value}"));
        }
        if !entry.env.contains_key(HOME_VARIABLE) && !entry.build_env.contains_key(HOME_VARIABLE) {
            env.push(format!("{HOME_VARIABLE}={BOX}/{TEMPORARY}"));
        }
        Ok(env)
    }

    fn entries(&self) -> impl Iterator<Item = (&'static str, &'static Entry, &'static str, &Tool)> {
        self.0
            .iter()
            .filter_map(|((language, name), tool)| Some((*language, languages::table().get(language)?, *name, tool)))
    }

    /// What changes when a tool is installed anew, as far as its files tell without being read.
    pub(super) fn stamp(&self, language: &str) -> Digest {
        let mut key = KeyBuilder::new("tools 1").text(language);
        for ((_, name), tool) in self.0.iter().filter(|((of, _), _)| *of == language) {
            key = key.text(name).text(&tool.path.to_string());
            let beside = [tool.home.join("bin"), tool.home.join("lib"), tool.home.clone()];
            // What is installed for all changes with every other package.
            let is_its_own = !SHARED_HOMES.iter().any(|shared| tool.home == Path::new(shared));
            for path in [tool.path.as_path().to_owned()].into_iter().chain(beside.into_iter().filter(|_| is_its_own)) {
                let changed = fs::metadata(&path).and_then(|metadata| metadata.modified()).ok();
                let since = changed.and_then(|time| time.duration_since(UNIX_EPOCH).ok()).unwrap_or_default();
                key = key.field(&since.as_nanos().to_le_bytes());
            }
        }
        key.finish()
    }
}

/// What the names in an environment mean.
pub(super) struct OfEnvironment<'a> {
    pub(super) tools: &'a Tools,
    pub(super) language: &'a str,
}

impl Meanings for OfEnvironment<'_> {
    fn of(&self, name: &str) -> Option<Vec<String>> {
        match name {
            // The launcher knows where that is.
            "box" => Some(vec![BOX.to_owned()]),
            name => home_of(self.tools, self.language, name),
        }
    }
}

/// What `{home TOOL}` means.
struct Homes<'a> {
    tools: &'a Tools,
    language: &'a str,
}

impl Meanings for Homes<'_> {
    fn of(&self, name: &str) -> Option<Vec<String>> {
        home_of(self.tools, self.language, name)
    }
}

/// What a name of the form `home TOOL` means.
pub(super) fn home_of(tools: &Tools, language: &str, name: &str) -> Option<Vec<String>> {
    let tool = tools.get(language, name.strip_prefix(HOME)?)?;
    Some(vec![tool.home.display().to_string()])
}

/// Where a stand-in says that the tools are. It is asked again when it, or what the table says that its answer follows,
/// has changed.
fn told_home(
    executor: &LocalExecutor,
    entry: &Entry,
    path: &AbsPath,
    question: &[String],
) -> Result<Option<PathBuf>, ExecutorError> {
    let store = executor.store();
    let home = env::home_dir();
    let followed = entry.home_follows.iter().map(|file| AbsPath::new(home.as_ref()?.join(file)));
    let followed: Option<Vec<Digest>> =
        followed.chain([Some(path.clone())]).map(|file| Some(store.file_blob(&file?)?.digest)).collect();
    let key = followed.filter(|_| !entry.home_follows.is_empty()).map(|digests| {
        let key = KeyBuilder::new("home of tools 1").text(&path.to_string()).texts(question.iter().map(String::as_str));
        digests.into_iter().fold(key, KeyBuilder::digest).finish()
    });
    if let Some(home) = key.and_then(|key| store.built::<PathBuf>(key)).filter(|home| home.exists()) {
        return Ok(Some(home));
    }
    let question: Vec<&str> = question.iter().map(String::as_str).collect();
    let answer = run(executor, path, &question)?;
    let home = PathBuf::from(first_line(&answer.stdout));
    if answer.status != ExitStatus::Exited(0) || !home.is_absolute() {
        return Ok(None);
    }
    if let Some(key) = key {
        store.put_result(key, &home);
    }
    Ok(Some(home))
}

/// The file that a tool really is. A stand-in is asked.
fn real(executor: &LocalExecutor, entry: &Entry, name: &str, path: AbsPath) -> Result<Option<Tool>, ExecutorError> {
    let resolved = |path: &Path| fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let mut file = resolved(path.as_path());
    let is_stand_in = file.file_name() != path.as_path().file_name();
    if is_stand_in && let Some(question) = entry.home_of.get(1..).filter(|_| entry.home_of[0] == name) {
        let Some(home) = told_home(executor, entry, &path, question)? else { return Ok(None) };
        file = resolved(&home.join("bin").join(path.as_path().file_name().unwrap_or_default()));
    }
    let home = file.parent().and_then(Path::parent).unwrap_or(Path::new("/")).to_owned();
    Ok(AbsPath::new(file).map(|path| Tool { path, home }))
}
