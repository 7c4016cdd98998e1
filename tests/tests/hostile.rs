//! Programs that attack: what becomes of each, that nobody else suffers, and that nothing is left of them.
//!
//! `hostile/expected.txt` says what is right at each level. With `TOUCHSTONE_REQUIRE=full` a machine that lacks a layer is
//! a failure; without it, what the machine cannot hold is left out, which is said.

#![expect(clippy::print_stdout, reason = "shares of limits are of interest")]

use std::{
    env, fs,
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
};

use e2e::{
    corpus, leftovers, remarks,
    report::Report,
    scene::{self, N_LISTENERS, SECRET, STRANGER, Scene},
};
use nix::unistd::Uid;
use testkit::hostile::{self, Entry, Level};

/// One at a time: each loads the machine, and looks at what all of them could leave.
static ALONE: Mutex<()> = Mutex::new(());

const GROUPS: [&str; 3] = ["single", "several", "file"];

/// The time limit of programs that may run out of time: short, since each of them is waited for. Milliseconds.
const SHORT_MS: u64 = 200;
/// The time limit of all others: so long that no machine brings them near it.
const PATIENT_MS: u64 = 10_000;

/// An innocent solution may take so many times what the slowest takes where nobody does harm, or at least that.
const INNOCENT_TIMES: f64 = 10.0;
const INNOCENT_MS: f64 = 250.0;

#[test]
fn as_root() {
    if Uid::effective().is_root() {
        judge(Share { first: 0, of: 2 }, "root", None, "auto", Level::Full);
    } else {
        remarks::not_tried("only root can judge as root");
    }
}

#[test]
fn as_an_ordinary_user() {
    judge(Share { first: 1, of: 2 }, "user", ordinary_user(), "auto", Level::Full);
}

#[test]
fn reduced() {
    judge(Share { first: 0, of: 6 }, "reduced", ordinary_user(), "reduced", Level::Reduced);
}

#[test]
fn reduced_as_root() {
    if Uid::effective().is_root() {
        judge(Share { first: 2, of: 6 }, "rootreduced", None, "reduced", Level::Reduced);
    } else {
        remarks::not_tried("only root can judge as root");
    }
}

/// Where nothing is sealed the probes get through and say so: elsewhere they would be noticed.
#[test]
fn limits_only() {
    judge(Share { first: 4, of: 6 }, "bare", ordinary_user(), "limits-only", Level::LimitsOnly);
}

/// How much of the corpus is judged: from a program of the table on, each so-manieth. Root and the ordinary user share it
/// at level full. With `TOUCHSTONE_HOSTILE=all` it is everything everywhere.
#[derive(Clone, Copy)]
struct Share {
    first: usize,
    of: usize,
}

/// Judges programs of the corpus in a new place, at the level that a choice leads to, and looks at everything.
fn judge(share: Share, word: &str, user: Option<u32>, choice: &str, wanted: Level) {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let scene = Scene::new(word, user);
    let calm = match scene.calm(choice) {
        Ok(report) => report,
        Err(refusal) => {
            assert!(!is_required() && !refusal.contains("invalid value"), "{choice} is refused: {refusal}");
            return remarks::not_tried(&format!("the sandbox `{choice}` cannot be had here: {}", refusal.trim()));
        }
    };
    let level = corpus::level_of(&calm);
    assert!(!is_required() || level == wanted, "{choice} leads to {level:?}, not to {wanted:?}");
    let most_ms = (INNOCENT_TIMES * slowest_innocent_ms(&calm, "single")).max(INNOCENT_MS);
    let rounds = rounds(share, level);
    let problems: Vec<PathBuf> =
        rounds.iter().map(|round| scene.write_problem(round.group, round.time_ms, &round.entries)).collect();
    let contents = scene.contents();
    let mut surprises = Vec::new();
    for (problem, round) in problems.iter().zip(&rounds) {
        let report = scene.check(problem, choice).report();
        surprises.extend(round.entries.iter().filter_map(|entry| surprise(&report, entry, level, &scene.tag)));
        surprises.extend(harm(&report, round.group, most_ms.min(round.time_ms as f64 / 2.0)));
        print_shares(&report, round, level, &scene.tag);
        surprises.extend(told_secrets(&report).filter(|_| level > Level::LimitsOnly));
    }
    // Every listener can be reached where nothing is sealed, or it would prove nothing elsewhere.
    let (visitors, n_expected) = (scene.visitors(), if level == Level::LimitsOnly { N_LISTENERS } else { 0 });
    surprises.extend((visitors.len() != n_expected).then(|| format!("reached: {}", visitors.join(", "))));
    assert!(surprises.is_empty(), "at the level {}:\n{}", level.name(), surprises.join("\n"));
    assert_eq!(scene.contents(), contents, "files of others are not as they were");
    leftovers::no_process(&scene.tag, &scene.path(""));
    leftovers::no_file(&scene.path("cache"), &scene.path("tmp"), &scene.path(""));
    leftovers::no_kernel_object();
    leftovers::no_control_group(&scene.family(), &scene.groups_before);
}

/// Whether a missing layer is a failure.
fn is_required() -> bool {
    env::var_os("TOUCHSTONE_REQUIRE").is_some_and(|value| value == "full")
}

/// Who is not root.
fn ordinary_user() -> Option<u32> {
    Uid::effective().is_root().then_some(STRANGER)
}

/// Programs that are judged together.
struct Round {
    group: &'static str,
    time_ms: u64,
    entries: Vec<Entry>,
}

/// Everything that is run at a level; those that may run out of time apart from the rest.
fn rounds(share: Share, level: Level) -> Vec<Round> {
    let mut entries = entries_for(share, level);
    let mut rounds = Vec::new();
    for group in GROUPS {
        for time_ms in [SHORT_MS, PATIENT_MS] {
            let is_of_it =
                |entry: &mut Entry| entry.group == group && entry.may_time_out(level) == (time_ms == SHORT_MS);
            let entries: Vec<Entry> = entries.extract_if(.., is_of_it).collect();
            if !entries.is_empty() {
                rounds.push(Round { group, time_ms, entries });
            }
        }
    }
    assert!(entries.is_empty(), "{entries:?} belong to no group");
    rounds
}

/// What is run at a level; the rest is named.
fn entries_for(share: Share, level: Level) -> Vec<Entry> {
    let is_whole = env::var_os("TOUCHSTONE_HOSTILE").is_some_and(|value| value == "all");
    // Those that listeners wait for are in every share.
    let is_of_it =
        |idx: usize, entry: &Entry| is_whole || idx % share.of == share.first || entry.name.starts_with("socket_");
    let entries = hostile::table().into_iter().enumerate().filter(|(idx, entry)| is_of_it(*idx, entry));
    let (run, left_out): (Vec<Entry>, Vec<Entry>) =
        entries.map(|(_, entry)| entry).partition(|entry| !entry.permitted(level).is_empty());
    if !left_out.is_empty() {
        let names: Vec<String> = left_out.iter().map(Entry::file).collect();
        println!("skipped at the level {}: {}", level.name(), names.join(", "));
    }
    run
}

/// What the table does not say of a program.
fn surprise(report: &Report, entry: &Entry, level: Level, tag: &str) -> Option<String> {
    let path = entry.path_in(scene::folder_of(&entry.group), tag);
    let verdicts = match report.solution(&path)["verdict"].as_str() {
        Some("CE") => vec!["CE"],
        _ => report.verdicts(&path),
    };
    let permitted = entry.permitted(level);
    let is_right = |verdict: &&str| permitted.iter().any(|one| one == verdict);
    if verdicts.iter().all(is_right) {
        return None;
    }
    let findings: Vec<String> = report.findings().into_iter().filter(|finding| finding.contains(&path)).collect();
    let (file, found, expected) = (entry.file(), verdicts.join(" "), permitted.join("|"));
    Some(format!("{file}: {found}, not {expected}\n    {}", findings.join("\n    ")))
}

/// How near to the limit those came that are right to be accepted. Those that are near are told with the report.
fn print_shares(report: &Report, round: &Round, level: Level, tag: &str) {
    for entry in &round.entries {
        let path = entry.path_in(scene::folder_of(&entry.group), tag);
        let is_accepted = report.solution(&path)["verdict"] == "AC";
        if let Some(time_ms) = max_time_ms(report, &path).filter(|_| is_accepted) {
            let share = 100.0 * time_ms / round.time_ms as f64;
            println!("{} at the level {}: {share:.1}% of the limit", entry.file(), level.name());
        }
    }
}

fn max_time_ms(report: &Report, path: &str) -> Option<f64> {
    report.solution(path)["max_time_ms"].as_f64()
}

fn slowest_innocent_ms(report: &Report, group: &str) -> f64 {
    scene::innocents(group).iter().filter_map(|path| max_time_ms(report, path)).fold(0.0, f64::max)
}

/// What solutions that do nothing wrong suffered: another verdict, or a time that is not theirs.
fn harm(report: &Report, group: &str, most_ms: f64) -> Vec<String> {
    let mut harm = Vec::new();
    for path in scene::innocents(group) {
        let verdicts = report.verdicts(&path);
        let time_ms = max_time_ms(report, &path);
        let is_quick = time_ms.is_some_and(|time_ms| time_ms < most_ms);
        if !is_quick || verdicts.iter().any(|verdict| *verdict != "AC") {
            harm.push(format!("{group}/{path}: {} in {time_ms:?} ms, at most {most_ms}", verdicts.join(" ")));
        }
    }
    harm
}

/// Secrets in a report.
fn told_secrets(report: &Report) -> impl Iterator<Item = String> {
    let text = report.0.to_string();
    let users = fs::read_to_string(Path::new("/etc/passwd")).unwrap_or_default();
    let secrets = [SECRET.to_owned(), users.lines().next().unwrap_or(SECRET).to_owned()];
    secrets.into_iter().filter(move |secret| text.contains(secret)).map(|secret| format!("the report tells {secret}"))
}

#[test]
fn every_program_says_what_it_is() {
    for entry in hostile::table() {
        let text = hostile::read(&entry.file());
        assert!(
            ["//", "#"].iter().any(|mark| {
                text.starts_with(&format!("{mark} ")) && text.contains(&format!("\n{mark} Expected: "))
            }),
            "{} does not open with what it attacks",
            entry.file()
        );
    }
}
