//! Tests of packages whose manifest lists none: the files in `tests` and the lines of `doall.sh`.

use super::tests_plan::{Plan, Wanted};
use crate::{
    model::{InputSource, Test},
    path::RelPath,
};

impl Plan<'_> {
    /// Plans the tests that there are files or lines for, numbered as their names say.
    pub(super) fn read_loose(&mut self) {
        for path in self.loose_inputs() {
            let source = match self.doall.get(&path).cloned() {
                Some(command) => {
                    let wanted = Wanted { text: command.text, calls: command.calls, place: command.place };
                    self.command_source(wanted, None, &path)
                }
                None => InputSource::File(path.clone()),
            };
            let answer = self.loose_answer(&source, &path);
            let place = self.doall.get(&path).map(|command| command.place.clone());
            self.tests.push(Test { answer, place, ..Test::new(self.free_id(&path), source) });
        }
    }

    /// Inputs in the order of their numbers, those without a number last.
    fn loose_inputs(&self) -> Vec<RelPath> {
        let Some(directory) = RelPath::parse("tests") else { return Vec::new() };
        let files = self.folder.children(&directory).into_iter().map(|entry| &entry.path);
        let inputs = files.filter(|path| matches!(path.extension().as_str(), "" | "in"));
        let mut inputs: Vec<RelPath> = inputs.chain(self.doall.keys()).cloned().collect();
        inputs.sort_by_cached_key(|path| (number_of(path).unwrap_or(u64::MAX), path.clone()));
        inputs.dedup();
        inputs
    }

    /// The number, else the stem, else the whole name, whichever no earlier test has.
    fn free_id(&self, path: &RelPath) -> String {
        let number = number_of(path).map(|number| number.to_string());
        let ids = number.into_iter().chain([path.stem().to_owned(), path.file_name().to_owned()]);
        let mut free = ids.filter(|id| self.tests.iter().all(|test| &test.id != id));
        free.next().unwrap_or_else(|| path.to_string())
    }

    fn loose_answer(&self, source: &InputSource, input: &RelPath) -> Option<RelPath> {
        let name = input.file_name();
        let stem = name.strip_suffix(".in").unwrap_or(name);
        let mut answers = ["a", "ans", "out"].into_iter().map(|end| input.with_file_name(&format!("{stem}.{end}")));
        answers.find(|path| self.keeps_answer(source, path))
    }
}

fn number_of(path: &RelPath) -> Option<u64> {
    path.stem().parse().ok()
}
