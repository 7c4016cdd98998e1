//! Patterns for files and for tests.

use globset::GlobMatcher;

use crate::{globs, path::RelPath, text::Range};

/// A pattern of `touchstone.toml` with its place.
#[derive(Clone, Debug)]
pub struct Pattern {
    /// As written.
    pub written: String,
    /// Where the key stands.
    pub range: Range,
    matcher: GlobMatcher,
}

impl Pattern {
    /// A pattern for files. One without `/` means a file name in any directory, a leading `/` ties it to the root, and
    /// a trailing `/` means everything in the directory.
    ///
    /// # Errors
    /// What is wrong with the pattern, for a sentence that names it.
    pub(super) fn for_files(written: &str, range: Range) -> Result<Pattern, String> {
        let (path, is_directory) = match written.strip_suffix('/') {
            Some(path) => (path, true),
            None => (written, false),
        };
        let anchored = match path.strip_prefix('/') {
            Some(path) => path.to_owned(),
            None if path.contains('/') => path.to_owned(),
            None => format!("**/{path}"),
        };
        Pattern::compile(written, &if is_directory { format!("{anchored}/**") } else { anchored }, range)
    }

    /// A pattern for the ids and names of tests.
    ///
    /// # Errors
    /// What is wrong with the pattern, for a sentence that names it.
    pub(super) fn for_tests(written: &str, range: Range) -> Result<Pattern, String> {
        Pattern::compile(written, written, range)
    }

    fn compile(written: &str, glob: &str, range: Range) -> Result<Pattern, String> {
        Ok(Pattern { written: written.to_owned(), range, matcher: globs::compile(glob)? })
    }

    /// Whether it matches a path, an id or a name.
    pub fn matches(&self, text: &str) -> bool {
        self.matcher.is_match(text)
    }

    /// Whether it matches a file.
    pub fn matches_path(&self, path: &RelPath) -> bool {
        self.matches(path.as_str())
    }

    /// Whether it matches a file or a directory that the file lies in.
    pub(super) fn matches_path_or_parent(&self, path: &RelPath) -> bool {
        self.matches_path(path) || (!path.is_root() && self.matches_path_or_parent(&path.parent()))
    }

    /// The bare glob, for readers that match many paths.
    pub fn matcher(&self) -> &GlobMatcher {
        &self.matcher
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files() {
        for (pattern, path, matches) in [
            ("gen.cpp", "gen.cpp", true),
            ("gen.cpp", "tools/gen.cpp", true),
            ("/gen.cpp", "tools/gen.cpp", false),
            ("/*.cpp", "gen.cpp", true),
            ("sols/*.cpp", "sols/a.cpp", true),
            ("sols/*.cpp", "sols/old/a.cpp", false),
            ("sols/**", "sols/old/a.cpp", true),
            ("wrong/", "sols/wrong/a.cpp", true),
            ("wrong/", "wrong.cpp", false),
            ("{a,b}.cpp", "b.cpp", true),
        ] {
            let compiled = Pattern::for_files(pattern, Range::default()).unwrap();
            assert_eq!(compiled.matches(path), matches, "{pattern} on {path}");
        }
        assert!(Pattern::for_files("[a", Range::default()).is_err());
    }
}
