//! Where an output first differs from the answer, as what decides compares them.

use std::collections::BTreeMap;

use checkers::{OutcomeKind, Standard, kattis::KattisFlags};
use problem::model::CheckerKind;

use super::character_end;

/// Where an output first differs from the answer, blanks at the ends of lines and empty lines at the end aside: the offsets in
/// the answer and in the output.
pub(super) fn difference(expected: &[u8], found: &[u8]) -> Option<(usize, usize)> {
    let (expected, found) = (expected.trim_ascii_end(), found.trim_ascii_end());
    let mut wanted = lines(expected);
    for (start, written) in lines(found) {
        let Some((wanted_start, want)) = wanted.next() else { return Some((expected.len(), start)) };
        if want != written {
            let common = common_start(want, written);
            return Some((wanted_start + common, start + common));
        }
    }
    wanted.next().map(|(start, _)| (start, found.len()))
}

/// The lines of a text without blanks at their ends, each with its offset.
fn lines(text: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    text.split(|&byte| byte == b'\n').map(|line| (offset(text, line), line.trim_ascii_end()))
}

/// What decides by words, whatever the blanks between them.
pub(super) enum Tokens<'a> {
    Standard(Standard),
    Kattis(&'a KattisFlags),
}

impl Tokens<'_> {
    pub(super) fn of(checker: &CheckerKind) -> Option<Tokens<'_>> {
        match checker {
            CheckerKind::Standard(Standard::Fcmp | Standard::Lcmp) => None,
            CheckerKind::Standard(standard) => Some(Tokens::Standard(*standard)),
            CheckerKind::KattisDefault(flags) if !flags.space_change_sensitive => Some(Tokens::Kattis(flags)),
            CheckerKind::KattisDefault(_) | CheckerKind::Interactor | CheckerKind::Program { .. } => None,
        }
    }

    /// Where the first word of an output begins that is not that of the answer; its end, where words are missing. As offsets
    /// in the answer and in the output.
    pub(super) fn difference(&self, expected: &[u8], found: &[u8]) -> Option<(usize, usize)> {
        if let Tokens::Standard(Standard::Uncmp) = self {
            return difference_of_sets(expected, found);
        }
        let mut wanted = words(expected);
        for word in words(found) {
            match wanted.next() {
                Some(want) if self.are_alike(want, word) => {}
                want => {
                    return Some((
                        want.map_or_else(|| expected.trim_ascii_end().len(), |want| offset(expected, want)),
                        offset(found, word),
                    ));
                }
            }
        }
        wanted.next().map(|want| (offset(expected, want), found.trim_ascii_end().len()))
    }

    /// Whether one word is as good as another: the checker itself says so where they are not the same.
    fn are_alike(&self, expected: &[u8], found: &[u8]) -> bool {
        expected == found
            || match self {
                Tokens::Standard(standard) => {
                    standard.check(Some(found), Some(expected), "", "").kind == OutcomeKind::Ok
                }
                Tokens::Kattis(flags) => flags.check(found, expected).kind == OutcomeKind::Ok,
            }
    }
}

/// The first word of an output that the answer does not have as often; its end, where the answer has more.
fn difference_of_sets(expected: &[u8], found: &[u8]) -> Option<(usize, usize)> {
    let mut left: BTreeMap<&[u8], Vec<usize>> = BTreeMap::new();
    for word in words(expected) {
        left.entry(word).or_default().push(offset(expected, word));
    }
    for word in words(found) {
        if left.get_mut(word).and_then(Vec::pop).is_none() {
            let end = expected.trim_ascii_end().len();
            return Some((left.into_values().flatten().min().unwrap_or(end), offset(found, word)));
        }
    }
    Some((left.into_values().flatten().min()?, found.trim_ascii_end().len()))
}

fn words(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty())
}

/// Where a part of a text begins in it.
fn offset(text: &[u8], part: &[u8]) -> usize {
    part.as_ptr() as usize - text.as_ptr() as usize
}

/// The length of what both texts begin with, in bytes of whole characters.
fn common_start(one: &[u8], other: &[u8]) -> usize {
    let common = one.iter().zip(other).take_while(|(one, other)| one == other).count();
    character_end(&one[..common])
}

#[cfg(test)]
mod tests {
    use super::{super::place, *};

    #[test]
    fn differences() {
        let here = |found: &str, offsets: Option<(usize, usize)>| {
            offsets.map(|(_, at)| place(found.as_bytes(), at)).map(|one| (one.line, one.column))
        };
        let place = |expected: &str, found: &str| here(found, difference(expected.as_bytes(), found.as_bytes()));
        assert_eq!(place("1 2\n3\n", "1 2\r\n3"), None);
        assert_eq!(place("1 2\n3\n", "1 2 \n3\n\n"), None);
        assert_eq!(place("1 2\n3\n", "1 3\n3\n"), Some((0, 2)));
        assert_eq!(place("1 2\r\n3\r\n", "1 2\n4\n"), Some((1, 0)));
        assert_eq!(place("é😀a", "é😀b"), Some((0, 3)));
        assert_eq!(place("1\n2\n", "1\n"), Some((0, 1)));
        assert_eq!(place("1\n", "1\n2\n"), Some((1, 0)));
        assert_eq!(place("12", "1"), Some((0, 1)));
        assert_eq!(place("1", ""), Some((0, 0)));
        let words = Tokens::Standard(Standard::Wcmp);
        let token = |expected: &str, found: &str| here(found, words.difference(expected.as_bytes(), found.as_bytes()));
        assert_eq!(token("1 2\n3\n", "1\n2   3"), None);
        assert_eq!(token("1 2\n3\n", "1\n 4 3"), Some((1, 1)));
        assert_eq!((token("1 2", "1\n"), token("1", "1 2")), (Some((0, 1)), Some((0, 2))));
        assert_eq!(place("", ""), None);
    }

    /// By hand: offsets in the answer and in the output.
    #[test]
    fn words_differ_where_the_checker_says_so() {
        let of = |standard, expected: &str, found: &str| {
            Tokens::Standard(standard).difference(expected.as_bytes(), found.as_bytes())
        };
        assert_eq!(of(Standard::Rcmp6, "0.5 1.5\n", "0.500000001\n2.5\n"), Some((4, 12)));
        assert_eq!(of(Standard::Nyesno, "YES NO YES\n", "yes\nNo no\n"), Some((7, 7)));
        assert_eq!(of(Standard::Ncmp, "1 2 3", "1 2"), Some((4, 3)));
        assert_eq!(of(Standard::Uncmp, "1 2 2 3\n", "3 2 2 2\n"), Some((0, 6)));
        assert_eq!(of(Standard::Uncmp, "1 2 3\n", "3 2\n"), Some((0, 3)));
        let flags = KattisFlags { float_absolute_tolerance: Some(0.1), ..KattisFlags::default() };
        assert_eq!(Tokens::Kattis(&flags).difference(b"Ab 1.0 2", b"ab 1.05 3"), Some((7, 8)));
    }
}
