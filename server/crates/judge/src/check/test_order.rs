//! What earlier checks of a problem found, to put first what tells most: for each solution the tests that it failed
//! last, then the tests that many solutions failed.
//!
//! Invariant: history changes the order of runs and nothing else; without `--fail-fast` the report is the same.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, HashMap, HashSet},
};

use problem::{
    digest::{Digest, KeyBuilder},
    model::{ByTest, Problem, ProgramIdx, TestIdx},
    plan::Job,
    state::State,
};

use super::runner::CachingRunner;
use crate::store::Store;

/// More failed tests of one solution are not needed to find one again.
const MAX_FAILED: usize = 8;

/// What a check leaves for the next one: inputs that each solution failed, by its path, and how many solutions failed
/// on each input.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
struct Record {
    failed: BTreeMap<String, Vec<Digest>>,
    kills: BTreeMap<Digest, u32>,
}

/// The order of the tests of one problem, by what earlier checks found.
pub(super) struct TestOrder {
    /// Where it is kept.
    pub(super) key: Digest,
    record: Record,
    /// How many solutions failed on each test, as far as its input is known.
    n_kills: ByTest<u32>,
    failed_last: HashSet<(ProgramIdx, TestIdx)>,
}

/// Lower is judged earlier.
pub(super) type Rank = (bool, Reverse<u32>, TestIdx);

impl TestOrder {
    /// What is known of a problem.
    pub(super) fn load(runner: &CachingRunner<'_>, problem: &Problem) -> TestOrder {
        let main = problem.main.map_or("", |main| problem.programs[main].path.as_str());
        let key = KeyBuilder::new("history 1").text(&problem.name).text(main).finish();
        let key = runner.key(key);
        TestOrder {
            key,
            record: runner.store.result(key).unwrap_or_default(),
            n_kills: vec![0; problem.tests.len()].into(),
            failed_last: HashSet::new(),
        }
    }

    /// Takes note of what a test's input is.
    pub(super) fn recognise(&mut self, problem: &Problem, test: TestIdx, input: Digest) {
        self.n_kills[test] = self.record.kills.get(&input).copied().unwrap_or(0);
        for (solution, program) in problem.solutions() {
            let failed = self.record.failed.get(program.path.as_str());
            if failed.is_some_and(|failed| failed.contains(&input)) {
                self.failed_last.insert((solution, test));
            }
        }
    }

    /// Whether a solution failed tests the last time, and this is not known to be one of them.
    pub(super) fn failed_only_others(&self, problem: &Problem, solution: ProgramIdx, test: TestIdx) -> bool {
        let failed = self.record.failed.get(problem.programs[solution].path.as_str());
        failed.is_some_and(|failed| !failed.is_empty()) && !self.failed_last.contains(&(solution, test))
    }

    /// When a test is judged, among those of one solution.
    pub(super) fn rank(&self, solution: ProgramIdx, test: TestIdx) -> Rank {
        (!self.failed_last.contains(&(solution, test)), Reverse(self.n_kills[test]), test)
    }

    /// Puts the cells among some jobs into the order in which they tell most; the other jobs stay before them.
    pub(super) fn order(&self, jobs: &mut [Job]) {
        jobs.sort_by_cached_key(|job| match job {
            Job::Cell { solution, test } => Some(self.rank(*solution, *test)),
            _ => None,
        });
    }

    /// Keeps what this check found, if it is news.
    pub(super) fn save(self, store: &Store, problem: &Problem, state: &State, is_whole: bool) {
        let mut record = self.record.clone();
        let mut kills: HashMap<Digest, u32> = HashMap::new();
        for (solution, program) in problem.solutions() {
            let cells = state.cells[solution].iter_enumerated();
            let judged =
                cells.filter_map(|(test, cell)| Some((state.tests[test].input_blob()?.digest, cell.as_ref()?)));
            let mut failed = Vec::new();
            let mut any = false;
            for (input, cell) in judged {
                any = true;
                if cell.verdict.is_failure() {
                    *kills.entry(input).or_default() += 1;
                    failed.push(input);
                }
            }
            failed.truncate(MAX_FAILED);
            if any && failed.is_empty() {
                record.failed.remove(program.path.as_str());
            } else if any {
                record.failed.insert(program.path.to_string(), failed);
            }
        }
        record.failed.retain(|path, _| problem.solutions().any(|(_, program)| program.path.as_str() == path));
        if is_whole {
            record.kills.clear();
        } else {
            // A check of a part knows less than the one before.
            let inputs: HashSet<Digest> =
                state.tests.iter().filter_map(|test| Some(test.input_blob()?.digest)).collect();
            record.kills.retain(|input, _| inputs.contains(input));
        }
        for (input, n_kills) in kills {
            let known = record.kills.entry(input).or_default();
            *known = n_kills.max(*known);
        }
        if record != self.record {
            store.put_result(self.key, &record);
        }
    }
}
