//! `touchstone show`

use std::path::PathBuf;

use ide::{
    View,
    rerun::{Rerun, RerunTools, rerun},
    show_test::{Difference, ShownTest, ShownText, show_test},
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

use super::SUCCESS;
use crate::{
    app::App,
    args::{Global, OutputFormat, Show},
    human::{clean, units},
    output,
};

/// So many lines of a text are printed, and so many characters of a line.
const N_LINES: usize = 20;
const N_COLUMNS: usize = 100;
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
            output::line(as_text(&shown, &id, solution.as_deref()).trim_end());
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

fn as_text(shown: &ShownTest, test: &str, solution: Option<&str>) -> String {
    let verdict = shown.verdict.as_deref().unwrap_or_default();
    let mut text = match solution {
        Some(solution) => format!("{} on test {}: {verdict}\n", clean::line(solution), clean::line(test)),
        None => format!("test {}\n", clean::line(test)),
    };
    let mut say = |name: &str, words: &str| text.push_str(&format!("{name:<9} {words}\n"));
    say("made by", &clean::line(&shown.made_by));
    if let (Some(time), Some(memory), Some(limits)) = (shown.time_ms, shown.memory_kb, shown.limits) {
        let limit = limits.time_ms.map(|limit| format!("limit {}", units::time_limit(limit)));
        say("time", &format!("{} ({})", units::time(time), limit.as_deref().unwrap_or("no limit known")));
        say("memory", &format!("{} (limit {})", units::memory(memory), units::memory(limits.memory_kb)));
    }
    if let Some(words) = &shown.validator {
        say("validator", clean::lines(words).trim_end().replace('\n', "\n          ").as_str());
    }
    if let Some(words) = &shown.checker {
        say("checker", clean::lines(words).trim_end().replace('\n', "\n          ").as_str());
    }
    let parts = [
        ("input", &shown.input, shown.input_place.map(|place| (place, "the validator stopped here"))),
        ("expected", &shown.expected, shown.expected_difference.map(|place| (place, "expected here"))),
        ("found", &shown.found, shown.first_difference.map(|place| (place, "differs here"))),
        ("standard error", &shown.stderr, None),
    ];
    for (name, part, mark) in parts {
        if let Some(part) = part {
            text.push_str(&format!("\n{name}\n{}", excerpt(part, mark)));
        }
    }
    if let Some(transcript) = &shown.transcript {
        text.push_str(&format!("\n{}", talk(transcript)));
    }
    text.push_str(&shown.rerun.as_ref().map(by_hand).unwrap_or_default());
    text
}

/// The commands that run it again; each is a line, whatever its length.
fn by_hand(rerun: &Rerun) -> String {
    let mut text = "\nto run it by hand\n".to_owned();
    text.extend(rerun.commands.iter().map(|command| format!("    {}\n", clean::line(command))));
    if let Some(debugger) = &rerun.debugger {
        text.push_str(&format!("under a debugger, in place of the last line\n    {}\n", clean::line(debugger)));
    }
    text
}

fn head(text: &ShownText) -> (&str, Option<u64>) {
    match text {
        ShownText::Whole(text) => (text, None),
        ShownText::Long { head, bytes, .. } => (head, Some(*bytes)),
    }
}

/// The lines around a place, else the first ones; a mark with its words below the place.
fn excerpt(part: &ShownText, mark: Option<(Difference, &str)>) -> String {
    let (mut text, bytes) = head(part);
    // The number of the first line that is there.
    let mut start = 0;
    if let ShownText::Long { around: Some(piece), .. } = part {
        (text, start) = (&piece.text, piece.line as usize);
    }
    let lines: Vec<&str> = text.lines().collect();
    let at = mark.map(|(place, _)| (place.line as usize).saturating_sub(start));
    let first = at.map_or(0, |line| line.saturating_sub(N_LINES / 2).min(lines.len().saturating_sub(N_LINES)));
    let mut shown = String::new();
    if start + first > 0 {
        shown.push_str(&format!("    … {} lines before\n", start + first));
    }
    for (number, line) in lines.iter().enumerate().skip(first).take(N_LINES) {
        let marked = mark.filter(|_| at == Some(number));
        shown.push_str(&line_with_mark(line, marked));
    }
    if lines.is_empty() {
        shown.push_str("    (nothing)\n");
        return shown;
    }
    if at.is_some_and(|line| line >= lines.len()) {
        shown.push_str("    ^ ends here\n");
    }
    match (bytes, lines.len() - (first + N_LINES).min(lines.len())) {
        (Some(bytes), _) => shown.push_str(&format!("    … cut, {bytes} bytes in all; `--out` writes all of it\n")),
        (None, 0) => {}
        (None, more) => shown.push_str(&format!("    … {more} more lines; `--out` writes all of it\n")),
    }
    shown
}

/// A line, cut where it is long, and a mark below a place in it, which is in UTF-16 units.
fn line_with_mark(line: &str, mark: Option<(Difference, &str)>) -> String {
    let column = mark.map(|(place, words)| (n_characters(line, place.column), words));
    // A difference far to the right is shown where it is.
    let from = column.map_or(0, |(column, _)| column.saturating_sub(N_COLUMNS / 2));
    let cut: String = line.chars().skip(from).take(N_COLUMNS).collect();
    let ends = (if from > 0 { "…" } else { "" }, if line.chars().count() > from + N_COLUMNS { "…" } else { "" });
    let mut shown = format!("    {}{}{}\n", ends.0, clean::line(&cut), ends.1);
    if let Some((column, words)) = column {
        let before: String = line.chars().skip(from).take(column - from).collect();
        let gap = clean::line(&before).chars().count() + ends.0.chars().count();
        shown.push_str(&format!("    {}^ {words}\n", " ".repeat(gap)));
    }
    shown
}

/// How many characters take so many UTF-16 units at the start of a line.
fn n_characters(line: &str, n_units: u32) -> usize {
    let mut n_taken = 0;
    let is_before = |character: &char| {
        n_taken += character.len_utf16() as u32;
        n_taken <= n_units
    };
    line.chars().take_while(is_before).count()
}

/// What both said, each on a side of its own.
fn talk(transcript: &ShownText) -> String {
    const SIDE: usize = 38;
    let (text, bytes) = head(transcript);
    let mut shown = format!("    {:<SIDE$}  {}\n", "solution", "interactor");
    let mut lines = text.lines();
    for line in lines.by_ref().take(4 * N_LINES) {
        let (side, words) = line.split_at_checked(2).unwrap_or_default();
        let words = clean::keep_start(words, SIDE, "…");
        shown.push_str(&match side.starts_with('<') {
            true => format!("    {:<SIDE$}  {words}\n", ""),
            false => format!("    {words}\n"),
        });
    }
    let rest = lines.count();
    if rest > 0 {
        shown.push_str(&format!("    … {rest} more lines; `--out` writes all that is kept\n"));
    } else if bytes.is_some() {
        shown.push_str("    … cut; `--out` writes all that is kept\n");
    }
    shown
}
