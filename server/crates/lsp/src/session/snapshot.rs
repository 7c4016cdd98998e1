//! A problem at a moment, for work away from the session.
//!
//! Invariant: nothing in it changes, so its answers belong together.

use std::sync::{Arc, OnceLock};

use ide::{View, history::History};
use judge::store::Store;
use problem::{
    carry::carry, executor::Blob, findings::FindingContext, folder::Folder as _, model::InputSource, path::RelPath,
    request::CheckRequest, state::State,
};

use crate::workers::{analyst::AnalysedProblem, judging::CheckResults};

/// See above.
pub(crate) struct Snapshot {
    pub(crate) read: Arc<AnalysedProblem>,
    pub(crate) ran: Option<CheckResults>,
    pub(crate) store: Arc<Store>,
    pub(crate) history: Arc<History>,
    pub(crate) is_trusted: bool,
    /// What mutants of a solution came to, in words.
    pub(crate) mutants: Option<(RelPath, String)>,
    state: OnceLock<State>,
}

impl Snapshot {
    pub(crate) fn new(
        read: Arc<AnalysedProblem>,
        ran: Option<CheckResults>,
        store: Arc<Store>,
        history: Arc<History>,
        is_trusted: bool,
    ) -> Snapshot {
        Snapshot { read, ran, store, history, is_trusted, mutants: None, state: OnceLock::new() }
    }

    /// What runs have shown, laid out for the problem as it is read now.
    pub(crate) fn state(&self) -> &State {
        let lay_out = || match &self.ran {
            Some(ran) => carry(&ran.state, ran.problem(), &self.read.problem),
            None => State::new(&self.read.problem),
        };
        self.state.get_or_init(lay_out)
    }

    /// Hands out the view that the features look at.
    pub(crate) fn view<T>(&self, look: impl FnOnce(&View<'_>) -> T) -> T {
        let contents = |blob: Blob| self.contents(blob);
        look(&View {
            context: FindingContext {
                folder: &self.read.folder,
                problem: &self.read.problem,
                state: self.state(),
                request: &CheckRequest::default(),
                contents: &contents,
            },
            history: &self.history,
            is_trusted: self.is_trusted,
            mutants: self.mutants.as_ref().map(|(solution, words)| (solution, words.as_str())),
        })
    }

    /// From the cache, or from the file of the test that has them.
    fn contents(&self, blob: Blob) -> Option<Arc<[u8]>> {
        if let Some(bytes) = self.store.get(blob.digest) {
            return Some(bytes);
        }
        let with_inputs = self.read.problem.tests.iter().zip(&self.state().tests);
        let file = with_inputs
            .filter(|(test, state)| test.frame.is_none() && state.input_blob() == Some(blob))
            .find_map(|(test, _)| match &test.input {
                InputSource::File(path) => Some(path),
                InputSource::Stdout(_) | InputSource::Written { .. } | InputSource::Inline(_) => None,
            });
        let answers = || self.read.problem.tests.iter().filter_map(|test| test.answer.as_ref());
        let disk = self.read.folder.disk();
        let path = file.or_else(|| answers().find(|path| disk.blob(path) == Some(blob)))?;
        disk.bytes(path)
    }
}
