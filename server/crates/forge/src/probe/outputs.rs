//! Outputs that a checker is to refuse: what right solutions write, with one thing wrong.
//!
//! Invariant: an output is said to be surely wrong only by what every right solution shows. Whatever it is, a checker has to
//! come to a verdict about it that is the contestant's.

use std::collections::BTreeSet;

use super::{
    spoil::{Make, shown},
    text::{Words, integer},
};

/// The least number of numbers that speak for numbers being different on purpose.
const N_DISTINCT: usize = 6;

/// What right solutions write on one test.
#[derive(Clone, Debug)]
pub(super) struct Known {
    /// The first is the one that is changed.
    pub(super) outputs: Vec<Words>,
}

impl Known {
    pub(super) fn first(&self) -> &Words {
        &self.outputs[0]
    }

    pub(super) fn all(&self, holds: impl Fn(&Words) -> bool) -> bool {
        self.outputs.iter().all(holds)
    }

    pub(super) fn same_length(&self) -> bool {
        self.all(|output| output.len() == self.first().len())
    }

    /// Several solutions write the same word there.
    pub(super) fn is_agreed(&self, at: usize) -> bool {
        let word = self.first().words().nth(at);
        self.outputs.len() > 1 && word.is_some() && self.all(|output| output.words().nth(at) == word)
    }
}

/// What right solutions write on all of the tests that are looked at.
#[derive(Clone, Debug)]
pub(super) struct Knowledge {
    pub(super) tests: Vec<Known>,
    /// How far an answer may be off, as the statement says it.
    pub(super) tolerance: Option<f64>,
    /// The statement says that several answers may be right, or there is none.
    pub(super) has_many_answers: bool,
    /// The statement numbers things from one.
    pub(super) counts_from_one: bool,
}

/// An output to be judged.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Variant {
    /// The test, by its place in the knowledge.
    pub(super) test: usize,
    pub(super) output: Vec<u8>,
    /// Why no checker may accept it.
    pub(super) wrong: Option<String>,
    /// What is said of it in a finding: "nothing at all", "`nan` instead of `5.0`".
    pub(super) words: String,
    /// The word of the output that was changed.
    pub(super) place: Option<usize>,
}

/// A way to spoil an output. Of one way one finding is enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Way {
    Empty,
    Cut,
    Longer,
    NoNumber,
    OtherNumber,
    Overflow,
    Inexact,
    Twice,
    Before,
    Beyond,
    Above,
    OtherTest,
    Order,
    Case,
    Huge,
    Binary,
}

impl Way {
    pub(super) const ALL: [Way; 16] = [
        Way::Empty,
        Way::Cut,
        Way::NoNumber,
        Way::Longer,
        Way::OtherNumber,
        Way::Overflow,
        Way::Inexact,
        Way::Twice,
        Way::Before,
        Way::Beyond,
        Way::Above,
        Way::OtherTest,
        Way::Order,
        Way::Case,
        Way::Binary,
        Way::Huge,
    ];
}

impl Knowledge {
    /// The outputs of one way for every test.
    pub(super) fn variants(&self, way: Way) -> Vec<Variant> {
        let mut variants = Vec::new();
        for (test, known) in self.tests.iter().enumerate() {
            let mut more = self.of_test(way, test, known);
            more.retain(|variant| known.all(|output| output.text.as_bytes() != variant.output));
            for variant in more {
                if variants.iter().all(|one: &Variant| (one.test, &one.output) != (test, &variant.output)) {
                    variants.push(variant);
                }
            }
        }
        variants
    }

    fn of_test(&self, way: Way, test: usize, known: &Known) -> Vec<Variant> {
        let make = Make { test, known };
        match way {
            Way::Empty => make.empty(),
            Way::Cut => make.cut(),
            Way::Longer => make.longer(),
            Way::NoNumber => make.no_number(),
            Way::OtherNumber => make.other_numbers(|at| self.is_determined(known, at)),
            Way::Overflow => make.overflown(|at| self.is_determined(known, at), |line| self.are_indices(line)),
            Way::Inexact => make.inexact(self.tolerance, |at| at == 0 || !self.has_many_answers),
            Way::Twice => make.twice(|line| self.are_distinct(line)),
            Way::Before => make.before(|line| self.are_indices(line) && self.least(line) >= Some(1)),
            Way::Beyond => make.beyond(|at| self.is_determined(known, at) || self.are_indices(known.first().lines[at])),
            Way::OtherTest => self.of_other_tests(&make),
            Way::Order => make.order(self.has_an_order()),
            Way::Above => make.above(self.stay_below_first()),
            Way::Case => make.case(),
            Way::Huge => make.huge(),
            Way::Binary => make.binary(),
        }
    }

    /// Every right solution writes that word, and it is no accident: the answer is unique, or it is the first word of several.
    /// Where one word is all there is, a checker may be there since many answers are right.
    fn is_determined(&self, known: &Known, at: usize) -> bool {
        known.first().len() > 1 && known.same_length() && known.is_agreed(at) && (at == 0 || self.is_unique())
    }

    /// Right solutions write the same on all tests.
    fn is_unique(&self) -> bool {
        let same = |known: &Known| known.all(|output| output.words().eq(known.first().words()));
        !self.has_many_answers && self.tests.iter().all(|known| known.outputs.len() > 1 && same(known))
    }

    /// The numbers of that line are different in every output that has such a line.
    fn are_distinct(&self, line: usize) -> bool {
        let (mut n_seen, mut n_tests) = (0, 0);
        for known in &self.tests {
            let mut has_some = false;
            for output in &known.outputs {
                let words: Vec<Option<i128>> =
                    output.on_line(line).map(|at| integer(output.word(at)).filter(|number| *number >= 0)).collect();
                if words.len() < 2 {
                    continue;
                }
                let different: BTreeSet<i128> = words.iter().flatten().copied().collect();
                if different.len() < words.len() {
                    return false;
                }
                has_some = true;
                n_seen += words.len();
            }
            n_tests += usize::from(has_some);
        }
        n_tests > 1 && n_seen >= N_DISTINCT
    }

    /// Right solutions write the same on all tests, in an order that is no sorted one.
    fn has_an_order(&self) -> bool {
        let is_sorted = |known: &Known| {
            let mut numbers: Vec<Option<i128>> = known.first().words().map(integer).collect();
            let is_rising = numbers.is_sorted();
            numbers.reverse();
            is_rising || numbers.is_sorted()
        };
        self.is_unique() && self.tests.iter().filter(|known| !is_sorted(known)).count() > 1
    }

    /// No number behind the first word is larger than that, and some are as large.
    fn stay_below_first(&self) -> bool {
        let (mut n_numbers, mut n_reached) = (0, 0);
        for output in self.tests.iter().flat_map(|known| &known.outputs).filter(|output| output.len() > 1) {
            let mut numbers = output.words().map(integer);
            let Some(first) = numbers.next().flatten() else { return false };
            let Some(most) = numbers.flatten().max() else { continue };
            if most > first {
                return false;
            }
            n_numbers += output.len() - 1;
            n_reached += usize::from(most == first);
        }
        n_numbers >= N_DISTINCT && n_reached > 2
    }

    /// The numbers of that line stand for different things, which are numbered from one.
    fn are_indices(&self, line: usize) -> bool {
        self.counts_from_one && self.are_distinct(line)
    }

    /// The least number on that line in all outputs.
    fn least(&self, line: usize) -> Option<i128> {
        let outputs = self.tests.iter().flat_map(|known| &known.outputs);
        outputs.flat_map(|output| output.on_line(line).filter_map(|at| integer(output.word(at)))).min()
    }

    /// What is right for another test, where the first words show that it is wrong here.
    fn of_other_tests(&self, make: &Make<'_>) -> Vec<Variant> {
        let Make { test, known } = *make;
        let is_number = |known: &Known| known.first().len() == 1 && integer(known.first().word(0)).is_some();
        let is_other = |other: &Known| {
            let are_agreed = known.is_agreed(0) && other.is_agreed(0);
            are_agreed && known.first().word(0) != other.first().word(0) && !is_number(known)
        };
        let others = self.tests.iter().enumerate().filter(|(at, other)| *at != test && other.first().len() > 0);
        let variants = others.map(|(_, other)| {
            let first = shown(known.first().words().next().unwrap_or_default());
            let wrong = is_other(other).then(|| format!("every right solution begins with {first}"));
            make.variant(other.first().text.clone().into_bytes(), wrong, "what is right for another test", Some(0))
        });
        variants.collect()
    }
}
