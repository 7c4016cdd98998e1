//! `touchstone check`

use std::sync::Arc;

use anyhow::Context as _;
use judge::{
    check::{CheckRun, Counts, Observer},
    engine::LoadedProblem,
};
use problem::{
    executor::{Blob, Sandbox},
    finding::Severity,
    findings::{FindingContext, collect},
    folder::Folder as _,
    report::{Report, Surroundings, report},
    request::{CheckRequest, Until, glob},
    state::{State, StateEvent},
};

use super::{FAILURE, SUCCESS, asked};
use crate::{
    app::App,
    args::{Check, Global, OutputFormat},
    human::{self, View},
    output,
    progress::Progress,
};

/// The width of output that goes to a file.
const FILE_WIDTH: usize = 120;

/// A folder, judged.
pub(super) struct Checked {
    loaded: LoadedProblem,
    request: CheckRequest,
    report: Report,
}

pub(crate) fn run(global: &Global, check: &Check) -> anyhow::Result<u8> {
    if check.watch {
        return super::watch::run(global, check);
    }
    let app = App::start_with_cache(global, check.no_cache)?;
    app.stop_on_signal(|| {});
    let counts = Arc::default();
    let checked = look(&app, check, &counts, &mut || {})?;
    keep_counts(&app, check, &counts)?;
    print(&checked, check)?;
    app.trim();
    let is_bad = checked.report.findings.iter().any(|finding| finding.severity <= Severity::Warning);
    Ok(if is_bad { FAILURE } else { SUCCESS })
}

/// Reads the folder and judges it, calling `pulse` many times a second meanwhile.
pub(super) fn look(app: &App, check: &Check, counts: &Arc<Counts>, pulse: &mut dyn FnMut()) -> anyhow::Result<Checked> {
    let loaded = app.open(&check.dir)?;
    let request = request(check)?;
    ensure_something_matches(&loaded, &request, check)?;
    // Before anything is built: a machine without a sandbox is a matter for the person.
    app.sandbox()?;
    let loaded = app.resolve_standard_checker(loaded)?;
    let check_run = CheckRun {
        context: app.context(&loaded),
        executor: &*app.machine,
        request: &request,
        n_workers: app.n_workers(check.jobs),
        counts: Arc::clone(counts),
    };
    let is_shown = check.format == OutputFormat::Human && output::stderr_is_terminal();
    let state = check_run.run(&mut Eyes { progress: Progress::new(is_shown, &loaded.problem), pulse })?;
    // What was found when programs were run counts, not what was expected before.
    let sandbox = app.machine.find_sandbox()?;
    let report = app.reading(|| report_of(app, &loaded, &request, &state, sandbox));
    Ok(Checked { loaded, request, report })
}

/// Progress, and whoever else wants to know that time passes.
struct Eyes<'a> {
    progress: Progress,
    pulse: &'a mut dyn FnMut(),
}

impl Observer for Eyes<'_> {
    fn event(&mut self, event: &StateEvent) {
        self.progress.event(event);
        (self.pulse)();
    }

    fn tick(&mut self) {
        self.progress.tick();
        (self.pulse)();
    }
}

/// Writes down what was done, where that was asked for.
pub(super) fn keep_counts(app: &App, check: &Check, counts: &Counts) -> anyhow::Result<()> {
    let Some(file) = &check.stats else { return Ok(()) };
    counts.write(&app.store, file).with_context(|| format!("{} cannot be written", file.display()))
}

fn request(check: &Check) -> anyhow::Result<CheckRequest> {
    let globs = |patterns: &[String]| {
        patterns.iter().map(|pattern| glob(pattern).map_err(anyhow::Error::msg)).collect::<anyhow::Result<Vec<_>>>()
    };
    Ok(CheckRequest {
        solutions: globs(&check.solution)?,
        tests: globs(&check.test)?,
        fail_fast: check.fail_fast,
        until: Until::Judged,
    })
}

/// A pattern that matches nothing is a slip of the pen, not a clean bill of health.
fn ensure_something_matches(loaded: &LoadedProblem, request: &CheckRequest, check: &Check) -> anyhow::Result<()> {
    let problem = &loaded.problem;
    if !problem.solutions().any(|(idx, _)| request.wants_solution(problem, idx)) && !check.solution.is_empty() {
        let first = problem.solutions().next().map_or("", |(_, program)| program.path.as_str());
        anyhow::bail!("no solution matches `{}`; a path looks like `{first}`", check.solution.join("`, `"));
    }
    if !problem.tests.indices().any(|test| request.wants_test(problem, test)) && !check.test.is_empty() {
        let first = problem.tests.first().map_or("", |test| &test.id);
        anyhow::bail!("no test matches `{}`; an id looks like `{first}`", check.test.join("`, `"));
    }
    Ok(())
}

fn report_of(app: &App, loaded: &LoadedProblem, request: &CheckRequest, state: &State, sandbox: Sandbox) -> Report {
    let contents = |blob: Blob| -> Option<Arc<[u8]>> { app.store.get(blob.digest) };
    let evidence =
        FindingContext { folder: &loaded.folder, problem: &loaded.problem, state, request, contents: &contents };
    let mut findings = loaded.settings.filter(collect(&evidence));
    findings.retain(|finding| asked::is_about(&loaded.problem, state, request, finding));
    let surroundings = Surroundings { root: loaded.folder.root().to_string(), sandbox };
    report(&loaded.problem, state, request, &findings, &surroundings)
}

/// Prints the report, a round of a watch in JSON on one line; whether someone still reads.
pub(super) fn print(checked: &Checked, check: &Check) -> anyhow::Result<bool> {
    let Checked { loaded, request, report } = checked;
    Ok(match check.format {
        OutputFormat::Json if check.watch => output::json_line(report)?,
        OutputFormat::Json => output::json(report)?,
        OutputFormat::Human => {
            let sources = |path: &str| loaded.folder.text(&problem::path::RelPath::parse(path)?);
            let shown = asked::narrowed(report, &loaded.problem, request);
            output::line_read(human::render(&shown, &sources, &view()).trim_end())
        }
    })
}

/// How the person sees stdout.
pub(super) fn view() -> View {
    View {
        width: output::stdout_width().unwrap_or(FILE_WIDTH),
        color: output::stdout_color(),
        unicode: unicode_is_understood(),
    }
}

fn unicode_is_understood() -> bool {
    let is_utf8 = |text: String| text.to_ascii_lowercase().replace('-', "").contains("utf8");
    let named = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(judge::disk::dirs::environment_word);
    named.is_some_and(is_utf8)
}
