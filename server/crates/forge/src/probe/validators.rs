//! The validators, asked about near misses.

use std::collections::{BTreeMap, BTreeSet};

use problem::{
    finding::{Code, Finding},
    model::{LineEnds, TestIdx},
    state::Validation,
};

use super::{
    GARBAGE, Missed, Run,
    inputs::{NearMiss, Read, near_misses, without_open_ends},
    text::{Words, integer},
};
use crate::bench::{Probes, WorkbenchError};

/// So many tests are looked at.
const N_TESTS: usize = 4;
/// Inputs above that size are not looked at, bytes.
const MAX_BYTES: u64 = 4 << 10;
/// So many inputs are asked about at once.
const PART: usize = 40;

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
            let reads = self.reads(test, &text)?;
            let mut misses = near_misses(&text, &|word, at| read_as(word, reads.get(&at)));
            if self.base.problem.line_ends == LineEnds::ToLf {
                misses.retain(|miss| !miss.input.contains(&b'\r'));
            }
            let validations = self.validate(test, misses.iter().map(|miss| miss.input.clone()).collect())?;
            let is_accepted = |validations: &Vec<Validation>| {
                !validations.is_empty() && validations.iter().all(|validation| validation.ok)
            };
            let tried = misses.into_iter().zip(validations);
            let accepted = tried.filter(|(_, validations)| is_accepted(validations)).map(|(miss, _)| miss);
            for miss in without_open_ends(accepted.collect()) {
                if told.insert(miss.words) {
                    self.accepted(test, miss, &reads);
                }
            }
        }
        Ok(())
    }

    fn validate(&mut self, test: TestIdx, inputs: Vec<Vec<u8>>) -> Result<Vec<Vec<Validation>>, WorkbenchError> {
        let mut validations = Vec::new();
        // What was not asked when the time was over is taken for refused.
        for part in inputs.chunks(PART) {
            if self.is_over() {
                break;
            }
            let inputs = part.iter().map(|input| (test, input.clone())).collect();
            self.probed.n_inputs += part.len();
            let trial = self.ask(Probes { inputs, ..Probes::default() })?;
            validations.extend(trial.state.validator_tests.into_iter().map(Option::unwrap_or_default));
        }
        Ok(validations)
    }

    /// By word, what rejects it where it is no word of any input: the read that takes it.
    fn reads(&mut self, test: TestIdx, text: &str) -> Result<BTreeMap<usize, Validation>, WorkbenchError> {
        let words = Words::of(text.to_owned());
        let spoiled = |at: usize| words.with(at, GARBAGE).into_bytes();
        // Of large inputs the first words.
        let n = words.len().min(200);
        let validations = self.validate(test, (0..n).map(spoiled).collect())?;
        let rejecting = |validations: Vec<Validation>| validations.into_iter().find(|validation| !validation.ok);
        Ok(validations.into_iter().map(rejecting).enumerate().filter_map(|(at, one)| Some((at, one?))).collect())
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
        self.miss(test, Missed::of(finding, miss.input));
    }
}

/// What a word is to the validator that rejects another one in its place; where it does not tell, what it looks like.
fn read_as(word: &str, rejected: Option<&Validation>) -> Read {
    let failure = rejected.and_then(|validation| validation.failure.as_ref());
    match failure.map(|failure| failure.wanted.as_ref().map(|wanted| wanted.op.as_str())) {
        Some(Some("int" | "long" | "unsigned long")) => Read::Number,
        Some(Some("line" | "char")) => Read::Text,
        Some(_) => Read::Word,
        None => {
            let is_binary = word.len() > 1 && word.bytes().all(|byte| matches!(byte, b'0' | b'1'));
            let is_number = word.len() < 10 && !is_binary && integer(word).is_some();
            // What takes garbage for a word may take blanks, too.
            if rejected.is_some() && is_number { Read::PerhapsNumber } else { Read::Text }
        }
    }
}
