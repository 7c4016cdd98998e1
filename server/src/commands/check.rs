//! `touchstone check`

use std::sync::Arc;

use anyhow::Context as _;
use ide::history::History;
use judge::{
    check::{CheckRun, Counts, Observer},
    engine::LoadedProblem,
};
use problem::{
    executor::{Blob, Sandbox},
    findings::{FindingContext, collect},
    folder::Folder as _,
    report::{Report, Surroundings, report},
    request::{CheckRequest, Until, glob},
    state::{State, StateEvent},
};
use reports::{Details, Kind, Subject};

use super::{
    SUCCESS, asked, contest, mutate,
    reporting::{self, Reporter},
};
use crate::{
    app::{App, Found},
    args::{Check, Global, OutputFormat},
    human::{self, View},
    output,
    progress::Progress,
};

/// The width of output that goes to a file.
const FILE_WIDTH: usize = 120;

/// A folder, judged.
pub(super) struct Checked {
    pub(super) loaded: LoadedProblem,
    pub(super) request: CheckRequest,
    pub(super) report: Report,
    /// What a page shows beside the report, where one is made.
    pub(super) details: Option<Details>,
}

impl Checked {
    /// The text of a file of the folder, for those who show a part of it.
    pub(super) fn source(&self, path: &str) -> Option<String> {
        self.loaded.folder.text(&problem::path::RelPath::parse(path)?)
    }

    /// What of the report a person sees.
    pub(super) fn shown(&self) -> Report {
        asked::narrowed(&self.report, &self.loaded.problem, &self.request)
    }
}

pub(crate) fn run(global: &Global, check: &Check) -> anyhow::Result<u8> {
    let global = &global.at(&check.elsewhere);
    if check.watch {
        return super::watch::run(global, check);
    }
    check.elsewhere.until_nobody_is_caught(|| run_once(global, check))
}

fn run_once(global: &Global, check: &Check) -> anyhow::Result<u8> {
    let reporter = Reporter::new(&check.reporting)?;
    let app = App::start_with_cache(global, check.no_cache)?;
    app.stop_on_signal(|| {});
    let problems = match &check.dirs[..] {
        [dir] => match app.find(dir)? {
            Found::Problem(loaded) => Ok(*loaded),
            Found::Contests(folder, contests) => Err(contest::Targets::of_contests(&folder, &contests)),
        },
        dirs => Err(contest::named(&app, dirs)?),
    };
    let loaded = match problems {
        Ok(loaded) => loaded,
        Err(_) if check.mutants => anyhow::bail!("`--mutants` is for one problem; name its folder"),
        Err(targets) => return contest::run(&app, check, &reporter, targets),
    };
    let counts = Arc::default();
    let request = request(check)?;
    if let Some(sentence) = nothing_matches(&loaded, &request, check) {
        anyhow::bail!(sentence);
    }
    let seen = Seen { which: None, pulse: &mut || {}, room: reporter.room(1) };
    let mut checked = judge(&app, check, loaded, request, &counts, seen)?;
    keep_counts(&app, check, &counts)?;
    let details = checked.details.take().map(|one| vec![one]);
    let material = reporter.is_used().then(|| {
        let subject = Subject::One(Box::new(checked.report.clone()));
        reporter.material(subject, details, &checked.report.problem.root)
    });
    if let (OutputFormat::Human, Some(material)) = (check.format, &material) {
        reporting::print(&material.changes);
    }
    match &material {
        _ if check.mutants => mutate::print_beside_a_check(&app, check, &checked)?,
        Some(material) if check.format == OutputFormat::Json => {
            output::line(reports::text(Kind::Json, material).trim_end())
        }
        _ => drop(print(&checked, check)?),
    }
    let written = material.map_or(SUCCESS, |material| reporter.write(&material));
    app.trim();
    Ok(reporter.exit_code(&checked.report, None).max(written))
}

/// Reads the folder and judges it, calling `pulse` many times a second meanwhile.
pub(super) fn look(app: &App, check: &Check, counts: &Arc<Counts>, pulse: &mut dyn FnMut()) -> anyhow::Result<Checked> {
    let dir = check.dirs.first().context("no folder was named")?;
    let loaded = app.open(dir)?;
    let request = request(check)?;
    if let Some(sentence) = nothing_matches(&loaded, &request, check) {
        anyhow::bail!(sentence);
    }
    judge(app, check, loaded, request, counts, Seen { which: None, pulse, room: None })
}

/// How those who wait see what goes on.
pub(super) struct Seen<'a> {
    /// Of several problems: which one it is.
    pub(super) which: Option<&'a str>,
    /// Called many times a second.
    pub(super) pulse: &'a mut dyn FnMut(),
    /// How many bytes failing cells may take in a page; none where none shows them.
    pub(super) room: Option<usize>,
}

/// Judges a problem that was read.
pub(super) fn judge(
    app: &App,
    check: &Check,
    loaded: LoadedProblem,
    request: CheckRequest,
    counts: &Arc<Counts>,
    Seen { which, pulse, room }: Seen<'_>,
) -> anyhow::Result<Checked> {
    // Before anything is built: a machine without a sandbox is a matter for the person.
    app.sandbox()?;
    let loaded = app.resolve(loaded)?;
    let check_run = CheckRun {
        context: app.context(&loaded),
        executor: &*app.machine,
        request: &request,
        n_workers: app.n_workers(check.jobs),
        counts: Arc::clone(counts),
    };
    let is_shown = check.format == OutputFormat::Human && output::stderr_is_terminal();
    let progress = Progress::new(is_shown, &loaded.problem);
    let progress = if let Some(which) = which { progress.of_one(which) } else { progress };
    let state = check_run.run(&mut Eyes { progress, pulse })?;
    // What was found when programs were run counts, not what was expected before.
    let sandbox = app.machine.find_sandbox()?;
    let (report, details) = app.reading(|| report_of(app, &loaded, &request, &state, sandbox, room));
    Ok(Checked { loaded, request, report, details })
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

/// What is to be judged.
pub(super) fn request(check: &Check) -> anyhow::Result<CheckRequest> {
    let globs = |patterns: &[String]| {
        patterns.iter().map(|pattern| glob(pattern).map_err(anyhow::Error::msg)).collect::<anyhow::Result<Vec<_>>>()
    };
    Ok(CheckRequest {
        solutions: globs(&check.solution)?,
        tests: globs(&check.test)?,
        fail_fast: check.fail_fast,
        sanitize: check.sanitize,
        until: Until::Judged,
        ..CheckRequest::default()
    })
}

/// What to say where a pattern matches nothing: a slip of the pen is not a clean bill of health.
pub(super) fn nothing_matches(loaded: &LoadedProblem, request: &CheckRequest, check: &Check) -> Option<String> {
    let problem = &loaded.problem;
    if !problem.solutions().any(|(idx, _)| request.wants_solution(problem, idx)) && !check.solution.is_empty() {
        let first = problem.solutions().next().map_or("", |(_, program)| program.path.as_str());
        return Some(format!("no solution matches `{}`; a path looks like `{first}`", check.solution.join("`, `")));
    }
    if !problem.tests.indices().any(|test| request.wants_test(problem, test)) && !check.test.is_empty() {
        let first = problem.tests.first().map_or("", |test| &test.id);
        return Some(format!("no test matches `{}`; an id looks like `{first}`", check.test.join("`, `")));
    }
    None
}

fn report_of(
    app: &App,
    loaded: &LoadedProblem,
    request: &CheckRequest,
    state: &State,
    sandbox: Sandbox,
    room: Option<usize>,
) -> (Report, Option<Details>) {
    let contents = |blob: Blob| -> Option<Arc<[u8]>> { app.store.get(blob.digest) };
    let evidence =
        FindingContext { folder: &loaded.folder, problem: &loaded.problem, state, request, contents: &contents };
    let mut findings = loaded.settings.filter(collect(&evidence));
    findings.retain(|finding| asked::is_about(&loaded.problem, state, request, finding));
    let surroundings = Surroundings { root: loaded.folder.root().to_string(), sandbox, cluster: app.cluster_report() };
    let report = report(&loaded.problem, state, request, &findings, &surroundings);
    let details = room.map(|room| {
        let history = History::default();
        reports::details(
            &ide::View { context: evidence, history: &history, is_trusted: true, mutants: None },
            &report,
            room,
        )
    });
    (report, details)
}

/// Prints the report, a round of a watch in JSON on one line; whether someone still reads.
pub(super) fn print(checked: &Checked, check: &Check) -> anyhow::Result<bool> {
    Ok(match check.format {
        OutputFormat::Json if check.watch => output::json_line(&checked.report)?,
        OutputFormat::Json => output::json(&checked.report)?,
        OutputFormat::Human => {
            let sources = |path: &str| checked.source(path);
            output::line_read(human::render(&checked.shown(), &sources, &view()).trim_end())
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
