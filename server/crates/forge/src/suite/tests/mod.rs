//! Small matrices whose answers are plain to see.

mod counted;
mod judged;

use std::collections::BTreeSet;

use problem::{label::Pool, verdict::Verdict};
use proptest::prelude::*;

use super::{
    Column, PassMatrix, Solution,
    metrics::{Quality, diversity, effectiveness, pareto, pass_at, precision_without, quality},
    select::{N_TARGETS, adversarial_filter, adversarial_targets, alike_programs, discriminative_filter, splits},
    thin::{
        LowPassRate, Rules, TooWeak, additions, additions_short_first, at_most_of_a_class, by_kill_power, final_filter,
        is_doubtful, minimise, sole_killers,
    },
};

/// One word for each solution: `+`, `-` or `?` for its pool, then what it gets on each test: `.` accepted, `W`, `T`, `R`
/// for verdicts, a blank for nothing. A test whose column is named in `samples` is a sample.
fn matrix(rows: &[&str], samples: &[usize]) -> PassMatrix {
    let verdict = |letter: u8| match letter {
        b'.' => Some(Verdict::Ac),
        b'W' => Some(Verdict::Wa),
        b'T' => Some(Verdict::Tle),
        b'R' => Some(Verdict::Rte),
        _ => None,
    };
    let solutions = rows.iter().enumerate().map(|(idx, row)| Solution {
        program: idx.into(),
        name: format!("s{idx}"),
        pool: match row.as_bytes()[0] {
            b'+' => Some(Pool::Correct),
            b'-' => Some(Pool::Wrong),
            _ => None,
        },
    });
    let n_tests = rows.iter().map(|row| row.len() - 1).max().unwrap_or_default();
    let column = |test: usize| Column {
        test: test.into(),
        id: (test + 1).to_string(),
        is_sample: samples.contains(&test),
        verdicts: rows.iter().map(|row| row.as_bytes().get(test + 1).copied().and_then(verdict)).collect(),
        cpu_us: 1000,
    };
    PassMatrix { solutions: solutions.collect(), tests: (0..n_tests).map(column).collect() }
}

fn close(one: Option<f64>, other: f64) -> bool {
    one.is_some_and(|one| (one - other).abs() < 1e-12)
}

#[test]
fn cco_25_ccp_15_htg_17_shares_of_the_pools() {
    // Of three right ones two pass all; of four wrong ones three fail something.
    let found = quality(&matrix(&["+...", "+...", "+..T", "-W..", "-..W", "-TTT", "-...", "?..."], &[]));
    assert!(close(found.tpr, 2.0 / 3.0) && close(found.recall, 2.0 / 3.0), "{found:?}");
    assert!(close(found.tnr, 3.0 / 4.0) && close(found.precision, 2.0 / 3.0), "{found:?}");
    assert_eq!(quality(&matrix(&["?.W"], &[])), Quality::default());
}

#[test]
fn cco_12_cco_28_tests_by_what_they_do_alone() {
    let matrix = matrix(&["+...", "+..W", "-.W.", "-.WW", "-..W"], &[]);
    // Test 2: both right ones pass, two of three wrong ones fail. Test 3: one of two, two of three.
    assert!(close(effectiveness(&matrix, 1), (1.0 + 2.0 / 3.0) / 2.0));
    assert!(close(effectiveness(&matrix, 2), (0.5 + 2.0 / 3.0) / 2.0));
    let frontier = pareto(&matrix);
    assert_eq!(frontier.iter().map(|point| point.column).collect::<Vec<_>>(), [1, 2, 0]);
    let shares: Vec<_> = frontier.iter().map(|point| (point.quality.tpr, point.quality.tnr)).collect();
    assert_eq!(shares[0], (Some(1.0), Some(2.0 / 3.0)));
    assert_eq!(shares[1], (Some(0.5), Some(1.0)));
}

#[test]
fn evc_13_diversity_and_pass_at_k() {
    // EVC-1: the pool is all solutions, labelled or not.
    let matrix = matrix(&["+....", "-W.W.", "-WWW.", "?...."], &[]);
    // Columns 1 and 3 are the same.
    assert_eq!(diversity(&matrix), 3);
    // Two of four pass: one draw 1/2; two draws 1 - (2/4)(1/3) = 5/6; three draws always.
    assert!(close(pass_at(&matrix, 1), 0.5));
    assert!(close(pass_at(&matrix, 2), 5.0 / 6.0));
    assert!(close(pass_at(&matrix, 3), 1.0));
    assert_eq!((pass_at(&matrix, 0), pass_at(&matrix, 5)), (None, None));
}

#[test]
fn htg_20_fewer_tests_catch_less() {
    let matrix = matrix(&["+....", "-W...", "-.W..", "-..W.", "-...W"], &[]);
    assert_eq!(precision_without(&matrix, 0.0, 3, 1), Some(1.0));
    // With one test three wrong ones pass beside the right one, whichever test it is.
    assert_eq!(precision_without(&matrix, 0.75, 5, 1), Some(0.25));
    assert_eq!(precision_without(&matrix, 0.5, 5, 9), Some(1.0 / 3.0));
}

#[test]
fn a_small_suite_says_what_the_whole_one_says() {
    // 1 is a sample; 2 and 3 are the same; 4 alone shows TLE of the second wrong one; 5 shows what 2 and 4 do.
    let matrix = matrix(&["+.....", "-.WW.W", "-.W.TT", "-....."], &[0]);
    let thinned = minimise(&matrix, |_| false);
    assert_eq!(thinned.kept, [0, 1, 4]);
    assert_eq!(thinned.dropped, [2, 3]);
    let sole: BTreeSet<usize> = sole_killers(&matrix).into_values().collect();
    assert_eq!(sole, BTreeSet::from([1]));
    assert_eq!(minimise(&matrix, |column| column == 3).dropped, [2, 4]);
    // A right one that fails is a fact, too.
    assert_eq!(minimise(&self::matrix(&["+.W", "-W."], &[]), |_| false).dropped, Vec::<usize>::new());
}

#[test]
fn the_order_settles_most_soonest() {
    let matrix = matrix(&["-W..W.", "-WW...", "-.W...", "-..W..", "+....."], &[4]);
    // The sample, then 1 or 2 with two each (the earlier one), then whom these leave.
    assert_eq!(by_kill_power(&matrix, &[0, 1, 2, 3, 4]), [4, 0, 1, 2, 3]);
    assert_eq!(by_kill_power(&matrix, &[3, 2]), [2, 3]);
}

#[test]
fn new_tests_are_added_for_new_kills_only() {
    // Old: 1. The first wrong one is dead; 2 kills it again; 3 kills two survivors, 4 one of them, 5 a right one.
    let matrix = matrix(&["-WW...", "-..WW.", "?..W..", "+....W"], &[]);
    let alike = |_| 1;
    assert_eq!(additions(&matrix, 1, alike), [2]);
    assert_eq!(additions(&matrix, 3, alike), Vec::<usize>::new());
    assert_eq!(additions(&matrix, 0, alike), [2, 0]);
}

#[test]
fn of_equals_the_cheapest_is_added() {
    // Two do everything.
    let matrix = self::matrix(&["-.WWWW", "-.WWWW", "-W..WW", "+....."], &[]);
    let costs = [1, 5, 30, 20, 100];
    assert_eq!(additions(&matrix, 0, |column| costs[column]), [3]);
    // What only the first and costliest fails beside the second is failed by the third.
    let matrix = self::matrix(&["-WW.", "-W.W", "-W.W", "-.W."], &[]);
    assert_eq!(additions(&matrix, 0, |column| costs[2 - column]), [2, 1]);
}

#[test]
fn a_long_test_takes_no_short_ones_place() {
    // The old one fails nobody; the last, which is long, fails all, and the two short ones before it two of them.
    let matrix = matrix(&["-.W.W", "-..WW", "-...W", "-...W"], &[]);
    let (cost, is_short) = ([1, 5, 5, 1000], |column| column < 3);
    assert_eq!(additions(&matrix, 1, |column| cost[column]), [3]);
    assert_eq!(additions_short_first(&matrix, 1, is_short, |column| cost[column]), [1, 2, 3]);
    // Where the short ones fail all, no long one is needed.
    let matrix = self::matrix(&["-.W.W", "-..WW"], &[]);
    assert_eq!(additions_short_first(&matrix, 1, is_short, |column| cost[column]), [1, 2]);
}

#[test]
fn evc_7_evc_16_a_test_that_nearly_everyone_fails() {
    let rows = ["-W", "-W", "-W", "-W", "-W", "-W", "-W", "-W", "-W", "-W", "+."];
    let hard = matrix(&rows, &[]);
    assert!(is_doubtful(&hard, 0, LowPassRate::Paper));
    assert!(!is_doubtful(&hard, 0, LowPassRate::TrustedOracle), "the right one passes: it is hard");
    let wrong = matrix(&rows.map(|row| row.replace("+.", "+W")).each_ref().map(String::as_str), &[]);
    assert!(is_doubtful(&wrong, 0, LowPassRate::TrustedOracle));
    assert!(!is_doubtful(&matrix(&["+W", "-."], &[]), 0, LowPassRate::Paper), "half of them pass");
}

#[test]
fn evc_12_the_final_filter() {
    // Seven tests of one class, of which five stay, and one of its own.
    let rows = ["+........", "-WWWWWWW.", "-.......W"];
    let (thinned, too_weak) = final_filter(&matrix(&rows, &[]), &Rules::default());
    assert_eq!((thinned.dropped.as_slice(), too_weak), ([5, 6].as_slice(), None));
    let (thinned, too_weak) = final_filter(&matrix(&["+.....", "-....W"], &[]), &Rules::default());
    assert_eq!((thinned.dropped.as_slice(), too_weak), ([].as_slice(), None));
    let few = matrix(&["+....", "-...W"], &[]);
    assert_eq!(final_filter(&few, &Rules::default()).1, Some(TooWeak::FewTests));
    let two = Rules { of_a_class: 2, ..Rules::default() };
    assert_eq!(final_filter(&few, &two).0.dropped, [2]);
    // Of the classes, at most so many, but the one that alone kills stays.
    assert_eq!(at_most_of_a_class(&few, 1).dropped, [1, 2]);
    let all_pass = vec!["+....."; 16];
    assert_eq!(final_filter(&matrix(&all_pass, &[]), &Rules::default()).1, Some(TooWeak::AllPass));
    // 15 of 16 are not more than 60 of 64.
    let one_fails = [vec!["+....."; 15], vec!["-....W"]].concat();
    assert_eq!(final_filter(&matrix(&one_fails, &[]), &Rules::default()).1, None);
}

#[test]
fn evc_4_tests_that_nearly_all_pass_say_nothing() {
    let rows: Vec<&str> = [vec!["-.W."; 1], vec!["-..W"; 4], vec!["+..."; 16]].concat();
    // Pass rates 1, 20/21 and 17/21.
    assert_eq!(adversarial_filter(&matrix(&rows, &[]), Rules::default().easy_pass_rate), [2]);
    assert_eq!(adversarial_filter(&matrix(&rows, &[]), 0.96), [1, 2]);
}

#[test]
fn evc_5_the_strongest_and_those_that_differ_most() {
    let rows = [
        "+..........", // passes all, but nothing may kill it
        "-..........", // the strongest that may die
        "-.........W", // the second
        "-WWWWW.....", // half: far from the next
        "-.....WWWWW", // half
        "-WWWWW....W", // four tenths: near the first of the halves
        "-WW.WW..W.W", // four tenths, between
        "-WWWWWWWWWW", // hopeless
    ];
    let targets = adversarial_targets(&matrix(&rows, &[]), |row| row != 0, 1);
    // Of the triples with rows 3 and 4, row 6 is the farther third one: distances 4 and 6 against 1 and 9.
    assert_eq!(targets, [1, 2, 3, 4, 6]);
    // Fewer than three in the middle: others that are not hopeless fill up.
    let few = matrix(&["-..........", "-.........W", "-.WWWW.....", "-.........W", "-..WWWWWWWW", "-WWWWWWWWWW"], &[]);
    assert_eq!(adversarial_targets(&few, |_| true, 1), [0, 1, 2, 3, 4]);
    assert_eq!(adversarial_targets(&few, |_| false, 1), Vec::<usize>::new());
}

#[test]
fn evc_7_one_test_of_each_class_is_shown() {
    let matrix = matrix(&["+....", "-WW.W", "-..WW"], &[]);
    assert_eq!(discriminative_filter(&matrix, LowPassRate::default()), [0, 2, 3]);
}

#[test]
fn evc_8_programs_that_are_alike() {
    // Rows 1, 3 and 5 are the same, then 4 is nearest to them, then 0.
    let rows = ["+......", "-WW....", "-..WWWW", "-WW....", "-WW...W", "-WW...."];
    assert_eq!(alike_programs(&matrix(&rows, &[]), 3), [0, 1, 3, 4, 5]);
    // No two are the same: those that are nearest to all others.
    let rows = ["+......", "-W.....", "-.W....", "-..W...", "-...W..", "-WWWWWW"];
    assert_eq!(alike_programs(&matrix(&rows, &[]), 3), [0, 1, 2, 3, 4]);
    // A large group is drawn from.
    let many = matrix(&["-W"; 9], &[]);
    let targets = alike_programs(&many, 5);
    assert_eq!(targets.len(), N_TARGETS);
    assert_eq!(alike_programs(&many, 5), targets, "the same seed draws the same");
}

#[test]
fn evc_10_a_test_has_to_split() {
    let matrix = matrix(&["-.W. ", "-.W.W", "-..W "], &[]);
    let all: Vec<bool> = matrix.tests.iter().map(|test| splits(test, &[0, 1, 2])).collect();
    assert_eq!(all, [false, true, true, false]);
    assert!(!splits(&matrix.tests[1], &[0, 1]));
}

proptest! {
    #[test]
    fn no_verdict_is_lost_and_nothing_is_left_over(
        rows in prop::collection::vec("[-+?][.WTR ]{8}", 1..7), sample in 0_usize..8
    ) {
        let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
        let matrix = matrix(&rows, &[sample]);
        let seen = |columns: &[usize]| -> BTreeSet<(usize, Verdict)> {
            let verdicts = |column: &usize| {
                let all = matrix.tests[*column].verdicts.iter().enumerate();
                all.filter_map(|(row, verdict)| Some((row, (*verdict)?))).filter(|fact| fact.1 != Verdict::Ac).collect::<Vec<_>>()
            };
            columns.iter().flat_map(verdicts).collect()
        };
        let whole = seen(&(0..8).collect::<Vec<_>>());
        let thinned = minimise(&matrix, |_| false);
        prop_assert!(thinned.kept.contains(&sample));
        prop_assert_eq!(seen(&thinned.kept), whole.clone());
        for left_out in thinned.kept.iter().filter(|column| **column != sample) {
            let others: Vec<usize> = thinned.kept.iter().copied().filter(|column| column != left_out).collect();
            prop_assert!(seen(&others).len() < whole.len(), "{} is not needed", left_out);
        }
        let gentle = at_most_of_a_class(&matrix, 1);
        prop_assert_eq!(seen(&gentle.kept), whole);
    }
}
