//! Words that stand in sentences of every part.

/// A number of things: `1 test`, `12 tests`.
pub fn quantity(n: usize, noun: &str) -> String {
    format!("{n} {noun}{}", if n == 1 { "" } else { "s" })
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
    fn names_in_a_sentence() {
        let names = ["a", "b", "c", "d", "e"].map(str::to_owned);
        let of = |n: usize| super::enumerated(&names[..n], 4);
        assert_eq!([0, 1, 2, 4, 5].map(of), ["", "a", "a and b", "a, b, c and d", "a, b, c and 2 more"]);
    }

    #[test]
    fn quantities() {
        assert_eq!([0, 1, 12].map(|n| super::quantity(n, "test")), ["0 tests", "1 test", "12 tests"]);
    }
}
