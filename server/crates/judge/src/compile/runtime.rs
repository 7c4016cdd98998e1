//! Runtimes of languages: which one is here, whether programs can be started in it, and what that costs.

use std::{collections::BTreeMap, sync::Arc};

use problem::{
    digest::{Digest, KeyBuilder},
    executor::{
        Action, Attempt, Batch, ExecutorError, ExitStatus, RunLimits, RunResult, Runtime, Task, TaskResult, Timing,
    },
    language::Language,
    languages::{Entry, Made},
    model::{Program, Role},
    path::RelPath,
    state::Build,
};
use serde::{Deserialize, Serialize};

use super::{
    build::Builder,
    by_table::{ADDRESS_GB, Described, missing_tool},
    toolchain::TEMPORARY,
};
use crate::{
    local::CompilerCommand,
    words::{ending_with, gist},
};

/// What a program costs that prints one number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StartUp {
    /// CPU time, microseconds.
    pub cpu_us: u64,
    /// By the clock, microseconds.
    pub wall_us: u64,
    /// Peak memory, kibibytes.
    pub memory_kb: u64,
}

/// A language of the table, as it is on this machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// Its name in the table.
    pub language: &'static str,
    /// Whether its tools are here.
    pub is_here: bool,
    /// The runtime with what starting it costs, `None` if that is not known yet; or why there is none.
    pub runtime: Result<Option<(Runtime, StartUp)>, String>,
}

/// How much a look at a language may cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// Milliseconds: what was found out before.
    Quick,
    /// Seconds where nothing is known: the runtime is asked what it is, and a program is built and started in it.
    Thorough,
}

/// For a program that prints one number.
const LIMITS: RunLimits = RunLimits { cpu_ms: 20_000, wall_ms: 60_000, memory_bytes: 2 << 30, output_bytes: 1 << 20 };
/// The least of so many runs counts: the first reads the runtime from disk.
const N_STARTS: usize = 3;

impl Builder<'_> {
    /// Looks at a language.
    ///
    /// # Errors
    /// The executor's own failure.
    pub fn look_at(&self, language: &'static str, entry: &'static Entry, look: Look) -> Result<Found, ExecutorError> {
        let program = hello(language, entry);
        let found = |is_here, runtime| Ok(Found { language, is_here, runtime });
        let Some(described) = Described::of(&program) else {
            return found(false, Err(format!("programs in {} are not run", entry.title)));
        };
        if let Some(missing) = self.context.toolchain.tools.missing(language, entry) {
            return found(false, Err(missing_tool(entry, &entry.tools[missing])));
        }
        let store = self.context.machine.store();
        if look == Look::Quick && store.built::<String>(self.version_key(language, entry)).is_none() {
            return found(true, Ok(None));
        }
        let runtime = match self.runtime(language, entry)? {
            Ok(runtime) => runtime,
            Err(why) => return found(true, Err(why)),
        };
        let start = match look {
            Look::Quick => store.built(self.start_up_key(language, &runtime)),
            Look::Thorough => Some(self.start_up(&described, &runtime)?),
        };
        found(true, start.transpose().map(|start| start.map(|start| (runtime, start))))
    }

    /// What starting a program costs; inner error: why none can be.
    pub(super) fn start_up(
        &self,
        described: &Described<'_>,
        runtime: &Runtime,
    ) -> Result<Result<StartUp, String>, ExecutorError> {
        let Described { language, .. } = described;
        let machine = self.context.machine;
        let key = self.start_up_key(language, runtime);
        if let Some(known) = machine.store().built::<Result<StartUp, String>>(key) {
            return Ok(known);
        }
        let (start, is_lasting) = self.try_to_start(described)?;
        if is_lasting {
            machine.store().put_result(key, &start);
        }
        Ok(start)
    }

    /// Of what is kept about starting a program.
    fn start_up_key(&self, language: &str, runtime: &Runtime) -> Digest {
        let stamp = self.context.toolchain.tools.stamp(language);
        let level = &self.context.machine.sandbox().level;
        KeyBuilder::new("start-up 2").digest(runtime.identity).digest(stamp).text(level).finish()
    }

    /// Of what a runtime said of its version.
    fn version_key(&self, language: &str, entry: &Entry) -> Digest {
        let stamp = self.context.toolchain.tools.stamp(language);
        KeyBuilder::new("runtime 3").digest(stamp).texts(entry.version.iter().map(String::as_str)).finish()
    }

    /// Builds and starts a program; and whether that would come to the same the next time.
    fn try_to_start(&self, described: &Described<'_>) -> Result<(Result<StartUp, String>, bool), ExecutorError> {
        let Described { language, entry, .. } = described;
        let machine = self.context.machine;
        let program = hello(language, entry);
        let hello = Described { program: &program, language, entry };
        let path = program.path.clone();
        let contents = [(&path, Arc::from(entry.hello.as_bytes()))];
        let (build, is_lasting) = self.make(&hello, std::slice::from_ref(&path), &contents)?;
        let executable = match build {
            Build::Ok { executable, .. } => executable,
            Build::Failed { messages } => {
                let said = messages.first().map_or("", |message| &message.text);
                return Ok((Err(format!("{} does not work here: {said}", entry.title)), is_lasting));
            }
            Build::Skipped { reason } => return Ok((Err(reason), false)),
        };
        let runnable = self.runnable(&program, executable)?;
        let action = Action {
            args: runnable.args,
            inputs: runnable.inputs,
            stdin: None,
            outputs: Vec::new(),
            pipes: Vec::new(),
            env: runnable.env,
            limits: LIMITS,
            requires: runnable.requires,
            attempt: Attempt::Only,
        };
        let batch = Batch { tasks: vec![Task::Single(action); N_STARTS], timing: Timing::Provisional };
        let mut results: Vec<RunResult> = Vec::new();
        machine.run(&batch, &mut |_, result| {
            if let TaskResult::Single(result) = result {
                results.push(result);
            }
        })?;
        let prints = |result: &RunResult| {
            let printed = machine.get(result.stdout.digest).unwrap_or_default();
            String::from_utf8_lossy(&printed).trim() == "0"
        };
        // A limit tells of a busy machine.
        let failed = results.iter().find(|result| {
            !result.status.is_timeout()
                && result.status != ExitStatus::Unmeasured
                && !(result.status.is_success() && prints(result))
        });
        if let Some(failed) = failed {
            let said = machine.get(failed.stderr.digest).unwrap_or_default();
            let why = ending_with(failed.status, &gist(&String::from_utf8_lossy(&said)));
            let is_lasting = matches!(failed.status, ExitStatus::Exited(_));
            return Ok((Err(format!("no program in {} can be started here: {why}", entry.title)), is_lasting));
        }
        let is_lasting = results.iter().any(|result| result.status.is_success());
        if is_lasting {
            results.retain(|result| result.status.is_success());
        }
        let least = |cost: fn(&RunResult) -> u64| results.iter().map(cost).min().unwrap_or_default();
        let start = StartUp {
            cpu_us: least(|result| result.cpu_us),
            wall_us: least(|result| result.wall_us),
            memory_kb: least(|result| result.memory_kb),
        };
        Ok((Ok(start), is_lasting))
    }

    /// The runtime of a language whose programs do not run by themselves, if it is here and can be used.
    ///
    /// # Errors
    /// The machine's own failure.
    pub(crate) fn runtime_here(&self, language: &str, entry: &Entry) -> Result<Option<Runtime>, ExecutorError> {
        let Some(tool) = entry.running_tool() else { return Ok(None) };
        if entry.makes == Made::Program || self.context.toolchain.tools.get(language, tool).is_none() {
            return Ok(None);
        }
        Ok(self.runtime(language, entry)?.ok())
    }

    /// The runtime of a language; inner error: why it cannot be used.
    pub(super) fn runtime(&self, language: &str, entry: &Entry) -> Result<Result<Runtime, String>, ExecutorError> {
        let store = self.context.machine.store();
        let tools = &self.context.toolchain.tools;
        let stamp = tools.stamp(language);
        let key = self.version_key(language, entry);
        let version = match store.built::<String>(key) {
            Some(version) => version,
            None => {
                let Some(tool) = entry.version.first().and_then(|name| tools.get(language, name)) else {
                    return Ok(Err(format!("the table of languages has no `version` of {language}")));
                };
                let env = match tools.environment(language, entry, tool) {
                    Ok(env) => env,
                    Err(unknown) => return Ok(Err(format!("the table of languages says of {language}: {unknown}"))),
                };
                let result = self.context.machine.run_compiler(&CompilerCommand {
                    program: tool.path.clone(),
                    args: entry.version[1..].to_vec(),
                    files: BTreeMap::new(),
                    links: Vec::new(),
                    directories: vec![TEMPORARY.to_owned()],
                    outputs: Vec::new(),
                    env,
                    address_bytes: Some(entry.address_gb.unwrap_or(ADDRESS_GB) << 30),
                })?;
                let said = [&result.stdout[..], &result.stderr[..]].concat();
                if !result.status.is_success() {
                    let why = ending_with(result.status, &gist(&String::from_utf8_lossy(&said)));
                    return Ok(Err(format!("{} cannot be asked its version here: {why}", entry.title)));
                }
                let version = version_line(&said);
                store.put_result(key, &version);
                version
            }
        };
        let mut identity = KeyBuilder::new("runtime identity 2").text(language).text(&version);
        // What it is shown and told changes what it does.
        identity = identity.text(&format!("{entry:?}"));
        for name in entry.tools.keys() {
            let blob = tools.get(language, name).and_then(|tool| store.file_blob(&tool.path));
            identity = identity.text(name).digest(blob.map_or(stamp, |blob| blob.digest));
            // What runs is told where that is, as the entry wants it.
            let home = tools.get(language, name).map(|tool| tool.home.display().to_string());
            identity = identity.text(&home.unwrap_or_default());
        }
        Ok(Ok(Runtime { language: language.to_owned(), version, identity: identity.finish() }))
    }
}

/// The line of what a tool said that tells its version: not what its own runtime warns of.
fn version_line(said: &[u8]) -> String {
    let said = String::from_utf8_lossy(said);
    let mut lines = said.lines().map(str::trim);
    lines.find(|line| !line.is_empty() && !line.contains("arning")).unwrap_or_default().trim_end_matches(':').to_owned()
}

/// The program that prints a number.
fn hello(language: &'static str, entry: &Entry) -> Program {
    let extension = entry.extensions.first().map_or("txt", String::as_str);
    let path = RelPath::parse(&format!("hello.{extension}")).unwrap_or_else(RelPath::root);
    Program::of_file(path, Role::Validator, Language::named(language), "")
}
