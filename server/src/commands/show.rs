//! `touchstone show`

use std::path::PathBuf;

use ide::{
    View,
    rerun::{RerunTools, rerun},
    show_test::show_test,
};
use judge::{check::Unwatched, compile::ToolchainConfig, engine::LoadedProblem};
use problem::{
    executor::Blob,
    findings::FindingContext,
    folder::Folder as _,
    model::{Problem, ProgramIdx, TestIdx},
    path::RelPath,
    request::{CheckRequest, exactly, glob},
    settings::UserSettings,
};

use super::{SUCCESS, check};
use crate::{
    app::App,
    args::{Global, OutputFormat, Show},
    human, output,
};

/// So many candidates are named where a pattern means several.
const N_NAMED: usize = 8;

pub(crate) fn run(global: &Global, arguments: &Show) -> anyhow::Result<u8> {
    let app = App::start(global)?;
    app.stop_on_signal(|| {});
    let loaded = app.open(&arguments.dir)?;
    app.sandbox()?;
    let loaded = app.resolve(loaded)?;
    let problem = &loaded.problem;
    let test = the_test(problem, &arguments.test)?;
    let solution = arguments.solution.as_ref().map(|pattern| the_solution(problem, pattern)).transpose()?;
    let id = problem.tests[test].id.clone();
    let request = CheckRequest {
        // The main solution makes the answer.
        solutions: exactly(solution.as_deref().or(problem.main.map(|main| problem.programs[main].path.as_str()))),
        tests: exactly([id.as_str()]),
        ..CheckRequest::default()
    };
    let state = app.judged(&loaded, &request, &mut Unwatched)?;
    let contents = |blob: Blob| app.store.get(blob.digest);
    let context =
        FindingContext { folder: &loaded.folder, problem, state: &state, request: &request, contents: &contents };
    let view = View { context, history: &ide::history::History::default(), is_trusted: true, mutants: None };
    let mut shown = show_test(&view, solution.as_deref(), &id).map_err(anyhow::Error::msg)?;
    if let Some(solution) = &solution {
        shown.rerun = rerun(&view, &rerun_tools(&app, &loaded, arguments)?, solution, &id);
    }
    match arguments.format {
        OutputFormat::Json => output::json(&shown).map(drop)?,
        OutputFormat::Human => {
            output::line(human::shown_test(&shown, &id, solution.as_deref(), &check::view()).trim_end());
        }
    }
    if let Some(directory) = &arguments.out {
        let cell = solution.as_deref().and_then(|path| {
            let idx = problem.program_at(&RelPath::parse(path)?)?;
            state.cell(idx, test)
        });
        let what = if shown.transcript.is_some() { "transcript" } else { "found" };
        let files = [
            ("input", state.tests[test].input_blob()),
            ("expected", state.tests[test].known_answer()),
            (what, cell.and_then(|cell| cell.output)),
            ("stderr", cell.and_then(|cell| cell.stderr.as_deref().copied())),
        ];
        for (name, blob) in files {
            let file = |path: &RelPath| loaded.folder.bytes(path);
            let kept = blob.and_then(|blob| app.store.get(blob.digest));
            let given = || if name == "expected" { file(problem.tests[test].answer.as_ref()?) } else { None };
            if let Some(bytes) = kept.or_else(given) {
                judge::disk::folder::write_new(directory, &format!("{name}.txt"), &bytes)?;
            }
        }
    }
    app.trim();
    Ok(SUCCESS)
}

/// What the commands call that run the cell by hand.
fn rerun_tools(app: &App, loaded: &LoadedProblem, arguments: &Show) -> anyhow::Result<RerunTools> {
    let UserSettings { cxx, cc, python, flags, .. } = app.user.clone();
    let [cxx, cc, python] = ToolchainConfig { cxx, cc, python }.paths();
    let absolute = |path: &PathBuf| std::path::absolute(path).map(|path| path.display().to_string());
    Ok(RerunTools {
        root: loaded.folder.root().to_string(),
        touchstone: std::env::current_exe()?.display().to_string(),
        cxx,
        cc,
        python,
        testlib: app.testlib.directory.to_string(),
        flags: flags.unwrap_or_default(),
        written: arguments.out.as_ref().map(absolute).transpose()?,
    })
}

/// The only test that a pattern means.
fn the_test(problem: &Problem, pattern: &str) -> anyhow::Result<TestIdx> {
    let glob = glob(pattern).map_err(anyhow::Error::msg)?;
    let matches = |test: &TestIdx| problem.tests[*test].id == *pattern;
    let exact = problem.tests.indices().find(matches);
    let found: Vec<TestIdx> = match exact {
        Some(test) => vec![test],
        None => problem.tests.indices().filter(|&test| glob.is_match(&problem.tests[test].id)).collect(),
    };
    let [only] = found[..] else {
        let ids = |tests: &mut dyn Iterator<Item = TestIdx>| tests.map(|test| problem.tests[test].id.clone()).collect();
        let candidates: Vec<String> =
            if found.is_empty() { ids(&mut problem.tests.indices()) } else { ids(&mut found.iter().copied()) };
        anyhow::bail!(several("test", pattern, found.len(), &candidates));
    };
    Ok(only)
}

/// The path of the solution that is called so, else of the only one that a pattern means.
fn the_solution(problem: &Problem, pattern: &str) -> anyhow::Result<String> {
    if let Some((_, exact)) = problem.solutions().find(|(_, solution)| solution.path.as_str() == pattern) {
        return Ok(exact.path.to_string());
    }
    let request =
        CheckRequest { solutions: vec![glob(pattern).map_err(anyhow::Error::msg)?], ..CheckRequest::default() };
    let path = |idx: ProgramIdx| problem.programs[idx].path.to_string();
    let all: Vec<_> = problem.solutions().map(|(idx, _)| idx).collect();
    let found: Vec<String> =
        all.iter().filter(|&&idx| request.wants_solution(problem, idx)).map(|&idx| path(idx)).collect();
    match &found[..] {
        [only] => Ok(only.clone()),
        [] => {
            let candidates: Vec<String> = all.into_iter().map(path).collect();
            anyhow::bail!(several("solution", pattern, 0, &candidates))
        }
        several_found => anyhow::bail!(several("solution", pattern, several_found.len(), several_found)),
    }
}

fn several(what: &str, pattern: &str, n_found: usize, candidates: &[String]) -> String {
    let named: Vec<&str> = candidates.iter().take(N_NAMED).map(String::as_str).collect();
    let more = if candidates.len() > N_NAMED { ", …" } else { "" };
    let how_many = if n_found == 0 { "no".to_owned() } else { n_found.to_string() };
    format!(
        "`{pattern}` means {how_many} {what}{}; name one of {}{more}",
        if n_found > 1 { "s" } else { "" },
        named.join(", ")
    )
}
