//! The standard checkers twice: what is built in against the C++ programs, on files made to be nasty.

#![expect(clippy::unwrap_used, reason = "helpers of tests are tests")]

mod edits;
mod files;
mod programs;
mod tokens;

use std::{
    sync::atomic::{AtomicUsize, Ordering},
    thread,
};

use checkers::{Report, ReportForm, Standard};
use files::Case;
use programs::{Ending, Place, Programs};
use proptest::test_runner::{Config, RngAlgorithm, TestError, TestRng, TestRunner};

/// How many cases each checker gets, for 256 asked for.
const N_CASES: u32 = 300;

fn config() -> Config {
    let config = Config::default();
    let cases = (config.cases * N_CASES / 256).max(1);
    Config { cases, failure_persistence: None, max_shrink_iters: 4000, ..config }
}

/// What the program has to end with.
fn expected(checker: Standard, case: &Case) -> Ending {
    let outcome = checker.check(case.output.as_deref(), case.answer.as_deref(), "ans.txt", "out.txt");
    let Some(form) = case.report else {
        return Ending { exit_code: Some(outcome.kind.exit_code()), stderr: outcome.stderr_line(), report: None };
    };
    let report = outcome.report(form);
    Ending { exit_code: Some(report.kind.exit_code()), stderr: Report::STDERR.to_vec(), report: Some(report.content) }
}

/// The first difference, with the smallest case that shows it.
fn difference(checker: Standard, programs: &Programs, place: &Place) -> Option<String> {
    let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let mut runner = TestRunner::new_with_rng(config(), rng);
    let result = runner.run(&files::pair(checker), |pair| {
        let case = pair.case();
        let (program, built_in) = (programs.run(checker, &case, place), expected(checker, &case));
        proptest::prop_assert!(program == built_in, "\nprogram:  {}\nbuilt in: {}", program, built_in);
        Ok(())
    });
    match result {
        Ok(()) => None,
        Err(TestError::Fail(reason, pair)) => Some(format!("{}: {}\n{}", checker.name(), pair.case(), reason)),
        Err(TestError::Abort(reason)) => Some(format!("{}: {reason}", checker.name())),
    }
}

#[test]
fn built_in_checkers_are_the_programs() {
    let programs = Programs::build();
    let next = AtomicUsize::new(0);
    let n_threads = thread::available_parallelism().map_or(1, usize::from).min(Standard::ALL.len());
    let work = || {
        let (place, mut found) = (Place::new(), Vec::new());
        while let Some(&checker) = Standard::ALL.get(next.fetch_add(1, Ordering::Relaxed)) {
            found.extend(difference(checker, &programs, &place));
        }
        found
    };
    let differences: Vec<String> = thread::scope(|scope| {
        let threads: Vec<_> = (0..n_threads).map(|_| scope.spawn(work)).collect();
        threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
    });
    assert!(differences.is_empty(), "{}", differences.join("\n\n"));
}

#[test]
fn cases_are_of_every_verdict() {
    use proptest::{strategy::Strategy, strategy::ValueTree};
    let mut runner = TestRunner::new_with_rng(config(), TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    for checker in Standard::ALL {
        let mut counts = [0_usize; 8];
        for _ in 0..N_CASES {
            let case = files::pair(checker).new_tree(&mut runner).unwrap().current().case();
            let outcome = checker.check(case.output.as_deref(), case.answer.as_deref(), "ans.txt", "out.txt");
            counts[usize::try_from(outcome.kind.exit_code()).unwrap()] += 1;
        }
        let accepted = counts[0] + counts[7];
        println!("{:<10} {accepted:>3} accepted, then wrong, malformed, failed: {:?}", checker.name(), &counts[1..4]);
        assert!(accepted >= 20 && counts[2] > 0, "{}: {counts:?}", checker.name());
    }
}

/// A report file is asked for in both forms.
const FORMS: [ReportForm; 2] = [ReportForm::Plain, ReportForm::Xml];
