//! Which solution is the main one and what each solution is expected to do.

use crate::{
    facts::SourceFacts,
    finding::{Code, Finding},
    folder::Folder,
    formats::wording::{
        Stem,
        labels::{self, MainName, Named},
    },
    label::{Label, LabelWord, VerdictSets},
    model::{ByProgram, Program, ProgramIdx, Role},
    text::Place,
    verdict::VerdictSet,
};

use super::{Context, Hints};

/// Labels the solutions in place; the main solution.
pub(super) fn label(
    context: &Context<'_>,
    programs: &mut ByProgram<Program>,
    findings: &mut Vec<Finding>,
) -> Option<ProgramIdx> {
    let mut candidates = Vec::new();
    for (idx, program) in programs.iter_mut_enumerated().filter(|(_, program)| program.role == Role::Solution) {
        let opinions = Opinions::of(context, program);
        findings.extend(opinions.contradiction(program));
        program.label = opinions.label();
        candidates.push(Candidate::new(idx, program, &opinions));
    }
    let hinted = hinted_main(context, programs);
    let main = hinted.or_else(|| named_main(&candidates)).or_else(|| unnamed_main(&candidates, programs, findings));
    let others = programs.iter_enumerated().filter(|(idx, _)| Some(*idx) != hinted).map(|(_, program)| program);
    findings.extend(others.filter(|program| program.role == Role::Solution).filter_map(unlabelled));
    main
}

/// Whether nothing tells what a solution is expected to do.
pub(super) fn is_unlabelled(context: &Context<'_>, program: &Program) -> bool {
    Opinions::of(context, program).label().is_none()
}

/// What a comment, the name or the directories of a solution say of it, in a folder whose manifest does not.
pub(in crate::formats) fn label_by_names(folder: &dyn Folder, program: &Program) -> Option<Label> {
    let hints = Hints::default();
    let context = Context { folder, hints: &hints, problem: Stem::new(folder.name()) };
    Opinions::of(&context, program).label()
}

/// What each source of labels says about a solution.
struct Opinions {
    hint: Option<Label>,
    comment: Option<Label>,
    named: Named,
    directory: Option<(String, Vec<LabelWord>)>,
}

impl Opinions {
    fn of(context: &Context<'_>, program: &Program) -> Opinions {
        let directories = program.path.parent();
        let words_of = |part: &str| Some((part.to_owned(), labels::of_directory(part)?));
        Opinions {
            hint: context.hints.label(&program.path).or_else(|| context.hints.label(&program.sources[0])).cloned(),
            comment: program.sources.iter().find_map(|source| {
                let (label, range) = comment(&*context.folder.facts(source)?)?;
                Some(label.at(Place { path: source.clone(), range }))
            }),
            named: labels::of_solution(&Stem::new(program.name()), &context.problem),
            directory: directories.parts().rev().find_map(words_of),
        }
    }

    fn label(&self) -> Option<Label> {
        self.hint.clone().or_else(|| self.comment.clone()).or_else(|| self.of_names())
    }

    /// What name and directory say together.
    fn of_names(&self) -> Option<Label> {
        let directory = self.directory.as_ref().and_then(|(_, words)| label_of(words));
        match &self.named {
            Named::Label(words) => label_of(words),
            Named::Main(name) if !name.numbered => label_of(&[LabelWord::Accepted]),
            Named::Main(_) | Named::Solution => directory.or_else(|| label_of(&[LabelWord::Accepted])),
            Named::Partial | Named::Nothing => directory,
        }
    }

    fn main_name(&self) -> Option<MainName> {
        match self.named {
            Named::Main(name) => Some(name),
            Named::Solution | Named::Label(_) | Named::Partial | Named::Nothing => None,
        }
    }

    fn contradiction(&self, program: &Program) -> Option<Finding> {
        if self.hint.is_some() {
            return None;
        }
        let named = self.of_names()?;
        if let Some(comment) = &self.comment {
            let message = format!(
                "this comment says {}, but the name says {}; the comment counts",
                comment.words.join(" or "),
                named.words.join(" or ")
            );
            let place = comment.place.clone()?;
            return contradict(comment.sets, named.sets).then(|| Finding::at(Code::LabelContradiction, place, message));
        }
        let (directory, words) = self.directory.as_ref()?;
        let directory_label = label_of(words)?;
        let message = format!(
            "the name says {}, but the folder {directory} says {}; the name counts",
            named.words.join(" or "),
            directory_label.words.join(" or ")
        );
        contradict(directory_label.sets, named.sets)
            .then(|| Finding::of_file(Code::LabelContradiction, &program.sources[0], message))
    }
}

fn label_of(words: &[LabelWord]) -> Option<Label> {
    match words {
        [word] => Some(Label::of(*word, word.name())),
        words => {
            let names = words.iter().map(|word| word.name().to_owned()).collect();
            Some(Label::of_sets(labels::sets_of_labels(words)?, names))
        }
    }
}

fn comment(facts: &SourceFacts) -> Option<(Label, crate::text::Range)> {
    let (words, range) = facts.expected_results.as_ref()?;
    Some((Label::of_sets(labels::sets_of_words(words)?, words.clone()), *range))
}

/// Whether no outcome on all tests together suits both.
fn contradict(a: VerdictSets, b: VerdictSets) -> bool {
    let outcomes =
        |sets: VerdictSets| -> VerdictSet { if sets.required.is_empty() { sets.permitted } else { sets.required } };
    !outcomes(a).intersects(outcomes(b))
}

fn unlabelled(program: &Program) -> Option<Finding> {
    program.label.is_none().then(|| unlabelled_solution(program))
}

/// The finding about a solution without a label.
pub(in crate::formats) fn unlabelled_solution(program: &Program) -> Finding {
    let message = format!(
        "nothing tells what to expect of this solution, so it counts neither as correct nor as wrong; give it a name such as `wa_{}` or label it in touchstone.toml",
        program.path.file_name()
    );
    Finding::of_file(Code::SolutionUnlabelled, &program.sources[0], message)
}

/// A solution that may be the main one.
struct Candidate {
    idx: ProgramIdx,
    main: Option<MainName>,
    is_accepted: bool,
    /// Its directory says otherwise.
    is_contradicted: bool,
    /// Without a label, and not by its name a solution of only a part.
    is_blank: bool,
    /// Its language is run here, and is so everywhere.
    runs: bool,
    is_sure_to_run: bool,
}

impl Candidate {
    fn new(idx: ProgramIdx, program: &Program, opinions: &Opinions) -> Candidate {
        let accepted = LabelWord::Accepted.sets();
        Candidate {
            idx,
            main: opinions.main_name(),
            is_accepted: program.label.as_ref().is_some_and(|label| label.run && label.sets == accepted),
            is_contradicted: opinions.contradiction(program).is_some(),
            is_blank: program.label.is_none() && opinions.named == Named::Nothing,
            runs: program.language.is_run(),
            is_sure_to_run: program.language.is_sure_to_run(),
        }
    }
}

fn hinted_main(context: &Context<'_>, programs: &ByProgram<Program>) -> Option<ProgramIdx> {
    let path = context.hints.main.as_ref()?;
    let is_it = |program: &Program| program.path == *path || program.sources.contains(path);
    programs.position(|program| program.role == Role::Solution && is_it(program))
}

/// The best name that can be run here; the others of that kind are accepted solutions.
fn named_main(candidates: &[Candidate]) -> Option<ProgramIdx> {
    let accepted = candidates.iter().filter(|one| one.is_accepted);
    let ranked =
        accepted.filter_map(|one| Some((!one.runs, !one.is_sure_to_run, one.is_contradicted, one.main?, one.idx)));
    ranked.min().map(|(_, _, _, _, idx)| idx)
}

fn unnamed_main(
    candidates: &[Candidate],
    programs: &ByProgram<Program>,
    findings: &mut Vec<Finding>,
) -> Option<ProgramIdx> {
    if candidates.is_empty() {
        return None;
    }
    let Some((idx, why)) = least_bad(candidates) else {
        let message = "no solution is named as the main one and none is accepted, so tests without an answer file get no \
                       answer; name one `sol` or set `main` in touchstone.toml";
        findings.push(Finding::of_folder(Code::NoMain, message));
        return None;
    };
    let path = &programs[idx].path;
    let message = format!(
        "no solution is named as the main one, so {path} makes the answers: it is {why}; name it `sol` or set `main` in touchstone.toml"
    );
    findings.push(Finding::of_file(Code::NoMain, &programs[idx].sources[0], message));
    Some(idx)
}

fn least_bad(candidates: &[Candidate]) -> Option<(ProgramIdx, &'static str)> {
    let is_sure = candidates.iter().any(|one| one.is_sure_to_run && (one.is_blank || one.is_accepted));
    let runnable = || candidates.iter().filter(|one| if is_sure { one.is_sure_to_run } else { one.runs });
    let mut blank = runnable().filter(|one| one.is_blank);
    match (blank.next(), blank.next()) {
        (Some(only), None) => Some((only.idx, "the only one without a label")),
        (Some(_) | None, _) => runnable().find(|one| one.is_accepted).map(|one| (one.idx, "the first accepted one")),
    }
}
