//! What `test_group.yaml` says of scores: `scoring` in 2023-07, and keys of its own in 2025-09.

use super::{
    groups::{GroupFile, Tree},
    manifest::Manifest,
};
use crate::{
    finding::{Code, Finding, Severity},
    formats::yaml::{Complaint, Node, Value, accept},
    path::RelPath,
    scoring::{Aggregation, Item, NewerRule, TestGroup},
    text::Place,
};

/// The group that gives the score.
const SECRET: &str = "secret";
const SAMPLE: &str = "sample";

/// The rule of each group; fills in the most that each can give, and what it requires.
pub(super) fn rules(
    tree: &mut Tree,
    manifest: &Manifest,
    files: &[GroupFile],
    findings: &mut Vec<Finding>,
) -> Vec<NewerRule> {
    if !manifest.scoring {
        return vec![NewerRule::default(); files.len()];
    }
    let stated: Vec<Stated> = files.iter().map(|file| Stated::read(file, manifest.is_of_2023, findings)).collect();
    let mut rules: Vec<NewerRule> =
        tree.scoring.groups.iter().zip(&stated).map(|(group, one)| rule(group, one)).collect();
    for idx in 0..rules.len() {
        let name = tree.scoring.groups[idx].name.as_str();
        if name == SECRET {
            rules[idx].scored = true;
            tree.scoring.groups[idx].max_score = stated[idx].most.unwrap_or(Some(100.0));
        }
        if rules[idx].scored && idx > 0 {
            divide(tree, idx, &mut rules, &stated, manifest.is_of_2023, &files[idx], findings);
        }
        require(tree, idx, &mut rules[idx], &stated[idx], &files[idx].path, findings);
    }
    tree.scoring.groups[0].max_score =
        tree.groups.get(SECRET).and_then(|&secret| tree.scoring.groups[secret].max_score);
    rules
}

/// What a file states.
#[derive(Default)]
struct Stated {
    /// The outer `None`: nothing; the inner one: `unbounded`.
    most: Option<Option<f64>>,
    aggregation: Option<Aggregation>,
    required: Vec<(String, Place)>,
    /// A static validator has a say, and it is not run here.
    is_static: bool,
}

impl Stated {
    fn read(file: &GroupFile, is_of_2023: bool, findings: &mut Vec<Finding>) -> Stated {
        let path = &file.path;
        let [node, most, aggregation] = if is_of_2023 {
            let scoring = file.get("scoring");
            [scoring, scoring.and_then(|map| map.get("score")), scoring.and_then(|map| map.get("aggregation"))]
        } else {
            [file.root.as_ref(), file.get("max_score"), file.get("score_aggregation")]
        };
        let is_static = file.get("static_validation_score").or(file.get("static_validation"));
        let is_static = is_static.filter(|node| node.flag() != Ok(false));
        findings.extend(is_static.map(|node| {
            let message = "static validators are not run here, so the score of this group is not known";
            Finding::at(Code::ToolMissing, Place { path: path.clone(), range: node.range }, message)
        }));
        Stated {
            most: most.and_then(|node| accept(bound(node), path, findings)),
            aggregation: aggregation.and_then(|node| accept(self::aggregation(node), path, findings)),
            required: node.and_then(|node| node.get("require_pass")).map_or_else(Vec::new, |node| {
                let items: &[Node] = match &node.value {
                    Value::List(items) => items,
                    Value::Null | Value::Scalar(_) | Value::Map(_) => std::slice::from_ref(node),
                };
                let names = items.iter().filter_map(|item| Some((accept(item.text(), path, findings)?, item.range)));
                names.map(|(name, range)| (name.to_owned(), Place { path: path.clone(), range })).collect()
            }),
            is_static: is_static.is_some(),
        }
    }
}

fn bound(node: &Node) -> Result<Option<f64>, Complaint> {
    if node.text() == Ok("unbounded") {
        return Ok(None);
    }
    let number = node.number().ok().filter(|number| *number >= 0.0);
    let message = "a number that is not below 0 is wanted here, or `unbounded`";
    number.map(Some).ok_or_else(|| Complaint::new(node.range, message))
}

fn aggregation(node: &Node) -> Result<Aggregation, Complaint> {
    match node.text()? {
        "pass-fail" => Ok(Aggregation::PassFail),
        "sum" => Ok(Aggregation::Sum),
        "min" => Ok(Aggregation::Min),
        other => Err(Complaint::new(node.range, format!("`{other}` is none of `pass-fail`, `sum` and `min`"))),
    }
}

/// The whole has the score of `secret`, which is the only of its parts with one.
fn rule(group: &TestGroup, stated: &Stated) -> NewerRule {
    let usual = if group.parent.is_none() || group.name == SECRET { Aggregation::Sum } else { Aggregation::PassFail };
    let aggregation = if group.parent.is_none() { usual } else { stated.aggregation.unwrap_or(usual) };
    NewerRule { aggregation, unjudged: stated.is_static, ..NewerRule::default() }
}

/// Divides the most that a group can give among its parts. Those of a group that is passed or failed as one have no score.
fn divide(
    tree: &mut Tree,
    idx: usize,
    rules: &mut [NewerRule],
    stated: &[Stated],
    is_of_2023: bool,
    file: &GroupFile,
    findings: &mut Vec<Finding>,
) {
    let aggregation = rules[idx].aggregation;
    let whole = tree.scoring.groups[idx].max_score;
    if aggregation == Aggregation::PassFail {
        return;
    }
    let items = tree.scoring.groups[idx].items.clone();
    let parts: Vec<usize> =
        items.iter().filter_map(|item| if let Item::Group(part) = *item { Some(part) } else { None }).collect();
    let n_tests = items.len() - parts.len();
    let known: f64 = parts.iter().filter_map(|&part| stated[part].most.flatten()).sum();
    let n_open = parts.iter().filter(|&&part| stated[part].most.is_none()).count();
    if let Some(whole) = whole.filter(|&whole| aggregation == Aggregation::Sum && known > whole) {
        let message = format!("the groups in it have {known} together, which is more than its score of {whole}");
        findings.push(at_file(file, message));
    }
    let share = |whole: f64| match aggregation {
        Aggregation::Min => whole,
        Aggregation::Sum | Aggregation::PassFail if is_of_2023 => {
            (whole - known).max(0.0) / (n_open + n_tests).max(1) as f64
        }
        Aggregation::Sum | Aggregation::PassFail => whole / n_tests.max(1) as f64,
    };
    rules[idx].test_max = whole.map(share);
    for part in parts {
        rules[part].scored = true;
        let usual = if is_of_2023 { whole.map(share) } else { None };
        tree.scoring.groups[part].max_score = stated[part].most.unwrap_or(usual);
        if whole.is_some() && tree.scoring.groups[part].max_score.is_none() {
            let name = &tree.scoring.groups[part].name;
            let message =
                format!("{} has a bounded score, so `{name}` needs a `max_score`", tree.scoring.groups[idx].name);
            findings.push(at_file(file, message));
        }
    }
}

/// A finding about the file of a group, or about its directory where it has none.
fn at_file(file: &GroupFile, message: String) -> Finding {
    Finding::of_file(Code::ManifestBroken, &file.path, message).with_severity(Severity::Warning)
}

fn require(
    tree: &mut Tree,
    idx: usize,
    rule: &mut NewerRule,
    stated: &Stated,
    path: &RelPath,
    findings: &mut Vec<Finding>,
) {
    for (name, place) in &stated.required {
        let clean = name.trim_matches('/');
        let before = |group: usize| group < idx && !is_within(&tree.scoring.groups, idx, group);
        let problem = match (tree.groups.get(clean), tree.tests.get(clean)) {
            (Some(&group), _) if before(group) => {
                tree.scoring.groups[idx].dependencies.push(group);
                continue;
            }
            (Some(_), _) => format!("`{name}` does not come before this group, so it cannot be required"),
            (None, Some(&test)) => {
                rule.required_tests.push(test);
                continue;
            }
            (None, None) => {
                format!("there is no group `{name}` with tests; write `{SAMPLE}` or a path such as `secret/group1`")
            }
        };
        findings.push(Complaint::new(place.range, problem).finding(path));
    }
}

/// Whether a group lies in another one, or is it.
fn is_within(groups: &[TestGroup], group: usize, other: usize) -> bool {
    std::iter::successors(Some(group), |&one| groups[one].parent).any(|one| one == other)
}
