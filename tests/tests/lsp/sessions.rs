//! A person breaks and mends each example problem in an editor, and sees what happens.

use std::fs;

use e2e::server;
use serde_json::Value;
use testkit::{
    editor::{client::Client, matrix},
    examples,
    folder::Folder,
};

use super::stories::{Edit, Killer, STORIES, Story};

/// The matrix is the one of the independent judge.
fn verdicts_are_right(client: &mut Client, folder: &Folder, problem: &str) {
    let (whole, oracle) = (client.matrix(folder.path()), examples::oracle(problem));
    let expected = oracle["verdicts"].as_object().expect("the table has verdicts");
    for (solution, verdicts) in expected {
        let verdicts: Vec<&str> = e2e::report::words(verdicts);
        assert_eq!(matrix::verdicts(&whole, solution), verdicts, "{problem}: {solution}");
    }
    assert_eq!(whole["solutions"].as_array().map(Vec::len), Some(expected.len()));
    for metric in ["tpr", "tnr", "false_positives", "false_negatives"] {
        assert_eq!(whole["metrics"][metric], oracle[metric], "{problem}: {metric}");
    }
}

fn edit_and_save(client: &mut Client, folder: &Folder, edit: &Edit) {
    let path = folder.path().join(edit.path);
    for (text, by) in edit.changes {
        client.replace(&path, text, by);
    }
    client.save(&path);
}

/// The validator is broken, and mended.
fn break_and_mend(client: &mut Client, folder: &Folder, story: &Story) {
    let validator = folder.path().join(story.validator);
    let rejects = |line: &&String| line.contains(" validator-rejects-") && line.contains(": the validator rejects ");
    assert_eq!(client.lines(&validator).iter().filter(rejects).count(), 0, "{:?}", client.lines(&validator));
    let (text, by) = story.mistake;
    client.replace(&validator, text, by);
    client.save(&validator);
    let expected = format!("the squiggle in {}", validator.display());
    client.wait_until(&expected, |client| {
        client.lines(&validator).iter().any(|line| line.starts_with(story.squiggle) && line.ends_with(story.related))
    });
    client.wait_until_idle(folder.path());
    let n_rejected = |client: &Client| client.lines(&validator).iter().filter(rejects).count();
    client.wait_until("every rejected test", |client| n_rejected(client) == story.n_rejected);
    client.replace(&validator, by, text);
    client.save(&validator);
    client.wait_until("no squiggle", |client| n_rejected(client) == 0);
}

/// A solution that is wrong passes, until there is a test for it.
fn pass_and_kill(client: &mut Client, folder: &Folder, story: &Story) {
    let wrong = &story.wrong;
    let n_tests = examples::oracle(story.problem)["tests"].as_array().expect("tests are a list").len();
    let base = fs::read_to_string(folder.path().join(wrong.base)).expect("the solution is there");
    assert_eq!(base.matches(wrong.change.0).count(), 1, "{}", wrong.base);
    let path = folder.path().join(wrong.path);
    client.write_outside(&[(&path, &base.replace(wrong.change.0, wrong.change.1))]);
    if let Some(edit) = &wrong.manifest {
        client.open(&folder.path().join(edit.path));
        edit_and_save(client, folder, edit);
    }
    let label = folder.path().join(wrong.label.0);
    let beginning = format!("error wrong-solution-passes {}: ", wrong.label.1);
    let passes = format!("passes all {n_tests} tests");
    let is_there = |client: &Client| {
        client.lines(&label).iter().any(|line| line.starts_with(&beginning) && line.contains(&passes))
    };
    client.wait_until("the false positive", is_there);
    match &story.killer {
        Killer::Files(files) => {
            let paths: Vec<_> = files.iter().map(|(path, text)| (folder.path().join(path), *text)).collect();
            let files: Vec<_> = paths.iter().map(|(path, text)| (path.as_path(), *text)).collect();
            client.write_outside(&files);
        }
        Killer::Edit(edit) => {
            if wrong.manifest.is_none() {
                client.open(&folder.path().join(edit.path));
            }
            edit_and_save(client, folder, edit);
        }
    }
    client.wait_until("the end of the false positive", |client| {
        !client.lines(&label).iter().any(|line| line.starts_with(&beginning))
    });
    client.judge(folder.path());
    let whole = client.matrix(folder.path());
    let ids: Vec<&Value> =
        whole["tests"].as_array().expect("tests are a list").iter().map(|test| &test["id"]).collect();
    let killer = ids.iter().position(|id| *id == story.killer_id).expect("the test is in the matrix");
    let verdicts = matrix::verdicts(&whole, wrong.path);
    assert_eq!(ids.len(), n_tests + 1);
    for (column, verdict) in verdicts.iter().enumerate() {
        assert_eq!(*verdict == "AC", column != killer, "{verdicts:?} on {ids:?}");
    }
}

fn live_through(story: &Story) {
    let folder = Folder::copy_of(&examples::folder(story.problem));
    let mut client = server::trusting().folder(folder.path()).start();
    client.open(&folder.path().join(story.validator));
    client.judge(folder.path());
    verdicts_are_right(&mut client, &folder, story.problem);
    break_and_mend(&mut client, &folder, story);
    pass_and_kill(&mut client, &folder, story);
    assert!(client.leave().success());
}

fn live(problem: &str) {
    live_through(STORIES.iter().find(|story| story.problem == problem).expect("every example has its story"));
}

#[test]
fn every_example_has_a_story() {
    assert_eq!(STORIES.map(|story| story.problem), examples::NAMES);
}

#[test]
fn badge_race() {
    live("badge-race");
}

#[test]
fn blind_scales() {
    live("blind-scales");
}

#[test]
fn calm_days() {
    live("calm-days");
}

#[test]
fn clinking_glasses() {
    live("clinking-glasses");
}

#[test]
fn deckcargo() {
    live("harbour-round/deckcargo");
}

#[test]
fn fair_cut() {
    live("fair-cut");
}

#[test]
fn firmware_order() {
    live("firmware-order");
}

#[test]
fn narrow_quay() {
    live("narrow-quay");
}

#[test]
fn night_ferry() {
    live("night-ferry");
}

#[test]
fn one_projector() {
    live("one-projector");
}

#[test]
fn planks() {
    live("planks");
}

#[test]
fn quiet_room() {
    live("quiet-room");
}

#[test]
fn shelf_sums() {
    live("lending-library/shelf-sums");
}

#[test]
fn signal_towers() {
    live("signal-towers");
}

#[test]
fn stair_lamps() {
    live("stair-lamps");
}

#[test]
fn towrope() {
    live("harbour-round/towrope");
}

#[test]
fn two_guards() {
    live("two-guards");
}

#[test]
fn two_parcels() {
    live("two-parcels");
}

#[test]
fn warm_spell() {
    live("warm-spell");
}
