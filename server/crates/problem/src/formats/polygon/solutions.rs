//! Solutions and their labels.

use super::{
    manifest::{SolutionEntry, Source, broken, stale},
    names,
    programs::Casting,
    tags::{self, Tag},
};
use crate::{
    finding::{Code, Finding},
    label::{Label, Pool},
    language::Language,
    model::{Program, Role},
    path::RelPath,
    text::Place,
};

impl Casting<'_> {
    /// Takes in the solutions that the manifest lists.
    pub(super) fn read_listed_solutions(&mut self, entries: &[SolutionEntry]) {
        for entry in entries {
            let known = self.cast.programs.contains_key(&entry.source.path);
            let Some(path) = self.claim(&entry.source, Role::Solution, "listed in problem.xml as a solution") else {
                continue;
            };
            if known {
                self.note_repeated(entry);
                continue;
            }
            let tag = self.tag_of_entry(entry);
            self.give_tag(&path, tag);
        }
    }

    /// Takes in the other files in `solutions`: by their `.desc` file, and by their name when there is no list.
    pub(super) fn read_unlisted_solutions(&mut self, has_list: bool) {
        let Some(directory) = RelPath::parse("solutions") else { return };
        let folder = self.folder;
        for entry in folder.children(&directory) {
            let path = &entry.path;
            if self.is_listed(path) || Language::from_path(path).is_none() {
                continue;
            }
            let source = Source::unlisted(path);
            if self.claim(&source, Role::Solution, "in the folder solutions").is_none() {
                continue;
            }
            let desc = tags::of_desc(self.folder, path);
            let tag = match &desc {
                Some(written) => self.understood(Tag::read(written), written),
                None if has_list => self.without_label(&source),
                None => names::tag_of(path).or_else(|| self.unlabelled(&source.place)),
            };
            self.give_tag(path, tag);
        }
    }

    /// When nothing is tagged as main, the first accepted solution is, or the only unlabelled one.
    pub(super) fn fill_main(&mut self) {
        if self.cast.main.is_some() {
            return;
        }
        let solutions = || self.cast.programs.values().filter(|program| program.role == Role::Solution);
        let is_correct = |program: &&Program| program.label.as_ref().and_then(Label::pool) == Some(Pool::Correct);
        let mut unlabelled = solutions().filter(|program| program.label.is_none());
        let only_unlabelled = unlabelled.next().filter(|_| unlabelled.next().is_none());
        let main = solutions().find(is_correct).or(only_unlabelled).map(|program| program.path.clone());
        let message = match &main {
            Some(path) => format!("no solution is tagged `main`, so {path} is taken"),
            None => "no solution is tagged `main` or `accepted`, so no answers can be made".to_owned(),
        };
        let assets = self.manifest.assets.as_ref();
        let place = assets.and_then(|assets| assets.solutions.as_ref()).map(|solutions| solutions.place.clone());
        self.findings.push(Finding { place, ..Finding::of_folder(Code::NoMain, message) });
        self.cast.main = main;
    }

    fn give_tag(&mut self, path: &RelPath, tag: Option<Tag>) {
        let Some(tag) = tag else { return };
        if tag.main {
            match (&self.cast.main, &tag.label.place) {
                (Some(main), Some(place)) => {
                    let message = format!("{main} is already the main solution; this one counts as accepted");
                    self.findings.push(broken(place.clone(), message));
                }
                (Some(_), None) => {}
                (None, _) => self.cast.main = Some(path.clone()),
            }
        }
        if let Some(program) = self.cast.programs.get_mut(path) {
            program.label = Some(tag.label);
        }
    }

    fn tag_of_entry(&mut self, entry: &SolutionEntry) -> Option<Tag> {
        let desc = tags::of_desc(self.folder, &entry.source.path);
        let tag = match (&entry.tag, &desc) {
            (Some(written), _) => self.understood(Tag::read(written), written),
            (None, Some(written)) => self.understood(Tag::read(written), written),
            (None, None) => self.unlabelled(&entry.place),
        };
        let mut tag = tag?;
        if let Some(other) = desc.as_ref().and_then(Tag::read) {
            self.note_contradiction(&entry.source.path, &tag, &other);
        }
        let several = self.manifest.testsets.len() > 1;
        tag.label.scoped = tags::scopes(&entry.extra_tags, several, &mut self.findings);
        Some(tag)
    }

    fn understood(&mut self, tag: Option<Tag>, written: &super::xml::Written) -> Option<Tag> {
        if tag.is_none() {
            self.findings.push(tags::unknown(written));
        }
        tag
    }

    fn without_label(&mut self, source: &Source) -> Option<Tag> {
        let message = format!("{} is not listed in problem.xml", source.path);
        self.findings.push(stale(source.place.clone(), message));
        self.unlabelled(&source.place)
    }

    fn unlabelled(&mut self, place: &Place) -> Option<Tag> {
        let message = "the solution has no tag, so nothing is expected of it";
        self.findings.push(Finding::at(Code::SolutionUnlabelled, place.clone(), message));
        None
    }

    /// `problem.xml` and the `.desc` file disagree; `problem.xml` counts.
    fn note_contradiction(&mut self, path: &RelPath, tag: &Tag, other: &Tag) {
        let (Some(here), Some(there)) = (&tag.label.place, &other.label.place) else { return };
        if (tag.label.sets, tag.label.run) == (other.label.sets, other.label.run) {
            return;
        }
        let words = |tag: &Tag| tag.label.words.join(" ");
        let message = format!("{path} is tagged `{}` here and `{}` in its .desc file", words(tag), words(other));
        let finding = Finding::at(Code::LabelContradiction, here.clone(), message);
        self.findings.push(finding.with_related(there.clone(), "the other tag"));
    }

    /// The same file listed a second time; the first entry counts.
    fn note_repeated(&mut self, entry: &SolutionEntry) {
        let label = self.cast.programs.get(&entry.source.path).and_then(|program| program.label.as_ref());
        let again = entry.tag.as_ref().and_then(Tag::read);
        if again.as_ref().map(|tag| tag.label.sets) == label.map(|label| label.sets) {
            return;
        }
        let message = format!("{} is listed before with another tag, which counts", entry.source.path);
        let finding = Finding::at(Code::LabelContradiction, entry.place.clone(), message);
        let earlier = label.and_then(|label| label.place.clone());
        self.findings.push(match earlier {
            Some(place) => finding.with_related(place, "the earlier tag"),
            None => finding,
        });
    }
}
