//! What a check finds, while it finds it.
//!
//! Invariant: what is told begins with what was known before and is replaced piece by piece; what is not judged anew yet
//! is marked as stale.

use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
    time::{Duration, Instant},
};

use ide::{
    View,
    history::{History, outcomes},
    matrix::{Matrix, matrix},
};
use judge::{check::Observer, engine::LoadedProblem, store::Store};
use problem::{
    carry::carry,
    executor::{Blob, Sandbox},
    findings::{FindingContext, of_runs},
    model::{Problem, ProgramIdx, TestIdx},
    request::CheckRequest,
    stale::StaleCells,
    state::{Build, State, StateEvent},
};

use super::{CheckEventKind, CheckInputs, CheckResults, CheckSpec};
use crate::diagnostics::ClosedTexts;

/// The least time between two updates of a check.
const REPORT_EVERY: Duration = Duration::from_millis(250);
/// When the first update is due: a check that takes less sends its end only.
const FIRST_REPORT: Duration = Duration::from_millis(60);
/// Between two updates passes at least so many times what the last one took.
const SHARE: u32 = 10;

/// Folds events over the results of earlier checks, and sends updates at intervals.
pub(crate) struct CheckReporter<'a> {
    send: &'a dyn Fn(CheckEventKind),
    spec: &'a CheckSpec,
    loaded: &'a Arc<LoadedProblem>,
    store: &'a Store,
    ever_whole: bool,
    state: State,
    last_update: Instant,
    /// How long no update is sent after that one.
    pause: Duration,
    sandbox: Sandbox,
    n_done: usize,
    files: Arc<CheckInputs>,
    /// Cells whose result is from before a change, asked for in this check or not: each stays until it is judged, or a full
    /// check ends.
    stale_cells: HashSet<(ProgramIdx, TestIdx)>,
    has_changed: bool,
    closed: Arc<ClosedTexts>,
}

impl<'a> CheckReporter<'a> {
    pub(crate) fn new(
        spec: &'a CheckSpec,
        loaded: &'a Arc<LoadedProblem>,
        files: CheckInputs,
        store: &'a Store,
        sandbox: Sandbox,
        send: &'a dyn Fn(CheckEventKind),
    ) -> CheckReporter<'a> {
        let problem = &loaded.problem;
        let known = spec.known.as_ref();
        let stale = match known {
            Some(known) if known.files.is_made_as(&files) => {
                StaleCells::of(&known.loaded.problem, problem, &files.changed_since(&known.files))
            }
            Some(_) | None => StaleCells::everything(problem),
        };
        let mut stale_cells = cells(problem, |solution, test| stale.has(solution, test));
        // A check of a part, or one that was given up, has left some.
        stale_cells.extend(known.map(|known| still_stale(&known.matrix, problem)).unwrap_or_default());
        CheckReporter {
            send,
            spec,
            loaded,
            store,
            ever_whole: known.is_some_and(|known| known.ever_whole),
            state: known
                .map_or_else(|| State::new(problem), |known| carry(&known.state, &known.loaded.problem, problem)),
            last_update: Instant::now(),
            pause: FIRST_REPORT,
            sandbox,
            n_done: 0,
            files: Arc::new(files),
            stale_cells,
            has_changed: false,
            closed: Arc::default(),
        }
    }

    /// What the end of the check is to tell.
    pub(crate) fn finish(mut self, state: State, sandbox: Sandbox) -> CheckEventKind {
        if self.spec.request.is_whole() {
            // After a full check nothing is stale.
            self.stale_cells.clear();
            self.state = state;
        } else {
            self.state.findings = state.findings;
            self.state.sanitized = state.sanitized;
        }
        self.sandbox = sandbox;
        CheckEventKind::Done {
            results: self.results(true),
            ever_whole: self.ever_whole || self.spec.request.is_whole(),
        }
    }

    fn results(&self, is_done: bool) -> CheckResults {
        let is_whole = self.ever_whole || (is_done && self.spec.request.is_whole());
        // A row with gaps has no class, so of the suite as a whole nothing is said until it was judged once. A request for
        // a part, such as one that stops early, tells findings and matrix not to.
        let request = CheckRequest { fail_fast: !is_whole, ..CheckRequest::default() };
        let contents = |blob: Blob| self.store.get(blob.digest);
        let context = FindingContext {
            folder: &self.loaded.folder,
            problem: &self.loaded.problem,
            state: &self.state,
            request: &request,
            contents: &contents,
        };
        let findings = self.loaded.settings.filter(of_runs(&context));
        let folder = &self.loaded.folder;
        self.closed.load(&self.spec.root, folder, &self.loaded.problem, &findings, self.spec.encoding);
        let view = View { context, history: &History::default(), is_trusted: true, mutants: None };
        let outcomes = if is_done { outcomes(&view) } else { Vec::new() };
        let mut matrix = matrix(&view, 0);
        self.mark_stale(&mut matrix);
        CheckResults {
            loaded: Arc::clone(self.loaded),
            state: Arc::new(self.state.clone()),
            findings: Arc::new(findings),
            files: Arc::clone(&self.files),
            outcomes: Arc::new(outcomes),
            matrix: Arc::new(matrix),
            sandbox: self.sandbox.clone(),
            closed: Arc::clone(&self.closed),
        }
    }

    fn mark_stale(&self, matrix: &mut Matrix) {
        for (row, (solution, _)) in self.loaded.problem.solutions().enumerate() {
            let Some(stale) = matrix.cells.stale.get_mut(row) else { continue };
            for (test, is_stale) in self.loaded.problem.tests.indices().zip(stale) {
                *is_stale = self.stale_cells.contains(&(solution, test)) && self.state.cell(solution, test).is_some();
            }
        }
    }

    fn send_if_due(&mut self) {
        if !self.has_changed || self.last_update.elapsed() < self.pause {
            return;
        }
        let began = Instant::now();
        let problem = &self.loaded.problem;
        let n_judged =
            problem.programs.iter().filter(|program| program.is_judged_solution()).count() * problem.tests.len();
        let all = problem.programs.len() + problem.commands.len() + n_judged;
        let words = format!("{} of {all}", self.n_done);
        let kind = CheckEventKind::Progressed { results: self.results(false), done: self.n_done, all, words };
        (self.send)(kind);
        // Telling of a large problem takes long itself.
        self.pause = REPORT_EVERY.max(began.elapsed() * SHARE);
        (self.last_update, self.has_changed) = (Instant::now(), false);
    }
}

/// The cells of a problem that are meant.
fn cells(problem: &Problem, is_meant: impl Fn(ProgramIdx, TestIdx) -> bool) -> HashSet<(ProgramIdx, TestIdx)> {
    let tests = problem.tests.indices();
    let all = problem.solutions().flat_map(|(solution, _)| tests.clone().map(move |test| (solution, test)));
    all.filter(|(solution, test)| is_meant(*solution, *test)).collect()
}

/// The cells that are marked in what was told before, where the problem still has them.
fn still_stale(matrix: &Matrix, problem: &Problem) -> HashSet<(ProgramIdx, TestIdx)> {
    let rows: HashMap<&str, usize> = matrix.solutions.iter().map(|one| one.path.as_str()).zip(0..).collect();
    let columns: HashMap<&str, usize> = matrix.tests.iter().map(|one| one.id.as_str()).zip(0..).collect();
    cells(problem, |solution, test| {
        let row = rows.get(problem.programs[solution].path.as_str());
        let column = columns.get(problem.tests[test].id.as_str());
        row.zip(column).is_some_and(|(row, column)| matrix.cells.stale[*row][*column])
    })
}

impl Observer for CheckReporter<'_> {
    fn event(&mut self, event: &StateEvent) {
        self.n_done += usize::from(matches!(
            event,
            StateEvent::Built { .. } | StateEvent::Generated { .. } | StateEvent::Cell { .. }
        ));
        if let StateEvent::Cell { solution, test, .. } = event {
            self.stale_cells.remove(&(*solution, *test));
        }
        if let StateEvent::Built { program, build: Build::Failed { .. } | Build::Skipped { .. } } = event {
            // Drop the cells of a program that no longer builds.
            self.state.cells[*program].raw.fill(None);
        }
        self.state.apply(event.clone());
        self.has_changed = true;
        self.send_if_due();
    }

    fn tick(&mut self) {
        self.send_if_due();
    }
}
