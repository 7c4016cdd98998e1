//! Single tests that are offered without a model: one that reaches a bound, and a smaller one.

use e2e::server;
use serde_json::{Value, json};
use testkit::{
    editor::{client::Client, uri},
    examples,
    folder::Folder,
};

/// The action of that title at a line of a file, carried out without an edit being applied.
fn done(client: &mut Client, path: &std::path::Path, line: usize, diagnostics: &Value, title: &str) -> Value {
    let here = json!({ "line": line, "character": 1 });
    let params = json!({
        "textDocument": { "uri": uri::of(path) },
        "range": { "start": here, "end": here },
        "context": { "diagnostics": diagnostics, "triggerKind": 1 },
    });
    let actions = client.request("textDocument/codeAction", params);
    let all = actions.as_array().expect("a list");
    let action = all.iter().find(|one| one["title"] == title).unwrap_or_else(|| panic!("{title}: {all:#?}"));
    let mut argument = action["command"]["arguments"][0].clone();
    argument["apply"] = json!(false);
    client.command(action["command"]["command"].as_str().expect("a name"), argument)
}

#[test]
fn a_test_reaches_a_bound_that_none_has_reached() {
    let folder = Folder::copy_of(&examples::folder("two-parcels"));
    let script = std::fs::read_to_string(folder.path().join("script.txt")).expect("the script can be read");
    let smaller: Vec<&str> = script.lines().filter(|line| !line.contains("-n 50000")).collect();
    folder.write("script.txt", smaller.join("\n") + "\n");
    let validator = folder.path().join("val.cpp");
    let mut client = server::trusting().knowing_actions().folder(folder.path()).start();
    client.open(&validator);
    client.wait_for(&validator, "bound-never-hit");
    let published = &client.seen.published[&uri::of(&validator)].items;
    let never: Vec<Value> = published.iter().filter(|item| item["code"] == "bound-never-hit").cloned().collect();
    let line = never[0]["range"]["start"]["line"].as_u64().expect("a line") as usize;
    assert_eq!(never[0]["data"]["bound"], json!({ "validator": "val.cpp", "name": "n", "is_upper": true }));
    let found = done(&mut client, &validator, line, &json!([never[0]]), "Add a test that reaches this bound");
    let command = found["offers"][0]["command"].as_str().expect("a generator makes it");
    assert!(command.contains("-n 50000"), "{command}");
    let edit = found["edit"].to_string();
    assert!(edit.contains("script.txt") && edit.contains("-n 50000"), "{edit}");
    assert!(client.leave().success());
}

#[test]
fn a_test_is_made_smaller_from_its_line_in_the_script() {
    let folder = Folder::copy_of(&examples::folder("two-parcels"));
    let script = folder.path().join("script.txt");
    let mut client = server::trusting().knowing_actions().folder(folder.path()).start();
    client.open(&script);
    client.judge(folder.path());
    // Two tests are files; this is the fourth command, with ten numbers.
    let title = "Add a smaller test than 6 that wa_sorted_index.cpp fails";
    let found = done(&mut client, &script, 3, &json!([]), title);
    let offer = &found["offers"][0];
    assert_eq!(offer["evidence"]["kills"][0]["solution"], "wa_sorted_index.cpp");
    assert!(offer["evidence"]["bytes"].as_u64().expect("a size") < 30, "{offer}");
    assert!(found["edit"].is_object(), "{found}");
    assert!(client.leave().success());
}
