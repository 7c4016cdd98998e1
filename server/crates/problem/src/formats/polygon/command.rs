//! Splits a generator command into the programs it calls.

/// A call of one program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Call {
    /// The program as written.
    pub(super) program: String,
    /// Its arguments.
    pub(super) args: Vec<String>,
}

/// Splits at blanks and at `|`, except between quotes; `\"` is a quote between double quotes. The error is a phrase.
pub(super) fn split_command(command: &str) -> Result<Vec<Call>, String> {
    split_words(command)?.into_iter().map(into_call).collect()
}

fn into_call(mut words: Vec<String>) -> Result<Call, String> {
    if words.is_empty() {
        return Err("there is no program before or after `|`".to_owned());
    }
    let program = words.remove(0);
    Ok(Call { program, args: words })
}

/// The words of each part between pipes.
fn split_words(command: &str) -> Result<Vec<Vec<String>>, String> {
    let mut parts = vec![Vec::new()];
    let mut word: Option<String> = None;
    let mut characters = command.chars();
    while let Some(character) = characters.next() {
        match character {
            '"' | '\'' => word.get_or_insert_default().push_str(&quoted(&mut characters, character)?),
            '|' => {
                end_word(&mut parts, &mut word);
                parts.push(Vec::new());
            }
            blank if blank.is_whitespace() => end_word(&mut parts, &mut word),
            other => word.get_or_insert_default().push(other),
        }
    }
    end_word(&mut parts, &mut word);
    Ok(parts)
}

fn end_word(parts: &mut [Vec<String>], word: &mut Option<String>) {
    if let Some(part) = parts.last_mut() {
        part.extend(word.take());
    }
}

/// Reads up to the closing quote.
fn quoted(characters: &mut std::str::Chars<'_>, quote: char) -> Result<String, String> {
    let mut text = String::new();
    while let Some(character) = characters.next() {
        if character == quote {
            return Ok(text);
        }
        if character == '\\' && quote == '"' && characters.as_str().starts_with('"') {
            characters.next();
            text.push('"');
        } else {
            text.push(character);
        }
    }
    Err(format!("a {quote} is not closed"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_quotes_and_pipes() {
        let show = |command| match split_command(command) {
            Ok(calls) => calls.iter().map(|call| format!("{} {:?}", call.program, call.args)).collect::<Vec<_>>(),
            Err(error) => vec![error],
        };
        assert_eq!(show("gen  -n 5"), [r#"gen ["-n", "5"]"#]);
        assert_eq!(show(r#"gen "a b" -s='x|y' """#), [r#"gen ["a b", "-s=x|y", ""]"#]);
        assert_eq!(show("a 1|b 2 | c"), [r#"a ["1"]"#, r#"b ["2"]"#, "c []"]);
        assert_eq!(show(r#""a \"b\"""#), [r#"a "b" []"#]);
        assert_eq!(show("gen 'x"), ["a ' is not closed"]);
        assert_eq!(show("gen |"), ["there is no program before or after `|`"]);
        assert_eq!(show(""), ["there is no program before or after `|`"]);
    }
}
