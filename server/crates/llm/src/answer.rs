//! The JSON value in a model's words: without its thinking, without fences, with what models write wrongly put right.
//!
//! Invariant: nothing is guessed. Words around the value are a mistake, except around one fenced block where fences were
//! asked for.

use serde_json::Value;

/// Where the value may stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// The value is the whole text, or the whole text but for a fence around it.
    Bare,
    /// The value may be the only fenced block among other words.
    Fenced,
}

/// The value in a text.
///
/// # Errors
/// Why there is none, in a sentence for the model.
pub(crate) fn parse(text: &str, form: Form) -> Result<Value, String> {
    let whole = text.trim_start_matches('\u{feff}').trim();
    let spoken = without_thinking(whole);
    let inside = whole_fence(spoken);
    let block = only_fence(spoken).filter(|_| form == Form::Fenced);
    let candidates = [Some(whole), whole_fence(whole), Some(spoken), inside, block];
    let mut candidates = candidates.into_iter().flatten();
    if let Some(value) = candidates.find_map(|candidate| read(candidate).ok()) {
        return Ok(value);
    }
    let closest = inside.or(block).unwrap_or(spoken);
    if closest.is_empty() {
        return Err("the answer is empty where one JSON object is wanted".to_owned());
    }
    match read(closest) {
        Ok(value) => Ok(value),
        Err(error) => Err(format!("the answer is not one JSON object and nothing else: {error}")),
    }
}

fn read(text: &str) -> Result<Value, serde_json::Error> {
    serde_json::from_str(text).or_else(|error| serde_json::from_str(&with_escapes(text)).map_err(|_| error))
}

/// What follows the model's thinking. Some servers leave out the opening tag, since it is part of their prompt.
fn without_thinking(mut text: &str) -> &str {
    while let Some(spoken) = after_thinking(text) {
        text = spoken;
    }
    text
}

fn after_thinking(text: &str) -> Option<&str> {
    let is_value = text.starts_with(['{', '[']);
    [("<think>", "</think>"), ("<thinking>", "</thinking>")].into_iter().find_map(|(open, close)| {
        let ends = text.split_once(close).map(|(_, spoken)| spoken.trim());
        match (text.starts_with(open), ends) {
            (true, None) => Some(""),
            (true, Some(spoken)) => Some(spoken),
            (false, ends) => ends.filter(|_| !is_value),
        }
    })
}

/// What a fence around the whole text holds.
fn whole_fence(text: &str) -> Option<&str> {
    let (inside, after) = fence(text.strip_prefix("```")?)?;
    after.trim().is_empty().then_some(inside)
}

/// What the only fence of a text holds.
fn only_fence(text: &str) -> Option<&str> {
    let (_, rest) = text.split_once("```")?;
    let (inside, after) = fence(rest)?;
    (!after.contains("```")).then_some(inside)
}

/// Takes apart what follows an opening fence: what it holds, and what follows the closing one. A closing fence begins a
/// line; other ones are part of what it holds.
fn fence(rest: &str) -> Option<(&str, &str)> {
    let word = rest.find(|character: char| !character.is_ascii_alphanumeric()).unwrap_or(rest.len());
    let body = &rest[word..];
    let end = body.find("\n```").map(|at| (at, at + 4)).or_else(|| body.rfind("```").map(|at| (at, at + 3)))?;
    Some((body[..end.0].trim(), &body[end.1..]))
}

/// The text with control characters inside strings escaped: models write raw line breaks in programs.
fn with_escapes(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len() + 16);
    let (mut in_string, mut after_backslash) = (false, false);
    for character in text.chars() {
        if in_string && character < ' ' {
            if after_backslash {
                // A backslash before a raw control character escapes nothing; it stood for itself.
                escaped.push('\\');
            }
            match character {
                '\n' => escaped.push_str("\\n"),
                '\r' => escaped.push_str("\\r"),
                '\t' => escaped.push_str("\\t"),
                other => escaped.push_str(&format!("\\u{:04x}", u32::from(other))),
            }
            after_backslash = false;
            continue;
        }
        if character == '"' && !after_backslash {
            in_string = !in_string;
        }
        after_backslash = in_string && character == '\\' && !after_backslash;
        escaped.push(character);
    }
    escaped
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    #[test]
    fn values_in_what_models_write() {
        let wanted = json!({ "a": 1 });
        for text in [
            "{\"a\": 1}",
            "\u{feff} {\"a\": 1}\n",
            "```json\n{\"a\": 1}\n```",
            "```\n{\"a\": 1}\n```\n",
            "```JSON {\"a\": 1}```",
            "<think>let me see {\"a\": 2}</think>\n{\"a\": 1}",
            "<think>```json\n{}\n```</think>```json\n{\"a\": 1}\n```",
            "no opening tag</think>{\"a\": 1}",
            "<thinking>x</thinking><think>y</think>{\"a\": 1}",
        ] {
            assert_eq!(parse(text, Form::Bare), Ok(wanted.clone()), "{text}");
        }
        assert_eq!(parse("{\"a\": \"</think>\"}", Form::Bare), Ok(json!({ "a": "</think>" })));
        assert_eq!(parse("{\"a\": \"```\"}", Form::Bare), Ok(json!({ "a": "```" })));
        assert_eq!(parse("```\n{\"a\": \"</think>\"}\n```", Form::Bare), Ok(json!({ "a": "</think>" })));
        assert_eq!(parse(&("</think>".repeat(100_000) + "{\"a\": 1}"), Form::Bare), Ok(wanted));
        let fence_inside = "```json\n{\"a\": \"use ``` here\"}\n```";
        assert_eq!(parse(fence_inside, Form::Bare), Ok(json!({ "a": "use ``` here" })));
    }

    #[test]
    fn raw_control_characters_in_strings() {
        let text = "{\"a\":\t\"line\nnext\ttab\u{1} \\\" \\\\\",\r\n\"b\": \"x\\\ny\"}";
        assert_eq!(parse(text, Form::Bare), Ok(json!({ "a": "line\nnext\ttab\u{1} \" \\", "b": "x\\\ny" })));
    }

    #[test]
    fn words_around_are_a_mistake_but_for_fences_that_were_asked_for() {
        let around = "Here it is:\n```json\n{\"a\": 1}\n```\nHave fun!";
        assert!(parse(around, Form::Bare).is_err());
        assert_eq!(parse(around, Form::Fenced), Ok(json!({ "a": 1 })));
        let two = "```json\n{\"a\": 1}\n```\nor\n```json\n{\"a\": 2}\n```";
        assert!(parse(two, Form::Fenced).is_err());
        assert!(parse("Sure! {\"a\": 1}", Form::Fenced).is_err());
        assert!(parse("{\"a\": 1} {\"a\": 2}", Form::Bare).is_err());
    }

    #[test]
    fn reasons() {
        assert_eq!(parse(" ", Form::Bare), Err("the answer is empty where one JSON object is wanted".to_owned()));
        assert_eq!(parse("<think>never ends", Form::Bare).unwrap_err(), parse("", Form::Bare).unwrap_err());
        let cut = parse("{\"a\": [1, 2", Form::Bare).unwrap_err();
        assert!(cut.contains("EOF while parsing a list at line 1 column 11"), "{cut}");
        assert!(parse(&"[".repeat(100_000), Form::Bare).is_err(), "depth is bounded");
    }

    proptest! {
        #[test]
        fn valid_json_is_taken_as_it_is(text in "\\PC*", number in any::<i64>()) {
            let value = json!({ "text": text, "deep": [number, null, { "k": text }] });
            prop_assert_eq!(parse(&value.to_string(), Form::Bare), Ok(value.clone()));
            prop_assert_eq!(parse(&format!("```json\n{value:#}\n```"), Form::Bare), Ok(value));
        }

        #[test]
        fn no_text_breaks_it(text in "[`<>/think{}\"\\\\a\n:\u{1}é]*") {
            for form in [Form::Bare, Form::Fenced] {
                drop(parse(&text, form));
            }
        }
    }
}
