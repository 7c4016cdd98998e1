//! Finding the one place that an edit means.

use std::ops::Range;

/// How alike, from 0 to 1, a line has to be to be shown.
const ALIKE: f64 = 0.5;
/// So many lines before and behind the most similar one are shown with it.
const AROUND: usize = 2;
/// Texts with more lines, and lines with more bytes, are not searched for what is most similar.
const MAX_COMPARED: usize = 2000;

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
    let is_small = candidates.len() <= MAX_COMPARED && wanted.len() <= MAX_COMPARED;
    if !is_small || candidates.iter().any(|line| line.len() > MAX_COMPARED) {
        return String::new();
    }
    let alike = candidates.iter().map(|line| strsim::sorensen_dice(wanted, line)).enumerate();
    // Of equals the first.
    let best = alike.fold(None, |best: Option<(usize, f64)>, one| best.filter(|best| best.1 >= one.1).or(Some(one)));
    let Some((at, _)) = best.filter(|(_, alike)| *alike >= ALIKE) else { return String::new() };
    lines[at.saturating_sub(AROUND)..lines.len().min(at + AROUND + 1)].join("\n")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The text after the one place that is found has been replaced, or why there is none.
    fn replaced(text: &str, search: &str, replace: &str) -> String {
        match find(text, search) {
            Found::Once { range, indent } => {
                format!("{}{}{}", &text[..range.start], indented(replace, &indent), &text[range.end..])
            }
            Found::Nowhere { nearest } => format!("nowhere; nearest: {nearest}"),
            Found::Often { n_times } => format!("{n_times} times"),
            Found::NothingToFind => "nothing to find".to_owned(),
        }
    }

    #[test]
    fn a_part_of_a_line_is_found_as_it_is() {
        assert_eq!(replaced("f(1, 2);", "1, 2", "3"), "f(3);");
        assert_eq!(replaced("f(ä, ö);", "ä", "ü"), "f(ü, ö);");
        assert_eq!(replaced("x\n\n  \ny", " \n\t", "z"), "nothing to find");
    }

    #[test]
    fn places_that_overlap_are_two() {
        assert_eq!(replaced("ababa", "aba", "x"), "2 times");
        assert_eq!(replaced("äöäöä", "äöä", "x"), "2 times");
        assert_eq!(replaced("aaaa", "a", "x"), "4 times");
        // Two that are alike but for their indentation are not the one that is meant.
        assert_eq!(replaced("  f();\n    f();\ng();\n", "f(); \n", ""), "2 times");
    }

    #[test]
    fn an_exact_place_goes_before_one_that_is_only_alike() {
        assert_eq!(replaced("    a;\n    b;\na;\nb;\n", "\na;\nb;", "\nc;"), "    a;\n    b;\nc;\n");
    }

    #[test]
    fn what_takes_the_place_is_indented_as_the_place_is() {
        let text = "{\n\tif (x)\n\t\ty();\n}\n";
        assert_eq!(replaced(text, "if (x)\n\ty(); ", "if (z) {\n\ty();\n\n}"), "{\n\tif (z) {\n\t\ty();\n\n\t}\n}\n");
        // Looked for with more indentation than there is: the replacement comes with as much less.
        let less = "if (x)\n    y();\n";
        assert_eq!(
            replaced(less, "    if (x)\n        y();", "    if (z)\n        y();\n  w();"),
            "if (z)\n    y();\nw();\n"
        );
    }

    #[test]
    fn blank_lines_between_others_may_hold_white_space() {
        assert_eq!(replaced("  a;\n  \n  b;\n", "a;\n\nb;\n", "c;\n"), "  c;\n");
        assert_eq!(replaced("  a;\n  x\n  b;\n", "a;\n\nb;\n", "c;\n").split(';').next(), Some("nowhere"));
    }

    #[test]
    fn line_ends_stay_those_of_the_file() {
        let text = "a\r\nb\r\nc\r\n";
        assert_eq!(replaced(text, "a\nb\n", "x\ny\nz\n"), "x\r\ny\r\nz\r\nc\r\n");
        assert_eq!(replaced(text, "b", "x\r\ny\nz"), "a\r\nx\r\ny\r\nz\r\nc\r\n");
        assert_eq!(replaced("a\nb\n", "b", "x\ny"), "a\nx\ny\n");
        // Without the line end that is looked for, the one that is there stays.
        assert_eq!(replaced("  a  \r\nb", "a\nb", "x"), "nowhere; nearest:   a  \nb");
        assert_eq!(replaced("  a  \r\n  b", "a\nb", "x"), "  x");
    }

    #[test]
    fn what_is_most_alike_is_shown_with_the_lines_around_it() {
        let text = "one\ntwo\nthree\nint value = 5;\nfive\nsix\nseven\n";
        let nearest = "two\nthree\nint value = 5;\nfive\nsix";
        assert_eq!(replaced(text, "x\n  int value = 6;", ""), format!("nowhere; nearest: {nearest}"));
        assert_eq!(replaced(text, "@@@@@@@@", ""), "nowhere; nearest: ");
        assert_eq!(replaced("int value = 5;\nz\n", "int value = 6;", ""), "nowhere; nearest: int value = 5;\nz");
        // Too much to compare.
        let long = format!("int value = 5; // {}\n", "x".repeat(MAX_COMPARED));
        assert_eq!(replaced(&long, "int value = 6;", ""), "nowhere; nearest: ");
    }

    proptest! {
        #[test]
        fn a_block_that_moved_to_the_right_is_found_and_stays_there(
            lines in prop::collection::vec("[ab]{1,3}( [ab]{1,2})?", 1..5), by in "[ \t]{1,3}", tail in "[ \t]{0,2}"
        ) {
            let moved = |lines: &[String], by: &str, tail: &str| -> String {
                lines.iter().map(|line| format!("{by}{line}{tail}\n")).collect()
            };
            let text = format!("#begin\n{}#end\n", moved(&lines, &by, &tail));
            let search = moved(&lines, "", "");
            // A single line without anything behind it is found as it is.
            prop_assume!(!text.contains(&search));
            let replace = moved(&["new".to_owned(), "  one".to_owned()], "", "");
            prop_assert_eq!(replaced(&text, &search, &replace), format!("#begin\n{by}new\n{by}  one\n#end\n"));
        }

        #[test]
        fn what_stands_there_once_is_what_is_replaced(before in "[a-c\n]{0,8}", middle in "[a-c]{1,3}", after in "[a-c\n]{0,8}") {
            let text = format!("{before}<{middle}>{after}");
            prop_assert_eq!(replaced(&text, &format!("<{middle}>"), "X"), format!("{before}X{after}"));
        }
    }
}
