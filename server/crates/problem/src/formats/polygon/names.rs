//! What the name of a solution says, for packages whose manifest cannot be read.

use crate::{
    formats::wording::labels,
    label::{Label, LabelWord},
    path::RelPath,
};

use super::tags::Tag;

/// The tag that a file's name amounts to: `main.cpp`, `wa_overflow.cpp`, `slow2.py`.
pub(super) fn tag_of(path: &RelPath) -> Option<Tag> {
    let stem = path.stem().to_ascii_lowercase();
    let tokens: Vec<&str> = stem.split(|character: char| !character.is_ascii_alphanumeric()).collect();
    let word =
        |token: &str| labels::is_main_word(token).then_some(LabelWord::Accepted).or_else(|| labels::word_of(token));
    let (token, word) = tokens.iter().find_map(|token| Some((*token, word(token)?)))?;
    let main = labels::is_main_word(tokens.first()?) && tokens.len() == 1;
    Some(Tag { label: Label::of(word, token), main })
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
