//! A line of a source cut to the terminal's width around the place that matters.

use super::clean;

/// Columns of a tab.
const TAB: &str = "    ";

/// The part of a line that is shown, cleaned, and where its characters went.
pub(super) struct Window {
    /// What is shown.
    pub(super) text: String,
    /// Byte offsets: in the line, and in what is shown. Ends with the end of both.
    places: Vec<(usize, usize)>,
}

impl Window {
    /// Cuts a line so that the byte `focus` is to be seen, if possible with what stands before it.
    pub(super) fn around(line: &str, focus: usize, columns: usize, ellipsis: &str) -> Window {
        match Window::starting(line, 0, columns, ellipsis) {
            (whole, true) => whole,
            (_, false) => Window::starting(line, start(line, focus, columns, ellipsis), columns, ellipsis).0,
        }
    }

    /// As much of the line from a byte on as fits, and whether that is all of it.
    fn starting(line: &str, from: usize, columns: usize, ellipsis: &str) -> (Window, bool) {
        let lead = if from > 0 { ellipsis } else { "" };
        let mut window = Window { text: lead.to_owned(), places: Vec::new() };
        let mut used = clean::width(lead);
        // Where to cut if the rest turns out not to fit.
        let mut cut = None;
        for (at, character) in line[from..].char_indices() {
            let piece = shown(character);
            used += clean::width(&piece);
            if cut.is_none() && used + clean::width(ellipsis) > columns {
                cut = Some(window.places.len());
            }
            window.places.push((from + at, window.text.len()));
            if used > columns {
                window.cut(cut.unwrap_or(0), ellipsis);
                return (window, false);
            }
            window.text.push_str(&piece);
        }
        window.places.push((line.len(), window.text.len()));
        (window, true)
    }

    /// Replaces the shown characters from `nth` on by an ellipsis.
    fn cut(&mut self, nth: usize, ellipsis: &str) {
        self.places.truncate(nth + 1);
        let end = self.places.last().map_or(0, |&(_, place)| place);
        self.text.truncate(end);
        self.text.push_str(ellipsis);
    }

    /// The place in what is shown of a byte of the line; the nearest there is, for what is cut off.
    pub(super) fn place(&self, byte: usize) -> usize {
        let next = self.places.partition_point(|&(at, _)| at < byte);
        self.places.get(next).or(self.places.last()).map_or(0, |&(_, place)| place)
    }

    /// Columns before a byte of what is shown.
    pub(super) fn column(&self, place: usize) -> usize {
        let end = (place..=self.text.len()).find(|&end| self.text.is_char_boundary(end));
        end.map_or(clean::width(&self.text) + 1, |end| clean::width(&self.text[..end]))
    }
}

fn shown(character: char) -> String {
    if character == '\t' { TAB.to_owned() } else { clean::shown(character) }
}

/// The first byte to be shown: what stands before the focus gets a third of the columns, and what its rest leaves.
fn start(line: &str, focus: usize, columns: usize, ellipsis: &str) -> usize {
    let take = |left: &mut usize, character: char| {
        *left = left.checked_sub(clean::width(&shown(character)).max(1))?;
        Some(character.len_utf8())
    };
    let for_rest = (columns - columns / 3).saturating_sub(clean::width(ellipsis));
    let unused = line[focus..].chars().try_fold(for_rest, |mut left, character| {
        take(&mut left, character)?;
        Some(left)
    });
    let lead = columns / 3 + unused.unwrap_or(0);
    let bytes = line[..focus].chars().rev().scan(lead.saturating_sub(clean::width(ellipsis)), take);
    focus - bytes.sum::<usize>()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_focus_is_to_be_seen() {
        let line = "0123456789".repeat(10);
        assert_eq!(Window::around(&line[..20], 19, 20, "…").text, "01234567890123456789");
        assert_eq!(Window::around(&line, 5, 20, "…").text, "0123456789012345678…");
        let window = Window::around(&line, 50, 20, "…");
        assert_eq!(window.text, "…567890123456789012…");
        assert_eq!(&window.text[window.place(50)..window.place(53)], "012");
        assert_eq!(&window.text[window.place(53)..window.place(99)], "3456789012", "an end beyond is cut");
        assert_eq!(Window::around(&line, 99, 20, "…").text, "…234567890123456789");
    }

    #[test]
    fn tabs_and_escapes_are_mapped() {
        let window = Window::around("\tx\x1by", 1, 40, "…");
        assert_eq!((window.text.as_str(), window.place(1), window.place(3)), ("    x\\u{1b}y", 4, 11));
    }
}
