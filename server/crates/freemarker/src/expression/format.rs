//! Values as text.

use std::rc::Rc;

use super::{Decimal, Value, evaluate::Fault};
use crate::{scope::Scope, source::Span};

/// How numbers print when nothing is asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum NumberFormat {
    /// Nothing was set: plain digits, with a note where FreeMarker's own default looks different.
    #[default]
    Unset,
    /// Plain digits, as `?c`.
    Plain,
    /// A pattern such as `000` or `0.00`.
    Pattern(Pattern),
}

/// The part of Java's `DecimalFormat` that scripts use: `#`, `0`, `,` and one `.`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Pattern {
    /// Digits between separators, when there are separators.
    group: Option<usize>,
    min_whole: usize,
    min_decimals: usize,
    max_decimals: usize,
}

/// Longest pattern and so the widest padding.
const MAX_PATTERN: usize = 100;

impl NumberFormat {
    /// Reads the value of the setting or the argument of `?string`.
    pub(crate) fn parse(text: &str) -> Option<NumberFormat> {
        match text {
            "" | "number" => Some(NumberFormat::Unset),
            "computer" | "c" => Some(NumberFormat::Plain),
            pattern => Pattern::parse(pattern).map(NumberFormat::Pattern),
        }
    }

    pub(super) fn print(&self, number: Decimal) -> String {
        match self {
            NumberFormat::Unset | NumberFormat::Plain => number.to_string(),
            NumberFormat::Pattern(pattern) => pattern.print(number),
        }
    }
}

impl Pattern {
    fn parse(text: &str) -> Option<Pattern> {
        let (whole, decimals) = text.split_once('.').unwrap_or((text, ""));
        let count = |part: &str, wanted: char| part.chars().filter(|&c| c == wanted).count();
        let digits: String = whole.chars().filter(|&c| c != ',').collect();
        let is_sorted = |part: &str, first: char, second: char| {
            part.trim_start_matches(first).trim_start_matches(second).is_empty()
        };
        let is_pattern = is_sorted(&digits, '#', '0') && is_sorted(decimals, '0', '#');
        if !is_pattern || text.is_empty() || text.len() > MAX_PATTERN || whole.ends_with(',') {
            return None;
        }
        Some(Pattern {
            group: whole.rfind(',').map(|comma| whole.len() - comma - 1),
            min_whole: count(&digits, '0'),
            min_decimals: count(decimals, '0'),
            max_decimals: decimals.len(),
        })
    }

    fn print(&self, number: Decimal) -> String {
        let (whole, decimals) = number.digits(self.max_decimals);
        let min_decimals = self.min_decimals;
        let decimals = decimals.trim_end_matches('0');
        let decimals = format!("{decimals:0<min_decimals$}");
        let min_whole = self.min_whole;
        let whole = if whole == 0 && min_whole == 0 && !decimals.is_empty() {
            String::new()
        } else {
            format!("{whole:0min_whole$}")
        };
        let is_zero = whole.bytes().chain(decimals.bytes()).all(|digit| digit == b'0');
        let sign = if number.is_negative() && !is_zero { "-" } else { "" };
        let whole = self.group.map_or(whole.clone(), |size| grouped(&whole, size));
        let point = if decimals.is_empty() { "" } else { "." };
        format!("{sign}{whole}{point}{decimals}")
    }
}

fn grouped(digits: &str, size: usize) -> String {
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(size) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// What an interpolation prints, with a note when FreeMarker would print a number in another way.
pub(crate) fn printed(value: &Value, span: Span, scope: &mut Scope<'_>) -> Result<Rc<str>, Fault> {
    match value {
        Value::Text(text) => Ok(Rc::clone(text)),
        Value::Number(number) => {
            if *scope.number_format() == NumberFormat::Unset && number.prints_differently() {
                let message =
                    "FreeMarker's default format may print this number with grouping or rounded, as in 1,000; add `?c`";
                scope.note(span, message);
            }
            Ok(scope.number_format().print(*number).into())
        }
        Value::Boolean(_) => {
            Err(Fault::Wrong(span, "a boolean is not printed; add `?c` or `?string(\"yes\", \"no\")`".to_owned()))
        }
        Value::Sequence(_) | Value::Range(_) => {
            Err(Fault::Wrong(span, "a sequence is not printed; add `?join(\" \")` or an index".to_owned()))
        }
        Value::Hash(_) => Err(Fault::Wrong(span, "a hash is not printed; add a key".to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn print(pattern: &str, number: &str) -> String {
        NumberFormat::parse(pattern).unwrap().print(Decimal::parse(number).unwrap())
    }

    #[test]
    fn follows_patterns() {
        assert_eq!(print("000", "7"), "007");
        assert_eq!(print("0.00", "2.345"), "2.34");
        assert_eq!(print("0.##", "2.5"), "2.5");
        assert_eq!(print("#,##0", "1234567"), "1,234,567");
        assert_eq!(print("#.0", "0.5"), ".5");
        assert_eq!(print("0", "-0.2"), "0");
        assert_eq!(print("computer", "1000.5"), "1000.5");
        assert_eq!(NumberFormat::parse("0x"), None);
        assert_eq!(NumberFormat::parse("0#"), None);
    }
}
