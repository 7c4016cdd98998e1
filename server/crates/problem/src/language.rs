//! Programming languages and C++ standards.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    languages::{self, Entry, Made},
    path::RelPath,
};

/// The language a program is written in.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Language {
    /// C++.
    Cpp,
    /// C.
    C,
    /// Python 3.
    Python,
    /// checktestdata, in which inputs are described; it is run in-process.
    Checktestdata,
    /// A directory that brings a script `build`, or a script or program `run`, of its own; or a script that is started in the
    /// directory that its first argument names, with the files around it where they lie in the folder.
    Scripts,
    /// A language of the table, by its name there; what it says of it decides whether it is run.
    Other(&'static str),
}

impl Language {
    /// From a file's extension; `None` when it is no program.
    pub fn from_path(path: &RelPath) -> Option<Language> {
        languages::table().of_path(path, false).map(Language::named)
    }

    /// The language that the table calls so.
    pub fn named(name: &'static str) -> Language {
        match name {
            "cpp" => Language::Cpp,
            "c" => Language::C,
            "python" => Language::Python,
            "checktestdata" => Language::Checktestdata,
            name => Language::Other(name),
        }
    }

    /// What the table says of a language that has no code of its own.
    pub fn entry(&self) -> Option<&'static Entry> {
        match self {
            Language::Other(name) => languages::table().get(name),
            Language::Cpp | Language::C | Language::Python | Language::Checktestdata | Language::Scripts => None,
        }
    }

    /// Whether programs in it are built and run here.
    pub fn is_run(&self) -> bool {
        match self {
            Language::Other(_) => self.entry().is_some_and(Entry::is_run),
            Language::Cpp | Language::C | Language::Python | Language::Checktestdata | Language::Scripts => true,
        }
    }

    /// Whether it is run wherever this tool does its work; what another language needs may not be there.
    pub fn is_sure_to_run(&self) -> bool {
        !matches!(self, Language::Other(_))
    }

    /// Whether its programs have a `main`, so that a source without one is a part of another program.
    pub fn has_main(&self) -> bool {
        match self {
            Language::Cpp | Language::C => true,
            Language::Other(_) => self.entry().is_some_and(|entry| entry.main),
            Language::Python | Language::Checktestdata | Language::Scripts => false,
        }
    }

    /// Whether a source is a program by itself whatever stands in it, as far as can be told.
    pub fn is_started_anywhere(&self) -> bool {
        matches!(self, Language::Other(_)) && !self.has_main()
    }

    /// Whether a program's sources are compiled together.
    pub fn is_compiled(&self) -> bool {
        match self {
            Language::Cpp | Language::C => true,
            Language::Other(_) => self.entry().is_some_and(|entry| entry.makes != Made::Nothing),
            Language::Python | Language::Checktestdata | Language::Scripts => false,
        }
    }

    /// Whether a file is there for C and C++ sources to include, by its extension.
    pub fn is_header(path: &RelPath) -> bool {
        matches!(path.extension().as_str(), "h" | "hpp" | "hh" | "hxx" | "inc" | "tpp")
    }

    /// The word of the report: `cpp`, `c`, `python`, …
    pub fn name(&self) -> &'static str {
        match self {
            Language::Cpp => "cpp",
            Language::C => "c",
            Language::Python => "python",
            Language::Checktestdata => "checktestdata",
            Language::Scripts => "scripts",
            Language::Other(name) => name,
        }
    }
}

/// A C++ standard, spelled as compilers do without the `gnu`/`c` prefix.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
pub enum CppStandard {
    /// C++11
    #[serde(rename = "c++11")]
    Cpp11,
    /// C++14
    #[serde(rename = "c++14")]
    Cpp14,
    /// C++17
    #[serde(rename = "c++17")]
    Cpp17,
    /// C++20
    #[serde(rename = "c++20")]
    Cpp20,
    /// C++23
    #[serde(rename = "c++23")]
    Cpp23,
    /// C++26
    #[serde(rename = "c++26")]
    Cpp26,
}

impl CppStandard {
    /// All of them, oldest first.
    pub const ALL: [CppStandard; 6] = [
        CppStandard::Cpp11,
        CppStandard::Cpp14,
        CppStandard::Cpp17,
        CppStandard::Cpp20,
        CppStandard::Cpp23,
        CppStandard::Cpp26,
    ];

    /// The report's word, `c++17`.
    pub fn name(self) -> &'static str {
        match self {
            CppStandard::Cpp11 => "c++11",
            CppStandard::Cpp14 => "c++14",
            CppStandard::Cpp17 => "c++17",
            CppStandard::Cpp20 => "c++20",
            CppStandard::Cpp23 => "c++23",
            CppStandard::Cpp26 => "c++26",
        }
    }

    /// The two digits of the year.
    pub fn year(self) -> &'static str {
        &self.name()[3..]
    }

    /// The last standard named in a text such as `cpp.g++17`, `cpp.gcc13-64-winlibs-g++20`, `-std=gnu++14` or `c++2b`.
    /// `None` when it names none (`cpp.g++`).
    pub fn find_in(text: &str) -> Option<CppStandard> {
        let after = &text[text.rfind("++")? + 2..];
        match after.get(..2)? {
            "11" | "0x" => Some(CppStandard::Cpp11),
            "14" | "1y" => Some(CppStandard::Cpp14),
            "17" | "1z" => Some(CppStandard::Cpp17),
            "20" | "2a" => Some(CppStandard::Cpp20),
            "23" | "2b" => Some(CppStandard::Cpp23),
            "26" | "2c" => Some(CppStandard::Cpp26),
            _ => None,
        }
    }
}

impl fmt::Display for CppStandard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn standards_in_the_wild() {
        for (text, standard) in [
            ("cpp.g++17", Some(CppStandard::Cpp17)),
            ("cpp.gcc13-64-winlibs-g++20", Some(CppStandard::Cpp20)),
            ("-std=gnu++14", Some(CppStandard::Cpp14)),
            ("c++2b", Some(CppStandard::Cpp23)),
            ("cpp.gcc15-64-g++26", Some(CppStandard::Cpp26)),
            ("cpp.g++", None),
            ("python.3", None),
        ] {
            assert_eq!(CppStandard::find_in(text), standard, "{text}");
        }
    }
}
