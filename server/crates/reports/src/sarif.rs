//! Findings in SARIF 2.1.0, in one run: services refuse files with many runs, and tell problems apart by their places.
//!
//! Places are relative to [`Material::base`], the folder that a service shows the sources of, and are named so:
//! `%SRCROOT%`. Columns count UTF-16 code units, as ours do.

use std::collections::BTreeMap;

use problem::{
    finding::{Code, Severity, reference},
    hidden::escaped_json,
    path::RelPath,
    report::{FindingReport, RelatedReport},
    text::{Position, Range},
};
use serde_json::{Value, json};

use crate::{
    Material,
    changes::Changes,
    subject::{inside, parts},
    words,
};

/// What the addresses of files outside begin with.
const OUTSIDE: &str = "file:///";
const SCHEMA: &str = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

pub(crate) fn text(material: &Material) -> String {
    let problems = material.subject.problems();
    let heads: Vec<_> = material.subject.contest().into_iter().flat_map(|contest| &contest.contests).collect();
    let findings = heads.iter().flat_map(|head| &head.findings);
    let findings = findings.chain(problems.iter().flat_map(|judged| &judged.report.findings));
    let mut rules: BTreeMap<&str, usize> = findings.map(|one| (&*one.code, 0)).collect();
    rules.values_mut().enumerate().for_each(|(at, number)| *number = at);
    let mut results = Vec::new();
    for head in heads {
        results.extend(results_of(material, &head.root, &head.findings, None, &rules));
    }
    for (at, judged) in problems.iter().enumerate() {
        let (root, findings) = (&judged.report.problem.root, &judged.report.findings);
        results.extend(results_of(material, root, findings, material.changes.get(at), &rules));
    }
    let run = json!({
        "tool": { "driver": {
            "name": "touchstone",
            "version": material.version,
            "rules": rules.keys().map(|code| rule(code)).collect::<Vec<_>>(),
        } },
        // Services tell uploads about other folders apart by this.
        "automationDetails": { "id": id(material) },
        "columnKind": "utf16CodeUnits",
        "results": results,
    });
    let whole = json!({ "$schema": SCHEMA, "version": "2.1.0", "runs": [run] });
    escaped_json(format!("{whole:#}")) + "\n"
}

/// By the innermost folder that holds all that was judged: where one problem of a contest is gone, it stays the same.
fn id(material: &Material) -> String {
    let folders: Option<Vec<_>> = material.subject.roots().iter().map(|root| inside(&material.base, root)).collect();
    let common = folders.unwrap_or_default().into_iter().reduce(|common, folder| {
        let n_same = common.iter().zip(&folder).take_while(|(one, other)| one == other).count();
        common[..n_same].to_vec()
    });
    let folder: String = common.unwrap_or_default().iter().map(|part| encoded(part) + "/").collect();
    format!("touchstone/{folder}")
}

/// The findings in a folder. Those that are gone are no results: services would open them again.
fn results_of(
    material: &Material,
    root: &str,
    findings: &[FindingReport],
    changes: Option<&Changes>,
    rules: &BTreeMap<&str, usize>,
) -> Vec<Value> {
    let folder = Folder { prefix: prefix(&material.base, root) };
    let mut results: Vec<Value> = findings.iter().map(|one| result(&folder, one, rules[&*one.code])).collect();
    let Some(changes) = changes.filter(|changes| changes.compared) else { return results };
    let mut added: BTreeMap<_, usize> = BTreeMap::new();
    changes.findings_added.iter().for_each(|one| *added.entry(identity(one)).or_default() += 1);
    for (one, written) in findings.iter().zip(&mut results) {
        let left = added.get_mut(&identity(one)).filter(|left| **left > 0);
        written["baselineState"] = json!(if left.is_some() { "new" } else { "unchanged" });
        left.into_iter().for_each(|left| *left -= 1);
    }
    results
}

/// What tells a finding from others of the same report.
fn identity(one: &FindingReport) -> (&str, Option<&str>, &str, Position, Position) {
    (&one.code, one.path.as_deref(), &one.message, one.range.start, one.range.end)
}

/// A finding code, with its section of the reference as help.
fn rule(code: &str) -> Value {
    let Ok(known) = code.parse::<Code>() else { return json!({ "id": code }) };
    let section = reference(known);
    let body = section.split_once('\n').map_or("", |(_, body)| body).trim();
    json!({
        "id": code,
        "shortDescription": { "text": words::meaning(code) },
        "help": { "text": body, "markdown": body },
        "defaultConfiguration": { "level": level(known.severity()) },
    })
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Information | Severity::Hint => "note",
    }
}

fn result(folder: &Folder, finding: &FindingReport, rule: usize) -> Value {
    let mut result = json!({
        "ruleId": finding.code,
        "ruleIndex": rule,
        "level": level(finding.severity),
        "message": { "text": message(&finding.message) },
        "locations": [folder.location(finding.path.as_deref(), finding.range, None)],
    });
    if !finding.related.is_empty() {
        let place = |one: &RelatedReport| folder.location(Some(&one.path), one.range, Some(&one.message));
        result["relatedLocations"] = finding.related.iter().map(place).collect();
    }
    result
}

/// A text as a message, in which a reader is to see neither a link nor a placeholder.
fn message(text: &str) -> String {
    let has_link = text.contains("](");
    let mut message = String::with_capacity(text.len());
    let mut rest = text.chars();
    while let Some(character) = rest.next() {
        match character {
            '[' | ']' if has_link => message.extend(['\\', character]),
            '{' => {
                let after = rest.as_str().trim_start_matches(|digit: char| digit.is_ascii_digit());
                let n_digits = rest.as_str().len() - after.len();
                if n_digits > 0 && after.starts_with('}') {
                    message.extend(["{{", &rest.as_str()[..n_digits], "}}"]);
                    rest = after[1..].chars();
                } else {
                    message.push(character);
                }
            }
            _ => message.push(character),
        }
    }
    message
}

/// A folder whose files have places.
struct Folder {
    /// Its own address, with a `/` behind it unless it is empty.
    prefix: String,
}

impl Folder {
    /// The address of a file, which may be a header that lies in a folder above.
    fn file(&self, path: &str) -> String {
        let Some((n_up, parts)) = RelPath::parse(path)
            .as_ref()
            .map(RelPath::from_above)
            .filter(|(n_up, _)| *n_up > 0)
            .map(|(n_up, parts)| (n_up, parts.join("/")))
        else {
            return format!("{}{}", self.prefix, encoded(path));
        };
        let mut prefix = self.prefix.trim_end_matches('/');
        for _ in 0..n_up.min(prefix.len()) {
            prefix = prefix.rfind('/').map_or("", |end| &prefix[..end]);
        }
        if prefix.is_empty() { encoded(&parts) } else { format!("{prefix}/{}", encoded(&parts)) }
    }

    fn location(&self, path: Option<&str>, range: Range, words: Option<&str>) -> Value {
        let uri = match path {
            Some(path) => self.file(path),
            None if self.prefix.is_empty() => "./".to_owned(),
            None => self.prefix.clone(),
        };
        let mut place = json!({ "artifactLocation": { "uri": uri } });
        if !self.prefix.starts_with(OUTSIDE) {
            place["artifactLocation"]["uriBaseId"] = json!("%SRCROOT%");
        }
        if path.is_some() {
            place["region"] = region(range);
        }
        match words {
            Some(words) => json!({ "physicalLocation": place, "message": { "text": message(words) } }),
            None => json!({ "physicalLocation": place }),
        }
    }
}

/// From 0-based to 1-based; an end is the first position behind, in both.
fn region(Range { start, end }: Range) -> Value {
    if start == end {
        return json!({ "startLine": start.line + 1, "startColumn": start.character + 1 });
    }
    json!({
        "startLine": start.line + 1,
        "startColumn": start.character + 1,
        "endLine": end.line + 1,
        "endColumn": end.character + 1,
    })
}

/// A folder's address in another one; that of a folder that does not lie there begins at the root.
fn prefix(base: &str, root: &str) -> String {
    let written = |names: Vec<&str>| names.into_iter().map(|name| encoded(name) + "/").collect::<String>();
    inside(base, root).map_or_else(|| format!("{OUTSIDE}{}", written(parts(root))), written)
}

/// A path as a part of an address: what is no letter, digit or one of `-._~/` is percent-encoded.
fn encoded(path: &str) -> String {
    let mut encoded = String::with_capacity(path.len());
    for byte in path.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                encoded.push(char::from(byte))
            }
            _ => encoded.push_str(&format!("%{byte:02X}")),
        }
    }
    encoded
}
