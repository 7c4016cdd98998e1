//! What the numbers are by their definitions, counted in the slowest way.

use super::*;
use crate::suite::{
    metrics::{distance, pareto},
    select::N_TARGETS,
    thin::{LOW_PASS_RATE, MAX_PERFECT, MIN_TESTS},
};

const N_TESTS: usize = 6;

fn rows() -> impl Strategy<Value = Vec<String>> {
    prop::collection::vec("[-+?][.WTR ]{6}", 1..8)
}

fn of(rows: &[String], samples: &[usize]) -> PassMatrix {
    matrix(&rows.iter().map(String::as_str).collect::<Vec<_>>(), samples)
}

/// The cells of a row that count.
fn cells(row: &str) -> Vec<char> {
    row[1..].chars().filter(|cell| *cell != ' ').collect()
}

fn passes_all(row: &str) -> bool {
    cells(row).iter().all(|cell| *cell == '.')
}

/// The share of some booleans, or nothing.
fn share_of(of: &[bool]) -> Option<f64> {
    let n_true = of.iter().filter(|one| **one).count();
    (!of.is_empty()).then(|| n_true as f64 / of.len() as f64)
}

fn same(one: Option<f64>, other: Option<f64>) -> bool {
    match (one, other) {
        (Some(one), Some(other)) => (one - other).abs() < 1e-12,
        (one, other) => one == other,
    }
}

/// All choices of `k` of `n`.
fn choices(n: usize, k: usize) -> Vec<Vec<usize>> {
    let members = |mask: usize| (0..n).filter(move |at| mask >> at & 1 == 1).collect::<Vec<usize>>();
    (0..1 << n).map(members).filter(|chosen| chosen.len() == k).collect()
}

proptest! {
    #[test]
    fn evc_13_pass_at_k_is_the_share_of_all_draws_with_a_solution_that_passes(rows in rows()) {
        let judged: Vec<bool> =
            rows.iter().filter(|row| !cells(row).is_empty()).map(|row| passes_all(row)).collect();
        let matrix = of(&rows, &[]);
        for k in 1..=judged.len() {
            let draws: Vec<bool> =
                choices(judged.len(), k).iter().map(|drawn| drawn.iter().any(|&one| judged[one])).collect();
            prop_assert!(same(pass_at(&matrix, k), share_of(&draws)), "{} of {:?}", k, judged);
        }
        prop_assert_eq!(pass_at(&matrix, judged.len() + 1), None);
    }

    #[test]
    fn cco_12_cco_25_htg_17_shares_are_what_they_are_called(rows in rows()) {
        let of_pool = |sign: char| rows.iter().filter(move |row| row.starts_with(sign) && !cells(row).is_empty());
        let right: Vec<bool> = of_pool('+').map(|row| passes_all(row)).collect();
        let wrong: Vec<bool> = of_pool('-').map(|row| passes_all(row)).collect();
        let found = quality(&of(&rows, &[]));
        prop_assert!(same(found.tpr, share_of(&right)) && same(found.recall, found.tpr));
        prop_assert!(same(found.tnr, share_of(&wrong.iter().map(|passes| !passes).collect::<Vec<_>>())));
        // Of those that pass, the share that is right.
        let passing: Vec<bool> =
            right.iter().filter(|one| **one).map(|_| true).chain(wrong.iter().filter(|one| **one).map(|_| false)).collect();
        prop_assert!(same(found.precision, share_of(&passing)));
        for column in 0..N_TESTS {
            let on = |sign: char, wanted: fn(char) -> bool| -> Option<f64> {
                let cells = rows.iter().filter(|row| row.starts_with(sign)).map(|row| row.as_bytes()[column + 1] as char);
                share_of(&cells.filter(|cell| *cell != ' ').map(wanted).collect::<Vec<_>>())
            };
            let mean = match (on('+', |cell| cell == '.'), on('-', |cell| cell != '.')) {
                (Some(one), Some(other)) => Some((one + other) / 2.0),
                (one, other) => one.or(other),
            };
            prop_assert!(same(effectiveness(&of(&rows, &[]), column), mean), "test {}", column);
        }
    }

    #[test]
    fn cco_28_the_frontier_ends_with_the_whole_suite(rows in rows()) {
        let matrix = of(&rows, &[]);
        let frontier = pareto(&matrix);
        let worth: Vec<f64> = frontier.iter().map(|point| effectiveness(&matrix, point.column).unwrap()).collect();
        prop_assert!(worth.is_sorted_by(|one, other| one >= other), "{:?}", worth);
        if let Some(last) = frontier.last() {
            // What no labelled solution meets is in no place of the ranking, and says nothing of any.
            prop_assert_eq!(last.quality, quality(&matrix));
        }
        let unjudged = frontier.len() < N_TESTS;
        prop_assert_eq!(unjudged, (0..N_TESTS).any(|column| effectiveness(&matrix, column).is_none()));
    }

    #[test]
    fn evc_13_diversity_is_the_number_of_different_columns(rows in rows()) {
        let column = |at: usize| -> String {
            let cells = rows.iter().map(|row| row.as_bytes()[at + 1] as char);
            cells.map(|cell| if cell == '.' || cell == ' ' { cell } else { 'x' }).collect()
        };
        let different: BTreeSet<String> = (0..N_TESTS).map(column).collect();
        prop_assert_eq!(diversity(&of(&rows, &[])), different.len());
    }

    #[test]
    fn additions_kill_all_that_new_tests_can_and_none_is_needless(rows in rows(), n_old in 0..=N_TESTS) {
        let matrix = of(&rows, &[]);
        let chosen = additions(&matrix, n_old, |column| (column * 7 % 5) as u64);
        prop_assert!(chosen.iter().all(|column| *column >= n_old));
        // By hand: outside S+, nothing old fails it, and the test does.
        let kills = |column: usize| -> BTreeSet<usize> {
            let fails = |row: &String, at: usize| matches!(row.as_bytes()[at + 1], b'W' | b'T' | b'R');
            let new = rows.iter().enumerate().filter(|(_, row)| !row.starts_with('+') && fails(row, column));
            new.filter(|(_, row)| !(0..n_old).any(|old| fails(row, old))).map(|(at, _)| at).collect()
        };
        let of_all = |columns: &[usize]| -> BTreeSet<usize> { columns.iter().flat_map(|&column| kills(column)).collect() };
        let all: Vec<usize> = (n_old..N_TESTS).collect();
        prop_assert_eq!(of_all(&chosen), of_all(&all));
        for one in &chosen {
            let rest: Vec<usize> = chosen.iter().copied().filter(|other| other != one).collect();
            prop_assert_ne!(of_all(&rest), of_all(&chosen), "{} is needless", one);
        }
    }

    #[test]
    fn each_next_test_kills_most_of_those_who_live(rows in rows(), sample in 0..N_TESTS) {
        let matrix = of(&rows, &[sample]);
        let order = by_kill_power(&matrix, &(0..N_TESTS).collect::<Vec<_>>());
        let sorted: BTreeSet<usize> = order.iter().copied().collect();
        prop_assert_eq!((sorted.len(), order.len(), order[0]), (N_TESTS, N_TESTS, sample));
        let killed = |column: usize| -> BTreeSet<usize> { matrix.tests[column].failing().collect() };
        let mut dead = killed(sample);
        for (at, &column) in order.iter().enumerate().skip(1) {
            let new = |column: usize| killed(column).difference(&dead).count();
            prop_assert!(order[at..].iter().all(|&later| new(later) <= new(column)), "{:?}", order);
            dead.extend(killed(column));
        }
    }

    #[test]
    fn evc_12_what_is_dropped_and_what_is_kept_is_all_there_is(rows in rows(), of_a_class in 1..3_usize) {
        let matrix = of(&rows, &[]);
        let rules = Rules { of_a_class, ..Rules::default() };
        let (thinned, too_weak) = final_filter(&matrix, &rules);
        let mut all = [thinned.kept.clone(), thinned.dropped.clone()].concat();
        all.sort_unstable();
        prop_assert_eq!(all, (0..N_TESTS).collect::<Vec<_>>());
        let doubtful = |column: &usize| is_doubtful(&matrix, *column, rules.low_pass_rate);
        prop_assert!(!thinned.kept.iter().any(doubtful));
        prop_assert_eq!(too_weak == Some(TooWeak::FewTests), thinned.kept.len() < MIN_TESTS);
    }

    #[test]
    fn evc_5_no_other_three_differ_more(masks in prop::collection::vec(prop::collection::vec(any::<bool>(), 8), 5..10)) {
        // Each passes from 4 to 7 of 8 tests, so all are of middling strength.
        let row = |mask: &Vec<bool>| -> String {
            let passed: String = mask.iter().map(|passes| if *passes { '.' } else { 'W' }).collect();
            format!("-{passed}")
        };
        let is_middling = |row: &String| (4..8).contains(&row.matches('.').count());
        let rows: Vec<String> = masks.iter().map(row).filter(is_middling).collect();
        prop_assume!(rows.len() >= 5);
        let matrix = of(&rows, &[]);
        let targets = adversarial_targets(&matrix, |_| true, 1);
        prop_assert_eq!(targets.len(), N_TARGETS);
        let n_passed = |row: usize| rows[row].matches('.').count();
        let rest: Vec<usize> = (0..rows.len()).filter(|row| !targets[..2].contains(row)).collect();
        prop_assert!(rest.iter().all(|&row| n_passed(row) <= n_passed(targets[1]) && n_passed(targets[1]) <= n_passed(targets[0])));
        let apart = |one: usize, other: usize| rows[one].bytes().zip(rows[other].bytes()).filter(|(a, b)| a != b).count();
        let worth = |three: &[usize]| {
            let sides = [apart(three[0], three[1]), apart(three[0], three[2]), apart(three[1], three[2])];
            (sides.into_iter().min(), sides.into_iter().sum::<usize>())
        };
        let best = choices(rest.len(), 3).into_iter().map(|at| worth(&at.iter().map(|&at| rest[at]).collect::<Vec<_>>())).max();
        prop_assert_eq!(Some(worth(&targets[2..])), best);
    }

    #[test]
    fn evc_8_programs_to_split_are_some_that_behave_alike_if_any_do(rows in rows(), seed in any::<u64>()) {
        let matrix = of(&rows, &[]);
        let targets = alike_programs(&matrix, seed);
        let judged: Vec<usize> = (0..rows.len()).filter(|&row| !cells(&rows[row]).is_empty()).collect();
        prop_assert_eq!(targets.len(), judged.len().min(N_TARGETS));
        prop_assert!(targets.is_sorted_by(|one, other| one < other) && targets.iter().all(|row| judged.contains(row)));
        let has_twins = |rows: &[usize]| {
            let vectors: BTreeSet<_> = rows.iter().map(|&row| matrix.row(row)).collect();
            vectors.len() < rows.len()
        };
        prop_assert!(!has_twins(&judged) || has_twins(&targets));
    }
}

#[test]
fn only_places_that_both_know_make_a_distance() {
    let vector =
        |text: &str| -> Vec<Option<bool>> { text.chars().map(|one| (one != '?').then_some(one == '1')).collect() };
    let apart = |one: &str, other: &str| distance(&vector(one), &vector(other));
    assert_eq!(apart("1100", "1010"), 2);
    assert_eq!(apart("1?0?", "0?11"), 2);
    assert_eq!(apart("????", "0101"), 0);
    assert_eq!(apart("", ""), 0);
}

#[test]
fn htg_20_dropping_nothing_is_the_whole_suite_and_dropping_all_says_nothing() {
    let matrix = matrix(&["+...", "-W..", "-..."], &[]);
    // Of those that pass everything one of two is right.
    for nothing in [0.0, -1.0] {
        assert_eq!(precision_without(&matrix, nothing, 4, 7), Some(0.5));
    }
    for all in [1.0, 2.0] {
        assert_eq!(precision_without(&matrix, all, 4, 7), None);
    }
    assert_eq!(precision_without(&matrix, 0.5, 0, 7), None, "nothing was drawn");
}

#[test]
fn evc_4_evc_5_where_the_rates_begin_and_end() {
    // 19 of 20 is 0.95, which is easy; 18 of 20 is not. A test that nobody was run on says nothing.
    let rows: Vec<&str> = [vec!["-WW "; 1], vec!["-.W "; 1], vec!["+.. "; 18]].concat();
    assert_eq!(adversarial_filter(&matrix(&rows, &[]), Rules::default().easy_pass_rate), [1]);
    // 0.9 is not middling and 0.4 is; 0.1 is hopeless.
    let rows = ["-..........", "-..........", "-W.........", "-WWWWW.....", "-WWWWWW....", "-WWWWWWWWW."];
    assert_eq!(adversarial_targets(&matrix(&rows, &[]), |_| true, 3), [0, 1, 3, 4, 2]);
}

#[test]
fn evc_8_a_group_is_drawn_by_its_size() {
    // Two groups that are far apart: six programs and two.
    let rows = [vec!["-WWWW...."; 6], vec!["-....WWWW"; 2]].concat();
    let matrix = matrix(&rows, &[]);
    let is_large = |seed: &u64| alike_programs(&matrix, *seed).iter().all(|row| *row < 6);
    let n_large = (0..400).filter(is_large).count();
    assert!((250..350).contains(&n_large), "{n_large} of 400 draws are three quarters");
}

#[test]
fn evc_12_cheap_tests_of_a_class_stay_and_samples_before_all() {
    let with_times = |samples: &[usize]| {
        let mut matrix = matrix(&["+...", "-WWW"], samples);
        for (column, cpu_us) in [3000, 1000, 2000].into_iter().enumerate() {
            matrix.tests[column].cpu_us = cpu_us;
        }
        matrix
    };
    assert_eq!(at_most_of_a_class(&with_times(&[]), 1).dropped, [0, 2]);
    assert_eq!(at_most_of_a_class(&with_times(&[]), 2).dropped, [0]);
    assert_eq!(at_most_of_a_class(&with_times(&[0]), 1).dropped, [1, 2]);
    // Of tests that show the same the one that takes least time is enough.
    assert_eq!(minimise(&with_times(&[]), |_| false).kept, [1]);
}

#[test]
fn evc_7_evc_12_a_tenth_is_not_below_a_tenth_and_60_of_64_are_not_more() {
    let hard = |n_fail: usize| [vec!["-W"; n_fail], vec!["-."; 1]].concat();
    assert_eq!((LOW_PASS_RATE, MAX_PERFECT), (0.1, 0.9375));
    assert!(!is_doubtful(&matrix(&hard(9), &[]), 0, LowPassRate::Paper));
    assert!(is_doubtful(&matrix(&hard(10), &[]), 0, LowPassRate::Paper));
    assert!(!is_doubtful(&matrix(&["- "], &[]), 0, LowPassRate::Paper), "nobody was run on it");
    let weak = |n_perfect: usize| {
        let rows = [vec!["+....."; n_perfect], vec!["-WWWWW"; 64 - n_perfect]].concat();
        final_filter(&matrix(&rows, &[]), &Rules::default()).1
    };
    assert_eq!((weak(60), weak(61)), (None, Some(TooWeak::AllPass)));
    assert_eq!(
        [TooWeak::FewTests, TooWeak::AllPass].map(|why| why.to_string()),
        [
            "fewer than 5 tests are left that say something, too few to measure solutions by",
            "more than 94 % of the solutions pass everything, so the suite hardly tells them apart"
        ]
    );
}
