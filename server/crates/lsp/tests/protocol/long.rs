//! Much of everything: edits that nobody reads the answers of, a long file, many names.

use std::{fmt::Write as _, fs, time::Instant};

use serde_json::json;
use testkit::{editor::uri, examples, folder::Folder};

use crate::{
    in_process,
    requests::{ask_behind, labels},
};

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

/// Of more names than can be offered at once those come that fit what is typed, and the editor is told to ask again.
#[test]
fn more_names_than_are_offered_at_once() {
    let folder =
        Folder::of("many", [("problem.json", "{}"), ("solutions.json", "{}"), ("gen/data", "manual 77\nmanual ")]);
    for number in 0..1100 {
        folder.write(&format!("gen/manual/{number:04}.txt"), "1\n");
    }
    let path = folder.path().join("gen/data");
    let mut client = in_process::plain().folder(folder.path()).start();
    client.open(&path);
    let all = ask_behind(&mut client, &path, "textDocument/completion", "77\nmanual ");
    assert_eq!((all["isIncomplete"].as_bool(), labels(&all["items"]).len()), (Some(true), 1000));
    let fitting = ask_behind(&mut client, &path, "textDocument/completion", "manual 77");
    let fits = |label: &&str| label.chars().filter(|sign| *sign == '7').count() >= 2;
    // Two sevens or three are in 28 numbers below 1000, and in 1077.
    assert_eq!((labels(&fitting).len(), labels(&fitting).iter().all(fits)), (29, true));
    assert!(client.leave().success());
}
