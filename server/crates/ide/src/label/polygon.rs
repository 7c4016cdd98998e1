//! The label in a Polygon package: the tag of the solution in `problem.xml`, or in the file beside it.

use std::ops::Range as Span;

use problem::{
    label::LabelWord,
    path::RelPath,
    text::{LineIndex, Place},
};

use super::Labelling;
use crate::{Edit, FileEdit};

pub(super) fn edit(labelling: &Labelling<'_>) -> Result<FileEdit, String> {
    let path = labelling.path();
    if labelling.view.context.problem.main == Some(labelling.solution) && labelling.word != LabelWord::Accepted {
        return Err(format!("{path} is the main solution; give another one the tag `main` first"));
    }
    let place = labelling.label().and_then(|label| label.place.clone());
    let manifest = labelling.view.context.problem.manifest.clone();
    match (place, manifest) {
        (Some(place), Some(manifest)) if place.path == manifest => at(place, tag(labelling.word)?),
        (Some(place), _) => at(place, short_tag(labelling.word)?),
        (None, Some(manifest)) => {
            let text = labelling.view.context.folder.text(&manifest).unwrap_or_default();
            let edit = in_manifest(&text, path, tag(labelling.word)?);
            let edit = edit.ok_or_else(|| format!("{manifest} does not list {path}; add a <solution> for it there"))?;
            Ok(FileEdit { path: manifest, edits: vec![edit] })
        }
        (None, None) => Err(format!("the package has no problem.xml to tag {path} in")),
    }
}

fn at(place: Place, tag: &str) -> Result<FileEdit, String> {
    Ok(FileEdit { path: place.path, edits: vec![Edit { range: place.range, text: tag.to_owned() }] })
}

fn tag(word: LabelWord) -> Result<&'static str, String> {
    Ok(match word {
        LabelWord::Accepted => "accepted",
        LabelWord::WrongAnswer => "wrong-answer",
        LabelWord::TimeLimitExceeded => "time-limit-exceeded",
        LabelWord::RunTimeError => "failed",
        LabelWord::MemoryLimitExceeded => "memory-limit-exceeded",
        LabelWord::OutputLimitExceeded => {
            return Err("Polygon has no tag for output_limit_exceeded; take rejected".to_owned());
        }
        LabelWord::Rejected => "rejected",
        LabelWord::AcceptedOrTle => "time-limit-exceeded-or-accepted",
        LabelWord::DoNotRun => "do-not-run",
    })
}

/// The tags of the files beside solutions.
fn short_tag(word: LabelWord) -> Result<&'static str, String> {
    Ok(match word {
        LabelWord::Accepted => "OK",
        LabelWord::WrongAnswer => "WA",
        LabelWord::TimeLimitExceeded => "TL",
        LabelWord::RunTimeError => "RE",
        LabelWord::MemoryLimitExceeded => "ML",
        LabelWord::Rejected => "RJ",
        LabelWord::AcceptedOrTle => "TO",
        LabelWord::DoNotRun => "NR",
        LabelWord::OutputLimitExceeded => return tag(word),
    })
}

/// A tag for a solution that has none, or one that means nothing.
fn in_manifest(text: &str, solution: &RelPath, tag: &str) -> Option<Edit> {
    let lines = LineIndex::new(text);
    let element = elements(text).find(|element| names(&text[element.clone()], solution))?;
    let head_end = element.start + text[element.clone()].find('>')?;
    let head = &text[element.start..head_end];
    Some(match tag_value(head) {
        Some(value) => {
            let range = lines.range(element.start + value.start..element.start + value.end);
            Edit { range, text: tag.to_owned() }
        }
        None => {
            let name_end = element.start + "<solution".len();
            Edit { range: lines.range(name_end..name_end), text: format!(" tag=\"{tag}\"") }
        }
    })
}

/// The elements `solution`, as they are written.
fn elements(text: &str) -> impl Iterator<Item = Span<usize>> + '_ {
    let starts = text.match_indices("<solution").map(|(start, _)| start);
    starts.filter_map(|start| {
        let rest = &text[start..];
        let follows = rest["<solution".len()..].chars().next()?;
        let end = rest.find("</solution>")?;
        (follows.is_whitespace() || follows == '>').then_some(start..start + end)
    })
}

/// Whether an element has a source of this path.
fn names(element: &str, solution: &RelPath) -> bool {
    let values = element.split("path=").skip(1).filter_map(|rest| {
        let quote = rest.chars().next()?;
        rest[quote.len_utf8()..].split(quote).next()
    });
    values.filter_map(RelPath::parse).any(|path| &path == solution)
}

/// Where the value of the attribute `tag` stands in a start tag.
fn tag_value(head: &str) -> Option<Span<usize>> {
    let at = head.match_indices("tag").map(|(at, _)| at);
    at.filter(|&at| head[..at].ends_with(char::is_whitespace)).find_map(|at| {
        let rest = head[at + "tag".len()..].trim_start().strip_prefix('=')?.trim_start();
        let quote = rest.chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
        let start = head.len() - rest.len() + 1;
        let length = head[start..].find(quote)?;
        Some(start..start + length)
    })
}
