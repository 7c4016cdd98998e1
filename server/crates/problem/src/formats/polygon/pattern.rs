//! Path patterns of testsets: `tests/%02d`, `tests/%02d.a`.

use crate::path::RelPath;

/// The widest field a pattern may ask for.
const MAX_WIDTH: usize = 20;

/// A path with a place for the test's number.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Pattern {
    before: String,
    number: Option<NumberField>,
    after: String,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct NumberField {
    width: usize,
    zeros: bool,
}

impl Pattern {
    /// Reads a pattern with at most one `%d`, which may have a width; `None` for any other use of `%`.
    pub(super) fn parse(written: &str) -> Option<Pattern> {
        let mut pattern = Pattern { before: String::new(), number: None, after: String::new() };
        let mut rest = written;
        while let Some(percent) = rest.find('%') {
            pattern.push(&rest[..percent]);
            rest = &rest[percent + 1..];
            if let Some(literal) = rest.strip_prefix('%') {
                pattern.push("%");
                rest = literal;
            } else {
                let (number, behind) = NumberField::parse(rest)?;
                if pattern.number.replace(number).is_some() {
                    return None;
                }
                rest = behind;
            }
        }
        pattern.push(rest);
        Some(pattern)
    }

    /// Two digits at least between two texts, as Polygon does it.
    pub(super) fn numbered(before: &str, after: &str) -> Pattern {
        let number = Some(NumberField { width: 2, zeros: true });
        Pattern { before: before.to_owned(), number, after: after.to_owned() }
    }

    /// Whether every test has a path of its own.
    pub(super) fn has_number(&self) -> bool {
        self.number.is_some()
    }

    /// The path of a test; `None` when it leaves the folder or is the folder itself.
    pub(super) fn path(&self, number: usize) -> Option<RelPath> {
        let digits = match self.number {
            Some(NumberField { width, zeros: true }) => format!("{number:0width$}"),
            Some(NumberField { width, zeros: false }) => format!("{number:width$}"),
            None => String::new(),
        };
        RelPath::parse(&format!("{}{digits}{}", self.before, self.after)).filter(|path| !path.is_root())
    }

    fn push(&mut self, text: &str) {
        let part = if self.number.is_some() { &mut self.after } else { &mut self.before };
        part.push_str(text);
    }
}

impl NumberField {
    /// Reads what follows the `%`, and gives what follows the field.
    fn parse(text: &str) -> Option<(NumberField, &str)> {
        let end = text.find(|character: char| !character.is_ascii_digit())?;
        let behind = text[end..].strip_prefix(['d', 'i', 'u'])?;
        let width = if end == 0 { 0 } else { text[..end].parse().ok()? };
        (width <= MAX_WIDTH).then_some((NumberField { width, zeros: text.starts_with('0') }, behind))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_in_the_wild() {
        let path = |written: &str, number| Some(Pattern::parse(written)?.path(number)?.to_string());
        assert_eq!(path("tests/%02d", 7).as_deref(), Some("tests/07"));
        assert_eq!(path("tests/%02d.a", 107).as_deref(), Some("tests/107.a"));
        assert_eq!(path("tests\\%d.in", 7).as_deref(), Some("tests/7.in"));
        assert_eq!(path("tests/%03i%%", 7).as_deref(), Some("tests/007%"));
        assert_eq!(path("input.txt", 7).as_deref(), Some("input.txt"));
        assert_eq!(path("../%d", 7), None);
        for unreadable in ["tests/%s", "tests/%", "%d/%d", "%099d", "%99999999999999999999d"] {
            assert_eq!(Pattern::parse(unreadable), None, "{unreadable}");
        }
    }
}
