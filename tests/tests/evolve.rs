//! `touchstone evolve`: many folders, and going on after a run was killed.

use e2e::{answers::asking, process, touchstone::Touchstone};
use nix::sys::signal::Signal;
use serde_json::Value;
use testkit::{answers::server, examples, folder::Folder};

fn evolve(folders: &[&Folder], out: &Folder, more: &[&str]) -> Touchstone {
    let mut touchstone = Touchstone::new().args(["evolve", "--yes"]).args(more);
    touchstone = touchstone.arg("--out").arg(out.path().join("out.jsonl"));
    folders.iter().fold(touchstone, |touchstone, folder| touchstone.arg(folder.path()))
}

fn lines(out: &Folder) -> Vec<Value> {
    let text = std::fs::read_to_string(out.path().join("out.jsonl")).expect("it is there");
    text.lines().map(|line| serde_json::from_str(line).expect("a line of JSON")).collect()
}

#[test]
fn a_batch_goes_on_behind_the_last_whole_line() {
    let (parcels, race) =
        (Folder::copy_of(&examples::folder("two-parcels")), Folder::copy_of(&examples::folder("badge-race")));
    let out = Folder::empty("out");
    let model = server("two-parcels");
    let done = asking(evolve(&[&race, &parcels], &out, &[]), &model).run().expect_code(1);
    // A folder on which nothing can be done is told, and the next one is done.
    let done_lines = lines(&out);
    assert_eq!(done_lines.len(), 2);
    assert_eq!(
        done_lines[0]["error"],
        "every wrong solution fails a test already; add wrong solutions that should fail"
    );
    assert_eq!(done_lines[1]["offers"][0]["command"], "gen -n 3 -max 9 -type half");
    assert!(
        done.stdout.contains(
            "2 folders, 1 with both shares: mean TPR 100.0 % to 100.0 %, mean TNR 85.7 % to 100.0 %; 1 could not be \
             done\nFolders with both at least, before to after: 60 %: 1 to 1, 70 %: 1 to 1, 80 %: 1 to 1, 90 %: 0 to 1\nValidators accept 11 of \
             the 11 tests that were there\n"
        ),
        "{}",
        done.stdout
    );
    assert_eq!(model.requests().len(), 1);
    // As it is when the second line was being written: the line is done again, from the answers that were kept.
    let text = std::fs::read_to_string(out.path().join("out.jsonl")).expect("it is there");
    out.write("out.jsonl", &text[..text.len() - 20]);
    let again = asking(evolve(&[&race, &parcels], &out, &[]), &model).run().expect_code(1);
    assert!(
        !again.stderr.contains("done before"),
        "what failed is tried again, what was cut off too: {}",
        again.stderr
    );
    assert_eq!(model.requests().len(), 0);
    let offers = |lines: &[Value]| lines.last().expect("a line")["offers"].clone();
    assert_eq!(offers(&lines(&out)), offers(&done_lines));
    // What is done stays done, unless it is wanted otherwise.
    let third = asking(evolve(&[&parcels], &out, &[]), &model).run().expect_code(0);
    assert!(third.stderr.contains("done before"), "{}", third.stderr);
    assert!(third.stdout.contains("1 folders, 1 with both shares"), "{}", third.stdout);
    // CCP-15: two right ones are few.
    let strict = asking(evolve(&[&parcels], &out, &["--min-pool", "3"]), &model).run().expect_code(0);
    let few = "1 folders, 0 with both shares of at least 3 solutions each: mean TPR - to -";
    assert!(strict.stdout.contains(few), "{}", strict.stdout);
}

#[test]
fn a_batch_that_was_killed_leaves_whole_lines_and_is_gone() {
    let parcels = Folder::copy_of(&examples::folder("two-parcels"));
    let out = Folder::empty("out");
    let silent = testkit::model_server::ModelServer::new(|_| vec![testkit::model_server::Act::WaitForClose]);
    let running = asking(evolve(&[&parcels], &out, &[]), &silent).start(false);
    silent.request();
    process::signal(running.pid(), Signal::SIGKILL);
    running.wait();
    silent.wait_for_close();
    assert_eq!(std::fs::read_to_string(out.path().join("out.jsonl")).expect("it is there"), "");
    let model = server("two-parcels");
    asking(evolve(&[&parcels], &out, &[]), &model).run().expect_code(0);
    assert_eq!(lines(&out).len(), 1);
}

#[test]
fn cco_27_rounds_of_refinement_go_into_the_rows() {
    let parcels = Folder::copy_of(&examples::folder("two-parcels"));
    let out = Folder::empty("out");
    let model = server("two-parcels-feedback");
    let refine = ["--method", "codecontests-o", "--apply"];
    asking(evolve(&[&parcels], &out, &refine), &model).run().expect_code(0);
    let rows = ["rows", "export", "--format", "codecontests-o", "--rounds"];
    let export = Touchstone::new().args(rows).arg(out.path().join("out.jsonl"));
    let done = export.arg(parcels.path()).run().expect_code(0);
    let row: Value = serde_json::from_str(&done.stdout).expect("one row");
    let rounds = row["results"].as_array().expect("a list");
    assert_eq!(rounds.len(), 4);
    assert_eq!(rounds[3]["commands_add"][0], "gen -n 3 -max 9 -type half");
    assert!(
        rounds[3]["improved_generator"].as_str().is_some_and(|source| source.contains("\"half\"")),
        "{}",
        rounds[3]
    );
    assert_eq!(rounds[0]["unmatched_blocks"].as_array().map(Vec::len), Some(1));
}
