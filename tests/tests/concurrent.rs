//! Several checks of one folder at once, with one cache that was empty when they began: they say the same, also when one
//! of them is killed, and what they leave is whole.

use std::time::Duration;

use e2e::{
    counts::{Counts, Done},
    expect, process,
    touchstone::Running,
};
use nix::sys::signal::Signal;
use testkit::{
    random::{Random, cases},
    wait,
};

use crate::scene::{Scene, from_scratch};

const N_AT_ONCE: usize = 3;
/// Cases of the random loops that one round with a kill counts for.
const CASES_OF_A_KILL: usize = 86;
/// Programs that a check alone starts, and those of them that two of its own workers may start both: comparisons of the
/// same output, once as a solution's and once as the answer.
const ALONE: u64 = 53;
const SAME_AT_ONCE: u64 = 9;
/// A killed check is killed within this time, milliseconds.
const KILLED_WITHIN_MS: usize = 900;

fn start(scene: &Scene, counts: &Counts) -> Running {
    counts.of(scene.command().args(["check", "--format", "json"])).arg(scene.folder.path()).start(false)
}

/// One more check with the same cache: what it does, and its report as text.
fn one_more(scene: &Scene) -> (Done, String) {
    let counts = Counts::new();
    let report = start(scene, &counts).wait().report();
    (counts.read(), report.text())
}

#[test]
fn checks_and_a_watch_at_once() {
    let mut scene = Scene::new();
    scene.settle();
    let counts: Vec<Counts> = (0..=N_AT_ONCE).map(|_| Counts::new()).collect();
    let watching = counts[N_AT_ONCE].of(scene.command().args(["check", "--watch", "--format", "json"]));
    let watching = watching.arg(scene.folder.path()).watch();
    let running: Vec<Running> = counts[..N_AT_ONCE].iter().map(|counts| start(&scene, counts)).collect();
    let wanted = from_scratch(scene.folder.path()).0.text();
    for running in running {
        let done = running.wait();
        assert_eq!((done.code(), &*done.stderr), (Some(1), ""), "{done:?}");
        expect::same("checks at once", &wanted, &done.report().text());
    }
    expect::same("a watch beside them", &wanted, &watching.report().text());
    // They race: what two of them find missing at the same moment is done twice. But none does more than it would alone.
    let all: Vec<u64> = counts.iter().map(|counts| counts.read().all()).collect();
    assert!(all.iter().all(|n| *n <= ALONE + SAME_AT_ONCE), "{all:?}");
    assert_eq!(one_more(&scene), (Done::default(), wanted), "what they leave is whole");
    // A change while the watch goes on: a check beside it finds the same.
    scene.set("check.c", "TOLERANCE", 1);
    let beside = one_more(&scene).1;
    expect::same("after a change", &beside, &watching.report().text());
    let (status, lines, errors) = watching.end(Signal::SIGINT);
    assert_eq!((status.code(), lines, errors), (Some(0), Vec::new(), Vec::new()));
}

#[test]
fn one_of_them_is_killed() {
    let mut random = Random::new(7);
    for _ in 0..cases(CASES_OF_A_KILL) {
        let scene = Scene::new();
        scene.settle();
        let counts: Vec<Counts> = (0..N_AT_ONCE).map(|_| Counts::new()).collect();
        let mut running: Vec<Running> = counts.iter().map(|counts| start(&scene, counts)).collect();
        let moment = Duration::from_millis(random.below(KILLED_WITHIN_MS) as u64);
        let _ = wait::until(moment, || None::<()>);
        let victim = running.swap_remove(random.below(N_AT_ONCE));
        process::signal(victim.pid(), Signal::SIGKILL);
        let others = running.into_iter().map(|running| running.wait().expect_code(1).report().text());
        let others: Vec<String> = others.collect();
        // It may have come to its end before.
        let end = victim.wait();
        assert!(end.signal() == Some(Signal::SIGKILL as i32) || end.code() == Some(1), "{end:?}");
        let wanted = from_scratch(scene.folder.path()).0.text();
        for report in others.iter().chain([&one_more(&scene).1]) {
            expect::same(&format!("killed after {moment:?}"), &wanted, report);
        }
        assert_eq!(one_more(&scene), (Done::default(), wanted), "what is left is whole");
    }
}
