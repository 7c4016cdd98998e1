//! The flawed programs that an answer wrote out are run, so that nobody has to believe whom its commands break (HTG-7).

use std::sync::Arc;

use problem::{
    language::Language,
    path::RelPath,
    request::{CheckRequest, exactly},
};

use super::{ForgeError, HackLoop, StageObserver};
use crate::{
    answers::{FlawedProgram, ProgramLanguage},
    bench::{Extra, Guest},
};

/// So many are run, the first ones.
const MAX_RUN: usize = 8;

impl HackLoop<'_> {
    /// Runs the programs on the tests that joined, and notes whom these break; what the model is told of those that pass them
    /// all. What breaks one may have been made before, by a question of another kind.
    pub(super) fn flawed_survivors(
        &mut self,
        programs: &[FlawedProgram],
        observer: &mut dyn StageObserver,
    ) -> Result<Vec<String>, ForgeError> {
        let written: Vec<(String, Guest)> = (1..).zip(programs).filter_map(guest).take(MAX_RUN).collect();
        let candidates = self.sources();
        if written.is_empty() || candidates.is_empty() {
            return Ok(Vec::new());
        }
        observer.stage("running the flawed programs");
        let paths = exactly(written.iter().map(|(_, guest)| guest.path.as_str()));
        let request = CheckRequest { solutions: paths, ..CheckRequest::default() };
        let guests = written.iter().map(|(_, guest)| guest.clone()).collect();
        let extra = Extra { candidates, ..Extra::default() };
        let trial = self.bench.with_guests(guests, || self.bench.try_out(&extra, &request, observer))?;
        let (mut survivors, mut words) = (Vec::new(), Vec::new());
        for (name, guest) in &written {
            let Some(solution) = trial.problem.program_at(&guest.path) else { continue };
            if !trial.state.is_built(solution) {
                words.push(format!("{name} does not compile"));
                continue;
            }
            let cells = trial.candidate_tests.iter().flatten().filter_map(|test| trial.state.cell(solution, *test));
            let (mut n_failed, mut n_run) = (0, 0);
            cells.for_each(|cell| {
                n_run += 1;
                n_failed += usize::from(cell.verdict.is_failure());
            });
            words.push(format!("{name} fails {n_failed} of {n_run}"));
            if n_failed == 0 && n_run > 0 {
                survivors
                    .push(format!("the flawed program {name} was run, and passes every test that was made so far"));
            }
        }
        self.outcome.notes.push(format!("flawed programs of the answer, run on the new tests: {}", words.join("; ")));
        Ok(survivors)
    }
}

/// A program that was written out, with the name that the answer has for it, as far as that fits a line. Names may be the
/// same; the number tells programs apart.
fn guest((number, program): (usize, &FlawedProgram)) -> Option<(String, Guest)> {
    const MAX_NAME: usize = 40;
    let (language, ending) = match program.language? {
        ProgramLanguage::Cpp => (Language::Cpp, "cpp"),
        ProgramLanguage::Python => (Language::Python, "py"),
    };
    let text: Arc<str> = program.source.as_deref().filter(|source| !source.trim().is_empty())?.into();
    let name: String =
        program.name.chars().filter(|one| one.is_ascii_alphanumeric() || *one == '-').take(MAX_NAME).collect();
    let path = RelPath::parse(&format!("touchstone-flawed-{number}-{name}.{ending}"))?;
    let shown: String = program.name.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(MAX_NAME).collect();
    Some((shown, Guest { path: path.clone(), source: path, text, language, args: Vec::new() }))
}
