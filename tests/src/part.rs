//! A part of what is alike, where only one is asked for.

/// What `TOUCHSTONE_TESTS_PART` leaves of them: with `2 5` the second of each five; all where it is not set.
///
/// # Panics
///
/// Where it holds anything else than two numbers.
pub fn of<T>(things: Vec<T>) -> Vec<T> {
    let Ok(text) = std::env::var("TOUCHSTONE_TESTS_PART") else { return things };
    let number = |word: &str| word.parse::<usize>().expect("a part is two numbers");
    let (k, n) = text.split_once(' ').map(|(k, n)| (number(k), number(n))).expect("a part is two numbers");
    things.into_iter().skip(k - 1).step_by(n).collect()
}
