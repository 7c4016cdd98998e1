//! `solution:`, the submission that makes missing answers below the place where it is named.

use super::{
    NamedSolution,
    read::{Inherited, Reader},
};
use crate::{
    formats::yaml::{Complaint, Node},
    model::AnswerMaker,
    path::RelPath,
    text::Range,
};

/// Takes over what a directory or a test says of who makes answers: a path names one, and nothing behind the colon means
/// that nobody does.
pub(super) fn inherit(reader: &mut Reader<'_>, node: &Node, own: &mut Inherited) {
    let Some(entry) = node.entries().iter().rev().find(|entry| entry.key == "solution") else { return };
    if entry.value.is_null() {
        own.answers_by = AnswerMaker::Nobody;
        return;
    }
    match path(&entry.value) {
        Ok((path, range)) => {
            if !reader.rules.solutions.iter().any(|named| named.range == range) {
                reader.rules.solutions.push(NamedSolution { path: path.clone(), range });
            }
            own.answers_by = AnswerMaker::Solution(path);
        }
        Err(complaint) => reader.error(complaint),
    }
}

fn path(node: &Node) -> Result<(RelPath, Range), Complaint> {
    let written = node.text()?.trim();
    let wrong = |message: &str| Err(Complaint::new(node.range, message));
    if written.is_empty() {
        return wrong("name a submission, or leave nothing at all behind the colon where no solution makes answers");
    }
    let Some(below_root) = written.strip_prefix('/') else {
        return wrong("a solution is named from the root of the problem; write `/submissions/…`");
    };
    if written.contains(char::is_whitespace) {
        return wrong("a solution gets no arguments here; write its path alone");
    }
    match RelPath::parse(below_root).filter(|path| !path.is_root()) {
        Some(path) => Ok((path, node.range)),
        None => wrong("the solution does not lie in the folder; write `/submissions/…`"),
    }
}
