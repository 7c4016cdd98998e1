//! Which tests a suite needs.
//!
//! Invariant: `minimise` and `at_most_of_a_class` keep every failing verdict that a solution gets on the whole suite, and
//! every sample, so no kill is lost. `final_filter` first drops tests that are doubtful themselves.

use std::{
    cmp::Reverse,
    collections::{BTreeSet, HashMap, HashSet},
};

use problem::{label::Pool, verdict::Verdict};

use super::PassMatrix;

/// Something that a smaller suite must still show: that a solution gets a verdict.
type Fact = (usize, Verdict);

/// A suite without the tests that show nothing of their own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thinned {
    /// The columns to keep, those that kill most first (samples before all others).
    pub kept: Vec<usize>,
    /// The columns that show nothing new, in the order of the suite.
    pub dropped: Vec<usize>,
}

/// The facts that a test shows: whom it fails, and how.
fn facts(matrix: &PassMatrix, column: usize) -> impl Iterator<Item = Fact> {
    let verdicts = matrix.tests[column].verdicts.iter().enumerate();
    verdicts.filter_map(|(row, verdict)| Some((row, (*verdict).filter(|verdict| verdict.is_failure())?)))
}

/// The test that alone shows a fact, for each such fact. Without it a solution would look better than it is.
pub fn sole_killers(matrix: &PassMatrix) -> HashMap<Fact, usize> {
    let mut shown: HashMap<Fact, Option<usize>> = HashMap::new();
    for column in 0..matrix.tests.len() {
        for fact in facts(matrix, column) {
            shown.entry(fact).and_modify(|by| *by = None).or_insert(Some(column));
        }
    }
    shown.into_iter().filter_map(|(fact, by)| Some((fact, by?))).collect()
}

/// The smallest set of tests that greed finds: each next one shows most of what is not shown yet; of equals the one that
/// kills more, then the one that takes less time. Tests for which `must_stay` holds are in it whatever they show.
pub fn minimise(matrix: &PassMatrix, must_stay: impl Fn(usize) -> bool) -> Thinned {
    let all: Vec<BTreeSet<Fact>> = (0..matrix.tests.len()).map(|column| facts(matrix, column).collect()).collect();
    let is_fixed = |column: usize| matrix.tests[column].is_sample || must_stay(column);
    let mut chosen: Vec<usize> = (0..all.len()).filter(|&column| is_fixed(column)).collect();
    let mut open: HashSet<Fact> = all.iter().flatten().copied().collect();
    for &column in &chosen {
        open.retain(|fact| !all[column].contains(fact));
    }
    while !open.is_empty() {
        let gain = |column: usize| all[column].iter().filter(|fact| open.contains(fact)).count();
        let worth = |&column: &usize| {
            let cheap = Reverse((matrix.tests[column].cpu_us, column));
            (gain(column), all[column].len(), cheap)
        };
        let Some(best) = (0..all.len()).filter(|column| !chosen.contains(column)).max_by_key(worth) else { break };
        open.retain(|fact| !all[best].contains(fact));
        chosen.push(best);
    }
    drop_needless(&all, &mut chosen, is_fixed);
    let kept = by_kill_power(matrix, &chosen);
    Thinned { dropped: (0..all.len()).filter(|column| !kept.contains(column)).collect(), kept }
}

/// Drops what later choices have made needless, the weakest first.
fn drop_needless(all: &[BTreeSet<Fact>], chosen: &mut Vec<usize>, is_fixed: impl Fn(usize) -> bool) {
    let mut weakest: Vec<usize> = chosen.iter().copied().filter(|&column| !is_fixed(column)).collect();
    weakest.sort_by_key(|&column| (all[column].len(), Reverse(column)));
    drop_where_shown(all, chosen, &weakest);
}

/// Drops those of the chosen tests that are named and show nothing that the rest does not, one after the other.
fn drop_where_shown(all: &[BTreeSet<Fact>], chosen: &mut Vec<usize>, named: &[usize]) {
    let mut n_shown: HashMap<Fact, usize> = HashMap::new();
    for fact in chosen.iter().flat_map(|&column| &all[column]) {
        *n_shown.entry(*fact).or_default() += 1;
    }
    for &column in named {
        if all[column].iter().all(|fact| n_shown[fact] > 1) {
            for fact in &all[column] {
                n_shown.entry(*fact).and_modify(|n| *n -= 1);
            }
            chosen.retain(|&one| one != column);
        }
    }
}

/// Which of the new tests, those from column `n_old` on, are worth adding: together they fail every solution outside S+ that
/// only new tests fail, and each fails one that no other of them does. Of tests that do the same the one that costs least is
/// taken.
pub fn additions(matrix: &PassMatrix, n_old: usize, cost: impl Fn(usize) -> u64) -> Vec<usize> {
    let is_outside_s_plus = |row: usize| matrix.solutions[row].pool != Some(Pool::Correct);
    let was_alive = |row: usize| matrix.tests[..n_old].iter().all(|test| test.passes(row) != Some(false));
    let kills = |column: usize| -> HashSet<usize> {
        matrix.tests[column].failing().filter(|&row| is_outside_s_plus(row) && was_alive(row)).collect()
    };
    let all: Vec<HashSet<usize>> = (n_old..matrix.tests.len()).map(kills).collect();
    let mut alive: HashSet<usize> = all.iter().flatten().copied().collect();
    let mut chosen = Vec::new();
    while !alive.is_empty() {
        let worth = |&at: &usize| (all[at].intersection(&alive).count(), Reverse(cost(n_old + at)), Reverse(at));
        let Some(best) = (0..all.len()).max_by_key(worth) else { break };
        alive.retain(|row| !all[best].contains(row));
        chosen.push(best);
    }
    // The costliest first: another may fail those whom only it fails.
    let mut costliest: Vec<usize> = (0..chosen.len()).collect();
    costliest.sort_by_key(|place| Reverse(cost(n_old + chosen[*place])));
    for place in costliest {
        let mut sole = all[chosen[place]].clone();
        for other in chosen.iter().enumerate().filter(|(other, _)| *other != place).map(|(_, at)| *at) {
            sole.retain(|row| !all[other].contains(row));
        }
        let is_free = |at: &usize| *at == chosen[place] || !chosen.contains(at);
        let able = (0..all.len()).filter(|at| is_free(at) && sole.is_subset(&all[*at]));
        if let Some(cheapest) = able.min_by_key(|&at| (cost(n_old + at), at != chosen[place], at)) {
            chosen[place] = cheapest;
        }
    }
    let is_needless = |at: usize, rest: &[usize]| {
        all[at].iter().all(|row| rest.iter().any(|&other| other != at && all[other].contains(row)))
    };
    for at in chosen.clone() {
        if is_needless(at, &chosen) {
            chosen.retain(|&other| other != at);
        }
    }
    chosen.into_iter().map(|at| n_old + at).collect()
}

/// [`additions`], short tests first: whom a short one fails, a short one that is added fails. A long one that fails more does
/// not take its place, since people read what they can.
pub fn additions_short_first(
    matrix: &PassMatrix,
    n_old: usize,
    is_short: impl Fn(usize) -> bool,
    cost: impl Fn(usize) -> u64,
) -> Vec<usize> {
    let (short, long): (Vec<usize>, Vec<usize>) = (n_old..matrix.tests.len()).partition(|&column| is_short(column));
    let mut chosen: Vec<usize> = Vec::new();
    for new in [short, long] {
        let columns: Vec<usize> = (0..n_old).chain(chosen.iter().copied()).chain(new).collect();
        let n_known = n_old + chosen.len();
        let added = additions(&matrix.with_tests(&columns), n_known, |at| cost(columns[at]));
        chosen.extend(added.into_iter().map(|at| columns[at]));
    }
    chosen
}

/// Tests in the order that settles most soonest: samples, then each time the one that fails most solutions which no
/// earlier one fails; those that fail no one come last.
pub fn by_kill_power(matrix: &PassMatrix, columns: &[usize]) -> Vec<usize> {
    let mut rest: Vec<usize> = columns.to_vec();
    rest.sort_unstable();
    let (mut order, mut rest): (Vec<usize>, Vec<usize>) =
        rest.into_iter().partition(|&column| matrix.tests[column].is_sample);
    let mut dead: HashSet<usize> = order.iter().flat_map(|&column| matrix.tests[column].failing()).collect();
    while !rest.is_empty() {
        let power = |column: usize| {
            let failing: Vec<usize> = matrix.tests[column].failing().collect();
            (failing.iter().filter(|row| !dead.contains(row)).count(), failing.len())
        };
        let best = (0..rest.len()).max_by_key(|&at| (power(rest[at]), Reverse(rest[at]))).unwrap_or_default();
        let column = rest.remove(best);
        dead.extend(matrix.tests[column].failing());
        order.push(column);
    }
    order
}

/// Of each class of tests with the same pass vector the `n_kept` cheapest, samples before others (EVC-12 b). A test
/// without which a verdict would not be seen any more stays, whatever its class.
pub fn at_most_of_a_class(matrix: &PassMatrix, n_kept: usize) -> Thinned {
    let is_sample = |column: usize| matrix.tests[column].is_sample;
    let mut surplus = Vec::new();
    for mut class in matrix.classes() {
        class.sort_by_key(|&column| (!is_sample(column), matrix.tests[column].cpu_us, column));
        surplus.extend(class.into_iter().skip(n_kept).filter(|&column| !is_sample(column)));
    }
    let all: Vec<BTreeSet<Fact>> = (0..matrix.tests.len()).map(|column| facts(matrix, column).collect()).collect();
    let mut kept: Vec<usize> = (0..matrix.tests.len()).collect();
    drop_where_shown(&all, &mut kept, &surplus);
    let dropped = (0..all.len()).filter(|column| !kept.contains(column)).collect();
    Thinned { kept: by_kill_power(matrix, &kept), dropped }
}

/// When a test says too little, or cannot be believed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rules {
    /// Tests that at least this share of the solutions passes are not shown in the adversarial question (EVC-4); they are
    /// offered all the same.
    pub easy_pass_rate: f64,
    /// What a test that nearly everyone fails is taken for (EVC-16).
    pub low_pass_rate: LowPassRate,
    /// So many tests of one class stay (EVC-12 b).
    pub of_a_class: usize,
}

impl Default for Rules {
    fn default() -> Rules {
        Rules { easy_pass_rate: 0.95, low_pass_rate: LowPassRate::default(), of_a_class: 5 }
    }
}

/// What a test that nearly everyone fails is taken for (EVC-16).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LowPassRate {
    /// Its answer comes from a trusted main solution, so it is hard; it is wrong only if a right solution fails it.
    #[default]
    TrustedOracle,
    /// Its answer may be wrong, as the paper has it.
    Paper,
}

/// Below this share of solutions that pass, a test is doubtful (EVC-7, EVC-12 a).
pub const LOW_PASS_RATE: f64 = 0.1;

/// Whether a test is to be left out because nearly nobody passes it (EVC-7, EVC-12 a, EVC-16).
pub fn is_doubtful(matrix: &PassMatrix, column: usize, rule: LowPassRate) -> bool {
    let test = &matrix.tests[column];
    let fails_a_right_one = || matrix.pool(Pool::Correct).any(|row| test.passes(row) == Some(false));
    let is_low = test.pass_rate().is_some_and(|rate| rate < LOW_PASS_RATE);
    is_low && (rule == LowPassRate::Paper || fails_a_right_one())
}

/// A problem whose suite says too little: it has too few tests, or too many solutions pass them all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TooWeak {
    /// Fewer than [`MIN_TESTS`] are left.
    #[error("fewer than {MIN_TESTS} tests are left that say something, too few to measure solutions by")]
    FewTests,
    /// More than [`MAX_PERFECT`] of the pool pass everything.
    #[error("more than {:.0} % of the solutions pass everything, so the suite hardly tells them apart", MAX_PERFECT * 100.0)]
    AllPass,
}

/// A problem with fewer tests than this is noted as too weak (EVC-12 c).
pub const MIN_TESTS: usize = 5;
/// A problem of whose pool more than this share passes everything is noted as too weak: 60 of 64 (EVC-12 c).
pub const MAX_PERFECT: f64 = 60.0 / 64.0;

/// The final filter over a whole suite (EVC-12): without doubtful tests, and at most so many of a class; and whether what
/// is left says too little.
pub fn final_filter(matrix: &PassMatrix, rules: &Rules) -> (Thinned, Option<TooWeak>) {
    let (doubtful, sound): (Vec<usize>, Vec<usize>) =
        (0..matrix.tests.len()).partition(|&column| is_doubtful(matrix, column, rules.low_pass_rate));
    let filtered = at_most_of_a_class(&matrix.with_tests(&sound), rules.of_a_class);
    let kept: Vec<usize> = filtered.kept.iter().map(|&at| sound[at]).collect();
    let mut dropped: Vec<usize> = filtered.dropped.iter().map(|&at| sound[at]).chain(doubtful).collect();
    dropped.sort_unstable();
    let left = matrix.with_tests(&kept);
    let n_perfect = (0..left.solutions.len()).filter(|&row| left.passes_all(row)).count();
    let too_weak = if kept.len() < MIN_TESTS {
        Some(TooWeak::FewTests)
    } else if n_perfect as f64 > MAX_PERFECT * left.solutions.len() as f64 {
        Some(TooWeak::AllPass)
    } else {
        None
    };
    (Thinned { kept, dropped }, too_weak)
}
