//! Names of folders and files, made of what a row says.
//!
//! Invariant: a name is one part of a path, of plain characters, and none that means something to a system or to the
//! readers of problems.

use std::collections::HashSet;

use problem::formats::is_part;

/// Longer names are cut, bytes.
const MAX_NAME: usize = 80;

/// Names that Windows has given away.
const DEVICES: [&str; 6] = ["con", "prn", "aux", "nul", "clock$", "conin$"];
/// Names of folders that belong to tools.
const TOOLS: [&str; 4] = ["target", "node_modules", "build", "bin"];

/// A name for the folder of a problem.
pub fn folder_name(name: &str) -> String {
    let plain = plain(name, MAX_NAME);
    let lower = plain.to_lowercase();
    let is_device = |name: &str| {
        let numbered = name.strip_prefix("com").or_else(|| name.strip_prefix("lpt"));
        DEVICES.contains(&name) || numbered.is_some_and(|rest| matches!(rest.as_bytes(), [b'0'..=b'9']))
    };
    let stem = lower.split('.').next().unwrap_or_default();
    if plain.is_empty() || is_device(stem) || is_part(&lower) || TOOLS.contains(&lower.as_str()) {
        return format!("problem-{plain}").trim_end_matches('-').to_owned();
    }
    plain
}

/// Letters, digits, `_`, `-` and `.` as they are, the rest as one `-`; never a `.` or `-` at an end.
pub(super) fn plain(name: &str, most: usize) -> String {
    let mut plain = String::new();
    for one in name.chars() {
        let is_letter = one.is_ascii_alphanumeric() || one.is_alphabetic() && !one.is_ascii();
        let next = if is_letter || matches!(one, '_' | '-' | '.') { one } else { '-' };
        if next == '-' && plain.ends_with('.') {
            plain.pop();
        }
        if plain.len() + next.len_utf8() > most {
            break;
        }
        if !(matches!(next, '-' | '.') && plain.ends_with(['-', '.'])) {
            plain.push(next);
        }
    }
    plain.trim_matches(['-', '.']).to_owned()
}

/// Names that were given, so that none is given twice: also not to a system that takes `A` for `a`.
#[derive(Debug, Default)]
pub struct Given {
    names: HashSet<String>,
}

impl Given {
    /// This name, or with the next number that is free.
    pub fn give(&mut self, name: &str) -> String {
        let numbered = (2_usize..).map(|number| format!("{name}-{number}"));
        let free =
            std::iter::once(name.to_owned()).chain(numbered).find(|name| !self.names.contains(&name.to_lowercase()));
        let name = free.expect("there are more numbers than names");
        self.names.insert(name.to_lowercase());
        name
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn names_are_safe() {
        for (name, folder) in [
            ("1575_A. Another Sorting Problem", "1575_A-Another-Sorting-Problem"),
            ("../../etc/passwd", "etc-passwd"),
            ("/", "problem"),
            ("", "problem"),
            ("..", "problem"),
            (".git", "git"),
            ("a\u{0}b\nc\u{202e}d\\e:f", "a-b-c-d-e-f"),
            ("CON", "problem-CON"),
            ("lpt1.txt", "problem-lpt1.txt"),
            ("solutions", "problem-solutions"),
            ("target", "problem-target"),
            ("два числа", "два-числа"),
        ] {
            assert_eq!(folder_name(name), folder, "{name:?}");
        }
        assert_eq!(folder_name(&"x".repeat(1000)).len(), MAX_NAME);
    }

    #[test]
    fn names_are_given_once() {
        let mut given = Given::default();
        assert_eq!(["a", "A", "a", "a-2"].map(|name| given.give(name)), ["a", "A-2", "a-3", "a-2-2"]);
    }

    proptest! {
        #[test]
        fn every_name_is_one_part_of_a_path(name in ".{0,200}") {
            let name = folder_name(&name);
            prop_assert!(!name.is_empty() && name.len() <= MAX_NAME + 8 && !name.starts_with('.'));
            prop_assert!(!name.contains(['/', '\\', ':']) && !name.chars().any(char::is_control));
        }
    }
}
