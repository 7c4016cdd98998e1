//! The table of languages: how their sources are recognised, built and run.
//!
//! It is read from a file that is built in, with a person's own laid over it. What a language needs stands there and
//! nowhere else; C, C++, Python 3 and checktestdata have code of their own beside it, since testlib is theirs.

mod template;
#[cfg(test)]
mod tests;

use std::{
    collections::BTreeMap,
    sync::{LazyLock, OnceLock},
};

use serde::Deserialize;
use toml::{Table, Value};

pub use template::{Meanings, UnknownName, fill};

use crate::path::RelPath;

/// The table that is built in.
pub const BUILT_IN: &str = include_str!("languages.toml");

/// The languages, by their names.
#[derive(Clone, Debug, PartialEq)]
pub struct Languages {
    entries: BTreeMap<String, Entry>,
    text: String,
}

/// What the table says of one language. The file says what each key means.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Entry {
    /// What people call it.
    pub title: String,
    /// Extensions of its files, without the dot, in lower case.
    pub extensions: Vec<String>,
    /// Extensions of files that belong to its programs and are none.
    pub modules: Vec<String>,
    /// What a comment to the end of its line begins with.
    pub comment: String,
    /// Words of a first line `#!…` that tell it.
    pub interpreters: Vec<String>,
    /// Programs that are looked for, by the names that commands use.
    pub tools: BTreeMap<String, Vec<String>>,
    /// The Debian package that brings them.
    pub package: String,
    /// The command that prints the version.
    pub version: Vec<String>,
    /// The command that prints where the tools really are.
    pub home_of: Vec<String>,
    /// Files below the person's home that the answer follows; without any it is asked for each time.
    pub home_follows: Vec<String>,
    /// The command that makes what is run.
    pub compile: Vec<String>,
    /// What it makes.
    pub makes: Made,
    /// Its programs have a `main`.
    pub main: bool,
    /// The command that runs it.
    pub run: Vec<String>,
    /// The environment of all commands.
    pub env: BTreeMap<String, String>,
    /// What the compiler has in its environment besides.
    pub build_env: BTreeMap<String, String>,
    /// Its library, where each build would compile it anew.
    pub library: Option<Library>,
    /// Paths that the sandbox shows besides.
    pub shows: Vec<String>,
    /// Files that a private root has besides, by path, with their texts.
    pub shows_text: BTreeMap<String, String>,
    /// Times the time limit.
    pub time_factor: Option<f64>,
    /// What the runtime itself may use beyond the memory limit, mebibytes.
    pub memory_more_mb: u64,
    /// The most address space of each process, gibibytes.
    pub address_gb: Option<u64>,
    /// What a program writes on its standard error that had too little memory.
    pub out_of_memory: Vec<String>,
    /// A program that prints 0.
    pub hello: String,
    /// Its extensions mean it only where nothing else is about.
    pub rare: bool,
    /// The version with which the entry was tried last.
    pub tried: String,
    /// What formats call it.
    pub keys: Keys,
}

/// The library of a language whose compiler keeps what it has compiled of it.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Library {
    /// The variable of `build_env` that says where.
    pub variable: String,
    /// A program that uses what most programs use.
    pub program: String,
}

/// What formats call a language.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Keys {
    /// The first word of Polygon's types of sources.
    pub polygon: Vec<String>,
    /// Codes of problem packages and DOMjudge.
    pub icpc: Vec<String>,
    /// CMS' names.
    pub cms: Vec<String>,
}

/// What the compiler of a language makes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Made {
    /// Nothing: the sources are run.
    #[default]
    Nothing,
    /// A program that is run by itself.
    Program,
    /// One file that another program runs.
    File,
    /// Files in a directory.
    Files,
    /// Classes of Java's machine, in a directory or an archive.
    Classes,
}

impl Entry {
    /// Whether programs in it are built and run by what the table says.
    pub fn is_run(&self) -> bool {
        !self.run.is_empty() || self.makes == Made::Program
    }

    /// Names of tools that are in use while a program runs: the first word of its command.
    pub fn running_tool(&self) -> Option<&str> {
        self.run.first().map(String::as_str)
    }

    /// What people call it in a sentence.
    pub fn title(&self) -> &str {
        &self.title
    }
}

static IN_FORCE: OnceLock<Languages> = OnceLock::new();

/// The table in force: what [`install`] said, else what is built in.
pub fn table() -> &'static Languages {
    static WITHOUT_A_WORD: LazyLock<Languages> = LazyLock::new(Languages::built_in);
    IN_FORCE.get().unwrap_or(&WITHOUT_A_WORD)
}

/// Puts a person's own table into force. A process does so before it reads the first folder; a second word is not heard.
pub fn install(languages: Languages) {
    drop(IN_FORCE.set(languages));
}

impl Languages {
    /// What is built in.
    pub fn built_in() -> Languages {
        Languages::parse(BUILT_IN, "").unwrap_or_else(|mistake| panic!("the table of languages is broken: {mistake}"))
    }

    /// The table that is built in with a person's own laid over it, key by key.
    ///
    /// # Errors
    /// One sentence for what cannot be understood.
    pub fn with(own: &str) -> Result<Languages, String> {
        Languages::parse(BUILT_IN, own)
    }

    fn parse(below: &str, above: &str) -> Result<Languages, String> {
        let read = |text: &str| text.parse::<Table>().map_err(|error| error.to_string());
        let mut laid = read(below)?;
        for (name, entry) in read(above)? {
            let Value::Table(entry) = entry else {
                return Err(format!("`{name}` is no table; write `[{name}]` and its keys below it"));
            };
            let known = laid.entry(name).or_insert_with(|| Value::Table(Table::new()));
            if let Value::Table(known) = known {
                known.extend(entry);
            }
        }
        let text = toml::to_string(&laid).map_err(|error| error.to_string())?;
        let mut entries = BTreeMap::new();
        for (name, entry) in laid {
            let entry: Entry = entry.try_into().map_err(|error| format!("[{name}]: {error}"))?;
            entry.ensure_sound().map_err(|mistake| format!("[{name}]: {mistake}"))?;
            entries.insert(name, entry);
        }
        Ok(Languages { entries, text })
    }

    /// The table as TOML.
    pub fn to_toml(&self) -> &str {
        &self.text
    }

    /// Every language by its name, in the order of the names.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Entry)> {
        self.entries.iter().map(|(name, entry)| (name.as_str(), entry))
    }

    /// A language by its name.
    pub fn get(&self, name: &str) -> Option<&Entry> {
        self.entries.get(name)
    }

    /// The language of a file by its extension; of rare languages only where they are asked for.
    pub fn of_path(&self, path: &RelPath, with_rare: bool) -> Option<&str> {
        let extension = path.extension();
        let mut known = self.iter().filter(|(_, entry)| with_rare || !entry.rare);
        known.find(|(_, entry)| entry.extensions.contains(&extension)).map(|(name, _)| name)
    }

    /// The language that a first line `#!…` tells.
    pub fn of_interpreter(&self, first_line: &str) -> Option<&str> {
        let command = first_line.strip_prefix("#!")?;
        let words = command.split_whitespace().map(|word| word.rsplit('/').next().unwrap_or(word));
        let interpreter = words.clone().find(|word| *word != "env" && !word.starts_with('-'))?;
        self.iter().find(|(_, entry)| entry.interpreters.iter().any(|one| one == interpreter)).map(|(name, _)| name)
    }

    /// The language that somebody calls so: by its name, what people or problem packages call it, or an extension.
    pub fn of_word(&self, word: &str) -> Option<&str> {
        let is_it = |name: &str, entry: &Entry| {
            name == word
                || entry.title.to_lowercase() == word
                || entry.keys.icpc.iter().chain(&entry.extensions).any(|known| known == word)
        };
        self.iter().find(|(name, entry)| is_it(name, entry)).map(|(name, _)| name)
    }

    /// The language by what a format calls it.
    pub fn of_key(&self, key: &str, keys: impl Fn(&Keys) -> &Vec<String>) -> Option<&str> {
        self.iter().find(|(_, entry)| keys(&entry.keys).iter().any(|one| one == key)).map(|(name, _)| name)
    }
}

impl Entry {
    /// Whether its commands can be filled in and start what it names.
    fn ensure_sound(&self) -> Result<(), String> {
        let commands = [&self.compile, &self.run, &self.version, &self.home_of];
        if let Some(command) =
            commands.iter().find(|command| command.first().is_some_and(|first| !self.tools.contains_key(first)))
        {
            return Err(format!("`{}` is none of its `tools`", command[0]));
        }
        let environment = self.env.values().chain(self.build_env.values());
        let words = (self.compile.iter().map(|word| (word, template::IN_COMPILE)))
            .chain(self.run.iter().map(|word| (word, template::IN_RUN)))
            .chain(environment.map(|word| (word, template::IN_ENVIRONMENT)))
            .chain(self.version.iter().chain(&self.home_of).chain(&self.shows).map(|word| (word, template::ELSEWHERE)));
        for (word, known) in words {
            template::ensure_known(word, known).map_err(|mistake| mistake.to_string())?;
        }
        let is_plain =
            |path: &str| path.starts_with('/') && path.split('/').skip(1).all(|part| !matches!(part, "" | "." | ".."));
        if let Some(path) = self.shows_text.keys().find(|path| !is_plain(path)) {
            return Err(format!("`{path}` is no absolute path of a file"));
        }
        if self.makes != Made::Nothing && self.compile.is_empty() {
            return Err("it `makes` something and has no `compile`".to_owned());
        }
        if let Some(Library { variable, program }) = &self.library {
            let is_in_box = self.build_env.get(variable).is_some_and(|value| value.starts_with("{box}/"));
            if !is_in_box || program.is_empty() {
                return Err(format!(
                    "its `library` has no `program`, or `{variable}` in `build_env` is not below {{box}}"
                ));
            }
        }
        if self.is_run() && self.hello.is_empty() {
            return Err("it has no `hello`".to_owned());
        }
        if self.time_factor.is_some_and(|factor| !(0.01..=100.0).contains(&factor)) {
            return Err("`time_factor` is between 0.01 and 100".to_owned());
        }
        Ok(())
    }
}
