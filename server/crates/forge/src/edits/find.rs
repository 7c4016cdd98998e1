//! Finding the one place that an edit means.

use std::ops::Range;

/// How alike, from 0 to 1, a line has to be to be shown.
const ALIKE: f32 = 0.5;
/// So many lines before and behind the most similar one are shown with it.
const AROUND: usize = 2;
/// Texts with more lines, and lines with more bytes, are not searched for what is most similar.
const MOST_COMPARED: usize = 2000;

/// What was found.
pub(super) enum Found {
    /// One place.
    Once {
        /// Its bytes.
        range: Range<usize>,
        /// How the lines there are indented, seen from those that were looked for.
        indent: Indent,
    },
    /// No place; these lines are most like it.
    Nowhere { nearest: String },
    /// Several places.
    Often { n_times: usize },
    /// There is nothing to look for.
    NothingToFind,
}

/// How lines found differ from those looked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Indent {
    change: Change,
    /// Lines end with CR and LF.
    has_cr: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Change {
    /// More indented, by this white space.
    More(String),
    /// Less indented, by this white space.
    Less(String),
}

/// Looks for a text: as it is, else line by line without regard to white space at the edges.
pub(super) fn find(text: &str, search: &str) -> Found {
    if search.trim().is_empty() {
        return Found::NothingToFind;
    }
    let has_cr = text.contains("\r\n");
    let mut exact = occurrences(text, search);
    if let (Some(start), n_more) = (exact.next(), exact.count()) {
        let range = start..start + search.len();
        let indent = Indent { change: Change::More(String::new()), has_cr };
        return if n_more == 0 { Found::Once { range, indent } } else { Found::Often { n_times: n_more + 1 } };
    }
    let mut loose = loosely(text, search);
    match (loose.pop(), loose.len()) {
        (None, _) => Found::Nowhere { nearest: nearest(text, search) },
        (Some((range, change)), 0) => Found::Once { range, indent: Indent { change, has_cr } },
        (Some(_), n_more) => Found::Often { n_times: n_more + 1 },
    }
}

/// Where a text begins, overlapping places too.
fn occurrences<'a>(text: &'a str, search: &'a str) -> impl Iterator<Item = usize> + 'a {
    let mut from = 0;
    std::iter::from_fn(move || {
        let at = from + text.get(from..)?.find(search)?;
        from = at + text[at..].chars().next().map_or(1, char::len_utf8);
        Some(at)
    })
}

/// The places whose lines are equal to those looked for up to trailing white space and one change of the indentation.
fn loosely(text: &str, search: &str) -> Vec<(Range<usize>, Change)> {
    let lines = lines(text);
    let wanted: Vec<&str> = search.trim_end_matches(['\n', '\r']).lines().map(str::trim_end).collect();
    let takes_line_end = search.ends_with('\n');
    let mut places = Vec::new();
    for window in lines.windows(wanted.len()) {
        let found: Vec<&str> = window.iter().map(|line| text[line.clone()].trim_end()).collect();
        if let Some(change) = change_between(&wanted, &found) {
            let (first, last) = (&window[0], &window[window.len() - 1]);
            let content = text[last.clone()].trim_end_matches(['\n', '\r']).len();
            let end = if takes_line_end { last.end } else { last.start + content };
            places.push((first.start..end, change));
        }
    }
    places
}

/// The bytes of each line with its end.
fn lines(text: &str) -> Vec<Range<usize>> {
    let mut start = 0;
    text.split_inclusive('\n')
        .map(|line| {
            let range = start..start + line.len();
            start = range.end;
            range
        })
        .collect()
}

/// The one change of indentation that makes the lines looked for those found.
fn change_between(wanted: &[&str], found: &[&str]) -> Option<Change> {
    let indent = |line: &str| line.len() - line.trim_start_matches([' ', '\t']).len();
    let first = wanted.iter().position(|line| !line.is_empty())?;
    let (is, was) = (indent(found[first]), indent(wanted[first]));
    let change = if is >= was {
        Change::More(found[first][..is - was].to_owned())
    } else {
        Change::Less(wanted[first][..was - is].to_owned())
    };
    let fits = |(wanted, found): (&&str, &&str)| match &change {
        _ if wanted.is_empty() || found.is_empty() => wanted == found,
        Change::More(more) => found.strip_prefix(more.as_str()) == Some(*wanted),
        Change::Less(less) => wanted.strip_prefix(less.as_str()) == Some(*found),
    };
    wanted.iter().zip(found).all(fits).then_some(change)
}

/// A replacement with the change of indentation, and the line ends, of the place that it goes to.
pub(super) fn indented(replace: &str, indent: &Indent) -> String {
    let line = |line: &str| match &indent.change {
        Change::More(more) if !line.trim().is_empty() => format!("{more}{line}"),
        Change::Less(less) => line.strip_prefix(less.as_str()).unwrap_or(line.trim_start()).to_owned(),
        Change::More(_) => line.to_owned(),
    };
    let text: String = replace.split_inclusive('\n').map(line).collect();
    if indent.has_cr { text.replace("\r\n", "\n").replace('\n', "\r\n") } else { text }
}

/// The lines of a text around the one that is most like the longest line looked for.
fn nearest(text: &str, search: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let wanted = search.lines().map(str::trim).max_by_key(|line| line.len()).unwrap_or_default();
    let candidates: Vec<&str> = lines.iter().map(|line| line.trim()).collect();
    let is_small = candidates.len() <= MOST_COMPARED && wanted.len() <= MOST_COMPARED;
    if !is_small || candidates.iter().any(|line| line.len() > MOST_COMPARED) {
        return String::new();
    }
    let close = similar::get_close_matches(wanted, &candidates, 1, ALIKE);
    let Some(at) = close.first().and_then(|close| candidates.iter().position(|line| line == close)) else {
        return String::new();
    };
    lines[at.saturating_sub(AROUND)..lines.len().min(at + AROUND + 1)].join("\n")
}
