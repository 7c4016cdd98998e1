//! What puts right the mistakes that the files of a problem show.

use problem::{
    finding::{Code, Finding},
    lint::Fix,
    path::RelPath,
    text::Range,
};

use crate::Edit;

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

/// The fixes for mistakes that touch a range of a file, in the order of the text.
pub fn quick_fixes(findings: &[Finding], path: &RelPath, range: Range) -> Vec<QuickFix> {
    let here = findings.iter().filter_map(|finding| {
        let place = finding.place.as_ref().filter(|place| &place.path == path)?;
        let touches = place.range.start <= range.end && range.start <= place.range.end;
        touches.then_some((place.range, finding))
    });
    here.flat_map(|(range, finding)| fixes(range, finding)).collect()
}

fn fixes(range: Range, finding: &Finding) -> impl Iterator<Item = QuickFix> {
    let fix = move |(order, Fix { title, edits }): (usize, &Fix)| QuickFix {
        title: title.clone(),
        code: finding.code,
        range,
        edits: edits.clone(),
        preferred: order == 0,
    };
    finding.fixes.iter().enumerate().map(fix)
}
