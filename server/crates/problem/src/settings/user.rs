//! `config.toml`: what a user says of the machine.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::{
    caps::{Caps, DEFAULT_MEMORY_CAP_MB, DEFAULT_OUTPUT_CAP_MB, DEFAULT_TIME_CAP_MS},
    folder::{MAX_MB, MAX_MS},
    llm::{self, LLM_KEYS, LlmSettings},
    machine::USER_KEYS,
    reader::{Field, Mistake, Reader, hint},
};
use crate::path::AbsPath;

/// What a user sets, for every problem folder. Editors send the same keys. What is left out has a default.
///
/// In the schema `x-scope` says who may set a key in an editor: `window`, also an opened folder; everything else is of the
/// `machine`, and only the user sets it; what is of the `command-line` is no setting of editors.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(title = "config.toml")]
pub struct UserSettings {
    /// The C++ compiler: a command such as `g++-14`, or a path.
    pub cxx: Option<String>,
    /// The C compiler: a command or a path.
    pub cc: Option<String>,
    /// The Python interpreter: a command or a path.
    pub python: Option<String>,
    /// A `testlib.h` to use where the folder has none: an absolute path.
    pub testlib: Option<AbsPath>,
    /// Further flags for every C and C++ compile.
    #[schemars(extend("default" = []))]
    pub flags: Option<Vec<String>>,
    /// Where binaries, outputs and results are kept: an absolute path. The language server looks at it when it starts; VS Code passes it on.
    pub cache_dir: Option<AbsPath>,
    /// How large the cache may grow, in megabytes of 2^20 bytes.
    #[schemars(range(min = 1, max = MAX_CACHE_MB), extend("default" = DEFAULT_CACHE_MB))]
    pub cache_cap_mb: Option<u64>,
    /// The most CPU time that a run of a solution may take, in milliseconds, whatever limit a folder states.
    #[schemars(range(min = 1, max = MAX_MS), extend("default" = DEFAULT_TIME_CAP_MS))]
    pub time_cap_ms: Option<u64>,
    /// The most memory that a run of a solution may use, in megabytes of 2^20 bytes, whatever limit a folder states.
    #[schemars(range(min = 1, max = MAX_MB), extend("default" = DEFAULT_MEMORY_CAP_MB))]
    pub memory_cap_mb: Option<u64>,
    /// The most that a run of a solution may write, in megabytes of 2^20 bytes, whatever limit a folder states.
    #[schemars(range(min = 1, max = MAX_MB), extend("default" = DEFAULT_OUTPUT_CAP_MB))]
    pub output_cap_mb: Option<u64>,
    /// How many programs run at the same time; if left out, as many as there are processors, and in editors one less.
    #[schemars(range(min = 1, max = MAX_JOBS), extend("x-scope" = "machine"))]
    pub jobs: Option<u32>,
    /// How programs are shut in.
    #[schemars(extend("default" = "auto"))]
    pub sandbox: Option<SandboxChoice>,
    /// Whether validators, generators and graders that packages build or run by scripts of their own are run. Programs see the system's tools then, and may start files of their working directory.
    #[schemars(extend("default" = false))]
    pub allow_scripts: Option<bool>,
    /// The cluster whose workers run the programs of commands that have `--cluster`: `tls://HOST:PORT`, or `nats://127.0.0.1:PORT` on this machine. The language server and `calibrate` run programs where they are.
    #[schemars(extend("x-scope" = "command-line"))]
    pub cluster: Option<String>,
    /// What editors show, and when they run programs.
    pub editor: EditorSettings,
    /// Which language model is asked, and what it may cost.
    pub llm: LlmSettings,
}

/// What editors show, and when they run programs. What is left out is on.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct EditorSettings {
    /// Whether a problem is checked when one of its files is opened.
    #[schemars(extend("default" = true, "x-scope" = "window"))]
    pub check_on_open: Option<bool>,
    /// Whether a problem is checked when one of its files changes on disk.
    #[schemars(extend("default" = true, "x-scope" = "window"))]
    pub check_on_save: Option<bool>,
    /// Whether lenses are shown above programs and commands.
    #[schemars(extend("default" = true, "x-scope" = "window"))]
    pub code_lens: Option<bool>,
    /// Whether the compiler's warnings are shown. Its errors always are.
    #[schemars(extend("default" = true, "x-scope" = "window"))]
    pub compiler_diagnostics: Option<bool>,
    /// Whether C++ files have an outline of what they read and signatures of testlib, beside what another server such as clangd
    /// shows.
    #[schemars(extend("default" = true, "x-scope" = "window"))]
    pub cpp_outline: Option<bool>,
    /// Whether values that tests reach, values that commands give and sizes of inputs stand behind their lines.
    #[schemars(extend("default" = true, "x-scope" = "window"))]
    pub inlay_hints: Option<bool>,
    /// Whether checker, interactor and validators are probed, on one core, while nothing else is to be done.
    #[schemars(extend("default" = true, "x-scope" = "window"))]
    pub probe_when_idle: Option<bool>,
}

impl EditorSettings {
    /// Whether a problem is checked when one of its files is opened.
    pub fn checks_on_open(&self) -> bool {
        self.check_on_open.unwrap_or(true)
    }

    /// Whether a problem is checked when one of its files changes on disk.
    pub fn checks_on_save(&self) -> bool {
        self.check_on_save.unwrap_or(true)
    }

    /// Whether lenses are shown.
    pub fn shows_lenses(&self) -> bool {
        self.code_lens.unwrap_or(true)
    }

    /// Whether the compiler's warnings are shown.
    pub fn shows_compiler_warnings(&self) -> bool {
        self.compiler_diagnostics.unwrap_or(true)
    }

    /// Whether outlines and signatures are shown of C++ files.
    pub fn tells_of_cpp(&self) -> bool {
        self.cpp_outline.unwrap_or(true)
    }

    /// Whether hints are shown.
    pub fn shows_hints(&self) -> bool {
        self.inlay_hints.unwrap_or(true)
    }

    /// Whether tools are probed while nothing else is to be done.
    pub fn probes_when_idle(&self) -> bool {
        self.probe_when_idle.unwrap_or(true)
    }

    /// These settings, and where they say nothing those of a weaker source.
    fn or(self, weaker: &EditorSettings) -> EditorSettings {
        EditorSettings {
            check_on_open: self.check_on_open.or(weaker.check_on_open),
            check_on_save: self.check_on_save.or(weaker.check_on_save),
            code_lens: self.code_lens.or(weaker.code_lens),
            compiler_diagnostics: self.compiler_diagnostics.or(weaker.compiler_diagnostics),
            cpp_outline: self.cpp_outline.or(weaker.cpp_outline),
            inlay_hints: self.inlay_hints.or(weaker.inlay_hints),
            probe_when_idle: self.probe_when_idle.or(weaker.probe_when_idle),
        }
    }
}

/// How large the cache may grow where nobody says so, megabytes.
pub const DEFAULT_CACHE_MB: u64 = 5 << 10;
/// One pebibyte.
const MAX_CACHE_MB: u64 = 1 << 30;
const MAX_JOBS: u32 = 1024;

/// How programs are shut in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SandboxChoice {
    /// With every layer that the machine has; on a machine that has none, only if limits were accepted when asked.
    #[default]
    Auto,
    /// Without namespaces, even where the machine has them.
    Reduced,
    /// Only time, memory and output are limited.
    LimitsOnly,
}

/// The keys that have keys of their own.
const TABLES: [&str; 2] = ["editor", "llm"];

/// Whether a key at the top, which is none, was meant to say something of a language model.
fn is_of_model(key: &str) -> bool {
    let letters: String = key.chars().filter(char::is_ascii_alphabetic).collect::<String>().to_lowercase();
    let is_meant = matches!(letters.trim_end_matches('s'), "llm" | "lml" | "llmm" | "lllm");
    key != "llm" && !USER_KEYS.contains(&key) && (is_meant || LLM_KEYS.contains(&key))
}

impl UserSettings {
    /// Reads `config.toml`. What cannot be understood is a mistake at its place and has no effect.
    pub fn parse(text: &str) -> (UserSettings, Vec<Mistake>) {
        let mut reader = Reader::of_user(text);
        let settings = match reader.document(text) {
            Some(document) => {
                let entries = reader.entries(document.get_ref(), None);
                let of_model = entries.iter().map(|entry| entry.key).filter(|key| is_of_model(key));
                let misplaced: Vec<String> = of_model
                    .map(|key| {
                        format!("there is no setting `{key}`; what is said of a language model stands under [llm]")
                    })
                    .collect();
                let mut settings = read(&mut reader, entries);
                settings.llm.mistakes.extend(misplaced);
                settings
            }
            // What stood there of a model, and what one may cost, is not known.
            None => UserSettings {
                llm: LlmSettings { mistakes: reader.messages_since(0), ..LlmSettings::default() },
                ..UserSettings::default()
            },
        };
        (settings, reader.into_mistakes())
    }

    /// Reads what an editor sends: the same keys as JSON. A value that cannot be understood is told of in one sentence
    /// and has no effect; nothing else suffers from it.
    pub fn of_editor(written: &Map<String, Value>) -> (UserSettings, Vec<String>) {
        let (mut mistakes, mut of_model) = (Vec::new(), Vec::new());
        let mut understood = Map::new();
        let mut keep = |table: Option<&str>, key: &str, value: &Value| {
            let (name, alone) = match table {
                Some(table) => (format!("{table}.{key}"), json!({ table: { key: value } })),
                None => (key.to_owned(), json!({ key: value })),
            };
            let of_llm = table.unwrap_or(key) == "llm";
            let mistake = match UserSettings::deserialize(&alone) {
                // An editor may have keys of its own elsewhere.
                Ok(_) if table != Some("llm") || LLM_KEYS.contains(&key) => return true,
                Ok(_) => format!("there is no setting `{name}`; {}", hint(key, &LLM_KEYS)),
                Err(error) => format!("`{name}` has no effect: {error}"),
            };
            if of_llm {
                of_model.push(mistake.clone());
            }
            mistakes.push(mistake);
            false
        };
        for (key, value) in written.iter().filter(|(_, value)| !value.is_null()) {
            match value {
                Value::Object(members) if TABLES.contains(&key.as_str()) => {
                    let mut members = members.clone();
                    members.retain(|name, value| !value.is_null() && keep(Some(key), name, value));
                    understood.insert(key.clone(), Value::Object(members));
                }
                _ if keep(None, key, value) => drop(understood.insert(key.clone(), value.clone())),
                _ => {}
            }
        }
        let mut settings = UserSettings::deserialize(Value::Object(understood)).unwrap_or_default();
        settings.llm.mistakes = of_model;
        (settings, mistakes)
    }

    /// The JSON schema of `config.toml` and of the editors' settings.
    pub fn schema() -> serde_json::Value {
        schemars::schema_for!(UserSettings).to_value()
    }

    /// These settings, and where they say nothing those of a weaker source.
    #[must_use]
    pub fn or(self, weaker: UserSettings) -> UserSettings {
        UserSettings {
            cxx: self.cxx.or(weaker.cxx),
            cc: self.cc.or(weaker.cc),
            python: self.python.or(weaker.python),
            testlib: self.testlib.or(weaker.testlib),
            flags: self.flags.or(weaker.flags),
            cache_dir: self.cache_dir.or(weaker.cache_dir),
            cache_cap_mb: self.cache_cap_mb.or(weaker.cache_cap_mb),
            time_cap_ms: self.time_cap_ms.or(weaker.time_cap_ms),
            memory_cap_mb: self.memory_cap_mb.or(weaker.memory_cap_mb),
            output_cap_mb: self.output_cap_mb.or(weaker.output_cap_mb),
            jobs: self.jobs.or(weaker.jobs),
            sandbox: self.sandbox.or(weaker.sandbox),
            allow_scripts: self.allow_scripts.or(weaker.allow_scripts),
            cluster: self.cluster.or(weaker.cluster),
            editor: self.editor.or(&weaker.editor),
            llm: self.llm.or(weaker.llm),
        }
    }

    /// The most that a run of a solution may have.
    pub fn caps(&self) -> Caps {
        let default = Caps::default();
        Caps {
            time_ms: self.time_cap_ms.unwrap_or(default.time_ms),
            memory_bytes: self.memory_cap_mb.map_or(default.memory_bytes, |mb| mb << 20),
            output_bytes: self.output_cap_mb.map_or(default.output_bytes, |mb| mb << 20),
        }
    }
}

fn read(reader: &mut Reader<'_>, entries: Vec<Field<'_>>) -> UserSettings {
    let keys = reader.keys(entries, &USER_KEYS);
    let jobs = keys.get("jobs").and_then(|field| reader.number(field, u64::from(MAX_JOBS)));
    UserSettings {
        cxx: keys.get("cxx").and_then(|field| reader.text(field)),
        cc: keys.get("cc").and_then(|field| reader.text(field)),
        python: keys.get("python").and_then(|field| reader.text(field)),
        testlib: keys.get("testlib").and_then(|field| reader.absolute(field)),
        flags: keys.get("flags").and_then(|field| reader.texts(field)),
        cache_dir: keys.get("cache_dir").and_then(|field| reader.absolute(field)),
        cache_cap_mb: keys.get("cache_cap_mb").and_then(|field| reader.number(field, MAX_CACHE_MB)),
        time_cap_ms: keys.get("time_cap_ms").and_then(|field| reader.number(field, MAX_MS)),
        memory_cap_mb: keys.get("memory_cap_mb").and_then(|field| reader.number(field, MAX_MB)),
        output_cap_mb: keys.get("output_cap_mb").and_then(|field| reader.number(field, MAX_MB)),
        jobs: jobs.and_then(|jobs| u32::try_from(jobs).ok()),
        sandbox: keys.get("sandbox").and_then(|field| reader.word(field, &SANDBOXES)),
        allow_scripts: keys.get("allow_scripts").and_then(|field| reader.choice(field)),
        cluster: keys.get("cluster").and_then(|field| reader.text(field)),
        editor: keys.get("editor").and_then(|field| editor(reader, field)).unwrap_or_default(),
        llm: keys.get("llm").map(|field| llm::read(reader, field)).unwrap_or_default(),
    }
}

fn editor(reader: &mut Reader<'_>, field: &Field<'_>) -> Option<EditorSettings> {
    let entries = reader.table(field)?;
    let names = [
        "check_on_open",
        "check_on_save",
        "code_lens",
        "compiler_diagnostics",
        "cpp_outline",
        "inlay_hints",
        "probe_when_idle",
    ];
    let keys = reader.keys(entries, &names);
    let mut choice = |name: &str| keys.get(name).and_then(|field| reader.choice(field));
    Some(EditorSettings {
        check_on_open: choice("check_on_open"),
        check_on_save: choice("check_on_save"),
        code_lens: choice("code_lens"),
        compiler_diagnostics: choice("compiler_diagnostics"),
        cpp_outline: choice("cpp_outline"),
        inlay_hints: choice("inlay_hints"),
        probe_when_idle: choice("probe_when_idle"),
    })
}

const SANDBOXES: [(&str, SandboxChoice); 3] =
    [("auto", SandboxChoice::Auto), ("reduced", SandboxChoice::Reduced), ("limits-only", SandboxChoice::LimitsOnly)];
