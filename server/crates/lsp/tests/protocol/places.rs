//! Where problems lie: several in a folder, several folders, nested ones, and files that come and go.

use std::{
    fs,
    path::{Path, PathBuf},
};

use serde_json::json;
use testkit::{
    editor::{client::Client, matrix, uri},
    examples,
    folder::Folder,
    small,
};

use crate::in_process;

pub(crate) fn put_small(folder: &Folder, name: &str) -> PathBuf {
    assert!(!name.is_empty() && !name.starts_with('/'), "a path in the folder");
    for (path, text) in small::files() {
        folder.write(&format!("{name}/{path}"), text);
    }
    folder.path().join(name)
}

/// Two problems in a contest, one of them a level deeper, beside files that are part of none.
fn contest() -> (Folder, PathBuf, PathBuf) {
    let folder = Folder::of("contest", [("README.md", "# Two problems\n"), ("tools/notes.txt", "none\n")]);
    let first = put_small(&folder, "a");
    let second = put_small(&folder, "day2/b");
    (folder, first, second)
}

fn has_anything(client: &Client, below: &Path) -> bool {
    let published = client.seen.published.iter().filter(|(uri, _)| uri::path(uri).starts_with(below));
    published.into_iter().any(|(_, published)| !published.items.is_empty())
}

#[test]
fn several_problems_in_a_workspace() {
    let (folder, first, second) = contest();
    let mut client = in_process::trusting().folder(folder.path()).start();
    for (root, number) in [(&first, "3"), (&second, "4")] {
        let validator = root.join("val.c");
        client.open(&validator);
        client.replace(&validator, "#define MAX 9\n", &format!("#define MAX {number}\n"));
        client.save(&validator);
    }
    // The tests have 2, 1, 3, 5 and 7 numbers.
    client.wait_for(&first.join("val.c"), "error validator-rejects-test");
    client.wait_for(&second.join("val.c"), "error validator-rejects-test");
    for root in [&first, &second] {
        client.judge(root);
        let whole = client.matrix(root);
        let valid: Vec<bool> =
            whole["tests"].as_array().expect("a list").iter().map(|test| test["valid"] == true).collect();
        assert_eq!(valid, [true, true, true, false, false]);
    }
    client.replace(&first.join("val.c"), "#define MAX 3\n", "#define MAX 9\n");
    client.save(&first.join("val.c"));
    client.wait_for_no(&first.join("val.c"), "validator-rejects");
    assert!(client.has(&second.join("val.c"), "validator-rejects-test"));
    assert!(client.leave().success());
}

#[test]
fn a_problem_of_which_nothing_is_open() {
    let (folder, first, second) = contest();
    let mut client = in_process::trusting().folder(folder.path()).start();
    client.write_outside(&[(&second.join("wa_right.c"), &small::solution(100_000))]);
    client.judge(&second);
    client.wait_for(&second.join("wa_right.c"), "error wrong-solution-passes");
    assert_eq!(matrix::verdicts(&client.matrix(&second), "sol.c"), ["AC"; 5]);
    assert_eq!(matrix::verdicts(&client.matrix(&first), "sol.c"), ["SK"; 5]);
    assert!(!has_anything(&client, &first));
    assert!(client.leave().success());
}

#[test]
fn a_folder_that_is_open_twice() {
    let (folder, first, second) = contest();
    let mut client = in_process::trusting().folder(folder.path()).folder(&first).start();
    let script = first.join("script.txt");
    client.open(&script);
    client.replace(&script, "gen 5 -seed 2 > $", "gne 5 -seed 2 > $");
    client.save(&script);
    client.wait_for(&script, "error generator-unknown 2:1 `gne ");
    client.judge(&first);
    client.judge(&second);
    // Each problem is there once, and so is what is said of it.
    assert_eq!(client.lines(&script).iter().filter(|line| line.contains("generator-unknown")).count(), 1);
    let known: Vec<&String> = client.seen.status.keys().collect();
    assert_eq!(known, [&uri::of(&first), &uri::of(&second)]);
    assert!(client.leave().success());
}

#[test]
fn folders_come_and_go() {
    let (one, two) = (Folder::empty("one"), Folder::empty("two"));
    let (first, second) = (put_small(&one, "p"), put_small(&two, "q"));
    for root in [&first, &second] {
        fs::write(root.join("wa_right.c"), small::solution(100_000)).expect("it can be written");
    }
    let mut client = in_process::trusting().folder(one.path()).start();
    client.judge(&first);
    client.wait_for(&first.join("wa_right.c"), "wrong-solution-passes");
    assert!(client.try_command("touchstone.run", json!({ "uri": uri::of(&second) })).is_err());
    let named = |path: &Path| json!([{ "uri": uri::of(path), "name": "folder" }]);
    let event = json!({ "event": { "added": named(two.path()), "removed": named(one.path()) } });
    client.notify("workspace/didChangeWorkspaceFolders", event);
    client.wait_until("the first is forgotten", |client| !has_anything(client, &first));
    client.judge(&second);
    client.wait_for(&second.join("wa_right.c"), "wrong-solution-passes");
    assert!(client.try_command("touchstone.run", json!({ "uri": uri::of(&first) })).is_err());
    assert!(client.leave().success());
}

#[test]
fn what_was_taken_for_a_problem_becomes_a_contest() {
    let folder = Folder::empty("contest");
    let root = put_small(&folder, "round");
    fs::remove_file(root.join("touchstone.toml")).expect("it is there");
    let mut client = in_process::trusting().folder(folder.path()).start();
    let script = root.join("script.txt");
    client.open(&script);
    client.judge(&root);
    let is_gone = |client: &Client, root: &Path| client.seen.status[&uri::of(root)]["gone"] == json!(true);
    assert!(!is_gone(&client, &root));
    // Manifests below say that the problems are there; what lies around them is shared.
    let manifests = ["a", "b"].map(|name| put_small(&folder, &format!("round/{name}")).join("touchstone.toml"));
    client.tell_files(&[(&manifests[0], 1), (&manifests[1], 1)]);
    client.wait_until("the problem around them is gone", |client| is_gone(client, &root));
    for name in ["a", "b"] {
        client.judge(&root.join(name));
        assert_eq!(matrix::verdicts(&client.matrix(&root.join(name)), "sol.c"), ["AC"; 5]);
    }
    client.replace(&script, "gen 5 -seed 2 > $", "gne 5 -seed 2 > $");
    client.catch_up();
    assert!(client.lines(&script).is_empty(), "{:?}", client.lines(&script));
    // Without them it is as before, but for what has a pool of its own.
    manifests.iter().for_each(|manifest| client.remove_outside(manifest));
    client.wait_until("the problem is back", |client| !is_gone(client, &root));
    client.wait_for(&script, "error generator-unknown 2:1 `gne ");
    assert!(!is_gone(&client, &root.join("a")));
    assert!(client.leave().success());
}

#[test]
fn a_stray_source_and_a_problem_inside_another() {
    let (folder, first, second) = contest();
    folder.write("stray.c", small::solution(1000));
    folder.write("setup.py", "print(1)\n");
    let inside = put_small(&folder, "a/old");
    let mut client = in_process::trusting().folder(folder.path()).start();
    client.open(&folder.path().join("stray.c"));
    for root in [&first, &second, &inside] {
        client.judge(root);
        let whole = client.matrix(root);
        let solutions = whole["solutions"].as_array().expect("a list");
        let paths: Vec<&str> = solutions.iter().filter_map(|solution| solution["path"].as_str()).collect();
        assert!(!paths.is_empty() && !paths.iter().any(|path| path.contains('/')), "{paths:?}");
        assert_eq!(matrix::verdicts(&whole, "sol.c"), ["AC"; 5]);
    }
    assert!(client.try_command("touchstone.run", json!({ "uri": uri::of(folder.path()) })).is_err());
    assert!(client.leave().success());
}

#[test]
fn files_that_an_editor_does_not_know_of() {
    let folder = Folder::empty("small");
    let root = put_small(&folder, "p");
    // This client does not watch files, so the server does.
    let setup = in_process::trusting().without("workspace", "didChangeWatchedFiles").folder(folder.path());
    let mut client = setup.start();
    client.open(&root.join("val.c"));
    client.judge(&root);
    let wrong = root.join("wa_right.c");
    fs::write(&wrong, small::solution(100_000)).expect("it can be written");
    client.wait_for(&wrong, "error wrong-solution-passes 1:1 `#define CAP 100000`: ");
    let renamed = root.join("wa_still_right.c");
    fs::rename(&wrong, &renamed).expect("it can be renamed");
    client.wait_for(&renamed, "error wrong-solution-passes 1:1 `#define CAP 100000`: ");
    client.wait_for_no(&wrong, "");
    fs::write(root.join("script.txt"), "gne 3 -seed 1 > $\n").expect("it can be written");
    client.wait_for(&root.join("script.txt"), "error generator-unknown 1:1 `gne ");
    fs::remove_file(&renamed).expect("it is there");
    client.wait_for_no(&renamed, "");
    assert!(client.leave().success());
}

/// A client that watches its folders does not know which headers above a problem are a part of it.
#[test]
fn a_header_above_the_problem() {
    let folder = Folder::empty("small");
    fs::create_dir(folder.path().join(".git")).expect("it can be made");
    let root = put_small(&folder, "set/p");
    folder.write("set/p/touchstone.toml", "include = [\"../common\"]\n");
    let mut client = in_process::trusting().folder(folder.path()).start();
    let settings = root.join("touchstone.toml");
    client.open(&settings);
    client.wait_for(&settings, "manifest-stale");
    let common = folder.path().join("new/common");
    fs::create_dir_all(&common).expect("it can be made");
    fs::write(common.join("random.h"), "int next();\n").expect("it can be written");
    fs::rename(&common, folder.path().join("set/common")).expect("it can be renamed");
    client.wait_for_no(&settings, "manifest-stale");
    assert!(client.leave().success());
}

/// Reading so many files takes longer than what a check waits after a file was opened.
#[test]
fn a_problem_with_headers_above_it_is_checked_once() {
    let folder = Folder::empty("small");
    fs::create_dir_all(folder.path().join(".git")).expect("it can be made");
    folder.write("set/common/random.h", "int next();\n");
    let root = put_small(&folder, "set/p");
    folder.write("set/p/touchstone.toml", "include = [\"../common\"]\n");
    for number in 0..4000 {
        folder.write(&format!("set/p/notes/{number}.md"), "\n");
    }
    let mut client = in_process::trusting().folder(folder.path()).start();
    client.open(&root.join("val.c"));
    client.wait_until("the check", |client| client.seen.statuses.iter().any(|status| status["busy"] == true));
    client.wait_until_idle(&root);
    client.catch_up();
    assert_eq!(client.log().matches("a check of ").count(), 1, "{}", client.log());
    assert!(client.leave().success());
}

#[test]
fn a_watched_rename_keeps_the_problem_right() {
    let folder = Folder::empty("small");
    let root = put_small(&folder, "p");
    let mut client = in_process::trusting().folder(folder.path()).start();
    client.open(&root.join("val.c"));
    client.judge(&root);
    let (before, after) = (root.join("wa_cap.c"), root.join("wa_limit.c"));
    fs::rename(&before, &after).expect("it can be renamed");
    client.tell_files(&[(&before, 3), (&after, 1)]);
    client.judge(&root);
    let whole = client.matrix(&root);
    let paths: Vec<&str> = whole["solutions"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|one| one["path"].as_str().expect("a path"))
        .collect();
    assert!(paths.contains(&"wa_limit.c") && !paths.contains(&"wa_cap.c"), "{paths:?}");
    assert!(client.leave().success());
}

#[test]
fn a_folder_that_is_deleted_and_comes_back() {
    let folder = Folder::empty("small");
    let root = put_small(&folder, "p");
    let other = put_small(&folder, "q");
    let mut client = in_process::trusting().folder(folder.path()).start();
    let validator = root.join("val.c");
    client.open(&validator);
    client.replace(&validator, "#define MAX 9\n", "#define MAX 3\n");
    client.save(&validator);
    client.wait_for(&validator, "validator-rejects-test");
    fs::remove_dir_all(&root).expect("it is there");
    // Editors tell of the folder alone.
    client.tell_files(&[(&root, 3)]);
    client.wait_until("nothing of it", |client| !has_anything(client, &root));
    // Another problem is as well as ever, and this one when it is back.
    client.judge(&other);
    assert_eq!(matrix::verdicts(&client.matrix(&other), "sol.c"), ["AC"; 5]);
    client.replace(&validator, "#define MAX 3\n", "#define MAX 4\n");
    put_small(&folder, "p");
    client.save(&validator);
    client.tell_files(&[(&root.join("sol.c"), 1)]);
    client.wait_for(&validator, "validator-rejects-test");
    client.judge(&root);
    assert_eq!(matrix::verdicts(&client.matrix(&root), "sol.c").len(), 5);
    assert!(client.leave().success());
}

#[test]
fn a_file_outside_of_all_folders() {
    let folder = Folder::copy_of(&examples::folder("two-parcels"));
    let mut client = in_process::trusting().start();
    let wrong = folder.path().join("wa_same_parcel.cpp");
    client.open(&wrong);
    client.wait_for(&wrong, "error wrong-solution-passes 1:1 `// Forgets that the two parcels must be different: ");
    assert!(client.seen.status.contains_key(&uri::of(folder.path())), "{:?}", client.seen.status.keys());
    client.close(&wrong);
    client.wait_until("nothing of it", |client| !has_anything(client, folder.path()));
    // A file of no problem is none of the server's business.
    let place = testkit::temporary::folder();
    let alone = place.path().join("notes.md");
    fs::write(&alone, "nothing\n").expect("it can be written");
    client.open(&alone);
    client.catch_up();
    assert!(!has_anything(&client, place.path()));
    assert!(client.leave().success());
}

/// A validator that rejects, open in an editor that has been told so.
fn rejecting(client: &mut Client, root: &Path) -> (PathBuf, String) {
    let validator = root.join("val.c");
    client.open(&validator);
    client.replace(&validator, "#define MAX 9\n", "#define MAX 3\n");
    client.save(&validator);
    client.wait_for(&validator, "validator-rejects-test");
    client.judge(root);
    (validator.clone(), client.text(&validator).to_owned())
}

#[test]
fn an_open_file_that_others_delete_and_restore() {
    let folder = Folder::empty("small");
    let root = put_small(&folder, "p");
    let mut client = in_process::trusting().folder(folder.path()).start();
    let (validator, text) = rejecting(&mut client, &root);
    client.remove_outside(&validator);
    client.wait_for_no(&validator, "");
    client.judge(&root);
    client.write_outside(&[(&validator, &text)]);
    client.wait_for(&validator, "validator-rejects-test");
    // Both before anything was done about the first.
    client.remove_outside(&validator);
    client.write_outside(&[(&validator, &text)]);
    client.judge(&root);
    client.wait_for(&validator, "validator-rejects-test");
    assert!(client.leave().success());
}

#[test]
fn an_open_file_that_others_restore_where_nothing_runs_on_save() {
    let folder = Folder::empty("small");
    let root = put_small(&folder, "p");
    let setup = in_process::trusting().option("editor", json!({ "check_on_save": false })).folder(folder.path());
    let mut client = setup.start();
    let script = root.join("script.txt");
    fs::write(&script, "gne 3 -seed 1 > $\n").expect("it can be written");
    client.open(&script);
    client.wait_for(&script, "error generator-unknown 1:1 `gne ");
    client.judge(&root);
    for _ in 0..2 {
        client.remove_outside(&script);
        client.wait_for_no(&script, "");
        client.write_outside(&[(&script, "gne 3 -seed 1 > $\n")]);
        client.wait_for(&script, "error generator-unknown 1:1 `gne ");
    }
    assert!(client.leave().success());
}

#[test]
fn an_open_file_that_others_delete_and_restore_while_the_server_watches() {
    let folder = Folder::empty("small");
    let root = put_small(&folder, "p");
    let setup = in_process::trusting().without("workspace", "didChangeWatchedFiles").folder(folder.path());
    let mut client = setup.start();
    let (validator, text) = rejecting(&mut client, &root);
    fs::remove_file(&validator).expect("it is there");
    client.wait_for_no(&validator, "");
    client.judge(&root);
    fs::write(&validator, text).expect("it can be written");
    client.wait_for(&validator, "validator-rejects-test");
    assert!(client.leave().success());
}

#[test]
fn a_folder_outside_of_the_workspace_that_is_deleted_and_restored() {
    let (folder, elsewhere) = (Folder::empty("open"), Folder::empty("elsewhere"));
    let root = put_small(&elsewhere, "p");
    let script = root.join("script.txt");
    fs::write(&script, "gne 3 -seed 1 > $\n").expect("it can be written");
    let mut client = in_process::plain().folder(folder.path()).start();
    client.open(&script);
    client.wait_for(&script, "error generator-unknown 1:1 `gne ");
    fs::rename(&root, elsewhere.path().join("away")).expect("it can be renamed");
    client.wait_for_no(&script, "");
    client.wait_until("it is gone", |client| client.seen.status[&uri::of(&root)]["gone"] == true);
    // Answered once the server has looked for the problem of the file, in vain.
    let at = json!({ "textDocument": { "uri": uri::of(&script) }, "position": { "line": 0, "character": 0 } });
    assert!(client.request("textDocument/hover", at).is_null());
    fs::rename(elsewhere.path().join("away"), &root).expect("it can be renamed");
    client.wait_for(&script, "error generator-unknown 1:1 `gne ");
    assert!(client.leave().success());
}

#[test]
fn odd_names() {
    let folder = Folder::empty("a b+c");
    let root = put_small(&folder, "problem ü #1 100%");
    let mut client = in_process::trusting().folder(folder.path()).start();
    let wrong = root.join("wa right?.c");
    client.write_outside(&[(&wrong, &small::solution(100_000))]);
    client.open(&wrong);
    client.wait_for(&wrong, "error wrong-solution-passes 1:1 `#define CAP 100000`: ");
    assert!(client.seen.status.contains_key(&uri::of(&root)), "{:?}", client.seen.status.keys());
    client.judge(&root);
    assert!(client.leave().success());
}

#[test]
fn a_folder_by_another_name() {
    let folder = Folder::empty("problems");
    let real = put_small(&folder, "sum");
    let beside = Folder::empty("beside");
    beside.link("other", &real);
    let linked = beside.path().join("other");
    // As a workspace folder, and without any.
    for setup in [in_process::trusting().folder(&linked), in_process::trusting()] {
        let mut client = setup.start();
        client.open(&linked.join("val.c"));
        let name = uri::of(&linked);
        client.wait_until("the name that the client has for it", |client| client.seen.status.contains_key(&name));
        client.judge(&linked);
        assert!(!client.seen.status.contains_key(&uri::of(&real)), "and no other: {:?}", client.seen.status.keys());
        let of_file = |path: &Path| json!({ "uri": uri::of(path) });
        client.command("touchstone.run", of_file(&linked.join("wa_cap.c")));
        client.command("touchstone.run", json!({ "uri": format!("{}/", uri::of(&linked)) }));
    }
}

#[test]
fn a_file_that_is_opened_saved_closed_and_opened_again_at_once() {
    let folder = Folder::empty("problems");
    let root = put_small(&folder, "sum");
    let validator = root.join("val.c");
    let mut client = in_process::trusting().folder(folder.path()).start();
    client.open(&validator);
    client.judge(&root);
    client.close(&validator);
    let text = fs::read_to_string(&validator).unwrap();
    for number in ["3", "9", "5"] {
        client.open(&validator);
        client.set_text(&validator, &text.replace("#define MAX 9", &format!("#define MAX {number}")));
        client.save(&validator);
        client.close(&validator);
    }
    client.open(&validator);
    // The tests have 2, 1, 3, 5 and 7 numbers.
    loop {
        let n_changes = client.seen.matrix_changes.len();
        let whole = client.matrix(&root);
        let valid: Vec<bool> =
            whole["tests"].as_array().expect("a list").iter().map(|test| test["valid"] == true).collect();
        if valid == [true, true, true, true, false] {
            return;
        }
        client.wait_until("a run of what was saved last", |client| client.seen.matrix_changes.len() > n_changes);
    }
}
