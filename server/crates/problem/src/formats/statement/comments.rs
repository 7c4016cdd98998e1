//! What nobody sees of a statement: comments of HTML and Markdown, and of TeX.
//!
//! Invariant: the text stays as long as it is, so that places in it do not move.

use std::{borrow::Cow, ops::Range};

/// A text with blanks in place of its comments.
pub(super) fn without_comments(text: &str) -> Cow<'_, str> {
    let hidden = hidden(text);
    if hidden.is_empty() { Cow::Borrowed(text) } else { Cow::Owned(blanked(text, hidden)) }
}

/// A text with blanks in place of tags of HTML and of what stands for a blank there.
pub(super) fn without_tags(text: &str) -> Cow<'_, str> {
    const LONGEST: usize = 200;
    const BLANK: &str = "&nbsp;";
    let mut tags = Vec::new();
    for (at, _) in text.match_indices('<') {
        let inside = &text.as_bytes()[at + 1..text.len().min(at + LONGEST)];
        let is_tag = inside.first().is_some_and(|first| first.is_ascii_alphabetic() || *first == b'/');
        let end = inside.iter().position(|byte| matches!(byte, b'<' | b'>'));
        tags.extend(end.filter(|&end| is_tag && inside[end] == b'>').map(|end| at..at + end + 2));
    }
    tags.extend(text.match_indices(BLANK).map(|(at, blank)| at..at + blank.len()));
    if tags.is_empty() { Cow::Borrowed(text) } else { Cow::Owned(blanked(text, tags)) }
}

fn blanked(text: &str, hidden: Vec<Range<usize>>) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for range in hidden {
        bytes[range].iter_mut().filter(|byte| !matches!(byte, b'\n' | b'\r')).for_each(|byte| *byte = b' ');
    }
    // Whole characters were replaced.
    String::from_utf8(bytes).unwrap_or_else(|_| text.to_owned())
}

/// Where comments stand. What is shown as it is written has none.
fn hidden(text: &str) -> Vec<Range<usize>> {
    let is_tex = looks_like_tex(text);
    let mut hidden = Vec::new();
    let (mut at, mut shown_until) = (0, None);
    // Up to there a comment goes that is open; behind the last end none begins, so that time stays linear.
    let mut open_until = 0;
    let last_end = text.rfind("-->").unwrap_or_default();
    for line in text.split_inclusive('\n') {
        let begin = at;
        at += line.len();
        match shown_until {
            Some(end) => {
                if line.contains(end) {
                    shown_until = None;
                }
                continue;
            }
            None if begin >= open_until => shown_until = begins_shown(line, is_tex),
            None => {}
        }
        if shown_until.is_some() {
            continue;
        }
        for (open, _) in line.match_indices("<!--").filter(|_| !is_tex) {
            let open = begin + open;
            if open < open_until {
                continue;
            }
            // What is never closed is none.
            let end = if open < last_end { text[open..].find("-->") } else { None };
            if let Some(length) = end {
                open_until = open + length + 3;
                hidden.push(open..open_until);
            }
        }
        if is_tex && let Some(comment) = tex_comment(line) {
            hidden.push(begin + comment..at);
        }
    }
    hidden
}

/// Where the comment of a line of TeX begins.
fn tex_comment(line: &str) -> Option<usize> {
    let is_escaped = |at: usize| (at - line[..at].trim_end_matches('\\').len()) % 2 == 1;
    line.match_indices('%').map(|(at, _)| at).find(|&at| !is_escaped(at))
}

/// What ends a block that is shown as it is written, where a line begins one.
fn begins_shown(line: &str, is_tex: bool) -> Option<&'static str> {
    const BLOCKS: [(&str, &str); 2] =
        [("\\begin{verbatim}", "\\end{verbatim}"), ("\\begin{lstlisting}", "\\end{lstlisting}")];
    if is_tex {
        let begins = |(begin, end): &(&str, &'static str)| line.contains(*begin) && !line.contains(*end);
        return BLOCKS.iter().find(|block| begins(block)).map(|(_, end)| *end);
    }
    let fence = line.trim_start();
    let is_fence = |mark: &str| fence.starts_with(mark) && !fence[mark.len()..].contains(mark);
    if is_fence("```") {
        return Some("```");
    }
    let is_pre = line.contains("<pre") && !line.contains("</pre>");
    if is_pre { Some("</pre>") } else { is_fence("~~~").then_some("~~~") }
}

/// Whether a percent sign begins a comment: in Markdown it is one per cent.
fn looks_like_tex(text: &str) -> bool {
    const OF_TEX: [&str; 12] = [
        "\\begin{",
        "\\section",
        "\\subsection",
        "\\InputFile",
        "\\OutputFile",
        "\\exmp",
        "\\documentclass",
        "\\problemname",
        "\\textbf{",
        "\\textit{",
        "\\emph{",
        "~---",
    ];
    // A formula may have a matrix; a page of Markdown has headings or code, a page of HTML has tags.
    let is_markdown =
        || text.lines().any(|line| line.starts_with("# ") || line.starts_with("## ") || line.starts_with("```"));
    let is_html = || ["<p>", "<div", "<html", "<ul>", "<pre>"].iter().any(|tag| text.contains(tag));
    OF_TEX.iter().any(|word| text.contains(word)) && !is_markdown() && !is_html()
        || text.lines().any(|line| line.starts_with('%')) && text.contains('\\')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_are_not_seen() {
        let seen = |text: &str| {
            let seen = without_comments(text);
            assert_eq!(seen.len(), text.len(), "{text}");
            seen.split_whitespace().collect::<Vec<_>>().join(" ")
        };
        assert_eq!(seen("a <!-- b\nc --> d <!-- e --> f"), "a d f");
        assert_eq!(seen("a <!-- never closed"), "a <!-- never closed");
        assert_eq!(seen("```\n<!-- shown -->\n```\n<!-- not -->\nend"), "``` <!-- shown --> ``` end");
        assert_eq!(seen("<pre>\n<!-- shown -->\n</pre><!-- ä -->"), "<pre> <!-- shown --> </pre><!-- ä -->");
        assert_eq!(seen("<p>a</p>\n<!-- ä -->\nb"), "<p>a</p> b");
        assert_eq!(seen("\\section*{A}\n50\\% of it % not this\n% nor this\nend"), "\\section*{A} 50\\% of it end");
        assert_eq!(
            seen("\\begin{verbatim}\n5 % 3\n\\end{verbatim} % none"),
            "\\begin{verbatim} 5 % 3 \\end{verbatim} % none"
        );
        assert_eq!(seen("# A\n\n50 % of all, \\emph{really}"), "# A 50 % of all, \\emph{really}");
        assert_eq!(seen("10 % of it"), "10 % of it");
    }

    #[test]
    fn comments_that_never_end_take_no_long_time() {
        let many = "<!-- ".repeat(200_000);
        assert_eq!(without_comments(&many), many);
        let closed = format!("-->{many}");
        assert_eq!(without_comments(&closed), closed);
    }

    #[test]
    fn tags_are_blanks() {
        let plain = |text: &str| without_tags(text).split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(plain("<td>Time limit</td><td class=\"x\">1&nbsp;s</td> 1 < 2 > 1"), "Time limit 1 s 1 < 2 > 1");
    }
}
