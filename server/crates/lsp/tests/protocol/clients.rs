//! Clients that differ: in what they can do, in how they count characters, in who asks for diagnostics.

use std::{collections::BTreeMap, path::PathBuf};

use serde_json::{Value, json};
use testkit::{
    editor::{client::Client, matrix, uri},
    examples,
    folder::Folder,
    small,
};

use crate::in_process;

fn small_problem() -> Folder {
    let files = small::files();
    Folder::of("small", files.iter().map(|(path, text)| (path.as_str(), text.as_str())))
}

#[test]
fn characters_are_counted_as_agreed() {
    // Before the call stand é and 😀: 2 characters, 3 units of UTF-16, 6 bytes.
    let prefix = "/* é😀 */ ";
    let call = "inf.readInt(2, 4, \"n\")";
    let column = |length: usize| 5 + "/*  */ ".len() + length + "int n = ".len();
    for (setup, n_units) in [(in_process::trusting(), 3), (in_process::trusting().utf8(), 6)] {
        let folder = Folder::copy_of(&examples::folder("two-parcels"));
        let validator = folder.path().join("val.cpp");
        let mut client = setup.folder(folder.path()).start();
        client.open(&validator);
        client.replace(&validator, "int n = inf.readInt(2, 50000, \"n\")", &format!("{prefix}int n = {call}"));
        client.save(&validator);
        client.wait_for(&validator, &format!("error validator-rejects-test 5:{} `{call}`: ", column(n_units)));
        // An edit behind them is where the client means it.
        client.replace(&validator, call, "inf.readInt(2, 50000, \"n\")");
        client.save(&validator);
        client.wait_for_no(&validator, "validator-rejects-test");
        let position = client
            .encoding
            .position(client.text(&validator), client.text(&validator).find("readInt").expect("it is there"));
        let at = json!({ "textDocument": { "uri": uri::of(&validator) }, "position": position });
        let hover = client.request("textDocument/hover", at);
        assert_eq!(client.encoding.at(client.text(&validator), &hover["range"]), Some("readInt"));
        assert!(client.leave().success());
    }
}

#[test]
fn a_lone_carriage_return_ends_a_line() {
    for setup in [in_process::trusting(), in_process::trusting().utf8()] {
        let folder = Folder::copy_of(&examples::folder("two-parcels"));
        let validator = folder.path().join("val.cpp");
        let mut client = setup.folder(folder.path()).start();
        client.open(&validator);
        // The editor counts two lines more from here on, and a compiler none.
        client.replace(&validator, "#include \"testlib.h\"\n", "#include \"testlib.h\" // é\r// old\r// Mac\r\n");
        let call = "inf.readInt(2, 4, \"n\")";
        client.replace(&validator, "inf.readInt(2, 50000, \"n\")", call);
        client.save(&validator);
        client.wait_for(&validator, &format!("error validator-rejects-test 7:13 `{call}`: "));
        let at = client.text(&validator).find("readInt").expect("it is there");
        let position = client.encoding.position(client.text(&validator), at);
        let at = json!({ "textDocument": { "uri": uri::of(&validator) }, "position": position });
        let hover = client.request("textDocument/hover", at);
        assert_eq!(client.encoding.at(client.text(&validator), &hover["range"]), Some("readInt"));
        client.replace(&validator, "\r// Mac", "");
        client.wait_for(&validator, &format!("error validator-rejects-test 6:13 `{call}`: "));
        assert!(client.leave().success());
    }
}

#[test]
fn a_client_that_can_nothing() {
    let folder = Folder::copy_of(&examples::folder("two-parcels"));
    let validator = folder.path().join("val.cpp");
    let mut client = in_process::trusting().incapable().without_process().folder(folder.path()).start();
    let offered = client.hello["capabilities"].clone();
    assert!(offered["positionEncoding"].is_null() && offered["diagnosticProvider"].is_null(), "{offered}");
    client.open(&validator);
    client.replace(&validator, "inf.readInt(2, 50000, \"n\")", "inf.readInt(2, 4, \"n\")");
    client.save(&validator);
    client.wait_for(&validator, "error validator-rejects-test 5:13 ");
    client.judge(folder.path());
    for published in client.seen.published.values() {
        assert_eq!(published.version, None);
        assert!(published.items.iter().all(|item| item["relatedInformation"].is_null()), "{published:?}");
    }
    // It is asked nothing and gets no progress.
    assert_eq!(client.seen.questions, []);
    assert!(client.seen.progress.is_empty());
    assert!(client.leave().success());
}

#[test]
fn versions_are_those_of_the_texts() {
    let folder = Folder::copy_of(&examples::folder("two-parcels"));
    let script = folder.path().join("script.txt");
    let mut client = in_process::plain().folder(folder.path()).start();
    client.open(&script);
    for (word, by) in [("gen -n 6", "gne -n 6"), ("gne -n 6", "gne  -n 6"), ("gen -n 50000 -max 2e9 -type none", "gne")]
    {
        client.replace(&script, word, by);
    }
    client.wait_for(&script, "generator-unknown 9:1 `gne ");
    let published = &client.seen.published[&uri::of(&script)];
    assert_eq!(published.version, Some(client.document(&script).version));
    assert!(client.leave().success());
}

/// What a client is told of a problem, by file: code, range and message.
fn told(folder: &Folder) -> BTreeMap<PathBuf, Vec<String>> {
    let mut client = in_process::trusting().folder(folder.path()).start();
    client.open(&folder.path().join("val.cpp"));
    client.open(&folder.path().join("script.txt"));
    client.judge(folder.path());
    let told = published(&client);
    assert!(client.leave().success());
    told
}

/// What is published now.
fn published(client: &Client) -> BTreeMap<PathBuf, Vec<String>> {
    let published = client.seen.published.iter().filter(|(_, published)| !published.items.is_empty());
    published.map(|(uri, published)| (uri::path(uri), lines(&published.items))).collect()
}

fn lines(items: &[Value]) -> Vec<String> {
    let mut lines: Vec<String> =
        items.iter().map(|item| format!("{} {} {}", item["code"], item["range"], item["message"])).collect();
    lines.sort();
    lines
}

/// A problem with findings of the texts and of runs, in several files.
fn full_of_findings() -> Folder {
    let folder = Folder::copy_of(&examples::folder("two-parcels"));
    let validator = std::fs::read_to_string(folder.path().join("val.cpp")).expect("it is there");
    folder.write("val.cpp", validator.replace("readInt(2, 50000", "readInt(2, 4").replace("    inf.readEof();\n", ""));
    folder.write("script.txt", "gen -n 2 -min 1 -max 1 -type pair > $\ngne 5 > $\ngen -n 6 -max 100 -type none > $\n");
    folder
}

#[test]
fn a_client_that_asks_sees_each_diagnostic_once() {
    let folder = full_of_findings();
    let expected = told(&folder);
    assert!(expected.len() > 3 && expected.values().map(Vec::len).sum::<usize>() > 6, "{expected:#?}");
    let open = [folder.path().join("val.cpp"), folder.path().join("script.txt")];
    let mut client = in_process::trusting().pulling().folder(folder.path()).start();
    assert_eq!(client.hello["capabilities"]["diagnosticProvider"]["workspaceDiagnostics"], json!(true));
    for path in &open {
        client.open(path);
    }
    // At once, before anything was read: the texts' own findings must be in the answer.
    assert!(client.pull(&open[1]).iter().any(|line| line.starts_with("error generator-unknown 2:1 `gne ")));
    client.judge(folder.path());
    client.wait_until("to be told to ask", |client| client.seen.n_asked("workspace/diagnostic/refresh") > 0);
    // What is open is asked for, and the rest is told.
    let mut seen = published(&client);
    for path in &open {
        assert!(!seen.contains_key(path), "{} is told and asked for", path.display());
        let named = json!({ "textDocument": { "uri": uri::of(path) } });
        let report = client.request("textDocument/diagnostic", named);
        seen.insert(path.clone(), lines(report["items"].as_array().expect("a list")));
        let again = json!({ "textDocument": { "uri": uri::of(path) }, "previousResultId": report["resultId"] });
        assert_eq!(client.request("textDocument/diagnostic", again)["kind"], "unchanged");
    }
    assert_eq!(seen, expected);
    // Once it asks for everything, nothing is told any more.
    let report = client.request("workspace/diagnostic", json!({ "previousResultIds": [] }));
    let items = report["items"].as_array().expect("a list").clone();
    client.catch_up();
    client.wait_until("nothing is told", |client| published(client).is_empty());
    let all: BTreeMap<PathBuf, Vec<String>> = items
        .iter()
        .map(|item| {
            let uri = item["uri"].as_str().expect("a word");
            (uri::path(uri), lines(item["items"].as_array().expect("a list")))
        })
        .filter(|(_, lines)| !lines.is_empty())
        .collect();
    assert_eq!(all, expected);
    let known: Vec<Value> = items.iter().map(|item| json!({ "uri": item["uri"], "value": item["resultId"] })).collect();
    let again = client.request("workspace/diagnostic", json!({ "previousResultIds": known }));
    assert!(
        again["items"].as_array().is_some_and(|items| items.iter().all(|item| item["kind"] == "unchanged")),
        "{again}"
    );
    assert!(client.leave().success());
}

#[test]
fn a_client_that_asks_in_a_folder_that_is_not_trusted() {
    let folder = full_of_findings();
    let script = folder.path().join("script.txt");
    let mut client = in_process::plain().pulling().folder(folder.path()).start();
    client.open(&script);
    assert!(client.pull(&script).iter().any(|line| line.starts_with("error generator-unknown 2:1 `gne ")));
    client.replace(&script, "gne 5 > $\n", "");
    assert!(!client.pull(&script).iter().any(|line| line.contains("generator-unknown")));
    assert!(client.leave().success());
}

#[test]
fn questions_without_parameters() {
    // That they have none, and not null, is seen to wherever a message is noted.
    let folder = full_of_findings();
    let open = folder.path().join("val.cpp");
    let mut client = in_process::trusting().pulling().folder(folder.path()).start();
    client.open(&open);
    client.pull(&open);
    client.judge(folder.path());
    for method in ["workspace/diagnostic/refresh", "workspace/codeLens/refresh"] {
        client.wait_until(method, |client| client.seen.n_asked(method) > 0);
    }
    assert!(client.leave().success());
}

#[test]
fn settings_change_while_it_runs() {
    let folder = small_problem();
    folder.write("wa_warned.c", "int main(void) { return 1 << 40; }\n");
    let warned = folder.path().join("wa_warned.c");
    let wrong = folder.path().join("wa_cap.c");
    let setup = in_process::trusting().option("editor", json!({ "check_on_save": false })).folder(folder.path());
    let mut client = setup.start();
    client.open(&wrong);
    client.judge(folder.path());
    client.wait_for(&warned, "information build-warning");
    client.answers.settings = json!({ "editor": { "compiler_diagnostics": false, "check_on_save": false } });
    client.notify("workspace/didChangeConfiguration", json!({ "settings": null }));
    client.wait_for_no(&warned, "build-warning");
    // A save is no cause while it is switched off.
    let is_right = |client: &mut Client| matrix::verdicts(&client.matrix(folder.path()), "wa_cap.c") == ["AC"; 5];
    client.replace(&wrong, "#define CAP 500\n", "#define CAP 2000\n");
    client.save(&wrong);
    client.catch_up();
    client.wait_until_idle(folder.path());
    assert!(!is_right(&mut client));
    // An empty answer changes nothing; another does.
    client.answers.settings = Value::Null;
    client.notify("workspace/didChangeConfiguration", json!({ "settings": null }));
    client.catch_up();
    assert!(!client.has(&warned, "build-warning"));
    client.answers.settings = json!({ "editor": { "compiler_diagnostics": true, "check_on_save": true } });
    client.notify("workspace/didChangeConfiguration", json!({ "settings": null }));
    client.wait_for(&warned, "build-warning");
    client.save(&wrong);
    client.wait_for(&wrong, "wrong-solution-passes");
    assert!(is_right(&mut client));
    // What cannot be read is said, and has no effect.
    client.answers.settings = json!({ "jobs": "many", "editor": { "compiler_diagnostics": false } });
    client.notify("workspace/didChangeConfiguration", json!({ "settings": null }));
    client.wait_until("words about it", |client| client.seen.shown.iter().any(|words| words.contains("`jobs`")));
    client.wait_for_no(&warned, "build-warning");
    assert!(client.leave().success());
}
