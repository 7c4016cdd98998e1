//! `touchstone check` of several problems: one after the other with one engine, and then a table of all.
//!
//! Invariant: what goes wrong with one problem hides nothing of the others, and every problem that was named or listed is
//! in the table.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
    time::{Duration, Instant},
};

use judge::{check::Counts, disk::folder::DiskFolder};
use problem::{
    folder::Folder as _,
    formats::{Contest, ContestProblem},
    report::{ContestHead, ContestPlace, ContestReport, NotJudged, ProblemOfContest, Reason, VERSION},
};
use reports::{Details, Kind, Subject};

use super::{
    FAILURE, SUCCESS,
    check::{self, Checked, Seen},
    reporting::{self, Reporter},
};
use crate::{
    app::{App, Found, list_of_contest},
    args::{Check, OutputFormat},
    human::{self, Outcome, Row},
    output,
};

/// What is to be judged.
#[derive(Default)]
pub(super) struct Targets {
    contests: Vec<ContestHead>,
    /// The text of the list of each contest.
    lists: Vec<Option<String>>,
    problems: Vec<Target>,
}

/// A problem that is to be judged, or why it is not.
struct Target {
    place: ContestPlace,
    /// What it is called in the table.
    shown: String,
    dir: PathBuf,
    obstacle: Option<(Reason, String)>,
}

/// What came of a problem.
enum Done {
    Judged(Box<ProblemOfContest>, Option<Details>, Duration),
    Not(NotJudged),
}

/// The problems of folders, each of which may be a problem or hold several.
pub(super) fn named(app: &App, dirs: &[PathBuf]) -> anyhow::Result<Targets> {
    let mut targets = Targets::default();
    for dir in dirs {
        match app.find(dir) {
            Ok(Found::Problem(loaded)) => {
                targets.add(dir.display().to_string(), loaded.folder.root().as_path(), ContestPlace::default(), None);
            }
            Ok(Found::Contests(folder, contests)) => targets.extend(Some(dir), &folder, &contests),
            Err(error) => {
                let obstacle = Some((Reason::Failed, format!("{error:#}")));
                targets.add(dir.display().to_string(), dir, ContestPlace::default(), obstacle);
            }
        }
    }
    Ok(targets)
}

impl Targets {
    /// The problems of the contests in one folder.
    pub(super) fn of_contests(folder: &DiskFolder, contests: &[Contest]) -> Targets {
        let mut targets = Targets::default();
        targets.extend(None, folder, contests);
        targets
    }

    /// Adds the contests of a folder; where several were named, `named` says how.
    fn extend(&mut self, named: Option<&Path>, folder: &DiskFolder, contests: &[Contest]) {
        for contest in contests {
            let number = self.contests.len();
            self.contests.push(ContestHead::of(contest, folder.at(&contest.root).to_string()));
            let list = contest.file.as_ref().and_then(|file| contest.root.join(file.as_str()));
            self.lists.push(list.and_then(|list| folder.text(&list)));
            for ContestProblem { path, label, title, is_listed, is_missing } in &contest.problems {
                let place = ContestPlace {
                    contest: Some(number),
                    label: label.clone(),
                    title: title.clone(),
                    listed: *is_listed,
                };
                let obstacle = is_missing.then(|| (Reason::Missing, "listed, and there is no such folder".to_owned()));
                let shown = match named {
                    None => path.to_string(),
                    Some(dir) => {
                        let dir = list_of_contest(dir).map_or(dir, |(dir, _)| dir);
                        dir.join(path.as_str()).display().to_string()
                    }
                };
                self.add(shown, folder.at(path).as_path(), place, obstacle);
            }
        }
    }

    /// Adds a problem, unless it is there already.
    fn add(&mut self, shown: String, dir: &Path, place: ContestPlace, obstacle: Option<(Reason, String)>) {
        if self.problems.iter().all(|earlier| earlier.dir != dir) {
            self.problems.push(Target { place, shown, dir: dir.to_owned(), obstacle });
        }
    }
}

/// Judges all, and prints what came of each and the table.
pub(super) fn run(app: &App, check: &Check, reporter: &Reporter<'_>, targets: Targets) -> anyhow::Result<u8> {
    // Before anything is built: a machine without a sandbox is a matter for the person, once.
    app.sandbox()?;
    let counts = Arc::default();
    let room = reporter.room(targets.problems.len());
    let mut done: Vec<(&Target, Done)> = Vec::new();
    for (nth, target) in targets.problems.iter().enumerate() {
        let which = format!("{} ({} of {})", shown(target), nth + 1, targets.problems.len());
        done.push((target, judge_one(app, check, target, Asked { which: &which, room }, &counts)?));
    }
    check::keep_counts(app, check, &counts)?;
    let mut nothing_asked_for = done.iter().filter_map(|(_, done)| match done {
        Done::Not(NotJudged { reason: Reason::NothingAskedFor, message, .. }) => Some(message),
        _ => None,
    });
    if let (Some(sentence), false) =
        (nothing_asked_for.next_back(), done.iter().any(|(_, done)| matches!(done, Done::Judged(..))))
    {
        anyhow::bail!(sentence.clone());
    }
    let code = exit_code(reporter, &targets, &done);
    let first = targets.contests.first().map(|contest| contest.root.clone());
    let first = first.or_else(|| targets.problems.first().map(|target| target.dir.display().to_string()));
    let report = report(targets.contests.clone(), &done);
    let details = room.map(|_| details(&mut done));
    let material = reporter.material(Subject::Several(Box::new(report)), details, &first.unwrap_or_default());
    match check.format {
        // With what has changed, where that was asked for.
        OutputFormat::Json => output::line(reports::text(Kind::Json, &material).trim_end()),
        OutputFormat::Human => {
            reporting::print(&material.changes);
            print_table(&targets, &done);
        }
    }
    let written = reporter.write(&material);
    app.trim();
    Ok(code.max(written))
}

/// A problem as it is called among others.
fn shown(target: &Target) -> String {
    match &target.place.label {
        Some(label) => format!("{label} {}", target.shown),
        None => target.shown.clone(),
    }
}

/// What is said of a problem while it is judged, and how much of it a page shows.
#[derive(Clone, Copy)]
struct Asked<'a> {
    which: &'a str,
    room: Option<usize>,
}

/// Judges one problem and prints what came of it. An error is that nobody wants to know any more.
fn judge_one(
    app: &App,
    check: &Check,
    target: &Target,
    asked: Asked<'_>,
    counts: &Arc<Counts>,
) -> anyhow::Result<Done> {
    let is_human = check.format == OutputFormat::Human;
    let not = |reason, message: String| {
        let (place, root) = (target.place.clone(), target.dir.display().to_string());
        Ok(Done::Not(NotJudged { place, root, reason, message }))
    };
    let failed = |error: anyhow::Error| {
        output::error(&error.context(shown(target)));
    };
    if let Some((reason, message)) = &target.obstacle {
        if *reason == Reason::Failed {
            failed(anyhow::anyhow!(message.clone()));
        }
        return not(*reason, message.clone());
    }
    let began = Instant::now();
    match attempt(app, check, target, asked, counts) {
        Ok(Ok(checked)) => {
            if is_human {
                let words = shown(target);
                let sources = |path: &str| checked.source(path);
                output::line(&human::render_one(&words, &checked.shown(), &sources, &check::view()));
            }
            let problem = ProblemOfContest { place: target.place.clone(), report: checked.report };
            Ok(Done::Judged(Box::new(problem), checked.details, began.elapsed()))
        }
        Ok(Err(sentence)) => not(Reason::NothingAskedFor, sentence),
        // What was judged before may rest on what a worker said.
        Err(error) if app.is_interrupted() || app.has_caught() || output::code_of(&error) == output::INTERRUPTED => {
            Err(error)
        }
        Err(error) => {
            let message = format!("{error:#}");
            failed(error);
            not(Reason::Failed, message)
        }
    }
}

/// Reads a problem and judges it; what to say where nothing of it was asked for.
fn attempt(
    app: &App,
    check: &Check,
    target: &Target,
    Asked { which, room }: Asked<'_>,
    counts: &Arc<Counts>,
) -> anyhow::Result<Result<Checked, String>> {
    let (loaded, request) = (app.open_problem(&target.dir)?, check::request(check)?);
    if let Some(sentence) = check::nothing_matches(&loaded, &request, check) {
        return Ok(Err(sentence));
    }
    let seen = Seen { which: Some(which), pulse: &mut || {}, room };
    check::judge(app, check, loaded, request, counts, seen).map(Ok)
}

/// What a page shows of those that were judged.
fn details(done: &mut [(&Target, Done)]) -> Vec<Details> {
    let taken = done.iter_mut().filter_map(|(_, done)| match done {
        Done::Judged(_, details, _) => Some(details.take().unwrap_or_default()),
        Done::Not(_) => None,
    });
    taken.collect()
}

/// That of the worst.
fn exit_code(reporter: &Reporter<'_>, targets: &Targets, done: &[(&Target, Done)]) -> u8 {
    let is_bad = |contest: &ContestHead| reporter.any_fails(&contest.findings);
    let of_contests = targets.contests.iter().map(|contest| if is_bad(contest) { FAILURE } else { SUCCESS });
    let of_problems = done.iter().map(|(target, done)| match done {
        Done::Judged(problem, ..) => reporter.exit_code(&problem.report, Some(&shown(target))),
        Done::Not(NotJudged { reason: Reason::Failed, .. }) => output::FAILED,
        Done::Not(_) => SUCCESS,
    });
    of_contests.chain(of_problems).max().unwrap_or(SUCCESS)
}

fn report(contests: Vec<ContestHead>, done: &[(&Target, Done)]) -> ContestReport {
    let mut report = ContestReport { version: VERSION, contests, problems: Vec::new(), not_judged: Vec::new() };
    for (_, done) in done {
        match done {
            Done::Judged(problem, ..) => report.problems.push((**problem).clone()),
            Done::Not(not) => report.not_judged.push(not.clone()),
        }
    }
    report
}

/// What is said of the contests, and the table.
fn print_table(targets: &Targets, done: &[(&Target, Done)]) {
    for (contest, list) in targets.contests.iter().zip(&targets.lists) {
        let sources = |path: &str| list.clone().filter(|_| contest.file.as_deref() == Some(path));
        if let Some(text) = human::contest(contest, &sources, &check::view()) {
            output::line(&text);
        }
    }
    let rows: Vec<Row<'_>> = done
        .iter()
        .map(|(target, done)| Row {
            label: target.place.label.as_deref(),
            name: &target.shown,
            outcome: match done {
                Done::Judged(problem, _, took) => Outcome::Judged(&problem.report, *took),
                Done::Not(not) => Outcome::Not(&not.message),
            },
        })
        .collect();
    output::line(human::table(&rows, &check::view()).trim_end());
}
