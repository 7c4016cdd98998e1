//! A line of `generators.yaml` as somebody types it: a key, or a command behind one.

use std::ops::Range as Span;

use problem::{
    formats::icpc::KEYS,
    text::{LineIndex, Position},
};

use super::{CallAt, call_in_line};

/// What stands at a place of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Spot {
    /// A key, or the beginning of one.
    Key {
        /// Its bytes.
        span: Span<usize>,
        /// Whether it stands at the beginning of its line.
        is_at_root: bool,
    },
    /// A command.
    Call(CallAt),
}

/// What stands at a place; `None` in comments and in values that are no commands.
pub(crate) fn spot_at(text: &str, at: Position) -> Option<Spot> {
    spot_at_offset(text, LineIndex::new(text).offset(at))
}

/// The same for a place in bytes; only its line is looked at.
pub(super) fn spot_at_offset(text: &str, offset: usize) -> Option<Spot> {
    let start = text[..offset].rfind('\n').map_or(0, |end| end + 1);
    let end = text[offset..].find(['\n', '\r']).map_or(text.len(), |length| offset + length);
    let line = &text[start..end];
    let body = line.trim_start_matches([' ', '-']);
    let from = start + line.len() - body.len();
    if body.starts_with('#') || offset < from {
        return None;
    }
    let is_key_end = |&(at, _): &(usize, &str)| matches!(body.as_bytes().get(at + 1), None | Some(b' '));
    let key_end = body.match_indices(':').find(is_key_end).map(|(at, _)| from + at);
    let Some(key_end) = key_end.filter(|key_end| *key_end < offset) else {
        let span = from..key_end.unwrap_or(end);
        let is_word = |character: char| character.is_ascii_alphanumeric() || matches!(character, '_' | '.' | '-');
        let word = &text[span.clone()];
        let begins_well = word.is_empty() || word.starts_with(|first: char| first.is_ascii_alphabetic());
        return (begins_well && word.chars().all(is_word)).then_some(Spot::Key { span, is_at_root: from == start });
    };
    let key = text[from..key_end].trim_matches(['\'', '"']);
    let is_command = key == "generate" || KEYS.iter().all(|known| known.name != key);
    is_command.then(|| call(text, key_end + 1, end, offset)).flatten().map(Spot::Call)
}

/// The call in a value, without its quotes and a comment behind it.
fn call(text: &str, from: usize, end: usize, offset: usize) -> Option<CallAt> {
    let value = text[from..end].trim_start();
    let mut start = (end - value.len()).min(offset);
    let mut end = end;
    match value.chars().next() {
        Some('{' | '[' | '|' | '>' | '&' | '*' | '#') => return None,
        Some(quote @ ('\'' | '"')) => {
            start = end - value.len() + 1;
            end = text[start..end].find(quote).map_or(end, |length| start + length);
        }
        Some(_) | None => end = text[start..end].find(" #").map_or(end, |length| start + length),
    }
    let is_inside = start <= offset && offset <= end;
    is_inside.then(|| call_in_line(text, &text[start..end], start, offset)).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The key at `^`, or the words of the call with the one at the place in brackets.
    fn check(marked: &str) -> String {
        let offset = marked.find('^').unwrap();
        let text = marked.replace('^', "");
        match spot_at(&text, LineIndex::new(&text).position(offset)) {
            None => "-".to_owned(),
            Some(Spot::Key { span, is_at_root }) => {
                format!("key [{}]{}", &text[span], if is_at_root { " at the root" } else { "" })
            }
            Some(Spot::Call(call)) => {
                let mut words: Vec<String> = call.words.iter().map(|word| word.text.clone()).collect();
                match words.get_mut(call.at).filter(|_| call.words[call.at].span == call.span) {
                    Some(word) => *word = format!("[{word}]"),
                    None => words.insert(call.at, "[]".to_owned()),
                }
                words.join(" ")
            }
        }
    }

    #[test]
    fn keys_and_calls() {
        for (marked, found) in [
            ("sol^", "key [sol] at the root"),
            ("data:\n  sec^ret:", "key [secret]"),
            ("  - gen^", "key [gen]"),
            ("  - ^", "key []"),
            ("  - small: ^", "[]"),
            ("  - small: gen.p^y", "[gen.py]"),
            ("  - small: gen.py -n ^", "gen.py -n []"),
            ("  - small: 'gen.py -n^'", "gen.py [-n]"),
            ("  - small: 'gen.py' ^", "-"),
            ("    generate: gen.py ^ # as small as can be", "gen.py []"),
            ("    count: 3^", "-"),
            ("    small: {generate: ^", "-"),
            ("    # small: ge^n", "-"),
            ("      3 4 ^5", "-"),
            ("  '': gen.py {se^ed}\r\n", "gen.py [{seed}]"),
        ] {
            assert_eq!(check(marked), found, "{marked}");
        }
    }
}
