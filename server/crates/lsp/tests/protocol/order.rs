//! Handlers that misbehave, and the order of messages under load.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use testkit::{
    editor::{client::Client, setup::Setup, uri},
    examples,
    folder::Folder,
    random::Random,
};

use crate::in_process;

const TEST: &str = "touchstone/selfTest";

fn scene(setup: Setup) -> (Folder, PathBuf, Client) {
    let folder = Folder::copy_of(&examples::folder("two-parcels"));
    let script = folder.path().join("script.txt");
    let mut client = setup.self_test().folder(folder.path()).start();
    client.open(&script);
    (folder, script, client)
}

/// What the server has to say of its documents now.
fn documents(client: &Client) -> Value {
    let of = |uri: &String| {
        let document = client.document(&uri::path(uri));
        (uri.clone(), json!([document.version, document.text.len()]))
    };
    client.open_files().iter().map(of).collect::<serde_json::Map<_, _>>().into()
}

/// The server is as it should be: it knows the texts, and finds what is wrong with them.
fn is_well(client: &mut Client, script: &Path) {
    let expected = documents(client);
    assert_eq!(client.request(TEST, json!({}))["documents"], expected);
    client.replace(script, "gen -n 6 -max", "gne -n 6 -max");
    client.wait_for(script, "error generator-unknown 3:1 `gne ");
    client.replace(script, "gne -n 6 -max", "gen -n 6 -max");
    client.wait_for_no(script, "generator-unknown");
    let at = json!({ "textDocument": { "uri": uri::of(script) }, "position": { "line": 2, "character": 1 } });
    assert!(client.request("textDocument/hover", at)["contents"]["value"].is_string());
}

#[test]
fn requests_see_the_text_as_it_was_when_they_were_sent() {
    const N_MESSAGES: usize = 4000;
    let (folder, script, mut client) = scene(in_process::plain());
    let others = ["gen.cpp", "val.cpp"].map(|name| folder.path().join(name));
    for other in &others {
        client.open(other);
    }
    let files: Vec<&PathBuf> = others.iter().chain([&script]).collect();
    let mut random = Random::new(7);
    let (mut asked, mut hovers) = (Vec::new(), Vec::new());
    for number in 0..N_MESSAGES {
        let path = *random.pick(&files);
        match random.below(10) {
            0 | 1 => {
                let id = client.send_request(TEST, json!({}));
                asked.push((id, documents(&client)));
            }
            2 => {
                let at = json!({ "textDocument": { "uri": uri::of(path) }, "position": { "line": 0, "character": 0 } });
                hovers.push(client.send_request("textDocument/hover", at));
            }
            3 => {
                client.close(path);
                let text = format!("// {number}\n");
                client.open_with(path, &text);
            }
            _ => {
                let length = client.text(path).len();
                client.edit(path, length, length, &format!("// {number} é😀\n"));
            }
        }
    }
    assert!(asked.len() > N_MESSAGES / 10);
    for (id, expected) in asked {
        let answer = client.answer(id).expect("the documents are told");
        assert_eq!(answer["documents"], expected);
    }
    for id in hovers {
        client.answer(id).expect("a hover is answered");
    }
    assert!(client.leave().success());
}

#[test]
fn handlers_that_never_end() {
    let (folder, script, mut client) = scene(in_process::plain());
    let stuck: Vec<i64> = (0..50).map(|_| client.send_request(TEST, json!({ "how": "never" }))).collect();
    is_well(&mut client, &script);
    let pressed = client.try_command("touchstone.explain", json!({ "uri": uri::of(folder.path()), "code": "no-main" }));
    assert!(pressed.is_ok(), "{pressed:?}");
    assert!(stuck.iter().all(|id| !client.is_answered(*id)));
    client.notify("$/cancelRequest", json!({ "id": stuck[20] }));
    assert_eq!(client.answer(stuck[20]).expect_err("it was cancelled")["code"], json!(-32800));
    assert!(client.leave().success());
}

#[test]
fn handlers_that_panic() {
    let (_folder, script, mut client) = scene(in_process::plain());
    for _ in 0..20 {
        for how in ["panic", "panic in the session"] {
            let error = client.try_request(TEST, json!({ "how": how })).expect_err("it panicked");
            assert_eq!(error["code"], json!(-32603), "{error}");
        }
    }
    is_well(&mut client, &script);
    assert!(client.log().contains("panicked"), "{}", client.log());
    assert!(client.leave().success());
}

#[test]
fn handlers_that_block() {
    let (_folder, script, mut client) = scene(in_process::plain());
    let blocked: Vec<i64> = (0..3).map(|_| client.send_request(TEST, json!({ "how": "block" }))).collect();
    client.replace(&script, "gen -n 6 -max", "gen  -n 6 -max");
    let expected = documents(&client);
    assert_eq!(client.request(TEST, json!({}))["documents"], expected);
    client.replace(&script, "gen  -n 6 -max", "gen -n 6 -max");
    for id in blocked {
        assert_eq!(client.answer(id), Ok(Value::Null));
    }
    is_well(&mut client, &script);
    assert!(client.leave().success());
}

#[test]
fn nobody_but_tests_can_make_handlers_fail() {
    let folder = Folder::copy_of(&examples::folder("two-parcels"));
    let mut client = in_process::plain().folder(folder.path()).start();
    for how in ["panic", "never", "block"] {
        let error = client.try_request(TEST, json!({ "how": how })).expect_err("it is switched off");
        assert_eq!(error["code"], json!(-32601), "{error}");
    }
    assert!(client.leave().success());
}
