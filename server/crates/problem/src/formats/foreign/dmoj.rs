//! `init.yml` of DMOJ: `test_cases` is a list of tests and of batches, which give their points only as a whole.

use checkers::kattis::KattisFlags;

use super::listed::{Entry, Group, Listed};
use crate::{
    finding::{Code, Finding},
    formats::{
        bounded,
        yaml::{Document, Node, Value, accept},
    },
    model::LanguageLimits,
    path::RelPath,
    text::Place,
};

/// What a test gives where nothing says it.
const POINTS: f64 = 1.0;

/// How many digits of numbers count where nothing says it.
const PRECISION: f64 = 6.0;
/// No number has more.
const MOST_DIGITS: f64 = 300.0;

/// Reads the list.
pub(super) fn read(path: &RelPath, text: &str, findings: &mut Vec<Finding>) -> Listed {
    let document = Document::parse(text);
    findings.extend(document.complaints.into_iter().map(|complaint| complaint.finding(path)));
    let mut listed = Listed { has_points: true, ..Listed::default() };
    listed.comparison = comparison(&document.root, path, findings);
    let of_all = points(&document.root, POINTS, path, findings);
    let Some(cases) = document.root.get("test_cases") else { return listed };
    let Value::List(cases) = &cases.value else {
        let message = "tests that are found by a pattern are not known here, so none gets points; list them";
        findings.push(Finding::at(Code::ToolMissing, Place { path: path.clone(), range: cases.range }, message));
        return listed;
    };
    let pretests = document.root.get("pretest_test_cases").map(|node| &node.value);
    if let Some(Value::List(pretests)) = pretests {
        listed.entries.extend(pretests.iter().filter_map(|case| entry(case, None, Some(0.0), path, findings)));
    }
    for case in cases {
        let worth = points(case, of_all, path, findings);
        let Some(batch) = case.get("batched") else {
            listed.entries.extend(entry(case, None, Some(worth), path, findings));
            continue;
        };
        let number = listed.groups.len();
        let Value::List(batch) = &batch.value else { continue };
        listed.entries.extend(batch.iter().filter_map(|case| entry(case, Some(number), None, path, findings)));
        let needs = needs(case, number, path, findings);
        listed.groups.push(Group { name: (number + 1).to_string(), points: worth, needs, range: case.range });
    }
    listed
}

/// The archive that holds the tests.
pub(super) fn archive(text: &str) -> Option<RelPath> {
    let document = Document::parse(text);
    RelPath::parse(document.root.get("archive")?.text().ok()?).filter(|path| path.extension() == "zip")
}

/// How outputs are compared: `checker` is a name, or one with arguments. Words are compared where it says nothing.
fn comparison(root: &Node, path: &RelPath, findings: &mut Vec<Finding>) -> Option<KattisFlags> {
    let node = root.get("checker")?;
    let name = node.get("name").unwrap_or(node);
    let argument = |key: &str| node.get("args")?.get(key);
    let exact = KattisFlags { case_sensitive: true, ..KattisFlags::default() };
    let written = accept(name.text(), path, findings)?;
    let mode = argument("error_mode").and_then(|node| node.text().ok());
    let (absolute, relative) = match (written, mode) {
        // A program, which is found by what it calls.
        ("standard" | "bridged", _) => return None,
        ("identical", _) => return Some(KattisFlags { space_change_sensitive: true, ..exact }),
        ("floats", Some("absolute")) | ("floatsabs", _) => (true, false),
        ("floats", Some("relative")) | ("floatsrel", _) => (false, true),
        ("floats", _) => (true, true),
        _ if written.contains('.') => return None,
        _ => {
            let message = format!(
                "`{written}` is a checker that is not known here, so words are compared; put a program that checks beside the tests"
            );
            findings.push(Finding::at(Code::ToolMissing, Place { path: path.clone(), range: name.range }, message));
            return None;
        }
    };
    let digits = argument("precision").and_then(|node| accept(node.number(), path, findings)).unwrap_or(PRECISION);
    let tolerance = 10_f64.powf(-digits.clamp(0.0, MOST_DIGITS));
    Some(KattisFlags {
        float_absolute_tolerance: absolute.then_some(tolerance),
        float_relative_tolerance: relative.then_some(tolerance),
        ..exact
    })
}

/// A test; one without an input of its own is made by a generator.
fn entry(
    case: &Node,
    group: Option<usize>,
    points: Option<f64>,
    path: &RelPath,
    findings: &mut Vec<Finding>,
) -> Option<Entry> {
    let input = accept(case.get("in")?.text(), path, findings)?.to_owned();
    Some(Entry { input, group, points, limits: LanguageLimits::default(), range: case.range })
}

/// The points of a node, or what is stated around it.
fn points(node: &Node, around: f64, path: &RelPath, findings: &mut Vec<Finding>) -> f64 {
    let stated = node.get("points").and_then(|node| accept(node.number(), path, findings));
    stated.and_then(bounded::points).unwrap_or(around)
}

/// The numbers of the batches before this one that it depends on, which count from 1 in the file.
fn needs(batch: &Node, number: usize, path: &RelPath, findings: &mut Vec<Finding>) -> Vec<usize> {
    let Some(Value::List(stated)) = batch.get("dependencies").map(|node| &node.value) else { return Vec::new() };
    let mut needs = Vec::new();
    for node in stated {
        let Some(on) = accept(node.positive(), path, findings) else { continue };
        if on.fract() == 0.0 && on <= number as f64 {
            needs.push(on as usize - 1);
        } else {
            let message = format!("there is no batch {on} before this one to depend on; correct the number");
            findings.push(Finding::at(Code::ManifestBroken, Place { path: path.clone(), range: node.range }, message));
        }
    }
    needs.sort_unstable();
    needs.dedup();
    needs
}
