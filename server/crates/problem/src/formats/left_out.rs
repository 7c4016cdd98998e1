//! What a folder has and nobody can use: a finding for each that may be a part of the problem.
//!
//! Invariant: what would be left out without a word if it could be used is left out without a word.

use super::{
    FURTHER_MANIFESTS, MANIFESTS,
    wording::roles::{is_no_part, is_test_folder},
};
use crate::{
    finding::{Code, Finding, Severity},
    folder::{Folder, LeftOut, MAX_FILE_BYTES, MAX_PARSED_BYTES, MAX_PROSE_BYTES, MAX_TEXT_BYTES, Obstacle},
    language::Language,
    model::{Problem, Role},
    path::RelPath,
    settings::{FolderSettings, RoleHint},
};

/// How large a file may be before it is left out, bytes: what is understood as a whole less than what is only handed on.
pub fn most_bytes(path: &RelPath) -> u64 {
    let name = path.file_name();
    let extension = path.extension();
    match extension.as_str() {
        _ if matches!(name, "script" | "script.txt" | "tests.txt") => MAX_PROSE_BYTES,
        "md" | "tex" | "html" | "script" => MAX_PROSE_BYTES,
        "xml" | "toml" | "yaml" | "yml" | "json" | "ctd" | "sh" | "ftl" => MAX_TEXT_BYTES,
        _ if Language::from_path(path).is_some() || Language::is_header(path) => MAX_TEXT_BYTES,
        _ => MAX_FILE_BYTES,
    }
}

/// Findings about programs that are judges of others and too long to be understood.
pub(super) fn unread(folder: &dyn Folder, problem: &Problem) -> Vec<Finding> {
    let tools = problem.programs.iter().filter(|program| program.role != Role::Solution);
    let sources = tools.flat_map(|program| &program.sources);
    let long = sources.filter(|source| folder.size(source).is_some_and(|size| size > MAX_PARSED_BYTES));
    let finding = |source: &RelPath| {
        let message = format!(
            "{source} is larger than {} KB, so what it says is not read: nothing is known of its options, reads and mistakes",
            MAX_PARSED_BYTES >> 10
        );
        Finding::of_file(Code::FileLeftOut, source, message).with_severity(Severity::Information)
    };
    long.map(finding).collect()
}

/// The findings about what is left out of a folder, but for what its settings ignore.
pub(super) fn findings(folder: &dyn Folder, settings: &FolderSettings) -> Vec<Finding> {
    let is_ignored =
        |one: &&LeftOut| one.path.as_ref().is_some_and(|path| settings.role_hint(path) == Some(RoleHint::Ignore));
    let told = folder.left_out().iter().filter(|one| may_be_a_part(one) && !is_ignored(one));
    told.map(finding).collect()
}

fn finding(one: &LeftOut) -> Finding {
    let message = sentence(one);
    let finding = match &one.path {
        Some(path) if !path.is_root() => Finding::of_file(Code::FileLeftOut, path, message),
        Some(_) | None => Finding::of_folder(Code::FileLeftOut, message),
    };
    // Ours takes its place, or somebody else's matrix shows it.
    let is_harmless = is_testlib(one) || one.obstacle == Obstacle::OtherProblem;
    if is_harmless { finding.with_severity(Severity::Information) } else { finding }
}

fn sentence(one: &LeftOut) -> String {
    let LeftOut { shown, is_directory, obstacle, .. } = one;
    let left_out = match (is_directory, is_testlib(one)) {
        (true, _) => "everything in it is left out",
        (false, true) => "the built-in one is used",
        (false, false) => "it is left out",
    };
    match obstacle {
        Obstacle::Unreadable { cause } => {
            format!("{shown} cannot be read ({cause}), so {left_out}; change its permissions")
        }
        Obstacle::LinkToNothing { target } => {
            format!("{shown} is a link to {target} that leads nowhere, so {left_out}; correct the link or remove it")
        }
        Obstacle::LinkOutside => {
            format!("{shown} is a link that leads out of the folder, so {left_out}; put a copy in its place")
        }
        Obstacle::LinkAround => {
            format!("{shown} is a link to a folder that it lies in, so {left_out}; remove the link")
        }
        Obstacle::LinkAgain => {
            format!(
                "{shown} leads to a folder that another link has led to before, so {left_out} here; remove one of the links"
            )
        }
        Obstacle::Name => {
            format!("the name of {shown} is not UTF-8 or has a backslash in it, so {left_out}; rename it")
        }
        Obstacle::OtherProblem => {
            format!("{shown} is a problem of its own, so {left_out} here; check it by its own name")
        }
        Obstacle::NoFile => format!("{shown} is no file but a pipe, a socket or a device, so {left_out}; remove it"),
        Obstacle::TooLarge { most } => {
            format!("{shown} is larger than {} MB, so {left_out}; make it smaller", most >> 20)
        }
        Obstacle::TooDeep { most } => {
            format!("{shown} lies more than {most} folders deep, so {left_out}; move it further up")
        }
        Obstacle::Packed { cause } => {
            format!("{shown} cannot be unpacked here ({cause}), so {left_out}; unpack it into the folder `tests`")
        }
        Obstacle::TooManyFiles { most } => {
            format!(
                "the folder has more than {most} files and folders, so the rest is left out; move out what is no part of the problem"
            )
        }
    }
}

fn is_testlib(one: &LeftOut) -> bool {
    one.path.as_ref().is_some_and(|path| path.file_name() == "testlib.h")
}

/// Whether it is of a kind that the readers would look at.
fn may_be_a_part(one: &LeftOut) -> bool {
    if matches!(one.obstacle, Obstacle::Packed { .. }) {
        return true;
    }
    // Good enough for names that are no text.
    let Some(path) = RelPath::parse(&one.shown.replace("\\x", "_")) else { return false };
    let is_statement = |name: &str| name.to_lowercase().starts_with("statement");
    if one.is_directory {
        return !path.parts().any(is_no_part);
    }
    let directory = path.parent();
    !directory.parts().any(|part| is_no_part(part) && !is_statement(part)) && is_of_a_known_kind(&path)
}

fn is_of_a_known_kind(path: &RelPath) -> bool {
    let name = path.file_name();
    let in_tests = || path.parent().parts().any(is_test_folder);
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    Language::from_path(path).is_some()
        || Language::is_header(path)
        || MANIFESTS.contains(&name)
        || FURTHER_MANIFESTS.contains(&name)
        || match path.extension().as_str() {
            "in" | "inp" | "ans" | "a" | "out" | "yaml" | "script" | "ctd" | "desc" => true,
            "txt" => in_tests() || matches!(name, "script.txt" | "tests.txt"),
            "md" | "tex" => name.starts_with("statement") || name.starts_with("problem"),
            "" => is_number(name) || name == "script" || in_tests(),
            other => is_number(other),
        }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_told(shown: &str, is_directory: bool) -> bool {
        let path = RelPath::parse(shown);
        may_be_a_part(&LeftOut { shown: shown.to_owned(), path, is_directory, obstacle: Obstacle::LinkOutside })
    }

    #[test]
    fn only_what_may_be_a_part_is_told() {
        let told =
            ["a.cpp", "sols/w\\xffa.py", "tests/01", "tests/note.txt", "in/1.in", "problem.xml", "lib/x.hpp", "1.a"];
        assert_eq!(told.iter().find(|shown| !is_told(shown, false)), None);
        let silent =
            ["logo.pdf", "README.md", "Makefile", "venv/lib/x.py", "docs/a.cpp", "notes.txt", "sol.cpp~", "sol"];
        assert_eq!(silent.iter().find(|shown| is_told(shown, false)), None);
        assert!(is_told("common", true) && is_told("sols/old", true));
        assert!(!is_told("venv", true) && !is_told("docs/pictures", true));
    }
}
