//! What came of trying out.

use std::sync::Arc;

use judge::{disk::folder::DiskFolder, engine::Engine};
use problem::{
    executor::Blob,
    finding::Finding,
    findings::{FindingContext, collect},
    folder::Folder as _,
    label::Pool,
    model::{InputSource, Problem, ProgramIdx, TestIdx},
    request::CheckRequest,
    settings::FolderSettings,
    state::State,
};

use super::TestSource;

/// What came of trying out.
#[derive(Clone)]
pub struct Trial {
    /// The copy's problem, with the candidates as further tests.
    pub problem: Problem,
    /// What was found.
    pub state: State,
    /// The folder that it was read from.
    pub folder: Arc<DiskFolder>,
    /// The folder's settings.
    pub settings: FolderSettings,
    /// The first test that a candidate makes; the folder's own tests come before it.
    pub first_candidate: TestIdx,
    /// What was tried out.
    pub candidates: Vec<TestSource>,
    /// Solutions are shown without their comments.
    pub strips_comments: bool,
    /// By candidate: its test, or why it makes none.
    pub candidate_tests: Vec<Result<TestIdx, String>>,
}

impl Trial {
    /// Whether a test may fail a solution: it is not labelled right, and it is not the main one, which makes the answers.
    pub fn is_target(&self, solution: ProgramIdx) -> bool {
        self.problem.programs[solution].pool() != Some(Pool::Correct) && Some(solution) != self.problem.main
    }

    /// The solutions that have to be right: those labelled so, and the main one.
    pub(crate) fn right_solutions(&self) -> impl Iterator<Item = ProgramIdx> {
        self.problem.solutions().map(|(solution, _)| solution).filter(|solution| !self.is_target(*solution))
    }

    /// The folder's own tests, without those of the candidates.
    pub fn own_tests(&self) -> impl Iterator<Item = TestIdx> {
        self.problem.tests.indices().take_while(|test| *test < self.first_candidate)
    }

    /// What is wrong with the problem as it was tried, without what the folder's settings leave out.
    pub fn findings(&self, engine: &Engine) -> Vec<Finding> {
        self.settings.filter(self.with_context(engine, collect))
    }

    /// Makes something of what findings are made of.
    pub(crate) fn with_context<T>(&self, engine: &Engine, make: impl FnOnce(&FindingContext<'_>) -> T) -> T {
        let contents = |blob: Blob| engine.store.get(blob.digest);
        let Trial { folder, problem, state, .. } = self;
        let request = &CheckRequest::default();
        make(&FindingContext { folder, problem, state, request, contents: &contents })
    }

    /// The text of a test's input, or of its answer. What is no UTF-8 is replaced.
    pub fn text(&self, engine: &Engine, test: TestIdx, is_answer: bool) -> Option<String> {
        self.bytes(engine, test, is_answer).map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
    }

    /// The bytes of a test's input, or of its answer.
    pub(crate) fn bytes(&self, engine: &Engine, test: TestIdx, is_answer: bool) -> Option<Arc<[u8]>> {
        let of = &self.problem.tests[test];
        let (file, blob) = match (is_answer, &of.input) {
            (true, _) => (of.answer.as_ref(), self.state.tests[test].known_answer()?),
            (false, InputSource::File(path)) => (Some(path), self.state.tests[test].input_blob()?),
            (false, InputSource::Stdout(_) | InputSource::Written { .. } | InputSource::Inline(_)) => {
                (None, self.state.tests[test].input_blob()?)
            }
        };
        // The file of a candidate is gone by now.
        let candidate = self.candidate_tests.iter().position(|tried| *tried == Ok(test)).map(|at| &self.candidates[at]);
        if let (false, Some(TestSource::Input(text))) = (is_answer, candidate) {
            return Some(text.as_bytes().into());
        }
        match file {
            Some(path) => self.folder.bytes(path),
            None => engine.store.get(blob.digest),
        }
    }
}
