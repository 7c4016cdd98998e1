//! The binary killed or interrupted in mid-run: nothing of it is left running, the folder is as it was, and the next
//! run is right.

use std::{collections::BTreeMap, path::PathBuf, time::Duration};

use e2e::{
    binary, process,
    touchstone::{Done, Running, Touchstone},
};
use nix::sys::signal::Signal;
use tempfile::TempDir;
use testkit::{
    folder::{self, Folder},
    temporary, wait,
};

/// How long processes may stay after the end of the binary.
const PATIENCE: Duration = Duration::from_secs(20);
/// How long the solution may take to appear.
const START: Duration = Duration::from_secs(120);

/// A folder with a solution that runs for long, and a copy of the binary: all that is started lies in one place.
struct Scene {
    place: TempDir,
    folder: Folder,
    word: String,
}

impl Scene {
    fn new(word: &str) -> Scene {
        let place = temporary::folder();
        binary::copy_to(&place.path().join("touchstone"));
        let word = format!("wa_{word}_{}", std::process::id());
        let folder = Folder::of(
            "endless",
            [
                ("touchstone.toml", "[limits]\ntime_ms = 400\nmemory_mb = 64\n"),
                ("sol.c", "int puts(const char *);\nint main(void) { puts(\"5\"); }\n"),
                ("tests/1.in", "5\n"),
                ("tests/1.ans", "5\n"),
            ],
        );
        folder.write(&format!("{word}.c"), "int main(void) { volatile int x = 1; while (x) {} }\n");
        Scene { place, folder, word }
    }

    fn command(&self) -> Touchstone {
        let binary = self.place.path().join("touchstone");
        Touchstone::at(&binary).with_cache(&self.place.path().join("cache"))
    }

    fn start(&self, own_group: bool) -> Running {
        self.command().args(["check", "--format", "json"]).arg(self.folder.path()).start(own_group)
    }

    /// Starts the binary and waits until the solution runs.
    fn start_and_wait(&self, own_group: bool) -> Running {
        let running = self.start(own_group);
        self.wait_for_the_solution();
        running
    }

    fn wait_for_the_solution(&self) {
        let program = format!("./{}", self.word);
        let seen =
            wait::until(START, || process::running_with(&program).into_iter().find(|seen| seen.command == program));
        assert!(seen.is_some(), "{program} does not run");
        assert!(!process::running_in(self.place.path()).is_empty(), "what runs is not seen");
    }

    fn nothing_is_left(&self) {
        let places = [self.place.path(), self.folder.path()];
        let left = || -> Vec<_> {
            places.into_iter().flat_map(process::running_in).chain(process::running_with(&self.word)).collect()
        };
        let gone = wait::until(PATIENCE, || left().is_empty().then_some(()));
        assert!(gone.is_some(), "{:?}", left());
    }

    fn the_next_run_is_right(&self) {
        let (report, code) = self.command().check(self.folder.path());
        let matrix = format!("sol.c: AC | true_positive met\n{}.c: TLE | true_negative unmet\n", self.word);
        assert_eq!((report.matrix(), code), (matrix, Some(1)));
        self.nothing_is_left();
    }

    fn contents(&self) -> BTreeMap<PathBuf, String> {
        folder::contents(self.folder.path())
    }
}

/// Plays a scene: `stop` ends the binary while the solution runs.
fn play(word: &str, own_group: bool, stop: impl FnOnce(&Running)) -> Done {
    let scene = Scene::new(word);
    let before = scene.contents();
    let running = scene.start_and_wait(own_group);
    stop(&running);
    let done = running.wait();
    scene.nothing_is_left();
    assert_eq!(scene.contents(), before);
    scene.the_next_run_is_right();
    assert_eq!(scene.contents(), before);
    done
}

#[test]
fn killed() {
    let done = play("killed", false, |running| process::signal(running.pid(), Signal::SIGKILL));
    assert_eq!(done.signal(), Some(Signal::SIGKILL as i32));
}

#[test]
fn the_whole_group_killed() {
    let done = play("group_killed", true, |running| process::signal(-running.pid(), Signal::SIGKILL));
    assert_eq!(done.signal(), Some(Signal::SIGKILL as i32));
}

#[test]
fn interrupted() {
    let done = play("interrupted", true, |running| process::signal(-running.pid(), Signal::SIGINT));
    assert_eq!(done.code(), Some(130), "{done:?}");
    assert_eq!(done.stdout, "");
    assert_eq!(done.stderr.lines().count(), 1, "{done:?}");
}

#[test]
fn terminated() {
    let done = play("terminated", false, |running| process::signal(running.pid(), Signal::SIGTERM));
    assert_eq!(done.code(), Some(130), "{done:?}");
}

#[test]
fn a_program_run_by_hand() {
    for (word, signal) in [("by_hand_killed", Signal::SIGKILL), ("by_hand_interrupted", Signal::SIGINT)] {
        let scene = Scene::new(word);
        let file = scene.folder.path().join(format!("{}.c", scene.word));
        let running = scene.command().arg("run").arg(file).start(true);
        scene.wait_for_the_solution();
        process::signal(-running.pid(), signal);
        let done = running.wait();
        assert_eq!(done.code(), (signal == Signal::SIGINT).then_some(130), "{done:?}");
        scene.nothing_is_left();
    }
}

#[test]
fn killed_while_compiling() {
    let scene = Scene::new("compiling");
    let slow = "#include <regex>\nint main() { return std::regex_match(\"a\", std::regex(\"b\")); }\n";
    let source = format!("{}_slowly.cpp", scene.word);
    scene.folder.write(&source, slow);
    let before = scene.contents();
    let running = scene.start(false);
    let compiling = || process::running_with(&source).into_iter().find(|seen| seen.command.contains("cc1plus"));
    assert!(wait::until(START, compiling).is_some(), "no compiler runs");
    process::signal(running.pid(), Signal::SIGKILL);
    running.wait();
    scene.nothing_is_left();
    assert_eq!(scene.contents(), before);
    let (report, _) = scene.command().check(scene.folder.path());
    assert_eq!(report.verdicts(&source), ["WA"]);
}
