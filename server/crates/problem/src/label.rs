//! What a solution is expected to do: a set of permitted and a set of required verdicts.

use serde::{Deserialize, Serialize};

use crate::{
    text::Place,
    verdict::{Verdict, VerdictSet},
};

/// Permitted: nothing else may be seen. Required: at least one of these must be seen, unless the set is empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct VerdictSets {
    /// Nothing else may be seen.
    pub permitted: VerdictSet,
    /// One of these must be seen; empty asks for nothing.
    pub required: VerdictSet,
}

/// A set with every verdict a solution can get.
pub const EVERYTHING: VerdictSet = VerdictSet::of(&[
    Verdict::Ac,
    Verdict::Wa,
    Verdict::Pe,
    Verdict::Tle,
    Verdict::Mle,
    Verdict::Ole,
    Verdict::Rte,
    Verdict::Ce,
]);

/// The glob over all tests.
pub const EVERY_TEST: &str = "**";

/// The verdicts a rejected solution may earn its name with.
pub const FAILURES: VerdictSet =
    VerdictSet::of(&[Verdict::Wa, Verdict::Pe, Verdict::Tle, Verdict::Rte, Verdict::Mle, Verdict::Ole]);

impl VerdictSets {
    /// From slices.
    pub const fn of(permitted: &[Verdict], required: &[Verdict]) -> VerdictSets {
        VerdictSets { permitted: VerdictSet::of(permitted), required: VerdictSet::of(required) }
    }

    /// Which pool these sets put a solution in.
    pub fn pool(self) -> Option<Pool> {
        if self.permitted == VerdictSet::of(&[Verdict::Ac]) {
            Some(Pool::Correct)
        } else if !self.required.is_empty() || !self.permitted.contains(Verdict::Ac) {
            Some(Pool::Wrong)
        } else {
            None
        }
    }

    /// Whether the verdicts seen meet these sets. Nothing seen meets nothing that is required.
    pub fn met_by(self, seen: VerdictSet) -> bool {
        seen.is_subset(self.permitted) && (self.required.is_empty() || seen.intersects(self.required))
    }
}

/// The pools of labelled solutions: S+ and S- (CCO-1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pool {
    /// S+
    Correct,
    /// S-
    Wrong,
}

/// The labels of the report page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LabelWord {
    /// Right on every test.
    Accepted,
    /// Wrong answer or wrong form somewhere.
    WrongAnswer,
    /// Too slow somewhere.
    TimeLimitExceeded,
    /// Crashes somewhere.
    RunTimeError,
    /// Uses too much memory somewhere.
    MemoryLimitExceeded,
    /// Writes too much somewhere.
    OutputLimitExceeded,
    /// Fails somewhere, however.
    Rejected,
    /// Right, but perhaps too slow: a brute force.
    AcceptedOrTle,
    /// Not to be run.
    DoNotRun,
}

impl LabelWord {
    /// All of them, in the order of the report page.
    pub const ALL: [LabelWord; 9] = [
        LabelWord::Accepted,
        LabelWord::WrongAnswer,
        LabelWord::TimeLimitExceeded,
        LabelWord::RunTimeError,
        LabelWord::MemoryLimitExceeded,
        LabelWord::OutputLimitExceeded,
        LabelWord::Rejected,
        LabelWord::AcceptedOrTle,
        LabelWord::DoNotRun,
    ];

    /// The word itself, `wrong_answer`.
    pub fn name(self) -> &'static str {
        match self {
            LabelWord::Accepted => "accepted",
            LabelWord::WrongAnswer => "wrong_answer",
            LabelWord::TimeLimitExceeded => "time_limit_exceeded",
            LabelWord::RunTimeError => "run_time_error",
            LabelWord::MemoryLimitExceeded => "memory_limit_exceeded",
            LabelWord::OutputLimitExceeded => "output_limit_exceeded",
            LabelWord::Rejected => "rejected",
            LabelWord::AcceptedOrTle => "accepted_or_tle",
            LabelWord::DoNotRun => "do_not_run",
        }
    }

    /// Reads a word in any letter case, with `-`, `_` or blanks between its parts; common short forms too.
    pub fn parse(word: &str) -> Option<LabelWord> {
        let word = word.trim().to_ascii_lowercase().replace(['-', ' '], "_");
        if let Some(label) = LabelWord::ALL.into_iter().find(|label| label.name() == word) {
            return Some(label);
        }
        match word.as_str() {
            "ac" | "ok" | "correct" | "main" => Some(LabelWord::Accepted),
            "wa" | "presentation_error" | "pe" | "no_output" => Some(LabelWord::WrongAnswer),
            "tle" | "tl" | "timelimit" => Some(LabelWord::TimeLimitExceeded),
            "rte" | "re" | "runtime_error" | "run_error" => Some(LabelWord::RunTimeError),
            "mle" | "ml" => Some(LabelWord::MemoryLimitExceeded),
            "ole" | "ol" | "output_limit" => Some(LabelWord::OutputLimitExceeded),
            "incorrect" | "fail" => Some(LabelWord::Rejected),
            "brute_force" | "time_limit_exceeded_or_accepted" => Some(LabelWord::AcceptedOrTle),
            _ => None,
        }
    }

    /// The narrowest word that says what was seen over all tests: a label by which nothing is wrong with it.
    pub fn of_seen(seen: VerdictSet) -> Option<LabelWord> {
        let said = LabelWord::ALL.into_iter().filter(|word| *word != LabelWord::DoNotRun);
        said.into_iter().find(|word| seen != VerdictSet::EMPTY && word.sets().met_by(seen))
    }

    /// The sets of the label table.
    pub fn sets(self) -> VerdictSets {
        use Verdict::{Ac, Mle, Ole, Pe, Rte, Tle, Wa};
        match self {
            LabelWord::Accepted => VerdictSets::of(&[Ac], &[]),
            LabelWord::WrongAnswer => VerdictSets::of(&[Ac, Wa, Pe], &[Wa, Pe]),
            LabelWord::TimeLimitExceeded => VerdictSets::of(&[Ac, Tle], &[Tle]),
            LabelWord::RunTimeError => VerdictSets::of(&[Ac, Rte], &[Rte]),
            LabelWord::MemoryLimitExceeded => VerdictSets::of(&[Ac, Mle], &[Mle]),
            LabelWord::OutputLimitExceeded => VerdictSets::of(&[Ac, Ole], &[Ole]),
            LabelWord::Rejected => VerdictSets { permitted: EVERYTHING, required: FAILURES },
            LabelWord::AcceptedOrTle => VerdictSets::of(&[Ac, Tle], &[]),
            LabelWord::DoNotRun => VerdictSets { permitted: VerdictSet::EMPTY, required: VerdictSet::EMPTY },
        }
    }
}

/// Why a solution is not run where no solution of the problem is.
pub const NOT_JUDGED: &str = "not judged here";

/// A solution's label.
#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    /// The label's own words, as its source writes them.
    pub words: Vec<String>,
    /// What is expected over all tests together.
    pub sets: VerdictSets,
    /// What is expected over some of the tests, on top of that.
    pub scoped: Vec<ScopedSets>,
    /// The scores that it is to get, where there are scores.
    pub scores: Vec<WantedScore>,
    /// What its judges' messages are to say.
    pub messages: Vec<WantedMessage>,
    /// Globs over the tests on which it has to be in time when the limit is derived from runs; `None` where the format
    /// leaves that to the pool: then all tests of a solution labelled correct.
    pub in_time: Option<Vec<String>>,
    /// Whether the solution is to be run at all.
    pub run: bool,
    /// Where the label is written; `None` for a file or directory name.
    pub place: Option<Place>,
}

/// An expectation about the tests whose id or group matches a glob.
#[derive(Clone, Debug, PartialEq)]
pub struct ScopedSets {
    /// Glob over test ids, names and groups: `sample`, `secret/group1`, `secret/*-hard`.
    pub tests: String,
    /// The glob is about the names of groups alone.
    pub by_group: bool,
    /// What is expected there.
    pub sets: VerdictSets,
}

impl ScopedSets {
    /// What is expected of the tests that a glob matches by their ids, names or groups.
    pub fn of(tests: impl Into<String>, sets: VerdictSets) -> ScopedSets {
        ScopedSets { tests: tests.into(), by_group: false, sets }
    }
}

/// Words that the message of the checker is to hold on at least one test.
#[derive(Clone, Debug, PartialEq)]
pub struct WantedMessage {
    /// Glob over the tests of which one is to have it; `None` for all tests.
    pub tests: Option<String>,
    /// The words, as written.
    pub text: String,
    /// Where they are written.
    pub place: Place,
}

/// A score that a solution is to get, over all or in a group.
#[derive(Clone, Debug, PartialEq)]
pub struct WantedScore {
    /// Glob over the names of groups; `None` for the whole.
    pub groups: Option<String>,
    /// The least that is right.
    pub low: f64,
    /// The most that is right.
    pub high: f64,
    /// Where it is written.
    pub place: Place,
}

impl WantedScore {
    /// Whether a score is as it is wanted; what lies within a millionth is the same.
    pub fn is_met_by(&self, score: f64) -> bool {
        const NOISE: f64 = 1e-6;
        self.low - NOISE <= score && score <= self.high + NOISE
    }
}

impl Label {
    /// The label of a word of the table, kept as `written`.
    pub fn of(word: LabelWord, written: &str) -> Label {
        Label {
            words: vec![written.to_owned()],
            sets: word.sets(),
            scoped: Vec::new(),
            scores: Vec::new(),
            messages: Vec::new(),
            in_time: None,
            run: word != LabelWord::DoNotRun,
            place: None,
        }
    }

    /// The label of sets that a format states itself.
    pub fn of_sets(sets: VerdictSets, words: Vec<String>) -> Label {
        Label {
            words,
            sets,
            scoped: Vec::new(),
            scores: Vec::new(),
            messages: Vec::new(),
            in_time: None,
            run: true,
            place: None,
        }
    }

    /// The same label, with the place where it is written.
    #[must_use]
    pub fn at(mut self, place: Place) -> Label {
        self.place = Some(place);
        self
    }

    /// S+ or S-; `None` for solutions in neither pool and those that are not run.
    pub fn pool(&self) -> Option<Pool> {
        if self.run { self.sets.pool() } else { None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cco_1_pools_of_the_table() {
        let pools: Vec<_> = LabelWord::ALL.into_iter().map(|word| (word.name(), Label::of(word, "").pool())).collect();
        let (correct, wrong) = (Some(Pool::Correct), Some(Pool::Wrong));
        assert_eq!(
            pools,
            [
                ("accepted", correct),
                ("wrong_answer", wrong),
                ("time_limit_exceeded", wrong),
                ("run_time_error", wrong),
                ("memory_limit_exceeded", wrong),
                ("output_limit_exceeded", wrong),
                ("rejected", wrong),
                ("accepted_or_tle", None),
                ("do_not_run", None),
            ]
        );
    }

    #[test]
    fn words_for_what_was_seen() {
        use Verdict::{Ac, Mle, Pe, Rte, Tle, Wa};
        let of = |seen: &[Verdict]| LabelWord::of_seen(VerdictSet::of(seen)).map(LabelWord::name);
        assert_eq!(of(&[]), None);
        assert_eq!(of(&[Ac]), Some("accepted"));
        assert_eq!((of(&[Ac, Wa]), of(&[Pe])), (Some("wrong_answer"), Some("wrong_answer")));
        assert_eq!((of(&[Ac, Tle]), of(&[Rte])), (Some("time_limit_exceeded"), Some("run_time_error")));
        assert_eq!((of(&[Ac, Mle]), of(&[Ac, Wa, Tle])), (Some("memory_limit_exceeded"), Some("rejected")));
    }

    #[test]
    fn met_and_unmet() {
        let wa = LabelWord::WrongAnswer.sets();
        assert!(wa.met_by(VerdictSet::of(&[Verdict::Ac, Verdict::Wa])));
        assert!(!wa.met_by(VerdictSet::of(&[Verdict::Ac])), "nothing required was seen");
        assert!(!wa.met_by(VerdictSet::of(&[Verdict::Wa, Verdict::Tle])), "TLE is not permitted");
    }
}
