//! Whether programs of folders may be run: what the client said of its folders, and what people answered.
//!
//! Invariant: trust comes with `initialize` or from a person's answer, never from settings.

use std::collections::{BTreeMap, HashSet};

use problem::path::AbsPath;

/// See above. Answers are about workspace folders, or about problems outside of all of them.
pub(crate) struct Trust {
    by_client: Option<bool>,
    /// By folder.
    answers: BTreeMap<String, bool>,
    /// Folders for which the question was asked.
    asked: HashSet<AbsPath>,
}

impl Trust {
    pub(crate) fn new(answers: BTreeMap<String, bool>) -> Trust {
        Trust { by_client: None, answers, asked: HashSet::new() }
    }

    /// What the client says of all its folders.
    pub(crate) fn set_by_client(&mut self, trusted: Option<bool>) {
        self.by_client = trusted;
    }

    /// Whether programs of a folder may be run; `None` while nobody has said so. What the client said counts for its own
    /// folders.
    pub(crate) fn of(&self, folder: &AbsPath, is_of_client: bool) -> Option<bool> {
        self.by_client.filter(|_| is_of_client).or_else(|| self.answers.get(&folder.to_string()).copied())
    }

    /// Notes that the person is being asked about a folder; false when somebody has said something, or was asked before.
    pub(crate) fn begin_asking(&mut self, folder: &AbsPath, is_of_client: bool) -> bool {
        self.of(folder, is_of_client).is_none() && self.asked.insert(folder.clone())
    }

    /// The person has answered.
    pub(crate) fn answer(&mut self, folder: &AbsPath, answer: bool) {
        self.answers.insert(folder.to_string(), answer);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(path: &str) -> AbsPath {
        AbsPath::new(path).unwrap()
    }

    #[test]
    fn what_the_client_says_counts_for_its_folders() {
        let mut trust = Trust::new(BTreeMap::from([("/mine".to_owned(), false)]));
        assert_eq!((trust.of(&at("/mine"), true), trust.of(&at("/other"), true)), (Some(false), None));
        trust.set_by_client(Some(true));
        assert_eq!(trust.of(&at("/other"), true), Some(true));
        assert_eq!(trust.of(&at("/other"), false), None, "a file from elsewhere is another matter");
        assert_eq!(trust.of(&at("/mine"), false), Some(false), "what was answered before");
    }

    #[test]
    fn a_person_is_asked_once() {
        let mut trust = Trust::new(BTreeMap::new());
        assert!(trust.begin_asking(&at("/a"), true));
        assert!(!trust.begin_asking(&at("/a"), true), "the question is open");
        trust.answer(&at("/a"), true);
        assert_eq!(trust.of(&at("/a"), true), Some(true));
        trust.answer(&at("/b"), false);
        assert!(!trust.begin_asking(&at("/b"), true), "there is an answer");
    }
}
