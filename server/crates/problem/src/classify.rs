//! What a solution's row of the matrix says: its verdict, its class, and the metrics over both pools.
//!
//! Invariant: cells that are FAIL or were not run, and cells of tests that no validator stands behind, never count; nor
//! does a row that was cut short on request.

use globset::GlobMatcher;

use crate::{
    label::{Pool, VerdictSets},
    model::{Problem, ProgramIdx, TestIdx},
    plan::{Request, glob},
    state::{Build, State},
    verdict::{Verdict, VerdictSet},
};

/// How a labelled solution fared against the suite (CodeContests-O: TPR and TNR).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Class {
    /// S+ that passes every test.
    TruePositive,
    /// S- that fails at least one test.
    TrueNegative,
    /// S- that passes every test.
    FalsePositive,
    /// S+ that fails at least one test.
    FalseNegative,
}

impl Class {
    /// The report's word.
    pub fn name(self) -> &'static str {
        match self {
            Class::TruePositive => "true_positive",
            Class::TrueNegative => "true_negative",
            Class::FalsePositive => "false_positive",
            Class::FalseNegative => "false_negative",
        }
    }
}

/// A solution's row, summed up.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// Which solution.
    pub solution: ProgramIdx,
    /// The worst seen; `CE` when it does not build, `SK` when nothing was run.
    pub verdict: Verdict,
    /// What was seen on tests that count.
    pub seen: VerdictSet,
    /// The first test that counts and was not passed.
    pub first_failed: Option<TestIdx>,
    /// Whether some test that counts was run.
    pub judged: bool,
    /// True or false, positive or negative.
    pub class: Option<Class>,
    /// Whether the label's sets are met, the scoped ones too; `None` without a label or a judged test.
    pub expectation_met: Option<bool>,
}

/// Sums up one solution.
pub fn row(problem: &Problem, state: &State, request: &Request, solution: ProgramIdx) -> Row {
    let program = &problem.programs[solution];
    let cells = &state.cells[solution];
    let worst = cells.iter().flatten().map(|cell| cell.verdict).max().unwrap_or(Verdict::Sk);
    let does_not_build = matches!(state.builds[solution], Some(Build::Failed { .. }));
    let counted: Vec<(TestIdx, Verdict)> = counted(state, solution).collect();
    let judged = !counted.is_empty();
    let first_failed = counted.iter().find(|(_, verdict)| verdict.is_failure()).map(|&(test, _)| test);
    let is_cut = !request.tests.is_empty() || request.fail_fast && cells.iter().any(Option::is_none);
    let class = program.pool().filter(|_| judged && !is_cut).map(|pool| match (pool, first_failed) {
        (Pool::Correct, None) => Class::TruePositive,
        (Pool::Correct, Some(_)) => Class::FalseNegative,
        (Pool::Wrong, None) => Class::FalsePositive,
        (Pool::Wrong, Some(_)) => Class::TrueNegative,
    });
    Row {
        solution,
        verdict: if does_not_build { Verdict::Ce } else { worst },
        seen: counted.iter().map(|&(_, verdict)| verdict).collect(),
        first_failed,
        judged,
        class,
        expectation_met: (judged && !is_cut).then(|| expectation_met(problem, &counted, solution)).flatten(),
    }
}

/// The cells of a solution that count, with their tests.
pub fn counted(state: &State, solution: ProgramIdx) -> impl Iterator<Item = (TestIdx, Verdict)> {
    let cells = state.cells[solution].iter().enumerate();
    cells.filter_map(|(test, cell)| {
        let verdict = cell.as_ref()?.verdict;
        (verdict.counts() && state.tests[test].is_valid()).then_some((test, verdict))
    })
}

fn expectation_met(problem: &Problem, counted: &[(TestIdx, Verdict)], solution: ProgramIdx) -> Option<bool> {
    let label = problem.programs[solution].label.as_ref()?;
    let all: VerdictSet = counted.iter().map(|&(_, verdict)| verdict).collect();
    let scoped = label.scoped.iter().all(|scope| {
        let Ok(glob) = glob(&scope.tests) else { return true };
        let seen: Vec<Verdict> =
            counted.iter().filter(|(test, _)| in_scope(problem, &glob, *test)).map(|&(_, verdict)| verdict).collect();
        seen.is_empty() || scope.sets.met_by(seen.into_iter().collect())
    });
    Some(label.sets.met_by(all) && scoped)
}

fn in_scope(problem: &Problem, glob: &GlobMatcher, test: TestIdx) -> bool {
    let test = &problem.tests[test];
    let below_group = |name: &str| name.match_indices('/').any(|(slash, _)| glob.is_match(&name[..slash]));
    glob.is_match(&test.id)
        || glob.is_match(&test.name)
        || below_group(&test.id)
        || test.group.as_ref().is_some_and(|group| glob.is_match(group))
}

/// The sets that a verdict on one test breaks, if any: the label's own, or a scoped one that covers the test.
pub fn broken_permission(
    problem: &Problem,
    solution: ProgramIdx,
    test: TestIdx,
    verdict: Verdict,
) -> Option<VerdictSets> {
    let label = problem.programs[solution].label.as_ref()?;
    let scoped =
        label.scoped.iter().filter(|scope| glob(&scope.tests).is_ok_and(|glob| in_scope(problem, &glob, test)));
    std::iter::once(label.sets).chain(scoped.map(|scope| scope.sets)).find(|sets| !sets.permitted.contains(verdict))
}

/// The suite's quality over both pools.
#[derive(Clone, Debug, PartialEq)]
pub struct Metrics {
    /// Share of S+ that pass every test; `None` for an empty pool.
    pub tpr: Option<f64>,
    /// Share of S- that fail at least one; `None` for an empty pool.
    pub tnr: Option<f64>,
    /// S- that pass every test.
    pub false_positives: Vec<ProgramIdx>,
    /// S+ that fail a test.
    pub false_negatives: Vec<ProgramIdx>,
    /// S- that fail by time alone.
    pub tle_only_kills: Vec<ProgramIdx>,
}

/// Sums up all rows.
pub fn metrics(rows: &[Row]) -> Metrics {
    let of = |class: Class| rows.iter().filter(move |row| row.class == Some(class)).map(|row| row.solution);
    let share = |good: Class, bad: Class| {
        let (good, bad) = (of(good).count(), of(bad).count());
        (good + bad > 0).then(|| good as f64 / (good + bad) as f64)
    };
    let by_time_alone = |row: &&Row| {
        row.class == Some(Class::TrueNegative) && row.seen.is_subset(VerdictSet::of(&[Verdict::Ac, Verdict::Tle]))
    };
    Metrics {
        tpr: share(Class::TruePositive, Class::FalseNegative),
        tnr: share(Class::TrueNegative, Class::FalsePositive),
        false_positives: of(Class::FalsePositive).collect(),
        false_negatives: of(Class::FalseNegative).collect(),
        tle_only_kills: rows.iter().filter(by_time_alone).map(|row| row.solution).collect(),
    }
}
