//! Words that stand in sentences of every part.

/// A number of things: `1 test`, `12 tests`.
pub fn quantity(n: usize, noun: &str) -> String {
    format!("{n} {noun}{}", if n == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    #[test]
    fn quantities() {
        assert_eq!([0, 1, 12].map(|n| super::quantity(n, "test")), ["0 tests", "1 test", "12 tests"]);
    }
}
