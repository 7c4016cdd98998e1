//! Outputs that look at nothing: none of them can be right on all tests.

use std::collections::BTreeSet;

use super::{
    outputs::{Knowledge, Known},
    spoil::shown,
    text::{Words, integer},
};

/// What is accepted on so many tests on which no right solution writes it is junk.
const LEAST: usize = 4;
/// What may be right for some test of some problem.
const CONSTANTS: [&str; 15] = [
    "0",
    "1",
    "-1",
    "NO",
    "YES",
    "No",
    "Yes",
    "no",
    "yes",
    "1 1",
    "0 0",
    "1\n1",
    "IMPOSSIBLE",
    "Impossible",
    "impossible",
];

/// What is written by rote.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Rote {
    /// In a few words.
    pub(super) words: String,
    /// By test; nothing where it is right, or has no such form.
    pub(super) outputs: Vec<Option<String>>,
}

impl Rote {
    /// On how many tests it is tried.
    pub(super) fn n_tests(&self) -> usize {
        self.outputs.iter().flatten().count()
    }
}

/// Constants, what is right for one test, and the first word as it is with something behind it that looks at nothing.
pub(super) fn by_rote(knowledge: &Knowledge) -> Vec<Rote> {
    let tests = &knowledge.tests;
    let mut all: Vec<Rote> = Vec::new();
    let constants = CONSTANTS.iter().map(|text| format!("{text}\n"));
    // A number that is right for one test may be right for others.
    let is_text = |known: &&Known| known.first().words().next().is_some_and(|word| integer(word).is_none());
    for text in constants.chain(tests.iter().filter(is_text).map(|known| known.first().text.clone())) {
        let is_short = text.len() < 40 && text.lines().count() == 1;
        let words = if is_short { shown(text.trim_end()) } else { "one and the same output".to_owned() };
        all.push(Rote { words, outputs: tests.iter().map(|_| Some(text.clone())).collect() });
    }
    let agreed = |known: &Known| known.is_agreed(0) && known.first().len() > 1;
    let firsts: BTreeSet<&str> =
        tests.iter().filter(|known| agreed(known)).map(|known| known.first().word(0)).collect();
    for first in firsts {
        for behind in ["\n0\n", "\n1\n1\n", "\n"] {
            let output =
                |known: &Known| (agreed(known) && known.first().word(0) == first).then(|| format!("{first}{behind}"));
            let words = format!("{} with nothing meaningful behind it", shown(first));
            all.push(Rote { words, outputs: tests.iter().map(output).collect() });
        }
    }
    let ones = |known: &Known| {
        let first = known.first();
        let is_list = agreed(known) && first.len() > 2 && first.words().all(|word| integer(word).is_some());
        let one = |words: Words, at: usize| Words::of(words.with(at, "1"));
        is_list.then(|| (1..first.len()).fold(first.clone(), one).text)
    };
    let words = "the first number with nothing but ones behind it".to_owned();
    all.push(Rote { words, outputs: tests.iter().map(ones).collect() });
    for rote in &mut all {
        for (output, known) in rote.outputs.iter_mut().zip(tests) {
            let is_right =
                |text: &String| known.outputs.iter().any(|right| right.words().eq(text.split_ascii_whitespace()));
            output.take_if(|text| is_right(text));
        }
    }
    all.retain(|rote| rote.n_tests() >= LEAST);
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_right_is_not_tried() {
        let known = |text: &str| Known { outputs: vec![Words::of(text.to_owned()), Words::of(text.to_owned())] };
        let tests =
            ["YES\n2\n1 2\n", "YES\n1\n3\n", "NO\n", "YES\n2\n4 5\n", "NO\n", "YES\n1\n9\n"].map(known).to_vec();
        let all = by_rote(&Knowledge { tests, tolerance: None, has_many_answers: false, counts_from_one: false });
        let of = |text: &str| all.iter().find(|rote| rote.outputs.contains(&Some(text.to_owned())));
        // On four tests it is wrong, on two it is right.
        assert_eq!(of("NO\n").map(Rote::n_tests), Some(4));
        assert_eq!(of("YES\n0\n").map(|rote| rote.outputs[2].clone()), Some(None));
        assert_eq!(of("0\n").map(Rote::n_tests), Some(6));
    }
}
