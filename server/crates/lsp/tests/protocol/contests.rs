//! What is wrong with the list of a contest stands at its line, for as long as that is so.

use std::{fs, path::PathBuf};

use testkit::{
    editor::{client::Client, setup::Setup},
    folder::Folder,
};

use crate::{in_process, places::put_small};

const LIST: &str = "- id: one\n  label: A\n- id: gone\n  label: B\n- id: two\n  lable: C\n";

const GONE: &str = "warning manifest-stale 3:7 `gone`: there is no folder gone beside this file, so the problem is not \
                    judged; add it, or take it out of the list";
const KEY: &str = "warning manifest-stale 6:3 `lable`: the key `lable` is not known, so it changes nothing here; perhaps `label` is \
     meant";

/// Two problems and their list, as a client has them that was told of all that is wrong with it.
fn start(set: impl FnOnce(Setup) -> Setup) -> (Folder, PathBuf, Client) {
    let folder = Folder::of("contest", [("problems.yaml", LIST)]);
    for name in ["one", "two"] {
        put_small(&folder, name);
    }
    let list = folder.path().join("problems.yaml");
    let client = set(in_process::trusting().folder(folder.path())).start();
    (folder, list, client)
}

#[test]
fn what_is_wrong_with_a_list_stands_at_its_line_until_it_is_mended() {
    let (folder, list, mut client) = start(|setup| setup);
    client.wait_for(&list, GONE);
    assert_eq!(client.lines(&list), [KEY, GONE]);
    // The folder comes.
    put_small(&folder, "gone");
    client.tell_files(&[(&folder.path().join("gone/val.c"), 1), (&folder.path().join("gone/touchstone.toml"), 1)]);
    client.wait_for_no(&list, "gone");
    assert_eq!(client.lines(&list), [KEY]);
    // The text is no list any more, and then a good one.
    client.write_outside(&[(&list, "- id: one\n  label: 'A\n")]);
    client.wait_for(&list, "error manifest-broken");
    let lines = client.lines(&list);
    assert!(lines[0].contains("this is no valid YAML: while scanning a quoted scalar"), "{lines:?}");
    assert!(lines[1].starts_with("information manifest-stale 1:1 `- id: one`: gone is a problem that"), "{lines:?}");
    client.write_outside(&[(&list, "[one, gone, two]\n")]);
    client.wait_for_no(&list, "");
    // One of its problems goes, and then the list.
    fs::remove_dir_all(folder.path().join("two")).unwrap();
    client.tell_files(&[(&folder.path().join("two/val.c"), 3)]);
    client.wait_for(&list, "manifest-stale 1:13 `two`: there is no folder two");
    client.remove_outside(&list);
    client.wait_for_no(&list, "");
    assert!(client.leave().success());
}

#[test]
fn what_is_wrong_with_a_list_moves_with_its_line() {
    let (_folder, list, mut client) = start(Setup::utf8);
    client.wait_for(&list, GONE);
    client.open(&list);
    client.replace(&list, "- id: one\n", "# The order of the evening\n- id: one\n");
    client.wait_for(&list, "4:7 `gone`");
    client.wait_for(&list, "7:3 `lable`");
    // Nobody knows what a line is that was edited and not saved.
    client.replace(&list, "id: gone\n  label: B", "{name: é, id: gone, label: B}");
    client.wait_for_no(&list, "gone");
    assert!(client.has(&list, "6:3 `lable`"));
    client.save(&list);
    client.wait_for(&list, "4:18 `gone`");
    client.replace(&list, "lable", "label");
    client.save(&list);
    client.wait_for_no(&list, "lable");
    client.close(&list);
    client.catch_up();
    assert!(client.has(&list, "4:18 `gone`"), "closing changes nothing");
    assert!(client.leave().success());
}

#[test]
fn a_client_that_pulls_gets_what_is_wrong_with_a_list() {
    let (_folder, list, mut client) = start(Setup::pulling);
    client.open(&list);
    client.wait_until("a reason to pull", |client| client.seen.n_asked("workspace/diagnostic/refresh") > 0);
    assert_eq!(client.pull(&list), [KEY, GONE]);
    client.set_text(&list, "- id: one\n- id: two\n");
    let before = client.seen.n_asked("workspace/diagnostic/refresh");
    client.save(&list);
    client.wait_until("another", |client| client.seen.n_asked("workspace/diagnostic/refresh") > before);
    assert_eq!(client.pull(&list), [""; 0]);
    assert!(client.leave().success());
}

#[test]
fn what_is_wrong_with_a_list_is_told_while_its_folder_is_open() {
    let (folder, list, mut client) = start(|setup| setup.folder(&std::env::temp_dir().join("nothing is here")));
    client.wait_for(&list, GONE);
    let event =
        |uri: String| serde_json::json!({ "event": { "added": [], "removed": [{ "uri": uri, "name": "contest" }] } });
    client.notify("workspace/didChangeWorkspaceFolders", event(testkit::editor::uri::of(folder.path())));
    client.wait_for_no(&list, "");
    assert!(client.leave().success());
}
