//! Programs that a folder may lack, and whether there is a place for one.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    folder::Folder,
    model::{Format, Problem, Role},
    path::RelPath,
};

/// A program that may be missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum MissingProgram {
    /// Accepts exactly the inputs that the statement allows.
    Validator,
    /// Says whether an output is right.
    Checker,
    /// Makes inputs.
    Generator,
    /// A slow and obviously right solution.
    #[serde(alias = "brute-force")]
    BruteForce,
}

impl MissingProgram {
    /// All of them, in the order in which they are wanted.
    pub const ALL: [MissingProgram; 4] =
        [MissingProgram::Validator, MissingProgram::Generator, MissingProgram::Checker, MissingProgram::BruteForce];

    /// What people call it.
    pub fn words(self) -> &'static str {
        match self {
            MissingProgram::Validator => "validator",
            MissingProgram::Checker => "checker",
            MissingProgram::Generator => "generator",
            MissingProgram::BruteForce => "brute force",
        }
    }

    /// What commands call it.
    pub fn name(self) -> &'static str {
        match self {
            MissingProgram::BruteForce => "brute_force",
            MissingProgram::Validator | MissingProgram::Checker | MissingProgram::Generator => self.words(),
        }
    }

    /// The files that it may be written to.
    pub const fn files(self) -> &'static [&'static str] {
        match self {
            MissingProgram::Validator => &["val.cpp"],
            MissingProgram::Checker => &["check.cpp"],
            MissingProgram::Generator => &["gen.cpp"],
            MissingProgram::BruteForce => &["brute.cpp", "brute.py"],
        }
    }

    /// The role that a folder gives it; a folder may have several brute forces.
    fn role(self) -> Option<Role> {
        match self {
            MissingProgram::Validator => Some(Role::Validator),
            MissingProgram::Checker => Some(Role::Checker),
            MissingProgram::Generator => Some(Role::Generator),
            MissingProgram::BruteForce => None,
        }
    }

    /// Why it cannot be written for a folder: a sentence without a full stop. It is there, or has no place, or what its
    /// trial needs is not there; `has_samples` is whether there is a test with an answer.
    pub fn hindrance(self, folder: &dyn Folder, problem: &Problem, has_samples: bool) -> Option<String> {
        if problem.format != Format::Plain {
            let format = problem.format.name();
            return Some(format!("only plain folders can have a {} written, and this one is {format}", self.words()));
        }
        let again = "move it away to have another one written";
        let of_role = |role| problem.programs.iter().find(|program| program.role == role);
        if let Some(there) = self.role().and_then(of_role) {
            return Some(format!("there is a {} already, {}; {again}", self.words(), there.path));
        }
        let is_there = |name: &&&str| RelPath::parse(name).is_some_and(|path| folder.has(&path));
        if let Some(name) = self.files().iter().find(is_there) {
            return Some(format!("there is a file {name} already; {again}"));
        }
        match self {
            MissingProgram::Generator if problem.validators.is_empty() => {
                Some("there is no validator to accept what a generator makes; write one first".to_owned())
            }
            MissingProgram::Generator | MissingProgram::Checker if problem.main.is_none() => {
                Some("there is no main solution to make answers; name one by `main` in touchstone.toml".to_owned())
            }
            MissingProgram::Checker | MissingProgram::BruteForce if !has_samples => {
                Some("there is no test with an answer to try it on; add samples first".to_owned())
            }
            MissingProgram::Validator
            | MissingProgram::Checker
            | MissingProgram::Generator
            | MissingProgram::BruteForce => None,
        }
    }
}
