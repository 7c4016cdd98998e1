//! What the name of a solution says, for packages whose manifest cannot be read.

use crate::{
    label::{Label, LabelWord},
    path::RelPath,
};

use super::tags::Tag;

/// The tag that a file's name amounts to: `main.cpp`, `wa_overflow.cpp`, `slow2.py`.
pub(super) fn tag_of(path: &RelPath) -> Option<Tag> {
    let stem = path.stem().to_ascii_lowercase();
    let tokens: Vec<&str> = stem.split(|character: char| !character.is_ascii_alphanumeric()).collect();
    let (token, word) = tokens.iter().find_map(|token| Some((*token, word_of(token)?)))?;
    let main = is_main(tokens.first()?) && tokens.len() == 1;
    Some(Tag { label: Label::of(word, token), main })
}

fn is_main(token: &str) -> bool {
    matches!(without_digits(token), "std" | "sol" | "solution" | "main" | "model" | "official" | "correct")
}

fn word_of(token: &str) -> Option<LabelWord> {
    if is_main(token) {
        return Some(LabelWord::Accepted);
    }
    match if token == "n2" { token } else { without_digits(token) } {
        "ac" | "ok" | "alt" | "good" | "accepted" | "right" => Some(LabelWord::Accepted),
        "brute" | "bf" | "naive" | "stupid" | "baoli" => Some(LabelWord::AcceptedOrTle),
        "slow" | "tle" | "tl" | "n2" => Some(LabelWord::TimeLimitExceeded),
        "wa" | "wrong" | "bad" | "fake" | "greedy" | "hack" => Some(LabelWord::WrongAnswer),
        "re" | "rte" => Some(LabelWord::RunTimeError),
        "mle" | "ml" => Some(LabelWord::MemoryLimitExceeded),
        "rejected" | "fail" | "incorrect" => Some(LabelWord::Rejected),
        _ => None,
    }
}

fn without_digits(token: &str) -> &str {
    token.trim_end_matches(|character: char| character.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_in_the_wild() {
        let read = |name: &str| tag_of(&RelPath::parse(name)?).map(|tag| (tag.label.words.concat(), tag.main));
        assert_eq!(read("solutions/main.cpp"), Some(("main".to_owned(), true)));
        assert_eq!(read("solutions/sol_py.py"), Some(("sol".to_owned(), false)));
        assert_eq!(read("solutions/dp_wa2.cpp"), Some(("wa2".to_owned(), false)));
        assert_eq!(read("solutions/n2.cpp"), Some(("n2".to_owned(), false)));
        assert_eq!(read("solutions/jeroen.cpp"), None);
    }
}
