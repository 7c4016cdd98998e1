//! What a suite is worth, in the numbers of the papers.

use problem::{label::Pool, words::permille};
use serde::Serialize;

use super::{PassMatrix, PassVector};

/// The shares of the two pools that a suite judges rightly (CCO-25, CCP-15), and what follows from them (HTG-17).
///
/// All are from 0 to 1, and absent where there is nothing to count.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Quality {
    /// The share of S+ that passes every test.
    pub tpr: Option<f64>,
    /// The share of S- that fails a test.
    pub tnr: Option<f64>,
    /// Of the solutions that pass every test, the share that is right.
    pub precision: Option<f64>,
    /// Of the right solutions, the share that passes every test: the TPR by its other name.
    pub recall: Option<f64>,
}

/// How many solutions of the two pools a suite judges, and how; those that have no verdict on it are not counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Tally {
    /// Number of solutions in S+.
    pub n_right: usize,
    /// Of them, those that pass every test.
    pub n_right_passing: usize,
    /// Number of solutions in S-.
    pub n_wrong: usize,
    /// Of them, those that fail a test.
    pub n_wrong_failing: usize,
}

impl Tally {
    /// The same as shares.
    pub fn quality(self) -> Quality {
        let Tally { n_right, n_right_passing, n_wrong, n_wrong_failing } = self;
        let share = |n: usize, of: usize| (of > 0).then(|| n as f64 / of as f64);
        let tpr = share(n_right_passing, n_right);
        Quality {
            tpr,
            tnr: share(n_wrong_failing, n_wrong),
            precision: share(n_right_passing, n_right_passing + n_wrong - n_wrong_failing),
            recall: tpr,
        }
    }

    /// Those of two problems together.
    #[must_use]
    pub fn plus(self, other: Tally) -> Tally {
        Tally {
            n_right: self.n_right + other.n_right,
            n_right_passing: self.n_right_passing + other.n_right_passing,
            n_wrong: self.n_wrong + other.n_wrong,
            n_wrong_failing: self.n_wrong_failing + other.n_wrong_failing,
        }
    }
}

/// Whom of the pools a suite passes and fails.
pub fn tally(matrix: &PassMatrix) -> Tally {
    let verdicts = |pool| matrix.pool(pool).filter(|&row| matrix.pass_rate(row).is_some());
    let passes = |row: &usize| matrix.passes_all(*row);
    Tally {
        n_right: verdicts(Pool::Correct).count(),
        n_right_passing: verdicts(Pool::Correct).filter(passes).count(),
        n_wrong: verdicts(Pool::Wrong).count(),
        n_wrong_failing: verdicts(Pool::Wrong).filter(|row| !passes(row)).count(),
    }
}

/// How a whole suite does.
pub fn quality(matrix: &PassMatrix) -> Quality {
    tally(matrix).quality()
}

/// How well one test does by itself: the mean of the share of S+ that passes and the share of S- that fails (CCO-12).
pub fn effectiveness(matrix: &PassMatrix, column: usize) -> Option<f64> {
    let quality = quality(&matrix.with_tests(&[column]));
    match (quality.tpr, quality.tnr) {
        (Some(tpr), Some(tnr)) => Some(f64::midpoint(tpr, tnr)),
        (one, other) => one.or(other),
    }
}

/// A point of the frontier: the tests up to here, and what they do together.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// The test that was added last, by its column.
    pub column: usize,
    /// What the tests so far do.
    pub quality: Quality,
}

/// Tests by their own effectiveness, best first, each with what the suite so far does (CCO-28).
pub fn pareto(matrix: &PassMatrix) -> Vec<Point> {
    let mut ranked: Vec<(usize, f64)> =
        (0..matrix.tests.len()).filter_map(|column| Some((column, effectiveness(matrix, column)?))).collect();
    ranked.sort_by(|one, other| other.1.total_cmp(&one.1).then(one.0.cmp(&other.0)));
    let mut so_far = Vec::new();
    let mut point = |(column, _): (usize, f64)| {
        so_far.push(column);
        Point { column, quality: quality(&matrix.with_tests(&so_far)) }
    };
    ranked.into_iter().map(&mut point).collect()
}

/// The number of distinct pass vectors (EVC-13).
pub fn diversity(matrix: &PassMatrix) -> usize {
    matrix.classes().len()
}

/// The chance that one of `k` solutions of the pool, drawn without putting back, passes everything (EVC-13). `None` when
/// the pool has fewer than `k`.
pub fn pass_at(matrix: &PassMatrix, k: usize) -> Option<f64> {
    let rows: Vec<bool> = (0..matrix.solutions.len())
        .filter(|&row| matrix.pass_rate(row).is_some())
        .map(|row| matrix.passes_all(row))
        .collect();
    let (n, n_failing) = (rows.len(), rows.iter().filter(|passes| !**passes).count());
    // C(failing, k) / C(n, k), factor by factor.
    let all_fail = (0..k).map(|drawn| n_failing.saturating_sub(drawn) as f64 / (n - drawn.min(n - 1)) as f64);
    (1..=n).contains(&k).then(|| 1.0 - all_fail.product::<f64>())
}

/// The share of tests that is dropped to see how much a suite repeats itself (HTG-20).
pub const DROPPED: f64 = 0.6;
/// How often tests are drawn for that.
pub const N_DRAWS: usize = 100;

/// What is left when a share of the tests is dropped at random (HTG-20): the mean precision over `n_rounds`, to compare with
/// the whole suite's. `None` when precision is nowhere to be had.
pub fn precision_without(matrix: &PassMatrix, dropped: f64, n_rounds: usize, seed: u64) -> Option<f64> {
    let mut random = fastrand::Rng::with_seed(seed);
    let n_kept = ((1.0 - dropped.clamp(0.0, 1.0)) * matrix.tests.len() as f64).round() as usize;
    let mut found = Vec::new();
    for _ in 0..n_rounds {
        let columns = random.choose_multiple(0..matrix.tests.len(), n_kept);
        found.extend(quality(&matrix.with_tests(&columns)).precision);
    }
    (!found.is_empty()).then(|| found.iter().sum::<f64>() / found.len() as f64)
}

/// A share for people; `-` where there is none.
pub fn percent(share: Option<f64>) -> String {
    share.map_or("-".to_owned(), |share| format!("{:.1} %", permille(share) / 10.0))
}

/// In how many places two vectors are known to differ.
pub fn distance(one: &PassVector, other: &PassVector) -> usize {
    let differ = |(one, other): (&Option<bool>, &Option<bool>)| one.is_some() && other.is_some() && one != other;
    one.iter().zip(other).filter(|pair| differ(*pair)).count()
}
