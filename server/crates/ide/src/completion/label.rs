//! Labels behind `@EXPECTED_RESULTS@:` in the source of a solution.

use problem::{
    label::{LabelWord, VerdictSets},
    model::{Format, Role},
    text::{LineIndex, Position},
    verdict::{Verdict, VerdictSet},
};

use super::{Completion, CompletionKind};
use crate::{Edit, Text, View, names};

const TAG: &str = "@EXPECTED_RESULTS@";

/// The labels, if the place is where one is written.
pub(super) fn complete(view: &View<'_>, text: &Text<'_>, at: Position) -> Option<Vec<Completion>> {
    let program = &view.context.problem.programs[view.program_at(text.path)?];
    let lines = LineIndex::new(text.text);
    let offset = lines.offset(at);
    let before = &text.text[lines.line_span(at.line)?.start..offset];
    let tag = before.to_ascii_uppercase().find(TAG)?;
    let written = before[tag + TAG.len()..].trim_start().strip_prefix(':')?;
    let is_read =
        program.role == Role::Solution && view.context.problem.format != Format::Polygon && !written.contains("*/");
    let name = names::at(text.text, offset);
    let completion = |(order, word): (usize, LabelWord)| {
        let label = word.name().to_uppercase();
        Completion {
            kind: CompletionKind::Constant,
            detail: sets(word.sets()),
            documentation: None,
            edit: Edit { range: lines.range(name.span.clone()), text: label.clone() },
            sort: format!("{order}"),
            snippet: None,
            label,
        }
    };
    // What is not to be run cannot be said in the source.
    let words = LabelWord::ALL.into_iter().filter(|word| *word != LabelWord::DoNotRun);
    is_read.then(|| words.enumerate().map(completion).collect())
}

/// `AC WA PE, at least one of WA PE`.
fn sets(VerdictSets { permitted, required }: VerdictSets) -> String {
    let codes = |set: VerdictSet| set.iter().map(Verdict::code).collect::<Vec<_>>().join(" ");
    match required.is_empty() {
        true => codes(permitted),
        false => format!("{}, at least one of {}", codes(permitted), codes(required)),
    }
}
