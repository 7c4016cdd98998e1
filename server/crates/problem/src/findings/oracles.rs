//! Correct solutions that contradict each other, or a sample: then nobody knows yet who is wrong.
//!
//! The answers of most tests are the main solution's. Where those are in doubt, so is every accusation that rests on them.
//! They are not where more of the others agree with the main solution than contradict it: then who contradicts it fails.

use std::collections::BTreeSet;

use checkers::OutcomeKind;

use super::{FindingContext, judging};
use crate::{
    classify::{self, Class, Row},
    finding::{Code, Finding},
    label::{Label, Pool},
    model::{ProgramIdx, TestIdx},
    state::JuryAnswer,
    verdict::Verdict,
    words::enumerated,
};

/// Where the main solution's answers are contradicted.
pub(super) struct Disputes {
    /// A sample whose given answer the main solution contradicts.
    sample: Option<TestIdx>,
    /// Tests with an answer of the main solution that is in doubt, since other correct solutions contradict it.
    tests: BTreeSet<TestIdx>,
    /// Tests whose own answer the checker rejects: what it says of outputs there is worth nothing.
    rejected: BTreeSet<TestIdx>,
}

impl Disputes {
    pub(super) fn find(context: &FindingContext<'_>) -> Disputes {
        let is_rejected = |test: &TestIdx| {
            let check = context.state.tests[*test].answer_check.as_ref();
            check.is_some_and(|check| !matches!(check.kind, OutcomeKind::Ok | OutcomeKind::Points))
        };
        let rejected: BTreeSet<TestIdx> = context.problem.tests.indices().filter(is_rejected).collect();
        // An interactor judges without an answer of the main solution.
        let is_judged_alone = |test: TestIdx| context.state.tests[test].answer == Some(JuryAnswer::NotNeeded);
        let is_believed = |test: &TestIdx| !rejected.contains(test) && !is_judged_alone(*test);
        let Some(main) = context.problem.main.filter(|&main| is_oracle(context, main)) else {
            return Disputes { sample: None, tests: BTreeSet::new(), rejected };
        };
        let tests = &context.problem.tests;
        let mut contradicted = contradictions(context, main).filter(is_believed);
        let sample = contradicted.find(|&test| tests[test].sample && context.state.has_given_answer(&tests[test]));
        let others = oracles(context).filter(|&solution| solution != main && may_contradict(context, solution));
        let disputed = others.flat_map(|solution| contradictions(context, solution));
        let is_in_doubt = |&test: &TestIdx| {
            let (for_it, against) = sides(context, test);
            !context.state.has_given_answer(&tests[test]) && against.len() + 1 >= for_it.len()
        };
        let disputed = disputed.filter(is_believed).filter(is_in_doubt).collect();
        Disputes { sample, tests: disputed, rejected }
    }

    /// One finding for all of them, on the main solution: the first test, with who stands on which side.
    pub(super) fn finding(&self, context: &FindingContext<'_>) -> Option<Finding> {
        let main = context.problem.main?;
        let name = |solution: ProgramIdx| context.problem.programs[solution].path.to_string();
        let test = self.sample.or_else(|| self.tests.first().copied())?;
        let (for_it, against) = sides(context, test);
        let names =
            |side: &[ProgramIdx]| enumerated(&side.iter().map(|&solution| name(solution)).collect::<Vec<_>>(), 4);
        let test_name = context.test_name(test);
        let more = match self.tests.iter().filter(|&&other| other != test).count() {
            0 => String::new(),
            1 => " (and on 1 more test)".to_owned(),
            n => format!(" (and on {n} more tests)"),
        };
        let of_first = against.first().and_then(|&solution| context.state.cell(solution, test));
        let why = of_first.map(|cell| judging::details(context, test, cell)).unwrap_or_default();
        let message = if self.sample.is_some() {
            let agreeing =
                if for_it.is_empty() { String::new() } else { format!("; with it agrees {}", names(&for_it)) };
            format!(
                "the main solution contradicts the answer that is given for {test_name}{why}{agreeing}; correct one of \
                 the two first, since the other answers are the main solution's{more}"
            )
        } else {
            let is_correct = |&solution: &ProgramIdx| context.problem.programs[solution].pool() == Some(Pool::Correct);
            let who = match for_it.iter().chain(&against).all(is_correct) {
                true => "correct solutions",
                false => "solutions that are never to be wrong",
            };
            format!(
                "{who} disagree on {test_name}: {} against {}{why}; find out first which side is wrong{more}",
                names(&for_it),
                names(&against)
            )
        };
        let finding = Finding::at(Code::OraclesDisagree, context.head(main), message);
        let finding = judging::with_test(context, test, finding);
        let others = against.iter().filter(|&&solution| solution != main);
        Some(others.fold(finding, |finding, &solution| {
            finding.with_related(context.head(solution), "contradicts the main solution")
        }))
    }

    /// Whether what would be said against a solution rests on an answer that is in doubt.
    pub(super) fn puts_in_doubt(&self, context: &FindingContext<'_>, row: &Row) -> bool {
        let is_made = |test: TestIdx| !context.state.has_given_answer(&context.problem.tests[test]);
        let is_doubtful = |test: TestIdx| {
            self.tests.contains(&test) || self.rejected.contains(&test) || self.sample.is_some() && is_made(test)
        };
        if row.class == Some(Class::FalsePositive) {
            return classify::counted(context.state, row.solution).any(|(test, _)| is_doubtful(test));
        }
        let mut failures = classify::counted(context.state, row.solution)
            .filter(|(test, verdict)| {
                classify::broken_permission(context.problem, row.solution, *test, *verdict).is_some()
            })
            .peekable();
        failures.peek().is_some()
            && failures.all(|(test, verdict)| matches!(verdict, Verdict::Wa | Verdict::Pe) && is_doubtful(test))
    }
}

/// Solutions that are never to give a wrong answer, slow ones among them.
fn oracles<'a>(context: &'a FindingContext<'_>) -> impl Iterator<Item = ProgramIdx> + 'a {
    context.problem.solutions().map(|(idx, _)| idx).filter(|&idx| is_oracle(context, idx))
}

fn is_oracle(context: &FindingContext<'_>, solution: ProgramIdx) -> bool {
    let permits = |label: &Label, verdict| label.sets.permitted.contains(verdict);
    let label = context.problem.programs[solution].label.as_ref();
    label.is_some_and(|label| label.run && permits(label, Verdict::Ac) && !permits(label, Verdict::Wa))
}

/// Whether what an oracle says otherwise counts: what is labelled to crash has a mistake, and may have it where it does not
/// crash.
fn may_contradict(context: &FindingContext<'_>, solution: ProgramIdx) -> bool {
    let program = &context.problem.programs[solution];
    let may_crash = program.label.as_ref().is_some_and(|label| label.sets.permitted.contains(Verdict::Rte));
    !may_crash || program.pool() == Some(Pool::Correct)
}

/// Who agrees with the answer of a test, and who contradicts it.
fn sides(context: &FindingContext<'_>, test: TestIdx) -> (Vec<ProgramIdx>, Vec<ProgramIdx>) {
    let verdict = |solution: &ProgramIdx| context.state.cell(*solution, test).map(|cell| cell.verdict);
    let agrees = |solution: &ProgramIdx| verdict(solution) == Some(Verdict::Ac);
    let contradicts = |solution: &ProgramIdx| {
        matches!(verdict(solution), Some(Verdict::Wa | Verdict::Pe)) && may_contradict(context, *solution)
    };
    (oracles(context).filter(agrees).collect(), oracles(context).filter(contradicts).collect())
}

/// The tests on which a solution gives another answer.
fn contradictions<'a>(context: &'a FindingContext<'_>, solution: ProgramIdx) -> impl Iterator<Item = TestIdx> + 'a {
    let counted = classify::counted(context.state, solution);
    counted.filter(|(_, verdict)| matches!(verdict, Verdict::Wa | Verdict::Pe)).map(|(test, _)| test)
}
