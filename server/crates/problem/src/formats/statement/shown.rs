//! The samples that a statement shows, with their places.

use super::{Printed, parts, samples};
use crate::{
    folder::Folder,
    formats::polygon,
    model::Problem,
    path::RelPath,
    text::{LineIndex, Place, Range},
};

/// A sample as the statement shows it.
#[derive(Clone, Debug, PartialEq)]
pub struct ShownSample {
    /// Where the input stands.
    pub place: Place,
    /// The input.
    pub input: String,
    /// Where the output stands, and the output.
    pub output: Option<(Place, String)>,
}

impl ShownSample {
    /// What blanks may add to an input that is shown, bytes.
    pub const SLACK: u64 = 1000;

    /// The samples that the statement of a problem shows.
    pub fn of(folder: &dyn Folder, problem: &Problem) -> Vec<ShownSample> {
        ShownSample::in_parts(folder, problem, &parts(folder))
    }

    /// The same, where the parts of the statement are read already.
    pub fn in_parts(folder: &dyn Folder, problem: &Problem, parts: &[(RelPath, String)]) -> Vec<ShownSample> {
        let of_part = |(path, text): &(RelPath, String)| ShownSample::in_text(path, &problem.constants.shown_in(text));
        let shown: Vec<ShownSample> = parts.iter().flat_map(of_part).collect();
        if shown.is_empty() && !parts.is_empty() { ShownSample::in_files(folder) } else { shown }
    }

    /// The samples in a text.
    fn in_text(path: &RelPath, text: &str) -> Vec<ShownSample> {
        let index = LineIndex::new(text);
        let part = |shown: Printed| {
            let place = Place { path: path.clone(), range: index.range(shown.span) };
            (place, shown.text)
        };
        let printed = samples(text).into_iter().map(|sample| {
            let (place, input) = part(sample.input);
            ShownSample { place, input, output: Some(part(sample.output)) }
        });
        printed.collect()
    }

    /// The files of examples beside the statement; those may be the tests themselves.
    fn in_files(folder: &dyn Folder) -> Vec<ShownSample> {
        let whole = |path: &RelPath| {
            let text = folder.text(path)?;
            Some((Place { path: path.clone(), range: Range::default() }, text))
        };
        let of_file = |path: RelPath| {
            let (place, input) = whole(&path)?;
            let output = whole(&path.with_file_name(&format!("{}.a", path.file_name())));
            Some(ShownSample { place, input, output })
        };
        polygon::examples(folder).into_iter().filter_map(of_file).collect()
    }

    /// Whether this is the input of the sample, whatever its blanks.
    pub fn is_of(&self, input: &str) -> bool {
        has_words_of(&self.input, input)
    }
}

/// Whether two texts have the same words in the same order.
pub fn has_words_of(one: &str, other: &str) -> bool {
    one.split_whitespace().eq(other.split_whitespace())
}
