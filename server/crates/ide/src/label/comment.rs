//! The label as a comment in the source: `// @EXPECTED_RESULTS@: WRONG_ANSWER`.

use problem::{
    label::LabelWord,
    language::Language,
    path::RelPath,
    text::{LineIndex, Position, Range, line_end},
};

use super::Labelling;
use crate::{Edit, FileEdit};

/// The edit of the comment there is; a new one at the head of the source where nothing else tells the label. `None`
/// where the label cannot be said that way.
pub(super) fn edit(labelling: &Labelling<'_>) -> Option<FileEdit> {
    if labelling.word == LabelWord::DoNotRun {
        return None;
    }
    let folder = labelling.view.context.folder;
    let program = &labelling.view.context.problem.programs[labelling.solution];
    let words = labelling.word.name().to_uppercase();
    for path in &program.sources {
        let written = folder.facts(path).and_then(|facts| facts.expected_results.clone());
        if let Some((_, range)) = written {
            let edit = replaced(&folder.text(path)?, range, &words)?;
            return Some(FileEdit { path: path.clone(), edits: vec![edit] });
        }
    }
    let path = program.sources.first().filter(|_| program.label.is_none())?;
    let comment = match program.language {
        Language::Cpp => format!("// @EXPECTED_RESULTS@: {words}"),
        Language::C => format!("/* @EXPECTED_RESULTS@: {words} */"),
        Language::Python => format!("# @EXPECTED_RESULTS@: {words}"),
        Language::Other(_) => {
            let comment = program.language.entry().map(|entry| &entry.comment).filter(|comment| !comment.is_empty())?;
            format!("{comment} @EXPECTED_RESULTS@: {words}")
        }
        Language::Checktestdata | Language::Scripts => return None,
    };
    Some(inserted(path, &folder.text(path)?, &comment))
}

/// The words behind the colon of a comment replaced.
fn replaced(text: &str, range: Range, words: &str) -> Option<Edit> {
    let lines = LineIndex::new(text);
    let (start, end) = (lines.offset(range.start), lines.offset(range.end));
    let colon = start + text.get(start..end)?.find(':')? + 1;
    let written = &text[colon..end];
    let from = colon + (written.len() - written.trim_start().len());
    let gap = if from == colon { " " } else { "" };
    Some(Edit { range: lines.range(from..end), text: format!("{gap}{words}") })
}

/// A line put in at the top, below a line that has to be the first.
fn inserted(path: &RelPath, text: &str, comment: &str) -> FileEdit {
    let end = line_end(text);
    let keeps_first = text.starts_with("#!") || text.starts_with('\u{feff}');
    let edit = match (keeps_first, text.find('\n')) {
        (false, _) => at(Position::default(), format!("{comment}{end}")),
        (true, Some(_)) => at(Position { line: 1, character: 0 }, format!("{comment}{end}")),
        (true, None) => at(LineIndex::new(text).position(text.len()), format!("{end}{comment}{end}")),
    };
    FileEdit { path: path.clone(), edits: vec![edit] }
}

fn at(position: Position, text: String) -> Edit {
    Edit { range: Range { start: position, end: position }, text }
}
