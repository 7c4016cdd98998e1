//! The checker, asked about spoiled outputs.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
    time::Instant,
};

use checkers::OutcomeKind;
use problem::{
    finding::{Code, Finding},
    model::{CheckerKind, ProgramIdx, TestIdx},
    state::CheckerResult,
    verdict::Verdict,
};

use super::{
    GARBAGE, MAX_BYTES, Missed, Run, TOO_LONG, accepts, is_out_of_time,
    outputs::{Knowledge, Known, Variant, Way},
    rote::by_rote,
    stated::{counts_from_one, may_have_many_answers, tolerance},
    text::Words,
};
use crate::bench::{OutputProbe, Probes, StageObserver, WorkbenchError};

/// So many tests are looked at.
const N_TESTS: usize = 8;
/// So many outputs of one way are tried before the rest of them: they show whether the checker comes to an end.
const FIRST_PART: usize = 8;
const PART: usize = 24;
/// After so many of these nothing else is tried.
const MOST_TOO_LONG: usize = 2;

/// What a checker was asked about, and what it said.
struct Asked {
    variant: Variant,
    result: CheckerResult,
}

/// What a checker finds beside the output.
struct Files {
    input: Arc<[u8]>,
    answer: Arc<[u8]>,
}

/// The checker of a run, and what it is asked with.
struct Asking<'r, 'a> {
    run: &'r mut Run<'a>,
    checker: ProgramIdx,
    tests: Vec<TestIdx>,
    files: Vec<Files>,
    knowledge: Knowledge,
}

impl Run<'_> {
    pub(super) fn checker(&mut self, observer: &mut dyn StageObserver) -> Result<(), WorkbenchError> {
        let CheckerKind::Program { program: checker, .. } = self.base.problem.checker.kind else { return Ok(()) };
        let (tests, known) = self.known_outputs();
        if tests.is_empty() {
            self.note("no test has an output of a right solution, so the checker is not probed");
            return Ok(());
        }
        let of = |test: &TestIdx| {
            let answer = self.bytes(*test, true).unwrap_or_default();
            Some(Files { input: self.bytes(*test, false)?, answer })
        };
        let files = tests.iter().filter_map(of).collect();
        let statement = self.statement();
        let knowledge = Knowledge {
            tests: known,
            tolerance: tolerance(&statement),
            has_many_answers: may_have_many_answers(&statement),
            counts_from_one: counts_from_one(&statement),
        };
        Asking { run: self, checker, tests, files, knowledge }.all(observer)
    }

    /// Small tests whose answers differ, and what right solutions write on them.
    fn known_outputs(&self) -> (Vec<TestIdx>, Vec<Known>) {
        let mut seen = BTreeSet::new();
        let (mut tests, mut all) = (Vec::new(), Vec::new());
        for test in self.small_tests(MAX_BYTES) {
            let known = Known { outputs: self.right_outputs(test) };
            let Some(first) = known.outputs.first() else { continue };
            if self.bytes(test, false).is_some() && seen.insert(first.text.clone()) {
                tests.push(test);
                all.push(known);
            }
            if tests.len() == N_TESTS {
                break;
            }
        }
        (tests, all)
    }

    /// The main solution's comes first.
    fn right_outputs(&self, test: TestIdx) -> Vec<Words> {
        let base = self.base;
        let mut right: Vec<ProgramIdx> = base.right_solutions().collect();
        right.sort_by_key(|solution| Some(*solution) != base.problem.main);
        let output = |solution: &ProgramIdx| {
            let cell = base.state.cell(*solution, test).filter(|cell| cell.verdict == Verdict::Ac && !cell.flaky)?;
            let blob = cell.output.filter(|blob| blob.size <= MAX_BYTES)?;
            let bytes = self.bench.engine().store.get(blob.digest)?;
            Some(Words::of(std::str::from_utf8(&bytes).ok()?.to_owned()))
        };
        right.iter().filter_map(output).collect()
    }
}

impl Asking<'_, '_> {
    fn all(mut self, observer: &mut dyn StageObserver) -> Result<(), WorkbenchError> {
        let mut n_too_long = 0;
        // What fails at the same call fails for the same reason.
        let mut failed = BTreeSet::new();
        for way in Way::ALL {
            let mut rest = self.knowledge.variants(way);
            let (mut part, mut has_accepted) = (FIRST_PART, false);
            while !rest.is_empty() && n_too_long < MOST_TOO_LONG && !self.run.is_over() {
                let behind = rest.split_off(part.min(rest.len()));
                let began = Instant::now();
                let asked = self.ask(rest)?;
                observer.progress(&format!("{} outputs", self.run.probed.n_outputs));
                self.failures(&asked, &mut failed)?;
                if !has_accepted {
                    has_accepted = self.accepted(&asked)?;
                }
                let is_too_long = began.elapsed() > TOO_LONG;
                n_too_long += usize::from(is_too_long);
                rest = if is_too_long { Vec::new() } else { behind };
                part = PART;
            }
        }
        self.by_rote()
    }

    fn ask(&mut self, variants: Vec<Variant>) -> Result<Vec<Asked>, WorkbenchError> {
        self.ask_for(variants, true)
    }

    fn ask_for(&mut self, variants: Vec<Variant>, is_quick: bool) -> Result<Vec<Asked>, WorkbenchError> {
        let probe = |variant: &Variant| {
            let Files { input, answer } = &self.files[variant.test];
            OutputProbe {
                test: self.tests[variant.test],
                input: Arc::clone(input),
                output: variant.output.clone(),
                answer: Arc::clone(answer),
            }
        };
        let outputs: Vec<OutputProbe> = variants.iter().map(probe).collect();
        self.run.probed.n_outputs += outputs.len();
        let trial = self.run.ask_for(Probes { outputs, ..Probes::default() }, is_quick)?;
        let results = trial.state.checker_tests.into_iter().map(Option::flatten);
        let asked = variants.into_iter().zip(results);
        Ok(asked.filter_map(|(variant, result)| Some(Asked { variant, result: result? })).collect())
    }

    /// The checker broke, or blames the jury.
    fn failures(&mut self, asked: &[Asked], failed: &mut BTreeSet<String>) -> Result<(), WorkbenchError> {
        for Asked { variant, result } in asked.iter().filter(|asked| asked.result.kind == OutcomeKind::Fail) {
            let site = result.failure.as_ref().and_then(|failure| failure.site.as_ref());
            let reason = match site {
                Some(site) => format!("{}:{}", site.file, site.line),
                // Memory that is broken shows in many ways.
                None if result.crashed => result.message.split([':', '(']).next().unwrap_or_default().to_owned(),
                None => result.message.chars().filter(|c| c.is_alphabetic()).collect(),
            };
            if failed.contains(&reason) {
                continue;
            }
            // With all the time that it has it may come to an end.
            if is_out_of_time(&result.message) {
                let again = self.ask_for(vec![variant.clone()], false)?;
                if again.iter().all(|asked| asked.result.kind != OutcomeKind::Fail) {
                    continue;
                }
            }
            failed.insert(reason);
            let what = if result.crashed { "breaks on" } else { "says FAIL, which blames the jury, to" };
            let finding = self.run.with_context(|context| {
                let place = context.deciding_call(self.checker, result.failure.as_deref());
                let test = context.test_name(self.tests[variant.test]);
                let message = format!("the checker {what} {} on {test}: {}", variant.words, result.message);
                Finding::at(Code::CheckerCrashed, place, message)
            });
            self.miss(variant, finding);
        }
        Ok(())
    }

    /// The first output that is surely wrong and let through, if there is one.
    fn accepted(&mut self, asked: &[Asked]) -> Result<bool, WorkbenchError> {
        let first = asked
            .iter()
            .filter(|asked| accepts(&asked.result))
            .find_map(|asked| Some((asked, asked.variant.wrong.as_ref()?)));
        let Some((Asked { variant, .. }, why)) = first else { return Ok(false) };
        let failure = self.read_of(variant)?;
        let finding = self.run.with_context(|context| {
            let place =
                context.deciding_call(self.checker, failure.as_ref().and_then(|result| result.failure.as_deref()));
            let test = context.test_name(self.tests[variant.test]);
            Finding::at(
                Code::CheckerAcceptsJunk,
                place,
                format!("the checker accepts {} on {test}: {why}", variant.words),
            )
        });
        self.miss(variant, finding);
        Ok(true)
    }

    /// What the checker says where the changed word is none: it stands at the call that reads it.
    fn read_of(&mut self, variant: &Variant) -> Result<Option<CheckerResult>, WorkbenchError> {
        let first = &self.knowledge.tests[variant.test].outputs[0];
        let Some(at) = variant.place.filter(|at| *at < first.len()) else { return Ok(None) };
        let garbage = Variant { output: first.with(at, GARBAGE).into_bytes(), ..variant.clone() };
        Ok(self.ask(vec![garbage])?.pop().map(|asked| asked.result))
    }

    /// An output that looks at nothing and is let through all the same.
    fn by_rote(&mut self) -> Result<(), WorkbenchError> {
        let mut rest = by_rote(&self.knowledge);
        // Most are refused on the first test.
        for test in 0..self.knowledge.tests.len() {
            if rest.is_empty() || self.run.is_over() {
                return Ok(());
            }
            let variant = |text: &String| Variant {
                test,
                output: text.clone().into_bytes(),
                wrong: None,
                words: String::new(),
                place: None,
            };
            let texts: BTreeSet<String> = rest.iter().filter_map(|rote| rote.outputs[test].clone()).collect();
            let asked = self.ask(texts.iter().map(variant).collect())?;
            let passed: BTreeMap<&[u8], bool> =
                asked.iter().map(|asked| (&asked.variant.output[..], accepts(&asked.result))).collect();
            let is_passed = |text: &String| passed.get(text.as_bytes()) == Some(&true);
            rest.retain(|rote| rote.outputs[test].as_ref().is_none_or(is_passed));
        }
        let Some(rote) =
            rest.into_iter().min_by_key(|rote| rote.outputs.iter().flatten().map(String::len).sum::<usize>())
        else {
            return Ok(());
        };
        let Some((test, text)) = rote.outputs.iter().enumerate().find_map(|(test, text)| Some((test, text.clone()?)))
        else {
            return Ok(());
        };
        let finding = self.run.with_context(|context| {
            let message = format!(
                "the checker accepts {} on all of {} tests on which no right solution writes it",
                rote.words,
                rote.n_tests()
            );
            Finding::at(Code::CheckerAcceptsJunk, context.register_call(self.checker), message)
        });
        let variant = Variant { test, output: text.into_bytes(), wrong: None, words: String::new(), place: None };
        self.miss(&variant, finding);
        Ok(())
    }

    fn miss(&mut self, variant: &Variant, finding: Finding) {
        let Files { input, answer } = &self.files[variant.test];
        let (output, answer) = (Some(variant.output.clone()), Some(answer.to_vec()));
        self.run.miss(self.tests[variant.test], Missed { output, answer, ..Missed::of(finding, input.to_vec()) });
    }
}
