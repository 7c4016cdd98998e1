//! Programs below `submissions/` and their labels.

use super::{
    at,
    expectations::{self, Expectation, Expectations, UseForLimit},
    include,
    labels::{self, DirectorySets},
    manifest::{Manifest, Version},
    sources::{self, Unit},
};
use crate::{
    facts::SourceFacts,
    finding::{Code, Finding},
    folder::Folder,
    label::{EVERY_TEST, EVERYTHING, Label, ScopedSets, VerdictSets, WantedScore},
    language::Language,
    languages,
    model::{Program, Role},
    path::RelPath,
    text::{Place, Range},
    verdict::{Verdict, VerdictSet},
};

/// A solution.
pub(super) struct Submission {
    pub(super) program: Program,
    /// Whether `submissions.yaml` calls it a model solution.
    pub(super) is_model: bool,
}

/// The submissions in path order.
pub(super) fn read(folder: &dyn Folder, manifest: &Manifest, findings: &mut Vec<Finding>) -> Vec<Submission> {
    let expectations = Expectations::read(folder, findings);
    let root = at("submissions");
    let mut submissions = Vec::new();
    for entry in sources::entries(folder, &root) {
        let is_file = folder.has(&entry);
        let paths = if is_file { [entry.clone()].into() } else { sources::entries(folder, &entry) };
        let directory = Directory::new(if is_file { "" } else { entry.file_name() }, manifest);
        for path in paths {
            let of_path = expectations.of(&below(&path, &root));
            let entry_point = of_path.iter().find_map(|expectation| expectation.entry_point.as_deref());
            for unit in sources::units(folder, &path, entry_point) {
                let asked = expectations.of(&below(&unit.path, &root));
                submissions.extend(submission(folder, &directory, unit, &asked, findings));
            }
        }
    }
    let paths: Vec<RelPath> = submissions.iter().map(|one| below(&one.program.path, &root)).collect();
    expectations.warn_about_unmatched(&paths, findings);
    submissions
}

/// A directory directly below `submissions`.
struct Directory {
    /// Its name; empty for `submissions` itself.
    name: String,
    sets: Option<DirectorySets>,
    /// Whether the version derives time limits from every run that has to be in time.
    is_timed: bool,
}

impl Directory {
    fn new(name: &str, manifest: &Manifest) -> Directory {
        Directory {
            name: name.to_owned(),
            sets: labels::of_directory(name, manifest),
            is_timed: manifest.version == Version::Since2023,
        }
    }

    fn label(&self) -> Option<Label> {
        let known = self.sets?;
        let in_time = self.in_time(Some(known.sets.permitted), None);
        Some(Label { run: known.run, in_time, ..Label::of_sets(known.sets, vec![self.name.clone()]) })
    }

    /// The tests on which the directory's submissions have to be in time by what holds for all of them.
    fn in_time(&self, permitted: Option<VerdictSet>, use_for_limit: Option<UseForLimit>) -> Option<Vec<String>> {
        let is_in_time = expectations::is_in_time(permitted, use_for_limit);
        self.is_timed.then(|| if is_in_time { vec![EVERY_TEST.to_owned()] } else { Vec::new() })
    }

    fn is_standard(&self) -> bool {
        self.sets.is_some_and(|sets| sets.standard)
    }

    fn path(&self) -> String {
        if self.name.is_empty() { "submissions".to_owned() } else { format!("submissions/{}", self.name) }
    }
}

/// One submission; `None` for a file with nothing in it.
fn submission(
    folder: &dyn Folder,
    directory: &Directory,
    unit: Unit,
    asked: &[&Expectation],
    findings: &mut Vec<Finding>,
) -> Option<Submission> {
    if unit.sources.iter().all(|source| is_empty(folder, source)) {
        let message = format!("{} is empty, so it is left out", unit.path);
        findings.push(Finding::of_file(Code::ManifestStale, &unit.sources[0], message));
        return None;
    }
    let language = asked.iter().find_map(|expectation| language(expectation.language.as_deref()?));
    let reason = format!("in {}", directory.path());
    let mut program = Program::of_file(unit.path, Role::Solution, language.unwrap_or(unit.language), reason);
    program.sources = unit.sources;
    program.label = label(folder, directory, &program, asked, findings);
    include::add(folder, &mut program);
    Some(Submission { program, is_model: asked.iter().any(|expectation| expectation.is_model) })
}

/// `submissions.yaml` counts before the tag in a source, and that before a directory the format does not know.
fn label(
    folder: &dyn Folder,
    directory: &Directory,
    program: &Program,
    asked: &[&Expectation],
    findings: &mut Vec<Finding>,
) -> Option<Label> {
    let tag = tag(folder, program);
    let listed = listed(directory, asked, findings);
    let tagged = tag.clone().filter(|_| listed.is_none() && !directory.is_standard());
    let label = listed.or(tagged).or_else(|| directory.label());
    let label = label.map(|label| with_tagged_score(folder, program, label));
    match (&label, tag.and_then(|tag| Some((tag.sets, tag.place?)))) {
        (Some(label), Some((sets, place))) if labels::contradict(label.sets, sets) => {
            let message = format!("this tag contradicts the label `{}`, which counts here", label.words.join(", "));
            findings.push(Finding::at(Code::LabelContradiction, place, message));
        }
        (None, _) => {
            let message = format!(
                "{} does not tell what to expect of {}; use a directory of the format or list it in submissions.yaml",
                directory.path(),
                program.path
            );
            findings.push(Finding::of_file(Code::SolutionUnlabelled, &program.sources[0], message));
        }
        (Some(_), _) => {}
    }
    label
}

/// The label with the score that a tag in a source asks for, unless `submissions.yaml` asks for one.
fn with_tagged_score(folder: &dyn Folder, program: &Program, mut label: Label) -> Label {
    let tagged = |source: &RelPath| {
        let (score, range) = folder.facts(source)?.expected_score?;
        let place = Place { path: source.clone(), range };
        Some(WantedScore { groups: None, low: score, high: score, place })
    };
    if label.scores.iter().all(|wanted| wanted.groups.is_some()) {
        label.scores.extend(program.sources.iter().find_map(tagged));
    }
    label
}

/// The label of the tag in a source.
fn tag(folder: &dyn Folder, program: &Program) -> Option<Label> {
    let find = |source: &RelPath| {
        let (words, range) = folder.facts(source).as_deref().and_then(tag_of)?;
        let label = Label::of_sets(labels::of_tag(&words)?, words);
        Some(label.at(Place { path: source.clone(), range }))
    };
    program.sources.iter().find_map(find)
}

fn tag_of(facts: &SourceFacts) -> Option<(Vec<String>, Range)> {
    facts.expected_results.clone()
}

/// The label that `submissions.yaml` gives. A rule for the directory itself replaces the format's; every other rule
/// that matches asks for something more.
fn listed(directory: &Directory, asked: &[&Expectation], findings: &mut Vec<Finding>) -> Option<Label> {
    let expects = |rule: &&&Expectation| {
        let expects_verdicts = rule.permitted.is_some() || rule.required.is_some();
        let expects_more = !rule.scoped.is_empty() || !rule.scores.is_empty() || !rule.messages.is_empty();
        expects_verdicts || expects_more || rule.use_for_limit.is_some()
    };
    let rules: Vec<&&Expectation> = asked.iter().filter(expects).collect();
    let anything = VerdictSets { permitted: EVERYTHING, required: VerdictSet::EMPTY };
    let base = directory.label();
    let mut words = base.as_ref().map(|label| label.words.clone()).unwrap_or_default();
    let run = base.as_ref().is_none_or(|label| label.run);
    let mut in_time = base.as_ref().and_then(|label| label.in_time.clone());
    let mut sum = Sum { sets: base.map_or(anything, |label| label.sets), scoped: Vec::new() };
    for rule in &rules {
        let is_for_directory = rule.is_for_directory(&directory.name);
        let permitted = rule.permitted.or_else(|| is_for_directory.then_some(sum.sets.permitted));
        let of_rule = directory.in_time(permitted, rule.use_for_limit).map(|all| [all, rule.in_time.clone()].concat());
        in_time =
            if is_for_directory { of_rule } else { of_rule.map(|more| [in_time.unwrap_or_default(), more].concat()) };
        if is_for_directory {
            sum.sets.permitted = rule.permitted.unwrap_or(sum.sets.permitted);
            sum.sets.required = rule.required.unwrap_or(sum.sets.required);
        } else {
            sum.sets.permitted = labels::common(sum.sets.permitted, rule.permitted.unwrap_or(EVERYTHING));
            sum.require(rule.required.unwrap_or(VerdictSet::EMPTY));
        }
        if !words.contains(&rule.glob) {
            words.push(rule.glob.clone());
        }
        sum.scoped.extend(rule.scoped.iter().cloned());
    }
    let last = rules.last()?;
    if run && sum.is_contradictory() {
        let message = format!("`{}` and the other rules for this submission cannot all hold", last.glob);
        findings.push(Finding::at(Code::LabelContradiction, last.place.clone(), message));
        sum.sets = last.sets();
    }
    let place = last.place.clone();
    sum.conclude();
    let scores = rules.iter().flat_map(|rule| rule.scores.iter().cloned()).collect();
    let messages = rules.iter().flat_map(|rule| rule.messages.iter().cloned()).collect();
    Some(Label { words, sets: sum.sets, scoped: sum.scoped, scores, messages, in_time, run, place: Some(place) })
}

/// Rules added up.
struct Sum {
    sets: VerdictSets,
    scoped: Vec<ScopedSets>,
}

impl Sum {
    /// One set of required verdicts fits a label; a second one that does not follow from it, or that it does not
    /// follow from, is kept as a rule over all tests.
    fn require(&mut self, required: VerdictSet) {
        let now = self.sets.required;
        if required.is_empty() || (!now.is_empty() && now.is_subset(required)) {
            return;
        }
        if now.is_empty() || required.is_subset(now) {
            self.sets.required = required;
        } else {
            let sets = VerdictSets { permitted: EVERYTHING, required };
            self.scoped.push(ScopedSets::of(EVERY_TEST, sets));
        }
    }

    fn is_contradictory(&self) -> bool {
        let VerdictSets { permitted, required } = self.sets;
        permitted.is_empty() || (!required.is_empty() && !permitted.intersects(required))
    }

    /// What is required of some tests is required of all together. Where an accepted test would do, nothing says that
    /// the solution is a wrong one, so that rule is kept beside the label.
    fn conclude(&mut self) {
        if self.sets.required.contains(Verdict::Ac) {
            let required = std::mem::take(&mut self.sets.required);
            let sets = VerdictSets { permitted: EVERYTHING, required };
            self.scoped.push(ScopedSets::of(EVERY_TEST, sets));
        }
        if self.sets.required.is_empty() {
            let failing = self.scoped.iter().map(|scoped| labels::common(scoped.sets.required, self.sets.permitted));
            let failing = failing.filter(|required| !required.is_empty() && !required.contains(Verdict::Ac));
            self.sets.required = failing.into_iter().next().unwrap_or_default();
        }
    }
}

/// The language of a code of the format; for others the file's extension tells it.
fn language(code: &str) -> Option<Language> {
    languages::table().of_key(code, |keys| &keys.icpc).map(Language::named)
}

fn is_empty(folder: &dyn Folder, path: &RelPath) -> bool {
    let files = folder.files();
    files.binary_search_by(|file| file.path.cmp(path)).is_ok_and(|idx| files[idx].size <= 1)
}

fn below(path: &RelPath, directory: &RelPath) -> RelPath {
    let rest = path.as_str().strip_prefix(directory.as_str()).unwrap_or(path.as_str()).trim_start_matches('/');
    RelPath::parse(rest).unwrap_or_else(RelPath::root)
}
