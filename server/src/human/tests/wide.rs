//! Reports with many tests, or oddly named ones.

use problem::{label::LabelWord, report::Report};

use super::samples::{over, solution};

/// A row in which every `every`-th test, from `first` on, is failed.
fn row(len: usize, first: usize, every: usize, sign: char) -> String {
    (0..len).map(|test| if test >= first && (test - first).is_multiple_of(every) { sign } else { '.' }).collect()
}

/// Many solutions on many tests, failing regularly.
pub(super) fn regular(n_solutions: usize, n_tests: usize, period: usize) -> Report {
    let mut report = over((1..=n_tests).map(|id| id.to_string()));
    solution(&mut report, "sol.cpp", Some(LabelWord::Accepted), &row(n_tests, n_tests, 1, '.'), 31.0);
    for nth in 1..n_solutions {
        let (name, label, sign) = match nth % 3 {
            0 => (format!("tle_{nth}.cpp"), LabelWord::TimeLimitExceeded, 'T'),
            1 => (format!("wa_{nth}.cpp"), LabelWord::WrongAnswer, 'W'),
            _ => (format!("rte_{nth}.cpp"), LabelWord::RunTimeError, 'R'),
        };
        solution(&mut report, &name, Some(label), &row(n_tests, nth, period + nth % 3, sign), 100.0 * nth as f64);
    }
    report
}

/// Tests in folders, as ICPC packages have them.
pub(super) fn icpc(group_sizes: &[usize]) -> Report {
    let groups = group_sizes.iter().enumerate().flat_map(|(group, &size)| {
        (1..=size).map(move |test| match group {
            0 => format!("sample/{test}"),
            _ => format!("secret/group{group}/{test:02}-random-large"),
        })
    });
    let mut report = over(groups);
    report.problem.format = "icpc".into();
    let n = report.tests.len();
    solution(&mut report, "submissions/accepted/joe.cpp", Some(LabelWord::Accepted), &row(n, n, 1, '.'), 1.0);
    solution(&mut report, "submissions/wrong_answer/ann.py", Some(LabelWord::WrongAnswer), &row(n, 4, 3, 'W'), 90.0);
    solution(
        &mut report,
        "submissions/time_limit_exceeded/a_slow_one.py",
        Some(LabelWord::TimeLimitExceeded),
        &row(n, 5, 4, 'T'),
        2500.0,
    );
    report.metrics.tle_only_kills = vec!["submissions/time_limit_exceeded/a_slow_one.py".into()];
    report
}
