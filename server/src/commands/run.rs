//! `touchstone run`

use std::{
    io::Read as _,
    path::{Path, PathBuf},
    time::Instant,
};

use anyhow::Context as _;
use judge::{
    check::Description, compile::Builder, disk::folder::problem_around, engine::LoadedProblem, launcher::Reply,
    words::ending,
};
use problem::{
    executor::{Exceeded, ExitStatus},
    finding::Severity,
    folder::Folder as _,
    language::Language,
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
    if described.language == Language::Checktestdata {
        return describes(&loaded, &described.sources[0]);
    }
    let executable = match builder.build(described)? {
        Build::Ok { executable, .. } => executable,
        Build::Failed { messages } => {
            for message in messages.iter().filter(|message| message.severity == Severity::Error) {
                let place = message.place.as_ref().map(|place| format!("{place}: "));
                output::note(&format!("{}error: {}", place.unwrap_or_default(), message.text));
            }
            output::note(&format!("CE  {path} does not compile"));
            return Ok(FAILURE);
        }
        Build::Skipped { reason } => anyhow::bail!("{path} cannot be run: {reason}"),
    };
    let runnable = builder.runnable(described, executable)?;
    let limits =
        judge::check::run_limits(&loaded.problem, &app.user.caps(), &runnable, described.role == Role::Solution);
    let reply = app.machine.run_attached(&runnable, &run.args, limits)?;
    output::note(&format!(
        "{}  {}, {:.0} ms CPU, {:.0} ms wall, {:.1} MB",
        verdict(&loaded.problem, &reply, described.role, runnable.time_factor),
        ending(reply.status),
        reply.cpu_us as f64 / 1e3,
        reply.wall_us as f64 / 1e3,
        reply.memory_kb as f64 / 1024.0
    ));
    Ok(if reply.status == ExitStatus::Exited(0) { SUCCESS } else { FAILURE })
}

/// Asks a checktestdata program about standard input.
fn describes(loaded: &LoadedProblem, path: &RelPath) -> anyhow::Result<u8> {
    let source = loaded.folder.bytes(path).with_context(|| format!("{path} cannot be read"))?;
    let mut input = Vec::new();
    std::io::stdin().read_to_end(&mut input).context("standard input cannot be read")?;
    let started = Instant::now();
    let said = Description::new(path, &source).says_of(&input);
    let wall_ms = started.elapsed().as_secs_f64() * 1e3;
    let places = said.failure.as_ref().map(|failure| {
        let place = |line: Option<u32>, column: Option<u32>| Some(format!("{}:{}", line?, column?));
        let in_program = failure.site.as_ref().and_then(|site| place(Some(site.line), site.column));
        let in_input = failure.in_input().and_then(|at| place(at.line, at.column));
        let in_program = in_program.map_or_else(String::new, |place| format!("{path}:{place}: "));
        (in_program, in_input.map_or_else(String::new, |place| format!(" at {place} of the input")))
    });
    let (in_program, in_input) = places.unwrap_or_default();
    if !said.ok {
        output::note(&format!("{in_program}{}{in_input}", said.message));
    }
    let verdict = match (said.ok, said.broken) {
        (true, _) => "OK  the input is valid",
        (false, false) => "INVALID  the input is rejected",
        (false, true) => "FAIL  the program says nothing of this input",
    };
    output::note(&format!("{verdict}, {wall_ms:.0} ms"));
    Ok(if said.ok { SUCCESS } else { FAILURE })
}

/// What the run alone tells: `OK` where nothing is wrong with it, since nobody has judged what it wrote.
fn verdict(problem: &Problem, reply: &Reply, role: Role, time_factor: f64) -> &'static str {
    let is_above = |limit_ms: u64| reply.cpu_us as f64 > 1000.0 * limit_ms as f64 * time_factor;
    let too_slow = problem.limits.time.fixed_ms().is_some_and(is_above);
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
