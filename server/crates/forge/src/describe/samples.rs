//! Samples: those that a question shows, and what stands in place of them.

use std::borrow::Cow;

use problem::{formats::statement, model::TestIdx};

use super::{Described, MAX_FIELD, boundary, cut};
use crate::prompt::values::SampleText;

/// So many samples are shown.
const MAX_SAMPLES: usize = 5;

/// Whether two texts have the same words.
fn are_same(one: &str, other: &str) -> bool {
    one.split_ascii_whitespace().eq(other.split_ascii_whitespace())
}

/// Whether a statement shows these samples itself, in their order.
pub(super) fn are_stated(stated: &[SampleText], samples: &[SampleText]) -> bool {
    stated.len() >= samples.len()
        && samples
            .iter()
            .zip(stated)
            .all(|(sample, stated)| are_same(&sample.input, &stated.input) && are_same(&sample.output, &stated.output))
}

/// The samples that a statement shows itself.
pub(super) fn stated(statement: &str) -> Vec<SampleText> {
    let stated = statement::samples(statement).into_iter();
    stated.map(|sample| SampleText { input: sample.input.text, output: sample.output.text }).collect()
}

impl Described<'_> {
    pub(super) fn samples(&self) -> Vec<SampleText> {
        let text = |test, is_answer| cut(&(self.contents)(test, is_answer).unwrap_or_default(), MAX_FIELD);
        self.sample_tests().map(|test| SampleText { input: text(test, false), output: text(test, true) }).collect()
    }

    /// What inputs and outputs look like: the samples, or those of the statement, or the beginnings of the first tests.
    pub(super) fn examples<'b>(&self, stated: &'b [SampleText], samples: &'b [SampleText]) -> Cow<'b, [SampleText]> {
        if let Some(known) = [samples, stated].into_iter().find(|known| !known.is_empty()) {
            return Cow::Borrowed(known);
        }
        let text = |test, is_answer| Some(beginning(&(self.contents)(test, is_answer)?));
        let of_test = |test| Some(SampleText { input: text(test, false)?, output: text(test, true)? });
        self.problem.tests.indices().filter_map(of_test).take(MAX_SAMPLES).collect()
    }

    /// Whether the statement shows a sample that is no test.
    pub(super) fn has_samples_apart(&self, stated: &[SampleText]) -> bool {
        let Some(longest) = stated.iter().map(|sample| sample.input.len()).max() else { return false };
        let tests = self.problem.tests.indices();
        let may_be_one = |test: &TestIdx| {
            // What a person wrote as a sample and what is stated may have other blanks.
            self.state.tests[*test].input_blob().is_some_and(|blob| blob.size <= 2 * longest as u64 + 16)
        };
        let inputs: Vec<String> = tests.filter(may_be_one).filter_map(|test| (self.contents)(test, false)).collect();
        stated.iter().any(|sample| !inputs.iter().any(|input| are_same(input, &sample.input)))
    }

    /// The samples that a question shows.
    pub(super) fn sample_tests(&self) -> impl Iterator<Item = TestIdx> {
        let tests = self.problem.tests.indices();
        tests.filter(|&test| self.problem.tests[test].sample).take(MAX_SAMPLES)
    }
}

/// The beginning of a text, up to the end of a word.
fn beginning(text: &str) -> String {
    let end = boundary(text, MAX_FIELD);
    let end = if end == text.len() { end } else { text[..end].rfind(char::is_whitespace).unwrap_or_default() };
    text[..end].to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        describe::described,
        prompt::values::ProblemText,
        rig::{Rig, SUMS, Stages, with},
    };

    fn problem_of(files: &str) -> ProblemText {
        let rig = Rig::new(files);
        let bench = rig.bench();
        let trial = bench.judge(&[], &mut Stages::default()).unwrap();
        let contents = |test, is_answer| trial.text(&rig.engine, test, is_answer);
        described(&trial, &contents).values().problem
    }

    #[test]
    fn samples_or_the_statement_or_tests_show_what_inputs_are_made_of() {
        let seen = |files: &str| {
            let ProblemText { spoken, has_samples_apart, .. } = problem_of(files);
            (spoken.words || spoken.out_reals, has_samples_apart)
        };
        assert_eq!(seen(SUMS), (false, false));
        let without = with(SUMS, "-- samples/1.in --\n1 2\n-- samples/1.ans --\n3\n", "");
        assert_eq!(seen(&without), (false, false), "a test of the script has numbers");
        let nothing = with(&without, "-- script.txt --\ngen 7 > $\n", "");
        assert_eq!(seen(&nothing), (true, false), "nobody knows");
        let sample = "\n\n## Sample Input\n\n```\n1 2\n```\n\n## Sample Output\n\n```\n3\n```\n";
        let stated = |files: &str| with(files, "Each is from 0 to 50.", &format!("Each is from 0 to 50.{sample}"));
        assert_eq!(seen(&stated(&nothing)), (false, true), "the statement has a sample, which is no test");
        assert_eq!(seen(&stated(SUMS)), (false, false));
    }

    #[test]
    fn a_beginning_ends_with_a_word() {
        assert_eq!(beginning("1 2\n"), "1 2\n");
        let long = format!("{} -12345", "7".repeat(MAX_FIELD - 3));
        assert_eq!(beginning(&long), "7".repeat(MAX_FIELD - 3), "half a number may look like another one");
    }
}
