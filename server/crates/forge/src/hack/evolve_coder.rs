//! EvolveCoder: rounds of tests that break the strongest programs and of tests that split those that are alike.
//!
//! A round asks twice (EVC-11), the second time with the tests that the first answer brought. What comes back is run; a test
//! that is proved, and splits programs where that was asked for, joins the suite that the next question begins with.

use std::collections::BTreeMap;

use problem::{
    model::{ProgramIdx, TestIdx},
    verdict::Verdict,
};

use super::{
    ForgeError, HackLoop, Joined, KNOWN, Record, Refused, StageObserver, SuiteScore, TestKind, described,
    generator::Changes, has_unbroken_target, report::time_percent, words,
};
use crate::{
    answers::{AdversarialTest, AdversarialTests, DiscriminativeTest, DiscriminativeTests, WrittenEdit},
    ask::LanguageModel,
    bench::{TestSource, Trial},
    commands,
    describe::can_be_seen,
    evidence::prove_test,
    prompt::values::{AnswerLimits, PoolProgram, TestText, Values},
    suite::{
        PassMatrix,
        select::{N_TARGETS, adversarial_filter, adversarial_targets, alike_programs, discriminative_filter, splits},
    },
};

/// A test shown beside programs; more would say no more and cost much.
const MAX_SHOWN: usize = 40;
/// An input that is shown again whole, bytes.
const MAX_EARLIER: usize = 300;
/// The share of the time that is left to the search which it has with what an answer brought.
const SHARE_OF_SEARCH: f64 = 0.3;
/// So many tests are asked for where one would do.
const N_SPARE: usize = 4;

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
    source: Option<String>,
    edits: Vec<WrittenEdit>,
    tests: Vec<WrittenTest>,
    limits: Option<String>,
}

impl From<AdversarialTests> for WrittenTests {
    fn from(AdversarialTests { source, edits, tests, limits }: AdversarialTests) -> WrittenTests {
        let tests = tests.into_iter().map(Into::into).collect();
        WrittenTests { source, edits: edits.unwrap_or_default(), tests, limits }
    }
}

impl From<DiscriminativeTests> for WrittenTests {
    fn from(DiscriminativeTests { source, edits, tests, limits }: DiscriminativeTests) -> WrittenTests {
        let tests = tests.into_iter().map(Into::into).collect();
        WrittenTests { source, edits: edits.unwrap_or_default(), tests, limits }
    }
}

/// One question of a round.
#[derive(Clone, Copy)]
struct Asking {
    round: u32,
    kind: TestKind,
}

impl HackLoop<'_> {
    /// Runs the rounds; gives what was judged last.
    pub(super) fn evolve_coder(
        &mut self,
        baseline: Trial,
        language_model: &mut dyn LanguageModel,
        observer: &mut dyn StageObserver,
    ) -> Result<Trial, ForgeError> {
        let mut trial = self.ensure_tests(baseline, language_model, observer)?;
        for round in 1..=self.settings.n_rounds {
            let matrix = PassMatrix::of(&trial.problem, &trial.state);
            if self.outcome.ended_early_because.is_some() || !has_unbroken_target(&trial, &matrix) {
                break;
            }
            let n_before = self.outcome.records.len();
            for kind in [TestKind::Adversarial, TestKind::Discriminative] {
                let matrix = PassMatrix::of(&trial.problem, &trial.state);
                if !self.settings.wants_all && !has_unbroken_target(&trial, &matrix) {
                    break;
                }
                let answer = self.ask_and_try(round, kind, &matrix, &trial, language_model, observer);
                let has_answered = self.reply_or_end_early(answer, self.has_something())?.is_some();
                trial = self.judge_joined(observer)?;
                if !has_answered {
                    break;
                }
                trial = self.look_on(trial, SHARE_OF_SEARCH, round, observer)?;
            }
            self.outcome.scores.push(SuiteScore::of(&PassMatrix::of(&trial.problem, &trial.state), Some(round)));
            // Who knew of no test is not asked the same again.
            let mut of_model =
                self.outcome.records[n_before..].iter().filter(|record| record.kind != TestKind::Offline);
            if of_model.all(|record| record.n_given == 0) {
                break;
            }
        }
        // The model has said what it has to say.
        self.look_on(trial, 1.0, self.settings.n_rounds, observer)
    }

    /// Where nobody was judged on any test, small inputs that are written out are round 0 (EVC-2, HTG-3).
    fn ensure_tests(
        &mut self,
        baseline: Trial,
        language_model: &mut dyn LanguageModel,
        observer: &mut dyn StageObserver,
    ) -> Result<Trial, ForgeError> {
        if !PassMatrix::of(&baseline.problem, &baseline.state).tests.is_empty() {
            return Ok(baseline);
        }
        let mut values = self.values(&baseline);
        let asked = self.ask_for_direct_inputs(&mut values, &baseline, language_model, observer);
        self.reply_or_end_early(asked, self.has_something())?;
        Ok(self.judge_joined(observer)?)
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
        let targets = self.targets(round, kind, matrix, trial);
        let names: Vec<String> = targets.iter().map(|&row| matrix.solutions[row].name.clone()).collect();
        observer.stage(&format!("round {round}: asking for tests against {}", names.join(", ")));
        let mut values = self.about(kind, matrix, trial, &targets);
        values.limits = AnswerLimits::of_tokens(language_model.max_answer_tokens());
        let asking = Asking { round, kind };
        if kind == TestKind::Discriminative && values.n_splits == 0 {
            return Ok(());
        }
        let (tests, left_out) = self.written_tests(asking, &mut values, trial, language_model, observer)?;
        let problem = self.bench.open()?.problem;
        let generators = problem.generators_by_name();
        let given: Vec<(TestSource, String)> =
            tests.into_iter().filter_map(|test| source_of(test, &generators)).collect();
        let n_given = given.len();
        let (given, too_long) = within(values.limits, given);
        let (given, mut refused) = self.without_known(given);
        refused.extend(too_long);
        observer.stage(&format!("round {round}: trying {} tests", given.len()));
        let candidates: Vec<TestSource> =
            self.sources().into_iter().chain(given.iter().map(|(source, _)| source.clone())).collect();
        let tried = self.bench.judge(&candidates, observer)?;
        let after = PassMatrix::of(&tried.problem, &tried.state);
        let rows = same_programs(matrix, &targets, &after);
        self.exceeds_limits |= exceeds_limits(&tried);
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

    /// The programs that a question is about. Where the whole suite is wanted, they are those of the paper (EVC-5, EVC-8); else
    /// only who passes everything is worth a question, and who is right beside them.
    fn targets(&self, round: u32, kind: TestKind, matrix: &PassMatrix, trial: &Trial) -> Vec<usize> {
        let seed = self.settings.selection_seed.wrapping_add(u64::from(round));
        let is_target = |row: usize| trial.is_target(matrix.solutions[row].program);
        if self.settings.wants_all {
            return match kind {
                TestKind::Adversarial => adversarial_targets(matrix, is_target, seed),
                _ => alike_programs(matrix, seed),
            };
        }
        let unbroken = |row: usize| is_target(row) && matrix.passes_all(row);
        if kind == TestKind::Adversarial {
            return adversarial_targets(matrix, unbroken, seed);
        }
        let right = (0..matrix.solutions.len()).filter(|&row| !is_target(row) && matrix.passes_all(row));
        let right = right.min_by_key(|&row| Some(matrix.solutions[row].program) != trial.problem.main);
        let mut targets = adversarial_targets(matrix, unbroken, seed);
        targets.truncate(N_TARGETS - usize::from(right.is_some()));
        targets.extend(right);
        targets
    }

    /// Asks a question and carries out what the answer says of generators; once more, with testlib's reference, if one does not
    /// compile. Gives the tests, and what was left out.
    fn written_tests(
        &mut self,
        asking: Asking,
        values: &mut Values,
        trial: &Trial,
        language_model: &mut dyn LanguageModel,
        observer: &mut dyn StageObserver,
    ) -> Result<(Vec<WrittenTest>, Vec<String>), ForgeError> {
        let mut all_left_out = Vec::new();
        loop {
            let (WrittenTests { source, edits, tests, limits }, told) =
                self.answered(asking, values, trial, language_model)?;
            self.note_limits(limits.as_deref());
            let Changes { is_edited, left_out, compile_error } =
                self.change_unless_harmful(source, edits, trial, observer)?;
            if is_edited {
                // What made no test before may make one now.
                self.tried_since_edit = self.sources();
            }
            all_left_out.extend(left_out);
            match compile_error {
                Some(error) if values.complaints.is_empty() => {
                    observer
                        .stage(&format!("round {}: asking again, since the generator does not compile", asking.round));
                    (values.complaints, values.previous) = (vec![error], Some(told));
                }
                _ => return Ok((tests, all_left_out)),
            }
        }
    }

    fn answered(
        &mut self,
        asking: Asking,
        values: &mut Values,
        trial: &Trial,
        language_model: &mut dyn LanguageModel,
    ) -> Result<(WrittenTests, String), ForgeError> {
        if asking.kind == TestKind::Adversarial {
            let (tests, told) = self.asked::<AdversarialTests>(asking.round, values, trial, language_model)?;
            return Ok((tests.into(), told));
        }
        let (tests, told) = self.asked::<DiscriminativeTests>(asking.round, values, trial, language_model)?;
        Ok((tests.into(), told))
    }

    /// The tests of a model that nobody needed, the latest last (EVC-11): those that were refused, and those that joined, fail
    /// nobody who is left, and are not shown anyway, as tests or by their commands.
    fn earlier(&self, trial: &Trial, shown: &[TestIdx], commands: &[String]) -> Vec<String> {
        let is_of_model = |kind| matches!(kind, TestKind::Adversarial | TestKind::Discriminative | TestKind::Direct);
        let records = self.outcome.records.iter().filter(|record| is_of_model(record.kind));
        let refused = records.flat_map(|record| &record.refused);
        let refused = refused.filter(|(_, why)| why != KNOWN).map(|(test, why)| format!("{test}\nrefused: {why}"));
        let is_shown = |source: &TestSource, test: &Result<TestIdx, String>| {
            test.as_ref().is_ok_and(|test| shown.contains(test))
                || matches!(source, TestSource::Command(command) if commands.contains(command))
        };
        let joined = self.joined.iter().zip(&trial.candidate_tests);
        let joined = joined.filter(|(joined, test)| is_of_model(joined.kind) && !is_shown(&joined.source, test));
        let joined = joined.map(|(joined, _)| match &joined.source {
            TestSource::Input(input) if input.len() <= MAX_EARLIER => format!("{input:?}"),
            source => words(source),
        });
        let mut all: Vec<String> = joined.chain(refused).collect();
        all.drain(..all.len().saturating_sub(MAX_SHOWN));
        all
    }

    /// The values of the question about these programs (EVC-6, EVC-9).
    fn about(&self, kind: TestKind, matrix: &PassMatrix, trial: &Trial, targets: &[usize]) -> Values {
        let contents = |test, is_answer| trial.text(self.bench.engine(), test, is_answer);
        let described = described(trial, &contents);
        let columns = match kind {
            TestKind::Adversarial => adversarial_filter(matrix, self.settings.rules.easy_pass_rate),
            _ => discriminative_filter(matrix, self.settings.rules.low_pass_rate),
        };
        // One that all of them pass says nothing if it cannot be seen either, and is none that is wanted.
        let is_failed = |column: usize| targets.iter().any(|&row| matrix.tests[column].passes(row) != Some(true));
        let tells_nothing = !columns.iter().any(|&column| is_failed(column));
        let columns = if tells_nothing { Vec::new() } else { columns };
        let told = |column: usize| (column, described.test(matrix.tests[column].test));
        let told = columns.into_iter().map(told).filter(|(column, test)| is_failed(*column) || can_be_seen(test));
        let (columns, tests): (Vec<usize>, Vec<TestText>) = told.take(MAX_SHOWN).unzip();
        let mut values = self.values(trial);
        values.programs = described.solutions(targets.iter().map(|&row| matrix.solutions[row].program));
        for (program, &row) in values.programs.iter_mut().zip(targets) {
            program.time_percent = time_percent(trial, matrix.solutions[row].program);
        }
        values.n_splits = n_splits(&values.programs);
        values.searched = self.searched(trial);
        values.exceeds_limits = self.exceeds_limits;
        // More would be variants of one another; a few more than are needed, since not each does what it should.
        let n_useful = match kind {
            TestKind::Discriminative if values.n_splits > 1 => values.n_splits,
            TestKind::Discriminative => N_SPARE,
            _ => N_SPARE * targets.len(),
        };
        values.n_wanted = values.n_wanted.min(n_useful);
        let shown: Vec<TestIdx> = columns.iter().map(|&column| matrix.tests[column].test).collect();
        // A test's command stands beside the test.
        values.commands.retain(|command| !tests.iter().any(|test| test.command.as_ref() == Some(command)));
        values.commands.truncate(MAX_SHOWN);
        values.tests = tests;
        values.tells_nothing = tells_nothing;
        let cell = |row: usize, column: usize| u8::from(matrix.tests[column].passes(row) == Some(true));
        values.matrix = targets.iter().map(|&row| columns.iter().map(|&column| cell(row, column)).collect()).collect();
        values.earlier = self.earlier(trial, &shown, &values.commands);
        if !values.problem.spoken.lists {
            // A few numbers are written out.
            (values.generator, values.new_generator) = (None, None);
            values.files.clear();
            values.commands.clear();
        }
        values
    }
}

/// Whether the main solution exceeds a limit on one of the candidates, so that the test waits for other limits.
fn exceeds_limits(trial: &Trial) -> bool {
    let mut cells =
        trial.candidate_tests.iter().flatten().filter_map(|test| trial.state.cell(trial.problem.main?, *test));
    cells.any(|cell| matches!(cell.verdict, Verdict::Tle | Verdict::Mle))
}

/// How many ways there are to split programs by a valid test, which no trusted one fails: who fails is what differs.
fn n_splits(programs: &[PoolProgram]) -> usize {
    let n_trusted = programs.iter().filter(|program| program.is_trusted).count();
    let n_ways = 1_usize << (programs.len() - n_trusted).min(16);
    // None may be the ones that fail; all may be, where a trusted one passes.
    if n_trusted > 0 { n_ways - 1 } else { n_ways.saturating_sub(2) }
}

/// The tests that are not too long, each and all together, and the others as refused.
fn within(limits: AnswerLimits, given: Vec<(TestSource, String)>) -> (Vec<(TestSource, String)>, Vec<Refused>) {
    let (mut taken, mut refused, mut n_bytes) = (Vec::new(), Vec::new(), 0);
    for (source, why) in given {
        let length = match &source {
            TestSource::Input(input) => input.len(),
            TestSource::Command(_) => 0,
        };
        if length > limits.literal || n_bytes + length > limits.literals {
            let AnswerLimits { literal, literals, .. } = limits;
            refused.push((
                words(&source),
                format!("inputs that are written out have at most {literal} bytes, and {literals} together"),
            ));
        } else {
            n_bytes += length;
            taken.push((source, why));
        }
    }
    (taken, refused)
}

/// The rows of the same programs in another matrix, where they may be others: a new generator shifts the programs, and a
/// solution that was judged on no test has no row.
fn same_programs(matrix: &PassMatrix, rows: &[usize], other: &PassMatrix) -> Vec<usize> {
    let is_same = |row: usize| other.solutions.iter().position(|solution| solution.name == matrix.solutions[row].name);
    rows.iter().filter_map(|&row| is_same(row)).collect()
}

/// What a test is made by: a command as a script has it, if it can be understood.
fn source_of(test: WrittenTest, generators: &BTreeMap<&str, ProgramIdx>) -> Option<(TestSource, String)> {
    let as_understood = |text: String| commands::parse(&text, generators).map_or(text, |command| command.text);
    let command = test.command.filter(|command| !command.trim().is_empty()).map(as_understood);
    let input = || test.input.filter(|input| !input.is_empty()).map(TestSource::Input);
    Some((command.map(TestSource::Command).or_else(input)?, test.why))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn evc_9_a_trusted_program_fails_no_valid_test() {
        let program = |is_trusted| PoolProgram { is_trusted, ..PoolProgram::default() };
        let of = |n_trusted: usize, n_others: usize| {
            let trusted = std::iter::repeat_n(program(true), n_trusted);
            n_splits(&trusted.chain(std::iter::repeat_n(program(false), n_others)).collect::<Vec<_>>())
        };
        // Only who may fail counts: any but none of them, and not all where nobody else passes.
        assert_eq!((of(2, 0), of(1, 1), of(3, 2), of(0, 1), of(0, 2), of(0, 3)), (0, 1, 3, 0, 2, 6));
    }

    #[test]
    fn evc_6_inputs_that_are_written_out_are_bounded_each_and_together() {
        let limits = AnswerLimits { literal: 4, literals: 6, answer: 9 };
        let input = |text: &str| (TestSource::Input(text.to_owned()), String::new());
        let command = (TestSource::Command("gen -n 100000".to_owned()), String::new());
        let given = vec![input("12345"), input("1234"), input("123"), command.clone(), input("12")];
        let (taken, refused) = within(limits, given);
        assert_eq!(taken, [input("1234"), command, input("12")]);
        assert_eq!(refused.len(), 2);
    }
}
