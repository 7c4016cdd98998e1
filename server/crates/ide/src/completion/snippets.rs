//! Whole pieces of validators and checkers, with places to fill in.
//!
//! Each lies in `snippets` as the protocol writes them: `${1:n}` is the first place, with what stands there until it is
//! filled in.

use problem::facts::Register;

/// A piece.
pub(super) struct Snippet {
    /// What is typed.
    pub(super) name: &'static str,
    /// In programs of this kind.
    pub(super) role: Register,
    /// What it is, in a few words.
    pub(super) about: &'static str,
    /// The piece, with its places.
    pub(super) text: &'static str,
}

macro_rules! snippet {
    ($role:ident, $folder:literal, $name:literal, $about:literal) => {
        Snippet {
            name: $name,
            role: Register::$role,
            about: $about,
            text: include_str!(concat!("../../snippets/", $folder, "/", $name, ".txt")),
        }
    };
}

/// All of them.
pub(super) const SNIPPETS: [Snippet; 7] = [
    snippet!(Validator, "validator", "readTree", "reads a tree, edge by edge"),
    snippet!(Validator, "validator", "readGraph", "reads a simple graph"),
    snippet!(Validator, "validator", "readPermutation", "reads a permutation"),
    snippet!(Validator, "validator", "readCases", "reads test cases with a bound over all"),
    snippet!(Validator, "validator", "readGrid", "reads a grid of characters"),
    snippet!(Checker, "checker", "readAns", "reads an answer, of jury and contestant alike"),
    snippet!(Checker, "checker", "compareAns", "compares the contestant's answer with the jury's"),
];

/// A piece as it is when nothing is filled in.
pub(super) fn filled(snippet: &str) -> String {
    let mut text = String::new();
    let mut rest = snippet;
    while let Some((before, place)) = rest.split_once("${") {
        let (place, after) = place.split_once('}').unwrap_or((place, ""));
        text.push_str(before);
        text.push_str(place.split_once(':').map_or("", |(_, value)| value));
        rest = after;
    }
    text + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places() {
        assert_eq!(filled("int ${1:n} = f(${2:9}, \"${1:n}\");"), "int n = f(9, \"n\");");
        assert_eq!(filled("a ${1:b"), "a b");
        for snippet in SNIPPETS {
            assert!(filled(snippet.text).ends_with('\n') && !filled(snippet.text).contains('$'), "{}", snippet.name);
        }
    }
}
