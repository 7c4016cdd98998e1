//! Words that stand in sentences of every part.

/// A number of things: `1 test`, `12 tests`.
pub fn quantity(n: usize, noun: &str) -> String {
    format!("{n} {noun}{}", if n == 1 { "" } else { "s" })
}

/// A share in thousandths, the nearest; only all of them are 1000.
pub fn permille(share: f64) -> f64 {
    let nearest = (share * 1000.0).round();
    if share < 1.0 { nearest.min(999.0) } else { nearest }
}

/// A share as people say it: `75%`, `66.7%`.
pub fn percent(share: f64) -> String {
    format!("{}%", permille(share) / 10.0)
}

/// So many files, of which the first is named: `a.in and 2 more files like it`.
pub fn first_of(first: impl std::fmt::Display, n: usize) -> String {
    match n {
        0 | 1 => first.to_string(),
        2 => format!("{first} and one more file like it"),
        n => format!("{first} and {} more files like it", n - 1),
    }
}

/// Names in a sentence, at most so many things: `one`, `one and two`, `one, two and 3 more`.
pub fn enumerated(names: &[String], max_shown: usize) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] if names.len() <= max_shown => format!("{} and {last}", first.join(", ")),
        many => {
            let shown = &many[..max_shown - 1];
            format!("{} and {} more", shown.join(", "), many.len() - shown.len())
        }
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn only_all_are_all() {
        assert_eq!([0.0, 2.0 / 3.0, 0.9999, 1.0].map(super::permille), [0.0, 667.0, 999.0, 1000.0]);
        let shares = [1.0, 0.75, 2.0 / 3.0, 0.9999, 0.0, 0.29];
        assert_eq!(shares.map(super::percent), ["100%", "75%", "66.7%", "99.9%", "0%", "29%"]);
    }

    #[test]
    fn names_in_a_sentence() {
        let names = ["a", "b", "c", "d", "e"].map(str::to_owned);
        let of = |n: usize| super::enumerated(&names[..n], 4);
        assert_eq!([0, 1, 2, 4, 5].map(of), ["", "a", "a and b", "a, b, c and d", "a, b, c and 2 more"]);
    }

    #[test]
    fn first_ones() {
        let expected = ["a", "a and one more file like it", "a and 2 more files like it"];
        assert_eq!([1, 2, 3].map(|n| super::first_of("a", n)), expected);
    }

    #[test]
    fn quantities() {
        assert_eq!([0, 1, 12].map(|n| super::quantity(n, "test")), ["0 tests", "1 test", "12 tests"]);
    }
}
