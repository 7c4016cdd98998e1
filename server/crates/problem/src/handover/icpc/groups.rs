//! Scores of groups as the versions of the format have them.

use std::collections::BTreeMap;

use crate::{
    handover::{Target, laying::Laying},
    model::TestIdx,
    scoring::{Aggregation, Fold, Item, LegacyRule, Rules, ScoreMode, Scoring, TestGroup, VerdictMode},
};

use super::data::directory_of;

/// What the file of each directory of tests says, by the directory below `data/`.
pub(super) type Scores = BTreeMap<String, Vec<String>>;

/// The scores, where the target has rules that make the same of them; what it has not is listed.
pub(super) fn scores(laying: &mut Laying<'_>) -> Option<Scores> {
    let scoring = laying.scoring().filter(|scoring| scoring.scored)?;
    if let Some((group, needed)) = needs_later_one(laying, scoring).filter(|_| laying.target == Target::Icpc2025) {
        laying.cannot(format!("scores: {group} needs {needed}, which has to come before it by its name"));
        return None;
    }
    let written = match (&scoring.rules, laying.target) {
        (Rules::Newer(rules), Target::Icpc2025) => Some(newer(scoring, |group| match rules[group].aggregation {
            Aggregation::PassFail => "pass-fail",
            Aggregation::Sum => "sum",
            Aggregation::Min => "min",
        })),
        (Rules::Legacy(rules), Target::IcpcLegacy | Target::Domjudge)
            if scoring.groups.iter().all(|one| one.grader_args.is_empty()) =>
        {
            Some(legacy(scoring, rules))
        }
        (Rules::Polygon(_) | Rules::Subtasks(_), _) => of_flat_groups(laying, scoring),
        _ => None,
    };
    if written.is_none() {
        laying.cannot("scores: the target has no rules that make the same of these groups");
    }
    written
}

/// A group that needs one whose directory comes after its own: only earlier ones can be required.
fn needs_later_one<'a>(laying: &Laying<'_>, scoring: &'a Scoring) -> Option<(&'a str, &'a str)> {
    // Whatever a group of samples is called, it lies in `sample`, before all others.
    let is_of_samples = |group: &TestGroup| {
        let mut tests = group.items.iter().filter_map(|item| match item {
            Item::Test(test) => Some(laying.problem().tests[*test].sample),
            Item::Group(_) => None,
        });
        !group.items.is_empty() && tests.all(|is_sample| is_sample)
    };
    let needs =
        scoring.groups.iter().flat_map(|group| group.dependencies.iter().map(move |&on| (group, &scoring.groups[on])));
    let needs = needs.filter(|(_, needed)| !is_of_samples(needed));
    let mut named = needs.map(|(group, needed)| (group.name.as_str(), needed.name.as_str()));
    named.find(|(group, needed)| place(needed) >= place(group))
}

/// Where a group's file lies, below `data/`.
fn place(name: &str) -> String {
    let inner = name.strip_prefix("secret/").unwrap_or(name);
    match name {
        "" => String::new(),
        "sample" | "secret" => name.to_owned(),
        _ => format!("secret/{}", inner.split('/').map(crate::handover::laying::plain).collect::<Vec<_>>().join("/")),
    }
}

fn newer(scoring: &Scoring, aggregation: impl Fn(usize) -> &'static str) -> Scores {
    let mut scores = Scores::new();
    for (idx, group) in scoring.groups.iter().enumerate().skip(1).filter(|(_, group)| group.name != "sample") {
        let aggregation = aggregation(idx);
        let most = match group.max_score {
            Some(most) => most.to_string(),
            // Whoever passes it has passed, and no more.
            None if aggregation == "pass-fail" => "0".to_owned(),
            None => "unbounded".to_owned(),
        };
        let mut lines = vec![format!("max_score: {most}"), format!("score_aggregation: {aggregation}")];
        let required: Vec<String> = group.dependencies.iter().map(|&on| place(&scoring.groups[on].name)).collect();
        if !required.is_empty() {
            lines.push(format!("require_pass: {}", super::list(&required)));
        }
        scores.insert(place(&group.name), lines);
    }
    scores
}

fn legacy(scoring: &Scoring, rules: &[LegacyRule]) -> Scores {
    let mut scores = Scores::new();
    for (group, rule) in scoring.groups.iter().zip(rules) {
        let verdict = match rule.verdict {
            VerdictMode::WorstError => "worst_error",
            VerdictMode::FirstError => "first_error",
            VerdictMode::AlwaysAccept => "always_accept",
        };
        let score = match rule.score {
            ScoreMode::Sum => "sum",
            ScoreMode::Avg => "avg",
            ScoreMode::Min => "min",
            ScoreMode::Max => "max",
        };
        let mut flags = vec![verdict, score];
        flags.extend(rule.accept_if_any_accepted.then_some("accept_if_any_accepted"));
        flags.extend(rule.ignore_sample.then_some("ignore_sample"));
        let mut lines = vec![
            format!("on_reject: {}", if rule.breaks { "break" } else { "continue" }),
            "grading: default".to_owned(),
            format!("grader_flags: {}", flags.join(" ")),
            format!("accept_score: {}", rule.accept_score),
            format!("reject_score: {}", rule.reject_score),
        ];
        lines.extend(group.max_score.map(|most| format!("range: 0 {most}")));
        scores.insert(place(&group.name), lines);
    }
    scores
}

/// A group that gives all or nothing, or the same for each of its tests.
struct Flat {
    is_whole: bool,
    points: f64,
    requires: Vec<usize>,
}

/// Groups that lie beside each other, each passed as a whole or test by test; `None` where points cannot be divided so.
fn of_flat_groups(laying: &mut Laying<'_>, scoring: &Scoring) -> Option<Scores> {
    let tests = &laying.problem().tests;
    let own = |group: usize| {
        scoring.groups[group].items.iter().filter_map(|item| match item {
            Item::Test(test) => Some(*test),
            Item::Group(_) => None,
        })
    };
    let flat = |group: usize| -> Option<Flat> {
        let requires = scoring.groups[group].dependencies.clone();
        let points: Vec<f64> = own(group).map(|test: TestIdx| tests[test].points.unwrap_or(0.0)).collect();
        let total: f64 = points.iter().sum();
        let is_even = points.windows(2).all(|pair| pair[0] == pair[1]);
        match &scoring.rules {
            Rules::Polygon(rules) if rules[group].complete => {
                Some(Flat { is_whole: true, points: rules[group].points.unwrap_or(total), requires })
            }
            Rules::Polygon(_) => is_even.then_some(Flat { is_whole: total == 0.0, points: total, requires }),
            Rules::Subtasks(rules) => match rules[group].fold {
                Fold::Min => Some(Flat { is_whole: true, points: rules[group].points, requires }),
                Fold::Sum => Some(Flat { is_whole: false, points: rules[group].points, requires }),
                Fold::Max => None,
            },
            Rules::Legacy(_) | Rules::Newer(_) => None,
        }
    };
    // Every test lies in a group, and in one.
    let is_apart = own(0).all(|test| tests[test].sample || tests[test].points.unwrap_or(0.0) == 0.0)
        && tests.iter().all(|test| test.further_groups.is_empty())
        && scoring.groups.iter().skip(1).all(|group| group.parent == Some(0));
    let groups: Vec<(usize, Flat)> =
        (1..scoring.groups.len()).map(|group| Some((group, flat(group)?))).collect::<Option<_>>()?;
    let is_new = laying.target == Target::Icpc2025;
    if !is_apart || (!is_new && groups.iter().any(|(_, flat)| !flat.requires.is_empty())) {
        return None;
    }
    let mut directories: BTreeMap<usize, String> = BTreeMap::new();
    for (group, _) in &groups {
        let of_tests: Vec<String> = own(*group).map(|test| directory_of(laying, test)).collect();
        let first = of_tests.first()?;
        // Samples are apart in packages, so a group of them has no score there.
        if of_tests.iter().any(|directory| directory != first) {
            return None;
        }
        directories.insert(*group, first.clone());
    }
    let mut scores = Scores::new();
    let total: f64 =
        groups.iter().filter(|(group, _)| directories[group] != "sample").map(|(_, flat)| flat.points).sum();
    if groups.iter().any(|(group, flat)| directories[group] == "sample" && flat.points != 0.0) {
        return None;
    }
    scores.insert("secret".to_owned(), top(is_new, total));
    if !is_new {
        scores.insert(
            String::new(),
            vec![
                "on_reject: continue".to_owned(),
                "grader_flags: ignore_sample".to_owned(),
                format!("range: 0 {total}"),
            ],
        );
    }
    for (group, flat) in groups.iter().filter(|(group, _)| directories[group] != "sample") {
        let n_tests = own(*group).count().max(1);
        let mut lines = if is_new {
            let aggregation = if flat.is_whole { "pass-fail" } else { "sum" };
            vec![format!("max_score: {}", flat.points), format!("score_aggregation: {aggregation}")]
        } else {
            let (flags, each) =
                if flat.is_whole { ("min", flat.points) } else { ("sum", flat.points / n_tests as f64) };
            let on_reject = if flat.is_whole { "break" } else { "continue" };
            vec![
                format!("on_reject: {on_reject}"),
                format!("grader_flags: {flags}"),
                format!("accept_score: {each}"),
                "reject_score: 0".to_owned(),
                format!("range: 0 {}", flat.points),
            ]
        };
        let required: Vec<String> = flat.requires.iter().map(|on| directories[on].clone()).collect();
        if !required.is_empty() {
            lines.push(format!("require_pass: {}", super::list(&required)));
        }
        scores.insert(directories[group].clone(), lines);
    }
    Some(scores)
}

fn top(is_new: bool, total: f64) -> Vec<String> {
    if is_new {
        vec![format!("max_score: {total}"), "score_aggregation: sum".to_owned()]
    } else {
        vec![
            "on_reject: continue".to_owned(),
            "grader_flags: sum accept_if_any_accepted".to_owned(),
            format!("range: 0 {total}"),
        ]
    }
}
