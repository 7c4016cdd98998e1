//! `config.toml`: what a user says of the machine.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    llm::{self, LlmSettings},
    reader::{Field, Mistake, Reader},
};
use crate::path::AbsPath;

/// What a user sets, for every problem folder. Editors send the same keys. What is left out has a default.
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
    pub flags: Option<Vec<String>>,
    /// Where binaries, outputs and results are kept: an absolute path.
    pub cache_dir: Option<AbsPath>,
    /// How large the cache may grow, in megabytes of 2^20 bytes.
    #[schemars(range(min = 1, max = MOST_CACHE_MB))]
    pub cache_cap_mb: Option<u64>,
    /// How many programs run at the same time.
    #[schemars(range(min = 1, max = MOST_JOBS))]
    pub jobs: Option<u32>,
    /// How programs are shut in.
    pub sandbox: Option<SandboxChoice>,
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
    pub check_on_open: Option<bool>,
    /// Whether a problem is checked when one of its files changes on disk.
    pub check_on_save: Option<bool>,
    /// Whether lenses are shown above programs and commands.
    pub code_lens: Option<bool>,
    /// Whether the compiler's warnings are shown. Its errors always are.
    pub compiler_diagnostics: Option<bool>,
}

impl EditorSettings {
    /// These settings, and where they say nothing those of a weaker source.
    fn or(self, weaker: &EditorSettings) -> EditorSettings {
        EditorSettings {
            check_on_open: self.check_on_open.or(weaker.check_on_open),
            check_on_save: self.check_on_save.or(weaker.check_on_save),
            code_lens: self.code_lens.or(weaker.code_lens),
            compiler_diagnostics: self.compiler_diagnostics.or(weaker.compiler_diagnostics),
        }
    }
}

/// One pebibyte.
const MOST_CACHE_MB: u64 = 1 << 30;
const MOST_JOBS: u32 = 1024;

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

/// Every key, in the order of the documentation.
pub(super) const USER_KEYS: [&str; 11] =
    ["cxx", "cc", "python", "testlib", "flags", "cache_dir", "cache_cap_mb", "jobs", "sandbox", "editor", "llm"];

impl UserSettings {
    /// Reads `config.toml`. What cannot be understood is a mistake at its place and has no effect.
    pub fn parse(text: &str) -> (UserSettings, Vec<Mistake>) {
        let mut reader = Reader::of_user(text);
        let settings = match reader.document(text) {
            Some(document) => {
                let entries = reader.entries(document.get_ref(), None);
                read(&mut reader, entries)
            }
            None => UserSettings::default(),
        };
        (settings, reader.into_mistakes())
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
            jobs: self.jobs.or(weaker.jobs),
            sandbox: self.sandbox.or(weaker.sandbox),
            editor: self.editor.or(&weaker.editor),
            llm: self.llm.or(weaker.llm),
        }
    }
}

fn read(reader: &mut Reader<'_>, entries: Vec<Field<'_>>) -> UserSettings {
    let keys = reader.keys(entries, &USER_KEYS);
    let jobs = keys.get("jobs").and_then(|field| reader.number(field, u64::from(MOST_JOBS)));
    UserSettings {
        cxx: keys.get("cxx").and_then(|field| reader.text(field)),
        cc: keys.get("cc").and_then(|field| reader.text(field)),
        python: keys.get("python").and_then(|field| reader.text(field)),
        testlib: keys.get("testlib").and_then(|field| reader.absolute(field)),
        flags: keys.get("flags").and_then(|field| reader.texts(field)),
        cache_dir: keys.get("cache_dir").and_then(|field| reader.absolute(field)),
        cache_cap_mb: keys.get("cache_cap_mb").and_then(|field| reader.number(field, MOST_CACHE_MB)),
        jobs: jobs.and_then(|jobs| u32::try_from(jobs).ok()),
        sandbox: keys.get("sandbox").and_then(|field| reader.word(field, &SANDBOXES)),
        editor: keys.get("editor").and_then(|field| editor(reader, field)).unwrap_or_default(),
        llm: keys.get("llm").and_then(|field| llm::read(reader, field)).unwrap_or_default(),
    }
}

fn editor(reader: &mut Reader<'_>, field: &Field<'_>) -> Option<EditorSettings> {
    let entries = reader.table(field)?;
    let keys = reader.keys(entries, &["check_on_open", "check_on_save", "code_lens", "compiler_diagnostics"]);
    let mut choice = |name: &str| keys.get(name).and_then(|field| reader.choice(field));
    Some(EditorSettings {
        check_on_open: choice("check_on_open"),
        check_on_save: choice("check_on_save"),
        code_lens: choice("code_lens"),
        compiler_diagnostics: choice("compiler_diagnostics"),
    })
}

const SANDBOXES: [(&str, SandboxChoice); 3] =
    [("auto", SandboxChoice::Auto), ("reduced", SandboxChoice::Reduced), ("limits-only", SandboxChoice::LimitsOnly)];
