//! EvolveCoder: rounds of tests that break the strongest programs and of tests that split those that are alike.
//!
//! A round asks twice about the same matrix (EVC-11). What comes back is run; a test that is proved,
//! and splits programs where that was asked for, joins the suite that the next round begins with.

use std::collections::BTreeMap;

use problem::model::ProgramIdx;

use super::{
    ForgeError, HackLoop, Joined, Record, StageObserver, SuiteScore, TestKind, described, has_unbroken_target, words,
};
use crate::{
    answers::{AdversarialTest, AdversarialTests, DiscriminativeTest, DiscriminativeTests, WrittenEdit},
    ask::LanguageModel,
    bench::{TestSource, Trial},
    commands,
    evidence::prove_test,
    prompt::values::Values,
    suite::{
        PassMatrix,
        select::{adversarial_filter, adversarial_targets, alike_programs, discriminative_filter, splits},
    },
};

/// A test shown beside programs; more would say no more and cost much.
const MAX_SHOWN: usize = 40;

/// A test that came back.
struct WrittenTest {
    command: Option<String>,
    input: Option<String>,
    why: String,
}

impl From<AdversarialTest> for WrittenTest {
    fn from(AdversarialTest { command, input, why, aims_at: _ }: AdversarialTest) -> WrittenTest {
        WrittenTest { command, input, why }
    }
}

impl From<DiscriminativeTest> for WrittenTest {
    fn from(test: DiscriminativeTest) -> WrittenTest {
        let DiscriminativeTest { command, input, why, expect_pass: _, expect_fail: _ } = test;
        WrittenTest { command, input, why }
    }
}

/// What came back of either question.
struct WrittenTests {
    edits: Vec<WrittenEdit>,
    tests: Vec<WrittenTest>,
}

impl WrittenTests {
    fn new(edits: Option<Vec<WrittenEdit>>, tests: Vec<impl Into<WrittenTest>>) -> WrittenTests {
        WrittenTests { edits: edits.unwrap_or_default(), tests: tests.into_iter().map(Into::into).collect() }
    }
}

impl HackLoop<'_> {
    /// Runs the rounds; gives what was judged last.
    pub(super) fn evolve_coder(
        &mut self,
        baseline: Trial,
        language_model: &mut dyn LanguageModel,
        observer: &mut dyn StageObserver,
    ) -> Result<Trial, ForgeError> {
        let mut trial = baseline;
        for round in 1..=self.settings.n_rounds {
            let matrix = PassMatrix::of(&trial.problem, &trial.state);
            if self.outcome.ended_early_because.is_some() || !has_unbroken_target(&trial, &matrix) {
                break;
            }
            for kind in [TestKind::Adversarial, TestKind::Discriminative] {
                let answer = self.ask_and_try(round, kind, &matrix, &trial, language_model, observer);
                if self.reply_or_end_early(answer, !self.joined.is_empty())?.is_none() {
                    break;
                }
            }
            trial = self.judge_joined(observer)?;
            self.outcome.scores.push(SuiteScore::of(&PassMatrix::of(&trial.problem, &trial.state), Some(round)));
        }
        Ok(trial)
    }

    /// Asks one of the two questions, tries the tests that come back, and lets those join that are proved.
    fn ask_and_try(
        &mut self,
        round: u32,
        kind: TestKind,
        matrix: &PassMatrix,
        trial: &Trial,
        language_model: &mut dyn LanguageModel,
        observer: &mut dyn StageObserver,
    ) -> Result<(), ForgeError> {
        let seed = self.settings.selection_seed.wrapping_add(u64::from(round));
        let targets = match kind {
            TestKind::Adversarial => {
                adversarial_targets(matrix, |row| trial.is_target(matrix.solutions[row].program), seed)
            }
            _ => alike_programs(matrix, seed),
        };
        let names: Vec<String> = targets.iter().map(|&row| matrix.solutions[row].name.clone()).collect();
        observer.stage(&format!("round {round}: asking for tests against {}", names.join(", ")));
        let mut values = self.about(kind, matrix, trial, &targets);
        let answer = match kind {
            TestKind::Adversarial => {
                let AdversarialTests { edits, tests } = self.ask(round, &mut values, trial, language_model)?;
                WrittenTests::new(edits, tests)
            }
            _ => {
                let DiscriminativeTests { edits, tests } = self.ask(round, &mut values, trial, language_model)?;
                WrittenTests::new(edits, tests)
            }
        };
        let (is_edited, left_out) = self.change_unless_harmful(None, answer.edits, trial, observer)?;
        if is_edited {
            // What made no test before may make one now.
            self.tried_since_edit = self.sources();
        }
        let generators = trial.problem.generators_by_name();
        let given: Vec<(TestSource, String)> =
            answer.tests.into_iter().filter_map(|test| source_of(test, &generators)).collect();
        let n_given = given.len();
        let (given, mut refused) = self.without_known(given);
        observer.stage(&format!("round {round}: trying {} tests", given.len()));
        let candidates: Vec<TestSource> =
            self.sources().into_iter().chain(given.iter().map(|(source, _)| source.clone())).collect();
        let tried = self.bench.judge(&candidates, observer)?;
        let after = PassMatrix::of(&tried.problem, &tried.state);
        let rows = same_programs(matrix, &targets, &after);
        let mut n_kept = 0;
        for ((source, why), test) in given.into_iter().zip(&tried.candidate_tests[self.joined.len()..].to_vec()) {
            let admission = test.clone().and_then(|test| {
                prove_test(&tried, test, self.settings.agreement)?;
                let column = after.tests.iter().find(|column| column.test == test);
                let is_needed = kind == TestKind::Adversarial || column.is_some_and(|column| splits(column, &rows));
                if is_needed { Ok(()) } else { Err("it does not tell the programs apart".to_owned()) }
            });
            match admission {
                Ok(()) => {
                    n_kept += 1;
                    self.joined.push(Joined { source, why, kind, round });
                }
                Err(reason) => refused.push((words(&source), reason)),
            }
        }
        self.outcome.records.push(Record { round, kind, targets: names, n_given, n_kept, refused, left_out });
        Ok(())
    }

    /// The values of the question about these programs (EVC-6, EVC-9).
    fn about(&self, kind: TestKind, matrix: &PassMatrix, trial: &Trial, targets: &[usize]) -> Values {
        let contents = |test, is_answer| trial.text(self.bench.engine(), test, is_answer);
        let described = described(trial, &contents);
        let mut columns = match kind {
            TestKind::Adversarial => adversarial_filter(matrix, self.settings.rules.easy_pass_rate),
            _ => discriminative_filter(matrix, self.settings.rules.low_pass_rate),
        };
        columns.truncate(MAX_SHOWN);
        let mut values = self.values(trial);
        values.programs = targets.iter().map(|&row| described.solution(matrix.solutions[row].program)).collect();
        values.tests = columns.iter().map(|&column| described.test(matrix.tests[column].test)).collect();
        let cell = |row: usize, column: usize| u8::from(matrix.tests[column].passes(row) == Some(true));
        values.matrix = targets.iter().map(|&row| columns.iter().map(|&column| cell(row, column)).collect()).collect();
        values
    }
}

/// The rows of the same programs in another matrix. A program has the same index in both trials, since the edits of this
/// method add no file; its row may be another one, since a solution that was judged on no test has none.
fn same_programs(matrix: &PassMatrix, rows: &[usize], other: &PassMatrix) -> Vec<usize> {
    let is_same =
        |row: usize| other.solutions.iter().position(|solution| solution.program == matrix.solutions[row].program);
    rows.iter().filter_map(|&row| is_same(row)).collect()
}

/// What a test is made by: a command as a script has it, if it can be understood.
fn source_of(test: WrittenTest, generators: &BTreeMap<&str, ProgramIdx>) -> Option<(TestSource, String)> {
    let as_understood = |text: String| commands::parse(&text, generators).map_or(text, |command| command.text);
    let command = test.command.filter(|command| !command.trim().is_empty()).map(as_understood);
    let input = || test.input.filter(|input| !input.is_empty()).map(TestSource::Input);
    Some((command.map(TestSource::Command).or_else(input)?, test.why))
}
