//! The subset of FreeMarker that test scripts use.
//!
//! Supported: `<#list>` with `as`, `<#items>`, `<#sep>`, `<#else>`, `<#break>` and `<#continue>`; `<#if>`; `<#assign>`;
//! `<#setting number_format>`; `<#t>`, `<#rt>`, `<#compress>`; comments; `${…}`; and the expressions of [`expression`].
//! Macros, functions and includes are reported.
//!
//! Decisions:
//! - A line that has only tags leaves nothing behind, as FreeMarker's white-space stripping does.
//! - `<#list 1..3 as i> gen ${i} > $ </#list>` on one line makes three commands: the end of an iteration ends the line
//!   when the iteration wrote the redirect of a complete command. Without a redirect nothing ends the line.
//! - Numbers print as `?c` prints them, without grouping. FreeMarker's default groups (`1,000`) and rounds to three
//!   decimals, so a number that would look different gets a note.
//! - Arithmetic is FreeMarker's: decimal, with 12 decimals.
//! - A block that is not closed keeps its lines, once. A list or a condition that cannot be computed gives no lines.
//! - What depends on something broken is broken without another error.

mod evaluate;
mod expression;
mod node;
mod output;
mod parse;
mod scan;
mod scope;
mod tags;

pub(super) use node::Mark;
pub(super) use output::Output;

use super::source::{Limit, Messages, Span};

/// Longest source; Polygon's own scripts are far shorter.
const MAX_SOURCE: usize = 4 << 20;

/// How deep blocks and expressions nest.
const MAX_DEPTH: usize = 64;

/// Stands in an outline for what only evaluation can tell.
pub(super) const UNKNOWN: char = '\u{fffc}';

/// Expands a template. The output remembers where each of its bytes came from.
pub(super) fn expand(text: &str, errors: &mut Messages, notes: &mut Messages) -> Result<Output, Limit> {
    if text.len() > MAX_SOURCE {
        return Err(Limit { span: Span::default(), message: "the script is longer than 4 MiB; shorten it" });
    }
    let pieces = scan::scan(text)?;
    let nodes = parse::parse(text, pieces, errors)?;
    evaluate::run(text, &nodes, errors, notes)
}

/// The text without tags and comments, with [`UNKNOWN`] for each interpolation; `None` when it is no template.
pub(super) fn outline(text: &str) -> Option<String> {
    let pieces = (text.len() <= MAX_SOURCE).then(|| scan::scan(text).ok())??;
    let mut outline = String::new();
    for piece in pieces {
        match piece.kind {
            scan::Kind::Text => outline.push_str(piece.span.of(text)),
            scan::Kind::Interpolation { .. } => outline.push(UNKNOWN),
            scan::Kind::Open { .. }
            | scan::Kind::Close { .. }
            | scan::Kind::Comment { .. }
            | scan::Kind::Call
            | scan::Kind::Broken(_) => {}
        }
    }
    Some(outline)
}
