//! How a session begins and ends: in order, out of order, late, and by force.

use std::time::Duration;

use serde_json::{Value, json};
use testkit::{
    editor::{
        answers::{Answer, YES},
        uri,
        wire::framed,
    },
    folder::Folder,
    small, wait,
};

use crate::in_process;

/// How long processes may stay after the end.
const SOON: Duration = Duration::from_secs(60);

#[test]
fn before_hello_and_after_goodbye() {
    let setup = in_process::plain();
    let hello = setup.initialization();
    let mut client = setup.start_silently();
    let early = client.try_request("textDocument/hover", json!({})).expect_err("nobody said hello");
    assert_eq!(early["code"], json!(-32002), "{early}");
    // A notification before hello is dropped.
    client.notify(
        "textDocument/didOpen",
        json!({ "textDocument": { "uri": "file:///a.cpp", "languageId": "cpp", "version": 1, "text": "" } }),
    );
    client.greet(hello.clone());
    let again = client.try_request("initialize", hello).expect_err("it was said before");
    assert_eq!(again["code"], json!(-32600), "{again}");
    client.catch_up();
    assert_eq!(client.request("shutdown", Value::Null), Value::Null);
    let late = client.try_request("touchstone/matrix", json!({ "uri": "file:///" })).expect_err("goodbye was said");
    assert_eq!(late["code"], json!(-32600), "{late}");
    client.notify("exit", Value::Null);
    assert_eq!(client.ended().code(), Some(0));
}

#[test]
fn exit_before_hello() {
    let mut client = in_process::plain().start_silently();
    client.notify("exit", Value::Null);
    assert_eq!(client.ended().code(), Some(1));
    assert_eq!(in_process::plain().start_silently().hang_up().code(), Some(1));
}

#[test]
fn shutdown_without_parameters() {
    let mut client = in_process::plain().start();
    client.send_bytes(framed("{\"jsonrpc\":\"2.0\",\"id\":1000,\"method\":\"shutdown\"}"));
    assert_eq!(client.answer(1000), Ok(Value::Null));
    client.send_bytes(framed("{\"jsonrpc\":\"2.0\",\"method\":\"exit\"}"));
    assert_eq!(client.ended().code(), Some(0));
}

#[test]
fn goodbye_and_the_end_of_the_input_at_once() {
    for _ in 0..20 {
        let client = in_process::plain().start();
        let frames =
            ["{\"jsonrpc\":\"2.0\",\"id\":1000,\"method\":\"shutdown\"}", "{\"jsonrpc\":\"2.0\",\"method\":\"exit\"}"];
        client.send_bytes(frames.map(framed).concat());
        assert_eq!(client.hang_up().code(), Some(0));
    }
}

#[test]
fn answers_that_come_late() {
    let files = small::files();
    let folder = Folder::of("small", files.iter().map(|(path, text)| (path.as_str(), text.as_str())));
    folder.write("wa_right.c", small::solution(100_000));
    // So that there is progress to tell of.
    folder.write("touchstone.toml", small::settings(200, 64, ""));
    folder.write("wa_endless.c", "int main(void) { volatile int x = 1; while (x) {} }\n");
    let wrong = folder.path().join("wa_right.c");
    let later = ["workspace/configuration", "client/registerCapability", "window/workDoneProgress/create"];
    let setup = in_process::plain().with_cache(&folder.path().with_file_name("cache")).folder(folder.path());
    let mut client =
        setup.answering(|answers| later.iter().for_each(|method| answers.set(method, Answer::Later))).start();
    // Without settings it goes on with those it has, after a while.
    client.open(&wrong);
    client.wait_until("the question", |client| client.seen.n_asked("window/showMessageRequest") == 1);
    client.catch_up();
    client.answer_late("window/showMessageRequest", &json!({ "title": YES }));
    client.wait_for(&wrong, "error wrong-solution-passes");
    client.judge(folder.path());
    // No progress is told of which nobody said that it may be shown.
    assert!(client.seen.n_asked("window/workDoneProgress/create") > 0);
    assert!(client.seen.progress.is_empty(), "{:?}", client.seen.progress);
    client.answer_late("window/workDoneProgress/create", &Value::Null);
    client.answer_late("client/registerCapability", &Value::Null);
    let refresh = "workspace/codeLens/refresh";
    let before = client.seen.n_asked(refresh);
    client.answer_late("workspace/configuration", &json!([{ "editor": { "code_lens": false } }]));
    client.catch_up();
    let lenses = json!({ "textDocument": { "uri": uri::of(&wrong) } });
    let mut is_off = false;
    wait::until(SOON, || {
        is_off = client.request("textDocument/codeLens", lenses.clone()).is_null();
        is_off.then_some(())
    });
    assert!(is_off, "the late settings have no effect");
    client.wait_until("lenses that go away", |client| client.seen.n_asked(refresh) > before);
    assert!(client.leave().success());
}
