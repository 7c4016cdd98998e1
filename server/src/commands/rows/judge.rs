//! `touchstone rows judge`
//!
//! Each row is judged in a temporary folder, several at once, here and on a cluster.
//!
//! Invariant: `--out` has a line for each row, in their order, and each is on the disk before the next one is written; a run
//! that was killed goes on behind the last whole line. Nothing but the rows under way is held.

use std::{
    path::Path,
    sync::atomic::{AtomicBool, Ordering},
    time::{Duration, Instant},
};

use anyhow::Context as _;
use datasets::{
    Format,
    lay::{Options, lay},
};
use forge::report::percent;
use indicatif::HumanDuration;
use judge::{
    disk::{
        appended::Appended,
        files,
        folder::{FolderError, make_whole},
        lines::{Line, Lines},
    },
    scratch::Scratch,
};
use problem::{
    classify::{self, Row},
    digest::Digest,
    executor::ExecutorError,
    request::CheckRequest,
};
use serde_json::{Value, json};

use super::{
    flow::{Flow, Piece, in_order},
    reasons::why_not_judged,
};
use crate::{
    app::App,
    args::{Global, JudgeRows},
    commands::{FAILURE, SUCCESS},
    human::clean,
    output,
    progress::Progress,
};

/// Longer lines are passed over, bytes.
const LONGEST: u64 = 2 << 30;
/// What is kept of rows is looked at so often, lest it fill the disk.
const TRIM_EVERY: Duration = Duration::from_secs(300);

/// What the lines come to.
#[derive(Debug, Default, PartialEq)]
struct Sums {
    n_rows: usize,
    n_failed: usize,
    /// Rows with both shares, and the sums of these.
    n_both: usize,
    tpr: f64,
    tnr: f64,
}

impl Sums {
    fn add(&mut self, line: &Value) {
        self.n_rows += 1;
        self.n_failed += usize::from(!line["error"].is_null() || lacks_a_share(line));
        if let (Some(tpr), Some(tnr)) = (line["tpr"].as_f64(), line["tnr"].as_f64()) {
            (self.n_both, self.tpr, self.tnr) = (self.n_both + 1, self.tpr + tpr, self.tnr + tnr);
        }
    }

    /// The means over the rows that have both shares, as CodeContests+ has them.
    fn in_words(&self) -> String {
        let mean = |sum: f64| percent((self.n_both > 0).then(|| sum / self.n_both as f64));
        format!(
            "{} rows, {} with both shares: mean TPR {}, mean TNR {}; {} could not be judged",
            self.n_rows,
            self.n_both,
            mean(self.tpr),
            mean(self.tnr),
            self.n_failed
        )
    }
}

/// Whether solutions were to be judged, and how many of them did as they should is not known.
fn lacks_a_share(line: &Value) -> bool {
    let lacks = |pool: &str, share: &str| line[pool].as_u64().is_some_and(|n| n > 0) && line[share].is_null();
    lacks("correct", "tpr") || lacks("wrong", "tnr")
}

/// More rows than this are not under way at once.
const MOST_AT_ONCE: usize = 32;

pub(super) fn run(global: &Global, judge: &JudgeRows) -> anyhow::Result<u8> {
    let once = || run_once(global, judge);
    // What comes through a pipe comes once.
    if files::is_file(&judge.file) { judge.elsewhere.until_nobody_is_caught(once) } else { once() }
}

fn run_once(global: &Global, judge: &JudgeRows) -> anyhow::Result<u8> {
    let app = App::start(&global.at(&judge.elsewhere))?;
    app.stop_on_signal(|| {});
    app.sandbox()?;
    let (mut sums, mut done) = (Sums::default(), Vec::new());
    let out = Appended::open(&judge.out, |line| {
        sums.add(line);
        let (number, digest) = (line["row"].as_u64(), line["digest"].as_str());
        done.push(digest.unwrap_or_default().to_owned());
        number == Some(done.len() as u64) && digest.is_some()
    })?;
    if !done.is_empty() {
        output::note(&format!("{} rows are done already", done.len()));
    }
    let lines = Lines::open(&judge.file, LONGEST).with_context(|| unreadable(judge))?;
    let is_ending = AtomicBool::new(false);
    let mut rows = Rows {
        app: &app,
        judge,
        lines,
        options: options_in_short(judge),
        number: 0,
        done,
        out,
        sums,
        began: Instant::now(),
        share_before: None,
        n_judged: 0,
        trimmed: Instant::now(),
        is_ending: &is_ending,
    };
    let (n_workers, n_at_once) = (app.n_workers(None), app.n_problems_at_once().min(MOST_AT_ONCE));
    let work = |ReadRow { number, digest, bytes, share }: ReadRow, n_under_way: usize| {
        let n_workers = (n_workers / n_under_way).max(1);
        // Of several nobody could tell which one is meant.
        let is_shown = n_at_once == 1 && output::stderr_is_terminal();
        let judged = |bytes: Vec<u8>| one(&app, judge, number, &bytes, (n_workers, is_shown));
        let line = bytes.ok_or_else(too_long).and_then(judged);
        if line.as_ref().is_err_and(anyhow::Error::is::<ExecutorError>) {
            is_ending.store(true, Ordering::Relaxed);
        }
        JudgedRow { number, digest, line, share }
    };
    in_order(n_at_once, &mut rows, work, || app.machines().cancel())?;
    app.trim();
    output::line(&rows.sums.in_words());
    Ok(if rows.sums.n_failed == 0 { SUCCESS } else { FAILURE })
}

fn unreadable(judge: &JudgeRows) -> String {
    format!("{} cannot be read; name a file of rows", judge.file.display())
}

/// The file of rows, and that of what came of them.
struct Rows<'a> {
    app: &'a App,
    judge: &'a JudgeRows,
    lines: Lines,
    options: String,
    /// Of the row that was read last; they are counted from 1.
    number: usize,
    /// The digests of the rows that were done by an earlier run.
    done: Vec<String>,
    out: Appended,
    sums: Sums,
    began: Instant,
    /// What of the file was done before this run, if that is known.
    share_before: Option<f64>,
    /// By this run.
    n_judged: usize,
    trimmed: Instant,
    /// A row has failed that is at no fault, so those after it would, too.
    is_ending: &'a AtomicBool,
}

/// A row that is to be judged.
struct ReadRow {
    number: usize,
    /// Of the row and the options.
    digest: String,
    /// `None` of one that is too long.
    bytes: Option<Vec<u8>>,
    /// What of the file is read with it, if that is known.
    share: Option<f64>,
}

/// What came of one.
struct JudgedRow {
    number: usize,
    digest: String,
    line: anyhow::Result<Value>,
    share: Option<f64>,
}

impl Flow for Rows<'_> {
    type Work = ReadRow;
    type Result = JudgedRow;

    fn next(&mut self) -> anyhow::Result<Option<Piece<ReadRow>>> {
        if self.is_ending.load(Ordering::Relaxed) {
            return Ok(None);
        }
        while let Some((at, line)) = self.lines.read().with_context(|| unreadable(self.judge))? {
            if self.app.is_interrupted() {
                return Err(ExecutorError::Cancelled.into());
            }
            let bytes = match line {
                Line::Bytes(bytes) if bytes.trim_ascii().is_empty() => continue,
                Line::Bytes(bytes) => Some(bytes),
                Line::TooLong => None,
            };
            self.number += 1;
            let digest = bytes.as_deref().map_or_else(String::new, |bytes| Digest::of(bytes).hex() + &self.options);
            let Some(known) = self.done.get(self.number - 1) else {
                let (n_bytes, share) = (bytes.as_ref().map_or(0, Vec::len), self.lines.share());
                return Ok(Some(Piece { what: ReadRow { number: self.number, digest, bytes, share }, n_bytes }));
            };
            self.share_before = self.lines.share();
            anyhow::ensure!(
                *known == digest,
                "line {at} of {} is not the row that {} has, or was judged with other options; name another file by `--out`",
                self.judge.file.display(),
                self.judge.out.display()
            );
        }
        Ok(None)
    }

    /// There may be a million of them.
    fn wants_rest(&self) -> bool {
        self.trimmed.elapsed() > TRIM_EVERY
    }

    fn rest(&mut self) {
        self.app.trim();
        self.trimmed = Instant::now();
    }

    fn done(&mut self, JudgedRow { number, digest, line, share }: JudgedRow) -> anyhow::Result<()> {
        let mut line = match line {
            Ok(line) => line,
            Err(error) => self.failed(number, error)?,
        };
        (line["row"], line["digest"]) = (json!(number), json!(digest));
        self.out.write(&line)?;
        self.sums.add(&line);
        self.n_judged += 1;
        output::note(&format!("{}; {}", sentence(&line), self.progress(share)));
        Ok(())
    }
}

impl Rows<'_> {
    /// What stands for a row that cannot be judged.
    ///
    /// # Errors
    /// Where that is no fault of the row's.
    fn failed(&mut self, number: usize, error: anyhow::Error) -> anyhow::Result<Value> {
        match error.downcast_ref::<ExecutorError>() {
            // The rows that follow would come to the same.
            Some(ExecutorError::Failed(why)) if self.app.has_caught() => {
                // What it said of the rows of this run is not to stay.
                self.out.take_back()?;
                let first = self.done.len() + 1;
                anyhow::bail!(
                    "row {number}: {why}; the rows from {first} on were taken back, and the same command judges them again \
                     without that worker"
                );
            }
            Some(ExecutorError::Failed(why)) => anyhow::bail!("row {number}: {why}; the same command goes on with it"),
            Some(ExecutorError::Cancelled) => Err(error),
            None => Ok(json!({ "error": clean::line(&format!("{error:#}")) })),
        }
    }

    /// How fast it goes and how far it is.
    fn progress(&self, share: Option<f64>) -> String {
        let seconds = self.began.elapsed().as_secs_f64().max(0.001);
        let a_minute = 60.0 * self.n_judged as f64 / seconds;
        let end = share.map_or_else(String::new, |share| {
            let before = self.share_before.unwrap_or(0.0);
            let left = (share > before).then(|| seconds * (1.0 - share) / (share - before));
            let left =
                left.map(|left| format!(", {} left", HumanDuration(Duration::from_secs_f64(left)))).unwrap_or_default();
            format!(", {:.0} % of the file{left}", 100.0 * share)
        });
        format!("{a_minute:.1} rows a minute{end}")
    }
}

/// Whose fault it is that a folder cannot be made: this machine's, or that of the row's names.
fn of_whom(error: FolderError) -> anyhow::Error {
    use std::io::ErrorKind::{PermissionDenied, QuotaExceeded, ReadOnlyFilesystem, StorageFull};
    match &error {
        FolderError::Unreadable { cause, .. }
            if matches!(cause.kind(), PermissionDenied | QuotaExceeded | ReadOnlyFilesystem | StorageFull) =>
        {
            ExecutorError::Failed(error.to_string()).into()
        }
        _ => error.into(),
    }
}

/// What decides beside the row itself what comes of it; nothing where nobody said anything.
fn options_in_short(judge: &JudgeRows) -> String {
    let most = judge.max_solutions.map(|most| format!(" --max-solutions {most}"));
    let commands = judge.commands.then(|| " --commands".to_owned());
    [most, commands].into_iter().flatten().collect()
}

fn too_long() -> anyhow::Error {
    anyhow::anyhow!("it is longer than {} GiB", LONGEST >> 30)
}

/// Judges a row, with so many jobs under way at once; how far it is may be shown.
fn one(
    app: &App,
    judge: &JudgeRows,
    number: usize,
    line: &[u8],
    (n_workers, is_shown): (usize, bool),
) -> anyhow::Result<Value> {
    let format = match judge.format {
        Some(format) => format.format(),
        None => Format::recognise(line)?,
    };
    let row = format.read(line)?;
    let laid = lay(&row, Options { max_solutions: judge.max_solutions, by_commands: judge.commands });
    // What this machine cannot do is no fault of the row.
    let place = Scratch::make().map_err(|error| ExecutorError::Failed(error.to_string()))?;
    // Results are kept under the folder's name.
    let folder = format!("row-{number}");
    make_whole(place.path().as_path(), &folder, &laid.files).map_err(of_whom)?;
    let loaded = app.resolve(app.open_only(&place.path().as_path().join(Path::new(&folder)))?)?;
    let problem = &loaded.problem;
    let request = CheckRequest::default();
    let state = app.judged_by(&loaded, &request, &mut Progress::new(is_shown, problem), n_workers)?;
    let rows: Vec<Row> = problem.solutions().map(|(idx, _)| classify::row(problem, &state, &request, idx)).collect();
    let metrics = classify::metrics(problem, &rows);
    let solution = |row: &Row| {
        json!({
            "solution": problem.programs[row.solution].path.as_str(),
            "verdict": row.verdict.to_string(),
            "class": row.class.map(classify::Class::name),
        })
    };
    let (correct, wrong) = (metrics.correct, metrics.wrong);
    let is_whole = [correct, wrong].iter().all(|over| over.known == over.labelled);
    Ok(json!({
        "name": row.name,
        "tests": problem.tests.len(),
        "correct": correct.labelled,
        "wrong": wrong.labelled,
        "judged": { "correct": correct.known, "wrong": wrong.known },
        "tpr": metrics.tpr,
        "tnr": metrics.tnr,
        "solutions": rows.iter().map(solution).collect::<Vec<_>>(),
        "why_not_judged": if is_whole { Vec::new() } else { why_not_judged(app, &loaded, &request, &state) },
        "left_out": laid.left_out,
    }))
}

fn sentence(line: &Value) -> String {
    let name = clean::line(line["name"].as_str().unwrap_or_default());
    match line["error"].as_str() {
        Some(error) => format!("row {}: {error}", line["row"]),
        None => {
            let why = line["why_not_judged"][0].as_str().filter(|_| lacks_a_share(line));
            format!(
                "row {} ({name}): TPR {}, TNR {}{}",
                line["row"],
                percent(line["tpr"].as_f64()),
                percent(line["tnr"].as_f64()),
                why.map_or_else(String::new, |why| format!(", since {why}"))
            )
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ccp_15_means_are_over_rows_with_both_shares() {
        let mut sums = Sums::default();
        for line in [
            json!({ "tpr": 1.0, "tnr": 0.5 }),
            json!({ "tpr": 0.5, "tnr": 1.0 }),
            json!({ "tpr": 1.0, "tnr": null }),
            json!({ "error": "no" }),
        ] {
            sums.add(&line);
        }
        assert_eq!(
            sums.in_words(),
            "4 rows, 2 with both shares: mean TPR 75.0 %, mean TNR 75.0 %; 1 could not be judged"
        );
    }
}
