//! What testlib.h offers to programs: names, signatures, meaning, draws, examples and frequent mistakes.
//!
//! Invariant: `testlib/api.toml` is the only place where this is written; the page beside it, what editors show and
//! what prompts contain are made from it here. Every public name of the header has an entry, and every example compiles.

use std::{collections::HashMap, fmt, sync::LazyLock};

use problem::facts::Register;
use serde::{Deserialize, Deserializer, de::Error};

mod render;

pub use render::Topics;

/// `testlib/api.toml`.
const SOURCE: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/api.toml.deflate"));

/// The reference.
#[derive(Debug)]
pub struct Api {
    sections: Vec<Section>,
    entries: Vec<Entry>,
    by_name: HashMap<(Option<Owner>, String), usize>,
}

/// A part of the page.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Section {
    /// By which entries name it.
    pub id: String,
    /// Its heading.
    pub title: String,
    /// Markdown that stands before its entries; may be empty.
    pub text: String,
}

/// A public name with its overloads.
///
/// Prose is Markdown of one paragraph; what an entry does not have is empty.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// The class of a member; `None` for a global name.
    #[serde(default)]
    pub owner: Option<Owner>,
    /// The name.
    pub name: String,
    /// Other names of the same thing.
    #[serde(default)]
    pub aliases: Vec<String>,
    /// Other names that this entry explains as well.
    #[serde(default)]
    pub together: Vec<String>,
    /// What the name stands for.
    pub kind: Kind,
    /// The id of its section.
    pub section: String,
    /// How it is called, one for each overload.
    #[serde(default)]
    pub signatures: Vec<String>,
    /// The overloads that compile with this header only.
    #[serde(default)]
    pub extensions: Vec<String>,
    /// The programs it is of use in. The example is for the first of them.
    #[serde(deserialize_with = "roles")]
    pub roles: Vec<Register>,
    /// What it does.
    #[serde(deserialize_with = "paragraph")]
    pub meaning: String,
    /// What it takes from the random number source, and in which order.
    #[serde(default, deserialize_with = "paragraph")]
    pub draws: String,
    /// Statements for the main function of a program; for a setting, the head of the file.
    #[serde(deserialize_with = "block")]
    pub example: String,
    /// What the example prints as the first thing in a generator started as `gen 1`.
    #[serde(default, deserialize_with = "block")]
    pub result: String,
    /// What often goes wrong, and what to write instead.
    #[serde(default, deserialize_with = "paragraph")]
    pub mistake: String,
    /// How the usual testlib.h differs.
    #[serde(default, deserialize_with = "paragraph")]
    pub upstream: String,
    /// Whether few programs need it.
    #[serde(default)]
    pub rare: bool,
}

/// The classes whose members have entries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
pub enum Owner {
    /// `InStream`, the type of `inf`, `ouf` and `ans`
    InStream,
    /// `random_t`, the type of `rnd`
    #[serde(rename = "random_t")]
    Random,
    /// `pattern`
    #[serde(rename = "pattern")]
    Pattern,
    /// `Validator`, the type of `validator`
    Validator,
    /// `Checker`, the type of `checker`
    Checker,
}

/// What a name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// A global function.
    Function,
    /// A member function.
    Method,
    /// A data member.
    Field,
    /// A global object.
    Object,
    /// A class or enumeration.
    Type,
    /// A constant, whether it is one of C++ or a macro.
    Constant,
    /// A macro that is called, or that no other kind fits.
    Macro,
    /// A macro that a program defines before it includes the header.
    Setting,
}

/// The reference, read once.
pub fn api() -> &'static Api {
    static API: LazyLock<Api> = LazyLock::new(|| {
        Api::read(&deflated::text(SOURCE)).expect("the tests read the same text, which is part of the program")
    });
    &API
}

impl Api {
    fn read(source: &str) -> Result<Api, toml::de::Error> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct File {
            section: Vec<Section>,
            entry: Vec<Entry>,
        }
        let File { section: sections, entry: entries } = toml::from_str(source)?;
        let keys = entries
            .iter()
            .enumerate()
            .flat_map(|(index, entry)| entry.names().map(move |name| ((entry.owner, name.to_owned()), index)));
        let by_name = keys.collect();
        Ok(Api { sections, entries, by_name })
    }

    /// The sections in the order of the page.
    pub fn sections(&self) -> &[Section] {
        &self.sections
    }

    /// All entries, those of a section together and in the order of the page.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The entry of a name, of one of its other names, or that explains it.
    pub fn find(&self, owner: Option<Owner>, name: &str) -> Option<&Entry> {
        self.by_name.get(&(owner, name.to_owned())).map(|&index| &self.entries[index])
    }
    /// The class of one of the header's objects: [`Owner::InStream`] for `inf`.
    pub fn owner_of(&self, object: &str) -> Option<Owner> {
        let entry = self.find(None, object).filter(|entry| entry.kind == Kind::Object)?;
        let type_name = entry.signatures.first()?.split_once(' ')?.0;
        Owner::ALL.into_iter().find(|owner| owner.class() == type_name)
    }
}

impl Entry {
    /// Every name that it can be found by, its own first.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        std::iter::once(&self.name).chain(&self.aliases).chain(&self.together).map(String::as_str)
    }

    /// The name with its class: `InStream::readInt`.
    pub fn path(&self) -> String {
        self.owner.map_or_else(|| self.name.clone(), |owner| format!("{}::{}", owner.class(), self.name))
    }

    /// Whether it exists in this header only.
    pub fn is_extension(&self) -> bool {
        self.signatures.is_empty()
    }
}

impl Owner {
    /// All of them.
    pub const ALL: [Owner; 5] = [Owner::InStream, Owner::Random, Owner::Pattern, Owner::Validator, Owner::Checker];

    /// The name of the class.
    pub fn class(self) -> &'static str {
        match self {
            Owner::InStream => "InStream",
            Owner::Random => "random_t",
            Owner::Pattern => "pattern",
            Owner::Validator => "Validator",
            Owner::Checker => "Checker",
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Kind::Function => "function",
            Kind::Method => "method",
            Kind::Field => "field",
            Kind::Object => "object",
            Kind::Type => "type",
            Kind::Constant => "constant",
            Kind::Macro => "macro",
            Kind::Setting => "setting",
        })
    }
}

const ROLES: [(Register, &str); 5] = [
    (Register::Validator, "validator"),
    (Register::Generator, "generator"),
    (Register::Checker, "checker"),
    (Register::Interactor, "interactor"),
    (Register::Scorer, "scorer"),
];

fn role_word(role: Register) -> &'static str {
    ROLES.iter().find(|(one, _)| *one == role).map_or("", |(_, word)| word)
}

fn roles<'de, D: Deserializer<'de>>(input: D) -> Result<Vec<Register>, D::Error> {
    let words = Vec::<String>::deserialize(input)?;
    let role = |word: &String| ROLES.iter().find(|(_, known)| known == word).map(|(role, _)| *role);
    words.iter().map(|word| role(word).ok_or_else(|| D::Error::custom(format!("no role is called {word}")))).collect()
}

/// Text whose line breaks mean nothing.
fn paragraph<'de, D: Deserializer<'de>>(input: D) -> Result<String, D::Error> {
    Ok(String::deserialize(input)?.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// Lines, without the empty ones around them.
fn block<'de, D: Deserializer<'de>>(input: D) -> Result<String, D::Error> {
    Ok(String::deserialize(input)?.trim_matches('\n').to_owned())
}

#[cfg(test)]
mod tests;
