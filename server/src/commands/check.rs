//! `touchstone check`

use std::sync::Arc;

use judge::{session::Session, store::DEFAULT_CAP_BYTES};
use problem::{
    executor::{Blob, Sandbox},
    finding::Severity,
    findings::{Evidence, collect},
    folder::Folder as _,
    plan::{Request, Until, glob},
    report::{Report, Surroundings, report},
    state::State,
};

use super::{FOUND_NOTHING, FOUND_SOMETHING};
use crate::{
    app::{App, Opened},
    args::{Check, Global, OutputFormat},
    human::{self, View},
    output,
    progress::Progress,
};

/// The width of output that goes to a file.
const FILE_WIDTH: usize = 120;

pub(crate) fn run(global: &Global, check: &Check) -> anyhow::Result<u8> {
    let app = App::start(global, check.no_cache)?;
    app.stop_on_signal();
    let opened = app.open(&check.dir)?;
    let request = request(check)?;
    see_that_something_matches(&opened, &request, check)?;
    // Before anything is built: a machine without a sandbox is a matter for the person.
    let sandbox = app.sandbox()?;
    let state = judge(&app, &opened, &request, check)?;
    let report = report_of(&app, &opened, &request, &state, sandbox);
    print(&opened, &report, check.format)?;
    app.store.trim(app.user.cache_cap_mb.map_or(DEFAULT_CAP_BYTES, |cap| cap << 20))?;
    let is_bad = report.findings.iter().any(|finding| finding.severity <= Severity::Warning);
    Ok(if is_bad { FOUND_SOMETHING } else { FOUND_NOTHING })
}

fn request(check: &Check) -> anyhow::Result<Request> {
    let globs = |patterns: &[String]| {
        patterns.iter().map(|pattern| glob(pattern).map_err(anyhow::Error::msg)).collect::<anyhow::Result<Vec<_>>>()
    };
    Ok(Request {
        solutions: globs(&check.solution)?,
        tests: globs(&check.test)?,
        fail_fast: check.fail_fast,
        until: Until::Judged,
    })
}

/// A pattern that matches nothing is a slip of the pen, not a clean bill of health.
fn see_that_something_matches(opened: &Opened, request: &Request, check: &Check) -> anyhow::Result<()> {
    let problem = &opened.problem;
    if !problem.solutions().any(|(idx, _)| request.wants_solution(problem, idx)) && !check.solution.is_empty() {
        let first = problem.solutions().next().map_or("", |(_, program)| program.path.as_str());
        anyhow::bail!("no solution matches `{}`; a path looks like `{first}`", check.solution.join("`, `"));
    }
    if !(0..problem.tests.len()).any(|test| request.wants_test(problem, test)) && !check.test.is_empty() {
        let first = problem.tests.first().map_or("", |test| &test.id);
        anyhow::bail!("no test matches `{}`; an id looks like `{first}`", check.test.join("`, `"));
    }
    Ok(())
}

fn judge(app: &App, opened: &Opened, request: &Request, check: &Check) -> anyhow::Result<State> {
    let session =
        Session { context: app.context(opened), runner: &*app.executor, request, n_workers: app.n_workers(check.jobs) };
    let watched = check.format == OutputFormat::Human && output::stderr_is_terminal();
    Ok(session.run(&mut Progress::new(watched, &opened.problem))?)
}

fn report_of(app: &App, opened: &Opened, request: &Request, state: &State, sandbox: Sandbox) -> Report {
    let contents = |blob: Blob| -> Option<Arc<[u8]>> { app.store.get(blob.digest) };
    let evidence = Evidence { folder: &opened.folder, problem: &opened.problem, state, request, contents: &contents };
    let findings = opened.settings.filter(collect(&evidence));
    let surroundings = Surroundings { root: opened.folder.root().to_string(), sandbox };
    report(&opened.problem, state, request, &findings, &surroundings)
}

fn print(opened: &Opened, report: &Report, format: OutputFormat) -> anyhow::Result<()> {
    match format {
        OutputFormat::Json => output::line(&serde_json::to_string_pretty(report)?),
        OutputFormat::Human => {
            let sources = |path: &str| opened.folder.text(&problem::path::RelPath::parse(path)?);
            let view = View {
                width: output::stdout_width().unwrap_or(FILE_WIDTH),
                color: output::stdout_color(),
                unicode: unicode_is_understood(),
            };
            output::line(human::render(report, &sources, &view).trim_end());
        }
    }
    Ok(())
}

fn unicode_is_understood() -> bool {
    let is_utf8 = |text: String| text.to_ascii_lowercase().replace('-', "").contains("utf8");
    let named = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(judge::dirs::environment_word);
    named.is_some_and(is_utf8)
}
