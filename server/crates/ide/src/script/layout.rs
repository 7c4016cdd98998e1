//! A script laid out: one blank between words, and what commands below each other make in one column.
//!
//! Invariants: only blanks between words and at the ends of lines change; what is laid out stays as it is when that is done
//! again.

use problem::text::LineIndex;

use super::{blocks, is_comment, is_rules, is_script, tokens, touching, without_template};
use crate::{Edit, Text, View};

/// Longer commands do not move what others make.
const MAX_COLUMN: usize = 60;

/// The edits that lay out a script, or part of it; `None` for other texts.
pub fn layout(view: &View<'_>, text: &Text<'_>) -> Option<Vec<Edit>> {
    if !is_script(view, text.path) || is_rules(view, text.path) {
        return None;
    }
    let index = LineIndex::new(text.text);
    let (mut start, mut number) = (0, 0);
    let mut edits = Vec::new();
    let texts = blocks(text.text);
    let mut texts = texts.iter().peekable();
    for (line, laid) in text.text.split_inclusive('\n').zip(laid_out(text.text)) {
        let body = line.trim_end_matches(['\n', '\r']);
        while texts.next_if(|lines| *lines.end() < number).is_some() {}
        // Blanks count in the texts of tests.
        let is_in_text = texts.peek().is_some_and(|lines| lines.contains(&number));
        number += 1;
        if laid != body && !is_in_text && !body.trim_start().starts_with('@') {
            edits.push(Edit { range: index.range(start..start + body.len()), text: laid });
        }
        start += line.len();
    }
    Some(edits)
}

/// A line taken apart.
enum Line {
    /// It stays as it is, but for blanks at its end.
    Other,
    /// The call with the blanks before it, and the redirect behind it.
    Command(String, Option<String>),
}

/// The lines without their ends.
fn laid_out(text: &str) -> Vec<String> {
    let (plain, own) = without_template(text);
    let mut start = 0;
    let mut lines = Vec::new();
    for line in text.split_inclusive('\n') {
        let span = start..start + line.len();
        start = span.end;
        let in_tag = touching(&own, &span).iter().any(|own| text[own.clone()].starts_with('<'));
        let body = line.trim_end();
        let is_command = !in_tag && !body.trim().is_empty() && !is_comment(body);
        lines.push((
            body,
            if is_command { command(text, &plain, span.start..span.start + body.len()) } else { Line::Other },
        ));
    }
    let mut laid = Vec::new();
    let mut at = 0;
    while at < lines.len() {
        let block = lines[at..].iter().take_while(|(_, line)| matches!(line, Line::Command(..))).count();
        let column = lines[at..at + block].iter().filter_map(|(_, line)| match line {
            Line::Command(call, Some(_)) => Some(call.chars().count()).filter(|width| *width <= MAX_COLUMN),
            Line::Command(_, None) | Line::Other => None,
        });
        let column = column.max().unwrap_or(0);
        for (body, line) in &lines[at..at + block.max(1)] {
            laid.push(match line {
                Line::Other => (*body).to_owned(),
                Line::Command(call, None) => call.clone(),
                Line::Command(call, Some(redirect)) => {
                    let gap = column.saturating_sub(call.chars().count());
                    format!("{call}{} {redirect}", " ".repeat(gap))
                }
            });
        }
        at += block.max(1);
    }
    laid
}

fn command(text: &str, plain: &str, span: std::ops::Range<usize>) -> Line {
    let body = &plain[span.clone()];
    let indent = &body[..body.len() - body.trim_start().len()];
    let mut words: Vec<&str> = Vec::new();
    let mut redirect: Option<Vec<&str>> = None;
    for token in tokens(body) {
        let written = &text[span.start + token.start..span.start + token.end];
        match (&mut redirect, written) {
            (None, ">") => redirect = Some(vec![written]),
            (Some(redirect), _) => redirect.push(written),
            (None, _) => words.push(written),
        }
    }
    if words.is_empty() {
        return Line::Other;
    }
    Line::Command(format!("{indent}{}", words.join(" ")), redirect.map(|words| words.join(" ")))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn one_column_for_each_block() {
        let script = "#  small   \ngen  -n 5 >$\ngen -n   100 \"a  b\" > 7\n\n  gen ${i}  x|mix   >  $  \n<#list 1..3  as i>\n gen  1\n</#list>";
        let expected = [
            "#  small",
            "gen -n 5          > $",
            "gen -n 100 \"a  b\" > 7",
            "",
            "  gen ${i} x | mix > $",
            "<#list 1..3  as i>",
            " gen 1",
            "</#list>",
        ];
        assert_eq!(laid_out(script), expected);
    }

    proptest! {
        #[test]
        fn words_stay(script in "([a-z\"' >|$<#{}\\\\\n-]{0,60})") {
            let whole = |text: &str| laid_out(text).iter().map(|line| format!("{line}\n")).collect::<String>();
            let laid = whole(&script);
            prop_assert_eq!(whole(&laid), laid.clone());
            let solid = |text: &str| text.chars().filter(|one| !one.is_whitespace()).collect::<String>();
            prop_assert_eq!(solid(&laid), solid(&script));
        }
    }
}
