//! Settings: what `touchstone.toml` in a problem folder may say of the problem, and what `config.toml` says of the
//! machine.
//!
//! Both are pure data; the files are read elsewhere. Every mistake in them is a finding at its place, and nothing else
//! in the file suffers from it.
//!
//! Invariant: nothing that a problem folder says chooses a compiler, its flags, a wrapper, the sandbox, a model, the
//! cache or the environment.

mod apply;
mod caps;
mod cast;
mod expected;
mod folder;
mod listed;
mod llm;
mod machine;
mod pattern;
mod read;
mod reader;
mod rule;
pub mod suggest;
mod user;
mod written;

pub use caps::Caps;
pub(crate) use cast::takes_options;
pub use expected::{Expected, LabelRule};
pub use folder::{
    CheckerChoice, FolderSettings, GroupRule, Level, RoleHint, RoleRule, StatedLanguageLimits, StatedLimits, schema,
};
pub use listed::{AnswerPattern, ListedTests};
pub use llm::{HeaderLine, LlmSettings, Money, Provider, RepliesFrom};
pub use pattern::Pattern;
pub use read::parse;
pub use reader::{Mistake, Stated};
pub use rule::{new_rule, patterns_of};
pub use user::{DEFAULT_CACHE_MB, EditorSettings, SandboxChoice, UserSettings};

/// The settings file of a problem folder.
pub const SETTINGS_FILE: &str = "touchstone.toml";

#[cfg(test)]
mod tests;
