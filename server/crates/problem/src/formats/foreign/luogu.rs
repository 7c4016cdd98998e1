//! `config.yml` of Luogu: for the name of each input a time limit in milliseconds, a memory limit in KB, points, and the number
//! of a subtask.

use std::collections::BTreeMap;

use super::listed::{Entry, Group, Listed};
use crate::{
    finding::Finding,
    formats::{
        bounded::{self, whole},
        yaml::{Document, accept},
    },
    model::LanguageLimits,
    path::RelPath,
};

/// Reads the list. How the tests of several subtasks give points together does not stand in it.
pub(super) fn read(path: &RelPath, text: &str, findings: &mut Vec<Finding>) -> Listed {
    let document = Document::parse(text);
    findings.extend(document.complaints.into_iter().map(|complaint| complaint.finding(path)));
    let mut listed = Listed::default();
    let mut groups: BTreeMap<String, usize> = BTreeMap::new();
    for entry in accept(document.root.map(), path, findings).unwrap_or_default() {
        let mut number = |key: &str| accept(entry.value.get(key)?.positive(), path, findings);
        let limits = LanguageLimits {
            time_ms: number("timeLimit").map(whole),
            memory_bytes: number("memoryLimit").map(|kb| whole(kb * 1024.0)),
        };
        let points = entry.value.get("score").and_then(|node| accept(node.number(), path, findings));
        let subtask = entry.value.get("subtaskId").and_then(|node| accept(node.text(), path, findings));
        let group = subtask.map(|name| {
            *groups.entry(name.to_owned()).or_insert_with(|| {
                let (name, range) = (name.to_owned(), entry.key_range);
                listed.groups.push(Group { name, points: 0.0, needs: Vec::new(), range });
                listed.groups.len() - 1
            })
        });
        let (input, points) = (entry.key.clone(), points.and_then(bounded::points));
        listed.entries.push(Entry { input, group, points, limits, range: entry.key_range });
    }
    if listed.groups.len() < 2 {
        // All tests together are no subtask.
        listed.groups.clear();
        listed.entries.iter_mut().for_each(|entry| entry.group = None);
        listed.has_points = true;
    } else {
        listed.entries.iter_mut().for_each(|entry| entry.points = None);
    }
    listed
}
