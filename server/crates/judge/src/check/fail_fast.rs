//! Rows that are cut short (HTG-19): the cells of each solution that are ready and wait for the one before them.

use std::collections::BTreeSet;

use problem::{
    model::{ByProgram, Problem, ProgramIdx, TestIdx},
    plan::decides_limit,
    state::State,
    verdict::Verdict,
};

use super::test_order::Rank;

/// The row of each program.
pub(super) struct FailFastRows(ByProgram<Row>);

#[derive(Clone, Default)]
struct Row {
    ready: BTreeSet<Rank>,
    is_under_way: bool,
    /// Where it failed, whether or not that test counts in the end.
    failed: Vec<TestIdx>,
}

impl FailFastRows {
    pub(super) fn new(problem: &Problem) -> FailFastRows {
        FailFastRows(vec![Row::default(); problem.programs.len()].into())
    }

    /// A cell is ready; the test is a part of its rank.
    pub(super) fn insert(&mut self, solution: ProgramIdx, rank: Rank) {
        self.0[solution].ready.insert(rank);
    }

    /// The cell that was under way is known.
    pub(super) fn judged(&mut self, solution: ProgramIdx, test: TestIdx, verdict: Verdict) {
        let row = &mut self.0[solution];
        row.is_under_way = false;
        if verdict.counts() && verdict.is_failure() {
            row.failed.push(test);
        }
    }

    /// The test that a solution is judged on next, if nothing of it is under way and none of its failures counts; it is
    /// under way from now on.
    pub(super) fn next(
        &mut self,
        problem: &Problem,
        solution: ProgramIdx,
        state: &State,
        may_run: impl Fn(TestIdx) -> bool,
    ) -> Option<TestIdx> {
        let row = &mut self.0[solution];
        let has_failed = row.failed.iter().any(|&test| state.tests[test].is_valid());
        if row.is_under_way || has_failed && !decides_limit(problem, state, solution) {
            return None;
        }
        let &(_, _, test) = row.ready.first().filter(|(_, _, test)| may_run(*test))?;
        row.ready.pop_first();
        row.is_under_way = true;
        Some(test)
    }
}
