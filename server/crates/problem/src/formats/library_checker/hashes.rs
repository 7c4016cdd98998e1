//! `hash.json`: the SHA-256 of every input and answer, as they were when its author made them.

use std::collections::BTreeMap;

use crate::{
    digest::Digest,
    finding::{Code, Finding, Severity},
    folder::Folder,
    formats::{json, yaml::accept},
    model::Recorded,
    path::RelPath,
    text::{Place, Range},
};

/// The file.
const FILE: &str = "hash.json";

/// What it records, by the names of files.
pub(super) struct Hashes {
    path: RelPath,
    entries: BTreeMap<String, (Digest, Range)>,
    is_there: bool,
    /// Tests that it says nothing of.
    missing: Vec<String>,
}

impl Hashes {
    /// Reads the file, if it is there.
    pub(super) fn read(folder: &dyn Folder, findings: &mut Vec<Finding>) -> Hashes {
        let path = RelPath::root().with_file_name(FILE);
        let mut entries = BTreeMap::new();
        if let Some(text) = folder.text(&path) {
            let document = json::parse(&text);
            findings.extend(document.complaints.into_iter().map(|complaint| complaint.finding(&path)));
            for entry in accept(document.root.map(), &path, findings).unwrap_or_default() {
                let Some(written) = accept(entry.value.text(), &path, findings) else { continue };
                match Digest::from_hex(written) {
                    Some(digest) => drop(entries.insert(entry.key.clone(), (digest, entry.key_range))),
                    None => {
                        let message = format!("`{written}` is no SHA-256; let the format's tool write {FILE} anew");
                        let place = Place { path: path.clone(), range: entry.value.range };
                        let finding = Finding::at(Code::ManifestBroken, place, message);
                        // It says nothing of which tests there are.
                        findings.push(finding.with_severity(Severity::Warning));
                    }
                }
            }
        }
        Hashes { is_there: !entries.is_empty(), path, entries, missing: Vec::new() }
    }

    /// What it records of a test; takes it out.
    pub(super) fn of_test(&mut self, id: &str) -> Option<Recorded> {
        if !self.is_there {
            return None;
        }
        let mut take = |end: &str| {
            let (digest, range) = self.entries.remove(&format!("{id}.{end}"))?;
            Some((digest, Place { path: self.path.clone(), range }))
        };
        let recorded = Recorded { input: take("in"), answer: take("out") };
        if recorded.input.is_none() {
            self.missing.push(id.to_owned());
        }
        (recorded.input.is_some() || recorded.answer.is_some()).then_some(recorded)
    }

    /// Findings about what is recorded of no test, and tests of which nothing is.
    pub(super) fn tell(self, findings: &mut Vec<Finding>) {
        let place = |range| Place { path: self.path.clone(), range };
        if let Some((name, (_, range))) = self.entries.first_key_value() {
            let message = format!(
                "{FILE} records {}, of which info.toml has no test; let the format's tool write it anew",
                crate::words::first_of(name, self.entries.len())
            );
            findings.push(Finding::at(Code::ManifestStale, place(*range), message));
        }
        if let Some(first) = self.missing.first() {
            let message = format!(
                "{FILE} says nothing of {}; let the format's tool write it anew",
                crate::words::first_of(first, self.missing.len())
            );
            findings.push(Finding::at(Code::ManifestStale, place(Range::default()), message));
        }
    }
}
