//! Names of tools and of the directories they lie in.

use checkers::Standard;

use super::{Stem, labels, readings, without_digits};
use crate::{model::Role, path::RelPath};

/// A role that a name speaks of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::formats) struct NamedRole {
    pub(in crate::formats) role: Role,
    /// The name begins with the word, rather than having it further on as `wa_gen` has.
    pub(in crate::formats) at_start: bool,
}

/// The role that a file's stem speaks of.
pub(in crate::formats) fn of_stem(stem: &Stem) -> Option<NamedRole> {
    let named = |role, at_start| NamedRole { role, at_start };
    at_start(stem).map(|role| named(role, true)).or_else(|| further_on(stem).map(|role| named(role, false)))
}

/// The role that a directory's name speaks of, also in the plural. Solutions to be checked by a person are no checkers.
pub(in crate::formats) fn of_directory(name: &str) -> Option<Role> {
    if name.eq_ignore_ascii_case("check_manually") {
        return None;
    }
    readings(name).find_map(|name| {
        let singular = name.strip_suffix(['s', 'S']).unwrap_or(name);
        [name, singular].into_iter().find_map(|name| of_stem(&Stem::new(name))).map(|named| named.role)
    })
}

/// What a source is meant to be by its name, or by the directory that it lies in; `None` where they say nothing.
pub fn role_of_name(path: &RelPath) -> Option<Role> {
    let of_name = of_stem(&Stem::new(path.stem())).map(|named| named.role);
    of_name.or_else(|| path.parent().parts().rev().find_map(of_directory))
}

/// Whether programs below a directory of this name are solutions.
pub(in crate::formats) fn is_solution_folder(name: &str) -> bool {
    let is_named = |name| {
        matches!(
            Stem::new(name).first(),
            "sol" | "sols" | "solution" | "solutions" | "submission" | "submissions" | "std" | "accepted"
        )
    };
    readings(name).any(is_named) || labels::of_directory(name).is_some()
}

/// Whether tests are looked for in a directory, or an archive, of this name.
pub(in crate::formats) fn is_test_folder(name: &str) -> bool {
    let name = name.to_lowercase();
    let name = name.strip_suffix(".zip").unwrap_or(&name);
    let is_named = |name: &str| {
        let joined: String = name.chars().filter(|one| !"_- ".contains(*one)).collect();
        matches!(
            joined.as_str(),
            "test"
                | "tests"
                | "data"
                | "in"
                | "input"
                | "inputs"
                | "testdata"
                | "testsdata"
                | "case"
                | "cases"
                | "testcase"
                | "testcases"
                | "testset"
                | "testsets"
        )
    };
    readings(name).any(is_named) || is_sample(name)
}

/// Whether a directory's name says that it holds the inputs of tests, whose outputs lie in another one.
pub(in crate::formats) fn is_input_folder(name: &str) -> bool {
    !output_folders(name).is_empty()
}

/// The names of the directories that hold the outputs to the inputs in a directory, the likeliest first.
pub(in crate::formats) fn output_folders(name: &str) -> &'static [&'static str] {
    match name.to_lowercase().as_str() {
        "in" => &["out", "output", "outputs", "ans", "answer", "answers", "expected"],
        "input" => &["output", "outputs", "out", "ans", "answer", "answers", "expected"],
        "inputs" => &["outputs", "output", "out", "ans", "answer", "answers", "expected"],
        _ => &[],
    }
}

/// Whether a directory of this name, inside one for tests, holds a group of them: `group1`, `subtask-2`.
pub(in crate::formats) fn is_group_folder(name: &str) -> bool {
    let is_named = matches!(Stem::new(name).first(), "group" | "subtask" | "sub" | "batch");
    is_named && name.bytes().any(|byte| byte.is_ascii_digit())
}

/// Whether a directory of this name, outside one for tests, holds a single test: `1`, `test2`, `case-3`.
pub(in crate::formats) fn is_single_test_folder(name: &str) -> bool {
    let stem = Stem::new(name);
    let is_named = matches!(stem.first(), "test" | "case" | "testcase");
    is_named && name.bytes().any(|byte| byte.is_ascii_digit())
        || !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether a file or directory name says that it holds samples.
pub(in crate::formats) fn is_sample(name: &str) -> bool {
    let name = name.to_lowercase();
    name.starts_with("sample") || matches!(Stem::new(&name).first(), "example" | "examples")
}

/// Whether a directory holds nothing of the problem itself: helpers, documents, copies, other people's libraries.
pub(in crate::formats) fn is_no_part(name: &str) -> bool {
    let name = name.to_lowercase();
    let is_listed = matches!(
        name.as_str(),
        "doc"
            | "docs"
            | "scripts"
            | "public"
            | "package"
            | "packages"
            | "release"
            | "releases"
            | "attachments"
            | "template"
            | "templates"
            | "testlib"
            | "third_party"
            | "vendor"
            | "external"
            | "node_modules"
            | "__pycache__"
            | "venv"
            | "build"
            | "target"
            | "bin"
            | "obj"
            | "dist"
            | "backup"
            | "backups"
            | "bak"
            | "trash"
            | "rime-out"
    );
    is_listed || name.starts_with('.') || name.starts_with("cmake-build") || name.starts_with("statement")
}

fn at_start(stem: &Stem) -> Option<Role> {
    let whole_first = stem.tokens().first()?;
    let first = stem.first();
    let second = stem.tokens().get(1).map(|token| without_digits(token));
    match (first, second) {
        ("input", Some("validator")) => return Some(Role::Validator),
        ("output", Some("validator" | "checker")) => return Some(Role::Checker),
        _ => {}
    }
    match first {
        "gen" | "generator" | "mkdata" | "make" => Some(Role::Generator),
        "val" | "valid" | "validator" | "verifier" => Some(Role::Validator),
        "chk" | "check" | "checker" | "spj" | "correttore" => Some(Role::Checker),
        "interactor" | "controller" | "manager" => Some(Role::Interactor),
        _ if first.ends_with("inwer") => Some(Role::Validator),
        _ if first.ends_with("cmp") || Standard::from_name(whole_first).is_some() => Some(Role::Checker),
        _ if first.ends_with("soc") => Some(Role::Interactor),
        _ => None,
    }
}

fn further_on(stem: &Stem) -> Option<Role> {
    stem.tokens().iter().skip(1).find_map(|token| match without_digits(token) {
        "gen" | "rnd" | "generator" => Some(Role::Generator),
        "validator" => Some(Role::Validator),
        "checker" => Some(Role::Checker),
        "interactor" => Some(Role::Interactor),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(names: &[(&str, Option<Role>)]) {
        for (name, role) in names {
            assert_eq!(of_stem(&Stem::new(name)).map(|named| named.role), *role, "{name}");
        }
    }

    #[test]
    fn names_of_tools() {
        check(&[
            ("gen", Some(Role::Generator)),
            ("GEN_tree2", Some(Role::Generator)),
            ("mnem_gen_x", Some(Role::Generator)),
            ("100500_gen", Some(Role::Generator)),
            ("val5", Some(Role::Validator)),
            ("abcinwer", Some(Role::Validator)),
            ("validator-small-ab", Some(Role::Validator)),
            ("easy_validator", Some(Role::Validator)),
            ("input_validator", Some(Role::Validator)),
            ("check", Some(Role::Checker)),
            ("rcmp9", Some(Role::Checker)),
            ("yesno", Some(Role::Checker)),
            ("output_checker", Some(Role::Checker)),
            ("abcsoc", Some(Role::Interactor)),
            ("value", None),
            ("genius", None),
            ("sol", None),
        ]);
    }

    #[test]
    fn names_of_directories() {
        assert_eq!(of_directory("Generators"), Some(Role::Generator));
        assert_eq!(of_directory("input_format_validators"), Some(Role::Validator));
        assert_eq!(of_directory("output_validators"), Some(Role::Checker));
        assert_eq!(of_directory("generators (old)"), Some(Role::Generator));
        assert_eq!(of_directory("tests"), None);
        assert!(is_solution_folder("old (sols)") && is_test_folder("tests (2)") && !is_solution_folder("misc (old)"));
        assert!(is_solution_folder("Sols") && is_solution_folder("wrong_answer") && !is_solution_folder("misc"));
        assert!(is_test_folder("sample_tests") && !is_test_folder("latest"));
        assert!(is_test_folder("test_data") && is_test_folder("Test Cases") && is_test_folder("cases"));
        assert!(is_group_folder("subtask_2") && is_group_folder("group1") && !is_group_folder("groups"));
        assert!(is_single_test_folder("07") && is_single_test_folder("case-3") && !is_single_test_folder("tests"));
        assert!(is_no_part(".idea") && is_no_part("docs") && !is_no_part("gen"));
    }
}
