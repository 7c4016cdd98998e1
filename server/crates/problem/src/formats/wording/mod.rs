//! The words that people name files and directories with: what a stem is made of, and which roles ([`roles`]), labels
//! ([`labels`]) and parts of tests ([`test_names`]) its words stand for.
//!
//! Invariant: everything here looks at names alone, in any letter case.

pub(super) mod labels;
pub(super) mod roles;
pub(super) mod test_names;

/// The name of a file without its extension, or of a directory, taken apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Stem {
    tokens: Vec<String>,
}

impl Stem {
    /// Splits a name at `_ - . + , ( )` and blanks.
    pub(super) fn new(name: &str) -> Stem {
        let lower = name.to_lowercase();
        let is_separator = |character: char| "_-.+,()".contains(character) || character.is_whitespace();
        let tokens = lower.split(is_separator).filter(|token| !token.is_empty());
        Stem { tokens: tokens.map(str::to_owned).collect() }
    }

    /// The words, in lower case and with their digits.
    pub(super) fn tokens(&self) -> &[String] {
        &self.tokens
    }

    /// The first word without trailing digits, empty for a name of separators alone.
    pub(super) fn first(&self) -> &str {
        self.tokens.first().map_or("", |token| without_digits(token))
    }

    /// The words after the name of the problem, when this name begins with it.
    pub(super) fn after<'a>(&'a self, problem: &Stem) -> Option<&'a [String]> {
        let (last, before) = problem.tokens.split_last()?;
        let (own, rest) = self.tokens.split_at_checked(problem.tokens.len())?;
        let (own_last, own_before) = own.split_last()?;
        let same_last = own_last == last || without_digits(own_last) == last;
        (own_before == before && same_last).then_some(rest)
    }
}

/// The ways to read a directory's name: `sols (old)` may mean `sols` or, if that says nothing, `old`.
pub(super) fn readings(name: &str) -> impl Iterator<Item = &str> {
    let (before, rest) = name.split_once('(').unwrap_or((name, ""));
    let (inside, after) = rest.split_once(')').unwrap_or((rest, ""));
    [name, before, after, inside].map(str::trim).into_iter().filter(|reading| !reading.is_empty())
}

/// A word without the number behind it; a number alone stays.
pub(super) fn without_digits(token: &str) -> &str {
    let bare = token.trim_end_matches(|character: char| character.is_ascii_digit());
    if bare.is_empty() { token } else { bare }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_with_parentheses() {
        assert_eq!(readings("sols (old)").collect::<Vec<_>>(), ["sols (old)", "sols", "old"]);
        assert_eq!(readings("(2) gens").collect::<Vec<_>>(), ["(2) gens", "gens", "2"]);
        assert_eq!(readings("sols").collect::<Vec<_>>(), ["sols", "sols"]);
    }

    #[test]
    fn takes_names_apart() {
        assert_eq!(Stem::new("WA smallest-badge.2").tokens(), ["wa", "smallest", "badge", "2"]);
        assert_eq!(Stem::new("gen12_tree").first(), "gen");
        assert_eq!(Stem::new("100500_gen").first(), "100500");
        assert_eq!(Stem::new("--").first(), "");
        let problem = Stem::new("two-parcels");
        assert_eq!(Stem::new("two_parcels2").after(&problem), Some([].as_slice()));
        assert_eq!(Stem::new("two-parcels_fast").after(&problem).map(<[String]>::len), Some(1));
        assert_eq!(Stem::new("two").after(&problem), None);
        assert_eq!(Stem::new("x").after(&Stem::new("")), None);
    }
}
