//! What a problem folder may say about its problem.

use std::{borrow::Cow, collections::BTreeMap};

use checkers::Standard;
use globset::{Glob, GlobMatcher};
use schemars::JsonSchema;

use super::{
    expected::LabelRule,
    listed::ListedTests,
    pattern::Pattern,
    reader::Stated,
    written::{Written, WrittenTests},
};
use crate::{
    finding::{Code, Finding, Severity},
    language::CppStandard,
    model::{Format, Role},
    path::RelPath,
};

/// What `touchstone.toml` states. Every key may be left out; what it states counts before the folder's manifest, the
/// contents of the files and their names.
#[derive(Clone, Debug, Default, JsonSchema)]
#[schemars(title = "touchstone.toml", deny_unknown_fields)]
pub struct FolderSettings {
    /// The problem's short name.
    pub name: Option<String>,
    /// The folder's format; by default it is recognised by its files.
    pub format: Option<Format>,
    /// Limits for solutions.
    #[schemars(default)]
    pub limits: StatedLimits,
    /// The main solution, which makes the answers: a path in the folder.
    #[schemars(with = "Option<String>")]
    pub main: Option<Stated<RelPath>>,
    /// What decides whether an output is right: a path in the folder, or the name of a standard checker such as
    /// `wcmp`.
    #[schemars(with = "Option<String>")]
    pub checker: Option<Stated<CheckerChoice>>,
    /// The C++ standard of every program.
    pub standard: Option<CppStandard>,
    /// Macros for every compile, each `NAME` or `NAME=VALUE`.
    #[schemars(default)]
    pub defines: Vec<String>,
    /// Folders for `#include`, inside the problem folder or above it in its repository.
    #[schemars(default, with = "Vec<String>")]
    pub include: Vec<Stated<RelPath>>,
    /// The test script: a path in the folder.
    #[schemars(with = "Option<String>")]
    pub script: Option<Stated<RelPath>>,
    /// Tests of a plain folder whose files are not found by their names: patterns for inputs, or tables that say more.
    /// The last entry that matches an input counts.
    #[schemars(default, with = "Vec<WrittenTests>")]
    pub tests: Vec<ListedTests>,
    /// What programs are for: a pattern for files, and a role. The last pattern that matches counts.
    #[schemars(default, with = "BTreeMap<String, RoleHint>")]
    pub roles: Vec<RoleRule>,
    /// What is expected of solutions: a pattern for files, and a label, several, or sets of verdicts. The last pattern
    /// that matches counts.
    #[schemars(default, with = "BTreeMap<String, Written>")]
    pub labels: Vec<LabelRule>,
    /// Groups of tests: a pattern for test ids and names, and a group's name. The last pattern that matches counts.
    #[schemars(default, with = "BTreeMap<String, String>")]
    pub groups: Vec<GroupRule>,
    /// How bad findings are: a finding code, and `off` or a severity.
    #[schemars(default, with = "BTreeMap<String, Level>", extend("propertyNames" = { "enum": code_words() }))]
    pub lints: BTreeMap<Code, Level>,
}

/// Limits for solutions; what is left out stays as the folder has it.
#[derive(Clone, Debug, Default, PartialEq, Eq, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct StatedLimits {
    /// CPU time in milliseconds.
    #[schemars(range(min = 1, max = MAX_MS))]
    pub time_ms: Option<u64>,
    /// Memory in megabytes of 2^20 bytes.
    #[schemars(range(min = 1, max = MAX_MB))]
    pub memory_mb: Option<u64>,
    /// Output in megabytes of 2^20 bytes.
    #[schemars(range(min = 1, max = MAX_MB))]
    pub output_mb: Option<u64>,
    /// Limits of solutions in a language, by the name that the table of languages has for it, where they differ.
    #[schemars(default)]
    pub languages: BTreeMap<String, StatedLanguageLimits>,
}

/// Limits for solutions in a language; what is left out is as for all.
#[derive(Clone, Debug, Default, PartialEq, Eq, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct StatedLanguageLimits {
    /// CPU time in milliseconds.
    #[schemars(range(min = 1, max = MAX_MS))]
    pub time_ms: Option<u64>,
    /// Memory in megabytes of 2^20 bytes.
    #[schemars(range(min = 1, max = MAX_MB))]
    pub memory_mb: Option<u64>,
}

/// One hour.
pub(super) const MAX_MS: u64 = 3_600_000;
/// One tebibyte.
pub(super) const MAX_MB: u64 = 1 << 20;

/// What decides whether an output is right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CheckerChoice {
    /// One of the standard checkers.
    Standard(Standard),
    /// A program of the folder.
    Program(RelPath),
}

/// What a file is for.
#[derive(Clone, Debug)]
pub struct RoleRule {
    /// Which files.
    pub files: Pattern,
    /// What they are for.
    pub hint: RoleHint,
}

/// What a person says of a file's role.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RoleHint {
    /// It is this.
    Role(Role),
    /// It is no part of the problem.
    Ignore,
}

impl RoleHint {
    /// Every hint by its word.
    pub const WORDS: [(&'static str, RoleHint); 6] = [
        ("generator", RoleHint::Role(Role::Generator)),
        ("validator", RoleHint::Role(Role::Validator)),
        ("checker", RoleHint::Role(Role::Checker)),
        ("interactor", RoleHint::Role(Role::Interactor)),
        ("solution", RoleHint::Role(Role::Solution)),
        ("ignore", RoleHint::Ignore),
    ];
}

impl JsonSchema for RoleHint {
    fn schema_name() -> Cow<'static, str> {
        "Role".into()
    }

    fn json_schema(_generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "description": "What a file is for; `ignore` leaves it out of the problem.",
            "type": "string",
            "enum": RoleHint::WORDS.map(|(word, _)| word),
        })
    }
}

/// Tests that belong to a group.
#[derive(Clone, Debug)]
pub struct GroupRule {
    /// Which tests.
    pub tests: Pattern,
    /// The group's name.
    pub group: String,
}

/// How bad the findings of a code are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// Not shown and not counted.
    Off,
    /// Could be better.
    Hint,
    /// Worth knowing.
    Information,
    /// The problem is probably not what its setter wants.
    Warning,
    /// The problem is broken.
    Error,
}

impl Level {
    /// Every level by its word.
    pub const WORDS: [(&'static str, Level); 5] = [
        ("off", Level::Off),
        ("hint", Level::Hint),
        ("information", Level::Information),
        ("warning", Level::Warning),
        ("error", Level::Error),
    ];

    /// `None` for [`Level::Off`].
    pub fn severity(self) -> Option<Severity> {
        match self {
            Level::Off => None,
            Level::Hint => Some(Severity::Hint),
            Level::Information => Some(Severity::Information),
            Level::Warning => Some(Severity::Warning),
            Level::Error => Some(Severity::Error),
        }
    }
}

/// The JSON schema of `touchstone.toml`.
pub fn schema() -> serde_json::Value {
    schemars::schema_for!(FolderSettings).to_value()
}

/// The words of every finding code.
fn code_words() -> Vec<String> {
    Code::all().map(|code| code.to_string()).collect()
}

impl FolderSettings {
    /// What is stated of a file's role.
    pub fn role_hint(&self, path: &RelPath) -> Option<RoleHint> {
        let named = self.named_programs().into_iter().find(|(named, _)| *named == path);
        let rule = || self.roles.iter().rev().find(|rule| rule.files.matches_path(path)).map(|rule| rule.hint);
        named.map(|(_, role)| RoleHint::Role(role)).or_else(rule)
    }

    /// Everything that is stated of files' roles, strongest first: the first that matches a path counts. The main
    /// solution and the checker are in it.
    pub fn role_hints(&self) -> Vec<(GlobMatcher, RoleHint)> {
        let exact = |(path, role): (&RelPath, Role)| {
            let glob = Glob::new(&globset::escape(path.as_str())).expect("an escaped text is a pattern");
            (glob.compile_matcher(), RoleHint::Role(role))
        };
        let named = self.named_programs().into_iter().map(exact);
        named.chain(self.roles.iter().rev().map(|rule| (rule.files.matcher().clone(), rule.hint))).collect()
    }

    /// The main solution and the checker, which have their roles by being named.
    fn named_programs(&self) -> Vec<(&RelPath, Role)> {
        let main = self.main.as_ref().map(|main| (&main.value, Role::Solution));
        let checker = self.checker.as_ref().and_then(|checker| match &checker.value {
            CheckerChoice::Program(path) => Some((path, Role::Checker)),
            CheckerChoice::Standard(_) => None,
        });
        main.into_iter().chain(checker).collect()
    }

    /// The findings at the severities that `[lints]` asks for, without those it turns off.
    pub fn filter(&self, findings: Vec<Finding>) -> Vec<Finding> {
        let level = |finding: Finding| match self.lints.get(&finding.code) {
            Some(level) => level.severity().map(|severity| finding.with_severity(severity)),
            None => Some(finding),
        };
        findings.into_iter().filter_map(level).collect()
    }
}
