//! The validators, asked about near misses.

use std::collections::{BTreeMap, BTreeSet};

use problem::{
    finding::{Code, Finding},
    model::{LineEnds, TestIdx},
    state::Validation,
};

use super::{
    Missed, Run,
    inputs::{NearMiss, near_misses},
    text::{Words, integer},
};
use crate::bench::{Probes, WorkbenchError};

/// So many tests are looked at.
const N_TESTS: usize = 4;
/// Inputs above that size are not looked at, bytes.
const MAX_BYTES: u64 = 4 << 10;
const GARBAGE: &str = "@";

impl Run<'_> {
    pub(super) fn validators(&mut self) -> Result<(), WorkbenchError> {
        if self.base.problem.validators.is_empty() {
            return Ok(());
        }
        let mut told = BTreeSet::new();
        for test in self.small_tests(MAX_BYTES).into_iter().take(N_TESTS) {
            let Some(text) = self.bytes(test, false).and_then(|bytes| String::from_utf8(bytes.to_vec()).ok()) else {
                continue;
            };
            if self.is_over() {
                break;
            }
            let reads = self.reads(&text)?;
            let mut misses = near_misses(&text, &|at| self.is_number(&text, at, reads.get(&at)));
            if self.base.problem.line_ends == LineEnds::ToLf {
                misses.retain(|miss| !miss.input.contains(&b'\r'));
            }
            let validations = self.validate(misses.iter().map(|miss| miss.input.clone()).collect())?;
            for (miss, validations) in misses.into_iter().zip(validations) {
                let is_accepted = !validations.is_empty() && validations.iter().all(|validation| validation.ok);
                if is_accepted && told.insert(miss.words) {
                    self.accepted(test, miss, &reads);
                }
            }
        }
        Ok(())
    }

    fn validate(&mut self, inputs: Vec<Vec<u8>>) -> Result<Vec<Vec<Validation>>, WorkbenchError> {
        self.probed.n_inputs += inputs.len();
        let trial = self.ask(Probes { inputs, ..Probes::default() })?;
        Ok(trial.state.validator_tests.into_iter().map(Option::unwrap_or_default).collect())
    }

    /// By word, what rejects it where it is no word of any input: the read that takes it.
    fn reads(&mut self, text: &str) -> Result<BTreeMap<usize, Validation>, WorkbenchError> {
        let words = Words::of(text.to_owned());
        let spoiled = |at: usize| words.with(at, GARBAGE).into_bytes();
        // Of large inputs the first words.
        let n = words.len().min(200);
        let validations = self.validate((0..n).map(spoiled).collect())?;
        let rejecting = |validations: Vec<Validation>| validations.into_iter().find(|validation| !validation.ok);
        Ok(validations.into_iter().map(rejecting).enumerate().filter_map(|(at, one)| Some((at, one?))).collect())
    }

    /// The validator reads a number there; where it does not tell, it looks like one that is no text of digits.
    fn is_number(&self, text: &str, at: usize, read: Option<&Validation>) -> bool {
        let wanted = read.and_then(|read| read.failure.as_ref()?.wanted.as_ref());
        if let Some(wanted) = wanted {
            return matches!(wanted.op.as_str(), "int" | "long" | "unsigned long");
        }
        let words = Words::of(text.to_owned());
        let word = words.word(at);
        let is_binary = word.len() > 1 && word.bytes().all(|byte| matches!(byte, b'0' | b'1'));
        read.is_some_and(|read| read.failure.is_none()) && word.len() < 10 && !is_binary && integer(word).is_some()
    }

    fn accepted(&mut self, test: TestIdx, miss: NearMiss, reads: &BTreeMap<usize, Validation>) {
        let Some(validator) = self.base.problem.validators.first().map(|validator| validator.program) else { return };
        let read = miss.place.and_then(|at| reads.get(&at));
        let finding = self.with_context(|context| {
            let place =
                read.map_or_else(|| context.register_call(validator), |read| context.rejecting_call(validator, read));
            let message = format!("the validator accepts {} with {}", context.test_name(test), miss.words);
            Finding::at(Code::ValidatorAcceptsInvalid, place, message)
        });
        let id = &self.base.problem.tests[test].id;
        self.probed.missed.push(Missed {
            finding: finding.about_test(id),
            input: miss.input,
            output: None,
            answer: None,
            side: None,
        });
    }
}
