//! `score_type` and `score_type_parameters`, and what the subtasks of a task make of it.

use regex_automata::{hybrid::regex::Regex, nfa::thompson, util::syntax};

use super::{
    broken,
    manifest::Manifest,
    plan::{MAX_SUBTASKS, Plan, Subtask, are_few, usual_name},
    stale,
};
use crate::{
    finding::{Code, Finding, Severity},
    formats::{
        wording::test_names::is_number,
        yaml::{Complaint, Node, Value, accept},
    },
    model::{ByTest, Test},
    scoring::{Fold, Item, Rules, Scoring, SubtaskRule, TestGroup},
};

/// Larger memory than this is not spent on one pattern, bytes.
const MAX_PATTERN_BYTES: usize = 1 << 16;

/// How the score of a subtask is made of its tests'; with what each test gives where that is stated.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct How {
    fold: Fold,
}

/// Reads how scores are made, and lets the parameters declare the subtasks, where they do.
pub(super) fn read(manifest: &Manifest, plan: &mut Plan, findings: &mut Vec<Finding>) -> How {
    let usual = if plan.has_subtasks { Fold::Min } else { Fold::Sum };
    let stated = manifest.root.get("score_type").and_then(|node| fold(node, manifest, findings));
    let how = How { fold: stated.unwrap_or(usual) };
    if !plan.has_subtasks
        && let (Some((total, _)), Some(subtask)) =
            (manifest.positive("total_value", findings), plan.subtasks.first_mut())
    {
        subtask.points = total;
    }
    let Some(node) = manifest.root.get("score_type_parameters") else { return how };
    match &node.value {
        Value::List(items) => declare(items, manifest, plan, findings),
        Value::Scalar(_) if !plan.has_subtasks => {
            // So many points for each test.
            if let (Some(points), Some(subtask)) =
                (accept(node.positive(), &manifest.path, findings), plan.subtasks.first_mut())
            {
                subtask.points = points * plan.cases.len() as f64;
            }
        }
        Value::Scalar(_) | Value::Map(_) | Value::Null => {
            let message = "a list of points and tests for each subtask is wanted here, such as `[[20, 3], [80, 5]]`";
            findings.push(broken(&manifest.path, node.range, message).with_severity(Severity::Warning));
        }
    }
    how
}

fn fold(node: &Node, manifest: &Manifest, findings: &mut Vec<Finding>) -> Option<Fold> {
    let written = accept(node.text(), &manifest.path, findings)?;
    match written.to_ascii_lowercase().as_str() {
        "min" | "groupmin" => Some(Fold::Min),
        "max" | "groupmax" => Some(Fold::Max),
        "sum" | "groupsum" => Some(Fold::Sum),
        "groupmul" | "groupthreshold" => {
            let message =
                format!("scores of the type {written} are not reckoned here: the least share counts in each subtask");
            findings.push(Finding::at(Code::ToolMissing, manifest.place(node.range), message));
            Some(Fold::Min)
        }
        _ => {
            let message = format!("`{written}` is no score type; Sum, GroupMin, GroupSum and GroupMax are");
            findings.push(broken(&manifest.path, node.range, message).with_severity(Severity::Warning));
            None
        }
    }
}

/// `[[20, "000|001"], [80, ".*"]]` or `[[20, 2], [80, 5]]`: points, and a pattern over the names of tests or how many follow.
fn declare(items: &[Node], manifest: &Manifest, plan: &mut Plan, findings: &mut Vec<Finding>) {
    let path = &manifest.path;
    let mut subtasks = Vec::new();
    let mut counts: Vec<Vec<usize>> = vec![Vec::new(); plan.cases.len()];
    let names: Vec<String> = (0..plan.cases.len()).map(|number| format!("{number:03}")).collect();
    let (mut next, mut n_counted) = (0, 0);
    for (number, item) in items.iter().take(MAX_SUBTASKS).enumerate() {
        let read = pair(item).and_then(|(points, tests)| Ok((points, own_tests(tests, &mut next, &names)?)));
        let Some((points, own)) = accept(read, path, findings) else { return };
        let known = plan.subtasks.get(number).filter(|_| plan.has_subtasks && plan.subtasks.len() == items.len());
        let name = known.map_or_else(|| usual_name(number), |known| known.name.clone());
        let place = known.and_then(|known| known.place.clone()).or_else(|| Some(manifest.place(item.range)));
        if own.is_empty() {
            findings.push(stale(path, item.range, format!("the subtask `{name}` has no test, by what stands here")));
        }
        n_counted += own.len();
        if !are_few(n_counted) {
            return plan.tell_many(place, findings);
        }
        own.into_iter().for_each(|case| counts[case].push(number));
        subtasks.push(Subtask { name, points, place });
    }
    if let Some(lost) = counts.iter().position(Vec::is_empty) {
        let message = format!("test {lost:03} is in no subtask, by what stands here, so this changes nothing");
        findings.extend(items.first().map(|item| stale(path, item.range, message)));
        return;
    }
    for (case, counts) in plan.cases.iter().zip(&mut counts) {
        // The subtask that declares it stays its own.
        counts.sort_by_key(|&one| (one != case.subtasks[0], one));
    }
    if !subtasks.is_empty() && plan.count(counts, findings) {
        plan.subtasks = subtasks;
        plan.has_subtasks = true;
    }
}

/// The tests of a subtask: so many that follow, or those whose names a pattern matches.
fn own_tests(node: &Node, next: &mut usize, names: &[String]) -> Result<Vec<usize>, Complaint> {
    let is_count = node.text().is_ok_and(|text| text == "0" || is_number(text) && !text.starts_with('0'));
    if !is_count {
        return matching(node, names);
    }
    let end = next.saturating_add(node.number()? as usize).min(names.len());
    let own = (*next..end).collect();
    *next = end;
    Ok(own)
}

fn pair(item: &Node) -> Result<(f64, &Node), Complaint> {
    match &item.value {
        Value::List(parts) if parts.len() >= 2 => {
            let points = parts[0].number()?;
            if points < 0.0 {
                Err(Complaint::new(parts[0].range, "points are no number below zero"))
            } else {
                Ok((points, &parts[1]))
            }
        }
        _ => Err(Complaint::new(
            item.range,
            "points and tests are wanted here, such as `[20, 3]` or `[20, \"000|001\"]`",
        )),
    }
}

/// The tests whose names begin with what a pattern matches.
fn matching(node: &Node, names: &[String]) -> Result<Vec<usize>, Complaint> {
    let pattern = node.text()?;
    let regex = Regex::builder()
        .syntax(syntax::Config::new().nest_limit(32))
        .thompson(thompson::Config::new().nfa_size_limit(Some(MAX_PATTERN_BYTES)))
        .build(&format!("^(?:{pattern})"));
    let Ok(regex) = regex else {
        return Err(Complaint::new(node.range, format!("the pattern `{pattern}` cannot be read")));
    };
    let mut cache = regex.create_cache();
    Ok((0..names.len()).filter(|&number| regex.is_match(&mut cache, &names[number])).collect())
}

/// The subtasks with their points. Samples that no subtask has give none.
pub(super) fn scoring(plan: &Plan, how: How, tests: &ByTest<Test>) -> Option<Scoring> {
    if plan.cases.is_empty() {
        return None;
    }
    let n_samples = tests.len() - plan.cases.len();
    let item = |case: usize| Item::Test((n_samples + case).into());
    let mut scoring = Scoring::of_one_group();
    let mut rules = vec![SubtaskRule::default()];
    scoring.groups[0].items.extend((0..n_samples).map(|sample| Item::Test(sample.into())));
    if plan.has_subtasks {
        let mut items: Vec<Vec<Item>> = vec![Vec::new(); plan.subtasks.len()];
        for (number, case) in plan.cases.iter().enumerate() {
            case.subtasks.iter().for_each(|&subtask| items[subtask].push(item(number)));
        }
        for (subtask, items) in plan.subtasks.iter().zip(items) {
            let Subtask { name, points, place } = subtask;
            let (name, place) = (name.clone(), place.clone());
            scoring.add(TestGroup {
                name,
                parent: Some(0),
                items,
                max_score: Some(*points),
                place,
                ..TestGroup::default()
            });
            rules.push(SubtaskRule { points: *points, fold: how.fold });
        }
    } else if n_samples == 0 {
        rules[0] = SubtaskRule { points: plan.subtasks.first().map_or(0.0, |subtask| subtask.points), fold: how.fold };
        scoring.groups[0].items.extend((0..plan.cases.len()).map(item));
    } else {
        // Samples beside them would take a part of the points.
        let points = plan.subtasks.first().map_or(0.0, |subtask| subtask.points);
        let items = (0..plan.cases.len()).map(item).collect();
        let name = usual_name(0);
        scoring.add(TestGroup { name, parent: Some(0), items, max_score: Some(points), ..TestGroup::default() });
        rules.push(SubtaskRule { points, fold: how.fold });
    }
    scoring.groups[0].max_score = Some(rules.iter().map(|rule| rule.points).sum());
    let scored = rules.iter().any(|rule| rule.points > 0.0);
    Some(Scoring { rules: Rules::Subtasks(rules), scored, ..scoring })
}
