//! Programs that a folder may lack, and whether there is a place for one.

mod entry;
mod place;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use self::place::{ProgramPlace, standard_checker};
use crate::{
    folder::Folder,
    formats::statement,
    model::{Problem, Role},
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
    /// Talks with solutions, and judges what they say.
    Interactor,
    /// A slow and obviously right solution.
    #[serde(alias = "brute-force")]
    BruteForce,
}

impl MissingProgram {
    /// All of them, in the order in which they are wanted.
    pub const ALL: [MissingProgram; 5] = [
        MissingProgram::Validator,
        MissingProgram::Generator,
        MissingProgram::Checker,
        MissingProgram::Interactor,
        MissingProgram::BruteForce,
    ];

    /// What people call it.
    pub fn words(self) -> &'static str {
        match self {
            MissingProgram::Validator => "validator",
            MissingProgram::Checker => "checker",
            MissingProgram::Generator => "generator",
            MissingProgram::Interactor => "interactor",
            MissingProgram::BruteForce => "brute force",
        }
    }

    /// What commands call it.
    pub fn name(self) -> &'static str {
        match self {
            MissingProgram::BruteForce => "brute_force",
            MissingProgram::Validator
            | MissingProgram::Checker
            | MissingProgram::Generator
            | MissingProgram::Interactor => self.words(),
        }
    }

    /// The names that its file may have; some formats have names of their own.
    pub const fn files(self) -> &'static [&'static str] {
        match self {
            MissingProgram::Validator => &["val.cpp"],
            MissingProgram::Checker => &["check.cpp"],
            MissingProgram::Generator => &["gen.cpp"],
            MissingProgram::Interactor => &["interactor.cpp"],
            MissingProgram::BruteForce => &["brute.cpp", "brute.py"],
        }
    }

    /// The role that a folder gives it; a folder may have several brute forces.
    pub fn role(self) -> Option<Role> {
        match self {
            MissingProgram::Validator => Some(Role::Validator),
            MissingProgram::Checker => Some(Role::Checker),
            MissingProgram::Generator => Some(Role::Generator),
            MissingProgram::Interactor => Some(Role::Interactor),
            MissingProgram::BruteForce => None,
        }
    }

    /// Where it goes in a folder, and what the folder's manifest has to say of it; it may have the `which`-th of its names.
    ///
    /// # Errors
    /// A sentence without a full stop when there is no place for it.
    pub fn place(self, folder: &dyn Folder, problem: &Problem, which: usize) -> Result<ProgramPlace, String> {
        place::place(self, folder, problem, which)
    }

    /// Why it cannot be written for a folder: a sentence without a full stop. It is there, or has no place, or what its
    /// trial needs is not there; `has_samples` is whether there is a test with an answer.
    pub fn hindrance(self, folder: &dyn Folder, problem: &Problem, has_samples: bool) -> Option<String> {
        let again = "move it away to have another one written";
        let of_role = |role| problem.programs.iter().find(|program| program.role == role);
        if let Some(there) = self.role().and_then(of_role) {
            return Some(format!("there is {} already, {}; {again}", there.role.with_article(), there.path));
        }
        let no_place = (0..self.files().len()).find_map(|which| self.place(folder, problem, which).err());
        if no_place.is_some() {
            return no_place;
        }
        match self {
            MissingProgram::Generator if problem.validators.is_empty() => {
                Some("there is no validator to accept what a generator makes; write one first".to_owned())
            }
            MissingProgram::Interactor if !speaks_of_interaction(folder, problem) => Some(
                "the statement has no word such as `interaction` or `flush`, and the manifest names no interactive kind of problem, \
                 so there is nothing for an interactor to judge; describe the interaction there"
                    .to_owned(),
            ),
            MissingProgram::Interactor if problem.main.is_none() => {
                Some("there is no right solution to talk with it; name one by `main` in touchstone.toml".to_owned())
            }
            MissingProgram::Interactor if problem.tests.is_empty() => {
                Some("there is no test to try it on; add one first".to_owned())
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
            | MissingProgram::Interactor
            | MissingProgram::BruteForce => None,
        }
    }
}

/// Whether the statement has a word of interactive problems, or the manifest says that this is one: `type: interactive`,
/// `type: COMMUNICATION`, `validation: custom interactive`.
fn speaks_of_interaction(folder: &dyn Folder, problem: &Problem) -> bool {
    let has = |text: &str, words: [&str; 2]| {
        let text = text.to_lowercase();
        words.iter().any(|word| text.contains(word))
    };
    let manifest = problem.manifest.as_ref().and_then(|path| folder.text(path)).unwrap_or_default();
    let mut kinds = ["type", "validation"].into_iter().filter_map(|key| entry::value(&manifest, key));
    kinds.any(|kind| has(kind, ["interactive", "communication"]))
        || statement::text(folder).is_some_and(|(_, text)| has(&text, ["interact", "flush"]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{folder::MemoryFolder, formats, path::RelPath, settings::FolderSettings};

    #[test]
    fn the_statement_or_the_manifest_says_that_a_problem_is_interactive() {
        for (manifest, statement, expected) in [
            ("validation: custom interactive # ours\n", "Frage.", true),
            ("type: interactive\n", "Frage.", true),
            ("type: COMMUNICATION\n", "Frage.", true),
            ("type: pass-fail\n", "Flush the output.", true),
            ("type: pass-fail\n", "Frage.", false),
        ] {
            let path = |name: &str| RelPath::parse(name).unwrap();
            let mut folder = MemoryFolder::new("a");
            folder.add(path("problem.yaml"), manifest.as_bytes(), None);
            folder.add(path("statement.md"), statement.as_bytes(), None);
            let mut problem = formats::read(&folder, &FolderSettings::default(), &path("touchstone.toml"));
            problem.manifest = Some(path("problem.yaml"));
            assert_eq!(speaks_of_interaction(&folder, &problem), expected, "{manifest}{statement}");
        }
    }
}
