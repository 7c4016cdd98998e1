//! `touchstone run`

use std::path::{Path, PathBuf};

use anyhow::Context as _;
use judge::{compile::Builder, disk::folder::problem_around, engine::LoadedProblem, launcher::Reply, words::ending};
use problem::{
    executor::{Exceeded, ExitStatus},
    finding::Severity,
    model::{Problem, Role},
    path::{AbsPath, RelPath},
    state::Build,
};

use super::{FAILURE, SUCCESS};
use crate::{
    app::App,
    args::{Global, Run},
    output,
};

/// How far up the folder of a program is looked for.
const MAX_PARENTS: usize = 6;

pub(crate) fn run(global: &Global, run: &Run) -> anyhow::Result<u8> {
    let app = App::start(global)?;
    app.stop_on_signal(|| {});
    let file = std::path::absolute(&run.file).context("the current folder is gone")?;
    let root = problem_root(&app, &file);
    let loaded = app.open_problem(&root)?;
    anyhow::ensure!(
        judge::disk::files::exists(&file),
        "there is no file {}; name the source of a program",
        run.file.display()
    );
    let path = inside(&loaded, &file)?;
    let program = loaded.problem.program_at(&path).with_context(|| {
        format!(
            "{path} has no role in the problem {}; give it one under [roles] in touchstone.toml",
            loaded.problem.name
        )
    })?;
    app.sandbox()?;
    let builder = Builder::new(app.context(&loaded));
    let described = &loaded.problem.programs[program];
    let executable = match builder.build(described)? {
        Build::Ok { executable, .. } => executable,
        Build::Failed { messages } => {
            for message in messages.iter().filter(|message| message.severity == Severity::Error) {
                let place = message.place.as_ref();
                let place = place.map(|place| format!("{}:{}: ", place.path, place.range.start.line + 1));
                output::note(&format!("{}error: {}", place.unwrap_or_default(), message.text));
            }
            output::note(&format!("CE  {path} does not compile"));
            return Ok(FAILURE);
        }
        Build::Skipped { reason } => anyhow::bail!("{path} cannot be run: {reason}"),
    };
    let runnable = builder.runnable(described, executable)?;
    let limits = judge::check::run_limits(&loaded.problem, &app.user.caps(), described.role == Role::Solution);
    let reply = app.machine.run_attached(&runnable, &run.args, limits)?;
    output::note(&format!(
        "{}  {}, {:.0} ms CPU, {:.0} ms wall, {:.1} MB",
        verdict(&loaded.problem, &reply, described.role),
        ending(reply.status),
        reply.cpu_us as f64 / 1e3,
        reply.wall_us as f64 / 1e3,
        reply.memory_kb as f64 / 1024.0
    ));
    Ok(if reply.status == ExitStatus::Exited(0) { SUCCESS } else { FAILURE })
}

/// What the run alone tells: `OK` where nothing is wrong with it, since nobody has judged what it wrote.
fn verdict(problem: &Problem, reply: &Reply, role: Role) -> &'static str {
    let too_slow = problem.limits.time.fixed_ms().is_some_and(|limit_ms| reply.cpu_us > 1000 * limit_ms);
    match reply.status {
        ExitStatus::Killed(Exceeded::Memory) => "MLE",
        ExitStatus::Killed(Exceeded::Output) => "OLE",
        ExitStatus::Killed(Exceeded::Cpu | Exceeded::Wall) => "TLE",
        _ if role == Role::Solution && too_slow => "TLE",
        ExitStatus::Unmeasured => "SK",
        ExitStatus::Exited(0) => "OK",
        ExitStatus::Exited(_) | ExitStatus::Signalled(_) | ExitStatus::NotStarted(_) => "RTE",
    }
}

fn inside(loaded: &LoadedProblem, file: &Path) -> anyhow::Result<RelPath> {
    let path = judge::disk::folder::relative(loaded.folder.root(), file);
    path.with_context(|| format!("{} is not in {}", file.display(), loaded.folder.root()))
}

/// The nearest folder above the file that is a problem; else one that has a manifest; else the one that a plain folder's
/// habits name; else the file's own.
fn problem_root(app: &App, file: &Path) -> PathBuf {
    let around = AbsPath::new(file).and_then(|file| problem_around(&file, &app.store));
    let above = || file.ancestors().skip(1).take(MAX_PARENTS);
    let with_manifest = above()
        .find(|folder| problem::formats::MANIFESTS.iter().any(|name| judge::disk::files::is_file(&folder.join(name))));
    let plain = || {
        let parts = ["statement.md", "script", "script.txt", "tests", "samples", "val.cpp", "validator.cpp"];
        above().find(|folder| parts.iter().any(|name| judge::disk::files::exists(&folder.join(name))))
    };
    let own = || file.parent().unwrap_or(file);
    around.map_or_else(|| with_manifest.or_else(plain).unwrap_or_else(own).to_owned(), PathBuf::from)
}
