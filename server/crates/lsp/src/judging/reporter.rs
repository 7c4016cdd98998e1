//! What a run finds, while it finds it.
//!
//! Invariant: what is told begins with what was known before and is replaced piece by piece; what is not judged anew yet
//! is marked as stale.

use std::{
    collections::HashSet,
    sync::Arc,
    time::{Duration, Instant},
};

use ide::{
    View,
    matrix::{Matrix, matrix},
};
use judge::{engine::Opened, session::Observer, store::Store};
use problem::{
    carry::carry,
    executor::{Blob, Sandbox},
    findings::{Evidence, of_runs},
    model::{ProgramIdx, TestIdx},
    plan::Request,
    state::{Event as Happened, State},
};

use super::{Order, Subject, What};

/// How often a run tells what it has found.
const NEWS_EVERY: Duration = Duration::from_millis(250);
/// When it tells first: what takes less is told at its end.
const FIRST_NEWS: Duration = Duration::from_millis(60);
/// Telling takes at most this share of the time, one in so many.
const SHARE: u32 = 10;

/// Folds what happens over what was known, and tells of it now and then.
pub(crate) struct Reporter<'a> {
    tell: &'a dyn Fn(What),
    order: &'a Order,
    opened: &'a Arc<Opened>,
    store: &'a Store,
    known_whole: bool,
    state: State,
    told: Instant,
    /// How long nothing is told from then on.
    pause: Duration,
    sandbox: Sandbox,
    n_done: usize,
    judged: HashSet<(ProgramIdx, TestIdx)>,
    is_news: bool,
}

impl<'a> Reporter<'a> {
    pub(crate) fn new(
        order: &'a Order,
        opened: &'a Arc<Opened>,
        store: &'a Store,
        sandbox: Sandbox,
        tell: &'a dyn Fn(What),
    ) -> Reporter<'a> {
        let problem = &opened.problem;
        let known = order.known.as_ref();
        Reporter {
            tell,
            order,
            opened,
            store,
            known_whole: known.is_some_and(|known| known.is_whole),
            state: known
                .map_or_else(|| State::new(problem), |known| carry(&known.state, &known.opened.problem, problem)),
            told: Instant::now(),
            pause: FIRST_NEWS,
            sandbox,
            n_done: 0,
            judged: HashSet::new(),
            is_news: false,
        }
    }

    /// What the end of the run is to tell.
    pub(crate) fn finish(mut self, state: State, sandbox: Sandbox) -> What {
        if self.order.request.is_whole() {
            self.state = state;
        } else {
            self.state.findings = state.findings;
        }
        self.sandbox = sandbox;
        What::Done { subject: self.subject(true), is_whole: self.known_whole || self.order.request.is_whole() }
    }

    fn subject(&self, is_done: bool) -> Subject {
        // What is known of a part of the suite says nothing of the whole: a row with gaps has no class.
        let is_whole = self.known_whole || (is_done && self.order.request.is_whole());
        let request = Request { fail_fast: !is_whole, ..Request::default() };
        let contents = |blob: Blob| self.store.get(blob.digest);
        let evidence = Evidence {
            folder: &self.opened.folder,
            problem: &self.opened.problem,
            state: &self.state,
            request: &request,
            contents: &contents,
        };
        let findings = self.opened.settings.filter(of_runs(&evidence));
        let view = View {
            folder: &self.opened.folder,
            problem: &self.opened.problem,
            state: &self.state,
            request: &request,
            contents: &contents,
            is_trusted: true,
        };
        let mut matrix = matrix(&view, 0);
        if !is_done {
            self.mark_stale(&mut matrix);
        }
        Subject {
            opened: Arc::clone(self.opened),
            state: Arc::new(self.state.clone()),
            findings: Arc::new(findings),
            matrix: Arc::new(matrix),
            sandbox: self.sandbox.clone(),
        }
    }

    /// Cells that this run has not judged yet, and has to.
    fn mark_stale(&self, matrix: &mut Matrix) {
        let problem = &self.opened.problem;
        for (row, (solution, _)) in problem.solutions().enumerate() {
            if !self.order.request.wants_solution(problem, solution) {
                continue;
            }
            let Some(stale) = matrix.cells.stale.get_mut(row) else { continue };
            for (test, is_stale) in stale.iter_mut().enumerate() {
                let is_known = self.state.cell(solution, test).is_some();
                let is_wanted = self.order.request.wants_test(problem, test);
                *is_stale = is_known && is_wanted && !self.judged.contains(&(solution, test));
            }
        }
    }

    fn tell_if_due(&mut self) {
        if !self.is_news || self.told.elapsed() < self.pause {
            return;
        }
        let began = Instant::now();
        let problem = &self.opened.problem;
        let n_judged = problem.programs.iter().filter(|program| program.label_runs()).count() * problem.tests.len();
        let all = problem.programs.len() + problem.commands.len() + n_judged;
        let words = format!("{} of {all}", self.n_done);
        let what = What::Goes { subject: self.subject(false), done: self.n_done, all, words };
        (self.tell)(what);
        // Telling of a large problem takes long itself.
        self.pause = NEWS_EVERY.max(began.elapsed() * SHARE);
        (self.told, self.is_news) = (Instant::now(), false);
    }
}

impl Observer for Reporter<'_> {
    fn event(&mut self, event: &Happened) {
        self.n_done +=
            usize::from(matches!(event, Happened::Built { .. } | Happened::Generated { .. } | Happened::Cell { .. }));
        if let Happened::Cell { solution, test, .. } = event {
            self.judged.insert((*solution, *test));
        }
        self.state.apply(event.clone());
        self.is_news = true;
        self.tell_if_due();
    }

    fn tick(&mut self) {
        self.tell_if_due();
    }
}
