//! Programming languages and C++ standards.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::path::RelPath;

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
    /// A directory that brings a script `build`, or a script or program `run`, of its own.
    Scripts,
    /// A language that is recognised but cannot be run here; the word names it.
    Other(&'static str),
}

impl Language {
    /// From a file's extension; `None` when it is no program.
    pub fn from_path(path: &RelPath) -> Option<Language> {
        Some(match path.extension().as_str() {
            "cpp" | "cc" | "cxx" | "c++" | "cp" => Language::Cpp,
            "c" => Language::C,
            "py" | "py3" => Language::Python,
            "ctd" => Language::Checktestdata,
            "java" => Language::Other("java"),
            "kt" => Language::Other("kotlin"),
            "rs" => Language::Other("rust"),
            "go" => Language::Other("go"),
            "pas" | "dpr" => Language::Other("pascal"),
            "hs" => Language::Other("haskell"),
            "js" => Language::Other("javascript"),
            "ts" => Language::Other("typescript"),
            "cs" => Language::Other("csharp"),
            "rb" => Language::Other("ruby"),
            "php" => Language::Other("php"),
            "ml" => Language::Other("ocaml"),
            "scala" => Language::Other("scala"),
            "d" => Language::Other("d"),
            "jl" => Language::Other("julia"),
            "lua" => Language::Other("lua"),
            "swift" => Language::Other("swift"),
            "py2" => Language::Other("python2"),
            _ => return None,
        })
    }

    /// Whether programs in it are built and run here.
    pub fn is_run(&self) -> bool {
        !matches!(self, Language::Other(_))
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
}

impl CppStandard {
    /// All of them, oldest first.
    pub const ALL: [CppStandard; 5] =
        [CppStandard::Cpp11, CppStandard::Cpp14, CppStandard::Cpp17, CppStandard::Cpp20, CppStandard::Cpp23];

    /// The report's word, `c++17`.
    pub fn name(self) -> &'static str {
        match self {
            CppStandard::Cpp11 => "c++11",
            CppStandard::Cpp14 => "c++14",
            CppStandard::Cpp17 => "c++17",
            CppStandard::Cpp20 => "c++20",
            CppStandard::Cpp23 => "c++23",
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
            ("cpp.g++", None),
            ("python.3", None),
        ] {
            assert_eq!(CppStandard::find_in(text), standard, "{text}");
        }
    }
}
