//! The arithmetic, against numbers that were worked out by hand.

use super::*;

pub(super) const RATIOS: Ratios = Ratios { ac: 2.0, tle: 1.5, memory: 2.0, resolution_ms: 100 };

pub(super) fn runs(test: &str, input_bytes: u64, cpu_ms: &[u64]) -> Runs {
    Runs { test: test.to_owned(), input_bytes, cpu_us: cpu_ms.iter().map(|ms| ms * 1000).collect(), stopped_us: None }
}

fn stopped(test: &str, ms: u64) -> Runs {
    Runs { test: test.to_owned(), input_bytes: 1, cpu_us: Vec::new(), stopped_us: Some(ms * 1000) }
}

pub(super) fn subject(path: &str, is_correct: bool, runs: Vec<Runs>) -> Subject {
    Subject {
        path: path.to_owned(),
        language: "C++".to_owned(),
        is_correct,
        has_own_limit: false,
        factor: 1.0,
        memory_bytes: Some(20 << 20),
        runs,
        generated: Vec::new(),
        why: None,
    }
}

#[test]
fn the_limit_follows_from_the_slowest_test_of_the_slowest_correct_solution() {
    let subjects = [
        subject("a", true, vec![runs("1", 1, &[90]), runs("2", 1, &[310, 300, 305])]),
        subject("b", true, vec![runs("1", 1, &[120])]),
        subject("slow", false, vec![runs("2", 1, &[1000, 990])]),
    ];
    let advice = advise(&subjects, &RATIOS, Some(2000));
    // 2 × 300 ms is a multiple of 100 ms; 1.5 × 600 = 900 <= 990. 2 × 20 MB = 40, so 48.
    assert_eq!((advice.time_limit_ms, advice.memory_limit_mb), (Some(600), Some(48)));
    assert_eq!((advice.slowest_correct.as_deref(), advice.fastest_too_slow.as_deref()), (Some("a"), Some("slow")));
    assert!(advice.suggested.is_some_and(|standing| standing.is_clear()));
    // About 2 s: 2 × 990 < 2000, so the slow one passes with room to spare.
    let current = advice.current.expect("a limit was given");
    assert_eq!((current.in_time, current.in_between), (vec!["slow".to_owned()], vec![]));
    assert_eq!((advice.solutions[0].time_ms, advice.solutions[0].greatest_ms), (Some(300.0), Some(310.0)));
}

#[test]
fn who_sits_in_between() {
    // The limit is 600 ms: what takes between 300 and 900 ms is neither in time nor too slow.
    let subjects = [
        subject("right", true, vec![runs("1", 1, &[300])]),
        subject("near", false, vec![runs("1", 1, &[899])]),
        subject("far", false, vec![runs("1", 1, &[900])]),
    ];
    let advice = advise(&subjects, &RATIOS, Some(500));
    assert_eq!(advice.suggested.expect("it was measured").in_between, ["near"]);
    // 2 × 300 > 500, and 300 < 750: with 500 ms the correct one has too little room. 899 and 900 are beyond 750.
    assert_eq!(advice.current.expect("a limit was given").in_between, ["right"]);
}

#[test]
fn what_was_not_measured_has_no_number() {
    let unmeasured =
        Subject { why: Some("it gets WA on test 1".to_owned()), ..subject("b", true, vec![runs("1", 1, &[5])]) };
    let advice = advise(&[subject("a", true, vec![runs("1", 1, &[300])]), unmeasured], &RATIOS, Some(600));
    assert_eq!((advice.time_limit_ms, advice.memory_limit_mb, advice.slowest_correct), (None, None, None));
    assert_eq!((advice.solutions[1].time_ms, advice.solutions[1].memory_mb), (None, None));
    assert!(advice.suggested.is_none() && advice.fastest_too_slow.is_none() && advice.growth_tells_apart.is_none());
    // Nobody is correct: nothing follows.
    assert_eq!(advise(&[], &RATIOS, None).time_limit_ms, None);
}

#[test]
fn a_busy_machine_measures_nothing() {
    let noisy = subject("a", true, vec![runs("1", 1, &[100, 151])]);
    let advice = advise(&[noisy], &RATIOS, None);
    assert!(advice.solutions[0].why.as_deref().is_some_and(|why| why.contains("from 100 to 151 ms")));
    assert_eq!((advice.time_limit_ms, advice.solutions[0].time_ms), (None, None));
    // A few milliseconds are noise of their own.
    let short = subject("a", true, vec![runs("1", 1, &[1, 20])]);
    assert_eq!(advise(&[short], &RATIOS, None).time_limit_ms, Some(100));
}

#[test]
fn a_solution_that_was_stopped_takes_longer_than_that() {
    let subjects = [
        subject("a", true, vec![runs("1", 1, &[300])]),
        subject("endless", false, vec![runs("1", 1, &[5]), stopped("2", 900)]),
        subject("slow", false, vec![runs("1", 1, &[1200])]),
    ];
    let advice = advise(&subjects, &RATIOS, None);
    assert_eq!((advice.solutions[1].time_ms, advice.solutions[1].above_ms), (None, Some(900.0)));
    assert!(advice.suggested.is_some_and(|standing| standing.is_clear()));
    // Which of the two is faster nobody knows.
    assert_eq!(advice.fastest_too_slow, None);
    assert_eq!(advise(&subjects[..2], &RATIOS, None).fastest_too_slow.as_deref(), Some("endless"));
    // A correct one that was stopped is not measured.
    let correct = subject("a", true, vec![stopped("1", 900)]);
    assert_eq!(advise(&[correct], &RATIOS, None).time_limit_ms, None);
}

#[test]
fn languages_have_their_factors_or_limits_of_their_own() {
    let python =
        Subject { language: "Python 3".to_owned(), factor: 3.0, ..subject("a.py", true, vec![runs("1", 1, &[1200])]) };
    let subjects = [subject("a", true, vec![runs("1", 1, &[300])]), python.clone()];
    let advice = advise(&subjects, &RATIOS, None);
    // 1200 / 3 = 400 counts, so 800 ms for all and 2400 for Python.
    assert_eq!(advice.time_limit_ms, Some(800));
    assert_eq!(advice.languages, [LanguageLimit { language: "Python 3".to_owned(), time_limit_ms: Some(2400) }]);
    let own = Subject { has_own_limit: true, factor: 1.0, ..python };
    let advice = advise(&[subjects[0].clone(), own], &RATIOS, None);
    assert_eq!((advice.time_limit_ms, advice.languages[0].time_limit_ms), (Some(600), Some(2400)));
}
