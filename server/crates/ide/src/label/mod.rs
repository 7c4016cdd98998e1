//! Sets the label of a solution, where labels live for the format of the folder.
//!
//! Invariant: an edit is given out only when the folder, read again with it, has the label that was asked for. Every
//! byte outside the edits stays.

mod comment;
mod overlay;
mod polygon;
mod settings;

use problem::{
    formats,
    label::{Label, LabelWord},
    model::{Format, ProgramIdx, Role},
    path::RelPath,
    settings::parse,
};

use crate::{FileEdit, View};
pub(crate) use overlay::Overlay;
#[cfg(test)]
pub(crate) use overlay::apply as apply_edits;

/// The settings file of a problem folder.
const SETTINGS: &str = "touchstone.toml";

/// The edit that gives a solution, named by its path, a label such as `wrong_answer`. It has no edits when the solution
/// has that label already.
///
/// # Errors
/// One sentence: the solution or label is not known, or the label has to be changed by hand, and how.
pub fn set_label(view: &View<'_>, solution: &str, label: &str) -> Result<FileEdit, String> {
    let path = RelPath::parse(solution).and_then(|path| view.program_at(&path));
    let idx = path.filter(|&idx| view.context.problem.programs[idx].role == Role::Solution);
    let idx = idx.ok_or_else(|| format!("the problem has no solution {solution}; look at the paths in the matrix"))?;
    let word = LabelWord::parse(label);
    let word = word.ok_or_else(|| format!("`{label}` is no label; take one of {}", words()))?;
    let labelling = Labelling { view, solution: idx, word };
    let program = &view.context.problem.programs[idx];
    if program.label.as_ref().is_some_and(|label| labelling.is_as_asked(label)) {
        let place = program.label.as_ref().and_then(|label| label.place.as_ref());
        let path = place.map_or(&program.sources[0], |place| &place.path);
        return Ok(FileEdit { path: path.clone(), edits: Vec::new() });
    }
    if labelling.is_in_settings() {
        return labelling.in_settings();
    }
    match view.context.problem.format {
        Format::Plain => labelling.plain(),
        Format::Polygon => polygon::edit(&labelling).and_then(|edit| labelling.proved(edit)),
        Format::Icpc => labelling.icpc(),
        // These formats say it by names, by flags of a manifest, or by points that follow from runs.
        Format::LibraryChecker | Format::Tps | Format::Hydro | Format::Sinol | Format::Rbx | Format::TaskMaker => {
            labelling.in_settings()
        }
    }
}

fn words() -> String {
    LabelWord::ALL.map(LabelWord::name).join(", ")
}

/// What is asked for.
struct Labelling<'a> {
    view: &'a View<'a>,
    solution: ProgramIdx,
    word: LabelWord,
}

impl Labelling<'_> {
    fn path(&self) -> &RelPath {
        &self.view.context.problem.programs[self.solution].path
    }

    fn label(&self) -> Option<&Label> {
        self.view.context.problem.programs[self.solution].label.as_ref()
    }

    fn is_as_asked(&self, label: &Label) -> bool {
        label.sets == self.word.sets() && label.run == (self.word != LabelWord::DoNotRun)
    }

    fn is_in_settings(&self) -> bool {
        let place = self.label().and_then(|label| label.place.as_ref());
        place.is_some_and(|place| place.path.as_str() == SETTINGS)
    }

    /// A comment in the source counts before the names of files, and `touchstone.toml` before both.
    fn plain(&self) -> Result<FileEdit, String> {
        let comment = comment::edit(self).and_then(|edit| self.proved(edit).ok());
        comment.map_or_else(|| self.in_settings(), Ok)
    }

    fn in_settings(&self) -> Result<FileEdit, String> {
        self.proved(settings::edit(self)?)
    }

    /// The directory is the label, which is nothing that an edit could change.
    fn icpc(&self) -> Result<FileEdit, String> {
        let (path, word) = (self.path(), self.word.name());
        let directory = match self.word {
            LabelWord::Accepted => "accepted",
            LabelWord::WrongAnswer => "wrong_answer",
            LabelWord::TimeLimitExceeded => "time_limit_exceeded",
            LabelWord::RunTimeError | LabelWord::MemoryLimitExceeded | LabelWord::OutputLimitExceeded => {
                "run_time_error"
            }
            LabelWord::Rejected | LabelWord::AcceptedOrTle | LabelWord::DoNotRun => {
                return Err(format!(
                    "this format has no folder for {word}; write `\"{path}\" = \"{word}\"` under [labels] in {SETTINGS}"
                ));
            }
        };
        let folder = format!("submissions/{directory}");
        if RelPath::parse(&folder).is_some_and(|folder| path.is_below(&folder)) {
            let source = &self.view.context.problem.programs[self.solution].sources[0];
            return Ok(FileEdit { path: source.clone(), edits: Vec::new() });
        }
        let name = path.file_name();
        Err(format!("in this format the folder of a solution is its label; move {path} to {folder}/{name}"))
    }

    /// The edit, if the folder says with it what was asked for.
    fn proved(&self, edit: FileEdit) -> Result<FileEdit, String> {
        let overlay = Overlay::new(self.view.context.folder, &edit);
        let settings_path = RelPath::root().with_file_name(SETTINGS);
        let stated = overlay.text_of(&settings_path).map(|text| parse(&settings_path, &text).0);
        let problem = formats::read(&overlay, &stated.unwrap_or_default(), &settings_path);
        let program = problem.program_at(self.path()).map(|idx| &problem.programs[idx]);
        let label = program.and_then(|program| program.label.as_ref());
        match label.is_some_and(|label| self.is_as_asked(label)) {
            true => Ok(edit),
            false => Err(format!(
                "{} cannot be changed here without a mistake; write {} for {} there by hand",
                edit.path,
                self.word.name(),
                self.path()
            )),
        }
    }
}
