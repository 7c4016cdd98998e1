//! Comments that put tests into groups.

use std::ops::Range;

use freemarker::Span;

/// A group comment whose place is still a span of bytes.
#[derive(Debug)]
pub(super) struct Mark {
    pub(super) span: Span,
    pub(super) name: String,
    pub(super) score: Option<u32>,
    pub(super) depends: Vec<String>,
}

/// The comment that puts the tests that follow into a group: `group 1 score 10 depends 0 1`.
///
/// As in polygon-cli, groups are numbers and a comment that says anything else is only a comment.
pub(super) fn read(comment: &str, span: Span) -> Option<Mark> {
    let is_number = |word: &&str| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    let after = comment.trim().strip_prefix("group")?;
    let mut words = after.split_whitespace().peekable();
    let name = words.next().filter(is_number)?.to_owned();
    let score = match words.next_if_eq(&"score") {
        Some(_) => Some(words.next().filter(is_number)?.parse().ok()?),
        None => None,
    };
    let mut depends = Vec::new();
    if words.next_if_eq(&"depends").is_some() {
        depends.extend(std::iter::from_fn(|| words.next_if(is_number)).map(str::to_owned));
    }
    words.next().is_none().then_some(Mark { span, name, score, depends })
}

/// Where the comments of a text that put tests into groups name groups, in its order.
pub fn named_groups(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut from = 0;
    while let Some(open) = text[from..].find("<#--").map(|at| from + at + 4) {
        let end = text[open..].find("-->").map_or(text.len(), |at| open + at);
        from = end;
        let comment = &text[open..end];
        if read(comment, Span::default()).is_none() {
            continue;
        }
        let mut before = "";
        for word in comment.trim_start().trim_start_matches("group").split_whitespace() {
            // What stands behind `score` are points.
            if before != "score" && word.bytes().all(|byte| byte.is_ascii_digit()) {
                let start = word.as_ptr() as usize - text.as_ptr() as usize;
                found.push(start..start + word.len());
            }
            before = word;
        }
    }
    found
}
