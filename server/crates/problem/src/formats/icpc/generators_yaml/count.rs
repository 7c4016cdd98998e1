//! `count:` of a rule: how many tests it makes, and which numbers they have.

use crate::formats::yaml::{Complaint, Node, Value};

/// More tests than this are refused.
const MAX: usize = 100;

/// The numbers that a rule states: `3` is 1 to 3, `[4, 7]` and `-1..=2` are what they say.
///
/// # Errors
/// What is wrong with it. The tests behind it have no certain numbers then.
pub(super) fn numbers(node: &Node) -> Result<Vec<i64>, Complaint> {
    let wrong = |message: &str| Err(Complaint::new(node.range, message));
    let numbers: Vec<i64> = match &node.value {
        Value::List(items) => {
            let mut numbers = Vec::new();
            for item in items {
                let number = item.text().ok().and_then(|text| text.parse().ok());
                let number = number.ok_or_else(|| Complaint::new(item.range, "a whole number is wanted here"))?;
                if numbers.contains(&number) {
                    return Err(Complaint::new(item.range, "this number stands here a second time"));
                }
                numbers.push(number);
            }
            numbers
        }
        Value::Scalar(text) => {
            match text.split_once("..=").map(|(from, to)| (from.parse::<i64>(), to.parse::<i64>())) {
                // The difference of the two may not fit.
                Some((Ok(from), Ok(to))) if to.saturating_sub(from) < MAX as i64 => (from..=to).collect(),
                Some((Ok(_), Ok(_))) => return wrong("a count is at most 100"),
                Some(_) => return wrong("a range is written as `1..=5`"),
                None => match text.parse::<i64>() {
                    Ok(number) => (1..=number.min(MAX as i64 + 1)).collect(),
                    Err(_) => return wrong("a count is a number, a list of numbers, or a range such as `1..=5`"),
                },
            }
        }
        Value::Null | Value::Map(_) => {
            return wrong("a count is a number, a list of numbers, or a range such as `1..=5`");
        }
    };
    match numbers.len() {
        0 => wrong("a count is at least 1"),
        n if n > MAX => wrong("a count is at most 100"),
        _ => Ok(numbers),
    }
}

/// What is put behind a name for each of the numbers, padded where they follow one another.
pub(super) fn suffixes(numbers: &[i64]) -> Vec<String> {
    let (least, most) = (numbers.iter().min().copied(), numbers.iter().max().copied());
    let are_consecutive = least.zip(most).is_some_and(|(least, most)| {
        most.checked_sub(least).is_some_and(|difference| difference == numbers.len() as i64 - 1)
    });
    let width = numbers.iter().map(|number| number.to_string().len()).max().filter(|_| are_consecutive).unwrap_or(0);
    numbers.iter().map(|number| format!("-{number:0width$}")).collect()
}
