//! Correct solutions that contradict each other, or a sample: then nobody knows yet who is wrong.
//!
//! The answers of most tests are the main solution's. Where those are in doubt, so is every accusation that rests on them.
//! They are not where more of the others agree with the main solution than contradict it: then who contradicts it fails.

use std::collections::BTreeSet;

use checkers::OutcomeKind;

use super::{FindingContext, judging, listed};
use crate::{
    classify::{self, Class, Row},
    finding::{Code, Finding},
    label::Label,
    model::{ProgramIdx, TestIdx},
    verdict::Verdict,
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
    pub(super) fn find(evidence: &FindingContext<'_>) -> Disputes {
        let is_rejected = |test: &TestIdx| {
            let check = evidence.state.tests[*test].answer_check.as_ref();
            check.is_some_and(|check| !matches!(check.kind, OutcomeKind::Ok | OutcomeKind::Points))
        };
        let rejected: BTreeSet<TestIdx> = evidence.problem.tests.indices().filter(is_rejected).collect();
        let is_believed = |test: &TestIdx| !rejected.contains(test);
        let Some(main) = evidence.problem.main.filter(|&main| is_oracle(evidence, main)) else {
            return Disputes { sample: None, tests: BTreeSet::new(), rejected };
        };
        let tests = &evidence.problem.tests;
        let mut contradicted = contradictions(evidence, main).filter(is_believed);
        let sample = contradicted.find(|&test| tests[test].sample && tests[test].answer.is_some());
        let others = oracles(evidence).filter(|&solution| solution != main);
        let disputed = others.flat_map(|solution| contradictions(evidence, solution));
        let is_in_doubt = |&test: &TestIdx| {
            let (for_it, against) = sides(evidence, test);
            tests[test].answer.is_none() && against.len() + 1 >= for_it.len()
        };
        let disputed = disputed.filter(is_believed).filter(is_in_doubt).collect();
        Disputes { sample, tests: disputed, rejected }
    }

    /// One finding for all of them, on the main solution: the first test, with who stands on which side.
    pub(super) fn finding(&self, evidence: &FindingContext<'_>) -> Option<Finding> {
        let main = evidence.problem.main?;
        let name = |solution: ProgramIdx| evidence.problem.programs[solution].path.to_string();
        let test = self.sample.or_else(|| self.tests.first().copied())?;
        let (for_it, against) = sides(evidence, test);
        let names = |side: &[ProgramIdx]| listed(&side.iter().map(|&solution| name(solution)).collect::<Vec<_>>());
        let test_name = evidence.test_name(test);
        let more = match self.tests.iter().filter(|&&other| other != test).count() {
            0 => String::new(),
            1 => " (and on 1 more test)".to_owned(),
            n => format!(" (and on {n} more tests)"),
        };
        let of_first = against.first().and_then(|&solution| evidence.state.cell(solution, test));
        let why = of_first.map(|cell| judging::details(evidence, test, cell)).unwrap_or_default();
        let message = if self.sample.is_some() {
            let agreeing =
                if for_it.is_empty() { String::new() } else { format!("; with it agrees {}", names(&for_it)) };
            format!(
                "the main solution contradicts the answer that is given for {test_name}{why}{agreeing}; correct one of \
                 the two first, since the other answers are the main solution's{more}"
            )
        } else {
            format!(
                "correct solutions disagree on {test_name}: {} against {}{why}; find out first which side is wrong{more}",
                names(&for_it),
                names(&against)
            )
        };
        let finding = Finding::at(Code::OraclesDisagree, evidence.head(main), message);
        let finding = judging::with_test(evidence, test, finding);
        let others = against.iter().filter(|&&solution| solution != main);
        Some(others.fold(finding, |finding, &solution| {
            finding.with_related(evidence.head(solution), "contradicts the main solution")
        }))
    }

    /// Whether what would be said against a solution rests on an answer that is in doubt.
    pub(super) fn answer_for(&self, evidence: &FindingContext<'_>, row: &Row) -> bool {
        let is_made = |test: TestIdx| evidence.problem.tests[test].answer.is_none();
        let is_doubtful = |test: TestIdx| {
            self.tests.contains(&test) || self.rejected.contains(&test) || self.sample.is_some() && is_made(test)
        };
        if row.class == Some(Class::FalsePositive) {
            return classify::counted(evidence.state, row.solution).any(|(test, _)| is_doubtful(test));
        }
        let mut failures = classify::counted(evidence.state, row.solution)
            .filter(|(test, verdict)| {
                classify::broken_permission(evidence.problem, row.solution, *test, *verdict).is_some()
            })
            .peekable();
        failures.peek().is_some()
            && failures.all(|(test, verdict)| matches!(verdict, Verdict::Wa | Verdict::Pe) && is_doubtful(test))
    }
}

/// Solutions that are never to give a wrong answer, slow ones among them.
fn oracles<'a>(evidence: &'a FindingContext<'_>) -> impl Iterator<Item = ProgramIdx> + 'a {
    evidence.problem.solutions().map(|(idx, _)| idx).filter(|&idx| is_oracle(evidence, idx))
}

fn is_oracle(evidence: &FindingContext<'_>, solution: ProgramIdx) -> bool {
    let permits = |label: &Label, verdict| label.sets.permitted.contains(verdict);
    let label = evidence.problem.programs[solution].label.as_ref();
    label.is_some_and(|label| label.run && permits(label, Verdict::Ac) && !permits(label, Verdict::Wa))
}

/// Who agrees with the answer of a test, and who contradicts it.
fn sides(evidence: &FindingContext<'_>, test: TestIdx) -> (Vec<ProgramIdx>, Vec<ProgramIdx>) {
    let verdict = |solution: &ProgramIdx| evidence.state.cell(*solution, test).map(|cell| cell.verdict);
    let agrees = |solution: &ProgramIdx| verdict(solution) == Some(Verdict::Ac);
    let contradicts = |solution: &ProgramIdx| matches!(verdict(solution), Some(Verdict::Wa | Verdict::Pe));
    (oracles(evidence).filter(agrees).collect(), oracles(evidence).filter(contradicts).collect())
}

/// The tests on which a solution gives another answer.
fn contradictions<'a>(evidence: &'a FindingContext<'_>, solution: ProgramIdx) -> impl Iterator<Item = TestIdx> + 'a {
    let counted = classify::counted(evidence.state, solution);
    counted.filter(|(_, verdict)| matches!(verdict, Verdict::Wa | Verdict::Pe)).map(|(test, _)| test)
}
