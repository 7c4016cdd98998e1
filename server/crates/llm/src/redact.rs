//! Words of servers, made fit for people: short, on one line, without secrets.

use crate::secret::Secret;

/// Longer words are cut, characters.
const MAX_CHARACTERS: usize = 300;

/// Words on one line without control characters and without any of the secrets.
pub(crate) fn words(text: &str, secrets: &[Secret]) -> String {
    let mut shown = text.to_owned();
    for secret in secrets.iter().map(Secret::expose).filter(|secret| !secret.is_empty()) {
        shown = shown.replace(secret, "[redacted]");
    }
    let visible: String = shown.chars().map(|character| if character.is_control() { ' ' } else { character }).collect();
    let line = visible.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut cut: String = line.chars().take(MAX_CHARACTERS).collect();
    if line.chars().count() > MAX_CHARACTERS {
        cut.push('…');
    }
    if cut.is_empty() { "no words".to_owned() } else { cut }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_short_and_hold_no_secret() {
        let secrets = [Secret::new("sk-1234"), Secret::new("")];
        assert_eq!(words("bad key sk-1234\r\n\u{1b}[31m now", &secrets), "bad key [redacted] [31m now");
        assert_eq!(words(" ", &secrets), "no words");
        assert_eq!(words(&"é".repeat(400), &[]), format!("{}…", "é".repeat(300)));
    }
}
