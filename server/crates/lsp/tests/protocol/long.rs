//! Much of everything: edits that nobody reads the answers of, a long file, many solutions on many tests.

use std::{fmt::Write as _, fs, time::Instant};

use serde_json::json;
use testkit::{editor::uri, examples, folder::Folder};

use crate::in_process;

#[test]
fn a_long_file() {
    const N_LINES: usize = 10_000;
    let folder = Folder::copy_of(&examples::folder("two-parcels"));
    let solution = folder.path().join("sol.cpp");
    let script = folder.path().join("script.txt");
    let mut text = fs::read_to_string(&solution).expect("it is there");
    for number in 0..N_LINES {
        writeln!(text, "int f{number}(int x) {{ return x * {number} + (x << 3); }} // é")
            .expect("strings take everything");
    }
    let mut client = in_process::plain().self_test().folder(folder.path()).start();
    client.open(&script);
    client.open(&solution);
    client.set_text(&solution, &text);
    client.catch_up();
    let mut slowest = 0;
    for number in 0..10 {
        let at = client.text(&solution).find(&format!("int f{}(", number * 970)).expect("it is there");
        client.edit(&solution, at, at, "/* edited */ ");
        let position = client.encoding.position(client.text(&solution), at + 3);
        let began = Instant::now();
        let at = json!({ "textDocument": { "uri": uri::of(&solution) }, "position": position });
        client.request("textDocument/hover", at);
        slowest = slowest.max(began.elapsed().as_millis());
    }
    // In a build without optimization the whole text is parsed in less than one.
    assert!(slowest < 20_000, "a hover took {slowest} ms");
    let expected = json!([client.document(&solution).version, client.text(&solution).len()]);
    assert_eq!(client.request("touchstone/selfTest", json!({}))["documents"][uri::of(&solution)], expected);
    client.replace(&script, "gen -n 6 -max", "gne -n 6 -max");
    client.wait_for(&script, "error generator-unknown 3:1 `gne ");
    assert!(client.leave().success());
}
