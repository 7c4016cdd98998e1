//! Whom to aim at next (EvolveCoder): the programs and tests that a round of new tests begins with.

use std::collections::HashMap;

use super::{
    Column, PassMatrix, PassVector,
    metrics::distance,
    thin::{LowPassRate, is_doubtful},
};

/// How many programs a round aims at.
pub const N_TARGETS: usize = 5;
/// How many of them are the strongest; the others are those that differ most (EVC-5).
const N_STRONGEST: usize = 2;
/// Pass rates of the programs among which those that differ most are looked for, from and below (EVC-5).
const MIDDLING: (f64, f64) = (0.4, 0.9);
/// Where there are too few of these, any above this rate (EVC-5).
const NOT_HOPELESS: f64 = 0.1;
/// More candidates than this are thinned out evenly before triples of them are looked at.
const MAX_CANDIDATES: usize = 120;

/// The tests that not nearly everyone passes: a share below `easy_pass_rate` does (EVC-4).
pub fn adversarial_filter(matrix: &PassMatrix, easy_pass_rate: f64) -> Vec<usize> {
    let is_telling = |column: &usize| matrix.tests[*column].pass_rate().is_some_and(|rate| rate < easy_pass_rate);
    (0..matrix.tests.len()).filter(is_telling).collect()
}

/// The programs that new tests should break, those for which `is_target` holds among them (EVC-5): the two that pass most,
/// and three of middling strength that differ most from one another.
pub fn adversarial_targets(matrix: &PassMatrix, is_target: impl Fn(usize) -> bool, seed: u64) -> Vec<usize> {
    let mut pool: Vec<(usize, f64)> = (0..matrix.solutions.len())
        .filter(|&row| is_target(row))
        .filter_map(|row| Some((row, matrix.pass_rate(row)?)))
        .collect();
    pool.sort_by(|one, other| other.1.total_cmp(&one.1).then(one.0.cmp(&other.0)));
    let rest = pool.split_off(pool.len().min(N_STRONGEST));
    let mut targets: Vec<usize> = pool.into_iter().map(|(row, _)| row).collect();
    let rows_of = |is_in: &dyn Fn(f64) -> bool| -> Vec<usize> {
        rest.iter().filter(|(_, rate)| is_in(*rate)).map(|(row, _)| *row).collect()
    };
    let middling = rows_of(&|rate| (MIDDLING.0..MIDDLING.1).contains(&rate));
    let n_wanted = N_TARGETS - N_STRONGEST;
    if middling.len() >= n_wanted {
        targets.extend(most_different_three(matrix, &middling));
    } else {
        let others = rows_of(&|rate| rate > NOT_HOPELESS);
        let mut random = fastrand::Rng::with_seed(seed);
        targets.extend(middling.iter().copied());
        let others: Vec<usize> = others.into_iter().filter(|row| !middling.contains(row)).collect();
        let mut drawn = random.choose_multiple(others, n_wanted - middling.len());
        drawn.sort_unstable();
        targets.extend(drawn);
    }
    targets
}

/// Of at least three rows the three whose smallest distance is greatest, then their distance in all.
fn most_different_three(matrix: &PassMatrix, rows: &[usize]) -> Vec<usize> {
    let step = rows.len().div_ceil(MAX_CANDIDATES);
    let rows: Vec<usize> = rows.iter().copied().step_by(step).collect();
    let vectors: Vec<PassVector> = rows.iter().map(|&row| matrix.row(row)).collect();
    let apart: Vec<Vec<usize>> =
        vectors.iter().map(|one| vectors.iter().map(|other| distance(one, other)).collect()).collect();
    let mut best: Option<((usize, usize), [usize; 3])> = None;
    for one in 0..rows.len() {
        for two in one + 1..rows.len() {
            for three in two + 1..rows.len() {
                let sides = [apart[one][two], apart[one][three], apart[two][three]];
                let worth = (sides.into_iter().min().unwrap_or_default(), sides.into_iter().sum());
                if best.is_none_or(|(known, _)| worth > known) {
                    best = Some((worth, [one, two, three]));
                }
            }
        }
    }
    best.map(|(_, three)| three.map(|at| rows[at]).to_vec()).unwrap_or_default()
}

/// The tests to show with programs that are alike (EVC-7): without doubtful ones, and one of each class.
pub fn discriminative_filter(matrix: &PassMatrix, rule: LowPassRate) -> Vec<usize> {
    let mut representatives: Vec<usize> = matrix
        .classes()
        .into_iter()
        .filter_map(|class| class.into_iter().find(|&column| !is_doubtful(matrix, column, rule)))
        .collect();
    representatives.sort_unstable();
    representatives
}

/// Programs that behave alike, which new tests should tell apart (EVC-8): a group with the same pass vector, drawn by its
/// size and filled up with those nearest to it; where all differ, those that are nearest to all others.
pub fn alike_programs(matrix: &PassMatrix, seed: u64) -> Vec<usize> {
    let rows: Vec<usize> = (0..matrix.solutions.len()).filter(|&row| matrix.pass_rate(row).is_some()).collect();
    let vectors: HashMap<usize, PassVector> = rows.iter().map(|&row| (row, matrix.row(row))).collect();
    let mut groups: HashMap<&PassVector, Vec<usize>> = HashMap::new();
    for row in &rows {
        groups.entry(&vectors[row]).or_default().push(*row);
    }
    let mut groups: Vec<Vec<usize>> = groups.into_values().filter(|group| group.len() > 1).collect();
    groups.sort();
    let mut random = fastrand::Rng::with_seed(seed);
    let n_in_groups: usize = groups.iter().map(Vec::len).sum();
    let mut targets = if n_in_groups == 0 {
        let in_all = |row: &usize| -> usize { rows.iter().map(|other| distance(&vectors[row], &vectors[other])).sum() };
        nearest(&rows, N_TARGETS, in_all)
    } else {
        let mut drawn = random.usize(0..n_in_groups);
        let chosen = groups.iter().find(|group| {
            let is_it = drawn < group.len();
            drawn = drawn.saturating_sub(group.len());
            is_it
        });
        let group = chosen.cloned().unwrap_or_default();
        let mut targets = random.choose_multiple(group, N_TARGETS);
        let others: Vec<usize> = rows.iter().copied().filter(|row| !targets.contains(row)).collect();
        let to_group = |row: &usize| {
            targets.iter().map(|target| distance(&vectors[row], &vectors[target])).min().unwrap_or_default()
        };
        let fill = nearest(&others, N_TARGETS - targets.len(), to_group);
        targets.extend(fill);
        targets
    };
    targets.sort_unstable();
    targets
}

fn nearest(rows: &[usize], n_wanted: usize, far: impl Fn(&usize) -> usize) -> Vec<usize> {
    let mut rows = rows.to_vec();
    rows.sort_by_key(|row| (far(row), *row));
    rows.truncate(n_wanted);
    rows
}

/// Whether a test splits these programs: one passes and one fails (EVC-10).
pub fn splits(test: &Column, targets: &[usize]) -> bool {
    let shows = |passed: bool| targets.iter().any(|&row| test.passes(row) == Some(passed));
    shows(true) && shows(false)
}
