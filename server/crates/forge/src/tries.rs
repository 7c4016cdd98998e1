//! How often a model is asked for one thing: some candidates first, of which the best is repaired.

use serde::Serialize;

/// How often it is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tries {
    /// How many answers to the first question are tried.
    pub candidates: u32,
    /// How many questions there are in all; each but the first says what was wrong with the best answer so far.
    pub attempts: u32,
}

impl Tries {
    /// One answer to each question.
    pub fn of(attempts: u32) -> Tries {
        Tries { candidates: 1, attempts }
    }

    /// The questions in order: which attempt each belongs to, from 1 on.
    pub(crate) fn questions(self) -> impl Iterator<Item = u32> {
        let first = std::iter::repeat_n(1, self.candidates as usize);
        first.chain(2..=self.attempts)
    }
}

/// How often something in a trial came out as it should.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Measure {
    /// What: `samples accepted`.
    pub what: &'static str,
    /// How often it was so.
    pub good: usize,
    /// How often it was tried.
    pub of: usize,
}

/// What came of one answer: a line of the table of trials.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct TrialLine {
    /// Which attempt it was for, from 1 on; the first has several candidates.
    pub attempt: u32,
    /// What was counted; nothing where it came to no trial.
    pub measures: Vec<Measure>,
    /// How much was wrong with it.
    pub n_complaints: usize,
    /// It is what is proposed.
    pub is_taken: bool,
}

impl TrialLine {
    /// Of two answers the greater one is the better.
    pub(crate) fn rank(&self) -> impl Ord + use<> {
        let n_bad: usize = self.measures.iter().map(|measure| measure.of - measure.good).sum();
        let reverse = std::cmp::Reverse;
        // Each step of a trial has a measure, and what fails early is not asked further.
        (self.n_complaints == 0, self.measures.len(), reverse(n_bad), reverse(self.n_complaints))
    }

    /// It in a line.
    pub fn words(&self) -> String {
        let counted = |measure: &Measure| format!("{} of {} {}", measure.good, measure.of, measure.what);
        let mut words: Vec<String> = self.measures.iter().map(counted).collect();
        words.push(match self.n_complaints {
            0 if self.is_taken => "taken".to_owned(),
            0 => "stood its trial, and another one was better".to_owned(),
            n => problem::words::quantity(n, "complaint"),
        });
        format!("attempt {}: {}", self.attempt, words.join("; "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn candidates_answer_the_first_question() {
        let questions = |candidates, attempts| Tries { candidates, attempts }.questions().collect::<Vec<_>>();
        assert_eq!(questions(3, 3), [1, 1, 1, 2, 3]);
        assert_eq!(questions(1, 1), [1]);
    }

    #[test]
    fn what_stands_its_trial_wins_and_then_what_came_nearest() {
        let line = |good, n_complaints| {
            let measures = vec![Measure { what: "samples accepted", good, of: 5 }];
            TrialLine { attempt: 1, measures, n_complaints, is_taken: false }
        };
        let not_built = TrialLine { n_complaints: 1, ..TrialLine::default() };
        assert!(line(3, 0).rank() > line(5, 1).rank());
        assert!(line(3, 2).rank() > line(2, 1).rank() && line(3, 1).rank() > line(3, 2).rank());
        assert!(line(0, 9).rank() > not_built.rank());
        assert_eq!(line(3, 2).words(), "attempt 1: 3 of 5 samples accepted; 2 complaints");
    }
}
