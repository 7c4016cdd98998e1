//! What a run is asked for: which solutions and tests, and how far to go.

use globset::GlobMatcher;

use crate::model::{Problem, ProgramIdx, TestIdx};

/// What the person asked for.
#[derive(Clone, Debug, Default)]
pub struct CheckRequest {
    /// Only these solutions are judged; empty means all.
    pub solutions: Vec<GlobMatcher>,
    /// Only these tests are used; empty means all.
    pub tests: Vec<GlobMatcher>,
    /// A solution's other tests are left out once it has failed one (HTG-19).
    pub fail_fast: bool,
    /// What not every validator accepts goes no further: no answer is made for it, and nobody is judged on it.
    pub only_valid: bool,
    /// What validators, checkers and interactors are asked is made for them to break on: they get little time, and a checker
    /// tells of the read at which it refuses an output.
    pub probing: bool,
    /// To measure: each solution is run once on each test, while nothing else runs, and no earlier run of it is believed nor
    /// this one kept.
    pub alone: bool,
    /// When all else is known, programs in C and C++ run once more with sanitizers: all tools, and the solutions labelled
    /// correct.
    pub sanitize: bool,
    /// How far to go.
    pub until: Until,
}

/// How far to go.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Until {
    /// Until every input is known.
    Inputs,
    /// Until every answer is known, and what validators say of every input.
    Answers,
    /// Until everything is known.
    #[default]
    Judged,
}

/// A glob of the command line: `*` and `?` match any character but `/` in paths, `**` matches all.
///
/// # Errors
/// One sentence when the pattern cannot be read.
pub fn glob(pattern: &str) -> Result<GlobMatcher, String> {
    crate::globs::compile(pattern).map_err(|error| format!("the pattern `{pattern}` cannot be read: {error}"))
}

/// The pattern that matches a path or an id, whatever characters it has, and nothing else.
pub fn escaped(path: &str) -> String {
    globset::escape(path)
}

/// Patterns for these paths or ids, and nothing else.
pub fn exactly<'n>(names: impl IntoIterator<Item = &'n str>) -> Vec<GlobMatcher> {
    names.into_iter().filter_map(|name| glob(&escaped(name)).ok()).collect()
}

impl CheckRequest {
    /// Whether a solution is asked for; a pattern matches its path or its file name.
    pub fn wants_solution(&self, problem: &Problem, solution: ProgramIdx) -> bool {
        let path = &problem.programs[solution].path;
        let names = |glob: &GlobMatcher| glob.is_match(path.as_str()) || glob.is_match(path.file_name());
        self.solutions.is_empty() || self.solutions.iter().any(names)
    }

    /// Whether every solution is judged on every test, so that the suite as a whole can be spoken of.
    pub fn is_whole(&self) -> bool {
        self.solutions.is_empty()
            && self.tests.is_empty()
            && !self.fail_fast
            && !self.only_valid
            && !self.alone
            && self.until == Until::Judged
    }

    /// Whether a test is asked for.
    pub fn wants_test(&self, problem: &Problem, test: TestIdx) -> bool {
        self.tests.is_empty() || self.tests.iter().any(|glob| glob.is_match(&problem.tests[test].id))
    }
}

#[cfg(test)]
mod tests {
    use super::{CheckRequest, Until};

    #[test]
    fn a_request_for_a_part_is_not_whole() {
        let all = CheckRequest::default();
        assert!(all.is_whole());
        let first = CheckRequest { fail_fast: true, ..all.clone() };
        let answers = CheckRequest { until: Until::Answers, ..all };
        assert!(!first.is_whole() && !answers.is_whole());
    }
}
