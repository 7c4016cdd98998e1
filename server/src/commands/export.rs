//! `touchstone export`
//!
//! Invariant: what the target cannot say is printed before anything is written, and nothing that is there is written over.

use std::{path::Path, sync::Arc};

use anyhow::{Context as _, bail};
use judge::{
    check,
    disk::folder::{ensure_free, make_whole_of},
    engine::LoadedProblem,
};
use problem::{
    executor::Blob,
    folder::Folder as _,
    handover::{Content, Given, Plan, Target, plan},
    model::{InputSource, TestIdx, TimeLimit},
    path::RelPath,
    request::{CheckRequest, Until},
    state::{JuryAnswer, State},
    words::quantity,
};

use super::SUCCESS;
use crate::{
    app::App,
    args::{Global, HandOver},
    assets,
    human::clean,
    output,
    progress::Progress,
};

/// Most files that stay out and are named.
const SHOWN: usize = 20;

pub(crate) fn run(global: &Global, export: &HandOver) -> anyhow::Result<u8> {
    let n_files = hand_over(global, &export.dir, export.target.target(), export.out.as_deref(), true)?;
    let files = quantity(n_files, "file");
    match &export.out {
        Some(out) => {
            let shown = out.display();
            output::line(&format!("{files} written to {shown}; now run `touchstone check {shown}`"));
        }
        None => output::note(&format!("{files} would be written; --out DIR writes them")),
    }
    Ok(SUCCESS)
}

/// Writes a problem in another format, if there is a place for it, and gives the number of files. What that format cannot say
/// is told where somebody wants to know.
pub(super) fn hand_over(
    global: &Global,
    dir: &Path,
    target: Target,
    out: Option<&Path>,
    tells: bool,
) -> anyhow::Result<usize> {
    out.map_or(Ok(()), ensure_free)?;
    let app = App::start(global)?;
    app.stop_on_signal(|| {});
    let loaded = app.open(dir)?;
    app.sandbox()?;
    let loaded = app.resolve(loaded)?;
    // A limit that follows from runs is known when all have run.
    let until = match loaded.problem.limits.time {
        TimeLimit::Fixed(_) => Until::Answers,
        TimeLimit::FromRuns { .. } => Until::Judged,
    };
    let mut progress = Progress::new(output::stderr_is_terminal(), &loaded.problem);
    let state = app.judged(&loaded, &CheckRequest { until, ..CheckRequest::default() }, &mut progress)?;
    let given = Given {
        folder: &loaded.folder,
        problem: &loaded.problem,
        time_limit_ms: state.time_limit_ms,
        has_input: &|test| state.tests[test].input_blob().is_some(),
        has_answer: &|test| answer(&state, test).is_some(),
        testlib: String::from_utf8_lossy(&assets::TESTLIB.header.contents()).into(),
        standard: &datasets::standard::source_of,
    };
    let plan = plan(&given, target).map_err(anyhow::Error::msg)?;
    if tells {
        tell(&plan, target.name());
    }
    if let Some(out) = out {
        write(&app, &loaded, &state, &plan, out)?;
        app.trim();
    }
    Ok(plan.files.len())
}

fn answer(state: &State, test: TestIdx) -> Option<Blob> {
    match state.tests[test].answer {
        Some(JuryAnswer::Known(blob)) => Some(blob),
        _ => None,
    }
}

/// What is lost on the way.
fn tell(plan: &Plan, target: &str) {
    if !plan.cannot.is_empty() {
        output::line(&format!("{target} cannot say:"));
        for what in &plan.cannot {
            output::line(&clean::line(&format!("  {what}")));
        }
    }
    if !plan.unknown.is_empty() {
        output::line("these files do not come along:");
        for path in plan.unknown.iter().take(SHOWN) {
            output::line(&clean::line(&format!("  {path}")));
        }
        let more = plan.unknown.len().saturating_sub(SHOWN);
        if more > 0 {
            output::line(&format!("  and {}", quantity(more, "more file")));
        }
    }
}

fn write(app: &App, loaded: &LoadedProblem, state: &State, plan: &Plan, out: &Path) -> anyhow::Result<()> {
    let context = app.context(loaded);
    let Some(name) = out.file_name().and_then(|name| name.to_str()) else {
        bail!("{} is no name for a new folder", out.display());
    };
    let parent = out.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let of_test = |file: Option<&RelPath>, blob: Option<Blob>| {
        let bytes = blob.and_then(|blob| check::contents(&context, file, blob));
        bytes.context("the contents of a test are gone; try again")
    };
    make_whole_of(parent, name, plan.files.keys(), |path| -> anyhow::Result<Arc<[u8]>> {
        match &plan.files[path] {
            Content::File(file) => {
                loaded.folder.bytes(file).with_context(|| format!("{file} cannot be read any more; try again"))
            }
            Content::Text(text) => Ok(text.as_bytes().into()),
            Content::Input(test) => {
                let file = match &loaded.problem.tests[*test].input {
                    InputSource::File(file) => Some(file),
                    _ => None,
                };
                of_test(file, state.tests[*test].input_blob())
            }
            Content::Answer(test) => of_test(loaded.problem.tests[*test].answer.as_ref(), answer(state, *test)),
        }
    })
}
