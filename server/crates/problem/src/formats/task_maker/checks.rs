//! `@check-…` in the comments of a solution: what it is expected to do in subtasks.
//!
//! A check is about the worst of what is seen in a subtask: full points, then a part of them, then none. That a test gives a
//! part is WA here, beside a score; so the score of the subtask tells the parts apart where it gives points.

use std::collections::BTreeSet;

use super::{
    did_you_mean,
    plan::{MAX_NAME, Plan, cut_off, lines},
    stale,
};
use crate::{
    finding::Finding,
    folder::{Folder, MAX_PARSED_BYTES},
    label::{EVERYTHING, FAILURES, Label, LabelWord, ScopedSets, VerdictSets, WantedScore},
    path::RelPath,
    request::escaped,
    text::{Place, Position, Range},
    verdict::{Verdict, VerdictSet},
};

/// What a check begins with.
const MARK: &str = "@check-";
/// More patterns than any solution has.
const MAX_PATTERNS: usize = 256;
/// What no share of points is nearer to nothing or to all than.
const PART: f64 = 1e-3;

/// What a check asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Word {
    Accepted,
    PartialScore,
    WrongAnswer,
    TimeLimitExceeded,
    MemoryLimitExceeded,
    RuntimeError,
    Zero,
}

/// The words behind the mark.
const WORDS: [(&str, Word); 8] = [
    ("accepted", Word::Accepted),
    ("partial-score", Word::PartialScore),
    ("wrong-answer", Word::WrongAnswer),
    ("time-limit-exceeded", Word::TimeLimitExceeded),
    ("wall-time-limit-exceeded", Word::TimeLimitExceeded),
    ("memory-limit-exceeded", Word::MemoryLimitExceeded),
    ("runtime-error", Word::RuntimeError),
    ("zero", Word::Zero),
];

impl Word {
    fn sets(self) -> VerdictSets {
        let required = |verdicts: &[Verdict]| VerdictSets { permitted: EVERYTHING, required: VerdictSet::of(verdicts) };
        match self {
            Word::Accepted => LabelWord::Accepted.sets(),
            Word::PartialScore => LabelWord::WrongAnswer.sets(),
            Word::WrongAnswer => required(&[Verdict::Wa, Verdict::Pe]),
            Word::TimeLimitExceeded => required(&[Verdict::Tle]),
            Word::MemoryLimitExceeded => required(&[Verdict::Mle]),
            Word::RuntimeError => required(&[Verdict::Rte, Verdict::Ole]),
            Word::Zero => VerdictSets { permitted: EVERYTHING, required: FAILURES },
        }
    }

    /// The least and the greatest score of a subtask of so many points; full points are wanted by the verdicts.
    fn score(self, points: f64) -> Option<(f64, f64)> {
        match self {
            Word::Accepted => None,
            Word::PartialScore => Some((points * PART, points * (1.0 - PART))),
            Word::WrongAnswer
            | Word::TimeLimitExceeded
            | Word::MemoryLimitExceeded
            | Word::RuntimeError
            | Word::Zero => Some((0.0, 0.0)),
        }
    }
}

/// The label that the checks of a solution make; `None` where it has none.
pub(super) fn label(
    folder: &dyn Folder,
    path: &RelPath,
    plan: &Plan,
    is_main: bool,
    findings: &mut Vec<Finding>,
) -> Option<Label> {
    if folder.size(path)? > MAX_PARSED_BYTES {
        return None;
    }
    let text = folder.text(path)?;
    let mut reader = Reader { path, plan, label: None, covered: BTreeSet::new(), n_patterns: 0, findings };
    for (line, range) in lines(&text) {
        if let Some(at) = line.find(MARK) {
            let lead = line[..at].encode_utf16().count() as u32;
            let start = Position { character: range.start.character + lead, ..range.start };
            reader.check(&line[at + MARK.len()..], Range { start, ..range });
        }
    }
    let (covered, mut label) = (reader.covered, reader.label?);
    label.sets = whole(&label, covered.len() == plan.subtasks.len() || is_main);
    Some(label)
}

struct Reader<'a> {
    path: &'a RelPath,
    plan: &'a Plan,
    label: Option<Label>,
    /// The subtasks of which something is asked.
    covered: BTreeSet<usize>,
    n_patterns: usize,
    findings: &'a mut Vec<Finding>,
}

impl Reader<'_> {
    /// `accepted: name other*`
    fn check(&mut self, written: &str, range: Range) {
        let (name, patterns) = written.split_once(':').unwrap_or((written, ""));
        let name = name.trim();
        let Some((_, word)) = WORDS.iter().find(|(known, _)| *known == name).filter(|_| written.contains(':')) else {
            let name = name.split_whitespace().next().unwrap_or_default();
            let meant = did_you_mean(name, WORDS.map(|(word, _)| word), self.findings);
            let message = if meant.is_empty() || WORDS.iter().any(|(known, _)| *known == name) {
                format!(
                    "this is no check, so it asks for nothing; write `{MARK}accepted: NAME`, with the names of subtasks"
                )
            } else {
                format!("`{MARK}{name}` is no check{meant}")
            };
            self.findings.push(stale(self.path, range, message));
            return;
        };
        let place = Place { path: self.path.clone(), range };
        let mut patterns =
            patterns.split_whitespace().filter(|pattern| !matches!(*pattern, "*/" | "-->" | "\"\"\"")).peekable();
        if patterns.peek().is_none() {
            let message =
                format!("this check names no subtask, so it asks for nothing; write `{MARK}{name}: *` for all");
            self.findings.push(stale(self.path, range, message));
        }
        for pattern in patterns {
            self.n_patterns += 1;
            if self.n_patterns > MAX_PATTERNS {
                if self.n_patterns == MAX_PATTERNS + 1 {
                    let message =
                        format!("more than {MAX_PATTERNS} patterns are not read; what follows asks for nothing");
                    self.findings.push(stale(self.path, range, message));
                }
                return;
            }
            if pattern.len() > MAX_NAME {
                let message = format!("no subtask is called `{}`", cut_off(pattern));
                self.findings.push(stale(self.path, range, message));
                continue;
            }
            let matched: Vec<usize> =
                (0..self.plan.subtasks.len()).filter(|&one| matches(pattern, &self.plan.subtasks[one].name)).collect();
            if matched.is_empty() {
                let names = self.plan.subtasks.iter().map(|subtask| subtask.name.as_str());
                let meant = did_you_mean(pattern, names, self.findings);
                self.findings.push(stale(self.path, range, format!("no subtask is called `{pattern}`{meant}")));
            }
            for subtask in matched {
                self.ask(*word, name, subtask, &place);
            }
        }
    }

    fn ask(&mut self, word: Word, written: &str, subtask: usize, place: &Place) {
        self.covered.insert(subtask);
        let label = self.label.get_or_insert_with(|| Label::of_sets(word.sets(), Vec::new()).at(place.clone()));
        if !label.words.iter().any(|known| known == written) {
            label.words.push(written.to_owned());
        }
        let group = self.plan.has_subtasks.then(|| escaped(&self.plan.subtasks[subtask].name));
        let tests = group.clone().unwrap_or_else(|| "**".to_owned());
        let scope = ScopedSets { tests, by_group: group.is_some(), sets: word.sets() };
        if label.scoped.contains(&scope) {
            return;
        }
        label.scoped.push(scope);
        let points = self.plan.subtasks[subtask].points;
        // The score of all tests together says nothing of the worst of them.
        let score = word.score(points).filter(|_| points > 0.0 && group.is_some());
        label.scores.extend(score.map(|(low, high)| WantedScore { groups: group, low, high, place: place.clone() }));
    }
}

/// What all checks together ask of the whole.
fn whole(label: &Label, is_everywhere: bool) -> VerdictSets {
    let required: VerdictSet = label.scoped.iter().flat_map(|scope| scope.sets.required.iter()).collect();
    if required.is_empty() && is_everywhere {
        LabelWord::Accepted.sets()
    } else {
        VerdictSets { permitted: EVERYTHING, required }
    }
}

/// Whether a name is as a pattern has it, in which `*` stands for any characters and `?` for one.
fn matches(pattern: &str, name: &str) -> bool {
    let (pattern, name): (Vec<char>, Vec<char>) = (pattern.chars().collect(), name.chars().collect());
    let (mut at, mut in_name) = (0, 0);
    // The last star, and what it stands for so far.
    let mut star: Option<(usize, usize)> = None;
    while in_name < name.len() {
        match (pattern.get(at), star) {
            (Some('*'), _) => {
                star = Some((at, in_name));
                at += 1;
            }
            (Some(one), _) if *one == '?' || *one == name[in_name] => {
                at += 1;
                in_name += 1;
            }
            (_, Some((of_star, end))) => {
                star = Some((of_star, end + 1));
                (at, in_name) = (of_star + 1, end + 1);
            }
            (_, None) => return false,
        }
    }
    pattern[at..].iter().all(|one| *one == '*')
}

#[cfg(test)]
mod tests {
    use super::matches;

    #[test]
    fn patterns() {
        for (pattern, name) in
            [("*", "a"), ("st*", "st12"), ("*-big", "n-big"), ("N<=1?", "N<=10"), ("a*b*c", "axxbybc")]
        {
            assert!(matches(pattern, name), "{pattern} {name}");
        }
        for (pattern, name) in [("st", "st1"), ("?", "ab"), ("a*b", "abc"), ("[ab]", "a"), ("", "a")] {
            assert!(!matches(pattern, name), "{pattern} {name}");
        }
    }
}
