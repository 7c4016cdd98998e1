//! The words for what is expected of a solution.

use crate::{
    formats::keys::{Word, word},
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
pub(super) static WORDS: [Word; 12] = [
    word("ANY", &[], "Whatever the solution gets is right."),
    word("ACCEPTED", &["ac", "correct"], "The solution passes every test."),
    word(
        "ACCEPTED_OR_TLE",
        &["ac or tle", "ac/tle", "ac+tle", "accepted or time limit exceeded"],
        "The solution passes, or takes too long.",
    ),
    word("WRONG_ANSWER", &["wa"], "The output is wrong on at least one test, and nothing else goes wrong."),
    word("INCORRECT", &["fail"], "The solution fails at least one test, in any way."),
    word("RUNTIME_ERROR", &["rte", "re"], "The solution crashes on at least one test."),
    word("TIME_LIMIT_EXCEEDED", &["timeout", "tle", "tl"], "The solution takes too long on at least one test."),
    word("MEMORY_LIMIT_EXCEEDED", &["mle", "ml"], "The solution needs too much memory on at least one test."),
    word("OUTPUT_LIMIT_EXCEEDED", &["ole", "ol"], "The solution writes too much on at least one test."),
    word(
        "TLE_OR_RTE",
        &["tle or rte", "tle/rte", "tle+re", "tle+rte", "tle/re"],
        "The solution takes too long or crashes on at least one test.",
    ),
    word("JUDGE_FAILED", &["jf"], "The checker fails. This is held against no solution here."),
    word("COMPILATION_ERROR", &["ce"], "The solution does not compile."),
];

/// Reads a word in any letter case.
pub(super) fn parse(written: &str) -> Option<Outcome> {
    let plain = |word: &str| word.trim().to_lowercase().replace(['_', '-'], " ");
    let wanted = plain(written);
    let is_it = |word: &&Word| plain(word.name) == wanted || word.short.iter().any(|short| plain(short) == wanted);
    let name = WORDS.iter().find(is_it)?.name;
    Some(Outcome { name, sets: sets(name), is_of_judge: name == "JUDGE_FAILED" })
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
