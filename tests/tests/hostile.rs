//! Programs that attack: what becomes of each, that nobody else suffers, and that nothing is left of them.
//!
//! `hostile/expected.txt` says what is right at each level. With `TOUCHSTONE_REQUIRE=full` a machine that lacks a layer is
//! a failure; without it, what the machine cannot hold is left out, which is said.

use std::{
    env, fmt, fs,
    io::{self, Write as _},
    path::Path,
    sync::{Mutex, PoisonError},
};

use e2e::{
    corpus::{self, Entry, Level},
    leftovers,
    report::Report,
    scene::{self, N_LISTENERS, SECRET, STRANGER, Scene},
};
use nix::unistd::Uid;

/// One at a time: each loads the machine, and looks at what all of them could leave.
static ALONE: Mutex<()> = Mutex::new(());

const GROUPS: [&str; 3] = ["single", "several", "file"];

/// Half the time limit, milliseconds: an innocent solution needs a tenth of it.
const INNOCENT_MS: f64 = 250.0;

#[test]
fn as_root() {
    if Uid::effective().is_root() {
        judge_everything("root", None, "auto", Level::Full);
    } else {
        say(format_args!("skipped: only root can judge as root"));
    }
}

#[test]
fn as_an_ordinary_user() {
    judge_everything("user", ordinary_user(), "auto", Level::Full);
}

#[test]
fn reduced() {
    judge_everything("reduced", ordinary_user(), "reduced", Level::Reduced);
}

#[test]
fn reduced_as_root() {
    if Uid::effective().is_root() {
        judge_everything("rootreduced", None, "reduced", Level::Reduced);
    } else {
        say(format_args!("skipped: only root can judge as root"));
    }
}

/// Where nothing is sealed the probes get through and say so: elsewhere they would be noticed.
#[test]
fn limits_only() {
    judge_everything("bare", ordinary_user(), "limits-only", Level::LimitsOnly);
}

/// Judges the corpus in a new place, at the level that a choice leads to, and looks at everything.
fn judge_everything(word: &str, user: Option<u32>, choice: &str, wanted: Level) {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let scene = Scene::new(word, user);
    let level = match scene.level(choice) {
        Ok(level) => level,
        Err(refusal) => {
            assert!(!is_required() && !refusal.contains("invalid value"), "{choice} is refused: {refusal}");
            return say(format_args!("skipped: {choice} cannot be had here: {refusal}"));
        }
    };
    assert!(!is_required() || level == wanted, "{choice} leads to {level:?}, not to {wanted:?}");
    let entries = entries_for(level);
    let problems = GROUPS.map(|group| {
        let entries: Vec<Entry> = entries.iter().filter(|entry| entry.group == group).cloned().collect();
        (scene.write_problem(group, &entries), group, entries)
    });
    let contents = scene.contents();
    let mut surprises = Vec::new();
    for (problem, group, entries) in &problems {
        let report = scene.check(problem, choice).report();
        surprises.extend(entries.iter().filter_map(|entry| surprise(&report, entry, level, &scene.tag)));
        surprises.extend(harm(&report, group));
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

/// Says something of a test that passes, too: the descriptor itself is not captured.
fn say(words: fmt::Arguments<'_>) {
    let _ = writeln!(io::stderr(), "{words}");
}

/// Who is not root.
fn ordinary_user() -> Option<u32> {
    Uid::effective().is_root().then_some(STRANGER)
}

/// What is run at a level; the rest is named.
fn entries_for(level: Level) -> Vec<Entry> {
    let (run, left_out): (Vec<Entry>, Vec<Entry>) =
        corpus::table().into_iter().partition(|entry| !entry.permitted(level).is_empty());
    if !left_out.is_empty() {
        let names: Vec<String> = left_out.iter().map(Entry::file).collect();
        say(format_args!("skipped at the level {}: {}", level.name(), names.join(", ")));
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

/// What solutions that do nothing wrong suffered.
fn harm(report: &Report, group: &str) -> Vec<String> {
    let mut harm = Vec::new();
    for path in scene::innocents(group) {
        let verdicts = report.verdicts(&path);
        let time_ms = report.solution(&path)["max_time_ms"].as_f64();
        let is_quick = time_ms.is_some_and(|time_ms| time_ms < INNOCENT_MS);
        if !is_quick || verdicts.iter().any(|verdict| *verdict != "AC") {
            harm.push(format!("{group}/{path}: {} in {time_ms:?} ms", verdicts.join(" ")));
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
    for entry in corpus::table() {
        let text = corpus::read(&entry.file());
        assert!(
            text.starts_with("// ") && text.contains("\n// Expected: "),
            "{} does not open with what it attacks",
            entry.file()
        );
    }
}
