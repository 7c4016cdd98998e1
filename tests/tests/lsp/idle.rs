//! What the server finds while nothing else is to be done, and what it is asked to try.

use std::{fs, path::PathBuf};

use e2e::server;
use serde_json::json;
use testkit::{editor::uri, examples, folder::Folder};

/// A checker that reads the second number of an output without bounds, and uses it as an index.
fn flawed() -> (Folder, PathBuf, String) {
    let folder = Folder::copy_of(&examples::folder("two-parcels"));
    let checker = folder.path().join("check.cpp");
    let sound = fs::read_to_string(&checker).expect("the checker can be read");
    let bounded: Vec<&str> = sound.lines().filter(|line| line.contains("in.readInt(1, ")).collect();
    let last = bounded.last().expect("it reads numbers within bounds");
    let (before, rest) = last.split_once(".readInt(").expect("it reads a number");
    let (_, after) = rest.split_once(')').expect("the call ends");
    folder.write("check.cpp", sound.replace(last, &format!("{before}.readInt(){after}")));
    (folder, checker, sound)
}

#[test]
fn a_checker_is_probed_while_nothing_else_is_to_be_done() {
    let (folder, checker, sound) = flawed();
    let on = "[editor]\nprobe_when_idle = true\n";
    let mut client = server::trusting().configured(on).folder(folder.path()).start();
    client.open(&checker);
    client.wait_for(&checker, "checker-crashed");
    // Nobody has asked for it, so nobody is told that it goes on.
    let titles: Vec<String> = client.seen.progress.values().flatten().map(|one| one["title"].to_string()).collect();
    assert!(!titles.iter().any(|title| title.contains("Probing")), "{titles:?}");
    client.set_text(&checker, &sound);
    client.save(&checker);
    client.wait_for_no(&checker, "checker-crashed");
    assert!(client.leave().success());
}

#[test]
fn tools_are_probed_and_mutants_tried_for_who_asks() {
    let (folder, checker, _) = flawed();
    let before = folder.contents();
    let mut client = server::trusting().folder(folder.path()).start();
    client.open(&checker);
    let probed = client.command("touchstone.probe", json!({ "uri": uri::of(folder.path()), "seconds": 60 }));
    assert_eq!(probed["missed"][0]["finding"]["code"], "checker-crashed");
    let page = probed["page"].as_str().expect("a text");
    assert!(page.contains("## `checker-crashed` in `check.cpp`, line ") && page.contains("The output, "), "{page}");
    assert_eq!((&probed["edit"], &probed["applied"]), (&json!(null), &json!(false)));
    client.wait_for(&checker, "checker-crashed");
    let options = json!({ "uri": uri::of(folder.path()), "most": 6, "seconds": 0 });
    let mutated = client.command("touchstone.mutate", options);
    assert_eq!(mutated["mutants"].as_array().expect("a list").len(), 6);
    assert!(mutated["page"].as_str().expect("a text").starts_with("# Mutants\n\nThe suite fails "), "{mutated}");
    let main = folder.path().join("sol.cpp");
    client.open(&main);
    let lenses = client.request("textDocument/codeLens", json!({ "textDocument": { "uri": uri::of(&main) } }));
    let titles: Vec<&str> =
        lenses.as_array().into_iter().flatten().filter_map(|one| one["command"]["title"].as_str()).collect();
    assert!(titles.iter().any(|title| title.starts_with("mutants: the tests fail ")), "{titles:?}");
    let other = json!({ "uri": uri::of(folder.path()), "solution": "check.cpp" });
    let refused = client.try_command("touchstone.mutate", other).expect_err("it is no solution");
    assert_eq!(refused["message"], "there is no such solution; name one by its path");
    assert!(client.leave().success());
    assert_eq!(folder.contents(), before);
}
