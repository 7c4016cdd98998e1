//! LaTeX.

use std::ops::Range;

use super::{Gatherer, Printed, StatedSample};

/// What shows a text as it stands.
const VERBATIM: [&str; 4] = ["verbatim", "Verbatim", "lstlisting", "BVerbatim"];
/// What heads a section.
const HEADINGS: [&str; 5] = ["\\section", "\\subsection", "\\subsubsection", "\\paragraph", "\\Example"];

/// `\exmp{…}{…}` of olymp.sty.
pub(super) fn of_olymp(text: &str) -> Vec<StatedSample> {
    let after = text.match_indices("\\exmp").map(|(at, word)| at + word.len());
    let starts = after.filter(|&at| !text[at..].starts_with(|one: char| one.is_ascii_alphabetic()));
    let sample = |at: usize| {
        let input = braces(text, at)?;
        let output = braces(text, input.end + 1)?;
        let [input, output] = [input, output].map(|span| Printed::as_it_stands(text, span));
        Some(StatedSample { input, output })
    };
    starts.filter_map(sample).collect()
}

/// The inside of the braces that begin at a byte or behind blanks and comment signs. What TeX would not print as it stands
/// is no text of a sample.
fn braces(text: &str, from: usize) -> Option<Range<usize>> {
    let rest = text.get(from..)?;
    let open = from + rest.find(|one: char| !one.is_whitespace() && one != '%')?;
    text[open..].starts_with('{').then_some(())?;
    let length = text[open + 1..].find(['{', '}', '\\', '%', '$', '~'])?;
    text[open + 1 + length..].starts_with('}').then_some(open + 1..open + 1 + length)
}

/// Texts as they stand, below what they are.
pub(super) fn samples(text: &str) -> Vec<StatedSample> {
    let mut gathered = Gatherer::default();
    let mut at = 0;
    while let Some(line) = text.get(at..).and_then(|rest| rest.split_inclusive('\n').next()) {
        let words = line.split('%').next().unwrap_or_default().trim();
        let opens = VERBATIM.iter().find_map(|name| Some((name, words.find(&format!("\\begin{{{name}}}"))?)));
        let block = opens.and_then(|(name, _)| block(text, at, name));
        match block {
            Some((span, end)) => {
                gathered.block(Printed::as_it_stands(text, span));
                at = end;
                continue;
            }
            None if opens.is_some() => break,
            None => {}
        }
        let plain = without_commands(words);
        if !plain.trim().is_empty() {
            gathered.words(&plain, HEADINGS.iter().any(|heading| words.starts_with(heading)));
        }
        at += line.len();
    }
    gathered.samples
}

/// The lines of an environment that begins behind a byte, and where it ends.
fn block(text: &str, from: usize, name: &str) -> Option<(Range<usize>, usize)> {
    let (begin, end) = (format!("\\begin{{{name}}}"), format!("\\end{{{name}}}"));
    let inside = from + text[from..].find(&begin)? + begin.len();
    // Options may stand behind it.
    let options = text[inside..].strip_prefix('[').and_then(|rest| rest.find(']'));
    let behind = inside + options.map_or(0, |at| at + 2);
    let line = text[behind..].split_inclusive('\n').next().unwrap_or_default();
    let first = if line.trim().is_empty() { behind + line.len() } else { behind };
    let last = first + text[first..].find(&end)?;
    Some((first..last, last + end.len()))
}

/// The words of a line; `\Example` and `\Examples` are words.
fn without_commands(line: &str) -> String {
    let mut words = String::new();
    let mut parts = line.split('\\');
    words.push_str(parts.next().unwrap_or_default());
    for part in parts {
        let end = part.find(|one: char| !one.is_ascii_alphabetic()).unwrap_or(part.len());
        let (command, rest) = part.split_at(end);
        // What begins or ends stands for nothing that is read.
        let rest =
            if matches!(command, "begin" | "end") { rest.split_once('}').map_or("", |(_, rest)| rest) } else { rest };
        if matches!(command, "Example" | "Examples") {
            words.push_str(command);
        }
        words.push(' ');
        words.push_str(rest);
    }
    words
}
