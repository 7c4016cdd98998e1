//! FreeMarker: the subset of its template language that test scripts use.
//!
//! What a template writes is text with the place in the source of each part; what its lines mean is for the caller to
//! know, who tells by way of a [`Dialect`] the little of it that the language needs.
//!
//! Supported: `<#list>` with `as`, `<#items>`, `<#sep>`, `<#else>`, `<#break>` and `<#continue>`; `<#if>`; `<#assign>`;
//! `<#setting number_format>`; `<#t>`, `<#rt>`, `<#compress>`; comments; `${…}`; and the expressions of [`expression`].
//! Macros, functions and includes are reported.
//!
//! Decisions:
//! - A line that has only tags leaves nothing behind, as FreeMarker's white-space stripping does.
//! - `<#list 1..3 as i> gen ${i} > $ </#list>` on one line makes three commands: the end of an iteration ends the line
//!   when the iteration wrote the redirect of a complete command, which the dialect knows. Without a redirect nothing ends
//!   the line.
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
mod source;
mod tags;
#[cfg(test)]
mod tests;

pub use node::Mark;
pub use output::Output;
pub use source::{Limit, Messages, Span};

/// Longest source; Polygon's own scripts are far shorter.
const MAX_SOURCE: usize = 4 << 20;

/// How deep blocks and expressions nest.
const MAX_DEPTH: usize = 64;

/// Stands in an outline for what only evaluation can tell.
pub const UNKNOWN: char = '\u{fffc}';

/// Signs that a script takes for a template's.
pub const TEMPLATE_SIGNS: [&str; 5] = ["<#", "</#", "<@", "${", "#{"];

/// What a template needs to know of the text that it writes.
pub trait Dialect {
    /// Whether a comment, of which this stands between `<#--` and `-->`, says something to who reads the output. It is
    /// then found there by [`Output::mark_before`].
    fn is_mark(&self, comment: &str) -> bool;

    /// Whether what an iteration wrote from byte `from` on makes the line complete, so that the line ends. This is asked
    /// only when there is a `>` in it.
    fn ends_line(&self, line: &str, from: usize) -> bool;
}

/// Expands a template. The output remembers where each of its bytes came from.
///
/// # Errors
/// When the template goes beyond a limit.
pub fn expand(text: &str, dialect: &dyn Dialect, errors: &mut Messages, notes: &mut Messages) -> Result<Output, Limit> {
    if text.len() > MAX_SOURCE {
        return Err(Limit { span: Span::default(), message: "the script is longer than 4 MiB; shorten it" });
    }
    let pieces = scan::scan(text)?;
    let nodes = parse::parse(text, pieces, dialect, errors)?;
    evaluate::run(text, &nodes, dialect, errors, notes)
}

/// The text without tags and comments, with [`UNKNOWN`] for each interpolation; `None` when it is no template.
pub fn outline(text: &str) -> Option<String> {
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
