//! What a solution's row of the matrix says: its verdict, its class, and the metrics over both pools.
//!
//! Invariant: a counted failure decides; passing is known only when every test of the suite was judged. Cells that are
//! FAIL or were not run, and cells of tests that a validator rejected or broke on, never count, and leave passing unknown.

use globset::GlobMatcher;

use crate::{
    finding::{Code, Finding, Severity},
    label::{Pool, ScopedSets, VerdictSets, WantedMessage, WantedScore},
    model::{ByTest, Problem, ProgramIdx, TestIdx},
    path::RelPath,
    request::{CheckRequest, glob},
    scoring::{GroupResult, Points, Seen, TestGroup},
    state::{Build, JuryAnswer, State},
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
    /// Whether every test of the suite was, and counts.
    pub complete: bool,
    /// The pool, of a solution that was asked for and that can be run here.
    pub pool: Option<Pool>,
    /// True or false, positive or negative; `None` outside the pools, and while passing is not known.
    pub class: Option<Class>,
    /// Whether the label's sets are met, the scoped ones too; `None` without a label, and while that is not known.
    pub expectation_met: Option<bool>,
}

/// Sums up one solution.
pub fn row(problem: &Problem, state: &State, request: &CheckRequest, solution: ProgramIdx) -> Row {
    let program = &problem.programs[solution];
    let cells = &state.cells[solution];
    let worst = cells.iter().flatten().map(|cell| cell.verdict).max().unwrap_or(Verdict::Sk);
    let does_not_build = matches!(state.builds[solution], Some(Build::Failed { .. }));
    let counted: Vec<(TestIdx, Verdict)> = counted(state, solution).collect();
    let judged = !counted.is_empty();
    let complete = judged && counted.len() == problem.tests.len() && !has_unread_tests(problem);
    let first_failed = counted.iter().find(|(_, verdict)| verdict.is_failure()).map(|&(test, _)| test);
    let is_asked = request.wants_solution(problem, solution) && program.is_judged_solution();
    let pool = program.pool().filter(|_| is_asked && !state.is_unbuildable(solution));
    let class = pool.and_then(|pool| match (pool, first_failed) {
        (Pool::Correct, Some(_)) => Some(Class::FalseNegative),
        (Pool::Wrong, Some(_)) => Some(Class::TrueNegative),
        (Pool::Correct, None) => complete.then_some(Class::TruePositive),
        (Pool::Wrong, None) => complete.then_some(Class::FalsePositive),
    });
    Row {
        solution,
        verdict: if does_not_build { Verdict::Ce } else { worst },
        seen: counted.iter().map(|&(_, verdict)| verdict).collect(),
        first_failed,
        judged,
        complete,
        pool,
        class,
        expectation_met: all_met(
            with_scores(problem, state, solution, expectation_met(problem, &counted, complete, solution)),
            are_messages_met(problem, state, solution, complete),
        ),
    }
}

/// Whether the text that says which tests there are could not be read as a whole.
pub(crate) fn has_unread_tests(problem: &Problem) -> bool {
    let is_script = |finding: &Finding| {
        let is_of_tests = |path: &RelPath| {
            let name = path.file_name();
            name == TABLES || !SETTINGS.contains(&path.extension().as_str()) && !OTHERS.contains(&name)
        };
        finding.code == Code::ManifestBroken
            && finding.severity == Severity::Error
            && finding.place.as_ref().is_some_and(|place| is_of_tests(&place.path))
    };
    problem.findings.iter().any(is_script)
}

/// Endings of files that say other things than which tests there are.
const SETTINGS: [&str; 4] = ["toml", "yaml", "ini", "json"];
/// Files that say other things, too, though their like does not.
const OTHERS: [&str; 2] = ["config.yml", "init.yml"];
/// A file with such an ending that says nothing but which tests there are.
const TABLES: &str = "gen.toml";

/// What a solution's cells come to by the groups and scores of the problem: the whole first, then each group. `None`
/// where the problem has neither, and before a cell of the solution counts.
pub fn graded(problem: &Problem, state: &State, solution: ProgramIdx) -> Option<Vec<GroupResult>> {
    let scoring = problem.scoring.as_ref()?;
    counted(state, solution).next()?;
    let seen = seen(problem, state, solution);
    let grades = state.grades[solution].as_ref();
    let said = |group: usize, _: &[GroupResult]| grades?.results.get(&group).copied();
    let mut results = scoring.results(&problem.tests, &|test| seen[test], &said);
    if has_unread_tests(problem) {
        // Tests that nobody knows of may belong to any group.
        results.iter_mut().for_each(|result| *result = GroupResult::default());
    }
    Some(results)
}

/// The cells of a solution that count.
pub fn seen(problem: &Problem, state: &State, solution: ProgramIdx) -> ByTest<Option<Seen>> {
    let of_test = |test: TestIdx| {
        let cell = state.cell(solution, test)?;
        let points = cell.points.map(Points::Exactly).or(cell.share.map(Points::Share));
        (cell.verdict.counts() && state.tests[test].is_valid()).then_some(Seen { verdict: cell.verdict, points })
    };
    problem.tests.indices().map(of_test).collect()
}

/// The wanted scores of a solution that are known and not as they are wanted, with what they are.
pub fn unmet_scores<'a>(
    problem: &'a Problem,
    state: &State,
    solution: ProgramIdx,
) -> Vec<(&'a WantedScore, &'a TestGroup, f64)> {
    let judged = judged_scores(problem, state, solution);
    judged
        .into_iter()
        .filter_map(|(wanted, group, score)| {
            let score = score.filter(|&score| !wanted.is_met_by(score))?;
            Some((wanted, group, score))
        })
        .collect()
}

/// The wanted scores of a solution with the groups that they are about and what is known of those.
fn judged_scores<'a>(
    problem: &'a Problem,
    state: &State,
    solution: ProgramIdx,
) -> Vec<(&'a WantedScore, &'a TestGroup, Option<f64>)> {
    let wanted = problem.programs[solution].label.iter().flat_map(|label| &label.scores);
    let Some(scoring) = problem.scoring.as_ref().filter(|scoring| scoring.scored) else { return Vec::new() };
    let results = graded(problem, state, solution);
    let score = |group: usize| results.as_ref().and_then(|results| results[group].score);
    let groups = |wanted: &WantedScore| -> Vec<usize> {
        let Some(pattern) = &wanted.groups else { return vec![0] };
        let Ok(glob) = glob(pattern) else { return Vec::new() };
        (1..scoring.groups.len()).filter(|&group| glob.is_match(&scoring.groups[group].name)).collect()
    };
    let of_wanted = |wanted: &'a WantedScore| {
        groups(wanted).into_iter().map(|group| (wanted, &scoring.groups[group], score(group))).collect::<Vec<_>>()
    };
    wanted.flat_map(of_wanted).collect()
}

/// The cells of a solution that count, with their tests.
pub fn counted(state: &State, solution: ProgramIdx) -> impl Iterator<Item = (TestIdx, Verdict)> {
    let cells = state.cells[solution].iter_enumerated();
    cells.filter_map(|(test, cell)| {
        let verdict = cell.as_ref()?.verdict;
        (verdict.counts() && state.tests[test].is_valid()).then_some((test, verdict))
    })
}

fn expectation_met(
    problem: &Problem,
    counted: &[(TestIdx, Verdict)],
    complete: bool,
    solution: ProgramIdx,
) -> Option<bool> {
    let label = problem.programs[solution].label.as_ref()?;
    if !complete {
        let is_broken =
            |&(test, verdict): &(TestIdx, Verdict)| broken_permission(problem, solution, test, verdict).is_some();
        return counted.iter().any(is_broken).then_some(false);
    }
    let all: VerdictSet = counted.iter().map(|&(_, verdict)| verdict).collect();
    Some(label.sets.met_by(all) && unmet_scope(problem, solution, counted).is_none())
}

/// What is expected in some groups or of some tests, and is not met by what was seen there.
pub fn unmet_scope<'a>(
    problem: &'a Problem,
    solution: ProgramIdx,
    counted: &[(TestIdx, Verdict)],
) -> Option<(&'a ScopedSets, VerdictSet)> {
    let label = problem.programs[solution].label.as_ref()?;
    label.scoped.iter().find_map(|scope| {
        let covers = covering(problem, scope)?;
        let seen: Vec<Verdict> =
            counted.iter().filter(|(test, _)| covers(*test)).map(|&(_, verdict)| verdict).collect();
        let is_met = seen.is_empty() || scope.sets.met_by(seen.iter().copied().collect());
        (!is_met).then(|| (scope, seen.into_iter().collect()))
    })
}

/// What is known of a label's verdicts, and what is known of the scores that it wants.
fn with_scores(problem: &Problem, state: &State, solution: ProgramIdx, verdicts: Option<bool>) -> Option<bool> {
    let scores = judged_scores(problem, state, solution);
    let met = scores.iter().map(|(wanted, _, score)| score.map(|score| wanted.is_met_by(score)));
    met.chain([verdicts]).reduce(all_met)?
}

/// One unmet expectation decides, and one that is not known leaves it open.
fn all_met(a: Option<bool>, b: Option<bool>) -> Option<bool> {
    match (a, b) {
        (Some(false), _) | (_, Some(false)) => Some(false),
        (Some(true), other) => other,
        (None, _) => None,
    }
}

/// Whether every message that is wanted was given; `None` while tests that may give one are open.
fn are_messages_met(problem: &Problem, state: &State, solution: ProgramIdx, complete: bool) -> Option<bool> {
    let is_lacking = lacking_message(problem, state, solution).is_some();
    if is_lacking { complete.then_some(false) } else { Some(true) }
}

/// Whether somebody looked at the output: the message is not ours, on how the program ended.
fn is_judged(verdict: Verdict) -> bool {
    matches!(verdict, Verdict::Ac | Verdict::Wa | Verdict::Pe)
}

/// A message that no judged test has given; final once every test is judged.
pub fn lacking_message<'a>(problem: &'a Problem, state: &State, solution: ProgramIdx) -> Option<&'a WantedMessage> {
    let wanted = &problem.programs[solution].label.as_ref()?.messages;
    wanted.iter().find(|wanted| {
        let is_about = |test| wanted.tests.as_ref().is_none_or(|tests| is_about(problem, tests, test));
        let says = |test| {
            state.cell(solution, test).filter(|cell| is_judged(cell.verdict)).is_some_and(|cell| {
                let told = cell.told.as_deref().unwrap_or(&cell.message);
                told.contains(&wanted.text)
            })
        };
        !counted(state, solution).any(|(test, _)| says(test) && is_about(test))
    })
}

/// Which tests an expectation is about; `None` for a pattern that cannot be read.
pub(crate) fn covering<'a>(problem: &'a Problem, scope: &ScopedSets) -> Option<impl Fn(TestIdx) -> bool + use<'a>> {
    let glob = glob(&scope.tests).ok()?;
    let by_group = scope.by_group;
    Some(move |test: TestIdx| {
        if by_group {
            return problem.tests[test].groups().any(|group| glob.is_match(group));
        }
        in_scope(problem, &glob, test)
    })
}

/// Whether a glob over tests and groups covers a test.
pub fn is_about(problem: &Problem, tests: &str, test: TestIdx) -> bool {
    glob(tests).is_ok_and(|glob| in_scope(problem, &glob, test))
}

fn in_scope(problem: &Problem, glob: &GlobMatcher, test: TestIdx) -> bool {
    let test = &problem.tests[test];
    let below_group = |name: &str| name.match_indices('/').any(|(slash, _)| glob.is_match(&name[..slash]));
    glob.is_match(&test.id)
        || glob.is_match(&test.name)
        || below_group(&test.id)
        || test.groups().any(|group| glob.is_match(group))
}

/// The sets that a verdict on one test breaks, if any, and the scope that they are for: the label's own, or those of a
/// group or pattern that covers the test.
pub fn broken_permission(
    problem: &Problem,
    solution: ProgramIdx,
    test: TestIdx,
    verdict: Verdict,
) -> Option<(VerdictSets, Option<&ScopedSets>)> {
    let label = problem.programs[solution].label.as_ref()?;
    let scoped = label.scoped.iter().filter(|scope| covering(problem, scope).is_some_and(|covers| covers(test)));
    std::iter::once((label.sets, None))
        .chain(scoped.map(|scope| (scope.sets, Some(scope))))
        .find(|(sets, _)| !sets.permitted.contains(verdict))
}

/// How many solutions of a pool a metric is over.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Over {
    /// Those whose class is known.
    pub known: usize,
    /// Those that were asked for and can be run.
    pub asked: usize,
    /// All that are labelled so.
    pub labelled: usize,
}

/// The suite's quality over both pools.
#[derive(Clone, Debug, PartialEq)]
pub struct Metrics {
    /// Share of S+ that pass every test; `None` for an empty pool, and while that is not known of one of them: those that
    /// are known first are those that fail.
    pub tpr: Option<f64>,
    /// Share of S- that fail at least one; `None` likewise.
    pub tnr: Option<f64>,
    /// What the first is over.
    pub correct: Over,
    /// What the second is over.
    pub wrong: Over,
    /// S- that pass every test.
    pub false_positives: Vec<ProgramIdx>,
    /// S+ that fail a test.
    pub false_negatives: Vec<ProgramIdx>,
    /// S- that fail by time alone.
    pub tle_only_kills: Vec<ProgramIdx>,
}

/// Sums up all rows.
pub fn metrics(problem: &Problem, rows: &[Row]) -> Metrics {
    let of = |class: Class| rows.iter().filter(move |row| row.class == Some(class)).map(|row| row.solution);
    let over = |pool: Pool| {
        let asked = || rows.iter().filter(move |row| row.pool == Some(pool));
        Over {
            known: asked().filter(|row| row.class.is_some()).count(),
            asked: asked().count(),
            labelled: rows.iter().filter(|row| problem.programs[row.solution].pool() == Some(pool)).count(),
        }
    };
    let (correct, wrong) = (over(Pool::Correct), over(Pool::Wrong));
    let share = |good: Class, over: Over| {
        (over.known > 0 && over.known == over.asked).then(|| of(good).count() as f64 / over.known as f64)
    };
    let by_time_alone = |row: &&Row| {
        row.complete
            && row.class == Some(Class::TrueNegative)
            && row.seen.is_subset(VerdictSet::of(&[Verdict::Ac, Verdict::Tle]))
    };
    Metrics {
        tpr: share(Class::TruePositive, correct),
        tnr: share(Class::TrueNegative, wrong),
        correct,
        wrong,
        false_positives: of(Class::FalsePositive).collect(),
        false_negatives: of(Class::FalseNegative).collect(),
        tle_only_kills: rows.iter().filter(by_time_alone).map(|row| row.solution).collect(),
    }
}

/// Why it is not known whether solutions pass: `30 of 40 tests are missing`; `None` when every test of the suite was
/// judged with every solution that was asked for.
pub fn why_unknown(problem: &Problem, state: &State, request: &CheckRequest) -> Option<String> {
    let open: Vec<Row> = problem
        .solutions()
        .map(|(idx, _)| row(problem, state, request, idx))
        .filter(|row| row.pool.is_some() && row.class.is_none())
        .collect();
    if open.is_empty() {
        return None;
    }
    let n_tests = problem.tests.len();
    let of_tests = |holds: &dyn Fn(TestIdx) -> bool, words: &str| {
        let n = problem.tests.indices().filter(|&test| holds(test)).count();
        let (plural, verb) = (if n_tests == 1 { "" } else { "s" }, if n == 1 { "is" } else { "are" });
        (n > 0).then(|| format!("{n} of {n_tests} test{plural} {verb} {words}"))
    };
    let is_missing = |test: TestIdx| state.tests[test].input == Some(None);
    let is_invalid = |test: TestIdx| !is_missing(test) && !state.tests[test].is_valid();
    let is_left_out = |test: TestIdx| !request.wants_test(problem, test);
    let has_answer =
        |test: TestIdx| matches!(state.tests[test].answer, Some(JuryAnswer::Known(_) | JuryAnswer::NotNeeded));
    let cells = || open.iter().flat_map(|row| state.cells[row.solution].iter().flatten());
    let n_failed = cells().filter(|cell| cell.verdict == Verdict::Fail).count();
    of_tests(&is_missing, "missing")
        .or_else(|| has_unread_tests(problem).then(|| "the script of the tests cannot be read as a whole".to_owned()))
        .or_else(|| of_tests(&is_invalid, "invalid"))
        .or_else(|| of_tests(&is_left_out, "left out"))
        .or_else(|| of_tests(&|test| !has_answer(test), "without an answer"))
        .or_else(|| (n_failed == 1).then(|| "the checker or interactor failed in a cell".to_owned()))
        .or_else(|| (n_failed > 1).then(|| format!("the checker or interactor failed in {n_failed} cells")))
        .or_else(|| Some("not every test was judged".to_owned()))
}
