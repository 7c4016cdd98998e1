//! `unitTests`: inputs that validators have to accept or reject, and outputs with the verdicts that the checker has to give.

use std::{collections::BTreeSet, sync::Arc};

use super::{
    items::Cast,
    keys,
    manifest::Manifest,
    outcomes,
    suite::options,
    testplan::{self, What},
};
use crate::{
    finding::{Code, Finding},
    folder::Folder,
    formats::{
        keys::list_words,
        yaml::{Node, unknown_keys},
    },
    globs,
    model::{CheckerTest, InputSource, MadeFiles, ValidatorTest},
    path::RelPath,
    text::Place,
    verdict::{Verdict, VerdictSet},
};

/// Inputs for validators.
pub(super) fn of_validators(
    folder: &dyn Folder,
    manifest: &Manifest,
    cast: &Cast,
    findings: &mut Vec<Finding>,
) -> Vec<ValidatorTest> {
    let mut tests = Vec::new();
    for item in sets(manifest, "validator", findings) {
        let validators = match item.get("validator").and_then(|node| manifest.file(node, findings)) {
            Some(path) => match cast.validators.iter().position(|known| *known == path) {
                Some(validator) => vec![validator],
                None => {
                    let range = item.get("validator").map_or(item.range, |node| node.range);
                    let message = format!("{path} is no validator of this problem");
                    findings.push(manifest.finding(Code::ManifestStale, range, message));
                    continue;
                }
            },
            None => cast.usual.clone(),
        };
        let args = options(folder, cast, &validators, &manifest.vars, None);
        let test = |input: RelPath, made: Option<InputSource>, valid: bool, place: Place| ValidatorTest {
            input,
            made,
            valid,
            testset: "tests".to_owned(),
            group: None,
            validator_args: args.clone(),
            place: Some(place),
        };
        if let Some((node, paths)) = matching(folder, manifest, item, findings)
            && let Some(valid) = item.get("outcome").and_then(|node| validity(manifest, node, findings))
        {
            let inputs = paths.into_iter().filter(|path| path.extension() == "in");
            tests.extend(inputs.map(|path| test(path, None, valid, manifest.place(node.range))));
        }
        for one in planned(folder, manifest, item, findings) {
            let (What::Input { text, .. } | What::Test { input: text, .. }) = &one.what else { continue };
            let Some(valid) = one.words.last().and_then(|word| is_valid(word)) else {
                findings.push(Finding::at(Code::ManifestBroken, one.place, "the outcome is VALID or INVALID"));
                continue;
            };
            tests.push(test(one.path.clone(), Some(inline(text)), valid, one.place));
        }
    }
    tests
}

/// Outputs for the checker; where solutions talk, an output alone says nothing.
pub(super) fn of_checker(
    folder: &dyn Folder,
    manifest: &Manifest,
    talks: bool,
    findings: &mut Vec<Finding>,
) -> Vec<CheckerTest> {
    let mut tests = Vec::new();
    for item in sets(manifest, "checker", findings) {
        let stated = item.get("outcome").and_then(|node| {
            let wanted = wanted(manifest.accept(node.text(), findings)?);
            if wanted.is_none() {
                let message = format!("this is no outcome; take one of {}", list_words(&outcomes::WORDS));
                findings.push(manifest.finding(Code::ManifestBroken, node.range, message));
            }
            wanted
        });
        if let (Some((node, paths)), Some(wanted)) = (matching(folder, manifest, item, findings), stated) {
            let is_part = |path: &RelPath| matches!(path.extension().as_str(), "in" | "out" | "ans");
            let stems: BTreeSet<RelPath> =
                paths.iter().filter(|path| is_part(path)).map(|path| path.with_file_name(path.stem())).collect();
            for stem in stems {
                let part = |extension: &str| stem.with_file_name(&format!("{}.{extension}", stem.file_name()));
                let (input, output, answer) = (part("in"), part("out"), part("ans"));
                let source = |path: &RelPath| match folder.has(path) {
                    true => InputSource::File(path.clone()),
                    // A file that is missing is empty.
                    false => inline(""),
                };
                let made = [&input, &output, &answer].iter().any(|path| !folder.has(path)).then(|| {
                    Box::new(MadeFiles { input: source(&input), output: source(&output), answer: source(&answer) })
                });
                tests.push(test((input, output, answer), made, wanted, manifest.place(node.range)));
            }
        }
        for one in planned(folder, manifest, item, findings) {
            let (input, output, answer) = match &one.what {
                What::Test { input, output, answer, .. } => (input.as_str(), output.as_str(), answer.as_str()),
                What::Input { text, .. } => (text.as_str(), "", ""),
                What::Call(_) | What::Copy(_) => continue,
            };
            let Some(wanted) = one.words.last().and_then(|word| wanted(word)) else {
                let message = format!("the outcome is one of {}", list_words(&outcomes::WORDS));
                findings.push(Finding::at(Code::ManifestBroken, one.place, message));
                continue;
            };
            let part = |extension: &str| one.path.with_file_name(&format!("{}.{extension}", one.path.file_name()));
            let made = MadeFiles { input: inline(input), output: inline(output), answer: inline(answer) };
            tests.push(test((part("in"), part("out"), part("ans")), Some(Box::new(made)), wanted, one.place));
        }
    }
    if talks { Vec::new() } else { tests }
}

fn test(
    (input, output, answer): (RelPath, RelPath, RelPath),
    made: Option<Box<MadeFiles>>,
    wanted: VerdictSet,
    place: Place,
) -> CheckerTest {
    CheckerTest { input, output, answer, wanted, checker_args: Vec::new(), is_answer: false, made, place: Some(place) }
}

fn inline(text: &str) -> InputSource {
    InputSource::Inline(Arc::from(text))
}

fn sets<'m>(manifest: &'m Manifest, kind: &str, findings: &mut Vec<Finding>) -> Vec<&'m Node> {
    let Some(node) = manifest.root.get("unitTests") else { return Vec::new() };
    if kind == "validator" {
        findings.extend(unknown_keys(node, &keys::UNIT_TESTS.names(), &manifest.path));
    }
    let items: Vec<&Node> = manifest.items(node, kind).iter().collect();
    for item in &items {
        findings.extend(unknown_keys(item, &keys::UNIT_TEST.names(), &manifest.path));
    }
    items
}

/// The files that a glob names.
fn matching<'n>(
    folder: &dyn Folder,
    manifest: &Manifest,
    item: &'n Node,
    findings: &mut Vec<Finding>,
) -> Option<(&'n Node, Vec<RelPath>)> {
    let node = item.get("glob")?;
    let written = manifest.accept(node.text(), findings)?;
    let glob = match globs::compile(written) {
        Ok(glob) => glob,
        Err(why) => {
            let message = format!("`{written}` is no pattern: {why}");
            findings.push(manifest.finding(Code::ManifestBroken, node.range, message));
            return None;
        }
    };
    let files = folder.files().iter().map(|file| &file.path).filter(|path| glob.is_match(path.as_str()));
    let paths: Vec<RelPath> = files.cloned().collect();
    if paths.is_empty() {
        let message = format!("no file `{written}` is there, so nothing is tested by this");
        findings.push(manifest.finding(Code::ManifestStale, node.range, message));
    }
    Some((node, paths))
}

/// A test of a testplan.
struct Planned {
    what: What,
    words: Vec<String>,
    /// A path that no file has.
    path: RelPath,
    place: Place,
}

fn planned(folder: &dyn Folder, manifest: &Manifest, item: &Node, findings: &mut Vec<Finding>) -> Vec<Planned> {
    let Some(node) = item.get("testplan") else { return Vec::new() };
    let Some(file) = manifest.file(node, findings) else { return Vec::new() };
    let Some(text) = folder.text(&file) else {
        let message = format!("there is no file {file}; add it, or remove this");
        findings.push(manifest.finding(Code::ManifestStale, node.range, message));
        return Vec::new();
    };
    let (entries, mistakes) = testplan::parse(&text);
    let at = |range| Place { path: file.clone(), range };
    findings.extend(mistakes.into_iter().map(|one| Finding::at(Code::ManifestBroken, at(one.range), one.message)));
    let mut planned = Vec::new();
    for (number, entry) in entries.into_iter().enumerate() {
        let words = match &entry.what {
            What::Input { words, .. } | What::Test { words, .. } => words.clone(),
            What::Call(_) | What::Copy(_) => {
                let message = "a test here is `@input NAME OUTCOME …` or `@test NAME OUTCOME { … }`";
                findings.push(Finding::at(Code::ManifestBroken, at(entry.range), message));
                continue;
            }
        };
        let name = if words.len() > 1 { words[0].clone() } else { format!("{}", number + 1) };
        let path = file.with_file_name(&format!("{}#{}", file.file_name(), name.replace('/', "-")));
        planned.push(Planned { what: entry.what, words, path, place: at(entry.range) });
    }
    planned
}

fn validity(manifest: &Manifest, node: &Node, findings: &mut Vec<Finding>) -> Option<bool> {
    let word = manifest.accept(node.text(), findings)?;
    let valid = is_valid(word);
    if valid.is_none() {
        findings.push(manifest.finding(Code::ManifestBroken, node.range, "the outcome is VALID or INVALID"));
    }
    valid
}

fn is_valid(word: &str) -> Option<bool> {
    match word.to_ascii_uppercase().as_str() {
        "VALID" => Some(true),
        "INVALID" => Some(false),
        _ => None,
    }
}

/// The verdicts that a checker may give where an outcome is wanted.
fn wanted(word: &str) -> Option<VerdictSet> {
    let outcome = outcomes::parse(word)?;
    Some(match outcome.name {
        "ACCEPTED" => VerdictSet::of(&[Verdict::Ac]),
        "WRONG_ANSWER" | "INCORRECT" => VerdictSet::of(&[Verdict::Wa, Verdict::Pe]),
        "JUDGE_FAILED" => VerdictSet::of(&[Verdict::Fail]),
        _ => outcome.sets.permitted,
    })
}
