//! Results worked out by hand, and what open cells leave open.

use proptest::prelude::*;

use super::*;
use crate::model::InputSource;

/// A tree written as lines: a group with its parent and dependencies, or tests of the group before.
struct Suite {
    scoring: Scoring,
    tests: ByTest<Test>,
    grader: AskGrader<'static>,
}

impl Suite {
    fn new() -> Suite {
        Suite {
            scoring: Scoring { scored: true, ..Scoring::of_one_group() },
            tests: ByTest::new(),
            grader: &|_, _| None,
        }
    }

    fn group(mut self, name: &str, parent: usize, max_score: Option<f64>, dependencies: &[usize]) -> Suite {
        self.scoring.add(TestGroup {
            name: name.to_owned(),
            parent: Some(parent),
            max_score,
            dependencies: dependencies.to_vec(),
            ..TestGroup::default()
        });
        self
    }

    /// Tests with these points in the group that was added last.
    fn tests(mut self, points: &[Option<f64>]) -> Suite {
        let group = self.scoring.groups.len() - 1;
        for &points in points {
            let id = (self.tests.len() + 1).to_string();
            let test = Test { points, ..Test::new(id.as_str(), InputSource::Stdout(0.into())) };
            let idx = self.tests.push(test);
            self.scoring.groups[group].items.push(Item::Test(idx));
        }
        self
    }

    fn rules(mut self, rules: Rules) -> Suite {
        self.scoring.rules = rules;
        self
    }

    /// The results for a row such as `A W . A=5`: accepted, wrong, open, accepted with five points.
    fn results(&self, row: &str) -> String {
        let cells: Vec<Option<Seen>> = row.split_whitespace().map(cell).collect();
        assert_eq!(cells.len(), self.tests.len(), "{row}");
        let results = self.scoring.results(&self.tests, &|test| cells[usize::from(test)], self.grader);
        let word = |result: &GroupResult| {
            let verdict = result.verdict.map_or("?", Verdict::code);
            let score = result.score.map_or("?".to_owned(), |score| score.to_string());
            format!("{verdict} {score}")
        };
        results.iter().map(word).collect::<Vec<_>>().join(", ")
    }
}

fn cell(word: &str) -> Option<Seen> {
    let (letter, points) = word.split_once('=').unwrap_or((word, ""));
    let verdict = match letter {
        "A" => Verdict::Ac,
        "W" => Verdict::Wa,
        "T" => Verdict::Tle,
        "R" => Verdict::Rte,
        _ => return None,
    };
    let points = match points.strip_prefix('x') {
        Some(share) => share.parse().ok().map(Points::Share),
        None => points.parse().ok().map(Points::Exactly),
    };
    Some(Seen { verdict, points })
}

fn polygon(complete: bool, points: Option<f64>) -> PolygonRule {
    PolygonRule { complete, points }
}

/// Group 0 of samples for nothing; group 1 for 30 as a whole, which needs 0; group 2 of 20 + 50 test by test, which needs 1.
fn package() -> Suite {
    Suite::new()
        .group("0", 0, Some(0.0), &[])
        .tests(&[Some(0.0)])
        .group("1", 0, Some(30.0), &[1])
        .tests(&[Some(10.0), Some(20.0)])
        .group("2", 0, Some(70.0), &[2])
        .tests(&[Some(20.0), Some(50.0)])
        .rules(Rules::Polygon(vec![
            polygon(false, None),
            polygon(true, Some(0.0)),
            polygon(true, Some(30.0)),
            polygon(false, None),
        ]))
}

#[test]
fn polygon_policies_and_dependencies() {
    let package = package();
    assert_eq!(package.results("A A A A A"), "AC 100, AC 0, AC 30, AC 70");
    assert_eq!(package.results("A A A W A"), "WA 80, AC 0, AC 30, WA 50");
    assert_eq!(package.results("A A T A A"), "TLE 0, AC 0, TLE 0, SK 0");
    assert_eq!(package.results("W A A A A"), "WA 0, WA 0, SK 0, SK 0", "what depends on a group that is not judged");
    assert_eq!(package.results("A A A A=7 W=3"), "WA 40, AC 0, AC 30, WA 10", "the checker's points");
}

#[test]
fn polygon_open_cells() {
    let package = package();
    assert_eq!(package.results(". A A A A"), "? ?, ? 0, ? ?, ? ?");
    assert_eq!(package.results("A . W A A"), "? 0, AC 0, ? 0, SK 0", "a failure decides, but not which is the worst");
    assert_eq!(package.results("A A A . A"), "? ?, AC 0, AC 30, ? ?");
    assert_eq!(package.results("W . . . ."), "? 0, WA 0, SK 0, SK 0");
    assert_eq!(package.results("A A A . R"), "RTE ?, AC 0, AC 30, RTE ?", "no run ends worse");
}

#[test]
fn polygon_circles_are_never_decided() {
    let circle = Suite::new()
        .group("a", 0, None, &[2])
        .tests(&[Some(5.0)])
        .group("b", 0, None, &[1])
        .tests(&[Some(5.0)])
        .rules(Rules::Polygon(vec![polygon(false, None), polygon(true, None), polygon(true, None)]));
    assert_eq!(circle.results("A A"), "AC ?, ? ?, ? ?");
}

fn grader(breaks: bool, verdict: VerdictMode, score: ScoreMode) -> LegacyRule {
    LegacyRule { breaks, verdict, score, ..LegacyRule::default() }
}

/// What the tools of the format write: samples are ignored, groups give their score as a whole, 40 and 60.
fn kattis() -> Suite {
    let root = LegacyRule { ignore_sample: true, ..grader(false, VerdictMode::WorstError, ScoreMode::Sum) };
    let secret = LegacyRule { accept_if_any_accepted: true, ..grader(false, VerdictMode::FirstError, ScoreMode::Sum) };
    let group = |accept_score| LegacyRule { accept_score, ..grader(true, VerdictMode::WorstError, ScoreMode::Min) };
    Suite::new()
        .group("sample", 0, None, &[])
        .tests(&[None])
        .group("secret", 0, Some(100.0), &[])
        .group("secret/1", 2, Some(40.0), &[])
        .tests(&[None, None])
        .group("secret/2", 2, Some(60.0), &[])
        .tests(&[None, None])
        .rules(Rules::Legacy(vec![root, group(0.0), secret, group(40.0), group(60.0)]))
}

#[test]
fn legacy_groups_as_the_tools_write_them() {
    let kattis = kattis();
    assert_eq!(kattis.results("A A A A A"), "AC 100, AC 0, AC 100, AC 40, AC 60");
    assert_eq!(kattis.results("A A A A W"), "AC 40, AC 0, AC 40, AC 40, WA 0");
    assert_eq!(kattis.results("W A A W T"), "AC 40, WA 0, AC 40, AC 40, WA 0", "the first failure ends the group");
    assert_eq!(kattis.results("A T W W R"), "TLE 0, AC 0, TLE 0, TLE 0, WA 0", "the first of the groups");
    assert_eq!(kattis.results("A A A W ."), "AC 40, AC 0, AC 40, AC 40, WA 0", "nobody judges the open one");
    assert_eq!(kattis.results("A A A . W"), "AC 40, AC 0, AC 40, AC 40, ? 0", "either fails");
    assert_eq!(kattis.results("A A A . A"), "AC ?, AC 0, AC ?, AC 40, ? ?");
    assert_eq!(kattis.results(". A A A A"), "AC 100, ? 0, AC 100, AC 40, AC 60");
}

#[test]
fn legacy_defaults_break_and_add_up() {
    let plain = Suite::new()
        .group("sample", 0, None, &[])
        .tests(&[None])
        .group("secret", 0, None, &[])
        .tests(&[None, None, None])
        .rules(Rules::Legacy(vec![LegacyRule::default(); 3]));
    assert_eq!(plain.results("A A A A"), "AC 4, AC 1, AC 3", "each accepted test has 1");
    assert_eq!(plain.results("A A W R"), "WA 0, AC 1, WA 1", "of a rejected whole the score is ignored");
    assert_eq!(plain.results("T A A A"), "TLE 0, TLE 0, SK 0", "nothing is judged after a failure");
    assert_eq!(plain.results("A A . A"), "? ?, AC 1, ? ?");
    assert_eq!(plain.results(". A W A"), "? 0, ? ?, ? ?");
}

#[test]
fn legacy_modes() {
    let with = |rule: LegacyRule| {
        let rules = vec![
            grader(false, VerdictMode::WorstError, ScoreMode::Sum),
            LegacyRule { accept_score: 6.0, reject_score: 3.0, ..rule },
        ];
        Suite::new().group("secret", 0, None, &[]).tests(&[None, None, None]).rules(Rules::Legacy(rules))
    };
    let of = |verdict, score| with(grader(false, verdict, score));
    assert_eq!(of(VerdictMode::WorstError, ScoreMode::Sum).results("A W T"), "TLE 0, TLE 12");
    assert_eq!(of(VerdictMode::WorstError, ScoreMode::Avg).results("A W T"), "TLE 0, TLE 4");
    assert_eq!(of(VerdictMode::FirstError, ScoreMode::Min).results("A W T"), "WA 0, WA 3");
    assert_eq!(of(VerdictMode::AlwaysAccept, ScoreMode::Max).results("W T A"), "AC 6, AC 6");
    assert_eq!(of(VerdictMode::AlwaysAccept, ScoreMode::Avg).results("A A W"), "AC 5, AC 5");
    assert_eq!(of(VerdictMode::AlwaysAccept, ScoreMode::Max).results("A . W"), "AC 6, AC 6");
    let breaking = with(grader(true, VerdictMode::AlwaysAccept, ScoreMode::Sum));
    assert_eq!(breaking.results("A W A"), "AC 9, AC 9", "6 and 3, and the third is not judged");
    let scores = with(LegacyRule { custom_scores: true, ..grader(false, VerdictMode::AlwaysAccept, ScoreMode::Sum) });
    assert_eq!(scores.results("A=2.5 W A"), "AC 11.5, AC 11.5", "2.5 of score.txt, 3 and 6");
    assert_eq!(scores.results("A=2.5 . A"), "AC ?, AC ?");
    let custom = with(LegacyRule { custom: true, ..grader(false, VerdictMode::AlwaysAccept, ScoreMode::Sum) });
    assert_eq!(custom.results("A A A"), "? ?, ? ?");
}

fn newer(aggregation: Aggregation, scored: bool, test_max: Option<f64>) -> NewerRule {
    NewerRule { aggregation, scored, test_max, ..NewerRule::default() }
}

/// 20 as a whole; 30 test by test, which needs the first group; and the least of tests for 50.
fn since_2023() -> Suite {
    Suite::new()
        .group("sample", 0, None, &[])
        .tests(&[None])
        .group("secret", 0, Some(100.0), &[])
        .group("secret/1", 2, Some(20.0), &[])
        .tests(&[None, None])
        .group("secret/2", 2, Some(30.0), &[3])
        .tests(&[None, None, None])
        .group("secret/3", 2, Some(50.0), &[])
        .tests(&[None, None])
        .rules(Rules::Newer(vec![
            newer(Aggregation::Sum, false, None),
            newer(Aggregation::PassFail, false, None),
            newer(Aggregation::Sum, true, None),
            newer(Aggregation::PassFail, true, None),
            newer(Aggregation::Sum, true, Some(10.0)),
            newer(Aggregation::Min, true, Some(50.0)),
        ]))
}

#[test]
fn newer_aggregations_and_requirements() {
    let suite = since_2023();
    assert_eq!(suite.results("A A A A A A A A"), "AC 100, AC ?, AC 100, AC 20, AC 30, AC 50");
    assert_eq!(suite.results("A A A A W A A W"), "WA 40, AC ?, WA 40, AC 20, WA 20, WA 0");
    assert_eq!(suite.results("A A W A A A A A"), "WA 50, AC ?, WA 50, WA 0, SK 0, AC 50");
    assert_eq!(suite.results("W A A A A A A A"), "WA 100, WA ?, AC 100, AC 20, AC 30, AC 50", "samples have no score");
    assert_eq!(suite.results("A A A A A A=4 A=x0.5 A"), "AC 69, AC ?, AC 69, AC 20, AC 24, AC 25");
    assert_eq!(suite.results("A A . A A A A A"), "? ?, AC ?, ? ?, ? ?, ? ?, AC 50");
    assert_eq!(suite.results("A A W . . . A A"), "WA 50, AC ?, WA 50, WA 0, SK 0, AC 50");
    assert_eq!(suite.results("A A A A A A . W"), "? 50, AC ?, ? 50, AC 20, AC 30, ? 0");
}

/// A test outside, the least of two for 20; the greatest of two and one of the first for 30; the sum of two for 50, the first of
/// which is worth 40, if the first subtask is passed.
fn olympiad() -> Suite {
    let rule = |fold, points| SubtaskRule { fold, points };
    let mut suite = Suite::new()
        .tests(&[None])
        .group("a", 0, Some(20.0), &[])
        .tests(&[None, None])
        .group("b", 0, Some(30.0), &[])
        .tests(&[None, None])
        .group("c", 0, Some(50.0), &[1])
        .tests(&[Some(40.0), Some(10.0)]);
    suite.scoring.groups[2].items.push(Item::Test(2.into()));
    suite.rules(Rules::Subtasks(vec![
        rule(Fold::Sum, 0.0),
        rule(Fold::Min, 20.0),
        rule(Fold::Max, 30.0),
        rule(Fold::Sum, 50.0),
    ]))
}

#[test]
fn subtasks_of_olympiads() {
    let suite = olympiad();
    assert_eq!(suite.results("A A A A A A A"), "AC 100, AC 20, AC 30, AC 50");
    assert_eq!(suite.results("W A A A W A W"), "WA 90, AC 20, WA 30, WA 40");
    assert_eq!(suite.results("A A W W W A A"), "WA 0, WA 0, WA 0, SK 0");
    assert_eq!(suite.results("A A W=x0.5 W T A A"), "TLE 25, WA 10, TLE 15, SK 0", "a share of a failure");
    assert_eq!(suite.results("A A . A A A A"), "? ?, ? ?, ? 30, ? ?");
    assert_eq!(suite.results("A W . W . A A"), "? ?, ? 0, ? ?, SK 0");
}

/// Tests without points share what the others leave, so that all together never give more than the whole.
#[test]
fn points_of_some_tests_of_a_sum() {
    let of = |points: &[Option<f64>], results: &str| {
        let rules = Rules::Subtasks(vec![SubtaskRule { fold: Fold::Sum, points: 100.0 }]);
        Suite::new().tests(points).rules(rules).results(results)
    };
    assert_eq!(of(&[Some(50.0), Some(50.0), None], "A A A"), "AC 100");
    assert_eq!(of(&[Some(50.0), Some(50.0), None], "A A W"), "WA 100");
    assert_eq!(of(&[Some(40.0), None, None], "W A W"), "WA 30");
    assert_eq!(of(&[None, None], "A W"), "WA 50");
}

#[test]
fn groups_without_rules_have_verdicts() {
    let mut suite = Suite::new().tests(&[None]).group("big", 0, None, &[]).tests(&[None, None]);
    suite.scoring.scored = false;
    let suite = suite.rules(Rules::Newer(vec![NewerRule::default(); 2]));
    assert_eq!(suite.results("A A A"), "AC ?, AC ?");
    assert_eq!(suite.results("A W R"), "RTE ?, RTE ?");
    assert_eq!(suite.results("R . A"), "RTE ?, ? ?", "nothing is worse");
}

proptest! {
    /// What is known while cells are open is what comes of it, however they end.
    #[test]
    fn what_is_known_early_stays(
        words in proptest::collection::vec(prop::sample::select(vec!["A", "A", "W", "T", "R", "A=3", "W=1", "A=x0.5"]), 8),
        open in proptest::collection::vec(any::<bool>(), 8),
        which in 0_usize..5,
    ) {
        let suite = match which {
            0 => package(),
            1 => kattis(),
            2 => since_2023(),
            3 => olympiad(),
            _ => kattis().rules(Rules::Legacy(vec![LegacyRule { custom_scores: true, ..LegacyRule::default() }; 5])),
        };
        let n_tests = suite.tests.len();
        let whole: Vec<Option<Seen>> = words[..n_tests].iter().map(|word| cell(word)).collect();
        // Only packages that say so have checkers that give scores.
        let whole: Vec<Option<Seen>> = whole.into_iter().map(|seen| match which {
            1 => seen.map(|seen| Seen { points: None, ..seen }),
            2 => seen.map(|seen| Seen { points: seen.points.filter(|_| seen.verdict == Verdict::Ac), ..seen }),
            _ => seen,
        }).collect();
        let after = suite.scoring.results(&suite.tests, &|test| whole[usize::from(test)], suite.grader);
        let before = suite.scoring.results(&suite.tests, &|test| whole[usize::from(test)].filter(|_| !open[usize::from(test)]), suite.grader);
        for (before, after) in before.iter().zip(&after) {
            prop_assert!(before.verdict.is_none() || before.verdict == after.verdict, "{before:?} {after:?}");
            prop_assert!(before.score.is_none() || before.score == after.score, "{before:?} {after:?}");
        }
    }
}
