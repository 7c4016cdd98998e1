//! The pieces that messages are made of.

use std::borrow::Cow;

/// Where a bracket note opens, until the message is shown.
const OPEN: u8 = 0x0B;
/// Where a bracket note closes, until the message is shown.
const CLOSE: u8 = 0x11;

/// Longest text that is shown in full, in bytes.
const SHOWN_IN_FULL: usize = 64;

/// Puts the values in the places that the template marks with `{}`.
pub(super) fn fill(template: &str, values: &[&dyn AsRef<[u8]>]) -> Vec<u8> {
    let mut message = Vec::new();
    for (idx, literal) in template.split("{}").enumerate() {
        if let Some(value) = idx.checked_sub(1).and_then(|idx| values.get(idx)) {
            message.extend_from_slice(value.as_ref());
        }
        message.extend_from_slice(literal.as_bytes());
    }
    message
}

/// Shortens a text for a message, and shows NUL as `~`.
pub(super) fn compress(text: &[u8]) -> Cow<'_, [u8]> {
    if text.len() > SHOWN_IN_FULL {
        let (head, tail) = (&text[..30], &text[text.len() - 31..]);
        return Cow::Owned(without_nul(&[head, b"...", tail].concat()));
    }
    if text.contains(&0) { Cow::Owned(without_nul(text)) } else { Cow::Borrowed(text) }
}

fn without_nul(text: &[u8]) -> Vec<u8> {
    text.iter().map(|&byte| if byte == 0 { b'~' } else { byte }).collect()
}

/// A number with its English ending: `1st`, `12th`, `23rd`.
pub(super) fn ordinal(number: usize) -> String {
    let ending = match (number % 100, number % 10) {
        (10..=19, _) => "th",
        (_, 1) => "st",
        (_, 2) => "nd",
        (_, 3) => "rd",
        _ => "th",
    };
    format!("{number}{ending}")
}

/// What `%.<n_decimals>f` of C prints with glibc: rounded half to even on the exact binary value.
pub(super) fn fixed(value: f64, n_decimals: usize) -> String {
    if value.is_nan() {
        return if value.is_sign_negative() { "-nan" } else { "nan" }.to_owned();
    }
    format!("{value:.n_decimals$}")
}

/// Numbers with single spaces between.
pub(super) fn spaced(numbers: &[i64]) -> String {
    numbers.iter().map(i64::to_string).collect::<Vec<_>>().join(" ")
}

/// Numbers with single spaces between; of more than five the first `n_head`, `...`, and the last two.
pub(super) fn spaced_briefly(numbers: &[i64], n_head: usize) -> String {
    match numbers {
        [.., last, end] if numbers.len() > 5 => format!("{} ... {last} {end}", spaced(&numbers[..n_head])),
        _ => spaced(numbers),
    }
}

/// Adds a note in brackets, such as the name of the file that is at fault, unless it is there already.
pub(super) fn with_note(mut message: Vec<u8>, note: &[u8]) -> Vec<u8> {
    let Some((open, close)) = brackets(&message) else {
        message.extend_from_slice(&[b" ".as_slice(), &[OPEN], note, &[CLOSE]].concat());
        return message;
    };
    if !contains(&message[open + 1..close], note) {
        let addition = [b", ", note].concat();
        message.splice(close..close, addition);
    }
    message
}

/// The message as it is printed: with `(` and `)` where the bracket note is.
pub(super) fn shown(mut message: Vec<u8>) -> Vec<u8> {
    if let Some((open, close)) = brackets(&message) {
        message[open] = b'(';
        message[close] = b')';
    }
    message
}

/// Where the bracket note is: only when there is exactly one of each bracket, in order.
fn brackets(message: &[u8]) -> Option<(usize, usize)> {
    let open = only(message, OPEN)?;
    let close = only(message, CLOSE)?;
    (open < close).then_some((open, close))
}

fn only(message: &[u8], wanted: u8) -> Option<usize> {
    let first = message.iter().position(|&byte| byte == wanted)?;
    (!message[first + 1..].contains(&wanted)).then_some(first)
}

fn contains(text: &[u8], part: &[u8]) -> bool {
    part.is_empty() || text.windows(part.len()).any(|window| window == part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ordinals() {
        let numbers = [1, 2, 3, 4, 10, 11, 12, 13, 21, 101, 111, 112, 1011, 1021];
        let shown: Vec<String> = numbers.into_iter().map(ordinal).collect();
        assert_eq!(shown.join(" "), "1st 2nd 3rd 4th 10th 11th 12th 13th 21st 101st 111th 112th 1011th 1021st");
    }

    #[test]
    fn rounding_is_half_to_even_on_the_exact_value() {
        assert_eq!(fixed(0.03125, 4), "0.0312");
        assert_eq!(fixed(0.09375, 4), "0.0938");
        assert_eq!(fixed(0.0009765625, 9), "0.000976562");
        assert_eq!(fixed(2.5, 0), "2");
        assert_eq!(fixed(-1e-9, 5), "-0.00000");
        assert_eq!(fixed(1e300, 4).len(), 306);
        assert_eq!(fixed(f64::NEG_INFINITY, 4), "-inf");
        assert_eq!(fixed(f64::NAN.copysign(-1.0), 4), "-nan");
    }

    #[test]
    fn long_texts_lose_their_middle() {
        let text: Vec<u8> = (0..65).map(|idx| if idx == 3 { 0 } else { b'a' }).collect();
        let expected = format!("aaa~{}...{}", "a".repeat(26), "a".repeat(31));
        assert_eq!(compress(&text), expected.as_bytes());
        assert_eq!(compress(&text[4..]), &text[4..]);
    }

    #[test]
    fn notes_join_an_existing_pair() {
        let once = with_note(b"bad".to_vec(), b"a.txt");
        assert_eq!(shown(once.clone()), b"bad (a.txt)");
        assert_eq!(shown(with_note(once.clone(), b"line 2")), b"bad (a.txt, line 2)");
        assert_eq!(shown(with_note(once, b"a.txt")), b"bad (a.txt)");
        assert_eq!(shown(with_note(b"\x11\x0B".to_vec(), b"x")), b"\x11\x0B \x0Bx\x11");
    }
}
