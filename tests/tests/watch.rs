//! `check --watch`: one check for each save, the last of them of the last contents, whatever happens to the folder.

use std::{
    fs,
    sync::atomic::{AtomicBool, Ordering},
    thread,
    time::Duration,
};

use e2e::{
    counts::{Counts, Done},
    expect, process,
    report::Report,
    touchstone::Touchstone,
    watching::Watching,
};
use nix::sys::signal::Signal;
use testkit::{
    random::{Random, cases},
    small, temporary, wait,
};

use crate::{
    edits::edited,
    scene::{Scene, from_scratch},
};

/// Edits of a random sequence.
const N_EDITS: usize = 6;
/// Cases of the random loops that one sequence counts for.
const CASES_OF_A_SEQUENCE: usize = 256;

fn watching(scene: &Scene, more: &[&str]) -> Touchstone {
    scene.command().args(["check", "--watch"]).args(more).arg(scene.folder.path())
}

fn watch(scene: &Scene) -> Watching {
    watching(scene, &["--format", "json"]).watch()
}

/// The next report is of what is in the folder now.
fn is_of_now(scene: &Scene, report: &Report) {
    expect::same("as from scratch", &from_scratch(scene.folder.path()).0.text(), &report.text());
}

/// Ends a watch that waits: with code 0, and without another word.
fn end(watching: Watching) {
    let (status, lines, errors) = watching.end(Signal::SIGINT);
    assert_eq!((status.code(), lines, errors), (Some(0), Vec::new(), Vec::new()));
}

#[test]
fn one_check_for_each_save() {
    let mut scene = Scene::new();
    let counts = Counts::new();
    let watch = counts.of(watching(&scene, &["--format", "json", "--jobs", "1"])).watch();
    is_of_now(&scene, &watch.report());
    let first = counts.read();
    scene.set("wa_cap.c", "CAP", 400);
    is_of_now(&scene, &watch.report());
    let column = Done { builds: first.builds + 1, solution_runs: first.solution_runs + 5, ..first };
    assert_eq!(counts.read(), Done { checker_runs: first.checker_runs + 4, ..column }, "no more than is needed");
    // No line for these: what comes next is of the next change.
    scene.folder.write("val.c", &scene.files["val.c"]);
    for hidden in [".git/index", ".sol.c.swp", "sol.c~", "#sol.c#", "__pycache__/x.pyc"] {
        scene.folder.write(hidden, "something");
    }
    // Editors write another file and rename it.
    let text = small::with_number(&scene.files["val.c"], "MAX", 4);
    scene.folder.write(".val.c.new", &text);
    fs::rename(scene.folder.path().join(".val.c.new"), scene.folder.path().join("val.c")).expect("it is there");
    scene.files.insert("val.c".to_owned(), text);
    is_of_now(&scene, &watch.report());
    // What comes into a new directory is seen, also later.
    scene.write("new/sols/ac_deep.c", small::solution(100_000));
    is_of_now(&scene, &watch.report());
    scene.set("new/sols/ac_deep.c", "CAP", 3);
    is_of_now(&scene, &watch.report());
    end(watch);
}

/// Plays one sequence of edits; now and then two come at once.
fn play(seed: u64) {
    let mut random = Random::new(seed);
    let mut scene = Scene::new();
    let mut past = vec![scene.files.clone()];
    let watch = watch(&scene);
    let mut shown = watch.report().text();
    for _ in 0..N_EDITS {
        for _ in 0..=random.below(2) {
            let (_, files) = edited(&mut random, &past);
            scene.put(files.clone());
            past.push(files);
        }
        let wanted = from_scratch(scene.folder.path()).0.text();
        // Two saves may be one change or two, and a file that is changed back may be none.
        while shown != wanted {
            match watch.next_report() {
                Some(report) => shown = report.text(),
                None => expect::same("after an edit", &wanted, &shown),
            }
        }
    }
    ends_as_shown(watch, &shown);
}

#[test]
fn random_edits() {
    (1..=cases(CASES_OF_A_SEQUENCE)).for_each(|seed| play(seed as u64));
}

/// A folder whose check takes some seconds, and the name of the program that takes them.
fn endless(word: &str) -> (Scene, String) {
    let mut scene = Scene::new();
    let name = format!("wa_{word}_{}", std::process::id());
    scene.write(&format!("{name}.c"), "int main(void) { volatile int x = 1; while (x) {} }\n");
    scene.write("touchstone.toml", small::settings(20_000, 64, ""));
    (scene, name)
}

fn wait_for(name: &str) {
    let program = format!("./{name}");
    let seen = || process::running_with(&program).into_iter().find(|seen| seen.command == program);
    wait::until(Duration::from_secs(120), seen).expect("the solution runs");
}

#[test]
fn a_change_ends_the_check_under_way() {
    let (mut scene, name) = endless("cut");
    let watch = watch(&scene);
    wait_for(&name);
    scene.write(&format!("{name}.c"), small::solution(100));
    let report = watch.report();
    assert_eq!(report.solution(&format!("{name}.c"))["verdict"], "WA");
    is_of_now(&scene, &report);
    // What runs from now on runs as before.
    scene.set("wa_cap.c", "CAP", 2000);
    is_of_now(&scene, &watch.report());
    end(watch);
}

#[test]
fn interrupted_while_it_checks() {
    let (scene, name) = endless("interrupted");
    let watch = watch(&scene);
    wait_for(&name);
    let (status, lines, errors) = watch.end(Signal::SIGINT);
    assert_eq!((status.code(), lines), (Some(130), Vec::new()), "{errors:?}");
    assert_eq!(process::running_with(&name), Vec::new());
}

#[test]
fn nothing_that_happens_to_the_folder_ends_it() {
    let mut scene = Scene::new();
    let watch = watch(&scene);
    is_of_now(&scene, &watch.report());
    scene.write("touchstone.toml", "[limits\n");
    let report = watch.report();
    assert_eq!(report.findings_of("manifest-broken").len(), 1, "{:?}", report.findings());
    is_of_now(&scene, &report);
    let place = scene.folder.path().with_file_name("elsewhere");
    fs::rename(scene.folder.path(), &place).expect("a folder can be moved");
    assert!(watch.error().contains("is no folder"));
    fs::rename(&place, scene.folder.path()).expect("a folder can be moved");
    is_of_now(&scene, &watch.report());
    let files = scene.files.clone();
    scene.put(small::Files::new());
    assert!(watch.error().contains("holds no problem"));
    scene.put(files);
    is_of_now(&scene, &watch.report());
    scene.set("wa_cap.c", "CAP", 2000);
    is_of_now(&scene, &watch.report());
    end(watch);
}

#[test]
fn nothing_that_happens_to_the_cache_ends_it() {
    let mut scene = Scene::new();
    let watch = watch(&scene);
    is_of_now(&scene, &watch.report());
    temporary::take_away(scene.cache.path());
    scene.set("wa_cap.c", "CAP", 2000);
    is_of_now(&scene, &watch.report());
    assert!(watch.error().contains("was removed; it is made anew"));
    scene.set("wa_cap.c", "CAP", 400);
    is_of_now(&scene, &watch.report());
    end(watch);
}

#[test]
fn a_rule_says_what_changed() {
    let mut scene = Scene::new();
    let watch = watching(&scene, &[]).watch();
    watch.lines_until("2 errors");
    scene.set("wa_cap.c", "CAP", 403);
    assert_eq!(watch.line(), "");
    let rule = watch.line();
    assert!(rule.starts_with("── changed: wa_cap.c ──") && rule.chars().count() == 120, "{rule}");
    assert_eq!(watch.line(), "");
    assert!(watch.line().starts_with("small · "));
    watch.lines_until("2 errors");
    end(watch);
}

#[test]
fn a_folder_that_is_not_there() {
    let done = Touchstone::new().args(["check", "--watch", "nowhere"]).run().expect_code(2);
    assert!(done.stderr.contains("nowhere is no folder"), "{done:?}");
}

#[test]
fn a_folder_that_never_rests() {
    let mut scene = Scene::new();
    let watch = watch(&scene);
    let is_over = AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| {
            let mut n_lines = 0_u64;
            while !is_over.load(Ordering::SeqCst) {
                n_lines += 1;
                scene.folder.write("notes.txt", n_lines.to_string());
                let _ = wait::until(Duration::from_millis(5), || None::<()>);
            }
        });
        let reports = [watch.report(), watch.report()];
        is_over.store(true, Ordering::SeqCst);
        reports.iter().for_each(|report| is_of_now(&scene, report));
    });
    scene.set("wa_cap.c", "CAP", 2000);
    let wanted = from_scratch(scene.folder.path()).0.text();
    while watch.report().text() != wanted {}
    ends_as_shown(watch, &wanted);
}

/// Ends a watch that may still check: whatever it shows until then is as it was shown.
fn ends_as_shown(watch: Watching, shown: &str) {
    let (status, lines, errors) = watch.end(Signal::SIGINT);
    for line in lines {
        expect::same("shown last", shown, &Report(serde_json::from_str(&line).expect("a report")).text());
    }
    assert!(matches!(status.code(), Some(0 | 130)) && errors.len() <= 1, "{status} {errors:?}");
}
