//! Recorded cases that tell a changed copy of a standard checker from the checker whose name it has.

use std::sync::LazyLock;

use serde::Deserialize;

use super::Standard;

/// What one checker said of one output.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Case {
    checker: String,
    /// The name of the recording.
    pub name: String,
    /// The solution's output.
    #[serde(rename = "out")]
    pub output: String,
    /// The jury's answer.
    #[serde(rename = "ans")]
    pub answer: String,
    /// The exit code.
    #[serde(rename = "exit")]
    pub exit_code: i32,
}

/// Chosen from the golden corpus by `telling.py`, which stands beside it.
static CASES: LazyLock<Vec<Case>> = LazyLock::new(|| {
    let text = deflated::text(include_bytes!(concat!(env!("OUT_DIR"), "/telling.jsonl.deflate")));
    text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect()
});

impl Standard {
    /// A few dozen cases of every kind that this checker knows.
    pub fn telling_cases(self) -> Vec<&'static Case> {
        CASES.iter().filter(|case| case.checker == self.name()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_built_in_checkers_say_what_was_recorded() {
        assert_eq!(CASES.len(), include_str!("telling.jsonl").lines().count(), "every line is a case");
        for standard in Standard::ALL {
            let cases = standard.telling_cases();
            assert!(cases.len() >= 20, "{}", standard.name());
            for case in cases {
                let outcome =
                    standard.check(Some(case.output.as_bytes()), Some(case.answer.as_bytes()), "ans.txt", "out.txt");
                assert_eq!(outcome.kind.exit_code(), case.exit_code, "{} {}", standard.name(), case.name);
            }
        }
    }

    #[test]
    fn no_checker_passes_for_another() {
        let passes_for = |one: Standard, other: Standard| {
            other.telling_cases().into_iter().all(|case| {
                let outcome = one.check(Some(case.output.as_bytes()), Some(case.answer.as_bytes()), "ans", "out");
                outcome.kind.exit_code() == case.exit_code
            })
        };
        let mut pairs = Vec::new();
        for one in Standard::ALL {
            let others = Standard::ALL.into_iter().filter(|other| *other != one && passes_for(one, *other));
            pairs.extend(others.map(|other| format!("{} for {}", one.name(), other.name())));
        }
        // These differ in their words only.
        assert_eq!(pairs, ["acmp for rcmp", "rcmp for acmp"]);
    }
}
