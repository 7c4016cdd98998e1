//! What is told of all problems together: by contest, in the order of its list.

use std::{fmt::Write as _, fs, path::Path};

use serde_json::{Value, json};
use testkit::{
    editor::{client::Client, uri},
    folder::Folder,
    small,
};

use crate::{in_process, places::put_small};

const LIST: &str = "- id: two\n  label: A\n  name: Second\n- id: one\n  label: B\n- id: gone\n  label: C\n";

/// What is told, a line for each contest, problem and message; addresses without the folder's.
fn told(client: &mut Client, folder: &Path) -> String {
    let answer = client.request("touchstone/problems", json!({}));
    let base = uri::of(folder);
    let inside = |uri: &Value| uri.as_str().map_or("-", |uri| uri.strip_prefix(&base).unwrap_or(uri)).to_owned();
    let mut told = String::new();
    for contest in answer["contests"].as_array().expect("a list") {
        let (name, file) = (contest["name"].as_str().unwrap_or_default(), inside(&contest["file"]));
        writeln!(told, "{name} {} {file}", inside(&contest["uri"])).unwrap();
        for one in contest["problems"].as_array().expect("a list") {
            let words = ["label", "name"].map(|key| one[key].as_str().unwrap_or("-").to_owned());
            let kinds = ["listed", "found", "judged"].map(|key| one[key].as_bool().expect("it is said"));
            let numbers = ["correct", "wrong", "tpr", "tnr", "errors"].map(|key| one[key].to_string());
            let (file, numbers) = (inside(&one["file"]), numbers.join(" "));
            writeln!(told, "  {} {} {kinds:?} {numbers} {file}", words.join(" "), inside(&one["uri"])).unwrap();
        }
        for message in contest["messages"].as_array().expect("a list") {
            writeln!(told, "  ! {}", message.as_str().unwrap_or_default()).unwrap();
        }
    }
    told
}

fn wait_for(client: &mut Client, folder: &Path, what: &str) -> String {
    let mut last = told(client, folder);
    while !last.contains(what) {
        let before = client.seen.n_problems_changed;
        last = told(client, folder);
        if !last.contains(what) {
            client.wait_until(what, |client| client.seen.n_problems_changed > before);
        }
    }
    last
}

#[test]
fn problems_are_told_by_contest_in_the_order_of_its_list() {
    let folder = Folder::of("contest", [("problems.yaml", LIST), ("contest.yaml", "name: Spring\n")]);
    let roots = ["one", "two", "extra"].map(|name| put_small(&folder, name));
    for name in ["tle_slow.c", "mle_hungry.c"] {
        fs::remove_file(roots[1].join(name)).expect("it is there");
    }
    let mut client = in_process::trusting().folder(folder.path()).start();
    let told = wait_for(&mut client, folder.path(), "Spring");
    assert_eq!(
        told,
        "\
Spring  /problems.yaml
  A Second /two [true, true, false] null null null null 0 /two/touchstone.toml
  B one /one [true, true, false] null null null null 0 /one/touchstone.toml
  C gone /gone [true, false, false] null null null null 0 -
  - extra /extra [false, true, false] null null null null 0 /extra/touchstone.toml
  ! there is no folder gone beside this file, so the problem is not judged; add it, take it out of the list, or name one \
         that is not listed: extra
  ! extra is a problem that problems.yaml does not list; it is judged after the others
"
    );
    // A wrong solution that passes everything is an error of that problem, and of no other: of three, two fail.
    client.write_outside(&[(&roots[1].join("wa_right.c"), &small::solution(100_000))]);
    client.judge(&roots[1]);
    // A client that has asked is told of changes.
    client.wait_until("a change", |client| client.seen.n_problems_changed > 0);
    let told = wait_for(&mut client, folder.path(), "A Second /two [true, true, true]");
    let second = told.lines().nth(1).expect("it is the first of its contest");
    assert_eq!(second, format!("  A Second /two [true, true, true] 1 3 1.0 {} 1 /two/sol.c", 2.0 / 3.0));
    assert!(told.contains("B one /one [true, true, false]"), "{told}");
    // The list changes, and so does what is told.
    client.write_outside(&[(&folder.path().join("problems.yaml"), "- {id: extra, label: Z}\n")]);
    let told = wait_for(&mut client, folder.path(), "Z extra");
    let first = told.lines().nth(1).expect("there are problems");
    assert!(first.starts_with("  Z extra /extra [true, true, false]"), "{told}");
    assert!(!told.contains("gone"), "{told}");
    assert!(client.leave().success());
}

#[test]
fn a_client_that_does_not_ask_is_not_told() {
    let folder = Folder::of("contest", [("problems.yaml", LIST)]);
    let root = put_small(&folder, "one");
    let mut client = in_process::trusting().folder(folder.path()).start();
    client.judge(&root);
    client.catch_up();
    assert_eq!(client.seen.n_problems_changed, 0);
    assert!(client.leave().success());
}

#[test]
fn problems_of_several_folders_and_of_none_are_told_once() {
    let (one, two) = (Folder::empty("one"), Folder::empty("two"));
    put_small(&one, "p");
    let alone = put_small(&two, "q");
    let mut client = in_process::trusting().folder(one.path()).folder(&one.path().join("p")).start();
    client.open(&alone.join("val.c"));
    let told = wait_for(&mut client, one.path(), "Other problems");
    let problems: Vec<&str> = told.lines().filter(|line| line.starts_with("  ")).collect();
    assert_eq!(problems.len(), 2, "{told}");
    assert!(problems[0].contains(" p /p "), "{told}");
    assert!(problems[1].contains(" q "), "{told}");
    assert!(client.leave().success());
}
