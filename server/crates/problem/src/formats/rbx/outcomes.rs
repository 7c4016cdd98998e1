//! The words for what is expected of a solution.

use crate::{
    label::{EVERYTHING, LabelWord, VerdictSets},
    verdict::{Verdict, VerdictSet},
};

/// What a word means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Outcome {
    /// Its full name.
    pub(super) name: &'static str,
    pub(super) sets: VerdictSets,
    /// The checker is to fail, which is nothing that a solution does.
    pub(super) is_of_judge: bool,
}

/// The names, each with its short forms.
const WORDS: [(&str, &[&str]); 12] = [
    ("ANY", &[]),
    ("ACCEPTED", &["ac", "correct"]),
    ("ACCEPTED_OR_TLE", &["ac or tle", "ac/tle", "ac+tle", "accepted or time limit exceeded"]),
    ("WRONG_ANSWER", &["wa"]),
    ("INCORRECT", &["fail"]),
    ("RUNTIME_ERROR", &["rte", "re"]),
    ("TIME_LIMIT_EXCEEDED", &["timeout", "tle", "tl"]),
    ("MEMORY_LIMIT_EXCEEDED", &["mle", "ml"]),
    ("OUTPUT_LIMIT_EXCEEDED", &["ole", "ol"]),
    ("TLE_OR_RTE", &["tle or rte", "tle/rte", "tle+re", "tle+rte", "tle/re"]),
    ("JUDGE_FAILED", &["jf"]),
    ("COMPILATION_ERROR", &["ce"]),
];

/// Reads a word in any letter case.
pub(super) fn parse(word: &str) -> Option<Outcome> {
    let plain = |word: &str| word.trim().to_lowercase().replace(['_', '-'], " ");
    let wanted = plain(word);
    let is_it =
        |(name, short): &&(&str, &[&str])| plain(name) == wanted || short.iter().any(|one| plain(one) == wanted);
    let (name, _) = WORDS.iter().find(is_it)?;
    Some(Outcome { name, sets: sets(name), is_of_judge: *name == "JUDGE_FAILED" })
}

/// All names, for a sentence.
pub(super) fn names() -> String {
    WORDS.map(|(name, _)| name).join(", ")
}

fn sets(name: &str) -> VerdictSets {
    use Verdict::{Ac, Ce, Rte, Tle};
    match name {
        "ACCEPTED" => LabelWord::Accepted.sets(),
        "ACCEPTED_OR_TLE" => LabelWord::AcceptedOrTle.sets(),
        "WRONG_ANSWER" => LabelWord::WrongAnswer.sets(),
        "INCORRECT" => LabelWord::Rejected.sets(),
        "RUNTIME_ERROR" => LabelWord::RunTimeError.sets(),
        "TIME_LIMIT_EXCEEDED" => LabelWord::TimeLimitExceeded.sets(),
        "MEMORY_LIMIT_EXCEEDED" => LabelWord::MemoryLimitExceeded.sets(),
        "OUTPUT_LIMIT_EXCEEDED" => LabelWord::OutputLimitExceeded.sets(),
        "TLE_OR_RTE" => VerdictSets::of(&[Ac, Tle, Rte], &[Tle, Rte]),
        "COMPILATION_ERROR" => VerdictSets::of(&[Ce], &[Ce]),
        _ => VerdictSets { permitted: EVERYTHING, required: VerdictSet::EMPTY },
    }
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn words() {
        for (word, name) in [
            ("accepted", "ACCEPTED"),
            ("AC", "ACCEPTED"),
            ("ac/tle", "ACCEPTED_OR_TLE"),
            ("Accepted-Or-TLE", "ACCEPTED_OR_TLE"),
            ("fail", "INCORRECT"),
            ("tle+re", "TLE_OR_RTE"),
            ("any", "ANY"),
        ] {
            assert_eq!(parse(word).map(|outcome| outcome.name), Some(name), "{word}");
        }
        assert_eq!(parse("maybe"), None);
    }
}
