//! How programs that were built are run.

use std::collections::BTreeMap;

use problem::{
    digest::{Digest, KeyBuilder},
    executor::{Action, Attempt, Blob, ExecutorError, IN_PLACE, InputFile, Requirements, RunLimits},
    language::Language,
    languages::{Made, Meanings, fill},
    model::{LanguageLimits, Program, Role},
    state::Build,
};

use super::{
    build::Builder,
    by_table::{Described, MADE_FILE, STARTED_CLASS},
    modules, pack, scripts, sources,
    toolchain::Python,
    tools::{OfEnvironment, Tools, home_of},
};

/// What a program is run with: arguments to put before its own, and the files it needs.
#[derive(Clone, Debug, PartialEq)]
pub struct Runnable {
    /// `./name`, or an interpreter and its script.
    pub args: Vec<String>,
    /// Files in the working directory.
    pub inputs: BTreeMap<String, InputFile>,
    /// The environment.
    pub env: BTreeMap<String, String>,
    /// What its runs ask of a machine.
    pub requires: Option<Box<Requirements>>,
    /// What it may use beyond a memory limit, bytes: its runtime's own.
    pub memory_more: u64,
    /// What it writes on its standard error when it fails for want of memory.
    pub out_of_memory: &'static [String],
    /// Limits of its language in this problem, where they differ.
    pub limits: LanguageLimits,
    /// Times a time limit that is not its language's own.
    pub time_factor: f64,
    /// Changes whenever what runs does.
    pub identity: Digest,
}

impl Default for Runnable {
    fn default() -> Runnable {
        Runnable {
            args: Vec::new(),
            inputs: BTreeMap::new(),
            env: BTreeMap::new(),
            requires: None,
            memory_more: 0,
            out_of_memory: &[],
            limits: LanguageLimits::default(),
            time_factor: 1.0,
            identity: Digest([0; 32]),
        }
    }
}

/// The action of a program with more arguments, reading `stdin`.
pub(crate) fn action(program: &Runnable, args: &[String], stdin: Option<Blob>, limits: RunLimits) -> Action {
    Action {
        args: program.args.iter().chain(args).cloned().collect(),
        inputs: program.inputs.clone(),
        stdin,
        outputs: Vec::new(),
        pipes: Vec::new(),
        env: program.env.clone(),
        limits,
        requires: program.requires.clone(),
        attempt: Attempt::Only,
    }
}

impl Builder<'_> {
    /// Builds a program and says how to run it; `None` where it does not build.
    ///
    /// # Errors
    /// The executor's own failure or a cancellation.
    pub fn build_runnable(&self, program: &Program) -> Result<Option<Runnable>, ExecutorError> {
        match self.build(program)? {
            Build::Ok { executable, .. } => self.runnable(program, executable).map(Some),
            Build::Failed { .. } | Build::Skipped { .. } => Ok(None),
        }
    }

    /// How to run a program that was built.
    ///
    /// # Errors
    /// When its files cannot be put into the cache.
    pub fn runnable(&self, program: &Program, executable: Blob) -> Result<Runnable, ExecutorError> {
        let store = self.context.machine.store();
        let mut runnable = Runnable::default();
        let of_language = self.context.problem.limits.languages.get(program.language.name());
        runnable.limits = of_language.copied().unwrap_or_default();
        if let Some(described) = Described::of(program) {
            self.run_by_table_says(&described, executable, &mut runnable)?;
        } else if program.language == Language::Scripts {
            runnable.inputs = pack::lay(store, pack::open(store, executable)?)?;
            runnable.env = scripts::environment();
            runnable.args = vec![IN_PLACE.to_owned()];
        } else if program.language == Language::Python {
            let script = modules::started(program);
            let module = self.context.problem.io.module.as_deref();
            for (name, path) in modules::files(self.context.folder, program, module) {
                let bytes = self.contents(program, &path).unwrap_or_default();
                runnable.inputs.insert(name, InputFile { blob: store.put(&bytes)?, executable: false });
            }
            runnable.env.insert("PYTHONHASHSEED".to_owned(), "0".to_owned());
            runnable.env.insert("LC_ALL".to_owned(), "C.UTF-8".to_owned());
            runnable.args = vec!["python3".to_owned(), "-B".to_owned(), no_option(script)];
            let runtime = self.context.toolchain.python.as_ref().map(Python::runtime);
            runnable.requires = Some(Box::new(Requirements { runtime, ..Requirements::default() }));
        } else {
            runnable.run_itself(program, executable);
        }
        for path in &program.beside {
            let Some(bytes) = self.contents(program, path) else { continue };
            let file = InputFile { blob: store.put(&bytes)?, executable: false };
            runnable.inputs.entry(path.file_name().to_owned()).or_insert(file);
        }
        runnable.args.extend(program.args.iter().cloned());
        if self.context.allows_scripts {
            // Programs see and may do more then, so what they come to is kept apart.
            runnable.env.insert("TOUCHSTONE_ALLOWS_SCRIPTS".to_owned(), "1".to_owned());
        }
        let mut identity = KeyBuilder::new("runnable 3").texts(runnable.args.iter().map(String::as_str));
        for (name, file) in &runnable.inputs {
            identity = identity.text(name).digest(file.blob.digest);
        }
        for (name, value) in &runnable.env {
            identity = identity.text(name).text(value);
        }
        // What is made of a failure is kept with it.
        identity = identity.texts(runnable.out_of_memory.iter().map(String::as_str));
        if let Some(bytes) = runnable.requires.as_ref().and_then(|requires| requires.address_bytes) {
            identity = identity.text(&bytes.to_string());
        }
        if let Some(runtime) = runnable.requires.as_ref().and_then(|requires| requires.runtime.as_ref()) {
            identity = identity.digest(runtime.identity);
        }
        runnable.identity = identity.finish();
        Ok(runnable)
    }

    /// What the table says of a program in one of its languages.
    fn run_by_table_says(
        &self,
        described: &Described<'_>,
        executable: Blob,
        runnable: &mut Runnable,
    ) -> Result<(), ExecutorError> {
        let Described { program, language, entry } = described;
        runnable.memory_more = entry.memory_more_mb << 20;
        runnable.out_of_memory = &entry.out_of_memory;
        runnable.time_factor = entry.time_factor.unwrap_or(1.0);
        let mut requires = Requirements {
            address_bytes: entry.address_gb.map(|gigabytes| gigabytes << 30),
            ..Requirements::default()
        };
        let homes = OfEnvironment { tools: &self.context.toolchain.tools, language };
        let unknown = |name| ExecutorError::Failed(format!("the table of languages says of {language}: {name}"));
        for (name, value) in &entry.env {
            let value = fill(std::slice::from_ref(value), &homes).map_err(unknown)?.join(" ");
            runnable.env.insert(name.clone(), value);
        }
        if entry.makes == Made::Program {
            runnable.run_itself(program, executable);
            runnable.requires = requires.address_bytes.is_some().then(|| Box::new(requires));
            return Ok(());
        }
        let store = self.context.machine.store();
        let mut files = pack::open(store, executable)?;
        let class = files.remove(STARTED_CLASS).map(|name| String::from_utf8_lossy(&name).into_owned());
        runnable.inputs = pack::lay(store, files)?;
        let driver = program.sources[1..].iter().find(|path| path.stem() == "main" && !path.is_below(&program.path));
        let meanings = OfRun {
            tools: &self.context.toolchain.tools,
            language,
            source: no_option(sources::place_in_run(program, driver.unwrap_or(&program.sources[0]))),
            out: if entry.makes == Made::File { MADE_FILE } else { "." },
            class,
            memory_mb: match program.role {
                Role::Solution => {
                    let stated = runnable.limits.memory_bytes.unwrap_or(self.context.problem.limits.memory_bytes);
                    stated.min(self.context.caps.memory_bytes) >> 20
                }
                Role::Generator | Role::Validator | Role::Checker | Role::Interactor | Role::Grader => TOOL_MEMORY_MB,
            },
        };
        runnable.args = fill(&entry.run, &meanings).map_err(unknown)?;
        let runtime = self.runtime(language, entry)?;
        requires.runtime = Some(runtime.map_err(ExecutorError::Failed)?);
        runnable.requires = Some(Box::new(requires));
        Ok(())
    }
}

/// The memory of tools that is theirs, beside what their runtime needs, mebibytes.
const TOOL_MEMORY_MB: u64 = 768;

impl Runnable {
    fn run_itself(&mut self, program: &Program, executable: Blob) {
        let name = program.name().to_owned();
        self.args = vec![format!("./{name}")];
        self.inputs.insert(name, InputFile { blob: executable, executable: true });
    }
}

/// What the names in the command that runs a program mean.
struct OfRun<'a> {
    tools: &'a Tools,
    language: &'a str,
    source: String,
    out: &'static str,
    class: Option<String>,
    memory_mb: u64,
}

impl Meanings for OfRun<'_> {
    fn of(&self, name: &str) -> Option<Vec<String>> {
        let one = |word: &str| Some(vec![word.to_owned()]);
        match name {
            "source" => one(&self.source),
            "name" => one(self.source.rsplit_once('.').map_or(&self.source, |(name, _)| name)),
            "directory" => one(self.source.rsplit_once('/').map_or(".", |(directory, _)| directory)),
            "out" => one(self.out),
            "class" => self.class.clone().map(|class| vec![class]),
            "memory_mb" => one(&self.memory_mb.to_string()),
            name => home_of(self.tools, self.language, name),
        }
    }
}
/// The name of a file as an argument: one that begins as an option does is none.
fn no_option(name: String) -> String {
    if name.starts_with('-') { format!("./{name}") } else { name }
}
