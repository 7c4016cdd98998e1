//! Solution tags in their three spellings: `problem.xml`, `.desc` files and the API.

use globset::escape;

use super::{manifest::ExtraTag, xml::Written};
use crate::{
    finding::{Code, Finding},
    folder::Folder,
    label::{Label, LabelWord, ScopedSets, VerdictSets},
    path::RelPath,
    text::{LineIndex, Place},
    verdict::Verdict,
};

/// A tag that is understood.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Tag {
    /// What it asks of the solution.
    pub(super) label: Label,
    /// Whether it makes the solution the main one.
    pub(super) main: bool,
}

impl Tag {
    /// Reads a tag in any of its spellings.
    pub(super) fn read(written: &Written) -> Option<Tag> {
        let word = written.text.to_ascii_lowercase().replace(['_', ' '], "-");
        let label = label_of(&word, &written.text)?.at(written.place.clone());
        Some(Tag { label, main: matches!(word.as_str(), "main" | "ma") })
    }
}

fn label_of(word: &str, written: &str) -> Option<Label> {
    let table = match word {
        "main" | "ma" | "accepted" | "ok" => LabelWord::Accepted,
        "rejected" | "rj" | "incorrect" => LabelWord::Rejected,
        "time-limit-exceeded" | "tl" => LabelWord::TimeLimitExceeded,
        "time-limit-exceeded-or-accepted" | "to" => LabelWord::AcceptedOrTle,
        "time-limit-exceeded-or-memory-limit-exceeded" | "tm" => {
            let sets = VerdictSets::of(&[Verdict::Ac, Verdict::Tle, Verdict::Mle], &[Verdict::Tle, Verdict::Mle]);
            return Some(Label::of_sets(sets, vec![written.to_owned()]));
        }
        "wrong-answer" | "wa" | "presentation-error" | "pe" => LabelWord::WrongAnswer,
        "memory-limit-exceeded" | "ml" => LabelWord::MemoryLimitExceeded,
        "failed" | "re" => LabelWord::RunTimeError,
        "do-not-run" | "nr" => LabelWord::DoNotRun,
        other => LabelWord::parse(other)?,
    };
    Some(Label::of(table, written))
}

/// The `Tag:` line of the `.desc` file beside a solution.
pub(super) fn of_desc(folder: &dyn Folder, solution: &RelPath) -> Option<Written> {
    let path = solution.with_file_name(&format!("{}.desc", solution.file_name()));
    let text = folder.text(&path)?;
    let lines = LineIndex::new(&text);
    let tag_span = |line| {
        let span = lines.line_span(line)?;
        let (key, value) = text[span.clone()].split_once(':')?;
        let is_tag = key.trim_start_matches('\u{feff}').trim().eq_ignore_ascii_case("tag");
        let start = span.end - value.trim_start().len();
        (is_tag && !value.trim().is_empty()).then(|| start..start + value.trim().len())
    };
    let span = (0..lines.n_lines() as u32).find_map(tag_span)?;
    Some(Written { text: text[span.clone()].to_owned(), place: Place { path, range: lines.range(span) } })
}

/// What the extra tags of a solution ask for on some of the tests. A tag for a testset covers all its tests; one for a
/// group is about the group's name, whatever the testset.
pub(super) fn scopes(extra_tags: &[ExtraTag], several_testsets: bool, findings: &mut Vec<Finding>) -> Vec<ScopedSets> {
    let mut scopes = Vec::new();
    for extra in extra_tags {
        match Tag::read(&extra.tag) {
            Some(tag) if tag.label.run => {
                let tests = glob(extra, several_testsets);
                scopes.push(ScopedSets { tests, by_group: extra.group.is_some(), sets: tag.label.sets });
            }
            Some(_) => {}
            None => findings.push(unknown(&extra.tag)),
        }
    }
    scopes
}

fn glob(extra: &ExtraTag, several_testsets: bool) -> String {
    match (&extra.group, &extra.testset) {
        (Some(group), _) => escape(group),
        (None, Some(testset)) if several_testsets => format!("{}/*", escape(testset)),
        (None, _) => "*".to_owned(),
    }
}

/// The finding about a tag that no table knows.
pub(super) fn unknown(tag: &Written) -> Finding {
    let message = format!("`{}` is no tag of Polygon, so nothing is expected of the solution", tag.text);
    Finding::at(Code::SolutionUnlabelled, tag.place.clone(), message)
}
