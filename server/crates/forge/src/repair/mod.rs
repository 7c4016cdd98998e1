//! Repairing a finding: a model proposes edits, and they are offered only if the finding is gone and nothing as bad is new.
//!
//! It is judged in the copy: none of the same or a higher severity may be new. Solutions are not repaired, and no
//! comment may silence a finding.

mod facts;
mod material;

use std::collections::{BTreeMap, BTreeSet};

use cpp::api::api;
use judge::disk::folder::FileChange;
use judge::engine::Engine;
use problem::{
    classify,
    finding::{Code, Finding, reference},
    folder::Folder as _,
    label::Pool,
    model::{Program, ProgramIdx, Role},
    path::RelPath,
    request::CheckRequest,
    text::LineIndex,
};
use serde::Serialize;

use self::{
    facts::{seen_of, suite_of, test_text},
    material::{Material, material},
};
use crate::{
    answers::{self, Explain, Fix},
    ask::{LanguageModel, read},
    bench::{Trial, Workbench, unified_diffs},
    describe::described,
    edits::{Edit, Texts},
    hack::{ForgeError, StageObserver},
    prompt::{
        Prompts, is_about_names, mark,
        values::{FindingText, Values},
    },
    tries::{TrialLine, Tries},
};

/// Which finding is meant: the first of its code, in a file and on a line where these are given.
#[derive(Clone, Debug)]
pub struct FindingSelector {
    /// Its code.
    pub code: Code,
    /// Its file.
    pub file: Option<RelPath>,
    /// Its 0-based line; where none stands there, the first of the file is meant.
    pub line: Option<u32>,
}

/// What silences a finding in a source; no repair may add one.
const SILENCER: &str = "touchstone:";

/// What came of it.
#[derive(Debug, Default)]
pub struct Repaired {
    /// The finding, in one line.
    pub finding: String,
    /// What to change, after which the finding is gone; nothing when no attempt stood its trial.
    pub changes: Vec<FileChange>,
    /// What the repair changes, as a unified diff.
    pub diff: String,
    /// Why the repair is right, in the model's words.
    pub explanation: String,
    /// What was wrong with each answer that is no repair.
    pub attempts: Vec<Vec<String>>,
    /// What came of each answer.
    pub trials: Vec<TrialLine>,
}

/// The best answer so far.
struct Best {
    /// Its line in the table.
    line: usize,
    /// The edits, as they were written.
    edits: String,
    complaints: Vec<String>,
    changes: Vec<FileChange>,
    diff: String,
    explanation: String,
}

/// What tells findings apart when places move: the code, the file, and what it is about.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
struct FindingKey {
    code: String,
    path: Option<String>,
    solution: Option<String>,
    test: Option<String>,
}

impl FindingKey {
    fn of(finding: &Finding) -> FindingKey {
        FindingKey {
            code: finding.code.to_string(),
            path: finding.place.as_ref().map(|place| place.path.to_string()),
            solution: finding.about.solution.as_ref().map(RelPath::to_string),
            test: finding.about.test.clone(),
        }
    }
}

/// Asks for a repair of the first finding of a code, in a file if one is named, at most so many times.
///
/// # Errors
/// See [`ForgeError`]; that there is no such finding, or that no edit can repair it, is one of them.
pub fn repair(
    bench: &Workbench<'_>,
    prompts: &Prompts<'_>,
    which: &FindingSelector,
    tries: Tries,
    language_model: &mut dyn LanguageModel,
    observer: &mut dyn StageObserver,
) -> Result<Repaired, ForgeError> {
    observer.stage("judging the folder");
    let before = bench.judge(&[], observer)?;
    let findings = before.findings(bench.engine());
    let finding = chosen(&findings, which)?;
    let material = material(&before.problem, finding);
    let may_edit = &material.may_edit;
    if may_edit.is_empty() {
        let code = which.code;
        return Err(ForgeError::Refused(format!(
            "no validator, checker, generator or script that could be changed has to do with it, and a solution is what it is; \
             `touchstone explain {code} --in DIR` says more about it"
        )));
    }
    let (mut values, disclosed) = values((&before, bench.engine()), finding, &material);
    let mut word = String::new();
    let mut repaired = Repaired { finding: in_a_line(finding), ..Repaired::default() };
    let (mut best, mut number, mut last) = (None::<Best>, 0, 0);
    for attempt in tries.questions() {
        if attempt > last
            && let Some(best) = &best
        {
            if best.complaints.is_empty() {
                break;
            }
            values.complaints.clone_from(&best.complaints);
            values.previous = Some(best.edits.clone());
        }
        last = attempt;
        number += 1;
        observer.stage(&format!("attempt {attempt}: asking"));
        mark(&mut word, &mut values);
        let mut question = prompts.question::<Fix>(&values)?;
        question.attempt = number;
        let answer: Fix = match language_model.ask(&question, &disclosed).and_then(|answer| read(&answer)) {
            Ok(answer) => answer,
            // A repair that was found is not lost because nobody answers any more, or not in a form that can be read.
            Err(error) if !error.is_cancelled() && best.as_ref().is_some_and(|best| best.complaints.is_empty()) => {
                break;
            }
            Err(error) => return Err(error.into()),
        };
        observer.stage(&format!("attempt {attempt}: trying the edits"));
        let first = may_edit.first().map(RelPath::to_string).unwrap_or_default();
        let edits = answers::edits(answer.edits, &first);
        if edits.is_empty() {
            if repaired.explanation.is_empty() {
                repaired.explanation = answer.explanation;
            }
            // Another candidate may know of a repair, or of what comes near to one.
            if attempt == 1 && (number < tries.candidates || best.is_some()) {
                continue;
            }
            // Whoever answers so knows of no repair, and asking again does not help.
            break;
        }
        let written = edits.iter().map(
            |Edit { path, search, replace }| serde_json::json!({ "path": path, "search": search, "replace": replace }),
        );
        let written = serde_json::Value::from_iter(written).to_string();
        let complaints = complaints(bench, (&before, &findings), finding, &edits, may_edit, observer)?;
        let changes = bench.changes()?;
        let diff = unified_diffs(&changes);
        bench.reset()?;
        let n_complaints = complaints.len();
        repaired.trials.push(TrialLine { attempt, n_complaints, ..TrialLine::default() });
        if n_complaints > 0 {
            repaired.attempts.push(complaints.clone());
        }
        // Of repairs the smallest is the best; of what is none, the latest of those with as few complaints.
        let is_better = best.as_ref().is_none_or(|best| match (n_complaints, best.complaints.len()) {
            (0, 0) => diff.len() < best.diff.len(),
            (now, before) => now <= before,
        });
        if is_better {
            let line = repaired.trials.len() - 1;
            best = Some(Best { line, edits: written, complaints, changes, diff, explanation: answer.explanation });
        }
    }
    if let Some(best) = best.filter(|best| best.complaints.is_empty()) {
        repaired.trials[best.line].is_taken = true;
        (repaired.changes, repaired.diff, repaired.explanation) = (best.changes, best.diff, best.explanation);
    }
    Ok(repaired)
}

/// Has the first finding of a code, in a file if one is named, explained in plain words: the finding in a line, and the
/// model's words. These are a text and nothing else; nothing in them is tried.
///
/// # Errors
/// See [`ForgeError`]; that there is no such finding is one of them.
pub fn explain(
    bench: &Workbench<'_>,
    prompts: &Prompts<'_>,
    which: &FindingSelector,
    language_model: &mut dyn LanguageModel,
    observer: &mut dyn StageObserver,
) -> Result<(String, String), ForgeError> {
    observer.stage("judging the folder");
    let trial = bench.judge(&[], observer)?;
    let findings = trial.findings(bench.engine());
    let finding = found(&findings, which)?;
    let mut material = material(&trial.problem, finding);
    // Manifests say of solutions what they are; then the finding stands there. Whoever explains reads, and changes nothing.
    material.to_read.extend(finding.place.iter().map(|place| place.path.clone()));
    material.to_read.append(&mut material.may_edit);
    let (mut values, disclosed) = values((&trial, bench.engine()), finding, &material);
    mark(&mut String::new(), &mut values);
    observer.stage("asking");
    let Explain { explanation } = read(&language_model.ask(&prompts.question::<Explain>(&values)?, &disclosed)?)?;
    Ok((in_a_line(finding), explanation))
}

fn chosen<'a>(findings: &'a [Finding], which: &FindingSelector) -> Result<&'a Finding, ForgeError> {
    match which.code.why_no_edit_repairs() {
        Some(why) => Err(ForgeError::Refused(why.to_owned())),
        None => found(findings, which),
    }
}

fn found<'a>(findings: &'a [Finding], which: &FindingSelector) -> Result<&'a Finding, ForgeError> {
    let FindingSelector { code, file, line } = which;
    let is_it = |finding: &&Finding| {
        let place = finding.place.as_ref();
        finding.code == *code && file.as_ref().is_none_or(|file| place.is_some_and(|place| &place.path == file))
    };
    let is_on_line =
        |finding: &&Finding| line.is_some() && finding.place.as_ref().map(|place| place.range.start.line) == *line;
    let there = || findings.iter().filter(is_it);
    match there().find(is_on_line).or_else(|| there().next()) {
        Some(finding) => Ok(finding),
        None => {
            let codes: BTreeSet<String> = findings.iter().map(|finding| finding.code.to_string()).collect();
            let there = codes.into_iter().collect::<Vec<_>>().join(", ");
            let there = if there.is_empty() { "nothing".to_owned() } else { there };
            Err(ForgeError::Refused(format!("`touchstone check` finds no {code} there; it finds {there}")))
        }
    }
}

fn values((trial, engine): (&Trial, &Engine), finding: &Finding, material: &Material) -> (Values, Vec<String>) {
    let contents = |test, is_answer| trial.text(engine, test, is_answer);
    let described = described(trial, &contents);
    let texts = |paths: &BTreeSet<RelPath>| paths.iter().map(|path| described.source(path)).collect();
    // What is shown is in the material, and nothing else.
    let mut values = Values {
        generator: None,
        validator: None,
        main: None,
        commands: Vec::new(),
        files: texts(&material.may_edit),
        to_read: texts(&material.to_read),
        ..described.values()
    };
    let source = finding.place.as_ref().map(|place| described.source(&place.path));
    let role = finding.place.as_ref().and_then(|place| {
        let program = trial.problem.program_at(&place.path)?;
        Some(trial.problem.programs[program].role)
    });
    let register = role.and_then(Role::register);
    let uses_testlib = source.as_ref().is_some_and(|source| source.source.contains("testlib.h"));
    values.rules_for = role.filter(|_| uses_testlib && register.is_some()).map(|role| role.name().to_owned());
    if finding.code == Code::BuildFailed && is_about_names(&finding.message) {
        // The whole reference is for who did not write what compiles.
        let words: Vec<String> =
            source.map(|source| source.source).into_iter().chain([finding.message.clone()]).collect();
        let topics = values.problem.spoken.topics();
        values.api = register.map(|register| api().prompt(register, &topics, &words.join("\n"))).unwrap_or_default();
    }
    let of_test = |id: &String| trial.problem.tests.position(|test| test.id == *id);
    let input = finding.about.test.as_ref().and_then(of_test).map(|test| test_text(&described, test));
    let facts = [input, seen_of(trial, finding), suite_of(&described, finding.code)].into_iter().flatten();
    values.finding = Some(FindingText {
        code: finding.code.to_string(),
        path: finding.place.as_ref().map(|place| place.path.to_string()),
        line: finding.place.as_ref().map(|place| place.range.start.line + 1),
        message: finding.message.clone(),
        reference: without_example(reference(finding.code)),
        related: finding.related.iter().map(|related| related_text(trial, related)).chain(facts).collect(),
    });
    let mut disclosed = described.disclosed(&values);
    disclosed.extend(finding.related.iter().map(|related| related.place.path.to_string()));
    disclosed.sort();
    disclosed.dedup();
    (values, disclosed)
}

/// What the reference says of a code without its example: the finding itself is a better one.
fn without_example(reference: &str) -> String {
    let mut is_example = false;
    let kept = reference.trim().lines().filter(|line| {
        // The lines that follow an item are indented.
        is_example = line.starts_with("- Example") || is_example && line.starts_with("  ");
        !is_example
    });
    kept.collect::<Vec<_>>().join("\n")
}

/// A related place with its line.
fn related_text(trial: &Trial, related: &problem::finding::Related) -> String {
    let text = trial.folder.text(&related.place.path).unwrap_or_default();
    let number = related.place.range.start.line;
    let line = LineIndex::new(&text).line_span(number).map_or("", |span| &text[span]);
    let line: String = line.chars().take(200).collect();
    format!("{}:{}: {}\n{line}", related.place.path, number + 1, related.message)
}

/// What is wrong with some edits, once they are carried out in the copy.
fn complaints(
    bench: &Workbench<'_>,
    (trial, before): (&Trial, &[Finding]),
    finding: &Finding,
    edits: &[Edit],
    may_edit: &BTreeSet<RelPath>,
    observer: &mut dyn StageObserver,
) -> Result<Vec<String>, ForgeError> {
    let n_silencers = |texts: &Texts| texts.values().map(|text| text.matches(SILENCER).count()).sum::<usize>();
    let n_before = n_silencers(&bench.texts(may_edit)?);
    let applied = bench.edit(edits, may_edit)?;
    let out = applied.left_out.into_iter();
    let mut complaints: Vec<String> = out
        .map(|out| format!("the edit of {} was left out: {}\nnearest lines:\n{}", out.edit.path, out.why, out.nearest))
        .collect();
    if n_silencers(&bench.texts(may_edit)?) > n_before {
        complaints.push("a comment would silence a finding; that is no repair".to_owned());
        return Ok(complaints);
    }
    let after = bench.judge(&[], observer)?.findings(bench.engine());
    let n_of = |findings: &[Finding]| -> BTreeMap<FindingKey, usize> {
        findings.iter().fold(BTreeMap::new(), |mut counts, finding| {
            *counts.entry(FindingKey::of(finding)).or_default() += 1;
            counts
        })
    };
    let (was, is) = (n_of(before), n_of(&after));
    let count = |counts: &BTreeMap<FindingKey, usize>, kind: &FindingKey| counts.get(kind).copied().unwrap_or_default();
    let kind = FindingKey::of(finding);
    if count(&is, &kind) >= count(&was, &kind) {
        let still = after.iter().find(|one| FindingKey::of(one) == kind);
        complaints.push(format!("the finding is still there: {}", still.map(in_a_line).unwrap_or_default()));
        return Ok(complaints);
    }
    // What was left out does not matter when the rest is enough.
    complaints.clear();
    let open = not_known_to_pass(trial);
    let is_only_seen_now = |one: &Finding| {
        one.code == Code::WrongSolutionPasses && one.about.solution.as_ref().is_some_and(|path| open.contains(path))
    };
    let is_new = |one: &&Finding| {
        let is_more = count(&is, &FindingKey::of(one)) > count(&was, &FindingKey::of(one));
        one.severity <= finding.severity && is_more && !is_only_seen_now(one)
    };
    complaints.extend(after.iter().filter(is_new).map(|one| format!("a finding is new: {}", in_a_line(one))));
    Ok(complaints)
}

/// Wrong solutions that failed nothing in a suite of which not all could be judged, and those that did not compile: that
/// they pass the whole of it is no fault of a repair that lets it be judged.
fn not_known_to_pass(trial: &Trial) -> BTreeSet<RelPath> {
    let is_open = |(solution, program): &(ProgramIdx, &Program)| {
        let row = classify::row(&trial.problem, &trial.state, &CheckRequest::default(), *solution);
        program.pool() == Some(Pool::Wrong) && row.class.is_none()
    };
    trial.problem.solutions().filter(is_open).map(|(_, program)| program.path.clone()).collect()
}

fn in_a_line(finding: &Finding) -> String {
    let place = finding.place.as_ref().map(|place| format!(" {place}"));
    format!("{}{}: {}", finding.code, place.unwrap_or_default(), finding.message)
}

#[cfg(test)]
mod tests;
