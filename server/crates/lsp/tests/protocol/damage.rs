//! Bytes that are no messages, messages that are no requests, and files that are no texts.

use std::fs;

use serde_json::{Value, json};
use testkit::{
    editor::{client::Client, uri, wire::framed},
    examples,
    folder::Folder,
};

use crate::in_process;

/// Something is asked and answered.
fn answers(client: &mut Client) {
    client.catch_up();
}

#[test]
fn bodies_that_are_no_messages() {
    let mut client = in_process::plain().start();
    for body in [
        "",
        "{",
        "nothing",
        "[]",
        "{}",
        "null",
        "17",
        "{\"jsonrpc\":\"2.0\"}",
        "{\"jsonrpc\":\"1.0\",\"method\":\"exit\"}",
        "{\"jsonrpc\":\"2.0\",\"id\":[],\"method\":\"shutdown\"}",
        "{\"jsonrpc\":\"2.0\",\"id\":77777,\"result\":null}",
        "{\"jsonrpc\":\"2.0\",\"id\":\"nobody asked\",\"error\":{\"code\":1,\"message\":\"\"}}",
        "{\"jsonrpc\":\"2.0\",\"method\":\"textDocument/didOpen\",\"params\":17}",
        "{\"jsonrpc\":\"2.0\",\"method\":\"textDocument/didChange\",\"params\":{\"textDocument\":{\"uri\":\"file:///no\"}}}",
    ] {
        client.send_bytes(framed(body));
        answers(&mut client);
    }
    let mut odd = b"Content-Length: 4\r\n\r\n".to_vec();
    odd.extend([b'"', 0xff, 0xfe, b'"']);
    client.send_bytes(odd);
    answers(&mut client);
    assert!(client.leave().success());
}

#[test]
fn what_is_no_message_is_answered_by_what_is_wrong_with_it() {
    const PARSE_ERROR: i64 = -32700;
    const INVALID_REQUEST: i64 = -32600;
    let mut client = in_process::plain().start();
    let mut expected = Vec::new();
    for (body, code) in [
        ("", PARSE_ERROR),
        ("{", PARSE_ERROR),
        ("nothing", PARSE_ERROR),
        ("[]", INVALID_REQUEST),
        ("{}", INVALID_REQUEST),
        ("17", INVALID_REQUEST),
        ("{\"jsonrpc\":\"2.0\",\"id\":[],\"method\":\"shutdown\"}", INVALID_REQUEST),
    ] {
        client.send_bytes(framed(body));
        answers(&mut client);
        expected.push(code);
        let codes: Vec<i64> = client.seen.errors.iter().filter_map(|error| error["code"].as_i64()).collect();
        assert_eq!(codes, expected, "{body}");
    }
    // A request that says no version, or another one, can be told that.
    for (id, version) in [(9001, ""), (9002, "\"jsonrpc\":\"1.0\","), (9003, "\"jsonrpc\":2,")] {
        client.send_bytes(framed(&format!("{{{version}\"id\":{id},\"method\":\"shutdown\"}}")));
        assert_eq!(client.answer(id).expect_err("it says no version")["code"], json!(INVALID_REQUEST), "{version}");
    }
    // Nobody waits for an answer to a notification or to an answer.
    for body in ["{\"method\":\"exit\"}", "{\"id\":1,\"result\":null}", "{\"jsonrpc\":\"1.0\",\"id\":1,\"error\":{}}"] {
        client.send_bytes(framed(body));
    }
    answers(&mut client);
    assert_eq!(client.seen.errors.len(), expected.len());
    assert!(client.leave().success());
}

#[test]
fn headers_that_are_unusual() {
    let mut client = in_process::plain().start();
    let body = |id: i64| format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"method\":\"touchstone/nothing\"}}");
    let (first, second) = (body(1001), body(1002));
    let with_type = "Content-Type: application/vscode-jsonrpc; charset=utf-8\r\n";
    client.send_bytes(format!("{with_type}Content-Length: {}\r\n\r\n{first}", first.len()));
    assert_eq!(client.answer(1001).expect_err("there is no such method")["code"], json!(-32601));
    client.send_bytes(format!("Content-Length: {}\r\n{with_type}\r\n{second}", second.len()));
    assert_eq!(client.answer(1002).expect_err("there is no such method")["code"], json!(-32601));
    // In small pieces.
    for byte in framed(&body(1003)) {
        client.send_bytes([byte]);
    }
    assert_eq!(client.answer(1003).expect_err("there is no such method")["code"], json!(-32601));
    answers(&mut client);
    assert!(client.leave().success());
}

/// After a stream has lost its rhythm the server either finds it again or leaves; it does not hang.
fn recovers_or_leaves(bytes: &[u8]) {
    let mut client = in_process::plain().start();
    client.send_bytes(bytes);
    let mut is_answered = false;
    for _ in 0..3 {
        client.send_request("touchstone/nothing", Value::Null);
    }
    let asked = client.send_request("touchstone/nothing", Value::Null);
    client.wait_until("an answer", |client| {
        is_answered = client.is_answered(asked);
        is_answered
    });
    assert!(client.leave().success());
}

#[test]
fn lengths_that_are_wrong() {
    let message = "{\"jsonrpc\":\"2.0\",\"id\":5000,\"method\":\"touchstone/nothing\"}";
    let too_short = format!("Content-Length: {}\r\n\r\n{message}", message.len() - 7);
    let too_long = format!("Content-Length: {}\r\n\r\n{message}", message.len() + 20);
    for bytes in [
        too_short.as_str(),
        too_long.as_str(),
        "Content-Length: many\r\n\r\n{}",
        "Content-Length: -5\r\n\r\n{}",
        "Content-Length: 99999999999999999999999\r\n\r\n{}",
        "Nothing: 5\r\n\r\n{}",
        "\r\n\r\n\r\n",
        "garbage without any structure ",
    ] {
        recovers_or_leaves(bytes.as_bytes());
    }
}

#[test]
fn methods_that_do_not_exist() {
    let mut client = in_process::plain().start();
    for method in ["touchstone/nothing", "$/nothing", "initialise", ""] {
        let error = client.try_request(method, json!({})).expect_err("there is no such method");
        assert_eq!(error["code"], json!(-32601), "{method}: {error}");
        client.notify(method, json!({}));
    }
    let error = client.try_request("textDocument/hover", json!({ "odd": 1 })).expect_err("these are no parameters");
    assert_eq!(error["code"], json!(-32602), "{error}");
    client.notify("$/cancelRequest", json!({ "id": 123_456 }));
    client.notify("window/workDoneProgress/cancel", json!({ "token": "nobody's" }));
    client.notify("$/setTrace", json!({ "value": "verbose" }));
    answers(&mut client);
    assert!(client.leave().success());
}

#[test]
fn texts_that_make_no_sense() {
    let folder = Folder::copy_of(&examples::folder("two-parcels"));
    let script = folder.path().join("script.txt");
    let mut client = in_process::plain().self_test().folder(folder.path()).start();
    client.open(&script);
    let uri = uri::of(&script);
    let at = |line: u64, character: u64| json!({ "line": line, "character": character });
    let change = |version: i64, range: Value| {
        let named = json!({ "uri": uri, "version": version });
        json!({ "textDocument": named, "contentChanges": [{ "range": range, "text": "" }] })
    };
    client.forget_versions();
    // Places that are not in the text, the wrong way round, and of files that are not open.
    client.notify("textDocument/didChange", change(2, json!({ "start": at(900, 0), "end": at(900, 7) })));
    client.notify("textDocument/didChange", change(3, json!({ "start": at(0, 999), "end": at(0, 9999) })));
    client.notify("textDocument/didChange", change(4, json!({ "start": at(3, 5), "end": at(3, 5) })));
    let documents = client.request("touchstone/selfTest", json!({}));
    assert_eq!(documents["documents"][&uri], json!([4, client.text(&script).len()]));
    client.notify("textDocument/didChange", change(5, json!({ "start": at(5, 5), "end": at(2, 1) })));
    for uri in ["file:///nowhere/at/all.cpp", "untitled:Untitled-1", "http://example.org/a.cpp"] {
        let named = json!({ "textDocument": { "uri": uri, "version": 7 }, "contentChanges": [{ "text": "x" }] });
        client.notify("textDocument/didChange", named);
        client.notify("textDocument/didSave", json!({ "textDocument": { "uri": uri } }));
        let item = json!({ "uri": uri, "languageId": "cpp", "version": 1, "text": "int main() {}\n" });
        client.notify("textDocument/didOpen", json!({ "textDocument": item }));
        let place = json!({ "textDocument": { "uri": uri }, "position": at(0, 5) });
        assert_eq!(client.request("textDocument/hover", place), Value::Null);
        client.notify("textDocument/didClose", json!({ "textDocument": { "uri": uri } }));
        client.notify("textDocument/didClose", json!({ "textDocument": { "uri": uri } }));
    }
    client.set_text(&script, "gne 5 > $\n");
    client.wait_for(&script, "error generator-unknown 1:1 `gne ");
    assert!(client.leave().success());
}

#[test]
fn files_that_are_no_texts() {
    let folder = Folder::copy_of(&examples::folder("two-parcels"));
    let odd = [0x69_u8, 0x6e, 0x74, 0x20, 0xff, 0xfe, 0x00, 0x0a, 0xc3];
    for path in ["wa_odd.cpp", "statement.md", "tests/3.in", "odd.h", "wa_odd.py"] {
        folder.write(path, odd);
    }
    let mut script = b"gen -n 2 -min 1 -max 1 -type pair > $\n# \xff\xfe\ngne 5 > $\n".to_vec();
    script.extend(b"\xf0\x9f\n");
    folder.write("script.txt", script);
    let mut client = in_process::trusting().folder(folder.path()).start();
    for path in ["wa_odd.cpp", "script.txt", "sol.cpp"] {
        client.open(&folder.path().join(path));
    }
    client.wait_for(&folder.path().join("script.txt"), "error generator-unknown 3:1 `gne ");
    client.wait_for(&folder.path().join("wa_odd.cpp"), "error build-failed");
    client.judge(folder.path());
    // The editor shows what it can, and saves a text that is one.
    client.set_text(&folder.path().join("wa_odd.cpp"), "int main() { return 1; }\n");
    client.save(&folder.path().join("wa_odd.cpp"));
    client.wait_for_no(&folder.path().join("wa_odd.cpp"), "build-failed");
    fs::write(folder.path().join("wa_odd.cpp"), odd).expect("it can be written");
    client.tell_files(&[(&folder.path().join("wa_odd.cpp"), 2)]);
    client.judge(folder.path());
    assert!(client.leave().success());
}
