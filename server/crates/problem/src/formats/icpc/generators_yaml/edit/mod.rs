//! Edits of the file: rules that are added for new tests, and rules that are taken out.
//!
//! Invariant: an edit adds whole lines or entries and takes whole ones out, and every other byte stays; the file is read
//! again, and what it says of all other tests is what it said before. What cannot be edited so is left alone.

mod entries;
mod write;

use std::collections::BTreeSet;

use super::{Rule, Rules, read, read::below_data};
use crate::{
    constants::Constants,
    folder::Folder,
    formats::{icpc::manifest::Manifest, yaml::Document},
    model::AnswerMaker,
    path::RelPath,
    text::{LineIndex, Range},
};

use entries::{Entry, Home};

/// A text of the file that is to be edited.
pub struct RulesText<'a> {
    text: &'a str,
    constants: Constants,
    rules: Rules,
    document: Document,
    /// The paths of rules whose files lie in the folder; they are to keep their numbers.
    lying: BTreeSet<String>,
}

/// A rule for a new test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewRule {
    /// The test's name in its directory.
    pub name: String,
    /// What makes it.
    pub body: RuleBody,
}

/// What makes a new test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RuleBody {
    /// A call of a generator, by its path below `generators/`.
    Command(String),
    /// The input, and the answer where no solution makes it.
    Inline {
        /// The input; it ends in a line end.
        input: String,
        /// The answer; so does it.
        answer: Option<String>,
    },
    /// Files below `generators/`, without their extension.
    Copy(String),
}

/// What new tests are to know of the place where they go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestsHome {
    /// The directory below `data/`, by its keys: `secret/large`.
    pub directory: String,
    /// A solution makes answers there.
    pub has_solution: bool,
    /// Where the files lie that other tests are copied from.
    pub copies: RelPath,
}

/// A text without some rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shortened {
    /// The text.
    pub text: String,
    /// The places of the rules that are gone, of those that were asked for.
    pub gone: Vec<Range>,
}

impl<'a> RulesText<'a> {
    /// A text of the file in a folder, whose manifest has the constants; `None` where the text has no rule to go by.
    pub fn new(folder: &dyn Folder, text: &'a str) -> Option<RulesText<'a>> {
        let constants = Manifest::read(folder, &mut Vec::new()).constants;
        let rules = read(text, &constants);
        let document = Document::parse(text);
        let lies_there = |path: &String| below_data(&format!("{path}.in")).is_some_and(|file| folder.has(&file));
        let lying = rules.tests.iter().map(|rule| rule.path.clone()).filter(lies_there).collect();
        (!rules.tests.is_empty()).then_some(RulesText { text, constants, rules, document, lying })
    }

    /// Where new tests go.
    pub fn home(&self) -> TestsHome {
        let home = Home::find(&self.document.root);
        let mut copies = self.rules.tests.iter().filter_map(|rule| Some(rule.copy.as_ref()?.parent()));
        let first = copies.next().filter(|first| copies.all(|other| other == *first));
        TestsHome {
            has_solution: home.answers_by() != AnswerMaker::Nobody,
            directory: home.keys.join("/"),
            copies: first.unwrap_or_else(|| crate::formats::icpc::at("generators")),
        }
    }

    /// Whether a test could have this name.
    pub fn is_free(&self, name: &str) -> bool {
        self.rules.tests.iter().all(|rule| !rule.path.ends_with(name))
    }

    /// The text with these rules where new tests go.
    ///
    /// # Errors
    /// One sentence with the lines to put in, when the file is not written so that they can be put in safely.
    pub fn with(&self, new: &[NewRule]) -> Result<String, String> {
        let home = Home::find(&self.document.root);
        let edited = write::added(self.text, &home, new).filter(|edited| self.has_gained(edited, new));
        edited.ok_or_else(|| {
            let lines: Vec<String> = new.iter().map(|rule| format!("`{}`", write::line(rule))).collect();
            format!(
                "{} is not written so that tests can be put in safely, and without other numbers for those that lie in data/; add to `data:` of {}: {}",
                super::GENERATORS_YAML,
                home.keys.join("/"),
                lines.join(", ")
            )
        })
    }

    /// The text without the rules of these places, as far as they can be taken out.
    pub fn without(&self, places: &[Range]) -> Shortened {
        let entries = Entry::all(&self.document.root);
        let lines = LineIndex::new(self.text);
        let mut shortened = Shortened { text: self.text.to_owned(), gone: Vec::new() };
        let mut waiting = vec![places.to_vec()];
        while let Some(mut part) = waiting.pop() {
            let tried: Vec<Range> = shortened.gone.iter().chain(&part).copied().collect();
            let spans = tried.iter().map(|place| Entry::only(&entries, *place)?.span(self.text, &lines));
            let spans: Option<BTreeSet<(usize, usize)>> = spans.collect();
            let edited = spans.and_then(|spans| without_spans(self.text, &spans));
            match edited.filter(|edited| self.has_lost(edited, &tried)) {
                Some(text) => shortened = Shortened { text, gone: tried },
                None if part.len() < 2 => {}
                None => {
                    let rest = part.split_off(part.len() / 2);
                    waiting.extend([rest, part]);
                }
            }
        }
        shortened
    }

    /// The numbers of a rule that makes several tests, of those whose paths `is_wanted` holds for; `None` for other rules.
    pub fn numbers_of(&self, place: Range, is_wanted: impl Fn(&str) -> bool) -> Option<Vec<i64>> {
        let of_rule = self.rules.tests.iter().filter(|rule| rule.range == place && rule.included.is_none());
        let wanted = of_rule.filter(|rule| is_wanted(&rule.path)).map(|rule| rule.number);
        wanted.collect::<Option<Vec<i64>>>().filter(|numbers| !numbers.is_empty())
    }

    /// Whether another text says what this one does, and has these tests beside.
    fn has_gained(&self, edited: &str, new: &[NewRule]) -> bool {
        let after = read(edited, &self.constants);
        let is_new = |rule: &Rule| new.iter().any(|one| rule.path.ends_with(&one.name));
        let n_new = after.tests.iter().filter(|rule| is_new(rule) && rule.included.is_none()).count();
        let there = after.tests.iter().filter(|rule| is_new(rule) && rule.included.is_none());
        let says_as_meant = there.zip(new).all(|(rule, new)| write::says(rule, new));
        n_new == new.len() && says_as_meant && self.says_the_same(&after, |_| false, is_new)
    }

    /// Whether another text says what this one does, without these tests.
    fn has_lost(&self, edited: &str, places: &[Range]) -> bool {
        let is_gone = |rule: &Rule| places.contains(&rule.range);
        self.says_the_same(&read(edited, &self.constants), is_gone, |_| false)
    }

    fn says_the_same(&self, after: &Rules, is_gone: impl Fn(&Rule) -> bool, is_new: impl Fn(&Rule) -> bool) -> bool {
        let work = |rule: &Rule| {
            let directory = rule.path.rsplit_once('/').map(|(directory, _)| directory.to_owned());
            let patterns: Vec<_> = rule.patterns.iter().map(|one| (one.text.clone(), one.of_answer)).collect();
            let made = (rule.command.clone(), rule.copy.clone(), rule.texts.clone(), rule.answers_by.clone());
            (directory, made, patterns, rule.included.is_some())
        };
        let before = self.rules.tests.iter().filter(|rule| !is_gone(rule)).map(&work);
        let now = after.tests.iter().filter(|rule| !is_new(rule)).map(&work);
        let settings = |rules: &Rules| rules.settings.len();
        let kept = self.rules.tests.iter().filter(|rule| !is_gone(rule)).map(|rule| &rule.path);
        let paths: BTreeSet<&String> = after.tests.iter().map(|rule| &rule.path).collect();
        let numbers_stay = kept.filter(|path| self.lying.contains(*path)).all(|path| paths.contains(path));
        before.eq(now)
            && numbers_stay
            && settings(&self.rules) >= settings(after)
            && self.rules.is_whole == after.is_whole
            && after.remarks.len() <= self.rules.remarks.len()
    }
}

/// A text without some spans, which may share a comma.
fn without_spans(text: &str, spans: &BTreeSet<(usize, usize)>) -> Option<String> {
    let mut left = String::with_capacity(text.len());
    let mut from = 0;
    for &(start, end) in spans {
        left += text.get(from..start.max(from))?;
        from = from.max(end);
    }
    left += text.get(from..)?;
    Some(left)
}

#[cfg(test)]
mod tests;
