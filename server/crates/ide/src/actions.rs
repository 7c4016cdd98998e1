//! What puts right the mistakes that the text of a program shows.

use problem::{
    finding::Code,
    lint::{Fix, Lint},
    model::Role,
    text::Range,
};

use crate::{Edit, Text};

/// A change that puts one mistake right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuickFix {
    /// What it does, as a menu says it.
    pub title: String,
    /// The mistake.
    pub code: Code,
    /// Where the mistake is.
    pub range: Range,
    /// The changes of the text, in its order.
    pub edits: Vec<Edit>,
    /// Whether it is the first thing to think of for this mistake.
    pub preferred: bool,
}

/// The fixes for mistakes that touch a range, in the order of the text. A program without a role makes no mistakes.
pub fn quick_fixes(text: &Text<'_>, role: Option<Role>, range: Range) -> Vec<QuickFix> {
    let (Some(source), Some(role)) = (text.source, role) else { return Vec::new() };
    let touches = |lint: &Lint| lint.range.start <= range.end && range.start <= lint.range.end;
    let lints = cpp::lint::lints(source, role).into_iter().filter(touches);
    lints.flat_map(fixes).collect()
}

fn fixes(lint: Lint) -> impl Iterator<Item = QuickFix> {
    let Lint { code, range, fixes, .. } = lint;
    let fix = move |(order, Fix { title, edits }): (usize, Fix)| QuickFix {
        title,
        code,
        range,
        edits,
        preferred: order == 0,
    };
    fixes.into_iter().enumerate().map(fix)
}
