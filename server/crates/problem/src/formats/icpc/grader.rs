//! What `testdata.yaml` and `problem.yaml` of legacy packages say of graders and scores.
//!
//! A key that a group does not state is inherited from the group around it, one by one, as the tools of the format do it.

use super::{
    at,
    groups::GroupFile,
    manifest::{Manifest, Version},
    sources,
    validators::program_in,
};
use crate::{
    finding::{Code, Finding},
    folder::Folder,
    formats::yaml::{Complaint, Node, accept},
    model::{Program, Role},
    path::RelPath,
    scoring::{Item, LegacyRule, ScoreMode, TestGroup, VerdictMode},
    text::Place,
};

/// The rule of each group; fills in what the groups can give at most.
pub(super) fn rules(
    groups: &mut [TestGroup],
    manifest: &Manifest,
    files: &[GroupFile],
    has_grader: bool,
    findings: &mut Vec<Finding>,
) -> Vec<LegacyRule> {
    let mut base = LegacyRule { custom_scores: manifest.scores, ..LegacyRule::default() };
    if let (Some(path), Some(grading)) = (&manifest.path, manifest.root.get("grading"))
        && grading.map().is_ok()
    {
        base = read(grading, base, path, findings);
    }
    let mut rules: Vec<LegacyRule> = Vec::new();
    for (idx, file) in files.iter().enumerate() {
        let inherited = groups[idx].parent.map_or(base, |parent| LegacyRule { ignore_sample: false, ..rules[parent] });
        let rule = file.root.as_ref().map_or(inherited, |root| read(root, inherited, &file.path, findings));
        rules.push(LegacyRule { ignore_sample: rule.ignore_sample && idx == 0, ..rule });
    }
    for (idx, file) in files.iter().enumerate().filter(|(idx, _)| rules[*idx].custom) {
        let stated =
            file.get("grader_flags").map(|node| accept(node.words(), &file.path, findings).unwrap_or_default());
        let inherited = groups[idx].parent.map(|parent| groups[parent].grader_args.clone());
        groups[idx].grader_args = stated.or(inherited).unwrap_or_default();
    }
    warn_about_missing_grader(&rules, files, has_grader, findings);
    if manifest.scoring {
        for idx in (0..groups.len()).rev() {
            let stated = files[idx].get("range").and_then(|node| range(node).ok()).map(|[_, high]| high);
            let most = stated.filter(|high| high.is_finite()).unwrap_or_else(|| most(groups, idx, &rules[idx]));
            groups[idx].max_score = Some(most).filter(|most| most.is_finite());
        }
    }
    rules
}

fn read(node: &Node, base: LegacyRule, path: &RelPath, findings: &mut Vec<Finding>) -> LegacyRule {
    let mut rule = base;
    let stated = |key: &str| node.get(key);
    if let Some(value) = stated("on_reject") {
        rule.breaks = accept(on_reject(value), path, findings).unwrap_or(base.breaks);
    }
    if let Some(value) = stated("grading") {
        rule.custom = accept(grading(value), path, findings).unwrap_or(base.custom);
    }
    if let Some(value) = stated("accept_score") {
        rule.accept_score = accept(value.number(), path, findings).unwrap_or(base.accept_score);
    }
    if let Some(value) = stated("reject_score") {
        rule.reject_score = accept(value.number(), path, findings).unwrap_or(base.reject_score);
    }
    if let Some(value) = stated("range") {
        accept(range(value), path, findings);
    }
    if let Some(value) = stated("grader_flags")
        && !rule.custom
    {
        let words = accept(value.words(), path, findings).unwrap_or_default();
        let unknown = |rule: &mut LegacyRule, word: &String| !take_flag(rule, word);
        (rule.verdict, rule.score) = (VerdictMode::WorstError, ScoreMode::Sum);
        (rule.accept_if_any_accepted, rule.ignore_sample) = (false, false);
        if let Some(word) = words.iter().filter(|word| unknown(&mut rule, word)).last() {
            let message = format!(
                "`{word}` is no flag of the default grader; worst_error, first_error, always_accept, sum, avg, min, \
                 max, ignore_sample and accept_if_any_accepted are"
            );
            findings.push(Complaint::new(value.range, message).finding(path));
        }
    }
    rule
}

/// Takes a flag of the default grader in; of several modes the last counts.
fn take_flag(rule: &mut LegacyRule, word: &str) -> bool {
    match word {
        "worst_error" => rule.verdict = VerdictMode::WorstError,
        "first_error" => rule.verdict = VerdictMode::FirstError,
        "always_accept" => rule.verdict = VerdictMode::AlwaysAccept,
        "sum" => rule.score = ScoreMode::Sum,
        "avg" => rule.score = ScoreMode::Avg,
        "min" => rule.score = ScoreMode::Min,
        "max" => rule.score = ScoreMode::Max,
        "ignore_sample" => rule.ignore_sample = true,
        "accept_if_any_accepted" => rule.accept_if_any_accepted = true,
        _ => return false,
    }
    true
}

/// `break` or `continue`; in `problem.yaml` also the words of old.
fn on_reject(node: &Node) -> Result<bool, Complaint> {
    match node.text()? {
        "break" | "first_error" => Ok(true),
        "continue" | "grade" | "worst_error" => Ok(false),
        other => Err(Complaint::new(node.range, format!("`{other}` is neither `break` nor `continue`"))),
    }
}

/// Whether it is `custom` rather than `default`.
fn grading(node: &Node) -> Result<bool, Complaint> {
    match node.text()? {
        "default" => Ok(false),
        "custom" => Ok(true),
        other => Err(Complaint::new(node.range, format!("`{other}` is neither `default` nor `custom`"))),
    }
}

/// Two numbers, of which the first is not above the second; each may be infinite.
fn range(node: &Node) -> Result<[f64; 2], Complaint> {
    let words = node.words()?;
    let numbers: Option<Vec<f64>> = words.iter().map(|word| word.parse::<f64>().ok()).collect();
    match numbers.as_deref() {
        Some(&[low, high]) if low <= high => Ok([low, high]),
        _ => Err(Complaint::new(node.range, "two numbers are wanted here, the lesser one first, such as `0 100`")),
    }
}

/// The most that the parts of a group come to; infinite where output validators give scores.
fn most(groups: &[TestGroup], idx: usize, rule: &LegacyRule) -> f64 {
    let of_test = if rule.custom_scores { f64::INFINITY } else { rule.accept_score.max(rule.reject_score) };
    let of_item = |item: &Item| match *item {
        Item::Test(_) => Some(of_test),
        Item::Group(part) if rule.ignore_sample && groups[part].name == "sample" => None,
        Item::Group(part) => Some(groups[part].max_score.unwrap_or(f64::INFINITY)),
    };
    let parts: Vec<f64> = groups[idx].items.iter().filter_map(of_item).collect();
    if rule.custom {
        return f64::INFINITY;
    }
    match rule.score {
        ScoreMode::Sum => parts.iter().sum(),
        ScoreMode::Avg => parts.iter().sum::<f64>() / parts.len().max(1) as f64,
        ScoreMode::Min => parts.iter().copied().reduce(f64::min).unwrap_or(0.0),
        ScoreMode::Max => parts.iter().copied().reduce(f64::max).unwrap_or(0.0),
    }
}

/// The grader of a legacy package's own; there is at most one.
pub(super) fn own(folder: &dyn Folder, manifest: &Manifest, findings: &mut Vec<Finding>) -> Option<Program> {
    const DIRECTORY: &str = "graders";
    if manifest.version != Version::Legacy {
        return None;
    }
    let entries = sources::entries(folder, &at(DIRECTORY));
    let mut units = entries.iter().filter_map(|entry| sources::unit(folder, entry, None));
    let grader = units.next()?;
    if let Some(other) = units.next() {
        let message =
            format!("a package has one grader: {} is asked, since it comes first, and not {}", grader.path, other.path);
        findings.push(Finding::of_file(Code::ManifestStale, &other.sources[0], message));
    }
    Some(program_in(folder, grader, Role::Grader, DIRECTORY))
}

fn warn_about_missing_grader(rules: &[LegacyRule], files: &[GroupFile], has_grader: bool, findings: &mut Vec<Finding>) {
    let custom = rules.iter().zip(files).filter(|(rule, _)| rule.custom && !has_grader);
    let stated = custom.filter_map(|(_, file)| Some((file, file.get("grading")?.range))).next();
    findings.extend(stated.map(|(file, range)| {
        let place = Place { path: file.path.clone(), range };
        let message = "there is no grader in `graders/`, so the results of this group are not known; put one there, or \
                       write `default`";
        Finding::at(Code::ManifestBroken, place, message)
    }));
}
