//! What a source's `type` in the manifest says: `cpp.g++17`, `python.3`, `exe.win32`, …

use crate::{
    language::{CppStandard, Language},
    languages,
    path::RelPath,
};

/// The language of a source, by its type and else by its name; `None` when it is no program that has a source.
pub(super) fn language_of(path: &RelPath, kind: &str) -> Option<Language> {
    if is_binary(kind) || is_binary(&path.extension()) {
        return None;
    }
    from_type(kind).or_else(|| Language::from_path(path))
}

/// The C++ standard a type declares, for sources in C++.
pub(super) fn standard_of(language: &Language, kind: &str) -> Option<CppStandard> {
    if *language == Language::Cpp { CppStandard::find_in(kind) } else { None }
}

/// Whether a type or an extension is one of a compiled program, a library or a header.
fn is_binary(word: &str) -> bool {
    let family = word.split('.').next().unwrap_or(word);
    matches!(family, "exe" | "dll" | "so" | "jar" | "jar8" | "class" | "h" | "hpp" | "pys" | "pys3" | "o" | "obj")
}

fn from_type(kind: &str) -> Option<Language> {
    let (family, version) = kind.split_once('.').unwrap_or((kind, ""));
    let family = family.trim_end_matches(|character: char| character.is_ascii_digit());
    let language = Language::named(languages::table().of_key(family, |keys| &keys.polygon)?);
    Some(match language {
        Language::Python if version.starts_with('2') || version.contains("pypy2") => Language::Other("python2"),
        Language::Python if version.contains("pypy") => Language::Other("pypy3"),
        language => language,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_in_the_wild() {
        let name = |path: &str, kind: &str| Some(language_of(&RelPath::parse(path)?, kind)?.name());
        assert_eq!(name("solutions/a.cpp", "cpp.g++17"), Some("cpp"));
        assert_eq!(name("solutions/a", "cpp.gcc13-64-winlibs-g++20"), Some("cpp"));
        assert_eq!(name("solutions/a.py", "python.2"), Some("python2"));
        assert_eq!(name("solutions/a.py", "python.pypy3"), Some("pypy3"));
        assert_eq!(name("solutions/A.java", "java21"), Some("java"));
        assert_eq!(name("solutions/a.kt", "kotlin17"), Some("kotlin"));
        assert_eq!(name("solutions/a.cpp", ""), Some("cpp"));
        for (path, kind) in [("a.exe", ""), ("a", "exe.win32"), ("a.jar", "jar"), ("testlib.h", "h.g++"), ("a.sty", "")]
        {
            assert_eq!(name(path, kind), None, "{path}");
        }
    }
}
