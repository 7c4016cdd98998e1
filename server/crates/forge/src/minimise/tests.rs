//! Suites that get smaller, and scripts with them.

use proptest::prelude::*;

use super::*;
use crate::rig::{Rig, SUMS, Stages, judged, with};

/// The scripts without the commands of the tests with these ids, and the ids that are left over.
fn rewritten(script: &str, dropped: &[&str]) -> (Option<String>, Vec<String>) {
    let files = with(SUMS, "gen 7 > $\n", script);
    let folder = testkit::fixture::folder("sums", &files);
    let (problem, _) = problem::formats::open(&folder);
    let of_id =
        |id: &&str| {
            problem.tests.indices().find(|&test| problem.tests[test].id == **id).unwrap_or_else(|| {
                panic!("no {id} in {:?}", problem.tests.iter().map(|test| &test.id).collect::<Vec<_>>())
            })
        };
    let found = without(&folder, &problem, &dropped.iter().map(of_id).collect::<Vec<_>>());
    let text = found.texts.get(&crate::rig::path("script.txt")).cloned();
    (text, found.remaining.iter().map(|&test| problem.tests[test].id.clone()).collect())
}

#[test]
fn lines_that_make_dropped_tests_alone_are_taken_out() {
    let script = "# small\ngen 7 > $\n\ngen 8 > $\n# large\ngen 9 > $\n";
    assert_eq!(rewritten(script, &["2", "4"]).0.as_deref(), Some("# small\n\ngen 8 > $\n# large\n"));
    assert_eq!(rewritten("gen 7 > $\r\ngen 8 > $\r\n", &["2"]), (Some("gen 8 > $\r\n".to_owned()), vec![]));
    // The sample is a file, and so no line stands for it.
    assert_eq!(rewritten(script, &["1"]), (None, vec!["1".to_owned()]));
    assert_eq!(rewritten(script, &[]), (None, vec![]));
}

#[test]
fn a_line_that_makes_several_tests_goes_with_all_of_them_or_not_at_all() {
    let script = "<#list 7..8 as n>\ngen ${n} > $\n</#list>\ngen 9 > $\n";
    let (text, left) = rewritten(script, &["2", "4"]);
    assert_eq!(text.as_deref(), Some("<#list 7..8 as n>\ngen ${n} > $\n</#list>\n"));
    assert_eq!(left, ["2"]);
    let (text, left) = rewritten(script, &["2", "3"]);
    assert_eq!(text.as_deref(), Some("<#list 7..8 as n>\n</#list>\ngen 9 > $\n"));
    assert_eq!(left, Vec::<String>::new());
}

#[test]
fn a_smaller_suite_is_proved_in_a_copy_before_it_is_written() {
    // The sums are 3, 7, 21 and 31; the last one fails both wrong ones.
    let rig = Rig::new(&with(SUMS, "gen 7 > $\n", "gen 7 > $\ngen 21 > $\ngen 31 > $\n"));
    let bench = rig.bench();
    let known = judged(&bench, &[]);
    let found = minimised(&known.problem, &known.state, None);
    let dropped: Vec<&str> = found.dropped().iter().map(|&test| known.problem.tests[test].id.as_str()).collect();
    assert_eq!(dropped, ["2", "3"]);
    assert!(found.shows_anything() && found.ensure_it_says_something(true).is_ok());
    let rewritten = without(&known.folder, &known.problem, &found.dropped());
    let before = (&known.problem, &known.state);
    let changes = proved(&bench, before, &found, &rewritten, &mut Stages::default()).unwrap();
    let texts: Vec<_> = changes.iter().map(|change| String::from_utf8_lossy(&change.after)).collect();
    assert_eq!(texts, ["gen 31 > $\n"]);
    // Nothing to rewrite is nothing to prove.
    assert_eq!(proved(&bench, before, &found, &Rewritten::default(), &mut Stages::default()).unwrap(), []);
    // Taking the test out that alone fails someone is refused.
    let texts = [(crate::rig::path("script.txt"), "gen 21 > $\n".to_owned())].into();
    let wrong = Rewritten { texts, ..Rewritten::default() };
    let why = proved(&bench, before, &found, &wrong, &mut Stages::default()).unwrap_err().to_string();
    let other = "without these lines the script makes other tests, or tests of other groups";
    assert_eq!(why, format!("{other}, so nothing was written; take the lines out by hand"));
}

#[test]
fn what_is_said_of_solutions_has_to_stay() {
    let rig = Rig::new(&with(SUMS, "gen 7 > $\n", "gen 21 > $\ngen 31 > $\n"));
    let bench = rig.bench();
    let known = judged(&bench, &[]);
    bench.write(&[(crate::rig::path("script.txt"), "gen 21 > $\n".to_owned())].into()).unwrap();
    let after = judged(&bench, &[]);
    let compared =
        |gone: &[TestIdx]| says_the_same((&known.problem, &known.state), (&after.problem, &after.state), gone);
    let other = "without these lines `rte_large.cpp` gets other verdicts";
    assert_eq!(compared(&[TestIdx::from(2)]), Err(other.to_owned()));
    assert!(compared(&[]).is_err_and(|why| why.contains("makes other tests")));
    assert_eq!(says_the_same((&known.problem, &known.state), (&known.problem, &known.state), &[]), Ok(()));
}

#[test]
fn without_verdicts_there_is_nothing_to_say() {
    let rig = Rig::new(SUMS);
    let bench = rig.bench();
    let known = judged(&bench, &[]);
    let found = minimised(&known.problem, &known.state, Some(1));
    let why = |found: &Minimised, is_for_writing| {
        found.ensure_it_says_something(is_for_writing).map_err(|error| error.to_string())
    };
    assert_eq!(why(&found, false), Ok(()));
    assert!(why(&found, true).is_err_and(|why| why.starts_with("no solution fails any test")));
    let empty = minimised(&known.problem, &State::new(&known.problem), None);
    assert!(why(&empty, false).is_err_and(|why| why.starts_with("no solution was judged on any test")));
}

proptest! {
    #[test]
    fn the_other_lines_stay_byte_for_byte(lines in prop::collection::vec("[a-z#$ ]{0,4}\r?", 0..6), gone in prop::collection::btree_set(0..6_u32, 0..4)) {
        let text = lines.join("\n");
        let kept: Vec<&str> = text.split_inclusive('\n').enumerate().filter(|(at, _)| !gone.contains(&(*at as u32))).map(|(_, line)| line).collect();
        prop_assert_eq!(without_lines(&text, &gone), kept.concat());
    }
}
