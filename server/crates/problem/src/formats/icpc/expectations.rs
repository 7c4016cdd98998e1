//! `submissions/submissions.yaml`: globs over submissions, each with what is expected of those it matches.

use globset::GlobMatcher;

use super::{at, labels};
use crate::{
    finding::{Code, Finding},
    folder::Folder,
    formats::yaml::{Complaint, Document, Entry, Node, Value, accept},
    globs,
    label::{EVERYTHING, ScopedSets, VerdictSets, WantedMessage, WantedScore},
    path::RelPath,
    text::{Place, Range},
    verdict::{Verdict, VerdictSet},
};

/// Keys of a submission that are no globs over tests.
const KEYS: [&str; 9] = [
    "language",
    "entrypoint",
    "authors",
    "model_solution",
    "permitted",
    "required",
    "score",
    "message",
    "use_for_time_limit",
];

/// The whole file.
#[derive(Default)]
pub(super) struct Expectations {
    entries: Vec<Expectation>,
}

/// One glob and what it asks of the submissions it matches.
pub(super) struct Expectation {
    /// As written.
    pub(super) glob: String,
    /// Where it is written.
    pub(super) place: Place,
    matcher: GlobMatcher,
    pub(super) language: Option<String>,
    pub(super) entry_point: Option<String>,
    pub(super) is_model: bool,
    pub(super) permitted: Option<VerdictSet>,
    pub(super) required: Option<VerdictSet>,
    pub(super) scoped: Vec<ScopedSets>,
    pub(super) scores: Vec<WantedScore>,
    pub(super) messages: Vec<WantedMessage>,
    /// What it says about the time limit, over all tests.
    pub(super) use_for_limit: Option<UseForLimit>,
    /// Globs over tests on which the submissions have to be in time.
    pub(super) in_time: Vec<String>,
}

/// What `use_for_time_limit` says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum UseForLimit {
    /// `false`: these runs say nothing about the limit.
    No,
    /// `true`: what the verdicts that are stated beside it come to.
    AsStated,
    /// `lower`: they have to be in time.
    Lower,
    /// `upper`: they have to be too slow.
    Upper,
}

impl Expectations {
    /// Reads the file; without one nothing is expected.
    pub(super) fn read(folder: &dyn Folder, findings: &mut Vec<Finding>) -> Expectations {
        let paths = [at("submissions/submissions.yaml"), at("submissions/submissions.yml")];
        let Some((path, text)) = paths.iter().find_map(|path| Some((path, folder.text(path)?))) else {
            return Expectations::default();
        };
        let Document { root, complaints } = Document::parse(&text);
        findings.extend(complaints.into_iter().map(|complaint| complaint.finding(path)));
        let entries = accept(root.map(), path, findings).unwrap_or_default();
        let entries = entries.iter().filter_map(|entry| expectation(entry, path, findings));
        Expectations { entries: entries.collect() }
    }

    /// What is asked of a submission; `path` is relative to `submissions`.
    pub(super) fn of(&self, path: &RelPath) -> Vec<&Expectation> {
        self.entries.iter().filter(|entry| entry.matches(path)).collect()
    }

    /// A finding for each glob that matches none of the submissions. Names of directories are rules for what may come.
    pub(super) fn warn_about_unmatched(&self, submissions: &[RelPath], findings: &mut Vec<Finding>) {
        let unmatched = self.entries.iter().filter(|entry| {
            entry.glob.contains('.') && !submissions.iter().any(|submission| entry.matches(submission))
        });
        findings.extend(unmatched.map(|entry| {
            let message = format!("`{}` matches no submission", entry.glob);
            Finding::at(Code::ManifestStale, entry.place.clone(), message)
        }));
    }
}

impl Expectation {
    /// Whether this is the rule for a directory, which replaces the format's own.
    pub(super) fn is_for_directory(&self, directory: &str) -> bool {
        clean(&self.glob) == directory
    }

    /// What it asks over all tests.
    pub(super) fn sets(&self) -> VerdictSets {
        VerdictSets {
            permitted: self.permitted.unwrap_or(EVERYTHING),
            required: self.required.unwrap_or(VerdictSet::EMPTY),
        }
    }

    fn matches(&self, path: &RelPath) -> bool {
        let mut path = path.clone();
        while !path.is_root() {
            if self.matcher.is_match(path.as_str()) {
                return true;
            }
            path = path.parent();
        }
        false
    }
}

fn expectation(entry: &Entry, path: &RelPath, findings: &mut Vec<Finding>) -> Option<Expectation> {
    let matcher = accept(matcher(&entry.key, entry.key_range), path, findings)?;
    accept(entry.value.map(), path, findings)?;
    let node = &entry.value;
    let mut text = |key: &str| Some(accept(node.get(key)?.text(), path, findings)?.to_owned());
    let (language, entry_point) = (text("language"), text("entrypoint"));
    let is_model = node.get("model_solution").and_then(|flag| accept(flag.flag(), path, findings));
    let tests: Vec<&Entry> = node.entries().iter().filter(|test| !KEYS.contains(&test.key.as_str())).collect();
    let of_group = |test: &&Entry| score(&test.value, Some(test_glob(&test.key)), path, findings);
    let mut scores: Vec<WantedScore> = tests.iter().filter_map(of_group).collect();
    scores.extend(score(node, None, path, findings));
    let of_tests = |test: &&Entry| message(&test.value, Some(test_glob(&test.key)), path, findings);
    let mut messages: Vec<WantedMessage> = tests.iter().filter_map(of_tests).collect();
    messages.extend(message(node, None, path, findings));
    let whole = stated(node, path, findings);
    let parts = tests.iter().filter_map(|test| {
        accept(test.value.map(), path, findings)?;
        Some((test_glob(&test.key), stated(&test.value, path, findings)))
    });
    let parts: Vec<(String, Stated)> = parts.collect();
    let in_time = parts.iter().filter(|(_, stated)| stated.is_in_time()).map(|(tests, _)| tests.clone()).collect();
    Some(Expectation {
        glob: entry.key.clone(),
        place: Place { path: path.clone(), range: entry.key_range },
        matcher,
        language,
        entry_point,
        is_model: is_model.unwrap_or(false),
        permitted: whole.permitted,
        required: whole.required,
        scoped: parts.into_iter().filter_map(|(tests, stated)| stated.scoped(tests)).collect(),
        scores,
        messages,
        use_for_limit: whole.use_for_limit,
        in_time,
    })
}

/// The score that is wanted of all, or of the groups that a glob matches: a number, or two that it lies between.
fn score(node: &Node, groups: Option<String>, path: &RelPath, findings: &mut Vec<Finding>) -> Option<WantedScore> {
    let node = node.get("score")?;
    let place = Place { path: path.clone(), range: node.range };
    let bounds = match &node.value {
        Value::List(items) => items.iter().map(Node::number).collect::<Result<Vec<f64>, Complaint>>(),
        Value::Null | Value::Scalar(_) | Value::Map(_) => node.number().map(|score| vec![score, score]),
    };
    match accept(bounds, path, findings)?.as_slice() {
        &[low, high] if low <= high => Some(WantedScore { groups, low, high, place }),
        _ => {
            let message = "a score is wanted here, or a list of the least and the greatest score";
            findings.push(Complaint::new(node.range, message).finding(path));
            None
        }
    }
}

/// The words that a message is to hold on one of all tests, or of those that a glob matches.
fn message(node: &Node, tests: Option<String>, path: &RelPath, findings: &mut Vec<Finding>) -> Option<WantedMessage> {
    let node = node.get("message")?;
    let text = accept(node.text(), path, findings)?.to_owned();
    let place = Place { path: path.clone(), range: node.range };
    (!text.is_empty()).then_some(WantedMessage { tests, text, place })
}

/// What is stated of all tests, or of those that a glob matches.
struct Stated {
    permitted: Option<VerdictSet>,
    required: Option<VerdictSet>,
    use_for_limit: Option<UseForLimit>,
}

impl Stated {
    fn is_in_time(&self) -> bool {
        is_in_time(self.permitted, self.use_for_limit)
    }

    fn scoped(&self, tests: String) -> Option<ScopedSets> {
        let sets = VerdictSets {
            permitted: self.permitted.unwrap_or(EVERYTHING),
            required: self.required.unwrap_or(VerdictSet::EMPTY),
        };
        (self.permitted.is_some() || self.required.is_some()).then(|| ScopedSets::of(tests, sets))
    }
}

/// Whether runs of which this is stated bound the time limit from below: TLE is not permitted, and nothing says that they
/// are not to be used.
pub(super) fn is_in_time(permitted: Option<VerdictSet>, use_for_limit: Option<UseForLimit>) -> bool {
    use_for_limit != Some(UseForLimit::No) && permitted.is_some_and(|permitted| !permitted.contains(Verdict::Tle))
}

/// Reads the verdicts and `use_for_time_limit`, where `lower` forbids TLE and `upper` requires it.
fn stated(node: &Node, path: &RelPath, findings: &mut Vec<Finding>) -> Stated {
    let mut stated = Stated {
        permitted: verdicts(node, "permitted", path, findings),
        required: verdicts(node, "required", path, findings).map(unless_anything_will_do),
        use_for_limit: node.get("use_for_time_limit").and_then(|node| accept(use_for_limit(node), path, findings)),
    };
    match stated.use_for_limit {
        Some(UseForLimit::Lower) => {
            let permitted = stated.permitted.unwrap_or(EVERYTHING);
            stated.permitted = Some(permitted.iter().filter(|&verdict| verdict != Verdict::Tle).collect());
        }
        Some(UseForLimit::Upper) => stated.required = Some(VerdictSet::of(&[Verdict::Tle])),
        Some(UseForLimit::No | UseForLimit::AsStated) | None => {}
    }
    stated
}

fn use_for_limit(node: &Node) -> Result<UseForLimit, Complaint> {
    match node.text() {
        Ok("lower") => Ok(UseForLimit::Lower),
        Ok("upper") => Ok(UseForLimit::Upper),
        Ok(_) | Err(_) => match node.flag() {
            Ok(true) => Ok(UseForLimit::AsStated),
            Ok(false) => Ok(UseForLimit::No),
            Err(_) => Err(Complaint::new(node.range, "one of true, false, lower and upper is wanted here")),
        },
    }
}

fn verdicts(node: &Node, key: &str, path: &RelPath, findings: &mut Vec<Finding>) -> Option<VerdictSet> {
    let node = node.get(key)?;
    let words = accept(node.words(), path, findings)?;
    let sets = words.iter().map(|word| {
        labels::verdicts_of(word)
            .ok_or_else(|| Complaint::new(node.range, format!("`{word}` is no verdict; AC, WA, TLE and RTE are")))
    });
    let sets: Vec<VerdictSet> = accept(sets.collect::<Result<_, _>>(), path, findings)?;
    sets.into_iter().reduce(VerdictSet::union)
}

/// To require one of all verdicts is to require nothing.
fn unless_anything_will_do(required: VerdictSet) -> VerdictSet {
    let all = EVERYTHING.iter().filter(|&verdict| verdict != Verdict::Ce).collect::<VerdictSet>();
    if all.is_subset(required) { VerdictSet::EMPTY } else { required }
}

/// Globs of the format: `*` stops at `/`, braces list alternatives, everything else stands for itself.
fn matcher(glob: &str, range: Range) -> Result<GlobMatcher, Complaint> {
    let mut pattern = String::new();
    for character in clean(glob).chars() {
        if matches!(character, '[' | ']' | '?' | '!' | '\\') {
            pattern.push('\\');
        }
        pattern.push(character);
    }
    let built = globs::compile_escaped(&pattern);
    built.map_err(|_| Complaint::new(range, format!("`{glob}` is no valid pattern")))
}

/// A glob over tests and groups, below `data`.
fn test_glob(glob: &str) -> String {
    let glob = glob.trim().trim_matches('/');
    glob.strip_prefix("data/").unwrap_or(glob).to_owned()
}

/// Without what people add to a path below `submissions`.
fn clean(glob: &str) -> &str {
    let glob = glob.trim().trim_start_matches("./").trim_start_matches('/');
    glob.strip_prefix("submissions/").unwrap_or(glob).trim_end_matches('/')
}
