//! What is asked of a problem's tools beside its tests: outputs and inputs that are to be refused, and solutions that are none of
//! the folder.

use std::{collections::BTreeSet, sync::Arc};

use problem::{
    language::Language,
    model::{CheckerTest, Problem, Program, Role, TestIdx, ValidatorTest},
    path::RelPath,
    verdict::{Verdict, VerdictSet},
};

use super::{KnownOutput, Workbench, WorkbenchError};

/// What the problem's tools are asked about.
#[derive(Clone, Debug, Default)]
pub(crate) struct Probes {
    /// For the checker.
    pub(crate) outputs: Vec<OutputProbe>,
    /// For the validators, which are to refuse them; each with the test whose arguments they get.
    pub(crate) inputs: Vec<(TestIdx, Vec<u8>)>,
}

/// A solution without a label that is judged with the folder's own: of one file, which may be that of others, too.
#[derive(Clone, Debug)]
pub(crate) struct Guest {
    /// The path that it is known by; no file need be there.
    pub(crate) path: RelPath,
    pub(crate) source: RelPath,
    pub(crate) text: Arc<str>,
    pub(crate) language: Language,
    pub(crate) args: Vec<String>,
}

/// An output, and what a checker finds beside it.
#[derive(Clone, Debug)]
pub(crate) struct OutputProbe {
    /// The test whose arguments the checker gets.
    pub(crate) test: TestIdx,
    pub(crate) input: Arc<[u8]>,
    pub(crate) output: Vec<u8>,
    pub(crate) answer: Arc<[u8]>,
}

impl Workbench<'_> {
    /// Does something while these are judged, too.
    pub(crate) fn with_guests<T>(&self, guests: Vec<Guest>, work: impl FnOnce() -> T) -> T {
        let before = self.guests.replace(guests);
        let done = work();
        self.guests.replace(before);
        done
    }

    pub(super) fn checker_test(&self, number: usize, known: &KnownOutput) -> Result<CheckerTest, WorkbenchError> {
        let wanted = [Verdict::Ac, Verdict::Wa, Verdict::Pe].into_iter();
        let wanted = wanted.filter(|verdict| (*verdict == Verdict::Ac) == known.is_right).collect();
        let files = [&known.input, &known.output, &known.answer].map(|text| text.as_bytes());
        self.output_test(number, files, wanted)
    }

    /// A test of the checker, whose files are laid.
    fn output_test(
        &self,
        number: usize,
        [input, output, answer]: [&[u8]; 3],
        wanted: VerdictSet,
    ) -> Result<CheckerTest, WorkbenchError> {
        Ok(CheckerTest {
            input: self.lay(&format!("checked-{number}.in"), input)?,
            output: self.lay(&format!("checked-{number}.out"), output)?,
            answer: self.lay(&format!("checked-{number}.ans"), answer)?,
            wanted,
            checker_args: Vec::new(),
            is_answer: false,
            made: None,
            place: None,
        })
    }

    pub(super) fn lay_probes(&self, problem: &mut Problem, probes: &Probes) -> Result<(), WorkbenchError> {
        problem.checker_tests.clear();
        for (number, OutputProbe { test, input, output, answer }) in probes.outputs.iter().enumerate() {
            let wanted = [Verdict::Wa, Verdict::Pe].into_iter().collect();
            let known = self.output_test(number, [input, output, answer], wanted)?;
            let checker_args = problem.tests[*test].checker_args.clone();
            problem.checker_tests.push(CheckerTest { checker_args, ..known });
        }
        problem.validator_tests.clear();
        for (number, (test, input)) in probes.inputs.iter().enumerate() {
            problem.validator_tests.push(ValidatorTest {
                input: self.lay(&format!("invalid-{number}.in"), input)?,
                made: None,
                valid: false,
                testset: problem.tests[*test].testset.clone(),
                group: problem.tests[*test].group.clone(),
                validator_args: problem.tests[*test].validator_args.clone(),
                place: None,
            });
        }
        Ok(())
    }

    /// Their files are there only while they are judged, and no reader of the folder sees them.
    pub(super) fn seat_guests(&self, problem: &mut Problem) -> Result<(), WorkbenchError> {
        let mut laid = BTreeSet::new();
        for Guest { path, source, text, language, args } in self.guests.borrow().iter() {
            if laid.insert(source.clone()) {
                self.copy.write(source, text.as_bytes())?;
            }
            let program = Program::of_file(path.clone(), Role::Solution, language.clone(), "tried out");
            let standard = problem.main.and_then(|main| problem.programs[main].standard);
            problem.programs.push(Program { sources: vec![source.clone()], args: args.clone(), standard, ..program });
        }
        Ok(())
    }

    /// Takes their files away.
    pub(super) fn dismiss_guests(&self) -> Result<(), WorkbenchError> {
        for path in self.guests.borrow().iter().map(|guest| &guest.source).collect::<BTreeSet<_>>() {
            self.copy.remove(path)?;
        }
        Ok(())
    }
}
