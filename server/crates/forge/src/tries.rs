//! How often a model is asked for one thing: some candidates first, of which the best is repaired.

use schemars::JsonSchema;
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct Measure {
    /// What: `samples accepted`.
    pub what: &'static str,
    /// How often it was so.
    pub good: usize,
    /// How often it was tried.
    pub of: usize,
}

/// What came of one answer: a line of the table of trials.
#[derive(Clone, Debug, Default, PartialEq, Eq, JsonSchema, Serialize)]
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
        const WHOLE: usize = 1_000_000;
        let sum = |of: fn(&Measure) -> usize| self.measures.iter().map(of).sum::<usize>();
        let (good, of) = (sum(|measure| measure.good), sum(|measure| measure.of));
        let stands = self.n_complaints == 0;
        // Of what stands its trial, more that is good is better, however much was left out.
        let most = if stands { good } else { 0 };
        let share = (good * WHOLE).checked_div(of).unwrap_or_default();
        // Each step of a trial has a measure, and what fails early is not asked further.
        (stands, self.measures.len(), most, share, std::cmp::Reverse(self.n_complaints))
    }

    /// It in a line.
    fn words(&self) -> String {
        let counted = |measure: &Measure| format!("{} of {} {}", measure.good, measure.of, measure.what);
        let mut words: Vec<String> = self.measures.iter().map(counted).collect();
        words.push(match self.n_complaints {
            0 if self.is_taken => "taken".to_owned(),
            0 => "stood its trial; another one was taken".to_owned(),
            n => problem::words::quantity(n, "complaint"),
        });
        format!("attempt {}: {}", self.attempt, words.join("; "))
    }
}

/// The table of trials, a line for each answer, by whose number in it the answer is known.
pub fn table(trials: &[TrialLine]) -> impl Iterator<Item = String> {
    (1..).zip(trials).map(|(number, line): (usize, _)| format!("answer {number}, {}", line.words()))
}

/// The answers that did not stand their trials: the number of each in the [`table`], and what was wrong with it.
pub fn fallen<'a>(
    trials: &'a [TrialLine],
    attempts: &'a [Vec<String>],
) -> impl Iterator<Item = (usize, &'a Vec<String>)> {
    let numbers = (1..).zip(trials).filter(|(_, line)| line.n_complaints > 0).map(|(number, _)| number);
    numbers.zip(attempts)
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
    fn of_what_stands_its_trial_the_one_with_more_that_is_good_wins() {
        let line = |good, of, n_complaints| {
            let measures = vec![Measure { what: "commands that make a valid new test", good, of }];
            TrialLine { attempt: 1, measures, n_complaints, is_taken: false }
        };
        assert!(line(19, 20, 0).rank() > line(1, 1, 0).rank());
        assert!(line(5, 5, 0).rank() > line(5, 6, 0).rank());
        assert!(line(15, 20, 6).rank() > line(0, 1, 2).rank());
    }

    #[test]
    fn answers_have_the_numbers_of_their_trials() {
        let line = |attempt, n_complaints| TrialLine { attempt, n_complaints, ..TrialLine::default() };
        let trials = [line(1, 0), line(1, 1), line(2, 2)];
        let lines: Vec<String> = table(&trials).collect();
        assert_eq!(lines[1..], ["answer 2, attempt 1: 1 complaint", "answer 3, attempt 2: 2 complaints"]);
        let attempts = [vec!["a".to_owned()], vec!["b".to_owned(), "c".to_owned()]];
        let numbers: Vec<(usize, usize)> =
            fallen(&trials, &attempts).map(|(number, why)| (number, why.len())).collect();
        assert_eq!(numbers, [(2, 1), (3, 2)]);
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
